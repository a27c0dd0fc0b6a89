/* SPDX-License-Identifier: MIT */
#include "decoded.h"

#include "media/load.h"
#include "../support.h"
#include "../test.h"

#include <check.h>

const PictureMaker *maker_of(PictureKind kind)
{
    for (int i = 0; i < picture_maker_count; i++) {
        if (picture_makers[i].kind == kind)
            return &picture_makers[i];
    }
    ck_abort_msg("no maker");
    return NULL;
}

File *make_file(PictureKind kind, int width, int height, int drawn)
{
    static File file;

    maker_of(kind)->make(&file, width, height, drawn);
    return &file;
}

static void free_surface(void *surface)
{
    SDL_FreeSurface(surface);
}

void decoded_mute(void)
{
    EXPECT(freopen("/dev/null", "w", stderr) != NULL);
}

SDL_Surface *decoded_own(SDL_Surface *surface)
{
    return support_own(surface, free_surface);
}

SDL_Surface *decode(const void *bytes, size_t size, const char *name)
{
    SDL_Surface *surface;
    Error error = {.code = 0};

    ck_assert_msg(load_decode(&surface, bytes, size, name, &error) == 0, "%s",
                  error.text);
    return decoded_own(surface);
}

uint32_t pixel_at(const SDL_Surface *surface, int x, int y)
{
    const char *row = (const char *)surface->pixels + y * surface->pitch;

    return ((const uint32_t *)(const void *)row)[x];
}

void insert(File *file, size_t at, const void *bytes, size_t count)
{
    static File rest;

    rest = *file;
    file->size = at;
    put_bytes(file, bytes, count);
    put_bytes(file, rest.data + at, rest.size - at);
}
