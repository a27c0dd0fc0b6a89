/* SPDX-License-Identifier: MIT */
/*
 * The kernels in plain C: the specification that every other level equals bit
 * for bit. Written to be read; the compiler may do what it likes with them.
 *
 * Every store saturates, so a crest that grows too high is cut off and never
 * turns into a trough. The sums saturate in pairs because that is what vector
 * units do; within |h| <= 8191 no sum can saturate and the formulas are the
 * plain ones.
 */
#include "kernels/kernels.h"

#include "base/fixed.h"

#include <stdlib.h>

static inline int scale(int value, int share)
{
    return (value * share + (1 << 14)) >> 15;
}

static int find_wet(const int16_t *cells, ptrdiff_t stride, int columns,
                    int rows)
{
    int active = 0;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            if (cells[y * stride + x] != 0)
                active |= RIPPLE_ACTIVE | (y == 0 ? RIPPLE_ACTIVE_TOP : 0) |
                          (y == rows - 1 ? RIPPLE_ACTIVE_BOTTOM : 0) |
                          (x == 0 ? RIPPLE_ACTIVE_LEFT : 0) |
                          (x == columns - 1 ? RIPPLE_ACTIVE_RIGHT : 0);
        }
    }
    return active;
}

/*
 * What a cell sees in the direction of `to`. Land lies at height zero, which
 * throws waves back inverted; a mirror shows a cell its own height in the
 * place of land. Sources: "Ripple", 1999, and the shallow-water papers.
 */
static inline int look(const StepArgs *args, int mirrors, ptrdiff_t cell,
                       ptrdiff_t to)
{
    if (mirrors && args->depth_map[cell + to] < 0)
        return args->now[cell];
    return args->now[cell + to];
}

static inline int has_mirrors(const StepArgs *args, const Stencil *stencil)
{
    return stencil->mirror && args->depth_map != NULL;
}

/* sat16(sat16(left + right) + sat16(up + down)) */
static inline int sum_sides(const StepArgs *args, int mirrors, ptrdiff_t cell)
{
    ptrdiff_t down = args->stride;

    return sat16(
        sat16(look(args, mirrors, cell, -1) + look(args, mirrors, cell, 1)) +
        sat16(look(args, mirrors, cell, -down) +
              look(args, mirrors, cell, down)));
}

/* sat16(sat16(up left + up right) + sat16(down left + down right)) */
static inline int sum_corners(const StepArgs *args, int mirrors, ptrdiff_t cell)
{
    ptrdiff_t down = args->stride;

    return sat16(sat16(look(args, mirrors, cell, -down - 1) +
                       look(args, mirrors, cell, -down + 1)) +
                 sat16(look(args, mirrors, cell, down - 1) +
                       look(args, mirrors, cell, down + 1)));
}

/*
 * value = sat16(mean - before), value - (value >> damping), or value itself
 * when damping is 0. The difference lies between zero and value, so it needs
 * no clamp. Rounding down in both shifts is what lets the water come to rest
 * at exactly zero.
 */
static inline int16_t swing(int mean, int before, int damping)
{
    int value = sat16(mean - before);

    return (int16_t)(damping > 0 ? value - (value >> damping) : value);
}

/* classic: mean = sum_sides >> 1. Source: "Ripple", DirectDraw, 1999. */
static RIPPLE_STEP(step_classic)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int mean = sum_sides(args, 0, i) >> 1;

            args->next[i] = swing(mean, args->next[i], stencil->damping);
        }
    }
    return find_wet(args->next, args->stride, args->columns, args->rows);
}

/*
 * round: mean = (sum_sides + sum_corners) >> 2, the last sum in 32 bits.
 * Corners tie the two checkerboards of `classic` together.
 */
static RIPPLE_STEP(step_round)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int w_edge = sum_sides(args, 0, i);
            int mean = (w_edge + sum_corners(args, 0, i)) >> 2;

            args->next[i] = swing(mean, args->next[i], stencil->damping);
        }
    }
    return find_wet(args->next, args->stride, args->columns, args->rows);
}

