/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* nftw */

#include "fuzz.h"

#include "host/pixel_buffer.h"
#include "app/image/probe.h"

#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define SMALL_PIXELS 65536u

int fuzz_byte(Bytes *bytes)
{
    if (bytes->left == 0)
        return 0;
    bytes->left--;
    return *bytes->data++;
}

int fuzz_below(Bytes *bytes, int count)
{
    int number = fuzz_byte(bytes);

    if (count > 256)
        number = number << 8 | fuzz_byte(bytes);
    return number % count;
}

int fuzz_between(Bytes *bytes, int first, int last)
{
    return first + fuzz_below(bytes, last - first + 1);
}

int fuzz_wild(Bytes *bytes, int max)
{
    static const int extremes[] = {INT_MIN, INT_MIN + 1, INT_MAX, INT_MAX - 1,
                                   -65536,  65536,       -32769,  -32768,
                                   32767,   32768,       16383,   -1};
    int kind = fuzz_byte(bytes);
    uint32_t number;

    if (kind < 160)
        return fuzz_between(bytes, 0, max);
    if (kind < 224)
        return fuzz_between(bytes, -128, 127);
    if (kind < 248)
        return extremes[kind % 12];
    number = (uint32_t)fuzz_below(bytes, 65536) << 16;
    number |= (uint32_t)fuzz_below(bytes, 65536);
    return (int)(number & INT_MAX) - (number >> 31 ? INT_MAX : 0);
}

Bytes fuzz_take(Bytes *bytes, size_t size)
{
    Bytes taken = {bytes->data, size < bytes->left ? size : bytes->left};

    bytes->data += taken.left;
    bytes->left -= taken.left;
    return taken;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    FUZZ_EXPECT(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static char folder[512];

static int remove_entry(const char *path, const struct stat *status, int type,
                        struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void)
{
    if (folder[0] == '\0') {
        const char *parent = getenv("TMPDIR");

        snprintf(folder, sizeof folder, "%s/ripple-fuzz.XXXXXX",
                 parent != NULL ? parent : "/tmp");
        FUZZ_EXPECT(mkdtemp(folder) != NULL);
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

    /* A file that is emptied first is flushed to the disk by some systems. */
    FUZZ_EXPECT(file >= 0);
    FUZZ_EXPECT(write(file, data, size) == (ssize_t)size);
    FUZZ_EXPECT(ftruncate(file, (off_t)size) == 0);
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

/* The rows of a frame one behind the other, to be freed. */
static char *copy_rows(const RipplePixels *frame, size_t size)
{
    char *copy = malloc(size * (size_t)frame->height);

    FUZZ_EXPECT(copy != NULL);
    for (int y = 0; y < frame->height; y++)
        memcpy(copy + size * (size_t)y, pixel_buffer_at(frame, 0, y), size);
    return copy;
}

void fuzz_check_frame(Scene *scene)
{
    const RipplePixels *frame = scene_frame(scene);
    size_t size = (size_t)frame->width * ripple_pixel_size(frame->format);
    char *was;

    FUZZ_EXPECT(scene_render(scene, NULL) >= 0);
    was = copy_rows(frame, size);
    ripple_invalidate(scene_pool(scene));
    FUZZ_EXPECT(scene_render(scene, NULL) >= 0);
    for (int y = 0; y < frame->height; y++)
        FUZZ_EXPECT(memcmp(was + size * (size_t)y, pixel_buffer_at(frame, 0, y),
                           size) == 0);
    free(was);
}
