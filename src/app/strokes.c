/* SPDX-License-Identifier: MIT */
#include "app/strokes.h"

#include "lib/util/fixed.h"
#include "os/xalloc.h"

#include <stdlib.h>
#include <string.h>

#define OPEN_WATER 255

/* A rectangle around the cells that a stroke has changed, as they were. */
struct LandStroke {
    RippleRect box;
    int is_land; /* 0: it wiped land away */
    uint8_t depths[];
};

static size_t count_cells(const Strokes *strokes)
{
    return (size_t)strokes->columns * (size_t)strokes->rows;
}

static void forget_done(Strokes *strokes)
{
    for (int i = 0; i < strokes->count; i++)
        free(strokes->done[i]);
    strokes->count = 0;
}

void strokes_clear(Strokes *strokes)
{
    forget_done(strokes);
    free(strokes->before);
    free(strokes->unpainted);
    memset(strokes, 0, sizeof *strokes);
}

/* Forgets what is not of the pool's mask any more. */
static void follow(Strokes *strokes, const Player *player)
{
    int columns, rows;

    ripple_cells(player->pool, &columns, &rows);
    if (strokes->masks != player->masks)
        strokes_clear(strokes);
    if (strokes->columns != columns || strokes->rows != rows) {
        forget_done(strokes);
        free(strokes->before);
        strokes->before = NULL;
    }
    strokes->columns = columns;
    strokes->rows = rows;
    strokes->masks = player->masks;
}

/* A copy of the mask, to be freed. */
static uint8_t *copy_mask(const Strokes *strokes, const Player *player)
{
    const uint8_t *mask = ripple_mask(player->pool);
    uint8_t *copy = xalloc_get(count_cells(strokes));

    if (mask != NULL)
        memcpy(copy, mask, count_cells(strokes));
    else
        memset(copy, OPEN_WATER, count_cells(strokes));
    return copy;
}

/* Keeps the mask before the first stroke. */
static void keep_unpainted(Strokes *strokes, const Player *player)
{
    if (strokes->has_painted)
        return;
    if (ripple_mask(player->pool) != NULL)
        strokes->unpainted = copy_mask(strokes, player);
    strokes->unpainted_columns = strokes->columns;
    strokes->unpainted_rows = strokes->rows;
    strokes->has_painted = 1;
}

void strokes_begin(Strokes *strokes, const Player *player)
{
    follow(strokes, player);
    if (strokes->before != NULL)
        return;
    keep_unpainted(strokes, player);
    strokes->before = copy_mask(strokes, player);
}

/* Where a box of cells begins in a mask. */
static size_t find_start(const Strokes *strokes, RippleRect box)
{
    return (size_t)box.y * (size_t)strokes->columns + (size_t)box.x;
}

/* The smallest box around the cells that differ from the mask as it was; its
   width is 0 if none does. */
static RippleRect find_box(const Strokes *strokes, const uint8_t *mask)
{
    const uint8_t *before = strokes->before;
    int left = strokes->columns, right = 0, top = strokes->rows, bottom = 0;

    for (int y = 0; y < strokes->rows; y++) {
        for (int x = 0; x < strokes->columns; x++) {
            if (*mask++ == *before++)
                continue;
            left = min_int(left, x);
            right = max_int(right, x + 1);
            top = min_int(top, y);
            bottom = y + 1;
        }
    }
    return (RippleRect){left, top, max_int(right - left, 0), bottom - top};
}

/* Copies rows of a box, whose first cells are `to` and `from`. */
static void copy_box(uint8_t *to, int to_stride, const uint8_t *from,
                     int from_stride, RippleRect box)
{
    for (int y = 0; y < box.height; y++) {
        memcpy(to, from, (size_t)box.width);
        to += to_stride;
        from += from_stride;
    }
}

/* The first cell that has changed is in the first row of the box. */
static LandStroke *make_stroke(const Strokes *strokes, const uint8_t *mask,
                               RippleRect box)
{
    const uint8_t *before = strokes->before + find_start(strokes, box);
    LandStroke *stroke =
        xalloc_get(sizeof *stroke + (size_t)box.width * (size_t)box.height);
    int x = 0;

    mask += find_start(strokes, box);
    while (mask[x] == before[x])
        x++;
    stroke->is_land = mask[x] < before[x];
    stroke->box = box;
    copy_box(stroke->depths, box.width, before, strokes->columns, box);
    return stroke;
}

/* Keeps the last strokes. */
static void keep(Strokes *strokes, LandStroke *stroke)
{
    if (strokes->count == STROKES_MAX) {
        free(strokes->done[0]);
        memmove(strokes->done, strokes->done + 1,
                (STROKES_MAX - 1) * sizeof *strokes->done);
        strokes->count--;
    }
    strokes->done[strokes->count++] = stroke;
}

int strokes_end(Strokes *strokes, const Player *player)
{
    uint8_t *now;
    RippleRect box;

    follow(strokes, player);
    if (strokes->before == NULL)
        return 0;
    now = copy_mask(strokes, player);
    box = find_box(strokes, now);
    if (box.width > 0)
        keep(strokes, make_stroke(strokes, now, box));
    free(now);
    free(strokes->before);
    strokes->before = NULL;
    return box.width > 0;
}

static int set_mask(Player *player, const uint8_t *depths, int columns,
                    int rows)
{
    if (ripple_set_mask(player->pool, depths, columns, rows, (size_t)columns) !=
        RIPPLE_OK)
        return -1;
    player->host.mask_changed(player->host.context, NULL);
    return 0;
}

int strokes_undo(Strokes *strokes, Player *player)
{
    const LandStroke *stroke;
    uint8_t *mask;
    int result;

    strokes_end(strokes, player);
    if (strokes->count == 0)
        return 0;
    stroke = strokes->done[strokes->count - 1];
    mask = copy_mask(strokes, player);
    copy_box(mask + find_start(strokes, stroke->box), strokes->columns,
             stroke->depths, stroke->box.width, stroke->box);
    result = set_mask(player, mask, strokes->columns, strokes->rows);
    free(mask);
    if (result != 0)
        return -1;
    result = stroke->is_land ? 1 : 2;
    free(strokes->done[--strokes->count]);
    return result;
}

int strokes_wipe(Strokes *strokes, Player *player)
{
    strokes_end(strokes, player);
    if (!strokes->has_painted)
        return 0;
    strokes_begin(strokes, player);
    if (set_mask(player, strokes->unpainted, strokes->unpainted_columns,
                 strokes->unpainted_rows) != 0)
        return -1;
    return strokes_end(strokes, player);
}