/* sum / 2^bits, saturated and rounded down, then one up if that is less than
   `towards`. */
static inline int round_towards(int32_t sum, int bits, int towards)
{
    int below = sat16(sum >> bits);

    return below < towards ? below + 1 : below;
}

/*
 * What results are rounded towards. A cell that swings by itself, as
 * now * weight - before, has the least energy where its next height is half
 * of now * weight: rounding towards that, and for all but low heights towards
 * zero, never adds any. `weight` is in 1/2^14, so that it is a share of half.
 */
static inline int find_target(const Stencil *stencil, int now, int weight)
{
    switch (stencil->rounding) {
    case ROUND_TO_REST:
        return clamp_int(scale(now - clamp_int(now, -1, 1), weight),
                         -RIPPLE_LOW, RIPPLE_LOW);
    case ROUND_AWAY:
        return sat16(
            scale(now, weight) +
            sat16(2 * (now - clamp_int(now, -RIPPLE_HIGH, RIPPLE_HIGH))));
    default:
        return INT16_MIN;
    }
}

/*
 * linear: before * weight + now * weight + sum_sides * weight, and for
 * linear_round + sum_corners * weight. Shallows take the share `bed` from
 * the weights of the sums and leave it to the cell itself: the square of the
 * speed of waves goes with the depth. Sources: the damped wave equation
 * (Lengyel; Luna) and the shallow-water stencil, which are the same.
 */
static inline int weigh(const StepArgs *args, const Stencil *stencil,
                        ptrdiff_t i, int has_corners)
{
    int now = args->now[i];
    int sides_weight = stencil->w_edge, corners_weight = stencil->w_diag;
    int now_weight = stencil->w_now, mirrors = has_mirrors(args, stencil);
    int32_t sum;

    if (args->depth_map != NULL && args->depth_map[i] >= 0) {
        sides_weight -= scale(stencil->w_edge, args->depth_map[i]);
        corners_weight -= scale(stencil->w_diag, args->depth_map[i]);
        now_weight = sat16(now_weight + 4 * (stencil->w_edge - sides_weight +
                                             stencil->w_diag - corners_weight));
    }
    sum = stencil->w_prev * args->next[i] + now_weight * now +
          sides_weight * sum_sides(args, mirrors, i);
    if (has_corners)
        sum += corners_weight * sum_corners(args, mirrors, i);
    return round_towards(sum, RIPPLE_WEIGHT_BITS,
                         find_target(stencil, now, now_weight));
}

static inline int is_land(const StepArgs *args, ptrdiff_t i)
{
    return args->depth_map != NULL && args->depth_map[i] < 0;
}

static inline int step_weighed(const StepArgs *args, const Stencil *stencil,
                               int w_diag)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;

            args->next[i] =
                is_land(args, i) ? 0 : (int16_t)weigh(args, stencil, i, w_diag);
        }
    }
    return find_wet(args->next, args->stride, args->columns, args->rows);
}

static RIPPLE_STEP(step_linear)
{
    return step_weighed(args, stencil, 0);
}

static RIPPLE_STEP(step_linear_round)
{
    return step_weighed(args, stencil, 1);
}

/*
 * spring: speed += pull * (sum_sides - 4 * height), within max_speed; then
 * height = (height + speed) * keep, within max_height, of which the bed takes
 * its share. Damped speeds are rounded towards zero and farther by `rub`, which
 * stops what is too slow to move anything. Source: "water puddle program, part
 * 5".
 */
