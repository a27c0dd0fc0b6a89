/* SPDX-License-Identifier: MIT */
/* Scenes: stones and rings to scale, rain, scripts, land under scrolling, and
   the skipping of calm steps. */
#include "app/setup.h"
#include "lib/util/fixed.h"
#include "play/nature/rain.h"
#include "play/preset_change.h"
#include "play/presets.h"
#include "play/splash_size.h"
#include "../unit/water.h"
#include "scenes.h"
#include "../process.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static Error error;

static Scene *open_classic(const char *script)
{
    SceneOptions options = scenes_options("classic", 80, 60);

    scenes_set_script(&options, script);
    return scenes_create(&options, NULL);
}

TEST_CASE(scene, scenes, .timeout_s = 60);

/* A click falls into a window after 20 steps if nothing but rain moves it. */
TEST(scenes, first_stones)
{
    static const struct {
        const char *line;
        int has_stone;
    } cases[] = {
        {"", 1},
        {"--preset storm", 1},
        {"--preset storm --size 320x200", 1},
        {"--rain 0.001 --warm-up 50", 1},
        {"--rain 0", 0},
        {"--stone disc", 0},
        {"--preset classic", 0},
        {"--preset retro", 0},
        {"--preset harbour --rain 3 --warm-up 0", 0},
        {"--script @clear.txt", 0},
        {"--frames 30 --output @o.png", 0},
    };

    support_write("clear.txt", "0 clear\n");
    for (int i = 0; i < COUNT(cases); i++) {
        Options options;
        Scene *scene;
        const Script *script;

        EXPECT_OK(process_parse(&options, cases[i].line, &error));
        EXPECT_OK(
            setup_finish(&scene, &(Setup){.options = &options}, NULL, &error));
        script = &scene->player.script;
        ck_assert_msg((script->count == 1 &&
                       script->events[0].kind == EVENT_CLICK &&
                       script->events[0].step == 20 + scene->player.lead) ==
                          cases[i].has_stone,
                      "%s", cases[i].line);
        scene->player.settings.rain = 0;
        for (int step = 0; cases[i].has_stone && step < 21; step++) {
            EXPECT(ripple_is_calm(scene->player.pool));
            scene_step(scene);
        }
        EXPECT_INT(ripple_is_calm(scene->player.pool), ==, !cases[i].has_stone);
        scene_destroy(scene);
        config_clear(&options.config);
    }
}

/* A calm frame of a command line, after one more setting. */
static uint32_t show_bed(const char *line, const char *bed)
{
    Options options;
    Scene *scene;
    uint32_t crc;

    EXPECT_OK(process_parse(&options, line, &error));
    EXPECT_OK(
        setup_finish(&scene, &(Setup){.options = &options}, NULL, &error));
    if (bed != NULL)
        scenes_set(scene, "bed", bed);
    EXPECT(ripple_is_calm(scene->player.pool));
    crc = scenes_crc(scene);
    scene_destroy(scene);
    config_clear(&options.config);
    return crc;
}

/* The floor is the bed of the settings, also of a preset that is set later, but
   a picture stays. */
TEST(scenes, beds)
{
    uint32_t beds[6];

    for (int i = 0; i < COUNT(beds); i++) {
        char line[64];

        snprintf(line, sizeof line, "--frames 1 --size 80x60 --bed %s",
                 play_settings_bed(i));
        beds[i] = show_bed(line, NULL);
        for (int k = 0; k < i; k++)
            EXPECT(beds[i] != beds[k]);
    }
    ck_assert_ptr_null(play_settings_bed(COUNT(beds)));
    EXPECT(show_bed("--frames 1 --size 80x60", "tiles") == beds[2]);
    EXPECT(show_bed("--frames 1 --size 80x60 builtin:lens", "tiles") ==
           show_bed("--frames 1 --size 80x60 builtin:lens", NULL));
}

/* A stone is the same share of the frame at every size. */
TEST(scenes, stones_scale_with_the_frame)
{
    static const int sizes[][2] = {{320, 240}, {1280, 960}, {240, 320}};
    static const char *const presets[] = {"classic", "pond"};

    for (int i = 0; i < 6; i++) {
        int width = sizes[i / 2][0], height = sizes[i / 2][1];
        int side = min_int(width, height);
        double share = i % 2 == 0 ? 0.036 : 0.048;
        Scene *scene = scenes_open(presets[i % 2], width, height);
        const PlaySettings *settings = &scene->player.settings;
        RippleStone stone =
            splash_stone(scene->player.pool, settings, 10, 20, 1, 77);

        EXPECT(fabs((double)stone.radius / side - share) < 0.003);
        EXPECT_INT(stone.x, ==, 10);
        EXPECT_INT(stone.profile, ==, settings->profile);
        if (i % 2 == 0) {
            EXPECT_INT(stone.weight, >=, 32);
            EXPECT_INT(stone.weight, <=, 128);
        }
        stone = splash_stone(scene->player.pool, settings, 10, 20, 2, 77);
        EXPECT(fabs((double)stone.radius / side - 2 * share) < 0.003);
    }
}

