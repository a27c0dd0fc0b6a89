/* SPDX-License-Identifier: MIT */
/* The picture under the water: scrolling, transitions and those of a folder. */
#include "app/bed.h"
#include "lib/util/fixed.h"
#include "../folder.h"
#include "media/folder.h"
#include "../unit/water.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 61, HEIGHT = 37, RATE = 50 };

static Error error;

/* A calm scene without rain. */
static Scene *open_scene(const char *scroll, const char *script)
{
    SceneOptions options = scenes_options("classic", WIDTH, HEIGHT);

    options.rate = RATE;
    options.threads = 1;
    options.settings.rain = 0;
    scenes_set_option(&options, "scroll", scroll);
    scenes_set_option(&options, "land-picture", "picture");
    scenes_set_script(&options, script);
    return scenes_create(&options, NULL);
}

static void paint(Scene *scene, Stroke stroke, double size, int is_land)
{
    player_paint(&scene->player, &stroke, size, is_land);
}

static int turn_into(int64_t value, int size)
{
    return (int)(value - size * divide_floor(value, size));
}

static uint32_t mix_colours(uint32_t a, uint32_t b, int share)
{
    uint32_t colour = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t sum = (a >> shift & 255) * (uint32_t)(256 - share) +
                       (b >> shift & 255) * (uint32_t)share;

        colour |= (sum + 128) / 256 << shift;
    }
    return colour;
}

/* A pixel of the picture scrolled by (x256, y256), in 1/256 pixel: the plain
   formula. */
static uint32_t scrolled_pixel(int x, int y, int64_t x256, int64_t y256)
{
    int64_t left = x - divide_floor(x256, 256);
    int64_t top = y - divide_floor(y256, 256);
    int across = (int)(x256 - 256 * divide_floor(x256, 256));
    int down = (int)(y256 - 256 * divide_floor(y256, 256));
    uint32_t columns[2];

    for (int i = 0; i < 2; i++) {
        int column = turn_into(left - i, WIDTH);

        columns[i] = mix_colours(
            picture_unique_colour(column, turn_into(top, HEIGHT)),
            picture_unique_colour(column, turn_into(top - 1, HEIGHT)), down);
    }
    return mix_colours(columns[0], columns[1], across);
}

static void check_frame(Scene *scene, int64_t x256, int64_t y256)
{
    scene_render(scene, NULL);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t pixel = scene->frame.pixels[i];
        uint32_t wanted = scrolled_pixel(i % WIDTH, i / WIDTH, x256, y256);

        if (pixel != wanted)
            ck_abort_msg("step %d, (%d, %d): %08x, not %08x",
                         (int)scene->player.step, i % WIDTH, i / WIDTH,
                         (unsigned)pixel, (unsigned)wanted);
    }
}

TEST_CASE(bed, scroll, .timeout_s = 30);

TEST_LOOP(scroll, scrolling_equals_the_plain_formula, 6)
{
    static const double speeds[][2] = {{1, 0},       {0, -3.5},   {50, 100},
                                       {-7.25, 0.3}, {1e4, -1e4}, {-0.01, 99}};
    const int64_t second = (int64_t)SCROLLING_UNITS * RATE;
    int64_t x = (int64_t)floor(speeds[_i][0] * SCROLLING_UNITS + 0.5);
    int64_t y = (int64_t)floor(speeds[_i][1] * SCROLLING_UNITS + 0.5);
    char text[64];
    Scene *scene;

    snprintf(text, sizeof text, "%g,%g", speeds[_i][0], speeds[_i][1]);
    scene = open_scene(text, "");
    check_frame(scene, 0, 0);
    for (int step = 1; step < 200; step++) {
        scene_step(scene);
        EXPECT(ripple_is_calm(scene->player.pool));
        if (step % 7 == 0 || step < 5)
            check_frame(scene, divide_floor(x * step * 256, second),
                        divide_floor(y * step * 256, second));
    }
}

