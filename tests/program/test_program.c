/* SPDX-License-Identifier: MIT */
/*
 * ripple as a whole, run as a process without a display: what it draws and
 * records, and that whatever is wrong costs one line and nothing else.
 */
#include "base/fixed.h"
#include "../reference.h"
#include "../pictures.h"
#include "../process.h"
#include "../test.h"
#include "../support.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODY 65534

/* No display of any kind. */
static const char *const blind[] = {"DISPLAY", "WAYLAND_DISPLAY",
                                    "SDL_VIDEODRIVER", NULL};

/* A window that nobody sees. */
static const char *const dummy[] = {"DISPLAY", "WAYLAND_DISPLAY",
                                    "SDL_VIDEODRIVER=dummy", NULL};

/* Where outputs go that are named without a folder. */
static const char *work_folder(void)
{
    static char folder[256];

    if (folder[0] == '\0') {
        snprintf(folder, sizeof folder, "%s", support_path("work"));
        EXPECT(mkdir(folder, 0777) == 0 || access(folder, W_OK) == 0);
    }
    return folder;
}

static const char *work_path(const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", work_folder(), name);
    return path;
}

static Process make_process(const char *const *environment)
{
    return (Process){.environment = environment, .folder = work_folder()};
}

/* Fails with what the program said. */
static void expect_status(const Process *process, const char *line, int status)
{
    if (process->status != status || process->signal != 0)
        ck_abort_msg("ripple %s: status %d, signal %d, not %d: %s", line,
                     process->status, process->signal, status, process->err);
}

/* Runs ripple where nothing may go wrong. */
static void run_well(const char *line)
{
    Process process = make_process(blind);

    process_run_ripple(&process, line);
    expect_status(&process, line, 0);
    ck_assert_str_eq(process.err, "");
    process_clear(&process);
}

/* Puts coffee.png where a line can name it: @coffee.png. */
static void link_asset(const char *name)
{
    char asset[64];
    const char *path = support_path(name);

    snprintf(asset, sizeof asset, "assets/%s", name);
    if (access(path, R_OK) != 0)
        EXPECT_INT(symlink(process_asset(asset), path), ==, 0);
}

/* Removes what is in the work folder; returns how much that was and the name
   of one of it. */
static int empty_work(char *name, size_t size)
{
    DIR *folder = opendir(work_folder());
    struct dirent *entry;
    int count = 0;

    ck_assert_ptr_nonnull(folder);
    while ((entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, size, "%s", entry->d_name);
        unlink(work_path(entry->d_name));
        count++;
    }
    closedir(folder);
    return count;
}

static void expect_work_empty(const char *line)
{
    char name[256];

    if (empty_work(name, sizeof name) != 0)
        ck_abort_msg("ripple %s: leaves %s behind", line, name);
}

static void start_anew(void)
{
    char name[256];

    empty_work(name, sizeof name);
    link_asset("coffee.png");
    link_asset("river.png");
}

static int files_equal(const char *a, const char *b)
{
    char path[512];
    size_t a_size, b_size;
    char *a_bytes, *b_bytes;
    int equal;

    snprintf(path, sizeof path, "%s", work_path(a));
    a_bytes = support_read(path, &a_size);
    b_bytes = support_read(work_path(b), &b_size);
    EXPECT(a_bytes != NULL && b_bytes != NULL);
    equal = a_size == b_size && memcmp(a_bytes, b_bytes, a_size) == 0;
    free(a_bytes);
    free(b_bytes);
    return equal;
}

/* One line of a script, and what it does to the literal water. */
typedef struct Act {
    int step;
    const char *name; /* NULL: a blank line with a comment */
    int count;
    int n[6];
} Act;

enum { WIDTH = 320, HEIGHT = 240, FRAMES = 60 };

static const Act acts[] = {
    {0, "stone", 4, {160, 120, 10, 64}},
    {0, "stone", 4, {3, 2, 7, 128}},
    {2, NULL, 0, {0}},
    {2, "stone", 4, {318, 120, 14, 32}},
    {5, "line", 6, {40, 200, 120, 120, 4, 90}},
    {9, "disturb", 3, {250, 60, 501}},
    {9, "disturb", 3, {100, 1, 999}},
    {20, "set damping", 1, {4}},
    {21, "clear", 0, {0}},
    {21, "stone", 4, {160, 239, 9, -100}},
    {22, "disturb", 3, {77, 88, -301}},
    {30, "line", 6, {300, 20, 300, 20, 6, 127}},
    {31, "line", 6, {-20, 40, 30, -10, 5, 60}},
    {58, "stone", 4, {70, 70, 30, 100}},
};

static const char *write_acts(void)
{
    char text[2048] = "# all that a script can hold\n\n";

    for (int i = 0; i < COUNT(acts); i++) {
        char *end = text + strlen(text);
        size_t room = (size_t)(text + sizeof text - end);

        if (acts[i].name == NULL) {
            snprintf(end, room, "   # nothing\n \t \n");
            continue;
        }
        end += snprintf(end, room, "%d %s", acts[i].step, acts[i].name);
        for (int j = 0; j < acts[i].count; j++)
            end += sprintf(end, " \t%d", acts[i].n[j]);
        strcpy(end, i % 2 ? "  # so\n" : "\n");
    }
    return support_write("acts.txt", text);
}

/*
 * Whether (x, y) lies nearer than n[4] to the line n[0..3]. ripple counts in
 * 1/16 cell along the line, exact where it goes straight or diagonally.
 */
static int is_near(const int *n, int x, int y)
{
    int64_t along = n[2] - n[0], down = n[3] - n[1];
    int64_t length2 = along * along + down * down;
    int64_t dx = x - n[0], dy = y - n[1], r2 = (int64_t)n[4] * n[4];
    int64_t dot = dx * along + dy * down;
    int64_t cross = dx * down - dy * along;

    if (dot > 0 && dot < length2)
        return cross * cross < r2 * length2;
    if (dot > 0) {
        dx = x - n[2];
        dy = y - n[3];
    }
    return dx * dx + dy * dy < r2;
}

