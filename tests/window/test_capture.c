/* SPDX-License-Identifier: MIT */
/*
 * What the window writes: captures, snapshots, and the note that the first run
 * has been. The tests work in folders of their own, with a script for ffmpeg.
 */
#include "stage.h"

#include "app/output/writer.h"
#include "base/fixed.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST_CASE(window, first_run, .timeout_s = 4);

static int shows_first_run(Stage *stage)
{
    stage_play(stage, "wait 10000; turn");
    captions_show_first_run(&stage->window.captions, stage->now_ns);
    return stage->window.screen.presenters[0]->layers[LAYER_MESSAGE] != NULL;
}

static void set_state_folder(const char *state, const char *home)
{
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    if (state != NULL)
        setenv("XDG_STATE_HOME", state, 1);
    if (home != NULL)
        setenv("HOME", home, 1);
}

/* Three seconds, once. */
TEST(first_run, first_start)
{
    char state[256];
    Stage stage;

    snprintf(state, sizeof state, "%s", support_path("some/state"));
    set_state_folder(state, NULL);
    stage_open(&stage, "pond --size 700x200", NULL);
    EXPECT_INT(access(state, F_OK), !=, 0);
    EXPECT(shows_first_run(&stage));
    EXPECT_INT(access(support_path("some/state/ripple/greeted"), F_OK), ==, 0);
    stage_play(&stage, "mentions F1; sleep-ms <= 3000;"
                       "wait 2900; turn; message == 1;"
                       "wait 100; turn; message == 0; picture");
    EXPECT(!shows_first_run(&stage));
    stage_close(&stage);
}

/* Nothing is said where the saying of it cannot be remembered. */
TEST(first_run, first_start_without_a_folder)
{
    char home[256];
    Stage stage;

    snprintf(home, sizeof home, "%s", support_path("home"));
    stage_open(&stage, "pond --size 700x200", NULL);
    set_state_folder(NULL, NULL);
    EXPECT(!shows_first_run(&stage));
    set_state_folder("state", "home");
    EXPECT(!shows_first_run(&stage));
    set_state_folder("/dev/null", home);
    EXPECT(!shows_first_run(&stage) && !shows_first_run(&stage));
    set_state_folder("", home);
    EXPECT(shows_first_run(&stage));
    EXPECT(!shows_first_run(&stage));
    EXPECT_INT(access(support_path("home/.local/state/ripple/greeted"), F_OK),
               ==, 0);
    set_state_folder("state", home);
    EXPECT(!shows_first_run(&stage));
    stage_close(&stage);
}

TEST_CASE(window, capture, .timeout_s = 20);

/* Keeps the output of the program out of that of the tests. */
static void redirect(FILE *stream, const char *name)
{
    EXPECT(freopen(name, "w+", stream) != NULL);
    setvbuf(stream, NULL, _IONBF, 0);
}

/* A stage in an empty folder of that name, which is PATH too; its ffmpeg is a
   script, or there is none. */
static void open_studio(Stage *stage, const char *name, const char *ffmpeg)
{
    char path[256];

    snprintf(path, sizeof path, "%s", support_path(name));
    EXPECT_INT(mkdir(path, 0777), ==, 0);
    EXPECT_INT(chdir(path), ==, 0);
    stage_open(stage, "classic --size 64x48", NULL);
    redirect(stdout, "output");
    redirect(stderr, "errors");
    setenv("PATH", ".", 1);
    if (ffmpeg == NULL)
        return;
    snprintf(path, sizeof path, "%s/ffmpeg", name);
    EXPECT_INT(chmod(support_write(path, ffmpeg), 0777), ==, 0);
}

static size_t find_size(const char *name)
{
    struct stat status;

    EXPECT_INT(stat(name, &status), ==, 0);
    return (size_t)status.st_size;
}

/* Saving takes the next free name and overwrites nothing. */
TEST(capture, saving)
{
    Stage stage;

    open_studio(&stage, "saving", NULL);
    support_write("saving/ripple-0002.png", "mine\n");
    stage_play(&stage, "key S; key S; turn; file ripple-0001.png;"
                       "file ripple-0003.png; no-file ripple-0004.png;"
                       "holds ripple-0002.png mine");
    EXPECT_INT(find_size("ripple-0003.png"), >, 50);
    stage_close(&stage);
}

/* The same frames one step at a time, as Y4M, from a scene that is disturbed
   before its seventh step. */
static void write_wanted(Stage *stage, uint64_t first)
{
    Scene *scene = stage_make_reference(stage);
    FILE *file = fopen("wanted.y4m", "wb");
    uint8_t row[64];

    writer_y4m_head(file, &scene->frame, 60);
    scene->player.step += first - scene->player.step;
    for (int i = 0; scene->player.step < stage->scene->player.step; i++) {
        if (i == 6)
            ripple_disturb(scene->player.pool, 30, 20, 3000);
        scene_advance(scene, NULL);
        EXPECT_INT(writer_y4m_frame(file, &scene->frame, row), ==, 0);
    }
    fclose(file);
    scene_destroy(scene);
}

