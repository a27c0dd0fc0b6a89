/* SPDX-License-Identifier: MIT */
/* The displays of the desktop, which come and go. */
#ifndef RIPPLE_APP_PRESENT_DISPLAYS_H
#define RIPPLE_APP_PRESENT_DISPLAYS_H

#include <SDL.h>

#define DISPLAYS_MAX 16

/* Places on the desktop, each once: a display that shows the same as another
   is left out. */
typedef struct Displays {
    int count;
    SDL_Rect bounds[DISPLAYS_MAX];
} Displays;

/* Lists those that there are now, the main one first. */
void displays_read(Displays *displays);

/* Adds a place unless it is there or there are too many. */
void displays_add(Displays *displays, const SDL_Rect *bounds);

/* Returns the index of the display of just that place, or -1. */
int displays_find(const Displays *displays, const SDL_Rect *bounds);

/* The least rectangle around all of them; empty for none. */
SDL_Rect displays_union(const Displays *displays);

#endif
