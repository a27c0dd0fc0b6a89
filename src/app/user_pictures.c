/* SPDX-License-Identifier: MIT */
#include "app/user_pictures.h"

#include "media/folder.h"
#include "os/paths.h"
#include "os/xalloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLE "XDG_PICTURES_DIR"
#define HOME     "$HOME/"
#define MAX_LINE 1024

/* The folder that a line NAME="FOLDER" names, to be freed, or NULL. */
static char *read_line(char *line)
{
    char *value = line + strlen(VARIABLE "=\"");

    if (strncmp(line, VARIABLE "=\"", strlen(VARIABLE "=\"")) != 0)
        return NULL;
    value[strcspn(value, "\"\n")] = '\0';
    if (strncmp(value, HOME, strlen(HOME)) == 0 && value[strlen(HOME)] != '\0')
        return paths_find("", value + strlen(HOME), "");
    return value[0] == '/' ? xalloc_copy(value) : NULL;
}

/* The same of the file that xdg-user-dirs writes. */
static char *read_file(void)
{
    char *path = paths_find("XDG_CONFIG_HOME", ".config", "user-dirs.dirs");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    char line[MAX_LINE], *folder = NULL;

    free(path);
    while (file != NULL && folder == NULL &&
           fgets(line, sizeof line, file) != NULL)
        folder = read_line(line);
    if (file != NULL)
        fclose(file);
    return folder;
}

static int has_pictures(const char *path)
{
    Folder folder = {.count = 0};
    int found;

    folder_list(&folder, path);
    found = folder.count > 0;
    folder_clear(&folder);
    return found;
}

static void cut_slashes(char *path)
{
    size_t length = strlen(path);

    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
}

char *user_pictures_find(void)
{
    char *folder = read_file();

    if (folder == NULL)
        folder = paths_find(VARIABLE, "Pictures", "");
    if (folder != NULL)
        cut_slashes(folder);
    if (folder != NULL && has_pictures(folder))
        return folder;
    free(folder);
    return NULL;
}
