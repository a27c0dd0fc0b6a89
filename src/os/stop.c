/* SPDX-License-Identifier: MIT */
#include "os/stop.h"

#include "os/compat.h"

#include <errno.h>
#include <stdatomic.h>
#include <time.h>

/* Global: a signal handler gets no argument. */
static atomic_int count;
static atomic_llong asked_ms; /* when it was counted last */

/* A handler may call clock_gettime. */
void stop_ask(void)
{
    struct timespec now;
    long long now_ms;

    clock_gettime(CLOCK_MONOTONIC, &now);
    now_ms = (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (stop_count() > 0 && now_ms - atomic_load(&asked_ms) < STOP_ONCE_MS)
        return;
    atomic_store(&asked_ms, now_ms);
    atomic_fetch_add(&count, 1);
}

static void handle(int number)
{
    int error = errno, before = stop_count();

    /* The system sends this one every second. */
    if (number != SIGXCPU || before == 0)
        stop_ask();
    /* Signals after the second one do not put it off. */
    if (before < 2 && stop_count() > 1)
        alarm(2);
    errno = error;
}

void stop_catch(void)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    struct sigaction before;

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGQUIT, &action, NULL);
    sigaction(SIGXCPU, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(SIGHUP, &action, NULL);
}

int stop_count(void)
{
    return atomic_load(&count);
}