static void literal_line(Literal *water, const int *n)
{
    for (int y = 0; y < water->height; y++) {
        for (int x = 0; x < water->width; x++) {
            if (is_near(n, x, y))
                water->now[y * water->width + x] = -n[5];
        }
    }
}

static void literal_disturb(Literal *water, int x, int y, int magnitude)
{
    int32_t *cell = &water->now[y * water->width + x];

    if (x < 2 || y < 2 || x >= water->width - 2 || y >= water->height - 2)
        return;
    *cell += magnitude;
    cell[-1] += magnitude / 2;
    cell[1] += magnitude / 2;
    cell[-water->width] += magnitude / 2;
    cell[water->width] += magnitude / 2;
}

static void do_act(Literal *water, int *damping, const Act *act)
{
    size_t bytes =
        (size_t)water->width * (size_t)water->height * sizeof *water->now;
    const int *n = act->n;

    if (act->name == NULL)
        return;
    if (strcmp(act->name, "stone") == 0) {
        literal_stone(water, n[0], n[1], n[2], n[3]);
    } else if (strcmp(act->name, "line") == 0) {
        literal_line(water, n);
    } else if (strcmp(act->name, "disturb") == 0) {
        literal_disturb(water, n[0], n[1], n[2]);
    } else if (strcmp(act->name, "clear") == 0) {
        memset(water->now, 0, bytes);
        memset(water->before, 0, bytes);
    } else {
        *damping = n[0];
    }
}

static void play_acts(Literal *water)
{
    int damping = 5;
    size_t next = 0;

    for (int step = 0; step < FRAMES; step++) {
        while (next < COUNT(acts) && acts[next].step <= step)
            do_act(water, &damping, &acts[next++]);
        literal_step(water, damping);
    }
}

static void check_heights(const char *path, const Literal *water)
{
    char head[64];
    size_t size, length;
    unsigned char *bytes = (unsigned char *)support_read(path, &size);

    length = (size_t)snprintf(head, sizeof head, "P5\n%d %d\n65535\n",
                              water->width, water->height);
    EXPECT(bytes != NULL);
    EXPECT_INT(size, ==, length + 2 * (size_t)WIDTH * HEIGHT);
    EXPECT(memcmp(bytes, head, length) == 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const unsigned char *sample = bytes + length + 2 * (size_t)i;
        int height = (sample[0] << 8 | sample[1]) - 32768;

        if (height != water->now[i])
            ck_abort_msg("cell (%d, %d) is %d, not %d", i % WIDTH, i / WIDTH,
                         height, (int)water->now[i]);
    }
    free(bytes);
}

static void check_pixels(const Literal *water, const RipplePixels *picture,
                         const RipplePixels *frame)
{
    EXPECT_INT(frame->width, ==, WIDTH);
    EXPECT_INT(frame->height, ==, HEIGHT);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t wanted = literal_pixel(water, picture, x, y);
            uint32_t is = frame->pixels[(size_t)y * frame->stride + (size_t)x];

            if (is != wanted)
                ck_abort_msg("pixel (%d, %d) is %06x, not %06x", x, y,
                             (unsigned)is, (unsigned)wanted);
        }
    }
}

TEST_CASE(program, frames, .timeout_s = 2 * PROCESS_TIMEOUT_S);

TEST(frames, classic_equals_literal)
{
    Literal water = literal_create(WIDTH, HEIGHT);
    RipplePixels picture, frame;

    start_anew();
    write_acts();
    run_well("--preset classic --size 320x240 --frames 0 --output calm.png "
             "@coffee.png");
    run_well("--preset classic --size 320x240 --script @acts.txt --frames 60 "
             "--heights h.pgm --output o.png @coffee.png");
    play_acts(&water);
    check_heights(work_path("h.pgm"), &water);
    picture = process_read_picture(work_path("calm.png"));
    frame = process_read_picture(work_path("o.png"));
    check_pixels(&water, &picture, &frame);
    EXPECT(crc_frame(&picture) != crc_frame(&frame));
    free(picture.pixels);
    free(frame.pixels);
    literal_destroy(&water);
}

/* Without waves the picture itself is shown, at its own size. */
TEST(frames, no_frames_show_the_picture)
{
    RipplePixels picture, frame;

    start_anew();
    run_well("--frames 0 --output o.png --output o.y4m --heights h.pgm "
             "@coffee.png");
    picture = process_read_picture(support_path("coffee.png"));
    frame = process_read_picture(work_path("o.png"));
    EXPECT_INT(frame.width, ==, picture.width);
    EXPECT_INT(frame.height, ==, picture.height);
    EXPECT(crc_frame(&frame) == crc_frame(&picture));
    free(picture.pixels);
    free(frame.pixels);
}

/* Small pixels, of 16 bits: as they are where calm, and the same from every
   level and any number of threads. */
TEST(frames, retro)
{
    RipplePixels frame, active;
    uint32_t crc = 0;

    start_anew();
    run_well("--preset retro --frames 0 --output o.png @coffee.png");
    frame = process_read_picture(work_path("o.png"));
    EXPECT_INT(frame.width, ==, 320);
    EXPECT_INT(frame.height, ==, 240);
    for (int i = 0; i < 320 * 240; i++) {
        uint32_t red = frame.pixels[i] >> 16 & 255;

        EXPECT_INT((((red * 31 + 127) / 255) * 255 + 15) / 31, ==, red);
    }
    for (int i = 0; ripple_simd_name(i) != NULL; i++) {
        char line[256];

        snprintf(line, sizeof line,
                 "--preset retro --rain 9 --frames 60 --simd %s --threads %d "
                 "--output o.png @coffee.png",
                 ripple_simd_name(i), i + 1);
        run_well(line);
        active = process_read_picture(work_path("o.png"));
        if (i == 0)
            crc = crc_frame(&active);
        EXPECT(crc_frame(&active) == crc && crc != crc_frame(&frame));
        free(active.pixels);
    }
    free(frame.pixels);
}

#define RAINY "--preset storm --size 160x120 --frames 90 @coffee.png "

TEST_CASE(program, outputs, .timeout_s = 2 * PROCESS_TIMEOUT_S);

