/* SPDX-License-Identifier: MIT */
/*
 * Pictures that are loaded in another process, and all waits for bytes: what is
 * limited and told, and that a wait ends when nobody wants it.
 */
#define _DEFAULT_SOURCE /* mkfifo and the like */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <SDL.h>
#include <SDL_image.h>

#include "media/decoder.h"
#include "media/load.h"
#include "lib/util/fixed.h"
#include "../pictures.h"
#include "../process.h"
#include "../support.h"
#include "../test.h"
#include "../work.h"

/* A line of a hundred million dashes takes memory of nanosvg, layers of
   librsvg, so many shapes time. */
#define LAYER  "<g opacity='.5'>"
#define LAYERS LAYER LAYER LAYER LAYER LAYER LAYER LAYER LAYER
#define ENDS   "</g></g></g></g></g></g></g></g>"
#define DASHES \
    "<svg width='9' height='9'>" LAYERS LAYERS LAYERS LAYERS LAYERS \
    "<path d='M0 0 L1000000 0' stroke='#f00' stroke-dasharray='0.01'/>" \
    "<rect width='9' height='9'/>" ENDS ENDS ENDS ENDS ENDS "</svg>"
#define SHAPES 20000

#define MAX_END_MS 1000 /* 500, and as much for counters of coverage */

static const char *path; /* of a picture or a pipe */

static void start(void)
{
    path = support_path("decoder");
    unlink(path);
    decoder_use(process_ripple());
}

static void stop(void)
{
    decoder_use(NULL);
    unlink(path);
}

TEST_CASE(load, decoder, .timeout_s = 60, .set_up = start, .tear_down = stop);

static const char *make_slow_svg(void)
{
    static const char shape[] = "<rect width='99' height='99' opacity='.5'/>";
    char *text = support_own(malloc(SHAPES * sizeof shape + 100), free);
    size_t used = (size_t)sprintf(text, "<svg width='99' height='99'>");

    for (int i = 0; i < SHAPES; i++, used += sizeof shape - 1)
        memcpy(text + used, shape, sizeof shape);
    memcpy(text + used, "</svg>", 7);
    return text;
}

static void expect_text(SDL_atomic_t *cancel, const char *wanted)
{
    SDL_Surface *surface = NULL;
    Error error = {.code = 0};

    EXPECT_INT(decoder_load(&surface, path, cancel, &error), ==, -1);
    EXPECT(surface == NULL);
    ck_assert_msg(strstr(error.text, wanted) != NULL, "%s", error.text);
}

static uint32_t stripe(int x, int y)
{
    (void)y;
    return x % 2000 < 1000 ? 0xFFFF0000 : 0xFF0000FF;
}

static int save_jpeg(SDL_Surface *surface, const char *name)
{
    return IMG_SaveJPG(surface, name, 95);
}

static int save_bmp(SDL_Surface *surface, const char *name)
{
    return SDL_SaveBMP(surface, name);
}

/* Writes a PGM of that size, white where a stripe is red. */
static void write_pgm(int width, int height)
{
    unsigned char *row = malloc((size_t)width);
    FILE *file = fopen(path, "wb");

    fprintf(file, "P5 %d %d 255\n", width, height);
    for (int x = 0; x < width; x++)
        row[x] = stripe(x, 0) >> 16 & 255;
    for (int y = 0; y < height; y++)
        EXPECT_INT(fwrite(row, 1, (size_t)width, file), ==, width);
    EXPECT_OK(fclose(file));
    free(row);
}

static const struct {
    int (*save)(SDL_Surface *surface, const char *name); /* NULL: a PGM */
    int width, height, wanted_width, wanted_height;
} large[] = {
    {save_jpeg, 65000, 8, 32500, 4}, {IMG_SavePNG, 40000, 8, 20000, 4},
    {save_bmp, 140000, 5, 17500, 1}, {NULL, 40000, 1, 20000, 1},
    {NULL, 8200, 8200, 4100, 4100},
};

/* A process without limits refuses pictures of these sizes. The decoder makes
   them smaller. */
