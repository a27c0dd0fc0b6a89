/* SPDX-License-Identifier: MIT */
#include "app/window/counter.h"

#include "app/present/screen_layers.h"
#include "os/step_clock.h"

#include <stdio.h>
#include <string.h>

#define NS_PER_MS 1e6
#define EVERY_NS  ((uint64_t)STEP_CLOCK_SECOND_NS / 2)

void counter_lay_out(Counter *counter, Screen *screen)
{
    PanelSpace space;
    int is_shown;

    if (screen->count == 0)
        return;
    screen_find_space(screen, 0, &space);
    is_shown = counter->is_shown && counter->panel.lines[0][0] != '\0';
    if (is_shown)
        counter_panel_lay_out(&counter->panel, &space);
    screen_set_layer(screen, 0, LAYER_COUNTER,
                     is_shown ? &counter->panel.panel : NULL);
}

void counter_toggle(Counter *counter, Screen *screen, uint64_t now_ns)
{
    int is_shown = !counter->is_shown;

    *counter = (Counter){.is_shown = is_shown, .drawn_ns = now_ns};
    counter_lay_out(counter, screen);
}

void counter_add(Counter *counter, uint64_t frame_ns, uint64_t shown_ns)
{
    float *times = counter->panel.times;

    memmove(times, times + 1, (COUNTER_TIMES - 1) * sizeof *times);
    times[COUNTER_TIMES - 1] = (float)((double)frame_ns / NS_PER_MS);
    counter->frames++;
    counter->frame_ns += frame_ns;
    counter->shown_ns += shown_ns;
}

/* The percentage of cells that are not at rest. */
static double find_moving_share(const Scene *scene)
{
    int columns, rows, moving = 0;
    size_t stride;
    const int16_t *heights =
        ripple_heights(scene->player.pool, &columns, &rows, &stride);

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            moving += heights[(size_t)y * stride + (size_t)x] != 0;
    }
    return 100.0 * moving / ((double)columns * rows);
}

static void write_lines(Counter *counter, const Scene *scene, double seconds)
{
    const Ripple *pool = scene->player.pool;
    const char *gpu = ripple_gpu_name(pool);
    double frames = counter->frames > 0 ? counter->frames : 1;
    char(*lines)[sizeof counter->panel.lines[0]] = counter->panel.lines;

    snprintf(lines[0], sizeof lines[0], "%.1f frames a second",
             counter->frames / seconds);
    snprintf(lines[1], sizeof lines[1], "%.2f ms water, %.2f ms shown",
             (double)counter->frame_ns / NS_PER_MS / frames,
             (double)counter->shown_ns / NS_PER_MS / frames);
    if (gpu != NULL)
        snprintf(lines[2], sizeof lines[2], "%s", gpu);
    else
        snprintf(lines[2], sizeof lines[2], "%s, %d %s", ripple_simd(pool),
                 ripple_threads(pool),
                 ripple_threads(pool) == 1 ? "thread" : "threads");
    snprintf(lines[3], sizeof lines[3], "%.0f %% of %dx%d move",
             find_moving_share(scene), scene->frame.width, scene->frame.height);
}

void counter_turn(Counter *counter, Screen *screen, const Scene *scene,
                  uint64_t now_ns)
{
    if (counter_wait_ns(counter, now_ns) > 0)
        return;
    write_lines(counter, scene,
                (double)(now_ns - counter->drawn_ns) / STEP_CLOCK_SECOND_NS);
    counter->frames = 0;
    counter->frame_ns = counter->shown_ns = 0;
    counter->drawn_ns = now_ns;
    counter_lay_out(counter, screen);
}

uint64_t counter_wait_ns(const Counter *counter, uint64_t now_ns)
{
    uint64_t due_ns = counter->drawn_ns + EVERY_NS;

    if (!counter->is_shown)
        return UINT64_MAX;
    return due_ns > now_ns ? due_ns - now_ns : 0;
}
