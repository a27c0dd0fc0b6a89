/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include "lib/util/fixed.h"
#include "lib/look/lighting.h"
#include "lib/look/caustics.h"
#include "../xorshift.h"
#include "views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXHAUSTIVE_WIDTH 256
#define EXHAUSTIVE_ROWS  5
#define MAX_COLUMNS      4096
#define MAX_PADDING      64

#define HEIGHTS_BYTES ((size_t)2 * (MAX_ROWS + 2) * (MAX_COLUMNS + MAX_PADDING))
#define FRAME_BYTES   ((size_t)2 * HEIGHTS_BYTES)
#define PICTURE_BYTES ((size_t)8 << 20)
#define MAX_PIXELS    1024

Memory all;
Case test;

/* All pixels of the picture differ, and neighbours differ much, so that a wrong
   pixel shows. */
int cases_init(void)
{
    uint32_t *pixels;
    int failed = arena_init(&all.picture, PICTURE_BYTES);

    for (int i = 0; i < COUNT(all.cells); i++)
        failed |= arena_init(&all.cells[i], HEIGHTS_BYTES);
    for (int side = 0; side < SIDE_COUNT; side++) {
        failed |= arena_init(&all.next[side], HEIGHTS_BYTES) |
                  arena_init(&all.speeds[side], HEIGHTS_BYTES) |
                  arena_init(&all.frame[side], FRAME_BYTES);
    }
    if (failed || views_init() != 0)
        return -1;
    pixels = (void *)all.picture.bytes;
    for (size_t i = 0; i < all.picture.size / sizeof *pixels; i++)
        pixels[i] = (uint32_t)i * 0x9e3779b1u;
    return 0;
}

static uint32_t random_bits(void)
{
    return (uint32_t)(xorshift_next(&all.random) >> 32);
}

int between(int min, int max)
{
    return min + (int)(random_bits() % (unsigned)(max - min + 1));
}

int one_in(int chances)
{
    return between(1, chances) == 1;
}

static int choose_columns(void)
{
    static const int lanes[] = {8, 16, 32, 64};

    if (one_in(256))
        return between(257, MAX_COLUMNS);
    if (one_in(2))
        return lanes[between(0, 3)] * between(1, 3) + between(-1, 1);
    return between(1, one_in(8) ? 256 : 70);
}

static void choose_shape(uint64_t number)
{
    if (number < EXHAUSTIVE_WIDTH * EXHAUSTIVE_ROWS) {
        test.columns = (int)(number % EXHAUSTIVE_WIDTH) + 1;
        test.rows = (int)(number / EXHAUSTIVE_WIDTH) + 1;
    } else {
        test.columns = choose_columns();
        test.rows = between(1, test.columns < 40 ? MAX_ROWS : 4);
    }
    test.flush_right = one_in(2);
    test.stride = test.columns + 2 + between(0, MAX_PADDING - 2);
    if (one_in(3))
        test.stride = test.columns + 2;
}

typedef enum HeightKind {
    HEIGHTS_ZERO,
    HEIGHTS_ONE,
    HEIGHTS_ANY,
    HEIGHTS_CHECKERBOARD,
    HEIGHTS_SPECIAL,
    HEIGHTS_SMALL,
    HEIGHTS_SPARSE,
    HEIGHTS_WAVE,
    HEIGHTS_COUNT,
} HeightKind;

/* A triangle wave. */
static int wave(int place, int length, int height)
{
    int phase = place % (2 * length);

    return (phase < length ? phase : 2 * length - phase) * height / length;
}

static int choose_height(HeightKind kind, int x, int y)
{
    static const int special[] = {0,   1,    -1,    31,    -31,    32,    33,
                                  -33, 8191, -8191, 32767, -32767, -32768};

    switch (kind) {
    case HEIGHTS_ONE:
        return 1;
    case HEIGHTS_ANY:
        return between(0, 65535) - 32768;
    case HEIGHTS_CHECKERBOARD:
        return (x + y) % 2 ? 32767 : -32767;
    case HEIGHTS_SPECIAL:
        return special[between(0, COUNT(special) - 1)];
    case HEIGHTS_SMALL:
        return between(-40, 40);
    case HEIGHTS_SPARSE:
        return one_in(40) ? between(-300, 300) : 0;
    case HEIGHTS_WAVE:
        return wave(3 * x + y, 37, 900) - wave(x + 2 * y, 23, 500);
    default:
        return 0;
    }
}

