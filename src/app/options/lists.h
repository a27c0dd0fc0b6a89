/* SPDX-License-Identifier: MIT */
#ifndef RIPPLE_APP_OPTIONS_LISTS_H
#define RIPPLE_APP_OPTIONS_LISTS_H

/* Prints what --list NAME asks for. */
typedef void PrintList(void);

/* Renderer i of windows, "auto" first; NULL past the last. A presenter of
   frames on the GPU is no choice of its own. */
const char *lists_renderer(int i);

/* Names that --list takes; NULL past the last. */
const char *lists_name(int i);

/* NULL for "words", of which option_table knows. */
PrintList *lists_find(const char *name);

#endif
