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
typedef struct Skyline Skyline;

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

static inline float limit_at(Texture texture, int level)
{
    return texture.limits[level];
}

static inline TextureLevel level_at(Texture texture, int level)
{
    return texture.levels[level];
}

static inline uint32_t texel_at(Texture texture, int level, int column, int row)
{
    const TextureLevel *found = &texture.levels[level];

    return (level == 0
                ? texture.pixels
                : texture.coarse)[found->first + row * found->stride + column];
}

static inline Mirrored mirrored_at(ShadeArgs args, int at)
{
    return args.mirrored[at];
}

#include "lib/kernels/perspective.inc"

static inline float distance_at(CastArgs args, int i)
{
    return args.distances[i];
}

static inline void set_inverse(CastArgs args, int x, int y, float inverse)
{
    args.inverse[y * args.inverse_stride + x] = inverse;
}

static inline void set_edge(CastArgs args, int x, int y, int edge)
{
    args.edges[y * args.inverse_stride + x] = (uint8_t)edge;
}

#include "lib/kernels/cast.inc"

RIPPLE_CAST(ripple_scalar_cast)
{
    for (int x = args->x; x < args->x + args->width; x++)
        cast_column(*args, x);
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
