/* SPDX-License-Identifier: MIT */
/*
 * Wakes the main loop if a signal asks for the end. The handler of a signal may
 * write to a pipe but not push an event of SDL; a thread reads the pipe and
 * does that. So a window over calm water sleeps without a limit of time.
 */
#ifndef RIPPLE_APP_WAKER_H
#define RIPPLE_APP_WAKER_H

#include <SDL.h>
#include <stdio.h>

typedef struct Waker {
    FILE *reader;         /* of the pipe */
    int writer;           /* the other end */
    SDL_Thread *thread;   /* NULL: it could not start, ask stop_count instead */
    SDL_atomic_t socket;  /* of the X server, or -1 */
    SDL_atomic_t is_over; /* waker_stop has been called */
} Waker;

/* Catches signals (host/stop.h) and pushes an event for each. If nobody
   calls waker_stop within half a second after the second one, the process
   ends. The struct must stay where it is. */
void waker_start(Waker *waker);

/* From this call on, on Linux, the connection of the window to an X server is
   shut if the main thread waits 0.4 s for the server after a signal, and finds
   then that it is lost (x11_watch). Waits for others, such as a GPU that is
   slow, do not count. */
void waker_watch(Waker *waker, SDL_Window *window);

/* Pushes no more events; signals are counted as before. */
void waker_stop(Waker *waker);

#endif
