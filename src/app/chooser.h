/* SPDX-License-Identifier: MIT */
/* The file chooser of the desktop, which is a program of its own: kdialog,
   zenity or, on a Mac, osascript. The water goes on while it is open. */
#ifndef RIPPLE_APP_CHOOSER_H
#define RIPPLE_APP_CHOOSER_H

#include "os/child.h"

#include <stdint.h>

/* Zeroed: closed. */
typedef struct Chooser {
    Child child;
    char path[4096]; /* that it has printed */
    size_t length;
} Chooser;

/* Whether the desktop has one. */
int chooser_exists(void);

/* Opens it, unless it is open, at the user's folder of pictures. Returns 0, or
   -1 if there is none. */
int chooser_open(Chooser *chooser);

/* The path that has been chosen, once, valid until the next is opened; or NULL.
 */
const char *chooser_take(Chooser *chooser);

/* How long chooser_take has nothing to do; UINT64_MAX: for ever. */
uint64_t chooser_wait_ns(const Chooser *chooser);

void chooser_close(Chooser *chooser);

#endif
