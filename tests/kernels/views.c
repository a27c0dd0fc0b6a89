/* SPDX-License-Identifier: MIT */
#include "views.h"

#include "lib/util/fixed.h"

#include <stdio.h>
#include <string.h>

#define MAX_SIDE      48 /* cells */
#define MAX_HEIGHT    40 /* pixels */
#define MAX_GROUPS    5  /* of columns that are cast */
#define MAX_PADDING   40
#define MAX_DISTANCES 60
#define MAX_TEXTURE   200

#define MAX_CELLS ((size_t)(MAX_SIDE + MAX_PADDING) * (MAX_SIDE + 2))
#define MAX_PIXELS \
    ((size_t)MAX_HEIGHT * (MAX_GROUPS * RIPPLE_CAST_GROUP + MAX_PADDING))

static Arena places, floors, coarse, inverse, mirrored;
static float distances[MAX_DISTANCES];

/* The output of cast that a test does not look at. */
static float unseen[MAX_PIXELS];

int views_init(void)
{
    int failed = arena_init(&places, MAX_CELLS * sizeof(Place)) |
                 arena_init(&floors, MAX_CELLS * sizeof(Floor)) |
                 arena_init(&coarse, (size_t)MAX_TEXTURE * MAX_TEXTURE *
                                         sizeof(uint32_t)) |
                 arena_init(&inverse, MAX_PIXELS * sizeof(float)) |
                 arena_init(&mirrored, MAX_PIXELS * sizeof(Mirrored));
    uint32_t *texels = (void *)coarse.bytes;

    for (size_t i = 0; !failed && i < coarse.size / sizeof *texels; i++)
        texels[i] = (uint32_t)i * 0x9e3779b1u;
    return failed ? -1 : 0;
}

/* Exact on every machine. */
static float real(float min, float max)
{
    return min + (max - min) * ((float)between(0, 4096) / 4096);
}

static int16_t choose_value(int kind, int x, int y)
{
    switch (kind) {
    case 0:
        return (int16_t)(between(0, 65535) - 32768);
    case 1:
        return (int16_t)((x * 37 + y * 11) % 97 * 60 - 3000);
    case 2:
        return (int16_t)between(-300, 300);
    case 3:
        return (int16_t)(one_in(2) ? INT16_MAX : INT16_MIN);
    default:
        return (int16_t)(kind == 4 ? 0 : kind * -4000);
    }
}

static void choose_terrain(void)
{
    Terrain *terrain = &test.cast.terrain;
    int columns = between(1, one_in(4) ? 3 : MAX_SIDE);
    int rows = between(1, one_in(4) ? 3 : MAX_SIDE);
    int ground = between(0, 7), water = between(0, 4), slope = between(0, 4);
    int stride = columns + 1 + (one_in(2) ? 0 : between(0, MAX_PADDING - 1));
    size_t cells = (size_t)(stride * rows + columns + 1);
    Place *place =
        arena_place(&places, cells * sizeof *place, test.flush_right);
    Floor *floor =
        arena_place(&floors, cells * sizeof *floor, test.flush_right);

    *terrain = (Terrain){
        .places = place,
        .floor = floor,
        .stride = stride,
        .max_x = (float)(columns - 1),
        .max_y = (float)(rows - 1),
        .unit = real(0, 1) * real(0, 0.02f),
        .fall = real(0, 1) * real(0, 0.2f),
        .bank = one_in(2) ? 0 : real(0, 0.3f),
        .bank_in = real(0, 1),
        .is_deck = one_in(2),
    };
    for (size_t i = 0; i < cells; i++) {
        int x = (int)i % stride, y = (int)i / stride;

        place[i] =
            (Place){choose_value(ground, x, y), choose_value(water, y, x),
                    choose_value(slope, x, y), choose_value(slope, y, x)};
        floor[i] = (Floor){choose_value(ground, x, y),
                           (int16_t)between(0, one_in(8) ? INT16_MAX : 400)};
    }
}

static void choose_eye(void)
{
    Eye *eye = &test.cast.eye;
    const Terrain *terrain = &test.cast.terrain;
    float turn = one_in(8) ? 0 : real(-1, 1), square = 1 + turn * turn;
    float sine = 2 * turn / square, cosine = (1 - turn * turn) / square;
    int height = test.cast.height, width = test.cast.x + test.cast.width;

    *eye = (Eye){
        .place = {terrain->max_x * real(-1, 2), terrain->max_y * real(-1, 2),
                  one_in(8) ? real(0.01f, 300) : real(0.01f, 12)},
        .forward_x = cosine,
        .forward_y = sine,
        .right_x = -sine,
        .right_y = cosine,
        .focal = real(0.5f, one_in(4) ? 400 : 60),
        .horizon = (float)height * real(-1, 2),
        .middle = (float)width * real(0, 1),
    };
    eye->inverse_focal = 1 / eye->focal;
}

