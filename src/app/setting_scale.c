/* SPDX-License-Identifier: MIT */
#include "app/setting_scale.h"

#include "lib/util/fixed.h"

#include <math.h>
#include <stdlib.h>

#define EVEN_STEPS   20   /* about so many in a range */
#define MAX_INTS     65   /* that are stepped one by one */
#define WIDE_RANGE   1000 /* has several decades if it is not known better */
#define FIRST_SHARE  0.1  /* of the usual value: where the decades begin */
#define FIRST_OF_ALL 1e-5 /* of the range, the same without a usual value */

static void add(SettingScale *scale, double value)
{
    if (scale->count < SETTING_SCALE_MAX &&
        (scale->count == 0 || value > scale->values[scale->count - 1]))
        scale->values[scale->count++] = value;
}

/* The smallest of 1, 2 and 5 times a power of ten that is at least `value`,
   which is above 0. */
static double round_up(double value)
{
    static const double steps[] = {1, 2, 5, 10};
    int decade = (int)floor(log10(value));
    double power = pow(10, abs(decade));

    for (int i = 0; i < COUNT(steps); i++) {
        double rounded = decade < 0 ? steps[i] / power : steps[i] * power;

        if (rounded >= value * (1 - 1e-9))
            return rounded;
    }
    return value;
}

static void add_decades(SettingScale *scale, double first, double max)
{
    for (double value = round_up(first); value < max;
         value = round_up(value * 1.5))
        add(scale, value);
}

static void add_evenly(SettingScale *scale, double min, double max, double step)
{
    for (int i = 1; min + step * i < max * (1 - 1e-9); i++)
        add(scale, min + (step < 1 ? i / round(1 / step) : step * i));
}

static int has_decades(const RippleSettingInfo *info)
{
    double range = info->max - info->min;

    return range > WIDE_RANGE ||
           (info->initial > 0 && info->initial < range / EVEN_STEPS);
}

static void add_numbers(SettingScale *scale, const RippleSettingInfo *info)
{
    double range = info->max - info->min;

    add(scale, info->min);
    if (info->type == RIPPLE_SETTING_INT && range < MAX_INTS)
        add_evenly(scale, info->min, info->max, 1);
    else if (has_decades(info))
        add_decades(scale,
                    info->initial > 0 ? info->initial * FIRST_SHARE
                                      : range * FIRST_OF_ALL,
                    info->max);
    else
        add_evenly(scale, info->min, info->max, round_up(range / EVEN_STEPS));
    add(scale, info->max);
}

void setting_scale_init(SettingScale *scale, const RippleSettingInfo *info,
                        int words)
{
    int has_numbers =
        info->type == RIPPLE_SETTING_INT || info->type == RIPPLE_SETTING_NUMBER;

    *scale = (SettingScale){.is_ring = !has_numbers};
    if (has_numbers)
        add_numbers(scale, info);
    for (int i = 0; !has_numbers && i < words; i++)
        add(scale, i);
}

void setting_scale_list(SettingScale *scale, const double *values, int count)
{
    *scale = (SettingScale){.count = 0};
    for (int i = 0; i < count; i++)
        add(scale, values[i]);
}

void setting_scale_evenly(SettingScale *scale, double min, double max,
                          double step)
{
    *scale = (SettingScale){.count = 0};
    add(scale, min);
    add_evenly(scale, min, max, step);
    add(scale, max);
}

/* The index of the first value that is at least that. */
static int find(const SettingScale *scale, double value)
{
    int i = 0;

    while (i < scale->count - 1 && scale->values[i] < value)
        i++;
    return i;
}

double setting_scale_next(const SettingScale *scale, double value, int by)
{
    int i = find(scale, value);

    if (by < 0 || scale->values[i] <= value)
        i += by;
    if (i >= 0 && i < scale->count)
        return scale->values[i];
    return scale->is_ring ? scale->values[i < 0 ? scale->count - 1 : 0] : value;
}

double setting_scale_place(const SettingScale *scale, double value)
{
    int i = find(scale, value);
    double above = scale->values[i], below = scale->values[max_int(i - 1, 0)];
    double part = above > below ? (above - value) / (above - below) : 0;

    return (i - fmin(fmax(part, 0), 1)) / max_int(scale->count - 1, 1);
}

double setting_scale_at(const SettingScale *scale, double place)
{
    double index = fmin(fmax(place, 0), 1) * (scale->count - 1);

    return scale->values[(int)lround(index)];
}
