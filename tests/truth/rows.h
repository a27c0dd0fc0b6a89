/* SPDX-License-Identifier: MIT */
/* The rows of ripple-truth, and the tables that other files print. */
#ifndef RIPPLE_TESTS_TRUTH_ROWS_H
#define RIPPLE_TESTS_TRUTH_ROWS_H

/* Starts a row with what is measured. */
__attribute__((format(printf, 1, 2))) void row_start(const char *format, ...);

/* A value with its bounds, which are not printed if `max` is infinite. */
void row_add(const char *name, double value, double min, double max);
void row_end(void);

void looks_show(void);
void looks_show_moves(void);
void flashes_show(void);

#endif
