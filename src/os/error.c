/* SPDX-License-Identifier: MIT */
#include "os/error.h"

#include "os/compat.h"
#include "os/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

static void put_why(Error *error, const char *what, const char *format,
                    va_list arguments)
{
    size_t used;

    error->code = EXIT_FAILURE;
    put_what(error, what);
    used = strlen(error->text);
    vsnprintf(error->text + used, sizeof error->text - used, format, arguments);
    for (char *c = error->text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    }
}

void error_write(Error *error, const char *what, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    put_why(error, what, format, arguments);
    va_end(arguments);
}

void error_tell(const char *what, const char *format, ...)
{
    va_list arguments;
    Error error;

    va_start(arguments, format);
    put_why(&error, what, format, arguments);
    va_end(arguments);
    error_print(&error);
}

void error_clear(Error *error)
{
    error->text[0] = '\0';
    error->code = EXIT_FAILURE;
}

void error_print(const Error *error)
{
    char line[sizeof error->text + 16];

    if (error->text[0] == '\0')
        return;
    snprintf(line, sizeof line, "ripple: %s\n", error->text);
    compat_print(line);
}
