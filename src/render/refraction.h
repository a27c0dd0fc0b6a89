/* SPDX-License-Identifier: MIT */
/*
 * How the water looks: draws a picture, bent by the slopes of the heights,
 * into a frame, and keeps account of which tiles of the frame can differ from
 * the picture, so that calm water that is already drawn is left alone.
 */
#ifndef RIPPLE_RENDER_REFRACTION_H
#define RIPPLE_RENDER_REFRACTION_H

#include "water/field.h"
#include "kernels/kernels.h"
#include "render/grid_map.h"
#include "render/dirty_blocks.h"
#include "render/pixel_formats.h"
#include "water/mask.h"

typedef struct Optics {
    Refraction refraction; /* as of the last drawing */
    const Kernels *kernels;
    const Shore *shore;     /* NULL: open water everywhere */
    const Magnify *magnify; /* from cells to pixels */
    int tile_columns, tile_rows;
    uint8_t *bent;  /* by tile: the frame may show more than the picture */
    uint8_t *drawn; /* by tile: drawn this time */
    uint16_t *bent_tiles, *drawn_tiles; /* how many in a row of tiles */
    Patches patches;
    int everywhere; /* draw also where nothing can have changed */
    RectList changed;
} Optics;

/* Makes room for water of this shape. Returns 0 or RIPPLE_ERROR_MEMORY, and
   then *optics is as after optics_clear. */
int optics_init(Optics *optics, const Heights *heights, const Magnify *magnify);

/* Frees the memory and zeroes the struct. */
void optics_clear(Optics *optics);

/* Makes the next drawing write every pixel. */
void optics_invalidate(Optics *optics);

/* How many tiles are bent; all of them after optics_invalidate. */
int optics_bent_tiles(const Optics *optics);

/*
 * Drawing: start, then every row of tiles in any order or side by side, then
 * finish, which lists the rectangles in optics->changed. The cells, stride
 * and clear share of `refraction` are not looked at; each row is drawn from the
 * heights it is given, of which it reads one row of cells above and below its
 * own, or two where cells are magnified.
 */
void optics_start(Optics *optics, const Kernels *kernels, const Shore *shore,
                  const Magnify *magnify, const Refraction *refraction);
void optics_draw_row(Optics *optics, const Heights *heights,
                     const HeightsBuffer *buffer, int tile_y);
void optics_finish(Optics *optics, const Heights *heights);

#endif
