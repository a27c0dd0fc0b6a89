/* SPDX-License-Identifier: MIT */
/*
 * The absorb kernel: an absorbing boundary of second order for the wave
 * equation. Source: Higdon, "Absorbing boundary conditions for difference
 * approximations to the multi-dimensional wave equation", 1986.
 *
 * With H the halo cell, 0 and 1 the cells inside (drawn in step.h), ' marking
 * values after this step:
 *
 *     inner'  = (0' - 1) - scale(1' - 0, normal)      one-way equation, 1 to 0
 *     outer'  = inner + scale(inner' - outer, oblique)    the same of residues
 *     outer'  = settle(outer' - ((outer' + 2^(decay-1)) >> decay), 6)
 *     H'      = 0 + scale(0' - H, normal) + outer'        one-way, 0 to H
 *     H'      = 0' and outer' = 0 if H' = H
 *     H'      = settle(H', 2)
 *
 * All differences and sums saturate. is_first_order makes outer' 0: the
 * boundary is of first order then. Both equations would hold a slope that
 * stands still for ever, and so would the cells, whose rounding resists a small
 * pull: if H does not move, the slope is let go by H' = 0'.
 */
#include "kernels/scalar.h"

/* v, or 1 nearer to zero if |v| <= small. */
static inline int settle(int v, int small)
{
    int is_small = v == clamp_int(v, -small, small);

    return is_small ? v - clamp_int(v, -1, 1) : v;
}

/* Returns 0 if the halo cell and both residues are 0. */
static inline int absorb_cell(const AbsorbingBoundary *boundary, int i)
{
    ptrdiff_t outside = boundary->outside;
    int16_t *next = boundary->next + i * boundary->along;
    const int16_t *now = boundary->now + i * boundary->along;
    int old_halo = now[outside], normal = boundary->normal;
    int inner = sat16(sat16(next[0] - now[-outside]) -
                      scale(sat16(next[-outside] - now[0]), normal));
    int outer =
        sat16(boundary->inner[i] +
              scale(sat16(inner - boundary->outer[i]), boundary->oblique));
    int halo;

    outer -= sat16(outer + (1 << (boundary->decay - 1))) >> boundary->decay;
    outer = boundary->is_first_order ? 0 : settle(outer, RIPPLE_SMALL_RESIDUE);
    halo =
        sat16(sat16(now[0] + scale(sat16(next[0] - old_halo), normal)) + outer);
    if (halo == old_halo) {
        outer = 0;
        halo = next[0];
    }
    halo = settle(halo, RIPPLE_SMALL_HEIGHT);
    next[outside] = (int16_t)halo;
    boundary->inner[i] = (int16_t)inner;
    boundary->outer[i] = (int16_t)outer;
    return halo | inner | outer;
}

static int absorb_piece(const AbsorbingBoundary *boundary)
{
    int active = 0;

    for (int i = 0; i < boundary->count; i++)
        active |= absorb_cell(boundary, i);
    return active != 0;
}

RIPPLE_ABSORB(ripple_scalar_absorb)
{
    int active = absorb_piece(boundary) ? RIPPLE_BOUNDARY_ACTIVE : 0;

    if (opposite != NULL && absorb_piece(opposite))
        active |= RIPPLE_OPPOSITE_ACTIVE;
    return active;
}
