/* SPDX-License-Identifier: MIT */
/* The command line of ripple-bench. */
#ifndef RIPPLE_BENCH_ARGUMENTS_H
#define RIPPLE_BENCH_ARGUMENTS_H

#include "os/error.h"
#include "play/play_settings.h"
#include "scenes.h"

#include <stdio.h>

#define ARGUMENTS_MAX 32 /* sizes, presets, scenes, threads ... at once */

typedef enum RowFormat {
    FORMAT_TABLE,
    FORMAT_CSV,
    FORMAT_JSON,
} RowFormat;

typedef enum BenchTask {
    BENCH_MEASURE,
    BENCH_HELP,
    BENCH_VERSION,
    BENCH_WORDS,
} BenchTask;

typedef struct Arguments {
    int task; /* a BenchTask */
    struct {
        int width, height;
    } sizes[ARGUMENTS_MAX];
    int size_count;
    SceneKind scenes[ARGUMENTS_MAX];
    int scene_count;
    int threads[ARGUMENTS_MAX];
    int thread_count;
    const char *simd[ARGUMENTS_MAX]; /* names of levels that this CPU has */
    int simd_count;
    const char *backends[ARGUMENTS_MAX]; /* names of ripple_backend_name */
    int backend_count;
    int wants_gpu;  /* one of them is the GPU */
    double seconds; /* for each row */
    const char *presets[ARGUMENTS_MAX];
    PlaySettings waters[ARGUMENTS_MAX]; /* theirs, with the options' */
    int preset_count;
    int format;       /* a RowFormat */
    const char *plot; /* NULL: none */
    int presents;
    const char *renderers[ARGUMENTS_MAX]; /* with presents; static names */
    int renderer_count;
} Arguments;

/* Reads the arguments, which must outlive *arguments. Returns 0, or -1 with the
   reason. */
int arguments_parse(Arguments *arguments, int argc, char **argv, Error *error);

int arguments_is_gpu(const char *backend);

/* Prints what a task other than BENCH_MEASURE asks for. */
void arguments_print(const Arguments *arguments, FILE *file);

#endif
