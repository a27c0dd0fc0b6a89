/* SPDX-License-Identifier: MIT */
/*
 * The kernels of every vector level, written once over a small vocabulary.
 * A level's file defines the vocabulary and includes this file last; what it
 * gets is the functions that RIPPLE_KERNELS lists.
 *
 * The vocabulary works on Lanes, RIPPLE_LANES int16 side by side:
 *
 *   lanes_load, lanes_store   any alignment
 *   lanes_stream(to, v)       past the caches, to a multiple of sizeof(Lanes)
 *   lanes_find(picture, stride, x, y)
 *                             picture[y[i] * stride + x[i]], pixels of 16 bits,
 *                             with x, y and stride in 0..32767
 *   lanes_all(v), lanes_count()      v in each lane; 0, 1, 2, ...
 *   lanes_add, lanes_sub      wrapping around
 *   lanes_adds, lanes_subs    saturating
 *   lanes_shift(v, n)         v >> n, rounding down, n in 0..15
 *   lanes_raise(v, n)         v << n, wrapping around
 *   lanes_and, lanes_or, lanes_min, lanes_max
 *   lanes_select(mask, a, b)  a where mask is all ones, b where it is zero
 *   lanes_scale(v, f)         (v * f + 2^14) >> 15, f in -32767..32767
 *   sums_of(a, ka, b, kb)     a * ka + b * kb, which fits in 32 bits, as Sums
 *   sums_add(s, t), sums_pack(s, bits)
 *                             s + t, which fits too; s >> bits, saturated, as
 *                             Lanes, with constant bits
 *   lanes_load_columns(columns, from, down), lanes_store_column(to, down, v)
 *                             four columns side by side, or one, of cells
 *                             `down` apart; needed only where there are
 *                             RIPPLE_COLUMN lanes
 *   lanes_pick(from, places, first)
 *                             from[places[i] - first] as `left`, and what is to
 *                             the right of it, with places that do not fall and
 *                             lie at most 6 apart in each 8; RIPPLE_LANES may
 * be read from the first one on lanes_any(v), lanes_first(v), lanes_last(v)
 *                             whether any, the first, the last lane is nonzero
 *
 * and on as many Pixels:
 *
 *   pixels_load(from)
 *   pixels_store(to, pixels, streams)
 *                             with `streams`, a constant, past the caches, and
 *                             `to` is a multiple of sizeof(Lanes); else any
 *                             address will do
 *   pixel_buffer_at(picture, stride, x, y, streams)
 *                             picture[y[i] * stride + x[i]], with x, y and
 *                             stride in 0..32767; to be streamed
 *   places_store(places, stride, x, y)
 *                             those indices, of 32 bits, to any address
 *   pixel_buffer_mix(picture, down, places, share_x, share_y, streams)
 *                             a mean of the pixels there, those to their right
 *                             and those `down` on; shares of the latter are
 *                             0..255, in 1/255 (scalar.c has the formula)
 *   pixels_add(pixels, all, red)
 *                             adds `red` to red and `all` to blue and green,
 *                             saturated
 *   pixels_colour(red, green, blue)
 *                             of values 0..255, opaque
 *   pixels_fetch(from)        asks for the pixels there, to be used later
 *   pixels_fence()            orders streamed pixels before what follows
 *
 * RIPPLE_WEAKER is the table of the level that takes what is too narrow.
 */
#include "kernels/kernels.h"

/* Tiles have about as many rows. */
#define RIPPLE_COLUMN 8

/* Lanes from `first` on are all ones, those before it zero. */
static inline Lanes lanes_from(int first)
{
    return lanes_shift(
        lanes_sub(lanes_all((int16_t)(first - 1)), lanes_count()), 15);
}

/* Functions with constant arguments must be cut to fit them. */
#define RIPPLE_INLINE static inline __attribute__((always_inline))

/* The numbers of a law, in every lane. */
typedef struct Spread {
    int damping;
    Lanes drained; /* all ones, or zero where damping 0 takes nothing */
    Lanes mirror;  /* all ones, or zero */
    Lanes w_prev, w_now, w_edge, w_diag;
    Rounding rounding;
    Lanes speed_kept, stiffness, friction, rub_up, height_kept, keep_moved,
        max_speed, max_height;
} Spread;

