// SPDX-License-Identifier: MIT
//
// Copies a frame to a texture.
layout(local_size_x = 32, local_size_y = 4) in;

layout(std430, binding = 3) readonly buffer Frame
{
    uint frame[];
};

layout(rgba8, binding = 0) writeonly uniform highp image2D shown;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);

    if (at.x >= WIDTH || at.y >= HEIGHT)
        return;
    uint pixel = frame[at.y * FRAME_PITCH + at.x];
    uvec4 channels = uvec4(pixel >> 16, pixel >> 8, pixel, pixel >> 24) & 255u;

    imageStore(shown, at, vec4(channels) / 255.0);
}
