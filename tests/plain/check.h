/* SPDX-License-Identifier: MIT */
/*
 * The part of libcheck that the library's tests use, for Windows and for
 * sanitizers that libcheck was not built for. -Itests/plain finds this file
 * first. All tests share one process: a failed check leaves its test by
 * longjmp, a crash ends the run.
 */
#ifndef RIPPLE_TESTS_PLAIN_CHECK_H
#define RIPPLE_TESTS_PLAIN_CHECK_H

#include <stdnoreturn.h>
#include <string.h>

typedef struct TTest {
    const char *name;
    void (*fn)(int _i);
    const char *file;
    int line;
} TTest;

/* Prints the reason and ends the current test. */
noreturn void plain_fail(const char *file, int line, const char *format, ...);

#define ck_abort_msg(...) plain_fail(__FILE__, __LINE__, __VA_ARGS__)
#define ck_assert_msg(condition, ...) \
    ((condition) ? (void)0 : ck_abort_msg(__VA_ARGS__))
#define PLAIN_EXPECT(condition) ck_assert_msg(condition, "%s", #condition)

#define ck_assert_int_eq(a, b)    PLAIN_EXPECT((a) == (b))
#define ck_assert_int_ge(a, b)    PLAIN_EXPECT((a) >= (b))
#define ck_assert_uint_eq(a, b)   PLAIN_EXPECT((a) == (b))
#define ck_assert_double_eq(a, b) PLAIN_EXPECT((a) == (b))
#define ck_assert_ptr_null(a)     PLAIN_EXPECT((a) == NULL)
#define ck_assert_ptr_nonnull(a)  PLAIN_EXPECT((a) != NULL)
#define ck_assert_str_eq(a, b)    PLAIN_EXPECT(strcmp(a, b) == 0)
#define ck_assert_str_ne(a, b)    PLAIN_EXPECT(strcmp(a, b) != 0)

#endif
