// SPDX-License-Identifier: MIT
//
// scalar_traits.c: how a cell bends the view and shines.

// The heights of a cell and of its neighbours.
struct Around
{
    int own, left, right, up, down;
};

struct SoftLimit
{
    int most, top, factor, halvings, up;
};

#define BEND \
    SoftLimit(BEND_MAX, BEND_TOP, BEND_FACTOR, BEND_HALVINGS, BEND_UP)
#define KNEE \
    SoftLimit(KNEE_MAX, KNEE_TOP, KNEE_FACTOR, KNEE_HALVINGS, KNEE_UP)
#define FAINT \
    SoftLimit(FAINT_MAX, FAINT_TOP, FAINT_FACTOR, FAINT_HALVINGS, FAINT_UP)
#define STRONG \
    SoftLimit(STRONG_MAX, STRONG_TOP, STRONG_FACTOR, STRONG_HALVINGS, STRONG_UP)

int soft_limit(int value, SoftLimit limit)
{
    int v = min(abs(value), 32767) >> limit.halvings;
    int d = (limit.most - min(v, limit.most)) << limit.up;
    int limited = (limit.top - scale(scale(d, d), limit.factor))
                  << limit.halvings;

    return value < 0 ? -limited : limited;
}

int bend(int slope)
{
    if (IS_WHOLE != 0)
        return sat16((slope * GAIN + (1 << (RIPPLE_GAIN_BITS - 1))) >>
                     RIPPLE_GAIN_BITS);
    int offset = sat16((slope * GAIN) >> (RIPPLE_GAIN_BITS - RIPPLE_BEND_BITS));
    return BEND_MAX > 0 ? -soft_limit(offset, BEND) : offset;
}

int find_length(int x, int y)
{
    int width = min(abs(x), 32767), height = min(abs(y), 32767);

    return max(max(width, height),
               scale(sat16(width + height), RIPPLE_SQRT_HALF));
}

int mirror(int x, int y)
{
    int n = find_length(x, y);

    return n - soft_limit(n, KNEE);
}

int shine(int off)
{
    int n = min(off, SPECULAR_WIDTH);
    int b = ((SPECULAR_WIDTH - n) * (SPECULAR_WIDTH + n)) << SPECULAR_SHIFT;

    return scale(scale(b, b), SPECULAR);
}

int compress(int v)
{
    int n = min(abs(v), 32767);
    int all = soft_limit(n, FAINT) + soft_limit(n >> 2, STRONG);

    return v < 0 ? -all : all;
}

int doubled(int value)
{
    return sat16(value * (1 << DOUBLINGS));
}

int shine_back(int x, int y, int laplacian)
{
    int diffuse = sat16(scale(x, DIFFUSE_X) + scale(y, DIFFUSE_Y));
    int across = sat16(scale(y, DIFFUSE_X) - scale(x, DIFFUSE_Y));
    int off = find_length(sat16(diffuse - SPECULAR_PEAK), across);
    int caught = scale(laplacian, CAUSTIC);
    int sky = mirror(scale(x, SKY), sat16(scale(y, SKY) - SKY_FROM)) -
              SKY_LEVEL;

    return sat16(compress(sat16(sat16(diffuse + caught) + sky)) + shine(off));
}

int laplacian_of(Around at)
{
    int sides = sat16(sat16(at.left + at.right) + sat16(at.up + at.down));

    return sat16(sides - sat16(4 * at.own));
}

// `floor_light` is the light on the floor, 0 where none is known.
int light_of(Around at, int floor_light)
{
    int all = shine_back(doubled(sat16(at.left - at.right)),
                         doubled(sat16(at.up - at.down)),
                         doubled(laplacian_of(at)));

    return sat16(all +
                 scale(floor_light * (1 << RIPPLE_CAUSTICS_BITS), CAUSTICS));
}

int limit_grey(int value)
{
    return clamp(value, -RIPPLE_GREY, RIPPLE_GREY - 1);
}

int slope_grey(int slope)
{
    return limit_grey(scale(doubled(slope), SLOPE_GREY));
}

int height_grey(int height)
{
    return limit_grey(
        compress(scale(sat16(4 * doubled(height)), HEIGHT_GREY)));
}

// The traits that a view shows: bends or slopes as grey levels, light, the
// height as a grey level; what is not shown may be 0.
ivec4 traits_of(Around at, int view, bool is_lit, int floor_light)
{
    ivec2 slope = ivec2(sat16(at.left - at.right), sat16(at.up - at.down));

    if (view == RIPPLE_VIEW_HEIGHTS)
        return ivec4(0, 0, 0, height_grey(at.own));
    if (view == RIPPLE_VIEW_SLOPES)
        return ivec4(slope_grey(slope.x), slope_grey(slope.y), 0, 0);
    return ivec4(bend(slope.x), bend(slope.y),
                 is_lit ? light_of(at, floor_light) : 0, 0);
}

Around around(ivec2 at)
{
#ifndef HAS_SURFACE
    if (at.x > 0 && at.y > 0 && at.x < COLUMNS - 1 && at.y < ROWS - 1) {
        int place = place_of(NOW, at);
        uint own = water[place], up = water[place - PITCH],
             down = water[place + PITCH];

        if ((at.x & 1) == 0)
            return Around(low(own), high(water[place - 1]), high(own), low(up),
                          low(down));
        return Around(high(own), low(own), low(water[place + 1]), high(up),
                      high(down));
    }
#endif
    return Around(height_at(at), height_at(at + ivec2(-1, 0)),
                  height_at(at + ivec2(1, 0)), height_at(at + ivec2(0, -1)),
                  height_at(at + ivec2(0, 1)));
}
