/* SPDX-License-Identifier: MIT */
/*
 * Looks for flashes in frames, as WCAG 2.3.1 defines them. A flash is a pair of
 * opposite changes of the relative luminance by 10 % or more of its maximum, of
 * which the darker end is below 0.8; a red flash one of R - G - B by 1/16 or
 * more, where red is saturated: R / (R + G + B) at least 0.8, linear. It counts
 * if it has more than a quarter of a field of 10 degrees, which is 341x256
 * pixels of 1024x768, and more than three in a second are too many. Frames are
 * taken as points of a tenth of a degree, for finer patterns are exempt.
 *
 * There are two readings, and both are measured. Together: a rectangle of a
 * quarter of a field, anywhere, flashes as a whole. Apart, which is stricter:
 * points flash more than three times in a second, each for itself, and what is
 * told is the share of them in the worst field.
 */
#include "lib/util/fixed.h"
#include "play/presets.h"
#include "rows.h"
#include "shot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RATE         60 /* frames a second */
#define LIMIT        3  /* flashes a second */
#define WIDTH        640
#define HEIGHT       480
#define SECONDS      10
#define WORST        25 /* % of a field */
#define SCREEN_WIDTH 1024
#define LIGHT_CHANGE 0.1f
#define DARKER_BELOW 0.8f
#define RED_CHANGE   0.0625f
#define RED_SHARE    0.8f
#define CHANGES      (2 * (LIMIT + 1))

/* In points, which are SIDE pixels wide. */
enum {
    FIELD_WIDTH = WIDTH * 341 / SCREEN_WIDTH,
    SIDE = FIELD_WIDTH / 100,
    FIELD_COLUMNS = FIELD_WIDTH / SIDE,
    FIELD_ROWS = WIDTH * 256 / SCREEN_WIDTH / SIDE,
    COLUMNS = WIDTH / SIDE,
    ROWS = HEIGHT / SIDE,
    POINTS = COLUMNS * ROWS,
};

typedef struct Signal {
    float low, high;            /* since the last change */
    int direction;              /* of the last change; 0: none yet */
    int changes[CHANGES], next; /* the frames of the last ones */
} Signal;

typedef struct Meter {
    int frames;                       /* so far */
    float light[POINTS], red[POINTS]; /* in this frame */
    Signal lights[POINTS], reds[POINTS];
    Signal blocks[POINTS]; /* of rectangles of a quarter of a field */
    double sums[ROWS + 1]
               [COLUMNS + 1]; /* over all points above and to the left */
    int together; /* flashes in the worst second, at most LIMIT + 1 */
    double apart, apart_red; /* the share in the worst field, in % */
} Meter;

static Meter meter;

/* The light of a level of sRGB. */
static float find_linear(uint32_t level)
{
    double value = (level & 255) / 255.0;

    return (float)(value <= 0.04045 ? value / 12.92
                                    : pow((value + 0.055) / 1.055, 2.4));
}

/* The mean of the pixels of point (x, y). */
static void measure_point(const uint32_t *frame, int x, int y)
{
    static float linear[256];
    float red = 0, green = 0, blue = 0, pixels = SIDE * SIDE;

    for (uint32_t i = 0; i < 256 && linear[255] == 0; i++)
        linear[i] = find_linear(i);
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint32_t pixel =
            frame[(y * SIDE + i / SIDE) * WIDTH + x * SIDE + i % SIDE];

        red += linear[pixel >> 16 & 255];
        green += linear[pixel >> 8 & 255];
        blue += linear[pixel & 255];
    }
    meter.light[y * COLUMNS + x] =
        (0.2126f * red + 0.7152f * green + 0.0722f * blue) / pixels;
    meter.red[y * COLUMNS + x] =
        red > 0 && red >= RED_SHARE * (red + green + blue)
            ? (red - green - blue) / pixels
            : 0;
}

