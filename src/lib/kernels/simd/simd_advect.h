/* SPDX-License-Identifier: MIT */
/*
 * The advect kernel, which vector.h includes. It equals scalar_step.c, which
 * has the formula.
 */

/* A vector of cells and their left and right neighbours. */
typedef struct Row {
    Lanes left, own, right;
} Row;

RIPPLE_INLINE_OFF_PAGE Row load_row(const int16_t *from)
{
    return (Row){lanes_load(from - 1), lanes_load(from), lanes_load(from + 1)};
}

/* The three cells that a cell's height is mixed from, besides its own. */
typedef struct Upstream {
    Lanes beside, above, diagonal;
} Upstream;

/* Selects the left cells where x_positive, the row above where y_positive. */
RIPPLE_INLINE_OFF_PAGE Upstream select_upstream(const Row rows[3],
                                                Lanes x_positive,
                                                Lanes y_positive)
{
    Lanes left = lanes_blend(y_positive, rows[0].left, rows[2].left);
    Lanes right = lanes_blend(y_positive, rows[0].right, rows[2].right);

    return (Upstream){
        .beside = lanes_blend(x_positive, rows[1].left, rows[1].right),
        .above = lanes_blend(y_positive, rows[0].own, rows[2].own),
        .diagonal = lanes_blend(x_positive, left, right),
    };
}

/* Replaces heights on land by `own`. */
RIPPLE_INLINE_OFF_PAGE Upstream replace_land(Upstream heights, Upstream map,
                                             Lanes own)
{
    return (Upstream){
        .beside = lanes_blend(is_negative(map.beside), own, heights.beside),
        .above = lanes_blend(is_negative(map.above), own, heights.above),
        .diagonal =
            lanes_blend(is_negative(map.diagonal), own, heights.diagonal),
    };
}

/* Advects the middle row by the flow (x, y). */
RIPPLE_INLINE_OFF_PAGE Lanes advect_lanes(const Row rows[3], const Row maps[3],
                                          Lanes x, Lanes y, int has_map)
{
    Lanes x_positive = is_positive(x), y_positive = is_positive(y);
    Lanes own = rows[1].own, advected;
    Upstream from = select_upstream(rows, x_positive, y_positive);

    x = magnitude(x);
    y = magnitude(y);
    if (has_map)
        from = replace_land(from, select_upstream(maps, x_positive, y_positive),
                            own);
    advected = lanes_lerp(lanes_lerp(own, from.beside, x),
                          lanes_lerp(from.above, from.diagonal, x), y);
    return has_map
               ? lanes_blend(is_negative(maps[1].own), lanes_splat(0), advected)
               : advected;
}

/* Advects a column of vectors; each loaded row is kept for the rows next to it.
   Returns the OR of all heights written. */
RIPPLE_INLINE_OFF_PAGE Lanes advect_column(const AdvectArgs *args, int column,
                                           int has_flow, int has_map)
{
    ptrdiff_t stride = args->stride;
    const int16_t *from = args->from + column;
    const int16_t *depth_map = has_map ? args->depth_map + column : NULL;
    Lanes x = lanes_splat((int16_t)args->x), y = lanes_splat((int16_t)args->y);
    Lanes any = lanes_splat(0);
    Row rows[3] = {load_row(from - stride), load_row(from)}, maps[3];

    if (has_map) {
        maps[0] = load_row(depth_map - stride);
        maps[1] = load_row(depth_map);
    }
    for (int i = 0; i < args->rows; i++) {
        ptrdiff_t row = i * stride;
        Lanes advected;

        rows[2] = load_row(from + row + stride);
        if (has_map)
            maps[2] = load_row(depth_map + row + stride);
        if (has_flow) {
            const FlowRow *flow = &args->flow[i];
            int k = args->flow_column + column;

            x = lanes_load(flow->x + k);
            y = lanes_lerp(lanes_load(flow->above + k),
                           lanes_load(flow->below + k),
                           lanes_splat(flow->share));
        }
        advected = advect_lanes(rows, maps, x, y, has_map);
        lanes_store(args->to + column + row, advected);
        any = lanes_or(any, advected);
        rows[0] = rows[1];
        rows[1] = rows[2];
        if (has_map) {
            maps[0] = maps[1];
            maps[1] = maps[2];
        }
    }
    return any;
}

RIPPLE_INLINE_OFF_PAGE int advect_block(const AdvectArgs *args, int has_flow,
                                        int has_map)
{
    Activity active = no_activity();
    const int16_t *bottom = args->to + (args->rows - 1) * args->stride;
    int last = args->columns - RIPPLE_LANES;

    for (int x = 0; x < args->columns; x += RIPPLE_LANES) {
        int column = min_int(x, last);
        Lanes any = advect_column(args, column, has_flow, has_map);

        add_column(&active, any, args->to + column, bottom + column, x == 0);
    }
    return get_flags(&active);
}

/*
 * Advects by a uniform flow in open water. A row interpolated along x is used
 * for that row and for the next one downstream. So rows are processed
 * downstream, and each is interpolated along x once.
 */
RIPPLE_INLINE_OFF_PAGE int advect_uniform(const AdvectArgs *args)
{
    Activity active = no_activity();
    ptrdiff_t stride = args->stride;
    ptrdiff_t beside = args->x > 0 ? -1 : 1;
    int last = args->columns - RIPPLE_LANES, rows = args->rows;
    int is_downward = args->y > 0;
    ptrdiff_t downstream = is_downward ? stride : -stride;
    ptrdiff_t start = is_downward ? 0 : (rows - 1) * stride;
    Lanes share_x = magnitude(lanes_splat((int16_t)args->x));
    Lanes share_y = magnitude(lanes_splat((int16_t)args->y));

    for (int x = 0; x < args->columns; x += RIPPLE_LANES) {
        int column = min_int(x, last);
        const int16_t *from = args->from + start + column;
        int16_t *to = args->to + start + column;
        Lanes any = lanes_splat(0), above, own;

        above = lanes_lerp(lanes_load(from - downstream),
                           lanes_load(from - downstream + beside), share_x);
        for (int y = 0; y < rows; y++) {
            Lanes advected;

            own = lanes_lerp(lanes_load(from), lanes_load(from + beside),
                             share_x);
            advected = lanes_lerp(own, above, share_y);
            lanes_store(to, advected);
            any = lanes_or(any, advected);
            above = own;
            from += downstream;
            to += downstream;
        }
        add_column(&active, any, args->to + column,
                   args->to + (rows - 1) * stride + column, x == 0);
    }
    return get_flags(&active);
}

static RIPPLE_ADVECT(advect)
{
    if (args->columns < RIPPLE_LANES)
        return RIPPLE_FALLBACK.advect(args);
    if (args->flow != NULL)
        return args->depth_map != NULL ? advect_block(args, 1, 1)
                                       : advect_block(args, 1, 0);
    return args->depth_map != NULL ? advect_block(args, 0, 1)
                                   : advect_uniform(args);
}
