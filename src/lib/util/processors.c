/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */

#include "lib/util/processors.h"

#include "lib/util/fixed.h"
#include "ripple.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#if defined RIPPLE_NO_THREADS || defined __wasm__ /* one is all there is */
#elif defined _WIN32
#include <windows.h>
#else
#include <sched.h>
#include <unistd.h>
#endif

#define MAX_LINE 1024

/* Reads the one or two numbers in a file of a group, if it is there. */
static void read_numbers(const char *group, const char *name, long *first,
                         long *second)
{
    char path[2 * MAX_LINE + 32];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", group, name);
    file = fopen(path, "r");
    if (file == NULL)
        return;
    if (fscanf(file, "%ld %ld", first, second) < 1)
        *first = 0;
    fclose(file);
}

/* Without a quota version 2 says "max", version 1 has -1. */
static int read_quota(const char *group)
{
    long quota = 0, period = 0;

    read_numbers(group, "cpu.max", &quota, &period);
    read_numbers(group, "cpu.cfs_quota_us", &quota, &period);
    read_numbers(group, "cpu.cfs_period_us", &period, &period);
    if (quota <= 0 || period <= 0)
        return INT_MAX;
    return (int)clamp_int64((quota + period / 2) / period, 1, INT_MAX);
}

/* A line is ID:CONTROLLERS:GROUP, without controllers in version 2. A container
   may see its own group as the root, under none of these names. */
static int read_line(char *line, const char *root)
{
    char controllers[MAX_LINE], group[2 * MAX_LINE];
    char *names = strchr(line, ':'), *path;
    int quota = INT_MAX, is_old;

    path = names != NULL ? strchr(++names, ':') : NULL;
    if (path == NULL)
        return INT_MAX;
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    is_old = names[0] != '\0';
    snprintf(controllers, sizeof controllers, ",%s,", names);
    if (is_old && strstr(controllers, ",cpu,") == NULL)
        return INT_MAX;
    snprintf(group, sizeof group, "%s%s%s", root, is_old ? "/cpu" : "", path);
    while (strlen(group) >= strlen(root)) {
        quota = min_int(quota, read_quota(group));
        *strrchr(group, '/') = '\0';
    }
    return quota;
}

int ripple_processors_quota(const char *list, const char *root)
{
    FILE *file = fopen(list, "r");
    char line[MAX_LINE];
    int quota = INT_MAX;

    if (file == NULL)
        return INT_MAX;
    while (fgets(line, sizeof line, file) != NULL)
        quota = min_int(quota, read_line(line, root));
    fclose(file);
    return quota;
}

int ripple_processors_count(void)
{
    int count = 1;
#if defined RIPPLE_NO_THREADS || defined __wasm__
#elif defined _WIN32
    DWORD_PTR ours, all;

    if (GetProcessAffinityMask(GetCurrentProcess(), &ours, &all))
        count = __builtin_popcountll(ours);
#else
    count = (int)sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = CPU_COUNT(&set);
#endif
    count = min_int(
        count, ripple_processors_quota("/proc/self/cgroup", "/sys/fs/cgroup"));
#endif
    return clamp_int(count, 1, RIPPLE_MAX_THREADS);
}