RIPPLE_INLINE Spread spread_law(const Stencil *stencil)
{
    Spread spread = {
        .damping = stencil->damping,
        .drained = lanes_all(stencil->damping > 0 ? -1 : 0),
        .mirror = lanes_all(stencil->mirror ? -1 : 0),
        .w_prev = lanes_all(stencil->w_prev),
        .w_now = lanes_all(stencil->w_now),
        .w_edge = lanes_all(stencil->w_edge),
        .w_diag = lanes_all(stencil->w_diag),
        .rounding = stencil->rounding,
        .stiffness = lanes_all(stencil->stiffness),
        .speed_kept = lanes_all(stencil->speed_kept),
        .friction = lanes_all(stencil->friction),
        .rub_up = lanes_all((int16_t)(stencil->friction + 1)),
        .height_kept = lanes_all(stencil->height_kept),
        .keep_moved =
            lanes_all((int16_t)(stencil->height_kept >> RIPPLE_SPEED_BITS)),
        .max_speed = lanes_all(stencil->max_speed),
        .max_height = lanes_all(stencil->max_height),
    };

    return spread;
}

RIPPLE_INLINE Lanes clamp(Lanes value, Lanes min, Lanes max)
{
    return lanes_max(lanes_min(value, max), min);
}

/* 2 * v, saturated */
RIPPLE_INLINE Lanes twice(Lanes v)
{
    return lanes_adds(v, v);
}

/* Between -most and most. */
RIPPLE_INLINE Lanes limit(Lanes value, Lanes max)
{
    return clamp(value, lanes_sub(lanes_all(0), max), max);
}

/* All ones in the lanes of land. */
RIPPLE_INLINE Lanes find_land(const int16_t *depth_map)
{
    return lanes_shift(lanes_load(depth_map), 15);
}

/* What step_cells knows of a vector of cells. */
typedef struct Cells {
    Lanes now, before;
    Lanes w_edge, w_diag; /* sums of the neighbours */
    Lanes depth_map;
} Cells;

/* (a + b) >> 2 as if the sum had 17 bits. */
RIPPLE_INLINE Lanes quarter_sum(Lanes a, Lanes b)
{
    Lanes low = lanes_all(3);
    Lanes advect = lanes_add(lanes_and(a, low), lanes_and(b, low));

    return lanes_add(lanes_add(lanes_shift(a, 2), lanes_shift(b, 2)),
                     lanes_shift(advect, 2));
}

RIPPLE_INLINE Lanes swing(Lanes mean, const Cells *cells, const Spread *stencil)
{
    Lanes value = lanes_subs(mean, cells->before);
    Lanes loss = lanes_shift(value, stencil->damping);

    return lanes_sub(value, lanes_and(loss, stencil->drained));
}

/* What was rounded down, one up if that is less than `towards`. The highest
   value there is wraps around, which leaves it what it is. */
RIPPLE_INLINE Lanes round_towards(Lanes below, Lanes towards)
{
    Lanes above = lanes_add(below, lanes_all(1));

    return lanes_max(below, lanes_min(above, towards));
}

/* What results are rounded towards. */
RIPPLE_INLINE Lanes find_target(const Spread *stencil, Lanes now, Lanes weight)
{
    Lanes rest;

    switch (stencil->rounding) {
    case ROUND_TO_REST:
        rest = lanes_sub(now, limit(now, lanes_all(1)));
        return limit(lanes_scale(rest, weight), lanes_all(RIPPLE_LOW));
    case ROUND_AWAY:
        rest = lanes_sub(now, limit(now, lanes_all(RIPPLE_HIGH)));
        return lanes_adds(lanes_scale(now, weight), twice(rest));
    default:
        return lanes_all(INT16_MIN);
    }
}

RIPPLE_INLINE Lanes weigh(const Cells *cells, const Spread *stencil,
                          int has_corners, int has_bed)
{
    Lanes now_weight = stencil->w_now, w_edge = stencil->w_edge,
          w_diag = stencil->w_diag;
    Lanes none = lanes_all(0);
    Sums sums;

    if (has_bed) {
        Lanes sides_lost = lanes_scale(stencil->w_edge, cells->depth_map);
        Lanes corners_lost = lanes_scale(stencil->w_diag, cells->depth_map);
        Lanes lost = lanes_add(sides_lost, corners_lost);

        lost = lanes_add(lost, lost);
        now_weight = lanes_adds(now_weight, lanes_add(lost, lost));
        w_edge = lanes_sub(w_edge, sides_lost);
        w_diag = lanes_sub(w_diag, corners_lost);
    }
    sums = sums_add(
        sums_of(cells->before, stencil->w_prev, cells->now, now_weight),
        sums_of(cells->w_edge, w_edge, has_corners ? cells->w_diag : none,
                has_corners ? w_diag : none));
    return round_towards(sums_pack(sums, RIPPLE_WEIGHT_BITS),
                         find_target(stencil, cells->now, now_weight));
}

