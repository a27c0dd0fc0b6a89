/* SPDX-License-Identifier: MIT */
#include "host/error.h"

#include "host/compat.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PATIENCE_MS 100

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
    char line[sizeof error->text + 16];

    if (error->text[0] == '\0')
        return;
    snprintf(line, sizeof line, "ripple: %s\n", error->text);
    error_write(line);
}

/* What is at most PIPE_BUF bytes is written at once or not at all. */
void error_write(const char *lines)
{
    while (*lines != '\0' && compat_takes_text(stderr, PATIENCE_MS)) {
        size_t length = strcspn(lines, "\n");

        length += lines[length] == '\n';
        fwrite(lines, 1, length, stderr);
        lines += length;
    }
}
