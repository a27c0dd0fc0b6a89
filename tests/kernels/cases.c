/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include "base/fixed.h"
#include "render/grid_map.h"
#include "render/pixel_formats.h"
#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXHAUSTIVE_WIDTH 256
#define EXHAUSTIVE_ROWS  5
#define MOST_COLUMNS     4096
#define MOST_ROWS        12
#define MOST_PADDING     64
#define HEIGHTS_BYTES \
    ((size_t)2 * (MOST_ROWS + 2) * (MOST_COLUMNS + MOST_PADDING))
#define FRAME_BYTES   ((size_t)2 * HEIGHTS_BYTES)
#define PICTURE_BYTES ((size_t)8 << 20)
#define MOST_PIXELS   1024
#define PART_ROWS     8
#define PART_BYTES    ((size_t)2 * PART_ROWS * RIPPLE_INTERPOLATE_MAX)
#define HASH_START    0xcbf29ce484222325u /* FNV-1a */
#define HASH_PRIME    0x100000001b3u

/* Whose memory a kernel works on. */
typedef enum Side {
    SIDE_SCALAR,
    SIDE_LEVEL,
    SIDE_COUNT,
} Side;

typedef struct Case {
    int columns, rows;
    ptrdiff_t stride; /* of everything that goes by cells */
    int flush_right;
    size_t block_bytes;
    size_t picture_pixels, frame_pixels; /* from the first to the last */
    const int16_t *now,
        *depth_map;      /* first cell of the block; bed may be NULL */
    const FlowRow *flow; /* may be NULL */
    int flow_column;
    int even_flow[2];
    Stencil stencil;                           /* of every kind */
    int is_upright, is_far, factors[2], decay; /* an outlet, where it fits */
    GridMap grid_map; /* of the block, or of nothing where that is too small */
    RippleRect part;  /* pixels by rows of cells */
    Trait trait;
    int doublings;
    RenderArgs refraction;
    RippleRect rect;
    size_t frame_stride;
} Case;

static struct {
    Arena now, depth_map, flow_x, flow_y, clear, picture;
    Arena next[SIDE_COUNT], speeds[SIDE_COUNT], frame[SIDE_COUNT];
    Arena before, before_speeds; /* what next and speeds hold at first */
    int scalar_flags[FAMILY_COUNT];
    FlowRow flow[MOST_ROWS];
    int16_t first_row[MOST_ROWS], row_share[MOST_ROWS]; /* as MagnifyAxis */
    uint64_t random;
    Case present;
} all;

const char *cases_family(Family family)
{
    static const char *const names[FAMILY_COUNT] = {
        [STENCIL_CLASSIC] = "step classic",
        [STENCIL_ROUND] = "step round",
        [STENCIL_LINEAR] = "step linear",
        [STENCIL_LINEAR_ROUND] = "step linear_round",
        [STENCIL_SPRING] = "step spring",
        [FAMILY_CARRY] = "carry",
        [FAMILY_LET_OUT] = "let_out",
        [FAMILY_MAGNIFY] = "magnify",
        [FAMILY_REFRACT] = "refract",
        [FAMILY_REFRACT565] = "refract565",
    };

    return names[family];
}

/* No two of the picture's pixels are the same, so any mistake shows, and what
   lies side by side is not alike. */
int cases_init(void)
{
    uint32_t *pixels;
    int failed = arena_init(&all.now, HEIGHTS_BYTES) |
                 arena_init(&all.depth_map, HEIGHTS_BYTES) |
                 arena_init(&all.flow_x, HEIGHTS_BYTES) |
                 arena_init(&all.flow_y, HEIGHTS_BYTES) |
                 arena_init(&all.clear, HEIGHTS_BYTES) |
                 arena_init(&all.before, HEIGHTS_BYTES) |
                 arena_init(&all.before_speeds, HEIGHTS_BYTES) |
                 arena_init(&all.picture, PICTURE_BYTES);

    for (int side = 0; side < SIDE_COUNT; side++) {
        failed |= arena_init(&all.next[side], HEIGHTS_BYTES) |
                  arena_init(&all.speeds[side], HEIGHTS_BYTES) |
                  arena_init(&all.frame[side], FRAME_BYTES);
    }
    if (failed)
        return -1;
    pixels = (void *)all.picture.bytes;
    for (size_t i = 0; i < all.picture.size / sizeof *pixels; i++)
        pixels[i] = (uint32_t)i * 0x9e3779b1u;
    return 0;
}