/* Heights after; the speeds at `speeds`, of lanes in `fresh` unless that is
   NULL, are brought up to date, and or'ed into *any. */
RIPPLE_INLINE Lanes spring(const Cells *cells, const Spread *stencil,
                           int16_t *speeds, int has_bed, Lanes active,
                           const Lanes *fresh, Lanes *any)
{
    Lanes none = lanes_all(0), before = lanes_load(speeds);
    Lanes max = stencil->max_height;
    Lanes force = lanes_subs(cells->w_edge, twice(twice(cells->now)));
    Lanes speed = sums_pack(
        sums_of(before, stencil->speed_kept, force, stencil->stiffness),
        RIPPLE_STIFFNESS_BITS);
    Lanes height;

    speed = limit(speed, stencil->max_speed);
    speed = clamp(stencil->rounding == ROUND_DOWN ? lanes_all(INT16_MIN) : none,
                  lanes_sub(speed, stencil->friction),
                  lanes_add(speed, stencil->rub_up));
    if (has_bed) {
        speed = lanes_and(speed, active);
        max = lanes_sub(max, lanes_scale(max, cells->depth_map));
    }
    height = sums_pack(
        sums_of(cells->now, stencil->height_kept, speed, stencil->keep_moved),
        RIPPLE_WEIGHT_BITS);
    height = round_towards(height, find_target(stencil, cells->now, none));
    if (fresh != NULL)
        speed = lanes_select(*fresh, speed, before);
    lanes_store(speeds, speed);
    *any = lanes_or(*any, speed);
    return limit(height, max);
}

/* The heights after, by the law of a constant kind. */
RIPPLE_INLINE Lanes step_cells(const Cells *cells, const Spread *stencil,
                               StencilKind kind, int has_bed, int16_t *speeds,
                               const Lanes *fresh, Lanes *any_speed)
{
    Lanes active = lanes_all(-1), value;

    if (has_bed) /* all ones but on land, where the bed is -1 */
        active = lanes_sub(active, lanes_shift(cells->depth_map, 15));
    if (kind == STENCIL_CLASSIC)
        value = swing(lanes_shift(cells->w_edge, 1), cells, stencil);
    else if (kind == STENCIL_ROUND)
        value =
            swing(quarter_sum(cells->w_edge, cells->w_diag), cells, stencil);
    else if (kind == STENCIL_SPRING)
        value =
            spring(cells, stencil, speeds, has_bed, active, fresh, any_speed);
    else
        value = weigh(cells, stencil, kind == STENCIL_LINEAR_ROUND, has_bed);
    return has_bed ? lanes_and(value, active) : value;
}

/* left + right of the lanes at a place */
RIPPLE_INLINE Lanes load_pair(const int16_t *now)
{
    return lanes_adds(lanes_load(now - 1), lanes_load(now + 1));
}

/* What has been stepped in a vector's column of cells. */
typedef struct Column {
    Lanes heights, speeds; /* or'ed together */
} Column;

/*
 * Steps a column of lanes down the rows of a block in open water. What is
 * loaded of a row is kept for the rows above and below it, so each height is
 * loaded three times in all: as left, middle and right. Lanes outside `fresh`
 * keep what they hold.
 */
RIPPLE_INLINE Column step_open(const StepArgs *args, int x,
                               const Spread *stencil, StencilKind kind,
                               const Lanes *fresh)
{
    ptrdiff_t stride = args->stride;
    const int16_t *now = args->now + x;
    int16_t *next = args->next + x;
    int16_t *speeds = kind == STENCIL_SPRING ? args->speeds + x : NULL;
    int w_diag = kind == STENCIL_ROUND || kind == STENCIL_LINEAR_ROUND;
    Lanes up = lanes_load(now - stride), middle = lanes_load(now);
    Lanes pair_up = up, pair = up, pair_down = up;
    Column visibility = {lanes_all(0), lanes_all(0)};

    if (w_diag) {
        pair_up = load_pair(now - stride);
        pair = load_pair(now);
    }
    for (int y = 0; y < args->rows; y++) {
        Lanes down = lanes_load(now + stride), value;
        Cells cells = {.now = middle, .before = lanes_load(next)};

        if (w_diag) {
            pair_down = load_pair(now + stride);
            cells.w_diag = lanes_adds(pair_up, pair_down);
        } else {
            pair = load_pair(now);
        }
        cells.w_edge = lanes_adds(pair, lanes_adds(up, down));
        value = step_cells(&cells, stencil, kind, 0, speeds, fresh,
                           &visibility.speeds);
        if (fresh != NULL)
            value = lanes_select(*fresh, value, cells.before);
        lanes_store(next, value);
        visibility.heights = lanes_or(visibility.heights, value);
        up = middle;
        middle = down;
        if (w_diag) {
            pair_up = pair;
            pair = pair_down;
        }
        now += stride;
        next += stride;
        if (kind == STENCIL_SPRING)
            speeds += stride;
    }
    return visibility;
}

