/* SPDX-License-Identifier: MIT */
/* The pictures and films of a folder and of the folders in it. */
#ifndef RIPPLE_MEDIA_FOLDER_H
#define RIPPLE_MEDIA_FOLDER_H

#include <stddef.h>

/* Zeroed: empty. */
typedef struct Folder {
    char **names; /* paths below the folder, sorted by folder_compare */
    size_t count;
} Folder;

/* Adds what has the ending of a picture or film; neither hidden files nor
   folders behind links. Returns 0, or -1 and sets errno. */
int folder_list(Folder *folder, const char *path);

void folder_clear(Folder *folder);

/* As strcmp, in the order in which people sort: 2 before 10, apple before
   Zebra, the files of a folder together. */
int folder_compare(const char *a, const char *b);

#endif
