/* SPDX-License-Identifier: MIT */
/* What lies under the water: pictures that drift, fade, and come from a
   folder one after the other. */
#include "app/scene/background.h"
#include "app/scene/scene.h"
#include "../pictures.h"
#include "../test.h"
#include "../support.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 61, HEIGHT = 37, RATE = 50 };

static const BackgroundMask no_mask;

static SDL_Surface *make_plain(uint32_t colour)
{
    SDL_Surface *source = picture_surface(WIDTH, HEIGHT);

    SDL_FillRect(source, NULL, colour);
    return source;
}

/* A calm scene without rain. */
static Scene *play_scene(const char *scroll, const char *script)
{
    SceneOptions options = {.width = WIDTH,
                            .height = HEIGHT,
                            .rate = RATE,
                            .seed = 3,
                            .threads = 1,
                            .simd = "auto",
                            .is_live = 1};
    SDL_Surface *source = picture_surface(WIDTH, HEIGHT);
    Scene *scene;
    Error error;

    EXPECT(play_settings_set(&options.settings, "preset", "classic") == NULL);
    EXPECT(play_settings_set(&options.settings, "scroll", scroll) == NULL);
    EXPECT_INT(script_parse(&options.script, script, "test", &error), ==, 0);
    EXPECT_INT(scene_create(&scene, &options, source, &error), ==, 0);
    SDL_FreeSurface(source);
    return scene;
}

static Scene *open_scene(const char *scroll)
{
    return play_scene(scroll, "");
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static int turn_into(int64_t value, int size)
{
    int rest = (int)(value % size);

    return rest < 0 ? rest + size : rest;
}

static int mix(int a, int b, int share)
{
    return (a * (256 - share) + b * share + 128) / 256;
}

static uint32_t mix_colours(uint32_t a, uint32_t b, int share)
{
    uint32_t colour = 0;

    for (int shift = 0; shift < 32; shift += 8)
        colour |= (uint32_t)mix((int)(a >> shift & 255),
                                (int)(b >> shift & 255), share)
                  << shift;
    return colour;
}

/* The source pixel by pixel, `x256` and `y256` parts of 256 of one further to
   the right and down. */
static uint32_t find_drifted(int x, int y, int64_t x256, int64_t y256)
{
    int64_t left = x - floor_divide(x256, 256);
    int64_t top = y - floor_divide(y256, 256);
    int across = (int)(x256 - 256 * floor_divide(x256, 256));
    int down = (int)(y256 - 256 * floor_divide(y256, 256));
    uint32_t columns[2];

    for (int i = 0; i < 2; i++) {
        int column = turn_into(left - i, WIDTH);

        columns[i] = mix_colours(
            picture_wild_colour(column, turn_into(top, HEIGHT)),
            picture_wild_colour(column, turn_into(top - 1, HEIGHT)), down);
    }
    return mix_colours(columns[0], columns[1], across);
}

static void check_frame(Scene *scene, int64_t x256, int64_t y256)
{
    scene_render(scene, NULL);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t wants = find_drifted(x, y, x256, y256);

            if (scene_frame(scene)->pixels[y * WIDTH + x] != wants)
                ck_abort_msg(
                    "step %d, (%d, %d): %08x, not %08x",
                    (int)scene_step_number(scene), x, y,
                    (unsigned)scene_frame(scene)->pixels[y * WIDTH + x],
                    (unsigned)wants);
        }
    }
}

TEST_CASE(background, scroll, .timeout_s = 30);

TEST(scroll, drift_is_that_of_a_plain_model)
{
    static const double speeds[][2] = {{1, 0},       {0, -3.5},   {50, 100},
                                       {-7.25, 0.3}, {1e4, -1e4}, {-0.01, 99}};

    for (int i = 0; i < 6; i++) {
        char text[64];
        int64_t x = (int64_t)floor(speeds[i][0] * SCROLLING_UNITS + 0.5);
        int64_t y = (int64_t)floor(speeds[i][1] * SCROLLING_UNITS + 0.5);
        Scene *scene;

        snprintf(text, sizeof text, "%g,%g", speeds[i][0], speeds[i][1]);
        scene = open_scene(text);
        check_frame(scene, 0, 0);
        for (int step = 1; step < 200; step++) {
            scene_step(scene);
            EXPECT(ripple_is_calm(scene_pool(scene)));
            if (step % 7 == 0 || step < 5)
                check_frame(scene,
                            floor_divide(x * step * 256,
                                         (int64_t)SCROLLING_UNITS * RATE),
                            floor_divide(y * step * 256,
                                         (int64_t)SCROLLING_UNITS * RATE));
        }
        scene_destroy(scene);
    }
}

