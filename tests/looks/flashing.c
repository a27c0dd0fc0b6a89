/* SPDX-License-Identifier: MIT */
#include "flashing.h"

#include "lib/util/fixed.h"
#include "flash_meter.h"
#include "play/presets.h"
#include "shot.h"

#include <stdio.h>
#include <stdlib.h>

#define WIDTH   640
#define HEIGHT  480
#define SECONDS 10
#define WORST   25 /* % of a field */

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

/* Returns 1 if the row fails. */
static int report(const char *what, const FlashMeter *meter, const char *bounds,
                  int holds)
{
    printf("flashes: %-39s  %d a second, apart %.1f %%, red %.1f %%%s  %s\n",
           what, meter->together, meter->apart, meter->apart_red, bounds,
           holds ? "holds" : "FAILS");
    fflush(stdout);
    return !holds;
}

static int show_plant(const Plant *plant)
{
    static uint32_t frame[WIDTH * HEIGHT];
    int side = plant->side * 106 / 100, height = plant->side * 80 / 100;
    FlashMeter meter;
    int holds;

    flash_meter_open(&meter, WIDTH, HEIGHT);
    for (int i = 0; i < 3 * FLASH_RATE; i++) {
        int place = i - FLASH_RATE, period = FLASH_RATE / 5;
        int is_bright = place >= 0 && place < plant->count * period &&
                        place % period < period / 2;

        for (int k = 0; k < WIDTH * HEIGHT; k++)
            frame[k] = is_bright && k % WIDTH < side && k / WIDTH < height
                           ? plant->bright
                           : plant->dark;
        flash_meter_add(&meter, frame);
    }
    holds = meter.together == plant->together &&
            (meter.apart > WORST) == plant->is_apart &&
            (meter.apart_red > WORST) == plant->is_red;
    flash_meter_close(&meter);
    return report(plant->what, &meter, "", holds);
}

static int show_row(const Row *row)
{
    ShotOptions options = row->options;
    FlashMeter meter;
    char bounds[64];
    Error error;
    Shot shot;

    options.width = WIDTH;
    options.height = HEIGHT;
    options.script = "";
    shot_open(&shot, &options);
    flash_meter_open(&meter, WIDTH, HEIGHT);
    for (int i = 1; i <= SECONDS * FLASH_RATE; i++) {
        if (row->interval > 0 && i % row->interval == 0 &&
            bed_next(&shot.scene->bed, 1, &error) != 0)
            shot_fail(error.text);
        shot_play(&shot, i);
        flash_meter_add(&meter, shot.frames[0]);
    }
    shot_close(&shot);
    flash_meter_close(&meter);
    snprintf(bounds, sizeof bounds, " (at most %d, %d %%, %d %%)", FLASH_LIMIT,
             row->apart, WORST);
    return report(row->what, &meter, bounds,
                  meter.together <= FLASH_LIMIT && meter.apart <= row->apart &&
                      meter.apart_red <= WORST);
}

int flashing_show(int *cases)
{
    const Preset *preset;
    int failed = 0;

    for (int i = 0; i < COUNT(plants); i++)
        failed += show_plant(&plants[i]);
    for (int i = 0; i < COUNT(rows); i++)
        failed += show_row(&rows[i]);
    *cases += COUNT(plants) + COUNT(rows);
    for (int i = 0; (preset = presets_get(i)) != NULL; i++, ++*cases)
        failed +=
            show_row(&(Row){preset->name, {.preset = preset->name}, 0, WORST});
    return failed;
}
