/* SPDX-License-Identifier: MIT */
/*
 * The absorb kernel, a part of each level's file after vector.h. It equals
 * scalar_boundary.c, where the formula is.
 *
 * Top and bottom edges lie along a row and are done like any row. A left or
 * right edge lies along a column, in tiles of about RIPPLE_TILE_SIDE rows:
 *
 *   -  8 lanes hold 8 rows of one edge,
 *   - 16 lanes hold 8 rows of the left edge and 8 rows of the right one,
 *   - 32 lanes leave such edges to a weaker level.
 */

#define RIPPLE_TILE_SIDE 8

/* The inputs of the formula: heights of cells 0 and 1, the halo (before, then
   after), and the residues. */
typedef struct BoundaryLanes {
    Lanes now0, now1, next0, next1;
    Lanes halo, inner, outer;
} BoundaryLanes;

/* v, or 1 nearer to zero if |v| <= small. */
RIPPLE_INLINE Lanes settle(Lanes v, Lanes small)
{
    Lanes is_small = is_zero(lanes_subs(v, limit(v, small)));

    return lanes_sub(v, lanes_and(limit(v, lanes_splat(1)), is_small));
}

RIPPLE_INLINE void absorb_lanes(BoundaryLanes *lanes,
                                const AbsorbingBoundary *boundary)
{
    Lanes normal = lanes_splat(boundary->normal);
    Lanes oblique = lanes_splat(boundary->oblique), next0 = lanes->next0;
    Lanes half = lanes_splat((int16_t)(1 << (boundary->decay - 1)));
    Lanes inner =
        lanes_subs(lanes_subs(next0, lanes->now1),
                   lanes_scale(lanes_subs(lanes->next1, lanes->now0), normal));
    Lanes outer = lanes_adds(
        lanes->inner, lanes_scale(lanes_subs(inner, lanes->outer), oblique));
    Lanes height = lanes_adds(
        lanes->now0, lanes_scale(lanes_subs(next0, lanes->halo), normal));
    Lanes stands;

    outer = lanes_sub(
        outer, lanes_shift_right(lanes_adds(outer, half), boundary->decay));
    outer = settle(outer, lanes_splat(RIPPLE_SMALL_RESIDUE));
    outer = boundary->is_first_order ? lanes_splat(0) : outer;
    height = lanes_adds(height, outer);
    stands = is_zero(lanes_subs(height, lanes->halo));
    height = lanes_blend(stands, next0, height);
    lanes->halo = settle(height, lanes_splat(RIPPLE_SMALL_HEIGHT));
    lanes->inner = inner;
    lanes->outer = lanes_blend(stands, lanes_splat(0), outer);
}

RIPPLE_INLINE Lanes or_written(const BoundaryLanes *lanes)
{
    return lanes_or(lanes_or(lanes->inner, lanes->outer), lanes->halo);
}

/* RIPPLE_LANES cells from `first` on, of an edge along a row. */
RIPPLE_INLINE int absorb_row(const AbsorbingBoundary *boundary, int first)
{
    int16_t *next = boundary->next + first;
    const int16_t *now = boundary->now + first;
    BoundaryLanes lanes = {
        .now0 = lanes_load(now),
        .now1 = lanes_load(now - boundary->outside),
        .next0 = lanes_load(next),
        .next1 = lanes_load(next - boundary->outside),
        .halo = lanes_load(now + boundary->outside),
        .inner = lanes_load(boundary->inner + first),
        .outer = lanes_load(boundary->outer + first),
    };

    absorb_lanes(&lanes, boundary);
    lanes_store(next + boundary->outside, lanes.halo);
    lanes_store(boundary->inner + first, lanes.inner);
    lanes_store(boundary->outer + first, lanes.outer);
    return lanes_any(or_written(&lanes)) ? RIPPLE_BOUNDARY_ACTIVE : 0;
}

#if RIPPLE_LANES == RIPPLE_TILE_SIDE

/* The same along a column. Four cells of each row are loaded: halo, cells 0
   and 1, and cell 2, which is not used. */
