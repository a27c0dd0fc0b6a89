/* SPDX-License-Identifier: MIT */
#include "media/metadata.h"

#include "lib/util/fixed.h"
#include "media/surface.h"

#include <stdlib.h>

enum {
    TIFF_ORIENTATION = 274,
    TIFF_PROFILE = 34675,
    TIFF_BYTES = 7, /* the type of a profile */
    JPEG_TEM = 0x01,
    JPEG_RST0 = 0xD0,
    JPEG_APP1 = 0xE1,
    JPEG_APP2 = 0xE2,
};

static const char exif_name[] = "Exif\0";

/* At most `size` bytes from the reader's place on, as a file of their own. */
static ByteReader take_part(const ByteReader *reader, size_t size)
{
    return (ByteReader){
        .data = reader->data + reader->at,
        .size = (size_t)min_uint64(size, reader->size - reader->at)};
}

/* Finds an entry of the first directory: its type and count, and where its
   values begin. Returns 0 if there is none. */
static int find_entry(ByteReader *reader, uint32_t tag, uint32_t *type,
                      uint32_t *count)
{
    static const size_t widths[] = {0, 1, 0, 2, 4, 0, 0, 1};
    uint32_t entries;

    reader->big_endian = reader->size > 0 && reader->data[0] == 'M';
    byte_reader_seek(reader, 4);
    byte_reader_seek(reader, byte_reader_take(reader, 4));
    entries = byte_reader_take(reader, 2);
    for (uint32_t i = 0; i < entries && !reader->failed; i++) {
        int is_found = byte_reader_take(reader, 2) == tag;

        *type = byte_reader_take(reader, 2);
        *count = byte_reader_take(reader, 4);
        if (is_found) {
            size_t width = *type < 8 ? widths[*type] : 0;

            if ((uint64_t)*count * width > 4)
                byte_reader_seek(reader, byte_reader_take(reader, 4));
            return *count > 0 && width > 0;
        }
        byte_reader_skip(reader, 4);
    }
    return 0;
}

uint32_t metadata_tiff_value(ByteReader *reader, uint32_t tag, uint32_t missing)
{
    uint32_t type, count;

    if (!find_entry(reader, tag, &type, &count) || type == TIFF_BYTES)
        return missing;
    return byte_reader_take(reader, type == 4 ? 4 : type == 3 ? 2 : 1);
}

static int stands_alone(uint32_t marker)
{
    return marker == JPEG_TEM || (marker >= JPEG_RST0 && marker <= JPEG_SOI);
}

uint32_t metadata_next_marker(ByteReader *reader, uint32_t marker)
{
    if (!stands_alone(marker)) {
        uint32_t length = byte_reader_take(reader, 2);

        if (length < 2)
            reader->failed = 1;
        else
            byte_reader_skip(reader, length - 2);
    }
    do {
        while (byte_reader_take(reader, 1) != 0xFF && !reader->failed)
            ;
        do {
            marker = byte_reader_take(reader, 1);
        } while (marker == 0xFF);
    } while (marker == 0 && !reader->failed);
    return marker;
}

/* The segment behind a marker before the pixels of a JPEG. Returns the marker,
   or 0 at the end. */
static uint32_t next_segment(ByteReader *reader, uint32_t marker,
                             ByteReader *segment)
{
    ByteReader place;
    uint32_t length;

    marker = metadata_next_marker(reader, marker);
    if (marker == JPEG_SOS || marker == JPEG_EOI || reader->failed)
        return 0;
    place = *reader;
    length = byte_reader_take(&place, 2);
    *segment = take_part(&place, length - min_uint64(length, 2));
    return marker;
}

/* The next chunk of a PNG or, with numbers that are little-endian, of a WebP.
   Returns its name, or 0 at the end. */
static uint32_t next_chunk(ByteReader *reader, ByteReader *chunk)
{
    int is_png = reader->big_endian;
    uint32_t length, name;

    if (is_png)
        length = byte_reader_take(reader, 4);
    reader->big_endian = 1;
    name = byte_reader_take(reader, 4);
    reader->big_endian = is_png;
    if (!is_png)
        length = byte_reader_take(reader, 4);
    if (reader->failed)
        return 0;
    *chunk = take_part(reader, length);
    byte_reader_skip(reader, chunk->size);
    byte_reader_skip(reader, is_png ? 4 : length & 1);
    return name;
}