/* The water of a click is that of its stones dropped one by one. */
TEST_LOOP(scenes, clicks_are_trains_of_rings, 2)
{
    static const struct {
        const char *preset;
        int count;
    } cases[] = {{"pond", 5}, {"classic", 1}};
    static const double weights[] = {1, 0.62, 0.42, 0.27, 0.16};
    Scene *clicked = scenes_open(cases[_i].preset, 320, 240);
    Scene *dropped = scenes_open(cases[_i].preset, 320, 240);
    RippleStone stone, part;

    scenes_set(clicked, "rain", "0");
    scenes_set(dropped, "rain", "0");
    stone =
        splash_stone(clicked->player.pool, &clicked->player.settings, 150, 100,
                     1, rain_random(clicked->player.seed + 0x68616e64, 0));
    player_drop(&clicked->player, 150, 100, 1);
    for (int i = 0; i < COUNT(weights); i++) {
        part = stone;
        part.weight = (int)lround(stone.weight * weights[i]);
        part.radius = (int)lround(stone.radius * (i > 0 ? 0.72 : 1));
        if (i < cases[_i].count)
            splash_drop(dropped->player.pool, &part);
        scenes_step(clicked, 22);
        scenes_step(dropped, 22);
        water_check_same(clicked->player.pool, dropped->player.pool);
    }
}

/* The ring of a change of picture does not touch the edges: the rows and
   columns of cells there stay calm. */
TEST(scenes, rings_of_changes_keep_off_the_edges)
{
    Scene *scene = scenes_open("pond", 320, 240);
    Ripple *pool = scene->player.pool;
    int drops = 0;

    for (int step = 1; step <= 30; step++) {
        ripple_clear(pool);
        splash_drop_ring(pool, &scene->player.settings,
                         &(Transition){200, 90, step, 30});
        drops += !ripple_is_calm(pool);
        for (int x = 0; x < 320; x++) {
            EXPECT_INT(support_height(pool, x, 0), ==, 0);
            EXPECT_INT(support_height(pool, x, 239), ==, 0);
        }
        for (int y = 0; y < 240; y++) {
            EXPECT_INT(support_height(pool, 0, y), ==, 0);
            EXPECT_INT(support_height(pool, 319, y), ==, 0);
        }
    }
    EXPECT_INT(drops, >, 10);
}

static Scene *open_warm(const char *preset, const char *warm_up,
                        const char *script)
{
    SceneOptions options = scenes_options(preset, 200, 150);

    scenes_set_option(&options, "warm-up", warm_up);
    scenes_set_script(&options, script);
    return scenes_create(&options, NULL);
}

/* The steps of a warm-up are those that a preset begins with; the script begins
   after them. */
TEST(scenes, a_warm_up_is_the_beginning)
{
    Scene *warm = open_warm("slits", "72", "3 stone 150 70 9 900\n");
    Scene *plain = open_warm("slits", "0", "75 stone 150 70 9 900\n");

    ck_assert_uint_eq(warm->player.step, 0);
    ck_assert_uint_ne(scenes_crc(warm), scenes_crc(plain));
    for (scenes_step(plain, 72); plain->player.step < 80;
         scenes_step(plain, 1)) {
        ck_assert_uint_eq(scenes_crc(warm), scenes_crc(plain));
        scenes_step(warm, 1);
    }
}

/* Swell moves though the water is calm: no step may be left out. */
TEST(scenes, swell_does_not_sleep)
{
    Scene *scene = scenes_open("classic", 60, 40);

    EXPECT_INT(scene_calm_steps(scene, 10), ==, 10);
    scenes_set(scene, "swell", "50");
    EXPECT_INT(scene_calm_steps(scene, 10), ==, 0);
    EXPECT(ripple_is_calm(scene->player.pool));
}

TEST(scenes, calm_steps_end_at_events)
{
    Scene *scene = open_classic("25/40 stone 20 20 3 50\n");

    scenes_set(scene, "rain", "0");
    EXPECT_INT(scene_calm_steps(scene, 10), ==, 10);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 25);
    scene->player.step += 25;
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    scene_step(scene);
    EXPECT(!ripple_is_calm(scene->player.pool));
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    ripple_clear(scene->player.pool);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 39);
}