static void choose_distances(void)
{
    float z = real(0.05f, 3), step = real(0.05f, 3);

    test.cast.count = between(1, MAX_DISTANCES);
    test.cast.distances = distances;
    for (int i = 0; i < test.cast.count; i++) {
        distances[i] = z;
        z += step + (one_in(8) ? step * 9 : 0);
    }
}

/* Coarse levels may lie anywhere. */
static void choose_texture(void)
{
    Texture *texture = &test.shade.texture;
    int width = between(one_in(8) ? 1 : 65, MAX_TEXTURE), height;
    ptrdiff_t stride = width + between(0, 9);
    size_t pixels;
    float limit = one_in(4) ? 1e9f : real(0, 30);

    height = between(one_in(8) ? 1 : 65, MAX_TEXTURE);
    if (one_in(32)) /* of lanes that have 16 bits for it */
        stride = INT16_MAX + one_in(2);
    pixels = (size_t)stride * (size_t)(height - 1) + (size_t)width;
    if (pixels * sizeof(uint32_t) > all.picture.size) {
        height = 64;
        pixels = (size_t)stride * (size_t)(height - 1) + (size_t)width;
    }
    *texture = (Texture){
        .pixels = arena_place(&all.picture, pixels * sizeof(uint32_t),
                              test.flush_right),
        .coarse = (const uint32_t *)(const void *)coarse.bytes,
        .per_cell_x = real(0.1f, 5),
        .per_cell_y = real(0.1f, 5),
    };
    texture->levels[0] = (TextureLevel){0, stride, width - 1, height - 1};
    for (int i = 1; i < RIPPLE_TEXTURE_LEVELS; i++) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        texture->levels[i] = (TextureLevel){between(0, MAX_TEXTURE), width,
                                            width - 1, height - 1};
        texture->limits[i - 1] = limit;
        limit += real(0, 30);
    }
}

static Colour choose_colour(void)
{
    return (Colour){real(0, 255), real(0, 255), real(0, 255)};
}

static void choose_scenery(void)
{
    test.shade.scenery = (Scenery){
        .sun = one_in(2) ? (Vector){0.6f, 0, 0.8f} : (Vector){0, -0.8f, 0.6f},
        .horizon = choose_colour(),
        .zenith = choose_colour(),
        .deep = choose_colour(),
        .tint = {one_in(2) ? 1 : real(0, 1), real(0.3f, 1), 1},
        .thickness = {real(0, 1), real(0, 0.3f), real(0, 0.1f)},
        .haze = one_in(4) ? 1e9f : real(1, 400),
        .shine = real(0, 1),
        .mirror = one_in(2) ? 1 : real(0, 1),
        .moist = real(0.5f, 100),
        .foam = real(0.5f, 100),
        .glitter = real(0, 2),
        .breeze = real(0, 1),
        .tile = real(0, 1),
        .gust_u = real(0, 9),
        .gust_v = real(0, 9),
        .cloud_u = real(0, 1),
        .cloud_v = real(0, 1),
        .swash = real(0, 1),
        .bed = choose_colour(),
        .rim = real(0, 40),
        .bare = real(0, 2),
        .sink = real(0, 2),
        .fading = one_in(4) ? 0 : real(0, 0.1f),
    };
}

/* The same tiles in all cases: any numbers. */
static const SeaTexel *make_sea(void)
{
    static SeaTexel sea[RIPPLE_SEA_TILES * RIPPLE_SEA_TEXELS];
    static int is_made;
    uint64_t random = 1;

    for (int i = 0; i < RIPPLE_SEA_TILES * RIPPLE_SEA_TEXELS && !is_made; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        sea[i] = (SeaTexel){(int16_t)(random >> 48), (int16_t)(random >> 40),
                            (int16_t)(random >> 32), (int16_t)(random >> 24)};
    }
    is_made = 1;
    return sea;
}

/* What the caster sees, and here and there anything else. */
static void choose_inverse(void)
{
    CastArgs args = test.cast;
    size_t pixels = (size_t)args.inverse_stride * (size_t)(args.height - 1) +
                    (size_t)(args.x + args.width);
    float *values =
        arena_place(&inverse, pixels * sizeof *values, test.flush_right);

    for (size_t i = 0; i < pixels; i++)
        values[i] = 0;
    args.inverse = values;
    args.edges = (uint8_t *)unseen;
    ripple_kernels_level(0)->cast(&args);
    for (int i = one_in(2) ? between(0, 40) : 0; i > 0; i--)
        values[between(0, (int)pixels - 1)] =
            one_in(2) ? 0 : 1 / real(0.1f, one_in(2) ? 10 : 1000);
    test.shade.inverse = values;
    test.shade.inverse_stride = args.inverse_stride;
}