/* What lanes see at a place next to them, where land may be a mirror. */
RIPPLE_INLINE Lanes look(const int16_t *now, const int16_t *depth_map,
                         ptrdiff_t to, Lanes own, const Spread *stencil)
{
    return lanes_select(lanes_and(find_land(depth_map + to), stencil->mirror),
                        own, lanes_load(now + to));
}

RIPPLE_INLINE Lanes look_both(const int16_t *now, const int16_t *depth_map,
                              ptrdiff_t first, ptrdiff_t second, Lanes own,
                              const Spread *stencil)
{
    return lanes_adds(look(now, depth_map, first, own, stencil),
                      look(now, depth_map, second, own, stencil));
}

/* The same as step_open where there is a bed. */
RIPPLE_INLINE Column step_shore(const StepArgs *args, int x,
                                const Spread *stencil, StencilKind kind,
                                const Lanes *fresh)
{
    ptrdiff_t down = args->stride;
    Column visibility = {lanes_all(0), lanes_all(0)};

    for (int y = 0; y < args->rows; y++) {
        ptrdiff_t cell = y * down + x;
        const int16_t *now = args->now + cell,
                      *depth_map = args->depth_map + cell;
        int16_t *speeds = kind == STENCIL_SPRING ? args->speeds + cell : NULL;
        Cells cells = {.now = lanes_load(now),
                       .before = lanes_load(args->next + cell),
                       .depth_map = lanes_load(depth_map)};
        Lanes value;

        cells.w_edge = lanes_adds(
            look_both(now, depth_map, -1, 1, cells.now, stencil),
            look_both(now, depth_map, -down, down, cells.now, stencil));
        if (kind == STENCIL_LINEAR_ROUND)
            cells.w_diag = lanes_adds(look_both(now, depth_map, -down - 1,
                                                -down + 1, cells.now, stencil),
                                      look_both(now, depth_map, down - 1,
                                                down + 1, cells.now, stencil));
        value = step_cells(&cells, stencil, kind, 1, speeds, fresh,
                           &visibility.speeds);
        if (fresh != NULL)
            value = lanes_select(*fresh, value, cells.before);
        lanes_store(args->next + cell, value);
        visibility.heights = lanes_or(visibility.heights, value);
    }
    return visibility;
}

RIPPLE_INLINE Column step_column(const StepArgs *args, int x,
                                 const Spread *stencil, StencilKind kind,
                                 int has_bed, const Lanes *fresh)
{
    return has_bed ? step_shore(args, x, stencil, kind, fresh)
                   : step_open(args, x, stencil, kind, fresh);
}

/* What is wet in a block that is written vector by vector, left to right. */
typedef struct Wetness {
    Lanes any, top, bottom;
    int left, right;
} Wetness;

RIPPLE_INLINE Wetness wetness_none(void)
{
    Wetness wetness = {lanes_all(0), lanes_all(0), lanes_all(0), 0, 0};

    return wetness;
}

/* Counts in the lanes that were written from `top` down to `bottom`. */
RIPPLE_INLINE void wetness_add(Wetness *wetness, Lanes heights,
                               const int16_t *top, const int16_t *bottom,
                               int is_first)
{
    if (is_first)
        wetness->left = lanes_first(heights);
    wetness->right = lanes_last(heights);
    wetness->any = lanes_or(wetness->any, heights);
    wetness->top = lanes_or(wetness->top, lanes_load(top));
    wetness->bottom = lanes_or(wetness->bottom, lanes_load(bottom));
}

RIPPLE_INLINE int wetness_flags(const Wetness *wetness)
{
    if (!lanes_any(wetness->any))
        return 0;
    return RIPPLE_ACTIVE | (lanes_any(wetness->top) ? RIPPLE_ACTIVE_TOP : 0) |
           (lanes_any(wetness->bottom) ? RIPPLE_ACTIVE_BOTTOM : 0) |
           (wetness->left ? RIPPLE_ACTIVE_LEFT : 0) |
           (wetness->right ? RIPPLE_ACTIVE_RIGHT : 0);
}

