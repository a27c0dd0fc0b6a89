/* SPDX-License-Identifier: MIT */
/* What several suites need: chance, checksums, pools and files to play with. */
#ifndef RIPPLE_TESTS_SUPPORT_H
#define RIPPLE_TESTS_SUPPORT_H

#include "ripple.h"
#include "../tools/crc.h"

#include <check.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Whether sanitizers watch. All takes up to ten times as long then, and what
 * does the same once more, or needs long runs to show, is left to the other
 * builds. CPPFLAGS=-URIPPLE_SANITIZED runs it all the same.
 */
#ifdef RIPPLE_SANITIZED
#define SUPPORT_IS_WATCHED 1
#else
#define SUPPORT_IS_WATCHED 0
#endif

/* Whether lines are counted: to come through each of them once is enough. */
#ifdef RIPPLE_COUNTED
#define SUPPORT_IS_COUNTED 1
#else
#define SUPPORT_IS_COUNTED 0
#endif

/*
 * ck_assert that costs nothing while it holds. check's own sends a message
 * from the test's process to the runner each time, too slow for every pixel.
 */
#define EXPECT(condition) \
    do { \
        if (!(condition)) \
            ck_abort_msg("%s", #condition); \
    } while (0)

/* The same for two whole numbers; shows both. */
#define EXPECT_INT(a, operator, b) \
    do { \
        long long left_ = (long long)(a), right_ = (long long)(b); \
\
        if (!(left_ operator right_)) \
            ck_abort_msg("%s %s %s: %lld, %lld", #a, #operator, #b, left_, \
                         right_); \
    } while (0)

/* The next value of a generator (xorshift64*, Vigna 2014); *state must not
   be 0. */
uint64_t support_random(uint64_t *state);

/* A value in least..most. */
int support_between(uint64_t *state, int min, int max);

/* A pool; fails the test when there is none. */
Ripple *support_pool(int width, int height, RippleModel model, int damping,
                     double refraction);

/* The height of one cell. */
int support_height(const Ripple *pool, int x, int y);

/* Fills a pool with random heights, in both of its buffers; the newest stay
   within +-most. */
void support_stir(Ripple *pool, uint64_t *state, int max);

/* Pixels of that size, to be freed; a different colour for each up to 4096
   by 4096. */
RipplePixels support_pixels(int width, int height);

/* A folder for the files of one run of the tests, which is also where settings
   are looked for; nothing can be kept about the user. 0 or -1. */
int support_make_folder(void);
void support_remove_folder(void);

/* A path in that folder, as static text. */
const char *support_path(const char *name);

/* Write a file into that folder and return its path. */
const char *support_write_bytes(const char *name, const void *bytes,
                                size_t size);
const char *support_write(const char *name, const char *text);

/* Reads a whole file, to be freed; *size may be NULL. NULL when missing. */
char *support_read(const char *path, size_t *size);

#endif
