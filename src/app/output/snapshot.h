/* SPDX-License-Identifier: MIT */
/* Pictures of the frame that the user saves while the program runs. */
#ifndef RIPPLE_APP_OUTPUT_SNAPSHOT_H
#define RIPPLE_APP_OUTPUT_SNAPSHOT_H

#include "ripple.h"
#include "host/error.h"

#include <stddef.h>

/*
 * Saves the frame as ripple-NNNN.png in the working directory, with the first
 * number that is free, and stores the name. No file is ever overwritten.
 * Returns 0 or -1.
 */
int snapshot_save(char *name, size_t size, const RipplePixels *frame,
                  Error *error);

#endif
