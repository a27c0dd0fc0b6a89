/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "pond.h"

#ifdef _WIN32
#include <windows.h>

#include <psapi.h>
#else
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define FRAMES 8

/* Of this process: at its peak, or, on Windows, now. */
static double read_megabytes(void)
{
#ifdef _WIN32
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};

    return GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)
               ? (double)counters.WorkingSetSize / 1e6
               : 0;
#else
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024 / 1e6;
#endif
}

/* What was measured, or why not: 0 megabytes and a report. */
typedef struct Memory {
    double megabytes;
    Error error;
} Memory;

static Memory run_frames(const Row *row, const Arguments *arguments)
{
    Memory memory = {0};
    Pond pond;

    if (pond_init(&pond, row, &arguments->water, &memory.error) != 0)
        return memory;
    for (int i = 0; i < FRAMES; i++)
        pond_advance(&pond, NULL);
    memory.megabytes = read_megabytes();
    pond_clear(&pond);
    if (memory.megabytes <= 0)
        error_set(&memory.error, "memory", "%s", "not measured");
    return memory;
}

#ifdef _WIN32

static Memory measure(const Row *row, const Arguments *arguments)
{
    return run_frames(row, arguments);
}

#else

/* Takes what the child sends; 0 when that is not all of it. */
static int receive(Memory *memory, int from)
{
    size_t size = 0;
    ssize_t got = 1;

    while (size < sizeof *memory && got != 0) {
        got = read(from, (char *)memory + size, sizeof *memory - size);
        if (got < 0 && errno != EINTR)
            return 0;
        size += got > 0 ? (size_t)got : 0;
    }
    return size == sizeof *memory;
}

static int send_all(const Memory *memory, int to)
{
    size_t size = 0;

    while (size < sizeof *memory) {
        ssize_t sent =
            write(to, (const char *)memory + size, sizeof *memory - size);

        if (sent < 0 && errno != EINTR)
            return 0;
        size += sent > 0 ? (size_t)sent : 0;
    }
    return 1;
}

static Memory measure(const Row *row, const Arguments *arguments)
{
    Memory memory = {0}, received;
    int ends[2];
    pid_t child;

    error_set(&memory.error, "memory", "%s", "no process to measure");
    fflush(stdout);
    if (pipe(ends) != 0)
        return memory;
    child = fork();
    if (child == 0) {
        memory = run_frames(row, arguments);
        _exit(send_all(&memory, ends[1]) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    if (child > 0 && receive(&received, ends[0]))
        memory = received;
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    return memory;
}

#endif

int memory_measure(Row *row, const Arguments *arguments, Error *error)
{
    Memory memory = measure(row, arguments);

    row->peak_rss_mb = memory.megabytes;
    if (row->peak_rss_mb > 0)
        return 0;
    *error = memory.error;
    return -1;
}
