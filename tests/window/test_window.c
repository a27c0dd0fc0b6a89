/* SPDX-License-Identifier: MIT */
/*
 * The window under SDL's dummy driver: resizes, lost devices, input,
 * messages, and that a calm pool has nothing to do. Most tests are rows of
 * statements; stage.h describes them.
 */
#include "stage.h"

#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"

#include <stdlib.h>

TEST_CASE(window, frames, .timeout_s = 120, .tear_down = stage_close);

/* The battery is read every ten seconds; frames change, steps do not, but for
   one that is done earlier to show what lies before it. */
#define HALF_ON_BATTERY(limit, max, min, max_mains, min_mains) \
    "open storm --rain 50 --size 100x80;" limit \
    "battery 1; note step; note shown; turn 540; battery-reads == 1;" \
    "step >= noted+540; step <= noted+541;" \
    "shown <= noted+" max "; shown >= noted+" min ";" \
    "battery 0; turn 120; battery-reads == 2;" \
    "note step; note shown; turn 240; battery-reads == 2;" \
    "step >= noted+239; step <= noted+241;" \
    "shown <= noted+" max_mains "; shown >= noted+" min_mains

/* Fewer frames and all the steps, whether the water moves or is still. */
#define FEWER_FRAMES(rate, max, min) \
    "open storm --rain 50 --size 100x80; limit " rate "; turn;" \
    "note step; note shown; doze 4000;" \
    "step >= noted+238; step <= noted+242;" \
    "shown <= noted+" max "; shown >= noted+" min

