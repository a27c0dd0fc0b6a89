/* SPDX-License-Identifier: MIT */
#include "backends.h"

#include "base/fixed.h"

static const Backend *const backends[] = {
    &ripple_backend_cpu,
};

const Backend *ripple_backends_get(int i)
{
    return i >= 0 && i < COUNT(backends) ? backends[i] : NULL;
}