/* Fills the rows of a block, and the padding between them with 0x55. */
static void fill_heights(int16_t *cells, int columns, int rows, size_t count)
{
    HeightKind kind = (HeightKind)between(0, HEIGHTS_COUNT - 1);
    ptrdiff_t stride = test.stride;

    memset(cells, 0x55, count * sizeof *cells);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            cells[y * stride + x] =
                (int16_t)clamp_int(choose_height(kind, x, y), -test.max_height,
                                   min_int(test.max_height, INT16_MAX));
    }
}

/* Depths of a block and its halo: random, a coast, or open with shallows. */
static int16_t choose_depth(int kind, int x, int y)
{
    switch (kind) {
    case 0:
        return (int16_t)(one_in(2) ? RIPPLE_LAND
                                   : between(0, RIPPLE_SHALLOWEST));
    case 1:
        return wave(x + 2 * y, 29, 100) > 50 ? RIPPLE_LAND : 0;
    default:
        return (int16_t)(one_in(9) ? RIPPLE_SHALLOWEST : 0);
    }
}

static const int16_t *place_depth_map(void)
{
    ptrdiff_t stride = test.stride;
    int16_t *depth_map = arena_place(&all.cells[CELLS_DEPTH_MAP],
                                     test.padded_bytes, test.flush_right);
    int kind = between(0, 2);

    memset(depth_map, 0x33, test.padded_bytes);
    for (int y = 0; y < test.rows + 2; y++) {
        for (int x = 0; x < test.columns + 2; x++)
            depth_map[y * stride + x] = choose_depth(kind, x, y);
    }
    return depth_map + stride + 1;
}

/* A plane without a halo, of values from `min` to `max`. */
static const int16_t *place_values(Cells plane, int min, int max)
{
    int16_t *cells =
        arena_place(&all.cells[plane], test.block_bytes, test.flush_right);
    int extreme = one_in(3);

    for (size_t i = 0; i < test.block_bytes / sizeof *cells; i++) {
        cells[i] = (int16_t)between(min, max);
        if (extreme)
            cells[i] = (int16_t)(one_in(2) ? max : min);
        if (one_in(16))
            cells[i] = 0;
    }
    return cells;
}

/* `below` of a row is the next row, that of the last row the first. */
static const FlowRow *place_flow(void)
{
    const int16_t *x = place_values(CELLS_FLOW_X, -INT16_MAX, INT16_MAX);
    const int16_t *y = place_values(CELLS_FLOW_Y, -INT16_MAX, INT16_MAX);

    test.flow_column = between(0, 70);
    x -= test.flow_column;
    y -= test.flow_column;
    for (int row = 0; row < test.rows; row++) {
        int below = (row + 1) % test.rows;

        all.flow[row] =
            (FlowRow){x + row * test.stride, y + row * test.stride,
                      y + below * test.stride, (int16_t)between(0, INT16_MAX)};
    }
    return all.flow;
}

static void place_heights(void)
{
    int columns = test.columns, rows = test.rows;
    size_t stride = (size_t)test.stride;
    size_t padded = stride * (size_t)(rows + 1) + (size_t)columns + 2;
    size_t block = stride * (size_t)(rows - 1) + (size_t)columns;
    int16_t *now = arena_place(&all.cells[CELLS_NOW], padded * sizeof *now,
                               test.flush_right);

    test.max_height = one_in(2) ? MAX_LEAP : INT16_MAX + one_in(2);
    fill_heights(now, columns + 2, rows + 2, padded);
    test.now = now + stride + 1;
    test.block_bytes = block * sizeof *now;
    test.padded_bytes = padded * sizeof *now;
    fill_heights((int16_t *)(void *)all.cells[CELLS_NEXT].bytes, columns, rows,
                 block);
    fill_heights((int16_t *)(void *)all.cells[CELLS_SPEEDS].bytes, columns,
                 rows, block);
    test.depth_map = one_in(2) ? place_depth_map() : NULL;
    test.flow = one_in(2) ? place_flow() : NULL;
    for (int i = 0; i < 2; i++)
        test.uniform_flow[i] = one_in(4) ? 0 : between(-INT16_MAX, INT16_MAX);
}

