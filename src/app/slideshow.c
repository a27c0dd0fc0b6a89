/* SPDX-License-Identifier: MIT */
/*
 * While the thread runs, it owns the slideshow; others may use only `done` and
 * `leaving`, read `shown`, and wait for the thread before they touch the rest.
 */
#include "app/slideshow.h"

#include "media/folder.h"
#include "os/compat.h"
#include "os/paths.h"
#include "os/stop.h"
#include "os/xalloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_COMPLAINTS 8 /* lines of a round */
#define TELL_MS        2000

struct Slideshow {
    char *folder;
    Folder files;
    char *shown; /* name of the picture that was given last; NULL: none */
    char *read;  /* of the slide; NULL: out of memory, or none */
    int by;      /* 1: reads the next one, -1: the one before */
    int has_round_ended; /* without a picture, so the next begins another */
    SDL_Thread *thread;
    SDL_atomic_t done;
    SDL_atomic_t leaving; /* the thread is to end soon */
    FilmUse use;          /* of films */
    int width, height;    /* of the fitted picture */
    Fit fit;
    Picture slide;
    char *complaints; /* lines to print about unreadable files; NULL: none */
    int complaint_count;
    char *told; /* those about the slide before */
};

/* Lists the folder. Returns 0, or -1 if it has no picture. */
static int list_names(Slideshow *slideshow, Error *error)
{
    folder_clear(&slideshow->files);
    if (folder_list(&slideshow->files, slideshow->folder) != 0)
        return error_set(error, slideshow->folder, "%s", strerror(errno));
    return slideshow->files.count > 0
               ? 0
               : error_set(error, slideshow->folder,
                           "there is no picture in this folder");
}

/* Keeps a line for tell_complaints: the thread itself must not print. */
static void complain(Slideshow *slideshow, const Error *error)
{
    size_t used =
        slideshow->complaints != NULL ? strlen(slideshow->complaints) : 0;

    if (++slideshow->complaint_count > MAX_COMPLAINTS)
        return;
    size_t size = used + strlen(error->text) + sizeof "ripple: \n";

    slideshow->complaints = xalloc_grow(slideshow->complaints, size);
    snprintf(slideshow->complaints + used, size - used, "ripple: %s\n",
             error->text);
}

/* Does not repeat for each slide that the folder has gone. */
static void tell_complaints(Slideshow *slideshow)
{
    const char *lines = slideshow->complaints, *told = slideshow->told;

    if (lines != NULL && (told == NULL || strcmp(lines, told) != 0))
        compat_print(lines);
    if (slideshow->complaint_count > MAX_COMPLAINTS)
        error_tell(slideshow->folder, "%d more of its pictures cannot be read",
                   slideshow->complaint_count - MAX_COMPLAINTS);
    slideshow->complaint_count = 0;
    free(slideshow->told);
    slideshow->told = slideshow->complaints;
    slideshow->complaints = NULL;
}

static int is_over(Slideshow *slideshow)
{
    return SDL_AtomicGet(&slideshow->leaving) || stop_count() > 0;
}

/* Reads into a slide that is zero, and leaves it so if that fails. */
static void read_name(Slideshow *slideshow, const char *name, Picture *slide)
{
    char *path = paths_join(slideshow->folder, name);
    Error error;

    film_read(slide, path, slideshow->use, &slideshow->leaving, &error);
    free(path);
    if (error.text[0] != '\0' && !is_over(slideshow))
        complain(slideshow, &error);
}

/* Whether a name comes after the shown one in the direction of reading. */
static int is_ahead(const Slideshow *slideshow, const char *name)
{
    int order =
        slideshow->shown != NULL ? folder_compare(name, slideshow->shown) : 0;

    return slideshow->by > 0 ? order > 0 : order < 0;
}

/* Reads on from the shown picture, or from the beginning of a round, to the
   first one that is readable. Returns 0, or -1 if there is none. */
static int read_on(Slideshow *slideshow, int begins, Picture *slide)
{
    Uint64 tell_ms = SDL_GetTicks64() + TELL_MS;
    size_t tried = 0;

    for (size_t i = 0; i < slideshow->files.count && slide->source == NULL;
         i++) {
        size_t place = slideshow->by > 0 ? i : slideshow->files.count - 1 - i;
        const char *name = slideshow->files.names[place];

        if (is_over(slideshow))
            break;
        if (!begins && !is_ahead(slideshow, name))
            continue;
        read_name(slideshow, name, slide);
        tried++;
        if (slide->source != NULL) {
            slideshow->read = xalloc_copy(name);
        } else if (SDL_GetTicks64() >= tell_ms) {
            error_tell(slideshow->folder,
                       "none of its first %zu pictures can be read", tried);
            tell_ms = UINT64_MAX;
        }
    }
    return slide->source != NULL ? 0 : -1;
}

