/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "pond.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define FRAMES 8

/* Runs a few frames and writes the peak of this process's memory. */
static void tell_memory(int to, const Row *row, const Arguments *arguments)
{
    struct rusage usage;
    double megabytes = 0;
    Report report;
    Pond pond;

    if (pond_init(&pond, row, &arguments->water, &report) == 0) {
        for (int i = 0; i < FRAMES; i++)
            pond_advance(&pond, NULL);
        getrusage(RUSAGE_SELF, &usage);
        megabytes = (double)usage.ru_maxrss * 1024 / 1e6;
    }
    if (write(to, &megabytes, sizeof megabytes) != sizeof megabytes)
        _exit(EXIT_FAILURE);
    _exit(EXIT_SUCCESS);
}

int memory_measure(Row *row, const Arguments *arguments, Report *report)
{
    int ends[2];
    pid_t child;

    fflush(stdout);
    if (pipe(ends) != 0)
        return report_failure(report, "memory", "%s", "no pipe");
    child = fork();
    if (child == 0)
        tell_memory(ends[1], row, arguments);
    close(ends[1]);
    if (child < 0 || read(ends[0], &row->peak_rss_mb,
                          sizeof row->peak_rss_mb) != sizeof(double))
        row->peak_rss_mb = 0;
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return row->peak_rss_mb > 0
               ? 0
               : report_failure(report, "memory", "%s", "not measured");
}