/* xorshift64* (Vigna, 2014) */
static uint32_t random_bits(void)
{
    all.random ^= all.random >> 12;
    all.random ^= all.random << 25;
    all.random ^= all.random >> 27;
    return (uint32_t)((all.random * 2685821657736338717u) >> 32);
}

static int between(int min, int max)
{
    return min + (int)(random_bits() % (unsigned)(max - min + 1));
}

static int one_in(int chances)
{
    return between(1, chances) == 1;
}

static int choose_columns(void)
{
    static const int lanes[] = {8, 16, 32, 64};

    if (one_in(256))
        return between(257, MOST_COLUMNS);
    if (one_in(2))
        return lanes[between(0, 3)] * between(1, 3) + between(-1, 1);
    return between(1, one_in(8) ? 256 : 70);
}

static void choose_shape(uint64_t number)
{
    Case *present = &all.present;

    if (number < EXHAUSTIVE_WIDTH * EXHAUSTIVE_ROWS) {
        present->columns = (int)(number % EXHAUSTIVE_WIDTH) + 1;
        present->rows = (int)(number / EXHAUSTIVE_WIDTH) + 1;
    } else {
        present->columns = choose_columns();
        present->rows = between(1, present->columns < 40 ? MOST_ROWS : 4);
    }
    present->flush_right = one_in(2);
    present->stride = present->columns + 2 + between(0, MOST_PADDING - 2);
    if (one_in(3))
        present->stride = present->columns + 2;
}

typedef enum Field {
    HEIGHTS_ZERO,
    HEIGHTS_ONE,
    HEIGHTS_ANY,
    HEIGHTS_CHECKERBOARD,
    HEIGHTS_SPECIAL,
    HEIGHTS_SMALL,
    HEIGHTS_SPARSE,
    HEIGHTS_WAVE,
    HEIGHTS_KINDS,
} Field;

/* A triangle wave over both axes, as smooth as water is. */
static int wave(int place, int length, int height)
{
    int phase = place % (2 * length);

    return (phase < length ? phase : 2 * length - phase) * height / length;
}

static int16_t choose_height(Field kind, int x, int y)
{
    static const int16_t special[] = {0,  1,   -1,    31,     -31,   32,
                                      33, -33, 32767, -32767, -32768};

    switch (kind) {
    case HEIGHTS_ONE:
        return 1;
    case HEIGHTS_ANY:
        return (int16_t)(between(0, 65535) - 32768);
    case HEIGHTS_CHECKERBOARD:
        return (x + y) % 2 ? 32767 : -32767;
    case HEIGHTS_SPECIAL:
        return special[between(0, COUNT(special) - 1)];
    case HEIGHTS_SMALL:
        return (int16_t)between(-40, 40);
    case HEIGHTS_SPARSE:
        return one_in(40) ? (int16_t)between(-300, 300) : 0;
    case HEIGHTS_WAVE:
        return (int16_t)(wave(3 * x + y, 37, 900) - wave(x + 2 * y, 23, 500));
    default:
        return 0;
    }
}

/* Fills rows of a block and what lies between them, which must not matter. */
static void fill_heights(int16_t *cells, int columns, int rows, size_t count)
{
    Field kind = (Field)between(0, HEIGHTS_KINDS - 1);
    ptrdiff_t stride = all.present.stride;

    memset(cells, 0x55, count * sizeof *cells);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            cells[y * stride + x] = choose_height(kind, x, y);
    }
}

/* Depths around a block: open, all kinds side by side, or a coast. */
static int16_t choose_bed(int kind, int x, int y)
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

static const int16_t *place_bed(size_t ring)
{
    Case *present = &all.present;
    ptrdiff_t stride = present->stride;
    int16_t *depth_map = arena_place(&all.depth_map, ring * sizeof *depth_map,
                                     present->flush_right);
    int kind = between(0, 2);

    memset(depth_map, 0x33, ring * sizeof *depth_map);
    for (int y = 0; y < present->rows + 2; y++) {
        for (int x = 0; x < present->columns + 2; x++)
            depth_map[y * stride + x] = choose_bed(kind, x, y);
    }
    return depth_map + stride + 1;
}

