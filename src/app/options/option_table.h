/* SPDX-License-Identifier: MIT */
/*
 * The options there are, in one table with their help: what each takes, what
 * it sets, and when its turn comes. Options are known by their index there.
 */
#ifndef RIPPLE_APP_OPTIONS_OPTION_TABLE_H
#define RIPPLE_APP_OPTIONS_OPTION_TABLE_H

#include "app/options/options.h"

#include <stdio.h>

#define OPTION_TABLE_MAX 96 /* there are no more of them */

/* What is for one run comes first: it may do without the file. The preset is
   next wherever it stands, then the format of the pixels, which takes the look
   along, then all others in order. */
typedef enum OptionPass {
    PASS_ONE_RUN,
    PASS_PRESET,
    PASS_PIXELS,
    PASS_REST,
} OptionPass;

typedef enum OptionArgument {
    OPTION_NO_ARGUMENT,
    OPTION_ARGUMENT,
    OPTION_MAYBE_ARGUMENT,
} OptionArgument;

int option_table_count(void);

/* Returns -1 for no such option. */
int option_table_find(const char *name);

const char *option_table_name(int index);
OptionPass option_table_pass(int index);
OptionArgument option_table_value(int index);

/* Whether an option with that value names a file to read. */
int option_table_names_file(int index, const char *value);

/* Sets one option; returns NULL or why not, in static words. */
const char *option_table_set(Options *options, int index, const char *value);

/* Prints the help: the common options on one screen of 24 lines, or all. */
void option_table_print_help(FILE *file, int all);

#endif