RIPPLE_INLINE int step_block(const StepArgs *args, const Stencil *stencil,
                             StencilKind kind, int has_bed)
{
    Spread spread = spread_law(stencil);
    Wetness wetness = wetness_none();
    const int16_t *bottom = args->next + (args->rows - 1) * args->stride;
    int last = args->columns - RIPPLE_LANES, x = 0;
    Lanes speeds = lanes_all(0);

    for (; x <= last; x += RIPPLE_LANES) {
        Column visibility = step_column(args, x, &spread, kind, has_bed, NULL);

        wetness_add(&wetness, visibility.heights, args->next + x, bottom + x,
                    x == 0);
        speeds = lanes_or(speeds, visibility.speeds);
    }
    if (x < args->columns) {
        Lanes fresh = lanes_from(x - last);
        Column visibility =
            step_column(args, last, &spread, kind, has_bed, &fresh);

        wetness_add(&wetness, visibility.heights, args->next + last,
                    bottom + last, 0);
        speeds = lanes_or(speeds, visibility.speeds);
    }
    return wetness_flags(&wetness) |
           (kind == STENCIL_SPRING && lanes_any(speeds) ? RIPPLE_ACTIVE : 0);
}

static int step_weaker(const StepArgs *args, const Stencil *stencil,
                       StencilKind kind)
{
    return RIPPLE_WEAKER.step[kind](args, stencil);
}

static RIPPLE_STEP(step_classic)
{
    if (args->columns < RIPPLE_LANES)
        return step_weaker(args, stencil, STENCIL_CLASSIC);
    return step_block(args, stencil, STENCIL_CLASSIC, 0);
}

static RIPPLE_STEP(step_round)
{
    if (args->columns < RIPPLE_LANES)
        return step_weaker(args, stencil, STENCIL_ROUND);
    return step_block(args, stencil, STENCIL_ROUND, 0);
}

static RIPPLE_STEP(step_linear)
{
    if (args->columns < RIPPLE_LANES)
        return step_weaker(args, stencil, STENCIL_LINEAR);
    return args->depth_map != NULL
               ? step_block(args, stencil, STENCIL_LINEAR, 1)
               : step_block(args, stencil, STENCIL_LINEAR, 0);
}

static RIPPLE_STEP(step_linear_round)
{
    if (args->columns < RIPPLE_LANES)
        return step_weaker(args, stencil, STENCIL_LINEAR_ROUND);
    return args->depth_map != NULL
               ? step_block(args, stencil, STENCIL_LINEAR_ROUND, 1)
               : step_block(args, stencil, STENCIL_LINEAR_ROUND, 0);
}

static RIPPLE_STEP(step_spring)
{
    if (args->columns < RIPPLE_LANES)
        return step_weaker(args, stencil, STENCIL_SPRING);
    return args->depth_map != NULL
               ? step_block(args, stencil, STENCIL_SPRING, 1)
               : step_block(args, stencil, STENCIL_SPRING, 0);
}

/* From a to b by a share of the way. */
RIPPLE_INLINE Lanes blend(Lanes a, Lanes b, Lanes share)
{
    return lanes_add(a, lanes_scale(lanes_subs(b, a), share));
}

/* |v|, saturated */
RIPPLE_INLINE Lanes magnitude(Lanes v)
{
    return lanes_max(v, lanes_subs(lanes_all(0), v));
}

/* All ones in the lanes that are greater than zero. */
RIPPLE_INLINE Lanes find_positive(Lanes v)
{
    return lanes_shift(lanes_sub(lanes_all(0), v), 15);
}

/* What lies at a vector's cells and beside them, on the left and right. */
typedef struct Row {
    Lanes left, own, right;
} Row;

RIPPLE_INLINE Row load_row(const int16_t *from)
{
    return (Row){lanes_load(from - 1), lanes_load(from), lanes_load(from + 1)};
}

/* The three places besides a cell's own that its water may come from. */
typedef struct Upstream {
    Lanes beside, above, oblique;
} Upstream;

/* Of the rows around, what lies upstream of each lane: on the left and in the
   row above where the flow is forward. */
RIPPLE_INLINE Upstream find_upstream(const Row rows[3], Lanes forward_x,
                                     Lanes forward_y)
{
    Lanes left = lanes_select(forward_y, rows[0].left, rows[2].left);
    Lanes right = lanes_select(forward_y, rows[0].right, rows[2].right);

    return (Upstream){
        .beside = lanes_select(forward_x, rows[1].left, rows[1].right),
        .above = lanes_select(forward_y, rows[0].own, rows[2].own),
        .oblique = lanes_select(forward_x, left, right),
    };
}