static inline void spring(const StepArgs *args, const Stencil *stencil,
                          ptrdiff_t i)
{
    int now = args->now[i], max = stencil->max_height;
    int w_edge = sum_sides(args, has_mirrors(args, stencil), i);
    int force = sat16(w_edge - sat16(4 * now));
    int speed = sat16(
        (stencil->speed_kept * args->speeds[i] + stencil->stiffness * force) >>
        RIPPLE_STIFFNESS_BITS);
    int height;

    speed = clamp_int(speed, -stencil->max_speed, stencil->max_speed);
    speed = clamp_int(stencil->rounding == ROUND_DOWN ? INT16_MIN : 0,
                      speed - stencil->friction, speed + 1 + stencil->friction);
    height =
        round_towards(stencil->height_kept * now +
                          (stencil->height_kept >> RIPPLE_SPEED_BITS) * speed,
                      RIPPLE_WEIGHT_BITS, find_target(stencil, now, 0));
    if (args->depth_map != NULL)
        max -= scale(max, args->depth_map[i]);
    args->speeds[i] = (int16_t)speed;
    args->next[i] = (int16_t)clamp_int(height, -max, max);
}

static RIPPLE_STEP(step_spring)
{
    int active = 0;

    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;

            if (is_land(args, i))
                args->next[i] = args->speeds[i] = 0;
            else
                spring(args, stencil, i);
            active |= args->speeds[i] != 0 ? RIPPLE_ACTIVE : 0;
        }
    }
    return active |
           find_wet(args->next, args->stride, args->columns, args->rows);
}

/* From a to b by a share of the way. */
static inline int blend(int a, int b, int share)
{
    return a + scale(sat16(b - a), share);
}

/*
 * carry: what was there, back along the flow, between the four cells around
 * that place. Land has no water to give: it counts as the cell itself.
 * Source: semi-Lagrangian advection, as in the shallow-water papers.
 */
static RIPPLE_ADVECT(advect)
{
    for (int y = 0; y < args->rows; y++) {
        const FlowRow *flow = args->flow ? &args->flow[y] : NULL;

        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int column = args->flow_column + x;
            int flow_x = flow ? flow->x[column] : args->x;
            int flow_y = flow ? blend(flow->above[column], flow->below[column],
                                      flow->share)
                              : args->y;
            ptrdiff_t across = flow_x > 0 ? -1 : 1;
            ptrdiff_t along = flow_y > 0 ? -args->stride : args->stride;
            ptrdiff_t places[] = {i, i + across, i + along, i + across + along};
            int heights[4];

            for (int k = 0; k < 4; k++) {
                int dry =
                    args->depth_map != NULL && args->depth_map[places[k]] < 0;

                heights[k] = args->from[dry ? i : places[k]];
            }
            flow_x = flow_x < 0 ? -flow_x : flow_x;
            flow_y = flow_y < 0 ? -flow_y : flow_y;
            args->to[i] =
                (int16_t)blend(blend(heights[0], heights[1], flow_x),
                               blend(heights[2], heights[3], flow_x), flow_y);
            if (args->depth_map != NULL && args->depth_map[i] < 0)
                args->to[i] = 0;
        }
    }
    return find_wet(args->to, args->stride, args->columns, args->rows);
}

/* One nearer to zero where a value is small. */
static inline int settle(int value, int small)
{
    int is_small = value == clamp_int(value, -small, small);

    return is_small ? value - clamp_int(value, -1, 1) : value;
}

/*
 * absorb: with w(i) what the first one-way equation leaves over between cells
 * i + 1 and i, the second one says how w goes on to the ring, and w there how
 * the ring does. Both would hold a slope that stands still for ever, and so
 * would the cells, whose rounding resists a small pull; where the ring stands
 * still the slope is therefore let go. Source: Higdon, 1986.
 */
