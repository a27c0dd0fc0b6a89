/* SPDX-License-Identifier: MIT */
/*
 * The step kernels, which vector.h includes. They equal scalar_step.c, which
 * has the formulas. A block is stepped in columns of vectors, each from top to
 * bottom.
 */

/* A vector of cells and the sums of their neighbours. */
typedef struct Cells {
    Lanes now, previous;
    Lanes edges, diagonals; /* sums; not for linear */
    Sums weighted;          /* for linear: weight * edges */
    Lanes w_now;
    Lanes depth_map;
} Cells;

/* (a + b) >> 2 as if the sum had 17 bits. */
RIPPLE_INLINE Lanes quarter_sum(Lanes a, Lanes b)
{
    Lanes low = lanes_splat(3);
    Lanes low_sum = lanes_add(lanes_and(a, low), lanes_and(b, low));

    return lanes_add(
        lanes_add(lanes_shift_right(a, 2), lanes_shift_right(b, 2)),
        lanes_shift_right(low_sum, 2));
}

RIPPLE_INLINE Lanes leap(Lanes mean, const Cells *cells,
                         const StencilLanes *stencil)
{
    Lanes value = lanes_sub(mean, cells->previous);
    Lanes loss = lanes_shift_right(value, stencil->damping);

    return limit(lanes_sub(value, lanes_and(loss, stencil->takes)),
                 stencil->max_height);
}

/* sums / 2^bits to nearest, halves to even */
RIPPLE_INLINE Lanes round_even(Sums sums, int bits)
{
    Sums odd = sums_and((Sums){(Lanes)((Int32s)sums.low >> bits),
                               (Lanes)((Int32s)sums.high >> bits)},
                        sums_splat(1));

    sums = sums_add(sums, sums_splat((1 << (bits - 1)) - 1));
    return sums_pack(sums_add(sums, odd), bits);
}

/* The lower 14 bits of each sum, RIPPLE_WEIGHT_BITS. */
RIPPLE_INLINE Lanes low_bits(Sums sums)
{
    return sums_pack(sums_and(sums, sums_splat((1 << RIPPLE_WEIGHT_BITS) - 1)),
                     0);
}

RIPPLE_INLINE Lanes round_change(const StencilLanes *stencil, Sums change,
                                 Lanes previous)
{
    Lanes units, negative, whole, slow, threshold, full;

    if (!stencil->is_damped)
        return round_even(change, RIPPLE_WEIGHT_BITS);
    full = lanes_splat((1 << RIPPLE_WEIGHT_BITS) - 1);
    units = sums_pack(change, RIPPLE_WEIGHT_BITS);
    negative = is_negative(units);
    whole = units ^ negative;
    slow = lanes_and(is_zero(whole), previous);
    threshold = lanes_and(lanes_greater(whole, lanes_splat(RIPPLE_FAST - 1)),
                          lanes_splat(1 << (RIPPLE_WEIGHT_BITS - 1)));
    /* The sign of `slow`, or that of the change where `slow` is 0. */
    negative = is_negative(lanes_add(slow, negative));
    threshold = threshold ^ lanes_and(full, ~negative);
    return lanes_subs(units, lanes_greater(low_bits(change), threshold));
}

RIPPLE_INLINE_OFF_PAGE Lanes next_linear(const Cells *cells,
                                         const StencilLanes *stencil,
                                         StencilKind kind, int has_map)
{
    Sums change = sums_multiply(cells->previous, stencil->w_prev, cells->now,
                                has_map ? cells->w_now : stencil->w_now);

    if (kind == STENCIL_LINEAR_ROUND && !has_map)
        change =
            sums_add(change, sums_multiply(cells->edges, stencil->w_edge,
                                           cells->diagonals, stencil->w_diag));
    else
        change = sums_add(change, cells->weighted);
    return limit(lanes_adds(cells->previous,
                            round_change(stencil, change, cells->previous)),
                 stencil->max_height);
}

/* The address and the lanes that a vector writes. */
typedef struct Target {
    int16_t *speeds;    /* STENCIL_SPRING only */
    const Lanes *fresh; /* mask of the lanes to write; NULL: all */
    Lanes any_speed;    /* OR of the speeds written so far */
} Target;

