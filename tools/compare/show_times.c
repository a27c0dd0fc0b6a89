/* SPDX-License-Identifier: MIT */
/*
 * A shared library to preload into a program that shows frames: for each it
 * prints a line on standard error, "shown", the time of the clock, and the
 * processor time of this thread, in nanoseconds. tools/start.sh and
 * tools/compare.sh measure with it.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* Numbers and pointers; a function ignores the words after its own. */
typedef intptr_t Word;
typedef Word Show(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word,
                  Word);

static long long read_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

#define SHOWS(name) \
    Show name; \
    Word name(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, \
              Word i, Word j, Word k) \
    { \
        Show *show = (Show *)dlsym(RTLD_NEXT, #name); \
        Word result = show(a, b, c, d, e, f, g, h, i, j, k); \
\
        fprintf(stderr, "shown %lld %lld\n", read_ns(CLOCK_REALTIME), \
                read_ns(CLOCK_THREAD_CPUTIME_ID)); \
        return result; \
    }

SHOWS(SDL_RenderPresent)
SHOWS(SDL_UpdateWindowSurfaceRects)
SHOWS(XShmPutImage)
SHOWS(XPutImage)
