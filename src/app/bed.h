/* SPDX-License-Identifier: MIT */
/*
 * The bed under the water: one of the settings, a picture or film of the
 * user's, or those of a folder in turn, scrolled and with land laid in it. Each
 * change of a folder begins with a stone, from which the next picture spreads.
 * It moves by steps; their number alone says where it is.
 *
 *     Folder ─▶ next ─▶ now ─ scroll, mix ─▶ drawn ─ lay land, tint ─▶
 *                                                              bed_pixels
 */
#ifndef RIPPLE_APP_BED_H
#define RIPPLE_APP_BED_H

#include "ripple.h"
#include "media/folder.h"
#include "os/error.h"
#include "play/land_floor.h"
#include "play/player.h"
#include "play/scrolling.h"
#include "play/transition.h"

#define BED_MAX_NAME 128
#define BED_FOREVER  ((uint64_t)1 << 60) /* as an interval */

/*
 * The picture that land shows. A built-in one is a small square that repeats,
 * of the same share of each frame's height; any other is fitted into the frame.
 */
typedef struct BedLand {
    char name[PLAY_MAX_PATH]; /* "": none */
    SDL_Surface *source;      /* NULL if it could not be read */
    int width, height;        /* of the frame */
    RipplePixels fitted;      /* to it; no pixels if that failed */
} BedLand;

typedef struct Bed {
    /* Filled in by the scene: */
    Player *player;
    Fit fit;
    RippleFormat format; /* of frames */
    Folder *folder;      /* NULL: the picture stays */
    FolderOrder order;   /* of those that are opened later */
    int setting;         /* the bed of the settings that is shown; -1: another
                            picture */
    uint64_t interval;   /* steps from one picture to the next, 1..FOREVER */

    char name[BED_MAX_NAME]; /* of one picture; "" if it has none */
    Picture now, next; /* next has no pixels unless there is a transition */
    Transition transition;
    Scrolling scrolling;
    RipplePixels drawn; /* scrolled and mixed; no pixels if that is `now` */
    uint32_t *rows;     /* scratch for two rows, each a pixel longer */
    int is_stale;       /* `drawn` must be drawn again */
    BedLand land;
    LandFloor floor;  /* the picture with land laid in it */
    RipplePixels lit; /* that in the light of the hour; none if it is as usual
                         or seen in perspective */
    int minute;       /* whose light it is, as in PlaySettings */
    uint64_t due;     /* the step that begins to change the picture */
    uint64_t changes; /* of the picture so far */
    int stays;        /* each picture, until the next is asked for */
    int holds_films;  /* they move by bed_show_number alone */
    int by;           /* 1: to the next picture, -1: to the one before */
} Bed;

/* Fits a picture, whose source is shared with the caller, into width x height
   pixels. The rest of the struct must be zero. Returns 0 or -1; close it in
   both cases. */
int bed_open(Bed *bed, int width, int height, SDL_Surface *source);

/* Begins to count steps, and has the picture move with a film, which is taken
   over, if it is not NULL. */
void bed_start(Bed *bed, Film *film);

/* Frees all and zeroes the struct. */
void bed_close(Bed *bed);

/* Makes `result`, which need not be initialised, the bed of a live scene in
   another size, for bed_replace or bed_close. Returns 0, or -1 and nothing to
   close. */
int bed_resize(Bed *result, const Bed *from, int width, int height);

/* Puts the result of bed_resize in the place of a bed. */
void bed_replace(Bed *bed, Bed *result);

/* Shows what a path names, and the others of a folder in turn. Returns as
   film_read. */
int bed_show(Bed *bed, const char *path, Error *error);

/* The same for what folder_read has read, which is taken over even if that
   fails. */
int bed_show_picture(Bed *bed, Picture *picture, Folder *folder, Error *error);

/* Shows the bed of the settings instead of a picture. */
void bed_show_setting(Bed *bed);

/* The pictures of the folder change no more but by bed_next. */
void bed_hold(Bed *bed);

/* Begins the change to the next picture of the folder, or to the next bed of
   the settings if one is shown, as soon as it can; if `by` is -1 to the one
   before. Returns 0, or -1 if there is none. */
int bed_next(Bed *bed, int by, Error *error);

/* Waits for a picture of the film that is shown by its number, from 0. Returns
   whether there is one. */
int bed_show_number(Bed *bed, uint64_t number);

/* Goes on at another number of steps a second, which the player does not have
   yet. */
void bed_set_rate(Bed *bed, int rate);

/* In a step: begins changes that are due and goes on with what moves. */
void bed_step(Bed *bed);

/* How many steps from now it lies still, at most `limit`. */
uint64_t bed_calm_steps(const Bed *bed, uint64_t limit);

int bed_in_transition(const Bed *bed);

/* The name of the picture: a bed's name, a file's without its folder, or ""
   if nobody knows; valid until the next change. */
const char *bed_name(const Bed *bed);

/* Names the picture that is shown by the last part of a path. */
void bed_set_name(Bed *bed, const char *path);

/* Lays land again after the mask has changed in a part; NULL: everywhere, once
   the bed is drawn. As PlayerHost's mask_changed, whose context is the bed. */
void bed_follow_mask(void *context, const RippleRect *part);

/* Draws what has changed. Without memory for that the picture is shown without
   being scrolled, or without land. */
void bed_draw(Bed *bed);

/* The pixels as drawn last, which the water refracts; valid until the next
   change. */
const RipplePixels *bed_pixels(const Bed *bed);

#endif