/* By whole pixels it is the picture, byte for byte, and in again at the other
   side. */
TEST(scroll, drift_by_whole_pixels)
{
    Scene *scene = open_scene("100,-50");

    for (int step = 1; step <= 2 * WIDTH * HEIGHT; step++) {
        scene_advance(scene, NULL);
        if (step % 60 != 1)
            continue;
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++)
                EXPECT(scene_frame(scene)->pixels[y * WIDTH + x] ==
                       picture_wild_colour(turn_into(x - 2 * step, WIDTH),
                                           turn_into(y + step, HEIGHT)));
        }
    }
    EXPECT(!scrolling_is_moved(&scene_background(scene)->scrolling));
    EXPECT(scene_background(scene)->drawn.pixels == NULL);
    scene_destroy(scene);
}

/* Another speed goes on from where the picture is. */
TEST(scroll, drift_changes_its_speed)
{
    Scene *scene = play_scene("0,0", "5 set scroll 50,0\n"
                                     "9 set scroll 0,-25\n"
                                     "15 set scroll 0,0\n");

    EXPECT_INT(scene_calm_steps(scene, 100), ==, 5);
    for (int step = 1; step <= 30; step++) {
        int x = step <= 5 ? 0 : step <= 9 ? step - 5 : 4;
        int y2 = step <= 9 ? 0 : step <= 15 ? 9 - step : -6;

        scene_step(scene);
        check_frame(scene, 256 * x, 128 * y2);
        EXPECT_INT(scene_calm_steps(scene, 100) == 0, ==,
                   step >= 5 && step <= 15);
    }
    scene_destroy(scene);
}

/* While it drifts every frame is drawn and nothing sleeps; else nothing is. */
TEST(scroll, drift_draws_every_frame)
{
    Scene *scene = open_scene("0,0");
    const RippleRect *rects;
    Error error;

    EXPECT_INT(scene_advance(scene, &rects), ==, 0);
    EXPECT(scene_background(scene)->drawn.pixels == NULL);
    EXPECT_INT(scene_set(scene, "scroll", "0.5,0", &error), ==, 0);
    for (int i = 0; i < 5; i++) {
        int area = 0, count = scene_advance(scene, &rects);

        for (int k = 0; k < count; k++)
            area += rects[k].width * rects[k].height;
        EXPECT_INT(area, ==, WIDTH * HEIGHT);
        EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    }
    EXPECT_INT(scene_set(scene, "scroll", "0,0", &error), ==, 0);
    EXPECT_INT(scene_advance(scene, &rects), ==, 0);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
    EXPECT_INT(scene_set(scene, "scroll", "1e5,0", &error), ==, -1);
    scene_destroy(scene);
}

