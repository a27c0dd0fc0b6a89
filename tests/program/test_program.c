/* SPDX-License-Identifier: MIT */
/*
 * ripple as a whole, run as a process without a display: its outputs, that
 * every mistake costs one line and leaves no file, and how it ends.
 */
#define _GNU_SOURCE /* sched_setaffinity */

#include "../work.h"

#include "lib/util/fixed.h"
#include "../pictures.h"
#include "../support.h"
#include "../test.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODY     65534
#define MAX_END_MS 5000 /* until a signal has ended it */
#define FULL       "/dev/full"
#define RECORD     "--frames 2 --output out.png --output out.y4m --heights out.pgm "

TEST_CASE(program, outputs, .timeout_s = 2 * PROCESS_TIMEOUT_S,
          .set_up = work_start);

/* Bound to one processor, as taskset does, both programs use one thread; --fps
   names it and the instruction set. */
TEST(outputs, default_threads)
{
    static const char *const lines[] = {
        "%s --no-config --simd scalar --frames 1 --fps --output - 2>&1 "
        ">/dev/null | grep -q ' frames per second, scalar, 1 threads$'",
        "%s-bench --sizes 9x9 --scenes calm --seconds 0.01 | "
        "grep -qx 'Threads: 1'"};
    cpu_set_t set;
    size_t first = 0;

    EXPECT_OK(sched_getaffinity(0, sizeof set, &set));
    while (!CPU_ISSET(first, &set))
        first++;
    CPU_ZERO(&set);
    CPU_SET(first, &set);
    EXPECT_OK(sched_setaffinity(0, sizeof set, &set));
    for (int i = 0; i < COUNT(lines); i++) {
        char line[512];

        snprintf(line, sizeof line, lines[i], process_ripple());
        ck_assert_msg(system(line) == 0, "%s", line);
    }
}

/* The bytes are a Y4M stream of that many frames; -1 for any number. */
static void check_stream(const char *bytes, size_t size, int width, int height,
                         int rate, int frames)
{
    char head[96];
    size_t chroma = (size_t)((width + 1) / 2) * (size_t)((height + 1) / 2);
    size_t step = 6 + (size_t)width * (size_t)height + 2 * chroma;
    size_t length = (size_t)snprintf(
        head, sizeof head, "YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg\n", width,
        height, rate);

    EXPECT_INT(size, >=, length);
    EXPECT(memcmp(bytes, head, length) == 0);
    if (frames < 0)
        frames = (int)((size - length) / step);
    EXPECT_INT(size, ==, length + step * (size_t)frames);
    for (int i = 0; i < frames; i++)
        EXPECT(memcmp(bytes + length + step * (size_t)i, "FRAME\n", 6) == 0);
}

TEST(outputs, stream)
{
    static const int sizes[][2] = {{64, 48}, {33, 21}, {1, 1}, {7, 2}, {2, 7}};
    const char *bytes;
    size_t size;

    for (int i = 0; i < COUNT(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1], frames = i * 3;
        char line[256];
        Process process;

        snprintf(line, sizeof line,
                 "--size %dx%d --rain 60 --frames %d --output - @coffee.png",
                 width, height, frames);
        process = work_try((Process){0}, 0, line);
        ck_assert_str_eq(process.err, "");
        check_stream(process.out, process.out_size, width, height, 60,
                     max_int(frames, 1));
    }
    work_run("--rate 25 --size 5x5 --frames 3 --output o.y4m @coffee.png");
    bytes = work_text("o.y4m", &size);
    check_stream(bytes, size, 5, 5, 25, 3);
}

static const struct {
    const char *line, *says;
} answers[] = {
    {"-version", "ripple 0.2.0\n"},
    {"-h", "Usage: ripple "},
    {"--help all", "--simd"},
    {"--list presets", "classic "},
    {"-list=models", "round "},
    {"--list simd", "scalar\n"},
    {"--list backends", "cpu\n"},
    {"--list renderers", "software\n"},
    {"--list renderers", "surface\n"},
    {"--list beds", "pebbles\nsand\ntiles\nslate\ndeep\n"},
};

/* Without OpenGL, whose drivers leak when they are unloaded. */
TEST_LOOP(outputs, answers, COUNT(answers))
{
    static const char *const environment[] = {"SDL_VIDEODRIVER=dummy", NULL};
    Process process =
        work_try((Process){.environment = environment}, 0, answers[_i].line);

    ck_assert_str_eq(process.err, "");
    if (strstr(process.out, answers[_i].says) == NULL)
        ck_abort_msg("ripple %s: no \"%s\" in: %s", answers[_i].line,
                     answers[_i].says, process.out);
}

