/* SPDX-License-Identifier: MIT */
/* A child that fork makes of a pool with threads, at any time between two
   calls: the copy can do all that the pool can, and makes the same water. */
#define _GNU_SOURCE /* unshare */

#include "../unit/water.h"

#include <dirent.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FORKS 20

/* A pool with threads and one without, of the same water. */
typedef struct Pair {
    Ripple *pool, *plain;
    RipplePixels picture, frame;
} Pair;

static Pair make_pair(int threads)
{
    Pair pair = {water_damped(640, 300, ROUND, 6, 1),
                 water_damped(640, 300, ROUND, 6, 1), water_picture(640, 300),
                 water_picture(640, 300)};

    support_stir(pair.pool, &(uint64_t){5}, 3000);
    support_stir(pair.plain, &(uint64_t){5}, 3000);
    EXPECT_OK(ripple_use_threads(pair.pool, threads));
    return pair;
}

/* Steps both; 1 if they are alike. */
static int step(const Pair *pair, int steps)
{
    size_t stride;
    const int16_t *a, *b;
    int columns, rows;

    for (int i = 0; i < steps; i++) {
        if (ripple_advance(pair->pool, &pair->picture, &pair->frame, NULL) < 0)
            return 0;
        ripple_step(pair->pool);
        ripple_step(pair->plain);
        ripple_step(pair->plain);
    }
    a = ripple_heights(pair->pool, &columns, &rows, &stride);
    b = ripple_heights(pair->plain, NULL, NULL, NULL);
    for (size_t y = 0; y < (size_t)rows; y++) {
        if (memcmp(a + y * stride, b + y * stride,
                   (size_t)columns * sizeof *a) != 0)
            return 0;
    }
    return 1;
}

/* The threads of this process; `wanted` if the system does not tell. */
static int count_threads(int wanted)
{
    DIR *threads = opendir("/proc/self/task");
    int count = 0;

    if (threads == NULL)
        return wanted;
    while (readdir(threads) != NULL)
        count++;
    closedir(threads);
    return count - 2; /* "." and ".." */
}

/* A child uses its copy. Returns 1 if all is well. */
static int live(const Pair *pair, int number)
{
    static const int counts[] = {1, 2, 5};
    int count = number % 4 < COUNT(counts) ? counts[number % 4]
                                           : ripple_threads(pair->pool);

    alarm(60); /* if it hangs */
    if (number % 3 == 0 && !step(pair, 3))
        return 0;
    if (count_threads(1) != 1)
        return 0;
    if (number % 8 < 4 && (ripple_use_threads(pair->pool, count) != 0 ||
                           count_threads(count) != count))
        return 0;
    if (!step(pair, 3))
        return 0;
    ripple_destroy(pair->pool);
    return count_threads(1) == 1;
}

static int wait_for(pid_t child)
{
    int status;

    EXPECT_INT(child, >, 0);
    EXPECT_INT(waitpid(child, &status, 0), ==, child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int fork_child(const Pair *pair, int number)
{
    pid_t child = fork();

    if (child == 0)
        _exit(live(pair, number) ? 42 : 1);
    return wait_for(child);
}

TEST_CASE(limits, forks, .timeout_s = 60);

/* Workers have just worked, look for work or sleep, and one may hold a mutex.
 */
TEST_LOOP(forks, of_threads, 4)
{
    static const struct {
        int threads;
        RippleView view;
        int forks;
    } rows[] = {{2, RIPPLE_VIEW_WATER, FORKS},
                {4, RIPPLE_VIEW_WATER, FORKS},
                {16, RIPPLE_VIEW_WATER, FORKS},
                {4, RIPPLE_VIEW_PERSPECTIVE, 9}};
    Pair pair = make_pair(rows[_i].threads);

    CONFIGURE(pair.pool, with.view = rows[_i].view);
    EXPECT_INT(fork_child(&pair, 0), ==, 42);
    for (int i = 1; i < rows[_i].forks; i++) {
        EXPECT(step(&pair, 1));
        for (volatile int spent = 0; spent < i * i * 20;)
            spent = spent + 1;
        EXPECT_INT(fork_child(&pair, i), ==, 42);
    }
    EXPECT(step(&pair, 3));
}

#ifdef CLONE_NEWPID
static int fork_namesake(void)
{
    Pair pair = make_pair(4);

    if (getpid() != 1 || !step(&pair, 3) || unshare(CLONE_NEWPID) != 0)
        return 1;
    return fork_child(&pair, 0);
}

/* Process 1 of a namespace makes a pool, and a child that is process 1 too.
   Not every system lets a test do so. */
TEST(forks, child_with_the_id_of_its_parent)
{
    pid_t child = fork();

    if (child == 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
            _exit(42);
        child = fork();
        _exit(child == 0 ? fork_namesake() : wait_for(child));
    }
    EXPECT_INT(wait_for(child), ==, 42);
}
#endif
