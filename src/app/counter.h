/* SPDX-License-Identifier: MIT */
/* The counter over the water, as demos had it: frames a second, how long a
   frame takes, with what, and how much of the water moves. */
#ifndef RIPPLE_APP_COUNTER_H
#define RIPPLE_APP_COUNTER_H

#include "app/ui.h"
#include "app/scene.h"

#include <stdint.h>

#define COUNTER_LINES 4
#define COUNTER_TIMES 64

typedef struct Counter {
    int is_shown;
    char lines[COUNTER_LINES][40]; /* "" before the first are written */
    float times[COUNTER_TIMES];    /* of the last frames, in milliseconds */
    float curve[COUNTER_TIMES];    /* those that are shown with the lines */
    int frames;                    /* since they were written */
    uint64_t frame_ns, shown_ns;   /* that they took to draw, and to show */
    uint64_t written_ns;           /* or begun; 0: not yet */
} Counter;

void counter_toggle(Counter *counter);

/* Counts a frame: how long step and picture took, and to show it. */
void counter_add(Counter *counter, uint64_t frame_ns, uint64_t shown_ns);

/* Writes the lines anew, if that is due. */
void counter_turn(Counter *counter, const Scene *scene, uint64_t now_ns);

/* How long until it is due; UINT64_MAX if it is not shown. */
uint64_t counter_wait_ns(const Counter *counter, uint64_t now_ns);

/* Shows the lines at the bottom of a window, with the times below, if there is
   room between what is taken at the left and right, in pixels. Returns what is
   taken at the left with it. */
int counter_show(const Counter *counter, Ui *ui, int left, int right);

#endif
