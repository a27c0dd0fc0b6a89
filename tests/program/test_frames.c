/* SPDX-License-Identifier: MIT */
/*
 * What ripple draws, run as a process without a display: the classic water
 * equals a plain loop over the same script, and golden frames never change by
 * accident.
 */
#include "../work.h"

#include "lib/util/fixed.h"
#include "../naive.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WIDTH = 320, HEIGHT = 240, FRAMES = 60 };

/* All that a script can hold; it is played by ripple and on the naive model. */
static const char script[] = "# all that a script can hold\n\n"
                             "0 stone \t160 120 \t10 64\n"
                             "0\tstone 3 2 7 128  # so\n"
                             "   # nothing\n \t \n"
                             "2 stone 318 120 14 32\n"
                             "5 line 40 200 120 120 4 90# so\n"
                             "9  disturb 250  60 501\n"
                             "9 disturb 100 1 999  # so\n"
                             "20 set damping 4\n"
                             " 21 clear  # so\n"
                             "21 stone 160 239 9 -100\n"
                             "22 disturb 77 88 -301\t\n"
                             "30 line 300 20 300 20 6 127\n"
                             "31 line -20 40 30 -10 5 60\n"
                             "58 stone 70 70 30 100\n";

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

static void naive_line(Naive *water, const int *n)
{
    for (int y = 0; y < water->height; y++) {
        for (int x = 0; x < water->width; x++) {
            if (is_near(n, x, y))
                water->now[y * water->width + x] = -n[5];
        }
    }
}

static void naive_disturb(Naive *water, int x, int y, int magnitude)
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

static void play_line(Naive *water, int *damping, const char *line)
{
    size_t bytes =
        (size_t)water->width * (size_t)water->height * sizeof *water->now;
    char name[16];
    int n[6];

    sscanf(line, "%*d %15s %d %d %d %d %d %d", name, n, n + 1, n + 2, n + 3,
           n + 4, n + 5);
    if (strcmp(name, "stone") == 0) {
        naive_stone(water, n[0], n[1], n[2], n[3]);
    } else if (strcmp(name, "line") == 0) {
        naive_line(water, n);
    } else if (strcmp(name, "disturb") == 0) {
        naive_disturb(water, n[0], n[1], n[2]);
    } else if (strcmp(name, "clear") == 0) {
        memset(water->now, 0, bytes);
        memset(water->before, 0, bytes);
    } else {
        EXPECT_INT(sscanf(line, "%*d set damping %d", damping), ==, 1);
    }
}

static void play_script(Naive *water)
{
    int damping = 5;

    for (int step = 0; step < FRAMES; step++) {
        for (const char *line = script; *line != '\0';
             line += strcspn(line, "\n")) {
            line += strspn(line, " \t\n");
            if (*line >= '0' && *line <= '9' && atoi(line) == step)
                play_line(water, &damping, line);
        }
        naive_step(water, damping);
    }
}

static void check_heights(const Naive *water)
{
    static const char head[] = "P5\n320 240\n65535\n";
    size_t size, length = sizeof head - 1;
    const char *bytes = work_text("h.pgm", &size);
    const unsigned char *samples = (const unsigned char *)bytes + length;

    EXPECT_INT(size, ==, length + 2 * (size_t)WIDTH * HEIGHT);
    EXPECT(memcmp(bytes, head, length) == 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int height = (samples[2 * i] << 8 | samples[2 * i + 1]) - 32768;

        if (height != water->now[i])
            ck_abort_msg("cell (%d, %d) is %d, not %d", i % WIDTH, i / WIDTH,
                         height, (int)water->now[i]);
    }
}

static void check_pixels(const Naive *water, const RipplePixels *picture,
                         const RipplePixels *frame)
{
    EXPECT_INT(frame->width, ==, WIDTH);
    EXPECT_INT(frame->height, ==, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        uint32_t wanted = naive_pixel(water, picture, x, y);

        if (frame->pixels[i] != wanted)
            ck_abort_msg("pixel (%d, %d) is %06x, not %06x", x, y,
                         (unsigned)frame->pixels[i], (unsigned)wanted);
    }
}

TEST_CASE(program, frames, .timeout_s = 2 * PROCESS_TIMEOUT_S,
          .set_up = work_start);

TEST(frames, classic_equals_naive)
{
    Naive water = naive_create(WIDTH, HEIGHT);
    RipplePixels picture, frame;

    support_write("script.txt", script);
    work_run("--preset classic --size 320x240 --frames 0 --output calm.png "
             "@coffee.png");
    work_run("--preset classic --rain 0 --size 320x240 --script @script.txt "
             "--frames 60 "
             "--heights h.pgm --output o.png @coffee.png");
    play_script(&water);
    check_heights(&water);
    picture = work_picture("calm.png");
    frame = work_picture("o.png");
    check_pixels(&water, &picture, &frame);
    EXPECT(crc_frame(&picture) != crc_frame(&frame));
    naive_destroy(&water);
}

