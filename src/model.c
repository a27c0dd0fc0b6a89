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

/* Steps the cells of one tile and returns whether any is nonzero after. */
static int step_tile(Heights *heights, int tile_x, int tile_y,
                     StepRow *step_row, int damping)
{
    int x = tile_x * RIPPLE_TILE_COLUMNS;
    int count =
        heights_tile_end(tile_x, RIPPLE_TILE_COLUMNS, heights->columns) - x;
    int end = heights_tile_end(tile_y, RIPPLE_TILE_ROWS, heights->rows);
    int any = 0;

    for (int y = tile_y * RIPPLE_TILE_ROWS; y < end; y++) {
        size_t first = (size_t)y * heights->stride + (size_t)x;

        any |=
            step_row(heights->before.cells + first, heights->now.cells + first,
                     (ptrdiff_t)heights->stride, count, damping);
    }
    return any != 0;
}

void model_step(Heights *heights, StepRow *step_row, int damping)
{
    for (int tile_y = 0; tile_y < heights->tile_rows; tile_y++) {
        uint8_t *wet =
            heights->before.wet + (size_t)tile_y * heights->tile_stride;

        for (int tile_x = 0; tile_x < heights->tile_columns; tile_x++) {
            if (wet[tile_x] || heights_touched(heights, tile_x, tile_y))
                wet[tile_x] = (uint8_t)step_tile(heights, tile_x, tile_y,
                                                 step_row, damping);
        }
    }
    heights_swap(heights);
}
