/* SPDX-License-Identifier: MIT */
/* Every row of a job is done once, by whatever number of workers. */
#include "base/thread_pool.h"
#include "../suites.h"
#include "../support.h"

#include <stdatomic.h>

#define MOST_ROWS 1000

static atomic_int done[MOST_ROWS];

static void count_rows(void *argument, int first, int end)
{
    (void)argument;
    for (int y = first; y < end; y++)
        atomic_fetch_add(&done[y], 1);
}

static void check_job(ThreadPool *thread_pool, int rows)
{
    for (int y = 0; y < MOST_ROWS; y++)
        atomic_store(&done[y], 0);
    ripple_thread_pool_run(thread_pool, count_rows, NULL, rows);
    for (int y = 0; y < MOST_ROWS; y++)
        EXPECT_INT(atomic_load(&done[y]), ==, y < rows);
}

START_TEST(test_every_row_once)
{
    static const int sizes[] = {1, 2, 3, 5, 16, 64};
    ThreadPool *thread_pool;

    EXPECT_INT(ripple_thread_pool_create(&thread_pool, sizes[_i]), ==, 0);
    EXPECT_INT(ripple_thread_pool_size(thread_pool), ==, sizes[_i]);
    EXPECT((thread_pool == NULL) == (sizes[_i] == 1));
    for (int rows = 0; rows <= 130; rows++)
        check_job(thread_pool, rows);
    for (int times = 0; times < 300; times++)
        check_job(thread_pool, MOST_ROWS - times);
    ripple_thread_pool_destroy(thread_pool);
}
END_TEST

/* The first band holds all the work: others must take from it. */
static void do_slow_rows(void *argument, int first, int end)
{
    atomic_uint_fast64_t *sum = argument;
    uint64_t random = 1;

    for (int y = first; y < end; y++) {
        for (int i = 0; y < 100 && i < 20000; i++)
            support_random(&random);
        atomic_fetch_add(&done[y], 1);
    }
    atomic_store(sum, random); /* so that the work is not left out */
}

START_TEST(test_uneven_work)
{
    ThreadPool *thread_pool;
    atomic_uint_fast64_t sum;

    EXPECT_INT(ripple_thread_pool_create(&thread_pool, 4), ==, 0);
    for (int times = 0; times < 20; times++) {
        for (int y = 0; y < MOST_ROWS; y++)
            atomic_store(&done[y], 0);
        ripple_thread_pool_run(thread_pool, do_slow_rows, &sum, 400);
        for (int y = 0; y < 400; y++)
            EXPECT_INT(atomic_load(&done[y]), ==, 1);
    }
    ripple_thread_pool_destroy(thread_pool);
}
END_TEST

/* Crews that never worked, or are asleep, end too. */
START_TEST(test_ends_at_any_time)
{
    for (int times = 0; times < 100; times++) {
        ThreadPool *thread_pool;

        EXPECT_INT(ripple_thread_pool_create(&thread_pool, 2 + times % 7), ==,
                   0);
        for (int i = 0; i < times % 3; i++)
            check_job(thread_pool, 50);
        ripple_thread_pool_destroy(thread_pool);
    }
    ripple_thread_pool_destroy(NULL);
}
END_TEST

Suite *thread_pool_suite(void)
{
    Suite *suite = suite_create("thread_pool");
    TCase *jobs = tcase_create("jobs");

    tcase_set_timeout(jobs, 60);
    tcase_add_loop_test(jobs, test_every_row_once, 0, 6);
    tcase_add_test(jobs, test_uneven_work);
    tcase_add_test(jobs, test_ends_at_any_time);
    suite_add_tcase(suite, jobs);
    return suite;
}
