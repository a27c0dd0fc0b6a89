/* SPDX-License-Identifier: MIT */
/* How pond and other presets look, in numbers, from frames and heights. */
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "play/presets.h"
#include "rows.h"
#include "shot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDE          512        /* cells a side, for roundness */
#define STONE         "9 2074\n" /* in cells: about a click's at 1280x720 */
/* The first of the splashes of a click, with its rim. */
#define SPLASH        "0 splash 640 360 63 -539 12\n0 splash 640 360 35 2157 12"
#define WAVE_SPEED    0.8660254 /* of `round`, cells a step: sqrt(3/4) */
#define FLICKER       24
#define FADE_STEPS    20
#define FADE_INTERVAL 5 /* from measurement to measurement */
#define FADE_OFFSET   0.9
#define MAX_FADE      500 /* steps */
#define CALM_CELLS    12
#define MOVED         4 /* levels */

/* The share of active pixels, in %, whose offset differs along x or y by more
   than 2 pixels from that of the pixel to the right or below. */
static double measure_jumps(Shot *shot, int step)
{
    int active = 0, jumps = 0, width = shot->width;

    shot_play(shot, step);
    shot_find_offsets(shot);
    for (int i = 0; i < width * (shot->height - 1); i++) {
        const float *x = shot->x + i, *y = shot->y + i;

        if (i % width == width - 1 ||
            !shot_has_waves(shot, i % width, i / width, 1))
            continue;
        active++;
        jumps += fabsf(x[1] - x[0]) > 2 || fabsf(y[1] - y[0]) > 2 ||
                 fabsf(x[width] - x[0]) > 2 || fabsf(y[width] - y[0]) > 2;
    }
    return 100.0 * jumps / max_int(active, 1);
}

/* Whether a channel of a pixel is more than 24 levels above or below both that
   of the frame before and that of the frame after. */
static int goes_back(uint32_t before, uint32_t now, uint32_t after)
{
    for (int shift = 0; shift < 24; shift += 8) {
        int level = (int)(now >> shift & 255);
        int forth = level - (int)(before >> shift & 255);
        int back = level - (int)(after >> shift & 255);

        if ((forth > FLICKER && back > FLICKER) ||
            (forth < -FLICKER && back < -FLICKER))
            return 1;
    }
    return 0;
}

/* The share of active pixels, in %, that go forth in the last step and back in
   this one, over all steps since the last check. */
static double measure_flicker(Shot *shot, int step)
{
    double active = 0, flickers = 0;

    while (shot->step < step) {
        shot_play(shot, shot->step + 1);
        for (int i = 0; i < shot->width * shot->height; i++) {
            if (shot->step < 3 ||
                !shot_has_waves(shot, i % shot->width, i / shot->width, 1))
                continue;
            active++;
            flickers += goes_back(shot->frames[2][i], shot->frames[1][i],
                                  shot->frames[0][i]);
        }
    }
    return 100 * flickers / fmax(active, 1);
}

/* By BT.601. */
static double find_brightness(uint32_t pixel)
{
    return 0.299 * (pixel >> 16 & 255) + 0.587 * (pixel >> 8 & 255) +
           0.114 * (pixel & 255);
}

/* The RMS of the light of all active pixels in eighths of the circle from
   `first` to `end`: the brightness less that of the flat picture. */
static double find_light(const Shot *shot, int first, int end)
{
    double squares = 0;
    int active = 0;

    for (int i = 0; i < shot->width * shot->height; i++) {
        int x = i % shot->width, y = i / shot->width;
        double angle =
            atan2(shot->height / 2 - y - 0.5, shot->width / 2 - x - 0.5);
        double light = find_brightness(shot->frames[0][i]) - SHOT_GREY;
        int octant = (int)(4 + angle * 4 / PI) & 7;

        if (octant < first || octant >= end || !shot_has_waves(shot, x, y, 1))
            continue;
        active++;
        squares += light * light;
    }
    return sqrt(squares / max_int(active, 1));
}

static double measure_light(Shot *shot, int step)
{
    shot_play(shot, step);
    return find_light(shot, 0, 8);
}

/* The light of the weakest octant against that of the strongest. */
static double measure_octants(Shot *shot, int step)
{
    double min = INFINITY, max = 0;

    shot_play(shot, step);
    for (int i = 0; i < 8; i++) {
        double light = find_light(shot, i, i + 1);

        min = fmin(min, light);
        max = fmax(max, light);
    }
    return min / max;
}

