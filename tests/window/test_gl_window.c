/* SPDX-License-Identifier: MIT */
/*
 * The window whose frames stay on the GPU, in OpenGL without a display: rows of
 * statements, see stage.h, are run twice, with the CPU and with the GPU, and
 * must show the same pixels and save the same files. More statements:
 *
 *     shot            the window shows the frame and nothing else; keeps its
 *                     checksum to compare with
 *     frame           keeps that of the frame alone: SDL's offscreen driver
 *                     shows no window in a new size
 *     saved NAME      keeps the checksum of that file
 *     fail            the GPU fails, if there is one
 */
#include "stage.h"

#include "desk.h"
#include "app/app.h"
#include "lib/util/fixed.h"
#include "../../tools/crc.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_SHOTS 16

enum { BY_CPU, BY_GPU, WAYS };

static struct {
    int way, count;
    uint32_t shots[WAYS][MAX_SHOTS];
} seen;

TEST_CASE(gl_window, shown, .timeout_s = 60, .is_possible = process_has_opengl,
          .tear_down = stage_close);

/* Counts reads of the program from OpenGL. It gets the functions from SDL: the
   linker leads its calls of SDL_GL_GetProcAddress here (--wrap). The types are
   plain, as a header of OpenGL may be missing. */
static struct {
    int count;    /* of pixels, or more than few bytes of a buffer */
    long failing; /* buffers of so many bytes cannot be read; 0: all can */
    int spared;   /* but so many times they can first */
} reads;

#define MAP_READ 1u /* GL_MAP_READ_BIT */

/* A number that tells if water is calm may be read: a few bytes at once. */
#define FEW_BYTES 256

void *__real_SDL_GL_GetProcAddress(const char *name);
void *__wrap_SDL_GL_GetProcAddress(const char *name);

static void (*read_pixels)(int, int, int, int, unsigned, unsigned, void *);
static void *(*map)(unsigned, ptrdiff_t, ptrdiff_t, unsigned);

static void count_pixels(int x, int y, int width, int height, unsigned format,
                         unsigned type, void *pixels)
{
    reads.count++;
    read_pixels(x, y, width, height, format, type, pixels);
}

static void *count_map(unsigned target, ptrdiff_t place, ptrdiff_t size,
                       unsigned access)
{
    int is_read = (access & MAP_READ) != 0;

    reads.count += is_read && size > FEW_BYTES;
    if (is_read && size == reads.failing && reads.spared-- <= 0)
        return NULL;
    return map(target, place, size, access);
}

/* The linker gives its name. The program reads by two functions alone. */
void *__wrap_SDL_GL_GetProcAddress(const char *name)
{
    void *found = __real_SDL_GL_GetProcAddress(name);
    void (*pixels)(int, int, int, int, unsigned, unsigned, void *) =
        count_pixels;
    void *(*mapped)(unsigned, ptrdiff_t, ptrdiff_t, unsigned) = count_map;

    EXPECT(strcmp(name, "glGetTexImage") != 0 &&
           strcmp(name, "glGetBufferSubData") != 0);
    if (found != NULL && strcmp(name, "glReadPixels") == 0) {
        memcpy(&read_pixels, &found, sizeof found);
        memcpy(&found, &pixels, sizeof found);
    } else if (found != NULL && strcmp(name, "glMapBufferRange") == 0) {
        memcpy(&map, &found, sizeof found);
        memcpy(&found, &mapped, sizeof found);
    }
    return found;
}

static void keep(uint32_t shot)
{
    EXPECT_INT(seen.count, <, MAX_SHOTS);
    seen.shots[seen.way][seen.count++] = shot;
}

