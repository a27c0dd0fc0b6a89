/* SPDX-License-Identifier: MIT */
#include "process_stats.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* One arena: the size must not depend on which thread allocates. */
void process_stats_init(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
#endif
}

/* Gives free memory back to the system first. */
static size_t read_heap(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info;

    malloc_trim(0);
    info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static int read_resident(size_t *resident)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages;
    int count;

    if (file == NULL)
        return -1;
    count = fscanf(file, "%*u %lu", &pages);
    fclose(file);
    *resident = (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
    return count == 1 ? 0 : -1;
}

static int count_entries(int *count, const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;

    if (folder == NULL)
        return -1;
    *count = 0;
    while ((entry = readdir(folder)) != NULL)
        *count += entry->d_name[0] != '.';
    closedir(folder);
    return 0;
}

int process_stats_read(ProcessStats *stats)
{
    stats->heap = read_heap();
    if (read_resident(&stats->resident) != 0 ||
        count_entries(&stats->descriptors, "/proc/self/fd") != 0)
        return -1;
    return count_entries(&stats->threads, "/proc/self/task");
}