static int brightest_channel(uint32_t pixel)
{
    return max_int(max_int(pixel >> 16 & 255, pixel >> 8 & 255), pixel & 255);
}

static double measure_brightest(Shot *shot, int step)
{
    int level = 0;

    shot_play(shot, step);
    for (int i = 0; i < shot->width * shot->height; i++)
        level = max_int(level, brightest_channel(shot->frames[0][i]));
    return level;
}

/* The side in pixels of the largest square of the brightest level. `side` is
   that of the largest one that ends at a pixel. */
static double measure_plateau(Shot *shot, int step)
{
    int level = (int)measure_brightest(shot, step), largest = 0;
    int width = shot->width;
    static int side[SHOT_HEIGHT + 1][SHOT_WIDTH + 1];

    for (int i = 0; i < width * shot->height; i++) {
        int x = i % width + 1, y = i / width + 1;
        int before = min_int(side[y][x - 1], side[y - 1][x]);

        side[y][x] = brightest_channel(shot->frames[0][i]) == level
                         ? min_int(before, side[y - 1][x - 1]) + 1
                         : 0;
        largest = max_int(largest, side[y][x]);
    }
    return largest;
}

static double find_largest_offset(Shot *shot, int step)
{
    double offset = 0;

    shot_play(shot, step);
    shot_find_offsets(shot);
    for (int i = 0; i < shot->width * shot->height; i++)
        offset = fmax(offset, hypot(shot->x[i], shot->y[i]));
    return offset;
}

/* In % of the rows. */
static double measure_bend(Shot *shot, int step)
{
    return 100 * find_largest_offset(shot, step) / shot->height;
}

/* The largest offset within 10 degrees of a diagonal against that of an axis.
 */
static double measure_directions(Shot *shot, int step)
{
    double largest[2] = {0};

    shot_play(shot, step);
    shot_find_offsets(shot);
    for (int i = 0; i < shot->width * shot->height; i++) {
        double x = fabsf(shot->x[i]), y = fabsf(shot->y[i]);
        double share = fmin(x, y) / fmax(fmax(x, y), 1);

        if (share > tan(35 * PI / 180))
            largest[1] = fmax(largest[1], hypot(x, y));
        else if (share < tan(10 * PI / 180))
            largest[0] = fmax(largest[0], hypot(x, y));
    }
    return largest[1] / largest[0];
}

/* The correlation of the offsets at the middles of cells with the slopes there,
   uphill. Below 0, crests show the picture smaller. */
static double measure_lens(Shot *shot, int step)
{
    int columns, rows;
    size_t stride;
    const int16_t *heights;
    double product = 0, slopes = 0, offsets = 0;

    shot_play(shot, step);
    shot_find_offsets(shot);
    heights = ripple_heights(shot->pool, &columns, &rows, &stride);
    for (int i = columns; i < columns * (rows - 1); i++) {
        int column = i % columns, row = i / columns;
        int x = (2 * column + 1) * shot->width / (2 * columns);
        int y = (2 * row + 1) * shot->height / (2 * rows);
        double offset_x = shot->x[y * shot->width + x];
        double offset_y = shot->y[y * shot->width + x];
        const int16_t *cell = heights + (size_t)row * stride + column;
        double slope_x = cell[1] - cell[-1];
        double slope_y = cell[stride] - cell[-(ptrdiff_t)stride];

        if (column == 0 || column == columns - 1)
            continue;
        product += slope_x * offset_x + slope_y * offset_y;
        slopes += slope_x * slope_x + slope_y * slope_y;
        offsets += offset_x * offset_x + offset_y * offset_y;
    }
    return product / sqrt(slopes * offsets);
}

/* The largest fall of the greatest offset within 20 steps, in %, that ends
   after the last check and begins with half a pixel or more. Damping 6 takes
   15, and a ring that spreads from 40 to 60 cells 18. */
static double measure_fade(Shot *shot, int step)
{
    static double offsets[MAX_FADE / FADE_INTERVAL];
    double fall = 0;

    while (shot->step < step) {
        double *offset = &offsets[shot->step / FADE_INTERVAL + 1];
        double before;

        *offset = find_largest_offset(shot, shot->step + FADE_INTERVAL);
        if (shot->step <= FADE_STEPS)
            continue;
        before = offset[-FADE_STEPS / FADE_INTERVAL];
        if (before >= FADE_OFFSET)
            fall = fmax(fall, 1 - *offset / before);
    }
    return 100 * fall;
}