/* Land and shallows stay; below them the picture drifts. */
TEST(scroll, drift_leaves_land_where_it_is)
{
    Scene *scene = open_scene("50,0");
    RipplePixels moved = support_pixels(WIDTH, HEIGHT);
    RipplePixels floor = support_pixels(WIDTH, HEIGHT);

    for (int step = 1; step <= 20; step++) {
        const uint8_t *mask;

        if (step == 4)
            scene_paint(scene, &(Stroke){30, 15, 40, 20}, 5, 1);
        scene_step(scene);
        if (step == 9) /* when it has moved already */
            scene_paint(scene, &(Stroke){10, 10, 12, 12}, 2, 1);
        scene_render(scene, NULL);
        mask = ripple_mask(scene_pool(scene));
        EXPECT_INT(mask != NULL, ==, step >= 4);
        for (int y = 0; y < HEIGHT && mask != NULL; y++) {
            for (int x = 0; x < WIDTH; x++)
                moved.pixels[y * WIDTH + x] =
                    mask[y * WIDTH + x] == 0
                        ? picture_wild_colour(x, y)
                        : picture_wild_colour(turn_into(x - step, WIDTH), y);
        }
        if (mask == NULL)
            continue;
        EXPECT_INT(ripple_lay_floor(scene_pool(scene), &moved, &floor, NULL),
                   ==, 0);
        EXPECT(mask[17 * WIDTH + 35] == 0);
        EXPECT(scene_frame(scene)->pixels[17 * WIDTH + 35] ==
               picture_wild_colour(35, 17));
        EXPECT_INT(mask[11 * WIDTH + 11] == 0, ==, step >= 9);
        ck_assert_mem_eq(scene_frame(scene)->pixels, floor.pixels,
                         WIDTH * HEIGHT * 4);
    }
    free(moved.pixels);
    free(floor.pixels);
    scene_destroy(scene);
}

/* Land that is painted, or washed away, where the picture has come to rest. */
TEST(scroll, drift_at_rest_takes_land)
{
    Scene *scene = open_scene("50,0");
    Error error;

    for (int step = 0; step < 7; step++)
        scene_step(scene);
    EXPECT_INT(scene_set(scene, "scroll", "0,0", &error), ==, 0);
    check_frame(scene, 7 * 256, 0);
    scene_paint(scene, &(Stroke){30, 15, 40, 20}, 5, 1);
    scene_render(scene, NULL);
    EXPECT(scene_frame(scene)->pixels[17 * WIDTH + 35] ==
           picture_wild_colour(35, 17));
    EXPECT_INT(scene_calm_steps(scene, 9), ==, 9);
    scene_paint(scene, &(Stroke){30, 15, 40, 20}, 50, 0);
    check_frame(scene, 7 * 256, 0);
    scene_destroy(scene);
}

/* Another size shows the same part of the picture at the same place. */
TEST(scroll, drift_follows_the_size)
{
    Scene *scene = open_scene("50,25");
    Error error;

    for (int i = 0; i < 22; i++)
        scene_step(scene);
    EXPECT_INT(scene_resize(scene, 2 * WIDTH, 2 * HEIGHT, &error), ==, 0);
    EXPECT_INT(scene_background(scene)->scrolling.x, ==,
               (int64_t)44 * SCROLLING_UNITS * RATE);
    EXPECT_INT(scene_background(scene)->scrolling.y, ==,
               (int64_t)22 * SCROLLING_UNITS * RATE);
    scene_render(scene, NULL);
    EXPECT_INT(scene_resize(scene, 1, 1, &error), ==, 0);
    for (int i = 0; i < 22; i++)
        scene_advance(scene, NULL);
    scene_destroy(scene);
}

/* The same bits with any number of threads. */
TEST(scroll, drift_under_waves)
{
    uint32_t crcs[2];

    for (int i = 0; i < 2; i++) {
        Scene *scene = open_scene("13.7,-4.1");
        RippleStone stone = {20, 20, 5, 60, RIPPLE_PROFILE_DISC};

        EXPECT_INT(ripple_use_threads(scene_pool(scene), 1 + 3 * i), ==, 0);
        ripple_drop(scene_pool(scene), &stone);
        for (int k = 0; k < 50; k++) {
            if (i == 0)
                scene_step(scene); /* a frame that is not drawn */
            else
                scene_advance(scene, NULL);
        }
        scene_render(scene, NULL);
        crcs[i] = crc_frame(scene_frame(scene));
        scene_destroy(scene);
    }
    ck_assert_uint_eq(crcs[0], crcs[1]);
}

static Background open_fade(int x, int y, int steps)
{
    Background background = {.rate = RATE};
    SDL_Surface *source = picture_surface(WIDTH, HEIGHT);
    Slide slide = {.source = make_plain(0xff80c0ff)};

    EXPECT_INT(background_open(&background, WIDTH, HEIGHT, source), ==, 0);
    SDL_FreeSurface(source);
    EXPECT_INT(background_start_transition(&background, &slide, x, y, steps),
               ==, 0);
    ck_assert_ptr_null(slide.source);
    return background;
}

