/* SPDX-License-Identifier: MIT */
/*
 * The window on displays of several rates, with their clocks simulated:
 * presents return when the display has shown the frame, and a little late. For
 * each frame the phase that is shown, in steps, is compared with the step clock
 * at the moment at which the display shows it. RIPPLE_SHOW prints the table.
 *
 *     clock      .    .    .    .         steps that are due
 *     display  |   |   |   |   |   |      frames
 *     shown    S   S   S   S   S   S      whole steps or what lies between
 */
#include "stage.h"

#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SECOND     1e9
#define MAX_FRAMES 4000
#define LATE_NS    700000  /* of what the display tells, at most */
#define WORK_NS    2000000 /* for a frame, at most */

TEST_CASE(pacing, displays, .timeout_s = 60, .tear_down = stage_close);

typedef struct Display {
    double period_ns, flip_ns; /* the last frame was shown then */
    int waits;                 /* 0: presents return at once */
    double now_ns;
    uint64_t random;
    double click_ns; /* the next click */
    int max_latency, clicks;
    int frames;
    struct {
        double step, clock; /* that is shown, that it should be */
    } shown[MAX_FRAMES];
} Display;

static Display display;

/* Opens a window of moving water on a display whose rate SDL rounds. */
static void open_display(double rate, int waits)
{
    Pacing *pacing = &stage.window.pacing;

    stage_open("storm --rain 50 --size 64x48", NULL);
    display = (Display){.period_ns = SECOND / rate,
                        .flip_ns = (double)stage.now_ns,
                        .waits = waits,
                        .now_ns = (double)stage.now_ns,
                        .random = (uint64_t)(rate * 1000)};
    display.click_ns = display.now_ns + SECOND / 3;
    frame_clock_init(&pacing->frame_clock, (int)lround(rate));
    frame_limiter_init(&pacing->limiter, waits ? (int)lround(rate) : 0);
    frame_limiter_set_rate(&pacing->limiter, waits ? 0 : (int)lround(rate));
    pacing->waits = waits;
}

static double up_to(int max)
{
    return support_between(&display.random, 0, max);
}

/* The next refresh after now. */
static double find_flip(void)
{
    double past = display.now_ns - display.flip_ns;

    return display.flip_ns +
           display.period_ns * fmax(floor(past / display.period_ns) + 1, 1);
}

/* The position of the step clock, in steps. */
static double read_clock(double now_ns)
{
    const StepClock *clock = &stage.window.step_clock;

    return (double)stage.scene->player.step + 1 -
           ((double)clock->next_ns - now_ns) / (double)clock->step_ns;
}

static void keep_frame(void)
{
    ck_assert_int_lt(display.frames, MAX_FRAMES);
    display.shown[display.frames].step = (double)stage.scene->player.step - 1 +
                                         stage.window.pacing.phase_q8 / 256.0;
    display.shown[display.frames++].clock = read_clock(display.flip_ns);
}

static void click(void)
{
    SDL_Event event = {.button = {.type = SDL_MOUSEBUTTONDOWN,
                                  .button = SDL_BUTTON_LEFT,
                                  .x = 20,
                                  .y = 20}};

    events_handle(&stage.window, &event, (uint64_t)display.now_ns);
    event.button.type = SDL_MOUSEBUTTONUP;
    events_handle(&stage.window, &event, (uint64_t)display.now_ns);
}

/* A turn of the program, and its sleep until the next one or a click. */
static void turn(void)
{
    int shown = stage.window.pacing.shown, ms;
    int clicks = display.now_ns >= display.click_ns;

    if (clicks)
        click();
    window_turn(&stage.window, (uint64_t)display.now_ns);
    display.now_ns += up_to(WORK_NS);
    if (stage.window.pacing.shown > shown) {
        display.flip_ns = display.waits ? find_flip() : display.now_ns;
        keep_frame();
        if (clicks) {
            display.max_latency =
                max_int(display.max_latency,
                        (int)ceil((display.flip_ns - display.click_ns) /
                                  display.period_ns));
            display.clicks++;
            display.click_ns = display.now_ns + SECOND / 3 + up_to(50000000);
        }
        if (display.waits)
            display.now_ns = display.flip_ns + up_to(LATE_NS);
    }
    ms = window_wait_ms(&stage.window, (uint64_t)display.now_ns);
    if (ms > 0)
        display.now_ns =
            fmin(display.now_ns + ms * 1e6 + up_to(LATE_NS),
                 fmax(display.click_ns, display.now_ns) + up_to(LATE_NS));
}

