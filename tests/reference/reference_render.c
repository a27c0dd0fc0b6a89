/* SPDX-License-Identifier: MIT */
/*
 * What the reference shows: every pixel by itself, by the formulas above the
 * scalar render kernel.
 */
#include "reference.h"

#include "render/lighting.h"

#include <math.h>
#include <stdlib.h>

/* What all pixels share. */
typedef struct Shown {
    const Reference *water;
    const RipplePixels *picture;
    int is_coarse, doublings;
    int32_t gain_q12;
    SoftLimit bend_limit;
    Lighting light;
    int32_t *caustics; /* by cell, or NULL */
} Shown;

/* The surface at a pixel; strength -1 is full. */
typedef struct Surface {
    int32_t slope_x, slope_y, laplacian, height, strength;
} Surface;

int reference_find_cell(int pixel, int pixels, int cells, int *share)
{
    int64_t unit = 2 * (int64_t)pixels;
    int64_t place = (2 * (int64_t)pixel + 1) * cells - pixels;

    if (place < 0) {
        *share = 0;
        return 0;
    }
    if (place / unit > cells - 2) {
        *share = 32767;
        return cells - 2;
    }
    *share = (int)((place % unit << 15) / unit);
    return (int)(place / unit);
}

static Surface cell_surface(const Shown *shown, int x, int y)
{
    const Reference *water = shown->water;
    int32_t *now = water->state.now;
    int32_t left = height_at(water, now, x - 1, y);
    int32_t right = height_at(water, now, x + 1, y);
    int32_t up = height_at(water, now, x, y - 1);
    int32_t down = height_at(water, now, x, y + 1);
    int32_t own = height_at(water, now, x, y);
    int doubled = 1 << shown->doublings;
    int32_t laplacian = sat16(
        sat16(sat16(sat16(left + right) + sat16(up + down)) - sat16(4 * own)) *
        doubled);

    if (shown->caustics != NULL)
        laplacian = shown->caustics[cell_at(water, x, y)];
    return (Surface){
        .slope_x = sat16(sat16(left - right) * doubled),
        .slope_y = sat16(sat16(up - down) * doubled),
        .laplacian = laplacian,
        .height = sat16(own * doubled),
        .strength = water->strength != NULL
                        ? water->strength[cell_at(water, x, y)]
                        : FULL_STRENGTH,
    };
}

static Surface between(Surface a, Surface b, int share)
{
    return (Surface){
        .slope_x = between_q15(a.slope_x, b.slope_x, share),
        .slope_y = between_q15(a.slope_y, b.slope_y, share),
        .laplacian = between_q15(a.laplacian, b.laplacian, share),
        .height = between_q15(a.height, b.height, share),
        .strength = between_q15(a.strength, b.strength, share),
    };
}

/* On a coarse grid: linear between four cells, first along x. */
static Surface find_surface(const Shown *shown, int x, int y)
{
    const GridSize *size = &shown->water->size;
    int share_x, share_y, column = x, row = y;
    Surface rows[2], surface;

    if (shown->is_coarse) {
        column = reference_find_cell(x, size->width, size->columns, &share_x);
        row = reference_find_cell(y, size->height, size->rows, &share_y);
        for (int i = 0; i < 2; i++)
            rows[i] =
                between(cell_surface(shown, column, row + i),
                        cell_surface(shown, column + 1, row + i), share_x);
        surface = between(rows[0], rows[1], share_y);
        column = ripple_grid_column(size, x);
        row = ripple_grid_row(size, y);
    } else {
        surface = cell_surface(shown, x, y);
    }
    if (!(reference_tile(shown->water, column, row) & TILE_IS_SOFT))
        surface.strength = -1;
    return surface;
}

static int32_t weaken(int32_t value, const Surface *surface)
{
    return surface->strength >= 0 ? times_q15(sat16(value), surface->strength)
                                  : value;
}

static int32_t limit_softly(int32_t value, const SoftLimit *limit)
{
    int32_t size = min_int(abs(value), 32767) >> limit->halvings;
    int32_t rest = (limit->max - min_int(size, limit->max)) << limit->up;
    int32_t limited =
        (limit->top - times_q15(times_q15(rest, rest), limit->factor))
        << limit->halvings;

    return value < 0 ? -limited : limited;
}

/* In 1/256 pixel. */
static int32_t fine_offset(const Shown *shown, const Surface *surface,
                           int32_t slope)
{
    int32_t offset = sat16((slope * shown->gain_q12) >> 4);

    if (shown->bend_limit.max > 0)
        offset = -limit_softly(offset, &shown->bend_limit);
    return weaken(offset, surface);
}