TEST(outputs, the_same_bytes_twice)
{
    start_anew();
    write_acts();
    run_well(RAINY "--script @acts.txt --seed 7 --output a.png "
                   "--output a.y4m --heights a.pgm");
    run_well(RAINY "--script @acts.txt --seed 7 --output b.png "
                   "--output b.y4m --heights b.pgm");
    EXPECT(files_equal("a.png", "b.png"));
    EXPECT(files_equal("a.y4m", "b.y4m"));
    EXPECT(files_equal("a.pgm", "b.pgm"));
    run_well(RAINY "--script @acts.txt --seed 8 --output c.png");
    EXPECT(!files_equal("a.png", "c.png"));
    run_well(RAINY "--seed 7 --output d.png");
    EXPECT(!files_equal("a.png", "d.png"));
}

/* The frames and the words of --fps with each level and number of threads. */
TEST(outputs, levels_and_threads)
{
    const char *simd;

    start_anew();
    run_well(RAINY "--simd scalar --threads 1 --output a.png --heights a.pgm");
    for (int i = 0; (simd = ripple_simd_name(i)) != NULL; i++) {
        Process process = make_process(blind);
        char line[512], wanted[64];
        int threads = 1 + 3 * i;

        snprintf(line, sizeof line,
                 RAINY "--simd %s --threads %d --fps --output b.png "
                       "--heights b.pgm",
                 simd, threads);
        process_run_ripple(&process, line);
        expect_status(&process, line, 0);
        EXPECT(files_equal("a.png", "b.png"));
        EXPECT(files_equal("a.pgm", "b.pgm"));
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

    start_anew();
    for (int i = 0; i < COUNT(lines); i++) {
        char name[8];

        snprintf(line, sizeof line, "%s --size 160x120 --frames 90 @coffee.png",
                 lines[i]);
        run_well(line);
        snprintf(name, sizeof name, "%d.png", (int)i);
        EXPECT(files_equal("0.png", name));
    }
    run_well(RAINY "--rain 9 --output other.png");
    EXPECT(!files_equal("0.png", "other.png"));
}

TEST(outputs, several_outputs)
{
    start_anew();
    run_well(RAINY "--output a.png --output b.PNG --output a.y4m --output "
                   "b.y4m");
    EXPECT(files_equal("a.png", "b.PNG"));
    EXPECT(files_equal("a.y4m", "b.y4m"));
}

/* A stream of so many frames and nothing else. */
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
    if (frames < 0) /* any number of whole ones */
        frames = (int)((size - length) / step);
    EXPECT_INT(size, ==, length + step * (size_t)frames);
    for (int i = 0; i < frames; i++)
        EXPECT(memcmp(bytes + length + step * (size_t)i, "FRAME\n", 6) == 0);
}

TEST(outputs, stream)
{
    static const int sizes[][2] = {{64, 48}, {33, 21}, {1, 1}, {7, 2}, {2, 7}};

    start_anew();
    for (int i = 0; i < COUNT(sizes); i++) {
        Process process = make_process(blind);
        char line[256];
        int width = sizes[i][0], height = sizes[i][1], frames = (int)i * 3;

        snprintf(line, sizeof line,
                 "--size %dx%d --rain 60 --frames %d --output - @coffee.png",
                 width, height, frames);
        process_run_ripple(&process, line);
        expect_status(&process, line, 0);
        ck_assert_str_eq(process.err, "");
        check_stream(process.out, process.out_size, width, height, 60,
                     frames > 0 ? frames : 1);
        process_clear(&process);
    }
    run_well("--rate 25 --size 5x5 --frames 3 --output o.y4m @coffee.png");
    size_t size;
    char *bytes = support_read(work_path("o.y4m"), &size);

    check_stream(bytes, size, 5, 5, 25, 3);
    free(bytes);
}

TEST_CASE(program, ends, .timeout_s = 2 * PROCESS_TIMEOUT_S);

TEST(ends, reader_that_goes_away)
{
    Process process = make_process(blind);
    const char *line = "--size 320x240 --frames 1000000 --output - "
                       "@coffee.png";

    start_anew();
    process_start_ripple(&process, line);
    process_await_lines(&process, 1);
    process_close_output(&process);
    process_finish(&process);
    expect_status(&process, line, 0);
    ck_assert_str_eq(process.err, "");
    expect_work_empty(line);
    process_clear(&process);
}

static uint32_t pixel_of(const RipplePixels *pixels, int x, int y)
{
    return pixels->pixels[(size_t)y * pixels->stride + (size_t)x];
}

static RipplePixels run_fit(const char *fit)
{
    char line[256];

    snprintf(line, sizeof line,
             "--fit %s --size 700x1000 --frames 0 --output fit.png @coffee.png",
             fit);
    run_well(line);
    return process_read_picture(work_path("fit.png"));
}

TEST(frames, fit)
{
    static const char *const names[] = {"cover", "contain", "stretch", "tile"};
    enum { COVER, CONTAIN, STRETCH, TILE, FITS };
    RipplePixels fits[FITS], picture;
    int bars[FITS];

    start_anew();
    picture = process_read_picture(support_path("coffee.png"));
    for (int i = 0; i < FITS; i++) {
        fits[i] = run_fit(names[i]);
        EXPECT_INT(fits[i].width, ==, 700);
        EXPECT_INT(fits[i].height, ==, 1000);
        bars[i] = 1;
        for (int x = 0; x < 700; x++)
            bars[i] &= pixel_of(&fits[i], x, 0) == 0xff000000 &&
                       pixel_of(&fits[i], x, 999) == 0xff000000;
        for (int j = 0; j < i; j++)
            EXPECT(crc_frame(&fits[i]) != crc_frame(&fits[j]));
    }
    EXPECT(bars[CONTAIN] && !bars[COVER] && !bars[STRETCH] && !bars[TILE]);
    for (int y = 0; y < 1000; y++) {
        for (int x = 0; x < 700; x++)
            EXPECT(pixel_of(&fits[TILE], x, y) ==
                   pixel_of(&picture, x % 600, y % 400));
    }
    for (int i = 0; i < FITS; i++)
        free(fits[i].pixels);
    free(picture.pixels);
}

