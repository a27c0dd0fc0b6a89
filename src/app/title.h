/* SPDX-License-Identifier: MIT */
/* The title of a window: "PRESET - PICTURE - ripple". */
#ifndef RIPPLE_APP_TITLE_H
#define RIPPLE_APP_TITLE_H

#include "app/screen.h"
#include "app/scene.h"
#include "app/captions.h"

#include <stdint.h>

/* Zeroed: the windows are new. */
typedef struct Title {
    char text[PICTURES_MAX_NAME + 48];
    uint64_t changes; /* of the picture that were seen */
    int is_asked;     /* the user waits for another picture */
} Title;

/* Says in the title of all windows of the screen what the
   scene shows, and in a caption, too, if that is a picture that the user has
   asked for. */
void title_follow(Title *title, const Scene *scene, const Screen *screen,
                  Captions *captions, uint64_t now_ns);

#endif
