/* SPDX-License-Identifier: MIT */
#include "host/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void error_format(Error *error, const char *what, const char *format, ...)
{
    /* cppcheck-suppress ctuuninitvar ; written here, not read */
    int length = snprintf(error->text, sizeof error->text, "%s: ", what);
    size_t used = strlen(error->text);
    va_list arguments;

    if (length >= 0) {
        va_start(arguments, format);
        vsnprintf(error->text + used, sizeof error->text - used, format,
                  arguments);
        va_end(arguments);
    }
    for (char *c = error->text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    }
}

void error_print(const Error *error)
{
    fprintf(stderr, "ripple: %s\n", error->text);
}
