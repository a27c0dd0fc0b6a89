/* SPDX-License-Identifier: MIT */
/* The text of --help. */
#ifndef RIPPLE_APP_OPTIONS_OPTION_HELP_H
#define RIPPLE_APP_OPTIONS_OPTION_HELP_H

#include <stdio.h>

/* Prints the common options, which fit one screen of 24 lines, or all. */
void option_help_print(FILE *file, int all);

#endif
