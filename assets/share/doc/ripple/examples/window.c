/* SPDX-License-Identifier: MIT */
/*
 * A window of water: a click drops a stone, and the picture beneath is tiles.
 *
 *     cc window.c $(pkg-config --cflags --libs ripple sdl2) -o window
 */
#include <SDL.h>
#include <ripple.h>

enum { WIDTH = 640, HEIGHT = 360, TILE = 40 };

static uint32_t picture[WIDTH * HEIGHT], pixels[WIDTH * HEIGHT];

static void draw_tiles(void)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int is_gap = x % TILE < 2 || y % TILE < 2;

            picture[y * WIDTH + x] = is_gap ? 0xffe0e8e8 : 0xff3090a8;
        }
    }
}

/* Returns 0 once the window is closed. */
static int handle_events(Ripple *pool)
{
    SDL_Event event;

    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT)
            return 0;
        if (event.type == SDL_MOUSEBUTTONDOWN) {
            RippleStone stone = {event.button.x, event.button.y, 30, 500,
                                 RIPPLE_PROFILE_SMOOTH};

            ripple_splash(pool, &stone, 10);
        }
    }
    return 1;
}

int main(int argc, char **argv)
{
    RipplePixels floor = {.pixels = picture, WIDTH, HEIGHT, .stride = WIDTH};
    RipplePixels frame = {.pixels = pixels, WIDTH, HEIGHT, .stride = WIDTH};
    RippleSettings settings;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    SDL_Window *window;
    Ripple *pool;

    (void)argc, (void)argv;
    if (SDL_Init(SDL_INIT_VIDEO) != 0 ||
        ripple_settings_preset(&settings, "pond") != RIPPLE_OK ||
        ripple_create(&pool, WIDTH, HEIGHT, &settings) != RIPPLE_OK)
        return 1;
    window = SDL_CreateWindow("water", SDL_WINDOWPOS_CENTERED,
                              SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT, 0);
    renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888,
                                SDL_TEXTUREACCESS_STREAMING, WIDTH, HEIGHT);
    draw_tiles();
    while (handle_events(pool)) {
        ripple_step(pool);
        ripple_render(pool, &floor, &frame, NULL);
        SDL_UpdateTexture(texture, NULL, pixels, sizeof pixels[0] * WIDTH);
        SDL_RenderCopy(renderer, texture, NULL, NULL);
        SDL_RenderPresent(renderer);
    }
    ripple_destroy(pool);
    SDL_Quit();
    return 0;
}
