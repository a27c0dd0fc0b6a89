/* SPDX-License-Identifier: MIT */
#include "app/land_picture.h"

#include "media/map_loader.h"
#include "lib/util/fixed.h"
#include "os/paths.h"
#include "os/pixel_buffer.h"
#include "play/player.h"

#include <stdio.h>
#include <string.h>

/* The height of a frame in which a built-in picture has its own size. */
#define BUILTIN_ROWS 1440

static int read_source(LandPicture *land, const char *name, Error *error)
{
    land_picture_clear(land);
    snprintf(land->name, sizeof land->name, "%s", name);
    return map_loader_read_picture(&land->source, name, NULL, error);
}

static int fit_source(LandPicture *land, const RipplePixels *frame, Fit fit)
{
    int width = frame->width, height = frame->height;

    if (paths_builtin(land->name) != NULL) {
        width = max_int(land->source->w * height / BUILTIN_ROWS, 1);
        height = max_int(land->source->h * height / BUILTIN_ROWS, 1);
        fit = FIT_STRETCH;
    }
    pixel_buffer_clear(&land->fitted);
    land->width = frame->width;
    land->height = frame->height;
    if (pixel_buffer_init(&land->fitted, width, height,
                          RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    if (fit_picture(&land->fitted, land->source, fit) == 0)
        return 0;
    pixel_buffer_clear(&land->fitted);
    return -1;
}

int land_picture_show(LandPicture *land, const char *name,
                      const RipplePixels *frame, Fit fit, Error *error)
{
    if (name == NULL) {
        land_picture_clear(land);
        return 0;
    }
    if (strcmp(land->name, name) != 0 && read_source(land, name, error) != 0)
        return -1;
    if (land->source == NULL ||
        (land->width == frame->width && land->height == frame->height))
        return 0;
    return fit_source(land, frame, fit) == 0
               ? 0
               : player_report_memory(error, frame->width, frame->height);
}

const RipplePixels *land_picture_pixels(const LandPicture *land)
{
    return land->fitted.width > 0 ? &land->fitted : NULL;
}

void land_picture_clear(LandPicture *land)
{
    SDL_FreeSurface(land->source);
    pixel_buffer_clear(&land->fitted);
    memset(land, 0, sizeof *land);
}
