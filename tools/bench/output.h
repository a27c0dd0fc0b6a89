/* SPDX-License-Identifier: MIT */
/* Rows on standard output: a table for people, CSV or JSON for programs. */
#ifndef RIPPLE_BENCH_OUTPUT_H
#define RIPPLE_BENCH_OUTPUT_H

#include "arguments.h"
#include "row.h"

/* Prints what stands above the rows, row `number` from 0, and what stands
 * below. */
void output_head(const Arguments *arguments);
void output_row(const Row *row, int number, const Arguments *arguments);
void output_foot(const Arguments *arguments);

#endif
