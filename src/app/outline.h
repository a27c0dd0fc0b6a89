/* SPDX-License-Identifier: MIT */
/* The outline of a stone around the mouse, while the wheel changes its size and
   for a second after. */
#ifndef RIPPLE_APP_OUTLINE_H
#define RIPPLE_APP_OUTLINE_H

#include "app/ui.h"
#include "app/screen.h"
#include "app/scene.h"

#include <SDL.h>
#include <stdint.h>

typedef struct Outline {
    int window;        /* of the screen: where the mouse is */
    int x, y;          /* its place, in units of the mouse */
    int is_known;      /* that place */
    uint64_t until_ns; /* when it disappears; 0: there is none */
} Outline;

/* Follows the mouse in window `window` of the screen; ignores other events. */
void outline_follow(Outline *outline, const SDL_Event *event, int window);

/* Shows it from now on. */
void outline_begin(Outline *outline, uint64_t now_ns);

/* Shows it for stones of `size` times the usual one, in window `window`. */
void outline_show(Outline *outline, Ui *ui, const Screen *screen, int window,
                  const Scene *scene, double size, uint64_t now_ns);

/* How long it stays; UINT64_MAX if there is none. */
uint64_t outline_wait_ns(const Outline *outline, uint64_t now_ns);

#endif
