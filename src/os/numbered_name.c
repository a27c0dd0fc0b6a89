/* SPDX-License-Identifier: MIT */
#include "os/numbered_name.h"
#include "os/xalloc.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DIGITS 20 /* of 2^64 - 1 */

typedef struct Number {
    int width, has_zeros;
} Number;

/* Reads "%05d"; returns the text behind it, or NULL if it is something else. */
static const char *read_number(Number *number, const char *text)
{
    text++;
    number->has_zeros = *text == '0';
    text += number->has_zeros;
    number->width = 0;
    if (*text == '0')
        return NULL;
    for (; isdigit((unsigned char)*text); text++) {
        number->width = 10 * number->width + (*text - '0');
        if (number->width > MAX_DIGITS)
            return NULL;
    }
    return *text == 'd' ? text + 1 : NULL;
}

int numbered_name_is_valid(const char *pattern)
{
    int numbers = 0;

    while ((pattern = strchr(pattern, '%')) != NULL) {
        Number format;

        if (pattern[1] == '%') {
            pattern += 2;
            continue;
        }
        pattern = read_number(&format, pattern);
        if (pattern == NULL || ++numbers > 1)
            return 0;
    }
    return numbers == 1;
}

char *numbered_name_fill(const char *pattern, uint64_t number)
{
    char *name = xalloc_get(strlen(pattern) + MAX_DIGITS + 1);
    char *end = name;

    while (*pattern != '\0') {
        Number format;

        if (*pattern != '%') {
            *end++ = *pattern++;
        } else if (pattern[1] == '%') {
            *end++ = '%';
            pattern += 2;
        } else {
            pattern = read_number(&format, pattern);
            assert(pattern != NULL);
            end += sprintf(end, format.has_zeros ? "%0*" PRIu64 : "%*" PRIu64,
                           format.width, number);
        }
    }
    return name;
}
