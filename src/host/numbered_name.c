/* SPDX-License-Identifier: MIT */
#include "host/numbered_name.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS 20 /* of a number: those of 2^64 - 1 */

typedef struct Place {
    int width;
    int has_zeros;
} Place;

/* Reads "%05d"; returns what follows, or NULL when it is something else. */
static const char *read_place(Place *place, const char *text)
{
    text++;
    place->has_zeros = *text == '0';
    text += place->has_zeros;
    place->width = 0;
    if (*text == '0')
        return NULL;
    for (; isdigit((unsigned char)*text); text++) {
        place->width = 10 * place->width + (*text - '0');
        if (place->width > MOST_DIGITS)
            return NULL;
    }
    return *text == 'd' ? text + 1 : NULL;
}

int numbered_name_is_meant(const char *name)
{
    return strchr(name, '%') != NULL;
}

int numbered_name_is_valid(const char *pattern)
{
    int numbers = 0;

    while ((pattern = strchr(pattern, '%')) != NULL) {
        Place place;

        if (pattern[1] == '%') {
            pattern += 2;
            continue;
        }
        pattern = read_place(&place, pattern);
        if (pattern == NULL || ++numbers > 1)
            return 0;
    }
    return numbers == 1;
}

char *numbered_name_fill(const char *pattern, uint64_t number)
{
    char *name = malloc(strlen(pattern) + MOST_DIGITS + 1);
    char *end = name;

    while (name != NULL && *pattern != '\0') {
        Place place;

        if (*pattern != '%') {
            *end++ = *pattern++;
        } else if (pattern[1] == '%') {
            *end++ = '%';
            pattern += 2;
        } else {
            pattern = read_place(&place, pattern);
            assert(pattern != NULL);
            end += sprintf(end, place.has_zeros ? "%0*" PRIu64 : "%*" PRIu64,
                           place.width, number);
        }
    }
    if (name != NULL)
        *end = '\0';
    return name;
}
