/* SPDX-License-Identifier: MIT */
/*
 * A map of a current as its caller drew it: of any size, over the whole pool,
 * bilinear between its values, which lie in the middle of its cells.
 */
#ifndef RIPPLE_WATER_FLOW_MAP_H
#define RIPPLE_WATER_FLOW_MAP_H

#include "lib/water/projection.h"

/* The projection is solved on a grid of at most this many cells a side. */
#define RIPPLE_FLOW_SIDE 256

typedef struct FlowMap {
    float *x, *y; /* cells a step, row by row */
    int width, height;
} FlowMap;

/* Copies a flow of width x height values. Errors are those of
   ripple_advection_init; on error *map is as after ripple_flow_map_clear. */
int ripple_flow_map_init(FlowMap *map, const float *x, const float *y,
                         int width, int height);

/* Frees the memory and zeroes the struct, which means still water. */
void ripple_flow_map_clear(FlowMap *map);

/* 1 if the flow is 0 everywhere. */
int ripple_flow_map_is_still(const FlowMap *map);

/* Sets the flow through the faces of a grid of at most RIPPLE_FLOW_SIDE cells a
   side. */
void ripple_flow_map_sample(const FlowMap *map, FlowGrid *grid);

#endif
