/* SPDX-License-Identifier: MIT */
#include "app/waker.h"

#include "host/compat.h"
#include "host/stop.h"

#define LAST_BYTE   1 /* a signal writes 0 */
#define PATIENCE_MS 500
#define HANG_MS     400
#define LOOK_MS     10

/* Returns 1 as soon as the main loop is over, or 0 after `ms`. */
static int await_end(Waker *waker, int ms)
{
    for (; ms > 0 && !SDL_AtomicGet(&waker->is_over); ms -= LOOK_MS)
        SDL_Delay(LOOK_MS);
    return SDL_AtomicGet(&waker->is_over);
}

#if defined RIPPLE_X11 && defined SDL_VIDEO_DRIVER_X11 && defined __linux__
#include <SDL_syswm.h>
#include <X11/Xlib.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>

void waker_watch(Waker *waker, SDL_Window *window)
{
    SDL_SysWMinfo info;

    SDL_VERSION(&info.version);
    if (SDL_GetWindowWMInfo(window, &info) && info.subsystem == SDL_SYSWM_X11)
        SDL_AtomicSet(&waker->socket, ConnectionNumber(info.info.x11.display));
}

static int is_poll(long call)
{
#ifdef SYS_poll
    if (call == SYS_poll)
        return 1;
#endif
    return call == SYS_ppoll;
}

/* The address of what the main loop, the first thread, waits for in poll(2); 0
   if it works or waits elsewhere. */
static unsigned long find_wait(void)
{
    char path[64], text[256], *end;
    FILE *file;
    int result;

    snprintf(path, sizeof path, "/proc/self/task/%ld/syscall", (long)getpid());
    file = fopen(path, "r");
    if (file == NULL)
        return 0;
    result = fgets(text, sizeof text, file) != NULL &&
             is_poll(strtol(text, &end, 10));
    fclose(file);
    return result ? strtoul(end, NULL, 16) : 0;
}

/* Whether the main loop waits for the X server, and not for a GPU. */
static int waits_for_server(Waker *waker)
{
    int socket = SDL_AtomicGet(&waker->socket);
    struct pollfd wait = {.fd = -1};
    unsigned long place = find_wait();
    int memory = place != 0 ? open("/proc/self/mem", O_RDONLY) : -1;
    int result = memory >= 0 &&
                 pread(memory, &wait, sizeof wait, (off_t)place) ==
                     (ssize_t)sizeof wait &&
                 wait.fd == socket;

    if (memory >= 0)
        close(memory);
    return result;
}

static void end_hang(Waker *waker)
{
    int waited_ms = 0;

    do {
        if (await_end(waker, LOOK_MS))
            return;
        waited_ms = waits_for_server(waker) ? waited_ms + LOOK_MS : 0;
    } while (stop_count() == 1 && waited_ms < HANG_MS);
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
