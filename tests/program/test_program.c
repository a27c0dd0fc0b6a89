/* SPDX-License-Identifier: MIT */
/*
 * ripple as a whole, run as a process without a display: its outputs, that
 * every mistake costs one line and leaves no file, and how it ends.
 */
#include "../work.h"

#include "base/fixed.h"
#include "../pictures.h"
#include "../support.h"
#include "../test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODY 65534

#define RAINY "--preset storm --size 160x120 --frames 90 @coffee.png "

TEST_CASE(program, outputs, .timeout_s = 2 * PROCESS_TIMEOUT_S,
          .set_up = work_start);

/* Each instruction set and number of threads draws the same frames, and --fps
   names them. */
TEST(outputs, levels_and_threads)
{
    const char *simd;

    work_run(RAINY "--simd scalar --threads 1 --output a.png --heights a.pgm");
    for (int i = 0; (simd = ripple_simd_name(i)) != NULL; i++) {
        Process process = work_make_process(work_blind);
        char line[512], wanted[64];
        int threads = 1 + 3 * i;

        snprintf(line, sizeof line,
                 RAINY "--simd %s --threads %d --fps --output b.png "
                       "--heights b.pgm",
                 simd, threads);
        process_run_ripple(&process, line);
        work_expect_status(&process, line, 0);
        EXPECT(work_files_equal("a.png", "b.png"));
        EXPECT(work_files_equal("a.pgm", "b.pgm"));
        snprintf(wanted, sizeof wanted, " frames per second, %s, %d threads\n",
                 simd, threads);
        EXPECT(strstr(process.err, wanted) != NULL);
        process_clear(&process);
    }
}

TEST(outputs, options_override_the_preset)
{
    static const char *const lines[] = {
        "--preset storm --rain 9 --damping 3 --output 0.png",
        "--rain 9 --damping 3 --output 1.png --preset storm",
        "-rain 9 -preset storm -damping=3 -output=2.png",
        "--damping 3 --preset=storm --rain=9.0 --output 3.png",
    };
    char line[512];

    for (int i = 0; i < COUNT(lines); i++) {
        char name[8];

        snprintf(line, sizeof line, "%s --size 160x120 --frames 90 @coffee.png",
                 lines[i]);
        work_run(line);
        snprintf(name, sizeof name, "%d.png", (int)i);
        EXPECT(work_files_equal("0.png", name));
    }
    work_run(RAINY "--rain 9 --output other.png");
    EXPECT(!work_files_equal("0.png", "other.png"));
}

TEST(outputs, several_outputs)
{
    work_run(RAINY "--output a.png --output b.PNG --output a.y4m --output "
                   "b.y4m");
    EXPECT(work_files_equal("a.png", "b.PNG"));
    EXPECT(work_files_equal("a.y4m", "b.y4m"));
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

    for (int i = 0; i < COUNT(sizes); i++) {
        Process process = work_make_process(work_blind);
        char line[256];
        int width = sizes[i][0], height = sizes[i][1], frames = (int)i * 3;

        snprintf(line, sizeof line,
                 "--size %dx%d --rain 60 --frames %d --output - @coffee.png",
                 width, height, frames);
        process_run_ripple(&process, line);
        work_expect_status(&process, line, 0);
        ck_assert_str_eq(process.err, "");
        check_stream(process.out, process.out_size, width, height, 60,
                     frames > 0 ? frames : 1);
        process_clear(&process);
    }
    work_run("--rate 25 --size 5x5 --frames 3 --output o.y4m @coffee.png");
    size_t size;
    char *bytes = support_read(work_path("o.y4m"), &size);

    check_stream(bytes, size, 5, 5, 25, 3);
    free(bytes);
}

static const struct {
    const char *line, *says;
} answers[] = {
    {"--version", "ripple 0.1.0\n"}, {"-version", "ripple 0.1.0\n"},
    {"--help", "Usage: ripple "},    {"-help", "Usage: ripple "},
    {"-h", "Usage: ripple "},        {"--help all", "--simd"},
    {"--list presets", "classic "},  {"-list presets", "pond "},
    {"--list=presets", "storm "},    {"--list models", "classic "},
    {"--list models", "round "},     {"--list simd", "scalar\n"},
    {"-list simd", "scalar\n"},      {"--list renderers", "software\n"},
};

