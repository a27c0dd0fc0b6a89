/* SPDX-License-Identifier: MIT */
/* One test after the other, in one process: what takes check's place, and
   that of tests/run.c. */
#include "../run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Sum {
    int checks, failures;
} Sum;

/* Of the present test, which knows only its number. */
static struct {
    jmp_buf end;
    const char *name;
    int number;
} present;

/* Without memory there is nothing to test. */
static void *get_memory(size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL)
        abort();
    return memory;
}

Suite *suite_create(const char *name)
{
    Suite *suite = get_memory(sizeof *suite);

    suite->name = name;
    return suite;
}

TCase *tcase_create(const char *name)
{
    TCase *tcase = get_memory(sizeof *tcase);

    tcase->name = name;
    return tcase;
}

void suite_add_tcase(Suite *suite, TCase *tcase)
{
    if (suite->count == PLAIN_MOST_CASES)
        abort();
    suite->cases[suite->count++] = tcase;
}

void plain_add(TCase *tcase, PlainTest *test, const char *name, int first,
               int end)
{
    int i = tcase->count++;

    if (i == PLAIN_MOST_TESTS)
        abort();
    tcase->tests[i].run = test;
    tcase->tests[i].name = name;
    tcase->tests[i].first = first;
    tcase->tests[i].end = end;
}

void plain_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;

    printf("\n%s:%d: %s:%d: ", file, line, present.name, present.number);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
    longjmp(present.end, 1);
}

static int is_wanted(const char *variable, const char *name)
{
    const char *wanted = getenv(variable);

    return wanted == NULL || strcmp(wanted, name) == 0;
}

static void run_test(Sum *sum, PlainTest *test)
{
    sum->checks++;
    if (setjmp(present.end) == 0)
        test(present.number);
    else
        sum->failures++;
}

static void run_case(Sum *sum, const TCase *tcase)
{
    for (int i = 0; i < tcase->count; i++) {
        present.name = tcase->tests[i].name;
        for (int k = tcase->tests[i].first; k < tcase->tests[i].end; k++) {
            present.number = k;
            run_test(sum, tcase->tests[i].run);
        }
    }
}

static void run_suite(Sum *sum, const NamedSuite *named)
{
    Suite *suite = named->make();
    int before = sum->checks;

    printf("%-9s ", named->name);
    fflush(stdout);
    for (int i = 0; i < suite->count; i++) {
        if (is_wanted("CK_RUN_CASE", suite->cases[i]->name))
            run_case(sum, suite->cases[i]);
        free(suite->cases[i]);
    }
    free(suite);
    printf("%3d checks\n", sum->checks - before);
    fflush(stdout);
}

int run_suites(const NamedSuite *suites, int count)
{
    Sum sum = {0, 0};

    for (int i = 0; i < count; i++) {
        if (is_wanted("CK_RUN_SUITE", suites[i].name))
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
