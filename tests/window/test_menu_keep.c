/* SPDX-License-Identifier: MIT */
/* What the menu keeps in ripple.conf, goes back to, and finds in the folders of
   the user. The language is that of menu_stage.h. */
#include "menu_stage.h"
#include "stage.h"

#include "media/folder.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "../process.h"
#include "../support.h"
#include "../test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST_CASE(window, keep, .timeout_s = 20, .set_up = menu_leave_home,
          .tear_down = stage_close);

static void make_folder(const char *name)
{
    EXPECT(mkdir(support_path(name), 0700) == 0 || errno == EEXIST);
}

/* A folder of settings, with this file. */
static void write_conf(const char *text)
{
    make_folder("conf");
    make_folder("conf/ripple");
    support_write("conf/ripple/ripple.conf", text);
    setenv("XDG_CONFIG_HOME", support_path("conf"), 1);
}

/* A home of the user with a folder of pictures. */
static void make_home(void)
{
    make_folder("home");
    make_folder("home/Pictures");
    setenv("HOME", support_path("home"), 1);
}

static void expect_conf(const char *text)
{
    ck_assert_str_eq(
        support_load(support_path("conf/ripple/ripple.conf"), NULL), text);
}

#define KEEP "choose keep_settings; key Return; now; mentions kept in "

/* The preset and what has changed, since the start and since it was kept. */
TEST(keep, keep_changes)
{
    write_conf("# mine\nlight 20\nthreads 1\nmask builtin:lens\n");
    menu_play("open pond --size 400x300; key Tab; choose sky; key Right;" KEEP);
    expect_conf("# mine\nlight 20\nthreads 1\nmask builtin:lens\n"
                "preset pond\nsky 65\n");
    menu_play("choose light; value 20_%%; key Right; choose speed; key Right;"
              "choose frame_limit; key Left; choose stone_size; key Right;" KEEP
              "; mentions not the stone size");
    expect_conf("# mine\nthreads 1\nmask builtin:lens\nsky 65\npreset pond\n"
                "light 25\nrate 75\nmax-fps 1000\n");
    menu_play("choose light; key Left; choose speed; key Left;"
              "choose frame_limit; key Right;" KEEP);
    expect_conf("# mine\nthreads 1\nmask builtin:lens\nsky 65\npreset pond\n"
                "light 20\nrate 60\n");
}

/* The camera is kept as it stands, and gone back from with the rest. */
TEST(keep, keep_camera)
{
    write_conf("light 20\n");
    menu_play("open pond --size 400x300 --view perspective; key Right; turn;"
              "key Up; turn; key Tab;" KEEP);
    expect_conf("light 20\npreset pond\ncamera 23,42,0.7\n");
    menu_play("choose reset_to_pond; key Return; now; yaw == 20; pitch == 40;"
              "key Return; now; yaw == 23; pitch == 42;"
              "key Escape; turn; key Home; turn 40; yaw == 20");
}

/* View and camera are kept, and the next run begins there: Home, too, brings
   the camera back there. */
TEST(keep, keep_view)
{
    Options options;
    Error error;

    write_conf("");
    menu_play("open pond --size 400x300; key 5; key Left; key Up; turn;"
              "key PageUp; turn 40; key Tab; choose pitch; key Right;" KEEP);
    expect_conf("preset pond\ncamera 17,43,0.609\nview perspective\n");
    EXPECT_OK(process_parse(&options, "", &error));
    EXPECT(options.scene.settings.pool.view == RIPPLE_VIEW_PERSPECTIVE);
    EXPECT(options.scene.settings.camera.yaw == 17);
    EXPECT(options.scene.settings.camera.pitch == 43);
    EXPECT(options.scene.settings.camera.distance == 0.609);
    config_clear(&options.config);
}

/* Reset takes Home along, and so does its end. */
TEST(keep, reset_home)
{
    menu_play("open pond --size 400x300 --view perspective --camera 9,20,2;"
              "key Right; turn 40; yaw == 12; key Tab; choose reset_to_pond;"
              "key Return; now; view-water == 1; yaw == 20; key 5; now;"
              "key Tab; key Right; turn; key Home; turn 40; yaw == 20;"
              "key Tab; choose view; key Right; now; choose undo_reset;"
              "key Return; now; view-perspective == 1; yaw == 12; key Tab;"
              "key Home; turn 40; yaw == 9; distance == 2");
}

