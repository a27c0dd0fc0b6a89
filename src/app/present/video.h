/* SPDX-License-Identifier: MIT */
/* Whether there is a display, and what SDL is told about us before it looks. */
#ifndef RIPPLE_APP_PRESENT_VIDEO_H
#define RIPPLE_APP_PRESENT_VIDEO_H

#include "app/present/display_options.h"
#include "host/error.h"

/* Starts SDL's video. Returns 0, or -1 with the reason in the report. Each
   start that succeeded wants a stop. */
int video_start(const DisplayOptions *options, Error *error);
void video_stop(void);

#endif
