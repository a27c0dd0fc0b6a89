/* SPDX-License-Identifier: MIT */
/*
 * Which picture lies under the water, and when the next one comes: a bed, one
 * picture, or those of a slideshow in turn. Each change begins with a stone,
 * from which the picture spreads.
 */
#ifndef RIPPLE_APP_PICTURES_H
#define RIPPLE_APP_PICTURES_H

#include "app/background.h"
#include "app/slideshow.h"
#include "os/error.h"
#include "play/player.h"

#define PICTURES_MAX_NAME 128

/* Filled in by the scene: player, background, interval, bed and slideshow. */
typedef struct Pictures {
    Player *player;
    Background *background;
    Slideshow *slideshow;         /* NULL: the picture stays */
    int bed;                      /* that is shown; -1: another picture */
    char name[PICTURES_MAX_NAME]; /* of one picture; "" if it has none */
    uint64_t interval; /* steps from one picture to the next, 1..FOREVER */
    uint64_t due;      /* the step that begins to change the picture */
    uint64_t changes;  /* of the picture so far */
    int stays;         /* each picture, until the next is asked for */
    int holds_films;   /* they move by background_show_number alone */
    int by;            /* 1: to the next picture, -1: to the one before */
    int is_prepared;   /* a picture is being read, or there is no other */
    int prepared;      /* as `by`: which one; 0: it is not wanted */
} Pictures;

#define PICTURES_FOREVER ((uint64_t)1 << 60) /* as an interval */

/* Waits an interval from now for the next picture, if there is one. */
void pictures_start(Pictures *pictures);

/* As scene_show and scene_show_bed. */
int pictures_show(Pictures *pictures, SDL_Surface *picture,
                  Slideshow *slideshow, Error *error);
void pictures_show_bed(Pictures *pictures);

/* The pictures of the slideshow change no more but by pictures_show_next. */
void pictures_hold(Pictures *pictures);

/* As scene_show_next. */
int pictures_show_next(Pictures *pictures, int by, Error *error);

/* Keeps its times for another rate, which the player does not have yet. */
void pictures_set_rate(Pictures *pictures, int rate);

/* In a step: begins changes that are due and goes on with one that has begun.
 */
void pictures_step(Pictures *pictures);

/* Shows the bed that the settings name now, unless another picture is shown. */
void pictures_follow_bed(Pictures *pictures);

/* What the picture is called: a bed's name, a file's without its folder, or ""
   if nobody knows; valid until the next change. */
const char *pictures_name(const Pictures *pictures);

/* Names the picture that is shown by the last part of a path. */
void pictures_set_name(Pictures *pictures, const char *path);

/* Frees the slideshow. */
void pictures_close(Pictures *pictures);

#endif