static inline int let_out_cell(const AbsorbingBoundary *boundary, int i)
{
    ptrdiff_t cell = i * boundary->along;
    int16_t *next = boundary->next + cell;
    const int16_t *now = boundary->now + cell;
    int ring = now[boundary->outside];
    int normal = boundary->normal;
    int inner = sat16(sat16(next[0] - now[-boundary->outside]) -
                      scale(sat16(next[-boundary->outside] - now[0]), normal));
    int left =
        sat16(boundary->inner[i] +
              scale(sat16(inner - boundary->outer[i]), boundary->oblique));
    int height;

    left -= sat16(left + (1 << (boundary->decay - 1))) >> boundary->decay;
    left = boundary->is_normal ? 0 : settle(left, RIPPLE_SMALL_RESIDUE);
    height = sat16(sat16(now[0] + scale(sat16(next[0] - ring), normal)) + left);
    if (height == ring) {
        left = 0;
        height = next[0];
    }
    height = settle(height, RIPPLE_SMALL_HEIGHT);
    next[boundary->outside] = (int16_t)height;
    boundary->inner[i] = (int16_t)inner;
    boundary->outer[i] = (int16_t)left;
    return height | inner | left;
}

static int let_out_piece(const AbsorbingBoundary *boundary)
{
    int active = 0;

    for (int i = 0; i < boundary->count; i++)
        active |= let_out_cell(boundary, i);
    return active != 0;
}

static RIPPLE_ABSORB(absorb)
{
    int active = let_out_piece(boundary) ? RIPPLE_BOUNDARY_ACTIVE : 0;

    if (opposite != NULL && let_out_piece(opposite))
        active |= RIPPLE_OPPOSITE_ACTIVE;
    return active;
}

/* The water at a pixel: how much it falls to the right and down, how much it
   lies below those around it, and its height. */
typedef struct Surface {
    int across, along, curve, height;
} Surface;

static int find_trait(Trait trait, const int16_t *now, ptrdiff_t stride)
{
    switch (trait) {
    case TRAIT_SLOPE_X:
        return sat16(now[-1] - now[1]);
    case TRAIT_SLOPE_Y:
        return sat16(now[-stride] - now[stride]);
    case TRAIT_LAPLACIAN:
        return sat16(
            sat16(sat16(now[-1] + now[1]) + sat16(now[-stride] + now[stride])) -
            sat16(4 * now[0]));
    default:
        return now[0];
    }
}

/* magnify: slopes that go evenly from cell to cell have no facets. */
static RIPPLE_INTERPOLATE(interpolate)
{
    ptrdiff_t stride = args->stride;
    int doubled = 1 << args->doublings;

    for (int y = 0; y < args->rows; y++) {
        int16_t *to = args->to + y * args->to_stride;

        for (int x = 0; x < args->width; x++) {
            int pixel = args->x + x;
            const int16_t *now =
                args->from + (args->y + y) * stride + args->across.first[pixel];
            int left = sat16(find_trait(trait, now, stride) * doubled);
            int right = sat16(find_trait(trait, now + 1, stride) * doubled);

            to[x] = (int16_t)blend(left, right, args->across.share[pixel]);
        }
    }
}

/* What was magnified along two rows of cells, as a pixel between them sees
   it. */
static int find_between(const int16_t *values, const RenderArgs *args, int x,
                        int y)
{
    int row = args->along.first[y] - args->first_row;
    const int16_t *upper =
        values + row * (ptrdiff_t)args->stride + x - args->first_x;

    return blend(upper[0], upper[args->stride], args->along.share[y]);
}

static Surface find_surface(const RenderArgs *args, int x, int y)
{
    ptrdiff_t stride = (ptrdiff_t)args->stride;
    const int16_t *const *traits = args->traits;
    Surface surface = {0};

    if (args->cells != NULL) {
        const int16_t *now = args->cells + y * stride + x;

        return (Surface){.across = find_trait(TRAIT_SLOPE_X, now, stride),
                         .along = find_trait(TRAIT_SLOPE_Y, now, stride),
                         .curve = find_trait(TRAIT_LAPLACIAN, now, stride),
                         .height = now[0]};
    }
    surface.across = find_between(traits[TRAIT_SLOPE_X], args, x, y);
    surface.along = find_between(traits[TRAIT_SLOPE_Y], args, x, y);
    if (render_needs_light(args)) {
        surface.curve = find_between(traits[TRAIT_LAPLACIAN], args, x, y);
        surface.height = find_between(traits[TRAIT_HEIGHT], args, x, y);
    }
    return surface;
}

