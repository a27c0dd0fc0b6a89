/* SPDX-License-Identifier: MIT */
/* Runs kernels on the case that was drawn, and compares what they write. */
#include "cases.h"

#include "lib/util/fixed.h"
#include "lib/look/pixel_formats.h"
#include "views.h"

#include <string.h>

#define HASH_START 0xcbf29ce484222325u /* FNV-1a */
#define HASH_PRIME 0x100000001b3u

static int scalar_flags[FAMILY_COUNT];

/* Pixels of the size of `shape` in other memory. */
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

static const int16_t *fractions_of(Cells plane)
{
    return arena_place(&all.cells[plane], test.block_bytes, test.flush_right);
}

static int16_t *place_copy(const Arena *arena, const void *values)
{
    int16_t *block = arena_place(arena, test.block_bytes, test.flush_right);

    memcpy(block, values, test.block_bytes);
    return block;
}

static int16_t *place_block(const Arena *arena, Cells before)
{
    return place_copy(arena, all.cells[before].bytes);
}

/* The sums of these stencils have 16 bits. */
static int leaps(int kind)
{
    return kind == STENCIL_CLASSIC || kind == STENCIL_ROUND ||
           kind == STENCIL_LINEAR_ROUND;
}

/* The first two kinds know no depth map. The fractions of `next` take the place
   of the speeds. */
static int run_step(const Kernels *kernels, int kind, Side side)
{
    Stencil stencil = test.stencil;
    int is_fine = kind == STENCIL_FINE;
    int16_t *beside = is_fine ? place_copy(&all.speeds[side],
                                           fractions_of(CELLS_NEXT_FRACTIONS))
                              : place_block(&all.speeds[side], CELLS_SPEEDS);
    StepArgs block = {
        .next = place_block(&all.next[side], CELLS_NEXT),
        .now = test.now,
        .speeds = is_fine ? NULL : beside,
        .next_fractions = is_fine ? beside : NULL,
        .now_fractions = is_fine ? test.now_fractions : NULL,
        .depth_map = kind > STENCIL_ROUND ? test.depth_map : NULL,
        .stride = test.stride,
        .columns = test.columns,
        .rows = test.rows,
    };

    stencil.kind = kind;
    if (test.max_height > (leaps(stencil.kind) ? MAX_LEAP : INT16_MAX))
        return 0;
    return kernels->step[kind](&block, &stencil);
}

static int run_advect(const Kernels *kernels, int kind, Side side)
{
    AdvectArgs args = {
        .to = place_block(&all.next[side], CELLS_NEXT),
        .from = test.now,
        .flow = test.flow,
        .flow_column = test.flow_column,
        .depth_map = test.depth_map,
        .stride = test.stride,
        .x = test.uniform_flow[0],
        .y = test.uniform_flow[1],
        .columns = test.columns,
        .rows = test.rows,
    };

    (void)kind;
    place_block(&all.speeds[side], CELLS_SPEEDS);
    return kernels->advect(&args);
}

static uint64_t add_product(uint64_t hash, const Product *sum)
{
    hash = hash * 31 + (uint64_t)sum->cells;
    hash = hash * 31 + (uint64_t)sum->crossed;
    return hash * 31 + (uint64_t)sum->fractions;
}

/* `next` is the block of speeds; smaller than the block, as a tile is. */
static int run_measure(const Kernels *kernels, int kind, Side side)
{
    EnergyArgs args = {
        .before = {place_block(&all.next[side], CELLS_NEXT), NULL},
        .now = {test.now, NULL},
        .next = {place_block(&all.speeds[side], CELLS_SPEEDS), NULL},
        .before_stride = test.stride,
        .stride = test.stride,
        .columns = test.columns,
        .rows = test.rows,
    };
    Energy energy;
    uint64_t hash;

    if (test.has_fractions) {
        args.before.fractions = fractions_of(CELLS_NEXT_FRACTIONS);
        args.now.fractions = test.now_fractions;
        args.next.fractions = fractions_of(CELLS_SPEEDS_FRACTIONS);
    }
    (void)kind;
    if (test.max_height > INT16_MAX)
        return 0;
    if (args.columns > RIPPLE_MEASURE_CELLS)
        args.columns = RIPPLE_MEASURE_CELLS;
    if (args.rows > RIPPLE_MEASURE_CELLS / args.columns)
        args.rows = RIPPLE_MEASURE_CELLS / args.columns;
    energy = kernels->measure(&args);
    hash = add_product(0, &energy.now2);
    hash = add_product(hash, &energy.next2);
    hash = add_product(hash, &energy.product);
    return (int)(hash * 0x9e3779b97f4a7c15u >> 33);
}