/* After a change of speed the picture goes on from its place. */
TEST(scroll, scrolling_changes_its_speed)
{
    Scene *scene = open_scene("0,0", "5 set scroll 50,0\n"
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
}

/* With other steps a second it goes on from its place too, as fast as before,
   and pictures change as late. */
TEST(scroll, scrolling_goes_on_at_another_rate)
{
    Scene *scene = open_scene("50,0", "");

    scene_step(scene);
    scene_step(scene);
    scene->bed.interval = 200;
    scene->bed.due = 12;
    scene_set_rate(scene, 2 * RATE);
    EXPECT_INT(scene->player.rate, ==, 2 * RATE);
    EXPECT_INT(scene->bed.interval, ==, 400);
    EXPECT_INT(scene->bed.due, ==, 22);
    check_frame(scene, 256 * 2, 0);
    scene_step(scene);
    check_frame(scene, 256 * 2 + 128, 0);
    scene->bed.interval = BED_FOREVER;
    scene->bed.due = 0;
    scene_set_rate(scene, 1);
    EXPECT(scene->bed.interval <= BED_FOREVER &&
           scene->bed.interval > 1u << 30);
    scene_set_rate(scene, 1000);
    EXPECT(scene->bed.interval == BED_FOREVER);
    check_frame(scene, 256 * 2 + 128, 0);
}

TEST(scroll, scrolling_draws_every_frame)
{
    Scene *scene = open_scene("0,0", "");
    const RippleRect *rects;

    EXPECT_INT(scene_advance(scene, &rects), ==, 0);
    EXPECT(scene->bed.drawn.pixels == NULL);
    scenes_set(scene, "scroll", "0.5,0");
    for (int i = 0; i < 5; i++) {
        int area = 0, count = scene_advance(scene, &rects);

        for (int k = 0; k < count; k++)
            area += rects[k].width * rects[k].height;
        EXPECT_INT(area, ==, WIDTH * HEIGHT);
        EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    }
    scenes_set(scene, "scroll", "0,0");
    EXPECT_INT(scene_advance(scene, &rects), ==, 0);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
    EXPECT_INT(player_set(&scene->player, "scroll", "1e5,0", &error), ==, -1);
}

/* The picture has moved by so many pixels to the right, but not on land. */
static void check_land(Scene *scene, int moved_by)
{
    const uint8_t *mask = ripple_mask(scene->player.pool);
    int width = scene->frame.width, height = scene->frame.height;
    RipplePixels moved = water_blank(width, height);
    RipplePixels floor = water_blank(width, height);
    int columns, rows;

    ripple_cells(scene->player.pool, &columns, &rows);
    for (int i = 0; i < width * height; i++) {
        int x = i % width, y = i / width;
        int cell = cell_of_pixel(y, height, rows) * columns +
                   cell_of_pixel(x, width, columns);

        moved.pixels[i] = picture_unique_colour(
            mask[cell] == 0 ? x : turn_into(x - moved_by, width), y);
    }
    EXPECT_OK(ripple_lay_floor(scene->player.pool, &moved, &floor, NULL));
    water_check_pixels(&scene->frame, &floor);
}

TEST(scroll, land_does_not_scroll)
{
    Scene *scene = open_scene("50,0", "");

    for (int step = 1; step <= 20; step++) {
        if (step == 4)
            paint(scene, (Stroke){30, 15, 40, 20}, 5, 1);
        scene_step(scene);
        if (step == 9) /* when it has moved already */
            paint(scene, (Stroke){10, 10, 12, 12}, 2, 1);
        scene_render(scene, NULL);
        EXPECT_INT(ripple_mask(scene->player.pool) != NULL, ==, step >= 4);
        if (step < 4)
            continue;
        check_land(scene, step);
        EXPECT_INT(scenes_depth(scene, 35, 17), ==, 0);
        EXPECT_INT(scenes_depth(scene, 11, 11) == 0, ==, step >= 9);
    }
}

TEST(scroll, stopped_picture_takes_land)
{
    Scene *scene = open_scene("50,0", "");

    scenes_step(scene, 7);
    scenes_set(scene, "scroll", "0,0");
    check_frame(scene, 7 * 256, 0);
    paint(scene, (Stroke){30, 15, 40, 20}, 14, 1);
    scene_render(scene, NULL);
    EXPECT(scenes_pixel(scene, 35, 17) == picture_unique_colour(35, 17));
    EXPECT_INT(scene_calm_steps(scene, 9), ==, 9);
    paint(scene, (Stroke){30, 15, 40, 20}, 50, 0);
    check_frame(scene, 7 * 256, 0);
}

/* In another size the same part of the picture is at the same place. */
TEST(scroll, scrolling_follows_the_size)
{
    Scene *scene = open_scene("50,25", "");

    scenes_step(scene, 22);
    EXPECT_INT(scene_resize(scene, 2 * WIDTH, 2 * HEIGHT, &error), ==, 0);
    EXPECT_INT(scene->bed.scrolling.x, ==,
               (int64_t)44 * SCROLLING_UNITS * RATE);
    EXPECT_INT(scene->bed.scrolling.y, ==,
               (int64_t)22 * SCROLLING_UNITS * RATE);
    scene_render(scene, NULL);
    EXPECT_INT(scene_resize(scene, 1, 1, &error), ==, 0);
    scenes_advance(scene, 22);
}

/* The colour of the next picture. */
#define NEXT 0xff80c0ff

/* A surface for a picture that owns it. */
static SDL_Surface *give_plain(uint32_t colour)
{
    SDL_Surface *surface = picture_surface(WIDTH, HEIGHT);

    SDL_FillRect(surface, NULL, colour);
    return surface;
}

/* A scene that changes to the next picture. */
static Scene *open_transition(int x, int y, int steps)
{
    Scene *scene = open_scene("0,0", "");
    Bed *bed = &scene->bed;

    bed->next = (Picture){.source = give_plain(NEXT)};
    EXPECT_OK(picture_fit(&bed->next, WIDTH, HEIGHT, FIT_COVER, 0));
    bed->transition = (Transition){x, y, 0, steps};
    return scene;
}

/* The picture after so many steps. */
static const RipplePixels *draw_after(Scene *scene, int steps)
{
    scenes_step(scene, steps);
    bed_draw(&scene->bed);
    return bed_pixels(&scene->bed);
}

/* How far a colour is from the next picture, over all channels. */
static int find_distance(uint32_t colour)
{
    int sum = 0;

    for (int shift = 0; shift < 24; shift += 8)
        sum += abs((int)(colour >> shift & 255) - (int)(NEXT >> shift & 255));
    return sum;
}

static int find_old_distance(int i)
{
    return find_distance(picture_unique_colour(i % WIDTH, i / WIDTH));
}

TEST_CASE(bed, transition, .timeout_s = 4);

/* From the old picture to the new one: no pixel goes back, and those near the
   stone change first. */
TEST_LOOP(transition, transitions_go_outwards_from_old_to_new, 3)
{
    static const int plans[][3] = {{10, 10, 60}, {60, 36, 7}, {30, 20, 1}};
    const int *plan = plans[_i];
    int stone = plan[1] * WIDTH + plan[0];
    Scene *scene = open_transition(plan[0], plan[1], plan[2]);
    const RipplePixels *drawn;
    enum { LAST = WIDTH * HEIGHT - 1 };
    int far[LAST + 1];

    scene->bed.is_stale = 1;
    drawn = draw_after(scene, 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        EXPECT(drawn->pixels[i] == picture_unique_colour(i % WIDTH, i / WIDTH));
        far[i] = find_old_distance(i);
    }
    for (int step = 1; step <= plan[2]; step++) {
        EXPECT(bed_in_transition(&scene->bed));
        drawn = draw_after(scene, 1);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int now = find_distance(drawn->pixels[i]);

            EXPECT_INT(now, <=, far[i]);
            EXPECT(step < plan[2] || now == 0);
            far[i] = now;
        }
        EXPECT_INT(far[stone], <=, find_old_distance(stone));
        if (step == 24) /* there it is the new one, in a corner the old one */
            EXPECT(far[stone] == 0 && far[LAST] == find_old_distance(LAST));
    }
    EXPECT(!bed_in_transition(&scene->bed));
    EXPECT(drawn == &scene->bed.now.fitted);
    draw_after(scene, 1);
    EXPECT(!scene->bed.is_stale);
}

