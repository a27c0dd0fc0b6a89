/* SPDX-License-Identifier: MIT */
#include "pond.h"

#include "../../src/app/maps.h"

#include <stdlib.h>
#include <string.h>

#define CACHE_LINE 64

static int make_pixels(RipplePixels *pixels, const Row *row)
{
    size_t count = (size_t)row->width * (size_t)row->height;
    void *memory;

    if (posix_memalign(&memory, CACHE_LINE, count * sizeof(uint32_t)) != 0)
        return -1;
    *pixels = (RipplePixels){.pixels = memory,
                             .width = row->width,
                             .height = row->height,
                             .stride = (size_t)row->width};
    return 0;
}

/* Some picture: no two pixels near each other are the same. */
static void paint(const RipplePixels *picture)
{
    for (int y = 0; y < picture->height; y++) {
        for (int x = 0; x < picture->width; x++)
            picture->pixels[(size_t)y * picture->stride + (size_t)x] =
                0xff000000u | (uint32_t)y << 12 | (uint32_t)(x & 0xfff);
    }
}

int pond_init(Pond *pond, const Row *row, const Water *water, Report *report)
{
    int error = RIPPLE_ERROR_MEMORY;

    *pond = (Pond){.water = water, .scene = row->scene};
    if (make_pixels(&pond->picture, row) == 0 &&
        make_pixels(&pond->frame, row) == 0)
        error = ripple_create(&pond->pool, row->width, row->height, NULL);
    if (error == RIPPLE_OK)
        error = ripple_use_threads(pond->pool, row->threads);
    if (error == RIPPLE_OK)
        error = ripple_use_simd(pond->pool, row->simd);
    if (error == RIPPLE_OK) {
        paint(&pond->picture);
        if (maps_change_water(pond->pool, NULL, water, report) == 0)
            return 0;
        pond_clear(pond);
        return -1;
    }
    pond_clear(pond);
    return report_failure(report, "pool", "%s", ripple_error_text(error));
}

void pond_clear(Pond *pond)
{
    ripple_destroy(pond->pool);
    free(pond->picture.pixels);
    free(pond->frame.pixels);
    memset(pond, 0, sizeof *pond);
}

void pond_drop(Pond *pond)
{
    int width = pond->frame.width, height = pond->frame.height;
    int count = scenes_count(pond->scene, width, height, pond->step);

    for (int i = 0; i < count; i++) {
        RippleStone stone =
            scenes_stone(pond->water, width, height, pond->step, i);

        ripple_drop(pond->pool, &stone);
    }
    pond->step++;
}

int pond_advance(Pond *pond, const RippleRect **changed)
{
    pond_drop(pond);
    return ripple_advance(pond->pool, &pond->picture, &pond->frame, changed);
}
