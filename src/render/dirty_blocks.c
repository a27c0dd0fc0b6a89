/* SPDX-License-Identifier: MIT */
#include "render/dirty_blocks.h"

#include "render/views.h"

#include <stdlib.h>
#include <string.h>

/* A plane of what is magnified at once: a patch lies in so many rows of cells
   at most, between two of which each of its pixels lies. */
typedef int16_t Plane[RIPPLE_PATCH_ROWS * RIPPLE_MAGNIFY_MOST];

/* The cells that a tile's pixels see along a row: two more to either side. */
#define SEEN_COLUMNS (RIPPLE_TILE_COLUMNS + 4)

/* Two tiles side by side may each have a patch of a group: a place between. */
int patches_init(Patches *patches, const Magnify *magnify,
                 const Heights *heights)
{
    size_t columns = ((size_t)magnify->width - 1) / RIPPLE_GROUP + 1;
    size_t rows = ((size_t)magnify->height - 1) / RIPPLE_PATCH_ROWS + 1;

    memset(patches, 0, sizeof *patches);
    if (!magnify_is_coarse(magnify))
        return RIPPLE_OK;
    patches->columns = columns + (size_t)heights->tile_columns;
    patches->rows = rows + (size_t)heights->tile_rows;
    patches->bent = calloc(patches->columns, patches->rows);
    if (patches->bent == NULL) {
        patches_clear(patches);
        return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

void patches_clear(Patches *patches)
{
    free(patches->bent);
    memset(patches, 0, sizeof *patches);
}

void patches_invalidate(Patches *patches)
{
    if (patches->bent != NULL)
        memset(patches->bent, 1, patches->columns * patches->rows);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void magnify_traits(const Kernels *kernels, const Refraction *refraction,
                           Magnification *magnification, Plane *planes)
{
    int needs_light = refraction_needs_light(refraction);

    for (Trait trait = TRAIT_HEIGHT; trait < TRAIT_COUNT; trait++) {
        magnification->to = planes[trait];
        if (needs_light || trait == TRAIT_ACROSS || trait == TRAIT_ALONG)
            kernels->magnify(magnification, trait);
    }
    if (refraction->clear == NULL)
        return;
    magnification->to = planes[TRAIT_COUNT];
    magnification->from = refraction->clear;
    magnification->doublings = 0;
    kernels->magnify(magnification, TRAIT_HEIGHT);
}

/* Draws a rectangle, if it is one, in RIPPLE_MAGNIFY_MOST pixels from a group
   on. */
static void draw_part(const Kernels *kernels, const Magnify *magnify,
                      const Refraction *refraction, RippleRect rect)
{
    const int16_t *along = magnify->along.first;
    int begin = rect.x - rect.x % RIPPLE_GROUP, end = rect.x + rect.width;
    int groups = (end - begin + RIPPLE_GROUP - 1) / RIPPLE_GROUP;
    int last_row = along[rect.y + rect.height - 1] + 1;
    Plane planes[TRAIT_COUNT + 1];
    Magnification magnification = {
        .to_stride = RIPPLE_MAGNIFY_MOST,
        .from = refraction->cells,
        .stride = (ptrdiff_t)refraction->stride,
        .columns = magnify->columns,
        .across = magnify->across,
        .x = begin,
        .width = groups * RIPPLE_GROUP,
        .y = along[rect.y],
        .rows = last_row + 1 - along[rect.y],
        .doublings = refraction->doublings,
    };
    Refraction shown = *refraction;

    if (rect.width == 0)
        return;
    magnify_traits(kernels, refraction, &magnification, planes);
    for (Trait trait = TRAIT_HEIGHT; trait < TRAIT_COUNT; trait++)
        shown.traits[trait] = planes[trait];
    shown.cells = NULL;
    shown.along = magnify->along;
    shown.first_x = begin;
    shown.first_row = magnification.y;
    shown.stride = RIPPLE_MAGNIFY_MOST;
    if (refraction->clear != NULL)
        shown.clear = planes[TRAIT_COUNT];
    view_draw(kernels, &shown, rect);
}

/* Of each column of cells that pixels see: all heights of it or-ed. */
typedef struct Columns {
    int first;
    int16_t any[SEEN_COLUMNS];
} Columns;

static void gather_columns(Columns *columns, const Refraction *refraction,
                           const Magnify *magnify, RippleRect rect)
{
    const int16_t *across = magnify->across.first;
    const int16_t *along = magnify->along.first;
    int last_row = along[rect.y + rect.height - 1] + 2;
    int count;

    columns->first = across[rect.x] - 1;
    count = across[rect.x + rect.width - 1] + 3 - columns->first;
    memset(columns->any, 0, sizeof columns->any);
    for (int y = along[rect.y] - 1; y <= last_row; y++) {
        const int16_t *cells = refraction->cells +
                               y * (ptrdiff_t)refraction->stride +
                               columns->first;

        for (int i = 0; i < count; i++)
            columns->any[i] = (int16_t)(columns->any[i] | cells[i]);
    }
}

/* Whether the pixels of a row from x up to `end` show waves. */
static int show_waves(const Columns *columns, const Magnify *magnify, int x,
                      int end)
{
    const int16_t *across = magnify->across.first;
    int any = 0;

    for (int i = across[x] - 1; i <= across[end - 1] + 2; i++)
        any |= columns->any[i - columns->first];
    return any != 0;
}

/* Draws a row of patches of a tile, those beside each other at once. */
static void draw_row(uint8_t *bent, const Kernels *kernels,
                     const Magnify *magnify, const Refraction *refraction,
                     RippleRect row)
{
    RippleRect part = {row.x, row.y, 0, row.height};
    int end = row.x + row.width;
    Columns columns;

    gather_columns(&columns, refraction, magnify, row);
    for (int x = row.x, next; x < end; x = next, bent++) {
        int was_bent = *bent, is_full;

        next = least(x - x % RIPPLE_GROUP + RIPPLE_GROUP, end);
        is_full = next - part.x > RIPPLE_MAGNIFY_MOST - RIPPLE_GROUP;
        *bent = (uint8_t)show_waves(&columns, magnify, x, next);
        if (*bent || was_bent)
            part.width = next - part.x;
        if (part.width < next - part.x || is_full || next == end) {
            draw_part(kernels, magnify, refraction, part);
            part.x = next;
            part.width = 0;
        }
    }
}

void patches_draw(Patches *patches, const Kernels *kernels,
                  const Magnify *magnify, const Refraction *refraction,
                  int tile_x, int tile_y, RippleRect tile)
{
    RippleRect rect = magnify_rect(magnify, tile), row = rect;
    int end = rect.y + rect.height;

    for (; row.y < end; row.y += RIPPLE_PATCH_ROWS) {
        size_t y = (size_t)row.y / RIPPLE_PATCH_ROWS + (size_t)tile_y;
        size_t x = (size_t)row.x / RIPPLE_GROUP + (size_t)tile_x;

        row.height = least(RIPPLE_PATCH_ROWS, end - row.y);
        draw_row(patches->bent + y * patches->columns + x, kernels, magnify,
                 refraction, row);
    }
}
