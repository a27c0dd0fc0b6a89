/* SPDX-License-Identifier: MIT */
/* The command line of ripple-bench. */
#ifndef RIPPLE_BENCH_ARGUMENTS_H
#define RIPPLE_BENCH_ARGUMENTS_H

#include "host/error.h"
#include "play/play_settings.h"
#include "scenes.h"

#include <stdio.h>

#define ARGUMENTS_MOST 32 /* sizes, threads, levels or settings at once */

typedef enum RowFormat {
    FORMAT_TABLE,
    FORMAT_CSV,
    FORMAT_JSON,
} RowFormat;

/* A setting of the water that goes over the preset's, wherever that stands. */
typedef struct Override {
    const char *name, *value;
} Override;

typedef struct Arguments {
    int helps;
    struct {
        int width, height;
    } sizes[ARGUMENTS_MOST];
    int size_count;
    SceneKind scenes[ARGUMENTS_MOST];
    int scene_count;
    int threads[ARGUMENTS_MOST];
    int thread_count;
    char simd[ARGUMENTS_MOST][16]; /* names of levels this CPU has */
    int simd_count;
    double seconds; /* for each row */
    const char *preset;
    PlaySettings water; /* of the preset, but for these: */
    Override overrides[ARGUMENTS_MOST];
    int override_count;
    RowFormat format;
    const char *plot; /* NULL: none */
    int presents;
} Arguments;

/* Reads the arguments, which must outlive *arguments. Returns 0, or -1 with the
   reason in the report. */
int arguments_parse(Arguments *arguments, int argc, char **argv, Error *error);

void arguments_print_help(FILE *file);

#endif