/* No jump from pixel to pixel or from frame to frame. */
TEST(transition, transitions_are_smooth)
{
    enum { ACROSS = 640, DOWN = 360, STEPS = 90, MAX_JUMP = 20 };
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
                EXPECT_INT(now - before[y][x], <=, MAX_JUMP);
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

/* A resize fits both pictures again and keeps place and progress. */
TEST(transition, transitions_follow_the_size)
{
    Scene *scene = open_transition(30, 18, 50);
    const uint32_t *pixels;
    Bed none;

    scenes_step(scene, 20);
    EXPECT_FAILS(bed_resize(&none, &scene->bed, 0, 5));
    EXPECT_OK(scene_resize(scene, 3 * WIDTH, 3 * HEIGHT, &error));
    pixels = draw_after(scene, 0)->pixels;
    EXPECT_INT(scene->bed.transition.x, ==, 90);
    EXPECT_INT(scene->bed.transition.step, ==, 20);
    EXPECT(pixels[54 * 3 * WIDTH + 90] == NEXT);
    EXPECT(pixels[0] == picture_unique_colour(0, 0));
}

/* Pictures of one colour, which is the name of the file. */
static const char *const colours[] = {"0000aa.bmp", "00bb00.BMP", "cc0000.bmp",
                                      "ddcc00.bmp", "ee00ee.bmp", ".00000.bmp"};
static const uint32_t shown[] = {0xff0000aa, 0xff00bb00, 0xffcc0000};

/* A path in the folder of the pictures of this test. */
static const char *in_folder(const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "pictures/%s", name);
    return support_path(path);
}

