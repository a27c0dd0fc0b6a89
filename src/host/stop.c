/* SPDX-License-Identifier: MIT */
#include "host/stop.h"

#include "host/compat.h"

#include <errno.h>
#include <stdatomic.h>

/* Global: a signal handler gets no argument. */
static atomic_int count;
static atomic_int wake_end = -1;

void stop_ask(void)
{
    atomic_fetch_add(&count, 1);
}

static void handle(int number)
{
    int error = errno, end = atomic_load(&wake_end);

    (void)number;
    stop_ask();
    if (end >= 0 && write(end, "", 1) < 0)
        errno = 0; /* a full pipe wakes as well */
    errno = error;
}

void stop_catch(int wake)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    struct sigaction before;

    atomic_store(&wake_end, wake);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(SIGHUP, &action, NULL);
}

int stop_count(void)
{
    return atomic_load(&count);
}