static const char *const frame_rows[] = {
    /* Shows the picture. */
    "open pond --size 320x200; picture; shown == 1",
    "open pond --size 320x200 --renderer software; lent == 0; picture;"
    "size 150 100; turn; press left 70 50; turn 3; picture; reset; turn;"
    "picture",
    /* The frame is in the pixels of the window, or where those of its size are
       kept; what lies over it is never in it. */
    "open pond --size 320x200; lent == 1; silent; picture; press left 70 50;"
    "turn 3; picture; key Space; turn; note crc; key F1; turn; crc == noted;"
    "key Escape; turn 150; help == 0; crc == noted; picture; reset; turn;"
    "lent == 1; crc == noted; picture; size 150 100; turn; lent == 1; picture;"
    "key Space; turn 150; press left 70 50; turn 3; picture; reset;"
    "size 150 101; turn 2; picture; end",
    /* As often as fits well: twice on 1024x768. In another window, squares as
       large as they can be fill all of it. */
    "open retro --size 320x240; enlarged 640 480 2; size 320 240; turn;"
    "frame-width == 320; enlarged 320 240 1; size 959 1000; turn;"
    "frame-width == 480; enlarged 959 1000 2; size 960 720; turn;"
    "frame-width == 320; enlarged 960 720 3; size 1500 481; turn;"
    "frame-width == 750; enlarged 1500 481 2; size 321 241; turn;"
    "frame-width == 321; enlarged 321 241 1; size 641 480; turn;"
    "frame-width == 321; enlarged 641 480 2; size 100 1000; turn; size 1 1;"
    "turn; running == 1; key F; turn 2; wait 3000; turn 2; frame-width == 342;"
    "enlarged 1024 768 3",
    /* Only changes are uploaded, and all of the frame after a loss. */
    "open retro --size 160x120; lent == 0; size 500 400; turn;"
    "press left 250 200; repeat 4 {repeat 9 {turn; enlarged 500 400 3}; reset;"
    "turn; enlarged 500 400 3}; new-targets; turn; enlarged 500 400 3;"
    "calm == 0",
    /* A resize keeps the water. */
    "open classic --size 300x200; key Space; press left 100 80; turn;"
    "water 100 80 < 0; note water 100 80; size 150 100; turn;"
    "water 100 80 == noted",
    /* No step goes back, and at most 4 are made up for. */
    "open classic --size 64x64; press left 30 30; turn; note step; now;"
    "step == noted; wait 3600000; now; step == noted+4; turn; step == noted+5;"
    "running == 1",
    /* Without rain: no step, no frame, and a long sleep. */
    "open pond --size 320x200; turn; note shown; turn 100; shown == noted;"
    "sleep-ms >= 1000; press left 30 30; turn 2; shown > noted; sleep-ms <= 17;"
    "turn 3000; calm == 1; turn; note shown; turn; shown == noted; picture",
    /* So it is between steps, but a pause shows the newest. */
    "open pond --size 320x200; refresh 144; turn; note shown; turn 10;"
    "shown == noted; sleep-ms >= 1000; press left 30 30; turn 3;"
    "shown == noted+3; phase < 256; sleep-ms <= 13; picture; key Space; turn;"
    "phase == 256; key Space; turn 3000; calm == 1; refresh 144; turn 3;"
    "note shown; turn 5; shown == noted; sleep-ms >= 1000; picture",
    /* The desktop's screensaver may start. */
    "open pond --size 64x48; screensaver == 1",
    /* Hidden windows rest. */
    "open pond --size 100x80; key I; press left 30 30; turn; minimise; turn;"
    "note step; note shown; turn 10; step == noted; shown == noted;"
    "sleep-ms == -1; restore; turn 2; step == noted+1; shown > noted",
    HALF_ON_BATTERY("", "272", "268", "242", "238"),
    HALF_ON_BATTERY("limit 20;", "92", "88", "82", "78"),
    /* A window on another display knows its battery. */
    "open storm --rain 50 --size 100x80; battery 1; turn; new-display;"
    "note shown; turn 240; shown <= noted+122",
    /* The battery does not matter. */
    "open storm --rain 50 --battery full --size 100x80; battery 1; note shown;"
    "turn 720; battery-reads == 0; shown >= noted+718",
    FEWER_FRAMES("1", "5", "2"),
    FEWER_FRAMES("25", "101", "98"),
    /* A lost device shows the same frame again, in the middle of waves too. */
    "open classic --size 160x120; repeat 12 {press left 20 60;"
    "release left 0 0; repeat 20 {reset; turn; new-targets; turn; picture};"
    "key H; reset; turn; press left 90 60; key H; new-targets; turn}",
    /* Steps are counted while the pool sleeps, so that it rains on time. */
    "open pond --rain 2 --damping 3 --size 100x80; doze 20000; step >= 1198;"
    "step <= 1202",
    /* A tenth of a core for frames of 20 ms each is one in 200 ms. */
    "open storm --rain 50 --size 100x80; slow-cpu; turn; note step; note shown;"
    "turn 240; step >= noted+240; step <= noted+241; shown <= noted+20;"
    "shown >= noted+17",
};

TEST_ROWS(frames, frames, stage_run, frame_rows)

/* After any number of resizes the same size shows the same picture. */
TEST(frames, 2000_resizes)
{
    static const int extremes[][2] = {{1, 1}, {16384, 1}, {1, 16384},
                                      {2, 3}, {64, 16},   {65, 17}};
    uint64_t random = 17;

    stage_play("open classic --size 320x200; note crc");
    for (int i = 0; i < 2000; i++) {
        int k = i % 50, is_random = k >= COUNT(extremes);
        int width =
            is_random ? support_between(&random, 1, 400) : extremes[k][0];
        int height =
            is_random ? support_between(&random, 1, 300) : extremes[k][1];

        stage_play("press left %d %d; release left 0 0; size %d %d; turn;"
                   "frame-width == %d; frame-height == %d; width == %d",
                   width / 2, height / 2, width, height, width, height, width);
    }
    stage_play("size 320 200; clear; turn 2; crc == noted; picture;"
               "running == 1");
}

TEST_CASE(window, input, .timeout_s = 20, .tear_down = stage_close);