static void run(double seconds)
{
    double end_ns = display.now_ns + seconds * SECOND;

    while (display.now_ns < end_ns)
        turn();
}

/* Of the frames from `first` on: how far they are from the clock, in steps, but
   for what is common to all; how far two, `apart` frames from each other,
   lie. */
typedef struct Result {
    double mean, greatest, min_advance, max_advance;
} Result;

static double deviation(int i)
{
    return display.shown[i].step - display.shown[i].clock;
}

static Result measure(int first, int apart)
{
    Result result = {0, 0, INFINITY, -INFINITY};
    double common = 0;
    int count = display.frames - first;

    for (int i = first; i < display.frames; i++)
        common += deviation(i) / count;
    for (int i = first; i < display.frames; i++) {
        double advance = display.shown[i].step - display.shown[i - apart].step;

        result.mean += fabs(deviation(i) - common) / count;
        result.greatest = fmax(result.greatest, fabs(deviation(i) - common));
        result.min_advance = fmin(result.min_advance, advance);
        result.max_advance = fmax(result.max_advance, advance);
    }
    return result;
}

static int find_locks(void)
{
    return frame_clock_locks(&stage.window.pacing.frame_clock,
                             &stage.window.step_clock);
}

/* Frames that show a step together are one. */
static void check_display(double rate, int first, int is_first)
{
    int locks = find_locks();
    int apart = max_int(locks, 1);
    Result result = measure(first, apart);
    double advance = 60 * apart / rate;

    if (getenv("RIPPLE_SHOW") != NULL) {
        if (is_first)
            puts("display, Hz | shows            | deviation, steps: mean, "
                 "greatest | advance, steps | click to frame");
        printf("%11.2f | %-16s | %22.3f, %8.3f | %5.2f to %5.2f | %6d frames\n",
               rate, locks > 0 ? "steps, locked" : "between steps", result.mean,
               result.greatest, result.min_advance / apart,
               result.max_advance / apart, display.max_latency);
        fflush(stdout);
    }
    EXPECT(result.greatest <= 0.3);
    EXPECT(result.min_advance > advance - 0.3);
    EXPECT(result.max_advance < advance + 0.3);
    EXPECT_INT(display.max_latency, <=, 2);
}

/* Frames that do not wait for the display follow the limit of their rate. */
static const struct {
    double rate;
    int waits, locks;
} rows[] = {{50, 1, 0},  {59.94, 1, 1}, {60, 1, 1},  {75, 1, 0},
            {120, 1, 2}, {144, 1, 0},   {165, 1, 0}, {30, 0, 1},
            {60, 0, 1},  {75, 0, 0},    {144, 0, 0}};

TEST(displays, keep_to_the_clock)
{
    for (int i = 0; i < COUNT(rows); i++) {
        open_display(rows[i].rate, rows[i].waits);
        run(13);
        EXPECT_INT(find_locks(), ==, rows[i].locks);
        EXPECT(fabs(display.frames - 13 * rows[i].rate) <= 13);
        check_display(rows[i].rate, (int)rows[i].rate, i == 0);
        EXPECT_INT(display.clicks, >, 25);
    }
}

/* The rate is measured, whatever the desktop said, and again when the window is
   on another display; the phase that was before does not matter. */
TEST(displays, change_while_it_runs)
{
    static const struct {
        double rate;
        int locks;
    } changes[] = {{75, 0}, {59.94, 1}, {144, 0},  {119.88, 2},
                   {60, 1}, {50, 0},    {59.3, 1}, {240, 0}};

    open_display(60, 1);
    frame_limiter_init(&stage.window.pacing.limiter, 240);
    run(2);
    for (int i = 0; i < COUNT(changes); i++) {
        display.period_ns = SECOND / changes[i].rate;
        run(2.5);
        EXPECT_INT(find_locks(), ==, changes[i].locks);
        display.frames = 0;
        run(4);
        check_display(changes[i].rate, 10, 0);
    }
}