static void add_pictures(int first, int end)
{
    for (int i = first; i < end; i++) {
        uint32_t colour = 0xff000000u | (uint32_t)strtoul(colours[i], NULL, 16);

        EXPECT_OK(SDL_SaveBMP(scenes_plain(WIDTH, HEIGHT, colour),
                              in_folder(colours[i])));
    }
}

static void remove_picture(const char *name)
{
    EXPECT_OK(unlink(in_folder(name)));
}

/* A folder of three pictures. */
static void make_folder(void)
{
    EXPECT_OK(mkdir(support_path("pictures"), 0777));
    add_pictures(0, COUNT(shown));
}

/* Scenes end before their pictures go. */
static void remove_folder(void)
{
    support_release();
    folder_remove(support_path("pictures"));
}

/* Reads a folder whose first picture has this colour. */
static Folder *read_folder(uint32_t colour)
{
    Folder *folder;
    Picture first;

    EXPECT_OK(folder_read(&first, &folder, support_path("pictures"),
                          &(FolderOrder){.use = FILM_LOOPED}, NULL, &error));
    ck_assert_ptr_nonnull(folder);
    EXPECT(*(const uint32_t *)first.source->pixels == colour);
    picture_clear(&first);
    return folder;
}

static void expect_next(Folder *folder, uint32_t colour)
{
    Picture picture;

    folder_prepare(folder, 1, 20, 10, FIT_COVER, 0);
    EXPECT_INT(folder_take(folder, &picture), ==, 0);
    EXPECT(*(const uint32_t *)picture.source->pixels == colour);
    EXPECT_INT(picture.fitted.width, ==, 20);
    EXPECT(picture.fitted.pixels[199] == colour);
    picture_clear(&picture);
}

TEST_CASE(bed, folder, .timeout_s = 20, .set_up = make_folder,
          .tear_down = remove_folder);

/* Opens the folder in an order and gives the names of the first pictures. */
static void list_shown(char (*names)[32], int count, FolderOrder order)
{
    Folder *folder;
    Picture picture;

    EXPECT_OK(folder_read(&picture, &folder, support_path("pictures"), &order,
                          NULL, &error));
    for (int i = 0; i < count; i++) {
        snprintf(names[i], sizeof *names, "%s", folder_name(folder));
        picture_clear(&picture);
        folder_prepare(folder, 1, 20, 10, FIT_COVER, 0);
        if (i + 1 < count)
            EXPECT_OK(folder_take(folder, &picture));
    }
    folder_close(folder);
}

/* Each round has all of them once, and begins with another than the last. */
TEST(folder, shuffled)
{
    static char names[30][32], again[30][32], others[30][32];
    int orders = 0;

    list_shown(names, COUNT(names), (FolderOrder){FILM_LOOPED, 1, 5, 0});
    list_shown(again, COUNT(again), (FolderOrder){FILM_LOOPED, 1, 5, 0});
    list_shown(others, COUNT(others), (FolderOrder){FILM_LOOPED, 1, 6, 0});
    EXPECT_OK(memcmp(names, again, sizeof names));
    EXPECT(memcmp(names, others, sizeof names) != 0);
    for (int i = 1; i < COUNT(names); i++) {
        EXPECT(strcmp(names[i], names[i - 1]) != 0);
        EXPECT(i % 3 != 2 || strcmp(names[i], names[i - 2]) != 0);
        orders += i % 3 == 0 && strcmp(names[i], names[i - 3]) != 0;
    }
    EXPECT(orders > 0);
}

