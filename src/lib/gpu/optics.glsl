// SPDX-License-Identifier: MIT
//
// The traits of cells; needs src/lib/kernels/light.inc.

#define FLOOR \
    SoftLimit(FLOOR_MAX, FLOOR_TOP, FLOOR_FACTOR, FLOOR_HALVINGS, FLOOR_UP)
#define FAINT \
    SoftLimit(FAINT_MAX, FAINT_TOP, FAINT_FACTOR, FAINT_HALVINGS, FAINT_UP)
#define STRONG \
    SoftLimit(STRONG_MAX, STRONG_TOP, STRONG_FACTOR, STRONG_HALVINGS, STRONG_UP)
#define LIGHT \
    Lighting(SUN_X, SUN_Y, LINE, BRIGHT, SHADE, SKY, AWAY, GLINT, DOUBLINGS, \
             SLOPE_GREY, HEIGHT_GREY, FLOOR, FAINT, STRONG)
#ifdef IS_PLAIN
#define OPTICS Optics(GAIN, 0, 0, 1, LIGHT)
#else
#define OPTICS \
    Optics(GAIN, LIMIT_FACTOR, LIMIT_DOUBLINGS, IS_WHOLE, LIGHT)
#endif

// The bends of a cell, or what a view shows as grey levels.
ivec2 traits_of(ivec2 at, int view)
{
    if (view == RIPPLE_VIEW_HEIGHTS)
        return ivec2(height_grey(height_at(at), LIGHT), 0);
    Around cells = around(at);
    int x = slope_x(cells), y = slope_y(cells);

    return view == RIPPLE_VIEW_SLOPES
               ? ivec2(slope_grey(x, LIGHT), slope_grey(y, LIGHT))
               : ivec2(bend(x, y, OPTICS), bend(y, x, OPTICS));
}