TEST_LOOP(outputs, answers, COUNT(answers))
{
    Process process;

    process = work_try(work_blind, answers[_i].line, 0);
    ck_assert_str_eq(process.err, "");
    if (strstr(process.out, answers[_i].says) == NULL)
        ck_abort_msg("ripple %s: no \"%s\" in: %s", answers[_i].line,
                     answers[_i].says, process.out);
    process_clear(&process);
}

/* Without a window nothing is shown for the first run, and none is noted. */
TEST(outputs, no_first_run_without_a_window)
{
    static char state[600];
    const char *const environment[] = {"DISPLAY", "WAYLAND_DISPLAY", state,
                                       NULL};
    Process process = work_make_process(environment);

    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", work_path("state"));
    process_run_ripple(&process, "--frames 2 @coffee.png");
    work_expect_status(&process, "--frames 2", 0);
    EXPECT_INT(access(work_path("state"), F_OK), !=, 0);
    process_clear(&process);
}

static void write_picture(const char *name, int width, int height, size_t lost)
{
    static File file;

    picture_makers[0].make(&file, width, height, width <= 32);
    support_write_bytes(name, file.data, file.size - lost);
}

/* Files for the mistakes. */
static void write_files(void)
{
    size_t size;
    char *jpeg = support_read("assets/pebbles.jpg", &size);
    char text[3000] = "0 clear\n";

    EXPECT(jpeg != NULL);
    support_write_bytes("cut.jpg", jpeg, size / 2);
    free(jpeg);
    memset(text + 8, '#', sizeof text - 9);
    text[sizeof text - 1] = '\0';
    support_write("long.txt", text);
    mkdir(support_path("dir.png"), 0777);
    mkdir(support_path("no-pictures"), 0777);
    support_write("no-pictures/readme.txt", "There are none.\n");
    support_write("empty.png", "");
    support_write("text.png", "Dear diary, it rained on the pond today.\n");
    write_picture("good.png", 32, 24, 0);
    write_picture("short.png", 32, 24, 20);
    write_picture("header.png", 40, 40, 0);
    write_picture("huge.png", 30000, 30000, 0);
    write_picture("dot.png", 1, 1, 0);
    support_write("wide.svg", "<svg xmlns='http://www.w3.org/2000/svg' "
                              "width='9000' height='7'><rect width='4500' "
                              "height='7' fill='white'/></svg>");
    support_write("land.svg", "<svg xmlns='http://www.w3.org/2000/svg' "
                              "width='9' height='5'><rect width='9' "
                              "height='5'/></svg>");
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
    "--mask builtin:river --current builtin:river-flow --size 1x1",
    "--mask builtin:harbour --size 3x700 --edges wrap",
    "--current builtin:river-flow --size 700x2 --model spring",
    "--mask @land.svg --current 1,1 --model shallow --rain 100",
    "--mask @land.svg --edges open --model spring --current @good.png",
};

TEST_LOOP(failures, odd_masks_and_maps, COUNT(odd_maps))
{
    char line[512];

    snprintf(line, sizeof line, "%s --frames 30 --heights @h.pgm @good.png",
             odd_maps[_i]);
    work_run(line);
}

#define RECORD " --frames 2 --output out.png --output out.y4m --heights out.pgm"

typedef struct Mistake {
    const char *line;
    int status;
    const char *says; /* a part of the one line of errors */
} Mistake;

