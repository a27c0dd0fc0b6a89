/* SPDX-License-Identifier: MIT */
/*
 * A thick line, or a disc where it has no length: what stones, bodies and
 * brushes touch. Everything is integer: distances are squared and counted in
 * 1/16 cell along the line, exact where the nearest point is one of its ends.
 */
#ifndef RIPPLE_BASE_CAPSULE_H
#define RIPPLE_BASE_CAPSULE_H

#include <stdint.h>

typedef struct Capsule {
    int64_t x, y;             /* start */
    int64_t along_x, along_y; /* from start to end */
    int64_t length2;          /* squared length */
    int64_t radius, radius2; /* cells; squared as by ripple_capsule_distance2 */
} Capsule;

/* Positions and radii beyond 262144 count as that. */
Capsule ripple_capsule_make(int x0, int y0, int x1, int y1, int radius);

/* The rows of 0..rows-1 that can touch, none when *top > *bottom. */
void ripple_capsule_rows(const Capsule *line, int rows, int *top, int *bottom);

/* The columns of 0..columns-1 that can touch in a row, none when
 *first > *last. */
void ripple_capsule_columns(const Capsule *line, int y, int columns, int *first,
                            int *last);

/* The squared distance of a cell from the line, in 1/16 cell squared. */
int64_t ripple_capsule_distance2(const Capsule *line, int x, int y);

#endif