TEST(outputs, answers)
{
    static const struct {
        const char *line, *says;
    } cases[] = {
        {"--version", "ripple 0.1.0\n"}, {"-version", "ripple 0.1.0\n"},
        {"--help", "Usage: ripple "},    {"-help", "Usage: ripple "},
        {"-h", "Usage: ripple "},        {"--help all", "--simd"},
        {"--list presets", "classic "},  {"-list presets", "pond "},
        {"--list=presets", "storm "},    {"--list models", "classic "},
        {"--list models", "round "},     {"--list simd", "scalar\n"},
        {"-list simd", "scalar\n"},      {"--list renderers", "software\n"},
    };

    start_anew();
    for (int i = 0; i < COUNT(cases); i++) {
        Process process = make_process(blind);

        process_run_ripple(&process, cases[i].line);
        expect_status(&process, cases[i].line, 0);
        ck_assert_str_eq(process.err, "");
        if (strstr(process.out, cases[i].says) == NULL)
            ck_abort_msg("ripple %s: no \"%s\" in: %s", cases[i].line,
                         cases[i].says, process.out);
        process_clear(&process);
    }
}

/* Only a window has someone to greet. */
TEST(outputs, no_greeting_without_a_window)
{
    static char state[600];
    const char *const environment[] = {"DISPLAY", "WAYLAND_DISPLAY", state,
                                       NULL};
    Process process = make_process(environment);

    start_anew();
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", work_path("state"));
    process_run_ripple(&process, "--frames 2 @coffee.png");
    expect_status(&process, "--frames 2", 0);
    EXPECT_INT(access(work_path("state"), F_OK), !=, 0);
    process_clear(&process);
}

/*
 * Frames that must never change by accident: the CRC of the red, green and
 * blue bytes. All pictures are shown at their own size, as only that does not
 * depend on SDL. Where a change is meant, the failure prints the new rows.
 */
#define GOLDEN_MOMENTS 3

static const struct {
    const char *name, *options, *script;
    const char *picture; /* NULL: coffee.png */
    struct {
        int frames;
        uint32_t crc;
    } moments[GOLDEN_MOMENTS];
} golden[] = {
    {"classic-stones",
     "--preset classic",
     "0 stone 300 200 12 64\n8 stone 20 30 9 128\n40 stone 590 390 25 32\n"
     "90 disturb 100 300 400\n",
     NULL,
     {{10, 0x4ccff8b3}, {60, 0xd26b4161}, {200, 0xbb32573c}}},
    {"classic-lines",
     "--preset classic --damping 7",
     "0 line 50 50 550 350 6 50\n30 line 550 50 50 350 3 90\n"
     "120 set damping 2\n",
     NULL,
     {{5, 0x4210c60e}, {80, 0xc2299fa0}, {150, 0xd65c9db2}}},
    {"classic-smooth",
     "--preset classic --stone smooth --refraction 0.125",
     "0 stone 200 200 40 900\n20 stone 400 200 20 -900\n",
     NULL,
     {{15, 0xd2269628}, {50, 0x5276817c}, {300, 0xd62cbb77}}},
    {"retro",
     "--preset retro --fit tile --rain 9",
     "0 stone 160 120 12 64\n30 land 80% 20% 10%\n90 water 80% 20% 5%\n",
     NULL,
     {{20, 0x17b28fef}, {80, 0xe55ef392}, {300, 0xd3b76c89}}},
    {"retro-river",
     "--preset retro --fit tile --size 301x203",
     "0 line 50 50 250 150 6 50\n100 set preset river\n",
     "river.png",
     {{5, 0x39a5d6c5}, {80, 0x64845881}, {160, 0x0accad73}}},
    {"rgb565-puddle",
     "--preset puddle --rain 9 --pixels rgb565",
     "",
     NULL,
     {{40, 0x72155171}, {150, 0x0e286fcb}, {300, 0x19d6cbcf}}},
    {"pond-rain",
     "--preset pond --rain 4",
     "",
     NULL,
     {{60, 0xc5a2613a}, {300, 0x5318cd04}, {500, 0x672d3584}}},
    {"pond-stones",
     "--preset pond --seed 3",
     "0 stone 300 200 16 1300\n30 line 100 100 500 120 10 700\n"
     "200 clear\n210 stone 0 0 50 3000\n",
     NULL,
     {{25, 0xa6e5c44a}, {120, 0x3a5a4e00}, {260, 0x89c5c860}}},
    {"storm",
     "--preset storm --seed 18446744073709551615",
     "",
     NULL,
     {{30, 0x9f465ea2}, {120, 0xfb72aa53}, {400, 0x93eed782}}},
    {"storm-changes",
     "--preset storm --rate 30",
     "50 set model classic\n60 set stone disc\n100 set refraction 1\n"
     "101 set preset classic\n102 stone 300 200 30 100\n",
     NULL,
     {{49, 0x794e5e48}, {99, 0x8dddcc15}, {180, 0xbd34bdb3}}},
    {"tiles",
     "--fit tile --size 701x449 --rain 20 --damping 15 --refraction 0.3",
     "5 stone 650 420 30 2000\n",
     NULL,
     {{12, 0x1f079656}, {100, 0x7b1ee2eb}, {250, 0xf3129f38}}},
    {"waves",
     "--preset waves --rain 9",
     "",
     NULL,
     {{40, 0xdeff6330}, {150, 0x16377d02}, {300, 0x97a337d4}}},
    {"puddle",
     "--preset puddle --rain 9",
     "",
     NULL,
     {{40, 0xc8d92eb0}, {150, 0xf6c32db5}, {300, 0x3d8c5229}}},
    {"slits",
     "--preset slits",
     "",
     NULL,
     {{1, 0x690d7ddc}, {150, 0x11aa5bc6}, {400, 0x74b23092}}},
    {"harbour",
     "--preset harbour",
     "",
     NULL,
     {{1, 0x0da0e95d}, {150, 0x2d1380a6}, {400, 0xb04b11f6}}},
    {"river",
     "--preset river --rain 9",
     "",
     NULL,
     {{40, 0xdbc33da7}, {150, 0x693f2941}, {400, 0xc7089731}}},
    {"lens",
     "--preset lens",
     "",
     NULL,
     {{40, 0x0d79af4b}, {150, 0x6827d720}, {400, 0x60d95f71}}},
    {"torus",
     "--preset torus --rain 9",
     "",
     NULL,
     {{40, 0x8fc580ef}, {150, 0x50426657}, {300, 0x7508fd11}}},
    {"wave-open",
     "--model wave --viscosity 0.05 --speed 10 --edges open",
     "0 stone 300 200 16 900\n60 set edges mirror\n120 set edges wrap\n",
     NULL,
     {{59, 0x91cfc723}, {119, 0x47de9037}, {200, 0xe8219a25}}},
    {"shallow-land",
     "--model shallow --alpha 0.45 --beta 0.999 --shore mirror",
     "0 land 200 150 40\n0 wall 400 0 400 120 6\n1 stone 300 200 16 900\n"
     "50 water 200 150 20\n90 body 260 200 20 400\n",
     NULL,
     {{30, 0x27c90da3}, {80, 0x81b9e267}, {160, 0xf21abf77}}},
    {"spring-pull",
     "--model spring --stiffness 1 --restore 0.003 --max-height 3000",
     "0 pull 300 200 20 3000\n10 disturb 100 100 2000\n",
     NULL,
     {{20, 0xfe6e5c3a}, {80, 0x8632e15b}, {160, 0xb533306b}}},
    {"round-current",
     "--edges open --current 1.5,-0.3",
     "0/10 body 300 200 9 500\n",
     NULL,
     {{20, 0x39ebcc64}, {80, 0x92791055}, {160, 0x0dd53a10}}},
    {"linear",
     "--preset storm --filter linear --light 0",
     "",
     NULL,
     {{30, 0x7b01cbe8}, {120, 0xbe46ee6c}, {300, 0x3ca4b3b1}}},
    {"light",
     "--preset storm --filter nearest --light 100 --light-from 20",
     "0 land 500 100 60\n",
     NULL,
     {{30, 0xd3558a6e}, {120, 0x1a398837}, {300, 0xd2005c56}}},
    {"linear-light",
     "--preset classic --rain 9 --filter linear --light 40",
     "60 set light-from -90\n100 set light 90\n",
     NULL,
     {{30, 0x062c70cc}, {90, 0xfb9b6f59}, {160, 0xe9165073}}},
    {"views",
     "--preset storm --view heights",
     "31 set view slopes\n121 set view split\n",
     NULL,
     {{30, 0x1ce5a69d}, {120, 0x5d189b43}, {300, 0xd8030cbe}}},
    {"river-linear",
     "--preset storm --filter linear --light 0",
     "100 set filter nearest\n100 set light 70\n"
     "200 set filter linear\n200 set light 30\n",
     "river.png",
     {{90, 0x25f8539b}, {190, 0x3b39e1bb}, {290, 0x033de891}}},
    {"river-views",
     "--preset storm --view split",
     "31 set view heights\n121 set view slopes\n",
     "river.png",
     {{30, 0xf76dd387}, {120, 0x67e9923c}, {300, 0x30a12095}}},
    {"classic-mirror",
     "--preset classic --edges mirror",
     "0 stone 20 20 12 100\n0 stone 500 300 20 90\n",
     NULL,
     {{20, 0xea96e6d4}, {80, 0x6aae8953}, {160, 0x5f5a05aa}}},
};

