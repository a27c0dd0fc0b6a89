/* SPDX-License-Identifier: MIT */
/* The cast kernel: casts columns in lanes. */
#ifndef RIPPLE_KERNELS_SIMD_PERSPECTIVE_CAST_H
#define RIPPLE_KERNELS_SIMD_PERSPECTIVE_CAST_H

#include "lib/kernels/simd/perspective/places.h"

typedef struct Skyline {
    Reals top, row;        /* rows above `top` are still open */
    Reals highest, lowest; /* see scalar_perspective.c */
    float inverse;
} Skyline;

/* Marks the tops of columns that rise again if they hide places. */
RIPPLE_INLINE void mark_edges(const CastArgs *args, float *column,
                              const Skyline *skyline, Int32s rises)
{
    Int32s ends = rises &
                  (skyline->lowest > skyline->highest + RIPPLE_EDGE_DROP) &
                  (skyline->top > 0.0f) & (skyline->top < (float)args->height);
    uint8_t *edges = args->edges + (column - args->inverse);
    float tops[REALS], over[REALS];

    if (!reals_any(ends))
        return;
    reals_store(tops, skyline->top);
    reals_store(over, skyline->top - skyline->highest);
    for (int i = 0; i < REALS; i++) {
        if (ends[i])
            edges[(int)tops[i] * args->inverse_stride + i] =
                (uint8_t)(1 + (int)(over[i] * (float)RIPPLE_EDGE_ROW));
    }
}

/* Stores a row of a group; pixels that are not open keep their values. */
RIPPLE_INLINE void draw_row(float *to, Reals v, int y, const Skyline *skyline,
                            float min_top)
{
    if ((float)y >= min_top)
        v = reals_blend((float)y < skyline->top, v, reals_load(to));
    reals_store(to, v);
}

/* Rounds up: rows above the result are above v. */
RIPPLE_INLINE Reals round_up(Reals v)
{
    Reals whole = reals_convert(reals_truncate(v));

    return whole - reals_convert(whole < v);
}

/* A lane that draws nothing higher may still write to its open rows: later
   places overwrite them. */
RIPPLE_INLINE void draw_rises(const CastArgs *args, float *column,
                              const Skyline *skyline, Reals top, Reals row,
                              float inverse)
{
    Int32s rises = top < skyline->top;
    Reals per_row = (inverse - skyline->inverse) / (row - skyline->row);
    float min_top = reals_lowest(skyline->top);
    int first, end;

    first = (int)reals_lowest(
        reals_blend(rises, top, reals_splat((float)args->height)));
    end = (int)reals_highest(reals_blend(rises, skyline->top, reals_splat(0)));
    for (int y = first; y < end; y++) {
        Reals v = skyline->inverse + ((float)y - skyline->row) * per_row;

        v = reals_clamp(v, reals_splat(inverse), reals_splat(skyline->inverse));
        draw_row(column + y * args->inverse_stride, v, y, skyline, min_top);
    }
}

/* Adds the next places to the skyline and draws them. */
RIPPLE_INLINE void add_places(const CastArgs *args, float *column,
                              Skyline *skyline, Reals row, float inverse)
{
    Reals top = round_up(
        reals_clamp(row, reals_splat(0), reals_splat((float)args->height)));

    mark_edges(args, column, skyline, row < skyline->highest);
    if (reals_any(top < skyline->top)) {
        draw_rises(args, column, skyline, top, row, inverse);
        skyline->top = reals_min(top, skyline->top);
    }
    skyline->lowest = reals_blend(row < skyline->highest, row,
                                  reals_max(row, skyline->lowest));
    skyline->highest = reals_min(row, skyline->highest);
    skyline->row = row;
    skyline->inverse = inverse;
}

/* The rows of the places at a distance. */
RIPPLE_INLINE Reals find_rows(const CastArgs *args, const Vectors *ahead,
                              float z, float inverse)
{
    const Eye *eye = &args->eye;
    Spots spots = find_spots(&args->terrain, eye->place.x + ahead->x * z,
                             eye->place.y + ahead->y * z);
    Places places = read_places(&args->terrain, &spots);
    Reals height = reals_max(places.ground, places.water);

    return eye->horizon - 0.5f +
           (eye->place.up - height) * (eye->focal * inverse);
}

/* Distances whose rows are found together, so that their loads overlap. */
#define STEPS 8

static void cast_columns(const CastArgs *args, int x)
{
    const Eye *eye = &args->eye;
    Vectors ahead = look_ahead(eye, x);
    float horizon = eye->horizon - 0.5f;
    float per_row = 1 / (eye->focal * (eye->place.up - args->terrain.bank));
    float height = (float)args->height, *column = args->inverse + x, min_top;
    Reals none = reals_splat(1e9f);
    Skyline skyline = {reals_splat(height), none, none, none,
                       1 / args->distances[0]};
    int end;

    for (int i = 0; i < args->count && reals_any(skyline.top > 0.0f);
         i += STEPS) {
        int count = args->count - i < STEPS ? args->count - i : STEPS;
        Reals rows[STEPS];

        for (int k = 0; k < count; k++)
            rows[k] = find_rows(args, &ahead, args->distances[i + k],
                                1 / args->distances[i + k]);
        for (int k = 0; k < count; k++)
            add_places(args, column, &skyline, rows[k],
                       1 / args->distances[i + k]);
    }
    mark_edges(args, column, &skyline, half_splat(-1));
    min_top = reals_lowest(skyline.top);
    end = (int)reals_highest(skyline.top);
    for (int y = 0; y < end; y++) {
        float below = (float)y - horizon, v = below * per_row;

        v = v < 1e-7f ? 1e-7f : v;
        draw_row(column + y * args->inverse_stride,
                 reals_splat(below > 0 ? v : 0), y, &skyline, min_top);
    }
}

static RIPPLE_CAST(cast)
{
    if (!can_index_terrain(&args->terrain)) {
        RIPPLE_FALLBACK.cast(args);
        return;
    }
    for (int x = args->x; x < args->x + args->width; x += REALS)
        cast_columns(args, x);
}

#endif