RIPPLE_INLINE Lanes next_speed(Lanes speed, Lanes force,
                               const StencilLanes *stencil)
{
    Sums sums =
        sums_multiply(speed, stencil->speed_kept, force, stencil->stiffness);

    if (!stencil->is_damped)
        return limit(round_even(sums, RIPPLE_STIFFNESS_BITS),
                     stencil->max_speed);
    speed = limit(sums_pack(sums, RIPPLE_STIFFNESS_BITS), stencil->max_speed);
    return clamp(lanes_splat(0), lanes_sub(speed, stencil->friction),
                 lanes_add(speed, stencil->friction_up));
}

RIPPLE_INLINE Lanes next_height(Lanes now, Lanes speed,
                                const StencilLanes *stencil)
{
    Sums sums =
        sums_multiply(now, stencil->height_kept, speed, stencil->speed_moved);
    Sums half = sums_splat(1 << (RIPPLE_WEIGHT_BITS - 1));
    Lanes below, fast;

    if (!stencil->is_damped)
        return round_even(sums, RIPPLE_WEIGHT_BITS);
    below = sums_pack(sums, RIPPLE_WEIGHT_BITS);
    below = lanes_sub(below, is_negative(below));
    fast = lanes_greater(lanes_min(magnitude(now), magnitude(speed)),
                         lanes_splat(RIPPLE_SLOW));
    return lanes_blend(
        fast, sums_pack(sums_add(sums, half), RIPPLE_WEIGHT_BITS), below);
}

/* Returns the next heights and updates the speeds. `water` is 0 on land and all
   ones elsewhere. */
RIPPLE_INLINE_OFF_PAGE Lanes step_spring_cells(const Cells *cells,
                                               const StencilLanes *stencil,
                                               Target *target, int has_map,
                                               Lanes water)
{
    Lanes previous = lanes_load(target->speeds), max = stencil->max_height;
    Lanes force = lanes_subs(cells->edges, twice(twice(cells->now)));
    Lanes speed = next_speed(previous, force, stencil), height;

    if (has_map) {
        speed = lanes_and(speed, water);
        max = lanes_sub(max, lanes_scale(max, cells->depth_map));
    }
    height = next_height(cells->now, speed, stencil);
    if (target->fresh != NULL)
        speed = lanes_blend(*target->fresh, speed, previous);
    lanes_store(target->speeds, speed);
    target->any_speed = lanes_or(target->any_speed, speed);
    return limit(height, max);
}

/* The next heights; `kind` and `has_map` are constants. */
RIPPLE_INLINE Lanes step_cells(const Cells *cells, const StencilLanes *stencil,
                               StencilKind kind, int has_map, Target *target)
{
    Lanes water = lanes_splat(-1), value;

    if (has_map) /* RIPPLE_LAND is -1 */
        water = lanes_sub(water, is_negative(cells->depth_map));
    if (kind == STENCIL_CLASSIC)
        value = leap(lanes_shift_right(cells->edges, 1), cells, stencil);
    else if (kind == STENCIL_ROUND)
        value =
            leap(quarter_sum(cells->edges, cells->diagonals), cells, stencil);
    else if (kind == STENCIL_SPRING)
        value = step_spring_cells(cells, stencil, target, has_map, water);
    else
        value = next_linear(cells, stencil, kind, has_map);
    return has_map ? lanes_and(value, water) : value;
}

/* left + right neighbour of each lane */
RIPPLE_INLINE Lanes add_sides(const int16_t *now)
{
    return lanes_adds(lanes_load(now - 1), lanes_load(now + 1));
}

/* weight * (left + right + up + down), exact */
RIPPLE_INLINE Sums weigh_edges(const int16_t *now, Lanes up, Lanes down,
                               Lanes weight)
{
    return sums_add(
        sums_multiply(lanes_load(now - 1), weight, lanes_load(now + 1), weight),
        sums_multiply(up, weight, down, weight));
}

/*
 * Steps a column of vectors in open water. Each loaded row is kept for the rows
 * above and below it, so each height is loaded three times: as left, middle and
 * right.
 */
