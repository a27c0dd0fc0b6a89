/* SPDX-License-Identifier: MIT */
/*
 * The view in perspective in a window: what moves its camera, and that clicks,
 * drags and land are where the frame shows the pool. Rows of statements, see
 * stage.h.
 */
#include "stage.h"

#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"

TEST_CASE(window, view, .timeout_s = 60, .tear_down = stage_close);

#define OPEN \
    "open pond --rain 0 --size 320x200 --view perspective --camera 20,30,1;"
#define POOL_MIDDLE "160 100"
#define FAR         OPEN "set camera 20,30,2;"
#define GLIDE       "turn 24;" /* more than a glide takes */

static const char *const rows[] = {
    /* A drag draws the pool along: half the width is 90 degrees. */
    OPEN "press right 100 100; move 260 100; turn; yaw == -70; pitch == 30;"
         "move 260 120; turn; pitch == 39; wait 500; release right 260 120;"
         "move 100 100; turn 9; yaw == -70; pitch == 39; distance == 1;"
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
    OPEN "key Right;" GLIDE "yaw == 23; says ;"
         "key Right held;" GLIDE "yaw == 26; key Left;" GLIDE "yaw == 23;"
         "key Up;" GLIDE "pitch == 32; key Down; key Down;" GLIDE
         "pitch == 28; key Home; turn; says the camera is back;" GLIDE
         "yaw == 20; pitch == 30; distance == 1",
    OPEN "ctrl 1; wheel 1; turn;" GLIDE "distance == 0.87; wheel -2;" GLIDE
         "distance > 1.14;"
         "distance < 1.16; key PageUp;" GLIDE "distance == 1.001;"
         "key PageDown held;" GLIDE "distance > 1.14; wheel 100;" GLIDE
         "distance == 0.2; wheel -100;" GLIDE "distance == 4; wheel 0;"
         "stone-size == 1; outline == 0; ctrl 0; wheel 1;" GLIDE
         "distance == 4; stone-size > 1.1; key Home;" GLIDE "distance == 1",
    /* Home is the camera of the option, of a script, or of the preset. */
    OPEN "key Up; turn; set camera 5,6,2; key Up;" GLIDE "pitch == 8;"
         "key Home;" GLIDE "yaw == 5; pitch == 6; distance == 2;"
         "set preset pond; set view perspective; key Left;" GLIDE
         "key Home;" GLIDE "yaw == 20; pitch == 40",
    /* In other views the right button paints, and keys say where the camera
       is; it stays for the next time. */
    OPEN "key 1; turn; key Right; turn;"
         "says key 5 shows what the camera sees; key Home; turn; yaw == 20;"
         "ctrl 1; wheel 1; turn; distance == 1; stone-size > 1.1; ctrl 0;"
         "press right 100 100; move 150 100; turn; yaw == 20;"
         "mask 125 100 == 0; key 5; turn;"
         "says perspective: the right button turns it; view perspective",
    /* Two fingers are two strokes, three turn the camera together until they
       are lifted. */
    OPEN "finger down 1 0.5 0.5; finger down 2 0.55 0.5; turn 2; calm == 0;"
         "finger move 1 0.52 0.5; turn; yaw == 20; finger down 3 0.6 0.5; turn;"
         "clear; finger move 3 0.7 0.5; turn; yaw < 20; yaw > 8; note yaw;"
         "finger move 1 0.6 0.5; finger move 2 0.7 0.6; turn; yaw < noted;"
         "pitch > 30; finger up 3 0.7 0.5; turn; note yaw;"
         "finger move 1 0.7 0.5; turn; yaw < noted; calm == 1; finger up 1 0 0;"
         "finger up 2 0 0; finger down 1 0.5 0.5; turn 2; calm == 0",
    "open pond --size 320x200; finger down 1 0.2 0.5; finger down 2 0.5 0.5;"
    "finger down 3 0.8 0.5; turn 3; water 256 100 != 0; finger move 3 0.9 0.5;"
    "turn; yaw == 20",
    /* In the menu arrows are the menu's. */
    OPEN "key Tab; key Down; key Right;" GLIDE "yaw == 20; pitch == 30",
    /* Each turn is a 60th of a second. Keys glide, faster first, and are there
       after 0.2 s but for 2 %; the water that rests is not drawn then. */
    OPEN "turn 150; key Right; turn; yaw > 20; yaw < 20.7; note yaw; turn;"
         "yaw > noted+0.5; turn 4; yaw > 22; turn 6; yaw > 22.93; yaw < 23;"
         "turn 9; yaw == 23; turn 150; message == 0; picture; note shown;"
         "turn 20; shown == noted; sleep-ms > 5000",
    /* So do the wheel and Home, by the shorter way round. */
    OPEN "ctrl 1; wheel 3; turn; distance < 1; distance > 0.9; turn 5;"
         "distance > 0.67; distance < 0.8; ctrl 0; set camera 170,20,1;"
         "press right 100 100; move 20 100; wait 500; turn; yaw == -145;"
         "release right 20 100; turn; key Home; turn 5; yaw > 180;"
         "yaw < 200; turn 3; yaw > 170; yaw < 180;" GLIDE "yaw == 170",
    /* Keys that follow each other make one way, also back. */
    OPEN "repeat 9 {key Right; turn 2}; yaw > 35; yaw < 46;"
         "repeat 9 {key Left}; turn; yaw > 35; yaw < 47;" GLIDE "yaw == 20",
    /* The limits hold on the way. */
    OPEN "set camera 20,68,3.8; key Up; key Up; ctrl 1; wheel -9; turn 3;"
         "pitch <= 70; distance <= 4;" GLIDE "pitch == 70; distance == 4;"
         "wheel 99; turn 4; distance >= 0.2;" GLIDE "distance == 0.2",
    /* It needs no steps, and as many frames as there may be. */
    OPEN
    "silent; key Space; turn; note step; key Right; turn 4; yaw > 21; yaw < 23;"
    "turn 150; yaw == 23; step == noted; picture",
    OPEN "minimise; turn; key Right; turn; sleep-ms == -1; restore;" GLIDE
         "yaw == 23; turn 150; picture",
    /* A drag that is let go of in motion goes on, and another one or a key
       stops that; one that has come to rest does not. */
    OPEN "press right 160 100; turn; move 150 100; turn; move 140 104; turn;"
         "move 130 108; turn; note yaw; note pitch; release right 130 108;"
         "turn 4; yaw > noted+3; pitch > noted+0.2; note yaw; turn 4;"
         "yaw > noted+1; press right 9 9; turn; note yaw; turn 9; yaw == noted;"
         "release right 9 9; turn 150; yaw == noted; picture",
    OPEN "press right 160 100; turn; move 120 100; turn; move 80 100; turn;"
         "note yaw; release right 80 100;" GLIDE "yaw > noted+5;"
         "yaw < noted+30; turn 150; note shown; note yaw; turn 20;"
         "shown == noted; yaw == noted",
    /* The middle of the frame shows the middle of the pool; from far away its
       corners show none of it. */
    OPEN "press left " POOL_MIDDLE "; turn 2; water " POOL_MIDDLE " != 0;"
         "water 20 20 == 0",
    /* Beyond the pool there is nothing, and a drag begins anew behind it. */
    FAR "press left 0 199; turn 2; calm == 1; move 319 199; turn; calm == 1;"
        "move " POOL_MIDDLE "; turn 2; water " POOL_MIDDLE " != 0; move 0 0;"
        "turn; clear; move 319 0; turn 2; calm == 1",
    /* A press there says so, and nothing of land; a camera does not. */
    FAR "press right 0 199; turn; message == 0; release right 0 199;"
        "click 0 199; turn; says outside the pool; forget-message; shift 1;"
        "press right 0 0; turn; says outside the pool; has-mask == 0;"
        "release right 0 0; shift 0; forget-message; finger down 1 0.01 0.01;"
        "turn; says outside the pool; wait 3000; turn; finger up 1 0 0;"
        "click " POOL_MIDDLE "; turn; message == 0",
    FAR "press left 150 100; turn; move 170 100; turn;"
        "water " POOL_MIDDLE " != 0",
    /* Land is painted over land, and stones fall beside it. */
    FAR "shift 1; press right " POOL_MIDDLE "; turn; mask " POOL_MIDDLE
        " == 0; mentions Ctrl+Z takes it back; note mask-hash; move 0 0; turn;"
        "mask-hash == noted; release right 0 0; shift 0;"
        "press left " POOL_MIDDLE "; turn 2; calm == 1; key Return; turn 2;"
        "calm == 1; says no water in the middle; release left 1 1; key Z ctrl;"
        "turn; has-mask == 0; key Return; turn 2; calm == 0",
    /* The outline of a stone is where it would fall. */
    FAR "move " POOL_MIDDLE "; turn; wheel 1; turn; outline == 1; move 0 0;"
        "turn; outline == 0; move 160 110; turn; outline == 1; wait 2000; turn;"
        "outline == 0",
    /* Sizes, pictures, rain, boats and blends between steps go on. */
    OPEN "size 200 150; turn; picture; set rain 50; turn 5; calm == 0; picture;"
         "refresh 144; turn 4; picture; set scroll 50,20; turn 3; picture;"
         "set swell 50; turn 3; picture; key N; turn 200; picture",
};

TEST_ROWS(view, statements, stage_run, rows)

/* Text has another size on another display. */
TEST(view, text_of_another_display)
{
    ScreenWindow *window = &stage.window.screen.windows[0];

    stage_play("open pond --size 320x200; turn");
    window->text_size = 1;
    stage_play("new-display; turn");
    EXPECT_INT(window->text_size, >, 1);
}