/* Another preset sets all anew; the next run is as this one. */
TEST(keep, keep_another_preset)
{
    Options options;
    Error error;

    write_conf("light 20\nthreads 1\nmask builtin:lens\nwarm-up 3\n");
    menu_play("open pond --size 400x300; key Tab; choose preset; key Right;"
              "choose light; value 70_%%; key Right; choose more; key Right;"
              "choose edges; key Right;" KEEP);
    expect_conf("threads 1\nwarm-up 3\npreset storm\nlight 75\nedges mirror\n");
    EXPECT_OK(process_parse(&options, "", &error));
    EXPECT_INT(options.scene.settings.pool.damping, ==, 5);
    EXPECT(options.scene.settings.rain > 5);
    ck_assert_str_eq(options.scene.settings.mask, "");
    config_clear(&options.config);
}

/* Keys change settings too. */
TEST(keep, keep_what_keys_have_changed)
{
    write_conf("");
    menu_play("open pond --size 400x300; key L; key =; now; key Tab;" KEEP);
    expect_conf("preset pond\ndamping 7\nlight 80\n");
}

/* A file that cannot be written, or would be no valid one, stays as it is. */
TEST(keep, keep_says_why_not)
{
    menu_play("open pond --size 400x300; key Tab; choose keep_settings;"
              "key Return; now;"
              "says ripple.conf: HOME names no folder that it could be in");
    support_write("file", "");
    setenv("XDG_CONFIG_HOME", support_path("file"), 1);
    menu_play("key Return; now; mentions Not a directory");
    write_conf("nonsense 3\n");
    menu_play("key Return; now; mentions :1: --nonsense: no such option");
    expect_conf("nonsense 3\n");
}

/* Reset and its end, and what makes it one again. */
TEST(keep, reset)
{
    menu_play(
        "open pond --size 400x300; key Tab; choose light; key Right;"
        "choose speed; key Right; choose frame_limit; key Left;"
        "choose stone_size; key Right; set mask builtin:lens; turn;"
        "has-mask == 1; choose reset_to_pond; key Return; now; row undo_reset;"
        "stone-size == 1; rain == 0.6; has-mask == 0; choose light; value "
        "70_%%;"
        "choose speed; value 60/s; choose frame_limit; value none;"
        "choose undo_reset; key Return; now; row reset_to_pond;"
        "stone-size == 1.2; rain == 0; has-mask == 1; choose light; value "
        "75_%%;"
        "choose speed; value 75/s; choose frame_limit; value 1000/s");
    menu_play("choose reset_to_pond; key Return; now; row undo_reset;"
              "choose sky; key Right; choose reset_to_pond; key Return; now;"
              "choose sky; value 60_%%; choose undo_reset; key Return; now;"
              "choose sky; value 65_%%; choose light; value 70_%%");
}

/* A mask that has gone cannot come back. */
TEST(keep, reset_that_fails)
{
    menu_play("picture-file map.bmp 0; open pond --size 400x300; key Tab; now");
    EXPECT_OK(player_set(&stage.scene->player, "mask", support_path("map.bmp"),
                         &stage.error));
    menu_play("turn; has-mask == 1; choose light; key Right;"
              "choose reset_to_pond; key Return; now; has-mask == 0");
    EXPECT_INT(remove(support_path("map.bmp")), ==, 0);
    menu_play(
        "row undo_reset; key Return; now; mentions map.bmp; has-mask == 0;"
        "choose light; value 70_%%");
}

/* All frames of a film, three or more of this size, are the same. */
static void expect_still_film(const char *name, size_t frame_size)
{
    size_t size, head;
    const char *film = support_load(name, &size);

    head = strcspn(film, "\n") + 1;
    EXPECT(size >= head + 3 * frame_size);
    for (size_t at = head; at < size; at += frame_size)
        ck_assert_mem_eq(film + head, film + at, frame_size);
}

