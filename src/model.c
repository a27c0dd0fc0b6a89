/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <string.h>

static const struct {
    const char *name, *summary;
} models[RIPPLE_MODEL_COUNT] = {
    [RIPPLE_MODEL_CLASSIC] = {"classic", "four neighbours, the ripple of 1999"},
    [RIPPLE_MODEL_ROUND] = {"round", "eight neighbours, rounder rings"},
};

static int is_model(RippleModel model)
{
    return (int)model >= 0 && (int)model < RIPPLE_MODEL_COUNT;
}

const char *ripple_model_name(RippleModel model)
{
    return is_model(model) ? models[model].name : NULL;
}

const char *ripple_model_summary(RippleModel model)
{
    return is_model(model) ? models[model].summary : NULL;
}

int ripple_model_find(RippleModel *model, const char *name)
{
    for (int i = 0; i < RIPPLE_MODEL_COUNT; i++) {
        if (strcmp(models[i].name, name) == 0) {
            *model = (RippleModel)i;
            return RIPPLE_OK;
        }
    }
    return RIPPLE_ERROR_SETTING;
}

static int step_tile(const Heights *heights, RippleRect tile,
                     const Stepping *stepping)
{
    ptrdiff_t stride = (ptrdiff_t)heights->stride;
    ptrdiff_t first = tile.y * stride + tile.x;

    return stepping->step(heights->before.cells + first,
                          heights->now.cells + first, stride, tile.width,
                          tile.height, stepping->damping);
}

/* Tiles that were wet in `before` go on even if nothing reaches them. */
static void find_moving(uint8_t *moving, const Heights *heights,
                        const uint8_t *wet, int tile_y)
{
    heights_find_reached(moving, heights, &heights->now, tile_y);
    for (int x = 0; x < heights->tile_columns; x++)
        moving[x] |= wet[x] != 0;
}

void model_step_row(Heights *heights, const Stepping *stepping, int tile_y)
{
    uint8_t moving[RIPPLE_MAX_TILE_COLUMNS];
    HeightsBuffer *before = &heights->before;
    uint8_t *wet = heights_flags(heights, before, tile_y);
    int wet_tiles = 0;

    if (stepping->everywhere)
        memset(moving, 1, (size_t)heights->tile_columns);
    else if (before->wet_tiles[tile_y] != 0 ||
             heights_reach_row(&heights->now, tile_y))
        find_moving(moving, heights, wet, tile_y);
    else
        return;
    for (int x = 0; x < heights->tile_columns; x++) {
        if (!moving[x])
            continue;
        wet[x] = (uint8_t)step_tile(heights, heights_tile(heights, x, tile_y),
                                    stepping);
        wet_tiles += wet[x] != 0;
    }
    before->wet_tiles[tile_y] = (uint16_t)wet_tiles;
}
