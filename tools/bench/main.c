/* SPDX-License-Identifier: MIT */
/*
 * ripple-bench: how fast the water is, on this machine, beside the plain loop
 * of 1999 and beside a bare copy of as many bytes. Before a row is timed, its
 * frames must be those of the plainest way to compute them.
 */
#include "arguments.h"
#include "measure.h"
#include "memory.h"
#include "output.h"
#include "plot.h"
#include "present.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXIT_USAGE 2

typedef struct Rows {
    Row *rows;
    int count;
} Rows;

static void show_progress(const Row *row, int number, int count)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%d of %d: %dx%d %s, %s, %d threads \033[K", number,
                count, row->width, row->height, scenes_name(row->scene),
                row->simd, row->threads);
}

static void hide_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* One size and scene with every level and number of threads. */
static void list_scene(Rows *rows, Row row, const Arguments *arguments)
{
    for (int i = 0; i < arguments->simd_count; i++) {
        row.simd = arguments->simd[i];
        for (int k = 0; k < arguments->thread_count; k++) {
            row.threads = arguments->threads[k];
            rows->rows[rows->count++] = row;
        }
    }
}

static int list_rows(Rows *rows, const Arguments *arguments, Error *error)
{
    size_t count =
        (size_t)arguments->size_count * (size_t)arguments->scene_count *
        (size_t)arguments->simd_count * (size_t)arguments->thread_count;

    *rows = (Rows){calloc(count, sizeof(Row)), 0};
    if (rows->rows == NULL)
        return error_set(error, "rows", "%s", "not enough memory");
    for (int i = 0; i < arguments->size_count; i++) {
        for (int k = 0; k < arguments->scene_count; k++)
            list_scene(rows,
                       (Row){.width = arguments->sizes[i].width,
                             .height = arguments->sizes[i].height,
                             .scene = arguments->scenes[k],
                             .preset = arguments->preset},
                       arguments);
    }
    return 0;
}

/* Memory first: later, this process keeps some that children would inherit. */
static int measure_rows(Rows *rows, const Arguments *arguments, Error *error)
{
    for (int i = 0; i < rows->count; i++) {
        if (memory_measure(&rows->rows[i], arguments, error) != 0)
            return -1;
    }
    for (int i = 0; i < rows->count; i++) {
        Row *row = &rows->rows[i];
        int result;

        show_progress(row, i + 1, rows->count);
        result = measure_speed(row, arguments, error);
        hide_progress();
        if (result != 0)
            return -1;
        output_row(row, i, arguments);
    }
    return 0;
}

static int run(const Arguments *arguments, Error *error)
{
    Rows rows;
    int result;

    if (arguments->presents && present_check(error) != 0)
        return -1;
    if (list_rows(&rows, arguments, error) != 0)
        return -1;
    output_head(arguments);
    result = measure_rows(&rows, arguments, error);
    output_foot(arguments);
    if (result == 0 && arguments->plot != NULL)
        result = plot_write(arguments->plot, rows.rows, rows.count, error);
    free(rows.rows);
    if (result == 0 && (fflush(stdout) != 0 || ferror(stdout)))
        result =
            error_set(error, "standard output", "%s", "could not be written");
    return result;
}

int main(int argc, char **argv)
{
    Arguments arguments;
    Error error;

    if (arguments_parse(&arguments, argc, argv, &error) != 0) {
        fprintf(stderr, "ripple-bench: %s\n", error.text);
        return EXIT_USAGE;
    }
    if (arguments.helps) {
        arguments_print_help(stdout);
        return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (run(&arguments, &error) != 0) {
        fprintf(stderr, "ripple-bench: %s\n", error.text);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