/* Values in +-32767 of a plane without a ring. */
static const int16_t *place_values(const Arena *arena, int min)
{
    Case *present = &all.present;
    int16_t *cells =
        arena_place(arena, present->block_bytes, present->flush_right);
    int extreme = one_in(3);

    for (size_t i = 0; i < present->block_bytes / sizeof *cells; i++) {
        cells[i] = (int16_t)between(min, INT16_MAX);
        if (extreme)
            cells[i] = (int16_t)(one_in(2) ? INT16_MAX : min);
        if (one_in(16))
            cells[i] = 0;
    }
    return cells;
}

/* Below a row lies the next one, and below the last the first. */
static const FlowRow *place_flow(void)
{
    Case *present = &all.present;
    const int16_t *x = place_values(&all.flow_x, -INT16_MAX);
    const int16_t *y = place_values(&all.flow_y, -INT16_MAX);

    present->flow_column = between(0, 70);
    x -= present->flow_column;
    y -= present->flow_column;
    for (int row = 0; row < present->rows; row++) {
        int below = (row + 1) % present->rows;

        all.flow[row] = (FlowRow){
            x + row * present->stride, y + row * present->stride,
            y + below * present->stride, (int16_t)between(0, INT16_MAX)};
    }
    return all.flow;
}

static void place_heights(void)
{
    Case *present = &all.present;
    int columns = present->columns, rows = present->rows;
    size_t stride = (size_t)present->stride;
    size_t ring = stride * (size_t)(rows + 1) + (size_t)columns + 2;
    size_t block = stride * (size_t)(rows - 1) + (size_t)columns;
    int16_t *now =
        arena_place(&all.now, ring * sizeof *now, present->flush_right);

    fill_heights(now, columns + 2, rows + 2, ring);
    present->now = now + stride + 1;
    present->block_bytes = block * sizeof *now;
    fill_heights((int16_t *)(void *)all.before.bytes, columns, rows, block);
    fill_heights((int16_t *)(void *)all.before_speeds.bytes, columns, rows,
                 block);
    present->depth_map = one_in(2) ? place_bed(ring) : NULL;
    present->flow = one_in(2) ? place_flow() : NULL;
    for (int i = 0; i < 2; i++)
        present->even_flow[i] = one_in(4) ? 0 : between(-INT16_MAX, INT16_MAX);
}

static int16_t weight(int min, int max)
{
    return (int16_t)(one_in(4) ? (one_in(2) ? min : max) : between(min, max));
}

/* Numbers as laws may have them, sensible and at their limits. */
static void choose_law(void)
{
    Stencil *stencil = &all.present.stencil;
    int room;

    *stencil = (Stencil){
        .mirror = one_in(2),
        .damping = between(0, 15),
        .w_prev = weight(-16384, 16384),
        .rounding = (Rounding)between(ROUND_DOWN, ROUND_AWAY),
        .speed_kept = weight(0, 2048),
        .stiffness = weight(0, 16384),
        .friction = (int16_t)between(0, 1),
        .height_kept = weight(0, 16384),
        .max_speed = weight(1, 32000),
        .max_height = weight(1, 32767),
    };
    stencil->w_edge = weight(0, 8192);
    stencil->w_diag = weight(0, 8192 - stencil->w_edge);
    room =
        65535 - abs(stencil->w_prev) - 5 * (stencil->w_edge + stencil->w_diag);
    stencil->w_now =
        weight(room < 32767 ? -room : -32767, room < 32767 ? room : 32767);
    if (one_in(4)) { /* the classic, undamped */
        stencil->w_prev = -16384;
        stencil->w_now = 0;
        stencil->w_edge = 8192;
        stencil->w_diag = 0;
    }
}

static void choose_outlet(void)
{
    Case *present = &all.present;

    present->is_upright = one_in(2);
    present->is_far = one_in(2);
    for (int i = 0; i < 2; i++)
        present->factors[i] =
            one_in(8) ? INT16_MAX : between(-INT16_MAX, INT16_MAX);
    present->decay = between(1, 15);
}

/* As large as some others, in memory of their own. */
static RipplePixels make_pixels(const RipplePixels *shape, RippleFormat format,
                                void *first, size_t stride)
{
    RipplePixels pixels = *shape;
    int is_wide = format != RIPPLE_FORMAT_RGB565;

    pixels.format = format;
    pixels.stride = stride;
    pixels.pixels = is_wide ? first : NULL;
    pixels.pixels565 = is_wide ? NULL : first;
    return pixels;
}

