/* SPDX-License-Identifier: MIT */
/*
 * The camera of the view in perspective: its text, its moves, and which place
 * of the pool a position of the frame shows.
 */
#ifndef RIPPLE_PLAY_CAMERA_MOVES_H
#define RIPPLE_PLAY_CAMERA_MOVES_H

#include "ripple.h"

#include <stddef.h>
#include <stdint.h>

#define CAMERA_TURN_S 360 /* seconds of a slow turn */

/* The ranges of RippleCamera. */
#define CAMERA_MAX_YAW      360.0
#define CAMERA_MIN_PITCH    3.0
#define CAMERA_MAX_PITCH    70.0
#define CAMERA_MIN_DISTANCE 0.2
#define CAMERA_MAX_DISTANCE 4.0

/* Reads "YAW,PITCH,DISTANCE", each rounded to 1/1000. Returns 0, or -1 and
   changes nothing. */
int camera_read(RippleCamera *camera, const char *text);

/* Writes the text that camera_read reads as a camera that was read or moved,
   cut to `size` bytes; 32 are enough. */
void camera_write(const RippleCamera *camera, char *text, size_t size);

int camera_is_same(const RippleCamera *a, const RippleCamera *b);

/* A move: degrees to the right and upward, and what the distance is multiplied
   by. */
typedef struct CameraMove {
    double yaw, pitch, distance;
} CameraMove;

/* The camera after a move: yaw beyond half a turn goes on at the other side,
   pitch and distance stay in their ranges. All are rounded to 1/1000. */
RippleCamera camera_move(const RippleCamera *camera, const CameraMove *move);

/* The camera at a step of a slow turn that step 0 begins, of CAMERA_TURN_S
   seconds of `rate` steps. */
RippleCamera camera_turn(const RippleCamera *camera, uint64_t step, int rate);

typedef enum CameraHit {
    CAMERA_SKY, /* or what lies beyond the pool */
    CAMERA_WATER,
    CAMERA_LAND,
} CameraHit;

/*
 * Replaces a position of the frame, in pixels, by the place of the pool that it
 * shows, if it shows one. In other views than that in perspective these are the
 * same, which are then said to be water, inside the frame or not.
 */
CameraHit camera_pick(const Ripple *pool, int *x, int *y);

/* How far from its middle, a place of the pool, a circle reaches along x and y
   of the frame in the view in perspective, as far as it is seen; in pixels. */
void camera_find_reach(const Ripple *pool, int x, int y, int radius,
                       int *reach_x, int *reach_y);

#endif