/* A run that remembers begins where the one before ended. */
TEST_LOOP(folder, remembers, 2)
{
    static char names[11][32], parts[11][32];
    FolderOrder order = {FILM_LOOPED, _i, 7, 1};

    EXPECT_OK(setenv("XDG_STATE_HOME", support_path(_i ? "b" : "a"), 1));
    list_shown(parts, 4, order);
    list_shown(parts + 4, 1, order);
    list_shown(parts + 5, 6, order);
    order.remembers = 0;
    list_shown(names, COUNT(names), order);
    EXPECT_OK(memcmp(names, parts, sizeof names));
}

/* Each comes after the one before it. */
static const char *const names[] = {
    "1.png",      "2.png",     "10.png",     "a/2.jfif",     "a/010.PNG",
    "a.png",      "apple.png", "apple2.png", "apple10b.png", "apple10c.png",
    "holiday 9",  "holiday10", "IMG_2.JPG",  "img_10.jpg",   "IMG_0100.jpg",
    "img_100000", "Zebra.png", "zebra.png",
};

TEST(folder, order_of_people)
{
    for (int i = 0; i < COUNT(names); i++) {
        for (int j = 0; j < COUNT(names); j++) {
            int by = folder_compare(names[i], names[j]);

            ck_assert_msg((by > 0) - (by < 0) == (i > j) - (i < j), "%s, %s",
                          names[i], names[j]);
        }
    }
}

/* What is in a folder, in its order, and what is not found. */
TEST(folder, files_of_a_folder)
{
    static const char *const found[] = {
        "0000aa.bmp", "00bb00.BMP", "a.jfif",     "b.JIF", "c.pjpeg",
        "cc0000.bmp", "d/1.Jpeg",   "d/e/2.webm", "f.pjp"};
    static const char *const others[] = {"readme.txt", ".x.png", "d/.png",
                                         "png", "x.png.part"};
    FolderFiles files = {.count = 0};

    EXPECT_OK(mkdir(in_folder("d"), 0777));
    EXPECT_OK(mkdir(in_folder("d/e"), 0777));
    EXPECT_OK(mkdir(in_folder("d/.hidden"), 0777));
    EXPECT_OK(symlink("..", in_folder("d/up")));
    for (int i = 0; i < COUNT(found) + COUNT(others); i++) {
        char name[32];

        snprintf(name, sizeof name, "pictures/%s",
                 i < COUNT(found) ? found[i] : others[i - COUNT(found)]);
        support_write(name, "");
    }
    support_write("pictures/d/.hidden/3.png", "");
    EXPECT_OK(folder_list(&files, support_path("pictures")));
    EXPECT_INT(files.count, ==, COUNT(found));
    for (int i = 0; i < COUNT(found); i++)
        ck_assert_str_eq(files.names[i], found[i]);
    folder_free_list(&files);
    EXPECT_INT(folder_list(&files, support_path("nowhere")), ==, -1);
}

/* Sorted by name, without other files, listed again after each round. */
TEST(folder, pictures_are_in_order)
{
    static const uint32_t later[] = {0xffddcc00, 0xffee00ee, 0,
                                     0xff00bb00, 0xffcc0000, 0xffee00ee,
                                     0xff00bb00};
    Folder *folder;

    add_pictures(COUNT(shown), COUNT(colours));
    support_write("pictures/000000.txt", "not a picture");
    support_write("pictures/README", "nor this");
    EXPECT_INT(mkdir(in_folder("000000.bmp"), 0777), ==, 0);
    folder = read_folder(shown[0]);
    expect_next(folder, shown[1]);
    expect_next(folder, shown[2]);
    remove_picture("0000aa.bmp");
    for (int i = 0; i < COUNT(later); i++) {
        if (later[i] == 0)
            remove_picture("ddcc00.bmp");
        else
            expect_next(folder, later[i]);
    }
    folder_prepare(folder, 1, 20, 10, FIT_COVER, 0);
    folder_close(folder);
}