/* Sizes around the block, and at times the largest there may be. */
static void choose_picture(void)
{
    Case *present = &all.present;
    RipplePixels *picture = &present->refraction.picture;
    size_t max = all.picture.size / sizeof(uint32_t);

    picture->width = present->columns + between(0, 40);
    picture->height = present->rows + between(0, 40);
    picture->stride = (size_t)picture->width + (size_t)between(0, 3) * 7;
    if (one_in(16))
        picture->width = RIPPLE_MAX_SIZE;
    else if (one_in(16) && present->columns < 50)
        picture->height = RIPPLE_MAX_SIZE;
    if (picture->stride < (size_t)picture->width)
        picture->stride = (size_t)picture->width;
    if (one_in(16))
        picture->stride = (size_t)(INT16_MAX - 1 + between(0, 3));
    if (picture->stride < (size_t)picture->width)
        picture->stride = (size_t)picture->width;
    while ((size_t)picture->height * picture->stride > max)
        picture->height = present->rows + picture->height / 4;
    present->picture_pixels = ((size_t)picture->height - 1) * picture->stride +
                              (size_t)picture->width;
}

/* Pixels over some of the cells of the block, and which of them are wanted. */
static void choose_magnification(void)
{
    Case *present = &all.present;
    int columns = present->columns, rows = present->rows, width, height;
    int groups, first;

    ripple_grid_map_clear(&present->grid_map);
    if (columns < 2 || rows < 2)
        return;
    columns = between(2, columns < MOST_PIXELS / 2 ? columns : MOST_PIXELS / 2);
    rows = between(2, rows);
    width = between(columns * 7 / 6 + 1, MOST_PIXELS);
    height = between(rows * 7 / 6 + 1, 8 * rows);
    if (ripple_grid_map_init(&present->grid_map, width, height, columns,
                             rows) != 0)
        abort();
    groups = (width + RIPPLE_GROUP - 1) / RIPPLE_GROUP;
    first = between(0, groups - 1);
    groups -= first;
    if (groups > RIPPLE_INTERPOLATE_MAX / RIPPLE_GROUP)
        groups = RIPPLE_INTERPOLATE_MAX / RIPPLE_GROUP;
    present->part = (RippleRect){first * RIPPLE_GROUP, between(0, rows - 1),
                                 between(1, groups) * RIPPLE_GROUP, 0};
    present->part.height = between(1, rows - present->part.y);
    if (present->part.height > PART_ROWS)
        present->part.height = PART_ROWS;
    present->trait = (Trait)between(0, TRAIT_COUNT - 1);
    present->doublings = between(0, 3);
}

static int16_t light_share(void)
{
    return (int16_t)(one_in(8) ? INT16_MAX : between(-INT16_MAX, INT16_MAX));
}

static void choose_look(void)
{
    RenderArgs *refraction = &all.present.refraction;
    int16_t peak = (int16_t)between(0, one_in(2) ? 200 : INT16_MAX);

    refraction->filter = (RippleFilter)between(0, RIPPLE_FILTER_COUNT - 1);
    refraction->view =
        one_in(8) ? (RippleView)between(1, 2) : RIPPLE_VIEW_WATER;
    refraction->is_lit = one_in(2);
    refraction->light = (Lighting){
        .doublings = one_in(2) ? 0 : between(0, 15),
        .diffuse_x = light_share(),
        .diffuse_y = light_share(),
        .caustic = light_share(),
        .absorption = light_share(),
        .specular_peak = peak,
        .specular_width = (int16_t)between(0, peak),
        .slope_grey = light_share(),
        .height_grey = light_share(),
    };
}

/* Each row of pixels lies between any two rows of cells, the second of which
   may be of the ring, where `clear` has nothing. `place` is that of the
   rectangle's first pixel. */