/* The rate of a film is that of its first frame, and it does not show the
   menu. */
TEST(keep, no_other_speed_in_a_film)
{
    make_folder("film");
    EXPECT_INT(chdir(support_path("film")), ==, 0);
    setenv("PATH", ".", 1);
    menu_play(
        "open classic --size 400x300; quiet; key F9; turn; recording == 1;"
        "turn 3; key Tab; turn 3; has-row stop_the_film 1; choose speed; "
        "key Right; now;"
        "says speed: cannot change in a recording; value 60/s;"
        "choose reset_to_classic; key Return; now; turn;"
        "key Tab; key F9; turn; await-film");
    expect_still_film("ripple-0001.y4m", strlen("FRAME\n") + 400 * 300 * 3 / 2);
}

/* The row of the picture goes through the user's folder, where each picture
   stays, and a bed takes its place. */
TEST(keep, pictures_of_the_user)
{
    const char *path;
    char line[512];

    write_conf("picture-from screen\npicture old.png\n");
    make_home();
    menu_play(
        "picture-file home/Pictures/a.bmp 0xff803020;"
        "picture-file home/Pictures/b.bmp 0xff208030;"
        "open pond --no-config --light 0 --sky 0 --size 400x300; key Tab;"
        "choose pictures; value none; key Right; turn; pixel == 0xff803020;"
        "value a.bmp; turn 300; value a.bmp; transition == 0;"
        "key Left; turn; await-picture; turn; await-picture; turn 3;"
        "transition == 1; value b.bmp;"
        "turn 100; transition == 0;" KEEP);
    path = support_path("home/Pictures/b.bmp");
    snprintf(line, sizeof line,
             "picture-from screen\npreset pond\npicture %s\n", path);
    expect_conf(line);
    menu_play(KEEP "; choose bed; key Right; turn; transition == 0;"
                   "choose pictures; value none;" KEEP);
    expect_conf("preset pond\nbed tiles\n");
}

TEST(keep, pictures_of_a_folder)
{
    menu_play("folder shown; picture-file shown/0.bmp 0xff803020;"
              "picture-file shown/1.bmp 0xff208030;"
              "open pond --light 0 --sky 0 --size 400x300; drop shown; turn;"
              "key Tab; choose pictures; value 0.bmp; key Right; await-picture;"
              "turn 3; value 1.bmp; quiet; choose bed; key Right;"
              "now; row bed; value tiles; has-row pictures 0");
}

static void expect_folder(const char *name)
{
    char *found = folder_find_usual();

    if (name == NULL)
        ck_assert_ptr_null(found);
    else
        ck_assert_pstr_eq(found, support_path(name));
    free(found);
}

/* Where the pictures of a user are. */
TEST(keep, folder_of_the_user)
{
    static const struct {
        const char *dirs, *folder;
    } cases[] = {
        {NULL, "home/Pictures"},
        {"# none\nXDG_MUSIC_DIR=\"$HOME/Bilder\"\n", "home/Pictures"},
        {"# some\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n", "home/Bilder"},
        {"XDG_PICTURES_DIR=\"$HOME/\"\n", "home/Pictures"},
        {"XDG_PICTURES_DIR=\"Bilder\"\n", "home/Pictures"},
        {"XDG_PICTURES_DIR=\"/nowhere\"\n", NULL},
        {"XDG_PICTURES_DIR=\"$HOME/empty\"", NULL},
    };

    write_conf("");
    make_home();
    make_folder("home/Bilder");
    make_folder("home/empty");
    support_write("home/Pictures/a.png", "");
    support_write("home/Bilder/a.png", "");
    support_write("home/empty/.a.png", "");
    support_write("home/empty/text", "");
    for (int i = 0; i < COUNT(cases); i++) {
        if (cases[i].dirs != NULL)
            support_write("conf/user-dirs.dirs", cases[i].dirs);
        expect_folder(cases[i].folder);
    }
    setenv("XDG_PICTURES_DIR", support_path("home/Bilder"), 1);
    support_write("conf/user-dirs.dirs", "");
    expect_folder("home/Bilder");
}
