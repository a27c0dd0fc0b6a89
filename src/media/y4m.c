/* SPDX-License-Identifier: MIT */
/*
 *     R = Y + 2 (1 - kr) Cr            Y  from black..white to 0..255
 *     B = Y + 2 (1 - kb) Cb            Cb, Cr from -0.5..0.5 to -255..255 / 2
 *     G = (Y - kr R - kb B) / (1 - kr - kb)
 *
 * in whole numbers with 16 fractional bits, rounded. A pixel has the chroma of
 * the sample that covers it.
 */
#include "media/y4m.h"

#include "media/load.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RATE 1000 /* pictures a second */
#define DEFAULT_RATE \
    { \
        25, 1 \
    }

static const struct {
    const char *name;
    int shift_x, shift_y, is_mono;
} chromas[] = {
    {"420", 1, 1, 0},      {"420jpeg", 1, 1, 0}, {"420mpeg2", 1, 1, 0},
    {"420paldv", 1, 1, 0}, {"422", 1, 0, 0},     {"444", 0, 0, 0},
    {"mono", 0, 0, 1},
};

static int set_chroma(Y4m *y4m, const char *name)
{
    for (int i = 0; i < COUNT(chromas); i++) {
        if (strcmp(name, chromas[i].name) == 0) {
            y4m->shift_x = chromas[i].shift_x;
            y4m->shift_y = chromas[i].shift_y;
            y4m->is_mono = chromas[i].is_mono;
            return 1;
        }
    }
    return 0;
}

/* Reads a whole number of at most 8 digits. */
static int read_number(int *number, const char *text)
{
    size_t digits = strspn(text, "0123456789");

    *number = (int)strtol(text, NULL, 10);
    return digits > 0 && digits <= 8 && text[digits] == '\0';
}

/* Reads A:B. */
static int read_ratio(int *a, int *b, const char *text)
{
    const char *colon = strchr(text, ':');
    char first[9];
    size_t length = colon != NULL ? (size_t)(colon - text) : sizeof first;

    if (length >= sizeof first)
        return 0;
    memcpy(first, text, length);
    first[length] = '\0';
    return read_number(a, first) && read_number(b, colon + 1);
}

/* 0:0 is unknown: then the default stays. */
static int set_rate(FrameRate *rate, const char *text)
{
    FrameRate read;

    if (!read_ratio(&read.frames, &read.seconds, text))
        return 0;
    if (read.frames > 0 && read.seconds > 0)
        *rate = read;
    return rate->frames <= (int64_t)MAX_RATE * rate->seconds &&
           rate->frames <= FRAME_RATE_MAX && rate->seconds <= FRAME_RATE_MAX;
}

/* The words of a line, which is taken apart. */
typedef struct Words {
    char line[Y4M_MAX_LINE];
    char *next;
} Words;

static char *next_word(Words *words)
{
    char *word = words->next, *end;

    while (word != NULL && *word == ' ')
        word++;
    if (word == NULL || *word == '\0')
        return NULL;
    end = strchr(word, ' ');
    words->next = end != NULL ? end + 1 : NULL;
    if (end != NULL)
        *end = '\0';
    return word;
}

/* Returns NULL, or why the word is refused. */
static const char *read_word(Y4m *y4m, const char *word, int *shape)
{
    const char *value = word + 1;

    switch (word[0]) {
    case 'W':
        return read_number(&y4m->width, value) ? NULL : "its width is wrong";
    case 'H':
        return read_number(&y4m->height, value) ? NULL : "its height is wrong";
    case 'F':
        return set_rate(&y4m->rate, value) ? NULL : "its rate is wrong";
    case 'I':
        return strcmp(value, "p") == 0 || strcmp(value, "?") == 0
                   ? NULL
                   : "is interlaced; ffmpeg's filter yadif makes it plain";
    case 'A':
        return read_ratio(&shape[0], &shape[1], value)
                   ? NULL
                   : "the shape of its pixels is wrong";
    case 'C':
        return set_chroma(y4m, value)
                   ? NULL
                   : "has other colours than 420, 422, 444 and mono of 8 bits";
    default:
        y4m->has_full_range |= strcmp(word, "XCOLORRANGE=FULL") == 0;
        return NULL;
    }
}

static size_t count_bytes(const Y4m *y4m)
{
    size_t width = (size_t)y4m->width, height = (size_t)y4m->height;
    size_t columns = (width + (size_t)y4m->shift_x) >> y4m->shift_x;
    size_t rows = (height + (size_t)y4m->shift_y) >> y4m->shift_y;

    return width * height + (y4m->is_mono ? 0 : 2 * columns * rows);
}

static int has_right_size(int width, int height)
{
    return width > 0 && height > 0 && width <= LOAD_MAX_SIDE &&
           height <= LOAD_MAX_SIDE &&
           (int64_t)width * height <= LOAD_MAX_MEGAPIXELS * 1000000LL;
}

/* Finds the width in square pixels from their shape, which may be unknown. */
static int find_square_width(const Y4m *y4m, const int *shape)
{
    double width = y4m->width;

    if (shape[0] > 0 && shape[1] > 0)
        width = width * shape[0] / shape[1];
    return (int)lround(fmin(fmax(width, 1), LOAD_MAX_SIDE));
}