static int16_t weight(int min, int max)
{
    return (int16_t)(one_in(4) ? (one_in(2) ? min : max) : between(min, max));
}

/* Numbers within the limits of a stencil, and at them. */
static void choose_stencil(void)
{
    Stencil *stencil = &test.stencil;
    int max_now, edges;

    *stencil = (Stencil){
        .mirror = one_in(2),
        .damping = between(0, 15),
        .w_prev = weight(-32768, 0),
        .is_damped = one_in(3) == 0,
        .speed_kept = weight(0, 2048),
        .stiffness = weight(0, 16384),
        .friction = (int16_t)between(0, 1),
        .height_kept = weight(0, 16384),
        .max_speed = weight(1, 32000),
        .max_height = weight(1, min_int(test.max_height, INT16_MAX)),
    };
    edges = min_int(8192, (65536 + stencil->w_prev) / 4);
    stencil->w_edge = weight(0, edges);
    stencil->w_diag = weight(0, edges - stencil->w_edge);
    max_now = min_int(65536 + stencil->w_prev -
                          4 * (stencil->w_edge + stencil->w_diag),
                      INT16_MAX);
    stencil->w_now = weight(-max_now, max_now);
    if (one_in(4)) { /* `classic`, undamped */
        stencil->w_prev = -32768;
        stencil->w_now = 0;
        stencil->w_edge = 8192;
        stencil->w_diag = 0;
    }
}

/* A picture of the size of the block and up to 40 more, in one case of 8 with a
   side of RIPPLE_MAX_SIZE. */
static void choose_picture(void)
{
    RipplePixels *picture = &test.render.picture;
    size_t max = all.picture.size / sizeof(uint32_t);

    picture->width = test.columns + between(0, 40);
    picture->height = test.rows + between(0, 40);
    picture->stride = (size_t)picture->width + (size_t)between(0, 3) * 7;
    if (one_in(16))
        picture->width = RIPPLE_MAX_SIZE;
    else if (one_in(16) && test.columns < 50)
        picture->height = RIPPLE_MAX_SIZE;
    if (one_in(16))
        picture->stride = (size_t)(INT16_MAX - 1 + between(0, 3));
    if (picture->stride < (size_t)picture->width)
        picture->stride = (size_t)picture->width;
    while ((size_t)picture->height * picture->stride > max)
        picture->height = test.rows + picture->height / 4;
    test.picture_pixels = ((size_t)picture->height - 1) * picture->stride +
                          (size_t)picture->width;
}

/* A grid of pixels over some of the cells of the block, and a part of it. */
static void choose_interpolation(void)
{
    int columns = test.columns, rows = test.rows, width, height;
    int groups, first;

    ripple_grid_map_clear(&test.grid_map);
    if (columns < 2 || rows < 2)
        return;
    columns = between(2, columns < MAX_PIXELS / 2 ? columns : MAX_PIXELS / 2);
    rows = between(2, rows);
    width = between(columns * 7 / 6 + 1, MAX_PIXELS);
    height = between(rows * 7 / 6 + 1, 8 * rows);
    if (ripple_grid_map_init(&test.grid_map,
                             (GridSize){width, height, columns, rows}) != 0)
        abort();
    groups = (width + RIPPLE_GROUP - 1) / RIPPLE_GROUP;
    first = between(0, groups - 1);
    groups -= first;
    if (groups > RIPPLE_INTERPOLATE_MAX / RIPPLE_GROUP)
        groups = RIPPLE_INTERPOLATE_MAX / RIPPLE_GROUP;
    test.part = (RippleRect){first * RIPPLE_GROUP, between(0, rows - 1),
                             between(1, groups) * RIPPLE_GROUP, 0};
    test.part.height = between(1, rows - test.part.y);
    if (test.part.height > PART_ROWS)
        test.part.height = PART_ROWS;
    test.trait = (Trait)between(0, TRAIT_COUNT - 1);
}

static int16_t light_factor(void)
{
    return (int16_t)(one_in(8) ? INT16_MAX : between(-INT16_MAX, INT16_MAX));
}