static void choose_traits(ptrdiff_t place)
{
    Case *present = &all.present;
    RenderArgs *refraction = &present->refraction;
    int has_clear = refraction->strength != NULL && present->rows > 1;
    int last = present->rows - 1 - has_clear;
    int16_t *first = all.first_row, *share = all.row_share;

    refraction->cells = NULL;
    refraction->first_x = present->rect.x;
    refraction->first_row = between(0, 100);
    for (int y = 0; y < present->rows; y++) {
        all.first_row[y] = (int16_t)(refraction->first_row + between(0, last));
        all.row_share[y] = (int16_t)between(0, INT16_MAX);
    }
    refraction->axis_y =
        (GridAxis){first - present->rect.y, share - present->rect.y};
    for (int i = 0; i < TRAIT_COUNT; i++)
        refraction->traits[i] = present->now + i % 3 - 1;
    refraction->strength = has_clear ? refraction->strength + place : NULL;
}

static void choose_refraction(void)
{
    static const int gains[] = {0,    1,    256,  4095,
                                4096, 4097, 8192, RIPPLE_MAX_GAIN};
    Case *present = &all.present;
    RenderArgs *refraction = &present->refraction;
    const RipplePixels *picture = &refraction->picture;
    int aligned = one_in(2);
    ptrdiff_t place; /* of the rectangle's first pixel */

    choose_picture();
    present->rect = (RippleRect){between(0, picture->width - present->columns),
                                 between(0, picture->height - present->rows),
                                 present->columns, present->rows};
    place = present->rect.y * present->stride + present->rect.x;
    refraction->gain_q12 =
        one_in(2) ? gains[between(0, 7)] : between(0, RIPPLE_MAX_GAIN);
    refraction->rows_ahead = one_in(2) ? 0 : between(1, 200);
    refraction->stride = (size_t)present->stride;
    refraction->cells = present->now - place;
    refraction->strength = NULL;
    if (one_in(3))
        refraction->strength = place_values(&all.clear, 0) - place;
    if (one_in(3))
        choose_traits(place);
    choose_look();
    present->frame_stride =
        (size_t)present->columns + (size_t)between(0, MOST_PADDING / 2);
    if (aligned)
        present->frame_stride = (present->frame_stride + 31) / 32 * 32;
    present->frame_pixels =
        present->frame_stride * (size_t)(present->rows - 1) +
        (size_t)present->columns;
}

void cases_make(uint64_t number, int verbose)
{
    Case *present = &all.present;
    const Stencil *stencil = &present->stencil;

    all.random = (number + 1) * 0x9e3779b97f4a7c15u;
    choose_shape(number);
    place_heights();
    choose_law();
    choose_outlet();
    choose_magnification();
    choose_refraction();
    if (verbose)
        printf("case %llu: %dx%d cells, stride %d, %s bed, %s, flush %s\n"
               "damping %d, weights %d %d %d %d, rounding %d, pull %d, "
               "keep %d %d, most %d %d, flow %d %d\n"
               "gain %d, filter %d, view %d, %s, picture %dx%d, stride %zu, at "
               "(%d, %d), frame stride %zu, %d rows ahead\n",
               (unsigned long long)number, present->columns, present->rows,
               (int)present->stride, present->depth_map != NULL ? "a" : "no",
               stencil->mirror ? "mirror" : "fixed",
               present->flush_right ? "right" : "left", stencil->damping,
               stencil->w_prev, stencil->w_now, stencil->w_edge,
               stencil->w_diag, (int)stencil->rounding, stencil->stiffness,
               stencil->speed_kept, stencil->height_kept, stencil->max_speed,
               stencil->max_height, present->even_flow[0],
               present->even_flow[1], present->refraction.gain_q12,
               (int)present->refraction.filter, (int)present->refraction.view,
               present->refraction.is_lit ? "lit" : "not lit",
               present->refraction.picture.width,
               present->refraction.picture.height,
               present->refraction.picture.stride, present->rect.x,
               present->rect.y, present->frame_stride,
               present->refraction.rows_ahead);
}

static int16_t *place_block(const Arena *arena, const Arena *before)
{
    const Case *present = &all.present;
    int16_t *block =
        arena_place(arena, present->block_bytes, present->flush_right);

    memcpy(block, before->bytes, present->block_bytes);
    return block;
}

/* The first two laws know open water only. */
static int run_step(const Kernels *kernels, StencilKind kind, Side side)
{
    const Case *present = &all.present;
    Stencil stencil = present->stencil;
    StepArgs block = {
        .next = place_block(&all.next[side], &all.before),
        .now = present->now,
        .speeds = place_block(&all.speeds[side], &all.before_speeds),
        .depth_map = kind > STENCIL_ROUND ? present->depth_map : NULL,
        .stride = present->stride,
        .columns = present->columns,
        .rows = present->rows,
    };

    stencil.kind = kind;
    return kernels->step[kind](&block, &stencil);
}

