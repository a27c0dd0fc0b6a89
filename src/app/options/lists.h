/* SPDX-License-Identifier: MIT */
#ifndef RIPPLE_APP_OPTIONS_LISTS_H
#define RIPPLE_APP_OPTIONS_LISTS_H

/* Prints what --list NAME asks for. */
typedef void PrintList(void);

/* NULL if there is no such list. */
PrintList *lists_find(const char *name);

#endif
