// SPDX-License-Identifier: MIT
//
// ripple_scalar_render: shows the picture through the water, ARGB8888.
layout(local_size_x = 32, local_size_y = 8) in;

layout(std430, binding = 2) readonly buffer Picture
{
    uint picture[];
};

layout(std430, binding = 3) writeonly buffer Frame
{
    uint frame[];
};

#if defined(IS_COARSE) || defined(HAS_STRENGTH)
layout(std430, binding = 1) readonly buffer Map
{
    uint map[];
};
#endif

// Of the view at a pixel; a split view is a third each of heights, refracted
// picture, and that with light.
int view_at(int x)
{
    if (VIEW != RIPPLE_VIEW_SPLIT)
        return VIEW;
    return x < WIDTH / 3 ? RIPPLE_VIEW_HEIGHTS : RIPPLE_VIEW_WATER;
}

bool is_lit_at(int x)
{
    return VIEW != RIPPLE_VIEW_SPLIT ? IS_LIT != 0 : x >= 2 * WIDTH / 3;
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
                 scale(traits.z, strength), traits.w);
}
#endif

#ifdef IS_COARSE
// A pixel lies `share` / 2^15 of the way from cell `first` to the next.
struct Place
{
    int first, share;
};

Place place_on(int axis, int pixel)
{
    uint pair = map[axis + pixel];

    return Place(low(pair), high(pair));
}

ivec4 cell_traits(ivec2 at, bool weakens)
{
    int i = TRAITS + 2 * (at.y * COLUMNS + at.x);
    uint first = scene[i], second = scene[i + 1];
    ivec4 traits = ivec4(low(first), high(first), low(second), high(second));

#ifdef HAS_STRENGTH
    if (weakens)
        return weaken(traits, at);
#endif
    return traits;
}

ivec4 mix_traits(ivec4 a, ivec4 b, int share)
{
    return ivec4(lerp(a.x, b.x, share), lerp(a.y, b.y, share),
                 lerp(a.z, b.z, share), lerp(a.w, b.w, share));
}

ivec4 traits_at(ivec2 at)
{
    Place x = place_on(AXIS_X, at.x), y = place_on(AXIS_Y, at.y);
    ivec2 first = ivec2(x.first, y.first);
    bool weakens = false;

#ifdef HAS_STRENGTH
    weakens = view_at(at.x) == RIPPLE_VIEW_WATER &&
              is_soft(first + (ivec2(x.share, y.share) >> 14));
#endif
    ivec4 upper_left = cell_traits(first, weakens);
    ivec4 upper_right = cell_traits(first + ivec2(1, 0), weakens);
    ivec4 lower_left = cell_traits(first + ivec2(0, 1), weakens);
    ivec4 lower_right = cell_traits(first + 1, weakens);

    return mix_traits(mix_traits(upper_left, upper_right, x.share),
                      mix_traits(lower_left, lower_right, x.share), y.share);
}
#else
ivec4 traits_at(ivec2 at)
{
    ivec4 traits =
        traits_of(around(at), view_at(at.x), is_lit_at(at.x), 0);

#ifdef HAS_STRENGTH
    if (view_at(at.x) == RIPPLE_VIEW_WATER && is_soft(at))
        return weaken(traits, at);
#endif
    return traits;
}
#endif

uint pixel_at(ivec2 at)
{
    return picture[at.y * WIDTH + at.x];
}

int nearest_offset(int offset)
{
    if (IS_WHOLE != 0)
        return offset;
    return sat16(offset + (1 << (RIPPLE_BEND_BITS - 1))) >> RIPPLE_BEND_BITS;
}

uint sample_nearest(ivec2 at, ivec2 bend)
{
    ivec2 offset = ivec2(nearest_offset(bend.x), nearest_offset(bend.y));

    return pixel_at(clamp(at + offset, ivec2(0), ivec2(WIDTH, HEIGHT) - 1));
}

int channel_of(uint pixel, int shift)
{
    return int((pixel >> shift) & 0xffu);
}

int mix_columns(uint left, uint right, int shift, int share)
{
    return (channel_of(left, shift) - 128) * (255 - share) +
           (channel_of(right, shift) - 128) * share;
}

