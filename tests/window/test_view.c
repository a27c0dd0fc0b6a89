/* SPDX-License-Identifier: MIT */
/*
 * The view in perspective in a window: what moves its camera, and that clicks,
 * drags and land are where the frame shows the pool. Rows of statements, see
 * stage.h.
 */
#include "stage.h"

#include "base/fixed.h"
#include "../support.h"
#include "../test.h"

TEST_CASE(window, view, .timeout_s = 60, .tear_down = stage_close);

#define OPEN \
    "open pond --rain 0 --size 320x200 --view perspective --camera 20,30,1;"
#define POOL_MIDDLE "160 100"

static const char *const camera_rows[] = {
    /* A drag draws the pool along: half the width is 90 degrees. */
    OPEN "press right 100 100; move 260 100; turn; yaw == -70; pitch == 30;"
         "move 260 120; turn; pitch == 39; release right 260 120;"
         "move 100 100; turn; yaw == -70; pitch == 39; distance == 1;"
         "calm == 1; has-mask == 0",
    OPEN "press right 100 100; move 100 2000; turn; pitch == 70;"
         "move 100 -2000; turn; pitch == 3; move 100000 -2000; turn;"
         "yaw >= -180; yaw <= 180",
    /* Each move is shown with the next turn, and then nothing more. */
    OPEN "press right 100 100; wait 4000; turn; note shown; move 140 100;"
         "turn; shown == noted+1; turn 9; shown == noted+1; note crc;"
         "move 200 100; turn; crc != noted; note crc; move 140 100; turn;"
         "move 200 100; turn; crc == noted",
    /* Keys turn it too, held ones go on, and Home goes back. */
    OPEN "key Right; turn; yaw == 23; key Right held; turn; yaw == 26;"
         "key Left; turn; yaw == 23; key Up; turn; pitch == 32; key Down;"
         "turn; key Down; turn; pitch == 28; message == 0; key Home; turn;"
         "yaw == 20; pitch == 30; distance == 1",
    OPEN "ctrl 1; wheel 1; turn; distance < 0.88; distance > 0.86; wheel -2;"
         "turn; distance > 1.14; distance < 1.16; wheel 100; turn;"
         "distance == 0.2; wheel -100; turn; distance == 4; stone-size == 1;"
         "outline == 0; ctrl 0; wheel 1; turn; distance == 4;"
         "stone-size > 1.1; key Home; turn; distance == 1",
    /* Home is the camera of the option, of a script, or of the preset. */
    OPEN "key Up; turn; set camera 5,6,2; key Up; turn; pitch == 8; key Home;"
         "turn; yaw == 5; pitch == 6; distance == 2; set preset pond;"
         "set view perspective; key Left; turn; key Home; turn; yaw == -25;"
         "pitch == 14",
    /* In other views the right button paints, and keys say where the camera
       is; it stays for the next time. */
    OPEN "key 1; turn; key Right; turn;"
         "says key 5 shows what the camera sees;"
         "key Home; turn; yaw == 20; ctrl 1; wheel 1; turn; distance == 1;"
         "stone-size > 1.1; ctrl 0; press right 100 100; move 150 100; turn;"
         "yaw == 20; mask 100 100 150 100 == 0; key 5; turn;"
         "says perspective: the right button turns it; view-perspective == 1",
    /* Two fingers are two strokes, three turn the camera together until they
       are lifted. */
    OPEN "finger down 1 0.5 0.5; finger down 2 0.55 0.5; turn 2; calm == 0;"
         "finger move 1 0.52 0.5; turn; yaw == 20; finger down 3 0.6 0.5;"
         "turn; clear; finger move 3 0.7 0.5; turn; yaw < 20; yaw > 8;"
         "note yaw; finger move 1 0.6 0.5; finger move 2 0.7 0.6; turn;"
         "yaw < noted; pitch > 30; finger up 3 0.7 0.5; turn; note yaw;"
         "finger move 1 0.7 0.5; turn; yaw < noted; calm == 1;"
         "finger up 1 0 0; finger up 2 0 0; finger down 1 0.5 0.5; turn 2;"
         "calm == 0",
    "open pond --size 320x200; finger down 1 0.2 0.5; finger down 2 0.5 0.5;"
    "finger down 3 0.8 0.5; turn 3; water 256 100 != 0;"
    "finger move 3 0.9 0.5; turn; yaw == -25",
    /* In the menu arrows are the menu's. */
    OPEN "key Tab; key Down; key Right; turn; yaw == 20; pitch == 30",
};

TEST_LOOP(view, camera, COUNT(camera_rows))
{
    stage_play("%s", camera_rows[_i]);
}

#define FAR OPEN "set camera 20,30,2;"

/* The middle of the frame shows the middle of the pool; from far away its
   corners show none of it. */
static const char *const place_rows[] = {
    OPEN "press left " POOL_MIDDLE "; turn 2; water " POOL_MIDDLE " != 0;"
         "water 20 20 == 0",
    OPEN "key Return; turn 2; says a stone; water " POOL_MIDDLE " != 0",
    /* Beyond the pool there is nothing, and a drag begins anew behind it. */
    FAR "press left 0 199; turn 2; calm == 1; move 319 199; turn; calm == 1;"
        "move " POOL_MIDDLE "; turn 2; water " POOL_MIDDLE " != 0; move 0 0;"
        "turn; clear; move 319 0; turn 2; calm == 1",
    FAR "press middle 0 0; turn 2; calm == 1; move " POOL_MIDDLE "; turn 3;"
        "calm == 0; move 0 0; turn; release middle 0 0; turn; clear; turn 9;"
        "calm == 1",
    FAR "press left 150 100; turn; move 170 100; turn;"
        "water " POOL_MIDDLE " != 0",
    /* Land is painted over land, and stones fall beside it. */
    FAR "shift 1; press right " POOL_MIDDLE "; turn; mask " POOL_MIDDLE
        " == 0; mentions Ctrl+Z takes it back; note mask-hash; move 0 0;"
        "turn; mask-hash == noted; release right 0 0; shift 0;"
        "press left " POOL_MIDDLE "; turn 2; calm == 1; key Return; turn 2;"
        "calm == 1; says no water in the middle; release left 1 1;"
        "key Z ctrl; turn; has-mask == 0; key Return; turn 2; calm == 0",
    /* The outline of a stone is where it would fall. */
    FAR "move " POOL_MIDDLE "; turn; wheel 1; turn; outline == 1; move 0 0;"
        "turn; outline == 0; move 160 110; turn; outline == 1; wait 2000;"
        "turn; outline == 0",
    /* Sizes, pictures, rain, boats and blends between steps go on. */
    OPEN "size 200 150; turn; picture; set rain 50; turn 5; calm == 0; picture;"
         "refresh 144; turn 4; picture; set scroll 50,20; turn 3; picture;"
         "set swell 50; turn 3; picture; key N; turn 200; picture",
};

TEST_LOOP(view, places, COUNT(place_rows))
{
    stage_play("%s", place_rows[_i]);
}

TEST(view, needs_pixels_of_32_bits)
{
    stage_play("open retro --size 160x120; key 5; turn;"
               "mentions the view of water; view-water == 1");
}

/* A screensaver's camera turns by itself, 1 degree a second. */
TEST(view, screensaver_turns)
{
    stage_play("%s", OPEN);
    stage.scene->player.turns_slowly = 1;
    stage_play("step == 0; turn 60; note yaw; yaw > 20.5; turn 60;"
               "yaw >= noted+0.99; yaw <= noted+1.01; note yaw; late 1;"
               "yaw > noted; picture; note shown; turn 5; shown == noted+5");
}
