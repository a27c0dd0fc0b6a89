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
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define FRAMES 8

/* Makes a pool and some frames; `megabytes` gets the memory of this process on
   Windows, 0 elsewhere. */
static int run_frames(double *megabytes, const Row *row,
                      const Arguments *arguments, Error *error)
{
    Pond pond;

    *megabytes = 0;
    if (pond_init(&pond, row, &arguments->water, error) != 0)
        return -1;
    for (int i = 0; i < FRAMES; i++)
        pond_advance(&pond, NULL);
#ifdef _WIN32
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};

    if (GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters))
        *megabytes = (double)counters.WorkingSetSize / 1e6;
#endif
    pond_clear(&pond);
    return 0;
}

#ifndef _WIN32
/* Returns the peak of a child process in megabytes; 0 if it fails. */
static double measure_child(const Row *row, const Arguments *arguments)
{
    struct rusage usage;
    double megabytes;
    int status;
    pid_t child, ended;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        Error error;

        _exit(run_frames(&megabytes, row, arguments, &error) == 0
                  ? EXIT_SUCCESS
                  : EXIT_FAILURE);
    }
    if (child < 0)
        return 0;
    do
        ended = wait4(child, &status, 0, &usage);
    while (ended < 0 && errno == EINTR);
    return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? (double)usage.ru_maxrss * 1024 / 1e6
               : 0;
}
#endif

int memory_measure(Row *row, const Arguments *arguments, Error *error)
{
#ifndef _WIN32
    row->peak_rss_mb = measure_child(row, arguments);
    if (row->peak_rss_mb > 0)
        return 0;
#endif
    /* Here a child that failed fails with its reason. */
    if (run_frames(&row->peak_rss_mb, row, arguments, error) != 0)
        return -1;
    return row->peak_rss_mb > 0
               ? 0
               : error_set(error, "memory", "%s", "no process to measure");
}
