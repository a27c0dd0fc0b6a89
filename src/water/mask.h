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

typedef enum TileKind {
    TILE_OPEN,  /* nothing but open water, in the cells right around it too */
    TILE_MIXED, /* anything else */
    TILE_LAND,  /* nothing but land in it */
} TileKind;

typedef struct Mask {
    int columns, rows;
    size_t stride;      /* as in the heights */
    uint8_t *mask;      /* depth by cell, row by row without padding */
    int16_t *depth_map; /* cell (0, 0) of the plane in Block */
    int16_t *clear;     /* cell (0, 0) of the plane in Refraction */
    uint8_t *kinds;     /* ShoreKind by tile, row by row */
    uint8_t *soft;      /* by tile: some of it is not all clear */
    int wraps;          /* the bed's ring shows the other side */
    int16_t *depth_map_memory;
} Mask;

/* Makes open water. Returns 0 or RIPPLE_ERROR_MEMORY, and then *shore is as
   after ripple_mask_clear. */
int ripple_mask_init(Mask *shore, const Field *heights, int wraps);

/* Frees the memory and zeroes the struct. */
void ripple_mask_clear(Mask *shore);

/*
 * Takes a mask of any size, `stride` bytes from row to row, scaled to the
 * pool: a cell is land where at least half of what falls on it is, else as
 * deep as the water there.
 */
void ripple_mask_set(Mask *shore, const Field *heights, const uint8_t *mask,
                     int width, int height, size_t stride);

/*
 * Gives the cells nearer than radius to the line from (x0, y0) to (x1, y1)
 * a depth. Returns what can look different by that, empty outside the pool.
 */
RippleRect ripple_mask_paint(Mask *shore, const Field *heights, int x0, int y0,
                             int x1, int y1, int radius, int depth);

/* Whether beyond the edges lies the other side. */
void ripple_mask_set_wrap(Mask *shore, const Field *heights, int wraps);

/* Whether there is nothing but open water. */
int ripple_mask_is_open(const Mask *shore);

/* Makes what lies on land in a part of the pool calm. */
void ripple_mask_clear_land(const Mask *shore, Field *heights, RippleRect rect);

int ripple_mask_is_land(const Mask *shore, int x, int y);

/* The kinds of a row of tiles. */
const uint8_t *ripple_mask_tile_kinds(const Mask *shore, const Field *heights,
                                      int tile_y);

/*
 * Copies a part of a picture to the floor of the pool: land stays as it is,
 * what lies under water is darker and bluer, the deeper the more. Both are as
 * large as the frame.
 */
void ripple_shore_lay_floor(const Mask *shore, const GridMap *grid_map,
                            const RipplePixels *picture,
                            const RipplePixels *floor, RippleRect part);

#endif
