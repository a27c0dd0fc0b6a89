/* SPDX-License-Identifier: MIT */
/*
 * What the window writes: captures, snapshots, and the note that the first run
 * has been. These statements come to those of stage.h:
 *
 *     studio NAME [SCRIPT]  opens a window of 64x48 pixels. The program works
 *                           in a new folder of that name, which is PATH too;
 *                           its ffmpeg is a script, or there is none. What it
 *                           prints goes to the files output and errors
 *     ask-end               asks for the end of the program
 */
#include "stage.h"

#include "lib/util/fixed.h"
#include "os/stop.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The trial of an encoder succeeds. */
#define TRIAL "case $* in *-frames:v*) exit;; esac\n"

static const struct {
    const char *name, *text;
} scripts[] = {
    {"writes",
     "#!/bin/sh\nfor file; do :; done\n/bin/cat >\"${file#file:}\"\n"},
    {"dies", "#!/bin/sh\n" TRIAL "echo no luck >&2; exit 1\n"},
    {"hangs", "#!/bin/sh\n" TRIAL "exec /bin/sleep 1000\n"},
    {"is-slow", "#!/bin/sh\n" TRIAL "for file; do :; done\n"
                "while [ ! -e go ]; do /bin/sleep 0.1; done\n"
                "/bin/cat >\"${file#file:}\"\n"},
};

/* Keeps the output of the program out of that of the tests. */
static void redirect(FILE *stream, const char *name)
{
    EXPECT(freopen(name, "w+", stream) != NULL);
    setvbuf(stream, NULL, _IONBF, 0);
}

static void open_studio(const Words *words)
{
    char path[256];

    EXPECT_OK(mkdir(support_path(words->word[1]), 0777));
    EXPECT_OK(chdir(support_path(words->word[1])));
    stage_play("open classic --size 64x48");
    redirect(stdout, "output");
    redirect(stderr, "errors");
    setenv("PATH", ".", 1);
    snprintf(path, sizeof path, "%s/ffmpeg", words->word[1]);
    for (int i = 0; i < COUNT(scripts); i++) {
        if (verbs_is(words, 2, scripts[i].name))
            EXPECT_OK(chmod(support_write(path, scripts[i].text), 0777));
    }
}

static void run(const Words *words)
{
    if (verbs_is(words, 0, "studio"))
        open_studio(words);
    else if (verbs_is(words, 0, "ask-end"))
        stop_ask();
    else
        stage_run(words);
}

TEST_CASE(window, capture, .timeout_s = 20, .tear_down = stage_close);

