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

#include <stdlib.h>

static inline int sat16(int value)
{
    return value < INT16_MIN   ? INT16_MIN
           : value > INT16_MAX ? INT16_MAX
                               : value;
}

static inline int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static inline int scale(int value, int share)
{
    return (value * share + (1 << 14)) >> 15;
}

static int find_wet(const int16_t *cells, ptrdiff_t stride, int columns,
                    int rows)
{
    int wet = 0;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            if (cells[y * stride + x] != 0)
                wet |= RIPPLE_WET | (y == 0 ? RIPPLE_WET_TOP : 0) |
                       (y == rows - 1 ? RIPPLE_WET_BOTTOM : 0) |
                       (x == 0 ? RIPPLE_WET_LEFT : 0) |
                       (x == columns - 1 ? RIPPLE_WET_RIGHT : 0);
        }
    }
    return wet;
}

/*
 * What a cell sees in the direction of `to`. Land lies at height zero, which
 * throws waves back inverted; a mirror shows a cell its own height in the
 * place of land. Sources: "Ripple", 1999, and the shallow-water papers.
 */
static inline int look(const Block *block, int mirrors, ptrdiff_t cell,
                       ptrdiff_t to)
{
    if (mirrors && block->bed[cell + to] < 0)
        return block->now[cell];
    return block->now[cell + to];
}

static inline int has_mirrors(const Block *block, const Law *law)
{
    return law->mirror && block->bed != NULL;
}

/* sat16(sat16(left + right) + sat16(up + down)) */
static inline int sum_sides(const Block *block, int mirrors, ptrdiff_t cell)
{
    ptrdiff_t down = block->stride;

    return sat16(
        sat16(look(block, mirrors, cell, -1) + look(block, mirrors, cell, 1)) +
        sat16(look(block, mirrors, cell, -down) +
              look(block, mirrors, cell, down)));
}

/* sat16(sat16(up left + up right) + sat16(down left + down right)) */
static inline int sum_corners(const Block *block, int mirrors, ptrdiff_t cell)
{
    ptrdiff_t down = block->stride;

    return sat16(sat16(look(block, mirrors, cell, -down - 1) +
                       look(block, mirrors, cell, -down + 1)) +
                 sat16(look(block, mirrors, cell, down - 1) +
                       look(block, mirrors, cell, down + 1)));
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
    for (int y = 0; y < block->rows; y++) {
        for (int x = 0; x < block->columns; x++) {
            ptrdiff_t i = y * block->stride + x;
            int mean = sum_sides(block, 0, i) >> 1;

            block->next[i] = swing(mean, block->next[i], law->damping);
        }
    }
    return find_wet(block->next, block->stride, block->columns, block->rows);
}

/*
 * round: mean = (sum_sides + sum_corners) >> 2, the last sum in 32 bits.
 * Corners tie the two checkerboards of `classic` together.
 */
