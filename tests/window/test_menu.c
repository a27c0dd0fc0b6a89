/* SPDX-License-Identifier: MIT */
/* The menu under SDL's dummy driver: keys, mouse and touch, and what its rows
   change. Most tests are rows of statements; see stage.h. */
#include "stage.h"

#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

TEST_CASE(window, menu, .timeout_s = 30, .set_up = stage_leave_home,
          .tear_down = stage_close);

static const char *const rows[] = {
    /* Tab opens and closes it, Esc closes it too and twice more ends the
       program; its place stays. */
    "open pond --size 400x300; turn; menu == 0; key Tab; now; menu == 1;"
    "row preset; key Down; now; row bed; key Tab; now; menu == 0; key Tab; now;"
    "menu == 1; row bed; key Escape; now; menu == 0; running == 1;"
    "key Tab held; now; menu == 0; key Escape; key Escape; now; running == 0",
    /* Other keys than its own do what they do without it, and it shows that. */
    "open pond --size 400x300; key Tab; key R; now; rain == 1; menu == 1;"
    "key Space held; key Return held; now; menu == 1; paused == 0;"
    "choose rings_last; value 6; key =; now; value 7; key -; key -; now;"
    "value 5; key 4; now; view split; choose preset; key P; now; value storm;"
    "menu == 1; key Return alt; turn; fullscreen == 1; menu == 1; key F; turn;"
    "fullscreen == 0; menu == 1; key H; now; help == 1; menu == 0; key Tab;"
    "now; help == 0; menu == 1; key Q; now; running == 0",
    /* The actions: two columns, which stay in sight while the list scrolls. */
    "open pond --size 896x504; key Tab; now; actions == 10; first == 0; key Up;"
    "now; row take_back_land; key Right; now; row wipe_land; key Right; now;"
    "row take_back_land; key Up; now; row full_screen; key Down; key Down; now;"
    "row preset; key Up; key Right; key Down; now; row preset; key End; now;"
    "key Down; now; row keep_settings; key PageUp; now; key Home; now;"
    "row preset; first == 0; repeat 4 {key PageDown; now}; row more",
    "open pond --size 320x240; key Tab; now; actions == 0; key Up; now;"
    "row wipe_land; rows-below == 0; key Left; now; row wipe_land; key Home;"
    "now; row preset; first == 0; key PageDown; now; row draw;"
    "first == 1",
    /* Light of the clock's hour, or as it was. */
    "open pond --size 896x504; key Tab; now; choose daylight; key Right; now;"
    "value of_the_clock; key Right; now; value off; turn; calm == 1;"
    "environment TZ X-12; key Right; note crc; environment TZ X-0; turn 2;"
    "crc != noted; choose light_from; key Right; now; choose daylight;"
    "value off",
    /* They run the commands of keys. */
    "open pond --size 896x504; key Tab; press right 700 300;"
    "release right 700 300; turn; has-mask == 1; tap take_back_land action;"
    "turn; has-mask == 0; mentions water again; menu == 1; press right 700 300;"
    "release right 700 300; turn; choose wipe_land; key Return; turn;"
    "has-mask == 0; says painted land wiped away; touch full_screen action;"
    "turn; fullscreen == 1; menu == 1; tap back_to_window action; turn;"
    "fullscreen == 0; has-row full_screen == 1; tap all_keys action; now;"
    "help == 1; menu == 0",
    /* Messages are beside it where there is room. */
    "open pond --size 896x504; key Tab; now; key C; now; message-beside == 1;"
    "key Tab; now; message-beside == 0; key Tab; size 400 300; turn; key C;"
    "now; message-beside == 0; menu == 1",
    /* What the left button and fingers draw, until it is chosen anew. */
    "open pond --size 896x504; key Tab; choose draw; value stone; key Right;"
    "now; value land; turn; press left 700 300; release left 700 300; turn;"
    "has-mask == 1; calm == 1; key Right; now; value water; press left 700 300;"
    "release left 700 300; turn; has-mask == 0; key Right; now; value boat;"
    "tool == 3; key Right; now; value stone; key Left; key Left; key Left; now;"
    "value land; finger down 3 0.8 0.5; finger up 3 0.8 0.5; turn;"
    "has-mask == 1; press middle 700 300; release middle 700 300; turn;"
    "has-mask == 1",
    /* The help makes room for it. */
    "open pond --size 400x300; key F1; now; help == 1; key Tab; now; help == 0;"
    "menu == 1",
    /* So does the hint of the first run, which has named it and its mark. */
    "environment XDG_STATE_HOME @menu-state; open pond --size 400x300;"
    "first-run; turn; message == 1; bars == 1; key Tab; now; message == 0;"
    "menu == 1",
    /* Left and Right change a row within its range, and so do Enter and held
       keys; a word follows the last one. */
    "open pond --size 400x300; key Tab; choose rings_last; value 6; key Right;"
    "now; value 7; damping == 7; key Left; key Left; now; value 5;"
    "damping == 5; key Right held; now; damping == 6; hold rings_last 1;"
    "release left 0 0; now; damping == 15; key Right; now; damping == 15;"
    "hold rings_last 0; now; says damping: must be a whole number from 1 to 15;"
    "damping == 15",
    "open pond --size 400x300; key Tab; choose view; value water; key Left;"
    "now; value perspective; view perspective; key Return; now; value water;"
    "key Space; now; value heights",
    "open pond --size 896x504; key Tab; choose light; value 70_%; key Right;"
    "now; value 75_%; tap light 1; now; value 100_%; tap light 0; now;"
    "value 0_%; key Left; now; value 0_%; choose rain; value 0/s; key Right;"
    "now; value 0.1/s; key Right; now; value 0.2/s; tap rain 1; now;"
    "value 60/s; rain == 60; set rain 99; turn; value 99/s; key Right; now;"
    "value 99/s",
    /* Numbers that are no round ones, and refused ones in between. */
    "open pond --size 400x300; key Tab; choose refraction; value 0.021;"
    "key Right; now; value 0.05; key Left; now; value 0.021; key Left; now;"
    "value 0.02; key Right; now; value 0.021; key Right; key Right; now;"
    "value 0.1; choose more; value hidden; key Right; now; value shown;"
    "choose cell; value auto; key Right; now; value 1; key Right; now; value 2;"
    "key Right; now; value 4; key Right; now; value 8; key Right; now; value 8;"
    "mentions must be; key Left; now; value 4",
    /* Presets: all settings, and what goes on in them. */
    "open pond --size 400x300; key Tab; now; value pond; key Right; now;"
    "value storm; rain > 5; key Left; key Left; now; value retro; key Left;"
    "now; value classic; key Left; now; value torus; has-mask == 0;"
    "choose reset_to_torus",
    /* Rows that the model does not use are not there. */
    "open pond --size 800x800; key Tab; choose rings_last; has-row loss == 0;"
    "has-row restore == 0; has-row model == 0; choose more; key Right; now;"
    "set model spring; turn; choose model; value spring; row model;"
    "has-row rings_last == 0; has-row restore == 1; choose restore; key Right;"
    "now; value 0.01; set model round; turn; has-row restore == 0;"
    "choose rings_last; tap rings_last less; now; damping == 5",
    /* What the pixels of 16 bits refuse. */
    "open retro --size 320x240; key Tab; choose light; key Right; now;"
    "value 0_%; mentions rgb565; choose rain; key Right; now; value 0.1/s;"
    "choose more; key Right; now; choose filter; key Right; now; value nearest",
    /* Speed: steps a second; as much rain falls. */
    "open storm --size 896x504; key Tab; choose speed; value 60/s; rain == 0;"
    "key Right; now; value 75/s; note step; wait 1000; now; note step;"
    "repeat 20 {wait 50; now}; step >= noted+70; step <= noted+76; tap speed 0;"
    "now; value 1/s; note step; repeat 20 {wait 100; now}; step >= noted+1;"
    "step <= noted+3; tap speed 1; now; value 1000/s",
    /* The limit of frames. */
    "open storm --rain 50 --size 400x300; key Tab; choose frame_limit;"
    "value none; key Left; now; value 1000/s; repeat 12 {key Left}; now;"
    "value 50/s; repeat 10 {key Left}; now; value 1/s; turn; note shown;"
    "doze 4000; shown <= noted+5; repeat 22 {key Right}; now; value none; turn;"
    "note shown; doze 1000; shown >= noted+50",
    /* The camera, while the view in perspective is shown; it glides. */
    "open pond --size 448x504 --camera -25,14,0.9; key Tab; now;"
    "has-row yaw == 0; has-row pitch == 0; has-row distance == 0; key 5; now;"
    "choose view; value perspective; key Down; now; row yaw; value -25°;"
    "key Right; now; value -20°; yaw < -20; turn 24; yaw == -20; pitch == 14;"
    "key Down; now; row pitch; value 14°; key Right; now; value 15°;"
    "tap pitch 1; turn 24; pitch == 70; tap pitch 0; turn 24; pitch == 3;"
    "yaw == -20; key Down; now; row distance; value 0.9; key Right; now;"
    "value 1; tap distance 1; turn 24; value 4; distance == 4; tap distance 0;"
    "turn 24; distance == 0.2; pitch == 3; choose view; key Right; now;"
    "value water; has-row yaw == 0; has-row distance == 0",
    /* All the way round. */
    "open pond --size 448x504 --view perspective; key Tab; choose yaw;"
    "tap yaw 1; turn 24; value 180°; key Right; turn 24; value -175°;"
    "yaw == -175; key Left; turn 24; value 180°",
    /* What is held has gone: the row in its place stays as it is. */
    "open pond --size 448x504 --view perspective; key Tab; hold yaw 0.5;"
    "turn 24; yaw > -10; yaw < 10; key 1; turn; row speed; value 60/s;"
    "move 9 300; turn; value 60/s; move 800 300; turn; value 60/s",
    /* The size of stones, which the wheel changes outside. */
    "open pond --size 800x600; key Tab; choose stone_size; value 100_%;"
    "key Right; now; value 120_%; stone-size == 1.2; tap stone_size 0; now;"
    "value 25_%; move 790 590; wheel 1; now; stone-size > 0.28;"
    "stone-size < 0.29; value 29_%",
    /* Calm water sleeps while nothing changes. */
    "open pond --size 400x300; turn; key Tab; turn 2; note shown; turn 50;"
    "shown == noted; sleep-ms >= 5000; key Down; now; shown == noted+1; turn 5;"
    "shown == noted+1; sleep-ms >= 5000",
    /* Sizes and lost devices. */
    "open pond --size 400x300; key Tab; now; size 320 240; turn; menu == 1;"
    "key Up; now; row wipe_land; reset; turn; menu == 1; new-targets; turn;"
    "menu == 1; size 20 20; turn; menu == 0; key Right; size 3000 2000; turn;"
    "menu == 1",
    /* The mark follows a moving pointer for two seconds. */
    "open pond --size 400x300; turn; bars == 0; move 200 100; now; bars == 1;"
    "sleep-ms == 2000; wait 1500; now; bars == 1; move 201 100; now; bars == 1;"
    "wait 1999; now; bars == 1; wait 1; now; bars == 0; sleep-ms >= 5000;"
    "picture",
    /* It stays while the mouse rests on it, but not under a finger. */
    "open pond --size 400x300; turn; move 20 20; now; bars == 1;"
    "sleep-ms >= 5000; wait 60000; now; bars == 1; move 200 100; now;"
    "sleep-ms == 2000; wait 1999; now; bars == 1; wait 1; now; bars == 0;"
    "move 20 20; now; wait 60000; now; click 20 20; now; menu == 1; turn;"
    "calm == 1",
    "open pond --size 400x300; turn; move 20 20; now; wait 5000; leave; now;"
    "bars == 1; sleep-ms == 2000; wait 1999; now; bars == 1; wait 1; now;"
    "bars == 0; move 200 100; now; wait 1500; leave; now; sleep-ms == 500;"
    "wait 500; now; bars == 0; leave; now; bars == 0; sleep-ms >= 5000",
    "open pond --size 400x300; turn; finger down 3 0.06 0.06;"
    "finger up 3 0.06 0.06; now; bars == 1; wait 2000; now; bars == 0",
    /* A click on it opens the menu and drops no stone; elsewhere it does, and
       so does one where the mark would be. */
    "open pond --size 400x300; turn; move 200 100; now; click 20 20; now;"
    "menu == 1; bars == 0; turn; calm == 1; move 10 150; now; bars == 0",
    "open pond --size 400x300; turn; move 200 100; now; click 60 60; now;"
    "menu == 0; turn; calm == 0",
    "open pond --size 400x300; turn; finger down 3 0.5 0.5;"
    "finger up 3 0.5 0.5; now; bars == 1; finger down 3 0.06 0.06;"
    "finger up 3 0.06 0.06; now; menu == 1; press middle 20 20;"
    "release middle 20 20; now; menu == 1; tap - close; now; menu == 0;"
    "move 50 50; now; bars == 1; press right 20 20; now; menu == 0;"
    "has-mask == 1",
    /* A screensaver has neither. */
    "saver; open pond --size 400x300; saver; turn; move 20 20; now; bars == 0;"
    "click 20 20; key Tab; now; menu == 0; running == 1",
    /* The mouse: arrows, tracks, and rows under it. */
    "open pond --size 800x900; key Tab; now; hover light label; now; row light;"
    "tap light more; now; value 75_%; tap light less; tap light less; now;"
    "value 65_%; hover sky label; now; row sky; tap view more; now;"
    "value heights; tap view less; now; value water; tap - inside; now;"
    "row view; tap sky label; now; row sky; value 60_%; hover all_keys action;"
    "now; row all_keys; menu == 1; turn; calm == 1",
    "open pond --size 800x800; key Tab; now; hold light 0; now; value 0_%;"
    "move 790 790; now; value 100_%; row light; move 0 0; now; value 0_%;"
    "release left 0 0; move 790 790; now; value 0_%; turn; calm == 1",
    "open pond --size 800x800; key Tab; now; touch light 0; now; value 0_%;"
    "touch light more; now; value 5_%; finger move 7 0.9 0.9; now; value 5_%;"
    "turn; calm == 1; press left 790 790; turn; calm == 0",
    /* The wheel scrolls the list and changes no value, and so does the bar. */
    "open pond --size 896x576; key Tab; hover rain 0; now; row rain; note rain;"
    "wheel -1; now; first == 1; row lightning; wheel -2; now; first == 3;"
    "wheel 1; wheel 0; now; first == 2; wheel 9; now; first == 0; row rain;"
    "wheel -99; now; rows-below == 0; rain == noted; key Home; now; first == 0;"
    "wheel -1; now; first == 1; hover preset label; wheel -99; now;"
    "rows-below == 0",
    "open pond --size 896x504; key Tab; now; tap - bar; now; rows-below == 0;"
    "press left 452 70; now; first == 0; move 452 340; now; rows-below == 0;"
    "move 700 65; now; first == 0; release left 452 70; move 452 340; now;"
    "first == 0; light == 70",
    /* Other buttons do nothing on it. */
    "open pond --size 400x300; key Tab; now; press right 60 100; now;"
    "release right 60 100; press middle 60 100; turn 3; has-mask == 0;"
    "calm == 1",
    /* It is not in pictures and films. */
    "open pond --size 400x300; turn; note crc; key Tab; turn; crc == noted;"
    "move 300 200; turn; crc == noted",
};

