/* SPDX-License-Identifier: MIT */
/*
 * A scene in a window, or on several displays: lets time, the user and the
 * desktop act on the scene, and shows the frame. Each call gets the time from
 * its caller, so that tests bring their own clock.
 */
#ifndef RIPPLE_APP_WINDOW_H
#define RIPPLE_APP_WINDOW_H

#include "app/benchmark.h"
#include "app/captions.h"
#include "app/chooser.h"
#include "app/counter.h"
#include "app/input.h"
#include "app/menu.h"
#include "app/overlay.h"
#include "app/postcard.h"
#include "app/record.h"
#include "os/frame_clock.h"
#include "os/frame_limiter.h"
#include "os/step_clock.h"
#include "app/scene.h"
#include "app/screen.h"
#include "app/sound.h"

/* The pictures whose names are still to be said. */
typedef struct Title {
    uint64_t changes; /* of the picture that were seen */
    char text[BED_MAX_NAME + 48];
    int is_asked; /* the user waits for another picture */
} Title;

/* When the next frame may be shown, and what of the steps that shows: at the
   rate of the display, and within the limits of frames, of processor time and
   on battery that the user has set. */
typedef struct Pacing {
    FrameLimiter limiter;
    FrameClock frame_clock;
    int phase_q8; /* at which the next frame shows the steps, see
                     ripple_render_at */
    int has_rate; /* frames of moving water follow each other at some rate: the
                     display's or the limit's; 0: there is one a step */
    int waits;    /* presenting waits for the display */
    uint64_t (*read_cpu_ns)(void); /* the program's processor time until now */
    int (*is_on_battery)(void);
    uint64_t power_ns; /* when to ask is_on_battery again */
    int shown;         /* frames since shown_ns */
    uint64_t shown_ns;
} Pacing;

typedef struct Window {
    Scene *scene;
    DisplayOptions *options; /* whose limit of frames the menu changes */
    Screen screen;
    Captions captions;
    Menu menu;
    Overlay overlay;
    Input input;
    Outline outline;
    StepClock step_clock;
    Pacing pacing;
    Record record;
    Postcard postcard;
    Chooser chooser;
    Title title;
    Counter counter;
    Sound sound;
    Benchmark benchmark;
    int running; /* 0: it is time to quit */
    int paused, hidden;
    int was_still;       /* it stood when steps were last due */
    int resized;         /* the window has a new size */
    int lost;            /* the renderer has lost its textures */
    int stale;           /* the frame may have changed since it was shown */
    int went_full;       /* the user has filled the screen in the window */
    int has_told_land;   /* how land goes away */
    uint64_t touched_ns; /* when there was input last */
    int has_fish;        /* they have come once */
    int failed;          /* it quits because of an error; *error says why */
    Error *error;
} Window;

/* Prepares a window for a scene to come, whose frame may get another size, or,
   unless displays is NULL, one on each of them; they are hidden. Returns 0, or
   -1 and nothing to close. */
int window_prepare(Window *window, const DisplayOptions *options,
                   const Displays *displays, int width, int height,
                   Error *error);

/* Opens the prepared window on a live scene and shows the first frame. Scene,
   options and error must outlive the window. Returns 0, or -1 and nothing to
   close. */
int window_open(Window *window, Scene *scene, DisplayOptions *options,
                uint64_t now_ns, Error *error);

/* The frame that is shown, brought into memory if it is on the GPU. */
const RipplePixels *window_fetch_frame(Window *window);

/* Closes what can be seen of it; only finish and close may follow. */
void window_hide(Window *window);

/* Completes what is being saved or recorded, which needs no display any more;
   waits for an encoder as record_end does. */
void window_finish(Window *window);

/* Hides and finishes it, and zeroes the struct. Returns 0, or -1 if something
   that was asked of the window has failed, which was told then. */
int window_close(Window *window);

/* Fills these displays instead. Returns 0, or -1 if it could fill none, and
   must be closed then. */
int window_fill(Window *window, const Displays *displays, uint64_t now_ns);

/* Takes a file or folder as the picture. */
void window_take_picture(Window *window, const char *path);

/* Begins to measure this machine, or ends it. */
void window_toggle_benchmark(Window *window);

/* Does the steps that are due and shows the frame. */
void window_turn(Window *window, uint64_t now_ns);

/* Does a step whose frame is not shown, but may be recorded. The water waits
   for a slow encoder. */
void window_step(Window *window);

/* Skips the calm steps until now, before the user disturbs the water. */
void window_skip_calm(Window *window, uint64_t now_ns);

/* Takes the frame rate of the displays that it is on now. */
void window_follow_displays(Window *window);

/* Finds out whether it can be seen. */
void window_follow_visibility(Window *window, uint64_t now_ns);

/* How long nothing has to be done without an event, in ms; -1: for ever. */
int window_wait_ms(const Window *window, uint64_t now_ns);

#endif