int y4m_parse(Y4m *y4m, const char *line, const char *name, Error *error)
{
    Words words = {.next = words.line};
    int shape[2] = {1, 1};
    const char *word, *why = NULL;

    *y4m = (Y4m){.rate = DEFAULT_RATE, .shift_x = 1, .shift_y = 1};
    snprintf(words.line, sizeof words.line, "%s", line);
    word = next_word(&words);
    if (word == NULL || strcmp(word, "YUV4MPEG2") != 0)
        return error_set(error, name, "is no Y4M, which begins with YUV4MPEG2");
    while (why == NULL && (word = next_word(&words)) != NULL)
        why = read_word(y4m, word, shape);
    if (why != NULL)
        return error_set(error, name, "%s: %s", why, word);
    y4m->square_width = find_square_width(y4m, shape);
    if (!has_right_size(y4m->width, y4m->height) ||
        !has_right_size(y4m->square_width, y4m->height))
        return error_set(error, name,
                         "%dx%d is no size of a picture, the most is %d "
                         "megapixels and %d pixels a side",
                         y4m->width, y4m->height, LOAD_MAX_MEGAPIXELS,
                         LOAD_MAX_SIDE);
    y4m->bytes = count_bytes(y4m);
    return 0;
}

int y4m_is_frame(const char *line)
{
    return strncmp(line, "FRAME", 5) == 0 &&
           (line[5] == '\0' || line[5] == ' ');
}

/* Factors with 16 fractional bits. */
typedef struct Matrix {
    int black, luma, red_cr, green_cb, green_cr, blue_cb;
} Matrix;

static int fix(double factor)
{
    return (int)lround(factor * 65536);
}

static Matrix find_matrix(const Y4m *y4m)
{
    Luma k = luma_find(y4m->height);
    double luma = y4m->has_full_range ? 1 : 255 / 219.0;
    double chroma = y4m->has_full_range ? 2 : 2 * 255 / 224.0;

    return (Matrix){.black = y4m->has_full_range ? 0 : 16,
                    .luma = fix(luma),
                    .red_cr = fix(chroma * (1 - k.red)),
                    .green_cb = fix(-chroma * (1 - k.blue) * k.blue / k.green),
                    .green_cr = fix(-chroma * (1 - k.red) * k.red / k.green),
                    .blue_cb = fix(chroma * (1 - k.blue))};
}

static inline uint32_t to_byte(int value)
{
    return (uint32_t)clamp_int(value >> 16, 0, 255);
}

/* The change of each colour by a sample of chroma. */
typedef struct Tint {
    int red, green, blue;
} Tint;

static inline Tint find_tint(const Matrix *matrix, int cb, int cr)
{
    cb -= 128;
    cr -= 128;
    return (Tint){cr * matrix->red_cr,
                  cb * matrix->green_cb + cr * matrix->green_cr,
                  cb * matrix->blue_cb};
}

static inline uint32_t mix(const Matrix *matrix, int luma, Tint tint)
{
    int y = (luma - matrix->black) * matrix->luma + (1 << 15);

    return 0xFF000000 | to_byte(y + tint.red) << 16 |
           to_byte(y + tint.green) << 8 | to_byte(y + tint.blue);
}

static void convert_row(const Matrix *matrix, const uint8_t *const *planes,
                        int shift, uint32_t *row, int width)
{
    const uint8_t *luma = planes[0], *cb = planes[1], *cr = planes[2];

    for (int x = 0; x + shift < width; x += 1 + shift) {
        Tint tint = find_tint(matrix, cb[x >> shift], cr[x >> shift]);

        row[x] = mix(matrix, luma[x], tint);
        row[x + shift] = mix(matrix, luma[x + shift], tint);
    }
    if (shift > 0 && width % 2 != 0)
        row[width - 1] = mix(matrix, luma[width - 1],
                             find_tint(matrix, cb[width / 2], cr[width / 2]));
}

static void convert_grey_row(const Matrix *matrix, const uint8_t *luma,
                             uint32_t *row, int width)
{
    for (int x = 0; x < width; x++)
        row[x] = mix(matrix, luma[x], (Tint){0, 0, 0});
}

void y4m_convert(const Y4m *y4m, const uint8_t *planes,
                 const RipplePixels *pixels)
{
    Matrix matrix = find_matrix(y4m);
    size_t width = (size_t)y4m->width, height = (size_t)y4m->height;
    size_t columns = (width + (size_t)y4m->shift_x) >> y4m->shift_x;
    const uint8_t *cb = planes + width * height;
    const uint8_t *cr = cb + (y4m->bytes - width * height) / 2;

    for (size_t y = 0; y < height; y++) {
        size_t chroma = y4m->is_mono ? 0 : (y >> y4m->shift_y) * columns;
        const uint8_t *rows[] = {planes + y * width, cb + chroma, cr + chroma};
        uint32_t *row = pixel_buffer_row(pixels, (int)y);

        if (y4m->is_mono)
            convert_grey_row(&matrix, rows[0], row, y4m->width);
        else
            convert_row(&matrix, rows, y4m->shift_x, row, y4m->width);
    }
}