TEST_LOOP(decoder, large_pictures, COUNT(large))
{
    int width = large[_i].width, height = large[_i].height;
    int step = width / large[_i].wanted_width;
    SDL_Surface *surface;
    uint32_t *pixels;
    Error error = {.code = 0};

    if (large[_i].save != NULL) {
        surface = picture_draw(width, height, stripe);
        EXPECT_OK(large[_i].save(surface, path));
        SDL_FreeSurface(surface);
    } else {
        write_pgm(width, height);
    }
    if (decoder_load(&surface, path, NULL, &error) != 0)
        ck_abort_msg("%s", error.text);
    EXPECT_INT(surface->w, ==, large[_i].wanted_width);
    EXPECT_INT(surface->h, ==, large[_i].wanted_height);
    pixels = surface->pixels;
    for (int x = 20; x < surface->w; x += 25) {
        int is_red = (pixels[x] & 0xFF00FF) > 0x800080;

        EXPECT_INT(is_red, ==, stripe(x * step, 0) == 0xFFFF0000);
    }
    SDL_FreeSurface(surface);
}

TEST(decoder, memory_is_limited)
{
    support_write("decoder", SUPPORT_IS_SANITIZED ? make_slow_svg() : DASHES);
    expect_text(NULL, ": the SVG takes too much time or memory to draw");
}

/* Another process does that, and ends. */
static pid_t write_later(const char *text, int delay_ms)
{
    pid_t writer = fork();

    EXPECT_INT(writer, >=, 0);
    if (writer == 0) {
        int file;

        process_sleep_ms(delay_ms);
        file = open(path, O_WRONLY);
        while (*text != '\0') {
            ssize_t count = write(file, text, strlen(text));

            text += count > 0 ? count : 0;
        }
        _exit(0);
    }
    return writer;
}

/* A named pipe is read from its first writer's bytes on. */
TEST(decoder, late_writer)
{
    static const char picture[] = "P3 2 1 255  1 2 3  4 5 6\n";
    SDL_Surface *surface;
    Error error = {.code = 0};
    pid_t writer;

    EXPECT_INT(mkfifo(path, 0600), ==, 0);
    for (int is_here = 0; is_here < 2; is_here++) {
        if (is_here)
            decoder_use(NULL);
        writer = write_later(picture, 200);
        if (decoder_load(&surface, path, NULL, &error) != 0)
            ck_abort_msg("%s", error.text);
        EXPECT_INT(surface->w, ==, 2);
        SDL_FreeSurface(surface);
        waitpid(writer, NULL, 0);
        writer = write_later("", 100);
        expect_text(NULL, ": the file is empty");
        waitpid(writer, NULL, 0);
    }
}

/* Waits until no process reads the pipe. */
static void await_no_reader(void)
{
    long begin_ms = process_busy_ms();
    int file;

    while ((file = open(path, O_WRONLY | O_NONBLOCK)) >= 0) {
        close(file);
        EXPECT_INT(process_busy_ms() - begin_ms, <, 2000);
    }
    EXPECT_INT(errno, ==, ENXIO);
}

typedef struct Canceller {
    SDL_atomic_t cancel, has_ended;
} Canceller;

/* Returns the time from the wish to the end. */
static int cancel_later(void *context)
{
    Canceller *canceller = context;
    long begin_ms;

    process_sleep_ms(300);
    begin_ms = process_busy_ms();
    SDL_AtomicSet(&canceller->cancel, 1);
    while (!SDL_AtomicGet(&canceller->has_ended))
        continue;
    return (int)(process_busy_ms() - begin_ms);
}

static const struct {
    const char *name;
    int draws; /* an SVG that takes more than 10 s */
    int is_here;
} given_up[] = {
    {"a pipe without a writer", 0, 0},
    {"a pipe without a writer, in this process", 0, 1},
    {"a slow picture", 1, 0},
};

/* A load that is given up ends at once, and so does its process. */
TEST_LOOP(decoder, gives_up, COUNT(given_up))
{
    Canceller canceller = {{0}, {0}};
    SDL_Thread *thread;
    pid_t writer = 0;
    int took_ms;

    EXPECT_INT(mkfifo(path, 0600), ==, 0);
    if (given_up[_i].is_here)
        decoder_use(NULL);
    if (given_up[_i].draws)
        writer = write_later(make_slow_svg(), 0);
    thread = SDL_CreateThread(cancel_later, "cancel", &canceller);
    expect_text(&canceller.cancel, ": Operation canceled");
    SDL_AtomicSet(&canceller.has_ended, 1);
    SDL_WaitThread(thread, &took_ms);
    EXPECT_INT(took_ms, <, 1200);
    if (writer > 0)
        waitpid(writer, NULL, 0);
    await_no_reader();
}

