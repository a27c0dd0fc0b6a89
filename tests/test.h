/* SPDX-License-Identifier: MIT */
/*
 * Declares tests, which register themselves before main runs:
 *
 *     TEST_CASE(window, input, .timeout_s = 20);
 *
 *     TEST(input, mouse)
 *     {
 *     }
 *
 *     TEST_LOOP(input, buttons, 3)
 *     {
 *         click(_i); // 0, 1, 2
 *     }
 *
 * A test names a case of its own file; main.c lists the suites. A wrong name of
 * a case does not compile, a wrong name of a suite ends the program at once.
 */
#ifndef RIPPLE_TESTS_TEST_H
#define RIPPLE_TESTS_TEST_H

#include <check.h>

typedef struct Test {
    TTest function; /* and its name and place */
    int times;      /* it is run, with _i from 0 to times - 1 */
    struct Test *next;
} Test;

typedef struct TestCase {
    const char *suite, *name;
    int timeout_s; /* of one check on a quiet machine */
    void (*set_up)(void), (*tear_down)(void); /* around each check, or NULL */
    int waits; /* of the first case: its suite runs beside the others, as it
                  waits most of the time */
    int (*is_possible)(void); /* if not, its tests are left out; NULL: it is */
    Test *tests;
    struct TestCase *next;
} TestCase;

/* Cases in the order in which they are registered. */
typedef struct TestSuite {
    const char *name;
    TestCase *cases;
} TestSuite;

/* Appends a test to its case, and the case to its suite if it is the first. */
void register_test(TestCase *tcase, Test *test);

/* The fields that follow the names are those of TestCase. */
#define TEST_CASE(suite_name, case_name, ...) \
    static TestCase case_name##_case = { \
        .suite = #suite_name, .name = #case_name, __VA_ARGS__}

#define TEST(case_name, test_name) TEST_LOOP(case_name, test_name, 1)

#define TEST_LOOP(case_name, test_name, count) \
    static void test_##test_name(int _i); \
    __attribute__((constructor)) static void register_##test_name(void) \
    { \
        static Test test = { \
            .function = {#test_name, test_##test_name, __FILE__, __LINE__}}; \
\
        test.times = (count); \
        register_test(&case_name##_case, &test); \
    } \
    static void test_##test_name(int _i __attribute__((unused)))

#endif
