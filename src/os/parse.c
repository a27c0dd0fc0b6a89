/* SPDX-License-Identifier: MIT */
#include "os/parse.h"

#include "lib/util/decimal.h"
#include "ripple.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define DECIMAL     "0123456789"
#define HEXADECIMAL DECIMAL "abcdefABCDEF"

size_t parse_byte_order_mark(const char *text)
{
    static const char mark[] = "\xEF\xBB\xBF";

    return strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
}

int parse_is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static int has_only(const char *text, const char *allowed)
{
    return *text != '\0' && text[strspn(text, allowed)] == '\0';
}

static int digit_value(char digit)
{
    return digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
}

static int parse_digits(unsigned long long *value, const char *text, int base)
{
    unsigned long long number = 0;

    if (!has_only(text, base == 16 ? HEXADECIMAL : DECIMAL))
        return -1;
    for (; *text != '\0'; text++) {
        unsigned digit = (unsigned)digit_value(*text);

        if (number > (ULLONG_MAX - digit) / (unsigned)base)
            return -1;
        number = number * (unsigned)base + digit;
    }
    *value = number;
    return 0;
}

int parse_int(int *value, const char *text, int min, int max)
{
    int is_negative = *text == '-';
    unsigned long long digits;
    long long number;

    if (parse_digits(&digits, text + is_negative, 10) != 0 ||
        digits > 1ull + INT_MAX)
        return -1;
    number = is_negative ? -(long long)digits : (long long)digits;
    if (number < min || number > max)
        return -1;
    *value = (int)number;
    return 0;
}

int parse_uint64(uint64_t *value, const char *text)
{
    unsigned long long number;

    if (parse_digits(&number, text, 10) != 0)
        return -1;
    *value = number;
    return 0;
}

int parse_id(unsigned long *value, const char *text)
{
    int is_hexadecimal = strncmp(text, "0x", 2) == 0;
    unsigned long long number;

    if (parse_digits(&number, is_hexadecimal ? text + 2 : text,
                     is_hexadecimal ? 16 : 10) != 0 ||
        number == 0 || number > UINT32_MAX)
        return -1;
    *value = (unsigned long)number;
    return 0;
}

int parse_number(double *value, const char *text, double min, double max)
{
    double number;

    if (ripple_decimal_read(&number, text) != 0 || number < min || number > max)
        return -1;
    *value = number;
    return 0;
}

/* Copies the text before the first separator and returns the text behind it,
   or NULL if there is none or too much before it. */
static const char *split(char *left, size_t size, const char *text,
                         char separator)
{
    const char *found = strchr(text, separator);
    size_t length = found != NULL ? (size_t)(found - text) : size;

    if (length >= size)
        return NULL;
    memcpy(left, text, length);
    left[length] = '\0';
    return found + 1;
}

int parse_list(double *numbers, int count, const char *text)
{
    double read[PARSE_MAX_LIST] = {0};
    char left[32];

    for (int i = 0; i < count; i++) {
        int is_last = i + 1 == count;
        const char *right =
            is_last ? text : split(left, sizeof left, text, ',');

        if (right == NULL ||
            ripple_decimal_read(&read[i], is_last ? text : left) != 0)
            return -1;
        text = right;
    }
    memcpy(numbers, read, (size_t)count * sizeof *numbers);
    return 0;
}

int parse_pair(double *x, double *y, const char *text, double max)
{
    double pair[2];

    if (parse_list(pair, 2, text) != 0 || fabs(pair[0]) > max ||
        fabs(pair[1]) > max)
        return -1;
    *x = pair[0];
    *y = pair[1];
    return 0;
}

int parse_size(int *width, int *height, const char *text)
{
    char left[8];
    const char *right = split(left, sizeof left, text, 'x');
    int new_width, new_height;

    if (right == NULL || parse_int(&new_width, left, 1, RIPPLE_MAX_SIZE) != 0 ||
        parse_int(&new_height, right, 1, RIPPLE_MAX_SIZE) != 0)
        return -1;
    *width = new_width;
    *height = new_height;
    return 0;
}