enum { LOADERS = 4, LOADS = 10 };

static int load_often(void *failures)
{
    for (int i = 0; i < LOADS; i++) {
        SDL_Surface *surface;
        SDL_atomic_t cancel = {0};
        Error error;

        if (decoder_load(&surface, path, &cancel, &error) != 0 ||
            surface->w != 30)
            SDL_AtomicAdd(failures, 1);
        SDL_FreeSurface(surface);
    }
    return 0;
}

TEST(decoder, any_thread)
{
    static File file;
    SDL_Thread *threads[LOADERS];
    SDL_atomic_t failures = {0};

    picture_makers[0].make(&file, 30, 20, 1);
    support_write_bytes("decoder", file.data, file.size);
    for (int i = 0; i < LOADERS; i++)
        threads[i] = SDL_CreateThread(load_often, "loader", &failures);
    for (int i = 0; i < LOADERS; i++)
        SDL_WaitThread(threads[i], NULL);
    EXPECT_INT(SDL_AtomicGet(&failures), ==, 0);
}

static void start_waits(void)
{
    path = support_path("pipe");
    unlink(path);
    EXPECT_INT(mkfifo(path, 0600), ==, 0);
    work_start();
}

TEST_CASE(program, waits, .timeout_s = 2 * PROCESS_TIMEOUT_S,
          .set_up = start_waits, .tear_down = stop);

#define READ ": still being read\n"
#define BAD  "pictures can be read\n"

/* Each waits for ever, or for longer than a test. */
static const struct {
    const char *line;
    const char *const *environment;
    int signal;
    const char *told;
} waits[] = {
    {"--frames 2 @pipe", work_blind, SIGTERM, READ},
    {"--frames 2 --script @pipe @coffee.png", work_blind, SIGINT, READ},
    {"--frames 2 --mask @pipe @coffee.png", work_blind, SIGHUP, READ},
    {"@pipe", work_dummy, SIGTERM, READ},
    {"--script @pipe @coffee.png", work_dummy, SIGTERM, READ},
    {"--frames 2 @pipe", work_blind, SIGKILL, READ},
    {"--frames 2 @wait.svg", work_blind, SIGTERM, READ},
    {"@wait.svg", work_dummy, SIGTERM, READ},
    {"--frames 2 @bad", work_blind, SIGTERM, BAD},
    {"@bad", work_dummy, SIGTERM, BAD},
};

/* More pictures that cannot be read than are tried in this time. */
static void make_bad_folder(void)
{
    char name[32];

    mkdir(support_path("bad"), 0700);
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "bad/%d.png", i);
        support_write(name, "no");
    }
}

/* All at once: each is told after 2 s, and ended by a signal within 0.5 s. */
TEST(waits, told_and_ended)
{
    static Process processes[COUNT(waits)];

    make_bad_folder();
    support_write("wait.svg", make_slow_svg());
    for (int i = 0; i < COUNT(waits); i++) {
        processes[i] = work_make_process(waits[i].environment);
        process_start_ripple(&processes[i], waits[i].line);
    }
    for (int i = 0; i < COUNT(waits); i++) {
        process_await_lines(&processes[i], 1);
        ck_assert_msg(strstr(processes[i].err, waits[i].told) != NULL, "%s: %s",
                      waits[i].line, processes[i].err);
        EXPECT_INT(process_end_ms(&processes[i], waits[i].signal), <,
                   MAX_END_MS);
        process_clear(&processes[i]);
    }
    await_no_reader();
}

/* Pictures that are still decoded when the signal comes; in a folder the second
   one, by a thread. */
static const char *const slow[] = {
    "@slow/2.svg",
    "--every 0.1 @slow",
};

TEST_LOOP(waits, signal_while_decoding, COUNT(slow))
{
    Process process = work_make_process(work_dummy);
    static File file;

    picture_makers[0].make(&file, 30, 20, 1);
    mkdir(support_path("slow"), 0700);
    support_write_bytes("slow/1.png", file.data, file.size);
    support_write("slow/2.svg", make_slow_svg());
    process_start_ripple(&process, slow[_i]);
    process_sleep_ms(700);
    EXPECT_INT(process_end_ms(&process, SIGTERM), <, MAX_END_MS);
    process_clear(&process);
}
