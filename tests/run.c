/* SPDX-License-Identifier: MIT */
/*
 * Each suite runs in a process of its own, with its own folder for files, and
 * writes its result to a pipe.
 */
#include "run.h"

#include "support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct Result {
    int checks, failures, errors;
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

    tcase_set_timeout(made, tcase->timeout_s);
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

static Result run_suite(const TestSuite *suite)
{
    Result result = {0};
    SRunner *runner = srunner_create(make_suite(suite));
    double start = read_clock();

    srunner_run_all(runner, CK_SILENT);
    result.checks = srunner_ntests_run(runner);
    count_failed(&result, runner);
    if (result.failures + result.errors > 0)
        srunner_print(runner, CK_NORMAL);
    if (result.checks > 0)
        printf("%-9s %3d checks, %5.1f s\n", suite->name, result.checks,
               read_clock() - start);
    fflush(stdout);
    srunner_free(runner);
    return result;
}

static void add(Result *sum, const Result *result)
{
    sum->checks += result->checks;
    sum->failures += result->failures;
    sum->errors += result->errors;
}

/* Suites that are not chosen must not run: they would empty the log. */
static int is_wanted(const TestSuite *suite)
{
    const char *wanted = getenv("CK_RUN_SUITE");

    return wanted == NULL || strcmp(wanted, suite->name) == 0;
}

static int count_workers(void)
{
    const char *forks = getenv("CK_FORK"), *wanted = getenv("TEST_WORKERS");
    long workers =
        wanted != NULL ? atoi(wanted) : sysconf(_SC_NPROCESSORS_ONLN);

    if (forks != NULL && strcmp(forks, "no") == 0)
        return 1;
    return workers < 1 ? 1 : (int)workers;
}

/* The process of a suite; does not return. */
_Noreturn static void work(const TestSuite *suite, int results)
{
    int failed = support_make_folder();

    if (failed) {
        perror("tests: no folder for files");
    } else {
        Result result = run_suite(suite);

        failed = write(results, &result, sizeof result) != sizeof result;
        support_remove_folder();
    }
    exit(failed ? EXIT_FAILURE : EXIT_SUCCESS);
}

/* Waits for the end of a suite; returns 0 if it has no result. */
static int await_suite(Result *sum, int results)
{
    Result result;
    int status;

    if (wait(&status) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != EXIT_SUCCESS ||
        read(results, &result, sizeof result) != sizeof result)
        return 0;
    add(sum, &result);
    return 1;
}

/* Returns 0 if a suite has no result. */
static int run_workers(Result *sum, const TestSuite *suites, int count,
                       int workers)
{
    int ends[2], running = 0, well = 1;

    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 ||
        fcntl(ends[1], F_SETFD, FD_CLOEXEC) != 0)
        return 0;
    for (int i = 0; i < count; i++) {
        pid_t worker;

        if (!is_wanted(&suites[i]))
            continue;
        if (running == workers) {
            well &= await_suite(sum, ends[0]);
            running--;
        }
        worker = fork();
        if (worker == 0)
            work(&suites[i], ends[1]);
        well &= worker > 0;
        running += worker > 0;
    }
    for (; running > 0; running--)
        well &= await_suite(sum, ends[0]);
    return well;
}

static int run_alone(Result *sum, const TestSuite *suites, int count)
{
    if (support_make_folder() != 0)
        return 0;
    for (int i = 0; i < count; i++) {
        if (is_wanted(&suites[i])) {
            Result result = run_suite(&suites[i]);

            add(sum, &result);
        }
    }
    support_remove_folder();
    return 1;
}

int run_suites(const TestSuite *suites, int count)
{
    int workers = count_workers(), well;
    Result sum = {0};

    well = workers == 1 ? run_alone(&sum, suites, count)
                        : run_workers(&sum, suites, count, workers);
    if (!well)
        fputs("tests: not all suites were run\n", stderr);
    if (sum.checks == 0) {
        fputs("tests: there was nothing to run\n", stderr);
        return EXIT_FAILURE;
    }
    printf("%d%%: Checks: %d, Failures: %d, Errors: %d\n",
           100 * (sum.checks - sum.failures - sum.errors) / sum.checks,
           sum.checks, sum.failures, sum.errors);
    return well && sum.failures + sum.errors == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
