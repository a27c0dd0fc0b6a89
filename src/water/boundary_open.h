/* SPDX-License-Identifier: MIT */
/*
 * Open edges: waves leave the pool. After each step the halo is set as if the
 * water went on, by two one-way wave equations applied one after the other, one
 * for normal incidence and one for 45 degrees. Source: Higdon, "Absorbing
 * boundary conditions for difference approximations to the multi-dimensional
 * wave equation", 1986; the first equation alone is the condition of Mur, 1981.
 *
 *      halo   cell 0   cell 1   cell 2     across the left edge
 *     +------+--------+--------+------
 *     |  h   |  c0    |  c1    |  c2       kernels->absorb reads c0, c1 before
 *     +------+--------+--------+------     and after the step and writes h
 *         \outer/  \inner/                 residues: what the first equation
 *                                          left over between each two cells
 *
 * Residues are kept per edge cell. `outer` loses 1/2^decay a step and, like the
 * halo, comes to rest at 0. kernels/scalar_boundary.c has the formulas and
 * their rounding.
 *
 * A current that carries waves over the edge would make them grow. The halo is
 * then the edge cell of one step ago, 1/32 lower.
 */
#ifndef RIPPLE_WATER_BOUNDARY_OPEN_H
#define RIPPLE_WATER_BOUNDARY_OPEN_H

#include "kernels/kernels.h"
#include "water/field.h"
#include "water/mask.h"

/* In narrower pools opposite edges would feed each other. */
#define RIPPLE_OPEN_MIN_CELLS 4

typedef enum BoundarySide {
    SIDE_LEFT,
    SIDE_RIGHT,
    SIDE_TOP,
    SIDE_BOTTOM,
    SIDE_COUNT,
} BoundarySide;

/* By cell along a side: between cells 1 and 0, between cell 0 and the halo. */
typedef struct BoundaryResidues {
    int16_t *inner, *outer;
} BoundaryResidues;

typedef struct OpenBoundary {
    int16_t normal_q15, oblique_q15; /* see AbsorbingBoundary */
    int is_first_order; /* the equation for normal incidence is enough */
    int decay;
    int smooths_halo; /* before each step; see ripple_boundary_open_smooth */
    int has_current;
    BoundaryResidues residues[SIDE_COUNT];
    int16_t *memory;
} OpenBoundary;

/* What one row of tiles is stepped with. */
typedef struct OpenStep {
    const OpenBoundary *open;
    const Kernels *kernels;
    const Field *field;    /* `now` holds the heights before the step */
    Plane *next;           /* those after it */
    const uint8_t *active; /* by tile of the row: it was stepped */
} OpenStep;

/* Returns 0 or RIPPLE_ERROR_MEMORY; on error *open is as after clear. */
int ripple_boundary_open_init(OpenBoundary *open, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_boundary_open_clear(OpenBoundary *open);

/* Sets the coefficients for waves of the model. */
void ripple_boundary_open_configure(OpenBoundary *open,
                                    const RippleSettings *settings,
                                    int has_current);

/* Zeroes the residues. */
void ripple_boundary_open_reset(OpenBoundary *open, const Field *field);

/* 1 if the halo of a row of tiles also depends on the row above it after the
   step: it is the last row and only one cell high. */
int ripple_boundary_open_needs_row_above(const Field *field, int tile_y);

/* Sets the halo of a row of tiles of `next`; activates tiles at the edge while
   something is still leaving through it. */
void ripple_boundary_open_step_row(const OpenStep *step, int tile_y);

/* Copies the halo and its flags: a current does not move what is leaving. */
void ripple_boundary_open_advect_row(const Field *field, Plane *to,
                                     const Plane *from, int tile_y);

/* Smooths the halo of `now` along the edges if the model needs it. */
void ripple_boundary_open_smooth(const OpenBoundary *open, Field *field);

/* 1 if nothing is leaving: the halo and the residues are 0. */
int ripple_boundary_open_is_zero(const OpenBoundary *open, const Field *field);

/* Zeroes halo and residues next to land. */
void ripple_boundary_open_clear_land(OpenBoundary *open, Field *field,
                                     const Mask *mask);

#endif