static uint32_t find_rgb_crc(const RipplePixels *frame)
{
    size_t bytes = 3 * (size_t)frame->width;
    unsigned char *row = malloc(bytes);
    uint32_t crc = 0;

    EXPECT(row != NULL);
    for (int y = 0; y < frame->height; y++) {
        for (int x = 0; x < frame->width; x++) {
            uint32_t pixel = pixel_of(frame, x, y);

            for (int i = 0; i < 3; i++)
                row[3 * x + i] = (unsigned char)(pixel >> (16 - 8 * i));
        }
        crc = crc_bytes(crc, row, bytes);
    }
    free(row);
    return crc;
}

/* Draws one frame into a file, which is to outlive the tests where it
   differs: returns its CRC, and removes it when that is as wanted. */
static uint32_t run_golden(const char *path, int number, int frames,
                           uint32_t wanted)
{
    const char *picture = golden[number].picture;
    char line[2048];
    RipplePixels frame;
    uint32_t crc;

    snprintf(line, sizeof line,
             "%s --script @golden.txt --frames %d --output %s @%s",
             golden[number].options, frames, path,
             picture != NULL ? picture : "coffee.png");
    run_well(line);
    frame = process_read_picture(path);
    crc = find_rgb_crc(&frame);
    free(frame.pixels);
    if (crc == wanted)
        remove(path);
    return crc;
}

/* Under a sanitizer the last moment will do: the way there is the same. */
TEST_LOOP(frames, golden, COUNT(golden))
{
    char text[256] = "", path[1024], kept[1200] = "";
    int only = SUPPORT_IS_COUNTED ? 0 : GOLDEN_MOMENTS - 1;
    int first = SUPPORT_IS_WATCHED ? only : 0, wrong = 0;
    int last = SUPPORT_IS_WATCHED ? only : GOLDEN_MOMENTS - 1;

    start_anew();
    support_write("golden.txt", golden[_i].script);
    mkdir("build", 0777);
    for (int i = first; i <= last; i++) {
        int frames = golden[_i].moments[i].frames;
        uint32_t wanted = golden[_i].moments[i].crc, crc;
        size_t used = strlen(text);

        snprintf(path, sizeof path, "%s-%s-%d.png",
                 process_asset("build/golden"), golden[_i].name, frames);
        crc = run_golden(path, _i, frames, wanted);
        snprintf(text + used, sizeof text - used, "%s{%d, 0x%08x}",
                 i > first ? ", " : "", frames, (unsigned)crc);
        if (crc != wanted)
            snprintf(kept, sizeof kept, "%s", path);
        wrong += crc != wanted;
    }
    if (wrong > 0)
        ck_abort_msg("%s: now {%s}; see %s", golden[_i].name, text, kept);
}

