/* SPDX-License-Identifier: MIT */
#include "app/strokes.h"

#include <stdlib.h>
#include <string.h>

#define OPEN_WATER 255

/* Cells first..first+count-1 of row y. */
typedef struct Run {
    int y, first, count;
} Run;

struct LandStroke {
    int count;
    uint8_t *depths; /* of all runs, behind them */
    Run runs[];
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

/* A copy of the mask, to be freed, or NULL without memory. */
static uint8_t *copy_mask(const Strokes *strokes, const Player *player)
{
    const uint8_t *mask = ripple_mask(player->pool);
    uint8_t *copy = malloc(count_cells(strokes));

    if (copy != NULL && mask != NULL)
        memcpy(copy, mask, count_cells(strokes));
    else if (copy != NULL)
        memset(copy, OPEN_WATER, count_cells(strokes));
    return copy;
}

/* Keeps the mask before the first stroke. Returns 0 or -1. */
static int keep_unpainted(Strokes *strokes, const Player *player)
{
    if (strokes->has_painted)
        return 0;
    if (ripple_mask(player->pool) != NULL) {
        strokes->unpainted = copy_mask(strokes, player);
        if (strokes->unpainted == NULL)
            return -1;
    }
    strokes->unpainted_columns = strokes->columns;
    strokes->unpainted_rows = strokes->rows;
    strokes->has_painted = 1;
    return 0;
}

void strokes_begin(Strokes *strokes, const Player *player)
{
    follow(strokes, player);
    if (strokes->before == NULL && keep_unpainted(strokes, player) == 0)
        strokes->before = copy_mask(strokes, player);
    if (strokes->before == NULL)
        forget_done(strokes);
}

/* Finds what differs between two rows of a mask; returns whether anything does.
 */
static int find_run(Run *run, const uint8_t *a, const uint8_t *b, int columns)
{
    int first = 0, last = columns - 1;

    if (memcmp(a, b, (size_t)columns) == 0)
        return 0;
    while (a[first] == b[first])
        first++;
    while (a[last] == b[last])
        last--;
    run->first = first;
    run->count = last - first + 1;
    return 1;
}

/* Counts, and stores in `stroke` unless that is NULL, the runs that differ from
   the mask as it was; returns the number of their cells. */
static size_t compare(const Strokes *strokes, const uint8_t *mask,
                      LandStroke *stroke, int *runs)
{
    size_t columns = (size_t)strokes->columns, cells = 0;
    Run run;

    *runs = 0;
    for (run.y = 0; run.y < strokes->rows; run.y++) {
        const uint8_t *before = strokes->before + (size_t)run.y * columns;

        if (!find_run(&run, before, mask + (size_t)run.y * columns,
                      strokes->columns))
            continue;
        if (stroke != NULL) {
            stroke->runs[*runs] = run;
            memcpy(stroke->depths + cells, before + run.first,
                   (size_t)run.count);
        }
        cells += (size_t)run.count;
        ++*runs;
    }
    return cells;
}

static LandStroke *make_stroke(const Strokes *strokes, const uint8_t *mask)
{
    int runs;
    size_t cells = compare(strokes, mask, NULL, &runs);
    size_t size = sizeof(LandStroke) + (size_t)runs * sizeof(Run);
    LandStroke *stroke = malloc(size + cells);

    if (stroke == NULL)
        return NULL;
    stroke->depths = (uint8_t *)stroke + size;
    compare(strokes, mask, stroke, &stroke->count);
    return stroke;
}

/* Keeps the last strokes; without this one those before cannot be taken back.
 */
static void keep(Strokes *strokes, LandStroke *stroke)
{
    if (stroke == NULL) {
        forget_done(strokes);
        return;
    }
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
    int has_changed = 0;

    follow(strokes, player);
    if (strokes->before == NULL)
        return 0;
    now = copy_mask(strokes, player);
    has_changed =
        now == NULL || memcmp(now, strokes->before, count_cells(strokes)) != 0;
    if (has_changed)
        keep(strokes, now != NULL ? make_stroke(strokes, now) : NULL);
    free(now);
    free(strokes->before);
    strokes->before = NULL;
    return has_changed;
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
    const uint8_t *depths;
    uint8_t *mask;
    int result, was_land;

    strokes_end(strokes, player);
    if (strokes->count == 0)
        return 0;
    mask = copy_mask(strokes, player);
    if (mask == NULL)
        return -1;
    stroke = strokes->done[strokes->count - 1];
    depths = stroke->depths;
    was_land =
        depths[0] > mask[(size_t)stroke->runs[0].y * (size_t)strokes->columns +
                         (size_t)stroke->runs[0].first];
    for (int i = 0; i < stroke->count; i++) {
        Run run = stroke->runs[i];
        size_t place = (size_t)run.y * (size_t)strokes->columns;

        memcpy(mask + place + run.first, depths, (size_t)run.count);
        depths += run.count;
    }
    result = set_mask(player, mask, strokes->columns, strokes->rows);
    free(mask);
    if (result != 0)
        return -1;
    free(strokes->done[--strokes->count]);
    return was_land ? 1 : 2;
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
