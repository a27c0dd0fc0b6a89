/* SPDX-License-Identifier: MIT */
#include "play/nature/fish.h"

#include "lib/util/fixed.h"
#include "lib/util/trig.h"
#include "play/nature/leaves.h"
#include "play/nature/rain.h"

#include <math.h>

#define SHARE       0.13  /* of the frame's shorter side: the longest fish */
#define MIN_LENGTH  8.0   /* pixels */
#define CRUISE      0.011 /* lengths a step */
#define HASTE       6     /* times faster in fear */
#define CALMING     0.985 /* of fear, each step */
#define WANDER      1.1   /* degrees a step, at most */
#define TURN        3.0   /* the same, to get out of the way */
#define FLIGHT      11.0  /* the same, in fear */
#define MOOD_STEPS  50    /* from one random turn to the next */
#define FEELERS     40.0  /* degrees to both sides in which it looks for land */
#define SIGHT       1.4   /* lengths that it looks ahead */
#define MARGIN      0.7   /* lengths that it swims out of the frame */
#define HOMING      0.5   /* degrees a step, far from the middle */
#define START_TRIES 32
#define WAG         9.0 /* degrees of its tail a step, and more with speed */

/* Added to the seed: independent streams of random numbers. */
#define SEED_LOOKS 0x66697368u
#define SEED_MOODS 0x6d6f6f64u

double fish_length(const Ripple *pool, uint64_t look)
{
    int side = min_int(ripple_width(pool), ripple_height(pool));

    return fmax(side * SHARE * (0.6 + 0.4 * (double)(look % 64) / 64),
                MIN_LENGTH);
}

/* Turns it by some degrees. */
static void turn(Fish *fish, double degrees)
{
    double sine = ripple_sine(degrees), cosine = ripple_cosine(degrees);
    double x = fish->along_x * cosine - fish->along_y * sine;
    double y = fish->along_x * sine + fish->along_y * cosine;
    double length = sqrt(x * x + y * y);

    fish->along_x = x / length;
    fish->along_y = y / length;
}

/* Turns it towards a direction, by at most so many degrees. */
static void turn_to(Fish *fish, double x, double y, double max_degrees)
{
    double across = fish->along_x * y - fish->along_y * x;
    double along = fish->along_x * x + fish->along_y * y;
    double share = along > 0 ? fmin(fabs(across) * 4, 1) : 1;

    turn(fish, across < 0 ? -max_degrees * share : max_degrees * share);
}

/* Whether a fish can be at a place: in water, or a little outside. */
static int is_free(const Ripple *pool, double x, double y, double margin)
{
    return x >= -margin && y >= -margin && x <= ripple_width(pool) + margin &&
           y <= ripple_height(pool) + margin &&
           !leaves_on_land(pool, (int)x, (int)y);
}

/* Whether it is free where the fish looks, so many degrees from ahead. */
static int sees_water(const Fish *fish, const Ripple *pool, double degrees,
                      double length)
{
    Fish looks = *fish;

    turn(&looks, degrees);
    return is_free(pool, fish->x + looks.along_x * SIGHT * length,
                   fish->y + looks.along_y * SIGHT * length, MARGIN * length);
}

/* At the left or right, where there is water, else anywhere in it. */
static Fish start(const Ripple *pool, uint64_t seed, uint64_t index)
{
    uint64_t random = rain_random(seed + SEED_LOOKS, index);
    double width = ripple_width(pool), height = ripple_height(pool);
    Fish fish = {.phase = (double)(random >> 16 & 255), .look = random};

    for (int i = 0; i < START_TRIES; i++) {
        uint64_t next = rain_random(random, (uint64_t)i);
        double out = i < START_TRIES / 2 ? MARGIN * fish_length(pool, random)
                                         : -width * rain_fraction(~next);

        fish.along_x = next & 1 ? 1 : -1;
        fish.x = next & 1 ? -out : width + out;
        fish.y = height * (0.1 + 0.8 * rain_fraction(next));
        if (is_free(pool, fish.x, fish.y, fabs(out)))
            break;
    }
    return fish;
}