/* Exactly one line, from ripple, and nothing but that. */
static void expect_complaint(const Process *process, const char *line,
                             int status, const char *says)
{
    const char *end = strchr(process->err, '\n');

    expect_status(process, line, status);
    if (strncmp(process->err, "ripple: ", 8) != 0 || end == NULL ||
        end[1] != '\0')
        ck_abort_msg("ripple %s: not one line: %s", line, process->err);
    if (strstr(process->err, says) == NULL)
        ck_abort_msg("ripple %s: no \"%s\" in: %s", line, says, process->err);
    if (process->out_size != 0)
        ck_abort_msg("ripple %s: printed: %s", line, process->out);
}

typedef struct Failure {
    const char *line;
    int status;
    const char *says;
} Failure;

#define RECORD " --frames 2 --output out.png --output out.y4m --heights out.pgm"

static void expect_failure(Process *process, const Failure *failure)
{
    char line[512];

    snprintf(line, sizeof line, "%s" RECORD, failure->line);
    process_run_ripple(process, line);
    expect_complaint(process, line, failure->status, failure->says);
    expect_work_empty(line);
    process_clear(process);
}

static void expect_failures(const Failure *failures, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Process process = make_process(blind);

        expect_failure(&process, &failures[i]);
    }
}

static const char *write_bytes(const char *name, const void *bytes, size_t size)
{
    const char *path = support_path(name);
    FILE *file = fopen(path, "wb");

    ck_assert_ptr_nonnull(file);
    EXPECT_INT(fwrite(bytes, 1, size, file), ==, size);
    EXPECT_INT(fclose(file), ==, 0);
    return path;
}

static void write_drawn(const char *name, int width, int height, size_t lost)
{
    static File file;

    picture_makers[0].make(&file, width, height, width <= 32);
    write_bytes(name, file.data, file.size - lost);
}

TEST_CASE(program, failures, .timeout_s = 2 * PROCESS_TIMEOUT_S);

/* Masks and maps of any size and kind will do, of nothing but land too. */
TEST(failures, odd_masks_and_maps)
{
    static const char *const lines[] = {
        "--mask @dot.png",
        "--current @dot.png",
        "--mask @wide.svg",
        "--current @wide.svg --mask @wide.svg",
        "--mask @small.png --shore mirror",
        "--mask builtin:river --current builtin:river-flow --size 1x1",
        "--mask builtin:harbour --size 3x700 --edges wrap",
        "--current builtin:river-flow --size 700x2 --model spring",
        "--mask @land.svg --current 1,1 --model shallow --rain 100",
        "--mask @land.svg --edges open --model spring --current @small.png",
    };
    Process process = make_process(blind);

    start_anew();
    write_drawn("dot.png", 1, 1, 0);
    write_drawn("small.png", 32, 24, 0);
    support_write("wide.svg", "<svg xmlns='http://www.w3.org/2000/svg' "
                              "width='9000' height='7'><rect width='4500' "
                              "height='7' fill='white'/></svg>");
    support_write("land.svg", "<svg xmlns='http://www.w3.org/2000/svg' "
                              "width='9' height='5'><rect width='9' "
                              "height='5'/></svg>");
    for (int i = 0; i < COUNT(lines); i++) {
        char line[512];

        snprintf(line, sizeof line,
                 "%s --frames 30 --heights @h.pgm "
                 "@small.png",
                 lines[i]);
        process_run_ripple(&process, line);
        expect_status(&process, line, 0);
        ck_assert_str_eq(process.err, "");
        process_clear(&process);
    }
}

TEST(failures, bad_options)
{
    static const Failure failures[] = {
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
    };
    Process process = make_process(blind);

    start_anew();
    write_drawn("good.png", 32, 24, 0);
    support_write("text.png", "land and water\n");
    expect_failures(failures, COUNT(failures));
    process_run_ripple(&process, "@good.png --output out.png --frames");
    expect_complaint(&process, "--frames", 2, "--frames");
    process_clear(&process);
}

TEST(failures, bad_pictures)
{
    static const Failure failures[] = {
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
    };
    char *jpeg;
    size_t size;

    start_anew();
    jpeg = support_read("assets/pebbles.jpg", &size);
    EXPECT(jpeg != NULL);
    write_bytes("cut.jpg", jpeg, size / 2);
    free(jpeg);
    EXPECT_INT(mkdir(support_path("no-pictures"), 0777), ==, 0);
    support_write("no-pictures/readme.txt", "There are none.\n");
    support_write("empty.png", "");
    support_write("text.png", "Dear diary, it rained on the pond today.\n");
    write_drawn("short.png", 32, 24, 20);
    write_drawn("header.png", 40, 40, 0);
    expect_failures(failures, COUNT(failures));
}

