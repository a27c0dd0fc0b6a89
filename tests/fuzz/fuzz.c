/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "fuzz.h"

#include "media/probe.h"
#include "../folder.h"
#include "../../tools/crc.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define SMALL_PIXELS 65536u

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (fuzz_set_up != NULL)
        fuzz_set_up();
    return 0;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    RANDOM_EXPECT(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static char folder[512];

static void remove_folder(void)
{
    folder_remove(folder);
}

const char *fuzz_folder(void)
{
    if (folder[0] == '\0') {
        const char *parent = getenv("TMPDIR");

        snprintf(folder, sizeof folder, "%s/ripple-fuzz.XXXXXX",
                 parent != NULL ? parent : "/tmp");
        RANDOM_EXPECT(mkdtemp(folder) != NULL);
        atexit(remove_folder);
    }
    return folder;
}

const char *fuzz_path(const char *name)
{
    static char path[sizeof folder + 64];

    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    return path;
}

void fuzz_write(const char *name, const uint8_t *data, size_t size)
{
    int file = open(fuzz_path(name), O_WRONLY | O_CREAT, 0600);

    /* O_TRUNC would make some systems flush the file to the disk. */
    RANDOM_EXPECT(file >= 0);
    RANDOM_EXPECT(write(file, data, size) == (ssize_t)size);
    RANDOM_EXPECT(ftruncate(file, (off_t)size) == 0);
    close(file);
}

int fuzz_is_small_picture(const uint8_t *data, size_t size)
{
    PictureKind kind;
    uint32_t width, height;

    if (size == 0 ||
        probe_size(data, size, ".tga", &kind, &width, &height) != 0)
        return 1;
    return kind != PICTURE_SVG && (uint64_t)width * height <= SMALL_PIXELS;
}

SDL_Surface *fuzz_make_picture(int width, int height)
{
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);

    RANDOM_EXPECT(picture != NULL);
    for (int i = 0; i < width * height; i++)
        ((uint32_t *)picture->pixels)[i] = 0xff000000u | (uint32_t)i * 54321u;
    return picture;
}

void fuzz_check_frame(Scene *scene)
{
    uint32_t crc;

    RANDOM_EXPECT(scene_render(scene, NULL) >= 0);
    crc = crc_frame(&scene->frame);
    ripple_invalidate(scene->player.pool);
    RANDOM_EXPECT(scene_render(scene, NULL) >= 0);
    RANDOM_EXPECT(crc_frame(&scene->frame) == crc);
}
