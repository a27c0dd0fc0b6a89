/* SPDX-License-Identifier: MIT */
/* Each suite runs in a process of its own, with its own folder for files. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "run.h"

#include "lib/util/processors.h"
#include "support.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOADED 5 /* times slower than a quiet machine: one with other jobs */

/* Of all suites, in memory that their processes share. */
typedef struct Result {
    atomic_int checks, failures, errors;
    atomic_int waiting; /* suites that run beside the others */
} Result;

static double read_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void count_failed(Result *result, SRunner *runner)
{
    TestResult **failed = srunner_failures(runner);

    for (int i = 0; i < srunner_ntests_failed(runner); i++) {
        int is_failure = tr_rtype(failed[i]) == CK_FAILURE;

        result->failures += is_failure;
        result->errors += !is_failure;
    }
    free(failed);
}

static TCase *make_case(const TestCase *tcase)
{
    TCase *made = tcase_create(tcase->name);

    tcase_set_timeout(made, LOADED * tcase->timeout_s);
    tcase_add_checked_fixture(made, NULL, support_release);
    tcase_add_checked_fixture(made, tcase->set_up, tcase->tear_down);
    for (const Test *test = tcase->tests; test != NULL; test = test->next)
        tcase_add_loop_test(made, &test->function, 0, test->times);
    return made;
}

static Suite *make_suite(const TestSuite *suite)
{
    Suite *made = suite_create(suite->name);

    for (const TestCase *tcase = suite->cases; tcase != NULL;
         tcase = tcase->next) {
        if (tcase->is_possible == NULL || tcase->is_possible())
            suite_add_tcase(made, make_case(tcase));
    }
    return made;
}

static void run_suite(Result *result, const TestSuite *suite)
{
    SRunner *runner = srunner_create(make_suite(suite));
    double start = read_clock();
    int checks;

    srunner_run(runner, suite->name, NULL, CK_SILENT);
    checks = srunner_ntests_run(runner);
    result->checks += checks;
    count_failed(result, runner);
    if (srunner_ntests_failed(runner) > 0)
        srunner_print(runner, CK_NORMAL);
    if (checks > 0)
        printf("%-9s %3d checks, %5.1f s\n", suite->name, checks,
               read_clock() - start);
    fflush(stdout);
    srunner_free(runner);
}

/* Whether a list with spaces between its words, NULL for none, has a word. */
static int has_word(const char *list, const char *word)
{
    size_t length = strlen(word), next;

    for (; list != NULL && *list != '\0'; list += next + (list[next] == ' ')) {
        next = strcspn(list, " ");
        if (next == length && strncmp(list, word, length) == 0)
            return 1;
    }
    return 0;
}

/* Suites that are not chosen must not run: they would empty the log. */
static int is_wanted(const TestSuite *suite)
{
    const char *wanted = getenv("CK_RUN_SUITE");

    return (wanted == NULL || has_word(wanted, suite->name)) &&
           !has_word(getenv("TEST_LEAVE_OUT"), suite->name);
}

/* 0: all suites run in this process. */
static int count_workers(void)
{
    const char *forks = getenv("CK_FORK"), *wanted = getenv("TEST_WORKERS");
    int workers = wanted != NULL ? atoi(wanted) : ripple_processors_count();

    if (forks != NULL && strcmp(forks, "no") == 0)
        return 0;
    return workers < 1 ? 1 : workers;
}

/* Runs suites with a folder of their own; returns 0 without one. */
static int run_here(Result *result, const TestSuite *suites, int count)
{
    if (support_make_folder() != 0) {
        perror("tests: no folder for files");
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (is_wanted(&suites[i]))
            run_suite(result, &suites[i]);
    }
    support_remove_folder();
    return 1;
}

/* Waits for the end of a suite; returns 0 if it was not run to the end. */
static int await_suite(void)
{
    int status;

    return wait(&status) >= 0 && WIFEXITED(status) &&
           WEXITSTATUS(status) == EXIT_SUCCESS;
}

/* Returns 0 if a suite was not run to the end. */
static int run_workers(Result *result, const TestSuite *suites, int count,
                       int workers)
{
    int running = 0, well = 1;

    for (int i = 0; i < count; i++) {
        const TestCase *first = suites[i].cases;
        int waits = workers > 1 && first != NULL && first->waits;
        pid_t worker;

        if (!is_wanted(&suites[i]))
            continue;
        for (; running - result->waiting >= workers; running--)
            well &= await_suite();
        result->waiting += waits;
        worker = fork();
        if (worker == 0) {
            int status =
                run_here(result, &suites[i], 1) ? EXIT_SUCCESS : EXIT_FAILURE;

            result->waiting -= waits;
            exit(status);
        }
        well &= worker > 0;
        running += worker > 0;
    }
    for (; running > 0; running--)
        well &= await_suite();
    return well;
}

int run_suites(const TestSuite *suites, int count)
{
    Result *result = mmap(NULL, sizeof *result, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int workers = count_workers(), well, wrong;

    if (result == MAP_FAILED) {
        perror("tests: no memory");
        return EXIT_FAILURE;
    }
    well = workers == 0 ? run_here(result, suites, count)
                        : run_workers(result, suites, count, workers);
    wrong = result->failures + result->errors;
    if (!well)
        fputs("tests: not all suites were run\n", stderr);
    if (result->checks == 0) {
        fputs("tests: there was nothing to run\n", stderr);
        return EXIT_FAILURE;
    }
    printf("%d%%: Checks: %d, Failures: %d, Errors: %d\n",
           100 * (result->checks - wrong) / result->checks, result->checks,
           result->failures, result->errors);
    return well && wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
