/* SPDX-License-Identifier: MIT */
/*
 * `ripple --decode` sends a report when it begins to decode, another one when
 * it has finished, and then the rows. If it ends before the second one, it has
 * met a limit.
 */
#include "media/decoder.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <SDL_image.h>

#include "media/load.h"
#include "media/surface.h"
#include "media/svg.h"
#include "media/webp.h"
#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/child.h"
#include "os/wait.h"

#define SVG_MAX_SECONDS   10 /* of CPU time */
#define SVG_MAX_MEGABYTES 512
#define MAX_SECONDS       60
#define MAX_MEGABYTES     2048
#define MAX_KEYS          64 /* that are looked at in SDL's queue */

/* Global: there is one for the process, as for its standard streams. */
static const char *program; /* NULL: pictures are loaded in this process */

typedef struct Report {
    PictureKind kind;
    int width, height; /* 0: decoding has begun, unless there is a text */
    Error error;       /* no text: none; of a picture: what is left out */
} Report;

static int write_all(const void *data, size_t size)
{
    return fwrite(data, 1, size, stdout) == size && fflush(stdout) == 0 ? 0
                                                                        : -1;
}

/* Some builds of SDL2_image open a library for a format, which the limits would
   forbid. librsvg opens fonts. */
static void begin(PictureKind kind)
{
    static const int libraries[PICTURE_COUNT] = {
        [PICTURE_PNG] = IMG_INIT_PNG,
        [PICTURE_JPEG] = IMG_INIT_JPG,
        [PICTURE_WEBP] = IMG_INIT_WEBP,
        [PICTURE_TIFF] = IMG_INIT_TIF,
    };
    Report report = {.kind = kind};

    write_all(&report, sizeof report);
    IMG_Init(libraries[kind]);
    if (kind == PICTURE_SVG)
        child_limit(SVG_MAX_SECONDS, SVG_MAX_MEGABYTES, svg_open_library());
    else
        child_limit(MAX_SECONDS, MAX_MEGABYTES, 0);
}

/* The rows of a surface of 32 bits a pixel have no padding. */
static size_t count_bytes(const SDL_Surface *surface)
{
    return (size_t)surface->h * (size_t)surface->pitch;
}

int decoder_serve(const char *name)
{
    SDL_Surface *surface;
    Report report = {.kind = PICTURE_NONE};
    Wait wait = {.name = NULL};

    child_watch_reader();
    if (load_stream(&surface, STDIN_FILENO, &wait, name, begin,
                    &report.error) == 0) {
        report.width = surface->w;
        report.height = surface->h;
    }
    return write_all(&report, sizeof report) == 0 && surface != NULL
               ? write_all(surface->pixels, count_bytes(surface))
               : 0;
}

int decoder_serve_film(const char *max_rate)
{
    Wait wait = {.name = NULL};
    unsigned char *data;
    size_t size;
    int result;

    child_watch_reader();
    result = load_read(STDIN_FILENO, &wait, &data, &size);
    child_limit(INT_MAX, MAX_MEGABYTES, 0); /* a film may be long */
    if (result == 0)
        result = webp_play(data, size, atoi(max_rate), write_all);
    free(data);
    return result;
}

void decoder_use(const char *file)
{
    program = file;
}

static int is_end(const SDL_Event *event)
{
    return event->type == SDL_QUIT ||
           (event->type == SDL_WINDOWEVENT &&
            event->window.event == SDL_WINDOWEVENT_CLOSE) ||
           (event->type == SDL_KEYDOWN &&
            (event->key.keysym.sym == SDLK_q ||
             event->key.keysym.sym == SDLK_ESCAPE));
}

/* Whether an event of that type that ends the program is in SDL's queue. */
static int is_queued(Uint32 type)
{
    SDL_Event events[MAX_KEYS];
    int count = SDL_PeepEvents(events, MAX_KEYS, SDL_PEEKEVENT, type, type);

    for (int i = 0; i < count; i++) {
        if (is_end(&events[i]))
            return 1;
    }
    return 0;
}

