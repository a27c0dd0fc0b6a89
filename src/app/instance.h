/* SPDX-License-Identifier: MIT */
/*
 * A scene with its window. Its picture is read while the window is prepared:
 *
 *     create ── a thread reads the picture ──┐
 *        └──── prepare: a hidden window ─────┴─ make_scene ── open: it is shown
 */
#ifndef RIPPLE_APP_INSTANCE_H
#define RIPPLE_APP_INSTANCE_H

#include "app/setup.h"
#include "app/events.h"

typedef struct Instance {
    Options options;
    Displays displays; /* that it fills; none for an ordinary window. To be set
                          before it is prepared */
    Setup setup;       /* of the scene */
    Scene *scene;
    Window window;
    int is_open; /* the window is */
} Instance;

/* Makes an instance and begins to read its picture, before there is video. Each
   index has its own rain. */
Instance *instance_create(const Options *options, uint64_t index);

/* The next three in this order; they return 0, or -1 and the reason. */
int instance_prepare(Instance *instance, Error *error);
int instance_make_scene(Instance *instance, Error *error);
int instance_open(Instance *instance, Error *error);

/* Ends it, however far it is. Returns as window_close. */
int instance_destroy(Instance *instance);

#endif