/* How far from the old picture to the new one, over all channels. */
static int find_distance(uint32_t a, uint32_t b)
{
    int sum = 0;

    for (int shift = 0; shift < 24; shift += 8)
        sum += abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
    return sum;
}

TEST_CASE(background, transition, .timeout_s = 4);

/* All of the old picture at first, all of the new one at last, every pixel
   always nearer, and from the stone outwards. */
TEST(transition, fades_go_outwards_from_old_to_new)
{
    static const int plans[][3] = {
        {30, 20, 75}, {0, 0, 30}, {60, 36, 7}, {30, 20, 1}};

    for (int i = 0; i < 4; i++) {
        Background background =
            open_fade(plans[i][0], plans[i][1], plans[i][2]);
        const RipplePixels *visibility;
        int far[WIDTH * HEIGHT];

        background.is_stale = 1;
        EXPECT_INT(background_draw(&background, no_mask), ==, 1);
        visibility = background_pixels(&background);
        for (int k = 0; k < WIDTH * HEIGHT; k++) {
            EXPECT(visibility->pixels[k] ==
                   picture_wild_colour(k % WIDTH, k / WIDTH));
            far[k] = find_distance(visibility->pixels[k], 0xff80c0ff);
        }
        for (int step = 1; step <= plans[i][2]; step++) {
            EXPECT(background_in_transition(&background));
            background_step(&background, 0, 0);
            EXPECT_INT(background_draw(&background, no_mask), ==, 1);
            visibility = background_pixels(&background);
            for (int k = 0; k < WIDTH * HEIGHT; k++) {
                int now = find_distance(visibility->pixels[k], 0xff80c0ff);

                EXPECT_INT(now, <=, far[k]);
                EXPECT(step < plans[i][2] || now == 0);
                far[k] = now;
            }
            EXPECT_INT(
                far[plans[i][1] * WIDTH + plans[i][0]], <=,
                find_distance(picture_wild_colour(plans[i][0], plans[i][1]),
                              0xff80c0ff));
        }
        EXPECT(!background_in_transition(&background));
        EXPECT(visibility == &background.now.fitted);
        EXPECT_INT(background_draw(&background, no_mask), ==, 0);
        background_close(&background);
    }
}

/* Where the stone fell it is soon the new picture, far away still the old. */
TEST(transition, fades_have_a_front)
{
    Background background = open_fade(10, 10, 60);
    const RipplePixels *visibility;
    double radius = 0;

    for (int step = 1; step <= 24; step++) {
        double now;

        background_step(&background, 0, 0);
        now = transition_radius(&background.transition, WIDTH, HEIGHT);
        EXPECT(now >= radius);
        radius = now;
    }
    background_draw(&background, no_mask);
    visibility = background_pixels(&background);
    EXPECT(visibility->pixels[10 * WIDTH + 10] == 0xff80c0ff);
    EXPECT(visibility->pixels[36 * WIDTH + 60] == picture_wild_colour(60, 36));
    EXPECT(radius > 20 && radius < 50);
    background_close(&background);
}

/* No jump from pixel to pixel or from frame to frame. */
TEST(transition, fades_are_smooth)
{
    enum { ACROSS = 640, DOWN = 360, STEPS = 90, MOST = 20 };
    static uint32_t white[ACROSS], row[ACROSS], above[ACROSS];
    static uint8_t before[DOWN][ACROSS];
    Transition transition = {200, 100, 0, STEPS};

    memset(white, 255, sizeof white);
    for (; transition.step <= STEPS; transition.step++) {
        for (int y = 0; y < DOWN; y++) {
            memset(row, 0, sizeof row);
            transition_mix_row(&transition, ACROSS, DOWN, y, white, row);
            for (int x = 0; x < ACROSS; x++) {
                int now = (int)(row[x] & 255);

                EXPECT_INT(now - before[y][x], >=, 0);
                EXPECT_INT(now - before[y][x], <=, MOST);
                if (x > 0)
                    EXPECT_INT(abs(now - (int)(row[x - 1] & 255)), <=, 4);
                if (y > 0)
                    EXPECT_INT(abs(now - (int)(above[x] & 255)), <=, 4);
                before[y][x] = (uint8_t)now;
            }
            memcpy(above, row, sizeof row);
        }
    }
}