static const char *const input_rows[] = {
    "open classic --size 300x200; key Space; move 50 50; press x1 50 50; turn;"
    "calm == 1; press left 50 60; turn; water 50 60 < 0; move 250 160; turn;"
    "water 150 110 < 0; release left 250 160; move 250 20; turn;"
    "water 250 60 == 0",
    /* Mouse and fingers touch the pixel that is shown there, and outside the
       frame none. */
    "open retro --size 320x240; size 960 720; turn; key Space;"
    "press left 302 150; turn; water 100 50 < 0; water 130 50 == 0;"
    "move 602 150; turn; water 150 50 < 0; water 200 50 < 0; water 230 50 == 0;"
    "move -1 150; turn; water 2 50 < 0; release left 0 0; clear;"
    "finger down 1 0.314 0.834; turn; water 100 200 < 0; water 100 180 == 0;"
    "size 640 480; turn; press left 400 100; turn; water 200 50 < 0",
    /* Pixels of 16 bits have only the view of water. */
    "open retro --size 320x240; key 2; turn; mentions without light;"
    "message == 1; view water; forget-message; key 3; turn;"
    "mentions without light; message == 1; view water; forget-message; key 4;"
    "turn; mentions without light; message == 1; view water; key 5; turn;"
    "mentions the view of water; view water; key 1; turn; says water",
    "open classic --size 300x200; key Space; finger down 0 0.05 0.25;"
    "finger down 3 0.35 0.25; finger down 9 0.95 0.25; turn; water 15 50 < 0;"
    "water 105 50 < 0; water 285 50 < 0; finger move 3 0.35 0.75;"
    "finger up 9 0.95 0.25; finger move 9 0.95 0.75; turn; water 105 100 < 0;"
    "water 285 100 == 0",
    "open classic --size 300x200; wheel 1000; turn; stone-size == 4;"
    "wheel -1000; turn; stone-size == 0.25",
    /* A ring of the stone's size is around the mouse while the wheel turns and
       a second after: white at 10 pixels, 5 if they are three times as large.
       It is in no frame, and calm water sleeps again. */
    "open classic --size 320x240; note crc; wheel -1; turn; outline == 0;"
    "move 100 100; turn; outline == 0; wheel 1; wheel 1; turn; outline == 1;"
    "stone-size > 1.1; window-pixel 110 100 == 16777215;"
    "window-pixel 90 100 == 16777215; move 200 60; turn; outline == 1;"
    "window-pixel 200 70 == 16777215; window-pixel 110 100 != 16777215;"
    "wait 900; turn; outline == 1; wait 100; turn; outline == 0; crc == noted;"
    "wait 2000; turn; picture; note shown; turn 100; shown == noted;"
    "sleep-ms >= 1000; press left 20 20; release left 20 20; turn;"
    "outline == 0",
    "open classic --size 320x240; saver; move 50 50; wheel 1; turn;"
    "outline == 0; set view split; turn 2; labels == 0",
    /* A split view has labels, in no frame. */
    "open classic --size 320x240; turn; labels == 0; key 4; turn 2;"
    "labels == 1; note crc; wait 3000; turn 2; labels == 1; crc == noted;"
    "size 200 150; turn 2; labels == 1; key 1; turn 2; labels == 0;"
    "set view split; turn 2; labels == 1; reset; turn; labels == 1",
    /* Right paints land and with Shift removes it, middle rows a boat. */
    "open classic --size 300x200; press right 50 60; move 150 60;"
    "release right 150 60; move 150 160; turn; has-mask == 1; mask 100 60 == 0;"
    "mask 150 160 == 255; calm == 1; shift 1; press right 50 60; move 150 60;"
    "release right 150 60; turn; shift 0; has-mask == 0; press middle 50 60;"
    "turn 2; water 50 60 != 0; move 90 100; turn 2; water 90 100 != 0;"
    "release middle 90 100; turn; clear; turn; calm == 1",
    "open pond --size 640x480; turn; note step; key .; key . held; turn;"
    "paused == 1; step <= noted+3; key Space; key Space held; turn;"
    "paused == 0; key 4; turn; view split; key 3; turn; view slopes; key 2;"
    "turn; view heights; key 1; turn; view water; press left 100 80; key C;"
    "turn; calm == 1; key I; turn 60; counter == 1; key I; turn; counter == 0;"
    "key X; turn; running == 1; key Q; turn; running == 0",
    "open pond --size 300x200; key F; turn; fullscreen == 1; wait 3000; turn 2;"
    "frame-width > 300; picture; key Return alt; turn; fullscreen == 0;"
    "key F11; turn; fullscreen == 1; key F; turn; fullscreen == 0; key Escape;"
    "turn; running == 1; key Escape; turn; running == 0",
    /* Esc closes one thing, the last one opened, before it quits. */
    "open pond --size 640x480; key F1; turn; help == 1; key Escape; turn;"
    "help == 0; running == 1; key Escape held; turn; running == 1; key Escape;"
    "turn; says Esc again quits; running == 1; wait 3000; turn; key Escape;"
    "turn; running == 1; key Escape; turn; running == 0",
    /* A press closes the help and drops no stone; nor does a finger. */
    "open classic --size 640x480; key F1; turn; help == 1; click 9 200; turn 2;"
    "help == 0; calm == 1; key F1; turn; finger down 1 9 200;"
    "finger up 1 9 200; turn 2; help == 0; calm == 1; click 9 200; turn 2;"
    "calm == 0",
    "open pond --size 300x200; key F; turn; fullscreen == 1; key F1; turn;"
    "key Escape; turn; help == 0; fullscreen == 1; key Tab; turn; key Escape;"
    "turn; fullscreen == 1; key Escape; turn; fullscreen == 0;"
    "says back in the window; running == 1; key Escape; key Escape; turn;"
    "running == 0",
    "open pond --size 64x48; saver; key Escape; turn; running == 0",
    /* The first land of a run says how it goes away. */
    "open pond --size 300x200; shift 1; press right 50 60; turn; says ;"
    "release right 50 60; shift 0; press left 9 9; release left 9 9; turn;"
    "says ; press right 50 60; turn; mentions Ctrl+Z takes it back",
    /* The help scrolls where it would be too small: by keys, the wheel, and F1,
       which closes it at its end. */
    "open pond --size 640x480; key F1; turn; help == 1; help-scrolls == 0;"
    "size 320 240; turn; help == 1; help-scrolls == 1; help-first == 0;"
    "key Down; turn; help-first == 1; key End; turn; note help-first;"
    "help-first > 9; key Home; turn; help-first == 0; move 160 120; wheel -2;"
    "turn; help-first == 2; repeat 9 {key PageDown}; turn; help-first == noted;"
    "size 640 480; turn; help-scrolls == 0; help == 1; key H; turn; help == 0;"
    "size 320 240; turn; key F1; turn; help == 1; help-first == 0; key F1;"
    "turn; help == 1; help-first > 0; key End; turn; key F1; turn; help == 0;"
    "size 20 20; turn; key F1; turn; help == 0; size 640 480; turn; help == 1",
    /* Messages pass. */
    "open pond --size 300x200; key +; turn; message == 1; sleep-ms <= 2020;"
    "wait 3000; turn; message == 0; picture",
    "open pond --size 64x48; quit; turn; running == 0",
    /* In a screensaver input does nothing, but ends it. */
    "open pond --size 64x48; saver; key H; key Space; key R; key 4; key F;"
    "press left 30 20; move 40 30; finger down 1 0.5 0.5; turn; calm == 1;"
    "paused == 0; help == 0; rain == 0; view water; running == 1; key Q; turn;"
    "running == 0",
    "picture-file dropped.bmp 0xff803020; open pond --size 64x48; quiet;"
    "note crc; drop missing.png; turn; crc == noted; drop dropped.bmp; turn;"
    "pixel == 0xff803020; size 128 96; turn; pixel == 0xff803020",
    /* A dropped folder works like a file, and goes on by itself. */
    "folder dropped; picture-file dropped/0.bmp 0xff803020;"
    "picture-file dropped/1.bmp 0xff208030;"
    "open pond --light 0 --sky 0 --size 64x48; drop dropped; turn;"
    "pixel == 0xff803020; sleep-ms >= 1500; sleep-ms <= 2020; await-picture;"
    "turn 125; transition == 1; sleep-ms <= 17; size 128 96; turn 90;"
    "transition == 0; clear; turn; picture; pixel >= 0xff208000;"
    "pixel <= 0xff2080ff",
    /* N goes back, also while the next one is being read, past those that
       cannot be read, and from the first to the last; n forward again. */
    "quiet; folder round; picture-file round/0.bmp 0xff803020;"
    "write @round/1.png no; picture-file round/2.bmp 0xff208030;"
    "write @round/3.png no; picture-file round/4.bmp 0xff203080;"
    "write @round/5.png no; open pond --light 0 --sky 0 --size 64x48;"
    "drop round; turn; key N shift; turn; says previous picture; await-picture;"
    "turn; await-picture; turn; transition == 1; turn 95; key C; turn;"
    "pixel == 0xff203080; await-picture; key N shift; turn; await-picture;"
    "turn; await-picture; turn 95; key C; turn; pixel == 0xff208030;"
    "key N shift; key N; key N shift; key N; turn; says next picture;"
    "await-picture; turn; await-picture; turn; await-picture; turn 95; key C;"
    "turn; pixel == 0xff203080; key N; turn; await-picture; turn 95; key C;"
    "turn; pixel == 0xff803020",
    "open pond --size 64x48; note crc; key N; turn; mentions no other one;"
    "crc == noted; calm == 1; running == 1",
    /* The window goes on as long as the picture scrolls, and shows the frame
       that is drawn headless after the same steps. */
    "open pond --scroll 31.5,-7 --size 64x48; turn; note shown;"
    "repeat 50 {sleep-ms <= 17; turn}; shown > noted+40; picture;"
    "set scroll 0,0; turn; sleep-ms >= 1000",
    /* Each key says what it does; with Shift the other way round. */
    "open pond --size 300x200; key P; turn; mentions storm; rain == 40;"
    "key P shift; turn; mentions pond; key P shift; turn; mentions retro;"
    "key P shift; turn; mentions classic; key P shift; turn; mentions torus;"
    "key P; turn; mentions classic; key P held; turn; mentions classic",
    /* A preset takes back what keys have changed, but not the picture. */
    "open pond --size 64x48; note pixel; key L; key +; key 3; key R; turn;"
    "light == 80; damping == 7; rain == 1; view slopes; key P; key P shift;"
    "turn; light == 70; damping == 6; rain == 0.6; view water; set rain 0;"
    "turn 3000; calm == 1; turn; pixel == noted",
    "open pond --size 64x48; repeat 4 {key L held; turn};"
    "says brightest light (light 100); light == 100; key L shift; turn;"
    "mentions less; repeat 12 {key L shift held; turn};"
    "says no light (light 0); light == 0",
    /* Land is that of the preset, painted or not, and its wave makers begin;
       those of the one before end. */
    "open puddle --size 300x200; press right 150 100; turn; release right 0 0;"
    "mask 150 100 == 0; key P shift; turn; mentions waves; has-mask == 0;"
    "key P; turn; mentions puddle; has-mask == 1; mask 150 100 > 0;"
    "press right 150 100; release right 0 0; key P; turn 2; mentions slits;"
    "mask 75 100 == 0; mask 75 80 > 0; mask 150 100 > 0; calm == 0; key P;"
    "turn; mentions harbour; key P shift; turn; mentions slits; key P shift;"
    "turn; set rain 0; key C; turn 100; says calm water; calm == 1",
    /* A stroke is taken back to the last bit; Shift and Delete are strokes. */
    "open pond --size 300x200; note crc; key Z; turn; says ; press right 50 60;"
    "move 150 60; move 150 90; turn; release right 150 60; turn; crc != noted;"
    "key Z ctrl; turn; mentions water again; crc == noted; has-mask == 0;"
    "calm == 1; key Z ctrl; turn; mentions no stroke; crc == noted",
    "open puddle --bed deep --size 300x200 --leaves 0; key Space; turn; key C;"
    "turn; note crc; note mask-hash; key Delete; turn; says no painted land;"
    "press right 150 100; move 170 120; release right 170 120; turn;"
    "mask 150 100 == 0; shift 1; press right 0 0; move 150 100;"
    "release right 150 100; turn; shift 0; mask 75 50 == 255;"
    "mask 170 120 == 0; key Delete; turn; says painted land wiped away;"
    "mask-hash == noted; crc == noted; key Delete; turn; says no painted land;"
    "key Z ctrl; turn; mask 170 120 == 0; mask 0 0 == 255; mask 150 100 == 255;"
    "key Z ctrl; turn; mask 0 0 == 0; mask 150 100 == 0; key Z ctrl; turn;"
    "mask-hash == noted; crc == noted; key Z ctrl held; turn;"
    "mentions no stroke",
    /* The title follows keys, drops, scripts and the slideshow, and is text. */
    "picture-file a\xffz\xc3\xa9.bmp 0xff803020; folder roll;"
    "picture-file roll/one.bmp 0xff803020;"
    "picture-file roll/two.bmp 0xff208030; open pond --size 64x48;"
    "title ripple - pond; key P; turn; title ripple - storm; set preset lens;"
    "turn; title ripple - lens; drop a\xffz\xc3\xa9.bmp; turn;"
    "title ripple - lens - az\xc3\xa9.bmp; drop roll; turn;"
    "title ripple - lens - one.bmp; says one.bmp; key N; turn;"
    "says next picture; await-picture; turn 2; says two.bmp;"
    "title ripple - lens - two.bmp; forget-message; await-picture;"
    "repeat 14 {turn 10; await-picture}; says ; title ripple - lens - one.bmp",
    /* Twenty of them; those that change nothing are none. */
    "open pond --size 300x200; press right 10 190; turn; release right 10 190;"
    "note mask-hash; repeat 20 {press right 50 60; turn; move 250 160; turn;"
    "release right 250 160; turn; shift 1; press right 150 110; turn;"
    "release right 150 110; shift 0; turn}; mask-hash != noted;"
    "repeat 10 {key Z ctrl; turn; says the wiped land is back; key Z ctrl;"
    "turn; says the painted land is water again}; key Z ctrl; turn;"
    "mentions no stroke; mask 10 190 == 0; mask 50 60 == 0; press right 50 60;"
    "turn; release right 50 60; key Z ctrl; turn; mentions no stroke",
    /* One that goes on is taken back, and what comes after it is another. */
    "open pond --size 300x200; press right 50 60; turn; key Z ctrl; turn;"
    "has-mask == 0; move 150 60; release right 150 60; turn; mask 100 60 == 0;"
    "key Z ctrl; turn; mentions water again; has-mask == 0",
    /* Another size or mask forgets strokes, but Delete knows a size. */
    "open lens --size 300x200; press right 20 20; turn; release right 20 20;"
    "size 150 100; turn; mask 10 10 == 0; key Z ctrl; turn; mentions no stroke;"
    "key Delete; turn; says painted land wiped away; mask 10 10 == 255;"
    "key Z ctrl; turn; mask 10 10 == 0; press right 100 80; turn; size 300 200;"
    "turn; move 280 180; turn; release right 280 180; set mask builtin:puddle;"
    "note mask-hash; key Z ctrl; turn; mentions no stroke; key Delete; turn;"
    "says no painted land; mask-hash == noted; press right 150 100; turn;"
    "key P; key Z ctrl; turn; mentions no stroke; release right 0 0;"
    "key Delete; turn; says no painted land",
    "open classic --size 300x200; key Space; key Return; turn; says a stone;"
    "water 150 100 < 0; note water 150 100; key Keypad_Enter; turn;"
    "water 150 100 < noted; note water 150 100; key Return held;"
    "key Return alt held; turn; water 150 100 == noted; fullscreen == 0",
    /* A minute without input. */
    "open pond --rain 1 --size 320x240; key Tab; choose bed; key Right; now;"
    "key Tab; turn 2000; move 20 20; turn 3500; fish == 0; turn 200; fish == 3",
    "open pond --rain 1 --size 64x48; turn 3700; fish == 0",
    "open pond --size 320x240; key M; turn; says no sound; key M; turn;"
    "says sound (30 %)",
    /* Keyboards of other scripts and other places. */
    "open pond --size 300x200; key \xd1\x82 at N; turn; mentions no other one;"
    "key \xd0\xb7 at P; turn; mentions storm; key \xd0\xb7 shift at P; turn;"
    "mentions pond; key \xd1\x8e at .; turn; says one step; key \xcf\x81 at R;"
    "turn; says no rain; key & at 1; turn; says water; key \xc3\xa9 at 2; turn;"
    "mentions heights; key \" at 3; turn; mentions slopes; key ' at 4; turn;"
    "says split view; forget-message; key - at 6; turn; mentions damping 5;"
    "key a at Q; key ' at Q; key \xd0\xb6 at [; turn; mentions damping 5;"
    "running == 1; key z at Y; key F5 at F5; key ) at 0; turn;"
    "mentions damping 5; key q at A; turn; running == 0",
};

