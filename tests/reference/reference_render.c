/* SPDX-License-Identifier: MIT */
/*
 * What the reference shows: every pixel by itself, by the formulas above the
 * scalar render kernel.
 */
#include "reference.h"

#include "lib/look/lighting.h"

#include <math.h>
#include <stdlib.h>

/* Values that all pixels share. */
typedef struct Shown {
    const Reference *water;
    const RipplePixels *picture;
    int is_coarse, needs_light;
    int32_t gain_q12;
    SoftLimit bend_limit;
    Lighting light;
    int32_t *caustics; /* by cell, or NULL */
} Shown;

/* Traits of a pixel or a cell: offsets in 1/256 pixel, or in whole pixels,
   light in 1/256, and grey levels less 128. */
typedef struct Traits {
    int32_t bend_x, bend_y, light, grey_x, grey_y, grey;
} Traits;

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

static int32_t limit_softly(int32_t value, const SoftLimit *limit)
{
    int32_t size = min_int(abs(value), 32767) >> limit->halvings;
    int32_t rest = (limit->max - min_int(size, limit->max)) << limit->up;
    int32_t limited =
        (limit->top - times_q15(times_q15(rest, rest), limit->factor))
        << limit->halvings;

    return value < 0 ? -limited : limited;
}

/* Whether offsets are whole pixels, as in 1999. */
static int is_whole(const Shown *shown)
{
    return !shown->is_coarse && shown->bend_limit.max == 0 &&
           shown->water->settings.filter == RIPPLE_FILTER_NEAREST;
}

static int32_t bend(const Shown *shown, int32_t slope)
{
    int32_t offset = sat16((slope * shown->gain_q12) >> 4);

    if (is_whole(shown))
        return sat16((slope * shown->gain_q12 + 2048) >> 12);
    return shown->bend_limit.max > 0 ? -limit_softly(offset, &shown->bend_limit)
                                     : offset;
}

static int32_t find_length(int32_t x, int32_t y)
{
    int32_t width = min_int(abs(x), 32767), height = min_int(abs(y), 32767);

    return max_int(max_int(width, height),
                   times_q15(sat16(width + height), 23170));
}

/* The mirrored light of slopes: their length, less a soft limit of it. */
static int32_t mirror(int32_t x, int32_t y, const SoftLimit *knee)
{
    int32_t length = find_length(x, y);

    return length - limit_softly(length, knee);
}

static int32_t shine(const Lighting *light, int32_t off)
{
    int32_t width = light->specular_width;
    int32_t n = off < width ? off : width;
    int32_t bump = (width * width - n * n) * (1 << light->specular_shift);

    return times_q15(times_q15(bump, bump), light->specular);
}

/* Steep for faint values, flat for strong ones. */
static int32_t tone(const Lighting *light, int32_t value)
{
    int32_t size = min_int(abs(value), 32767);
    int32_t toned = limit_softly(size, &light->faint) +
                    limit_softly(size / 4, &light->strong);

    return value < 0 ? -toned : toned;
}

static int32_t find_light(const Lighting *light, int32_t x, int32_t y,
                          int32_t laplacian)
{
    int32_t diffuse =
        sat16(times_q15(x, light->diffuse_x) + times_q15(y, light->diffuse_y));
    int32_t across =
        sat16(times_q15(y, light->diffuse_x) - times_q15(x, light->diffuse_y));
    int32_t off = find_length(sat16(diffuse - light->specular_peak), across);
    int32_t caught = times_q15(laplacian, light->caustic);
    int32_t sky = mirror(times_q15(x, light->sky),
                         sat16(times_q15(y, light->sky) - light->sky_from),
                         &light->sky_knee) -
                  light->sky_level;
    int32_t sum = sat16(sat16(diffuse + caught) + sky);

    return sat16(tone(light, sum) + shine(light, off));
}

static int32_t grey_slope(const Lighting *light, int32_t slope)
{
    int32_t doubled = sat16(slope * (1 << light->doublings));

    return clamp_int(times_q15(doubled, light->slope_grey), -128, 127);
}

static int32_t grey_height(const Lighting *light, int32_t height)
{
    int32_t doubled = sat16(4 * sat16(height * (1 << light->doublings)));

    return clamp_int(tone(light, times_q15(doubled, light->height_grey)), -128,
                     127);
}

/* Strength -1 is full. */
static int32_t weaken(int32_t value, int32_t strength)
{
    return strength >= 0 ? times_q15(value, strength) : value;
}

static Traits cell_traits(const Shown *shown, int x, int y, int is_soft)
{
    const Reference *water = shown->water;
    const Lighting *light = &shown->light;
    int32_t left = surface_at(water, x - 1, y);
    int32_t right = surface_at(water, x + 1, y);
    int32_t up = surface_at(water, x, y - 1);
    int32_t down = surface_at(water, x, y + 1);
    int32_t own = surface_at(water, x, y);
    int32_t slope_x = sat16(left - right), slope_y = sat16(up - down);
    int32_t laplacian =
        sat16(sat16(sat16(left + right) + sat16(up + down)) - sat16(4 * own));
    int doubled = 1 << light->doublings;
    int32_t strength = is_soft ? water->strength[cell_at(water, x, y)] : -1;
    int32_t all = 0;

    if (shown->needs_light)
        all = find_light(light, sat16(slope_x * doubled),
                         sat16(slope_y * doubled), sat16(laplacian * doubled));
    if (shown->caustics != NULL)
        all = sat16(all + times_q15(16 * shown->caustics[cell_at(water, x, y)],
                                    light->caustics));
    return (Traits){
        .bend_x = weaken(bend(shown, slope_x), strength),
        .bend_y = weaken(bend(shown, slope_y), strength),
        .light = weaken(all, strength),
        .grey_x = grey_slope(light, slope_x),
        .grey_y = grey_slope(light, slope_y),
        .grey = grey_height(light, own),
    };
}

