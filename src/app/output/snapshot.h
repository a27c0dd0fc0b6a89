/* SPDX-License-Identifier: MIT */
/* Saves a frame as a picture. */
#ifndef RIPPLE_APP_OUTPUT_SNAPSHOT_H
#define RIPPLE_APP_OUTPUT_SNAPSHOT_H

#include "ripple.h"
#include "host/error.h"

#include <stddef.h>

/* Saves the frame as ripple-NNNN.png in the working directory, NNNN being the
   first free number, and stores the name. Overwrites no file. Returns 0 or -1.
 */
int snapshot_save(char *name, size_t size, const RipplePixels *frame,
                  Error *error);

#endif
