/* SPDX-License-Identifier: MIT */
#ifndef RIPPLE_APP_LISTS_H
#define RIPPLE_APP_LISTS_H

/* Prints what --list NAME asks for: words of an option, or of all. */
void lists_print(const char *name);

#endif