static Traits between(Traits a, Traits b, int share)
{
    return (Traits){
        .bend_x = between_q15(a.bend_x, b.bend_x, share),
        .bend_y = between_q15(a.bend_y, b.bend_y, share),
        .light = between_q15(a.light, b.light, share),
        .grey_x = between_q15(a.grey_x, b.grey_x, share),
        .grey_y = between_q15(a.grey_y, b.grey_y, share),
        .grey = between_q15(a.grey, b.grey, share),
    };
}

/* Where the water is weaker near land. */
static int is_soft(const Shown *shown, int x, int y)
{
    return (reference_tile(shown->water, x, y) & TILE_IS_SOFT) != 0;
}

/* On a coarse grid: linear between four cells, first along x. */
static Traits find_traits(const Shown *shown, int x, int y)
{
    const GridSize *size = &shown->water->size;
    int share_x, share_y, column, row, soft;
    Traits rows[2];

    if (!shown->is_coarse)
        return cell_traits(shown, x, y, is_soft(shown, x, y));
    soft =
        is_soft(shown, ripple_grid_column(size, x), ripple_grid_row(size, y));
    column = reference_find_cell(x, size->width, size->columns, &share_x);
    row = reference_find_cell(y, size->height, size->rows, &share_y);
    for (int i = 0; i < 2; i++)
        rows[i] =
            between(cell_traits(shown, column, row + i, soft),
                    cell_traits(shown, column + 1, row + i, soft), share_x);
    return between(rows[0], rows[1], share_y);
}

static size_t nearest_place(const Shown *shown, const Traits *traits, int x,
                            int y)
{
    const RipplePixels *picture = shown->picture;
    int32_t bend_x = traits->bend_x, bend_y = traits->bend_y;

    if (!is_whole(shown)) {
        bend_x = sat16(bend_x + 128) >> 8;
        bend_y = sat16(bend_y + 128) >> 8;
    }
    x = clamp_int(x + bend_x, 0, picture->width - 1);
    y = clamp_int(y + bend_y, 0, picture->height - 1);
    return (size_t)y * picture->stride + (size_t)x;
}

/* A coordinate in 1/256 pixel. */
static int linear_place(int pixel, int32_t offset, int size)
{
    return clamp_int(pixel * 256 + offset, 0, (size - 1) * 256);
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

static uint32_t linear_pixel(const Shown *shown, const Traits *traits, int x,
                             int y)
{
    const RipplePixels *picture = shown->picture;
    int place_x = linear_place(x, traits->bend_x, picture->width);
    int place_y = linear_place(y, traits->bend_y, picture->height);
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
    int32_t w = clamp_int(light, -156, 156);
    int32_t n = (255 - c) * (c + 24);

    return (uint32_t)(c + times_q15(w < 0 ? c * 128 : n - n / 4, w)) << shift;
}

static uint32_t add_light(uint32_t pixel, int32_t light)
{
    return (pixel & 0xff000000u) | light_channel(pixel, 16, light) |
           light_channel(pixel, 8, light) | light_channel(pixel, 0, light);
}

/* From deep blue to white, of a level of 0..255. */
static uint32_t height_colour(uint32_t level)
{
    uint32_t red = 1 + (level * level + 128) / 256;
    uint32_t green = 24 + (level * 232 + 128) / 256;
    uint32_t blue = 96 + (level * 160 + 128) / 256;

    return 0xff000000u | red << 16 | green << 8 | blue;
}

static uint32_t find_pixel(const Shown *shown, RippleView view, int is_lit,
                           int x, int y)
{
    Traits traits = find_traits(shown, x, y);
    uint32_t pixel;

    if (view == RIPPLE_VIEW_HEIGHTS)
        return height_colour((uint32_t)(traits.grey + 128));
    if (view == RIPPLE_VIEW_SLOPES)
        return 0xff000080u | (uint32_t)(traits.grey_x + 128) << 16 |
               (uint32_t)(traits.grey_y + 128) << 8;
    if (shown->water->settings.filter == RIPPLE_FILTER_LINEAR)
        pixel = linear_pixel(shown, &traits, x, y);
    else
        pixel = shown->picture->pixels[nearest_place(shown, &traits, x, y)];
    return is_lit ? add_light(pixel, traits.light) : pixel;
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

static Shown prepare(const Reference *water, const RipplePixels *picture)
{
    const GridSize *size = &water->size;
    double refraction = water->settings.refraction;
    double gain = refraction * ((double)size->height / size->rows) * 4096;
    int has_caustics = ripple_lighting_has_caustics(&water->settings, size);
    Shown shown = {.water = water,
                   .picture = picture,
                   .is_coarse = ripple_grid_is_coarse(size)};

    shown.gain_q12 = (int32_t)(fmin(gain, 32767) + 0.5);
    shown.bend_limit = ripple_soft_limit_make(water->settings.bend_limit * 256);
    shown.light = ripple_lighting_make(&water->settings, has_caustics);
    shown.needs_light = water->settings.light > 0 || water->settings.sky > 0 ||
                        water->settings.view == RIPPLE_VIEW_SPLIT;
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
            Traits traits;

            if (frame->format == RIPPLE_FORMAT_RGB565) {
                traits = find_traits(&shown, x, y);
                frame->pixels565[place] =
                    picture->pixels565[nearest_place(&shown, &traits, x, y)];
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
