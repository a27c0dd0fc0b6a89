/* SPDX-License-Identifier: MIT */
#include "shot.h"

#include "media/map_loader.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "lib/look/pixel_formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE       60
#define PLACE_BITS 12  /* of x and of y in a pixel of 24 bits */
#define SLOPE      120 /* of the zigzag: levels a pixel */

void shot_fail(const char *what)
{
    fprintf(stderr, "ripple-truth: %s\n", what);
    exit(EXIT_FAILURE);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        shot_fail("out of memory");
    return memory;
}

static SDL_Surface *open_picture(const ShotOptions *options,
                                 SceneOptions *scene)
{
    SDL_Surface *picture;
    Picture first;
    Error error;

    if (options->preset != NULL && options->picture == NULL) {
        scene->shows_bed = 1;
        if (map_loader_read_bed(&picture, scene->settings.bed, &error) != 0)
            shot_fail(error.text);
        return picture;
    }
    if (options->picture != NULL && options->picture[0] != '\0') {
        if (folder_read(&first, &scene->folder, options->picture,
                        &(FolderOrder){.use = FILM_LOOPED}, NULL, &error) != 0)
            shot_fail(error.text);
        scene->film = first.film;
        return first.source;
    }
    picture =
        SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, SDL_PIXELFORMAT_ARGB8888);
    if (picture == NULL)
        shot_fail("out of memory");
    memset(picture->pixels, SHOT_GREY, sizeof(uint32_t));
    return picture;
}

static void set(PlaySettings *settings, const char *name, const char *value)
{
    PlayReason why;

    if (value != NULL && play_settings_set(settings, name, value, &why) != NULL)
        shot_fail(name);
}

static void open_scene(Shot *shot, const ShotOptions *options)
{
    SceneOptions scene = {.width = shot->width,
                          .height = shot->height,
                          .rate = RATE,
                          .threads = 1,
                          .simd = "auto"};
    SDL_Surface *picture;
    const char *rain = options->rain;
    Error error;

    if (rain == NULL && options->preset == NULL)
        rain = "0";
    play_settings_init(&scene.settings);
    set(&scene.settings, "preset",
        options->preset != NULL ? options->preset : "pond");
    set(&scene.settings, "rain", rain);
    set(&scene.settings, "cell", options->cell);
    for (int i = 0; i < COUNT(options->set) && options->set[i] != NULL; i += 2)
        set(&scene.settings, options->set[i], options->set[i + 1]);
    picture = open_picture(options, &scene);
    if ((options->script != NULL &&
         script_parse(&scene.script, options->script, "script", &error) != 0) ||
        scene_create(&shot->scene, &scene, picture, &error) != 0)
        shot_fail(error.text);
    SDL_FreeSurface(picture);
}

void shot_open(Shot *shot, const ShotOptions *options)
{
    int width = options->width > 0 ? options->width : SHOT_WIDTH;
    int height = options->height > 0 ? options->height : SHOT_HEIGHT;
    size_t pixels = (size_t)width * (size_t)height;

    *shot = (Shot){.width = width, .height = height};
    open_scene(shot, options);
    shot->pool = shot->scene->player.pool;
    shot->picture = &shot->scene->bed.now.fitted;
    if (options->script == NULL)
        player_drop(&shot->scene->player, width / 2, height / 2, 1);
    for (int i = 0; i < 3; i++)
        shot->frames[i] = allocate(pixels, sizeof *shot->frames[i]);
    shot->x = allocate(pixels, sizeof *shot->x);
    shot->y = allocate(pixels, sizeof *shot->y);
    for (int i = 0; i < 2; i++) {
        if (pixel_buffer_init(&shot->drawn[i], width, height, 0) != 0)
            shot_fail("out of memory");
    }
}

void shot_close(Shot *shot)
{
    scene_destroy(shot->scene);
    for (int i = 0; i < 3; i++)
        free(shot->frames[i]);
    free(shot->x);
    free(shot->y);
    for (int i = 0; i < 2; i++)
        pixel_buffer_clear(&shot->drawn[i]);
}

