/* SPDX-License-Identifier: MIT */
/*
 * Whether a window that is open can be seen. An X server without a compositor
 * says when other windows cover all of it. A Wayland compositor answers each
 * frame when it wants the next one, and does not where nobody would see it.
 */
#ifndef RIPPLE_APP_PRESENT_VISIBILITY_H
#define RIPPLE_APP_PRESENT_VISIBILITY_H

#include <SDL.h>
#include <stdint.h>

typedef struct Visibility {
    Uint32 id;            /* of the window, for SDL */
    unsigned long number; /* of the window, for X11, or 0 */
    void *surface;        /* of the window, for Wayland, or NULL */
    void *answer;         /* still to come from the compositor, or NULL */
    uint64_t asked_ns;    /* when that began */
    int is_covered;
} Visibility;

/* Begins to watch a window that has its renderer; where nobody tells, it
   counts as seen. `seen` must stay where it is until visibility_end. */
void visibility_watch(Visibility *visibility, SDL_Window *window);

/* To be called before the window is destroyed; not needed for a zeroed one. */
void visibility_end(Visibility *visibility);

/* To be called before each frame is presented. */
void visibility_present(Visibility *visibility, uint64_t now_ns);

/* Takes notice of an event of type SDL_SYSWMEVENT, of any window. */
void visibility_handle(Visibility *visibility, const SDL_SysWMEvent *event);

/* Whether all of the window is covered. When that ends, an event comes. */
int visibility_is_covered(Visibility *visibility, uint64_t now_ns);

#endif
