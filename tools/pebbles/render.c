/* SPDX-License-Identifier: MIT */
/*
 * Band by band of rows: a z-buffer finds the stone of every sample, then each
 * sample gets its surface and light, and a pixel is the mean of its samples.
 */
#include "render.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "light.h"
#include "noise.h"
#include "random.h"
#include "surface.h"

#define BAND_ROWS 16
#define NO_STONE  (-1)

/* The samples of some rows of the picture. */
typedef struct Band {
    int columns, rows, first_row;
    float pitch; /* distance of samples */
    float *depth;
    int *stone;
} Band;

static void draw_stone(Band *band, const Stone *stone, int index)
{
    float x = stone->centre.x / band->pitch - 0.5f;
    float y = stone->centre.y / band->pitch - 0.5f - (float)band->first_row;
    float reach = stone->size / band->pitch + 1.0f;
    if (y + reach < 0.0f || y - reach >= (float)band->rows)
        return;
    int left = (int)clamped(x - reach, 0, (float)band->columns);
    int right = (int)clamped(x + reach + 1, 0, (float)band->columns);
    int top = (int)clamped(y - reach, 0, (float)band->rows);
    int bottom = (int)clamped(y + reach + 1, 0, (float)band->rows);
    for (int row = top; row < bottom; row++)
        for (int column = left; column < right; column++) {
            float dx = ((float)column - x) * band->pitch;
            float dy = ((float)row - y) * band->pitch;
            size_t i = (size_t)row * (size_t)band->columns + (size_t)column;
            float z;
            /* The hull is cheap and never lower than the stone. */
            if (!stone_hull(stone, dx, dy, 1, &z) ||
                z + stone->centre.z <= band->depth[i])
                continue;
            if (!stone_top(stone, dx, dy, &z) ||
                z + stone->centre.z <= band->depth[i])
                continue;
            band->depth[i] = z + stone->centre.z;
            band->stone[i] = index;
        }
}

static void draw_sand(Band *band, const Bed *depth_map)
{
    for (int row = 0; row < band->rows; row++)
        for (int column = 0; column < band->columns; column++) {
            float x = ((float)column + 0.5f) * band->pitch;
            float y = ((float)(row + band->first_row) + 0.5f) * band->pitch;
            size_t i = (size_t)row * (size_t)band->columns + (size_t)column;
            band->depth[i] = grid_at(&depth_map->sand, x, y);
            band->stone[i] = NO_STONE;
        }
}

static float vignette_at(const Bed *depth_map, Vec3 p)
{
    float x = p.x / depth_map->width - 0.5f, y = p.y / depth_map->height - 0.5f;
    float far = clamped(2.0f * (x * x + y * y), 0.0f, 1.0f);
    Vec3 slow = {p.x / 900.0f, p.y / 900.0f, depth_map->slice * 3.1f + 0.5f};
    return (1.0f - 0.34f * far * far - 0.12f * far) *
           (1.0f + 0.16f * noise_at(slow).value);
}

/* The filmic curve of Narkowicz, 2015: keeps contrast, rolls off lights. */
static float capture(float x)
{
    x = x < 0.0f ? 0.0f : x;
    float y = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
    return clamped(y, 0.0f, 1.0f);
}

static Vec3 sample_colour(const Bed *depth_map, int stone, Vec3 p,
                          uint32_t noise_id)
{
    float jitter = (float)(noise_id >> 8) * 0x1p-24f;
    Surface surface = stone == NO_STONE
                          ? surface_of_sand(depth_map, p)
                          : surface_of_stone(&depth_map->stones[stone], p);
    Vec3 colour =
        light_through_water(light_surface(depth_map, surface, p, jitter), p.z);
    colour = scaled(colour, vignette_at(depth_map, p));
    return (Vec3){capture(colour.x), capture(colour.y), capture(colour.z)};
}

/* The mean of the samples of one pixel. */
static Vec3 pixel_colour(const Bed *depth_map, const Band *band, int column,
                         int row, int samples)
{
    Vec3 sum = {0};
    for (int j = row * samples; j < (row + 1) * samples; j++)
        for (int i = column * samples; i < (column + 1) * samples; i++) {
            size_t k = (size_t)j * (size_t)band->columns + (size_t)i;
            int world_row = j + band->first_row;
            Vec3 p = {((float)i + 0.5f) * band->pitch,
                      ((float)world_row + 0.5f) * band->pitch, band->depth[k]};
            uint32_t id = random_hash((uint32_t)i, (uint32_t)world_row, 77);
            sum = add(sum, sample_colour(depth_map, band->stone[k], p, id));
        }
    return scaled(sum, 1.0f / (float)(samples * samples));
}

static Uint8 to_byte(float linear)
{
    return (Uint8)(255.0f * powf(linear, 1.0f / 2.2f) + 0.5f);
}

static void draw_band(const Bed *depth_map, Band *band, int samples,
                      SDL_Surface *picture)
{
    draw_sand(band, depth_map);
    /* The last stones lie on top: drawn first, they hide the others early. */
    for (int i = depth_map->stone_count - 1; i >= 0; i--)
        draw_stone(band, &depth_map->stones[i], i);
    int first = band->first_row / samples;
    for (int row = 0; row < band->rows / samples; row++) {
        Uint8 *pixel =
            (Uint8 *)picture->pixels + (first + row) * picture->pitch;
        for (int column = 0; column < picture->w; column++) {
            Vec3 colour = pixel_colour(depth_map, band, column, row, samples);
            *pixel++ = to_byte(colour.x);
            *pixel++ = to_byte(colour.y);
            *pixel++ = to_byte(colour.z);
        }
    }
}

bool render_picture(const Bed *depth_map, SDL_Surface *picture)
{
    float scale = (float)picture->w / depth_map->width;
    int samples = (int)clamped(ceilf(1.0f / scale), 2.0f, 24.0f);
    Band band = {.columns = picture->w * samples,
                 .pitch = 1.0f / (scale * (float)samples)};
    size_t count = (size_t)band.columns * BAND_ROWS * (size_t)samples;
    band.depth = malloc(count * sizeof *band.depth);
    band.stone = malloc(count * sizeof *band.stone);
    bool done = band.depth && band.stone;
    for (int row = 0; done && row < picture->h; row += BAND_ROWS) {
        int rows = picture->h - row < BAND_ROWS ? picture->h - row : BAND_ROWS;
        band.first_row = row * samples;
        band.rows = rows * samples;
        draw_band(depth_map, &band, samples, picture);
    }
    free(band.depth);
    free(band.stone);
    return done;
}
