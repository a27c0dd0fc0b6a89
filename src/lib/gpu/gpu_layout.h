/* SPDX-License-Identifier: MIT */
/*
 * The layout of buffers that C and shaders share. Both include this file, so it
 * has only #defines.
 */
#ifndef RIPPLE_GPU_GPU_LAYOUT_H
#define RIPPLE_GPU_GPU_LAYOUT_H

#ifdef __STDC__
#include <stdint.h>
#endif

/* The state (gpu_state.h): places in uints. 64-bit numbers have two, the low
   one first. */
#define STATE_BUDGET         0
#define STATE_CHANGE         2  /* of all stones since the last step */
#define STATE_SUMS           4  /* energies: now^2, next^2, next * before */
#define STATE_MARK           10 /* of the search for repeating sums */
#define STATE_NEW            12 /* up to STATE_LOSS 0 without a governor */
#define STATE_URGENT         13
#define STATE_CLOCK          14
#define STATE_IN_CURRENT     15
#define STATE_LEADS          16 /* of the AdvectionSchedule */
#define STATE_LOSS           17
#define STATE_LOOKS          18
#define STATE_CALM           19 /* after the last step, with a governor */
#define STATE_MEASURES       20 /* the next step is measured */
#define STATE_PHASE          21 /* of the AdvectionSchedule */
#define STATE_ANY            22 /* by note (Solver): a height is not 0 */
#define STATE_ANY_SPEED      26 /* a speed is not 0 after the step */
#define STATE_IGNORED        27 /* where flags go that are not needed */
#define STATE_MEASURE_GROUPS 28 /* groups of programs along x, y, z */
#define STATE_REDUCE_GROUPS  31
#define STATE_RESET_GROUPS   34
#define STATE_SIZE           37

/* The picture is stored in square tiles of 2^5 pixels, so that pixels near each
   other are in few pages. */
#define RIPPLE_TILE_BITS 5

/* Invocations along x in a group with GROUP_ROWS, which the driver limits. */
#define RIPPLE_GROUP_COLUMNS 16

/* Groups of the view in perspective: columns, by rows or bands of rows. */
#define RIPPLE_VIEW_COLUMNS 16
#define RIPPLE_VIEW_ROWS    32

/* Pixels of an invocation where cells are larger than pixels. */
#define RIPPLE_COARSE_ROWS 8

/* Stones (stone_list.h): an unchanged cell. */
#define RIPPLE_STONE_NONE (-0x7fffffff)

#endif