TEST(scenes, skipped_steps_equal_steps_done)
{
    Scene *skipping = scenes_open("pond", 200, 150);
    Scene *plain = scenes_open("pond", 200, 150);
    uint64_t skipped = 0;

    scenes_set(skipping, "damping", "3");
    scenes_set(plain, "damping", "3");
    while (skipping->player.step < 3000) {
        uint64_t calm = scene_calm_steps(skipping, 50);

        skipping->player.step += calm;
        skipped += calm;
        scene_step(skipping);
    }
    scenes_step(plain, (int)skipping->player.step);
    EXPECT_INT(skipped, >, 0);
    ck_assert_uint_eq(scenes_crc(skipping), scenes_crc(plain));
}

/* Lightning lights what is shown, twice for 3 and 4 steps, and changes no
   setting. */
TEST(scenes, lightning)
{
    Scene *scene = scenes_open("storm", 64, 48);
    const RippleSettings *shown = ripple_settings(scene->player.pool);
    int bright = 0, flashes = 0;

    scenes_set(scene, "lightning", "20");
    for (int i = 0; i < 3600; i++) {
        int was_bright = shown->light == RIPPLE_MAX_LIGHT;

        scene_advance(scene, NULL);
        shown = ripple_settings(scene->player.pool);
        bright += shown->light == RIPPLE_MAX_LIGHT;
        flashes += !was_bright && shown->light == RIPPLE_MAX_LIGHT;
        EXPECT(shown->light == RIPPLE_MAX_LIGHT || shown->light == 70);
        EXPECT(scene->player.settings.pool.light == 70);
    }
    EXPECT(bright >= 7 * 18 && bright <= 7 * 21);
    EXPECT(flashes >= 2 * 18 && flashes <= 2 * 21);
    scenes_set(scene, "lightning", "0");
    scene_advance(scene, NULL);
    EXPECT(shown->light == 70 && shown->light_from == 120);
}

TEST(scenes, resize_and_show)
{
    Scene *scene = scenes_open("classic", 90, 70);
    SDL_Surface *source = scenes_picture(33, 44);
    RippleStone stone = {20, 20, 5, 60, RIPPLE_PROFILE_DISC};

    scenes_show(scene, source);
    ripple_drop(scene->player.pool, &stone);
    EXPECT_INT(scene_resize(scene, 33, 44, &error), ==, 0);
    EXPECT_INT(scenes_height(scene, 20, 20), ==, -60);
    ripple_clear(scene->player.pool);
    scene_render(scene, NULL);
    EXPECT_INT(scene->frame.width, ==, 33);
    ck_assert_mem_eq(scene->frame.pixels, source->pixels, 33 * 44 * 4);
    source = scenes_plain(5, 6, 0xff123456);
    scenes_show(scene, source);
    scene_render(scene, NULL);
    EXPECT_INT(scenes_pixel(scene, 32, 43), ==, 0xff123456);
    EXPECT_INT(scene_resize(scene, 0, 44, &error), ==, -1);
    EXPECT_INT(scene->frame.width, ==, 33);
}

/* A mask that goes away after the start. */
TEST(scenes, mask_that_a_script_misses)
{
    SceneOptions options = scenes_options(PLAY_DEFAULT_PRESET, 40, 30);
    const char *mask = support_write("mask.pgm", "P5 2 2 255\n\1\2\3\4");
    char text[512];
    Scene *scene;

    snprintf(text, sizeof text, "0 clear\n2 set mask %s\n", mask);
    scenes_set_script(&options, text);
    options.is_live = 0;
    scene = scenes_create(&options, NULL);
    unlink(mask);
    scenes_step(scene, 3);
    snprintf(text, sizeof text, "test: line 2: %s: No such file or directory",
             mask);
    ck_assert_str_eq(scene->player.missed.text, text);
}

/* A mask that is set again loses what was painted since. */
TEST(scenes, mask_again)
{
    Scene *scene = scenes_open("classic", 200, 150);

    scenes_set(scene, "mask", "builtin:harbour");
    EXPECT_INT(scenes_depth(scene, 100, 75), ==, 255);
    player_paint(&scene->player, &(Stroke){100, 75, 100, 75}, 1, 1);
    EXPECT_INT(scenes_depth(scene, 100, 75), ==, 0);
    EXPECT_FAILS(player_set(&scene->player, "mask", "nowhere.png", &error));
    EXPECT_INT(scenes_depth(scene, 100, 75), ==, 0);
    scenes_set(scene, "mask", "builtin:harbour");
    EXPECT_INT(scenes_depth(scene, 100, 75), ==, 255);
}

/* Where a boat is after 60 steps, as shares of the speed of the waves: not
   faster than 1.2 of it. */
