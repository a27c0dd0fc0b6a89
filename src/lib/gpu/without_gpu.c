/* SPDX-License-Identifier: MIT */
/* In place of all other files here, where the headers of OpenGL are missing. */
#include "lib/gpu/gpu.h"

static int create(void **self, const GridSize *size,
                  const RippleSettings *settings)
{
    (void)size;
    (void)settings;
    *self = NULL;
    return RIPPLE_ERROR_GPU;
}

int ripple_gpu_wrap(void **water, RippleLoader *load, int takes_software)
{
    (void)water;
    (void)load;
    (void)takes_software;
    return RIPPLE_ERROR_GPU;
}

void *ripple_gpu_unwrap(void *water)
{
    return water;
}

const char *ripple_gpu_renderer(const void *water)
{
    (void)water;
    return NULL;
}

unsigned ripple_gpu_show(void *water)
{
    (void)water;
    return 0;
}

int ripple_gpu_ask(void *water)
{
    (void)water;
    return RIPPLE_ERROR_GPU;
}

int ripple_gpu_take(void *water, const RipplePixels *frame)
{
    (void)water;
    (void)frame;
    return RIPPLE_ERROR_GPU;
}

void ripple_gpu_let_go(void *water)
{
    (void)water;
}

const Backend ripple_backend_gpu = {.name = "gpu", .create = create};
