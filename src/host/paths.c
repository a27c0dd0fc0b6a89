/* SPDX-License-Identifier: MIT */
#include "host/paths.h"

#include "host/compat.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

int paths_have_ending(const char *path, const char *ending)
{
    const char *point = strrchr(path, '.');

    return point != NULL && point > path && strcasecmp(point + 1, ending) == 0;
}

const char *paths_builtin(const char *path)
{
    static const char prefix[] = "builtin:";
    size_t length = sizeof prefix - 1;

    return strncmp(path, prefix, length) == 0 ? path + length : NULL;
}

char *paths_join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path;

    if (compat_is_absolute(name) || paths_builtin(name) != NULL)
        return strdup(name);
    path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *paths_find(const char *variable, const char *folder, const char *name)
{
    const char *given = getenv(variable), *home = getenv(COMPAT_HOME);
    char *path, *found;

    if (given != NULL && compat_is_absolute(given))
        return paths_join(given, name);
    if (home == NULL || !compat_is_absolute(home))
        return NULL;
    path = paths_join(home, folder);
    found = path != NULL ? paths_join(path, name) : NULL;
    free(path);
    return found;
}

int paths_make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        int result;

        *slash = '\0';
        result = mkdir(path, 0700);
        *slash = '/';
        if (result != 0 && errno != EEXIST)
            return -1;
    }
    return 0;
}
