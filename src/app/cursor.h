/* SPDX-License-Identifier: MIT */
/* Hides the mouse's pointer in full screen once it has rested for two
   seconds, and shows it again with its next movement. */
#ifndef RIPPLE_APP_CURSOR_H
#define RIPPLE_APP_CURSOR_H

#include <SDL.h>
#include <stdint.h>

typedef struct Cursor {
    uint64_t rests_ns; /* since when it rests */
    int is_hidden;
} Cursor;

/* Looks at an event of any kind. */
void cursor_handle(Cursor *cursor, const SDL_Event *event, uint64_t now_ns);

/* Hides the pointer once it is time to, and shows it out of full screen. */
void cursor_turn(Cursor *cursor, int is_fullscreen, uint64_t now_ns);

/* When to call cursor_turn, in ms from now; -1: no need to. */
int cursor_wait_ms(const Cursor *cursor, int is_fullscreen, uint64_t now_ns);

#endif
