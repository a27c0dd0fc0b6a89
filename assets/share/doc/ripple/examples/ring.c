/* SPDX-License-Identifier: MIT */
/*
 * A stone falls into a pool of tiles. Writes what is seen 60 steps later as a
 * PPM to standard output:
 *
 *     cc ring.c $(pkg-config --cflags --libs ripple) -o ring && ./ring >ring.ppm
 */
#include <ripple.h>

#include <stdio.h>

enum { WIDTH = 640, HEIGHT = 360, TILE = 40 };

static uint32_t picture[WIDTH * HEIGHT], pixels[WIDTH * HEIGHT];

static void draw_tiles(void)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int is_gap = x % TILE < 2 || y % TILE < 2;
            int is_dark = (x / TILE + y / TILE) % 2;

            picture[y * WIDTH + x] = is_gap    ? 0xffe0e8e8
                                     : is_dark ? 0xff3090a8
                                               : 0xff48a8c0;
        }
    }
}

int main(void)
{
    RipplePixels floor = {.pixels = picture, WIDTH, HEIGHT, .stride = WIDTH};
    RipplePixels frame = {.pixels = pixels, WIDTH, HEIGHT, .stride = WIDTH};
    RippleStone stone = {WIDTH / 2, HEIGHT / 2, 30, 500, RIPPLE_PROFILE_SMOOTH};
    RippleSettings settings;
    Ripple *pool;

    ripple_settings_init(&settings);
    settings.cell = 4;
    settings.filter = RIPPLE_FILTER_LINEAR;
    settings.light = 60;
    settings.sky = 40;
    if (ripple_create(&pool, WIDTH, HEIGHT, &settings) != RIPPLE_OK)
        return 1;
    draw_tiles();
    ripple_splash(pool, &stone, 10);
    for (int i = 0; i < 60; i++)
        ripple_step(pool);
    ripple_render(pool, &floor, &frame, NULL);
    ripple_destroy(pool);
    printf("P6\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        putchar((int)(pixels[i] >> 16 & 255));
        putchar((int)(pixels[i] >> 8 & 255));
        putchar((int)(pixels[i] & 255));
    }
    return 0;
}
