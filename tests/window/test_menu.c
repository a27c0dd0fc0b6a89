/* SPDX-License-Identifier: MIT */
/* The menu under SDL's dummy driver: keys, mouse and touch, and what its rows
   change. Most tests are rows of statements; see menu_stage.h. */
#include "menu_stage.h"
#include "stage.h"

#include "base/fixed.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <string.h>

TEST_CASE(window, menu, .timeout_s = 30, .set_up = menu_leave_home,
          .tear_down = stage_close);

static const char *const rows[] = {
    /* Tab opens and closes it, Esc closes it too and then ends the program; its
       place stays. */
    "open pond --size 400x300; turn; menu 0; key Tab; now; menu 1; row preset;"
    "key Down; key Down; now; row bed; key Tab; now; menu 0; key Tab; now;"
    "menu 1; row bed; key Escape; now; menu 0; running == 1; key Tab held;"
    "now; menu 0; key Escape; now; running == 0",
    /* It takes all keys but those of the full screen. */
    "open pond --size 400x300; key Tab; key Q; key C; key P; key N; key H;"
    "key Space held; key Return held; key 4; key R; now; running == 1;"
    "wanted-help == 0; paused == 0; wanted-view-water == 1; rain == 0;"
    "menu 1; key Return alt; turn; fullscreen == 1; menu 1;"
    "key F11; turn; menu 1",
    /* The help makes room for it. */
    "open pond --size 400x300; key F1; now; help == 1; key Tab; now;"
    "help == 0; menu 1",
    /* So does the hint of the first run, which has named it. */
    "state @menu-state -; open pond --size 400x300; first-run; message == 1;"
    "key Tab; now; message == 0; menu 1",
    /* Left and Right change a row within its range, and so do Home and End,
       Enter and held keys; a word follows the last one. */
    "open pond --size 400x300; key Tab; choose damping; value 6; key Right; "
    "now;"
    "value 7; damping == 7; key Left; key Left; now; value 5; damping == 5;"
    "key Right held; now; damping == 6; key End; now; damping == 15; key Right;"
    "now; damping == 15; key Home; now; "
    "says damping: must be a whole number from 1 to 15; damping == 15",
    "open pond --size 400x300; key Tab; choose view; value water; key Left; "
    "now;"
    "value split; view-split == 1; key Return; now; value water; key Space;"
    "now; value heights; key Home; now; value heights",
    "open pond --size 400x300; key Tab; choose light; value 70; key Right; now;"
    "value 75; key End; now; value 100; key Home; now; value 0; key Left; now;"
    "value 0; choose rain; value 0; key Right; now; value 0.1; key Right; now;"
    "value 0.2; key End; now; value 10000; rain == 10000",
    /* Numbers that are no round ones, and refused ones in between. */
    "open pond --size 400x300; key Tab; choose refraction; value 0.0208;"
    "key Right; now; value 0.05; key Left; key Left; now; value 0.01;"
    "choose cell; value auto; key Right; now; value 1; key Right; now; value 2;"
    "key Right; now; value 4; key Right; now; value 8; key Right; now; value 8;"
    "mentions must be; key Left; now; value 4",
    /* Presets: all settings, and what goes on in them. */
    "open pond --size 400x300; key Tab; now; value pond; key Right; now; value "
    "storm;"
    "rain > 5; key Left; key Left; now; value retro; key Left; now;"
    "value classic; key Left; now; value torus; has-mask == 0;"
    "choose reset_to_torus",
    /* Rows that the model does not use are passed, and say so. */
    "open pond --size 800x800; key Tab; choose damping; dim 0; tap loss more;"
    "now; row loss; dim 1; says loss has no effect in this model;"
    "tap loss track; now; value 0.004; choose model; value round; key Left; "
    "key Left;"
    "now;"
    "choose restore; dim 0; key Right; now; value 0.01; tap damping less; now;"
    "dim 1; damping == 6",
    /* What the pixels of 16 bits refuse. */
    "open retro --size 320x240; key Tab; choose light; key Right; now; value 0;"
    "mentions rgb565; choose filter; key Right; now; value nearest;"
    "choose rain; key Right; now; value 0.1",
    /* What a model refuses. */
    "open pond --size 400x300; key Tab; choose model; key Right; now;"
    "value wave; choose viscosity; value 0.2; key End; now; value 0.2;"
    "mentions must be at most",
    /* Speed: steps a second; as much rain falls. */
    "open storm --size 400x300; key Tab; choose speed; value 60; rain == 0;"
    "key Right; now; value 75; note step; wait 1000; now; note step;"
    "repeat 20 {wait 50; now}; step >= noted+70; step <= noted+76;"
    "key Home; now; value 1; note step; repeat 20 {wait 100; now};"
    "step >= noted+1; step <= noted+3; key End; now; value 1000",
    /* The limit of frames. */
    "open storm --rain 50 --size 100x80; key Tab; choose frame_limit; value "
    "none;"
    "key Left; now; value 1000; repeat 12 {key Left}; now; value 50; key Home;"
    "now; value 1; turn; note shown; doze 4000; shown <= noted+5; key End; now;"
    "value none; turn; note shown; doze 1000; shown >= noted+50",
    /* The size of stones, which the wheel changes outside. */
    "open pond --size 800x600; key Tab; choose stone_size; value 100_%;"
    "key Right; now; value 120_%; stone-size == 1.2; key Home; now; value 25_%;"
    "move 790 590; wheel 1; now; stone-size > 0.28; stone-size < 0.29; "
    "value 29_%",
    /* The beds, where there is no other picture. */
    "open pond --size 400x300; key Tab; choose bed; value sand; key Right; now;"
    "value tiles",
    /* Calm water sleeps while nothing changes. */
    "open pond --size 400x300; turn; key Tab; turn 2; note shown; turn 50;"
    "shown == noted; sleep-ms >= 5000; key Down; now; shown == noted+1; turn 5;"
    "shown == noted+1; sleep-ms >= 5000",
    /* Scripts and keys change what it shows. */
    "open pond --size 400x300; key Tab; choose light; set light 30; turn;"
    "value 30",
    /* Sizes and lost devices. */
    "open pond --size 400x300; key Tab; now; size 320 240; turn; menu 1;"
    "key Up; now; row reset_to_pond; reset; turn; menu 1; new-targets; turn;"
    "menu 1; size 20 20; turn; menu 0; key Right; size 3000 2000; turn; menu 1",
    "open retro --size 320x240; key Tab; now; menu 1; size 640 480; turn; menu "
    "1",
    /* The mark follows a moving pointer for two seconds. */
    "open pond --size 400x300; turn; bars 0; move 200 100; now; bars 1;"
    "sleep-ms == 2000; wait 1500; now; bars 1; move 201 100; now; bars 1;"
    "wait 1999; now; bars 1; wait 1; now; bars 0; sleep-ms >= 5000; picture",
    /* A click on it opens the menu and drops no stone; elsewhere it does, and
       so does one where the mark would be. */
    "open pond --size 400x300; turn; move 200 100; now; click 20 20; now;"
    "menu 1; bars 0; turn; calm == 1; move 10 150; now; bars 0",
    "open pond --size 400x300; turn; move 200 100; now; click 60 60; now;"
    "menu 0; turn; calm == 0",
    "open pond --size 400x300; turn; click 20 20; now; menu 0; bars 0; turn;"
    "calm == 0",
    "open pond --size 400x300; turn; finger down 3 0.5 0.5; finger up 3 0.5 "
    "0.5;"
    "now; bars 1; finger down 3 0.06 0.06; finger up 3 0.06 0.06; now; menu 1;"
    "press middle 20 20; release middle 20 20; now; menu 1; tap - close; now;"
    "menu 0; move 50 50; now; bars 1; press right 20 20; now; menu 0;"
    "has-mask == 1",
    /* A screensaver has neither. */
    "saver; open pond --size 400x300; saver; turn; move 20 20; now; bars 0;"
    "click 20 20; key Tab; now; menu 0; running == 1",
    /* The mouse: arrows, tracks, the wheel, and rows under it. */
    "open pond --size 800x800; key Tab; now; hover light label; now; row light;"
    "tap light more; now; value 75; tap light less; tap light less; now;"
    "value 65; wheel 1; now; value 70; wheel -1; wheel -1; now; value 60;"
    "wheel 0; now; value 60; hover sky label; wheel -1; now;"
    "row refraction; wheel 1; now; row sky; tap view more; now; value heights;"
    "tap view less; now; value water; tap - inside; now; row view;"
    "tap sky label; now; row sky; value 60; turn; calm == 1",
    "open pond --size 800x800; key Tab; now; hold light 0; now; value 0;"
    "move 790 790; now; value 100; row light; move 0 0; now; value 0;"
    "release left 0 0; move 790 790; now; value 0; turn; calm == 1",
    "open pond --size 800x800; key Tab; now; touch light track; now; value 0;"
    "touch light more; now; value 5; finger move 7 0.9 0.9; now; value 5; turn;"
    "calm == 1; press left 790 790; turn; calm == 0",
    /* Other buttons do nothing on it. */
    "open pond --size 400x300; key Tab; now; press right 60 100; now;"
    "release right 60 100; press middle 60 100; turn 3; has-mask == 0;"
    "calm == 1",
    /* It is not in pictures and films. */
    "open pond --size 400x300; turn; note crc; key Tab; turn; crc == noted;"
    "move 300 200; turn; crc == noted",
};

