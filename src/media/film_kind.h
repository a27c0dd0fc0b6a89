/* SPDX-License-Identifier: MIT */
/* Tells films from pictures by their first bytes, and by the ending of their
   names if these say nothing. */
#ifndef RIPPLE_MEDIA_FILM_KIND_H
#define RIPPLE_MEDIA_FILM_KIND_H

#include <stddef.h>

typedef enum FilmKind {
    FILM_NONE,   /* a picture, or nothing that can be shown */
    FILM_FILE,   /* for ffmpeg to look into */
    FILM_BARE,   /* the same without an index, which ffmpeg cannot loop */
    FILM_GIF,    /* with more than one frame; its first is a picture, too */
    FILM_APNG,   /* the same */
    FILM_WEBP,   /* the same; not for ffmpeg, which cannot read it */
    FILM_STILL,  /* one picture, in a format that ffmpeg alone may read */
    FILM_STREAM, /* Y4M on standard input */
} FilmKind;

/* "-" is a stream. Never waits: a pipe is none. */
FilmKind film_kind_find(const char *path);

/* Whether a file that begins with these bytes, FILM_KIND_STILL_HEAD of them, is
   a FILM_STILL. */
#define FILM_KIND_STILL_HEAD 12
int film_kind_is_still(const unsigned char *head, size_t size);

/* Whether a file's name has the ending of a film or of a still for ffmpeg. */
int film_kind_has_ending(const char *name);

#endif
