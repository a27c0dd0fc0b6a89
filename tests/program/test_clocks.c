/* SPDX-License-Identifier: MIT */
/* Time and chance: steps from a clock that does what clocks do, and rain. */
#include "lib/util/fixed.h"
#include "os/frame_limiter.h"
#include "os/step_clock.h"
#include "play/nature/rain.h"
#include "../test.h"
#include "../support.h"

#define SECOND ((uint64_t)STEP_CLOCK_SECOND_NS)

#define EXPECT_BETWEEN(value, min, max) \
    do { \
        EXPECT_INT(value, >=, min); \
        EXPECT_INT(value, <=, max); \
    } while (0)

TEST_CASE(clocks, clock, .timeout_s = 4);

TEST_LOOP(clock, rate_holds_whatever_the_frames, 20)
{
    static const int rates[] = {1, 30, 60, 144, 1000};
    static const uint64_t frame_ns[] = {SECOND / 30, SECOND / 60, SECOND / 144,
                                        SECOND / 977};
    int rate = rates[_i / 4];
    StepClock step_clock;
    uint64_t now_ns = 12345;
    long steps = 0;

    if (frame_ns[_i % 4] * (uint64_t)rate > STEP_CLOCK_MAX_STEPS * SECOND)
        return;
    step_clock_start(&step_clock, rate, now_ns);
    while (now_ns < 10 * SECOND) {
        now_ns += frame_ns[_i % 4];
        steps += step_clock_take_steps(&step_clock, now_ns);
    }
    EXPECT_BETWEEN(steps, 10 * rate - 5, 10 * rate + 5);
}

/* At most four steps at a time; a clock that is set back does not stop the
   water. */
TEST(clock, steps_by_time)
{
    static const struct {
        uint64_t now_ns;
        int steps;
    } readings[] = {
        {1000 * SECOND, 0},
        {1000 * SECOND + SECOND / 60, 1},
        {1000 * SECOND + SECOND / 60, 0},
        {3600 * SECOND, 4},
        {3600 * SECOND + 1, 0},
        {3600 * SECOND + SECOND / 60, 1},
        {10 * SECOND, 0},
        {10 * SECOND + SECOND / 60, 1},
        {0, 0},
        {SECOND / 60, 1},
        {UINT64_MAX / 2, 4},
    };
    StepClock step_clock;

    step_clock_start(&step_clock, 60, readings[0].now_ns);
    for (int i = 0; i < COUNT(readings); i++)
        EXPECT_INT(step_clock_take_steps(&step_clock, readings[i].now_ns), ==,
                   readings[i].steps);
}

TEST(clock, waiting_and_skipping)
{
    StepClock step_clock;

    step_clock_start(&step_clock, 100, 0);
    EXPECT_INT(step_clock_wait_ns(&step_clock, 0, 1), ==, SECOND / 100);
    EXPECT_INT(step_clock_wait_ns(&step_clock, 0, 50), ==, SECOND / 2);
    EXPECT_INT(step_clock_wait_ns(&step_clock, SECOND, 50), ==, 0);
    EXPECT_INT(step_clock_skip(&step_clock, SECOND / 2, 20), ==, 20);
    EXPECT_INT(step_clock_skip(&step_clock, SECOND / 2, 100), ==, 30);
    EXPECT_INT(step_clock_skip(&step_clock, SECOND / 2, 100), ==, 0);
    EXPECT_INT(step_clock_take_steps(&step_clock, SECOND / 2 + SECOND / 100),
               ==, 1);
}

/* Shows a frame whenever one may be, looking every so often; returns how many
   there were. */
static int count_frames(FrameLimiter *frames, uint64_t look_ns,
                        uint64_t from_ns, uint64_t until_ns)
{
    int count = 0;

    for (uint64_t now_ns = from_ns; now_ns < until_ns; now_ns += look_ns) {
        if (frame_limiter_wait_ns(frames, now_ns) == 0) {
            frame_limiter_count(frames, now_ns, 0);
            count++;
        }
    }
    return count;
}

TEST_CASE(clocks, frames, .timeout_s = 4);

TEST_LOOP(frames, frames_are_limited, 12)
{
    static const int rates[] = {1, 7, 30, 60, 144, FRAME_LIMITER_MAX_RATE};
    int rate = rates[_i / 2];
    FrameLimiter frames;
    int count;

    frame_limiter_init(&frames, 0);
    frame_limiter_set_rate(&frames, rate);
    count =
        count_frames(&frames, _i % 2 ? 999983 : 1000, 7 * SECOND, 10 * SECOND);
    EXPECT_BETWEEN(count, 3 * rate - 1, 3 * rate + 1);
}

/* Half of what the slower of display or steps and the limit allow. */
TEST_LOOP(frames, frames_are_halved, 7)
{
    static const struct {
        int rate, limit, wanted;
    } cases[] = {{60, 0, 30},    {60, 10, 5},    {60, 60, 30}, {60, 144, 30},
                 {50, 1000, 25}, {1000, 0, 500}, {1, 0, 0}};
    int limit = cases[_i].limit, wanted = cases[_i].wanted, count;
    FrameLimiter frames;

    frame_limiter_init(&frames, 0);
    frame_limiter_set_rate(&frames, limit);
    frame_limiter_halve(&frames, cases[_i].rate);
    count = count_frames(&frames, 1000, 7 * SECOND, 10 * SECOND);
    EXPECT_BETWEEN(count, 3 * wanted - 1, 3 * wanted + 2);
    frame_limiter_halve(&frames, 0);
    if (limit == 0)
        return;
    count = count_frames(&frames, 1000, 17 * SECOND, 20 * SECOND);
    EXPECT_BETWEEN(count, 3 * limit - 1, 3 * limit + 1);
}

