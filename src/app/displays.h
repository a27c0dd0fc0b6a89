/* SPDX-License-Identifier: MIT */
/* The places of displays on the desktop. */
#ifndef RIPPLE_APP_DISPLAYS_H
#define RIPPLE_APP_DISPLAYS_H

#include <SDL.h>

#define DISPLAYS_MAX 16

/* Each place is there once: displays that show the same count as one. */
typedef struct Displays {
    int count;
    SDL_Rect bounds[DISPLAYS_MAX];
} Displays;

/* Reads the present displays, the main one first. */
void displays_read(Displays *displays);

/* Adds a place unless it is empty, there already, or the list is full. */
void displays_add(Displays *displays, const SDL_Rect *bounds);

/* Returns the index of exactly that place, or -1. */
int displays_find(const Displays *displays, const SDL_Rect *bounds);

/* The smallest rectangle around all of them; empty for none. */
SDL_Rect displays_union(const Displays *displays);

#endif
