/* SPDX-License-Identifier: MIT */
/*
 * Reads the command line and the configuration file into Options. For one
 * option the command line counts more than an environment variable, and that
 * more than the file; see OptionPass for the order among options.
 */
#ifndef RIPPLE_APP_COMMAND_LINE_H
#define RIPPLE_APP_COMMAND_LINE_H

#include "app/option_table.h"
#include "os/error.h"

/* Reads the arguments, which must outlive *options, and, unless it is to be
   ignored, the configuration file. Returns 0 with options->config to be freed
   with config_clear, or -1 with the reason and nothing to free. */
int command_line_parse(Options *options, int argc, char **argv,
                       int ignores_config, Error *error);

/* Sets an option in the text of the file; a path becomes absolute. Returns NULL
   or why not, in static words. */
const char *command_line_keep(Config *config, const ConfigLine *argument);

/* Checks that the file is valid by itself. Returns 0, or -1 and the reason. */
int command_line_check_config(Config *config, Error *error);

#endif
