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

/* Reads the arguments, which must outlive *options, and, unless it is to be
   ignored, the configuration file. Returns 0 with options->config to be freed
   with config_clear, or -1 with the reason and nothing to free. */
int command_line_parse(Options *options, int argc, char **argv,
                       int ignores_config, Error *error);

#endif
