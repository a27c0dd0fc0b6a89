// SPDX-License-Identifier: MIT
//
// The state of the water beside its planes: the governor's numbers, whether
// anything in a plane is not 0, and the groups of programs that run only if
// needed. gpu_layout.h lists the places STATE_...
layout(std430, binding = 2) buffer State
{
    uint state[];
};

// Notes whether heights after a step, or their parts, are not 0.
void note_next(ivec2 cells)
{
#ifdef STENCIL_SPRING
    if (cells.y != 0 && state[STATE_ANY_SPEED] == 0u)
        state[STATE_ANY_SPEED] = 1u;
    cells.y = 0;
#endif
    if ((cells.x | cells.y) != 0 && state[NEXT_ANY] == 0u)
        state[NEXT_ANY] = 1u;
}

// Water without a governor resets it, and has no current.
void reset_governor()
{
    for (int i = 0; i <= STATE_LOSS && IS_GOVERNED == 0; i++)
        state[i] = 0u;
}