/* The block of speeds is `before`. */
static int run_blend(const Kernels *kernels, int kind, Side side)
{
    BlendArgs args = {
        .to = place_block(&all.next[side], CELLS_NEXT),
        .now = test.now,
        .before = place_block(&all.speeds[side], CELLS_SPEEDS),
        .stride = test.stride,
        .columns = test.columns,
        .rows = test.rows,
        .phase = test.phase,
    };

    (void)kind;
    kernels->blend(&args);
    return 0;
}

/* A part of the block, with numbers all around that are not negative. */
static int run_scatter(const Kernels *kernels, int kind, Side side)
{
    int16_t *to = arena_place(&all.next[side], PART_BYTES, 1);
    int columns = min_int(test.columns, RIPPLE_COLLECT_COLUMNS);
    int rows = min_int(test.rows, PART_ROWS), reach = RIPPLE_RAY_REACH;
    ptrdiff_t stride = columns + 2 * reach;
    ScatterArgs args = {
        .cells = test.now,
        .stride = test.stride,
        .to_stride = stride,
        .columns = columns,
        .rows = rows,
        .bend = test.ray_bend,
    };

    (void)kind;
    for (size_t i = 0; i < PART_BYTES / sizeof *to; i++)
        to[i] = (int16_t)(i * 37 % 1000);
    args.to = to + PART_BYTES / sizeof *to - stride * (rows + reach) + reach;
    kernels->scatter(&args);
    return 0;
}

/* A part of the block, which is the field. One plane of rays, from its first
   row, its second and backwards, is all three; its outer columns are what is
   read around the part. */
static int run_collect(const Kernels *kernels, int kind, Side side)
{
    int16_t *end = arena_place(&all.next[side], PART_BYTES, 1);
    size_t cells = test.padded_bytes / sizeof(int16_t), count;
    int16_t *rays =
        arena_place(&all.speeds[side], test.padded_bytes, test.flush_right);
    const int16_t *heights = test.now - test.stride - 1;
    int around = RIPPLE_COLLECT_RAYS, all_rows = test.rows + 2;
    int x = test.columns / 3, y = test.rows / 3;
    CollectArgs args = {
        .cells = test.now + y * test.stride + x,
        .columns = min_int(test.columns - max_int(x, 2 * around - 2),
                           RIPPLE_COLLECT_COLUMNS),
        .rows = min_int(test.rows - y, RIPPLE_COLLECT_ROWS),
        .stride = test.stride,
        .left = -x,
        .top = -y,
        .right = test.columns - 1 - x,
        .bottom = test.rows - 1 - y,
        .bend = test.ray_bend,
        .lighting = test.render.optics.light,
    };

    (void)kind;
    for (size_t i = 0; i < cells; i++)
        rays[i] = (int16_t)max_int(heights[i] / 16, -RIPPLE_RAY / 3);
    memset(end, 0x66, PART_BYTES);
    if (args.columns < 1)
        return 0;
    for (int i = 0; i < args.rows + 2 * around; i++) {
        int row = i % all_rows;

        args.rays[i][0] = rays + row * test.stride + around;
        args.rays[i][1] = rays + (row + 1) % all_rows * test.stride + around;
        args.rays[i][2] = rays + (all_rows - 1 - row) * test.stride + around;
    }
    end += PART_BYTES / sizeof *end;
    count = (size_t)(args.columns * args.rows);
    args.to_stride = args.columns;
    args.light = end - 2 * count;
    args.shine = end - count;
    return kernels->collect(&args);
}

