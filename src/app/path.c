/* SPDX-License-Identifier: MIT */
#include "path.h"

#include <string.h>
#include <strings.h>

int path_has_ending(const char *path, const char *ending)
{
    const char *point = strrchr(path, '.');

    return point != NULL && point > path && strcasecmp(point + 1, ending) == 0;
}