/* A scene with the folder of the folder. */
static Scene *open_pictures(uint64_t interval, int is_live)
{
    SceneOptions options = scenes_options("classic", WIDTH, HEIGHT);
    Picture picture;
    Scene *scene;

    options.rate = 20;
    options.threads = 1;
    options.settings.rain = 0;
    options.interval = interval;
    options.is_live = is_live;
    EXPECT_OK(folder_read(&picture, &options.folder, support_path("pictures"),
                          &(FolderOrder){.use = FILM_LIVE}, NULL, &error));
    scene = scenes_create(&options, picture.source);
    picture_clear(&picture);
    return scene;
}

static int is_plain(const Scene *scene, uint32_t colour)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        if (scene->frame.pixels[i] != colour)
            return 0;
    }
    return 1;
}

/* Frame by frame: of 40 steps, 20 a second, the transition takes 30. */
TEST(folder, pictures_change_by_step)
{
    Scene *scene = open_pictures(40, 0);

    for (int step = 1; step <= 400; step++) {
        int number = step / 40, place = step % 40;
        uint32_t old = shown[(number + 2) % 3], new = shown[number % 3];

        scene_advance(scene, NULL);
        if (step <= 40)
            old = new = shown[0];
        if (place == 0)
            EXPECT(is_plain(scene, step == 40 ? shown[0] : old));
        else if (place >= 30 || step < 40)
            EXPECT(is_plain(scene, new));
        else if (place >= 2)
            EXPECT(!is_plain(scene, old) && !is_plain(scene, new));
        EXPECT_INT(bed_in_transition(&scene->bed), ==,
                   step > 40 && place >= 1 && place < 30);
    }
    EXPECT(!ripple_is_calm(scene->player.pool));
}

/* Calm steps end when a picture is due, and there are none in a transition. At
   an interval of one step each picture shows for one step. */
TEST(folder, pictures_wake_calm_water)
{
    Scene *scene = open_pictures(100, 0);

    EXPECT_INT(scene_calm_steps(scene, 600), ==, 100);
    scene->player.step += 100;
    EXPECT_INT(scene_calm_steps(scene, 600), ==, 0);
    scene_step(scene);
    EXPECT(bed_in_transition(&scene->bed));
    ripple_clear(scene->player.pool);
    EXPECT_INT(scene_calm_steps(scene, 600), ==, 0);
    scenes_advance(scene, 29);
    while (!folder_is_ready(scene->bed.folder))
        SDL_Delay(1);
    remove_picture("cc0000.bmp"); /* it has been read */
    scenes_advance(scene, 130);
    EXPECT(is_plain(scene, shown[2]));

    add_pictures(2, 3);
    scene = open_pictures(1, 0);
    for (int step = 0; step < 7; step++) {
        scene_advance(scene, NULL);
        EXPECT(is_plain(scene, shown[step % 3]));
    }
}

/* A live scene draws the same frames, if its pictures are ready in time. */
TEST(folder, pictures_are_the_same_live)
{
    Scene *waiting = open_pictures(12, 0), *live = open_pictures(12, 1);

    scenes_set(live, "scroll", "5,3");
    scenes_set(waiting, "scroll", "5,3");
    for (int step = 0; step < 100; step++) {
        while (!folder_is_ready(live->bed.folder))
            SDL_Delay(1);
        scene_advance(waiting, NULL);
        scene_advance(live, NULL);
        ck_assert_uint_eq(crc_frame(&waiting->frame), crc_frame(&live->frame));
    }
    EXPECT_INT(scene_resize(live, 30, 20, &error), ==, 0);
    scenes_advance(live, 20);
    EXPECT_INT(live->frame.width, ==, 30);
}

TEST(folder, pictures_end_with_another_picture)
{
    SDL_Surface *other = scenes_plain(WIDTH, HEIGHT, 0xff112233);
    Scene *scene = open_pictures(10, 0);

    scenes_advance(scene, 15);
    EXPECT(bed_in_transition(&scene->bed));
    scenes_show(scene, other);
    for (int step = 0; step < 25; step++) {
        scene_advance(scene, NULL);
        EXPECT(is_plain(scene, 0xff112233));
    }
}