static int run_interpolate(const Kernels *kernels, int kind, Side side)
{
    int16_t *to = arena_place(&all.next[side], PART_BYTES, 1);
    InterpolateArgs args = {
        .to = to,
        .to_stride = test.part.width,
        .surface = test.surface,
        .optics = &test.render.optics,
        .columns = test.grid_map.size.columns,
        .axis_x = test.grid_map.axis_x,
        .x = test.part.x,
        .width = test.part.width,
        .y = test.part.y,
        .rows = test.part.height,
    };

    (void)kind;
    memset(to, 0x66, PART_BYTES);
    args.to += PART_BYTES / sizeof *to -
               (size_t)test.part.width * (size_t)test.part.height;
    if (test.grid_map.size.columns > 0)
        kernels->interpolate(&args, test.trait);
    return 0;
}

/* RGB565 is drawn as water, nearest, unlit only. */
static int run_render(const Kernels *kernels, int kind, Side side)
{
    RippleFormat format = (RippleFormat)kind;
    RenderArgs render = test.render;
    const RipplePixels *shape = &test.render.picture;
    size_t size = ripple_pixels_size(format), bytes = test.frame_pixels * size;
    char *first = arena_place(&all.frame[side], bytes, test.flush_right);
    char *picture =
        arena_place(&all.picture, test.picture_pixels * size, test.flush_right);
    size_t offset =
        (size_t)test.rect.y * test.frame_stride + (size_t)test.rect.x;

    memset(first, 0x66, bytes);
    render.picture = make_pixels(shape, format, picture, shape->stride);
    render.frame =
        make_pixels(shape, format, first - offset * size, test.frame_stride);
    if (format == RIPPLE_FORMAT_RGB565) {
        render.filter = RIPPLE_FILTER_NEAREST;
        render.view = RIPPLE_VIEW_WATER;
        render.is_lit = 0;
    }
    kernels->render(&render, test.rect);
    return 0;
}

