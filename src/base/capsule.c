/* SPDX-License-Identifier: MIT */
#include "base/capsule.h"

#include "base/fixed.h"

/* Bounds of a position and a radius; larger ones count as this. With it
   every product below stays within 64 bits. */
#define REACH 262144

#define SUB_BITS 4 /* sub-cell bits of the nearest point of a segment */

Capsule ripple_capsule_make(int x0, int y0, int x1, int y1, int radius)
{
    Capsule line = {
        .x = clamp_int64(x0, -REACH, REACH),
        .y = clamp_int64(y0, -REACH, REACH),
        .radius = clamp_int64(radius, 0, REACH),
    };

    line.along_x = clamp_int64(x1, -REACH, REACH) - line.x;
    line.along_y = clamp_int64(y1, -REACH, REACH) - line.y;
    line.length2 = line.along_x * line.along_x + line.along_y * line.along_y;
    line.radius2 = line.radius * line.radius << (2 * SUB_BITS);
    return line;
}

void ripple_capsule_rows(const Capsule *line, int rows, int *top, int *bottom)
{
    int64_t end_y = line->y + line->along_y;
    int64_t first = min_int64(line->y, end_y) - line->radius;
    int64_t last = max_int64(line->y, end_y) + line->radius;

    *top = (int)clamp_int64(first, 0, rows);
    *bottom = line->radius == 0 ? -1 : (int)clamp_int64(last, -1, rows - 1);
}

/*
 * What of the line lies at most a radius above or below the row, and a radius
 * to each side.
 */
void ripple_capsule_columns(const Capsule *line, int y, int columns, int *first,
                            int *last)
{
    int64_t near = line->x, far = line->x + line->along_x;

    if (line->along_y != 0) {
        int64_t low = line->along_y > 0 ? 0 : line->along_y;
        int64_t high = line->along_y > 0 ? line->along_y : 0;
        int64_t top = clamp_int64(y - line->radius - line->y, low, high);
        int64_t bottom = clamp_int64(y + line->radius - line->y, low, high);

        near = line->x + top * line->along_x / line->along_y;
        far = line->x + bottom * line->along_x / line->along_y;
    }
    *first =
        (int)clamp_int64(min_int64(near, far) - line->radius - 1, 0, columns);
    *last = (int)clamp_int64(max_int64(near, far) + line->radius + 1, -1,
                             columns - 1);
}

int64_t ripple_capsule_distance2(const Capsule *line, int x, int y)
{
    int64_t dx = (x - line->x) * (1 << SUB_BITS);
    int64_t dy = (y - line->y) * (1 << SUB_BITS);

    if (line->length2 > 0) {
        int64_t reached = clamp_int64((x - line->x) * line->along_x +
                                          (y - line->y) * line->along_y,
                                      0, line->length2) *
                          (1 << SUB_BITS);

        dx -= reached / line->length2 * line->along_x +
              reached % line->length2 * line->along_x / line->length2;
        dy -= reached / line->length2 * line->along_y +
              reached % line->length2 * line->along_y / line->length2;
    }
    return dx * dx + dy * dy;
}
