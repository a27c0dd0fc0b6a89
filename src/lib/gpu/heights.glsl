// SPDX-License-Identifier: MIT
//
// The heights to draw: the newest ones, or with swell or a blend of two steps
// those of a plane of the scene, with a halo of one cell, which surface.glsl
// fills.

int height_at(ivec2 at)
{
#ifdef HAS_SURFACE
    uint pair = scene[SURFACE + (at.y + 1) * SURFACE_PITCH + ((at.x + 1) >> 1)];
    return (at.x & 1) == 0 ? high(pair) : low(pair);
#else
    return cell(NOW, at);
#endif
}