#define HILLS \
    "run --preset hills --size 160x100 --frames 40 --rain 9 --leaves 3 " \
    "--swell 40 --script @turn.txt "

/* With other threads and levels, recorded. */
TEST(frames, hills)
{
    support_write("turn.txt", "3 set float boat=2,duck=3\n"
                              "5 set camera 200,9,0.7\n9 land 80 70 9\n"
                              "14 set light-from 20:00\n"
                              "20 boat 20 60 140 60 5 200 15\n"
                              "30 set view perspective\n");
    work_play(HILLS
              "--threads 1 --simd scalar --output a.png --output a.y4m; " HILLS
              "--threads 3 --output b.png --output b.y4m; "
              "same a.png b.png; same a.y4m b.y4m");
}

#define RAINY  "--preset storm --size 160x120 --frames 90 @coffee.png "
#define PLAYED RAINY "--script @script.txt "

TEST(frames, the_same_bytes_twice)
{
    support_write("script.txt", script);
    work_play("run " PLAYED "--seed 7 --output a.png --output a.y4m "
              "--heights a.pgm; "
              "run " PLAYED "--seed 7 --output b.png --output b.y4m "
              "--heights b.pgm; "
              "same a.png b.png; same a.y4m b.y4m; same a.pgm b.pgm; "
              "run " PLAYED "--seed 8 --output c.png; differ a.png c.png; "
              "run " RAINY "--seed 7 --output d.png; differ a.png d.png");
}

/* A picture of the tests' own folder. */
static RipplePixels read_picture(const char *name)
{
    RipplePixels picture = process_read_picture(support_path(name));

    support_own(picture.pixels, free);
    return picture;
}

/* Without waves the frame is the picture, at its own size. */
TEST(frames, no_frames_show_the_picture)
{
    RipplePixels picture = read_picture("coffee.png"), frame;

    work_run("--frames 0 --output o.png --output o.y4m --heights h.pgm "
             "@coffee.png");
    frame = work_picture("o.png");
    EXPECT_INT(frame.width, ==, picture.width);
    EXPECT_INT(frame.height, ==, picture.height);
    EXPECT(crc_frame(&frame) == crc_frame(&picture));
}

/*
 * Frames that must never change by accident: after so many steps, the CRC of
 * the red, green and blue bytes. All pictures are shown at their own size, as
 * only that does not depend on SDL.
 */