static RIPPLE_STEP(step_round)
{
    for (int y = 0; y < block->rows; y++) {
        for (int x = 0; x < block->columns; x++) {
            ptrdiff_t i = y * block->stride + x;
            int sides = sum_sides(block, 0, i);
            int mean = (sides + sum_corners(block, 0, i)) >> 2;

            block->next[i] = swing(mean, block->next[i], law->damping);
        }
    }
    return find_wet(block->next, block->stride, block->columns, block->rows);
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
static inline int find_target(const Law *law, int now, int weight)
{
    switch (law->rounding) {
    case ROUND_TO_REST:
        return clamp(scale(now - clamp(now, -1, 1), weight), -RIPPLE_LOW,
                     RIPPLE_LOW);
    case ROUND_AWAY:
        return sat16(scale(now, weight) +
                     sat16(2 * (now - clamp(now, -RIPPLE_HIGH, RIPPLE_HIGH))));
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
static inline int weigh(const Block *block, const Law *law, ptrdiff_t i,
                        int has_corners)
{
    int now = block->now[i];
    int sides_weight = law->sides, corners_weight = law->corners;
    int now_weight = law->now, mirrors = has_mirrors(block, law);
    int32_t sum;

    if (block->bed != NULL && block->bed[i] >= 0) {
        sides_weight -= scale(law->sides, block->bed[i]);
        corners_weight -= scale(law->corners, block->bed[i]);
        now_weight = sat16(now_weight + 4 * (law->sides - sides_weight +
                                             law->corners - corners_weight));
    }
    sum = law->before * block->next[i] + now_weight * now +
          sides_weight * sum_sides(block, mirrors, i);
    if (has_corners)
        sum += corners_weight * sum_corners(block, mirrors, i);
    return round_towards(sum, RIPPLE_WEIGHT_BITS,
                         find_target(law, now, now_weight));
}

static inline int is_land(const Block *block, ptrdiff_t i)
{
    return block->bed != NULL && block->bed[i] < 0;
}

static inline int step_weighed(const Block *block, const Law *law, int corners)
{
    for (int y = 0; y < block->rows; y++) {
        for (int x = 0; x < block->columns; x++) {
            ptrdiff_t i = y * block->stride + x;

            block->next[i] =
                is_land(block, i) ? 0 : (int16_t)weigh(block, law, i, corners);
        }
    }
    return find_wet(block->next, block->stride, block->columns, block->rows);
}

static RIPPLE_STEP(step_linear)
{
    return step_weighed(block, law, 0);
}

static RIPPLE_STEP(step_linear_round)
{
    return step_weighed(block, law, 1);
}

/*
 * spring: speed += pull * (sum_sides - 4 * height), within most_speed; then
 * height = (height + speed) * keep, within most_height, of which the bed takes
 * its share. Damped speeds are rounded towards zero and farther by `rub`, which
 * stops what is too slow to move anything. Source: "water puddle program, part
 * 5".
 */
static inline void spring(const Block *block, const Law *law, ptrdiff_t i)
{
    int now = block->now[i], most = law->most_height;
    int sides = sum_sides(block, has_mirrors(block, law), i);
    int force = sat16(sides - sat16(4 * now));
    int speed =
        sat16((law->keep_speed * block->speeds[i] + law->pull * force) >>
              RIPPLE_PULL_BITS);
    int height;

    speed = clamp(speed, -law->most_speed, law->most_speed);
    speed = clamp(law->rounding == ROUND_DOWN ? INT16_MIN : 0, speed - law->rub,
                  speed + 1 + law->rub);
    height = round_towards(law->keep * now +
                               (law->keep >> RIPPLE_SPEED_BITS) * speed,
                           RIPPLE_WEIGHT_BITS, find_target(law, now, 0));
    if (block->bed != NULL)
        most -= scale(most, block->bed[i]);
    block->speeds[i] = (int16_t)speed;
    block->next[i] = (int16_t)clamp(height, -most, most);
}

static RIPPLE_STEP(step_spring)
{
    int wet = 0;

    for (int y = 0; y < block->rows; y++) {
        for (int x = 0; x < block->columns; x++) {
            ptrdiff_t i = y * block->stride + x;

            if (is_land(block, i))
                block->next[i] = block->speeds[i] = 0;
            else
                spring(block, law, i);
            wet |= block->speeds[i] != 0 ? RIPPLE_WET : 0;
        }
    }
    return wet |
           find_wet(block->next, block->stride, block->columns, block->rows);
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
static RIPPLE_CARRY(carry)
{
    for (int y = 0; y < stretch->rows; y++) {
        const FlowRow *flow = stretch->flow ? &stretch->flow[y] : NULL;

        for (int x = 0; x < stretch->columns; x++) {
            ptrdiff_t i = y * stretch->stride + x;
            int column = stretch->flow_column + x;
            int flow_x = flow ? flow->x[column] : stretch->x;
            int flow_y = flow ? blend(flow->above[column], flow->below[column],
                                      flow->share)
                              : stretch->y;
            ptrdiff_t across = flow_x > 0 ? -1 : 1;
            ptrdiff_t along = flow_y > 0 ? -stretch->stride : stretch->stride;
            ptrdiff_t places[] = {i, i + across, i + along, i + across + along};
            int heights[4];

            for (int k = 0; k < 4; k++) {
                int dry = stretch->bed != NULL && stretch->bed[places[k]] < 0;

                heights[k] = stretch->from[dry ? i : places[k]];
            }
            flow_x = flow_x < 0 ? -flow_x : flow_x;
            flow_y = flow_y < 0 ? -flow_y : flow_y;
            stretch->to[i] =
                (int16_t)blend(blend(heights[0], heights[1], flow_x),
                               blend(heights[2], heights[3], flow_x), flow_y);
            if (stretch->bed != NULL && stretch->bed[i] < 0)
                stretch->to[i] = 0;
        }
    }
    return find_wet(stretch->to, stretch->stride, stretch->columns,
                    stretch->rows);
}

/* One nearer to zero where a value is small. */
static inline int settle(int value, int small)
{
    int is_small = value == clamp(value, -small, small);

    return is_small ? value - clamp(value, -1, 1) : value;
}

/*
 * let_out: with w(i) what the first one-way equation leaves over between cells
 * i + 1 and i, the second one says how w goes on to the ring, and w there how
 * the ring does. Both would hold a slope that stands still for ever, and so
 * would the cells, whose rounding resists a small pull; where the ring stands
 * still the slope is therefore let go. Source: Higdon, 1986.
 */
static inline int let_out_cell(const Outlet *outlet, int i)
{
    ptrdiff_t cell = i * outlet->along;
    int16_t *next = outlet->next + cell;
    const int16_t *now = outlet->now + cell;
    int ring = now[outlet->outside];
    int straight = outlet->straight;
    int inner = sat16(sat16(next[0] - now[-outlet->outside]) -
                      scale(sat16(next[-outlet->outside] - now[0]), straight));
    int left = sat16(outlet->inner[i] +
                     scale(sat16(inner - outlet->outer[i]), outlet->aslant));
    int height;

    left -= sat16(left + (1 << (outlet->leak - 1))) >> outlet->leak;
    left = outlet->is_straight ? 0 : settle(left, RIPPLE_SMALL_REST);
    height =
        sat16(sat16(now[0] + scale(sat16(next[0] - ring), straight)) + left);
    if (height == ring) {
        left = 0;
        height = next[0];
    }
    height = settle(height, RIPPLE_SMALL_HEIGHT);
    next[outlet->outside] = (int16_t)height;
    outlet->inner[i] = (int16_t)inner;
    outlet->outer[i] = (int16_t)left;
    return height | inner | left;
}

static int let_out_piece(const Outlet *outlet)
{
    int wet = 0;

    for (int i = 0; i < outlet->count; i++)
        wet |= let_out_cell(outlet, i);
    return wet != 0;
}

static RIPPLE_LET_OUT(let_out)
{
    int wet = let_out_piece(outlet) ? RIPPLE_OUTLET_WET : 0;

    if (opposite != NULL && let_out_piece(opposite))
        wet |= RIPPLE_OPPOSITE_WET;
    return wet;
}

/* The water at a pixel: how much it falls to the right and down, how much it
   lies below those around it, and its height. */
typedef struct Surface {
    int across, along, curve, height;
} Surface;

static int find_trait(Trait trait, const int16_t *now, ptrdiff_t stride)
{
    switch (trait) {
    case TRAIT_ACROSS:
        return sat16(now[-1] - now[1]);
    case TRAIT_ALONG:
        return sat16(now[-stride] - now[stride]);
    case TRAIT_CURVE:
        return sat16(
            sat16(sat16(now[-1] + now[1]) + sat16(now[-stride] + now[stride])) -
            sat16(4 * now[0]));
    default:
        return now[0];
    }
}

/* magnify: slopes that go evenly from cell to cell have no facets. */
static RIPPLE_MAGNIFY(magnify)
{
    ptrdiff_t stride = magnification->stride;
    int doubled = 1 << magnification->doublings;

    for (int y = 0; y < magnification->rows; y++) {
        int16_t *to = magnification->to + y * magnification->to_stride;

        for (int x = 0; x < magnification->width; x++) {
            int pixel = magnification->x + x;
            const int16_t *now = magnification->from +
                                 (magnification->y + y) * stride +
                                 magnification->across.first[pixel];
            int left = sat16(find_trait(trait, now, stride) * doubled);
            int right = sat16(find_trait(trait, now + 1, stride) * doubled);

            to[x] =
                (int16_t)blend(left, right, magnification->across.share[pixel]);
        }
    }
}

/* What was magnified along two rows of cells, as a pixel between them sees
   it. */
static int find_between(const int16_t *values, const Refraction *refraction,
                        int x, int y)
{
    int row = refraction->along.first[y] - refraction->first_row;
    const int16_t *upper =
        values + row * (ptrdiff_t)refraction->stride + x - refraction->first_x;

    return blend(upper[0], upper[refraction->stride],
                 refraction->along.share[y]);
}

static Surface find_surface(const Refraction *refraction, int x, int y)
{
    ptrdiff_t stride = (ptrdiff_t)refraction->stride;
    const int16_t *const *traits = refraction->traits;
    Surface surface = {0};

    if (refraction->cells != NULL) {
        const int16_t *now = refraction->cells + y * stride + x;

        return (Surface){.across = find_trait(TRAIT_ACROSS, now, stride),
                         .along = find_trait(TRAIT_ALONG, now, stride),
                         .curve = find_trait(TRAIT_CURVE, now, stride),
                         .height = now[0]};
    }
    surface.across = find_between(traits[TRAIT_ACROSS], refraction, x, y);
    surface.along = find_between(traits[TRAIT_ALONG], refraction, x, y);
    if (refraction_needs_light(refraction)) {
        surface.curve = find_between(traits[TRAIT_CURVE], refraction, x, y);
        surface.height = find_between(traits[TRAIT_HEIGHT], refraction, x, y);
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
static size_t find_nearest(const Refraction *refraction, const Surface *surface,
                           int x, int y, int clear)
{
    const RipplePixels *picture = &refraction->picture;
    int bend_x = bend(surface->across, refraction->gain_q12);
    int bend_y = bend(surface->along, refraction->gain_q12);
    int source_x, source_y;

    if (clear >= 0) {
        bend_x = scale(sat16(bend_x), clear);
        bend_y = scale(sat16(bend_y), clear);
    }
    source_x = clamp(x + bend_x, 0, picture->width - 1);
    source_y = clamp(y + bend_y, 0, picture->height - 1);
    return (size_t)source_y * picture->stride + (size_t)source_x;
}

/* Where along an axis of `size` pixels a pixel looks, in 1/2^8. */
static int find_place(int pixel, int slope, int gain_q12, int clear, int size)
{
    int bent =
        sat16((slope * gain_q12) >> (RIPPLE_GAIN_BITS - RIPPLE_BEND_BITS));

    if (clear >= 0)
        bent = scale(bent, clear);
    return clamp((pixel << RIPPLE_BEND_BITS) + bent, 0,
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
static uint32_t find_linear(const Refraction *refraction,
                            const Surface *surface, int x, int y, int clear)
{
    const RipplePixels *picture = &refraction->picture;
    int gain_q12 = refraction->gain_q12, one = 1 << RIPPLE_BEND_BITS;
    int place_x =
        find_place(x, surface->across, gain_q12, clear, picture->width);
    int place_y =
        find_place(y, surface->along, gain_q12, clear, picture->height);
    int left = place_x / one, top = place_y / one;
    int right = clamp(left + 1, 0, picture->width - 1);
    int bottom = clamp(top + 1, 0, picture->height - 1);
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
    return clamp(value, 0, 255);
}

/*
 * Light falls on what faces it (Lambert), a mirror adds a glint where the
 * slope is just right and the light is not aside, and a crest gathers light
 * on the floor like a lens: a caustic. What is higher has more water under it,
 * which takes red light away (Beer and Lambert).
 */
static uint32_t add_light(uint32_t pixel, const Light *light, Surface surface,
                          int clear)
{
    int doubled = 1 << light->doublings;
    int across = sat16(surface.across * doubled);
    int along = sat16(surface.along * doubled);
    int facing =
        sat16(scale(across, light->across) + scale(along, light->along));
    int aside =
        sat16(scale(along, light->across) - scale(across, light->along));
    int off = sat16(abs(sat16(facing - light->peak)) + abs(aside));
    int glint = sat16(RIPPLE_GLINT * clamp(light->width - off, 0, INT16_MAX));
    int caught = scale(sat16(surface.curve * doubled), light->focus);
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
static uint32_t show_surface(RippleView view, const Light *light,
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
static int find_clear(const Refraction *refraction, int x, int y)
{
    if (refraction->clear == NULL)
        return -1;
    return refraction->cells != NULL
               ? refraction->clear[y * (ptrdiff_t)refraction->stride + x]
               : find_between(refraction->clear, refraction, x, y);
}

static uint32_t find_pixel(const Refraction *refraction, int x, int y)
{
    Surface surface = find_surface(refraction, x, y);
    int clear = find_clear(refraction, x, y);
    uint32_t pixel;

    if (refraction->view != RIPPLE_VIEW_WATER)
        return show_surface(refraction->view, &refraction->light, surface);
    pixel = refraction->filter == RIPPLE_FILTER_LINEAR
                ? find_linear(refraction, &surface, x, y, clear)
                : refraction->picture
                      .pixels[find_nearest(refraction, &surface, x, y, clear)];
    return refraction->is_lit
               ? add_light(pixel, &refraction->light, surface, clear)
               : pixel;
}

/* Pixels of 16 bits are copied as they are. */
static uint16_t find_pixel565(const Refraction *refraction, int x, int y)
{
    Surface surface = find_surface(refraction, x, y);

    return refraction->picture.pixels565[find_nearest(
        refraction, &surface, x, y, find_clear(refraction, x, y))];
}

/* refract: every pixel by itself, clear where it shows all, else a share. */
static RIPPLE_REFRACT(refract)
{
    const RipplePixels *frame = &refraction->frame;

    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            size_t place = (size_t)y * frame->stride + (size_t)x;

            if (frame->format == RIPPLE_FORMAT_RGB565)
                frame->pixels565[place] = find_pixel565(refraction, x, y);
            else
                frame->pixels[place] = find_pixel(refraction, x, y);
        }
    }
}

RIPPLE_KERNELS(scalar);
