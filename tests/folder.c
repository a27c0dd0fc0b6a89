/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* nftw */

#include "folder.h"

#include <ftw.h>
#include <stdio.h>

static int remove_entry(const char *path, const struct stat *status, int kind,
                        struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void folder_remove(const char *path)
{
    nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}
