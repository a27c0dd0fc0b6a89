/* SPDX-License-Identifier: MIT */
#include "os/paths.h"
#include "os/xalloc.h"

#include "os/compat.h"

#include "os/parse.h"

#include <ctype.h>
#include <errno.h>
#if COMPAT_HAS_FORK
#include <pwd.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_LINE    1024 /* of user-dirs.dirs */
#define FOLDER_SIZE 4096 /* of the longest working folder that is told */

int paths_have_ending(const char *path, const char *ending)
{
    const char *point = strrchr(path, '.');

    return point != NULL && point > path && strcasecmp(point + 1, ending) == 0;
}

int paths_have_one_of(const char *path, const char *endings)
{
    while (*endings != '\0') {
        size_t length = strcspn(endings, " ");
        char ending[8] = "";

        memcpy(ending, endings, length < sizeof ending ? length : 0);
        if (paths_have_ending(path, ending))
            return 1;
        endings += length + (endings[length] == ' ');
    }
    return 0;
}

const char *paths_name(const char *path)
{
    const char *slash;

    while ((slash = strpbrk(path, COMPAT_SLASHES)) != NULL)
        path = slash + 1;
    return path;
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
        return xalloc_copy(name);
    path = xalloc_get(size);
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
    found = paths_join(path, name);
    free(path);
    return found;
}

/* The folder that a line NAME="FOLDER" gives the variable, to be freed, or
 * NULL.
 */
static char *read_user_folder(char *line, const char *variable)
{
    size_t length = strlen(variable);
    char *value = line + length + strlen("=\"");

    if (strncmp(line, variable, length) != 0 ||
        strncmp(line + length, "=\"", strlen("=\"")) != 0)
        return NULL;
    value[strcspn(value, "\"\n")] = '\0';
    if (strncmp(value, "$HOME/", strlen("$HOME/")) == 0 &&
        value[strlen("$HOME/")] != '\0')
        return paths_find("", value + strlen("$HOME/"), "");
    return value[0] == '/' ? xalloc_copy(value) : NULL;
}

char *paths_find_user_folder(const char *variable, const char *usual)
{
    char *path = paths_find("XDG_CONFIG_HOME", COMPAT_CONFIG, "user-dirs.dirs");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    char line[MAX_LINE], *folder = NULL;

    free(path);
    while (file != NULL && folder == NULL &&
           fgets(line, sizeof line, file) != NULL)
        folder = read_user_folder(line, variable);
    if (file != NULL)
        fclose(file);
    if (folder == NULL)
        folder = paths_find(variable, usual, "");
    for (size_t end = folder != NULL ? strlen(folder) : 0;
         end > 1 && folder[end - 1] == '/'; end--)
        folder[end - 1] = '\0';
    return folder;
}

/* "" is the user that runs the program. Returns NULL if it is unknown. */
static const char *find_home(const char *user)
{
    const char *home = user[0] == '\0' ? getenv(COMPAT_HOME) : NULL;

#if COMPAT_HAS_FORK
    const struct passwd *entry = NULL;

    if (home == NULL || home[0] == '\0') {
        entry = user[0] == '\0' ? getpwuid(getuid()) : getpwnam(user);
        home = entry != NULL ? entry->pw_dir : NULL;
    }
#endif
    return home;
}

/* The path of a URL of this machine. */
static char *decode_url(const char *url)
{
    char *path = xalloc_copy(url), *to = path;

    while (*url != '\0') {
        char digits[3] = "";

        if (url[0] == '%' && isxdigit((unsigned char)url[1]) &&
            isxdigit((unsigned char)url[2])) {
            memcpy(digits, url + 1, 2);
            *to++ = (char)strtol(digits, NULL, 16);
            url += 3;
        } else {
            *to++ = *url++;
        }
    }
    *to = '\0';
    return path;
}

char *paths_expand(const char *path)
{
    size_t length = strcspn(path, "/");
    const char *home;
    char *user, *expanded = NULL;

    if (strncmp(path, "file:///", 8) == 0)
        return decode_url(path + 7);
    if (path[0] != '~')
        return NULL;
    user = xalloc_copy(path + 1);
    user[length - 1] = '\0';
    home = find_home(user);
    free(user);
    if (home != NULL) {
        size_t size = strlen(home) + strlen(path + length) + 1;

        expanded = xalloc_get(size);
        snprintf(expanded, size, "%s%s", home, path + length);
    }
    return expanded;
}

/* The part of a folder below the user's home, or NULL. */
static const char *below_home(const char *folder)
{
    const char *home = getenv(COMPAT_HOME);
    size_t length = home != NULL ? strlen(home) : 0;

    while (length > 0 && home[length - 1] == '/')
        length--;
    if (length == 0 || strncmp(folder, home, length) != 0 ||
        (folder[length] != '/' && folder[length] != '\0'))
        return NULL;
    return folder + length;
}

/* The longest end of a path that has less than `size` bytes: one that begins
   with '/', or else with a whole character of UTF-8. */
static const char *find_end(const char *path, size_t size)
{
    const char *end = path + strlen(path) - (size - 1);
    const char *slash = strchr(end, '/');

    if (slash != NULL)
        return slash;
    while (parse_is_inside_character(*end))
        end++;
    return end;
}

char *paths_find_save_folder(const char *variable, const char *usual)
{
    char folder[FOLDER_SIZE];
    const char *below;

    if (getcwd(folder, sizeof folder) != NULL && strcmp(folder, "/") != 0) {
        below = below_home(folder);
        if (below == NULL || below[0] != '\0')
            return NULL;
    }
    return paths_find_user_folder(variable, usual);
}

void paths_tell(char *text, size_t size, const char *name)
{
    char folder[FOLDER_SIZE], whole[2 * FOLDER_SIZE];
    char path[sizeof whole + 1];
    const char *below;

    if (compat_is_absolute(name) || getcwd(folder, sizeof folder) == NULL)
        snprintf(whole, sizeof whole, "%s", name);
    else
        snprintf(whole, sizeof whole, "%s/%s",
                 strcmp(folder, "/") == 0 ? "" : folder, name);
    below = below_home(whole);
    snprintf(path, sizeof path, "%s%s", below != NULL ? "~" : "",
             below != NULL ? below : whole);
    if (strlen(path) < size)
        snprintf(text, size, "%s", path);
    else
        snprintf(text, size, "...%s", find_end(path, size - 3));
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
