/* SPDX-License-Identifier: MIT */
/* The last part of a frame: upload and present, in a real window. */
#ifndef RIPPLE_BENCH_PRESENT_H
#define RIPPLE_BENCH_PRESENT_H

#include "pond.h"

/* Returns 0, or -1 if this was built without SDL. */
int present_check(Error *error);

/* Fills in upload_ms, present_ms and renderer of a row. Returns 0 or -1. */
int present_measure(Row *row, Pond *pond, double seconds, Error *error);

#endif
