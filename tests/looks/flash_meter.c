/* SPDX-License-Identifier: MIT */
#include "flash_meter.h"

#include "lib/util/fixed.h"
#include "shot.h"

#include <math.h>
#include <stdlib.h>

#define SCREEN_WIDTH 1024
#define FIELD_WIDTH  341
#define FIELD_HEIGHT 256
#define LIGHT_CHANGE 0.1f
#define DARKER_BELOW 0.8f
#define RED_CHANGE   0.0625f
#define RED_SHARE    0.8f
#define CHANGES      (2 * (FLASH_LIMIT + 1))

struct FlashSignal {
    float low, high;            /* since the last change */
    int direction;              /* of the last change; 0: none yet */
    int changes[CHANGES], next; /* the frames of the last ones */
};

static void *allocate(int count, size_t size)
{
    void *memory = calloc((size_t)count, size);

    if (memory == NULL)
        shot_fail("out of memory");
    return memory;
}

/* The light of a level of sRGB. */
static float find_linear(double level)
{
    return (float)(level <= 0.04045 ? level / 12.92
                                    : pow((level + 0.055) / 1.055, 2.4));
}

void flash_meter_open(FlashMeter *meter, int width, int height)
{
    int field_width = width * FIELD_WIDTH / SCREEN_WIDTH;
    int field_height = width * FIELD_HEIGHT / SCREEN_WIDTH;
    int side = max_int(field_width / 100, 1);
    int points = width / side * (height / side);

    *meter = (FlashMeter){.width = width,
                          .height = height,
                          .side = side,
                          .columns = width / side,
                          .rows = height / side,
                          .field_columns = field_width / side,
                          .field_rows = field_height / side};
    for (int i = 0; i < 256; i++)
        meter->linear[i] = find_linear(i / 255.0);
    meter->light = allocate(2 * points, sizeof *meter->light);
    meter->red = meter->light + points;
    meter->lights = allocate(3 * points, sizeof *meter->lights);
    meter->reds = meter->lights + points;
    meter->blocks = meter->reds + points;
    meter->sums =
        allocate((meter->columns + 1) * (meter->rows + 1), sizeof *meter->sums);
}

void flash_meter_close(FlashMeter *meter)
{
    free(meter->light);
    free(meter->lights);
    free(meter->sums);
}

/* The mean of the pixels of point (x, y). */
static void measure_point(FlashMeter *meter, const uint32_t *frame, int x,
                          int y)
{
    const float *linear = meter->linear;
    float red = 0, green = 0, blue = 0;
    int side = meter->side, point = y * meter->columns + x;
    float pixels = (float)(side * side);

    for (int i = 0; i < side * side; i++) {
        uint32_t pixel =
            frame[(y * side + i / side) * meter->width + x * side + i % side];

        red += linear[pixel >> 16 & 255];
        green += linear[pixel >> 8 & 255];
        blue += linear[pixel & 255];
    }
    meter->light[point] =
        (0.2126f * red + 0.7152f * green + 0.0722f * blue) / pixels;
    meter->red[point] = red > 0 && red >= RED_SHARE * (red + green + blue)
                            ? (red - green - blue) / pixels
                            : 0;
}

static void start(FlashSignal *signal, float value)
{
    *signal = (FlashSignal){.low = value, .high = value};
    for (int i = 0; i < CHANGES; i++)
        signal->changes[i] = -FLASH_RATE;
}

/* Takes the next value of a signal. */
static void follow(FlashSignal *signal, float value, float change, int frame)
{
    int direction = 0;

    if (frame == 0)
        start(signal, value);
    signal->low = fminf(signal->low, value);
    signal->high = fmaxf(signal->high, value);
    if (signal->direction >= 0 && signal->high - value >= change &&
        value < DARKER_BELOW)
        direction = -1;
    else if (signal->direction <= 0 && value - signal->low >= change &&
             signal->low < DARKER_BELOW)
        direction = 1;
    if (direction == 0)
        return;
    signal->direction = direction;
    signal->low = signal->high = value;
    signal->changes[signal->next] = frame;
    signal->next = (signal->next + 1) % CHANGES;
}

