/* SPDX-License-Identifier: MIT */
#include "fault_injection.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static Points own;

Points *points = &own;

const char *points_name(PointFamily family)
{
    static const char *const names[POINT_COUNT] = {
        [POINT_MEMORY] = "memory", [POINT_THREADS] = "threads",
        [POINT_FILES] = "files",   [POINT_SDL] = "SDL",
        [POINT_SHORT] = "short",   [POINT_INTERRUPTED] = "interrupted",
    };

    return names[family];
}

int points_fail(PointFamily family, const char *call)
{
    long number;

    if (!points->armed)
        return 0;
    number = atomic_fetch_add(&points->counts[family], 1) + 1;
    if (family != points->family || points->number == 0 ||
        (points->for_ever ? number < points->number : number != points->number))
        return 0;
    if (number == points->number)
        strncpy(points->failed, call, sizeof points->failed - 1);
    return 1;
}

void points_arm(Points *armed, PointFamily family, long number, int for_ever)
{
    for (int i = 0; i < POINT_COUNT; i++)
        atomic_store(&armed->counts[i], 0);
    memset(armed->failed, 0, sizeof armed->failed);
    armed->family = family;
    armed->number = number;
    armed->for_ever = for_ever;
    armed->armed = 1;
}

static Points *map(int file)
{
    void *mapped = file >= 0 ? mmap(NULL, sizeof *points,
                                    PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                             : MAP_FAILED;

    if (file >= 0)
        close(file);
    return mapped != MAP_FAILED ? mapped : NULL;
}

Points *points_create(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    if (file >= 0 && ftruncate(file, sizeof *points) != 0) {
        close(file);
        return NULL;
    }
    return map(file);
}

__attribute__((constructor)) static void join(void)
{
    const char *path = getenv(POINTS_VARIABLE);
    Points *shared = path != NULL ? map(open(path, O_RDWR | O_CLOEXEC)) : NULL;

    if (path != NULL && shared == NULL)
        abort();
    if (shared != NULL)
        points = shared;
}