/* Fits both again, in the same place and as far. */
TEST(transition, fades_follow_the_size)
{
    Background background = {.rate = RATE, .keeps_sources = 1}, resized, none;
    SDL_Surface *source = make_plain(0xff000000);
    Slide slide = {.source = make_plain(0xffffffff)};

    EXPECT_INT(background_open(&background, WIDTH, HEIGHT, source), ==, 0);
    EXPECT_INT(background_start_transition(&background, &slide, 30, 18, 50), ==,
               0);
    SDL_FreeSurface(source);
    for (int i = 0; i < 20; i++)
        background_step(&background, 0, 0);
    EXPECT_INT(background_resize(&resized, &background, 3 * WIDTH, 3 * HEIGHT),
               ==, 0);
    EXPECT_INT(background_resize(&none, &background, 0, 5), ==, -1);
    background_close(&background);
    EXPECT_INT(background_draw(&resized, no_mask), ==, 1);
    EXPECT_INT(resized.transition.x, ==, 90);
    EXPECT_INT(resized.transition.step, ==, 20);
    EXPECT(background_pixels(&resized)->pixels[54 * 3 * WIDTH + 90] ==
           0xffffffff);
    EXPECT(background_pixels(&resized)->pixels[0] == 0xff000000);
    background_close(&resized);
}

/* Makes a folder with one-coloured pictures, each named for its colour. */
static const char *make_folder(const char *name, const char *const *files,
                               size_t count)
{
    static char folder[256];

    snprintf(folder, sizeof folder, "%s", support_path(name));
    EXPECT_INT(mkdir(folder, 0777), ==, 0);
    for (size_t i = 0; i < count; i++) {
        SDL_Surface *picture =
            make_plain(0xff000000u | (uint32_t)strtoul(files[i], NULL, 16));
        char path[300];

        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        EXPECT_INT(SDL_SaveBMP(picture, path), ==, 0);
        SDL_FreeSurface(picture);
    }
    return folder;
}

static void write_into(const char *folder, const char *name, const char *text)
{
    char path[300];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    EXPECT_INT(fclose(file), ==, 0);
}

static void remove_from(const char *folder, const char *name)
{
    char path[300];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    EXPECT_INT(unlink(path), ==, 0);
}

static uint32_t first_pixel(const SDL_Surface *surface)
{
    return *(const uint32_t *)surface->pixels;
}

static void expect_next(Slideshow *slideshow, uint32_t colour)
{
    Slide slide;

    slideshow_prepare(slideshow, 20, 10, FIT_COVER);
    EXPECT_INT(slideshow_take(slideshow, &slide), ==, 0);
    EXPECT(first_pixel(slide.source) == colour);
    EXPECT_INT(slide.fitted.width, ==, 20);
    EXPECT(slide.fitted.pixels[199] == colour);
    slideshow_clear_slide(&slide);
}

static const char *const colours[] = {"0000aa.bmp", "00bb00.BMP", "cc0000.bmp"};

TEST_CASE(background, slideshow, .timeout_s = 20);

