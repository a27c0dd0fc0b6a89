/* SPDX-License-Identifier: MIT */
/*
 * The thread owns `source` and the picture that it reads; all else is locked.
 * The numbers of ready pictures follow each other, the last is `newest`.
 */
#include "media/film.h"

#include "media/map_loader.h"
#include "media/surface.h"
#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/pixel_buffer.h"
#include "os/xalloc.h"
#include "os/step_clock.h"
#include "os/stop.h"

#include <stdlib.h>
#include <string.h>

#define AHEAD  4           /* pictures: while a decoder starts anew */
#define SPARES (AHEAD + 1) /* and the one that was shown */
#define MS_NS  1000000u

/* A stream that has more is read so much faster than its rate: what a camera
   has filled a pipe with is caught up with. */
#define HASTE(ns) ((ns) / 50 * 49)

struct Film {
    FilmSource source;
    SDL_Thread *thread;
    SDL_mutex *lock;
    SDL_cond *changed;
    SDL_atomic_t leaving; /* the thread is to end */
    Picture ready[AHEAD], spares[SPARES];
    int count, spare_count;
    uint64_t newest, shown; /* numbers of pictures */
    int width, height;      /* 0: not known yet */
    Fit fit;
    int is_over; /* no more pictures are to come */
    Error error;
    uint64_t start_number, start_step; /* the picture shown at a step */
    int rate;                          /* steps a second */
    uint64_t due_ns;                   /* of a stream's next picture */
};

/* Whether the fitted pixels are those of the source. */
static int is_lent(const Picture *picture)
{
    return picture->source != NULL &&
           picture->fitted.pixels == picture->source->pixels;
}

static void clear_fitted(Picture *picture)
{
    if (is_lent(picture))
        picture->fitted = (RipplePixels){.pixels = NULL};
    pixel_buffer_clear(&picture->fitted);
}

static int has_size(const Picture *picture, int width, int height)
{
    return picture->fitted.width == width && picture->fitted.height == height;
}

