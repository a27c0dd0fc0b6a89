/* SPDX-License-Identifier: MIT */
/*
 * Worker processes read the numbers of suites from one pipe and write the
 * results to another. Each has its own folder for files.
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

#define MAX_WORKERS 64

typedef struct Result {
    int suite; /* index in the table of main.c */
    int checks, failures, errors;
    double seconds;
} Result;

typedef struct Pipe {
    int from, to;
} Pipe;

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

static Result run_suite(const TestSuite *suites, int number)
{
    Result result = {.suite = number};
    SRunner *runner = srunner_create(make_suite(&suites[number]));
    double start = read_clock();

    srunner_run_all(runner, CK_SILENT);
    result.seconds = read_clock() - start;
    result.checks = srunner_ntests_run(runner);
    count_failed(&result, runner);
    if (result.failures + result.errors > 0) {
        srunner_print(runner, CK_NORMAL);
        fflush(stdout);
    }
    srunner_free(runner);
    return result;
}

static void add(Result *sum, const TestSuite *suites, const Result *result)
{
    sum->checks += result->checks;
    sum->failures += result->failures;
    sum->errors += result->errors;
    if (result->checks > 0)
        printf("%-9s %3d checks, %5.1f s\n", suites[result->suite].name,
               result->checks, result->seconds);
    fflush(stdout);
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
    return workers < 1 ? 1 : workers > MAX_WORKERS ? MAX_WORKERS : (int)workers;
}

static int open_pipe(Pipe *made)
{
    int ends[2];

    if (pipe(ends) != 0)
        return -1;
    *made = (Pipe){ends[0], ends[1]};
    /* A program that a test leaves running must not keep the pipe open. */
    return fcntl(made->from, F_SETFD, FD_CLOEXEC) |
           fcntl(made->to, F_SETFD, FD_CLOEXEC);
}

/* The worker process; does not return. */
static void work(const TestSuite *suites, int queue, int results)
{
    unsigned char number;
    int failed = support_make_folder();

    if (failed)
        perror("tests: no folder for files");
    while (!failed && read(queue, &number, 1) == 1) {
        Result result = run_suite(suites, number);

        failed = write(results, &result, sizeof result) != sizeof result;
    }
    support_remove_folder();
    exit(failed ? EXIT_FAILURE : EXIT_SUCCESS);
}

/* Returns 0 if a worker died or a suite did not run. */
static int run_workers(Result *sum, const TestSuite *suites, int count,
                       int workers)
{
    Pipe queue, results;
    Result result;
    int status, well = 1;

    if (open_pipe(&queue) != 0 || open_pipe(&results) != 0)
        return 0;
    for (int i = 0; i < count; i++) {
        unsigned char number = (unsigned char)i;

        if (is_wanted(&suites[i]))
            well &= write(queue.to, &number, 1) == 1;
    }
    close(queue.to);
    for (int i = 0; i < workers; i++) {
        pid_t worker = fork();

        if (worker == 0)
            work(suites, queue.from, results.to);
        well &= worker > 0;
    }
    close(queue.from);
    close(results.to);
    while (read(results.from, &result, sizeof result) == sizeof result)
        add(sum, suites, &result);
    close(results.from);
    while (wait(&status) > 0)
        well &= WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
    return well;
}

static int run_alone(Result *sum, const TestSuite *suites, int count)
{
    if (support_make_folder() != 0)
        return 0;
    for (int i = 0; i < count; i++) {
        if (is_wanted(&suites[i])) {
            Result result = run_suite(suites, i);

            add(sum, suites, &result);
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
