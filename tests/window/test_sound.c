/* SPDX-License-Identifier: MIT */
/* The sounds of the water, as samples that SDL's disk driver writes. */
#include "app/sound.h"
#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"

#include <math.h>
#include <stdlib.h>

TEST_CASE(window, sound, .timeout_s = 30);

typedef struct Samples {
    float *values; /* left and right in turns */
    int count;     /* of pairs */
} Samples;

/* The samples of a stone in calm water of 400x300 until the device is closed;
   none where there is no file. */
static Samples listen(Heard heard, DisplayOptions options)
{
    const char *path = support_path("sound.raw");
    Sound sound = {.is_awake = 0};
    Player player = {.heard_count = 1, .heard = {heard}};
    Samples samples = {NULL, 0};
    size_t size;

    remove(path);
    setenv("SDL_AUDIODRIVER", "disk", 1);
    setenv("SDL_DISKAUDIOFILE", path, 1);
    setenv("SDL_DISKAUDIODELAY", "1", 1);
    SDL_LogSetAllPriority(SDL_LOG_PRIORITY_CRITICAL + 1);
    play_settings_init(&player.settings);
    EXPECT_OK(ripple_create(&player.pool, 400, 300, &player.settings.pool));
    sound_turn(&sound, &player, &options);
    EXPECT_INT(player.heard_count, ==, 0);
    while (SDL_AtomicGet(&sound.is_playing))
        SDL_Delay(5);
    sound_close(&sound);
    ripple_destroy(player.pool);
    samples.values = SDL_LoadFile(path, &size);
    if (samples.values != NULL)
        samples.count = (int)(size / (2 * sizeof(float)));
    return samples;
}

/* Of one side. */
static double sum_energy(const Samples *samples, int side)
{
    double sum = 0;

    for (int i = 0; i < samples->count; i++)
        sum += pow(samples->values[2 * i + side], 2);
    return sum;
}

/* Hz, by the times at which the left side crosses 0 within 10 ms, so long after
   it has begun. */
static double find_pitch(const Samples *samples, int from_ms)
{
    int from = from_ms * (SOUND_RATE / 1000), end = 0;
    int first = -1, last = -1, crossings = 0;

    while (end < samples->count - 1 && samples->values[2 * end] == 0)
        end++;
    from += end;
    end = from + SOUND_RATE / 100;
    for (int i = from + 1; i < end && i < samples->count; i++) {
        if (samples->values[2 * i - 2] <= 0 && samples->values[2 * i] > 0) {
            first = crossings++ == 0 ? i : first;
            last = i;
        }
    }
    EXPECT(crossings > 1);
    return (double)SOUND_RATE * (crossings - 1) / (last - first);
}

static Heard make_stone(HeardKind kind, int x, int radius)
{
    return (Heard){.kind = kind,
                   .stone = {x, 150, radius, 600, RIPPLE_PROFILE_SMOOTH}};
}

/* It is heard on its side, and rises; a larger one is deeper, and louder. */
TEST(sound, of_stones)
{
    DisplayOptions usual = {.sound = -1};
    Samples left = listen(make_stone(HEARD_TOUCH, 40, 14), usual);
    Samples right = listen(make_stone(HEARD_TOUCH, 360, 28), usual);

    EXPECT(sum_energy(&left, 0) > 4 * sum_energy(&left, 1));
    EXPECT(sum_energy(&right, 1) > 4 * sum_energy(&right, 0));
    EXPECT(find_pitch(&left, 15) > 1.1 * find_pitch(&left, 0));
    EXPECT(find_pitch(&right, 0) < 0.8 * find_pitch(&left, 0));
    EXPECT(sum_energy(&right, 1) > sum_energy(&left, 0));
    SDL_free(left.values);
    SDL_free(right.values);
}

/* Whether something sounds, and the device is closed after two seconds. */
static const struct {
    HeardKind kind;
    DisplayOptions options;
    int sounds;
} rows[] = {
    {HEARD_TOUCH, {.sound = -1}, 1},
    {HEARD_WAKE, {.sound = -1}, 1},
    {HEARD_RAIN, {.sound = -1}, 0}, /* nobody has touched the water */
    {HEARD_RAIN, {.sound = 10}, 1},
    {HEARD_TOUCH, {.sound = 0}, 0},
    {HEARD_TOUCH, {.sound = -1, .is_bare = 1}, 0}, /* as in screensavers */
    {HEARD_SCRIPT, {.sound = 10, .is_bare = 1}, 1},
};

TEST_LOOP(sound, when, COUNT(rows))
{
    Samples samples =
        listen(make_stone(rows[_i].kind, 200, 14), rows[_i].options);
    int end = samples.count;

    EXPECT_INT(sum_energy(&samples, 0) > 0, ==, rows[_i].sounds);
    while (end > 0 && samples.values[2 * end - 1] == 0)
        end--;
    if (rows[_i].sounds)
        EXPECT(samples.count - end >= 2 * SOUND_RATE - 1024);
    SDL_free(samples.values);
}