/* One of the views of the surface; a split view is made of others. */
static RippleView choose_view(void)
{
    return (RippleView)between(RIPPLE_VIEW_HEIGHTS, RIPPLE_VIEW_SPLIT - 1);
}

static void choose_lighting(void)
{
    RenderArgs *render = &test.render;

    render->filter = (RippleFilter)between(0, RIPPLE_FILTER_COUNT - 1);
    render->view = one_in(8) ? choose_view() : RIPPLE_VIEW_WATER;
    render->is_lit = one_in(2);
    render->optics.light = (Lighting){
        .sun_x = light_factor(),
        .sun_y = light_factor(),
        .line = (int16_t)abs(light_factor()),
        .bright = (int16_t)abs(light_factor()),
        .shade = light_factor(),
        .sky = light_factor(),
        .away = light_factor(),
        .glint = (int16_t)between(0, 1 << 12),
        .doublings = (int16_t)(one_in(2) ? 0 : between(0, 15)),
        .slope_grey = light_factor(),
        .height_grey = light_factor(),
    };
}

/* Each row of pixels lies between any two rows of cells. The second one may be
   in the halo. Views show grey levels. */
static void choose_traits(void)
{
    RenderArgs *render = &test.render;
    int16_t *first = all.first_row, *share = all.row_share;
    const int16_t *greys =
        place_values(CELLS_GREYS, -RIPPLE_GREY, RIPPLE_GREY - 1);
    int is_view = render->view != RIPPLE_VIEW_WATER;

    render->surface.heights = NULL;
    render->first_x = test.rect.x;
    render->first_row = between(0, 100);
    for (int y = 0; y < test.rows; y++) {
        all.first_row[y] =
            (int16_t)(render->first_row +
                      between(0, max_int(test.rows - 1 - is_view, 0)));
        all.row_share[y] = (int16_t)between(0, INT16_MAX);
    }
    render->axis_y = (GridAxis){first - test.rect.y, share - test.rect.y};
    render->trait_stride = test.rows > 1 || !is_view ? test.stride : 0;
    for (int i = 0; i < RIPPLE_SHOWN_TRAITS; i++)
        render->traits[i] = is_view ? greys : test.now + i % 3 - 1;
}

static void choose_rendering(void)
{
    static const int gains[] = {0,    1,    256,  4095,
                                4096, 4097, 8192, RIPPLE_MAX_GAIN};
    RenderArgs *render = &test.render;
    const RipplePixels *picture = &render->picture;
    int aligned = one_in(2);
    ptrdiff_t place; /* index of the rectangle's first pixel */

    choose_picture();
    test.rect = (RippleRect){between(0, picture->width - test.columns),
                             between(0, picture->height - test.rows),
                             test.columns, test.rows};
    place = test.rect.y * test.stride + test.rect.x;
    render->optics.gain_q12 =
        one_in(2) ? gains[between(0, 7)] : between(0, RIPPLE_MAX_GAIN);
    render->rows_ahead = one_in(2) ? 0 : between(1, 200);
    test.surface = (Surface){.heights = test.now, .stride = test.stride};
    if (one_in(3))
        test.surface.strength = place_values(CELLS_STRENGTH, 0, INT16_MAX);
    if (one_in(2)) {
        int min, max;

        test.surface.light = place_values(CELLS_LIGHT, -2048, 2047);
        max = one_in(4) ? 0 : 600;
        min = one_in(2) ? 0 : -300;
        test.surface.shine = place_values(CELLS_SHINE, min, max);
    }
    render->surface = test.surface;
    render->surface.heights -= place;
    if (test.surface.strength != NULL)
        render->surface.strength -= place;
    if (test.surface.light != NULL) {
        render->surface.light -= place;
        render->surface.shine -= place;
    }
    choose_lighting();
    if (one_in(3))
        choose_traits();
    test.frame_stride =
        (size_t)test.columns + (size_t)between(0, MAX_PADDING / 2);
    if (aligned)
        test.frame_stride = (test.frame_stride + 31) / 32 * 32;
    test.frame_pixels =
        test.frame_stride * (size_t)(test.rows - 1) + (size_t)test.columns;
}

/* Fractions of all kinds: any, none, the ends of their range, or few units,
   where halves and changes of less than a unit are frequent. */
