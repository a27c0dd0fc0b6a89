/* SPDX-License-Identifier: MIT */
#include "lib/gpu/stone_list.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "lib/gpu/gl.h"
#include "lib/water/splash.h"

/* State while a stone is added to the list. */
typedef struct StoneBuilder {
    Stones *stones;
    const Cpu *cpu;
    int pitch; /* pairs in a row */
    int first; /* pair of the stone */
    int is_full;
} StoneBuilder;

/* Adds a cell. The cells of a row must come in order. */
static void add_cell(StoneBuilder *builder, int column, int row,
                     SplashChange change)
{
    Stones *stones = builder->stones;
    const Mask *mask = ripple_cpu_mask(builder->cpu);
    int place = row * builder->pitch + column / 2;
    int amount = (int)clamp_int64(change.amount, -2 * INT16_MAX, 2 * INT16_MAX);
    StonePair *pair = &stones->pairs[max_int(stones->count - 1, 0)];

    if (mask != NULL && ripple_mask_is_land(mask, column, row))
        return;
    if (column % 2 == 1 && stones->count > builder->first &&
        pair->place == place) {
        pair->right = amount;
        return;
    }
    if (stones->count == RIPPLE_STONES_MAX_PAIRS) {
        builder->is_full = 1;
        return;
    }
    stones->pairs[stones->count++] = (StonePair){
        place, column % 2 == 0 ? amount : RIPPLE_STONE_NONE,
        column % 2 == 1 ? amount : RIPPLE_STONE_NONE, (int32_t)change.kind};
}

static void add_stone(StoneBuilder *builder, const Capsule *capsule,
                      const RippleStone *stone)
{
    const Field *field = &builder->cpu->field;
    int top, bottom, first, last;

    ripple_capsule_rows(capsule, field->rows, &top, &bottom);
    for (int row = top; row <= bottom && !builder->is_full; row++) {
        ripple_capsule_columns(capsule, row, field->columns, &first, &last);
        for (int column = first; column <= last; column++) {
            int64_t distance2 = ripple_capsule_distance2(capsule, column, row);

            if (distance2 < capsule->radius2)
                add_cell(
                    builder, column, row,
                    ripple_splash_change(field, capsule, stone, distance2));
        }
    }
}

static void add_disturbance(StoneBuilder *builder, const Fall *fall)
{
    const Field *field = &builder->cpu->field;
    int x = fall->x, y = fall->y;
    SplashChange all = {SPLASH_ADD, fall->magnitude};
    SplashChange half = {SPLASH_ADD, fall->magnitude / 2};

    if (x < 2 || y < 2 || x >= field->columns - 2 || y >= field->rows - 2)
        return;
    add_cell(builder, x, y - 1, half);
    add_cell(builder, x - 1, y, half);
    add_cell(builder, x, y, all);
    add_cell(builder, x + 1, y, half);
    add_cell(builder, x, y + 1, half);
}

static Capsule find_capsule(const Fall *fall)
{
    return ripple_capsule_make(fall->stone->x, fall->stone->y, fall->x, fall->y,
                               fall->stone->radius);
}

/* The pairs of cells around a stone or disturbance; may be empty. */
static RippleRect find_rect(const Field *field, const Fall *fall)
{
    RippleRect all = {0, 0, (field->columns + 1) / 2, field->rows};
    RippleRect rect = {(fall->x - 1) >> 1, fall->y - 1, 2, 3};

    if (fall->stone != NULL) {
        Capsule line = find_capsule(fall);
        int64_t left = line.x + min_int64(line.dx, 0) - line.radius;
        int64_t right = line.x + max_int64(line.dx, 0) + line.radius;
        int64_t top = line.y + min_int64(line.dy, 0) - line.radius;
        int64_t bottom = line.y + max_int64(line.dy, 0) + line.radius;

        rect = (RippleRect){(int)(left >> 1), (int)top,
                            (int)((right >> 1) - (left >> 1) + 1),
                            (int)(bottom - top + 1)};
    }
    return ripple_rect_intersect(all, rect);
}

static int has_overlap(const Stones *stones, RippleRect rect)
{
    for (int i = 0; i < stones->rect_count; i++) {
        RippleRect both = ripple_rect_intersect(stones->rects[i], rect);

        if (both.width > 0 && both.height > 0)
            return 1;
    }
    return 0;
}

/* Begins a batch if a stone of the last one is in the way. Returns 0 if there
   is no room for it. */
static int find_batch(Stones *stones, RippleRect rect)
{
    if (stones->batch_count > 0 &&
        stones->rect_count < RIPPLE_STONES_MAX_RECTS &&
        !has_overlap(stones, rect))
        return 1;
    if (stones->batch_count == RIPPLE_STONES_MAX_BATCHES)
        return 0;
    stones->starts[stones->batch_count++] = stones->count;
    stones->rect_count = 0;
    return 1;
}

int ripple_stones_add(Stones *stones, const Cpu *cpu, const Fall *fall)
{
    RippleRect rect = find_rect(&cpu->field, fall);
    int count = stones->count;
    StoneBuilder builder = {stones, cpu,
                            ripple_buffer_pitch(cpu->field.columns), count, 0};

    if (rect.width <= 0 || rect.height <= 0)
        return 1;
    if (!find_batch(stones, rect))
        return 0;
    if (fall->stone != NULL) {
        Capsule capsule = find_capsule(fall);

        add_stone(&builder, &capsule, fall->stone);
    } else {
        add_disturbance(&builder, fall);
    }
    if (builder.is_full) {
        stones->count = count;
        return 0;
    }
    stones->rects[stones->rect_count++] = rect;
    return 1;
}

void ripple_stones_write(Stones *stones, const Gl *gl)
{
    ripple_buffer_replace(&stones->buffer, gl, stones->pairs,
                          (size_t)stones->count * sizeof *stones->pairs /
                              sizeof(uint32_t));
}

void ripple_stones_clear(Stones *stones)
{
    stones->count = stones->batch_count = stones->rect_count = 0;
}