int mix_rows(int above, int below, int share)
{
    int mixed =
        (above * ((255 - share) << 7) >> 16) + (below * (share << 7) >> 16);

    return 128 + ((mixed + RIPPLE_MEAN_HALF) * RIPPLE_MEAN_GAIN >> 16);
}

uint sample_linear(ivec2 at, ivec2 bend)
{
    ivec2 last = ivec2(WIDTH, HEIGHT) - 1;
    ivec2 coord = clamp((at << RIPPLE_BEND_BITS) + bend, ivec2(0),
                        last << RIPPLE_BEND_BITS);
    ivec2 near = coord >> RIPPLE_BEND_BITS, far = min(near + 1, last);
    ivec2 share = coord & ((1 << RIPPLE_BEND_BITS) - 1);
    uint above_left = pixel_at(near);
    uint above_right = pixel_at(ivec2(far.x, near.y));
    uint below_left = pixel_at(ivec2(near.x, far.y));
    uint below_right = pixel_at(far);
    uint mixed = 0u;

    for (int shift = 0; shift < 32; shift += 8) {
        int upper = mix_columns(above_left, above_right, shift, share.x);
        int lower = mix_columns(below_left, below_right, shift, share.x);

        mixed |= uint(mix_rows(upper, lower, share.y)) << shift;
    }
    return mixed;
}

uint light_channel(uint pixel, int shift, int light)
{
    int c = channel_of(pixel, shift);
    int w = clamp(light, -RIPPLE_LIGHT_RANGE, RIPPLE_LIGHT_RANGE);
    int n = (255 - c) * (c + RIPPLE_LIGHT_FLOOR);
    int room = w < 0 ? c << 7 : n - (n >> 2);

    return uint(c + scale(room, w)) << shift;
}

uint add_light(uint pixel, int light)
{
    return (pixel & 0xff000000u) | light_channel(pixel, 16, light) |
           light_channel(pixel, 8, light) | light_channel(pixel, 0, light);
}

uint make_colour(int red, int green, int blue)
{
    return 0xff000000u | uint(red << 16) | uint(green << 8) | uint(blue);
}

uint shade_height(int grey)
{
    int u = grey + RIPPLE_GREY;

    return make_colour(RIPPLE_DEEP_RED + scale(u << 7, u),
                       RIPPLE_DEEP_GREEN + scale(u << 7, RIPPLE_RAMP_GREEN),
                       RIPPLE_DEEP_BLUE + scale(u << 7, RIPPLE_RAMP_BLUE));
}

uint shade(ivec2 at)
{
    int view = view_at(at.x);
    ivec4 traits = traits_at(at);

    if (view == RIPPLE_VIEW_HEIGHTS)
        return shade_height(traits.w);
    if (view == RIPPLE_VIEW_SLOPES)
        return make_colour(traits.x + RIPPLE_GREY, traits.y + RIPPLE_GREY,
                           RIPPLE_GREY);
    uint pixel = IS_LINEAR != 0 ? sample_linear(at, traits.xy)
                                : sample_nearest(at, traits.xy);
    return is_lit_at(at.x) ? add_light(pixel, traits.z) : pixel;
}

void draw(ivec2 at, uint pixel)
{
    if (at.x < WIDTH)
        frame[at.y * WIDTH + at.x] = pixel;
}

#ifdef IS_PLAIN
// An invocation has two pixels.
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);

    if (is_outside(at))
        return;
    Row up = row_at(at - ivec2(0, 1)), own = row_at(at);
    Row down = row_at(at + ivec2(0, 1));

    Around left = Around(own.left, own.before, own.right, up.left, down.left);
    Around right =
        Around(own.right, own.left, own.after, up.right, down.right);

    draw(at, sample_nearest(at, ivec2(bend(slope_x(left), OPTICS),
                                      bend(slope_y(left), OPTICS))));
    at.x++;
    draw(at, sample_nearest(at, ivec2(bend(slope_x(right), OPTICS),
                                      bend(slope_y(right), OPTICS))));
}
#else
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);

    if (at.y < HEIGHT && at.x < WIDTH)
        draw(at, shade(at));
}
#endif
