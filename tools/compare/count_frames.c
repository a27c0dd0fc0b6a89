/* SPDX-License-Identifier: MIT */
/*
 * A shared library to preload into an X11 program that draws each frame with
 * one XShmPutImage or XPutImage: prints "frame" and the second of the clock on
 * standard error for each. tools/compare.sh measures other programs with it.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

typedef int Draw(void *, unsigned long, void *, void *, int, int, int, int,
                 unsigned, unsigned, int);

/* XPutImage has no send_event and ignores the extra argument. */
#define COUNT_CALLS(name) \
    Draw name; \
    int name(void *display, unsigned long drawable, void *gc, void *image, \
             int from_x, int from_y, int x, int y, unsigned width, \
             unsigned height, int send_event) \
    { \
        union { \
            void *object; \
            Draw *draw; \
        } real = {dlsym(RTLD_NEXT, #name)}; \
\
        fprintf(stderr, "frame %ld\n", (long)time(NULL)); \
        return real.draw(display, drawable, gc, image, from_x, from_y, x, y, \
                         width, height, send_event); \
    }

COUNT_CALLS(XShmPutImage)
COUNT_CALLS(XPutImage)
