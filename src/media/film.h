/* SPDX-License-Identifier: MIT */
/*
 * A picture that moves: a film, an animation, or a stream of Y4M. A thread of
 * its own reads some pictures ahead and fits them to the frame.
 *
 *     FilmSource ──▶ thread ──▶ ready[0] ready[1] ... ──▶ the slide
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
#include "media/slide.h"
#include "media/frame_rate.h"

typedef struct Film Film;

/*
 * Reads what a path names, a picture as map_loader_read_picture or a film with
 * its first picture, into a slide that is zero. Returns 0, or -1 and leaves it
 * so. If *error has a text all the same, an animation is shown as a picture for
 * that reason.
 */
int film_read(Slide *slide, const char *path, FilmUse use, SDL_atomic_t *cancel,
              Error *error);

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

/* Replaces the slide by the last picture that is due after that many steps, and
   waits for it if `waits`. Returns whether there was one. */
int film_follow(Film *film, Slide *slide, uint64_t step, int waits);

/* The same for a picture by its number: 0 is the first. */
int film_take(Film *film, Slide *slide, uint64_t number, int waits);

/* How many steps from one on bring no picture or failure; UINT64_MAX: all. */
uint64_t film_calm_steps(Film *film, uint64_t step);

/* Why the film has failed, once: returns -1, else 0. */
int film_check(Film *film, Error *error);

#endif