RIPPLE_INLINE int absorb_column(const AbsorbingBoundary *boundary, int first)
{
    ptrdiff_t down = boundary->along, outside = boundary->outside;
    int16_t *next = boundary->next + first * down;
    const int16_t *now = boundary->now + first * down;
    int is_left = outside < 0, cell0 = is_left ? 1 : 2;
    int halo = cell0 + (is_left ? -1 : 1), cell1 = cell0 - (is_left ? -1 : 1);
    Lanes after[4], before[4];
    BoundaryLanes lanes;

    lanes_load_columns(after, next - cell0, down);
    lanes_load_columns(before, now - cell0, down);
    lanes = (BoundaryLanes){
        .now0 = before[cell0],
        .now1 = before[cell1],
        .next0 = after[cell0],
        .next1 = after[cell1],
        .halo = before[halo],
        .inner = lanes_load(boundary->inner + first),
        .outer = lanes_load(boundary->outer + first),
    };
    absorb_lanes(&lanes, boundary);
    lanes_store_column(next + outside, down, lanes.halo);
    lanes_store(boundary->inner + first, lanes.inner);
    lanes_store(boundary->outer + first, lanes.outer);
    return lanes_any(or_written(&lanes)) ? RIPPLE_BOUNDARY_ACTIVE : 0;
}

#endif

#if RIPPLE_LANES == 2 * RIPPLE_TILE_SIDE

/* The same of the left edge and the right one. */
RIPPLE_INLINE int absorb_sides(const AbsorbingBoundary *left,
                               const AbsorbingBoundary *right)
{
    ptrdiff_t down = left->along;
    Lanes after[4], before[4];
    BoundaryLanes lanes;

    lanes_load_sides(after, left->next - 1, right->next + 1, down);
    lanes_load_sides(before, left->now - 1, right->now + 1, down);
    lanes = (BoundaryLanes){
        .now0 = before[1],
        .now1 = before[2],
        .next0 = after[1],
        .next1 = after[2],
        .halo = before[0],
        .inner = lanes_load_halves(left->inner, right->inner),
        .outer = lanes_load_halves(left->outer, right->outer),
    };
    absorb_lanes(&lanes, left);
    lanes_store_sides(left->next - 1, right->next + 1, down, lanes.halo);
    lanes_store_halves(left->inner, right->inner, lanes.inner);
    lanes_store_halves(left->outer, right->outer, lanes.outer);
    return lanes_any_halves(or_written(&lanes));
}

#endif

/* Leaves the cells from `first` on to the weaker level. */
static int absorb_rest(const AbsorbingBoundary *boundary, int first)
{
    AbsorbingBoundary rest;

    if (first == boundary->count)
        return 0;
    if (first == 0)
        return RIPPLE_FALLBACK.absorb(boundary, NULL);
    rest = *boundary;
    rest.next += first * rest.along;
    rest.now += first * rest.along;
    rest.inner += first;
    rest.outer += first;
    rest.count -= first;
    return RIPPLE_FALLBACK.absorb(&rest, NULL);
}

static int absorb_piece(const AbsorbingBoundary *boundary)
{
    int end = boundary->count / RIPPLE_LANES * RIPPLE_LANES, i = 0, active = 0;

    if (boundary->along == 1) {
        for (; i < end; i += RIPPLE_LANES)
            active |= absorb_row(boundary, i);
    }
#if RIPPLE_LANES == RIPPLE_TILE_SIDE
    for (; i < end; i += RIPPLE_LANES)
        active |= absorb_column(boundary, i);
#endif
    return active | absorb_rest(boundary, i);
}

static RIPPLE_ABSORB(absorb)
{
    if (opposite == NULL)
        return absorb_piece(boundary);
#if RIPPLE_LANES == 2 * RIPPLE_TILE_SIDE
    if (boundary->count == RIPPLE_TILE_SIDE)
        return absorb_sides(boundary, opposite);
#endif
    if (RIPPLE_LANES > RIPPLE_TILE_SIDE)
        return RIPPLE_FALLBACK.absorb(boundary, opposite);
    return absorb_piece(boundary) |
           (absorb_piece(opposite) ? RIPPLE_OPPOSITE_ACTIVE : 0);
}
