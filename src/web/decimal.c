/* SPDX-License-Identifier: MIT */
/* base/decimal.h by the page's own conversions, which are as exact as those of
   a libc, and spare the module some kilobytes of it. */
#include "base/decimal.h"

#include "web/module.h"

#include <math.h>
#include <string.h>

#define MAX_TEXT 64

/* NAN if the text is no number. */
IMPORT(read) double web_read_number(const char *text);

/* Writes at most `size` bytes; the last is 0. */
IMPORT(write) void web_write_number(char *text, size_t size, double value);

int ripple_decimal_read(double *value, const char *text)
{
    double number;

    /* Pages also read hexadecimal digits and blanks. */
    if (text[0] == '\0' || strlen(text) >= MAX_TEXT ||
        text[strspn(text, "-+.eE0123456789")] != '\0')
        return -1;
    number = web_read_number(text);
    if (!isfinite(number))
        return -1;
    *value = number;
    return 0;
}

void ripple_decimal_write(char *text, size_t size, double value)
{
    web_write_number(text, size, value);
}
