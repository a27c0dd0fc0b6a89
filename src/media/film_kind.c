/* SPDX-License-Identifier: MIT */
#include "media/film_kind.h"

#include "media/byte_reader.h"
#include "media/probe.h"
#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/paths.h"

#include <stdlib.h>
#include <string.h>

#define HEAD     4096
#define MAX_HEAD ((size_t)8 << 20) /* to find the second frame of a picture */

#define ENDINGS \
    "mp4 m4v mov mkv webm avi mpg mpeg m2v vob ts mts m2ts ogv wmv asf flv " \
    "dv " \
    "3gp mxf y4m apng avif heic heif hif jxl"

/* First bytes of films; '?' is any byte, '_' is 0. */
static const char *const magics[] = {
    "\x1A\x45\xDF\xA3", "RIFF????AVI ", "OggS",    "\x30\x26\xB2\x75", "FLV\1",
    "__\1\xBA",         "YUV4MPEG2 ",   "\x1F\7_", "????ftyp",
};

/* MPEG's transport stream has packets that begin with 'G', the second kind with
   4 bytes before each. */
static int is_transport(const ByteReader *reader)
{
    static const size_t sizes[] = {188, 192};

    for (int i = 0; i < COUNT(sizes); i++) {
        size_t at = sizes[i] - sizes[0];

        if (reader->size > at + 2 * sizes[i] && reader->data[at] == 'G' &&
            reader->data[at + sizes[i]] == 'G' &&
            reader->data[at + 2 * sizes[i]] == 'G')
            return 1;
    }
    return 0;
}

/* First bytes of AVIF, HEIC, HEIF and JPEG XL. */
static const char *const stills[] = {
    "????ftypavif", "????ftyphei", "????ftypmif1", "\xFF\x0A", "___\x0CJXL ",
};

static int has_one_of(const ByteReader *reader, const char *const *list,
                      int count)
{
    for (int i = 0; i < count; i++) {
        if (byte_reader_has_magic(reader, list[i]))
            return 1;
    }
    return 0;
}

int film_kind_is_still(const unsigned char *head, size_t size)
{
    ByteReader reader = {.data = head, .size = size};

    return has_one_of(&reader, stills, COUNT(stills));
}

static FilmKind find_kind(const unsigned char *data, size_t size,
                          const char *name)
{
    ByteReader reader = {.data = data, .size = size};
    PictureKind picture;
    uint32_t width, height;

    probe_size(data, size, NULL, &picture, &width, &height);
    if (probe_is_animated(data, size, picture))
        return picture == PICTURE_GIF   ? FILM_GIF
               : picture == PICTURE_PNG ? FILM_APNG
                                        : FILM_WEBP;
    if (picture != PICTURE_NONE)
        return FILM_NONE;
    if (is_transport(&reader) || byte_reader_has_magic(&reader, "__\1\xB3"))
        return FILM_BARE;
    if (film_kind_is_still(data, size))
        return FILM_STILL;
    return has_one_of(&reader, magics, COUNT(magics)) ||
                   film_kind_has_ending(name)
               ? FILM_FILE
               : FILM_NONE;
}

/* Returns how many of the first bytes of a regular file there are. */
static size_t read_head(const char *path, unsigned char **head)
{
    struct stat status;
    size_t size = 0;
    FILE *file;

    *head = NULL;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size == 0)
        return 0;
    file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    *head = malloc(MAX_HEAD);
    if (*head != NULL)
        size = fread(*head, 1, HEAD, file);
    if (size == HEAD && memchr("GR\x89", (*head)[0], 3) != NULL)
        size += fread(*head + HEAD, 1, MAX_HEAD - HEAD, file);
    fclose(file);
    return size;
}

FilmKind film_kind_find(const char *path)
{
    unsigned char *head;
    FilmKind kind = FILM_NONE;
    size_t size;

    if (strcmp(path, "-") == 0)
        return FILM_STREAM;
    if (paths_builtin(path) != NULL)
        return FILM_NONE;
    size = read_head(path, &head);
    if (size > 0)
        kind = find_kind(head, size, path);
    free(head);
    return kind;
}

int film_kind_has_ending(const char *name)
{
    return paths_have_one_of(name, ENDINGS);
}
