/* SPDX-License-Identifier: MIT */
/*
 * What the menu keeps in ripple.conf, goes back to, and finds in the folders of
 * the user. These statements come to those of stage.h; '|' ends a line:
 *
 *     conf TEXT          ripple.conf is this text
 *     keep TEXT          the menu keeps the settings, and it is that then
 *     conf-is TEXT       it is still that
 */
#include "stage.h"

#include "media/folder.h"
#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

TEST_CASE(window, keep, .timeout_s = 20, .set_up = stage_leave_home,
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

static void run(const Words *words)
{
    char text[256];

    snprintf(text, sizeof text, "%s", verbs_text(words, 1));
    for (char *end; (end = strchr(text, '|')) != NULL;)
        *end = '\n';
    if (verbs_is(words, 0, "keep"))
        stage_play("choose keep_settings; key Return; now; mentions kept in ");
    if (verbs_is(words, 0, "conf"))
        write_conf(text);
    else if (verbs_is(words, 0, "keep") || verbs_is(words, 0, "conf-is"))
        expect_conf(text);
    else
        stage_run(words);
}

#define play(...) verbs_play(run, __VA_ARGS__)

static const char *const rows[] = {
    /* The preset and what has changed, since the start and since it was
       kept. */
    "conf # mine|light 20|threads 1|mask builtin:lens|;"
    "open pond --size 400x300; key Tab; choose sky; key Right;"
    "keep # mine|light 20|threads 1|mask builtin:lens|preset pond|sky 65|;"
    "choose light; value 20_%; key Right; choose speed; key Right;"
    "choose frame_limit; key Left; choose stone_size; key Right;"
    "keep # mine|threads 1|mask builtin:lens|sky 65|preset pond|light 25|rate "
    "75|max-fps 1000|; mentions not the stone size; choose light; key Left;"
    "choose speed; key Left; choose frame_limit; key Right;"
    "keep # mine|threads 1|mask builtin:lens|sky 65|preset pond|light 20|rate "
    "60|",
    /* The camera is kept as it stands, and gone back from with the rest. */
    "conf light 20|; open pond --size 400x300 --view perspective; key Right;"
    "turn; key Up; turn; key Tab; keep light 20|preset pond|camera 23,42,0.7|;"
    "choose reset_to_pond; key Return; now; yaw == 20; pitch == 40; key Return;"
    "now; yaw == 23; pitch == 42; key Escape; turn; key Home; turn 24;"
    "yaw == 20",
    /* View and camera are kept, and the next run begins there: Home, too,
       brings the camera back there. */
    "conf ; open pond --size 400x300; key 5; key Left; key Up; turn;"
    "key PageUp; turn 24; key Tab; choose pitch; key Right;"
    "keep preset pond|camera 17,43,0.609|view perspective|;"
    "open pond --size 400x300; view perspective; yaw == 17; pitch == 43;"
    "distance == 0.609; key Left; key Up; turn 24; yaw == 14; key Home;"
    "turn 24; yaw == 17; pitch == 43",
    /* Reset takes Home along, and so does its end. */
    "open pond --size 400x300 --view perspective --camera 9,20,2; key Right;"
    "turn 24; yaw == 12; key Tab; choose reset_to_pond; key Return; now;"
    "view water; yaw == 20; key 5; now; key Tab; key Right; turn; key Home;"
    "turn 24; yaw == 20; key Tab; choose view; key Right; now;"
    "choose undo_reset; key Return; now; view perspective; yaw == 12; key Tab;"
    "key Home; turn 24; yaw == 9; distance == 2",
    /* A file that cannot be written, or would be no valid one, stays as it
       is. */
    "open pond --size 400x300; key Tab; choose keep_settings; key Return; now;"
    "says ripple.conf: HOME names no folder that it could be in;"
    "write @file no; environment XDG_CONFIG_HOME @file; key Return; now;"
    "mentions Not a directory; conf nonsense 3|; key Return; now;"
    "mentions :1: --nonsense: no such option; conf-is nonsense 3|",
    /* Another preset sets all anew. */
    "conf light 20|threads 1|mask builtin:lens|warm-up 3|;"
    "open pond --size 400x300; key Tab; choose preset; key Right;"
    "choose light; value 70_%; key Right; choose more; key Right;"
    "choose edges; key Right;"
    "keep threads 1|warm-up 3|preset storm|light 75|edges mirror|",
    /* Reset and its end, and what makes it one again. */
    "open pond --size 400x300; key Tab; choose light; key Right; choose speed;"
    "key Right; choose frame_limit; key Left; choose stone_size; key Right;"
    "set mask builtin:lens; turn; has-mask == 1; choose reset_to_pond;"
    "key Return; now; row undo_reset; stone-size == 1; rain == 0.6;"
    "has-mask == 0; choose light; value 70_%; choose speed; value 60/s;"
    "choose frame_limit; value none; choose undo_reset; key Return; now;"
    "row reset_to_pond; stone-size == 1.2; rain == 0; has-mask == 1;"
    "choose light; value 75_%; choose speed; value 75/s; choose frame_limit;"
    "value 1000/s; choose reset_to_pond; key Return; now; row undo_reset;"
    "choose sky; key Right; choose reset_to_pond; key Return; now; choose sky;"
    "value 60_%; choose undo_reset; key Return; now; choose sky; value 65_%;"
    "choose light; value 70_%",
    /* A mask that has gone cannot come back. */
    "picture-file map.bmp 0; open pond --size 400x300; key Tab; now;"
    "set mask @map.bmp; turn; has-mask == 1; choose light; key Right;"
    "choose reset_to_pond; key Return; now; has-mask == 0; write @map.bmp no;"
    "row undo_reset; key Return; now; mentions map.bmp; has-mask == 0;"
    "choose light; value 70_%",
    "folder shown; picture-file shown/0.bmp 0xff803020;"
    "picture-file shown/1.bmp 0xff208030;"
    "open pond --light 0 --sky 0 --size 400x300; drop shown; turn; key Tab;"
    "choose pictures; value 0.bmp; key Right; await-picture; turn 3;"
    "value 1.bmp; quiet; choose bed; key Right; now; row bed; value tiles;"
    "has-row pictures == 0",
};

TEST_ROWS(keep, rows, run, rows)

/* The row of the picture goes through the user's folder, where each picture
   stays, and a bed takes its place. */
TEST(keep, pictures_of_the_user)
{
    make_home();
    play("conf picture-from screen|picture old.png|;"
         "picture-file home/Pictures/a.bmp 0xff803020;"
         "picture-file home/Pictures/b.bmp 0xff208030;"
         "open pond --no-config --light 0 --sky 0 --size 400x300; key Tab;"
         "choose pictures; value none; key Right; turn; pixel == 0xff803020;"
         "value a.bmp; turn 300; value a.bmp; transition == 0; key Left; turn;"
         "await-picture; turn; await-picture; turn 3; transition == 1;"
         "value b.bmp; turn 100; transition == 0;"
         "keep picture-from screen|preset pond|picture %s|; choose bed;"
         "key Right; turn; transition == 0; choose pictures; value none;"
         "keep preset pond|bed tiles|",
         support_path("home/Pictures/b.bmp"));
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
        {"", "home/Bilder"}, /* XDG_PICTURES_DIR of the environment */
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
        char *found;

        if (cases[i].dirs != NULL)
            support_write("conf/user-dirs.dirs", cases[i].dirs);
        if (i == COUNT(cases) - 1)
            setenv("XDG_PICTURES_DIR", support_path("home/Bilder"), 1);
        found = folder_find_usual();
        ck_assert_pstr_eq(found, cases[i].folder != NULL
                                     ? support_path(cases[i].folder)
                                     : NULL);
        free(found);
    }
}
