/* SPDX-License-Identifier: MIT */
/*
 * The step kernels, a part of each level's file after vector.h. They equal
 * scalar_step.c, where the formulas are. A block is stepped in columns of
 * vectors, each from the top row to the bottom one.
 */

/* A stencil with each number in every lane. */
typedef struct StencilLanes {
    int damping;
    Lanes is_damped; /* all ones, or 0 where damping 0 takes nothing */
    Lanes mirror;    /* all ones, or 0 */
    Lanes w_prev, w_now, w_edge, w_diag;
    Rounding rounding;
    Lanes speed_kept, stiffness, friction, friction_up; /* friction + 1 */
    Lanes height_kept, speed_moved; /* height_kept per unit of speed */
    Lanes max_speed, max_height;
} StencilLanes;

RIPPLE_INLINE StencilLanes splat_stencil(const Stencil *stencil)
{
    StencilLanes lanes = {
        .damping = stencil->damping,
        .is_damped = lanes_splat(stencil->damping > 0 ? -1 : 0),
        .mirror = lanes_splat(stencil->mirror ? -1 : 0),
        .w_prev = lanes_splat(stencil->w_prev),
        .w_now = lanes_splat(stencil->w_now),
        .w_edge = lanes_splat(stencil->w_edge),
        .w_diag = lanes_splat(stencil->w_diag),
        .rounding = stencil->rounding,
        .stiffness = lanes_splat(stencil->stiffness),
        .speed_kept = lanes_splat(stencil->speed_kept),
        .friction = lanes_splat(stencil->friction),
        .friction_up = lanes_splat((int16_t)(stencil->friction + 1)),
        .height_kept = lanes_splat(stencil->height_kept),
        .speed_moved =
            lanes_splat((int16_t)(stencil->height_kept >> RIPPLE_SPEED_BITS)),
        .max_speed = lanes_splat(stencil->max_speed),
        .max_height = lanes_splat(stencil->max_height),
    };

    return lanes;
}

/* A vector of cells, and the sums of their neighbours. */
typedef struct Cells {
    Lanes now, previous;
    Lanes edges, diagonals;
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
    Lanes value = lanes_subs(mean, cells->previous);
    Lanes loss = lanes_shift_right(value, stencil->damping);

    return lanes_sub(value, lanes_and(loss, stencil->is_damped));
}

/* below + 1 if below < target, else below. INT16_MAX + 1 wraps around to less
   than any target, which leaves INT16_MAX. */
RIPPLE_INLINE Lanes round_towards(Lanes below, Lanes target)
{
    Lanes above = lanes_add(below, lanes_splat(1));

    return lanes_max(below, lanes_min(above, target));
}

RIPPLE_INLINE Lanes rounding_target(const StencilLanes *stencil, Lanes now,
                                    Lanes weight)
{
    Lanes rest;

    switch (stencil->rounding) {
    case ROUND_TO_REST:
        rest = lanes_sub(now, limit(now, lanes_splat(1)));
        return limit(lanes_scale(rest, weight), lanes_splat(RIPPLE_LOW));
    case ROUND_AWAY:
        rest = lanes_sub(now, limit(now, lanes_splat(RIPPLE_HIGH)));
        return lanes_adds(lanes_scale(now, weight), twice(rest));
    default:
        return lanes_splat(INT16_MIN);
    }
}

RIPPLE_INLINE Lanes weighted_mean(const Cells *cells,
                                  const StencilLanes *stencil,
                                  int has_diagonals, int has_map)
{
    Lanes w_now = stencil->w_now, w_edge = stencil->w_edge;
    Lanes w_diag = stencil->w_diag, none = lanes_splat(0);
    Sums sums;

    if (has_map) {
        Lanes edge_lost = lanes_scale(stencil->w_edge, cells->depth_map);
        Lanes diag_lost = lanes_scale(stencil->w_diag, cells->depth_map);
        Lanes lost = lanes_add(edge_lost, diag_lost);

        lost = lanes_add(lost, lost);
        w_now = lanes_adds(w_now, lanes_add(lost, lost));
        w_edge = lanes_sub(w_edge, edge_lost);
        w_diag = lanes_sub(w_diag, diag_lost);
    }
    sums = sums_add(
        sums_multiply(cells->previous, stencil->w_prev, cells->now, w_now),
        sums_multiply(cells->edges, w_edge,
                      has_diagonals ? cells->diagonals : none,
                      has_diagonals ? w_diag : none));
    return round_towards(sums_pack(sums, RIPPLE_WEIGHT_BITS),
                         rounding_target(stencil, cells->now, w_now));
}

/* Where and which lanes a vector writes. */
typedef struct Target {
    int16_t *speeds;    /* STENCIL_SPRING only */
    const Lanes *fresh; /* mask of the lanes to write; NULL: all */
    Lanes any_speed;    /* speeds written so far, or'ed together */
} Target;

/* Returns the next heights, and updates the speeds. `water` is 0 on land, all
   ones elsewhere. */
