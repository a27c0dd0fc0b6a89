/* SPDX-License-Identifier: MIT */
/*
 * Where the pictures of a film come from: an ffmpeg that writes an AVI to a
 * pipe, a head and then pixels, row by row; or Y4M on standard input.
 *
 * ffmpeg turns pictures upright, makes pixels squares and rates even: each
 * picture is written once where the film's times are even, and again as long as
 * it stays where they are not.
 */
#ifndef RIPPLE_MEDIA_FILM_SOURCE_H
#define RIPPLE_MEDIA_FILM_SOURCE_H

#include "media/film_kind.h"
#include "media/y4m.h"
#include "os/child.h"
#include "os/error.h"

#include <SDL.h>

typedef enum FilmUse {
    FILM_ONCE,   /* to its end */
    FILM_LOOPED, /* again and again, as a file; a stream ends all the same */
    FILM_LIVE,   /* the same in a window, which shows at most 60 a second */
} FilmUse;

typedef struct FilmSource {
    char *path;
    const char *name; /* for errors */
    FilmKind kind;
    FilmUse use;
    SDL_atomic_t *cancel; /* see decoder_load; reading ends soon if not 0 */
    Child child;          /* without a process: standard input */
    Y4m y4m;              /* the head; of a film, size and rate */
    int width, height;    /* of the pictures */
    int is_hdtv;          /* its colours, unless the film says so */
    int lines;            /* as they are stored, before a turn */
    int is_hdr;           /* they are mapped to those of a screen */
    int is_interlaced;    /* its file says so; else each picture does */
    Uint64 start_ms;      /* when the child was started */
    uint32_t ground;      /* below transparent pictures; 0: not chosen */
    int is_found;         /* the chunk of the next picture has begun */
    uint8_t *planes;      /* of a picture of a stream */
    SDL_Surface *narrow;  /* a picture of it whose pixels are no squares */
    uint64_t pictures;    /* since the child has started */
    uint64_t bytes;       /* read in all */
} FilmSource;

/* Reads the head of a film, which is no FILM_NONE, and starts to decode it.
   Returns 0, or -1; close it in both cases. The struct must be zero. */
int film_source_open(FilmSource *source, const char *path, FilmKind kind,
                     FilmUse use, SDL_atomic_t *cancel, Error *error);

/* Waits for the next picture and puts it into a surface of its size, with all
   alphas 0xFF, on the ground. Returns 0, 1 at the end, or -1: the film is
   damaged or a decoder has ended or hangs, or, with an empty text, it was given
   up. */
int film_source_read(FilmSource *source, SDL_Surface *picture, Error *error);

/* Ends the decoder and frees all. */
void film_source_close(FilmSource *source);

#endif
