/* SPDX-License-Identifier: MIT */
/*
 * Writes built-in pictures as FOLDER/NAME.ppm, for the plugin, which has no
 * decoder.
 *
 * Usage: unpack FOLDER NAME...
 */
#include "media/map_loader.h"
#include "media/surface.h"
#include "os/error.h"
#include "os/pixel_buffer.h"

#include <stdio.h>

static int write_ppm(FILE *file, const RipplePixels *pixels)
{
    fprintf(file, "P6\n%d %d\n255\n", pixels->width, pixels->height);
    for (int y = 0; y < pixels->height; y++) {
        const uint32_t *row = pixel_buffer_row(pixels, y);

        for (int x = 0; x < pixels->width; x++) {
            for (int shift = 16; shift >= 0; shift -= 8)
                putc((int)(row[x] >> shift & 0xff), file);
        }
    }
    return ferror(file) ? -1 : 0;
}

static int unpack(const char *folder, const char *name, Error *error)
{
    char path[256];
    SDL_Surface *surface;
    RipplePixels pixels;
    FILE *file;
    int result;

    snprintf(path, sizeof path, "builtin:%s", name);
    if (map_loader_read_picture(&surface, path, NULL, error) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/%s.ppm", folder, name);
    pixels = surface_pixels(surface);
    file = fopen(path, "wb");
    result = file != NULL ? write_ppm(file, &pixels) : -1;
    if (file != NULL && fclose(file) != 0)
        result = -1;
    SDL_FreeSurface(surface);
    return result == 0 ? 0 : error_set(error, path, "cannot be written");
}

int main(int argc, char **argv)
{
    Error error;

    for (int i = 2; i < argc; i++) {
        if (unpack(argv[1], argv[i], &error) != 0) {
            error_print(&error);
            return 1;
        }
    }
    return 0;
}