TEST_ROWS(menu, rows, stage_run, rows)

/* Makes the model one that uses a setting. */
static void use_model(const RippleSettingInfo *info)
{
    int model = 0;

    while (info->models != 0 && (info->models & 1U << model) == 0)
        model++;
    if (info->models != 0)
        stage_play("set model %s; turn", ripple_model_name((RippleModel)model));
}

static void read_setting(const RippleSettingInfo *info, char text[32])
{
    EXPECT_OK(
        play_settings_get(&stage.scene->player.settings, info->name, text, 32));
}

/* Every setting that its table flags has a row, which changes it. */
TEST(menu, each_setting_has_a_row)
{
    const RippleSettingInfo *info;
    char before[32], after[32], label[32];
    int count = 0;

    for (int i = 0; (info = play_settings_info(i)) != NULL; i++) {
        if ((info->flags & RIPPLE_SETTING_MENU) == 0)
            continue;
        count++;
        snprintf(label, sizeof label, "%s",
                 strcmp(info->name, "damping") == 0 ? "rings last"
                                                    : info->name);
        for (char *c = label; *c != '\0'; c++)
            *c = *c == '-' || *c == ' ' ? '_' : *c;
        stage_play("open pond --size 400x300");
        use_model(info);
        stage_play("key Tab; choose more; key Right; now; choose %s", label);
        read_setting(info, before);
        stage_play("key Right; now");
        read_setting(info, after);
        if (strcmp(before, after) == 0)
            stage_play("key Left; now");
        read_setting(info, after);
        ck_assert_msg(strcmp(before, after) != 0, "%s stays", info->name);
    }
    EXPECT_INT(count, >=, 20);
}

