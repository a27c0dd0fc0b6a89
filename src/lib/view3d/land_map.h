/* SPDX-License-Identifier: MIT */
/*
 * A land map scaled to the cells of a pool: columns x rows heights of 16 bits,
 * row by row. 32768 is sea level; 0 to 65535 is 1/8 of the pool's width.
 */
#ifndef RIPPLE_VIEW3D_LAND_MAP_H
#define RIPPLE_VIEW3D_LAND_MAP_H

#include <stddef.h>
#include <stdint.h>

#define RIPPLE_SEA_LEVEL 32768

/* The caller's map; `stride` counts values. */
typedef struct LandSource {
    const uint16_t *heights;
    int width, height;
    size_t stride;
} LandSource;

/* Scales a map: interpolates if it is enlarged, else takes the mean of the
   values under a cell. */
void ripple_land_map_scale(uint16_t *map, int columns, int rows,
                           const LandSource *source);

/* Blends the map into the floor of open water toward each edge, over 1/16 of
   the columns; at the edge only the floor is left. */
void ripple_land_map_sink(uint16_t *map, int columns, int rows);

/* The mask of a map, columns x rows bytes: land above the sea, open water where
   the sea is deeper than 1/32 of the pool's width, and shallows between. */
void ripple_land_map_depths(uint8_t *depths, const uint16_t *map, int columns,
                            int rows);

#endif
