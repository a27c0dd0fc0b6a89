/* SPDX-License-Identifier: MIT */
/*
 * Reads the command line and the configuration file into Options. For one
 * option the command line counts more than an environment variable, and that
 * more than the file; see OptionPass for the order among options.
 */
#ifndef RIPPLE_APP_OPTIONS_COMMAND_LINE_H
#define RIPPLE_APP_OPTIONS_COMMAND_LINE_H

#include "app/options/options.h"
#include "host/error.h"

/* Reads the arguments, which must outlive *options, and the configuration
   file. Returns 0, and command_line_clear frees what came from the file, or -1
   with the reason and nothing to free. */
int command_line_parse(Options *options, int argc, char **argv, Error *error);

void command_line_clear(Options *options);

#endif