/* The lines that the program has printed as errors. */
static int count_lines(const char *text)
{
    int count = 0;

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

/* A folder's pictures in turn, the damaged ones told of and passed over; the
   same bytes every time. */
TEST(failures, folders)
{
    static const char *const lines[] = {
        "--size 64x48 --every 0.2 --frames 20 --output a.y4m @show",
        "--size 64x48 --every 0.2 --frames 20 --output b.y4m --threads 3 "
        "@show",
    };

    start_anew();
    EXPECT_INT(mkdir(support_path("show"), 0777), ==, 0);
    write_drawn("show/1.png", 32, 24, 0);
    write_drawn("show/2.png", 32, 24, 20);
    write_drawn("show/3.png", 16, 24, 0);
    for (int i = 0; i < COUNT(lines); i++) {
        Process process = make_process(blind);

        process_run_ripple(&process, lines[i]);
        expect_status(&process, lines[i], 0);
        EXPECT(strstr(process.err, "show/2.png: ") != NULL);
        EXPECT_INT(count_lines(process.err), ==, 1);
        process_clear(&process);
    }
    EXPECT(files_equal("a.y4m", "b.y4m"));
    run_well("--frames 11 --rain 0 --every 0.2 --output a.png @show");
    run_well("--frames 11 --rain 0 --output b.png @show/1.png");
    EXPECT(files_equal("a.png", "b.png"));
    start_anew();
}

TEST(failures, folder_of_damaged_pictures)
{
    static const char line[] = "--frames 2 --output out.png @damaged";
    Process process = make_process(blind);

    start_anew();
    EXPECT_INT(mkdir(support_path("damaged"), 0777), ==, 0);
    write_drawn("damaged/1.png", 32, 24, 20);
    write_drawn("damaged/2.png", 32, 24, 20);
    process_run_ripple(&process, line);
    expect_status(&process, line, 1);
    EXPECT_INT(count_lines(process.err), ==, 3);
    EXPECT(strstr(process.err, "damaged: none of its pictures can be read\n") !=
           NULL);
    expect_work_empty(line);
    process_clear(&process);
}

/* By its header, before anybody asks for 2.7 gigabytes. */
TEST(failures, huge_picture_is_refused)
{
    static const Failure huge = {"@huge.png", 1, "30000x30000 is too large"};
    Process process = make_process(blind);
    long start = process_clock_ms();

    start_anew();
    write_drawn("huge.png", 30000, 30000, 0);
    expect_failure(&process, &huge);
    EXPECT_INT(process_clock_ms() - start, <, 5000);
}

TEST(frames, kinds_of_pictures)
{
    static const struct {
        int depth, type;
        unsigned char bytes[8];
        size_t size;
        uint32_t colour;
    } kinds[] = {
        {1, 0, {0x80}, 1, 0xffffff},
        {8, 0, {0x90}, 1, 0x909090},
        {16, 0, {0x90, 0x90}, 2, 0x909090},
        {8, 2, {10, 20, 30}, 3, 0x0a141e},
        {16, 2, {10, 10, 20, 20, 30, 30}, 6, 0x0a141e},
        {8, 3, {1}, 1, 0xff0000},
        {4, 3, {0x20}, 1, 0x00ff00},
        {8, 4, {200, 0}, 2, 0},
        {8, 6, {10, 20, 30, 255}, 4, 0x0a141e},
        {8, 6, {255, 255, 255, 0}, 4, 0},
        {16, 6, {10, 10, 20, 20, 30, 30, 255, 255}, 8, 0x0a141e},
    };

    start_anew();
    for (int i = 0; i < COUNT(kinds); i++) {
        static File file;
        PngPlan plan = {.width = 1,
                        .height = 1,
                        .depth = kinds[i].depth,
                        .type = kinds[i].type,
                        .rows = kinds[i].bytes,
                        .row_size = kinds[i].size};
        RipplePixels frame;

        make_png(&file, &plan);
        write_bytes("kind.png", file.data, file.size);
        run_well("--preset storm --light 0 --frames 40 --output own.png "
                 "@kind.png");
        run_well("--preset storm --light 0 --frames 40 --size 20x10 "
                 "--output o.png @kind.png");
        frame = process_read_picture(work_path("own.png"));
        EXPECT_INT(frame.width * frame.height, ==, 1);
        EXPECT_INT(pixel_of(&frame, 0, 0) & 0xffffff, ==, kinds[i].colour);
        free(frame.pixels);
        frame = process_read_picture(work_path("o.png"));
        EXPECT_INT(pixel_of(&frame, 19, 9) & 0xffffff, ==, kinds[i].colour);
        free(frame.pixels);
    }
}

TEST(failures, bad_scripts)
{
    static const struct {
        const char *text, *says;
    } scripts[] = {
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
    static const Failure failures[] = {
        {"--script @missing.txt @good.png", 1, "missing.txt"},
        {"--script @long.txt @good.png", 1, "long.txt: line 2: "},
        {"--script @ @good.png", 1, "irectory"},
    };
    char text[3000];

    start_anew();
    write_drawn("good.png", 32, 24, 0);
    for (int i = 0; i < COUNT(scripts); i++) {
        Failure failure = {"--script @bad.txt @good.png", 1, scripts[i].says};

        support_write("bad.txt", scripts[i].text);
        expect_failures(&failure, 1);
    }
    memset(text, '#', sizeof text);
    memcpy(text, "0 clear\n", 8);
    text[sizeof text - 1] = '\0';
    support_write("long.txt", text);
    expect_failures(failures, COUNT(failures));
}

TEST(failures, bad_outputs)
{
    static const Failure failures[] = {
        {"--output @none/out.png @good.png", 1, "none/out.png"},
        {"--output @none/out.y4m @good.png", 1, "none/out.y4m"},
        {"--output @dir.png @good.png", 1, "irectory"},
        {"--output @good.png/out.png @good.png", 1, "good.png/out.png"},
    };
    Process process = make_process(blind);

    start_anew();
    write_drawn("good.png", 32, 24, 0);
    mkdir(support_path("dir.png"), 0777);
    expect_failures(failures, COUNT(failures));
    process_run_ripple(&process, "--output a.png --heights @none/out.pgm "
                                 "--frames 2 @good.png");
    expect_complaint(&process, "--heights @none/out.pgm", 1, "none/out.pgm");
    expect_work_empty("--heights @none/out.pgm");
    process_clear(&process);
}

/* Makes the work folder one that the process may not write to. */
static int forbid_writing(Process *process)
{
    char *end = strrchr(work_folder(), '/');

    EXPECT_INT(chmod(work_folder(), 0555), ==, 0);
    if (geteuid() != 0)
        return 1;
    /* The folder above too must be open to others. */
    process->user = NOBODY;
    *end = '\0';
    EXPECT_INT(chmod(work_folder(), 0755), ==, 0);
    *end = '/';
    process_run_ripple(process, "--version");
    return process->status == 0;
}

TEST(failures, read_only_folder)
{
    static const Failure failure = {"@good.png", 1,
                                    "out.png: Permission denied"};
    Process process = make_process(blind);

    start_anew();
    write_drawn("good.png", 32, 24, 0);
    if (forbid_writing(&process))
        expect_failure(&process, &failure);
    else
        puts("skipped: ripple cannot be run as another user");
    chmod(work_folder(), 0777);
    process_clear(&process);
}

static void expect_old(const char *name)
{
    char *text = support_read(work_path(name), NULL);

    EXPECT(text != NULL);
    ck_assert_str_eq(text, "old");
    free(text);
    EXPECT_INT(unlink(work_path(name)), ==, 0);
}

static void write_old(const char *name)
{
    FILE *file = fopen(work_path(name), "wb");

    EXPECT(file != NULL && fputs("old", file) >= 0 && fclose(file) == 0);
}

/* A full disk, made by a limit on the size of files. */
TEST(failures, no_room_keeps_old_files)
{
    static const char *const lines[] = {
        "--frames 9 --size 300x200 --output out.png @coffee.png",
        "--frames 9 --size 300x200 --output out.y4m @coffee.png",
        "--frames 9 --size 300x200 --heights out.pgm @coffee.png",
        "--frames 0 --size 60x40 --heights out.pgm --output o.png @coffee.png",
    };

    start_anew();
    for (int i = 0; i < COUNT(lines); i++) {
        Process process = make_process(blind);

        process.file_bytes = 2000;
        write_old("out.png");
        write_old("out.y4m");
        write_old("out.pgm");
        process_run_ripple(&process, lines[i]);
        expect_complaint(&process, lines[i], 1, "File too large");
        expect_old("out.png");
        expect_old("out.y4m");
        expect_old("out.pgm");
        expect_work_empty(lines[i]);
        process_clear(&process);
    }
}

TEST(failures, failed_run_keeps_old_files)
{
    Process process = make_process(blind);

    start_anew();
    write_old("out.png");
    process_run_ripple(&process, "@missing.png" RECORD);
    EXPECT_INT(process.status, ==, 1);
    expect_old("out.png");
    write_old("out.png");
    process_run_ripple(&process, "@coffee.png --output out.png --output "
                                 "@none/out.png");
    EXPECT_INT(process.status, ==, 1);
    expect_old("out.png");
    write_old("out.png");
    run_well("@coffee.png --frames 0 --output out.png");
    RipplePixels frame = process_read_picture(work_path("out.png"));

    EXPECT_INT(frame.width, ==, 600);
    free(frame.pixels);
    process_clear(&process);
}

TEST(failures, full_device)
{
    static const Failure failures[] = {
        {"--frames 3 --output full.png @coffee.png", 1,
         "full.png: No space left"},
        {"--frames 3 --output full.y4m @coffee.png", 1,
         "full.y4m: No space left"},
        {"--frames 3 --heights full.pgm @coffee.png", 1,
         "full.pgm: No space left"},
        {"--frames 3 --output - @coffee.png", 1, "No space left"},
        {"--help", 1, "standard output"},
        {"--version", 1, "standard output"},
        {"--list renderers", 1, "standard output"},
    };

    start_anew();
    if (access("/dev/full", W_OK) != 0) {
        puts("skipped: no /dev/full");
        return;
    }
    for (int i = 0; i < COUNT(failures); i++) {
        Process process = make_process(blind);

        process.output = "/dev/full";
        EXPECT_INT(symlink("/dev/full", work_path("full.png")), ==, 0);
        EXPECT_INT(symlink("/dev/full", work_path("full.y4m")), ==, 0);
        EXPECT_INT(symlink("/dev/full", work_path("full.pgm")), ==, 0);
        process_run_ripple(&process, failures[i].line);
        expect_complaint(&process, failures[i].line, 1, failures[i].says);
        EXPECT_INT(unlink(work_path("full.png")), ==, 0);
        EXPECT_INT(unlink(work_path("full.y4m")), ==, 0);
        EXPECT_INT(unlink(work_path("full.pgm")), ==, 0);
        expect_work_empty(failures[i].line);
        process_clear(&process);
    }
}

TEST(failures, no_display)
{
    static const char *const empty[] = {"DISPLAY", "WAYLAND_DISPLAY",
                                        "SDL_VIDEODRIVER=", NULL};
    static const char *const nowhere[] = {"DISPLAY=:98765", "WAYLAND_DISPLAY",
                                          "SDL_VIDEODRIVER", NULL};
    static const char *const unknown[] = {"SDL_VIDEODRIVER=crystal-ball", NULL};
    static const char *const *const environments[] = {blind, empty, nowhere,
                                                      unknown};

    start_anew();
    for (int i = 0; i < COUNT(environments); i++) {
        Process process = make_process(environments[i]);

        process.timeout_s = 8;
        process_run_ripple(&process, "@coffee.png");
        expect_complaint(&process, "(no display)", 1, "ripple: no display: ");
        process_clear(&process);
    }
}

TEST(failures, window_that_cannot_be_had)
{
    static const Failure failures[] = {
        {"--renderer nope @coffee.png", 1, "--renderer: nope"},
        {"--renderer opengl @coffee.png", 1, "--renderer: opengl"},
        {"--display 99 @coffee.png", 1, "--display"},
        {"@missing.png", 1, "missing.png"},
        {"--script @missing.txt @coffee.png", 1, "missing.txt"},
    };

    start_anew();
    for (int i = 0; i < COUNT(failures); i++) {
        Process process = make_process(dummy);

        process.timeout_s = 8;
        process_run_ripple(&process, failures[i].line);
        expect_complaint(&process, failures[i].line, failures[i].status,
                         failures[i].says);
        process_clear(&process);
    }
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

/* The files hold what there was until then, whole. */
TEST_LOOP(ends, interrupted_recording, COUNT(signals))
{
    Process process = make_process(blind);
    const char *line = "--size 320x240 --preset storm --frames 2000000000 "
                       "--output - --output o.y4m --output o.png "
                       "--heights h.pgm @coffee.png";
    RipplePixels frame;
    size_t size;
    char *bytes;

    start_anew();
    process_start_ripple(&process, line);
    process_await_lines(&process, 1);
    /* The pipe is full and it waits for us to read on; so it does still when
       the signal comes. */
    process_sleep_ms(100);
    EXPECT_INT(kill(process.pid, signals[_i]), ==, 0);
    process_sleep_ms(100);
    process_finish(&process);
    expect_status(&process, line, 0);
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
    expect_work_empty(line);
    process_clear(&process);
}

TEST_LOOP(ends, interrupted_window, COUNT(signals))
{
    Process process = make_process(dummy);
    const char *line = "--preset storm --size 64x48 --fps @coffee.png";
    long start;

    start_anew();
    process_start_ripple(&process, line);
    process_await_lines(&process, 1); /* frames per second */
    start = process_clock_ms();
    process_stop(&process, signals[_i]);
    expect_status(&process, line, 0);
    EXPECT_INT(process_clock_ms() - start, <, 5000);
    ck_assert_str_eq(process.out, "");
    process_clear(&process);
}
