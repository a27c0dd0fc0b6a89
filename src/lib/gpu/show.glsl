// SPDX-License-Identifier: MIT
//
// Copies a frame to a texture: an invocation has four pixels, and a group of
// invocations that run together a square, as textures are stored in squares.
layout(local_size_x = 4, local_size_y = 32) in;

layout(std430, binding = 3) readonly buffer Frame
{
    uvec4 frame[];
};

// As numbers in the order of bytes of RGBA8.
layout(r32ui, binding = 0) writeonly uniform highp uimage2D shown;

void main()
{
    int x = int(gl_GlobalInvocationID.x) * 4, y = int(gl_GlobalInvocationID.y);

    if (x >= WIDTH || y >= HEIGHT)
        return;
    uvec4 four = frame[(y * FRAME_PITCH + x) / 4];

    four = (four & 0xff00ff00u) | (four >> 16 & 255u) | (four & 255u) << 16;
    for (int i = 0; i < 4; i++)
        imageStore(shown, ivec2(x + i, y), uvec4(four[i]));
}
