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

/* Of an option: numbers, or those of words. */
typedef struct List {
    int count, values[ARGUMENTS_MAX];
} List;

typedef struct Arguments {
    int task; /* a BenchTask */
    List sizes;
    int widths[ARGUMENTS_MAX], heights[ARGUMENTS_MAX];
    List scenes; /* of SceneKind */
    List threads;
    List simd;                          /* of arguments_simd */
    List backends;                      /* of ripple_backend_name */
    int wants_gpu;                      /* one of them is the GPU */
    double seconds;                     /* for each row */
    List presets;                       /* of arguments_preset */
    PlaySettings waters[ARGUMENTS_MAX]; /* theirs, with the options' */
    int format;                         /* a RowFormat */
    const char *plot;                   /* NULL: none */
    int presents;
    List renderers; /* of arguments_renderer, with presents */
} Arguments;

/* Reads the arguments, which must outlive *arguments. Returns 0, or -1 with the
   reason. */
int arguments_parse(Arguments *arguments, int argc, char **argv, Error *error);

int arguments_is_gpu(int backend);

/* Names of what the lists count; static. Level 0 is the best. */
const char *arguments_simd(int i);
const char *arguments_renderer(int i);
const char *arguments_preset(int i);

/* Prints what a task other than BENCH_MEASURE asks for. */
void arguments_print(const Arguments *arguments, FILE *file);

#endif
