/* SPDX-License-Identifier: MIT */
/* Names of files: where the desktop wants ours, and what they say about the
   format. */
#ifndef RIPPLE_HOST_PATHS_H
#define RIPPLE_HOST_PATHS_H

/* Whether a path ends in a point and this ending, in either case, after
   something else. */
int paths_have_ending(const char *path, const char *ending);

/* A path to be freed: the name, from that folder unless it is absolute or
   built in. NULL when out of memory. */
char *paths_join(const char *folder, const char *name);

/* A path to be freed: the name in the folder that a variable of the
   environment says, or else in that folder of the home. NULL when neither is
   absolute, or out of memory. */
char *paths_find(const char *variable, const char *folder, const char *name);

/* Makes the folders above a path that are missing, for the user alone; 0, or
   -1 with errno. */
int paths_make_folders(char *path);

#endif