/* Without a window nothing is shown for the first run, and none is noted. */
TEST(outputs, no_first_run_without_a_window)
{
    static char state[600];
    const char *const environment[] = {"DISPLAY", "WAYLAND_DISPLAY", state,
                                       NULL};

    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", work_path("state"));
    work_try((Process){.environment = environment}, 0,
             "--frames 2 @coffee.png");
    work_play("lacks state");
}

static void write_picture(const char *name, int width, int height, size_t lost)
{
    static File file;

    picture_makers[0].make(&file, width, height, width <= 32);
    support_write_bytes(name, file.data, file.size - lost);
}

static void make_links(void)
{
    static const char *const links[][2] = {{"work/out.y4m", "link.png"},
                                           {"work/out.png", "link.pgm"},
                                           {"work/out.pgm", "heights.png"},
                                           {"loop.png", "loop.png"}};

    for (int i = 0; i < COUNT(links); i++) {
        unlink(support_path(links[i][1]));
        EXPECT_OK(symlink(links[i][0], support_path(links[i][1])));
    }
    unlink(support_path("hard.png"));
    EXPECT_OK(link(support_path("good.png"), support_path("hard.png")));
}

/* Files for the mistakes. */
static void write_files(void)
{
    char text[3000] = "0 clear\n";

    memset(text + 8, '#', sizeof text - 9);
    text[sizeof text - 1] = '\0';
    support_write("long.txt", text);
    mkdir(support_path("dir.png"), 0777);
    mkdir(support_path("no-pictures"), 0777);
    support_write("no-pictures/readme.txt", "There are none.\n");
    support_write("text.png", "Dear diary, it rained on the pond today.\n");
    write_picture("good.png", 32, 24, 0);
    write_picture("short.png", 32, 24, 20);
    write_picture("huge.png", 60000, 60000, 0);
    write_picture("dot.png", 1, 1, 0);
    support_write("wide.svg", "<svg xmlns='http://www.w3.org/2000/svg' "
                              "width='9000' height='7'><rect width='4500' "
                              "height='7' fill='white'/></svg>");
    support_write("land.svg", "<svg xmlns='http://www.w3.org/2000/svg' "
                              "width='9' height='5'><rect width='9' "
                              "height='5'/></svg>");
    support_write("peak.pgm", "P5 1 1 65535\n~~");
    make_links();
    work_start();
}

TEST_CASE(program, failures, .timeout_s = 2 * PROCESS_TIMEOUT_S,
          .set_up = write_files);

/* Masks and maps can have any size and format, and can be all land. */
static const char *const odd_maps[] = {
    "--mask @dot.png",
    "--current @dot.png",
    "--mask @wide.svg",
    "--current @wide.svg --mask @wide.svg",
    "--mask @good.png --shore mirror",
    "--land @dot.png --view perspective",
    "--land @wide.svg --size 700x3",
    "--land builtin:hills --size 1x1 --view perspective",
    "--land @land.svg --size 3x700 --view perspective --camera 360,70,4",
    "--land @peak.pgm --current 1,1 --view perspective --camera=-90,3,0.2",
    "--mask builtin:river --current builtin:river-flow --size 1x1",
    "--mask builtin:harbour --size 3x700 --edges wrap",
    "--current builtin:river-flow --size 700x2 --model spring",
    "--mask @land.svg --current 1,1 --model shallow --rain 100",
    "--mask @land.svg --edges open --model spring --current @good.png",
};

TEST_LOOP(failures, odd_masks_and_maps, COUNT(odd_maps))
{
    work_run("%s --frames 30 --heights @h.pgm @good.png", odd_maps[_i]);
}

typedef struct Mistake {
    const char *line;
    int status;
    const char *says; /* a part of the one line of errors */
} Mistake;

