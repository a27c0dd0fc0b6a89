/* SPDX-License-Identifier: MIT */
/*
 * What command lines come to, one field of Options a row:
 *
 *     {"--size 64x48 a.png", INT_IS(scene.width, 64)},
 *     {NULL, TEXT_IS(picture, "a.png")},
 *     {"--size x", REFUSED("--size x: *")},
 */
#ifndef RIPPLE_TESTS_OPTION_ROWS_H
#define RIPPLE_TESTS_OPTION_ROWS_H

#include "app/option_table.h"

#include <stddef.h>

typedef enum FieldKind {
    FIELD_INT,
    FIELD_LONG, /* uint64_t or unsigned long */
    FIELD_REAL,
    FIELD_TEXT,  /* const char * */
    FIELD_CHARS, /* an array of char */
    FIELD_ERROR, /* none: the line is refused with this message */
} FieldKind;

typedef struct OptionRow {
    const char *line; /* NULL: all but the field is that of the row above */
    FieldKind kind;
    size_t offset;
    double number;
    const char *text; /* may begin with '@', the tests' folder; of an error,
                         may begin or end with '*', any text */
    const char *conf; /* the configuration file; NULL for none */
    const char *variable, *value; /* of the environment, or NULL */
} OptionRow;

#define FIELD_IS(field, of_kind) \
    .kind = of_kind, .offset = offsetof(Options, field)
#define INT_IS(field, value)    FIELD_IS(field, FIELD_INT), .number = value
#define LONG_IS(field, value)   FIELD_IS(field, FIELD_LONG), .number = value
#define REAL_IS(field, value)   FIELD_IS(field, FIELD_REAL), .number = value
#define TEXT_IS(field, value)   FIELD_IS(field, FIELD_TEXT), .text = value
#define CHARS_ARE(field, value) FIELD_IS(field, FIELD_CHARS), .text = value
#define REFUSED(message)        .kind = FIELD_ERROR, .text = message

/* The row that has the line of row i. */
const OptionRow *option_rows_find_line(const OptionRow *rows, int i);

/* Parses the line of row i and checks the row. */
void option_rows_check(const OptionRow *rows, int i);

#endif