ByteReader metadata_find_chunk(ByteReader *reader, PictureKind kind,
                               const char *wanted, const char *last)
{
    ByteReader chunk;
    uint32_t name;

    reader->big_endian = kind == PICTURE_PNG;
    byte_reader_seek(reader, kind == PICTURE_PNG ? 8 : 12);
    while ((name = next_chunk(reader, &chunk)) != 0) {
        if (name == byte_reader_tag(wanted))
            return chunk;
        if (last != NULL && name == byte_reader_tag(last))
            break;
    }
    return (ByteReader){.size = 0};
}

/* Skips the name of a segment. Returns 0 if it has another one. */
static int skip_name(ByteReader *reader, const char *name, size_t size)
{
    if (reader->size < size || memcmp(reader->data, name, size) != 0)
        return 0;
    *reader =
        (ByteReader){.data = reader->data + size, .size = reader->size - size};
    return 1;
}

static void begin_jpeg(ByteReader *reader)
{
    reader->big_endian = 1;
    byte_reader_seek(reader, 2);
}

static ByteReader find_exif(ByteReader *reader, PictureKind kind)
{
    ByteReader part;
    uint32_t marker = JPEG_SOI;

    switch (kind) {
    case PICTURE_JPEG:
        begin_jpeg(reader);
        while ((marker = next_segment(reader, marker, &part)) != 0) {
            if (marker == JPEG_APP1 &&
                skip_name(&part, exif_name, sizeof exif_name))
                return part;
        }
        break;
    case PICTURE_PNG:
        return metadata_find_chunk(reader, kind, "eXIf", "IEND");
    case PICTURE_WEBP:
        part = metadata_find_chunk(reader, kind, "EXIF", NULL);
        /* Some programs write the name of JPEG before it. */
        skip_name(&part, exif_name, sizeof exif_name);
        return part;
    case PICTURE_TIFF:
        return *reader;
    default:
        break;
    }
    return (ByteReader){.size = 0};
}

int metadata_orientation(const unsigned char *data, size_t size,
                         PictureKind kind)
{
    /* libtiff takes 5 to 8 for 1 to 4. */
    static const int rest[] = {1, 1, 1, 1, 1, 5, 7, 5, 7};
    ByteReader reader = {data, size, 0, 0, 0};
    ByteReader exif = find_exif(&reader, kind);
    uint32_t value;

    if (exif.size == 0)
        return 1;
    value = metadata_tiff_value(&exif, TIFF_ORIENTATION, 1);
    if (exif.failed || value < 1 || value > 8)
        return 1;
    return kind == PICTURE_TIFF ? rest[value] : (int)value;
}

#ifdef RIPPLE_LCMS

#include <lcms2.h>
#include <zlib.h>

#define MAX_PROFILE ((size_t)16 << 20)
#define STEPS       5 /* of each colour that is tried */

#if SDL_BYTEORDER == SDL_LIL_ENDIAN
#define PIXELS TYPE_BGRA_8
#else
#define PIXELS TYPE_ARGB_8
#endif

static const char icc_name[] = "ICC_PROFILE";

static unsigned char *append(unsigned char *bytes, size_t *length,
                             const ByteReader *part)
{
    unsigned char *more =
        part->size > 0 ? realloc(bytes, *length + part->size) : NULL;

    if (more == NULL) {
        free(bytes);
        return NULL;
    }
    memcpy(more + *length, part->data, part->size);
    *length += part->size;
    return more;
}

/* Segments hold 64 KB, so a profile may have several, with their numbers. */
static unsigned char *join_segments(ByteReader *reader, size_t *length)
{
    unsigned char *profile = NULL;
    ByteReader part;
    uint32_t marker = JPEG_SOI;

    begin_jpeg(reader);
    while ((marker = next_segment(reader, marker, &part)) != 0) {
        if (marker != JPEG_APP2 || !skip_name(&part, icc_name, sizeof icc_name))
            continue;
        byte_reader_skip(&part, 2);
        part = take_part(&part, part.size);
        profile = append(profile, length, &part);
        if (profile == NULL)
            return NULL;
    }
    return profile;
}

/* The ICC profile of a JPEG, TIFF or WebP, or the packed one of a PNG, to be
   freed, and its length; NULL if there is none. */
static unsigned char *find_profile(const unsigned char *data, size_t size,
                                   PictureKind kind, size_t *length)
{
    ByteReader reader = {data, size, 0, 0, 0}, part = {.size = 0};
    uint32_t type, count;

    *length = 0;
    if (kind == PICTURE_JPEG)
        return join_segments(&reader, length);
    if (kind == PICTURE_PNG)
        part = metadata_find_chunk(&reader, kind, "iCCP", "IEND");
    if (kind == PICTURE_WEBP)
        part = metadata_find_chunk(&reader, kind, "ICCP", NULL);
    if (kind == PICTURE_TIFF &&
        find_entry(&reader, TIFF_PROFILE, &type, &count))
        part = take_part(&reader, count);
    return append(NULL, length, &part);
}

