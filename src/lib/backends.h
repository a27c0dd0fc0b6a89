/* SPDX-License-Identifier: MIT */
/*
 * The table of backends: a backend is one row here and one Backend of its own.
 */
#ifndef RIPPLE_BACKENDS_H
#define RIPPLE_BACKENDS_H

#include "lib/cpu/backend.h"

/* Backend i, or NULL past the last; a new pool has backend 0. */
const Backend *ripple_backends_get(int i);

#endif
