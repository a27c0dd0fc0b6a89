/* SPDX-License-Identifier: MIT */
#include "lib/backends.h"

#include "lib/util/fixed.h"
#include "lib/gpu/gpu.h"

static const Backend *const backends[] = {
    &ripple_backend_cpu,
    &ripple_backend_gpu,
};

const Backend *ripple_backends_get(int i)
{
    return i >= 0 && i < COUNT(backends) ? backends[i] : NULL;
}
