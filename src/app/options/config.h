/* SPDX-License-Identifier: MIT */
/*
 * The file of settings that stay, ripple.conf: one option a line, its name
 * and then its value; a '#' before or between the words starts a comment. Here
 * it is found, split and written; what the words mean is for the options.
 */
#ifndef RIPPLE_APP_OPTIONS_CONFIG_H
#define RIPPLE_APP_OPTIONS_CONFIG_H

#include "host/error.h"

#define CONFIG_MAX_BYTES 65536

typedef struct ConfigLine {
    int number; /* in the file, from 1 */
    char *name;
    char *value; /* "" for none */
} ConfigLine;

typedef struct Config {
    char *path; /* NULL: nobody says where */
    char *text; /* the whole file; NULL: there is none */
    ConfigLine *lines;
    int count;
} Config;

/* The path in $XDG_CONFIG_HOME or ~/.config, to be freed; NULL when neither is
   an absolute path. */
char *config_find(void);

/* Reads the file of config->path; without one there are no lines. Returns 0,
   or -1 with the reason in the report. Free it with config_clear. */
int config_read(Config *config, Error *error);

/* Reports what is wrong with a line, "PATH:LINE: --NAME: why". Always
   returns -1. */
int config_report(const Config *config, const ConfigLine *line,
                  const char *wrong, Error *error);

/* Replaces every line of that name in the text by one with that value, "" for
   none. The lines stay what they are until config_split. Returns NULL, or why
   not in static words. */
const char *config_set(Config *config, const char *name, const char *value);

/* Makes the lines from the text; 0 or -1 as config_read. */
int config_split(Config *config, Error *error);

/* Writes the text to the path, at once or not at all, and makes the folders
   that are missing. Returns 0, or -1 with the reason in the report. */
int config_write(const Config *config, Error *error);

/* Frees all and zeroes the struct. */
void config_clear(Config *config);

#endif
