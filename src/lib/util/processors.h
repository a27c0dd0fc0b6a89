/* SPDX-License-Identifier: MIT */
/* How many processors this process may keep busy. */
#ifndef RIPPLE_UTIL_PROCESSORS_H
#define RIPPLE_UTIL_PROCESSORS_H

/* Those of its affinity, and no more than its quota: 1..RIPPLE_MAX_THREADS. */
int ripple_processors_count(void);

/*
 * The quota of CPU time that control groups give a process, in processors,
 * rounded as nproc does, at least 1; INT_MAX without a quota. `list` is its
 * /proc/self/cgroup, `root` is /sys/fs/cgroup. A group has at most what those
 * above it have.
 */
int ripple_processors_quota(const char *list, const char *root);

#endif