/* Every step is a frame, those of calm water and by hand too, though the
   window shows fewer. */
TEST(capture, capture_has_every_step)
{
    Stage stage;
    uint64_t first;

    open_studio(&stage, "steps", NULL);
    stage_play(&stage, "key F9; now; recording == 1; mark == 1;"
                       "says recording ripple-0001.y4m; note step");
    first = stage.scene->player.step;
    for (uint64_t i = 0; i < 30; i++) {
        stage_play(&stage, "sleep-ms <= 17");
        if (i == 4) /* after 0 + 1 + 2 + 3 steps */
            ripple_disturb(stage.scene->player.pool, 30, 20, 3000);
        stage_turn_at(&stage, stage.now_ns + i % 4 * STAGE_STEP_NS);
    }
    stage_play(&stage, "key .; turn; key F9; turn; recording == 0; mark == 0;"
                       "says saved ripple-0001.y4m; step == noted+44");
    write_wanted(&stage, first);
    EXPECT(support_files_equal("ripple-0001.y4m", "wanted.y4m"));
    stage_play(&stage, "holds output ripple-0001.y4m; holds errors;"
                       "no-file ripple-0001.mp4");
    stage_close(&stage);
}

/* The window comes up to date although a capture took the steps. */
TEST(capture, capture_does_not_hurt_the_window)
{
    Stage stage;

    open_studio(&stage, "window", NULL);
    stage_play(&stage, "key F9; press left 30 20; turn");
    for (int i = 0; i < 20; i++)
        stage_turn_at(&stage, stage.now_ns + 3 * STAGE_STEP_NS);
    stage_play(&stage, "key F9; key Space; turn; wait 3000; turn; picture");
    stage_close(&stage);
}

/* A film has one size. */
TEST(capture, capture_ends_with_a_resize)
{
    const size_t head = strlen("YUV4MPEG2 W64 H48 F60:1 Ip A1:1 C420jpeg\n");
    Stage stage;

    open_studio(&stage, "resized", NULL);
    stage_play(&stage, "key F9; turn 3; size 64 48; turn; recording == 1;"
                       "size 80 48; turn; recording == 0;"
                       "says saved ripple-0001.y4m: the window has a new size;"
                       "message == 1; mark == 0");
    EXPECT_INT((find_size("ripple-0001.y4m") - head) % (6 + 64 * 48 * 3 / 2),
               ==, 0);
    stage_play(&stage, "key F9; turn 2; recording == 1");
    stage_close(&stage);
    stage_play(&stage, "holds errors; file ripple-0002.y4m");
}

/* Quitting completes the film, and no file is ever overwritten. */
TEST(capture, capture_ends_with_the_window)
{
    Stage stage;

    open_studio(&stage, "quit",
                "#!/bin/sh\nfor file; do :; done\n"
                "/bin/cat >\"${file#file:}\"\n");
    support_write("quit/ripple-0001.mp4", "mine\n");
    stage_play(&stage, "key F9; turn 2; key Q; turn; running == 0");
    stage_close(&stage);
    stage_play(&stage, "holds ripple-0001.mp4 mine; holds errors;"
                       "holds output ripple-0002.mp4");
    EXPECT_INT(find_size("ripple-0002.mp4"), >=, 64 * 48 * 4);
    EXPECT_INT(find_size("ripple-0002.mp4") % (64 * 48 * 4), ==, 0);
}

TEST(capture, captures_that_cannot_be)
{
    static const struct {
        const char *name, *script, *says;
    } cases[] = {
        {"dies", "#!/bin/sh\necho no luck >&2; exit 1\n",
         "ripple-0001.mp4: ffmpeg: no luck"},
        {"cannot-end", "#!/bin/sh\n/bin/cat >/dev/null; exit 2\n",
         "ripple-0001.mp4: ffmpeg ended with status 2"},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        Stage stage;

        open_studio(&stage, cases[i].name, cases[i].script);
        stage_play(&stage, "key F9; turn 50");
        if (stage.window.capture.is_recording)
            stage_play(&stage, "key F9");
        stage_play(&stage, "turn; running == 1; recording == 0; mark == 0");
        stage_play(&stage, "says %s", cases[i].says);
        stage_close(&stage);
        stage_play(&stage,
                   "holds errors ripple: %s; holds output;"
                   "no-file ripple-0001.mp4",
                   cases[i].says);
    }
}

/* Without a step there is nothing to see. */
TEST(capture, capture_of_nothing)
{
    Stage stage;

    open_studio(&stage, "nothing", NULL);
    stage_play(&stage, "key Space; key F9; turn; recording == 1; turn; key F9;"
                       "turn; recording == 0; mentions : no frame to record");
    stage_close(&stage);
    stage_play(&stage, "no-file ripple-0001.mp4; no-file ripple-0001.y4m");
}