int picture_fit(Picture *picture, int width, int height, Fit fit, int may_end)
{
    RipplePixels fitted;

    if (has_size(picture, width, height))
        return 0;
    if (pixel_buffer_init(&fitted, width, height, RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    if ((may_end && pixel_buffer_occupy(&fitted) != 0) ||
        fit_picture(&fitted, picture->source, fit) != 0) {
        pixel_buffer_clear(&fitted);
        return -1;
    }
    clear_fitted(picture);
    picture->fitted = fitted;
    return 0;
}

/* The same for a source that has changed, whose alphas are 0xFF: it lends its
   pixels or goes into those that there are. */
static int fit_again(Picture *picture, int width, int height, Fit fit)
{
    if (picture->source->w == width && picture->source->h == height) {
        clear_fitted(picture);
        picture->fitted = surface_pixels(picture->source);
        return 0;
    }
    if (!is_lent(picture) && has_size(picture, width, height))
        return fit_picture(&picture->fitted, picture->source, fit);
    clear_fitted(picture);
    return picture_fit(picture, width, height, fit, 0);
}

void picture_clear(Picture *picture)
{
    film_close(picture->film);
    clear_fitted(picture);
    SDL_FreeSurface(picture->source);
    *picture = (Picture){.source = NULL};
}

static int clear_copy(void *data)
{
    picture_clear(data);
    free(data);
    return 0;
}

void picture_retire(Picture *picture)
{
    SDL_Thread *thread;
    Picture *copy;

    if (picture->source != NULL && picture->source->refcount == 1) {
        copy = xalloc_get(sizeof *copy);
        *copy = *picture;
        thread = SDL_CreateThread(clear_copy, "retire", copy);
        if (thread != NULL)
            *picture = (Picture){.source = NULL};
        else
            free(copy);
        SDL_DetachThread(thread);
    }
    picture_clear(picture);
}

static int is_live_stream(const Film *film)
{
    return film->source.kind == FILM_STREAM && film->source.use == FILM_LIVE;
}

/* Without its surface it is of no use. */
static void put_spare(Film *film, Picture *picture)
{
    if (picture->source != NULL && picture->source->refcount == 1 &&
        film->spare_count < SPARES)
        film->spares[film->spare_count++] = *picture;
    else
        picture_clear(picture);
    *picture = (Picture){.source = NULL};
}

/* Moves the oldest ready picture out of the queue. */
static void pop(Film *film, Picture *picture)
{
    *picture = film->ready[0];
    film->count--;
    memmove(film->ready, film->ready + 1,
            (size_t)film->count * sizeof film->ready[0]);
}

/* Memory for the next picture. Returns 0 or -1. */
static int get_spare(Film *film, Picture *picture)
{
    *picture = (Picture){.source = NULL};
    SDL_LockMutex(film->lock);
    if (film->spare_count > 0)
        *picture = film->spares[--film->spare_count];
    SDL_UnlockMutex(film->lock);
    if (picture->source == NULL)
        picture->source =
            surface_create(film->source.width, film->source.height);
    return picture->source != NULL ? 0 : -1;
}

/* Waits until a stream's next picture is due. */
static void await_due(Film *film)
{
    FrameRate rate = film->source.y4m.rate;
    uint64_t gap_ns = (uint64_t)rate.seconds * STEP_CLOCK_SECOND_NS /
                      (uint64_t)rate.frames,
             now_ns = step_clock_read_ns();

    while (now_ns < film->due_ns && !SDL_AtomicGet(&film->leaving) &&
           stop_count() == 0) {
        uint64_t wait_ms = (film->due_ns - now_ns + MS_NS - 1) / MS_NS;

        SDL_Delay((Uint32)min_uint64(wait_ms, STOP_POLL_MS));
        now_ns = step_clock_read_ns();
    }
    film->due_ns =
        max_uint64(film->due_ns, now_ns - min_uint64(now_ns, gap_ns)) +
        HASTE(gap_ns);
}

/* Makes room for the next picture: a live stream drops the oldest. */
static void make_room(Film *film)
{
    Picture oldest;

    while (film->count == AHEAD && !SDL_AtomicGet(&film->leaving)) {
        if (is_live_stream(film)) {
            pop(film, &oldest);
            put_spare(film, &oldest);
        } else {
            SDL_CondWait(film->changed, film->lock);
        }
    }
}

/* Reads, fits and hands over the next picture. Returns as film_source_read. */
static int read_next(Film *film, Error *error)
{
    int result, width, height;
    Picture picture;
    Fit fit;

    if (get_spare(film, &picture) != 0)
        return error_set(error, film->source.name, "not enough memory");
    result = film_source_read(&film->source, picture.source, error);
    SDL_LockMutex(film->lock);
    width = film->width;
    height = film->height;
    fit = film->fit;
    SDL_UnlockMutex(film->lock);
    /* Without memory it is fitted when it is shown. */
    if (result == 0 && width > 0)
        fit_again(&picture, width, height, fit);
    if (result == 0 && is_live_stream(film))
        await_due(film);
    SDL_LockMutex(film->lock);
    if (result == 0) {
        make_room(film);
        if (film->count < AHEAD && !film->is_over) {
            film->ready[film->count++] = picture;
            picture = (Picture){.source = NULL};
            film->newest++;
        }
        SDL_CondBroadcast(film->changed);
    }
    SDL_UnlockMutex(film->lock);
    picture_clear(&picture);
    return result;
}

static int run(void *data)
{
    Film *film = data;
    int result = 0;
    Error error;

    while (result == 0 && !SDL_AtomicGet(&film->leaving))
        result = read_next(film, &error);
    child_kill(&film->source.child);
    SDL_LockMutex(film->lock);
    if (result < 0 && !film->is_over)
        film->error = error;
    film->is_over = 1;
    SDL_CondBroadcast(film->changed);
    SDL_UnlockMutex(film->lock);
    return 0;
}

/* Reads the first picture and starts the thread. */
static int begin(Film *film, SDL_Surface **first, Error *error)
{
    int result;

    *first = surface_create(film->source.width, film->source.height);
    if (*first == NULL)
        return error_set(error, film->source.name, "%s", SDL_GetError());
    result = film_source_read(&film->source, *first, error);
    if (result > 0)
        return error_set(error, film->source.name, "has no picture");
    film->source.cancel = &film->leaving;
    film->lock = SDL_CreateMutex();
    film->changed = SDL_CreateCond();
    if (result == 0 && film->lock != NULL && film->changed != NULL)
        film->thread = SDL_CreateThread(run, "film", film);
    if (result == 0 && film->thread == NULL)
        return error_set(error, film->source.name, "%s", SDL_GetError());
    return result;
}

static int open_film(Picture *picture, const char *path, FilmKind kind,
                     FilmUse use, SDL_atomic_t *cancel, Error *error)
{
    Film *film = xalloc_get(sizeof *film);

    if (film_source_open(&film->source, path, kind, use, cancel, error) == 0 &&
        begin(film, &picture->source, error) == 0) {
        picture->film = film;
        return 0;
    }
    SDL_FreeSurface(picture->source);
    picture->source = NULL;
    film_close(film);
    return -1;
}

int film_read(Picture *picture, const char *path, FilmUse use,
              SDL_atomic_t *cancel, Error *error)
{
    FilmKind kind = film_kind_find(path);
    Error other;

    error_clear(error);
    if (kind != FILM_NONE && kind != FILM_STILL &&
        open_film(picture, path, kind, use, cancel, error) == 0)
        return 0;
    if (kind == FILM_FILE || kind == FILM_BARE || kind == FILM_STREAM)
        return -1;
    if (map_loader_read_picture(&picture->source, path, cancel, &other) == 0)
        return 0;
    *error = other;
    return -1;
}

void film_close(Film *film)
{
    if (film == NULL)
        return;
    SDL_AtomicSet(&film->leaving, 1);
    if (film->thread != NULL) {
        SDL_LockMutex(film->lock);
        SDL_CondBroadcast(film->changed);
        SDL_UnlockMutex(film->lock);
        SDL_WaitThread(film->thread, NULL);
    }
    film_source_close(&film->source);
    for (int i = 0; i < film->count; i++)
        picture_clear(&film->ready[i]);
    for (int i = 0; i < film->spare_count; i++)
        picture_clear(&film->spares[i]);
    SDL_DestroyCond(film->changed);
    SDL_DestroyMutex(film->lock);
    free(film);
}

FrameRate film_rate(const Film *film)
{
    return film->source.y4m.rate;
}

const char *film_path(const Film *film)
{
    return film->source.kind != FILM_STREAM && film->source.kind != FILM_WEBP
               ? film->source.path
               : NULL;
}

void film_fit(Film *film, int width, int height, Fit fit)
{
    SDL_LockMutex(film->lock);
    film->width = width;
    film->height = height;
    film->fit = fit;
    SDL_UnlockMutex(film->lock);
}

void film_start(Film *film, uint64_t step, int steps_a_second)
{
    film->start_number = film->shown;
    film->start_step = step;
    film->rate = steps_a_second;
}

/* Ends a film that there is no memory for. */
static void end_for_memory(Film *film)
{
    Picture next;

    error_set(&film->error, film->source.name, "not enough memory");
    SDL_AtomicSet(&film->leaving, 1);
    film->is_over = 1;
    while (film->count > 0) {
        pop(film, &next);
        picture_clear(&next);
    }
}

/* Shows the oldest ready picture in place of another, in the same size;
   without memory for it the film ends. Returns whether it is shown. */
static int show_next(Film *film, Picture *picture)
{
    int width = picture->fitted.width, height = picture->fitted.height, fits;
    Picture next, old = {picture->source, picture->fitted, NULL};

    film->shown = film->newest + 1 - (uint64_t)film->count;
    pop(film, &next);
    fits = (next.fitted.width == width && next.fitted.height == height) ||
           fit_again(&next, width, height, film->fit) == 0;
    if (fits) {
        picture->source = next.source;
        picture->fitted = next.fitted;
    }
    put_spare(film, fits ? &old : &next);
    if (!fits)
        end_for_memory(film);
    SDL_CondBroadcast(film->changed);
    return fits;
}

int film_take(Film *film, Picture *picture, uint64_t number, int waits)
{
    int is_taken = 0;

    SDL_LockMutex(film->lock);
    for (;;) {
        while (film->count > 0 &&
               film->newest + 1 - (uint64_t)film->count <= number)
            is_taken |= show_next(film, picture);
        if (!waits || film->is_over || film->shown >= number)
            break;
        SDL_CondWait(film->changed, film->lock);
    }
    SDL_UnlockMutex(film->lock);
    return is_taken;
}

/* The number of the picture that is due after so many steps. */
static uint64_t find_due(const Film *film, uint64_t step)
{
    uint64_t past = step - min_uint64(step, film->start_step);

    if (is_live_stream(film))
        return UINT64_MAX;
    return film->start_number +
           frame_rate_frame(film->source.y4m.rate, past, film->rate);
}

int film_follow(Film *film, Picture *picture, uint64_t step, int waits)
{
    return film_take(film, picture, find_due(film, step), waits);
}

uint64_t film_calm_steps(Film *film, uint64_t step)
{
    uint64_t due = find_due(film, step), next;
    int is_over;

    SDL_LockMutex(film->lock);
    is_over = film->is_over && film->count == 0 && film->error.text[0] == '\0';
    SDL_UnlockMutex(film->lock);
    if (is_over)
        return UINT64_MAX;
    if (film->shown < due)
        return 0;
    next = film->start_step + frame_rate_steps(film->source.y4m.rate,
                                               due + 1 - film->start_number,
                                               film->rate);
    return next > step ? next - step - 1 : 0;
}

int film_check(Film *film, Error *error)
{
    int result = 0;

    SDL_LockMutex(film->lock);
    if (film->error.text[0] != '\0' && film->count == 0) {
        *error = film->error;
        error_clear(&film->error);
        result = -1;
    }
    SDL_UnlockMutex(film->lock);
    return result;
}
