/* SPDX-License-Identifier: MIT */
#include "fault_injection.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static Faults own;

Faults *faults = &own;

const char *faults_name(FaultFamily family)
{
    static const char *const names[FAULT_COUNT] = {
        [FAULT_MEMORY] = "memory", [FAULT_THREADS] = "threads",
        [FAULT_FILES] = "files",   [FAULT_SDL] = "SDL",
        [FAULT_SHORT] = "short",   [FAULT_INTERRUPTED] = "interrupted",
    };

    return names[family];
}

int faults_strike(FaultFamily family, const char *call)
{
    long number;

    if (!faults->armed)
        return 0;
    number = atomic_fetch_add(&faults->counts[family], 1) + 1;
    if (family != faults->family || faults->number == 0 ||
        (faults->for_ever ? number < faults->number : number != faults->number))
        return 0;
    if (number == faults->number)
        strncpy(faults->failed, call, sizeof faults->failed - 1);
    return 1;
}

void faults_arm(Faults *armed, FaultFamily family, long number, int for_ever)
{
    for (int i = 0; i < FAULT_COUNT; i++)
        atomic_store(&armed->counts[i], 0);
    memset(armed->failed, 0, sizeof armed->failed);
    armed->family = family;
    armed->number = number;
    armed->for_ever = for_ever;
    armed->armed = 1;
}

static Faults *map(int file)
{
    void *mapped = file >= 0 ? mmap(NULL, sizeof *faults,
                                    PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                             : MAP_FAILED;

    if (file >= 0)
        close(file);
    return mapped != MAP_FAILED ? mapped : NULL;
}

Faults *faults_create(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    if (file >= 0 && ftruncate(file, sizeof *faults) != 0) {
        close(file);
        return NULL;
    }
    return map(file);
}

__attribute__((constructor)) static void join(void)
{
    const char *path = getenv(FAULTS_VARIABLE);
    Faults *shared = path != NULL ? map(open(path, O_RDWR | O_CLOEXEC)) : NULL;

    if (path != NULL && shared == NULL)
        abort();
    if (shared != NULL)
        faults = shared;
}