static const Mistake mistakes[] = {
    {"--output - --output - @good.png", 2, "--output -: can be given once"},
    {"--output out.png @good.png", 2, "--output out.png: can be given once"},
    {"--output ./out.y4m @good.png", 2, "./out.y4m: can be given once"},
    {"--output @work/out.y4m @good.png", 2, "out.y4m: can be given once"},
    {"--output @link.png @good.png", 2, "link.png: can be given once"},
    {"--heights @link.pgm @good.png", 2, "link.pgm: can be given once"},
    {"--output @heights.png @good.png", 2, "heights.png: can be given once"},
    {"--output @good.png --output @hard.png", 2, "hard.png: can be given once"},
    {"--output @good.png @good.png", 2, "good.png would replace the picture"},
    {"--output @hard.png @good.png", 2, "hard.png would replace the picture"},
    {"out.pgm", 2, "--heights: out.pgm would replace the picture"},
    {"--output f%d.png --output f%1d.png @good.png", 2, "f%1d.png: can be"},
    {"--output f%03d.png --output f001.png @good.png", 2, "f001.png: can be"},
    {"--output @loop.png @good.png", 1,
     "loop.png: Too many levels of symbolic links"},
    {"--model shallow --beta 0 --alpha 0.3 @good.png", 2, "at most 0.25"},
    {"--mask @none.png @good.png", 1, "none.png"},
    {"--mask builtin:nothing @good.png", 1, "builtin:nothing"},
    {"--land @none.png @good.png", 1, "none.png"},
    {"--land builtin:nothing @good.png", 1, "builtin:nothing"},
    {"--land @missing.pgm @good.png", 1, "missing.pgm: No such file"},
    {"--land @huge.png @good.png", 1, "60000x60000 is too large"},
    {"--land @good.png --mask @good.png @good.png", 2,
     "--land: gives the mask too"},
    {"--land-picture @none.png @good.png", 1, "none.png"},
    {"--land-picture builtin:nothing @good.png", 1, "builtin:nothing"},
    {"--current @none.png @good.png", 1, "none.png"},
    {"builtin:nothing", 1,
     "builtin:nothing: no such picture is built in, see "
     "the manual page"},
    {"@good.png @good.png", 2, "good.png"},
    {"@missing.png", 1, "missing.png"},
    {"@text.png", 1, "text.png"},
    {"@short.png", 1, "short.png"},
    {"@no-pictures", 1, "no-pictures: there is no picture in this folder"},
    {"/dev/null", 1, "/dev/null"},
    {"--picture-from screen", 1, "the desktop: "},
    {"@huge.png", 1, "60000x60000 is too large"},
    {"--script @missing.txt @good.png", 1, "missing.txt"},
    {"--script @long.txt @good.png", 1, "long.txt: line 2: "},
    {"--script @ @good.png", 1, "irectory"},
    {"--output @none/out.png @good.png", 1, "none/out.png"},
    {"--output @none/out.y4m @good.png", 1, "none/out.y4m"},
    {"--output @dir.png @good.png", 1, "irectory"},
    {"--output @good.png/out.png @good.png", 1, "good.png/out.png"},
    {"--output a.png --heights @none/out.pgm @good.png", 1, "none/out.pgm"},
    {"@good.png --frames", 2, "--frames"},
};

/* Runs ripple with three outputs; none may exist afterwards. Decoding anything
   large before the mistake is found takes more CPU time than that. */
static void expect_mistake(const char *line, int status, const char *says)
{
    enum { MAX_CPU_MS = 5000 };
    char all[512];
    Process process;

    snprintf(all, sizeof all, RECORD "%s", line);
    process = work_refuse((Process){0}, status, all, says);
    EXPECT_INT(process.cpu_ms, <, MAX_CPU_MS);
}

TEST_LOOP(failures, mistakes, COUNT(mistakes))
{
    expect_mistake(mistakes[_i].line, mistakes[_i].status, mistakes[_i].says);
}

static const struct {
    const char *text, *says;
} bad_scripts[] = {
    {"0 clear\n\n# so\nfoo\n", "line 4: "},
    {"0 clear\n9 set mask gone.png\n", "bad.txt: line 2: gone.png: No such"},
    {"9 set current builtin:nothing\n", "line 1: builtin:nothing: "},
    {"9 set land gone.pgm\n", "bad.txt: line 1: gone.pgm: No such"},
    {"9 set pixels rgb565\n9 set view perspective\n", "line 1: "},
    {"9 set model wave\n9 set speed 20\n", "bad.txt: line 2: wave: speed"},
};

TEST_LOOP(failures, bad_scripts, COUNT(bad_scripts))
{
    support_write("bad.txt", bad_scripts[_i].text);
    expect_mistake("--script @bad.txt @good.png", 1, bad_scripts[_i].says);
}

#define SHOW "--size 64x48 --every 0.2 --frames 20 @show "

/* A folder's pictures in turn, the damaged ones reported and skipped, but not
   again by the next picture; the same bytes every time. */
