/* SPDX-License-Identifier: MIT */
/*
 * The kernels of every vector level, written once over a small vocabulary.
 * A level's file defines the vocabulary and includes this file last; what it
 * gets is the functions step_classic, step_round and refract.
 *
 * The vocabulary works on Lanes, RIPPLE_LANES int16 side by side:
 *
 *   lanes_load, lanes_store   any alignment
 *   lanes_all(v), lanes_count()      v in each lane; 0, 1, 2, ...
 *   lanes_add, lanes_sub      wrapping around
 *   lanes_adds, lanes_subs    saturating
 *   lanes_shift(v, n)         v >> n, rounding down, n in 0..15
 *   lanes_and, lanes_or, lanes_min, lanes_max
 *   lanes_select(mask, a, b)  a where mask is all ones, b where it is zero
 *   lanes_scale(v, f)         (v * f + 2^14) >> 15, f in 0..32767
 *   lanes_any(v), lanes_first(v), lanes_last(v)
 *                             whether any, the first, the last lane is nonzero
 *
 * and on as many pixels:
 *
 *   pixels_copy(to, from, streams)
 *   pixels_lookup(to, picture, stride, x, y, streams)
 *                             to[i] = picture[y[i] * stride + x[i]], with x, y
 *                             and stride in 0..32767
 *   pixels_fetch(from)        asks for the pixels there, to be used later
 *   pixels_fence()            orders streamed pixels before what follows
 *
 * With `streams`, a constant, they store past the caches, and `to` is a
 * multiple of sizeof(Lanes); else addresses may have any alignment.
 *
 * RIPPLE_WEAKER is the table of the level that takes what is too narrow.
 */
#include "kernels.h"

/* Lanes from `first` on are all ones, those before it zero. */
static inline Lanes lanes_from(int first)
{
    return lanes_shift(
        lanes_sub(lanes_all((int16_t)(first - 1)), lanes_count()), 15);
}

/*
 * Damping takes value >> damping off; damping 0 takes nothing, which the mask
 * `drained` says: all ones, or zero.
 */
typedef struct Swing {
    int damping;
    Lanes drained;
} Swing;

static inline Swing make_swing(int damping)
{
    Swing swing = {damping, lanes_all(damping > 0 ? -1 : 0)};

    return swing;
}

static inline Lanes swing_back(Lanes mean, Lanes before, const Swing *swing)
{
    Lanes value = lanes_subs(mean, before);
    Lanes loss = lanes_shift(value, swing->damping);

    return lanes_sub(value, lanes_and(loss, swing->drained));
}

/* (a + b) >> 2 as if the sum had 17 bits. */
static inline Lanes quarter_sum(Lanes a, Lanes b)
{
    Lanes low = lanes_all(3);
    Lanes carry = lanes_add(lanes_and(a, low), lanes_and(b, low));

    return lanes_add(lanes_add(lanes_shift(a, 2), lanes_shift(b, 2)),
                     lanes_shift(carry, 2));
}

/* left + right of the lanes at a place */
static inline Lanes load_pair(const int16_t *now)
{
    return lanes_adds(lanes_load(now - 1), lanes_load(now + 1));
}

/*
 * Steps a column of lanes down `rows` rows. What is loaded of a row is kept
 * for the rows above and below it, so each height is loaded three times in
 * all: as left, middle and right. Lanes outside `fresh` keep what `next`
 * holds. Returns the heights written, or'ed together.
 */
static inline Lanes step_column(int16_t *restrict next,
                                const int16_t *restrict now, ptrdiff_t stride,
                                int rows, const Swing *swing, int corners,
                                const Lanes *fresh)
{
    Lanes up = lanes_load(now - stride), middle = lanes_load(now);
    Lanes pair_up = {0}, pair = {0}, pair_down = {0}, any = lanes_all(0);

    if (corners) {
        pair_up = load_pair(now - stride);
        pair = load_pair(now);
    }
    for (int y = 0; y < rows; y++) {
        Lanes down = lanes_load(now + stride), before = lanes_load(next);
        Lanes mean, value;

        if (corners) {
            pair_down = load_pair(now + stride);
            mean = quarter_sum(lanes_adds(pair, lanes_adds(up, down)),
                               lanes_adds(pair_up, pair_down));
        } else {
            pair = load_pair(now);
            mean = lanes_shift(lanes_adds(pair, lanes_adds(up, down)), 1);
        }
        value = swing_back(mean, before, swing);
        if (fresh != NULL)
            value = lanes_select(*fresh, value, before);
        lanes_store(next, value);
        any = lanes_or(any, value);
        up = middle;
        middle = down;
        if (corners) {
            pair_up = pair;
            pair = pair_down;
        }
        now += stride;
        next += stride;
    }
    return any;
}

static inline int step_block(int16_t *restrict next,
                             const int16_t *restrict now, ptrdiff_t stride,
                             int columns, int rows, int damping, int corners)
{
    Swing swing = make_swing(damping);
    Lanes any = lanes_all(0), top = any, bottom = any, seen = any;
    const int16_t *last_row = next + (rows - 1) * stride;
    int x = 0, last = columns - RIPPLE_LANES, left = 0;

    while (x <= last) {
        seen =
            step_column(next + x, now + x, stride, rows, &swing, corners, NULL);
        if (x == 0)
            left = lanes_first(seen);
        any = lanes_or(any, seen);
        top = lanes_or(top, lanes_load(next + x));
        bottom = lanes_or(bottom, lanes_load(last_row + x));
        x += RIPPLE_LANES;
    }
    if (x < columns) {
        Lanes fresh = lanes_from(x - last);

        seen = step_column(next + last, now + last, stride, rows, &swing,
                           corners, &fresh);
        any = lanes_or(any, seen);
        top = lanes_or(top, lanes_load(next + last));
        bottom = lanes_or(bottom, lanes_load(last_row + last));
    }
    if (!lanes_any(any))
        return 0;
    return RIPPLE_WET | (lanes_any(top) ? RIPPLE_WET_TOP : 0) |
           (lanes_any(bottom) ? RIPPLE_WET_BOTTOM : 0) |
           (left ? RIPPLE_WET_LEFT : 0) |
           (lanes_last(seen) ? RIPPLE_WET_RIGHT : 0);
}

