/* SPDX-License-Identifier: MIT */
/*
 * Parts of the step kernels, which vector.h includes: a stencil in lanes,
 * weights over a depth map, and the result of a column of vectors.
 */

/* A stencil with each number in every lane. */
typedef struct StencilLanes {
    int damping;
    Lanes takes;  /* whether damping takes height: all ones, or 0 */
    Lanes mirror; /* whether land mirrors: all ones, or 0 */
    Lanes w_prev, w_now, w_edge, w_diag, w_rest;
    int is_damped;
    Lanes speed_kept, stiffness, friction, friction_up; /* friction + 1 */
    Lanes height_kept, speed_moved; /* height_kept per unit of speed */
    Lanes max_speed, max_height;
    Lanes max_fine; /* max_height in 1/2^12, in 32 bits */
} StencilLanes;

RIPPLE_INLINE StencilLanes splat_stencil(const Stencil *stencil)
{
    StencilLanes lanes = {
        .damping = stencil->damping,
        .takes = lanes_splat(stencil->damping > 0 ? -1 : 0),
        .mirror = lanes_splat(stencil->mirror ? -1 : 0),
        .w_prev = lanes_splat(stencil->w_prev),
        .w_now = lanes_splat(stencil->w_now),
        .w_edge = lanes_splat(stencil->w_edge),
        .w_diag = lanes_splat(stencil->w_diag),
        .w_rest = lanes_splat(stencil->w_rest),
        .is_damped = stencil->is_damped,
        .stiffness = lanes_splat(stencil->stiffness),
        .speed_kept = lanes_splat(stencil->speed_kept),
        .friction = lanes_splat(stencil->friction),
        .friction_up = lanes_splat((int16_t)(stencil->friction + 1)),
        .height_kept = lanes_splat(stencil->height_kept),
        .speed_moved =
            lanes_splat((int16_t)(stencil->height_kept >> RIPPLE_SPEED_BITS)),
        .max_speed = lanes_splat(stencil->max_speed),
        .max_height = lanes_splat(stencil->max_height),
        .max_fine =
            sums_splat(stencil->max_height * (1 << RIPPLE_FRACTION_BITS)).low,
    };

    return lanes;
}

/* The OR of all heights that a column wrote, and of all speeds. */
typedef struct Column {
    Lanes heights, speeds;
} Column;

/* A vector over a depth map; w_now gains the loss of the other weights. */
typedef struct MappedCells {
    const int16_t *now, *depth_map;
    const StencilLanes *stencil;
    Lanes own, half; /* depth map values of the cells, and half of them */
    Lanes w_now;
} MappedCells;

RIPPLE_INLINE MappedCells map_cells(const StepArgs *args, ptrdiff_t i,
                                    const StencilLanes *stencil)
{
    Lanes own = lanes_load(args->depth_map + i);

    return (MappedCells){
        args->now + i, args->depth_map + i,       stencil,
        own,           lanes_shift_right(own, 1), stencil->w_now};
}

/* The weight toward the neighbours at offset `to`, less its loss. */
RIPPLE_INLINE Lanes keep_weight(MappedCells *cells, ptrdiff_t to, Lanes weight)
{
    Lanes other = lanes_load(cells->depth_map + to);
    Lanes mean = lanes_add(cells->half, lanes_shift_right(other, 1));
    Lanes land =
        lanes_blend(cells->stencil->mirror, lanes_splat(INT16_MAX), cells->own);
    Lanes lost =
        lanes_scale(weight, lanes_blend(is_negative(other), land, mean));

    cells->w_now = lanes_adds(cells->w_now, lost);
    return lanes_sub(weight, lost);
}
