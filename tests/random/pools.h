/* SPDX-License-Identifier: MIT */
/*
 * Random pools of damped water: any model, edges, shore, mask and current, with
 * settings by which waves keep at most 255/256 of their energy a step. Drawn
 * first, so that a test can change what was drawn, and then created.
 */
#ifndef RIPPLE_TESTS_RANDOM_POOLS_H
#define RIPPLE_TESTS_RANDOM_POOLS_H

#include "ripple.h"
#include "source.h"

typedef enum MaskKind {
    MASK_NONE,
    MASK_BLOCK,   /* a rectangle of land */
    MASK_SPARSE,  /* one cell in ten is land */
    MASK_DENSE,   /* one in four */
    MASK_NOISE,   /* any depth, cell by cell */
    MASK_BEACH,   /* deeper from left to right */
    MASK_CELL,    /* one cell of land near the top edge */
    MASK_CHANNEL, /* water 5 to 9 cells wide from left to right */
    MASK_KINDS,
} MaskKind;

typedef enum CurrentKind {
    CURRENT_NONE,
    CURRENT_EVEN,   /* up to 0.4 cells a step along each axis */
    CURRENT_STRONG, /* up to 4 */
    CURRENT_MAP,    /* eddies */
    CURRENT_KINDS,
} CurrentKind;

typedef struct RandomPool {
    Source source;
    RippleSettings settings;
    int columns, rows;
    MaskKind mask;
    CurrentKind current;
    int is_hard;    /* it gets 200 stones of 32,000, not a few of 3,000 */
    int max_weight; /* of stones; the least is minus half of it */
    Ripple *pool;
} RandomPool;

/* Draws a case: the longest side has at most `size` cells, the shortest at
   least a tenth of it and 4. Case `number` is the same on every machine. */
void random_pool_draw(RandomPool *random, int size, uint64_t number);

/* Makes the pool, with its mask and current; the caller destroys it. */
void random_pool_create(RandomPool *random);

/* The number of stones to drop; draws one of them; drops it. */
int random_pool_stones(RandomPool *random);
RippleStone random_pool_stone(RandomPool *random);
void random_pool_drop(RandomPool *random);

/* Prints what was drawn, without a line break. */
void random_pool_print(const RandomPool *random);

#endif
