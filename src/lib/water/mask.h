/* SPDX-License-Identifier: MIT */
/*
 * Land and shallows: the depth of each cell, and planes derived from it for
 * step, boundary and render. The derived planes always match the depths, which
 * change only through ripple_mask_set and ripple_mask_paint. Tiles of land
 * alone are never stepped; tiles of open water alone run the kernels without a
 * depth map.
 */
#ifndef RIPPLE_WATER_MASK_H
#define RIPPLE_WATER_MASK_H

#include "lib/util/shapes.h"
#include "lib/water/field.h"

#define RIPPLE_FULL_STRENGTH 32767 /* a share of 1 in Mask.strength */

typedef enum TileKind {
    TILE_OPEN,  /* open water in the tile and in the cells directly around it */
    TILE_MIXED, /* anything else */
    TILE_LAND,  /* all cells are land */
} TileKind;

typedef struct Mask {
    int columns, rows;
    size_t stride;      /* of depth_map and strength, equal to the field's */
    uint8_t *depths;    /* by cell, without padding; NULL: no mask */
    int16_t *depth_map; /* cell (0, 0) of StepArgs.depth_map, with a halo */
    int16_t *strength;  /* share of refraction and light, in 1/2^15: 0 on land,
                           rising to RIPPLE_FULL_STRENGTH in open water */
    uint8_t *kinds;     /* TileKind by tile, row by row */
    uint8_t *is_soft;   /* by tile: some strength is not RIPPLE_FULL_STRENGTH */
    uint8_t *has_strength; /* by row of tiles: `strength` is filled, as land
                              is or was near the row */
    int wraps;             /* the halo of depth_map holds the opposite side */
    int16_t *depth_map_memory;
} Mask;

/* Makes a mask of open water. Returns 0 or RIPPLE_ERROR_MEMORY; on error *mask
   is as after ripple_mask_clear. */
int ripple_mask_init(Mask *mask, const Field *field, int wraps);

/* Frees the memory and zeroes the struct. */
void ripple_mask_clear(Mask *mask);

/*
 * Scales depths of any size, `stride` bytes from row to row, to the mask. A
 * cell is land if at least half of its area is land; otherwise its depth is the
 * mean over the water there.
 */
void ripple_mask_set(Mask *mask, const Field *field, const uint8_t *depths,
                     int width, int height, size_t stride);

/* Sets the depth of all cells inside a brush. Returns the cells that may be
   drawn differently; empty if the brush is outside the pool. */
RippleRect ripple_mask_paint(Mask *mask, const Field *field,
                             const Capsule *brush, int depth);

/* Sets `wraps` and updates the halo. */
void ripple_mask_set_wrap(Mask *mask, const Field *field, int wraps);

/* The smallest rectangle around all cells that are not open water; empty if
   there are none. */
RippleRect ripple_mask_bounds(const Mask *mask);

/* Zeroes heights and speeds on land inside `rect`. */
void ripple_mask_clear_land(const Mask *mask, Field *field, RippleRect rect);

int ripple_mask_is_land(const Mask *mask, int x, int y);

/* The TileKinds of a row of tiles. */
const uint8_t *ripple_mask_tile_kinds(const Mask *mask, const Field *field,
                                      int tile_y);

#endif
