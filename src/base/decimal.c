/* SPDX-License-Identifier: MIT */
#include "base/decimal.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT   64
#define MIN_DIGITS 6
#define MAX_DIGITS 17 /* tell any two numbers apart */

static void replace(char *text, char from, char to)
{
    char *found = strchr(text, from);

    if (found != NULL)
        *found = to;
}

static char locale_point(void)
{
    return localeconv()->decimal_point[0];
}

int ripple_decimal_read(double *value, const char *text)
{
    char copy[MAX_TEXT], *end;
    size_t length = strlen(text);
    double number;

    /* strtod also reads "inf", hexadecimal digits and blanks. */
    if (length == 0 || length >= sizeof copy ||
        text[strspn(text, "-+.eE0123456789")] != '\0')
        return -1;
    memcpy(copy, text, length + 1);
    replace(copy, '.', locale_point());
    number = strtod(copy, &end);
    if (end == copy || *end != '\0' || !(fabs(number) <= DBL_MAX))
        return -1;
    *value = number;
    return 0;
}

void ripple_decimal_write(char *text, size_t size, double value)
{
    char longest[MAX_TEXT];
    double again;

    for (int digits = MIN_DIGITS; digits <= MAX_DIGITS; digits++) {
        snprintf(longest, sizeof longest, "%.*g", digits, value);
        replace(longest, locale_point(), '.');
        if (ripple_decimal_read(&again, longest) == 0 && again >= value &&
            again <= value)
            break;
    }
    snprintf(text, size, "%s", longest);
}