static const Mistake mistakes[] = {
    /* options */
    {"--size 0x0 @good.png", 2, "--size 0x0"},
    {"--size -1x5 @good.png", 2, "--size -1x5"},
    {"--size=-1x5 @good.png", 2, "--size -1x5"},
    {"--size 99999x99999 @good.png", 2, "--size 99999x99999"},
    {"--size 320 @good.png", 2, "--size 320"},
    {"--size junk @good.png", 2, "--size junk"},
    {"--size 320x240x2 @good.png", 2, "--size 320x240x2"},
    {"--size 32769x1 @good.png", 2, "--size 32769x1"},
    {"--bogus @good.png", 2, "--bogus"},
    {"-bogus @good.png", 2, "-bogus"},
    {"--preset lake @good.png", 2, "--preset lake"},
    {"--model cubic @good.png", 2, "--model cubic"},
    {"--fit round @good.png", 2, "--fit round"},
    {"--stone cube @good.png", 2, "--stone cube"},
    {"--pixels rgb888 @good.png", 2, "--pixels rgb888"},
    {"--pixels rgb565 --light 9 @good.png", 2, "--pixels rgb565"},
    {"--preset retro --filter linear @good.png", 2, "--pixels rgb565"},
    {"--preset retro --view heights @good.png", 2, "--pixels rgb565"},
    {"--damping 0 @good.png", 2, "--damping 0"},
    {"--damping 16 @good.png", 2, "--damping 16"},
    {"--damping abc @good.png", 2, "--damping abc"},
    {"--damping 5x @good.png", 2, "--damping 5x"},
    {"--refraction nan @good.png", 2, "--refraction nan"},
    {"--refraction inf @good.png", 2, "--refraction inf"},
    {"--refraction -1 @good.png", 2, "--refraction -1"},
    {"--refraction 5 @good.png", 2, "--refraction 5"},
    {"--rain -1 @good.png", 2, "--rain -1"},
    {"--rain nan @good.png", 2, "--rain nan"},
    {"--rate 0 @good.png", 2, "--rate 0"},
    {"--rate 1001 @good.png", 2, "--rate 1001"},
    {"--seed -1 @good.png", 2, "--seed -1"},
    {"--frames -1 @good.png", 2, "--frames -1"},
    {"--frames many @good.png", 2, "--frames many"},
    {"--display -1 @good.png", 2, "--display -1"},
    {"--output out.jpg @good.png", 2, "--output out.jpg"},
    {"--output - --output - @good.png", 2, "--output -: can be given once"},
    {"--heights out.png @good.png", 2, "--heights out.png"},
    {"--list everything @good.png", 2, "--list everything"},
    {"--edges square @good.png", 2, "--edges square"},
    {"--current 4.5,0 @good.png", 2, "--current 4.5,0"},
    {"--current inf,0 @good.png", 2, "--current inf,0"},
    {"--model wave --speed 15 @good.png", 2, "speed must be at most 14.75"},
    {"--model shallow --beta 0 --alpha 0.3 @good.png", 2, "at most 0.25"},
    {"--stiffness 9 @good.png", 2, "--stiffness 9"},
    {"--max-height -3 @good.png", 2, "--max-height -3"},
    {"--mask @none.png @good.png", 1, "none.png"},
    {"--mask @text.png @good.png", 1, "text.png"},
    {"--mask builtin:nothing @good.png", 1, "builtin:nothing"},
    {"--current @none.png @good.png", 1, "none.png"},
    {"--current @text.png @good.png", 1, "text.png"},
    {"builtin:nothing", 1, "builtin:nothing"},
    {"@good.png @good.png", 2, "good.png"},
    /* pictures */
    {"@missing.png", 1, "missing.png"},
    {"@none/missing.png", 1, "missing.png"},
    {"@empty.png", 1, "empty.png"},
    {"@text.png", 1, "text.png"},
    {"@short.png", 1, "short.png"},
    {"@header.png", 1, "header.png"},
    {"@cut.jpg", 1, "cut.jpg"},
    {"@no-pictures", 1, "no-pictures: there is no picture in this folder"},
    {"/dev/null", 1, "/dev/null"},
    {"--picture-from screen", 1, "the desktop: "},
    {"@huge.png", 1, "30000x30000 is too large"},
    /* scripts */
    {"--script @missing.txt @good.png", 1, "missing.txt"},
    {"--script @long.txt @good.png", 1, "long.txt: line 2: "},
    {"--script @ @good.png", 1, "irectory"},
    /* outputs */
    {"--output @none/out.png @good.png", 1, "none/out.png"},
    {"--output @none/out.y4m @good.png", 1, "none/out.y4m"},
    {"--output @dir.png @good.png", 1, "irectory"},
    {"--output @good.png/out.png @good.png", 1, "good.png/out.png"},
};

