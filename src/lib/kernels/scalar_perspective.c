/* SPDX-License-Identifier: MIT */
/*
 * The kernels of the perspective view: a column caster, as in games of 1992,
 * and a pixel shader, whose formulas are in perspective.inc.
 * perspective_kernels.h has a drawing of the geometry.
 */
#include "lib/kernels/real_formula.h"
#include "lib/kernels/scalar.h"

typedef struct Spot Spot;
typedef struct Waves Waves;
typedef struct Sky Sky;
typedef struct Wind Wind;
typedef struct Edge Edge;

#define make_vector(...)   ((Vector){__VA_ARGS__})
#define make_colour(...)   ((Colour){__VA_ARGS__})
#define make_mirrored(...) ((Mirrored){__VA_ARGS__})
#define make_waves(...)    ((Waves){__VA_ARGS__})
#define make_sky(...)      ((Sky){__VA_ARGS__})
#define make_edge(...)     ((Edge){__VA_ARGS__})
#define make_wind(blown)   ((Wind){.gust = (blown)})

static inline int place_at(Terrain terrain, int at, int part)
{
    return ((const int16_t *)&terrain.places[at])[part];
}

static inline int floor_at(Terrain terrain, int at, int part)
{
    return ((const int16_t *)&terrain.floor[at])[part];
}

static inline int sea_at(ShadeArgs args, int at, int part)
{
    return ((const int16_t *)&args.sea[at])[part];
}

static inline uint32_t texel_at(Texture texture, int level, int at)
{
    return (level == 0 ? texture.pixels : texture.coarse)[at];
}

static inline Mirrored mirrored_at(ShadeArgs args, int at)
{
    return args.mirrored[at];
}

#include "lib/kernels/perspective.inc"

/* The top of the drawn part of a column, and the last place. */
typedef struct Skyline {
    int top;            /* rows above this one are still open */
    float highest;      /* the highest row of all places */
    float lowest;       /* the lowest since then */
    float row, inverse; /* of the place before */
} Skyline;

/* Marks the top if it hides places. */
static void mark_edge(const CastArgs *args, int x, const Skyline *skyline)
{
    float over = (float)skyline->top - skyline->highest;

    if (skyline->lowest > skyline->highest + RIPPLE_EDGE_DROP &&
        skyline->top > 0 && skyline->top < args->height)
        args->edges[skyline->top * args->inverse_stride + x] =
            (uint8_t)(1 + (int)(over * (float)RIPPLE_EDGE_ROW));
}

/* Between two places the land is straight, so 1 / z is linear in rows. */
static void draw_rise(const CastArgs *args, int x, Skyline *skyline, float row,
                      float inverse)
{
    float in = clamp_real(row, 0, (float)args->height);
    int top = (int)in;
    float per_row = (inverse - skyline->inverse) / (row - skyline->row);

    top += (float)top < in;
    for (int y = top; y < skyline->top; y++) {
        float v = skyline->inverse + ((float)y - skyline->row) * per_row;

        args->inverse[y * args->inverse_stride + x] =
            clamp_real(v, inverse, skyline->inverse);
    }
    if (top < skyline->top)
        skyline->top = top;
}

/* The centre of row y is at y + 1/2; rows here are shifted by -1/2. */
static void cast_column(const CastArgs *args, int x)
{
    Eye eye = args->eye;
    Vector ahead = look_ahead(eye, x);
    float horizon = eye.horizon - 0.5f;
    Skyline skyline = {args->height, 1e9f, 1e9f, 1e9f, 1 / args->distances[0]};
    float per_row = 1 / (eye.focal * (eye.place.up - args->terrain.bank));

    for (int i = 0; i < args->count && skyline.top > 0; i++) {
        float z = args->distances[i], inverse = 1 / z;
        Spot spot = find_spot(args->terrain, eye.place.x + ahead.x * z,
                              eye.place.y + ahead.y * z);
        float height = max_real(read_ground(args->terrain, spot),
                                read_water(args->terrain, spot));
        float row = horizon + (eye.place.up - height) * (eye.focal * inverse);

        if (row < skyline.highest) {
            mark_edge(args, x, &skyline);
            draw_rise(args, x, &skyline, row, inverse);
            skyline.highest = skyline.lowest = row;
        }
        skyline.lowest = max_real(skyline.lowest, row);
        skyline.row = row;
        skyline.inverse = inverse;
    }
    mark_edge(args, x, &skyline);
    for (int y = 0; y < skyline.top; y++) {
        float below = (float)y - horizon;

        args->inverse[y * args->inverse_stride + x] =
            below > 0 ? max_real(below * per_row, 1e-7f) : 0;
    }
}

RIPPLE_CAST(ripple_scalar_cast)
{
    for (int x = args->x; x < args->x + args->width; x++)
        cast_column(args, x);
}

RIPPLE_SHADE(ripple_scalar_shade)
{
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        const float *inverse = args->inverse + y * args->inverse_stride;

        for (int x = rect.x; x < rect.x + rect.width; x++)
            args->frame[y * args->frame_stride + x] =
                shade_pixel(*args, x, y, inverse[x]);
    }
}
