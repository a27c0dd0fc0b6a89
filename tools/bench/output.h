/* SPDX-License-Identifier: MIT */
/* Rows on standard output: a table to read, CSV or JSON to go on with. */
#ifndef RIPPLE_BENCH_OUTPUT_H
#define RIPPLE_BENCH_OUTPUT_H

#include "measure.h"

/* What stands above the rows, one row, and what stands below them. */
void output_head(const Arguments *arguments);
void output_row(const Row *row, int number, const Arguments *arguments);
void output_foot(const Arguments *arguments);

#endif
