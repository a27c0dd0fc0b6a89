/* SPDX-License-Identifier: MIT */
#include "host/parse.h"

#include "ripple.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The characters a number may be made of; strtod takes "inf" and hex too. */
static int has_only(const char *text, const char *allowed)
{
    return *text != '\0' && text[strspn(text, allowed)] == '\0';
}

int parse_int(int *value, const char *text, int min, int max)
{
    char *end;
    long number;

    if (!has_only(text, "-0123456789"))
        return -1;
    errno = 0;
    number = strtol(text, &end, 10);
    if (*end != '\0' || errno != 0 || number < min || number > max)
        return -1;
    *value = (int)number;
    return 0;
}

int parse_uint64(uint64_t *value, const char *text)
{
    char *end;
    unsigned long long number;

    if (!has_only(text, "0123456789"))
        return -1;
    errno = 0;
    number = strtoull(text, &end, 10);
    if (*end != '\0' || errno != 0)
        return -1;
    *value = number;
    return 0;
}

int parse_id(unsigned long *value, const char *text)
{
    int is_hexadecimal = strncmp(text, "0x", 2) == 0;
    const char *digits = is_hexadecimal ? text + 2 : text;
    unsigned long number;

    if (!has_only(digits,
                  is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789"))
        return -1;
    errno = 0;
    number = strtoul(digits, NULL, is_hexadecimal ? 16 : 10);
    if (number == 0 || errno != 0)
        return -1;
    *value = number;
    return 0;
}

int parse_number(double *value, const char *text, double min, double max)
{
    char *end;
    double number;

    if (!has_only(text, "-+.0123456789eE"))
        return -1;
    number = strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= min && number <= max))
        return -1;
    *value = number;
    return 0;
}

int parse_size(int *width, int *height, const char *text)
{
    char left[8];
    size_t length = strcspn(text, "x");
    int new_width, new_height;

    if (text[length] != 'x' || length >= sizeof left)
        return -1;
    memcpy(left, text, length);
    left[length] = '\0';
    if (parse_int(&new_width, left, 1, RIPPLE_MAX_SIZE) != 0 ||
        parse_int(&new_height, text + length + 1, 1, RIPPLE_MAX_SIZE) != 0)
        return -1;
    *width = new_width;
    *height = new_height;
    return 0;
}