TEST(failures, folders)
{
    EXPECT_INT(mkdir(support_path("show"), 0777), ==, 0);
    write_picture("show/1.png", 32, 24, 0);
    write_picture("show/2.png", 32, 24, 20);
    write_picture("show/3.png", 16, 24, 0);
    work_play("try 0 " SHOW "--output a.y4m; says show/2.png: ; lines 1; "
              "try 0 " SHOW "--output b.y4m --threads 3; says show/2.png: ; "
              "lines 1; same a.y4m b.y4m; "
              "run --frames 11 --rain 0 --every 0.2 --output a.png @show; "
              "run --frames 11 --rain 0 --output b.png @show/1.png; "
              "same a.png b.png");
    EXPECT_OK(remove(support_path("show/3.png")));
    work_play("try 0 --frames 60 --every 0.2 --output a.png @show; lines 1");
}

TEST(failures, folder_of_damaged_pictures)
{
    EXPECT_INT(mkdir(support_path("damaged"), 0777), ==, 0);
    write_picture("damaged/1.png", 32, 24, 20);
    write_picture("damaged/2.png", 32, 24, 20);
    work_play("try 1 --frames 2 --output out.png @damaged; lines 3; "
              "says damaged: none of its pictures can be read\n; files 0");
}

#define FILM "--size 64x48 --every 0.2 --frames 20 ../closed --output "

/* Scripts of the shell; $0 is ripple. What is printed to a closed descriptor
   comes into no film that gets its number. */
static const struct {
    const char *script;
    int status;
} closed[] = {
    {"(sleep 0.3; cat p.y4m >a.y4m) & $0 " FILM "p.y4m 2>&-; wait", 0},
    {"(sleep 0.3; cat p.y4m >a.y4m) & $0 " FILM "p.y4m <&- >&- 2>&-; wait", 0},
    {"exec $0 " FILM "- >&-", 1},
    {"exec $0 --version >&-", 1},
};

TEST(failures, closed_descriptors)
{
    mkdir(support_path("closed"), 0777);
    write_picture("closed/1.png", 32, 24, 0);
    write_picture("closed/2.png", 32, 24, 20);
    work_play("try 0 " FILM "wanted.y4m; lines 1");
    for (int i = 0; i < COUNT(closed); i++) {
        const char *script = closed[i].script;
        const char *const argv[] = {"sh", "-c", script, process_ripple(), NULL};
        Process process = work_make_process(work_blind);

        EXPECT_OK(mkfifo(work_path("p.y4m"), 0600));
        process_start(&process, argv);
        work_finish(&process, script, closed[i].status);
        if (closed[i].status == 0)
            work_play("same a.y4m wanted.y4m");
        EXPECT_OK(unlink(work_path("p.y4m")));
    }
}

/* Makes the folder one that the process may not write to; 0 if that cannot be
   done. */
static int forbid_writing(Process *process)
{
    EXPECT_INT(chmod(work_path("."), 0555), ==, 0);
    if (geteuid() != 0)
        return 1;
    /* The parent folder must be open to others too. */
    process->user = NOBODY;
    EXPECT_INT(chmod(support_path(""), 0755), ==, 0);
    process_run_ripple(process, "--version");
    process_clear(process);
    return process->status == 0;
}

TEST(failures, read_only_folder)
{
    Process process = work_make_process(work_blind);

    if (forbid_writing(&process))
        work_refuse(process, 1, RECORD "@good.png",
                    "out.png: Permission denied");
    else
        puts("skipped: ripple cannot be run as another user");
    chmod(work_path("."), 0777);
}

/* Runs that cannot write: files of more than 2,000 bytes, or a full device. */
static const struct {
    const char *device; /* files, and standard output, are links to it */
    const char *line, *says;
} full[] = {
    {NULL, "--frames 9 --size 300x200 --output out.png @coffee.png",
     "File too large"},
    {NULL, "--frames 9 --size 300x200 --output out.y4m @coffee.png",
     "File too large"},
    {NULL, "--frames 9 --size 300x200 --heights out.pgm @coffee.png",
     "File too large"},
    {NULL,
     "--frames 0 --size 60x40 --heights out.pgm --output o.png @coffee.png",
     "File too large"},
    {FULL, "--frames 3 --output out.png @coffee.png", "out.png: No space left"},
    {FULL, "--frames 3 --output out.y4m @coffee.png", "out.y4m: No space left"},
    {FULL, "--frames 3 --heights out.pgm @coffee.png",
     "out.pgm: No space left"},
    {FULL, "--frames 3 --output - @coffee.png", "No space left"},
    {FULL, "--help", "standard output"},
    {FULL, "--list renderers", "standard output"},
};

