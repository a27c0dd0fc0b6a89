/* SPDX-License-Identifier: MIT */
#include "output.h"

#include "lib/util/fixed.h"
#include "os/compat.h"

#include <stddef.h>
#include <string.h>

#define TEXT_SIZE 128

#if defined(__clang__)
#define COMPILER __VERSION__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

typedef enum Kind {
    KIND_INT,
    KIND_REAL,
    KIND_TIMES, /* a number, in the table with an x */
    KIND_CRC,   /* this and the following are texts */
    KIND_NAME,  /* a pointer */
    KIND_TEXT,  /* an array */
} Kind;

typedef enum Place {
    ANYWHERE,
    WITH_PRESENT,   /* not without --present */
    WITH_GPU_TABLE, /* not in a table without the GPU */
} Place;

typedef struct Column {
    const char *name;
    Place place;
    Kind kind;
    size_t offset;
    const char *heading; /* in the table; NULL: not there */
    int width, decimals; /* in the table; width < 0: starts at the left */
} Column;

#define COLUMN(kind, member) AT(ANYWHERE, kind, member)
#define AT(place, kind, member) \
#member, place, KIND_##kind, offsetof(Row, member)

static const Column columns[] = {
    {COLUMN(TEXT, size), "size", -10, 0},
    {COLUMN(INT, width), NULL, 0, 0},
    {COLUMN(INT, height), NULL, 0, 0},
    {COLUMN(NAME, scene), "scene", -8, 0},
    {COLUMN(NAME, preset), "preset", -8, 0},
    {COLUMN(NAME, simd), "simd", -7, 0},
    {COLUMN(INT, threads), "thr", 3, 0},
    {COLUMN(INT, steps), NULL, 0, 0},
    {COLUMN(REAL, step_ms), "step", 9, 4},
    {COLUMN(REAL, optics_ms), "optics", 9, 4},
    {COLUMN(REAL, frame_ms), "frame", 9, 4},
    {COLUMN(REAL, best_frame_ms), "best", 9, 4},
    {COLUMN(REAL, fps), "fps", 9, 0},
    {COLUMN(REAL, ns_per_pixel), "ns/px", 7, 3},
    {COLUMN(REAL, reference_ms), "plain", 8, 3},
    {COLUMN(TIMES, speedup), "speedup", 8, 1},
    {COLUMN(REAL, bytes_moved), NULL, 0, 0},
    {COLUMN(REAL, gb_per_s), "GB/s", 6, 1},
    {COLUMN(REAL, copy_gb_per_s), "copy", 6, 1},
    {COLUMN(REAL, peak_rss_mb), "RSS MB", 6, 1},
    {COLUMN(REAL, cell), NULL, 0, 0},
    {COLUMN(CRC, crc), NULL, 0, 0},
    {AT(WITH_PRESENT, REAL, upload_ms), "upload", 9, 3},
    {AT(WITH_PRESENT, REAL, present_ms), "present", 9, 3},
    {AT(WITH_PRESENT, TEXT, renderer), "renderer", 9, 0},
    {AT(WITH_PRESENT, REAL, shown_fps), "shown/s", 9, 0},
    {AT(WITH_GPU_TABLE, REAL, submit_ms), "submit", 9, 4},
    {AT(WITH_GPU_TABLE, REAL, stones_ms), "stones", 9, 4},
    {AT(WITH_GPU_TABLE, REAL, picture_ms), "picture", 9, 4},
    {AT(WITH_GPU_TABLE, NAME, backend), "backend", -7, 0},
    {AT(WITH_GPU_TABLE, TEXT, gpu), "GPU", -1, 0},
};

static void write_value(char text[TEXT_SIZE], const Column *column,
                        const Row *row, RowFormat format)
{
    const void *value = (const char *)row + column->offset;

    if (column->kind == KIND_INT)
        snprintf(text, TEXT_SIZE, "%d", *(const int *)value);
    else if (column->kind == KIND_CRC)
        snprintf(text, TEXT_SIZE, "%08x", (unsigned)*(const uint32_t *)value);
    else if (column->kind == KIND_NAME)
        snprintf(text, TEXT_SIZE, "%s", *(const char *const *)value);
    else if (column->kind == KIND_TEXT)
        snprintf(text, TEXT_SIZE, "%s", (const char *)value);
    else if (format != FORMAT_TABLE)
        snprintf(text, TEXT_SIZE, "%.9g", *(const double *)value);
    else
        snprintf(text, TEXT_SIZE, "%.*f%s", column->decimals,
                 *(const double *)value, column->kind == KIND_TIMES ? "x" : "");
}

