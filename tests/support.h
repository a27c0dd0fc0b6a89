/* SPDX-License-Identifier: MIT */
/* Helpers of several suites: random numbers, pools, pixels, files. */
#ifndef RIPPLE_TESTS_SUPPORT_H
#define RIPPLE_TESTS_SUPPORT_H

#include "ripple.h"
#include "../tools/crc.h"
#include "xorshift.h"

#include <check.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sanitized tests take up to ten times as long: they leave out repetitions and
 * long runs. CPPFLAGS=-URIPPLE_SANITIZED runs everything.
 */
#ifdef RIPPLE_SANITIZED
#define SUPPORT_IS_SANITIZED 1
#else
#define SUPPORT_IS_SANITIZED 0
#endif

/* Tests for coverage need to run each line only once. */
#ifdef RIPPLE_COUNTED
#define SUPPORT_IS_COVERAGE 1
#else
#define SUPPORT_IS_COVERAGE 0
#endif

/* As ck_assert, but without a message from the test's process to the runner
   each time it holds: fast enough for every pixel. */
#define EXPECT(condition) \
    do { \
        if (!(condition)) \
            ck_abort_msg("%s", #condition); \
    } while (0)

/* For two integers; a failure prints both. */
#define EXPECT_INT(a, operator, b) \
    do { \
        long long left_ = (long long)(a), right_ = (long long)(b); \
\
        if (!(left_ operator right_)) \
            ck_abort_msg("%s %s %s: %lld, %lld", #a, #operator, #b, left_, \
                         right_); \
    } while (0)

/* For calls that return 0 or RIPPLE_OK, or -1 if they fail. */
#define EXPECT_OK(call)    EXPECT_INT(call, ==, 0)
#define EXPECT_FAILS(call) EXPECT_INT(call, ==, -1)

/* Hands memory that is not NULL to the test, after which support_release
   releases it. Returns it. */
void *support_own(void *memory, void (*release)(void *memory));
void support_release(void);

/* A random value in min..max, of xorshift_next. */
int support_between(uint64_t *state, int min, int max);

/* Creates a pool, or fails the test. */
Ripple *support_pool(int width, int height, RippleModel model, int damping,
                     double refraction);

int support_height(const Ripple *pool, int x, int y);

/* Fills both buffers of a pool with random heights; the newest are in
   -max..max. */
void support_stir(Ripple *pool, uint64_t *state, int max);

/* Pixels of different colours, up to 4096 x 4096; the caller frees them. */
RipplePixels support_pixels(int width, int height);

/* The number of '\n' in a text. */
int support_count_lines(const char *text);

/* The largest difference, 0..255, of two ARGB colours in one channel. */
int support_colour_distance(uint32_t a, uint32_t b);

/* Makes a folder for the files of a run, which is also XDG_CONFIG_HOME. Nothing
   can be written to XDG_STATE_HOME. Returns 0 or -1. */
int support_make_folder(void);
void support_remove_folder(void);

/* A path in that folder, which belongs to the test. */
const char *support_path(const char *name);

/* Write a file into that folder and return its path. */
const char *support_write_bytes(const char *name, const void *bytes,
                                size_t size);
const char *support_write(const char *name, const char *text);

/* Reads a file, or returns NULL; `size` may be NULL. The caller frees the
   text. */
char *support_read(const char *path, size_t *size);

/* The same for a file that must be there; the text belongs to the test. */
char *support_load(const char *path, size_t *size);

/* Whether two files, which must be there, have the same bytes. */
int support_files_equal(const char *a, const char *b);

#endif
