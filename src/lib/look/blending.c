/* SPDX-License-Identifier: MIT */
#include "lib/look/blending.h"

#include <string.h>

int ripple_blending_init(Blending *blending, const Field *field)
{
    return ripple_field_add_plane(field, &blending->surface);
}

void ripple_blending_clear(Blending *blending)
{
    ripple_field_remove_plane(&blending->surface);
    memset(blending, 0, sizeof *blending);
}

static void fill_tile(const Blending *blending, const Kernels *kernels,
                      const Field *field, RippleRect tile)
{
    size_t first = (size_t)tile.y * field->stride + (size_t)tile.x;
    BlendArgs args = {
        .to = blending->surface.cells + first,
        .now = blending->now->cells + first,
        .before = blending->before->cells + first,
        .stride = (ptrdiff_t)field->stride,
        .columns = tile.width,
        .rows = tile.height,
        .phase = blending->phase,
    };

    kernels->blend(&args);
}

void ripple_blending_fill_row(Blending *blending, const Kernels *kernels,
                              const Boundary *boundary, const Field *field,
                              int tile_y)
{
    Plane *surface = &blending->surface;
    uint8_t *flags = ripple_field_flags(field, surface, tile_y);
    const uint8_t *now = ripple_field_flags(field, blending->now, tile_y);
    const uint8_t *before = ripple_field_flags(field, blending->before, tile_y);

    if ((surface->active_tiles[tile_y] | blending->now->active_tiles[tile_y] |
         blending->before->active_tiles[tile_y]) == 0)
        return;
    for (int x = 0; x < field->tile_columns; x++) {
        if ((now[x] | before[x]) != 0)
            fill_tile(blending, kernels, field,
                      ripple_field_tile(field, x, tile_y));
        else
            ripple_field_reset_tile(field, surface, x, tile_y);
        flags[x] = now[x] | before[x];
    }
    ripple_boundary_copy_row(boundary, field, surface, tile_y);
    ripple_field_count_row(field, surface, tile_y);
}
