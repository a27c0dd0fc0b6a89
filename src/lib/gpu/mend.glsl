// SPDX-License-Identifier: MIT
//
// Steps the cells around stones again. A pair of the list may change six groups
// of four cells: in three rows those of the cells left and right of it. If the
// step follows, it also resets the governor, as that step does not.
layout(local_size_x = 64) in;

layout(std430, binding = 3) readonly buffer Stones
{
    ivec4 stones[];
};

void main()
{
    int i = int(gl_GlobalInvocationID.x), pair = i / 6;

    if (i == 0 && IS_STEPPED != 0)
        reset_governor();
    if (pair >= STONE_COUNT)
        return;
    int place = stones[pair].x;
    ivec2 at = fold(ivec2(2 * (place % PITCH) + (i % 2 == 0 ? -1 : 2),
                          place / PITCH + i / 2 % 3 - 1));

    step_at(ivec2(at.x & -CELLS, at.y));
}
