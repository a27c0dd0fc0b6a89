/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* nftw */

#include "support.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Made before the tests fork, and so the same for all of them. */
static char folder[] = "/tmp/ripple-tests-XXXXXX";

int support_make_folder(void)
{
    /* The settings that the tester keeps are none of the tests' business, and
       no window is to greet the tests, or to leave its mark. */
    return mkdtemp(folder) != NULL &&
                   setenv("XDG_CONFIG_HOME", folder, 1) == 0 &&
                   setenv("XDG_STATE_HOME", "/dev/null", 1) == 0
               ? 0
               : -1;
}

static int remove_entry(const char *path, const struct stat *status, int kind,
                        struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void support_remove_folder(void)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

uint64_t support_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717u;
}

int support_between(uint64_t *state, int least, int most)
{
    uint64_t range = (uint64_t)((int64_t)most - least) + 1;

    return (int)((int64_t)((support_random(state) >> 16) % range) + least);
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

static void scatter(Ripple *pool, uint64_t *state, int most)
{
    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = 0; x < ripple_width(pool); x++) {
            RippleStone stone = {x, y, 1, support_between(state, -most, most),
                                 RIPPLE_PROFILE_DISC};

            ripple_drop(pool, &stone);
        }
    }
}

void support_stir(Ripple *pool, uint64_t *state, int most)
{
    scatter(pool, state, most);
    ripple_step(pool);
    scatter(pool, state, most);
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

const char *support_path(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

const char *support_write(const char *name, const char *text)
{
    const char *path = support_path(name);
    FILE *file = fopen(path, "wb");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    return path;
}

char *support_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes;
    long length;

    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    length = ftell(file);
    rewind(file);
    bytes = malloc((size_t)length + 1);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, (size_t)length, file), (size_t)length);
    bytes[length] = '\0';
    fclose(file);
    if (size != NULL)
        *size = (size_t)length;
    return bytes;
}
