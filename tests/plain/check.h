/* SPDX-License-Identifier: MIT */
/*
 * As much of check as the tests of the library use, for where there is none:
 * Windows, and sanitizers that libcheck was not built for. It stands before
 * the real one in the path of headers. No test has a process of its own: one
 * that fails is left by a jump, and one that crashes ends the run.
 */
#ifndef RIPPLE_TESTS_PLAIN_CHECK_H
#define RIPPLE_TESTS_PLAIN_CHECK_H

#include <stdnoreturn.h>
#include <string.h>

#define PLAIN_MOST_CASES 16 /* of a suite */
#define PLAIN_MOST_TESTS 64 /* of a case */

typedef void PlainTest(int _i);

/* A test is run with each number from first to end - 1. */
typedef struct TCase {
    const char *name;
    int count;
    struct {
        PlainTest *run;
        const char *name;
        int first, end;
    } tests[PLAIN_MOST_TESTS];
} TCase;

typedef struct Suite {
    const char *name;
    int count;
    TCase *cases[PLAIN_MOST_CASES];
} Suite;

Suite *suite_create(const char *name);
TCase *tcase_create(const char *name);
void suite_add_tcase(Suite *suite, TCase *tcase);
void plain_add(TCase *tcase, PlainTest *test, const char *name, int first,
               int end);

/* Ends the present test, which has failed. */
noreturn void plain_fail(const char *file, int line, const char *format, ...);

#define START_TEST(name) static void name(int _i __attribute__((unused)))
#define END_TEST

#define tcase_add_test(tcase, test) plain_add(tcase, test, #test, 0, 1)
#define tcase_add_loop_test(tcase, test, first, end) \
    plain_add(tcase, test, #test, first, end)
#define tcase_set_timeout(tcase, seconds) ((void)(tcase))

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