static int choose_fraction(int kind)
{
    int half = 1 << (RIPPLE_FRACTION_BITS - 1);

    switch (kind) {
    case 0:
        return 0;
    case 1:
        return one_in(2) ? half - 1 : -half;
    case 2:
        return between(-3, 3);
    case 3:
        return one_in(8) ? between(-40, 40) : 0;
    default:
        return between(-half, half - 1);
    }
}

static int16_t *place_fractions(Cells plane, size_t bytes)
{
    int16_t *fractions =
        arena_place(&all.cells[plane], bytes, test.flush_right);
    int kind = between(0, 5);

    for (size_t i = 0; i < bytes / sizeof *fractions; i++)
        fractions[i] = (int16_t)choose_fraction(kind);
    return fractions;
}

static void choose_fractions(void)
{
    test.now_fractions =
        place_fractions(CELLS_NOW_FRACTIONS, test.padded_bytes) + test.stride +
        1;
    place_fractions(CELLS_NEXT_FRACTIONS, test.block_bytes);
    place_fractions(CELLS_SPEEDS_FRACTIONS, test.block_bytes);
    test.has_fractions = one_in(2);
    if (one_in(2))
        test.stencil.w_rest = weight(-4096, 4096);
}

/* None, or one of any size. */
static SoftLimit choose_limit(void)
{
    int limit = one_in(2) ? 0 : between(1, (1 << between(1, 14)) - 1);

    return ripple_soft_limit_make(limit);
}

/* Limits of bends are 1/64 to 127 pixels. */
static void choose_limits(void)
{
    Optics *optics = &test.render.optics;
    Lighting *light = &optics->light;

    optics->limit_factor = (int16_t)(one_in(4) ? 0 : between(0, INT16_MAX));
    optics->limit_doublings = (int16_t)(one_in(2) ? 0 : between(0, 9));
    optics->is_whole = optics->limit_factor == 0 && one_in(2);
    light->floor = choose_limit();
    light->faint = choose_limit();
    light->strong = choose_limit();
}

static void choose_ray_bend(void)
{
    static const double refractions[] = {1.0 / 48, 1.0 / 16, 1, 4, 1.0 / 4096};
    int i = between(0, COUNT(refractions) - 1);
    RippleSettings settings = {.refraction = refractions[i],
                               .depth = one_in(4) ? 6 : between(0, 24) / 4.0};
    Caustics caustics;

    ripple_caustics_configure(&caustics, &settings);
    test.ray_bend = caustics.bend;
}

void cases_make(uint64_t number, int verbose)
{
    const Stencil *stencil = &test.stencil;

    all.random = (number + 1) * 0x9e3779b97f4a7c15u;
    choose_shape(number);
    place_heights();
    choose_stencil();
    choose_interpolation();
    choose_rendering();
    choose_fractions();
    choose_limits();
    choose_ray_bend();
    test.phase = one_in(4) ? 0 : between(0, RIPPLE_MAX_PHASE);
    views_make();
    if (verbose) {
        views_print();
        printf("case %llu: %dx%d cells, stride %d, %s depth map, %s, flush %s\n"
               "damping %d, weights %d %d %d %d, damped %d, stiffness %d, "
               "kept %d %d, max %d %d, flow %d %d\n"
               "gain %d, limit %d, filter %d, view %d, %s, picture %dx%d, "
               "stride %zu, at "
               "(%d, %d), frame stride %zu, %d rows ahead\n",
               (unsigned long long)number, test.columns, test.rows,
               (int)test.stride, test.depth_map != NULL ? "a" : "no",
               stencil->mirror ? "mirror" : "fixed",
               test.flush_right ? "right" : "left", stencil->damping,
               stencil->w_prev, stencil->w_now, stencil->w_edge,
               stencil->w_diag, stencil->is_damped, stencil->stiffness,
               stencil->speed_kept, stencil->height_kept, stencil->max_speed,
               stencil->max_height, test.uniform_flow[0], test.uniform_flow[1],
               test.render.optics.gain_q12, test.render.optics.limit_factor,
               (int)test.render.filter, (int)test.render.view,
               test.render.is_lit ? "lit" : "not lit",
               test.render.picture.width, test.render.picture.height,
               test.render.picture.stride, test.rect.x, test.rect.y,
               test.frame_stride, test.render.rows_ahead);
    }
}
