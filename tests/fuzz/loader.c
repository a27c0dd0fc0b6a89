/* SPDX-License-Identifier: MIT */
/* Decodes a picture: any bytes give an opaque picture of the size in its
   header, or an error with a reason. */
#include "media/load.h"
#include "fuzz.h"

#include <string.h>

static void check_picture(const SDL_Surface *surface)
{
    RANDOM_EXPECT(surface->format->format == SDL_PIXELFORMAT_ARGB8888);
    RANDOM_EXPECT(surface->w > 0 && surface->h > 0);
    for (int y = 0; y < surface->h; y++) {
        const uint8_t *row =
            (const uint8_t *)surface->pixels + (ptrdiff_t)y * surface->pitch;

        for (int x = 0; x < surface->w; x++) {
            uint32_t pixel;

            memcpy(&pixel, row + (size_t)x * 4, sizeof pixel);
            RANDOM_EXPECT(pixel >> 24 == 0xff);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    SDL_Surface *surface = NULL;
    Error error = {.code = 0};
    int result;

    if (!fuzz_is_small_picture(data, size))
        return 0;
    result = load_decode(&surface, data, size, "fuzz.tga", &error);
    RANDOM_EXPECT((result == 0) == (surface != NULL));
    if (result == 0)
        check_picture(surface);
    else
        RANDOM_EXPECT(result == -1 && strlen(error.text) > 0);
    SDL_FreeSurface(surface);
    return 0;
}