static void run(const Words *words)
{
    const char *file;
    size_t size;

    if (verbs_is(words, 0, "shot") || verbs_is(words, 0, "frame")) {
        if (verbs_is(words, 0, "shot"))
            stage_play("picture");
        keep(crc_frame(window_fetch_frame(&stage.window)));
    } else if (verbs_is(words, 0, "saved")) {
        file = support_load(words->word[1], &size);
        keep(crc_bytes(0, file, size));
    } else if (verbs_is(words, 0, "fail")) {
        ripple_use_backend(stage.scene->player.pool, "cpu");
    } else {
        stage_run(words);
    }
}

#define play(...) verbs_play(run, __VA_ARGS__)

/* The options of a window, and what is done to it. Messages go after 3 s, and
   between two steps a frame shows both. */
static const struct {
    const char *options, *statements;
} rows[] = {
    {"pond",
     "shot; click 60 70; turn 30; shot; refresh 144; click 20 20; turn 7;"
     "phase < 256; shot; silent; key Space; turn; wait 3000; turn; shot;"
     "click 100 100; key .; turn; wait 3000; turn; shot"},
    {"pond", "press right 40 40; move 120 80; turn 2; release right 120 80;"
             "turn; has-mask == 1; wait 3000; turn; shot; click 100 30; turn;"
             "wait 3000; turn; shot; key Delete; turn; wait 3000; turn; shot"},
    {"classic --rain 20", "click 90 90; turn 5; key Tab; turn 5; key Tab; turn;"
                          "shot; key 2; turn; wait 3000; turn; shot; key 3;"
                          "turn; wait 3000; turn; shot; key 5; turn; wait 3000;"
                          "turn; shot; click 70 90; turn 9; shot; key 1; turn;"
                          "wait 3000; turn; shot"},
    {"storm --rain 20", "turn 20; reset; turn; shot; minimise; turn 5; restore;"
                        "turn; shot; size 301 97; turn; frame; turn 9; frame;"
                        "size 200 150; turn; shot"},
    {"storm --rain 20", "key F; turn 9; fullscreen == 1; frame; key F; turn 9;"
                        "fullscreen == 0; frame"},
    {"retro --size 64x48", "click 30 30; turn 9; size 64 48; turn; shot"},
    {"river", "turn 9; shot; set leaves 0; turn 9; shot; set leaves 9; turn 9;"
              "shot"},
    {"waves --scroll 20,3", "turn 9; shot; key P; turn; wait 3000; turn; shot"},
    {"storm --rain 20", "turn 9; key S; now; await-film; wait 3000; turn;"
                        "saved ripple-0001.png; shot; key F9; turn 9; key F9;"
                        "turn; await-film; saved ripple-0001.y4m; wait 3000;"
                        "turn; shot"},
    /* A click in the same turn is not in the picture that is saved. */
    {"classic", "click 60 70; turn 9; click 100 90; key S; turn;"
                "await-film; wait 3000; turn; saved ripple-0001.png"},
    {"storm --rain 20", "turn 9; fail; turn; shot; turn 9; shot"},
};

TEST_LOOP(shown, as_by_the_cpu, COUNT(rows))
{
    static const char *const ways[] = {"cpu", "gpu"};
    int counts[WAYS];
    char name[32];

    setenv("PATH", ".", 1);
    for (int i = 0; i < WAYS; i++) {
        seen.way = i;
        seen.count = 0;
        snprintf(name, sizeof name, "gl-%d-%d", _i, i);
        EXPECT_OK(mkdir(support_path(name), 0777));
        EXPECT_OK(chdir(support_path(name)));
        EXPECT(freopen("said", "w", stderr) != NULL);
        EXPECT(freopen("names", "w", stdout) != NULL);
        play("open pond --size 200x150 --backend %s --preset %s; turn", ways[i],
             rows[_i].options);
        play("%s", rows[_i].statements);
        play("end");
        counts[i] = seen.count;
    }
    EXPECT_INT(counts[BY_GPU], ==, counts[BY_CPU]);
    for (int i = 0; i < counts[BY_CPU]; i++)
        EXPECT_INT(seen.shots[BY_GPU][i], ==, seen.shots[BY_CPU][i]);
}