TEST_LOOP(scenes, boats, 3)
{
    static const struct {
        const char *model, *line;
        double place; /* x, pixels */
    } cases[] = {
        {"round", "0 boat 40 100 640 100 9 3000 60\n", 40 + 60 * 1.2 * 0.866},
        {"wave", "0 boat 40 100 640 100 9 3000 60\n", 40 + 60 * 1.2 * 0.576},
        {"round", "0 boat 40 100 76 100 9 3000 60\n", 76},
    };
    SceneOptions options = scenes_options("storm", 300, 200);
    Scene *scene;

    options.settings.rain = 0;
    options.settings.pool.cell = 1;
    scenes_set_script(&options, cases[_i].line);
    scene = scenes_create(&options, NULL);
    scenes_set(scene, "model", cases[_i].model);
    scenes_step(scene, 60);
    ck_assert_double_eq_tol(scene->player.boats.boat[0].x, cases[_i].place, 9);
    EXPECT_INT(scenes_height(scene, (int)cases[_i].place, 100), <, -300);
}

/* A held body presses in every step until it is released, and no step is
   calm meanwhile. */
TEST_LOOP(scenes, held_bodies, 2)
{
    Scene *scene = scenes_open(_i ? "pond" : "classic", 200, 150);

    scenes_set(scene, "rain", "0");
    player_hold(&scene->player, 100, 75, 1);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    scene_step(scene);
    player_hold(&scene->player, 140, 75, 1);
    scenes_step(scene, 30);
    EXPECT(!ripple_is_calm(scene->player.pool));
    player_release(&scene->player);
    for (int i = 0; i < 2000 && !ripple_is_calm(scene->player.pool); i++)
        scene_step(scene);
    EXPECT(ripple_is_calm(scene->player.pool));
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
}

/* The outermost cell in a row, counted from the middle, that is more than half
   as high as the highest. */
static int find_front(const Ripple *pool)
{
    int columns, rows, highest = 0, front = 0;
    size_t stride;
    const int16_t *heights = ripple_heights(pool, &columns, &rows, &stride);
    const int16_t *middle = heights + (size_t)(rows / 2) * stride + columns / 2;

    for (int x = 0; x < columns / 2; x++)
        highest = max_int(highest, abs(middle[x]));
    for (int x = 0; x < columns / 2; x++)
        front = 2 * abs(middle[x]) > highest ? x : front;
    return front;
}

/* The radius, in heights of the frame, of the ring of a stone in the middle a
   second after it fell. */
static double ring_radius(int width, int height)
{
    SceneOptions options = scenes_options("pond", width, height);
    Scene *scene;
    int columns;

    options.settings.rain = 0;
    scene = scenes_create(&options, scenes_picture(16, 16));
    player_drop(&scene->player, width / 2, height / 2, 1);
    scenes_step(scene, options.rate);
    ripple_cells(scene->player.pool, &columns, NULL);
    return (double)find_front(scene->player.pool) * width / columns / height;
}

TEST(scenes, rings_are_the_same_in_every_size)
{
    static const int sizes[][2] = {{320, 240}, {1920, 1080}, {800, 600}};
    double radius = ring_radius(sizes[0][0], sizes[0][1]);

    EXPECT(radius > 0.1 && radius < 0.25);
    for (int i = 1; i < COUNT(sizes); i++) {
        double other = ring_radius(sizes[i][0], sizes[i][1]);

        ck_assert_msg(fabs(other / radius - 1) < 0.05, "%dx%d: %g, not %g",
                      sizes[i][0], sizes[i][1], other, radius);
    }
}

/* With --still no preset moves by itself, chosen at the start or later; a stone
   does. */
TEST(scenes, still_presets)
{
    for (int i = 0; presets_get(i) != NULL; i++) {
        SceneOptions options = scenes_options("pond", 96, 64);
        Scene *scene, *other;
        uint32_t crc;

        options.settings.is_still = 1;
        other = scenes_create(&options, scenes_picture(16, 16));
        scenes_set_option(&options, "preset", presets_get(i)->name);
        scene = scenes_create(&options, scenes_picture(16, 16));
        crc = scenes_crc(scene);
        EXPECT_OK(preset_change(&other->player, i, &(Error){.text = ""}));
        scenes_step(scene, 100);
        scenes_step(other, 100);
        ck_assert_uint_eq(scenes_crc(scene), crc);
        EXPECT_INT(scene_calm_steps(other, 100), ==, 100);
        player_drop(&scene->player, 30, 30, 1);
        scenes_step(scene, 9);
        ck_assert_uint_ne(scenes_crc(scene), crc);
    }
}
