/* SPDX-License-Identifier: MIT */
#include "stills.h"

#include "media/writer.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "shot.h"

#include <stdio.h>

#define SHEET_WIDTH 640 /* of a still in a sheet, at most */

static const int steps[] = {1, 5, 15, 30, 60, 120};

static void save(const RipplePixels *pixels, const char *folder,
                 const char *name)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    file = fopen(path, "wb");
    if (file == NULL || writer_png(file, pixels) != 0 || fclose(file) != 0)
        shot_fail(path);
    puts(path);
}

/* Draws the mean of scale x scale pixels of a still into the sheet. */
static void paste(const RipplePixels *sheet, int left, int top,
                  const RipplePixels *still, int scale)
{
    for (int y = 0; y < still->height / scale; y++) {
        for (int x = 0; x < still->width / scale; x++) {
            uint32_t mean = 0;

            for (int shift = 0; shift < 24; shift += 8) {
                uint32_t sum = 0;

                for (int i = 0; i < scale * scale; i++)
                    sum += pixel_buffer_row(
                               still,
                               y * scale + i / scale)[x * scale + i % scale] >>
                               shift &
                           255;
                mean |= sum / (uint32_t)(scale * scale) << shift;
            }
            pixel_buffer_row(sheet, top + y)[left + x] = mean;
        }
    }
}

/* Saves the shot's frame and puts it into column `column` of the sheet. */
static void add_still(const Shot *shot, const char *folder, const char *name,
                      const RipplePixels *sheet, int column, int row)
{
    int scale = (shot->width + SHEET_WIDTH - 1) / SHEET_WIDTH;

    save(&shot->scene->frame, folder, name);
    paste(sheet, column * (shot->width / scale), row * (shot->height / scale),
          &shot->scene->frame, scale);
}

/* A row of the sheet. */
static void save_floor(const char *folder, const char *floor,
                       ShotOptions options, const RipplePixels *sheet, int row)
{
    char name[128];
    Shot shot;

    shot_open(&shot, &options);
    for (int i = 0; i < COUNT(steps); i++) {
        snprintf(name, sizeof name, "%dx%d-%s-%03d", options.width,
                 options.height, floor, steps[i]);
        shot_play(&shot, steps[i]);
        add_still(&shot, folder, name, sheet, i, row);
    }
    shot_close(&shot);
    options.rain = "30";
    options.script = "";
    shot_open(&shot, &options);
    shot_play(&shot, 90);
    snprintf(name, sizeof name, "%dx%d-%s-rain", options.width, options.height,
             floor);
    add_still(&shot, folder, name, sheet, COUNT(steps), row);
    shot_close(&shot);
}

void stills_save(const char *folder, const char *picture)
{
    static const int sizes[][2] = {{320, 240}, {1280, 720}, {3840, 2160}};
    const char *floors[][2] = {
        {"pebbles", "builtin:pebbles"}, {"grey", NULL}, {"picture", picture}};
    int rows = picture != NULL ? 3 : 2;

    for (int i = 0; i < COUNT(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1];
        int scale = (width + SHEET_WIDTH - 1) / SHEET_WIDTH;
        RipplePixels sheet;
        char name[64];

        if (pixel_buffer_init(&sheet, (COUNT(steps) + 1) * (width / scale),
                              rows * (height / scale), 0) != 0)
            shot_fail("out of memory");
        for (int row = 0; row < rows; row++)
            save_floor(folder, floors[row][0],
                       (ShotOptions){width, height, .picture = floors[row][1]},
                       &sheet, row);
        snprintf(name, sizeof name, "%dx%d", width, height);
        save(&sheet, folder, name);
        pixel_buffer_clear(&sheet);
    }
}
