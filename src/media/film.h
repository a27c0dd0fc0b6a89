/* SPDX-License-Identifier: MIT */
/*
 * A picture that moves: a film, an animation, or a stream of Y4M. A thread of
 * its own reads some pictures ahead and fits them to the frame.
 *
 *     FilmSource ──▶ thread ──▶ ready[0] ready[1] ... ──▶ the picture
 *                      ▲                                    that is shown
 *                      │                                        │
 *                      └─────────────── spares ◀────────────────┘
 *
 * Its pictures follow the steps of the pool, so that it rests while the water
 * does. In a window pictures that are late are left out, and a stream, which
 * may be a camera, goes by the clock: its newest picture is shown. When a film
 * ends or fails, its last picture stays.
 */
#ifndef RIPPLE_MEDIA_FILM_H
#define RIPPLE_MEDIA_FILM_H

#include "media/film_source.h"
#include "media/fit.h"
#include "media/frame_rate.h"

typedef struct Film Film;

/* A picture as it is shown: its source, and the source fitted to the frame. */
typedef struct Picture {
    SDL_Surface *source;
    RipplePixels fitted; /* no pixels if there was no memory; the source's own
                            if it has their size and is a film's */
    Film *film;          /* whose picture this is; NULL: it does not move */
} Picture;

/* Fits the source again unless the picture has that size; fails if the end of
   the program is asked for and `may_end`. Returns 0, or -1 without a change. */
int picture_fit(Picture *picture, int width, int height, Fit fit, int may_end);

/* Frees a picture, which may be zero, closes its film, and zeroes it. */
void picture_clear(Picture *picture);

/* The same, but a thread does it, unless others have the source, too: to give
   back the memory of a large one takes a good part of a frame's time. */
void picture_retire(Picture *picture);

/*
 * Reads what a path names, a picture as map_loader_read_picture or a film with
 * its first one, into a picture that is zero. Returns 0, or -1 and leaves it
 * so. If *error has a text all the same, an animation is shown as a picture for
 * that reason.
 */
int film_read(Picture *picture, const char *path, FilmUse use,
              SDL_atomic_t *cancel, Error *error);

/* Ends the decoder and frees all; NULL is allowed. */
void film_close(Film *film);

FrameRate film_rate(const Film *film);

/* The path of a file that may have sound; NULL: it has none. */
const char *film_path(const Film *film);

/* The size that next pictures are to have. */
void film_fit(Film *film, int width, int height, Fit fit);

/* The picture that is shown belongs to that step of a pool with so many steps a
   second. Zero without a call. */
void film_start(Film *film, uint64_t step, int steps_a_second);

/* Replaces the picture by the film's last one that is due after that many
   steps, and waits for it if `waits`. Returns whether there was one. */
int film_follow(Film *film, Picture *picture, uint64_t step, int waits);

/* The same for a picture by its number: 0 is the first. */
int film_take(Film *film, Picture *picture, uint64_t number, int waits);

/* How many steps from one on bring no picture or failure; UINT64_MAX: all. */
uint64_t film_calm_steps(Film *film, uint64_t step);

/* Why the film has failed, once: returns -1, else 0. */
int film_check(Film *film, Error *error);

#endif
