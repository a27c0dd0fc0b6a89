/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "lib/util/fixed.h"

#include <stdlib.h>

typedef struct Owned {
    void *memory;
    void (*release)(void *memory);
    struct Owned *next;
} Owned;

static Owned *all;

void *support_own(void *memory, void (*release)(void *memory))
{
    Owned *owned = malloc(sizeof *owned);

    ck_assert_ptr_nonnull(memory);
    ck_assert_ptr_nonnull(owned);
    *owned = (Owned){memory, release, all};
    all = owned;
    return memory;
}

void support_release(void)
{
    while (all != NULL) {
        Owned *owned = all;

        all = owned->next;
        owned->release(owned->memory);
        free(owned);
    }
}

int support_between(uint64_t *state, int min, int max)
{
    uint64_t range = (uint64_t)((int64_t)max - min) + 1;

    return (int)((int64_t)((xorshift_next(state) >> 16) % range) + min);
}

Ripple *support_pool(int width, int height, RippleModel model, int damping,
                     double refraction)
{
    RippleSettings settings;
    Ripple *pool;

    ripple_settings_init(&settings);
    settings.model = model;
    settings.damping = damping;
    settings.refraction = refraction;
    ck_assert_int_eq(ripple_create(&pool, width, height, &settings), 0);
    return pool;
}

int support_height(const Ripple *pool, int x, int y)
{
    size_t stride;
    const int16_t *cells = ripple_heights(pool, NULL, NULL, &stride);

    return cells[(size_t)y * stride + (size_t)x];
}

static void scatter(Ripple *pool, uint64_t *state, int max)
{
    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = 0; x < ripple_width(pool); x++) {
            RippleStone stone = {x, y, 1, support_between(state, -max, max),
                                 RIPPLE_PROFILE_DISC};

            ripple_drop(pool, &stone);
        }
    }
}

void support_stir(Ripple *pool, uint64_t *state, int max)
{
    scatter(pool, state, max);
    ripple_step(pool);
    scatter(pool, state, max);
}

RipplePixels support_pixels(int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    RipplePixels pixels = {.pixels = malloc(count * sizeof(uint32_t)),
                           .width = width,
                           .height = height,
                           .stride = (size_t)width};

    ck_assert_ptr_nonnull(pixels.pixels);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            pixels.pixels[(size_t)y * pixels.stride + (size_t)x] =
                0xff000000u | (uint32_t)(y & 4095) << 12 | (uint32_t)(x & 4095);
    }
    return pixels;
}

int support_count_lines(const char *text)
{
    int count = 0;

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

int support_colour_distance(uint32_t a, uint32_t b)
{
    int max = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        int difference = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));

        max = max_int(max, difference);
    }
    return max;
}
