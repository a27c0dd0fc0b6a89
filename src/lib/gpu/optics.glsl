// SPDX-License-Identifier: MIT
//
// The traits of cells; needs src/lib/kernels/light.inc.

#define BEND_LIMIT \
    SoftLimit(BEND_MAX, BEND_TOP, BEND_FACTOR, BEND_HALVINGS, BEND_UP)
#define KNEE \
    SoftLimit(KNEE_MAX, KNEE_TOP, KNEE_FACTOR, KNEE_HALVINGS, KNEE_UP)
#define FAINT \
    SoftLimit(FAINT_MAX, FAINT_TOP, FAINT_FACTOR, FAINT_HALVINGS, FAINT_UP)
#define STRONG \
    SoftLimit(STRONG_MAX, STRONG_TOP, STRONG_FACTOR, STRONG_HALVINGS, STRONG_UP)
#define LIGHT \
    Lighting(DOUBLINGS, DIFFUSE_X, DIFFUSE_Y, CAUSTIC, SPECULAR_PEAK, \
             SPECULAR_WIDTH, SPECULAR_SHIFT, SPECULAR, SKY, SKY_FROM, \
             SKY_LEVEL, KNEE, FAINT, STRONG, CAUSTICS, SLOPE_GREY, HEIGHT_GREY)
#define OPTICS Optics(GAIN, BEND_LIMIT, IS_WHOLE, LIGHT)

// The traits that a view shows: bends, or slopes as grey levels; light; the
// height as a grey level. Traits not shown may be 0.
ivec4 traits_of(Around at, int view, bool is_lit, int floor_light)
{
    if (view == RIPPLE_VIEW_HEIGHTS)
        return ivec4(0, 0, 0, height_grey(at.own, LIGHT));
    if (view == RIPPLE_VIEW_SLOPES)
        return ivec4(slope_grey(slope_x(at), LIGHT),
                     slope_grey(slope_y(at), LIGHT), 0, 0);
    return ivec4(bend(slope_x(at), OPTICS), bend(slope_y(at), OPTICS),
                 is_lit ? add_floor_light(surface_light(at, LIGHT), floor_light,
                                          LIGHT)
                        : 0,
                 0);
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
