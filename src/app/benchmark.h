/* SPDX-License-Identifier: MIT */
/*
 * The benchmark of a window: ripple-bench measures in a process of its own, so
 * that both say the same, while the water rests; its rows are shown as bars as
 * they come.
 */
#ifndef RIPPLE_APP_BENCHMARK_H
#define RIPPLE_APP_BENCHMARK_H

#include "app/ui.h"
#include "os/child.h"
#include "os/error.h"

#include <stdint.h>

#define BENCHMARK_MIN_SIDE 350 /* pixels of a window that shows bars */

/* Zeroed: there is none. */
typedef struct Benchmark {
    int is_shown;
    Child child;
    char csv[16384]; /* what ripple-bench has printed until now */
    size_t length;
    char processor[64];
} Benchmark;

/* Starts to measure, and shows it. Returns 0, or -1 and the reason. */
int benchmark_start(Benchmark *benchmark, Error *error);

int benchmark_is_running(const Benchmark *benchmark);

/* Takes what there is to read. Returns 0, or -1 and the reason: it has failed,
   and is closed. */
int benchmark_turn(Benchmark *benchmark, Error *error);

/* How long that has nothing to do; UINT64_MAX: for ever. */
uint64_t benchmark_wait_ns(const Benchmark *benchmark);

/* Lists the bars in the middle of a window; takes all presses. */
void benchmark_show(const Benchmark *benchmark, Ui *ui);

/* Draws them over a frame of RIPPLE_FORMAT_ARGB8888. */
void benchmark_draw(const Benchmark *benchmark, const Alphabet *font,
                    const RipplePixels *frame);

/* Ends it, and shows it no more. */
void benchmark_close(Benchmark *benchmark);

#endif
