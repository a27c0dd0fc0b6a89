/* SPDX-License-Identifier: MIT */
#include "os/send_queue.h"

#include "lib/util/fixed.h"
#include "os/compat.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#if COMPAT_HAS_FORK

#include <poll.h>

/* Returns 1: the descriptor takes PIPE_BUF bytes or has an error, 0: not within
   `wait_ms`, or -1. */
static int await(int file, int wait_ms)
{
    struct pollfd end = {file, POLLOUT, 0};
    int ready = poll(&end, 1, wait_ms);

    return ready < 0 && errno == EINTR ? 0 : ready;
}

/* Returns how many bytes were sent, maybe 0, or -1. */
static ssize_t send_some(const SendQueue *queue, const char *bytes, size_t size)
{
    int ready = queue->may_block ? await(queue->file, 0) : 1;
    ssize_t sent;

    if (ready <= 0)
        return ready;
    if (queue->may_block)
        size = (size_t)min_uint64(size, PIPE_BUF);
    sent = write(queue->file, bytes, size);
    return sent < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : sent;
}

#else

static int await(int file, int wait_ms)
{
    (void)file, (void)wait_ms;
    return 1;
}

static ssize_t send_some(const SendQueue *queue, const char *bytes, size_t size)
{
    return write(queue->file, bytes, (unsigned)min_uint64(size, INT_MAX));
}

#endif

/* Sends what goes at once and stores how much. Returns 0 or -1. */
static int send_many(SendQueue *queue, const char *bytes, size_t size,
                     size_t *done)
{
    ssize_t sent = 0;

    *done = 0;
    while (*done < size &&
           (sent = send_some(queue, bytes + *done, size - *done)) > 0)
        *done += (size_t)sent;
    queue->sent += *done;
    return sent < 0 ? -1 : 0;
}

static int append(SendQueue *queue, const char *bytes, size_t size)
{
    size_t needed = queue->end + size;

    if (needed > queue->capacity) {
        char *larger = realloc(queue->bytes, needed);

        if (larger == NULL)
            return -1;
        queue->bytes = larger;
        queue->capacity = needed;
    }
    memcpy(queue->bytes + queue->end, bytes, size);
    queue->end += size;
    return 0;
}

int send_queue_add(SendQueue *queue, const void *data, size_t size)
{
    size_t done = 0;

    if (queue->start == queue->end && send_many(queue, data, size, &done) != 0)
        return -1;
    return done < size ? append(queue, (const char *)data + done, size - done)
                       : 0;
}

static int flush_some(SendQueue *queue)
{
    size_t done;
    int result = send_many(queue, queue->bytes + queue->start,
                           queue->end - queue->start, &done);

    queue->start += done;
    if (queue->start == queue->end)
        queue->start = queue->end = 0;
    return result != 0 ? -1 : queue->end > 0;
}

int send_queue_flush(SendQueue *queue, int wait_ms)
{
    uint64_t before = queue->sent;
    int result = queue->end > 0 ? flush_some(queue) : 0;

    if (result != 1 || wait_ms == 0 || queue->sent != before)
        return result;
    return await(queue->file, wait_ms) < 0 ? -1 : flush_some(queue);
}

void send_queue_clear(SendQueue *queue)
{
    free(queue->bytes);
    memset(queue, 0, sizeof *queue);
}
