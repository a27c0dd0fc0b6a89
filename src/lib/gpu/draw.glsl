// SPDX-License-Identifier: MIT
//
// ripple_scalar_render: shows the picture through the water, ARGB8888.
#ifdef IS_PLAIN
// Large groups share what they load of the picture.
layout(local_size_x = RIPPLE_GROUP_COLUMNS, local_size_y = GROUP_ROWS) in;
#else
layout(local_size_x = 32, local_size_y = 4) in;
#endif

layout(std430, binding = 1) readonly buffer Picture
{
    uint picture[];
};

layout(std430, binding = 3) writeonly buffer Frame
{
#ifdef IS_PLAIN
    uvec4 frame[];
#else
    uint frame[];
#endif
};

#if defined(IS_COARSE) || defined(HAS_STRENGTH)
layout(std430, binding = 2) readonly buffer Map
{
    uint map[];
};
#endif

// The view at a pixel. A split view shows in thirds the heights, the refracted
// picture, and that with light.
int view_at(int x)
{
    if (VIEW != RIPPLE_VIEW_SPLIT)
        return VIEW;
    return x < WIDTH / 3 ? RIPPLE_VIEW_HEIGHTS : RIPPLE_VIEW_WATER;
}

bool is_lit_at(int x)
{
#ifdef HAS_LIGHT
    return VIEW != RIPPLE_VIEW_SPLIT || x >= 2 * WIDTH / 3;
#else
    return false;
#endif
}

#ifdef HAS_STRENGTH
bool is_soft(ivec2 at)
{
    return map[SOFT + (at.y / RIPPLE_TILE_ROWS) * TILES +
               at.x / RIPPLE_TILE_COLUMNS] != 0u;
}

ivec4 weaken(ivec4 traits, ivec2 at)
{
    uint pair = map[STRENGTH + at.y * PITCH + (at.x >> 1)];
    int strength = (at.x & 1) != 0 ? high(pair) : low(pair);

    return ivec4(scale(traits.x, strength), scale(traits.y, strength),
                 scale(traits.z, strength), scale(traits.w, strength));
}
#endif

// The traits of a cell that a view shows: bends, light and shine, or grey
// levels.
ivec4 cell_traits(ivec2 at, int view, bool weakens)
{
    ivec4 traits = ivec4(0);

#if defined(IS_COARSE) || defined(HAS_LIGHT)
    int i = (TRAITS + CELL_SIZE * (at.y * COLUMNS + at.x)) >> 1;
    uvec2 own = vectors[i];

    traits = ivec4(low(own.x), high(own.x), low(own.y), high(own.y));
    if (VIEW == RIPPLE_VIEW_SPLIT && view == RIPPLE_VIEW_HEIGHTS)
        traits.x = low(vectors[i + 1].x);
#else
    traits.xy = traits_of(at, view);
#endif
#ifdef HAS_STRENGTH
    if (weakens)
        return weaken(traits, at);
#endif
    return traits;
}

#ifdef IS_COARSE
// A pixel is `share` / 2^15 of the way from cell `first` to the next.
struct Place
{
    int first, share;
};

Place place_on(int axis, int pixel)
{
    uint pair = map[axis + pixel];

    return Place(low(pair), high(pair));
}

ivec4 mix_traits(ivec4 a, ivec4 b, int share)
{
    return ivec4(lerp(a.x, b.x, share), lerp(a.y, b.y, share),
                 lerp(a.z, b.z, share), lerp(a.w, b.w, share));
}
#endif

#ifdef IS_COARSE
// Traits of two rows of cells, mixed along x: those above and below a pixel.
struct Rows
{
    int first; // the upper row
    bool weakens;
    ivec4 above, below;
};

ivec4 mix_row(ivec2 at, int share, int view, bool weakens)
{
    return mix_traits(cell_traits(at, view, weakens),
                      cell_traits(at + ivec2(1, 0), view, weakens), share);
}

