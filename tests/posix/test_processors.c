/* SPDX-License-Identifier: MIT */
/* How many threads 0 stands for: by affinity, and by quotas of control groups
   in every layout of their folders. */
#define _GNU_SOURCE /* sched_setaffinity */

#include "lib/util/fixed.h"
#include "lib/util/processors.h"
#include "../support.h"
#include "../test.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

TEST_CASE(thread_pool, processors, .timeout_s = 10);

/* Files of groups as PATH=TEXT, parted by ';', and the list of a process. */
static const struct {
    const char *list, *files;
    int wanted;
} layouts[] = {
    /* Version 2. */
    {"0::/\n", "cpu.max=200000 100000\n", 2},
    {"0::/\n", "cpu.max=max 100000\n", INT_MAX},
    {"0::/\n", "", INT_MAX},
    {"0::/a.slice/b\n", "a.slice/b/cpu.max=300000 100000\n", 3},
    {"0::/a.slice/b\n", "a.slice/cpu.max=50000 10000\n", 5},
    {"0::/a/b c\n", "a/b c/cpu.max=max 100000;a/cpu.max=100000 100000", 1},
    {"0::/a/b\n", "a/b/cpu.max=400000 100000;a/cpu.max=800000 100000", 4},
    {"0::/a/b\n", "a/b/cpu.max=800000 100000;cpu.max=400000 100000", 4},
    {"0::/a", "ab/cpu.max=100000 100000", INT_MAX},
    /* Parts of a processor are rounded, and there is always one. */
    {"0::/\n", "cpu.max=150000 100000\n", 2},
    {"0::/\n", "cpu.max=149000 100000\n", 1},
    {"0::/\n", "cpu.max=1000 100000\n", 1},
    {"0::/\n", "cpu.max=350000000 1000000\n", 350},
    /* Version 1, and both. */
    {"4:cpu,cpuacct:/\n",
     "cpu/cpu.cfs_quota_us=100000\n;"
     "cpu/cpu.cfs_period_us=50000\n",
     2},
    {"4:cpuacct,cpu:/a/b\n",
     "cpu/a/b/cpu.cfs_quota_us=300000;"
     "cpu/a/b/cpu.cfs_period_us=100000",
     3},
    {"9:pids:/\n3:cpuset:/x\n2:cpu:/x\n0::/\n",
     "cpu/x/cpu.cfs_quota_us=200000;cpu/x/cpu.cfs_period_us=100000", 2},
    {"4:cpu:/a\n",
     "cpu/cpu.cfs_quota_us=200000;"
     "cpu/cpu.cfs_period_us=100000;cpu/a/cpu.cfs_quota_us=-1;"
     "cpu/a/cpu.cfs_period_us=100000",
     2},
    {"4:cpu:/\n", "cpu/cpu.cfs_quota_us=-1\n;cpu/cpu.cfs_period_us=100000\n",
     INT_MAX},
    {"4:cpuset,cpuacct:/\n",
     "cpu/cpu.cfs_quota_us=100000\n;"
     "cpu/cpu.cfs_period_us=100000\n",
     INT_MAX},
    /* A container's group under its name outside. */
    {"4:cpu,cpuacct:/docker/0123\n",
     "cpu/cpu.cfs_quota_us=200000\n;"
     "cpu/cpu.cfs_period_us=100000\n",
     2},
    {"0::/../../other\n", "cpu.max=200000 100000", 2},
    /* What is no list, or no quota. */
    {"", "cpu.max=200000 100000", INT_MAX},
    {"0\n1:cpu\n:\n", "cpu.max=200000 100000", INT_MAX},
    {"0::/\n", "cpu.max=", INT_MAX},
    {"0::/\n", "cpu.max=many 100000", INT_MAX},
    {"0::/\n", "cpu.max=100000 0", INT_MAX},
    {"0::/\n", "cpu.max=100000 -1", INT_MAX},
};

/* Writes TEXT to a file, and makes its folders. */
static void write_file(const char *root, char *file)
{
    char *text = strchr(file, '='), name[256];

    *text++ = '\0';
    snprintf(name, sizeof name, "%s/%s", root, file);
    for (char *slash = name; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(support_path(name), 0700);
        *slash = '/';
    }
    support_write(name, text);
}

TEST_LOOP(processors, quota, COUNT(layouts))
{
    char root[32], files[256], *file;
    const char *where;

    snprintf(root, sizeof root, "groups-%d", _i);
    snprintf(files, sizeof files, "%s", layouts[_i].files);
    for (file = strtok(files, ";"); file != NULL; file = strtok(NULL, ";"))
        write_file(root, file);
    where = support_path(root);
    EXPECT_INT(ripple_processors_quota(
                   support_write("cgroup", layouts[_i].list), where),
               ==, layouts[_i].wanted);
    EXPECT_INT(ripple_processors_quota(support_path("none"), where), ==,
               INT_MAX);
}

/* Bound to the first n processors that it may use, for each n, a pool has at
   most n threads by 0, and exactly n without a quota. */
TEST(processors, affinity)
{
    int quota = ripple_processors_quota("/proc/self/cgroup", "/sys/fs/cgroup");
    Ripple *pool = support_pool(9, 9, RIPPLE_MODEL_ROUND, 6, 1);
    cpu_set_t all, some;
    int count = 0;

    EXPECT_OK(sched_getaffinity(0, sizeof all, &all));
    CPU_ZERO(&some);
    for (size_t i = 0; i < CPU_SETSIZE && count < RIPPLE_MAX_THREADS; i++) {
        if (!CPU_ISSET(i, &all))
            continue;
        CPU_SET(i, &some);
        count++;
        EXPECT_OK(sched_setaffinity(0, sizeof some, &some));
        EXPECT_OK(ripple_use_threads(pool, 0));
        EXPECT_INT(ripple_threads(pool), ==, count < quota ? count : quota);
        EXPECT_INT(ripple_processors_count(), ==, ripple_threads(pool));
    }
    ripple_destroy(pool);
}
