/* SPDX-License-Identifier: MIT */
#include "backends.h"

#include "base/fixed.h"
#include "gpu/gpu.h"

static const Backend *const backends[] = {
    &ripple_backend_cpu,
    &ripple_backend_gpu,
};

const Backend *ripple_backends_get(int i)
{
    return i >= 0 && i < COUNT(backends) ? backends[i] : NULL;
}
