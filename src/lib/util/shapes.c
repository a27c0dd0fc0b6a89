/* SPDX-License-Identifier: MIT */
#include "lib/util/shapes.h"

#include "lib/util/fixed.h"

RippleRect ripple_rect_clip(RippleRect rect, int width, int height)
{
    int left = clamp_int(rect.x, 0, width);
    int top = clamp_int(rect.y, 0, height);
    int right = (int)clamp_int64((int64_t)rect.x + rect.width, 0, width);
    int bottom = (int)clamp_int64((int64_t)rect.y + rect.height, 0, height);

    return (RippleRect){left, top, max_int(right - left, 0),
                        max_int(bottom - top, 0)};
}

RippleRect ripple_rect_grow(RippleRect rect, int margin, int width, int height)
{
    RippleRect grown = {rect.x - margin, rect.y - margin,
                        rect.width + 2 * margin, rect.height + 2 * margin};

    return ripple_rect_clip(grown, width, height);
}

RippleRect ripple_rect_intersect(RippleRect a, RippleRect b)
{
    b.x -= a.x;
    b.y -= a.y;
    b = ripple_rect_clip(b, a.width, a.height);
    b.x += a.x;
    b.y += a.y;
    return b;
}

/* Limits positions and radius, which keeps every product below in 64 bits. */
#define MAX_LENGTH 262144

#define SUB_BITS 4 /* distances are in 1/2^SUB_BITS cells */

Capsule ripple_capsule_make(int x0, int y0, int x1, int y1, int radius)
{
    Capsule capsule = {
        .x = clamp_int64(x0, -MAX_LENGTH, MAX_LENGTH),
        .y = clamp_int64(y0, -MAX_LENGTH, MAX_LENGTH),
        .radius = clamp_int64(radius, 0, MAX_LENGTH),
    };

    capsule.dx = clamp_int64(x1, -MAX_LENGTH, MAX_LENGTH) - capsule.x;
    capsule.dy = clamp_int64(y1, -MAX_LENGTH, MAX_LENGTH) - capsule.y;
    capsule.length2 = capsule.dx * capsule.dx + capsule.dy * capsule.dy;
    capsule.radius2 = capsule.radius * capsule.radius << (2 * SUB_BITS);
    return capsule;
}

void ripple_capsule_rows(const Capsule *capsule, int rows, int *top,
                         int *bottom)
{
    int64_t end_y = capsule->y + capsule->dy;
    int64_t first = min_int64(capsule->y, end_y) - capsule->radius;
    int64_t last = max_int64(capsule->y, end_y) + capsule->radius;

    *top = (int)clamp_int64(first, 0, rows);
    *bottom = capsule->radius == 0 ? -1 : (int)clamp_int64(last, -1, rows - 1);
}

/* Takes the part of the line within `radius` rows of row y: the result is its
   columns, and radius + 1 more at both ends. */
void ripple_capsule_columns(const Capsule *capsule, int y, int columns,
                            int *first, int *last)
{
    int64_t near = capsule->x, far = capsule->x + capsule->dx;

    if (capsule->dy != 0) {
        int64_t low = min_int64(capsule->dy, 0);
        int64_t high = max_int64(capsule->dy, 0);
        int64_t top = clamp_int64(y - capsule->radius - capsule->y, low, high);
        int64_t bottom =
            clamp_int64(y + capsule->radius - capsule->y, low, high);

        near = capsule->x + top * capsule->dx / capsule->dy;
        far = capsule->x + bottom * capsule->dx / capsule->dy;
    }
    *first = (int)clamp_int64(min_int64(near, far) - capsule->radius - 1, 0,
                              columns);
    *last = (int)clamp_int64(max_int64(near, far) + capsule->radius + 1, -1,
                             columns - 1);
}

int64_t ripple_capsule_distance2(const Capsule *capsule, int x, int y)
{
    int64_t offset_x = (x - capsule->x) * (1 << SUB_BITS);
    int64_t offset_y = (y - capsule->y) * (1 << SUB_BITS);

    if (capsule->length2 > 0) {
        int64_t along = clamp_int64((x - capsule->x) * capsule->dx +
                                        (y - capsule->y) * capsule->dy,
                                    0, capsule->length2) *
                        (1 << SUB_BITS);

        offset_x -= along / capsule->length2 * capsule->dx +
                    along % capsule->length2 * capsule->dx / capsule->length2;
        offset_y -= along / capsule->length2 * capsule->dy +
                    along % capsule->length2 * capsule->dy / capsule->length2;
    }
    return offset_x * offset_x + offset_y * offset_y;
}

void ripple_capsule_roughen(Capsule *capsule)
{
    capsule->spacing = capsule->radius / 2 + 1;
    capsule->radius += (capsule->radius + 2) / 5;
}

/* A random number in 0..255 of a point of the lattice of noise. */
static int64_t find_noise(int64_t x, int64_t y)
{
    uint32_t hash = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u;

    hash = (hash ^ hash >> 15) * 0xc2b2ae3du;
    return hash >> 24;
}

/* The smoothstep of a cell's position between two points of the lattice, in
   1/256. */
static int64_t find_share(int64_t place, int64_t spacing)
{
    int64_t share = place % spacing * 256 / spacing;

    return share * share * (768 - 2 * share) >> 16;
}

/* The outline varies between 2/3 and 1 of the largest radius. */
static int64_t find_rough_radius(const Capsule *capsule, int x, int y)
{
    int64_t left = x / capsule->spacing, top = y / capsule->spacing;
    int64_t right_share = find_share(x, capsule->spacing);
    int64_t low_share = find_share(y, capsule->spacing);
    int64_t upper = find_noise(left, top) * (256 - right_share) +
                    find_noise(left + 1, top) * right_share;
    int64_t lower = find_noise(left, top + 1) * (256 - right_share) +
                    find_noise(left + 1, top + 1) * right_share;
    int64_t noise =
        (upper * (256 - low_share) + lower * low_share) >> 16; /* 0..255 */

    return (capsule->radius << SUB_BITS) * (513 + noise) / 768;
}

int ripple_capsule_contains(const Capsule *capsule, int x, int y)
{
    int64_t radius = capsule->spacing > 0 ? find_rough_radius(capsule, x, y)
                                          : capsule->radius << SUB_BITS;

    return ripple_capsule_distance2(capsule, x, y) < radius * radius;
}