TEST_ROWS(input, statements, stage_run, input_rows)

/* n goes through the beds, each from a stone, and after the last to the first;
   in the middle of a change it goes on to the one after that. */
TEST(input, beds)
{
    stage_play("open pond --size 64x48");
    stage.scene->bed.setting = stage.scene->player.settings.bed = 5;
    stage_play("turn; calm == 1; key N; turn; says pebbles; transition == 1;"
               "calm == 0; turn 9; key N; turn; mentions sand; transition == 1;"
               "turn 90; transition == 0; key C; turn; note crc; key N held;"
               "turn; crc == noted; transition == 0; set bed tiles; key A;"
               "turn; crc != noted; transition == 0;"
               "title ripple - pond - tiles; key P; turn; mentions storm;"
               "title ripple - storm - slate; key N shift; turn; says tiles;"
               "key N shift; turn; says sand; key N shift; turn; says pebbles;"
               "key N shift; turn; says hills");
}

/* No number of fingers, and no place of theirs, does harm. */
TEST(input, too_many_fingers)
{
    stage_play("open classic --size 300x200");
    for (int finger = 0; finger < 110; finger++)
        stage_play("finger down %d 2 -1e30", finger);
    stage_play("turn; running == 1");
}

/* A smooth drag leaves the same whatever the mouse's rate: a fifth of the depth
   of a stone. */
TEST(input, drags_do_not_depend_on_the_rate_of_events)
{
    static const int paces[] = {200, 50, 10, 1};
    int depths[COUNT(paces)];

    for (int i = 0; i < COUNT(paces); i++) {
        stage_play("open pond --size 400x240;"
                   "key Space; press left 100 150; turn; clear");
        for (int x = 100 + paces[i]; x <= 300; x += paces[i])
            stage_play("move %d 150; turn", x);
        depths[i] = support_height(stage.scene->player.pool, 200, 150);
        EXPECT_INT(depths[i], <, -400);
        EXPECT_INT(depths[i], >, -460);
        EXPECT_INT(abs(depths[i] - depths[0]), <, 4);
    }
}
