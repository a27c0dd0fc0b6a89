/* SPDX-License-Identifier: MIT */
/*
 * The outline of a stone around the mouse, while the wheel changes its size and
 * for a second after. It is laid out anew only when a frame is shown.
 */
#ifndef RIPPLE_APP_WINDOW_OUTLINE_H
#define RIPPLE_APP_WINDOW_OUTLINE_H

#include "app/present/screen.h"
#include "app/scene/scene.h"

#include <SDL.h>
#include <stdint.h>

typedef struct Outline {
    int window;        /* of the screen: where the mouse is */
    int x, y;          /* its place, in units of the mouse */
    int is_known;      /* that place */
    uint64_t until_ns; /* when it disappears; 0: there is none */
    int is_stale;      /* it must be laid out */
} Outline;

/* Follows the mouse in window `window` of the screen; ignores other events. */
void outline_follow(Outline *outline, Screen *screen, const SDL_Event *event,
                    int window);

/* Shows it from now on. */
void outline_show(Outline *outline, Screen *screen, uint64_t now_ns);

/* Has it laid out anew, if it is shown, for a frame from another camera. */
void outline_refresh(Outline *outline, Screen *screen);

/* Removes it if its time is over. */
void outline_expire(Outline *outline, Screen *screen, uint64_t now_ns);

/* Lays out what has changed, for stones of `size` times the usual one. */
void outline_lay_out(Outline *outline, Screen *screen, const Scene *scene,
                     double size);

/* How long it stays; UINT64_MAX if there is none. */
uint64_t outline_wait_ns(const Outline *outline, uint64_t now_ns);

#endif
