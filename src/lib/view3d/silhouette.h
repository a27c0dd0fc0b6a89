/* SPDX-License-Identifier: MIT */
/*
 * Smooths the tops of hills, trees and waves, across and at steep sides. The
 * caster found how high the top of each column is within its pixel; between the
 * columns' middles the silhouette is straight, and each pixel is mixed by the
 * share of it that is below.
 */
#ifndef RIPPLE_VIEW3D_SILHOUETTE_H
#define RIPPLE_VIEW3D_SILHOUETTE_H

#include "ripple.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Silhouette {
    const uint8_t *edges; /* as CastArgs */
    const float *inverse; /* as CastArgs */
    ptrdiff_t stride;     /* of both */
    int width, height;
} Silhouette;

/* Smooths the tops in rows first..end - 1 of a finished frame. */
void ripple_silhouette_smooth(const Silhouette *silhouette,
                              const RipplePixels *frame, int first, int end);

#endif