/* Upstream heights, or `own` in the place of land. */
RIPPLE_INLINE Upstream leave_out_land(Upstream heights, Upstream depth_map,
                                      Lanes own)
{
    return (Upstream){
        .beside = lanes_select(lanes_shift(depth_map.beside, 15), own,
                               heights.beside),
        .above =
            lanes_select(lanes_shift(depth_map.above, 15), own, heights.above),
        .oblique = lanes_select(lanes_shift(depth_map.oblique, 15), own,
                                heights.oblique),
    };
}

/* Carries the lanes in the middle row along the flow (x, y). */
RIPPLE_INLINE Lanes carry_lanes(const Row rows[3], const Row beds[3], Lanes x,
                                Lanes y, int has_bed)
{
    Lanes forward_x = find_positive(x), forward_y = find_positive(y);
    Lanes own = rows[1].own, advected;
    Upstream from = find_upstream(rows, forward_x, forward_y);

    x = magnitude(x);
    y = magnitude(y);
    if (has_bed)
        from = leave_out_land(from, find_upstream(beds, forward_x, forward_y),
                              own);
    advected = blend(blend(own, from.beside, x),
                     blend(from.above, from.oblique, x), y);
    return has_bed ? lanes_select(lanes_shift(beds[1].own, 15), lanes_all(0),
                                  advected)
                   : advected;
}

/* Carries a column of lanes down the rows of a block; what is loaded of a row
   is kept for the rows next to it. */
RIPPLE_INLINE Lanes carry_column(const AdvectArgs *args, int column, int is_map,
                                 int has_bed)
{
    ptrdiff_t stride = args->stride;
    const int16_t *from = args->from + column;
    const int16_t *depth_map = has_bed ? args->depth_map + column : NULL;
    Lanes x = lanes_all((int16_t)args->x), y = lanes_all((int16_t)args->y);
    Lanes visibility = lanes_all(0);
    Row rows[3] = {load_row(from - stride), load_row(from)}, beds[3];

    if (has_bed) {
        beds[0] = load_row(depth_map - stride);
        beds[1] = load_row(depth_map);
    }
    for (int i = 0; i < args->rows; i++) {
        ptrdiff_t row = i * stride;
        Lanes advected;

        rows[2] = load_row(from + row + stride);
        if (has_bed)
            beds[2] = load_row(depth_map + row + stride);
        if (is_map) {
            const FlowRow *flow = &args->flow[i];
            int place = args->flow_column + column;

            x = lanes_load(flow->x + place);
            y = blend(lanes_load(flow->above + place),
                      lanes_load(flow->below + place), lanes_all(flow->share));
        }
        advected = carry_lanes(rows, beds, x, y, has_bed);
        lanes_store(args->to + column + row, advected);
        visibility = lanes_or(visibility, advected);
        rows[0] = rows[1];
        rows[1] = rows[2];
        if (has_bed) {
            beds[0] = beds[1];
            beds[1] = beds[2];
        }
    }
    return visibility;
}

RIPPLE_INLINE int carry_block(const AdvectArgs *args, int is_map, int has_bed)
{
    Wetness wetness = wetness_none();
    const int16_t *bottom = args->to + (args->rows - 1) * args->stride;
    int last = args->columns - RIPPLE_LANES;

    for (int x = 0; x < args->columns; x += RIPPLE_LANES) {
        int place = x < last ? x : last;
        Lanes visibility = carry_column(args, place, is_map, has_bed);

        wetness_add(&wetness, visibility, args->to + place, bottom + place,
                    x == 0);
    }
    return wetness_flags(&wetness);
}

/*
 * The same where the flow is even and the water open: what a row is, blended
 * across, it also is for the row that it flows to, so rows are done down the
 * stream and each is blended once.
 */
RIPPLE_INLINE int carry_evenly(const AdvectArgs *args)
{
    Wetness wetness = wetness_none();
    ptrdiff_t stride = args->stride;
    ptrdiff_t beside = args->x > 0 ? -1 : 1;
    int last = args->columns - RIPPLE_LANES, rows = args->rows;
    int goes_down = args->y > 0;
    ptrdiff_t along = goes_down ? stride : -stride;
    ptrdiff_t start = goes_down ? 0 : (rows - 1) * stride;
    Lanes x_share = magnitude(lanes_all((int16_t)args->x));
    Lanes y_share = magnitude(lanes_all((int16_t)args->y));

    for (int x = 0; x < args->columns; x += RIPPLE_LANES) {
        int place = x < last ? x : last;
        const int16_t *from = args->from + start + place;
        int16_t *to = args->to + start + place;
        Lanes visibility = lanes_all(0), above, own;

        above = blend(lanes_load(from - along),
                      lanes_load(from - along + beside), x_share);
        for (int y = 0; y < rows; y++) {
            Lanes advected;

            own = blend(lanes_load(from), lanes_load(from + beside), x_share);
            advected = blend(own, above, y_share);
            lanes_store(to, advected);
            visibility = lanes_or(visibility, advected);
            above = own;
            from += along;
            to += along;
        }
        wetness_add(&wetness, visibility, args->to + place,
                    args->to + (rows - 1) * stride + place, x == 0);
    }
    return wetness_flags(&wetness);
}

