/* SPDX-License-Identifier: MIT */
/*
 * Land and shallows: a mask of the depth of each cell, and what the kernels
 * want to know of it. A tile that is all land costs nothing, one with only
 * open water in it and around it costs what it would without a mask.
 */
#ifndef RIPPLE_WATER_MASK_H
#define RIPPLE_WATER_MASK_H

#include "water/field.h"
#include "render/grid_map.h"

#define RIPPLE_DEPTH_LAND 0
#define RIPPLE_DEPTH_OPEN 255

typedef enum ShoreKind {
    SHORE_OPEN,  /* nothing but open water, in the cells right around it too */
    SHORE_MIXED, /* anything else */
    SHORE_LAND,  /* nothing but land in it */
} ShoreKind;

typedef struct Shore {
    int columns, rows;
    size_t stride;  /* as in the heights */
    uint8_t *mask;  /* depth by cell, row by row without padding */
    int16_t *bed;   /* cell (0, 0) of the plane in Block */
    int16_t *clear; /* cell (0, 0) of the plane in Refraction */
    uint8_t *kinds; /* ShoreKind by tile, row by row */
    uint8_t *soft;  /* by tile: some of it is not all clear */
    int wraps;      /* the bed's ring shows the other side */
    int16_t *bed_memory;
} Shore;

/* Makes open water. Returns 0 or RIPPLE_ERROR_MEMORY, and then *shore is as
   after shore_clear. */
int shore_init(Shore *shore, const Heights *heights, int wraps);

/* Frees the memory and zeroes the struct. */
void shore_clear(Shore *shore);

/*
 * Takes a mask of any size, `stride` bytes from row to row, scaled to the
 * pool: a cell is land where at least half of what falls on it is, else as
 * deep as the water there.
 */
void shore_set(Shore *shore, const Heights *heights, const uint8_t *mask,
               int width, int height, size_t stride);

/*
 * Gives the cells nearer than radius to the line from (x0, y0) to (x1, y1)
 * a depth. Returns what can look different by that, empty outside the pool.
 */
RippleRect shore_paint(Shore *shore, const Heights *heights, int x0, int y0,
                       int x1, int y1, int radius, int depth);

/* Whether beyond the edges lies the other side. */
void shore_wrap(Shore *shore, const Heights *heights, int wraps);

/* Whether there is nothing but open water. */
int shore_is_open(const Shore *shore);

/* Makes what lies on land in a part of the pool calm. */
void shore_dry(const Shore *shore, Heights *heights, RippleRect rect);

int shore_is_land(const Shore *shore, int x, int y);

/* The kinds of a row of tiles. */
const uint8_t *shore_kinds(const Shore *shore, const Heights *heights,
                           int tile_y);

/*
 * Copies a part of a picture to the floor of the pool: land stays as it is,
 * what lies under water is darker and bluer, the deeper the more. Both are as
 * large as the frame.
 */
void shore_lay_floor(const Shore *shore, const Magnify *magnify,
                     const RipplePixels *picture, const RipplePixels *floor,
                     RippleRect part);

#endif
