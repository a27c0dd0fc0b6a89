/* SPDX-License-Identifier: MIT */
/* Names of files: the folders that a desktop has for them, their endings, and
   pictures inside the program. */
#ifndef RIPPLE_OS_PATHS_H
#define RIPPLE_OS_PATHS_H

#include <stddef.h>

/* Whether a path ends in a point and this ending, in upper or lower case, and
   has a name before them. */
int paths_have_ending(const char *path, const char *ending);

/* The same for one of several, with blanks between them; each has at most 7
   bytes. */
int paths_have_one_of(const char *path, const char *endings);

/* The last part of a path, behind its folders. */
const char *paths_name(const char *path);

/* The name of a picture inside the program, if the path is "builtin:NAME", or
   NULL. */
const char *paths_builtin(const char *path);

/* A path, to be freed: the name in that folder, or the name alone if it is
   absolute or "builtin:NAME". NULL if there is no memory. */
char *paths_join(const char *folder, const char *name);

/* A path, to be freed: the name in the folder that an environment variable
   gives, or else in `folder` of the user's home. NULL if neither is absolute,
   or if there is no memory. */
char *paths_find(const char *variable, const char *folder, const char *name);

/* A path, to be freed: the folder of a variable like "XDG_PICTURES_DIR" in the
   file user-dirs.dirs or in the environment, or else `usual` of the user's
   home; without a '/' at its end. NULL as paths_find. */
char *paths_find_user_folder(const char *variable, const char *usual);

/* Where a file that the user saves goes: NULL, the working folder, unless that
   is the user's home or the root, where desktops start programs; then it is the
   result of paths_find_user_folder. */
char *paths_find_save_folder(const char *variable, const char *usual);

/* A path, to be freed, for one that begins with "~" or "~USER", in the home of
   that user, or for a URL, "file:///a%20b". NULL: there is nothing to replace.
   Shells do the former for words alone, other programs that start us do not at
   all. */
char *paths_expand(const char *path);

/*
 * Writes where a file is, for people: its whole path with '~' for the user's
 * home; `name` is a path or a name in the working folder. A path of `size`
 * bytes or more keeps its end, after "..." and from a '/' on if one is left.
 * Where the folder is unknown, that is the name alone. `size` is at least 8.
 */
void paths_tell(char *text, size_t size, const char *name);

/* Makes the missing folders of a path, readable by the user alone. Returns 0,
   or -1 and sets errno. */
int paths_make_folders(char *path);

#endif
