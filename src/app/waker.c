/* SPDX-License-Identifier: MIT */
#include "app/waker.h"

#include "host/compat.h"
#include "host/stop.h"

#define LAST_BYTE   1 /* a signal writes 0 */
#define PATIENCE_MS 500
#define HANG_MS     400
#define LOOK_MS     10
#define WORK_NS     10000000 /* at least, of a thread that works */

/* Returns 1 as soon as the main loop is over, or 0 after `ms`. */
static int await_end(Waker *waker, int ms)
{
    for (; ms > 0 && !SDL_AtomicGet(&waker->is_over); ms -= LOOK_MS)
        SDL_Delay(LOOK_MS);
    return SDL_AtomicGet(&waker->is_over);
}

#if defined RIPPLE_X11 && defined SDL_VIDEO_DRIVER_X11
#include <SDL_syswm.h>
#include <X11/Xlib.h>
#include <sys/socket.h>
#include <time.h>

void waker_watch(Waker *waker, SDL_Window *window)
{
    SDL_SysWMinfo info;

    SDL_VERSION(&info.version);
    if (SDL_GetWindowWMInfo(window, &info) && info.subsystem == SDL_SYSWM_X11)
        SDL_AtomicSet(&waker->socket, ConnectionNumber(info.info.x11.display));
}

/* How long the main loop has had a core. */
static int64_t read_work_ns(const Waker *waker)
{
    struct timespec time = {0, 0};
    clockid_t clock;

    if (pthread_getcpuclockid(waker->main, &clock) == 0)
        clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* A main loop that neither ends nor works waits for the X server. */
static void end_hang(Waker *waker)
{
    int64_t before_ns;

    do {
        before_ns = read_work_ns(waker);
        if (await_end(waker, HANG_MS))
            return;
    } while (stop_count() == 1 && read_work_ns(waker) - before_ns > WORK_NS);
    shutdown(SDL_AtomicGet(&waker->socket), SHUT_RDWR);
}

#else

void waker_watch(Waker *waker, SDL_Window *window)
{
    (void)waker, (void)window;
}

static void end_hang(const Waker *waker)
{
    (void)waker;
}

#endif

/* If all else fails, a second signal ends the process. A byte ends the thread:
   a child of ours may hold the pipe open. */
static int push_events(void *data)
{
    Waker *waker = data;
    SDL_Event wake = {.type = SDL_USEREVENT};

    while (getc(waker->reader) == 0) {
        SDL_PushEvent(&wake);
        end_hang(waker);
        if (stop_count() > 1 && !await_end(waker, PATIENCE_MS))
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
    waker->main = pthread_self();
    SDL_AtomicSet(&waker->socket, -1);
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