/* The step after which all is calm. At most a tenth later than in 2026. */
static double measure_end(Shot *shot, int step)
{
    for (; shot->step < step && !ripple_is_calm(shot->pool); shot->step++)
        scene_step(shot->scene);
    return shot->step;
}

/* The height so many tenths of a cell from the middle, bilinear. */
static double find_height(const Shot *shot, int tenths, int is_diagonal)
{
    size_t stride;
    const int16_t *cell = ripple_heights(shot->pool, NULL, NULL, &stride);
    double x = tenths * (is_diagonal ? sqrt(0.5) : 1) / 10;
    double y = is_diagonal ? x : 0;
    double above, below;

    cell += (size_t)(WIDE / 2 + (int)y) * stride + (size_t)(WIDE / 2 + (int)x);
    above = cell[0] + (x - floor(x)) * (cell[1] - cell[0]);
    cell += stride;
    below = cell[0] + (x - floor(x)) * (cell[1] - cell[0]);
    return above + (y - floor(y)) * (below - above);
}

/* By how many % of its radius a ring is farther along a diagonal than along an
   axis: the shift that lets its outermost 55 cells fit best. */
static double measure_roundness(Shot *shot, int step)
{
    double min = INFINITY;
    int radius = (int)(step * WAVE_SPEED), best = 0;

    shot_play(shot, step);
    for (int shift = -50; shift <= 50; shift++) {
        double squares = 0;

        for (int i = 10 * (radius - 40); i < 10 * (radius + 15); i++)
            squares += pow(
                find_height(shot, i, 0) - find_height(shot, i + shift, 1), 2);
        if (squares < min)
            best = shift;
        min = fmin(min, squares);
    }
    return 10.0 * abs(best) / radius;
}

/* Pixels that differ from the picture with no wave within 12 cells: in the
   right half if there is a mask, whose land is in the left one, else
   everywhere. */
static double measure_calm(Shot *shot, int step)
{
    int first, count = 0;

    shot_play(shot, step); /* land comes with the first step */
    first = ripple_mask(shot->pool) != NULL ? shot->width / 2 : 0;
    for (int y = 0; y < shot->height; y++) {
        for (int x = first; x < shot->width; x++)
            count += (pixel_buffer_row(shot->picture, y)[x] ^
                      shot->frames[0][y * shot->width + x])
                             << 8 !=
                         0 &&
                     !shot_has_waves(shot, x, y, CALM_CELLS);
    }
    return count;
}

/* Goes on to a step and measures there, or on the way. */
typedef struct Measure {
    const char *name;
    double (*find)(Shot *shot, int step);
} Measure;

static const Measure jumps = {"% of pixels jump > 2 px", measure_jumps};
static const Measure flicker = {"% forth, back by > 24", measure_flicker};
static const Measure light = {"RMS of light, wet pixels", measure_light};
static const Measure octants = {"light, weakest octant", measure_octants};
static const Measure brightest = {"brightest level", measure_brightest};
static const Measure plateau = {"side of brightest squares", measure_plateau};
static const Measure bend = {"largest offset, % of rows", measure_bend};
static const Measure directions = {"offset along diagonal", measure_directions};
static const Measure lens = {"crests magnify", measure_lens};
static const Measure fade = {"% fall in 20 steps", measure_fade};
static const Measure end = {"steps until calm", measure_end};
static const Measure roundness = {"% out of round", measure_roundness};
static const Measure calm = {"calm pixels that differ", measure_calm};

typedef struct View {
    const char *name;
    ShotOptions options;
} View;

static const View click = {"click", {0}};
static const View boat = {"boat of 10 px a step",
                          {.script = "0 boat 100 360 1000 360 26 915 90"}};
static const View pebbles = {"pebbles", {.picture = "builtin:pebbles"}};
static const View ring = {"one ring", {.script = SPLASH}};
static const View storm = {"storm",
                           {.picture = "", .preset = "storm", .script = ""}};
static const View pool = {"pool",
                          {.picture = "", .preset = "pool", .script = ""}};
static const View waves = {"waves",
                           {.picture = "", .preset = "waves", .script = ""}};
static const View small = {"360 rows", {.width = 640, .height = 360}};
static const View large = {"2160 rows", {.width = 3840, .height = 2160}};
static const View fading = {"damping 6",
                            {640, 427, .cell = "1", .set = {"damping", "6"}}};
