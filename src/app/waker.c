/* SPDX-License-Identifier: MIT */
#include "app/waker.h"

#include "host/compat.h"
#include "host/stop.h"

#define LAST_BYTE   1 /* a signal writes 0 */
#define PATIENCE_MS 500

/* The main loop may hang for ever in a call of the display: a second signal
   ends it all the same. A byte ends the thread: a child of ours may hold the
   pipe open. */
static int push_events(void *data)
{
    Waker *waker = data;
    SDL_Event wake = {.type = SDL_USEREVENT};

    while (getc(waker->reader) == 0) {
        SDL_PushEvent(&wake);
        if (stop_count() > 1)
            SDL_Delay(PATIENCE_MS);
        if (stop_count() > 1 && !SDL_AtomicGet(&waker->is_over))
            _exit(EXIT_FAILURE);
    }
    return 0;
}

/* Returns 0 or -1. */
static int open_pipe(Waker *waker)
{
    int ends[2];

    if (pipe(ends) != 0)
        return -1;
    waker->writer = ends[1];
    waker->reader = fdopen(ends[0], "rb");
    if (waker->reader == NULL) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    setvbuf(waker->reader, NULL, _IONBF, 0);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    return 0;
}

static void close_pipe(const Waker *waker)
{
    close(waker->writer);
    fclose(waker->reader);
}

void waker_start(Waker *waker)
{
    waker->thread = NULL;
    SDL_AtomicSet(&waker->is_over, 0);
    if (open_pipe(waker) == 0) {
        waker->thread = SDL_CreateThread(push_events, "waker", waker);
        if (waker->thread == NULL)
            close_pipe(waker);
    }
    stop_catch(waker->thread != NULL ? waker->writer : -1);
}

void waker_stop(Waker *waker)
{
    char last = LAST_BYTE;

    if (waker->thread == NULL)
        return;
    SDL_AtomicSet(&waker->is_over, 1);
    stop_catch(-1);
    if (write(waker->writer, &last, 1) == 1) {
        SDL_WaitThread(waker->thread, NULL);
        close_pipe(waker);
    } else {
        SDL_DetachThread(waker->thread);
    }
    waker->thread = NULL;
}
