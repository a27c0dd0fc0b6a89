/* SPDX-License-Identifier: MIT */
/*
 * What a stone is made of: the kind of rock, and all by which it differs from
 * other stones of that kind.
 */
#ifndef PEBBLES_MATERIAL_H
#define PEBBLES_MATERIAL_H

#include "random.h"
#include "vector.h"

/*
 * A material fills all space; a stone is cut from it at `origin`. Colours are
 * linear. Lengths of veins and bands are shares of the stone's size.
 */
typedef struct Material {
    Vec3 colour, second; /* body, and bands, patches and speckles */
    Vec3 origin;
    Vec3 vein; /* normal of the vein's plane, or zero */
    float vein_place, vein_width;
    float speckle, crystal; /* share and size of crystals */
    float mottle;           /* strength of patches, 0..1 */
    float wear;             /* strength of pits */
    Vec3 band;              /* direction and frequency of the layers, or zero */
} Material;

/* A material by chance for a stone of that size. */
Material material_pick(float size, Random *random);

#endif
