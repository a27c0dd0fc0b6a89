/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
#define _DEFAULT_SOURCE /* wait4 */
#endif
#include "memory.h"

#include "pond.h"

#ifdef _WIN32
#include <windows.h>

#include <psapi.h>
#else
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define FRAMES 8

/* Makes a pool and some frames; fills in the memory of this process on
   Windows. */
static int run_frames(Row *row, Error *error)
{
    Pond pond;

    if (pond_init(&pond, row, row->water, error) != 0)
        return -1;
    for (int i = 0; i < FRAMES; i++)
        pond_advance(&pond, NULL);
#ifdef _WIN32
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};

    if (GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters))
        row->peak_rss_mb = (double)counters.WorkingSetSize / 1e6;
#endif
    pond_clear(&pond);
    return 0;
}

int memory_measure(Row *row, Error *error)
{
#ifndef _WIN32
    struct rusage usage;
    int status;
    pid_t child, ended;

    fflush(stdout);
    child = fork();
    if (child == 0)
        _exit(run_frames(row, error) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
    do
        ended = child > 0 ? wait4(child, &status, 0, &usage) : 0;
    while (ended < 0 && errno == EINTR);
    if (ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) {
        row->peak_rss_mb = (double)usage.ru_maxrss * 1024 / 1e6;
        return 0;
    }
#endif
    /* If the child failed, this fails with its reason. */
    if (run_frames(row, error) != 0)
        return -1;
    return row->peak_rss_mb > 0
               ? 0
               : error_set(error, "memory", "%s", "no process to measure");
}
