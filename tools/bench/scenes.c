/* SPDX-License-Identifier: MIT */
#include "scenes.h"

#include "lib/util/fixed.h"
#include "play/nature/rain.h"
#include "play/splash_size.h"

#define SEED       1
#define MIN_RADIUS 3
#define MAX_RADIUS 14
#define MAX_STONES 1000000 /* of one step: 32768 x 32768 / 1500 is less */

const char *scenes_name(int kind)
{
    static const char *const names[SCENE_COUNT + 1] = {
        [SCENE_CALM] = "calm",
        [SCENE_DRIZZLE] = "drizzle",
        [SCENE_RAIN] = "rain",
        [SCENE_STORM] = "storm",
    };

    return names[kind];
}

int scenes_count(SceneKind kind, int width, int height, int step)
{
    int64_t pixels = (int64_t)width * height;

    switch (kind) {
    case SCENE_DRIZZLE:
        return step % 8 == 0;
    case SCENE_RAIN:
        return pixels >= 1000000 ? (int)(pixels / 1000000) : step % 2 == 0;
    case SCENE_STORM:
        return (int)max_int64(1, pixels / (step == 0 ? 1500 : 60000));
    default:
        return 0;
    }
}

RippleStone scenes_stone(const PlaySettings *water, double cell, int width,
                         int height, int step, int i)
{
    uint64_t index = 4 * ((uint64_t)step * MAX_STONES + (uint64_t)i);
    double left = rain_fraction(rain_random(SEED, index));
    double top = rain_fraction(rain_random(SEED, index + 1));
    double size = rain_fraction(rain_random(SEED, index + 2));
    int radius = MIN_RADIUS + (int)(size * (MAX_RADIUS - MIN_RADIUS + 1));

    return (RippleStone){
        (int)(left * width), (int)(top * height), radius,
        splash_weight(water, radius / cell, rain_random(SEED, index + 3)),
        water->profile};
}
