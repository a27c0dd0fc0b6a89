/* SPDX-License-Identifier: MIT */
#include "app/counter.h"

#include "lib/util/fixed.h"
#include "os/step_clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NS_PER_MS 1e6
#define EVERY_NS  ((uint64_t)STEP_CLOCK_SECOND_NS / 2)
#define CURVE     5       /* sizes: its height */
#define FULL_MS   16.667F /* at its top, if no frame took longer */

void counter_toggle(Counter *counter)
{
    *counter = (Counter){.is_shown = !counter->is_shown};
}

void counter_add(Counter *counter, uint64_t frame_ns, uint64_t shown_ns)
{
    float *times = counter->times;

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
    char(*lines)[sizeof counter->lines[0]] = counter->lines;

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

void counter_turn(Counter *counter, const Scene *scene, uint64_t now_ns)
{
    if (counter->written_ns == 0)
        counter->written_ns = now_ns;
    if (counter_wait_ns(counter, now_ns) > 0)
        return;
    write_lines(counter, scene,
                (double)(now_ns - counter->written_ns) / STEP_CLOCK_SECOND_NS);
    counter->frames = 0;
    counter->frame_ns = counter->shown_ns = 0;
    counter->written_ns = now_ns;
    memcpy(counter->curve, counter->times, sizeof counter->curve);
}

uint64_t counter_wait_ns(const Counter *counter, uint64_t now_ns)
{
    uint64_t due_ns = counter->written_ns + EVERY_NS;

    if (!counter->is_shown)
        return UINT64_MAX;
    return due_ns > now_ns ? due_ns - now_ns : 0;
}

/* A bar for each time; all have the same width. */
static void draw_curve(const Counter *counter, const Ui *ui, RippleRect box)
{
    float step = (float)box.width / COUNTER_TIMES, full = FULL_MS;

    for (int i = 0; i < COUNTER_TIMES; i++)
        full = fmaxf(full, counter->curve[i]);
    for (int i = 0; i < COUNTER_TIMES; i++) {
        float height = (float)box.height * counter->curve[i] / full;

        if (height > 0)
            ui_add(ui, (Shape){.x = (float)box.x + (float)i * step,
                               .y = (float)(box.y + box.height) - height,
                               .width = step,
                               .height = height,
                               .argb = UI_VALUE});
    }
}

int counter_show(const Counter *counter, Ui *ui, int left, int right)
{
    float widest = 16;
    RippleRect box, curve;
    int size;

    if (!counter->is_shown || counter->lines[0][0] == '\0')
        return left;
    for (int i = 0; i < COUNTER_LINES; i++)
        widest = fmaxf(widest, ui_measure(ui, counter->lines[i],
                                          strlen(counter->lines[i]), 1));
    /* Below the marks and labels. */
    size = ui->size = ui_fit(ui, widest + 4, 2 * COUNTER_LINES + CURVE + 12);
    if (size == 0)
        return left;
    curve.width = (int)ceilf(widest * (float)size);
    curve.height = CURVE * size;
    curve.x = left + 2 * size;
    curve.y = ui->height - 2 * size - curve.height;
    box = (RippleRect){left + size, curve.y - (2 * COUNTER_LINES + 1) * size,
                       curve.width + 2 * size,
                       (2 * COUNTER_LINES + CURVE + 2) * size};
    if (box.x + box.width > ui->width - right)
        return left;
    ui_draw_panel(ui, box, (float)size * 1.5F);
    for (int i = 0; i < COUNTER_LINES; i++)
        ui_draw(ui, curve.x, box.y + (2 + 2 * i) * size, UI_TEXT,
                counter->lines[i]);
    draw_curve(counter, ui, curve);
    return box.x + box.width;
}