void shot_play(Shot *shot, int step)
{
    uint32_t *frame = shot->frames[2];
    size_t width = (size_t)shot->width;

    if (step <= shot->step)
        return;
    for (; shot->step < step; shot->step++)
        scene_step(shot->scene);
    scene_render(shot->scene, NULL);
    shot->frames[2] = shot->frames[1];
    shot->frames[1] = shot->frames[0];
    shot->frames[0] = frame;
    for (int y = 0; y < shot->height; y++)
        ripple_pixels_get_row(&shot->scene->frame, 0, y, shot->width,
                              frame + (size_t)y * width);
}

int shot_has_waves(const Shot *shot, int x, int y, int cells)
{
    int columns, rows, column, row, waves = 0;
    size_t stride;
    const int16_t *heights =
        ripple_heights(shot->pool, &columns, &rows, &stride);

    column = cell_of_pixel(x, shot->width, columns);
    row = cell_of_pixel(y, shot->height, rows);
    for (int j = max_int(row - cells, 0); j <= min_int(row + cells, rows - 1);
         j++) {
        const int16_t *line = heights + (size_t)j * stride;

        for (int i = max_int(column - cells, 0);
             i <= min_int(column + cells, columns - 1); i++)
            waves |= line[i];
    }
    return waves != 0;
}

/* Red and green rise for two pixels and fall for two, a pixel apart. */
static uint32_t encode_zigzag(int place)
{
    static const uint8_t zigzag[] = {0, SLOPE, 2 * SLOPE, SLOPE};

    return (uint32_t)(zigzag[place & 3] << 16 | zigzag[(place + 1) & 3] << 8);
}

/* Draws a picture of places with a filter: of both for the nearest one, of x
   or, for axis 1, y for the linear one. */
static void draw_places(Shot *shot, RippleFilter filter, int axis)
{
    RippleSettings settings = *ripple_settings(shot->pool);
    char why[96];

    for (int y = 0; y < shot->height; y++) {
        for (int x = 0; x < shot->width; x++)
            pixel_buffer_row(&shot->drawn[0], y)[x] =
                filter == RIPPLE_FILTER_NEAREST
                    ? (uint32_t)(y << PLACE_BITS | x)
                    : encode_zigzag(axis == 0 ? x : y);
    }
    settings.filter = filter;
    settings.light = 0;
    ripple_setting_set(&settings, "sky", "0", why, sizeof why);
    if (ripple_configure(shot->pool, &settings) != RIPPLE_OK)
        shot_fail("settings for offsets");
    ripple_invalidate(shot->pool);
    if (ripple_render(shot->pool, &shot->drawn[0], &shot->drawn[1], NULL) < 0)
        shot_fail("pixels for offsets");
}

/* The place whose nearest pixel is known, from the zigzag that is in the middle
   of its rise or fall there. */
static float find_place(int nearest, uint32_t pixel)
{
    int is_odd = nearest & 1;
    int level = (int)(pixel >> (is_odd ? 16 : 8) & 255) - SLOPE;
    int falls = (nearest + !is_odd) & 2;

    return (float)nearest + (float)(falls ? -level : level) / SLOPE;
}

/* The nearest filter tells whole pixels, the linear one their parts. */
void shot_find_offsets(Shot *shot)
{
    RippleSettings settings = *ripple_settings(shot->pool);
    RipplePixels *drawn = &shot->drawn[1];
    int width = shot->width, pixels = width * shot->height;

    draw_places(shot, RIPPLE_FILTER_NEAREST, 0);
    for (int i = 0; i < pixels; i++) {
        uint32_t pixel = pixel_buffer_row(drawn, i / width)[i % width];

        shot->x[i] = (float)(pixel & ((1u << PLACE_BITS) - 1));
        shot->y[i] = (float)(pixel >> PLACE_BITS & ((1u << PLACE_BITS) - 1));
    }
    for (int axis = 0; axis < 2; axis++) {
        float *offsets = axis == 0 ? shot->x : shot->y;

        draw_places(shot, RIPPLE_FILTER_LINEAR, axis);
        for (int i = 0; i < pixels; i++) {
            uint32_t pixel = pixel_buffer_row(drawn, i / width)[i % width];

            offsets[i] = find_place((int)offsets[i], pixel) -
                         (float)(axis == 0 ? i % width : i / width);
        }
    }
    if (ripple_configure(shot->pool, &settings) != RIPPLE_OK)
        shot_fail("settings");
    ripple_invalidate(shot->pool);
}