int decoder_is_given_up(SDL_atomic_t *cancel)
{
    if (cancel != NULL)
        return SDL_AtomicGet(cancel);
    if (!SDL_WasInit(SDL_INIT_VIDEO))
        return 0;
    SDL_PumpEvents();
    return is_queued(SDL_QUIT) || is_queued(SDL_WINDOWEVENT) ||
           is_queued(SDL_KEYDOWN);
}

static int is_given_up(void *cancel)
{
    return decoder_is_given_up(cancel);
}

/* Reads exactly `size` bytes. Returns 0, or -1 and sets errno: EPIPE at the
   end. */
static int take(Wait *wait, int pipe, void *data, size_t size)
{
    char *bytes = data;

    while (size > 0) {
        ssize_t count = wait_read(wait, pipe, bytes, size);

        if (count == 0)
            errno = EPIPE;
        if (count <= 0)
            return -1;
        bytes += count;
        size -= (size_t)count;
    }
    return 0;
}

static int explain(PictureKind kind, const char *path, Error *error)
{
    if (errno != EPIPE)
        return error_set(error, path, "%s", strerror(errno));
    if (kind == PICTURE_NONE)
        return error_set(
            error, path,
            "there are too few processes or too little memory to read it");
    return load_report_limit(kind, path, error);
}

/* A decoder that a file has corrupted may send anything. */
static int is_valid(const Report *report)
{
    return (unsigned)report->kind < PICTURE_COUNT && report->width >= 0 &&
           report->width <= LOAD_MAX_SIDE && report->height >= 0 &&
           report->height <= LOAD_MAX_SIDE &&
           memchr(report->error.text, '\0', sizeof report->error.text) != NULL;
}

/* Returns 0 and sets *surface; or -1, and *surface may need to be freed. */
static int receive(SDL_Surface **surface, const char *path, Wait *wait,
                   int pipe, Error *error)
{
    Report report = {.kind = PICTURE_NONE};
    PictureKind kind;

    do {
        kind = report.kind;
        if (take(wait, pipe, &report, sizeof report) != 0)
            return explain(kind, path, error);
        if (!is_valid(&report))
            return error_set(error, path, "the decoder has failed");
    } while (report.width == 0 && report.error.text[0] == '\0');
    *error = report.error;
    if (report.width == 0)
        return -1;
    *surface = surface_create(report.width, report.height);
    if (*surface == NULL)
        return error_set(error, path, "%s", SDL_GetError());
    return take(wait, pipe, (*surface)->pixels, count_bytes(*surface)) == 0
               ? 0
               : explain(kind, path, error);
}

static int start(Child *child, int file, const char *option, const char *word,
                 const char *path, Error *error)
{
    const char *const command[] = {program, option, word, NULL};
    ChildPlan plan = {
        .command = command, .pipes = 1U << CHILD_OUTPUT, .input = file};
    int code = child_start(child, &plan);

    return code == 0 ? 0
                     : error_set(error, path, "no process can decode it: %s",
                                 strerror(code));
}

int decoder_start_film(Child *child, const char *path, int max_rate,
                       Error *error)
{
    char word[16];
    int file = load_open(path, error), result;

    if (file < 0)
        return -1;
    snprintf(word, sizeof word, "%d", max_rate);
    result = start(child, file, DECODER_FILM_OPTION, word, path, error);
    close(file);
    return result;
}

static int load_elsewhere(SDL_Surface **surface, int file, Wait *wait,
                          const char *path, Error *error)
{
    Child child;
    int result;

    if (start(&child, file, DECODER_OPTION, path, path, error) != 0)
        return -1;
    result = receive(surface, path, wait, child.ends[CHILD_OUTPUT], error);
    child_kill(&child);
    if (result == 0)
        return 0;
    SDL_FreeSurface(*surface);
    *surface = NULL;
    return -1;
}

int decoder_load(SDL_Surface **surface, const char *path, SDL_atomic_t *cancel,
                 Error *error)
{
    Wait wait = {.name = path, .is_over = is_given_up, .context = cancel};
    int file, result;

    *surface = NULL;
    error_clear(error);
    file = load_open(path, error);
    if (file < 0)
        return -1;
    result = program != NULL
                 ? load_elsewhere(surface, file, &wait, path, error)
                 : load_stream(surface, file, &wait, path, NULL, error);
    close(file);
    if (result == 0) {
        error_print(error);
        error_clear(error);
    }
    return result;
}
