/* SPDX-License-Identifier: MIT */
/*
 * The pictures and films of a folder and of the folders in it, in the order of
 * their names or shuffled, again and again. A thread of its own reads and fits
 * the next one, so that a window need not wait. For a file that cannot be read
 * a line is printed on standard error when its turn comes, unless nothing has
 * changed since the picture before.
 */
#ifndef RIPPLE_MEDIA_FOLDER_H
#define RIPPLE_MEDIA_FOLDER_H

#include "ripple.h"
#include "media/film.h"
#include "os/error.h"

#include <SDL.h>

typedef struct Folder Folder;

/* How a folder is shown. */
typedef struct FolderOrder {
    FilmUse use;  /* of films */
    int shuffles; /* a round has each picture once, in an order by the seed, and
                     does not begin with the last one of the round before; 0:
                     in the order of names */
    uint64_t seed; /* may be another for each pool */
    int remembers; /* begins after the picture that the last run with this seed
                      has shown, which a file in the folder of states keeps */
} FolderOrder;

/*
 * Reads the picture or film of that name, as film_read. Of a folder it reads
 * the first picture and opens it for the others, whose films are FILM_LIVE or
 * else FILM_LOOPED. Returns 0, with *folder NULL unless it is one and sometimes
 * a text in *error, as film_read, or -1 with the reason, *folder NULL and
 * *first zero.
 */
int folder_read(Picture *first, Folder **folder, const char *path,
                const FolderOrder *order, SDL_atomic_t *cancel, Error *error);

/* Gives up a picture that is being read, and frees all; NULL is allowed. */
void folder_close(Folder *folder);

/*
 * Begins to read the next picture if `by` is 1, or the one before if it is -1,
 * and to fit it to a size, unless that has begun. A picture of the other
 * direction is given up. After the last picture the folder is listed again.
 * Behind others the thread takes the time that they leave, so that no frame is
 * late, and this does not wait either: it returns 0 while a picture that is
 * given up is still being read, or else 1.
 */
int folder_prepare(Folder *folder, int by, int width, int height, Fit fit,
                   int is_behind);

/* The name of the file that was given last, without its folder; valid until the
   next one is. */
const char *folder_name(const Folder *folder);

/* Whether no picture is being read; 1 for NULL. */
int folder_is_ready(Folder *folder);

/* Waits for the prepared picture and gives it to the caller. Returns 0, or -1
   if none of the folder's pictures could be read, which is printed. */
int folder_take(Folder *folder, Picture *picture);

/* The path of the folder that the user's desktop has for pictures, to be freed;
   NULL if there is none in it. */
char *folder_find_usual(void);

/* Zeroed: empty. */
typedef struct FolderFiles {
    char **names; /* paths below the folder, sorted by folder_compare */
    size_t count;
} FolderFiles;

/* Adds what has the ending of a picture or film; neither hidden files nor
   folders behind links. Returns 0, or -1 and sets errno. */
int folder_list(FolderFiles *files, const char *path);

void folder_free_list(FolderFiles *files);

/* As strcmp, in the order in which people sort: 2 before 10, apple before
   Zebra, the files of a folder together. */
int folder_compare(const char *a, const char *b);

#endif
