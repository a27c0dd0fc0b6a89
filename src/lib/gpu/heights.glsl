// SPDX-License-Identifier: MIT
//
// The heights to draw. With swell or a blend of two steps they are in a plane
// of the scene with a halo of one cell, which surface.glsl fills. Otherwise
// they are the newest heights.

int height_at(ivec2 at)
{
#ifdef HAS_SURFACE
    uint pair = scene[SURFACE + (at.y + 1) * SURFACE_PITCH + ((at.x + 1) >> 1)];
    return (at.x & 1) == 0 ? high(pair) : low(pair);
#else
    return cell(NOW, at);
#endif
}
