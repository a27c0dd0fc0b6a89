/* SPDX-License-Identifier: MIT */
/* lib/util/decimal.h by the browser: libc's own numbers take 5 kB by gzip. */
#include "lib/util/decimal.h"

#include "web/module.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int ripple_decimal_read(double *value, const char *text)
{
    double number = web_number(text);

    /* A browser also reads "", "Infinity", hexadecimal digits and blanks. */
    if (*text == '\0' || text[strspn(text, "-+.eE0123456789")] != '\0' ||
        !(fabs(number) <= DBL_MAX))
        return -1;
    *value = number;
    return 0;
}

void ripple_decimal_write(char *text, size_t size, double value)
{
    char digits[32];

    web_decimal(digits, value);
    snprintf(text, size, "%s", digits);
}
