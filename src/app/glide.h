/* SPDX-License-Identifier: MIT */
/*
 * How the camera of the view in perspective follows the user in a window. The
 * settings have the camera that was asked for; the pool is shown from one that
 * glides there in about 0.2 s, by the clock, as a critically damped spring
 * draws it: a way x that is left, at a speed v, is after a time t
 *
 *     (x + (v + w x) t) exp(-w t)
 *
 * A drag moves both cameras alike; let go of while it moves, they go on for a
 * moment. A camera that something else sets, as a script does, is shown at
 * once.
 */
#ifndef RIPPLE_APP_GLIDE_H
#define RIPPLE_APP_GLIDE_H

#include "play/player.h"

#include <stdint.h>

/* Degrees, and the natural logarithm of the distance. */
typedef struct GlideWay {
    double yaw, pitch, distance;
} GlideWay;

/* All zero: it begins at rest. */
typedef struct Glide {
    RippleCamera target;  /* of the settings, as the glide has left it */
    GlideWay rest, speed; /* from there to what is shown; a second */
    GlideWay pulled;      /* by a drag since the last turn */
    GlideWay pull;        /* a second: of the drag and of what follows it */
    int was_held;         /* by a drag at the last turn */
    uint64_t turn_ns;     /* the time of the last turn; 0: it rests */
} Glide;

/* The user asks for another camera, or for a move. */
void glide_aim(Glide *glide, Player *player, const RippleCamera *camera);
void glide_move(Glide *glide, Player *player, const CameraMove *move);

/* The move of so many notches of wheel or key, nearer or, below 0, farther. */
CameraMove glide_nearer(int notches);

/* The user drags the camera along. */
void glide_drag(Glide *glide, Player *player, const CameraMove *move);

/* Takes the camera to where it is at that time. is_held: it is being dragged.
   Returns whether the pool is shown from another place. */
int glide_turn(Glide *glide, Player *player, int is_held, uint64_t now_ns);

/* How long glide_turn has nothing to do, so that it is called 60 times a
   second; UINT64_MAX: until the user moves the camera. */
uint64_t glide_wait_ns(const Glide *glide, uint64_t now_ns);

#endif
