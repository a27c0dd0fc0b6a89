// SPDX-License-Identifier: MIT
//
// The state of the water beside its planes: the governor's numbers,
// whether anything of a plane is not 0, and the groups of the programs that run
// only if they are needed. STATE_... are places, which gpu_layout.h lists.
layout(std430, binding = 2) buffer State
{
    uint state[];
};

// Notes heights after a step, and their parts, if something of them is not 0.
void note_next(ivec2 cells)
{
#ifdef STENCIL_SPRING
    if (cells.y != 0 && state[STATE_SPEEDS] == 0u)
        state[STATE_SPEEDS] = 1u;
    cells.y = 0;
#endif
    if ((cells.x | cells.y) != 0 && state[NEXT_ANY] == 0u)
        state[NEXT_ANY] = 1u;
}
