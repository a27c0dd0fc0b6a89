/* SPDX-License-Identifier: MIT */
/* Each row of a job is done exactly once, with any number of workers. */
#include "lib/util/thread_pool.h"
#include "../test.h"
#include "../support.h"

#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#define MAX_ROWS 1000

static atomic_int done[MAX_ROWS];

static void count_rows(void *argument, int first, int end)
{
    (void)argument;
    for (int y = first; y < end; y++)
        atomic_fetch_add(&done[y], 1);
}

static void check_job(ThreadPool *thread_pool, int rows)
{
    for (int y = 0; y < MAX_ROWS; y++)
        atomic_store(&done[y], 0);
    ripple_thread_pool_run(thread_pool, count_rows, NULL, rows);
    for (int y = 0; y < MAX_ROWS; y++)
        EXPECT_INT(atomic_load(&done[y]), ==, y < rows);
}

TEST_CASE(thread_pool, jobs, .timeout_s = 60);

TEST_LOOP(jobs, every_row_once, 6)
{
    static const int sizes[] = {1, 2, 3, 5, 16, 64};
    ThreadPool *thread_pool;

    EXPECT_INT(ripple_thread_pool_create(&thread_pool, sizes[_i]), ==, 0);
    EXPECT_INT(ripple_thread_pool_size(thread_pool), ==, sizes[_i]);
    EXPECT((thread_pool == NULL) == (sizes[_i] == 1));
    for (int rows = 0; rows <= 130; rows++)
        check_job(thread_pool, rows);
    for (int times = 0; times < 300; times++)
        check_job(thread_pool, MAX_ROWS - times);
    ripple_thread_pool_destroy(thread_pool);
}

/* The first band holds all the work: others must take from it. */
static void do_slow_rows(void *argument, int first, int end)
{
    atomic_uint_fast64_t *sum = argument;
    uint64_t random = 1;

    for (int y = first; y < end; y++) {
        for (int i = 0; y < 100 && i < 20000; i++)
            xorshift_next(&random);
        atomic_fetch_add(&done[y], 1);
    }
    atomic_store(sum, random); /* so that the loop is not optimised away */
}

TEST(jobs, uneven_work)
{
    ThreadPool *thread_pool;
    atomic_uint_fast64_t sum;

    EXPECT_INT(ripple_thread_pool_create(&thread_pool, 4), ==, 0);
    for (int times = 0; times < 20; times++) {
        for (int y = 0; y < MAX_ROWS; y++)
            atomic_store(&done[y], 0);
        ripple_thread_pool_run(thread_pool, do_slow_rows, &sum, 400);
        for (int y = 0; y < 400; y++)
            EXPECT_INT(atomic_load(&done[y]), ==, 1);
    }
    ripple_thread_pool_destroy(thread_pool);
}

/* Each row waits until all have begun, so each needs a worker of its own. */
typedef struct Meeting {
    atomic_int present;
    int wanted;
} Meeting;

static void meet(void *argument, int first, int end)
{
    Meeting *meeting = argument;

    atomic_fetch_add(&meeting->present, end - first);
    while (atomic_load(&meeting->present) < meeting->wanted)
        sched_yield();
}

/* Workers take part in the first job, in one that comes at once, and in one
   that comes when they sleep; else the test does not end. */
TEST_LOOP(jobs, all_workers_take_part, 4)
{
    static const int sizes[] = {2, 3, 4, 7};
    const struct timespec pause = {0, 30 * 1000 * 1000};
    ThreadPool *thread_pool;

    EXPECT_OK(ripple_thread_pool_create(&thread_pool, sizes[_i]));
    for (int i = 0; i < 12; i++) {
        Meeting meeting = {0, sizes[_i]};

        if (i % 3 == 2)
            nanosleep(&pause, NULL);
        ripple_thread_pool_run(thread_pool, meet, &meeting, sizes[_i]);
        EXPECT_INT(atomic_load(&meeting.present), ==, sizes[_i]);
    }
    ripple_thread_pool_destroy(thread_pool);
}

/* Thread pools end whether they never worked, work, or sleep. */
TEST(jobs, ends_at_any_time)
{
    for (int times = 0; times < 100; times++) {
        ThreadPool *thread_pool;

        EXPECT_OK(ripple_thread_pool_create(&thread_pool, 2 + times % 7));
        for (int i = 0; i < times % 3; i++)
            check_job(thread_pool, 50);
        ripple_thread_pool_destroy(thread_pool);
    }
    ripple_thread_pool_destroy(NULL);
}
