/* SPDX-License-Identifier: MIT */
/*
 * Bytes on their way to a descriptor whose reader may be slow or never read: a
 * pipe, a terminal, a socket. No call here waits longer than it is told to: the
 * queue keeps a copy of what the reader does not take.
 */
#ifndef RIPPLE_OS_SEND_QUEUE_H
#define RIPPLE_OS_SEND_QUEUE_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed, and with a descriptor: empty. */
typedef struct SendQueue {
    int file;      /* belongs to the caller */
    int may_block; /* it is not O_NONBLOCK, for example shared with a shell */
    char *bytes;
    size_t start, end, capacity; /* bytes[start..end) are to be sent */
    uint64_t sent;               /* bytes, in all */
} SendQueue;

/* Sends what goes at once and copies the rest. Returns 0, or -1 and sets errno:
   EPIPE if the reader has gone. */
int send_queue_add(SendQueue *queue, const void *data, size_t size);

/* Sends more, after at most `wait_ms` if nothing goes at once. Returns 0: all
   is sent, 1: not yet, or -1 as add. */
int send_queue_flush(SendQueue *queue, int wait_ms);

/* Forgets what was not sent and frees the memory. */
void send_queue_clear(SendQueue *queue);

#endif
