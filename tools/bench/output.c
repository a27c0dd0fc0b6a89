/* SPDX-License-Identifier: MIT */
#include "output.h"

#include "base/fixed.h"

#include <string.h>

#define PRESENT_FIELDS 3 /* the last ones, with --present */

#if defined(__clang__)
#define COMPILER __VERSION__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

/* The text or, if it is NULL, the number. */
typedef struct Field {
    const char *name, *text;
    double number;
} Field;

static void print_value(const Field *field, const char *quote)
{
    if (field->text != NULL)
        printf("%s%s%s", quote, field->text, quote);
    else
        printf("%.9g", field->number);
}

static void print_csv(const Field *fields, int count, int is_first_row)
{
    for (int i = 0; i < count && is_first_row; i++)
        printf("%s%s", fields[i].name, i < count - 1 ? "," : "\n");
    for (int i = 0; i < count; i++) {
        print_value(&fields[i], "");
        putchar(i < count - 1 ? ',' : '\n');
    }
}

static void print_json(const Field *fields, int count, int is_first_row)
{
    printf("%s\n  {", is_first_row ? "" : ",");
    for (int i = 0; i < count; i++) {
        printf("%s\"%s\": ", i > 0 ? ", " : "", fields[i].name);
        print_value(&fields[i], "\"");
    }
    putchar('}');
}

static void print_fields(const Row *row, const char *size, int number,
                         RowFormat format)
{
    const Field fields[] = {
        {"size", size, 0},
        {"width", NULL, row->width},
        {"height", NULL, row->height},
        {"scene", scenes_name(row->scene), 0},
        {"preset", row->preset, 0},
        {"simd", row->simd, 0},
        {"threads", NULL, row->threads},
        {"steps", NULL, row->steps},
        {"step_ms", NULL, row->step_ms},
        {"optics_ms", NULL, row->optics_ms},
        {"frame_ms", NULL, row->frame_ms},
        {"best_frame_ms", NULL, row->best_frame_ms},
        {"fps", NULL, row_fps(row)},
        {"ns_per_pixel", NULL, row_ns_per_pixel(row)},
        {"reference_ms", NULL, row->reference_ms},
        {"speedup", NULL, row_speedup(row)},
        {"bytes_moved", NULL, row->bytes_moved},
        {"gb_per_s", NULL, row_gb_per_s(row)},
        {"copy_gb_per_s", NULL, row->copy_gb_per_s},
        {"peak_rss_mb", NULL, row->peak_rss_mb},
        {"cell", NULL, row->cell},
        {"crc", row->crc, 0},
        {"upload_ms", NULL, row->upload_ms},
        {"present_ms", NULL, row->present_ms},
        {"renderer", row->renderer, 0},
    };
    int count = COUNT(fields);

    if (row->renderer[0] == '\0')
        count -= PRESENT_FIELDS;
    (format == FORMAT_CSV ? print_csv : print_json)(fields, count, number == 0);
}

static void print_line(const Row *row, const char *size)
{
    printf("%-10s %-8s %-7s %3d %9.4f %9.4f %9.4f %9.4f %9.0f %7.3f %8.3f "
           "%7.1fx %6.1f %6.1f %6.1f",
           size, scenes_name(row->scene), row->simd, row->threads, row->step_ms,
           row->optics_ms, row->frame_ms, row->best_frame_ms, row_fps(row),
           row_ns_per_pixel(row), row->reference_ms, row_speedup(row),
           row_gb_per_s(row), row->copy_gb_per_s, row->peak_rss_mb);
    if (row->renderer[0] != '\0')
        printf(" %9.3f %9.3f  %s", row->upload_ms, row->present_ms,
               row->renderer);
    putchar('\n');
}

/* Linux tells; elsewhere nothing is printed. */
static void print_cpu(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');

        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            printf("CPU:%s", colon + 1);
            break;
        }
    }
    if (file != NULL)
        fclose(file);
}

static void print_table_head(const Arguments *arguments)
{
    print_cpu();
    puts("Compiler: " COMPILER);
    for (int i = 0; i < arguments->simd_count; i++)
        printf("%s%s", i == 0 ? "SIMD: " : ", ", arguments->simd[i]);
    for (int i = 0; i < arguments->thread_count; i++)
        printf("%s%d", i == 0 ? "\nThreads: " : ", ", arguments->threads[i]);
    printf("\nPreset: %s\n\n", arguments->preset);
    puts(
        "Milliseconds are medians of a frame; \"plain\" is the loop of 1999 on "
        "one thread.\nGB/s counts heights and pixels read or written, \"copy\" "
        "the bytes a bare copy\ncopies with as many threads and as much "
        "memory.\n");
    printf(
        "%-10s %-8s %-7s %3s %9s %9s %9s %9s %9s %7s %8s %8s %6s %6s %6s%s\n",
        "size", "scene", "simd", "thr", "step", "optics", "frame", "best",
        "fps", "ns/px", "plain", "speedup", "GB/s", "copy", "RSS MB",
        arguments->presents ? "    upload   present  renderer" : "");
}

void output_head(const Arguments *arguments)
{
    if (arguments->format == FORMAT_TABLE)
        print_table_head(arguments);
    if (arguments->format == FORMAT_JSON)
        putchar('[');
}

void output_row(const Row *row, int number, const Arguments *arguments)
{
    char size[32];

    snprintf(size, sizeof size, "%dx%d", row->width, row->height);
    if (arguments->format == FORMAT_TABLE)
        print_line(row, size);
    else
        print_fields(row, size, number, (RowFormat)arguments->format);
    fflush(stdout);
}

void output_foot(const Arguments *arguments)
{
    if (arguments->format == FORMAT_JSON)
        puts("\n]");
}
