/* SPDX-License-Identifier: MIT */
/*
 * The values of a setting that a menu steps through, in their order: words one
 * after the other, numbers evenly or, where a range has several decades, in
 * steps of 1, 2 and 5. A setting may have a value between two of them.
 */
#ifndef RIPPLE_APP_SETTING_SCALE_H
#define RIPPLE_APP_SETTING_SCALE_H

#include "ripple.h"

#define SETTING_SCALE_MAX 80

typedef struct SettingScale {
    double values[SETTING_SCALE_MAX]; /* rising */
    int count;
    int is_ring; /* the first follows the last */
} SettingScale;

/* The values of a setting that has so many words. */
void setting_scale_init(SettingScale *scale, const RippleSettingInfo *info,
                        int words);

/* A list of values, of which SETTING_SCALE_MAX count. */
void setting_scale_list(SettingScale *scale, const double *values, int count);

/* From min to max, `step` apart but for the last. */
void setting_scale_evenly(SettingScale *scale, double min, double max,
                          double step);

/* The value that follows another one, up if by is 1, down if it is -1; past
   either end it is the other one or, unless the scale is a ring, `value`. */
double setting_scale_next(const SettingScale *scale, double value, int by);

/* Where a value lies, in 0..1, and the value nearest to such a place. */
double setting_scale_place(const SettingScale *scale, double value);
double setting_scale_at(const SettingScale *scale, double place);

#endif
