// SPDX-License-Identifier: MIT
//
// ripple_scalar_shade: an invocation has a pixel.
layout(local_size_x = RIPPLE_VIEW_COLUMNS, local_size_y = RIPPLE_VIEW_ROWS) in;

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
