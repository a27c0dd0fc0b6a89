/* SPDX-License-Identifier: MIT */
#include "source.h"

#include "play/nature/rain.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local char case_name[80];

Source source_from_bytes(const uint8_t *data, size_t size)
{
    return (Source){.data = data, .left = size};
}

Source source_from_seed(uint64_t seed)
{
    return (Source){.seed = seed};
}

static uint64_t draw(Source *source)
{
    return rain_random(source->seed, source->drawn++) >> 16;
}

int source_byte(Source *source)
{
    if (source->data == NULL)
        return (int)(draw(source) % 256);
    if (source->left == 0)
        return 0;
    source->left--;
    return *source->data++;
}

int source_below(Source *source, int count)
{
    int number;

    if (source->data == NULL)
        return (int)(draw(source) % (uint64_t)count);
    number = source_byte(source);
    if (count > 256)
        number = number << 8 | source_byte(source);
    return number % count;
}

int source_between(Source *source, int min, int max)
{
    return min + source_below(source, max - min + 1);
}

int source_wild(Source *source, int max)
{
    static const int extremes[] = {INT_MIN, INT_MIN + 1, INT_MAX, INT_MAX - 1,
                                   -65536,  65536,       -32769,  -32768,
                                   32767,   32768,       16383,   -1};
    int kind = source_byte(source);
    uint32_t number;

    if (kind < 160 || (source->data == NULL && kind < 244))
        return source_between(source, 0, max);
    if (kind < 224)
        return source_between(source, -128, 127);
    if (kind < 248)
        return extremes[kind % 12];
    number = (uint32_t)source_below(source, 65536) << 16;
    number |= (uint32_t)source_below(source, 65536);
    return (int)(number & INT_MAX) - (number >> 31 ? INT_MAX : 0);
}

Source source_take(Source *source, size_t size)
{
    Source taken = source_from_bytes(source->data,
                                     size < source->left ? size : source->left);

    source->data += taken.left;
    source->left -= taken.left;
    return taken;
}

void random_name_case(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(case_name, sizeof case_name, format, values);
    va_end(values);
}

const char *random_case_name(void)
{
    return case_name;
}

void random_fail(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
    if (case_name[0] != '\0')
        fprintf(stderr, "    replay: %s\n", case_name);
    abort();
}