/* By name, what is no picture left out, read again after a round. */
TEST(slideshow, albums_are_in_order)
{
    static const char *const mixed[] = {"cc0000.bmp", "0000aa.bmp",
                                        "ee00ee.bmp", ".00000.bmp",
                                        "00bb00.BMP", "ddcc00.bmp"};
    const char *folder = make_folder("album", mixed, 6);
    SDL_Surface *first;
    Slideshow *slideshow;
    Error error;
    char path[300];

    write_into(folder, "000000.txt", "not a picture");
    write_into(folder, "README", "nor this");
    snprintf(path, sizeof path, "%s/000000.bmp", folder);
    EXPECT_INT(mkdir(path, 0777), ==, 0);
    EXPECT_INT(slideshow_read(&first, &slideshow, folder, &error), ==, 0);
    ck_assert_ptr_nonnull(slideshow);
    EXPECT(first_pixel(first) == 0xff0000aa);
    SDL_FreeSurface(first);
    expect_next(slideshow, 0xff00bb00);
    expect_next(slideshow, 0xffcc0000);
    remove_from(folder, "0000aa.bmp");
    expect_next(slideshow, 0xffddcc00);
    expect_next(slideshow, 0xffee00ee);
    remove_from(folder, "ddcc00.bmp");
    expect_next(slideshow, 0xff00bb00);
    expect_next(slideshow, 0xffcc0000);
    expect_next(slideshow, 0xffee00ee);
    expect_next(slideshow, 0xff00bb00);
    slideshow_prepare(slideshow, 20, 10, FIT_COVER);
    slideshow_close(slideshow);
    rmdir(path);
}

/* Where to find what was said on standard error. */
static const char *redirect_stderr(void)
{
    static char path[256];

    snprintf(path, sizeof path, "%s", support_path("album.err"));
    EXPECT(freopen(path, "w", stderr) != NULL);
    setvbuf(stderr, NULL, _IONBF, 0);
    return path;
}

/* A damaged one costs a line each round; when none is left it says so. */
TEST(slideshow, albums_pass_over_what_is_damaged)
{
    const char *folder = make_folder("album-damaged", colours, 2);
    const char *said = redirect_stderr();
    SDL_Surface *first;
    Slideshow *slideshow;
    Error error;
    Slide slide;
    char *text;

    write_into(folder, "000001.png", "no");
    write_into(folder, "0000ff.gif", "GIF89a");
    EXPECT_INT(slideshow_read(&first, &slideshow, folder, &error), ==, 0);
    EXPECT(first_pixel(first) == 0xff0000aa);
    SDL_FreeSurface(first);
    expect_next(slideshow, 0xff00bb00);
    remove_from(folder, "0000aa.bmp");
    remove_from(folder, "00bb00.BMP");
    slideshow_prepare(slideshow, 20, 10, FIT_COVER);
    EXPECT_INT(slideshow_take(slideshow, &slide), ==, -1);
    remove_from(folder, "000001.png");
    remove_from(folder, "0000ff.gif");
    slideshow_prepare(slideshow, 20, 10, FIT_COVER);
    EXPECT_INT(slideshow_take(slideshow, &slide), ==, -1);
    EXPECT_INT(rmdir(folder), ==, 0);
    slideshow_prepare(slideshow, 20, 10, FIT_COVER);
    EXPECT_INT(slideshow_take(slideshow, &slide), ==, -1);
    slideshow_close(slideshow);
    text = support_read(said, NULL);
    ck_assert_ptr_nonnull(text);
    EXPECT(strstr(text, "000001.png: ") != NULL);
    EXPECT(strstr(text, "0000ff.gif: ") != NULL);
    EXPECT(strstr(text, "damaged: none of its pictures can be read\n") != NULL);
    EXPECT(strstr(text, "damaged: there is no picture in this folder\n") !=
           NULL);
    EXPECT(strstr(text, "damaged: No such file") != NULL);
    free(text);
}

/* A scene with an album that changes every so many steps. */
static Scene *open_slides(const char *folder, uint64_t interval, int is_live)
{
    SceneOptions options = {.width = WIDTH,
                            .height = HEIGHT,
                            .rate = 20,
                            .threads = 1,
                            .simd = "auto",
                            .interval = interval,
                            .is_live = is_live};
    SDL_Surface *source;
    Scene *scene;
    Error error;

    EXPECT(play_settings_set(&options.settings, "preset", "classic") == NULL);
    EXPECT_INT(slideshow_read(&source, &options.slideshow, folder, &error), ==,
               0);
    EXPECT_INT(scene_create(&scene, &options, source, &error), ==, 0);
    SDL_FreeSurface(source);
    return scene;
}

static int is_plain(const RipplePixels *pixels, uint32_t colour)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        if (pixels->pixels[i] != colour)
            return 0;
    }
    return 1;
}

