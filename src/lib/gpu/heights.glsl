// SPDX-License-Identifier: MIT
//
// The heights to draw. With swell or a blend of two steps they are in a plane
// of the scene with a halo of one cell, which surface.glsl fills. Otherwise
// they are the newest heights.

int height_at(ivec2 at)
{
#ifdef HAS_SURFACE
    uint pair =
        scene_at(SURFACE + (at.y + 1) * SURFACE_PITCH + ((at.x + 1) >> 1));
    return (at.x & 1) == 0 ? high(pair) : low(pair);
#else
    return cell(NOW, at);
#endif
}

Around around(ivec2 at)
{
#ifndef HAS_SURFACE
    if (at.x > 0 && at.y > 0 && at.x < COLUMNS - 1 && at.y < ROWS - 1) {
        int place = place_of(NOW, at);
        uint own = water_at(place), up = water_at(place - PITCH),
             down = water_at(place + PITCH);

        if ((at.x & 1) == 0)
            return Around(low(own), high(water_at(place - 1)), high(own), low(up),
                          low(down));
        return Around(high(own), low(own), low(water_at(place + 1)), high(up),
                      high(down));
    }
#endif
    return Around(height_at(at), height_at(at + ivec2(-1, 0)),
                  height_at(at + ivec2(1, 0)), height_at(at + ivec2(0, -1)),
                  height_at(at + ivec2(0, 1)));
}
