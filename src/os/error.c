/* SPDX-License-Identifier: MIT */
#include "os/error.h"

#include "os/compat.h"
#include "os/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MAX_WHAT 300 /* bytes: the others are for the reason */

/* Begins the text; leaves out the middle of a long path. */
static void put_what(Error *error, const char *what)
{
    size_t length = strlen(what), start = length, end = length;

    if (length > MAX_WHAT) {
        start = MAX_WHAT / 2;
        end = length - start;
        while (start > 0 && parse_is_inside_character(what[start]))
            start--;
        while (parse_is_inside_character(what[end]))
            end++;
    }
    /* cppcheck-suppress ctuuninitvar ; written here, not read */
    snprintf(error->text, sizeof error->text, "%.*s%s%s: ", (int)start, what,
             start < length ? "..." : "", what + end);
}

void error_format(Error *error, const char *what, const char *format, ...)
{
    va_list arguments;
    size_t used;

    put_what(error, what);
    used = strlen(error->text);
    va_start(arguments, format);
    vsnprintf(error->text + used, sizeof error->text - used, format, arguments);
    va_end(arguments);
    for (char *c = error->text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    }
}

void error_print(const Error *error)
{
    char line[sizeof error->text + 16];

    if (error->text[0] == '\0')
        return;
    snprintf(line, sizeof line, "ripple: %s\n", error->text);
    compat_print(line);
}
