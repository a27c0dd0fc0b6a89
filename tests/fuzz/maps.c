/* SPDX-License-Identifier: MIT */
/* Loads a mask and a map of currents into a small pool and takes some steps:
   land must stay dry. Then the mask is a land map, seen in perspective. */
#include "media/map_loader.h"
#include "fuzz.h"

#include <string.h>

#define STEPS  6
#define WIDTH  48
#define HEIGHT 32

static void check_land(const Ripple *pool)
{
    const uint8_t *mask = ripple_mask(pool);
    int columns, rows;
    size_t stride;
    const int16_t *heights = ripple_heights(pool, &columns, &rows, &stride);

    for (int y = 0; mask != NULL && y < rows; y++) {
        for (int x = 0; x < columns; x++)
            RANDOM_EXPECT(mask[(size_t)y * (size_t)columns + (size_t)x] != 0 ||
                          heights[(size_t)y * stride + (size_t)x] == 0);
    }
}

static void play(Ripple *pool, Source *bytes)
{
    for (int i = 0; i < STEPS; i++) {
        RippleStone stone = {source_byte(bytes) % WIDTH,
                             source_byte(bytes) % HEIGHT, 1 + i, 500,
                             RIPPLE_PROFILE_SMOOTH};

        ripple_drop(pool, &stone);
        ripple_step(pool);
        check_land(pool);
    }
}

static void look(Ripple *pool)
{
    static uint32_t pixels[2][WIDTH * HEIGHT];
    RipplePixels picture = {pixels[0], WIDTH, HEIGHT, WIDTH, 0, NULL};
    RipplePixels frame = {pixels[1], WIDTH, HEIGHT, WIDTH, 0, NULL};

    memset(pixels, 255, sizeof pixels[0]);
    RANDOM_EXPECT(ripple_render(pool, &picture, &frame, NULL) == 1);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        RANDOM_EXPECT(pixels[1][i] >> 24 == 0xff);
}

static void choose(PlaySettings *water, Source *bytes)
{
    play_settings_init(water);
    water->pool.model = (RippleModel)source_below(bytes, RIPPLE_MODEL_COUNT);
    water->pool.edges = (RippleEdges)source_below(bytes, RIPPLE_EDGES_COUNT);
    water->pool.shore = (RippleShore)source_below(bytes, RIPPLE_SHORE_COUNT);
    water->pool.cell = 1 << source_below(bytes, 3);
}

/* Writes the picture to a file and sets its path, or "" if it is too large. */
static void set_path(char *path, const char *name, Source picture)
{
    path[0] = '\0';
    if (picture.left == 0 || !fuzz_is_small_picture(picture.data, picture.left))
        return;
    fuzz_write(name, picture.data, picture.left);
    strcpy(path, fuzz_path(name));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Source bytes = source_from_bytes(data, size), drops;
    PlaySettings water;
    Error error;
    Ripple *pool;

    choose(&water, &bytes);
    drops = source_take(&bytes, STEPS);
    set_path(water.mask, "mask",
             source_take(&bytes, (size_t)source_below(&bytes, 65536)));
    set_path(water.current, "current", bytes);
    RANDOM_EXPECT(ripple_create(&pool, WIDTH, HEIGHT, NULL) == RIPPLE_OK);
    map_loader_apply(pool, NULL, &water, &error);
    RANDOM_EXPECT(ripple_current_divergence(pool) >= 0);
    play(pool, &drops);
    memcpy(water.land, water.mask, sizeof water.land);
    water.mask[0] = '\0';
    water.pool.view = RIPPLE_VIEW_PERSPECTIVE;
    map_loader_apply(pool, NULL, &water, &error);
    play(pool, &drops);
    look(pool);
    ripple_destroy(pool);
    return 0;
}
