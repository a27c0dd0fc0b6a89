/* SPDX-License-Identifier: MIT */
/* Takes the place of libcheck and tests/run.c: runs one test after the other in
   one process, without timeouts. */
#include "../run.h"

#include "../support.h"

#ifndef __wasi__
#include <setjmp.h>
#endif
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* WebAssembly has no jumps out of functions: the first failure ends the run. */
#ifdef __wasi__
typedef int jmp_buf;
#define setjmp(end)         ((end) = 0)
#define longjmp(end, value) exit(value)
#endif

typedef struct Sum {
    int checks, failures;
} Sum;

/* Of the current test, which is passed only its number. */
static struct {
    jmp_buf end;
    const char *name;
    int number;
} current;

void plain_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;

    printf("\n%s:%d: %s:%d: ", file, line, current.name, current.number);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
    longjmp(current.end, 1);
}

static int is_wanted(const char *variable, const char *name)
{
    const char *wanted = getenv(variable);

    return wanted == NULL || strcmp(wanted, name) == 0;
}

static void run_check(Sum *sum, const TestCase *tcase, const Test *test)
{
    sum->checks++;
    if (tcase->set_up != NULL)
        tcase->set_up();
    if (setjmp(current.end) == 0)
        test->function.fn(current.number);
    else
        sum->failures++;
    if (tcase->tear_down != NULL)
        tcase->tear_down();
    support_release();
}

static void run_case(Sum *sum, const TestCase *tcase)
{
    for (const Test *test = tcase->tests; test != NULL; test = test->next) {
        current.name = test->function.name;
        for (int i = 0; i < test->times; i++) {
            current.number = i;
            run_check(sum, tcase, test);
        }
    }
}

static void run_suite(Sum *sum, const TestSuite *suite)
{
    int before = sum->checks;

    printf("%-9s ", suite->name);
    fflush(stdout);
    for (const TestCase *tcase = suite->cases; tcase != NULL;
         tcase = tcase->next) {
        if (is_wanted("CK_RUN_CASE", tcase->name))
            run_case(sum, tcase);
    }
    printf("%3d checks\n", sum->checks - before);
    fflush(stdout);
}

int run_suites(const TestSuite *suites, int count)
{
    Sum sum = {0, 0};

    for (int i = 0; i < count; i++) {
        if (suites[i].cases != NULL &&
            is_wanted("CK_RUN_SUITE", suites[i].name))
            run_suite(&sum, &suites[i]);
    }
    if (sum.checks == 0) {
        fputs("tests: there was nothing to run\n", stderr);
        return EXIT_FAILURE;
    }
    printf("%d%%: Checks: %d, Failures: %d, Errors: 0\n",
           100 * (sum.checks - sum.failures) / sum.checks, sum.checks,
           sum.failures);
    return sum.failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
