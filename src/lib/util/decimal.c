/* SPDX-License-Identifier: MIT */
#include "lib/util/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT   64
#define MIN_DIGITS 7
#define MAX_DIGITS 17 /* distinguish any two numbers */

/* Replaces the first `from`, if any; the text has room for `to`. */
static void replace(char *text, const char *from, const char *to)
{
    char *found = strstr(text, from), *rest;

    if (found == NULL)
        return;
    rest = found + strlen(from);
    memmove(found + strlen(to), rest, strlen(rest) + 1);
    while (*to != '\0')
        *found++ = *to++;
}

/* The decimal point of the thread's locale, one byte or more: the text between
   the digits of 0.5. `half` has MAX_TEXT bytes. localeconv may store it where
   other threads do. */
static const char *locale_point(char *half)
{
    snprintf(half, MAX_TEXT, "%.1f", 0.5);
    half[strlen(half) - 1] = '\0';
    return half + 1;
}

int ripple_decimal_read(double *value, const char *text)
{
    char copy[2 * MAX_TEXT], half[MAX_TEXT], *end;
    size_t length = strlen(text);
    double number;

    /* strtod also reads "inf", hexadecimal digits and blanks. */
    if (length == 0 || length >= MAX_TEXT ||
        text[strspn(text, "-+.eE0123456789")] != '\0')
        return -1;
    memcpy(copy, text, length + 1);
    replace(copy, ".", locale_point(half));
    number = strtod(copy, &end);
    if (end == copy || *end != '\0' || !(fabs(number) <= DBL_MAX))
        return -1;
    *value = number;
    return 0;
}

void ripple_decimal_write(char *text, size_t size, double value)
{
    char longest[MAX_TEXT], half[MAX_TEXT];
    double again;

    for (int digits = MIN_DIGITS; digits <= MAX_DIGITS; digits++) {
        snprintf(longest, sizeof longest, "%.*g", digits, value);
        replace(longest, locale_point(half), ".");
        if (ripple_decimal_read(&again, longest) == 0 && again >= value &&
            again <= value)
            break;
    }
    snprintf(text, size, "%s", longest);
}