#define STEP_FAMILY(NAME, name) \
    [STENCIL_##NAME] = {"step " #name, run_step, STENCIL_##NAME, WRITES_CELLS},

/* A kernel: how to run it, with a kind of its own, and what it writes. */
static const struct {
    const char *name;
    int (*run)(const Kernels *kernels, int kind, Side side);
    int kind;
    enum {
        WRITES_CELLS,
        WRITES_PART,
        WRITES_PIXELS,
        WRITES_COLUMNS,
        WRITES_SHADED
    } writes;
} families[FAMILY_COUNT] = {
    [FAMILY_ADVECT] = {"advect", run_advect, 0, WRITES_CELLS},
    [FAMILY_MEASURE] = {"measure", run_measure, 0, WRITES_CELLS},
    [FAMILY_SCATTER] = {"scatter", run_scatter, 0, WRITES_PART},
    [FAMILY_COLLECT] = {"collect", run_collect, 0, WRITES_PART},
    [FAMILY_BLEND] = {"blend", run_blend, 0, WRITES_CELLS},
    [FAMILY_INTERPOLATE] = {"interpolate", run_interpolate, 0, WRITES_PART},
    [FAMILY_RENDER] = {"render", run_render, RIPPLE_FORMAT_ARGB8888,
                       WRITES_PIXELS},
    [FAMILY_RENDER565] = {"render565", run_render, RIPPLE_FORMAT_RGB565,
                          WRITES_PIXELS},
    [FAMILY_CAST] = {"cast", run_cast, CAST_INVERSE, WRITES_COLUMNS},
    [FAMILY_CAST_EDGES] = {"cast edges", run_cast, CAST_EDGES, WRITES_COLUMNS},
    [FAMILY_SHADE] = {"shade", run_shade, 0, WRITES_SHADED},
    RIPPLE_STENCILS(STEP_FAMILY)};

const char *cases_family(Family family)
{
    return families[family].name;
}

/* Rows of values that a kernel writes, with gaps that it must leave alone. */
typedef struct Written {
    const Arena *sides;
    size_t bytes, value_bytes, stride;
    int flush_right, columns, rows;
} Written;

static Written find_written(Family family)
{
    Written cells = {.sides = all.next,
                     .bytes = test.block_bytes,
                     .value_bytes = sizeof(int16_t),
                     .stride = (size_t)test.stride,
                     .flush_right = test.flush_right,
                     .columns = test.columns,
                     .rows = test.rows};
    int kind = families[family].kind;
    size_t size;

    if (families[family].writes == WRITES_PART)
        return (Written){all.next, PART_BYTES, sizeof(int16_t),
                         0,        1,          PART_BYTES / sizeof(int16_t),
                         1};
    if (families[family].writes == WRITES_CELLS)
        return cells;
    if (families[family].writes == WRITES_COLUMNS) {
        size = kind == CAST_EDGES ? sizeof(uint8_t) : sizeof(float);
        return (Written){all.frame,
                         test.cast_pixels * size,
                         size,
                         (size_t)test.cast.inverse_stride,
                         test.flush_right,
                         test.cast.width,
                         test.cast.height};
    }
    if (families[family].writes == WRITES_SHADED)
        return (Written){
            all.frame,         test.shaded_pixels * sizeof(uint32_t),
            sizeof(uint32_t),  (size_t)test.shade.frame_stride,
            test.flush_right,  test.shaded.width,
            test.shaded.height};
    size = ripple_pixels_size((RippleFormat)kind);
    return (Written){all.frame,         test.frame_pixels * size, size,
                     test.frame_stride, test.flush_right,         test.columns,
                     test.rows};
}

static uint64_t hash_value(uint64_t hash, uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        hash = (hash ^ ((value >> shift) & 0xff)) * HASH_PRIME;
    return hash;
}

/* Hashes what the scalar kernel wrote. */
static uint64_t hash_written(uint64_t hash, const Written *written)
{
    const void *values = arena_place(&written->sides[SIDE_SCALAR],
                                     written->bytes, written->flush_right);
    const uint8_t *bytes = values;
    const uint16_t *narrow = values;
    const uint32_t *wide = values;

    for (int y = 0; y < written->rows; y++) {
        size_t row = (size_t)y * written->stride;

        for (size_t i = row; i < row + (size_t)written->columns; i++)
            hash = hash_value(hash, written->value_bytes == 4   ? wide[i]
                                    : written->value_bytes == 2 ? narrow[i]
                                                                : bytes[i]);
    }
    return hash;
}

/* Compares the whole memory: what was written, and what must not be. */
static int is_same(const Written *written)
{
    return memcmp(arena_place(&written->sides[SIDE_SCALAR], written->bytes,
                              written->flush_right),
                  arena_place(&written->sides[SIDE_LEVEL], written->bytes,
                              written->flush_right),
                  written->bytes) == 0;
}

uint64_t cases_run_scalar(Family family)
{
    Written written = find_written(family);
    uint64_t hash = HASH_START;

    scalar_flags[family] = families[family].run(
        ripple_kernels_level(0), families[family].kind, SIDE_SCALAR);
    hash = hash_value(hash, (uint32_t)scalar_flags[family]);
    hash = hash_written(hash, &written);
    written.sides = all.speeds;
    return (StencilKind)family == STENCIL_SPRING ||
                   (StencilKind)family == STENCIL_FINE
               ? hash_written(hash, &written)
               : hash;
}

const char *cases_run(Family family, const Kernels *kernels)
{
    int flags =
        families[family].run(kernels, families[family].kind, SIDE_LEVEL);
    Written written = find_written(family), speeds = written;

    speeds.sides = all.speeds;
    if (flags != scalar_flags[family])
        return "other flags";
    return is_same(&written) &&
                   (families[family].writes != WRITES_CELLS || is_same(&speeds))
               ? NULL
               : "other bits";
}