/* Points around all pixels; many mirror no land. */
static void choose_mirrored(void)
{
    int columns = (test.cast.x + test.cast.width - 1) / RIPPLE_CAST_GROUP + 2;
    int rows = (test.cast.height - 1) / RIPPLE_MIRROR_ROWS + 2;
    int stride = columns + (one_in(2) ? 0 : between(0, 9));
    int count = stride * (rows - 1) + columns, rare = between(1, 9);
    Mirrored *points = arena_place(&mirrored, (size_t)count * sizeof *points,
                                   test.flush_right);

    for (int i = 0; i < count; i++)
        points[i] = (Mirrored){choose_colour(), one_in(rare) ? real(0, 1) : 0};
    test.shade.mirrored = points;
    test.shade.mirrored_stride = stride;
}

static void choose_shaded(void)
{
    int width = test.cast.x + test.cast.width, height = test.cast.height;
    RippleRect *rect = &test.shaded;

    rect->x = between(0, width - 1);
    rect->y = between(0, height - 1);
    rect->width = between(1, width - rect->x);
    rect->height = between(1, min_int(height - rect->y, 4));
    test.shade.frame_stride = rect->width + between(0, MAX_PADDING);
}

void views_make(void)
{
    int groups = between(1, MAX_GROUPS), first = between(0, groups - 1);

    test.cast = (CastArgs){
        .x = first * RIPPLE_CAST_GROUP,
        .width = (groups - first) * RIPPLE_CAST_GROUP,
        .height = between(1, one_in(4) ? 3 : MAX_HEIGHT),
        .highest = 1e9f,
        .inverse_stride = groups * RIPPLE_CAST_GROUP +
                          (one_in(2) ? 0 : between(0, MAX_PADDING)),
    };
    choose_terrain();
    choose_eye();
    choose_distances();
    test.shade.terrain = test.cast.terrain;
    test.shade.eye = test.cast.eye;
    choose_texture();
    choose_scenery();
    test.shade.sea = make_sea();
    choose_inverse();
    choose_mirrored();
    choose_shaded();
    test.cast_pixels =
        (size_t)test.cast.inverse_stride * (size_t)(test.cast.height - 1) +
        (size_t)test.cast.width;
    test.shaded_pixels =
        (size_t)test.shade.frame_stride * (size_t)(test.shaded.height - 1) +
        (size_t)test.shaded.width;
}

void views_print(void)
{
    const CastArgs *cast = &test.cast;
    const TextureLevel *level = test.shade.texture.levels;

    printf("view: %gx%g places, stride %d, columns %d to %d, %d high, "
           "%d distances, texture %dx%d, shaded %dx%d at (%d, %d)\n",
           (double)cast->terrain.max_x + 1, (double)cast->terrain.max_y + 1,
           (int)cast->terrain.stride, cast->x, cast->x + cast->width,
           cast->height, cast->count, level->last_x + 1, level->last_y + 1,
           test.shaded.width, test.shaded.height, test.shaded.x, test.shaded.y);
}

/* Numbers take the place of pixels: bytes, edges, or floats. */
int run_cast(const Kernels *kernels, int kind, Side side)
{
    CastArgs args = test.cast;
    size_t size =
        kind == CAST_EDGES ? sizeof *args.edges : sizeof *args.inverse;
    size_t bytes = test.cast_pixels * size;
    void *frame = arena_place(&all.frame[side], bytes, test.flush_right);

    memset(frame, 0x66, bytes);
    args.inverse = kind == CAST_EDGES ? unseen : (float *)frame - args.x;
    args.edges =
        kind == CAST_EDGES ? (uint8_t *)frame - args.x : (uint8_t *)unseen;
    kernels->cast(&args);
    return 0;
}

int run_shade(const Kernels *kernels, int kind, Side side)
{
    ShadeArgs args = test.shade;
    size_t bytes = test.shaded_pixels * sizeof *args.frame;

    (void)kind;
    args.frame = arena_place(&all.frame[side], bytes, test.flush_right);
    memset(args.frame, 0x66, bytes);
    args.frame -= test.shaded.y * args.frame_stride + test.shaded.x;
    kernels->shade(&args, test.shaded);
    return 0;
}