/*
 * The way a light ray is bent along one axis, in whole pixels:
 * (slope * gain + 1/2) rounded down. At most 2^15 * 2^14.
 */
static inline int bend(int slope, int gain_q12)
{
    return (slope * gain_q12 + (1 << (RIPPLE_GAIN_BITS - 1))) >>
           RIPPLE_GAIN_BITS;
}

/* The pixel at (x, y) shows the one of the picture at (x + bend, y + bend),
   each coordinate clamped on its own. */
static size_t find_nearest(const RenderArgs *args, const Surface *surface,
                           int x, int y, int clear)
{
    const RipplePixels *picture = &args->picture;
    int bend_x = bend(surface->across, args->gain_q12);
    int bend_y = bend(surface->along, args->gain_q12);
    int source_x, source_y;

    if (clear >= 0) {
        bend_x = scale(sat16(bend_x), clear);
        bend_y = scale(sat16(bend_y), clear);
    }
    source_x = clamp_int(x + bend_x, 0, picture->width - 1);
    source_y = clamp_int(y + bend_y, 0, picture->height - 1);
    return (size_t)source_y * picture->stride + (size_t)source_x;
}

/* Where along an axis of `size` pixels a pixel looks, in 1/2^8. */
static int find_place(int pixel, int slope, int gain_q12, int clear, int size)
{
    int dirty =
        sat16((slope * gain_q12) >> (RIPPLE_GAIN_BITS - RIPPLE_BEND_BITS));

    if (clear >= 0)
        dirty = scale(dirty, clear);
    return clamp_int((pixel << RIPPLE_BEND_BITS) + dirty, 0,
                     (size - 1) << RIPPLE_BEND_BITS);
}

/* Across, the share of right in 1/255, as 255 times what is above 128. */
static int mix_across(int left, int right, int share)
{
    return (left - 128) * (255 - share) + (right - 128) * share;
}

/* Down, the share of below in 1/255. */
static int mix_down(int above, int below, int share)
{
    int mixed =
        (above * ((255 - share) << 7) >> 16) + (below * (share << 7) >> 16);

    return 128 + ((mixed + RIPPLE_MEAN_HALF) * RIPPLE_MEAN_GAIN >> 16);
}

/* A mean of four pixels, channel by channel. */
static uint32_t find_linear(const RenderArgs *args, const Surface *surface,
                            int x, int y, int clear)
{
    const RipplePixels *picture = &args->picture;
    int gain_q12 = args->gain_q12, one = 1 << RIPPLE_BEND_BITS;
    int place_x =
        find_place(x, surface->across, gain_q12, clear, picture->width);
    int place_y =
        find_place(y, surface->along, gain_q12, clear, picture->height);
    int left = place_x / one, top = place_y / one;
    int right = clamp_int(left + 1, 0, picture->width - 1);
    int bottom = clamp_int(top + 1, 0, picture->height - 1);
    const uint32_t *above = picture->pixels + (size_t)top * picture->stride;
    const uint32_t *below = picture->pixels + (size_t)bottom * picture->stride;
    int share_x = place_x % one, share_y = place_y % one;
    uint32_t pixel = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        int upper = mix_across((int)(above[left] >> shift & 0xff),
                               (int)(above[right] >> shift & 0xff), share_x);
        int lower = mix_across((int)(below[left] >> shift & 0xff),
                               (int)(below[right] >> shift & 0xff), share_x);

        pixel |= (uint32_t)mix_down(upper, lower, share_y) << shift;
    }
    return pixel;
}

static int saturate_byte(int value)
{
    return clamp_int(value, 0, 255);
}