/* The flashes of the last second, at most FLASH_LIMIT + 1. */
static int count_flashes(const FlashSignal *signal, int frame)
{
    int count = 0;

    for (int i = 0; i < CHANGES; i++)
        count += frame - signal->changes[i] < FLASH_RATE;
    return count / 2;
}

/* Whether these are more than FLASH_LIMIT: then the oldest change is in. */
static int flashes_often(const FlashSignal *signal, int frame)
{
    return frame - signal->changes[signal->next] < FLASH_RATE;
}

static void start_sums(FlashMeter *meter)
{
    for (int i = 0; i <= meter->columns; i++)
        meter->sums[i] = 0;
}

/* Adds the point after the last one. */
static void add_to_sums(FlashMeter *meter, int point, double value)
{
    size_t stride = (size_t)meter->columns + 1;
    int x = point % meter->columns;
    double *sum = meter->sums + stride * (size_t)(point / meter->columns + 1) +
                  (size_t)x + 1;

    if (x == 0)
        sum[-1] = 0;
    sum[0] =
        value + sum[-1] + sum[-(ptrdiff_t)stride] - sum[-(ptrdiff_t)stride - 1];
}

/* The mean over a rectangle of points. */
static double find_mean(const FlashMeter *meter, int x, int y, int columns,
                        int rows)
{
    size_t stride = (size_t)meter->columns + 1;
    const double *top = meter->sums + (size_t)y * stride + (size_t)x;
    const double *bottom = top + (size_t)rows * stride;

    return (bottom[columns] - bottom[0] - top[columns] + top[0]) /
           (columns * rows);
}

/* The share, in %, of points in the worst field that flash too often. */
static double measure_apart(FlashMeter *meter, FlashSignal *signals,
                            const float *values, float change)
{
    int points = meter->columns * meter->rows;
    double worst = 0;

    start_sums(meter);
    for (int i = 0; i < points; i++) {
        follow(&signals[i], values[i], change, meter->frames);
        add_to_sums(meter, i, flashes_often(&signals[i], meter->frames));
    }
    for (int y = 0; y <= meter->rows - meter->field_rows; y++) {
        for (int x = 0; x <= meter->columns - meter->field_columns; x++)
            worst = fmax(worst, find_mean(meter, x, y, meter->field_columns,
                                          meter->field_rows));
    }
    return 100 * worst;
}

/* Blocks lie every eighth of their size. */
static void measure_together(FlashMeter *meter)
{
    int columns = meter->field_columns / 2, rows = meter->field_rows / 2;
    int step_x = max_int(columns / 8, 1), step_y = max_int(rows / 8, 1);
    FlashSignal *block = meter->blocks;

    start_sums(meter);
    for (int i = 0; i < meter->columns * meter->rows; i++)
        add_to_sums(meter, i, meter->light[i]);
    for (int y = 0; y <= meter->rows - rows; y += step_y) {
        for (int x = 0; x <= meter->columns - columns; x += step_x) {
            float mean = (float)find_mean(meter, x, y, columns, rows);

            follow(block, mean, LIGHT_CHANGE, meter->frames);
            meter->together =
                max_int(meter->together, count_flashes(block++, meter->frames));
        }
    }
}

void flash_meter_add(FlashMeter *meter, const uint32_t *frame)
{
    for (int i = 0; i < meter->columns * meter->rows; i++)
        measure_point(meter, frame, i % meter->columns, i / meter->columns);
    measure_together(meter);
    meter->apart =
        fmax(meter->apart,
             measure_apart(meter, meter->lights, meter->light, LIGHT_CHANGE));
    meter->apart_red =
        fmax(meter->apart_red,
             measure_apart(meter, meter->reds, meter->red, RED_CHANGE));
    meter->frames++;
}
