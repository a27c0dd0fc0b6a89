/* SPDX-License-Identifier: MIT */
/*
 * A shared library to preload into ripple: prints a line on standard error when
 * it shows a frame: "shown", the time of the clock, and the processor time of
 * this thread, in nanoseconds. tools/start.sh measures with it.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

static long long read_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void print_times(void)
{
    fprintf(stderr, "shown %lld %lld\n", read_ns(CLOCK_REALTIME),
            read_ns(CLOCK_THREAD_CPUTIME_ID));
}

void SDL_RenderPresent(SDL_Renderer *renderer)
{
    union {
        void *object;
        void (*present)(SDL_Renderer *);
    } real = {dlsym(RTLD_NEXT, "SDL_RenderPresent")};

    real.present(renderer);
    print_times();
}

int SDL_UpdateWindowSurfaceRects(SDL_Window *window, const SDL_Rect *rects,
                                 int count)
{
    union {
        void *object;
        int (*update)(SDL_Window *, const SDL_Rect *, int);
    } real = {dlsym(RTLD_NEXT, "SDL_UpdateWindowSurfaceRects")};
    int result = real.update(window, rects, count);

    print_times();
    return result;
}
