/* SPDX-License-Identifier: MIT */
#include "water.h"
#include "lib/util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void destroy_pool(void *pool)
{
    ripple_destroy(pool);
}

/* RIPPLE_SIMD names the level of all pools. */
Ripple *water_own(Ripple *pool)
{
    const char *simd = getenv("RIPPLE_SIMD");

    support_own(pool, destroy_pool);
    EXPECT_OK(ripple_use_simd(pool, simd != NULL ? simd : "auto"));
    return pool;
}

RippleSettings water_settings_of(int model, int edges)
{
    RippleSettings settings;

    ripple_settings_init(&settings);
    settings.model = (RippleModel)model;
    settings.edges = (RippleEdges)edges;
    return settings;
}

RippleSettings water_undamped_of(int model, int edges)
{
    RippleSettings settings = water_settings_of(model, edges);

    settings.damping = 0;
    settings.viscosity = settings.loss = settings.restore = 0;
    settings.speed = sqrt(0.5);
    settings.time_step = settings.spacing = 1;
    settings.alpha = 0.5;
    return settings;
}

Ripple *water_pool(int width, int height, const RippleSettings *settings)
{
    Ripple *pool;

    EXPECT_OK(ripple_create(&pool, width, height, settings));
    return water_own(pool);
}

Ripple *water_bounded_by(int width, int height, int model, int edges, int shore)
{
    RippleSettings settings = water_settings(model, edges);

    settings.shore = (RippleShore)shore;
    return water_pool(width, height, &settings);
}

Ripple *water_damped_by(int width, int height, int model, int damping,
                        double refraction)
{
    return water_own(
        support_pool(width, height, (RippleModel)model, damping, refraction));
}

RipplePixels water_picture(int width, int height)
{
    RipplePixels pixels = support_pixels(width, height);

    support_own(pixels.pixels, free);
    return pixels;
}

RipplePixels water_blank(int width, int height)
{
    RipplePixels pixels = water_picture(width, height);

    for (int i = 0; i < width * height; i++)
        pixels.pixels[i] = UNTOUCHED;
    return pixels;
}

RipplePixels water_wild(int width, int height)
{
    RipplePixels pixels = water_picture(width, height);
    uint64_t random = 9;

    for (int i = 0; i < width * height; i++)
        pixels.pixels[i] = (uint32_t)xorshift_next(&random);
    return pixels;
}

RipplePixels water_blank565(int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    RipplePixels pixels = {.width = width,
                           .height = height,
                           .stride = (size_t)width,
                           .format = RIPPLE_FORMAT_RGB565,
                           .pixels565 =
                               ripple_memory_alloc(count * sizeof(uint16_t))};

    support_own(pixels.pixels565, ripple_memory_free);
    for (size_t i = 0; i < count; i++)
        pixels.pixels565[i] = UNTOUCHED565;
    return pixels;
}

RipplePixels water_wild565(int width, int height)
{
    RipplePixels pixels = water_blank565(width, height);
    uint64_t random = 21;

    for (int i = 0; i < width * height; i++)
        pixels.pixels565[i] = (uint16_t)xorshift_next(&random);
    return pixels;
}

void water_drop(Ripple *pool, int x, int y, int radius, int weight)
{
    ripple_drop(pool, &(RippleStone){x, y, radius, weight, SMOOTH});
}

void water_disc(Ripple *pool, int x, int y, int radius, int weight)
{
    ripple_drop(pool, &(RippleStone){x, y, radius, weight, DISC});
}

int water_max_height(RippleModel model)
{
    RippleSettings settings = water_settings(model, FIXED);

    return ripple_model_of(&settings)->has_speeds
               ? INT16_MAX
               : ripple_model_stencil(&settings, 0).max_height;
}

void water_set(Ripple *pool, int x, int y, int height)
{
    water_disc(pool, x, y, 1, -height);
}

void water_wall(Ripple *pool, int x0, int y0, int x1, int y1, int radius)
{
    EXPECT_OK(ripple_paint_mask(pool, x0, y0, x1, y1, radius, 0, NULL));
}

void water_step(Ripple *pool, int steps)
{
    for (int i = 0; i < steps; i++)
        ripple_step(pool);
}

int water_rest(Ripple *pool, int max)
{
    int steps = 0;

    for (; steps < max && !ripple_is_calm(pool); steps++)
        ripple_step(pool);
    return steps;
}

int water_max(const Ripple *pool)
{
    int max = 0;

    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = 0; x < ripple_width(pool); x++)
            max = max_int(max, abs(support_height(pool, x, y)));
    }
    return max;
}

double water_energy(const Ripple *pool, int first, int end)
{
    double sum = 0;

    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = first; x < end; x++)
            sum += pow(support_height(pool, x, y), 2);
    }
    return sum;
}

int water_count(const Ripple *pool)
{
    int count = 0;

    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = 0; x < ripple_width(pool); x++)
            count += support_height(pool, x, y) != 0;
    }
    return count;
}

void water_set_cosine(Ripple *pool, int length, double amplitude)
{
    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = 0; x < ripple_width(pool); x++)
            water_set(pool, x, y,
                      (int)lround(amplitude * cos(2 * PI * x / length)));
    }
}

double water_phase(Ripple *pool, int steps, int min)
{
    int crossings = 0, before = support_height(pool, 0, 0);
    double first = 0, last = 0;

    for (int i = 1; i <= steps; i++) {
        int now;

        ripple_step(pool);
        now = support_height(pool, 0, 0);
        if ((before < 0) != (now < 0)) {
            last = i - (double)now / (now - before);
            first = crossings++ == 0 ? last : first;
        }
        before = now;
    }
    EXPECT_INT(crossings, >, min);
    return PI * (crossings - 1) / (last - first);
}

void water_check_moved(const Ripple *a, const Ripple *b, int columns, int rows,
                       int dx, int dy)
{
    int width = ripple_width(b), height = ripple_height(b);

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            EXPECT_INT(support_height(a, x, y), ==,
                       support_height(b, (x + dx) % width, (y + dy) % height));
    }
}

void water_check_same(const Ripple *a, const Ripple *b)
{
    water_check_moved(a, b, ripple_width(a), ripple_height(a), 0, 0);
}

double water_error(const Ripple *a, const Ripple *b, int columns, int rows,
                   int dx)
{
    double square = 0, off = 0;

    for (int i = 0; i < columns * rows; i++) {
        int x = i % columns, y = i / columns;
        double height = support_height(a, x, y);

        square += height * height;
        off += pow(height - support_height(b, x + dx, y), 2);
    }
    EXPECT(square > 1e4);
    return sqrt(off / square);
}

static const void *row_of(const RipplePixels *pixels, int y)
{
    size_t first = (size_t)y * pixels->stride;

    return pixels->format == RIPPLE_FORMAT_RGB565
               ? (const void *)(pixels->pixels565 + first)
               : (const void *)(pixels->pixels + first);
}

void water_check_pixels(const RipplePixels *a, const RipplePixels *b)
{
    EXPECT(a->format == b->format);
    for (int y = 0; y < a->height; y++)
        EXPECT(memcmp(row_of(a, y), row_of(b, y),
                      (size_t)a->width * ripple_pixel_size(a->format)) == 0);
}
