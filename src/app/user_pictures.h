/* SPDX-License-Identifier: MIT */
/* The folder that the user's desktop has for pictures. */
#ifndef RIPPLE_APP_USER_PICTURES_H
#define RIPPLE_APP_USER_PICTURES_H

/* A path, to be freed: XDG_PICTURES_DIR of the file user-dirs.dirs or of the
   environment, or else ~/Pictures. NULL if it holds no file that looks like a
   picture. */
char *user_pictures_find(void);

#endif