TEST_LOOP(menu, rows, COUNT(rows))
{
    menu_play("%s", rows[_i]);
}

/* Makes the model one that uses a setting. */
static void use_model(const RippleSettingInfo *info)
{
    int model = 0;

    while (info->models != 0 && (info->models & 1U << model) == 0)
        model++;
    if (info->models != 0)
        menu_play("set model %s; turn", ripple_model_name((RippleModel)model));
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
        snprintf(label, sizeof label, "%s", info->name);
        for (char *c = label; *c != '\0'; c++)
            *c = *c == '-' ? '_' : *c;
        menu_play("open pond --size 64x48");
        use_model(info);
        menu_play("key Tab; choose %s", label);
        read_setting(info, before);
        menu_play("key Right; now");
        read_setting(info, after);
        if (strcmp(before, after) == 0)
            menu_play("key Left; now");
        read_setting(info, after);
        ck_assert_msg(strcmp(before, after) != 0, "%s stays", info->name);
    }
    EXPECT_INT(count, >=, 20);
}

/* One pool on two displays: the menu opens where the pointer was last, and
   stays there; a click on the other display drops a stone. */
TEST(menu, opens_where_the_pointer_is)
{
    static const Displays two = {2, {{0, 0, 400, 300}, {400, 0, 400, 300}}};

    stage_open("pond", &two);
    menu_play("turn; window 1; move 50 60; now; bars 0; window 0; key Tab; now;"
              "menu-on 1; move 60 100; wheel 1; now; menu-on 1; window 1;"
              "click 60 100; window 0; turn; calm == 1; click 60 100; turn;"
              "calm == 0; key Tab; now; move 50 60; now; bars 1; key Tab; now;"
              "menu-on 0");
}