/* In CSV a text is quoted only if it has a comma. */
static int must_quote(const Column *column, const char *text, RowFormat format)
{
    return format == FORMAT_JSON ? column->kind >= KIND_CRC
                                 : strchr(text, ',') != NULL;
}

/* In this output; NULL: not there. */
static const char *name_column(const Column *column, const Arguments *arguments)
{
    if (column->place == WITH_PRESENT && !arguments->presents)
        return NULL;
    if (arguments->format != FORMAT_TABLE)
        return column->name;
    return column->place == WITH_GPU_TABLE && !arguments->wants_gpu
               ? NULL
               : column->heading;
}

/* Prints a line; without a row, the names of the columns. */
static void print_line(const Row *row, const Arguments *arguments)
{
    RowFormat format = (RowFormat)arguments->format;
    char text[TEXT_SIZE];

    for (int i = 0; i < COUNT(columns); i++) {
        const Column *column = &columns[i];
        const char *name = name_column(column, arguments);
        const char *quote;

        if (name == NULL)
            continue;
        if (row != NULL)
            write_value(text, column, row, format);
        else
            snprintf(text, sizeof text, "%s", name);
        quote = must_quote(column, text, format) ? "\"" : "";
        if (format == FORMAT_JSON)
            printf("%s\"%s\": %s%s%s", i > 0 ? ", " : "", name, quote, text,
                   quote);
        else if (format == FORMAT_CSV)
            printf("%s%s%s%s", i > 0 ? "," : "", quote, text, quote);
        else
            printf("%s%*s", i > 0 ? " " : "", column->width, text);
    }
}

static void print_machine(const Arguments *arguments)
{
    char cpu[128];

    compat_find_processor(cpu, sizeof cpu);
    if (cpu[0] != '\0')
        printf("CPU: %s\n", cpu);
    puts("Compiler: " COMPILER);
    for (int i = 0; i < arguments->simd.count; i++)
        printf("%s%s", i == 0 ? "SIMD: " : ", ",
               arguments_simd(arguments->simd.values[i]));
    for (int i = 0; i < arguments->threads.count; i++)
        printf("%s%d", i == 0 ? "\nThreads: " : ", ",
               arguments->threads.values[i]);
    puts("\n");
    puts(
        "Milliseconds are medians of a frame; \"plain\" is the loop of 1999 on "
        "one thread.\nGB/s counts bytes read and written: of heights and "
        "pixels, and by a bare copy\nof as many with as many threads.");
    if (arguments->wants_gpu)
        puts("Frames of a GPU stay there and are timed by its clock; "
             "\"submit\" is how long the\ncalls of a frame with its stones "
             "take, \"stones\" and \"picture\" what a frame takes\nmore with "
             "the stones of its scene and with a new picture.");
    if (arguments->wants_gpu && arguments->presents)
        puts("There \"upload\" makes a frame a texture of the window's "
             "OpenGL; no copy is made\nin memory.");
    puts(arguments->presents ? "Frames shown a second: frame, upload and "
                               "present together,\nthe frame in the memory "
                               "that the renderer lends, if it does.\n"
                             : "");
}

void output_head(const Arguments *arguments)
{
    if (arguments->format == FORMAT_TABLE)
        print_machine(arguments);
    if (arguments->format == FORMAT_JSON) {
        putchar('[');
        return;
    }
    print_line(NULL, arguments);
    putchar('\n');
}

void output_row(const Row *row, int number, const Arguments *arguments)
{
    int is_json = arguments->format == FORMAT_JSON;

    if (is_json)
        printf("%s\n  {", number > 0 ? "," : "");
    print_line(row, arguments);
    putchar(is_json ? '}' : '\n');
    fflush(stdout);
}

void output_foot(const Arguments *arguments)
{
    if (arguments->format == FORMAT_JSON)
        puts("\n]");
}