RIPPLE_INLINE Column step_open(const StepArgs *args, int x,
                               const StencilLanes *stencil, StencilKind kind,
                               const Lanes *fresh)
{
    ptrdiff_t stride = args->stride;
    const int16_t *now = args->now + x;
    int16_t *next = args->next + x;
    int has_diagonals = kind == STENCIL_ROUND || kind == STENCIL_LINEAR_ROUND;
    Lanes up = lanes_load(now - stride), middle = lanes_load(now);
    Lanes pair_up = up, pair = up, pair_down = up, any = lanes_splat(0);
    Target target = {kind == STENCIL_SPRING ? args->speeds + x : NULL, fresh,
                     any};

    if (has_diagonals) {
        pair_up = add_sides(now - stride);
        pair = add_sides(now);
    }
    for (int y = 0; y < args->rows; y++) {
        Lanes down = lanes_load(now + stride), value;
        Cells cells = {.now = middle, .previous = lanes_load(next)};

        if (has_diagonals) {
            pair_down = add_sides(now + stride);
            cells.diagonals = lanes_adds(pair_up, pair_down);
        } else if (kind == STENCIL_LINEAR) {
            cells.weighted = weigh_edges(now, up, down, stencil->w_edge);
        } else {
            pair = add_sides(now);
        }
        cells.edges = lanes_adds(pair, lanes_adds(up, down));
        value = step_cells(&cells, stencil, kind, 0, &target);
        if (fresh != NULL)
            value = lanes_blend(*fresh, value, cells.previous);
        lanes_store(next, value);
        any = lanes_or(any, value);
        up = middle;
        middle = down;
        if (has_diagonals) {
            pair_up = pair;
            pair = pair_down;
        }
        now += stride;
        next += stride;
        if (kind == STENCIL_SPRING)
            target.speeds += stride;
    }
    return (Column){any, target.any_speed};
}

/* Neighbours at offset `to`; a mirror shore replaces land by `own`. */
RIPPLE_INLINE Lanes load_neighbour(const int16_t *now, const int16_t *depth_map,
                                   ptrdiff_t to, Lanes own,
                                   const StencilLanes *stencil)
{
    Lanes land = is_negative(lanes_load(depth_map + to));

    return lanes_blend(lanes_and(land, stencil->mirror), own,
                       lanes_load(now + to));
}

RIPPLE_INLINE Lanes load_neighbours(const int16_t *now,
                                    const int16_t *depth_map, ptrdiff_t to,
                                    Lanes own, const StencilLanes *stencil)
{
    return lanes_adds(load_neighbour(now, depth_map, -to, own, stencil),
                      load_neighbour(now, depth_map, to, own, stencil));
}

/* weight * neighbours at offsets -to and `to` */
RIPPLE_INLINE Sums weigh_pair(MappedCells *cells, ptrdiff_t to, Lanes weight)
{
    Lanes first = keep_weight(cells, -to, weight);
    Lanes second = keep_weight(cells, to, weight);

    return sums_multiply(lanes_load(cells->now - to), first,
                         lanes_load(cells->now + to), second);
}

RIPPLE_INLINE Sums weigh_neighbours(MappedCells *cells, ptrdiff_t down,
                                    StencilKind kind)
{
    const StencilLanes *stencil = cells->stencil;
    Sums sums = sums_add(weigh_pair(cells, 1, stencil->w_edge),
                         weigh_pair(cells, down, stencil->w_edge));

    if (kind == STENCIL_LINEAR_ROUND)
        sums = sums_add(sums,
                        sums_add(weigh_pair(cells, down + 1, stencil->w_diag),
                                 weigh_pair(cells, down - 1, stencil->w_diag)));
    return sums;
}

/* Steps a column of vectors over a depth map. */
RIPPLE_INLINE_OFF_PAGE Column step_mapped(const StepArgs *args, int x,
                                          const StencilLanes *stencil,
                                          StencilKind kind, const Lanes *fresh)
{
    ptrdiff_t down = args->stride;
    Lanes any = lanes_splat(0);
    Target target = {NULL, fresh, any};

    for (int y = 0; y < args->rows; y++) {
        ptrdiff_t i = y * down + x;
        const int16_t *now = args->now + i, *map = args->depth_map + i;
        Cells cells = {.now = lanes_load(now),
                       .previous = lanes_load(args->next + i),
                       .depth_map = lanes_load(map)};
        Lanes value;

        if (kind == STENCIL_SPRING) {
            target.speeds = args->speeds + i;
            cells.edges =
                lanes_adds(load_neighbours(now, map, 1, cells.now, stencil),
                           load_neighbours(now, map, down, cells.now, stencil));
        } else {
            MappedCells mapped = map_cells(args, i, stencil);

            cells.weighted = weigh_neighbours(&mapped, down, kind);
            cells.w_now = mapped.w_now;
        }
        value = step_cells(&cells, stencil, kind, 1, &target);
        if (fresh != NULL)
            value = lanes_blend(*fresh, value, cells.previous);
        lanes_store(args->next + i, value);
        any = lanes_or(any, value);
    }
    return (Column){any, target.any_speed};
}