static RIPPLE_ADVECT(advect)
{
    if (args->columns < RIPPLE_LANES)
        return RIPPLE_WEAKER.advect(args);
    if (args->flow != NULL)
        return args->depth_map != NULL ? carry_block(args, 1, 1)
                                       : carry_block(args, 1, 0);
    return args->depth_map != NULL ? carry_block(args, 0, 1)
                                   : carry_evenly(args);
}

/* All ones in the lanes that are zero. */
RIPPLE_INLINE Lanes find_zero(Lanes v)
{
    return lanes_sub(lanes_min(magnitude(v), lanes_all(1)), lanes_all(1));
}

/* One nearer to zero where a value is small. */
RIPPLE_INLINE Lanes settle(Lanes value, Lanes small)
{
    Lanes is_small = find_zero(lanes_subs(value, limit(value, small)));

    return lanes_sub(value, lanes_and(limit(value, lanes_all(1)), is_small));
}

/* The heights that go into a piece of the ring, and what is left over. */
typedef struct Leaving {
    Lanes now0, now1, next0, next1; /* cells at the edge, and behind it */
    Lanes ring;                     /* before, then after */
    Lanes inner, outer;
} Leaving;

RIPPLE_INLINE void let_out_lanes(Leaving *leaving,
                                 const AbsorbingBoundary *boundary)
{
    Lanes normal = lanes_all(boundary->normal);
    Lanes oblique = lanes_all(boundary->oblique), next0 = leaving->next0;
    Lanes half = lanes_all((int16_t)(1 << (boundary->decay - 1)));
    Lanes inner = lanes_subs(
        lanes_subs(next0, leaving->now1),
        lanes_scale(lanes_subs(leaving->next1, leaving->now0), normal));
    Lanes left =
        lanes_adds(leaving->inner,
                   lanes_scale(lanes_subs(inner, leaving->outer), oblique));
    Lanes height = lanes_adds(
        leaving->now0, lanes_scale(lanes_subs(next0, leaving->ring), normal));
    Lanes stands;

    left =
        lanes_sub(left, lanes_shift(lanes_adds(left, half), boundary->decay));
    left = settle(left, lanes_all(RIPPLE_SMALL_RESIDUE));
    left = boundary->is_normal ? lanes_all(0) : left;
    height = lanes_adds(height, left);
    stands = find_zero(lanes_subs(height, leaving->ring));
    height = lanes_select(stands, next0, height);
    leaving->ring = settle(height, lanes_all(RIPPLE_SMALL_HEIGHT));
    leaving->inner = inner;
    leaving->outer = lanes_select(stands, lanes_all(0), left);
}

RIPPLE_INLINE Lanes leaving_wet(const Leaving *leaving)
{
    return lanes_or(lanes_or(leaving->inner, leaving->outer), leaving->ring);
}

/* The lanes from `first` on, of an edge along a row. */
RIPPLE_INLINE int let_out_row(const AbsorbingBoundary *boundary, int first)
{
    int16_t *next = boundary->next + first;
    const int16_t *now = boundary->now + first;
    Leaving leaving = {
        .now0 = lanes_load(now),
        .now1 = lanes_load(now - boundary->outside),
        .next0 = lanes_load(next),
        .next1 = lanes_load(next - boundary->outside),
        .ring = lanes_load(now + boundary->outside),
        .inner = lanes_load(boundary->inner + first),
        .outer = lanes_load(boundary->outer + first),
    };

    let_out_lanes(&leaving, boundary);
    lanes_store(next + boundary->outside, leaving.ring);
    lanes_store(boundary->inner + first, leaving.inner);
    lanes_store(boundary->outer + first, leaving.outer);
    return lanes_any(leaving_wet(&leaving)) ? RIPPLE_BOUNDARY_ACTIVE : 0;
}

#if RIPPLE_LANES == RIPPLE_COLUMN

/* The same for an edge along a column, of which four cells of each row are
   looked at: the ring, two cells that matter, and one that does not. */
