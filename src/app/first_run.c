/* SPDX-License-Identifier: MIT */
#include "app/first_run.h"

#include "os/compat.h"
#include "os/paths.h"

/* O_EXCL: of several programs that start together one makes the file. */
static int make_mark(char *path)
{
    int file = paths_make_folders(path) == 0
                   ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                   : -1;

    return file >= 0 && close(file) == 0;
}

int first_run_begin(void)
{
    char *path = paths_find("XDG_STATE_HOME", ".local/state", "ripple/greeted");
    int is_first = path != NULL && make_mark(path);

    free(path);
    return is_first;
}