RIPPLE_INLINE Column step_column(const StepArgs *args, int x,
                                 const StencilLanes *stencil, StencilKind kind,
                                 int has_map, const Lanes *fresh)
{
    if (kind == STENCIL_FINE)
        return step_fine_column(args, x, stencil, has_map, fresh);
    return has_map ? step_mapped(args, x, stencil, kind, fresh)
                   : step_open(args, x, stencil, kind, fresh);
}

/* All ones in the lanes from `first` on, 0 before it. */
RIPPLE_INLINE Lanes lanes_from(int first)
{
    return lanes_shift_right(
        lanes_sub(lanes_splat((int16_t)(first - 1)), lanes_iota()), 15);
}

/* Adds the fractions of a stepped column to the flags. */
RIPPLE_INLINE void add_fractions(Activity *active, const StepArgs *args, int x)
{
    const int16_t *top = args->next_fractions + x;

    active->top = lanes_or(active->top, lanes_load(top));
    active->bottom = lanes_or(
        active->bottom, lanes_load(top + (args->rows - 1) * args->stride));
}

RIPPLE_INLINE int step_block(const StepArgs *args, const Stencil *stencil,
                             StencilKind kind, int has_map)
{
    StencilLanes lanes = splat_stencil(stencil);
    Activity active = no_activity();
    const int16_t *bottom = args->next + (args->rows - 1) * args->stride;
    int last = args->columns - RIPPLE_LANES, x = 0;
    Lanes speeds = lanes_splat(0);

    for (; x <= last; x += RIPPLE_LANES) {
        Column column = step_column(args, x, &lanes, kind, has_map, NULL);

        add_column(&active, column.heights, args->next + x, bottom + x, x == 0);
        if (kind == STENCIL_FINE)
            add_fractions(&active, args, x);
        speeds = lanes_or(speeds, column.speeds);
    }
    if (x < args->columns) {
        Lanes fresh = lanes_from(x - last);
        Column column = step_column(args, last, &lanes, kind, has_map, &fresh);

        add_column(&active, column.heights, args->next + last, bottom + last,
                   0);
        if (kind == STENCIL_FINE)
            add_fractions(&active, args, last);
        speeds = lanes_or(speeds, column.speeds);
    }
    return get_flags(&active) |
           (kind == STENCIL_SPRING && lanes_any(speeds) ? RIPPLE_ACTIVE : 0);
}

RIPPLE_INLINE int step_any_block(const StepArgs *args, const Stencil *stencil,
                                 StencilKind kind)
{
    if (args->columns < RIPPLE_LANES)
        return RIPPLE_FALLBACK.step[kind](args, stencil);
    if (kind > STENCIL_ROUND && args->depth_map != NULL)
        return step_block(args, stencil, kind, 1);
    return step_block(args, stencil, kind, 0);
}

static RIPPLE_STEP(step_classic)
{
    return step_any_block(args, stencil, STENCIL_CLASSIC);
}

static RIPPLE_STEP(step_round)
{
    return step_any_block(args, stencil, STENCIL_ROUND);
}

static RIPPLE_STEP(step_linear)
{
    return step_any_block(args, stencil, STENCIL_LINEAR);
}

static RIPPLE_STEP(step_linear_round)
{
    return step_any_block(args, stencil, STENCIL_LINEAR_ROUND);
}

static RIPPLE_STEP(step_fine)
{
    return step_any_block(args, stencil, STENCIL_FINE);
}

static RIPPLE_STEP(step_spring)
{
    return step_any_block(args, stencil, STENCIL_SPRING);
}