/* A number from -1 to 1 that changes smoothly: random ones every MOOD_STEPS. */
static double find_mood(uint64_t seed, uint64_t index, uint64_t age)
{
    uint64_t slot = age / MOOD_STEPS;
    double share = (double)(age % MOOD_STEPS) / MOOD_STEPS;
    double last =
        rain_fraction(rain_random(seed + SEED_MOODS, slot * FISH_MAX + index));
    double next = rain_fraction(
        rain_random(seed + SEED_MOODS, (slot + 1) * FISH_MAX + index));

    return 2 * (last + (next - last) * share) - 1;
}

/* Keeps away from other fish that are near. */
static void part(Shoal *shoal, int i, double length)
{
    Fish *fish = &shoal->fish[i];

    for (int k = 0; k < shoal->count; k++) {
        double x = fish->x - shoal->fish[k].x, y = fish->y - shoal->fish[k].y;
        double distance = sqrt(x * x + y * y);

        if (distance > 0 && distance < 0.8 * length)
            turn_to(fish, x / distance, y / distance, TURN / 2);
    }
}

/* The farther it is from the middle, the more it turns there. */
static void go_home(Fish *fish, const Ripple *pool)
{
    double x = 0.5 - fish->x / ripple_width(pool);
    double y = 0.5 - fish->y / ripple_height(pool);
    double distance = sqrt(x * x + y * y);

    if (distance > 0.2)
        turn_to(fish, x / distance, y / distance, HOMING * distance / 0.5);
}

static void steer(Shoal *shoal, int i, const Ripple *pool, uint64_t seed,
                  double length)
{
    Fish *fish = &shoal->fish[i];

    if (fish->fear > 0.1)
        turn_to(fish, fish->away_x, fish->away_y, FLIGHT * fish->fear);
    else
        turn(fish, WANDER * find_mood(seed, (uint64_t)i, shoal->age));
    go_home(fish, pool);
    part(shoal, i, length);
    if (!sees_water(fish, pool, 0, length))
        turn(fish, sees_water(fish, pool, FEELERS, length) ||
                           !sees_water(fish, pool, -FEELERS, length)
                       ? TURN
                       : -TURN);
}

static void swim(Shoal *shoal, int i, const Ripple *pool, uint64_t seed)
{
    Fish *fish = &shoal->fish[i];
    double length = fish_length(pool, fish->look);
    double speed = CRUISE * (1 + HASTE * fish->fear) * length;
    double x, y;

    steer(shoal, i, pool, seed, length);
    x = fish->x + speed * fish->along_x;
    y = fish->y + speed * fish->along_y;
    if (is_free(pool, x, y, MARGIN * length)) {
        fish->x = x;
        fish->y = y;
    } else { /* to the middle */
        turn_to(fish, ripple_width(pool) / 2.0 - fish->x,
                ripple_height(pool) / 2.0 - fish->y, FLIGHT);
    }
    fish->fear *= CALMING;
    fish->phase = fmod(fish->phase + WAG * (1 + 2 * fish->fear), 360);
}

void fish_fit(Shoal *shoal, const Ripple *pool, uint64_t seed, int count)
{
    int width = ripple_width(pool), height = ripple_height(pool);

    for (int i = 0;
         i < shoal->count && (width != shoal->width || height != shoal->height);
         i++) {
        shoal->fish[i].x = shoal->fish[i].x * width / shoal->width;
        shoal->fish[i].y = shoal->fish[i].y * height / shoal->height;
    }
    shoal->width = width;
    shoal->height = height;
    for (int i = shoal->count; i < count; i++)
        shoal->fish[i] = start(pool, seed, (uint64_t)i);
    shoal->count = count;
}

void fish_step(Shoal *shoal, const Ripple *pool, uint64_t seed, int count)
{
    fish_fit(shoal, pool, seed, count);
    for (int i = 0; i < count; i++)
        swim(shoal, i, pool, seed);
    shoal->age++;
}

void fish_scare(Shoal *shoal, double x, double y, double reach)
{
    for (int i = 0; i < shoal->count; i++) {
        Fish *fish = &shoal->fish[i];
        double dx = fish->x - x, dy = fish->y - y;
        double distance = sqrt(dx * dx + dy * dy);

        if (distance == 0 || 1 - distance / reach < fish->fear)
            continue;
        fish->fear = 1 - distance / reach;
        fish->away_x = dx / distance;
        fish->away_y = dy / distance;
    }
}
