/* SPDX-License-Identifier: MIT */
/* Replaces all other files here if the OpenGL headers are missing. */
#include "lib/gpu/gpu.h"

int ripple_gpu_attach(Cpu *cpu, RippleLoader *load, int allow_software)
{
    (void)cpu;
    (void)load;
    (void)allow_software;
    return RIPPLE_ERROR_GPU;
}

const char *ripple_gpu_renderer(const Cpu *cpu)
{
    (void)cpu;
    return NULL;
}

unsigned ripple_gpu_show(Cpu *cpu)
{
    (void)cpu;
    return 0;
}

int ripple_gpu_ask(Cpu *cpu)
{
    (void)cpu;
    return RIPPLE_ERROR_GPU;
}

int ripple_gpu_take(Cpu *cpu, const RipplePixels *frame)
{
    (void)cpu;
    (void)frame;
    return RIPPLE_ERROR_GPU;
}

int ripple_gpu_can_view(Cpu *cpu, Perspective *perspective,
                        const PerspectiveInput *input,
                        const RipplePixels *picture)
{
    (void)cpu, (void)perspective, (void)input, (void)picture;
    return RIPPLE_ERROR_GPU;
}

int ripple_gpu_view(Cpu *cpu, int phase, Perspective *perspective,
                    const PerspectiveInput *input, const RipplePixels *picture,
                    const RipplePixels *frame)
{
    (void)cpu, (void)phase, (void)perspective, (void)input, (void)picture;
    (void)frame;
    return RIPPLE_ERROR_GPU;
}