/* The file chooser of the desktop, which may be missing or given up. */
TEST(menu, chooses_a_file)
{
    static const char *const prints[] = {"", "chosen.bmp"};

    setenv("PATH", support_path("."), 1);
    stage_play("picture-file chosen.bmp 0xff803020; open pond --size 400x300;"
               "key Tab; choose picture_...; value drop_a_file_here;"
               "key Return; now; says drop a file on the window; key Tab");
    for (int i = 0; i < COUNT(prints); i++) {
        char script[300];

        snprintf(script, sizeof script, "#!/bin/sh\n[ -z '%s' ] || echo %s\n",
                 prints[i], support_path(prints[i]));
        EXPECT_OK(chmod(support_write("zenity", script), 0777));
        stage_play("key Tab; choose picture_...; value choose; key Return; now;"
                   "repeat 20 {delay 30; turn}; value %s; key Tab",
                   i == 0 ? "choose" : "chosen.bmp");
    }
    stage_play("pixel == 0xff803020; says chosen.bmp");
}

/* One pool on two displays: the menu opens where the pointer was last, and
   stays there; a click on the other display drops a stone. The mark stays while
   the mouse is on it there. */
TEST(menu, opens_where_the_pointer_is)
{
    static const Displays two = {2, {{0, 0, 400, 300}, {400, 0, 400, 300}}};

    stage_open("pond", &two);
    stage_play("turn; window 1; move 50 60; now; bars == 1; window 0;"
               "bars == 0; key Tab; now; menu == 0; window 1; menu == 1;"
               "window 0; move 60 100; wheel 1; now; menu == 0; window 1;"
               "menu == 1; click 60 100; window 0; turn; calm == 1;"
               "click 60 100; turn; calm == 0; key Tab; now; move 50 60; now;"
               "bars == 1; key Tab; now; menu == 1; key Tab; move 20 20;"
               "window 1; leave; now; wait 3000; now; window 0; bars == 1;"
               "leave; now; wait 2000; now; bars == 0");
}