TEST_LOOP(failures, no_room_keeps_old_files, COUNT(full))
{
    static const char *const names[] = {"out.png", "out.y4m", "out.pgm"};
    const char *device = full[_i].device;

    if (device != NULL && access(device, W_OK) != 0) {
        puts("skipped: no " FULL);
        return;
    }
    for (int i = 0; i < COUNT(names); i++)
        work_keep(names[i], device);
    work_refuse(
        (Process){.output = device, .file_bytes = device == NULL ? 2000 : 0}, 1,
        full[_i].line, full[_i].says);
}

TEST(failures, failed_run_keeps_old_files)
{
    work_play("old out.png; refuse 1 " RECORD "@missing.png; old out.png; "
              "refuse 1 @coffee.png --output out.png --output @none/out.png; "
              "old out.png; run @coffee.png --frames 0 --output out.png");
    EXPECT_INT(work_picture("out.png").width, ==, 600);
}

static const char *const empty[] = {"DISPLAY", "WAYLAND_DISPLAY",
                                    "SDL_VIDEODRIVER=", NULL};
static const char *const nowhere[] = {"DISPLAY=:98765", "WAYLAND_DISPLAY",
                                      "SDL_VIDEODRIVER", NULL};
static const char *const unknown[] = {"SDL_VIDEODRIVER=crystal-ball", NULL};

static const struct {
    const char *const *environment;
    const char *line, *says;
} windows[] = {
    {work_blind, "@coffee.png", "ripple: no display: "},
    {empty, "@coffee.png", "ripple: no display: "},
    {nowhere, "@coffee.png", "ripple: no display: "},
    {unknown, "@coffee.png", "ripple: no display: "},
    {work_dummy, "--renderer nope @coffee.png", "--renderer: nope"},
    {work_dummy, "--renderer opengl @coffee.png", "--renderer: opengl"},
    {work_dummy, "--display 99 @coffee.png", "--display"},
    {work_dummy, "--script @missing.txt @coffee.png", "missing.txt"},
};

TEST_LOOP(failures, windows_that_cannot_be_had, COUNT(windows))
{
    work_refuse((Process){.environment = windows[_i].environment}, 1,
                windows[_i].line, windows[_i].says);
}

TEST_CASE(program, ends, .timeout_s = 2 * PROCESS_TIMEOUT_S,
          .set_up = work_start);

TEST(ends, reader_that_goes_away)
{
    Process process = work_make_process(work_blind);
    const char *line = "--size 320x240 --frames 1000000 --output - "
                       "@coffee.png";

    process_start_ripple(&process, line);
    process_await_lines(&process, 1);
    process_close_output(&process);
    work_finish(&process, line, 0);
    ck_assert_str_eq(process.err, "");
    work_play("files 0");
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};

/* The files are complete and hold the frames until the signal; the picture is
   the last of them. */
TEST_LOOP(ends, interrupted_recording, COUNT(signals))
{
    Process process = work_make_process(work_blind);
    const char *line = "--size 320x240 --preset storm --frames 2000000000 "
                       "--output - --output o.y4m --output o.png "
                       "--heights h.pgm @coffee.png";
    const char *bytes;
    size_t size;
    int done;

    process_start_ripple(&process, line);
    process_await_lines(&process, 1);
    /* The pipe is full: the signal finds the program waiting for its reader. */
    process_sleep_ms(100);
    EXPECT_INT(kill(process.pid, signals[_i]), ==, 0);
    process_sleep_ms(100);
    work_finish(&process, line, 0);
    EXPECT(process.err_size == 0 || strncmp(process.err, "ripple: ", 8) == 0);
    check_stream(process.out, process.out_size, 320, 240, 60, -1);
    bytes = work_text("o.y4m", &size);
    EXPECT_INT(size, ==, process.out_size);
    EXPECT(memcmp(bytes, process.out, size) == 0);
    EXPECT_INT(work_picture("o.png").width, ==, 320);
    work_text("h.pgm", &size);
    EXPECT_INT(size, ==, strlen("P5\n320 240\n65535\n") + 2 * 320 * 240);
    EXPECT_INT(work_count_files(0), ==, 3);
    if (_i > 0)
        return;
    EXPECT_INT(sscanf(process.err, "ripple: interrupted: after %d of", &done),
               ==, 1);
    work_run("--size 320x240 --preset storm --frames %d --output p.png "
             "@coffee.png",
             done);
    work_play("same o.png p.png");
}

