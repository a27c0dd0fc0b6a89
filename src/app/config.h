/* SPDX-License-Identifier: MIT */
/*
 * The configuration file, ripple.conf: one option a line, its name and then
 * its value. A '#' at the start of a word begins a comment. This module finds,
 * splits and writes the file; command_line applies them.
 */
#ifndef RIPPLE_APP_CONFIG_H
#define RIPPLE_APP_CONFIG_H

#include "os/error.h"

#define CONFIG_MAX_BYTES 65536

/* An option of the file, or of the command line. */
typedef struct ConfigLine {
    int number; /* in the file, from 1; 0: on the command line */
    const char *name;
    const char *value; /* "" for none; NULL for none on the command line */
    char *path;        /* the memory of a value that was completed, or NULL */
} ConfigLine;

typedef struct Config {
    char *path;  /* NULL: neither XDG_CONFIG_HOME nor HOME is set */
    char *text;  /* the whole file; NULL: there is none */
    char *words; /* a copy, cut into the names and values of `lines` */
    ConfigLine *lines;
    int count;
    ConfigLine *arguments; /* of the command line, whose values need memory */
    int argument_count;
} Config;

/* The path in $XDG_CONFIG_HOME or ~/.config, which the caller frees; NULL if
   neither is an absolute path. */
char *config_find(void);

/* Reads the file of config->path; no file has no lines. Returns 0, or -1 with
   the reason in *error. Free it with config_clear. */
int config_read(Config *config, Error *error);

/* Sets *error to "PATH:LINE: --NAME: why", or to "--NAME VALUE: why" for the
   command line. Always returns -1. */
int config_report(const Config *config, const ConfigLine *line,
                  const char *wrong, Error *error);

/* Replaces all lines of that name in the text by one with that value, "" for
   none, or by no line if the value is NULL. `lines` keep the old text until
   config_split. Returns NULL, or why not, in static words. */
const char *config_set(Config *config, const char *name, const char *value);

/* Makes the lines from the text. */
void config_split(Config *config);

/* Writes the whole text to the path or nothing, and makes missing folders.
   Returns 0, or -1 with the reason in *error. */
int config_write(const Config *config, Error *error);

/* Frees all and zeroes the struct. */
void config_clear(Config *config);

#endif
