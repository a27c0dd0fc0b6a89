/* SPDX-License-Identifier: MIT */
/*
 * Frames per second over pixels, both logarithmic, as a script of gnuplot that
 * draws an SVG: a line for each scene, level and number of threads, and dashed
 * the plain loop for each scene.
 */
#ifndef RIPPLE_BENCH_PLOT_H
#define RIPPLE_BENCH_PLOT_H

#include "arguments.h"
#include "row.h"

/* Writes the file --plot. Returns 0 or -1. */
int plot_write(const Arguments *arguments, const Row *rows, int count,
               Error *error);

#endif
