/* SPDX-License-Identifier: MIT */
/*
 * A boat presses the water down below its hull and lifts it around, by as much,
 * so that the level stays. It is rowed: the push comes in strokes, because a
 * boat slower than the waves would leave no wake at all. It is at most 1.2
 * times as fast as they are: faster, its wake would be shreds.
 */
#ifndef RIPPLE_PLAY_BOAT_H
#define RIPPLE_PLAY_BOAT_H

#include "ripple.h"

#include <stdint.h>

typedef struct Boat {
    double x, y; /* pixels */
    int radius;  /* pixels; 0 or less presses nothing */
    int depth;   /* units of height, about; negative lifts */
} Boat;

/* Pixels that a boat goes in a step, at most. */
double boat_max_speed(const Ripple *pool);

/* Presses a boat before the step of that number. */
void boat_press(Ripple *pool, const Boat *boat, uint64_t step);

#define BOATS_MAX  16 /* those beyond press the water unseen */
#define BOATS_FADE 64 /* steps in which a boat that nobody sails fades */

/* A boat as it is drawn. */
typedef struct SeenBoat {
    double x, y;             /* of its middle, pixels */
    double along_x, along_y; /* to its bow; of length 1 */
    int radius;
    int fade;       /* 0..BOATS_FADE: how much of it is to be seen */
    int is_sailing; /* has moved, or been held, in this step */
} SeenBoat;

typedef struct Boats {
    SeenBoat boat[BOATS_MAX];
    int count;
    int width, height; /* of the frame that the places are in */
} Boats;

/* Follows a change of the pool's size. */
void boats_fit(Boats *boats, const Ripple *pool);

/* Ends a step: boats that did not sail in it fade, others appear. */
void boats_step(Boats *boats);

/* A straight way in so many steps. */
typedef struct BoatWay {
    int x0, y0, x1, y1;
    int radius, depth;
    int steps;
} BoatWay;

/* Presses a boat in step `place`, from 0, of its way, and shows it; it stays
   behind where it may not go as fast. */
void boat_sail(Ripple *pool, Boats *boats, const BoatWay *way, int64_t place);

/* The same for a hard body, which leaves no gap and arrives. */
void boat_drag(Ripple *pool, Boats *boats, const BoatWay *way, int64_t place);

/* A body that the user holds in the water; all in pixels of the pool. */
typedef struct HeldBody {
    int is_held;
    int x, y;              /* where it is drawn to */
    double last_x, last_y; /* where it pressed last */
    int radius;
    int rowed; /* the paper boat that is held instead; -1: none */
} HeldBody;

/* Holds it at a place, or moves it there. */
void boat_hold(HeldBody *body, int x, int y, int radius);

/* Presses a boat that is held, nearer to the pointer, and shows it unless boats
   is NULL. */
void boat_press_held(Ripple *pool, Boats *boats, HeldBody *body, int depth,
                     uint64_t step);

/* The same for a hard one, along its way since the last step, so that a fast
   one leaves no gaps. */
void boat_drag_held(Ripple *pool, Boats *boats, HeldBody *body, int depth);

#endif