/* Runs ripple with three outputs, none of which may be left. */
static void expect_mistake(Process *process, const Mistake *mistake)
{
    long start = process_clock_ms();
    char line[512];

    snprintf(line, sizeof line, "%s" RECORD, mistake->line);
    process_run_ripple(process, line);
    work_expect_complaint(process, line, mistake->status, mistake->says);
    work_expect_empty(line);
    process_clear(process);
    /* Found before anything large is decoded. */
    EXPECT_INT(process_clock_ms() - start, <, 5000);
}

TEST_LOOP(failures, mistakes, COUNT(mistakes))
{
    Process process = work_make_process(work_blind);

    expect_mistake(&process, &mistakes[_i]);
}

static const Mistake other_mistakes[] = {
    {"@good.png --output out.png --frames", 2, "--frames"},
    {"--output a.png --heights @none/out.pgm --frames 2 @good.png", 1,
     "none/out.pgm"},
};

TEST_LOOP(failures, other_mistakes, COUNT(other_mistakes))
{
    const Mistake *mistake = &other_mistakes[_i];
    Process process = work_make_process(work_blind);

    process_run_ripple(&process, mistake->line);
    work_expect_complaint(&process, mistake->line, mistake->status,
                          mistake->says);
    work_expect_empty(mistake->line);
    process_clear(&process);
}

static const struct {
    const char *text, *says;
} bad_scripts[] = {
    {"0 clear\n\n# so\nfoo\n", "line 4: "},
    {"0 clear\n1 splash 3 4\n", "line 2: "},
    {"0 stone 1 2 3\n", "line 1: "},
    {"0 stone 1 2 3 4 5\n", "line 1: "},
    {"0 stone 1 2 3 many\n", "line 1: "},
    {"0 stone 1 2 3 99999999999\n", "line 1: "},
    {"-1 clear\n", "line 1: "},
    {"1.5 clear\n", "line 1: "},
    {"7\n", "line 1: "},
    {"5 clear\n5 clear\n4 clear\n", "line 3: "},
    {"0 set damping 99\n", "line 1: "},
    {"0 set damping\n", "line 1: "},
    {"0 clear\n0 set preset lake\n", "line 2: "},
    {"0 set seed 4\n", "line 1: "},
    {"0 clear again\n", "line 1: "},
};

TEST_LOOP(failures, bad_scripts, COUNT(bad_scripts))
{
    Process process = work_make_process(work_blind);

    support_write("bad.txt", bad_scripts[_i].text);
    expect_mistake(&process, &(Mistake){"--script @bad.txt @good.png", 1,
                                        bad_scripts[_i].says});
}

/* A folder's pictures in turn, the damaged ones reported and skipped; the
   same bytes every time. */
TEST(failures, folders)
{
    static const char *const lines[] = {
        "--size 64x48 --every 0.2 --frames 20 --output a.y4m @show",
        "--size 64x48 --every 0.2 --frames 20 --output b.y4m --threads 3 "
        "@show",
    };

    EXPECT_INT(mkdir(support_path("show"), 0777), ==, 0);
    write_picture("show/1.png", 32, 24, 0);
    write_picture("show/2.png", 32, 24, 20);
    write_picture("show/3.png", 16, 24, 0);
    for (int i = 0; i < COUNT(lines); i++) {
        Process process = work_make_process(work_blind);

        process_run_ripple(&process, lines[i]);
        work_expect_status(&process, lines[i], 0);
        EXPECT(strstr(process.err, "show/2.png: ") != NULL);
        EXPECT_INT(support_count_lines(process.err), ==, 1);
        process_clear(&process);
    }
    EXPECT(work_files_equal("a.y4m", "b.y4m"));
    work_run("--frames 11 --rain 0 --every 0.2 --output a.png @show");
    work_run("--frames 11 --rain 0 --output b.png @show/1.png");
    EXPECT(work_files_equal("a.png", "b.png"));
}

