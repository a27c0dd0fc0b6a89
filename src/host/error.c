/* SPDX-License-Identifier: MIT */
#include "host/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void report_say(Report *report, const char *what, const char *format, ...)
{
    /* cppcheck-suppress ctuuninitvar ; written here, not read */
    int length = snprintf(report->text, sizeof report->text, "%s: ", what);
    size_t used = strlen(report->text);
    va_list arguments;

    if (length >= 0) {
        va_start(arguments, format);
        vsnprintf(report->text + used, sizeof report->text - used, format,
                  arguments);
        va_end(arguments);
    }
    for (char *c = report->text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    }
}

void report_complain(const Report *report)
{
    fprintf(stderr, "ripple: %s\n", report->text);
}
