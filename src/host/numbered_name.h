/* SPDX-License-Identifier: MIT */
/*
 * Names for files that are numbered: "frame-%05d.png" stands for
 * frame-00001.png, frame-00002.png and so on, as in printf. A pattern holds
 * one number, %d with or without a width and a 0 before that; "%%" is a
 * percent. It is read here and never handed to printf.
 */
#ifndef RIPPLE_HOST_NUMBERED_NAME_H
#define RIPPLE_HOST_NUMBERED_NAME_H

#include <stdint.h>

/* Whether the name holds a percent, and so must be a pattern. */
int numbered_name_is_meant(const char *name);

/* Whether the text is a pattern. */
int numbered_name_is_valid(const char *pattern);

/* The name with that number, to be freed; NULL when memory is short. The
   pattern must be one. */
char *numbered_name_fill(const char *pattern, uint64_t number);

#endif