/* 100 frames of a storm, with a menu. */
TEST(shown, nothing_is_read_back)
{
    int shown;

    play("open storm --rain 20 --size 200x150 --backend gpu; turn 9; key Tab");
    reads.count = 0;
    shown = stage.window.pacing.shown;
    play("turn 100");
    EXPECT_INT(stage.window.pacing.shown - shown, >=, 100);
    EXPECT(scene_texture(stage.scene) != 0);
    EXPECT_INT(reads.count, ==, 0);
}

/* In the working folder. */
static void expect_failure(void)
{
    fflush(stderr);
    ck_assert_str_eq(support_load("said", NULL),
                     "ripple: --backend gpu: OpenGL: the GPU has failed, "
                     "so the CPU steps the water\n");
}

/* Frames on the GPU stop, and a line says so; the water goes on. */
TEST(shown, failure)
{
    EXPECT_OK(chdir(support_path("")));
    EXPECT(freopen("said", "w", stderr) != NULL);
    play("open storm --rain 20 --size 200x150 --backend gpu; turn 9");
    EXPECT(scene_texture(stage.scene) != 0);
    play("fail; turn 9; note step; turn 9; step > noted; picture");
    EXPECT(scene_texture(stage.scene) == 0);
    expect_failure();
}

/* Frames without a window come to memory: a film is the same if the GPU fails
   while frame 12 is on its way there and frame 11 is written. */
TEST(shown, film)
{
    static const char *const ways[] = {"cpu", "gpu"};
    const char *films[WAYS];
    size_t sizes[WAYS];
    Options options;
    Error error;
    char line[128];

    EXPECT_OK(setenv("SDL_VIDEODRIVER", "offscreen", 1));
    EXPECT_OK(chdir(support_path("")));
    EXPECT(freopen("said", "w", stderr) != NULL);
    reads.failing = 100 * 61 * 4; /* rows of whole uvec4s */
    reads.spared = 11;
    for (int i = 0; i < WAYS; i++) {
        snprintf(line, sizeof line,
                 "--preset storm --rain 20 --size 97x61 --frames 30 "
                 "--backend %s --output %s.y4m",
                 ways[i], ways[i]);
        EXPECT_OK(process_parse(&options, line, &error));
        EXPECT_OK(headless_run(&options, &error));
        config_clear(&options.config);
        snprintf(line, sizeof line, "%s.y4m", ways[i]);
        films[i] = support_load(support_path(line), &sizes[i]);
    }
    EXPECT_INT(sizes[BY_GPU], ==, sizes[BY_CPU]);
    EXPECT(memcmp(films[BY_GPU], films[BY_CPU], sizes[BY_CPU]) == 0);
    expect_failure();
}

static int has_gpu_and_desk(void)
{
    return process_has_opengl() && desk_is_possible();
}

TEST_CASE(gl_window, on_a_desk, .timeout_s = 60,
          .is_possible = has_gpu_and_desk, .set_up = desk_open,
          .tear_down = desk_close);

/* A window of an X server, see desk.h, shows what is drawn headless by the
   CPU. */
static const char *const desk_rows[] = {
    "pool --backend gpu --preset classic --damping 9; calm; mouse 150 100;"
    "click 1; await 1000 60000; key c; await 0 0; mouse 60 60; mousedown 3;"
    "mouse 150 100; mouseup 3; await 2000 60000; key ctrl+z; key 2;"
    "await 50000 60000; key q; end",
    "pool --backend gpu; windowsize --sync % 420 310; calm 420 310;"
    "windowsize --sync % 120 350; calm 120 350; windowunmap --sync %;"
    "sleep 300; windowmap --sync %; calm 120 350",
    "pool --backend gpu; calm; rest 1; key Tab; await 8000 60000; key Escape;"
    "await 0 0; key F9; records; key F9; film 1; key s; lines 2; key f;"
    "calm 800 600; key q; end",
};

TEST_ROWS(on_a_desk, on_a_desk, desk_run, desk_rows)
