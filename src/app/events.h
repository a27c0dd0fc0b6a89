/* SPDX-License-Identifier: MIT */
/* What SDL's events do to a window: of the user by the commands of its input,
   of the desktop at once. */
#ifndef RIPPLE_APP_EVENTS_H
#define RIPPLE_APP_EVENTS_H

#include "app/window.h"

#include <SDL.h>
#include <stdint.h>

/* Whether an event is for this window. */
int events_belong(const Window *window, const SDL_Event *event);

/* Handles an event, of this window or of none. */
void events_handle(Window *window, const SDL_Event *event, uint64_t now_ns);

/* Handles what waits for the end of the events of a turn. */
void events_finish(Window *window, uint64_t now_ns);

/* Does a line of --events: a word of its own, a setting, or an event of a
   script without its step. Returns 0, or -1 and the reason. */
int events_do(Window *window, const char *line, uint64_t now_ns, Error *error);

/* Line i of the help, see captions_turn_help. */
const char *events_help_line(int i);

#endif
