/* SPDX-License-Identifier: MIT */
/*
 * A shared library to preload into an X11 program that draws each frame with
 * one XShmPutImage or XPutImage: prints the frames per second on standard
 * error, every second. tools/compare.sh measures other programs with it.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

typedef int Draw(void *, unsigned long, void *, void *, int, int, int, int,
                 unsigned, unsigned, int);

/* Global, since the functions below have the signatures of Xlib. */
static struct timespec second;
static int frames;

static void count_frame(void)
{
    struct timespec now;
    double elapsed;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (second.tv_sec == 0)
        second = now;
    frames++;
    elapsed = (double)(now.tv_sec - second.tv_sec) +
              (double)(now.tv_nsec - second.tv_nsec) * 1e-9;
    if (elapsed < 1)
        return;
    fprintf(stderr, "frames per second: %.1f\n", frames / elapsed);
    second = now;
    frames = 0;
}

/* XPutImage has no send_event and ignores the extra argument. */
#define COUNT_CALLS(name) \
    int name(void *display, unsigned long drawable, void *gc, void *image, \
             int from_x, int from_y, int x, int y, unsigned width, \
             unsigned height, int send_event); \
    int name(void *display, unsigned long drawable, void *gc, void *image, \
             int from_x, int from_y, int x, int y, unsigned width, \
             unsigned height, int send_event) \
    { \
        union { \
            void *object; \
            Draw *draw; \
        } real = {dlsym(RTLD_NEXT, #name)}; \
\
        count_frame(); \
        return real.draw(display, drawable, gc, image, from_x, from_y, x, y, \
                         width, height, send_event); \
    }

COUNT_CALLS(XShmPutImage)
COUNT_CALLS(XPutImage)
