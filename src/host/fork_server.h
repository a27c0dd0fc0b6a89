/* SPDX-License-Identifier: MIT */
/*
 * A process that forks a child for each job. It starts before the program has
 * threads or a display, so its children may do anything; the program itself
 * never waits for a job for longer than it wants.
 *
 *     program  -- name, file, pipe -->  server  -- fork -->  child: the job
 *        ^                                                     |
 *        +------------------------- pipe ----------------------+
 *
 * A child ends within 50 ms once nobody reads its pipe, whatever it does; the
 * server ends with the program. Both hold however the program ends. Their
 * standard error leads to /dev/null. A child has the priority of the thread
 * that asks for it.
 */
#ifndef RIPPLE_HOST_FORK_SERVER_H
#define RIPPLE_HOST_FORK_SERVER_H

#include "host/child.h"

#define FORK_SERVER_MAX_NAME 4096 /* bytes, with the '\0' */

/* Runs in a child. The name and the open file are those of fork_server_ask;
   child_send writes to the pipe. */
typedef void ForkJob(const char *name, int file);

/* Starts a server, to be ended with child_kill. Returns 0 or an errno. */
int fork_server_start(Child *server, ForkJob *job);

/*
 * Lets a child do the job. Returns the end of its pipe that is to be read,
 * which does not block and which the caller closes, or -1 and sets errno: EPIPE
 * if the server has ended. The caller keeps its `file`. If no child can start,
 * the pipe is empty. One thread at a time.
 */
int fork_server_ask(const Child *server, const char *name, int file);

/*
 * Limits the process that calls it, a job, from then on: seconds
 * of CPU time, and megabytes beyond the memory that it has (not under
 * sanitizers, which reserve all addresses). Beyond the first a signal ends it.
 */
void fork_server_limit(int max_seconds, int max_megabytes);

#endif