RIPPLE_INLINE int let_out_column(const AbsorbingBoundary *boundary, int first)
{
    ptrdiff_t down = boundary->along, outside = boundary->outside;
    int16_t *next = boundary->next + first * down;
    const int16_t *now = boundary->now + first * down;
    int is_left = outside < 0, edge = is_left ? 1 : 2;
    int ring = edge + (is_left ? -1 : 1), behind = edge - (is_left ? -1 : 1);
    Lanes after[4], before[4];
    Leaving leaving;

    lanes_load_columns(after, next - edge, down);
    lanes_load_columns(before, now - edge, down);
    leaving = (Leaving){
        .now0 = before[edge],
        .now1 = before[behind],
        .next0 = after[edge],
        .next1 = after[behind],
        .ring = before[ring],
        .inner = lanes_load(boundary->inner + first),
        .outer = lanes_load(boundary->outer + first),
    };
    let_out_lanes(&leaving, boundary);
    lanes_store_column(next + outside, down, leaving.ring);
    lanes_store(boundary->inner + first, leaving.inner);
    lanes_store(boundary->outer + first, leaving.outer);
    return lanes_any(leaving_wet(&leaving)) ? RIPPLE_BOUNDARY_ACTIVE : 0;
}

#endif

#if RIPPLE_LANES == 2 * RIPPLE_COLUMN

/* The same for the edges along the first and the last column. */
RIPPLE_INLINE int let_out_sides(const AbsorbingBoundary *left,
                                const AbsorbingBoundary *right)
{
    ptrdiff_t down = left->along;
    Lanes after[4], before[4];
    Leaving leaving;

    lanes_load_sides(after, left->next - 1, right->next + 1, down);
    lanes_load_sides(before, left->now - 1, right->now + 1, down);
    leaving = (Leaving){
        .now0 = before[1],
        .now1 = before[2],
        .next0 = after[1],
        .next1 = after[2],
        .ring = before[0],
        .inner = lanes_load_halves(left->inner, right->inner),
        .outer = lanes_load_halves(left->outer, right->outer),
    };
    let_out_lanes(&leaving, left);
    lanes_store_sides(left->next - 1, right->next + 1, down, leaving.ring);
    lanes_store_halves(left->inner, right->inner, leaving.inner);
    lanes_store_halves(left->outer, right->outer, leaving.outer);
    return lanes_any_halves(leaving_wet(&leaving));
}

#endif

/* What remains after `first` cells is for a narrower level. */
static int let_out_rest(const AbsorbingBoundary *boundary, int first)
{
    AbsorbingBoundary rest;

    if (first == boundary->count)
        return 0;
    if (first == 0)
        return RIPPLE_WEAKER.absorb(boundary, NULL);
    rest = *boundary;
    rest.next += first * rest.along;
    rest.now += first * rest.along;
    rest.inner += first;
    rest.outer += first;
    rest.count -= first;
    return RIPPLE_WEAKER.absorb(&rest, NULL);
}

static int let_out_piece(const AbsorbingBoundary *boundary)
{
    int end = boundary->count / RIPPLE_LANES * RIPPLE_LANES, i = 0, active = 0;

    if (boundary->along == 1) {
        for (; i < end; i += RIPPLE_LANES)
            active |= let_out_row(boundary, i);
    }
#if RIPPLE_LANES == RIPPLE_COLUMN
    for (; i < end; i += RIPPLE_LANES)
        active |= let_out_column(boundary, i);
#endif
    return active | let_out_rest(boundary, i);
}

static RIPPLE_ABSORB(absorb)
{
    if (opposite == NULL)
        return let_out_piece(boundary);
#if RIPPLE_LANES == 2 * RIPPLE_COLUMN
    if (boundary->count == RIPPLE_COLUMN)
        return let_out_sides(boundary, opposite);
#endif
    if (RIPPLE_LANES > RIPPLE_COLUMN)
        return RIPPLE_WEAKER.absorb(boundary, opposite);
    return let_out_piece(boundary) |
           (let_out_piece(opposite) ? RIPPLE_OPPOSITE_ACTIVE : 0);
}

#include "kernels/simd/simd_render.h"

/* The table of a level. */
#define RIPPLE_KERNELS(level) \
    const Kernels ripple_kernels_##level = { \
        .name = #level, \
        .step = {[STENCIL_CLASSIC] = step_classic, \
                 [STENCIL_ROUND] = step_round, \
                 [STENCIL_LINEAR] = step_linear, \
                 [STENCIL_LINEAR_ROUND] = step_linear_round, \
                 [STENCIL_SPRING] = step_spring}, \
        .advect = advect, \
        .absorb = absorb, \
        .interpolate = interpolate, \
        .render = render, \
    }
