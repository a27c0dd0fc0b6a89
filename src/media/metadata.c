/* SPDX-License-Identifier: MIT */
#include "media/metadata.h"

#include "lib/util/fixed.h"

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
static const char icc_name[] = "ICC_PROFILE";

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

unsigned char *metadata_profile(const unsigned char *data, size_t size,
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