static const struct {
    const char *name, *options, *script;
    const char *picture; /* NULL: coffee.png */
    int steps;
    uint32_t crc;
} golden[] = {
    {"classic-stones", "--preset classic --rain 0",
     "0 stone 300 200 12 64\n8 stone 20 30 9 128\n40 stone 590 390 25 32\n"
     "90 disturb 100 300 400\n",
     NULL, 200, 0xbb32573c},
    {"classic-lines", "--preset classic --rain 0 --damping 7",
     "0 line 50 50 550 350 6 50\n30 line 550 50 50 350 3 90\n"
     "120 set damping 2\n",
     NULL, 150, 0xd65c9db2},
    {"classic-smooth",
     "--preset classic --rain 0 --stone smooth --refraction 0.125",
     "0 stone 200 200 40 900\n20 stone 400 200 20 -900\n", NULL, 50,
     0x5276817c},
    {"retro", "--preset retro --fit tile --rain 9",
     "0 stone 160 120 12 64\n30 land 80% 20% 10%\n90 water 80% 20% 5%\n", NULL,
     300, 0xf8c0d0ff},
    {"retro-river", "--preset retro --fit tile --size 301x203",
     "0 line 50 50 250 150 6 50\n100 set preset river\n", "river.png", 160,
     0xf0d29286},
    {"rgb565-puddle",
     "--fit tile --size 300x200 --preset puddle --rain 9 --pixels rgb565", "",
     NULL, 150, 0xc29e8c9c},
    {"pond-rain", "--fit tile --size 300x200 --preset pond --rain 4", "", NULL,
     300, 0xa278176a},
    {"pond-stones", "--preset pond --seed 3",
     "0 stone 300 200 16 1300\n30 line 100 100 500 120 10 700\n"
     "200 clear\n210 stone 0 0 50 3000\n",
     NULL, 260, 0xb15e9cc1},
    {"storm",
     "--fit tile --size 300x200 --preset storm --seed 18446744073709551615", "",
     NULL, 120, 0xd4a04e8f},
    {"storm-changes", "--preset storm --rate 30",
     "50 set model classic\n60 set stone disc\n100 set refraction 1\n"
     "101 set preset classic\n101 set rain 0\n102 stone 300 200 30 100\n",
     NULL, 180, 0xbd34bdb3},
    {"tiles",
     "--fit tile --size 701x449 --rain 20 --damping 15 --refraction 0.3",
     "5 stone 650 420 30 2000\n", NULL, 100, 0x00ad0011},
    {"waves", "--fit tile --size 300x200 --preset waves --rain 9", "", NULL,
     150, 0xb8fc5d4f},
    {"pool", "--fit tile --size 300x200 --preset pool", "", NULL, 150,
     0x101bda77},
    {"puddle", "--fit tile --size 300x200 --preset puddle --rain 9", "", NULL,
     150, 0xef935649},
    {"slits", "--fit tile --size 300x200 --preset slits", "", NULL, 150,
     0xb8c72cbd},
    {"harbour", "--fit tile --size 300x200 --preset harbour", "", NULL, 150,
     0x8baa7dae},
    {"river", "--fit tile --size 300x200 --preset river --rain 9", "", NULL,
     150, 0x9d3f116e},
    {"lens", "--fit tile --size 300x200 --preset lens", "", NULL, 150,
     0x4aca01ad},
    {"torus", "--fit tile --size 300x200 --preset torus --rain 9", "", NULL,
     150, 0x64eaa53b},
    {"wave-open", "--model wave --viscosity 0.05 --speed 10 --edges open",
     "0 stone 300 200 16 900\n60 set edges mirror\n120 set edges wrap\n", NULL,
     200, 0xb3814b77},
    {"shallow-land", "--model shallow --alpha 0.45 --beta 0.999 --shore mirror",
     "0 land 200 150 40\n0 wall 400 0 400 120 6\n1 stone 300 200 16 900\n"
     "50 water 200 150 20\n90 body 260 200 20 400\n",
     NULL, 160, 0x7c13aef2},
    {"spring-pull",
     "--model spring --stiffness 1 --restore 0.003 --max-height 3000",
     "0 pull 300 200 20 3000\n10 disturb 100 100 2000\n", NULL, 160,
     0xadfdbf8d},
    {"round-current", "--edges open --current 1.5,-0.3",
     "0/10 body 300 200 9 500\n", NULL, 80, 0x1d84d2a8},
    {"linear",
     "--fit tile --size 300x200 --preset storm --filter linear --light 0", "",
     NULL, 120, 0x27a4d371},
    {"light", "--preset storm --filter nearest --light 100 --light-from 20",
     "0 land 500 100 60\n", NULL, 120, 0xa68ee42e},
    {"linear-light", "--preset classic --rain 9 --filter linear --light 40",
     "60 set light-from -90\n100 set light 90\n", NULL, 160, 0x5ab49566},
    {"views", "--fit tile --size 300x200 --preset storm --view heights",
     "31 set view slopes\n121 set view split\n", NULL, 300, 0x2f5f297d},
    {"river-linear",
     "--fit tile --size 300x200 --preset storm --filter linear --light 0",
     "100 set filter nearest\n100 set light 70\n"
     "200 set filter linear\n200 set light 30\n",
     "river.png", 290, 0x8214dde2},
    {"river-views", "--fit tile --size 300x200 --preset storm --view split",
     "31 set view heights\n121 set view slopes\n", "river.png", 300,
     0x724ab292},
    {"hills", "--preset hills --fit tile --size 400x250",
     "20 set camera -140,8,0.5\n40 set land-picture picture\n"
     "41 line 100 240 300 240 9 900\n45 land 200 200 30\n"
     "70 set preset harbour\n71 set view perspective\n",
     NULL, 90, 0x3b4eef74},
    {"sailing", "--fit tile --size 300x200 --preset harbour --view perspective",
     "", NULL, 120, 0xccb854b7},
    {"classic-mirror", "--preset classic --rain 0 --edges mirror",
     "0 stone 20 20 12 100\n0 stone 500 300 20 90\n", NULL, 160, 0xacf41373},
};

static uint32_t find_rgb_crc(const RipplePixels *frame)
{
    uint32_t crc = 0;

    for (int i = 0; i < frame->width * frame->height; i++) {
        uint32_t pixel = frame->pixels[i];
        const unsigned char bytes[] = {(unsigned char)(pixel >> 16),
                                       (unsigned char)(pixel >> 8),
                                       (unsigned char)pixel};

        crc = crc_bytes(crc, bytes, sizeof bytes);
    }
    return crc;
}

/* A frame that is another one stays. */
TEST_LOOP(frames, golden, COUNT(golden))
{
    const char *picture = golden[_i].picture;
    RipplePixels frame;
    char path[1024];
    uint32_t crc;

    support_write("golden.txt", golden[_i].script);
    mkdir("build", 0777);
    snprintf(path, sizeof path, "%s-%s.png",
             process_repository_path("build/golden"), golden[_i].name);
    work_run("%s --script @golden.txt --frames %d --output %s @%s",
             golden[_i].options, golden[_i].steps, path,
             picture != NULL ? picture : "coffee.png");
    frame = process_read_picture(path);
    crc = find_rgb_crc(&frame);
    free(frame.pixels);
    if (crc != golden[_i].crc)
        ck_abort_msg("%s: found %08x; see %s", golden[_i].name, (unsigned)crc,
                     path);
    remove(path);
}