/* A PNG has a name, up to a '\0', the method 0, and then the profile as zlib
   packs it. Returns the profile, to be freed, or NULL. */
static unsigned char *unpack(const unsigned char *packed, size_t *length)
{
    const unsigned char *end = memchr(packed, '\0', *length);
    size_t skip = end != NULL ? (size_t)(end - packed) + 2 : *length;
    unsigned char *profile = NULL;
    int result = Z_BUF_ERROR;

    for (size_t size = 65536;
         result == Z_BUF_ERROR && size <= MAX_PROFILE && skip < *length;
         size *= 4) {
        uLongf got = (uLongf)size;

        free(profile);
        profile = malloc(size);
        result = profile != NULL ? uncompress(profile, &got, packed + skip,
                                              (uLong)(*length - skip))
                                 : Z_MEM_ERROR;
        if (result == Z_OK)
            *length = (size_t)got;
    }
    if (result == Z_OK)
        return profile;
    free(profile);
    return NULL;
}

/* Whether it changes no colour by more than a level: most profiles are sRGB. */
static int is_plain(cmsHTRANSFORM transform)
{
    for (int i = 0; i < STEPS * STEPS * STEPS; i++) {
        unsigned char from[4], to[4];

        for (int channel = 0, rest = i; channel < 4; channel++, rest /= STEPS)
            from[channel] = (unsigned char)(rest % STEPS * 255 / (STEPS - 1));
        memcpy(to, from, sizeof to); /* alpha stays */
        cmsDoTransform(transform, from, to, 1);
        for (int channel = 0; channel < 4; channel++) {
            if (abs(from[channel] - to[channel]) > 1)
                return 0;
        }
    }
    return 1;
}

static void convert_grey(SDL_Surface *picture, cmsHTRANSFORM transform)
{
    uint32_t colours[256];
    unsigned char greys[256];

    for (int i = 0; i < 256; i++)
        greys[i] = (unsigned char)i;
    cmsDoTransform(transform, greys, colours, 256);
    for (int y = 0; y < picture->h; y++) {
        uint32_t *row = surface_row(picture, y);

        for (int x = 0; x < picture->w; x++)
            row[x] = 0xFF000000 | colours[row[x] & 0xFF];
    }
}

static void convert(SDL_Surface *picture, cmsHPROFILE profile,
                    cmsHTRANSFORM transform)
{
    if (cmsGetColorSpace(profile) == cmsSigGrayData) {
        convert_grey(picture, transform);
        return;
    }
    if (is_plain(transform))
        return;
    for (int y = 0; y < picture->h; y++)
        cmsDoTransform(transform, surface_row(picture, y),
                       surface_row(picture, y), (cmsUInt32Number)picture->w);
}

void metadata_apply_profile(SDL_Surface *picture, const unsigned char *data,
                            size_t size, PictureKind kind)
{
    cmsHPROFILE profile = NULL, srgb = NULL;
    cmsHTRANSFORM transform = NULL;
    cmsColorSpaceSignature space;
    size_t length;
    unsigned char *bytes = find_profile(data, size, kind, &length);

    if (bytes != NULL && kind == PICTURE_PNG) {
        unsigned char *packed = bytes;

        bytes = unpack(packed, &length);
        free(packed);
    }
    if (bytes == NULL)
        return;
    profile = cmsOpenProfileFromMem(bytes, (cmsUInt32Number)length);
    free(bytes);
    if (profile == NULL)
        return;
    space = cmsGetColorSpace(profile);
    srgb = cmsCreate_sRGBProfile();
    if (srgb != NULL && (space == cmsSigRgbData || space == cmsSigGrayData))
        transform = cmsCreateTransform(
            profile, space == cmsSigGrayData ? TYPE_GRAY_8 : PIXELS, srgb,
            PIXELS, INTENT_PERCEPTUAL, 0);
    if (transform != NULL) {
        convert(picture, profile, transform);
        cmsDeleteTransform(transform);
    }
    cmsCloseProfile(srgb);
    cmsCloseProfile(profile);
}

#else

void metadata_apply_profile(SDL_Surface *picture, const unsigned char *data,
                            size_t size, PictureKind kind)
{
    (void)picture, (void)data, (void)size, (void)kind;
}

#endif
