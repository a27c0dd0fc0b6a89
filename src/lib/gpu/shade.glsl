// SPDX-License-Identifier: MIT
//
// ripple_scalar_shade: an invocation has a pixel.
layout(local_size_x = 16, local_size_y = 8) in;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);

    if (at.x >= WIDTH || at.y >= HEIGHT)
        return;
    int place = at.y * FRAME_PITCH + at.x;

    frame[place] = shade_pixel(
        ShadeArgs(shown.terrain, shown.eye, shown.texture, shown.scenery,
                  shown.mirrored_stride),
        at.x, at.y, uintBitsToFloat(planes[place]));
}
