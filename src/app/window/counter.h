/* SPDX-License-Identifier: MIT */
/* The counter over the water: frames a second, how long a frame takes, with
   what, and how much of the water moves. */
#ifndef RIPPLE_APP_WINDOW_COUNTER_H
#define RIPPLE_APP_WINDOW_COUNTER_H

#include "app/osd/counter_panel.h"
#include "app/present/screen.h"
#include "app/scene/scene.h"

#include <stdint.h>

typedef struct Counter {
    int is_shown;
    CounterPanel panel;
    int frames;                  /* since it was drawn */
    uint64_t frame_ns, shown_ns; /* that they took to draw, and to show */
    uint64_t drawn_ns;           /* when it was drawn */
} Counter;

/* Shows or hides it. */
void counter_toggle(Counter *counter, Screen *screen, uint64_t now_ns);

/* Counts a frame: how long step and picture took, and to show it. */
void counter_add(Counter *counter, uint64_t frame_ns, uint64_t shown_ns);

/* Draws it anew, if that is due. */
void counter_turn(Counter *counter, Screen *screen, const Scene *scene,
                  uint64_t now_ns);

/* How long until it is due; UINT64_MAX if it is not shown. */
uint64_t counter_wait_ns(const Counter *counter, uint64_t now_ns);

/* Lays it out again, for a new size or renderer. */
void counter_lay_out(Counter *counter, Screen *screen);

#endif