RIPPLE_INLINE Lanes step_spring_cells(const Cells *cells,
                                      const StencilLanes *stencil,
                                      Target *target, int has_map, Lanes water)
{
    Lanes none = lanes_splat(0), previous = lanes_load(target->speeds);
    Lanes max = stencil->max_height;
    Lanes force = lanes_subs(cells->edges, twice(twice(cells->now)));
    Lanes speed = sums_pack(
        sums_multiply(previous, stencil->speed_kept, force, stencil->stiffness),
        RIPPLE_STIFFNESS_BITS);
    Lanes height;

    speed = limit(speed, stencil->max_speed);
    speed =
        clamp(stencil->rounding == ROUND_DOWN ? lanes_splat(INT16_MIN) : none,
              lanes_sub(speed, stencil->friction),
              lanes_add(speed, stencil->friction_up));
    if (has_map) {
        speed = lanes_and(speed, water);
        max = lanes_sub(max, lanes_scale(max, cells->depth_map));
    }
    height = sums_pack(sums_multiply(cells->now, stencil->height_kept, speed,
                                     stencil->speed_moved),
                       RIPPLE_WEIGHT_BITS);
    height = round_towards(height, rounding_target(stencil, cells->now, none));
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
        value = weighted_mean(cells, stencil, kind == STENCIL_LINEAR_ROUND,
                              has_map);
    return has_map ? lanes_and(value, water) : value;
}

/* left + right of each lane */
RIPPLE_INLINE Lanes load_pair(const int16_t *now)
{
    return lanes_adds(lanes_load(now - 1), lanes_load(now + 1));
}

/* All heights and all speeds that a column has written, or'ed together. */
typedef struct Column {
    Lanes heights, speeds;
} Column;

/*
 * Steps a column of vectors in open water. A row that is loaded is kept for
 * the rows above and below it, so each height is loaded three times in all: as
 * left, middle and right.
 */
RIPPLE_INLINE Column step_open(const StepArgs *args, int x,
                               const StencilLanes *stencil, StencilKind kind,
                               const Lanes *fresh)
{
    ptrdiff_t stride = args->stride;
    const int16_t *now = args->now + x;
    int16_t *next = args->next + x;
    int diagonals = kind == STENCIL_ROUND || kind == STENCIL_LINEAR_ROUND;
    Lanes up = lanes_load(now - stride), middle = lanes_load(now);
    Lanes pair_up = up, pair = up, pair_down = up, any = lanes_splat(0);
    Target target = {kind == STENCIL_SPRING ? args->speeds + x : NULL, fresh,
                     any};

    if (diagonals) {
        pair_up = load_pair(now - stride);
        pair = load_pair(now);
    }
    for (int y = 0; y < args->rows; y++) {
        Lanes down = lanes_load(now + stride), value;
        Cells cells = {.now = middle, .previous = lanes_load(next)};

        if (diagonals) {
            pair_down = load_pair(now + stride);
            cells.diagonals = lanes_adds(pair_up, pair_down);
        } else {
            pair = load_pair(now);
        }
        cells.edges = lanes_adds(pair, lanes_adds(up, down));
        value = step_cells(&cells, stencil, kind, 0, &target);
        if (fresh != NULL)
            value = lanes_blend(*fresh, value, cells.previous);
        lanes_store(next, value);
        any = lanes_or(any, value);
        up = middle;
        middle = down;
        if (diagonals) {
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

/* Neighbours at offset `to`; a mirror gives `own` in place of land. */
RIPPLE_INLINE Lanes load_neighbour(const int16_t *now, const int16_t *depth_map,
                                   ptrdiff_t to, Lanes own,
                                   const StencilLanes *stencil)
{
    Lanes land = is_negative(lanes_load(depth_map + to));

    return lanes_blend(lanes_and(land, stencil->mirror), own,
                       lanes_load(now + to));
}

RIPPLE_INLINE Lanes load_neighbours(const int16_t *now,
                                    const int16_t *depth_map, ptrdiff_t first,
                                    ptrdiff_t second, Lanes own,
                                    const StencilLanes *stencil)
{
    return lanes_adds(load_neighbour(now, depth_map, first, own, stencil),
                      load_neighbour(now, depth_map, second, own, stencil));
}

/* Steps a column of vectors over a depth map. */
RIPPLE_INLINE Column step_mapped(const StepArgs *args, int x,
                                 const StencilLanes *stencil, StencilKind kind,
                                 const Lanes *fresh)
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

        if (kind == STENCIL_SPRING)
            target.speeds = args->speeds + i;
        cells.edges = lanes_adds(
            load_neighbours(now, map, -1, 1, cells.now, stencil),
            load_neighbours(now, map, -down, down, cells.now, stencil));
        if (kind == STENCIL_LINEAR_ROUND)
            cells.diagonals =
                lanes_adds(load_neighbours(now, map, -down - 1, -down + 1,
                                           cells.now, stencil),
                           load_neighbours(now, map, down - 1, down + 1,
                                           cells.now, stencil));
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
    return has_map ? step_mapped(args, x, stencil, kind, fresh)
                   : step_open(args, x, stencil, kind, fresh);
}

/* All ones in the lanes from `first` on, 0 before it. */
RIPPLE_INLINE Lanes lanes_from(int first)
{
    return lanes_shift_right(
        lanes_sub(lanes_splat((int16_t)(first - 1)), lanes_iota()), 15);
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
        speeds = lanes_or(speeds, column.speeds);
    }
    if (x < args->columns) {
        Lanes fresh = lanes_from(x - last);
        Column column = step_column(args, last, &lanes, kind, has_map, &fresh);

        add_column(&active, column.heights, args->next + last, bottom + last,
                   0);
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

static RIPPLE_STEP(step_spring)
{
    return step_any_block(args, stencil, STENCIL_SPRING);
}