/* Takes the next value of a signal. */
static void follow(Signal *signal, float value, float change, int frame)
{
    int direction = 0;

    if (frame == 0) {
        *signal = (Signal){.low = value, .high = value};
        for (int i = 0; i < CHANGES; i++)
            signal->changes[i] = -RATE;
    }
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

/* The flashes of the last second, at most LIMIT + 1. */
static int count_flashes(const Signal *signal, int frame)
{
    int count = 0;

    for (int i = 0; i < CHANGES; i++)
        count += frame - signal->changes[i] < RATE;
    return count / 2;
}

/* Whether these are more than LIMIT: then the oldest change is in. */
static int flashes_often(const Signal *signal, int frame)
{
    return frame - signal->changes[signal->next] < RATE;
}

static void fill_sums(const float *values)
{
    for (int i = 0; i < POINTS; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;

        meter.sums[y + 1][x + 1] = values[i] + meter.sums[y + 1][x] +
                                   meter.sums[y][x + 1] - meter.sums[y][x];
    }
}

/* The mean over a rectangle of points. */
static double find_mean(int x, int y, int columns, int rows)
{
    const double *top = meter.sums[y] + x, *bottom = meter.sums[y + rows] + x;

    return (bottom[columns] - bottom[0] - top[columns] + top[0]) /
           (columns * rows);
}

/* Raises the share, in %, of points in the worst field that flash too often. */
static void measure_apart(Signal *signals, const float *values, float change,
                          double *worst)
{
    static float often[POINTS];

    for (int i = 0; i < POINTS; i++) {
        follow(&signals[i], values[i], change, meter.frames);
        often[i] = (float)flashes_often(&signals[i], meter.frames);
    }
    fill_sums(often);
    for (int y = 0; y <= ROWS - FIELD_ROWS; y++) {
        for (int x = 0; x <= COLUMNS - FIELD_COLUMNS; x++)
            *worst =
                fmax(*worst, 100 * find_mean(x, y, FIELD_COLUMNS, FIELD_ROWS));
    }
}

/* Blocks lie every eighth of their size. */
static void measure_together(void)
{
    enum { BLOCK_COLUMNS = FIELD_COLUMNS / 2, BLOCK_ROWS = FIELD_ROWS / 2 };
    Signal *block = meter.blocks;

    fill_sums(meter.light);
    for (int y = 0; y <= ROWS - BLOCK_ROWS; y += BLOCK_ROWS / 8) {
        for (int x = 0; x <= COLUMNS - BLOCK_COLUMNS; x += BLOCK_COLUMNS / 8) {
            float mean = (float)find_mean(x, y, BLOCK_COLUMNS, BLOCK_ROWS);

            follow(block, mean, LIGHT_CHANGE, meter.frames);
            meter.together =
                max_int(meter.together, count_flashes(block++, meter.frames));
        }
    }
}

/* Takes the next frame, in ARGB8888 without gaps between rows. */
static void take_frame(const uint32_t *frame)
{
    for (int i = 0; i < POINTS; i++)
        measure_point(frame, i % COLUMNS, i / COLUMNS);
    measure_together();
    measure_apart(meter.lights, meter.light, LIGHT_CHANGE, &meter.apart);
    measure_apart(meter.reds, meter.red, RED_CHANGE, &meter.apart_red);
    meter.frames++;
}

typedef struct Row {
    const char *what;
    ShotOptions options;
    int interval; /* steps from one change of the picture to the next */
    int apart;    /* bound of the stricter reading, in % */
} Row;

static const Row rows[] = {
    /* Drops far from each other glitter apart; nobody has this unasked. */
    {"storm, light and sky 100",
     {.preset = "storm", .set = {"light", "100", "sky", "100"}},
     0,
     50},
    {"storm, heights",
     {.preset = "storm", .set = {"view", "heights"}},
     0,
     WORST},
    {"storm, slopes", {.preset = "storm", .set = {"view", "slopes"}}, 0, WORST},
    {"storm, split", {.preset = "storm", .set = {"view", "split"}}, 0, WORST},
    {"pond, another bed every 4 s", {.preset = "pond"}, 240, WORST},
};

/* A light that is planted: `count` flashes in the second second. */
typedef struct Plant {
    const char *what;
    int count;
    int side; /* of a square, in 1/100 of half a field */
    uint32_t dark, bright;
    int together;
    int is_apart, is_red; /* whether too many points flash */
} Plant;

static const Plant plants[] = {
    {"planted: 4 flashes by 10 %", 4, 102, 0x808080, 0x9c9c9c, 4, 1, 0},
    {"planted: 3 flashes", 3, 102, 0x808080, 0xffffff, 3, 0, 0},
    {"planted: 4 flashes by 9 %", 4, 102, 0x808080, 0x989898, 0, 0, 0},
    {"planted: 4 flashes, no darker than 0.8", 4, 102, 0xe8e8e8, 0xffffff, 0, 0,
     0},
    {"planted: 4 flashes of a fifth of a field", 4, 90, 0x000000, 0xffffff, 4,
     0, 0},
    {"planted: 4 red flashes", 4, 102, 0x000000, 0xa00000, 0, 0, 1},
};

static void show_plant(const Plant *plant)
{
    static uint32_t frame[WIDTH * HEIGHT];
    int side = plant->side * 106 / 100, height = plant->side * 80 / 100;

    memset(&meter, 0, sizeof meter);
    for (int i = 0; i < 3 * RATE; i++) {
        int place = i - RATE, period = RATE / 5;
        int is_bright = place >= 0 && place < plant->count * period &&
                        place % period < period / 2;

        for (int k = 0; k < WIDTH * HEIGHT; k++)
            frame[k] = is_bright && k % WIDTH < side && k / WIDTH < height
                           ? plant->bright
                           : plant->dark;
        take_frame(frame);
    }
    row_start("%s", plant->what);
    row_add("together", meter.together, plant->together, plant->together);
    row_add("apart", meter.apart, plant->is_apart ? WORST : 0,
            plant->is_apart ? 100 : WORST);
    row_add("red", meter.apart_red, plant->is_red ? WORST : 0,
            plant->is_red ? 100 : WORST);
    row_end();
}

static void show_row(const Row *row)
{
    ShotOptions options = row->options;
    Error error;
    Shot shot;

    options.width = WIDTH;
    options.height = HEIGHT;
    options.script = "";
    memset(&meter, 0, sizeof meter);
    shot_open(&shot, &options);
    for (int i = 1; i <= SECONDS * RATE; i++) {
        if (row->interval > 0 && i % row->interval == 0 &&
            bed_next(&shot.scene->bed, 1, &error) != 0)
            shot_fail(error.text);
        shot_play(&shot, i);
        take_frame(shot.frames[0]);
    }
    shot_close(&shot);
    row_start("%s", row->what);
    row_add("together", meter.together, 0, LIMIT);
    row_add("apart", meter.apart, 0, row->apart);
    row_add("red", meter.apart_red, 0, WORST);
    row_end();
}

void flashes_show(void)
{
    const Preset *preset;

    puts("flashes: in the worst second, and % of points that flash too often");
    for (int i = 0; i < COUNT(plants); i++)
        show_plant(&plants[i]);
    for (int i = 0; i < COUNT(rows); i++)
        show_row(&rows[i]);
    for (int i = 0; (preset = presets_get(i)) != NULL; i++)
        show_row(&(Row){preset->name, {.preset = preset->name}, 0, WORST});
}
