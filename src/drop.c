/* SPDX-License-Identifier: MIT */
/*
 * A stone presses a profile over the distance from a line segment into the
 * water; a stone that only falls has a segment of length zero. Everything is
 * integer: distances are squared and counted in 1/16 cell along the segment,
 * exact where the nearest point is one of its ends.
 */
#include "drop.h"

/* Bounds of a position and a radius; larger ones count as this. With it
   every product below stays within 64 bits. */
#define REACH 262144

#define SUB_BITS 4 /* sub-cell bits of the nearest point of a segment */

#define RATIO_BITS   18 /* (distance / radius)^2 */
#define PROFILE_BITS 30

typedef struct Segment {
    int64_t x, y;             /* start */
    int64_t along_x, along_y; /* from start to end */
    int64_t length2;          /* squared length */
    int64_t radius, radius2;
} Segment;

static int64_t clamp(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

static int16_t sat16(int64_t value)
{
    return (int16_t)clamp(value, INT16_MIN, INT16_MAX);
}

/*
 * (1 + cos(pi * sqrt(ratio))) / 2 for a ratio in 0..1. A power series in the
 * squared distance needs no square root: the terms are
 * (-1)^k * pi^2k / (2 * (2k)!), and what is left out is below 3e-6.
 */
static int64_t raised_cosine(int64_t ratio)
{
    static const int64_t terms[] = {
        -56177,     1035932,    -13854969,   126342170, /* k = 7..4 */
        -716863740, 2179004481, -2649351758, 1073741824,
    };
    int64_t sum = 0;

    for (size_t k = 0; k < sizeof terms / sizeof terms[0]; k++)
        sum = ((sum * ratio) >> RATIO_BITS) + terms[k];
    return sum;
}

static Segment make_segment(const RippleStone *stone, int x, int y)
{
    Segment line = {
        .x = clamp(stone->x, -REACH, REACH),
        .y = clamp(stone->y, -REACH, REACH),
        .radius = clamp(stone->radius, 0, REACH),
    };

    line.along_x = clamp(x, -REACH, REACH) - line.x;
    line.along_y = clamp(y, -REACH, REACH) - line.y;
    line.length2 = line.along_x * line.along_x + line.along_y * line.along_y;
    line.radius2 = line.radius * line.radius << (2 * SUB_BITS);
    return line;
}

/* The squared distance of a cell from the segment, in 1/16 cell squared. */
static int64_t distance2(const Segment *line, int64_t x, int64_t y)
{
    int64_t dx = (x - line->x) * (1 << SUB_BITS);
    int64_t dy = (y - line->y) * (1 << SUB_BITS);

    if (line->length2 > 0) {
        int64_t reached =
            clamp((x - line->x) * line->along_x + (y - line->y) * line->along_y,
                  0, line->length2) *
            (1 << SUB_BITS);

        dx -= reached / line->length2 * line->along_x +
              reached % line->length2 * line->along_x / line->length2;
        dy -= reached / line->length2 * line->along_y +
              reached % line->length2 * line->along_y / line->length2;
    }
    return dx * dx + dy * dy;
}

static void press(int16_t *cell, int64_t from_line2, const Segment *line,
                  const RippleStone *stone)
{
    if (stone->profile == RIPPLE_PROFILE_DISC) {
        *cell = sat16(-(int64_t)stone->weight);
    } else {
        int64_t ratio = (from_line2 << RATIO_BITS) / line->radius2;
        int64_t depth = (stone->weight * raised_cosine(ratio) +
                         (1 << (PROFILE_BITS - 1))) >>
                        PROFILE_BITS;

        *cell = sat16(*cell - depth);
    }
}

/*
 * The columns that row y of the segment's surroundings can lie in: the part
 * of the segment at most a radius above or below, and a radius to each side.
 */
static void find_span(const Segment *line, int64_t y, int64_t *first,
                      int64_t *last)
{
    int64_t near = line->x, far = line->x + line->along_x;

    if (line->along_y != 0) {
        int64_t low = line->along_y > 0 ? 0 : line->along_y;
        int64_t high = line->along_y > 0 ? line->along_y : 0;
        int64_t top = clamp(y - line->radius - line->y, low, high);
        int64_t bottom = clamp(y + line->radius - line->y, low, high);

        near = line->x + top * line->along_x / line->along_y;
        far = line->x + bottom * line->along_x / line->along_y;
    }
    *first = (near < far ? near : far) - line->radius - 1;
    *last = (near < far ? far : near) + line->radius + 1;
}

static void press_row(Heights *heights, int y, const Segment *line,
                      const RippleStone *stone)
{
    int16_t *cells = heights->now.cells + (size_t)y * heights->stride;
    int64_t first, last;

    find_span(line, y, &first, &last);
    first = clamp(first, 0, heights->columns);
    last = clamp(last, -1, heights->columns - 1);
    if (first > last)
        return;
    heights_wake(heights, (int)first, (int)last, y);
    for (int64_t x = first; x <= last; x++) {
        int64_t from_line2 = distance2(line, x, y);

        if (from_line2 < line->radius2)
            press(&cells[x], from_line2, line, stone);
    }
}

void drop_stone(Heights *heights, const RippleStone *stone, int x, int y)
{
    Segment line = make_segment(stone, x, y);
    int64_t end_y = line.y + line.along_y;
    int64_t top = (line.y < end_y ? line.y : end_y) - line.radius;
    int64_t bottom = (line.y < end_y ? end_y : line.y) + line.radius;

    if (line.radius == 0)
        return;
    top = clamp(top, 0, heights->rows);
    bottom = clamp(bottom, -1, heights->rows - 1);
    for (int64_t row = top; row <= bottom; row++)
        press_row(heights, (int)row, &line, stone);
}

static void add_height(Heights *heights, int x, int y, int64_t amount)
{
    int16_t *cell = heights->now.cells + (size_t)y * heights->stride + x;

    *cell = sat16(*cell + amount);
    heights_wake(heights, x, x, y);
}

void drop_disturb(Heights *heights, int x, int y, int magnitude)
{
    if (x < 2 || y < 2 || x >= heights->columns - 2 || y >= heights->rows - 2)
        return;
    add_height(heights, x, y, magnitude);
    add_height(heights, x - 1, y, magnitude / 2);
    add_height(heights, x + 1, y, magnitude / 2);
    add_height(heights, x, y - 1, magnitude / 2);
    add_height(heights, x, y + 1, magnitude / 2);
}