/* Frame by frame: 40 steps, of which the fade takes 30 at 20 a second. */
TEST(slideshow, slides_change_by_step)
{
    static const uint32_t shown[] = {0xff0000aa, 0xff00bb00, 0xffcc0000};
    Scene *scene = open_slides(make_folder("slides", colours, 3), 40, 0);

    for (int step = 1; step <= 400; step++) {
        int number = step / 40, place = step % 40;
        uint32_t old = shown[(number + 2) % 3], new = shown[number % 3];

        scene_advance(scene, NULL);
        if (step <= 40)
            old = new = shown[0];
        if (place == 0)
            EXPECT(is_plain(scene_frame(scene), step == 40 ? shown[0] : old));
        else if (place >= 30 || step < 40)
            EXPECT(is_plain(scene_frame(scene), new));
        else if (place >= 2)
            EXPECT(!is_plain(scene_frame(scene), old) &&
                   !is_plain(scene_frame(scene), new));
        EXPECT_INT(background_in_transition(scene_background(scene)), ==,
                   step > 40 && place >= 1 && place < 30);
    }
    EXPECT(!ripple_is_calm(scene_pool(scene)));
    scene_destroy(scene);
}

/* Sleeps until a picture is due, not while one fades; however fast they
   change, each is there for a step. */
TEST(slideshow, slides_wake_calm_water)
{
    const char *folder = make_folder("waking", colours, 3);
    Scene *scene = open_slides(folder, 100, 0);

    EXPECT_INT(scene_calm_steps(scene, 600), ==, 100);
    scene_skip(scene, 100);
    EXPECT_INT(scene_calm_steps(scene, 600), ==, 0);
    scene_step(scene);
    EXPECT(background_in_transition(scene_background(scene)));
    ripple_clear(scene_pool(scene));
    EXPECT_INT(scene_calm_steps(scene, 600), ==, 0);
    scene_destroy(scene);

    scene = open_slides(folder, 1, 0);
    for (int step = 0; step < 7; step++) {
        static const uint32_t shown[] = {0xff0000aa, 0xff00bb00, 0xffcc0000};

        scene_advance(scene, NULL);
        EXPECT(is_plain(scene_frame(scene), shown[step % 3]));
    }
    scene_destroy(scene);
}

/* A window draws what is drawn offscreen, once the pictures are there. */
TEST(slideshow, slides_are_the_same_live)
{
    const char *folder = make_folder("live", colours, 3);
    Scene *waiting = open_slides(folder, 12, 0);
    Scene *live = open_slides(folder, 12, 1);
    Error error;

    EXPECT_INT(scene_set(live, "scroll", "5,3", &error), ==, 0);
    EXPECT_INT(scene_set(waiting, "scroll", "5,3", &error), ==, 0);
    for (int step = 0; step < 100; step++) {
        while (!scene_picture_is_ready(live))
            SDL_Delay(1);
        scene_advance(waiting, NULL);
        scene_advance(live, NULL);
        ck_assert_uint_eq(crc_frame(scene_frame(waiting)),
                          crc_frame(scene_frame(live)));
    }
    EXPECT_INT(scene_resize(live, 30, 20, &error), ==, 0);
    for (int step = 0; step < 20; step++)
        scene_advance(live, NULL);
    EXPECT_INT(scene_frame(live)->width, ==, 30);
    scene_destroy(waiting);
    scene_destroy(live);
}

/* One picture dropped ends a show of many, in the middle of a fade too. */
TEST(slideshow, slides_end_with_another_picture)
{
    Scene *scene = open_slides(make_folder("ending", colours, 3), 10, 0);
    SDL_Surface *other = make_plain(0xff112233);
    Error error;

    for (int step = 0; step < 15; step++)
        scene_advance(scene, NULL);
    EXPECT(background_in_transition(scene_background(scene)));
    EXPECT_INT(scene_show(scene, other, NULL, &error), ==, 0);
    SDL_FreeSurface(other);
    for (int step = 0; step < 25; step++) {
        scene_advance(scene, NULL);
        EXPECT(is_plain(scene_frame(scene), 0xff112233));
    }
    scene_destroy(scene);
}