TEST(failures, folder_of_damaged_pictures)
{
    static const char line[] = "--frames 2 --output out.png @damaged";
    Process process;

    EXPECT_INT(mkdir(support_path("damaged"), 0777), ==, 0);
    write_picture("damaged/1.png", 32, 24, 20);
    write_picture("damaged/2.png", 32, 24, 20);
    process = work_try(work_blind, line, 1);
    EXPECT_INT(support_count_lines(process.err), ==, 3);
    EXPECT(strstr(process.err, "damaged: none of its pictures can be read\n") !=
           NULL);
    work_expect_empty(line);
    process_clear(&process);
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
    return process->status == 0;
}

TEST(failures, read_only_folder)
{
    static const Mistake mistake = {"@good.png", 1,
                                    "out.png: Permission denied"};
    Process process = work_make_process(work_blind);

    if (forbid_writing(&process))
        expect_mistake(&process, &mistake);
    else
        puts("skipped: ripple cannot be run as another user");
    chmod(work_path("."), 0777);
    process_clear(&process);
}

static const char *const too_large[] = {
    "--frames 9 --size 300x200 --output out.png @coffee.png",
    "--frames 9 --size 300x200 --output out.y4m @coffee.png",
    "--frames 9 --size 300x200 --heights out.pgm @coffee.png",
    "--frames 0 --size 60x40 --heights out.pgm --output o.png @coffee.png",
};

TEST_LOOP(failures, no_room_keeps_old_files, COUNT(too_large))
{
    static const char *const names[] = {"out.png", "out.y4m", "out.pgm"};
    Process process = work_make_process(work_blind);

    process.file_bytes = 2000;
    for (int i = 0; i < COUNT(names); i++)
        work_write_old(names[i]);
    process_run_ripple(&process, too_large[_i]);
    work_expect_complaint(&process, too_large[_i], 1, "File too large");
    for (int i = 0; i < COUNT(names); i++)
        work_expect_old(names[i]);
    work_expect_empty(too_large[_i]);
    process_clear(&process);
}

TEST(failures, failed_run_keeps_old_files)
{
    Process process = work_make_process(work_blind);

    work_write_old("out.png");
    process_run_ripple(&process, "@missing.png" RECORD);
    EXPECT_INT(process.status, ==, 1);
    work_expect_old("out.png");
    work_write_old("out.png");
    process_run_ripple(&process, "@coffee.png --output out.png --output "
                                 "@none/out.png");
    EXPECT_INT(process.status, ==, 1);
    work_expect_old("out.png");
    work_write_old("out.png");
    work_run("@coffee.png --frames 0 --output out.png");
    RipplePixels frame = process_read_picture(work_path("out.png"));

    EXPECT_INT(frame.width, ==, 600);
    free(frame.pixels);
    process_clear(&process);
}

static const Mistake full_devices[] = {
    {"--frames 3 --output full.png @coffee.png", 1, "full.png: No space left"},
    {"--frames 3 --output full.y4m @coffee.png", 1, "full.y4m: No space left"},
    {"--frames 3 --heights full.pgm @coffee.png", 1, "full.pgm: No space left"},
    {"--frames 3 --output - @coffee.png", 1, "No space left"},
    {"--help", 1, "standard output"},
    {"--version", 1, "standard output"},
    {"--list renderers", 1, "standard output"},
};

TEST_LOOP(failures, full_device, COUNT(full_devices))
{
    static const char *const names[] = {"full.png", "full.y4m", "full.pgm"};
    const Mistake *mistake = &full_devices[_i];
    Process process = work_make_process(work_blind);

    if (access("/dev/full", W_OK) != 0) {
        puts("skipped: no /dev/full");
        return;
    }
    process.output = "/dev/full";
    for (int i = 0; i < COUNT(names); i++)
        EXPECT_INT(symlink("/dev/full", work_path(names[i])), ==, 0);
    process_run_ripple(&process, mistake->line);
    work_expect_complaint(&process, mistake->line, mistake->status,
                          mistake->says);
    for (int i = 0; i < COUNT(names); i++)
        EXPECT_INT(unlink(work_path(names[i])), ==, 0);
    work_expect_empty(mistake->line);
    process_clear(&process);
}