static const char *const rows[] = {
    /* The first run says how to begin until the first stone, once; messages
       come over it, and the water can sleep. */
    "environment XDG_STATE_HOME @some/state; open pond --size 700x200;"
    "no-file @some/state; turn 900; calm == 1; first-run; message == 1;"
    "file @some/state/ripple/greeted; mentions drag; mentions menu; turn;"
    "sleep-ms > 1000; wait 60000; turn; message == 1; key R; turn; says rain;"
    "key R; turn; wait 2000; turn; mentions drag; message == 1; move 20 20;"
    "wheel 1; turn; wait 2000; turn; mentions drag; press left 20 20; turn;"
    "message == 0; release left 20 20; first-run; message == 0",
    "environment XDG_STATE_HOME @touch; open pond --size 700x200; first-run;"
    "message == 1; finger down 1 0.5 0.5; turn; message == 0",
    /* Nothing is said where the saying of it cannot be remembered. */
    "open pond --size 700x200; environment HOME; environment XDG_STATE_HOME;"
    "first-run; message == 0; environment XDG_STATE_HOME state;"
    "environment HOME home; first-run; message == 0; environment HOME @home;"
    "environment XDG_STATE_HOME /dev/null; repeat 2 {first-run; message == 0};"
    "environment XDG_STATE_HOME; first-run; message == 1; click 9 9; turn;"
    "first-run; message == 0; file @home/.local/state/ripple/greeted;"
    "environment XDG_STATE_HOME state; first-run; message == 0",
    /* Saving takes the next free name and overwrites nothing. */
    "studio saving; write ripple-0002.png mine; key S; key S; turn; await-film;"
    "file ripple-0001.png; file ripple-0003.png; no-file ripple-0004.png;"
    "holds ripple-0002.png mine; bytes ripple-0003.png > 50",
    /* A postcard shows the same water again, and goes on like it: from the
       first step, with settings that are valid only together, from later
       ones, and with another preset. */
    "studio card; open pond --size 200x150 --rain 30 --seed 5 --float duck "
    "--fish 2 --model wave --speed 25 --spacing 2; click 30 20; turn 5; press "
    "left 60 60; move 90 70; turn;"
    "move 120 90; turn; release left 120 90; turn 30; key S; turn; await-film;"
    "open pond --size 200x150 --script ripple-0001.txt --light 0; step == 37;"
    "key S; now; await-film; note crc ripple-0001.png;"
    "crc ripple-0002.png == noted",
    "studio late; open pool --size 200x150; turn 3100;"
    "click 30 20; turn 9; key S; turn; await-film;"
    "open pond --size 200x150 --script ripple-0001.txt; key S; now; await-film;"
    "note crc ripple-0001.png; crc ripple-0002.png == noted",
    /* At home, where desktops start programs, files go to its folders. */
    "studio at-home; environment HOME @at-home; key S; turn; await-film;"
    "says saved ~/Pictures/ripple-0001.png; file Pictures/ripple-0001.png;"
    "key F9; turn 3; key F9; turn; await-film;"
    "says saved ~/Videos/ripple-0001.y4m, 0:00 long;"
    "bytes Videos/ripple-0001.y4m > 50",
    /* Every step is a frame, though the window shows fewer: the film is that
       of a window that shows all. */
    "studio steps; key F9; now; recording == 1; mark == 1;"
    "says recording ripple-0001.y4m; click 30 20; repeat 12 {delay 1; turn};"
    "key .; turn; key F9; turn; recording == 0; mark == 0; await-film;"
    "frames ripple-0001.y4m 41 4614 == 13; holds output ripple-0001.y4m;"
    "holds errors; no-file ripple-0001.mp4; studio leaps; key F9; now;"
    "click 30 20; repeat 4 {sleep-ms <= 17; late 3}; key .; turn; key F9; turn;"
    "await-film; note crc ripple-0001.y4m;"
    "crc ../steps/ripple-0001.y4m == noted",
    /* The window comes up to date although a capture took the steps. */
    "studio window; key F9; press left 30 20; turn; repeat 20 {late 3}; key F9;"
    "silent; key Space; turn; wait 3000; turn; picture",
    /* The last seconds, of the first frame alone and of moving water, and their
       square; nothing is kept a minute after the last input. */
    "studio seen; key F9 shift; turn; await-film; mentions ripple-0001.y4m, "
    "0:00 long;"
    "frames ripple-0001.y4m 41 4614 == 1;"
    "click 30 20; turn 60; key F9 shift; now; says saving the last seconds; "
    "turn;"
    "await-film; mentions ripple-0002.y4m, 0:01 long;"
    "frames ripple-0002.y4m 41 4614 == 21; wait 60000; turn;"
    "key F9 shift; now; says nothing was kept; no-file ripple-0003.y4m",
    "studio square writes; click 30 20; turn 30; key F9 ctrl; now; key F9 "
    "ctrl; now;"
    "says ripple-0001.gif is not complete yet; turn; await-film;"
    "frames ripple-0001.gif 0 262144 == 6; click 9 9; turn; key F9 ctrl; now; "
    "end;"
    "file ripple-0002.gif",
    /* The benchmark: the water rests, and a picture has the rows so far. */
    "studio measures; open pond --size 400x400; click 30 20; turn; key B; now; "
    "note step; delay 2500;"
    "turn 30; step == noted; key S; now; await-film;"
    "mentions ripple-0001.png; bytes ripple-0001.csv > 200;"
    "bytes ripple-0001.png > 50; key Escape; now; turn 3; step == noted+3;"
    "running == 1; key S; now; await-film; no-file ripple-0002.csv",
    /* A film has whole steps, on any display. */
    "studio whole; refresh 144; press left 30 20; turn 3; phase < 256; key F9;"
    "repeat 9 {turn; phase == 256}; refresh 144; key F9; turn 2; phase < 256",
    /* The mark shows the film's length. */
    "studio long; key F9; turn; mark == 1; marks 0:00  F9 stops; turn 58;"
    "marks 0:00  F9 stops; turn 2; marks 0:01  F9 stops; size 80 64; turn;"
    "mark == 0; marks ; mentions 0:01 long: the frame; key F9; turn; mark == 1;"
    "turn 150; marks 0:02  F9 stops; key F9; turn; await-film; marks ;"
    "mark == 0; mentions /long/ripple-0002.y4m, 0:02 long",
    /* A film has one size. */
    "studio resized; key F9; turn 3; size 64 48; turn; recording == 1;"
    "size 80 48; turn; recording == 0; mentions saved /;"
    "mentions /resized/ripple-0001.y4m, 0:00 long: the frame has a new size;"
    "message == 1; mark == 0; frames ripple-0001.y4m 41 4614 == 3; key F9;"
    "turn 2; recording == 1; end; holds errors; file ripple-0002.y4m",
    /* The rate of a film is that of its first frame. */
    "studio speed; size 400 300; turn; key F9; turn; recording == 1; turn 3;"
    "key Tab; turn 3; choose stop_the_film; choose speed; key Right; now;"
    "says speed: cannot change in a recording; value 60/s;"
    "choose reset_to_classic; key Return; now; turn; key Tab; key F9; turn;"
    "await-film; frames ripple-0001.y4m 43 180006 == 7",
    /* Quitting completes the film, and no file is ever overwritten. */
    "studio quit writes; write ripple-0001.mp4 mine; key F9; turn 2; key Q;"
    "turn; running == 0; end; holds ripple-0001.mp4 mine; holds errors;"
    "holds output ripple-0002.mp4; frames ripple-0002.mp4 0 12288 == 2",
    /* Neither the water nor the window waits for an encoder that hangs; it is
       killed when the program is to end. */
    "studio hang hangs; key F9; note step; turn 30; recording == 1;"
    "step == noted+30;"
    "mentions too slow for all frames: the film leaves some out; message == 1;"
    "key F9; turn; recording == 0; mark == 0; says completing ripple-0001.mp4;"
    "turn 9; step > noted; key F9; turn;"
    "says ripple-0001.mp4 is not complete yet; ask-end; end; holds output;"
    "no-file ripple-0001.mp4;"
    "holds errors ripple: ripple-0001.mp4: ffmpeg hangs and was killed",
    /* With one that only is slow the film keeps its time. */
    "studio slow is-slow; note step; key F9; turn 30; step == noted+30;"
    "write go on; delay 500; turn; key F9; turn; await-film;"
    "mentions /slow/ripple-0001.mp4; frames ripple-0001.mp4 0 12288 == 30; end;"
    "holds output ripple-0001.mp4; holds errors",
    /* An encoder that fails. */
    "studio dies dies; key F9; repeat 50 {delay 10; turn}; recording == 0;"
    "turn; await-film; running == 1; mark == 0;"
    "says ripple-0001.mp4: ffmpeg: no luck; end;"
    "holds errors ripple: ripple-0001.mp4: ffmpeg: no luck; holds output;"
    "no-file ripple-0001.mp4",
    /* The end of the program cuts short a picture that nobody writes. */
    "studio cut; fifo endless.png; drop endless.png; quit; turn; message == 0;"
    "running == 0",
    "studio over; fifo slow.png; ask-end; drop slow.png; now; message == 0",
    /* Without a step there is nothing to see. */
    "studio nothing; key Space; key F9; turn; recording == 1; turn; key F9;"
    "turn; recording == 0; mentions : no frame to record; end;"
    "no-file ripple-0001.mp4; no-file ripple-0001.y4m",
};

TEST_ROWS(capture, statements, run, rows)
