/* SPDX-License-Identifier: MIT */
/*
 * Reads numbers from untrusted bytes in memory. Outside the data a reader
 * returns 0 and sets `failed`, so that a parser reads on and its caller checks
 * once. A loop terminates if each round reads at least one byte and the loop
 * stops at `failed`.
 */
#ifndef RIPPLE_MEDIA_BYTE_READER_H
#define RIPPLE_MEDIA_BYTE_READER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct Size {
    uint32_t width, height;
} Size;

typedef struct ByteReader {
    const unsigned char *data;
    size_t size;
    size_t at; /* at most size */
    int big_endian;
    int failed; /* a read was outside the data */
} ByteReader;

static inline void byte_reader_skip(ByteReader *reader, size_t count)
{
    if (count > reader->size - reader->at) {
        reader->failed = 1;
        count = reader->size - reader->at;
    }
    reader->at += count;
}

static inline void byte_reader_seek(ByteReader *reader, size_t at)
{
    reader->at = 0;
    byte_reader_skip(reader, at);
}

/* The next number of 1 to 4 bytes. */
static inline uint32_t byte_reader_take(ByteReader *reader, size_t count)
{
    uint32_t value = 0;

    if (count > reader->size - reader->at) {
        byte_reader_skip(reader, count);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        size_t place = reader->big_endian ? count - 1 - i : i;

        value |= (uint32_t)reader->data[reader->at + i] << (8 * place);
    }
    reader->at += count;
    return value;
}

/* The next two numbers of `count` bytes: a width and a height. */
static inline Size byte_reader_take_size(ByteReader *reader, size_t count)
{
    Size size = {.width = byte_reader_take(reader, count)};

    size.height = byte_reader_take(reader, count);
    return size;
}

/* Whether the text occurs in the data. */
static inline int byte_reader_contains(const ByteReader *reader,
                                       const char *text)
{
    size_t length = strlen(text);

    for (size_t i = 0; i + length <= reader->size; i++) {
        if (memcmp(reader->data + i, text, length) == 0)
            return 1;
    }
    return 0;
}

/* Whether the text stands at the reader's place. */
static inline int byte_reader_starts_with(const ByteReader *reader,
                                          const char *text)
{
    size_t length = strlen(text);

    return reader->size - reader->at >= length &&
           memcmp(reader->data + reader->at, text, length) == 0;
}

/* The next byte of a ByteReader, or EOF: for readers that get one by one. */
static inline int byte_reader_next(void *context)
{
    ByteReader *reader = context;

    return reader->at < reader->size ? reader->data[reader->at++] : EOF;
}

/* Whether the data begin with these bytes; '?' is any byte, '_' is 0. */
static inline int byte_reader_has_magic(const ByteReader *reader,
                                        const char *magic)
{
    if (reader->size < strlen(magic))
        return 0;
    for (size_t i = 0; magic[i] != '\0'; i++) {
        char wanted = magic[i] == '_' ? '\0' : magic[i];

        if (wanted != '?' && (unsigned char)wanted != reader->data[i])
            return 0;
    }
    return 1;
}

/* Four letters as a big-endian number. */
static inline uint32_t byte_reader_tag(const char *text)
{
    return (uint32_t)text[0] << 24 | (uint32_t)text[1] << 16 |
           (uint32_t)text[2] << 8 | (uint32_t)text[3];
}

#endif
