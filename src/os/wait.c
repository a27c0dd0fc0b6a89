/* SPDX-License-Identifier: MIT */
#include "os/wait.h"

#include "os/compat.h"
#include "os/error.h"
#include "os/step_clock.h"
#include "os/stop.h"

#include <errno.h>

#define TELL_NS (2 * (uint64_t)STEP_CLOCK_SECOND_NS)

int wait_open(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

static void say_late(Wait *wait)
{
    uint64_t now_ns = step_clock_read_ns();

    if (wait->tell_ns == 0)
        wait->tell_ns = now_ns + TELL_NS;
    if (wait->name == NULL || now_ns < wait->tell_ns)
        return;
    error_tell(wait->name, "still being read");
    wait->name = NULL;
}

static int is_over(const Wait *wait)
{
    return stop_count() > 0 ||
           (wait->is_over != NULL && wait->is_over(wait->context));
}

/* Returns 1 if a read would not wait, or 0, or -1 and sets errno. poll waits
   for the first writer of a named pipe, where read finds the end. */
static int await(Wait *wait, int file)
{
    struct pollfd input = {file, POLLIN, 0};
    int ready = poll(&input, 1, STOP_POLL_MS);

    if (ready > 0 || (ready < 0 && errno != EINTR))
        return ready;
    if (is_over(wait)) {
        errno = ECANCELED;
        return -1;
    }
    say_late(wait);
    return 0;
}

ssize_t wait_read(Wait *wait, int file, void *bytes, size_t size)
{
    ssize_t count = -1;

    do {
        int ready = await(wait, file);

        if (ready < 0)
            return -1;
        errno = EAGAIN;
        if (ready > 0)
            count = read(file, bytes, size);
    } while (count < 0 && (errno == EAGAIN || errno == EINTR));
    return count;
}