static int run_carry(const Kernels *kernels, Side side)
{
    const Case *present = &all.present;
    AdvectArgs stretch = {
        .to = place_block(&all.next[side], &all.before),
        .from = present->now,
        .flow = present->flow,
        .flow_column = present->flow_column,
        .depth_map = present->depth_map,
        .stride = present->stride,
        .x = present->even_flow[0],
        .y = present->even_flow[1],
        .columns = present->columns,
        .rows = present->rows,
    };

    place_block(&all.speeds[side], &all.before_speeds);
    return kernels->advect(&stretch);
}

/* An edge along the second row or column of the block, or the last but one,
   with the ring along the outermost. */
static AbsorbingBoundary place_outlet(int16_t *next, int16_t *rest, int is_far)
{
    const Case *present = &all.present;
    int columns = present->columns, rows = present->rows;
    int is_upright = present->is_upright;
    ptrdiff_t stride = present->stride, across = is_upright ? 1 : stride;
    ptrdiff_t edge = (is_far ? (is_upright ? columns : rows) - 2 : 1) * across;
    int count = is_upright ? rows : columns;

    return (AbsorbingBoundary){
        .next = next + edge,
        .now = present->now + edge,
        .along = is_upright ? stride : 1,
        .outside = is_far ? across : -across,
        .inner = rest,
        .outer = rest + count,
        .count = count,
        .normal = (int16_t)present->factors[0],
        .oblique = (int16_t)present->factors[1],
        .is_normal = present->stencil.mirror,
        .decay = present->decay,
    };
}

/* What is left over lies in the block of speeds, one after the other. Smaller
   blocks have no room for it. */
static int run_let_out(const Kernels *kernels, Side side)
{
    const Case *present = &all.present;
    int16_t *next = place_block(&all.next[side], &all.before);
    int16_t *rest = place_block(&all.speeds[side], &all.before_speeds);
    AbsorbingBoundary boundary, opposite;

    if (present->columns < 4 || present->rows < 3)
        return 0;
    boundary = place_outlet(next, rest, present->is_far);
    if (!present->is_upright || present->is_far)
        return kernels->absorb(&boundary, NULL);
    opposite = place_outlet(next, rest + 2 * boundary.count, 1);
    return kernels->absorb(&boundary, &opposite);
}

static void run_magnify(const Kernels *kernels, Side side)
{
    const Case *present = &all.present;
    int16_t *to = arena_place(&all.next[side], PART_BYTES, 1);
    InterpolateArgs args = {
        .to = to,
        .to_stride = present->part.width,
        .from = present->now,
        .stride = present->stride,
        .columns = present->grid_map.columns,
        .axis_x = present->grid_map.axis_x,
        .x = present->part.x,
        .width = present->part.width,
        .y = present->part.y,
        .rows = present->part.height,
        .doublings = present->doublings,
    };

    memset(to, 0x66, PART_BYTES);
    args.to += PART_BYTES / sizeof *to -
               (size_t)present->part.width * (size_t)present->part.height;
    if (present->grid_map.columns > 0)
        kernels->interpolate(&args, present->trait);
}

/* Pixels of 16 bits have the plain look only. */
static void run_refract(const Kernels *kernels, RippleFormat format, Side side)
{
    const Case *present = &all.present;
    RenderArgs refraction = present->refraction;
    const RipplePixels *shape = &present->refraction.picture;
    size_t size = ripple_pixels_size(format),
           bytes = present->frame_pixels * size;
    char *first = arena_place(&all.frame[side], bytes, present->flush_right);
    char *picture = arena_place(&all.picture, present->picture_pixels * size,
                                present->flush_right);
    size_t offset = (size_t)present->rect.y * present->frame_stride +
                    (size_t)present->rect.x;

    memset(first, 0x66, bytes);
    refraction.picture = make_pixels(shape, format, picture, shape->stride);
    refraction.frame = make_pixels(shape, format, first - offset * size,
                                   present->frame_stride);
    if (format == RIPPLE_FORMAT_RGB565) {
        refraction.filter = RIPPLE_FILTER_NEAREST;
        refraction.view = RIPPLE_VIEW_WATER;
        refraction.is_lit = 0;
    }
    kernels->render(&refraction, present->rect);
}