// The traits of a pixel below the last one; `rows` are those of that one.
ivec4 traits_below(inout Rows rows, Place x, ivec2 at, int view)
{
    Place y = place_on(AXIS_Y, at.y);
    bool weakens = false;

#ifdef HAS_STRENGTH
    weakens = view == RIPPLE_VIEW_WATER &&
              is_soft(ivec2(x.first, y.first) +
                      (ivec2(x.share, y.share) >> 14));
#endif
    if (y.first != rows.first || weakens != rows.weakens) {
        ivec2 lower = ivec2(x.first, y.first + 1);

        rows.above = y.first == rows.first + 1 && weakens == rows.weakens
                         ? rows.below
                         : mix_row(lower - ivec2(0, 1), x.share, view, weakens);
        rows.below = mix_row(lower, x.share, view, weakens);
        rows.first = y.first;
        rows.weakens = weakens;
    }
    return mix_traits(rows.above, rows.below, y.share);
}
#else
ivec4 traits_at(ivec2 at, int view)
{
    bool weakens = false;

#ifdef HAS_STRENGTH
    weakens = view == RIPPLE_VIEW_WATER && is_soft(at);
#endif
    return cell_traits(at, view, weakens);
}
#endif

uint pixel_at(ivec2 at)
{
    return picture[place_of_row(at.y) + place_of_column(at.x)];
}

uint sample_nearest(ivec2 at, ivec2 bend)
{
    ivec2 offset =
        ivec2(nearest_offset(bend.x, OPTICS), nearest_offset(bend.y, OPTICS));

    return pixel_at(clamp(at + offset, ivec2(0), ivec2(WIDTH, HEIGHT) - 1));
}

uint sample_linear(ivec2 at, ivec2 bend)
{
    ivec2 last = ivec2(WIDTH, HEIGHT) - 1;
    ivec2 coord = ivec2(linear_coord(at.x, bend.x, WIDTH),
                        linear_coord(at.y, bend.y, HEIGHT));
    ivec2 near = coord >> RIPPLE_BEND_BITS, far = min(near + 1, last);
    ivec2 share = coord & ((1 << RIPPLE_BEND_BITS) - 1);

    ivec2 columns = ivec2(place_of_column(near.x), place_of_column(far.x));
    ivec2 rows = ivec2(place_of_row(near.y), place_of_row(far.y));

    return mix_four(picture[rows.x + columns.x], picture[rows.x + columns.y],
                    picture[rows.y + columns.x], picture[rows.y + columns.y],
                    share.x, share.y);
}

uint shade(ivec2 at, ivec4 traits, int view)
{
    if (view == RIPPLE_VIEW_HEIGHTS)
        return height_colour(traits.x);
    if (view == RIPPLE_VIEW_SLOPES)
        return slope_colour(traits.x, traits.y);
#ifdef IS_LINEAR
    uint pixel = sample_linear(at, traits.xy);
#else
    uint pixel = sample_nearest(at, traits.xy);
#endif
    return is_lit_at(at.x) ? add_light(pixel, traits.z, traits.w) : pixel;
}

#ifdef IS_PLAIN
uint plain_pixel(Cells up, Cells own, Cells down, ivec2 at, int i)
{
    int x = sat16(own.h[i] - own.h[i + 2]);
    int y = sat16(up.h[i + 1] - down.h[i + 1]);

    return sample_nearest(at + ivec2(i, 0),
                          ivec2(bend(x, y, OPTICS), bend(y, x, OPTICS)));
}

// An invocation draws four pixels. LEADS: it steps these cells too (solver.h).
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(CELLS, 1);

#ifdef LEADS
    if (at == ivec2(0))
        state[AFTER_ANY] = 0u;
#endif
    if (is_outside(at))
        return;
    Cells up = cells_at(at - ivec2(0, 1)), own = cells_at(at);
    Cells down = cells_at(at + ivec2(0, 1));

    frame[(at.y * FRAME_PITCH + at.x) >> 2] = uvec4(
        plain_pixel(up, own, down, at, 0), plain_pixel(up, own, down, at, 1),
        plain_pixel(up, own, down, at, 2), plain_pixel(up, own, down, at, 3));
#ifdef LEADS
    step_cells(up, own, down, at);
#endif
}
#elif defined(IS_COARSE)
// An invocation draws pixels below each other. Most of them are between the same
// cells.
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(1, RIPPLE_COARSE_ROWS);
    int view = view_at(at.x), end = min(at.y + RIPPLE_COARSE_ROWS, HEIGHT);

    if (at.x >= WIDTH)
        return;
    Place x = place_on(AXIS_X, at.x);
    Rows rows = Rows(-2, false, ivec4(0), ivec4(0));

    for (; at.y < end; at.y++)
        frame[at.y * FRAME_PITCH + at.x] =
            shade(at, traits_below(rows, x, at, view), view);
}
#else
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    int view = view_at(at.x);

    if (at.y < HEIGHT && at.x < WIDTH)
        frame[at.y * FRAME_PITCH + at.x] =
            shade(at, traits_at(at, view), view);
}
#endif