static int32_t nearest_offset(const Shown *shown, const Surface *surface,
                              int32_t slope)
{
    if (shown->bend_limit.max > 0)
        return (fine_offset(shown, surface, slope) + 128) >> 8;
    return weaken((slope * shown->gain_q12 + 2048) >> 12, surface);
}

static size_t nearest_place(const Shown *shown, const Surface *surface, int x,
                            int y)
{
    const RipplePixels *picture = shown->picture;

    x = clamp_int(x + nearest_offset(shown, surface, surface->slope_x), 0,
                  picture->width - 1);
    y = clamp_int(y + nearest_offset(shown, surface, surface->slope_y), 0,
                  picture->height - 1);
    return (size_t)y * picture->stride + (size_t)x;
}

/* A coordinate in 1/256 pixel. */
static int linear_place(const Shown *shown, const Surface *surface, int pixel,
                        int32_t slope, int size)
{
    return clamp_int(pixel * 256 + fine_offset(shown, surface, slope), 0,
                     (size - 1) * 256);
}

/* The mean of two channels, less 128, times 255. */
static int32_t mix_beside(uint32_t left, uint32_t right, int share)
{
    return ((int32_t)(left & 255) - 128) * (255 - share) +
           ((int32_t)(right & 255) - 128) * share;
}

static uint32_t mix_below(int32_t above, int32_t below, int share)
{
    int32_t mixed =
        (above * ((255 - share) << 7) >> 16) + (below * (share << 7) >> 16);

    return (uint32_t)(128 + ((mixed + 64) * 516 >> 16));
}

static uint32_t linear_pixel(const Shown *shown, const Surface *surface, int x,
                             int y)
{
    const RipplePixels *picture = shown->picture;
    int place_x =
        linear_place(shown, surface, x, surface->slope_x, picture->width);
    int place_y =
        linear_place(shown, surface, y, surface->slope_y, picture->height);
    size_t left = (size_t)place_x / 256, top = (size_t)place_y / 256;
    size_t right = left + (left + 1 < (size_t)picture->width);
    size_t bottom = top + (top + 1 < (size_t)picture->height);
    const uint32_t *above = picture->pixels + top * picture->stride;
    const uint32_t *below = picture->pixels + bottom * picture->stride;
    uint32_t pixel = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        int32_t upper = mix_beside(above[left] >> shift, above[right] >> shift,
                                   place_x % 256);
        int32_t lower = mix_beside(below[left] >> shift, below[right] >> shift,
                                   place_x % 256);

        pixel |= mix_below(upper, lower, place_y % 256) << shift;
    }
    return pixel;
}

static uint32_t light_channel(uint32_t pixel, int shift, int32_t light)
{
    int32_t c = (int32_t)(pixel >> shift & 255);
    int32_t w = clamp_int(light, -180, 180);
    int32_t room = w < 0 ? c * 128 : (255 - c) * (c + 96) / 2;

    return (uint32_t)(c + times_q15(room, w)) << shift;
}

/* The mirrored light of slopes: their length, less a soft limit of it. */
static int32_t mirror(int32_t x, int32_t y, const SoftLimit *knee)
{
    int32_t width = min_int(abs(x), 32767), height = min_int(abs(y), 32767);
    int32_t slanted = times_q15(sat16(width + height), 23170);
    int32_t length = max_int(max_int(width, height), slanted);

    return length - limit_softly(length, knee);
}

static int32_t find_light(const Lighting *light, int32_t x, int32_t y,
                          int32_t laplacian)
{
    int32_t diffuse =
        sat16(times_q15(x, light->diffuse_x) + times_q15(y, light->diffuse_y));
    int32_t across =
        sat16(times_q15(y, light->diffuse_x) - times_q15(x, light->diffuse_y));
    int32_t off =
        sat16(abs(sat16(diffuse - light->specular_peak)) + abs(across));
    int32_t specular = sat16(2 * max_int(light->specular_width - off, 0));
    int32_t caught = times_q15(laplacian, light->caustic);
    int32_t sky = mirror(times_q15(x, light->sky),
                         sat16(times_q15(y, light->sky) - light->sky_from),
                         &light->sky_knee) -
                  light->sky_level;
    int32_t sum = sat16(sat16(diffuse + caught) + sky);
    int32_t size = min_int(abs(sum), 32767);
    int32_t toned = limit_softly(size, &light->faint) +
                    limit_softly(size / 4, &light->strong);

    return sat16(sat16((sum < 0 ? -toned : toned) + specular) +
                 times_q15(laplacian, light->caustics));
}

