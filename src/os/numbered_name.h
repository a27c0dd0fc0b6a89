/* SPDX-License-Identifier: MIT */
/*
 * Names of numbered files: the pattern "frame-%05d.png" stands for
 * frame-00001.png, frame-00002.png and so on. A pattern holds one number, %d,
 * %5d or %05d as in printf; "%%" is a percent sign. printf never sees it.
 */
#ifndef RIPPLE_OS_NUMBERED_NAME_H
#define RIPPLE_OS_NUMBERED_NAME_H

#include <stdint.h>

/* Whether the text is a pattern. */
int numbered_name_is_valid(const char *pattern);

/* The name with that number, to be freed; NULL if there is no memory. The
   pattern must be valid. */
char *numbered_name_fill(const char *pattern, uint64_t number);

#endif
