/* SPDX-License-Identifier: MIT */
/* Where RippleSettings has the field of a setting, for tests that write what no
   text can say. */
#ifndef RIPPLE_TESTS_SETTING_FIELD_H
#define RIPPLE_TESTS_SETTING_FIELD_H

#include "ripple.h"

#include <stdio.h>
#include <string.h>

/* The offset of the field that differs after setting i was set to its two ends,
   a double for NUMBER, else an int. */
static inline size_t setting_field_find(int i)
{
    const RippleSettingInfo *info = ripple_setting_info(i);
    double ends[2] = {info->min, info->max};
    int is_number = info->type == RIPPLE_SETTING_NUMBER;
    RippleSettings settings[2];
    const char *low = (const char *)&settings[0];
    const char *high = (const char *)&settings[1];
    size_t at = 0;

    for (int end = 0; end < 2; end++) {
        const char *word =
            is_number ? NULL : ripple_setting_word(i, (int)ends[end]);
        char number[32];

        snprintf(number, sizeof number, "%.17g", ends[end]);
        ripple_settings_init(&settings[end]);
        ripple_setting_set(&settings[end], info->name,
                           word != NULL ? word : number, NULL, 0);
    }
    while (at < sizeof *settings && low[at] == high[at])
        at++;
    return at - at % (is_number ? sizeof(double) : sizeof(int));
}

#endif