/* After a rest or a clock set back there is one frame, and then the next when
   it is due. */
TEST(frames, frames_do_not_hurry)
{
    FrameLimiter frames;

    frame_limiter_init(&frames, 0);
    frame_limiter_set_rate(&frames, 10);
    EXPECT_INT(count_frames(&frames, SECOND / 100, SECOND, 2 * SECOND), ==, 10);
    EXPECT_INT(frame_limiter_wait_ns(&frames, 60 * SECOND), ==, 0);
    frame_limiter_count(&frames, 60 * SECOND, 0);
    EXPECT_INT(frame_limiter_wait_ns(&frames, 60 * SECOND), ==, SECOND / 10);
    EXPECT_INT(frame_limiter_wait_ns(&frames, 60 * SECOND + SECOND / 25), ==,
               SECOND / 10 - SECOND / 25);
    EXPECT_INT(frame_limiter_wait_ns(&frames, 2 * SECOND), ==, 0);
    frame_limiter_count(&frames, 2 * SECOND, 0);
    EXPECT_INT(frame_limiter_wait_ns(&frames, 2 * SECOND), ==, SECOND / 10);
}

/* Without a limit only a display makes a frame wait. */
TEST(frames, frames_without_a_limit)
{
    FrameLimiter frames;

    frame_limiter_init(&frames, 0);
    frame_limiter_set_rate(&frames, 0);
    frame_limiter_count(&frames, SECOND, 0);
    EXPECT_INT(frame_limiter_wait_ns(&frames, SECOND), ==, 0);
    frame_limiter_init(&frames, 50);
    frame_limiter_count(&frames, SECOND, 0);
    EXPECT_INT(frame_limiter_wait_ns(&frames, SECOND), ==, SECOND * 3 / 200);
    EXPECT_INT(frame_limiter_wait_ns(&frames, SECOND + SECOND / 50), ==, 0);
}

/* A frame costs 5 ms and the steps some percent of a core; returns how many
   percent all of it took in ten seconds. */
static double use_cpu(int limit, double steps, int *count)
{
    FrameLimiter frames;
    uint64_t used_ns = SECOND, now_ns = 3 * SECOND;

    frame_limiter_init(&frames, 0);
    frame_limiter_set_cpu(&frames, limit, used_ns);
    for (*count = 0; now_ns < 13 * SECOND; now_ns += SECOND / 1000) {
        used_ns += (uint64_t)(steps * SECOND / 1000 / 100);
        if (frame_limiter_wait_ns(&frames, now_ns) > 0)
            continue;
        used_ns += SECOND / 200;
        frame_limiter_count(&frames, now_ns, used_ns);
        ++*count;
    }
    return (double)(used_ns - SECOND) / (10 * SECOND) * 100;
}

TEST(frames, frames_keep_to_a_share_of_a_core)
{
    static const int limits[] = {2, 5, 20, 50, 100};
    int count;

    for (int i = 0; i < 5; i++) {
        double used = use_cpu(limits[i], limits[i] / 2.0, &count);

        EXPECT(used <= limits[i] * 1.05);
        EXPECT(used >= limits[i] * 0.85);
    }
    use_cpu(0, 10, &count);
    EXPECT_INT(count, ==, 10000);
}

TEST_CASE(clocks, rain, .timeout_s = 4);

static int count_drops(uint64_t seed, uint64_t step, double per_step)
{
    return (int)(rain_before(seed, step + 1, per_step) -
                 rain_before(seed, step, per_step));
}

/* All drops of the first n steps are n * per_step, but for those of the last
   slot. */
TEST(rain, rain_falls_as_often_as_asked)
{
    static const double per_step[] = {0, 1e-300, 0.01, 0.5, 1, 2.25, 10000};

    for (int i = 0; i < COUNT(per_step); i++) {
        for (uint64_t step = 0; step < 100000; step += 77) {
            double drops = (double)rain_before(step, step, per_step[i]);

            EXPECT(fabs(drops - per_step[i] * (double)step) <= 1);
        }
    }
}

TEST(rain, rain_can_be_foreseen)
{
    uint64_t step = 0;

    for (int i = 0; i < 200; i++) {
        uint64_t next = rain_next(42, step, 10000, 0.01);

        while (step < next)
            EXPECT_INT(count_drops(42, step++, 0.01), ==, 0);
        EXPECT_INT(count_drops(42, step++, 0.01), ==, 1);
    }
    EXPECT_INT(rain_next(42, 5, 77, 0), ==, 82);
    EXPECT_INT(rain_next(42, 5, 77, 1e-9), ==, 82);
    EXPECT_INT(rain_next(42, 5, 77, 1), ==, 5);
}
