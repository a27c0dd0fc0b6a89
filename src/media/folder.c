/* SPDX-License-Identifier: MIT */
#include "media/folder.h"

#include "media/film_kind.h"
#include "media/probe.h"
#include "os/compat.h"
#include "os/paths.h"
#include "os/xalloc.h"

#include <ctype.h>
#include <dirent.h>
#include <string.h>

#define DIGITS "0123456789"

/* Compares the numbers that two texts begin with and skips them. */
static int compare_numbers(const char **a, const char **b)
{
    size_t digits_a, digits_b;
    int by;

    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    digits_a = strspn(*a, DIGITS);
    digits_b = strspn(*b, DIGITS);
    by = digits_a != digits_b ? (digits_a > digits_b ? 1 : -1)
                              : strncmp(*a, *b, digits_a);
    *a += digits_a;
    *b += digits_b;
    return by;
}

/* The place of a character: a folder's files stay together. */
static int rank(char c)
{
    return c == '/' ? 1 : tolower((unsigned char)c);
}

int folder_compare(const char *a, const char *b)
{
    const char *rest_a = a, *rest_b = b;
    int by = 0;

    while (by == 0 && *rest_a != '\0' && *rest_b != '\0') {
        if (strspn(rest_a, DIGITS) > 0 && strspn(rest_b, DIGITS) > 0)
            by = compare_numbers(&rest_a, &rest_b);
        else
            by = rank(*rest_a++) - rank(*rest_b++);
    }
    if (by == 0)
        by = rank(*rest_a) - rank(*rest_b);
    return by != 0 ? by : strcmp(a, b);
}

static int compare_names(const void *a, const void *b)
{
    return folder_compare(*(char *const *)a, *(char *const *)b);
}

static int is_folder(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int is_picture(const char *path)
{
    struct stat status;

    return (probe_has_ending(path) || film_kind_has_ending(path)) &&
           stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Adds what is in `path`, whose names without it begin at `start`. Links could
   lead around in a circle. */
static int add_all(Folder *folder, const char *path, size_t start)
{
    DIR *files = opendir(path);
    struct dirent *entry;

    if (files == NULL)
        return -1;
    while ((entry = readdir(files)) != NULL) {
        char *name = paths_join(path, entry->d_name);

        if (entry->d_name[0] != '.' && is_folder(name)) {
            add_all(folder, name, start);
        } else if (entry->d_name[0] != '.' && is_picture(name)) {
            folder->names = xalloc_grow(
                folder->names, (folder->count + 1) * sizeof *folder->names);
            folder->names[folder->count++] = xalloc_copy(name + start);
        }
        free(name);
    }
    closedir(files);
    return 0;
}

int folder_list(Folder *folder, const char *path)
{
    if (add_all(folder, path, strlen(path) + 1) != 0)
        return -1;
    if (folder->count > 0)
        qsort(folder->names, folder->count, sizeof *folder->names,
              compare_names);
    return 0;
}

void folder_clear(Folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        free(folder->names[i]);
    free(folder->names);
    *folder = (Folder){.count = 0};
}