static uint32_t add_light(uint32_t pixel, const Lighting *light,
                          const Surface *surface)
{
    int doubled = 1 << light->doublings;
    int32_t all = find_light(light, sat16(surface->slope_x * doubled),
                             sat16(surface->slope_y * doubled),
                             sat16(surface->laplacian * doubled));
    int32_t red = sat16(
        all - times_q15(sat16(surface->height * doubled), light->absorption));

    all = weaken(all, surface);
    red = weaken(red, surface);
    return (pixel & 0xff000000u) | light_channel(pixel, 16, red) |
           light_channel(pixel, 8, all) | light_channel(pixel, 0, all);
}

static uint32_t grey(const Lighting *light, int32_t value, int32_t factor)
{
    int32_t doubled = sat16(value * (1 << light->doublings));

    return (uint32_t)clamp_int(times_q15(doubled, factor) + 128, 0, 255);
}

static uint32_t find_pixel(const Shown *shown, RippleView view, int is_lit,
                           int x, int y)
{
    const Lighting *light = &shown->light;
    Surface surface = find_surface(shown, x, y);
    uint32_t pixel;

    if (view == RIPPLE_VIEW_HEIGHTS)
        return 0xff000000u |
               grey(light, surface.height, light->height_grey) * 0x10101u;
    if (view == RIPPLE_VIEW_SLOPES)
        return 0xff000080u |
               grey(light, surface.slope_x, light->slope_grey) << 16 |
               grey(light, surface.slope_y, light->slope_grey) << 8;
    if (shown->water->settings.filter == RIPPLE_FILTER_LINEAR)
        pixel = linear_pixel(shown, &surface, x, y);
    else
        pixel = shown->picture->pixels[nearest_place(shown, &surface, x, y)];
    return is_lit ? add_light(pixel, light, &surface) : pixel;
}

/* The split view is one third each of heights, unlit water, lit water. */
static uint32_t find_split(const Shown *shown, int x, int y)
{
    int width = shown->picture->width;
    int part = (x >= width / 3) + (x >= (int)((int64_t)width * 2 / 3));

    return find_pixel(shown,
                      part == 0 ? RIPPLE_VIEW_HEIGHTS : RIPPLE_VIEW_WATER,
                      part == 2, x, y);
}

/* Slopes of a coarse grid are doubled as long as an offset of 64 cells fits
   into 16 bits, at most 3 times. */
static Shown prepare(const Reference *water, const RipplePixels *picture)
{
    const GridSize *size = &water->size;
    double refraction = water->settings.refraction;
    double gain = refraction * ((double)size->height / size->rows) * 4096;
    int has_caustics = ripple_lighting_has_caustics(&water->settings, size);
    Shown shown = {.water = water,
                   .picture = picture,
                   .is_coarse = ripple_grid_is_coarse(size)};

    while (shown.is_coarse && shown.doublings < 3 &&
           refraction * 512 >= 2 << shown.doublings)
        shown.doublings++;
    shown.gain_q12 =
        (int32_t)(fmin(gain, 32767) / (1 << shown.doublings) + 0.5);
    shown.bend_limit = ripple_soft_limit_make(water->settings.bend_limit * 256);
    shown.light =
        ripple_lighting_make(&water->settings, shown.doublings, has_caustics);
    if (has_caustics)
        shown.caustics = reference_find_caustics(water);
    return shown;
}

void reference_render(const Reference *water, const RipplePixels *picture,
                      const RipplePixels *frame)
{
    const RippleSettings *settings = &water->settings;
    int is_lit = settings->light > 0 || settings->sky > 0;
    Shown shown = prepare(water, picture);

    for (int y = 0; y < frame->height; y++) {
        for (int x = 0; x < frame->width; x++) {
            size_t place = (size_t)y * frame->stride + (size_t)x;
            Surface surface;

            if (frame->format == RIPPLE_FORMAT_RGB565) {
                surface = find_surface(&shown, x, y);
                frame->pixels565[place] =
                    picture->pixels565[nearest_place(&shown, &surface, x, y)];
            } else if (settings->view == RIPPLE_VIEW_SPLIT) {
                frame->pixels[place] = find_split(&shown, x, y);
            } else {
                frame->pixels[place] =
                    find_pixel(&shown, settings->view, is_lit, x, y);
            }
        }
    }
    free(shown.caustics);
}