static const char *const empty[] = {"DISPLAY", "WAYLAND_DISPLAY",
                                    "SDL_VIDEODRIVER=", NULL};
static const char *const nowhere[] = {"DISPLAY=:98765", "WAYLAND_DISPLAY",
                                      "SDL_VIDEODRIVER", NULL};
static const char *const unknown[] = {"SDL_VIDEODRIVER=crystal-ball", NULL};

static const struct {
    const char *const *environment;
    const char *line;
    int status;
    const char *says;
} windows[] = {
    {work_blind, "@coffee.png", 1, "ripple: no display: "},
    {empty, "@coffee.png", 1, "ripple: no display: "},
    {nowhere, "@coffee.png", 1, "ripple: no display: "},
    {unknown, "@coffee.png", 1, "ripple: no display: "},
    {work_dummy, "--renderer nope @coffee.png", 1, "--renderer: nope"},
    {work_dummy, "--renderer opengl @coffee.png", 1, "--renderer: opengl"},
    {work_dummy, "--display 99 @coffee.png", 1, "--display"},
    {work_dummy, "@missing.png", 1, "missing.png"},
    {work_dummy, "--script @missing.txt @coffee.png", 1, "missing.txt"},
};

TEST_LOOP(failures, windows_that_cannot_be_had, COUNT(windows))
{
    Process process = work_make_process(windows[_i].environment);

    process.timeout_s = 8;
    process_run_ripple(&process, windows[_i].line);
    work_expect_complaint(&process, windows[_i].line, windows[_i].status,
                          windows[_i].says);
    process_clear(&process);
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
    process_finish(&process);
    work_expect_status(&process, line, 0);
    ck_assert_str_eq(process.err, "");
    work_expect_empty(line);
    process_clear(&process);
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

/* The files are complete and hold the frames until the signal. */
TEST_LOOP(ends, interrupted_recording, COUNT(signals))
{
    Process process = work_make_process(work_blind);
    const char *line = "--size 320x240 --preset storm --frames 2000000000 "
                       "--output - --output o.y4m --output o.png "
                       "--heights h.pgm @coffee.png";
    RipplePixels frame;
    size_t size;
    char *bytes;

    process_start_ripple(&process, line);
    process_await_lines(&process, 1);
    /* The pipe is full: the signal finds the program waiting for its reader. */
    process_sleep_ms(100);
    EXPECT_INT(kill(process.pid, signals[_i]), ==, 0);
    process_sleep_ms(100);
    process_finish(&process);
    work_expect_status(&process, line, 0);
    EXPECT(process.err_size == 0 || strncmp(process.err, "ripple: ", 8) == 0);
    check_stream(process.out, process.out_size, 320, 240, 60, -1);
    bytes = support_read(work_path("o.y4m"), &size);
    EXPECT(bytes != NULL);
    EXPECT_INT(size, ==, process.out_size);
    EXPECT(memcmp(bytes, process.out, size) == 0);
    free(bytes);
    frame = process_read_picture(work_path("o.png"));
    EXPECT_INT(frame.width, ==, 320);
    free(frame.pixels);
    free(support_read(work_path("h.pgm"), &size));
    EXPECT_INT(size, ==, strlen("P5\n320 240\n65535\n") + 2 * 320 * 240);
    EXPECT_INT(unlink(work_path("o.y4m")), ==, 0);
    EXPECT_INT(unlink(work_path("o.png")), ==, 0);
    EXPECT_INT(unlink(work_path("h.pgm")), ==, 0);
    work_expect_empty(line);
    process_clear(&process);
}

TEST_LOOP(ends, interrupted_window, COUNT(signals))
{
    Process process = work_make_process(work_dummy);
    const char *line = "--preset storm --size 64x48 --fps @coffee.png";
    long start;

    process_start_ripple(&process, line);
    process_await_lines(&process, 1); /* frames per second */
    start = process_clock_ms();
    process_stop(&process, signals[_i]);
    work_expect_status(&process, line, 0);
    EXPECT_INT(process_clock_ms() - start, <, 5000);
    ck_assert_str_eq(process.out, "");
    process_clear(&process);
}