static const View slow = {"damping 7",
                          {640, 427, .cell = "1", .set = {"damping", "7"}}};
static const View in_cells = {
    "stone", {WIDE, WIDE, .cell = "1", .script = "0 stone 256 256 " STONE}};
static const View near_land = {
    "land far away",
    {.picture = "builtin:pebbles",
     .script = "0 land 5% 9% 3%\n0 stone 75% 50% 3.6% 2074"}};

static const struct {
    const View *view;
    const Measure *measure;
    struct {
        int step;
        double min, max;
    } checks[3]; /* step 0: none */
} rows[] = {
    {&click, &jumps, {{1, 0, 25}, {5, 0, 10}, {15, 0, 10}}},
    {&boat, &jumps, {{30, 0, 10}, {60, 0, 8}, {120, 0, 5}}},
    {&pebbles, &flicker, {{30, 0, 6}, {120, 0, 4}, {360, 0, 1}}},
    {&ring, &light, {{20, 25, 40}, {60, 15, 25}, {120, 8, 15}}},
    {&click, &octants, {{20, 0.4, 1}, {60, 0.4, 1}, {120, 0.4, 1}}},
    {&click, &brightest, {{30, 250, 255}, {60, 250, 255}}},
    {&storm, &brightest, {{60, 250, 255}, {150, 250, 255}}},
    {&pool, &brightest, {{60, 250, 255}, {150, 250, 255}}},
    {&waves, &brightest, {{60, 250, 255}, {150, 250, 255}}},
    {&click, &plateau, {{60, 0, 6}, {150, 0, 6}}},
    {&storm, &plateau, {{60, 0, 6}, {150, 0, 6}}},
    {&pool, &plateau, {{60, 0, 6}, {150, 0, 6}}},
    {&waves, &plateau, {{60, 0, 6}, {150, 0, 6}}},
    {&small, &bend, {{18, 2.4, 2.7}}},
    {&click, &bend, {{18, 2.4, 2.7}}},
    {&large, &bend, {{18, 2.4, 2.7}}},
    {&click, &directions, {{18, 0.97, 1.03}}},
    {&click, &lens, {{20, 0.9, 1}, {60, 0.9, 1}, {120, 0.9, 1}}},
    {&ring, &fade, {{60, 0, 45}, {200, 0, 40}, {440, 0, 55}}},
    {&fading, &end, {{2000, 420, 515}}},
    {&slow, &end, {{2000, 420, 860}}},
    {&in_cells, &roundness, {{58, 0, 1}, {116, 0, 1}, {231, 0, 1}}},
    {&pebbles, &calm, {{30, 0, 0}, {120, 0, 0}}},
    {&near_land, &calm, {{30, 0, 0}, {120, 0, 0}}},
};

void looks_show(void)
{
    puts("looks: of a view, after how many steps");
    for (int i = 0; i < COUNT(rows); i++) {
        Shot shot;

        shot_open(&shot, &rows[i].view->options);
        row_start("%s: %s", rows[i].view->name, rows[i].measure->name);
        for (int k = 0; k < 3 && rows[i].checks[k].step > 0; k++) {
            int step = rows[i].checks[k].step;
            char name[16];

            snprintf(name, sizeof name, "%d:", step);
            row_add(name, rows[i].measure->find(&shot, step),
                    rows[i].checks[k].min, rows[i].checks[k].max);
        }
        row_end();
        shot_close(&shot);
    }
}

/* Whether any water of a preset moves by itself: how many % of its pixels are
   another brightness a second later. */
void looks_show_moves(void)
{
    const Preset *preset;

    puts("moves: pixels of another brightness a second later, %");
    for (int i = 0; (preset = presets_get(i)) != NULL; i++) {
        ShotOptions options = {640, 360, .preset = preset->name, .script = ""};
        int moving = 0, count = options.width * options.height;
        Shot shot;

        shot_open(&shot, &options);
        shot_play(&shot, 240);
        shot_play(&shot, 300);
        for (int k = 0; k < count; k++)
            moving += fabs(find_brightness(shot.frames[0][k]) -
                           find_brightness(shot.frames[1][k])) > MOVED;
        shot_close(&shot);
        row_start("%s", preset->name);
        row_add("", 100.0 * moving / count, 1, 100);
        row_end();
    }
}
