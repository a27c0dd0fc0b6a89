/* SPDX-License-Identifier: MIT */
/*
 * ripple-bench measures the speed of the water on this machine, beside the
 * plain loop of 1999 and beside a bare copy of the same number of bytes. A row
 * is timed only if its frames are those of the scalar kernel without skipping.
 */
#include "arguments.h"
#include "measure.h"
#include "memory.h"
#include "output.h"
#include "plot.h"
#include "os/compat.h"

#ifdef RIPPLE_SDL
#include <SDL.h> /* it has the main of Windows */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define EXIT_USAGE 2

static void show_progress(const Row *row, int number, int count)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%d of %d: %s %s %s, %s, %s, %d threads \033[K",
                number, count, row->size, row->preset, row->scene, row->backend,
                row->simd, row->threads);
}

static void hide_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* The rows of a scene on a backend: the GPU does not vary. */
static int count_variants(const Arguments *arguments, int backend)
{
    return arguments_is_gpu(arguments->backends.values[backend])
               ? 1
               : arguments->simd.count * arguments->threads.count *
                     arguments->renderers.count;
}

static int count_rows_of_scene(const Arguments *arguments)
{
    int count = 0;

    for (int i = 0; i < arguments->backends.count; i++)
        count += count_variants(arguments, i);
    return count;
}

/* The digit of a number that counts through a list, which is taken off it. */
static int take(int *number, int count)
{
    int digit = *number % count;

    *number /= count;
    return digit;
}

/* Row i of all: by size, then by preset, scene, backend, level, number of
   threads and renderer. */
static Row choose_row(const Arguments *arguments, int i)
{
    int rest = i / count_rows_of_scene(arguments), backend = 0;
    int scene = arguments->scenes.values[take(&rest, arguments->scenes.count)];
    int preset = take(&rest, arguments->presets.count);
    Row row = {.width = arguments->widths[rest],
               .height = arguments->heights[rest],
               .kind = (SceneKind)scene,
               .scene = scenes_name(scene),
               .preset = arguments_preset(arguments->presets.values[preset]),
               .water = &arguments->waters[preset]};

    for (i %= count_rows_of_scene(arguments);
         i >= count_variants(arguments, backend); backend++)
        i -= count_variants(arguments, backend);
    backend = arguments->backends.values[backend];
    row.backend = ripple_backend_name(backend);
    row.on_gpu = arguments_is_gpu(backend);
    row.wanted_renderer = arguments_renderer(
        arguments->renderers.values[take(&i, arguments->renderers.count)]);
    row.threads = arguments->threads.values[take(&i, arguments->threads.count)];
    row.simd = arguments_simd(arguments->simd.values[i]);
    snprintf(row.size, sizeof row.size, "%dx%d", row.width, row.height);
    return row;
}

/* Memory first: later, children would inherit some of this process. */
static int measure_rows(Row *rows, int count, const Arguments *arguments,
                        Error *error)
{
    int per_scene = count_rows_of_scene(arguments);

    for (int i = 0; i < count; i++) {
        rows[i] = choose_row(arguments, i);
        if (memory_measure(&rows[i], error) != 0)
            return -1;
    }
    for (int i = 0; i < count; i++) {
        int result = 0;

        show_progress(&rows[i], i + 1, count);
        if (i % per_scene == 0)
            result = measure_crc(&rows[i], error);
        else
            rows[i].crc = rows[i - 1].crc;
        if (result == 0)
            result = measure_speed(&rows[i], arguments, error);
        hide_progress();
        if (result != 0)
            return -1;
        output_row(&rows[i], i, arguments);
    }
    return 0;
}

static int run(const Arguments *arguments, Error *error)
{
    int count = arguments->sizes.count * arguments->presets.count *
                arguments->scenes.count * count_rows_of_scene(arguments);
    Row *rows;
    int result;

#ifndef RIPPLE_SDL
    if (arguments->presents)
        return error_set(error, "--present", "%s", "built without SDL2");
    if (arguments->wants_gpu)
        return error_set(error, "--backend gpu", "%s", "built without SDL2");
#endif
    rows = calloc((size_t)count, sizeof *rows);
    if (rows == NULL)
        return error_set(error, "rows", "%s", "not enough memory");
    output_head(arguments);
    result = measure_rows(rows, count, arguments, error);
    output_foot(arguments);
    if (result == 0 && arguments->plot != NULL)
        result = plot_write(arguments, rows, count, error);
    free(rows);
    if (result == 0 && (fflush(stdout) != 0 || ferror(stdout)))
        result =
            error_set(error, "standard output", "%s", "could not be written");
    return result;
}

int main(int argc, char **argv)
{
    Arguments arguments;
    Error error;

    compat_fill_standard();
    compat_report_large_files();
    if (arguments_parse(&arguments, argc, argv, &error) != 0) {
        fprintf(stderr, "ripple-bench: %s\n", error.text);
        return EXIT_USAGE;
    }
    if (arguments.task != BENCH_MEASURE) {
        arguments_print(&arguments, stdout);
        return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (run(&arguments, &error) != 0) {
        fprintf(stderr, "ripple-bench: %s\n", error.text);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
