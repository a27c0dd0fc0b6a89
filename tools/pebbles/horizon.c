/* SPDX-License-Identifier: MIT */
/*
 * Both walk away from the point over the height map, the farther the faster.
 * Few steps, jittered: what that does wrong is noise, and the samples of a
 * pixel average it out.
 */
#include "horizon.h"

#include <math.h>

#define SHADOW_REACH 170.0f
#define SKY_ROUTES   8

float horizon_sky(const Grid *heights, Vec3 p, float jitter)
{
    static const float REACH[] = {1.7f, 4.0f, 9.0f, 19.0f, 40.0f, 80.0f};
    float open = 0.0f;
    for (int i = 0; i < SKY_ROUTES; i++) {
        float angle = ((float)i + jitter) * (2.0f * PI_F / SKY_ROUTES);
        float dx = cosf(angle), dy = sinf(angle);
        float steepest = 0.0f;
        for (int j = 0; j < (int)(sizeof REACH / sizeof REACH[0]); j++) {
            float r = REACH[j] * (0.8f + 0.4f * jitter);
            float rise =
                grid_at(heights, p.x + dx * r, p.y + dy * r) - p.z - 0.5f;
            float steep = rise / r;
            steepest = steep > steepest ? steep : steepest;
        }
        open += 1.0f / (1.0f + steepest * steepest);
    }
    return open / SKY_ROUTES;
}

float horizon_sun(const Grid *heights, Vec3 p, Vec3 to_sun, float jitter)
{
    float open = 1.0f;
    float step = 1.6f;
    for (float t = 1.2f + 1.6f * jitter; t < SHADOW_REACH; t += step) {
        Vec3 q = add(p, scaled(to_sun, t));
        float clear = q.z - grid_at(heights, q.x, q.y);
        float share = 0.5f + 8.0f * (clear + 0.8f) / (t + 6.0f);
        open = share < open ? share : open;
        if (open <= 0.0f)
            return 0.0f;
        step *= 1.13f;
    }
    return smoothstep(0.0f, 1.0f, open);
}