static int is_refraction(Family family)
{
    return family == FAMILY_REFRACT || family == FAMILY_REFRACT565;
}

static RippleFormat find_format(Family family)
{
    return family == FAMILY_REFRACT565 ? RIPPLE_FORMAT_RGB565
                                       : RIPPLE_FORMAT_ARGB8888;
}

static int run(Family family, const Kernels *kernels, Side side)
{
    if (family == FAMILY_CARRY)
        return run_carry(kernels, side);
    if (family == FAMILY_LET_OUT)
        return run_let_out(kernels, side);
    if (family < (Family)STENCIL_COUNT)
        return run_step(kernels, (StencilKind)family, side);
    if (family == FAMILY_MAGNIFY)
        run_magnify(kernels, side);
    else
        run_refract(kernels, find_format(family), side);
    return 0;
}

static int same(const Arena *sides, size_t size, int flush_right)
{
    return memcmp(arena_place(&sides[SIDE_SCALAR], size, flush_right),
                  arena_place(&sides[SIDE_LEVEL], size, flush_right),
                  size) == 0;
}

static uint64_t hash_value(uint64_t hash, uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        hash = (hash ^ ((value >> shift) & 0xff)) * HASH_PRIME;
    return hash;
}

static uint64_t hash_cells(uint64_t hash, const Arena *arena)
{
    const Case *present = &all.present;
    const int16_t *cells =
        arena_place(arena, present->block_bytes, present->flush_right);

    for (int y = 0; y < present->rows; y++) {
        for (int x = 0; x < present->columns; x++)
            hash = hash_value(hash, (uint16_t)cells[y * present->stride + x]);
    }
    return hash;
}

static uint64_t hash_pixels(uint64_t hash, const Arena *arena,
                            RippleFormat format)
{
    const Case *present = &all.present;
    size_t size = ripple_pixels_size(format);
    const void *frame =
        arena_place(arena, present->frame_pixels * size, present->flush_right);
    const uint32_t *pixels = frame;
    const uint16_t *pixels565 = frame;

    for (int y = 0; y < present->rows; y++) {
        size_t row = (size_t)y * present->frame_stride;

        for (size_t x = 0; x < (size_t)present->columns; x++)
            hash = hash_value(hash, format == RIPPLE_FORMAT_RGB565
                                        ? pixels565[row + x]
                                        : pixels[row + x]);
    }
    return hash;
}

static uint64_t hash_part(uint64_t hash)
{
    const int16_t *values = arena_place(&all.next[SIDE_SCALAR], PART_BYTES, 1);

    for (size_t i = 0; i < PART_BYTES / sizeof *values; i++)
        hash = hash_value(hash, (uint16_t)values[i]);
    return hash;
}

uint64_t cases_run_scalar(Family family)
{
    uint64_t hash = HASH_START;

    all.scalar_flags[family] =
        run(family, ripple_kernels_level(0), SIDE_SCALAR);
    hash = hash_value(hash, (uint32_t)all.scalar_flags[family]);
    if (is_refraction(family))
        return hash_pixels(hash, &all.frame[SIDE_SCALAR], find_format(family));
    if (family == FAMILY_MAGNIFY)
        return hash_part(hash);
    hash = hash_cells(hash, &all.next[SIDE_SCALAR]);
    return (StencilKind)family == STENCIL_SPRING
               ? hash_cells(hash, &all.speeds[SIDE_SCALAR])
               : hash;
}

/* Compares all that was written, and what lies between. */
const char *cases_run(Family family, const Kernels *kernels)
{
    const Case *present = &all.present;
    int flags = run(family, kernels, SIDE_LEVEL);
    int flush_right = present->flush_right, is_same;

    if (flags != all.scalar_flags[family])
        return "other flags";
    if (is_refraction(family))
        is_same = same(all.frame,
                       present->frame_pixels *
                           ripple_pixels_size(find_format(family)),
                       flush_right);
    else if (family == FAMILY_MAGNIFY)
        is_same = same(all.next, PART_BYTES, 1);
    else
        is_same = same(all.next, present->block_bytes, flush_right) &&
                  same(all.speeds, present->block_bytes, flush_right);
    return is_same ? NULL : "other bits";
}