/*
 * Light falls on what faces it (Lambert), a mirror adds a glint where the
 * slope is just right and the light is not aside, and a crest gathers light
 * on the floor like a lens: a caustic. What is higher has more water under it,
 * which takes red light away (Beer and Lambert).
 */
static uint32_t add_light(uint32_t pixel, const Lighting *light,
                          Surface surface, int clear)
{
    int doubled = 1 << light->doublings;
    int across = sat16(surface.across * doubled);
    int along = sat16(surface.along * doubled);
    int facing =
        sat16(scale(across, light->across) + scale(along, light->along));
    int aside =
        sat16(scale(along, light->across) - scale(across, light->along));
    int off = sat16(abs(sat16(facing - light->specular_peak)) + abs(aside));
    int glint =
        sat16(RIPPLE_GLINT * clamp_int(light->width - off, 0, INT16_MAX));
    int caught = scale(sat16(surface.curve * doubled), light->caustic);
    int all = sat16(sat16(facing + caught) + glint);
    int red = sat16(all - scale(sat16(surface.height * doubled), light->depth));

    if (clear >= 0) {
        all = scale(all, clear);
        red = scale(red, clear);
    }
    return (pixel & 0xff000000) |
           (uint32_t)saturate_byte((int)(pixel >> 16 & 0xff) + red) << 16 |
           (uint32_t)saturate_byte((int)(pixel >> 8 & 0xff) + all) << 8 |
           (uint32_t)saturate_byte((int)(pixel & 0xff) + all);
}

static uint32_t grey_of(int value, int doublings, int share)
{
    int doubled = sat16(value * (1 << doublings));

    return (uint32_t)saturate_byte(scale(doubled, share) + RIPPLE_GREY);
}

/* Heights are grey, slopes red to the right and green down. */
static uint32_t show_surface(RippleView view, const Lighting *light,
                             Surface surface)
{
    int doublings = light->doublings;
    uint32_t red, green, blue = RIPPLE_GREY;

    if (view == RIPPLE_VIEW_HEIGHTS) {
        red = green = blue =
            grey_of(surface.height, doublings, light->height_shown);
    } else {
        red = grey_of(surface.across, doublings, light->slope_shown);
        green = grey_of(surface.along, doublings, light->slope_shown);
    }
    return 0xff000000 | red << 16 | green << 8 | blue;
}

/* -1 where all is clear. */
static int find_clear(const RenderArgs *args, int x, int y)
{
    if (args->clear == NULL)
        return -1;
    return args->cells != NULL ? args->clear[y * (ptrdiff_t)args->stride + x]
                               : find_between(args->clear, args, x, y);
}

static uint32_t find_pixel(const RenderArgs *args, int x, int y)
{
    Surface surface = find_surface(args, x, y);
    int clear = find_clear(args, x, y);
    uint32_t pixel;

    if (args->view != RIPPLE_VIEW_WATER)
        return show_surface(args->view, &args->light, surface);
    pixel =
        args->filter == RIPPLE_FILTER_LINEAR
            ? find_linear(args, &surface, x, y, clear)
            : args->picture.pixels[find_nearest(args, &surface, x, y, clear)];
    return args->is_lit ? add_light(pixel, &args->light, surface, clear)
                        : pixel;
}

/* Pixels of 16 bits are copied as they are. */
static uint16_t find_pixel565(const RenderArgs *args, int x, int y)
{
    Surface surface = find_surface(args, x, y);

    return args->picture
        .pixels565[find_nearest(args, &surface, x, y, find_clear(args, x, y))];
}

/* refract: every pixel by itself, clear where it shows all, else a share. */
static RIPPLE_RENDER(refract)
{
    const RipplePixels *frame = &args->frame;

    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            size_t place = (size_t)y * frame->stride + (size_t)x;

            if (frame->format == RIPPLE_FORMAT_RGB565)
                frame->pixels565[place] = find_pixel565(args, x, y);
            else
                frame->pixels[place] = find_pixel(args, x, y);
        }
    }
}

RIPPLE_KERNELS(scalar);
