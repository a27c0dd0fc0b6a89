// SPDX-License-Identifier: MIT
//
// The buffers of the view in perspective, and what its formulas read
// (src/lib/kernels/perspective.inc). landscape.c fills them.

struct Terrain
{
    int stride;
    float max_x, max_y, unit, fall, bank, bank_in;
    int is_deck;
};

struct Texture
{
    float per_cell_x, per_cell_y;
};

struct TextureLevel
{
    int first, stride, last_x, last_y;
};

struct ShadeArgs
{
    Terrain terrain;
    Eye eye;
    Texture texture;
    Scenery scenery;
    int mirrored_stride;
};

struct CastArgs
{
    Terrain terrain;
    Eye eye;
    int count, height;
};

struct Silhouette
{
    int width, height;
};

layout(std430, binding = 1) buffer Maps
{
    uint maps[]; // places, floor, light
};

// The waves of the sea follow.
layout(std430, binding = 2) readonly buffer Shown
{
    Terrain terrain;
    Eye eye;
    Texture texture;
    Scenery scenery;
    SurveyScale scale;
    int mirrored_stride, count, floor_place, light_place, fades_place,
        mirrored_place, edges_place;
    TextureLevel levels[RIPPLE_TEXTURE_LEVELS];
    float limits[RIPPLE_TEXTURE_LEVELS - 1];
    uint sea[];
} shown;

layout(std430, binding = 3) coherent buffer Frame
{
    uint frame[];
};

layout(std430, binding = 4) buffer Planes
{
    uint planes[]; // 1 / z, edges
};

layout(std430, binding = 5) readonly buffer Tables
{
    uint tables[]; // distances, fades by column and by row, Mirrored
};

layout(std430, binding = 6) readonly buffer Picture
{
    uint picture[];
};

layout(std430, binding = 7) readonly buffer Coarse
{
    uint coarse[];
};

#define EXACT precise
#define real precise float
#define as_real(value) float(value)

// Arguments and what a function returns are not precise of themselves.
precise float exact;
#define exactly(value) (exact = (value))

float next_to(float v, bool is_up)
{
    return intBitsToFloat(floatBitsToInt(v) + ((v > 0.0f) == is_up ? 1 : -1));
}

// a - q * b without an error, for q near a / b (Dekker, 1971).
float rest_of(precise float a, precise float q, precise float b)
{
    precise float split = q * 4097.0f, q_high = split - (split - q);
    precise float q_low = q - q_high;
    precise float other = b * 4097.0f, b_high = other - (other - b);
    precise float b_low = b - b_high;
    precise float product = q * b;
    precise float high_part = q_high * b_high - product;
    precise float middle = high_part + q_high * b_low;
    precise float both = middle + q_low * b_high;
    precise float lost = both + q_low * b_low;
    precise float rest = (a - product) - lost;

    return rest;
}

// a / b and the square root, rounded to nearest as IEEE 754 does: OpenGL allows
// an error of some units in the last place.
float divide(precise float a, precise float b)
{
    precise float q = a / b;
    precise float rest = rest_of(a, q, b);

    q = q + rest / b;
    rest = rest_of(a, q, b);
    if (rest == 0.0f || !(abs(q) > 1e-30f))
        return q;
    float other = next_to(q, (rest > 0.0f) == (b > 0.0f));

    return abs(rest) > abs((other - q) * 0.5f * b) ? other : q;
}

float root(precise float v)
{
    precise float s = sqrt(v);

    if (!(s > 0.0f))
        return s;
    precise float rest = rest_of(v, s, s);

    s = s + rest / (s + s);
    rest = rest_of(v, s, s);
    if (rest == 0.0f)
        return s;
    float other = next_to(s, rest > 0.0f);
    precise float half_way = abs(other - s) * s;

    return rest > half_way || -rest >= half_way ? other : s;
}

Vector make_vector(precise float x, precise float y, precise float up)
{
    return Vector(x, y, up);
}

Colour make_colour(precise float red, precise float green, precise float blue)
{
    return Colour(red, green, blue);
}

Mirrored make_mirrored(Colour colour, precise float top)
{
    return Mirrored(colour, top);
}

// Their structs are declared later.
#define make_waves(x, y, light, noise) Waves(x, y, light, noise)
#define make_sky(colour, sun)          Sky(colour, sun)
#define make_edge(depth, foam)         Edge(depth, foam)
#define make_wind(gust)                Wind(0.0, 0.0, 0.0, 0.0, 0.0, gust, 0.0)

int number_at(uint pair, int part)
{
    return (part & 1) != 0 ? high(pair) : low(pair);
}

int place_at(Terrain terrain, int at, int part)
{
    return number_at(maps[2 * at + (part >> 1)], part);
}

int floor_at(Terrain terrain, int at, int part)
{
    return number_at(maps[shown.floor_place + at], part);
}

int sea_at(ShadeArgs args, int at, int part)
{
    return number_at(shown.sea[2 * at + (part >> 1)], part);
}

float limit_at(Texture texture, int level)
{
    return shown.limits[level];
}

TextureLevel level_at(Texture texture, int level)
{
    return shown.levels[level];
}

uint texel_at(Texture texture, int level, int column, int row)
{
    return level == 0 ? picture[place_of_row(row) + place_of_column(column)]
                      : coarse[shown.levels[level].first +
                               row * shown.levels[level].stride + column];
}

float table_at(int i)
{
    return uintBitsToFloat(tables[i]);
}

Mirrored mirrored_at(ShadeArgs args, int at)
{
    int i = shown.mirrored_place + 4 * at;

    return Mirrored(Colour(table_at(i), table_at(i + 1), table_at(i + 2)),
                    table_at(i + 3));
}

float distance_at(CastArgs args, int i)
{
    return table_at(i);
}

void set_inverse(CastArgs args, int x, int y, float inverse)
{
    planes[y * FRAME_PITCH + x] = floatBitsToUint(inverse);
}

void set_edge(CastArgs args, int x, int y, int edge)
{
    planes[shown.edges_place + y * FRAME_PITCH + x] = uint(edge);
}

float inverse_at(Silhouette silhouette, int x, int y)
{
    return uintBitsToFloat(planes[y * FRAME_PITCH + x]);
}

int edge_at(Silhouette silhouette, int x, int y)
{
    return int(planes[shown.edges_place + y * FRAME_PITCH + x]);
}