/* A picture is of the last frame that was done, though the signal finds the
   program drawing the next one: rectangles of it, or all. */
TEST_LOOP(ends, interrupted_picture, 3)
{
    static const char *const waters[] = {"", "--preset classic --pixels rgb565",
                                         "--preset waves"};
    Process process = work_make_process(work_blind);
    char line[200];
    int done;

    snprintf(line, sizeof line,
             "--size 400x300 --rain 200 --threads 1 %s --frames 2000000000 "
             "--output o.png @coffee.png",
             waters[_i]);
    process_start_ripple(&process, line);
    work_await_files(1);
    process_sleep_ms(200);
    EXPECT_INT(kill(process.pid, SIGINT), ==, 0);
    work_finish(&process, line, 0);
    EXPECT_INT(sscanf(process.err, "ripple: interrupted: after %d of", &done),
               ==, 1);
    work_run("--size 400x300 --rain 200 %s --frames %d --output p.png "
             "@coffee.png",
             waters[_i], done);
    work_play("same o.png p.png");
}

/* A file's own shell sees the end of the program. A name that was reserved goes
   too; a file that is not empty stays. */
TEST(ends, killed_recording)
{
    static const char *const names[] = {"--quick.y4m", "a.y4m", "b.mp4",
                                        "c.webm"};
    Process process = work_make_process(work_blind);
    int films = process_exists("ffmpeg") ? COUNT(names) : 2;
    char line[300] = "--size 64x48 --frames 2000000000 @coffee.png";
    size_t size;

    for (int i = 0; i < films; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line),
                 " --output=%s", names[i]);
    work_play("old b.mp4");
    EXPECT_OK(close(creat(work_path("a.y4m"), 0666)));
    process_start_ripple(&process, line);
    work_await_files(films + 2);
    process_sleep_ms(500);
    process_stop(&process, SIGKILL);
    EXPECT_INT(process.signal, ==, SIGKILL);
    process_clear(&process);
    for (int i = 0; i < 100 && work_count_files(0) > 1; i++)
        process_sleep_ms(100);
    work_play("files 1");
    ck_assert_str_eq(work_text("b.mp4", &size), "old");
}

TEST_LOOP(ends, interrupted_window, 2)
{
    Process process = work_make_process(work_dummy);
    const char *line = "--preset storm --size 64x48 --fps @coffee.png";

    process_start_ripple(&process, line);
    process_await_lines(&process, 1); /* frames per second */
    EXPECT_INT(process_end_ms(&process, signals[_i]), <, MAX_END_MS);
    work_check_end(&process, line, 0);
    ck_assert_str_eq(process.out, "");
}

/* Makes a pipe that is full; returns the end that nobody reads. */
static int fill_pipe(const char *name)
{
    static char bytes[4096];
    int file;

    EXPECT_OK(mkfifo(name, 0600));
    file = open(name, O_RDWR | O_NONBLOCK);
    EXPECT_INT(file, >=, 0);
    while (write(file, bytes, sizeof bytes) > 0)
        continue;
    return file;
}

static const struct {
    const char *const *environment;
    const char *line; /* prints each second at least */
} talkers[] = {
    {work_dummy, "--preset storm --size 64x48 --fps @coffee.png"},
    {work_dummy, "--rain 0 --size 64x48 --every 0.2 ../short"},
    {work_blind, "--size 64x48 --rate 25 --every 1 --frames 100000000 --fps "
                 "--output a.y4m ../short"},
};

/* Errors that nobody reads stop nothing. */
TEST(ends, full_pipe_of_errors)
{
    Process runs[COUNT(talkers)];
    const char *name = support_path("full");
    int file;

    mkdir(support_path("short"), 0777);
    write_picture("short/1.png", 32, 24, 0);
    write_picture("short/2.png", 32, 24, 20);
    file = fill_pipe(name);
    for (int i = 0; i < COUNT(talkers); i++) {
        runs[i] = work_make_process(talkers[i].environment);
        runs[i].errors = name;
        process_start_ripple(&runs[i], talkers[i].line);
    }
    process_sleep_ms(1500);
    for (int i = 0; i < COUNT(talkers); i++)
        EXPECT_OK(kill(runs[i].pid, SIGTERM));
    for (int i = 0; i < COUNT(talkers); i++) {
        EXPECT_INT(process_end_ms(&runs[i], 0), <, MAX_END_MS);
        work_check_end(&runs[i], talkers[i].line, 0);
    }
    close(file);
    unlink(name);
}
