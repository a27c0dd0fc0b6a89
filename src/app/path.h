/* SPDX-License-Identifier: MIT */
/* What the name of a file says about its format. */
#ifndef RIPPLE_APP_PATH_H
#define RIPPLE_APP_PATH_H

/* Whether a path ends in a point and this ending, in either case, after
   something else. */
int path_has_ending(const char *path, const char *ending);

#endif
