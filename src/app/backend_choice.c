/* SPDX-License-Identifier: MIT */
#include "app/backend_choice.h"

#include <stddef.h>

#ifdef __linux__

#include <stdio.h>
#include <unistd.h>

/* Of the kernel's drivers, then of those that makers have beside it. */
static const char *const devices[] = {
    "dri",      "nvidiactl", "dxg",     "mali0",      "mali",        "kgsl-3d0",
    "pvrsrvkm", "pvr_sync",  "galcore", "nvhost-gpu", "nvhost-ctrl", "nvmap",
};

int gpu_is_possible(const char *folder)
{
    char path[128];

    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, devices[i]);
        if (access(path, F_OK) == 0)
            return 1;
    }
    return 0;
}

#else

int gpu_is_possible(const char *folder)
{
    return folder != NULL;
}

#endif