static RIPPLE_STEP(step_classic)
{
    if (columns < RIPPLE_LANES)
        return RIPPLE_WEAKER.step[RIPPLE_MODEL_CLASSIC](next, now, stride,
                                                        columns, rows, damping);
    return step_block(next, now, stride, columns, rows, damping, 0);
}

static RIPPLE_STEP(step_round)
{
    if (columns < RIPPLE_LANES)
        return RIPPLE_WEAKER.step[RIPPLE_MODEL_ROUND](next, now, stride,
                                                      columns, rows, damping);
    return step_block(next, now, stride, columns, rows, damping, 1);
}

typedef struct View {
    Lanes fraction; /* of the gain, in 1/2^15 */
    int whole;      /* part of the gain, 0..4 */
    Lanes last_x, last_y;
} View;

/*
 * (slope * gain + 1/2) rounded down, saturated: the terms all have the sign
 * of the slope, so it does not matter when they saturate.
 */
static inline Lanes bend(Lanes slope, const View *view)
{
    Lanes bent = lanes_scale(slope, view->fraction);

    for (int i = 0; i < view->whole; i++)
        bent = lanes_adds(bent, slope);
    return bent;
}

static inline Lanes clamp(Lanes value, Lanes last)
{
    return lanes_max(lanes_min(value, last), lanes_all(0));
}

static inline void refract_lanes(uint32_t *seen, const Refraction *refraction,
                                 const View *view, int x, int y, int streams)
{
    const RipplePixels *picture = &refraction->picture;
    ptrdiff_t stride = (ptrdiff_t)refraction->stride;
    const int16_t *now = refraction->cells + y * stride + x;
    Lanes across = lanes_subs(lanes_load(now - 1), lanes_load(now + 1));
    Lanes along =
        lanes_subs(lanes_load(now - stride), lanes_load(now + stride));

    across = bend(across, view);
    along = bend(along, view);
    if (!lanes_any(lanes_or(across, along))) {
        pixels_copy(seen, picture->pixels + (size_t)y * picture->stride + x,
                    streams);
        return;
    }
    across =
        lanes_adds(lanes_add(lanes_all((int16_t)x), lanes_count()), across);
    along = lanes_adds(lanes_all((int16_t)y), along);
    pixels_lookup(seen, picture->pixels, (int)picture->stride,
                  clamp(across, view->last_x), clamp(along, view->last_y),
                  streams);
}

/*
 * The last lanes of a row may have been drawn already: that does no harm.
 * When streaming, what the same columns will show farther down is asked for
 * first, all at once. That is not a function of its own, because compilers
 * take one that only fetches for one that does nothing.
 */
static inline void refract_rect(const Refraction *refraction, const View *view,
                                RippleRect rect, int streams)
{
    const RipplePixels *frame = &refraction->frame;
    const RipplePixels *picture = &refraction->picture;
    int last = rect.x + rect.width - RIPPLE_LANES;
    int ahead = rect.y + refraction->rows_ahead;

    for (int y = ahead;
         streams && y < ahead + rect.height && y < picture->height; y++) {
        for (int x = rect.x; x <= last; x += RIPPLE_LANES)
            pixels_fetch(picture->pixels + (size_t)y * picture->stride + x);
    }
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        uint32_t *seen = frame->pixels + (size_t)y * frame->stride;
        int x = rect.x;

        for (; x <= last; x += RIPPLE_LANES)
            refract_lanes(seen + x, refraction, view, x, y, streams);
        if (x < last + RIPPLE_LANES)
            refract_lanes(seen + last, refraction, view, last, y, 0);
    }
    if (streams)
        pixels_fence();
}

static int can_stream(const RipplePixels *frame, int x)
{
    return (uintptr_t)(frame->pixels + x) % sizeof(Lanes) == 0 &&
           frame->stride * sizeof(uint32_t) % sizeof(Lanes) == 0;
}

static RIPPLE_REFRACT(refract)
{
    const RipplePixels *picture = &refraction->picture;
    int fraction_q12 = refraction->gain_q12 & ((1 << RIPPLE_GAIN_BITS) - 1);
    View view = {lanes_all((int16_t)(fraction_q12 << (15 - RIPPLE_GAIN_BITS))),
                 refraction->gain_q12 >> RIPPLE_GAIN_BITS,
                 lanes_all((int16_t)(picture->width - 1)),
                 lanes_all((int16_t)(picture->height - 1))};

    if (rect.width < RIPPLE_LANES || picture->stride > INT16_MAX) {
        RIPPLE_WEAKER.refract(refraction, rect);
    } else if (refraction->rows_ahead > 0 &&
               can_stream(&refraction->frame, rect.x)) {
        refract_rect(refraction, &view, rect, 1);
    } else {
        refract_rect(refraction, &view, rect, 0);
    }
}
