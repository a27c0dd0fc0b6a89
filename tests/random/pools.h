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

#define RANDOM_LOCKED 10 /* see random_pool_draw_locked */
#define RANDOM_WAIT   12 /* steps after a stone, less than this */

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

/* Slows what was drawn: its water may keep nearly all of its energy, and is
   hardly ever driven to its limits. */
void random_pool_slow(RandomPool *random);

/* Draws one of RANDOM_LOCKED slow pools whose water swings or stands for ever
   unless the governor sees that its sums repeat. */
void random_pool_draw_locked(RandomPool *random, int i);

/* Makes the pool, with its mask and current; the caller destroys it. */
void random_pool_create(RandomPool *random);

/* The number of stones to drop; draws one of them; drops it. */
int random_pool_stones(RandomPool *random);
RippleStone random_pool_stone(RandomPool *random);
void random_pool_drop(RandomPool *random);

/* Drops all of them, each less than RANDOM_WAIT steps after the one before. */
void random_pool_stir(RandomPool *random);

/* Prints what was drawn, without a line break. */
void random_pool_print(const RandomPool *random);

#endif