/* Reads the next picture, in a new round if need be. Returns -1 after a round
   without a readable picture, with the reason in *error. */
static int read_next(Slideshow *slideshow, Picture *slide, Error *error)
{
    *slide = (Picture){.source = NULL};
    if (!slideshow->has_round_ended && read_on(slideshow, 0, slide) == 0)
        return 0;
    if (list_names(slideshow, error) != 0)
        return -1;
    slideshow->has_round_ended =
        read_on(slideshow, 1, slide) != 0 && !is_over(slideshow);
    return slide->source == NULL ? error_set(error, slideshow->folder,
                                             "none of its pictures can be read")
                                 : 0;
}

static void await_thread(Slideshow *slideshow)
{
    if (slideshow->thread != NULL)
        SDL_WaitThread(slideshow->thread, NULL);
    slideshow->thread = NULL;
}

void slideshow_close(Slideshow *slideshow)
{
    if (slideshow == NULL)
        return;
    slideshow_skip(slideshow);
    await_thread(slideshow);
    picture_clear(&slideshow->slide);
    folder_clear(&slideshow->files);
    free(slideshow->complaints);
    free(slideshow->told);
    free(slideshow->shown);
    free(slideshow->read);
    free(slideshow->folder);
    free(slideshow);
}

/* The picture that has been read is shown now. */
static void show_read(Slideshow *slideshow)
{
    if (slideshow->read == NULL)
        return;
    free(slideshow->shown);
    slideshow->shown = slideshow->read;
    slideshow->read = NULL;
}

static int open_folder(Slideshow **slideshow, Picture *first, const char *path,
                       FilmUse use, Error *error)
{
    Slideshow *made = xalloc_get(sizeof *made);
    int result;

    made->folder = xalloc_copy(path);
    made->by = 1;
    made->use = use == FILM_LIVE ? FILM_LIVE : FILM_LOOPED;
    result = read_next(made, first, error);
    show_read(made);
    tell_complaints(made);
    if (result != 0) {
        slideshow_close(made);
        return -1;
    }
    error_clear(error);
    *slideshow = made;
    return 0;
}

int slideshow_read(Picture *first, Slideshow **slideshow, const char *path,
                   FilmUse use, SDL_atomic_t *cancel, Error *error)
{
    struct stat status;

    *first = (Picture){.source = NULL};
    *slideshow = NULL;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return open_folder(slideshow, first, path, use, error);
    return film_read(first, path, use, cancel, error);
}

static int prepare(void *data)
{
    Slideshow *slideshow = data;
    Picture *slide = &slideshow->slide;
    Error error;

    if (read_next(slideshow, slide, &error) == 0)
        picture_fit(slide, slideshow->width, slideshow->height, slideshow->fit,
                    0);
    else if (!is_over(slideshow))
        complain(slideshow, &error);
    if (slide->film != NULL)
        film_fit(slide->film, slideshow->width, slideshow->height,
                 slideshow->fit);
    SDL_AtomicSet(&slideshow->done, 1);
    return 0;
}

/* While the picture is decoded, threads of the water would have to wait for
   their turn on a processor, and a frame for them. */
static int prepare_behind(void *data)
{
    compat_stand_back();
    return prepare(data);
}

void slideshow_prepare(Slideshow *slideshow, int by, int width, int height,
                       Fit fit, int is_behind)
{
    await_thread(slideshow);
    SDL_AtomicSet(&slideshow->leaving, 0);
    picture_clear(&slideshow->slide);
    free(slideshow->read);
    free(slideshow->complaints);
    slideshow->read = slideshow->complaints = NULL;
    slideshow->complaint_count = 0;
    slideshow->by = by;
    slideshow->width = width;
    slideshow->height = height;
    slideshow->fit = fit;
    SDL_AtomicSet(&slideshow->done, 0);
    slideshow->thread = SDL_CreateThread(is_behind ? prepare_behind : prepare,
                                         "slideshow", slideshow);
    if (slideshow->thread == NULL)
        prepare(slideshow);
}

void slideshow_skip(Slideshow *slideshow)
{
    SDL_AtomicSet(&slideshow->leaving, 1);
}

const char *slideshow_name(const Slideshow *slideshow)
{
    return slideshow->shown != NULL ? slideshow->shown : slideshow->folder;
}

int slideshow_is_ready(Slideshow *slideshow)
{
    return slideshow == NULL || SDL_AtomicGet(&slideshow->done);
}

int slideshow_take(Slideshow *slideshow, Picture *slide)
{
    await_thread(slideshow);
    show_read(slideshow);
    tell_complaints(slideshow);
    *slide = slideshow->slide;
    slideshow->slide = (Picture){.source = NULL};
    return slide->source != NULL ? 0 : -1;
}
