/* SPDX-License-Identifier: MIT */
/*
 * The child sends a header and then the rows, four bytes a pixel. Between fork
 * and _exit it only draws and sends.
 */
#include "app/image/decoder.h"

#include "app/image/surface.h"
#include "host/child.h"
#include "host/compat.h"

#include <SDL_image.h>

typedef struct Header {
    Uint32 format;
    int width, height;
} Header;

typedef struct Job {
    SDL_RWops *source;
    int side;
} Job;

static int draw(void *context)
{
    Job *job = context;
    SDL_Surface *picture =
        IMG_LoadSizedSVG_RW(job->source, job->side, job->side);
    Header header;

    if (picture == NULL || picture->format->BytesPerPixel != 4)
        return EXIT_FAILURE;
    header = (Header){picture->format->format, picture->w, picture->h};
    if (child_send(&header, sizeof header) != 0)
        return EXIT_FAILURE;
    for (int y = 0; y < picture->h; y++) {
        if (child_send(surface_row(picture, y), (size_t)picture->w * 4) != 0)
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static SDL_Surface *receive(Child *child, int side)
{
    Header header;
    SDL_Surface *picture;

    if (child_read(child, &header, sizeof header) != 0 || header.width < 1 ||
        header.width > side || header.height < 1 || header.height > side)
        return NULL;
    picture = SDL_CreateRGBSurfaceWithFormat(0, header.width, header.height, 32,
                                             header.format);
    for (int y = 0; picture != NULL && y < header.height; y++) {
        if (child_read(child, surface_row(picture, y),
                       (size_t)header.width * 4) != 0) {
            SDL_FreeSurface(picture);
            picture = NULL;
        }
    }
    return picture;
}

SDL_Surface *decoder_draw_svg(SDL_RWops *source, int side)
{
    Job job = {source, side};
    ChildPlan plan = {.run = draw,
                      .context = &job,
                      .pipes = 1U << CHILD_OUTPUT,
                      .max_seconds = DECODER_MAX_SECONDS,
                      .max_megabytes = DECODER_MAX_MEGABYTES};
    SDL_Surface *picture;
    Child child;

    if (!COMPAT_HAS_FORK)
        return IMG_LoadSizedSVG_RW(source, side, side);
    if (child_start(&child, &plan) != 0)
        return NULL;
    picture = receive(&child, side);
    if (child_wait(&child) < 0 && picture == NULL)
        SDL_SetError("the SVG takes too much time or memory to draw");
    return picture;
}
