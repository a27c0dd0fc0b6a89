/* SPDX-License-Identifier: MIT */
#include "option_rows.h"

#include "process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const OptionRow *option_rows_find_line(const OptionRow *rows, int i)
{
    while (rows[i].line == NULL)
        i--;
    return &rows[i];
}

static int matches(const char *text, const char *pattern)
{
    size_t length = strlen(pattern);

    if (*pattern == '*')
        return strstr(text, pattern + 1) != NULL;
    if (length > 0 && pattern[length - 1] == '*')
        return strncmp(text, pattern, length - 1) == 0;
    return strcmp(text, pattern) == 0;
}

static void check_text(const char *line, const char *text, const char *wanted)
{
    char path[512] = "";

    if (wanted != NULL && *wanted == '@')
        snprintf(path, sizeof path, "%s%s", support_path(""), wanted + 1);
    else if (wanted != NULL)
        snprintf(path, sizeof path, "%s", wanted);
    if ((text == NULL) != (wanted == NULL) ||
        (text != NULL && strcmp(text, path) != 0))
        ck_abort_msg("ripple %s: %s, not %s", line, text, path);
}

static double read_number(const char *field, FieldKind kind)
{
    if (kind == FIELD_INT)
        return *(const int *)(const void *)field;
    if (kind == FIELD_LONG)
        return (double)*(const uint64_t *)(const void *)field;
    return *(const double *)(const void *)field;
}

static void check_field(const Options *options, const char *line,
                        const OptionRow *row)
{
    const char *field = (const char *)options + row->offset;
    double number;

    if (row->kind == FIELD_TEXT) {
        check_text(line, *(const char *const *)(const void *)field, row->text);
        return;
    }
    if (row->kind == FIELD_CHARS) {
        check_text(line, field, row->text);
        return;
    }
    number = read_number(field, row->kind);
    if (number != row->number)
        ck_abort_msg("ripple %s: %g, not %g", line, number, row->number);
}

static void check_row(const OptionRow *row, const char *line)
{
    Options options;
    Error error;

    if (process_parse(&options, line, &error) != 0) {
        if (row->kind != FIELD_ERROR || !matches(error.text, row->text))
            ck_abort_msg("ripple %s: %s", line, error.text);
        return;
    }
    if (row->kind == FIELD_ERROR)
        ck_abort_msg("ripple %s: is not refused", line);
    check_field(&options, line, row);
    config_clear(&options.config);
}

void option_rows_check(const OptionRow *rows, int i)
{
    const OptionRow *row = option_rows_find_line(rows, i);

    if (row->variable != NULL)
        setenv(row->variable, row->value, 1);
    check_row(&rows[i], row->line);
    if (row->variable != NULL)
        unsetenv(row->variable);
}
