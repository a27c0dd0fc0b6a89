/* SPDX-License-Identifier: MIT */
/*
 * Whether an open window is covered by others. An X server without a
 * compositor sends VisibilityNotify. A Wayland compositor answers each frame
 * when it wants the next one, and does not while the window cannot be seen.
 */
#ifndef RIPPLE_APP_VISIBILITY_H
#define RIPPLE_APP_VISIBILITY_H

#include <SDL.h>
#include <stdint.h>

typedef struct Visibility {
    Uint32 id;            /* SDL's, of the window */
    unsigned long window; /* X11's, or 0 */
    void *surface;        /* Wayland's, or NULL */
    void *answer;         /* that the compositor owes, or NULL */
    uint64_t asked_ns;    /* since when */
    int is_covered;
} Visibility;

/* Begins to watch a window that has its presenter. A window counts as visible
   until the desktop says otherwise. The struct must stay where it is until
   visibility_end. */
void visibility_watch(Visibility *visibility, SDL_Window *window);

/* Must be called before the window is destroyed; does nothing if the struct is
   zero. */
void visibility_end(Visibility *visibility);

/* Must be called before each frame is presented. */
void visibility_present(Visibility *visibility, uint64_t now_ns);

/* Handles an SDL_SYSWMEVENT of any window. */
void visibility_handle(Visibility *visibility, const SDL_SysWMEvent *event);

/* Whether the whole window is covered. When that ends, an event comes. */
int visibility_is_covered(Visibility *visibility, uint64_t now_ns);

#endif
