/* SPDX-License-Identifier: MIT */
#include "desk.h"

#include "lib/util/fixed.h"
#include "../support.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DEADLINE_MS 100000 /* of all that is waited for, if it hangs */
#define POLL_MS     20
#define BUTTON      60 /* pixels from the corner, about */

Desk desk;

/* A server that looks for a free number gives up if another one, which is
   ending, has removed its socket and not yet its lock; then the next try. */
static void start_server(const char *size, const char *number)
{
    const char *const argv[] = {"Xvfb", "-displayfd", "1",         "-screen",
                                number, size,         "-noreset",  "-nolisten",
                                "tcp",  "-fbdir",     desk.folder, NULL};
    int tries = 5;

    do {
        ck_assert_msg(tries-- > 0, "no server: %s", desk.server.err);
        process_start(&desk.server, argv);
    } while (!process_await_output(&desk.server));
    snprintf(desk.display, sizeof desk.display, "DISPLAY=:%d.%.9s",
             atoi(desk.server.out), number);
    desk.environment[0] = desk.display;
    desk.environment[1] = "WAYLAND_DISPLAY";
    desk.environment[2] = "SDL_VIDEODRIVER";
    desk.environment[3] = "SDL_RENDER_DRIVER";
    /* Leaks are looked for under the dummy driver; graphics drivers leak. */
    desk.environment[4] = "ASAN_OPTIONS=detect_leaks=0";
}

int desk_is_possible(void)
{
    int has_all = process_exists("Xvfb") && process_exists("xdotool");

    if (!has_all)
        puts("skipped: no Xvfb or no xdotool");
    return has_all;
}

void desk_open_screen(const char *screen)
{
    static int count;
    char name[64], size[32], number[4] = "0";

    EXPECT_INT(sscanf(screen, "%31s %3s", size, number), >=, 1);
    desk = (Desk){.place = {0, 0, DESK_WIDTH, DESK_HEIGHT}};
    snprintf(name, sizeof name, "desk-%ld-%d", (long)getpid(), count++);
    snprintf(desk.folder, sizeof desk.folder, "%s", support_path(name));
    EXPECT_INT(mkdir(desk.folder, 0777), ==, 0);
    snprintf(desk.framebuffer, sizeof desk.framebuffer, "%.200s/Xvfb_screen%s",
             desk.folder, number);
    EXPECT(symlink(process_repository_path("assets/coffee.png"),
                   support_path("coffee.png")) == 0 ||
           errno == EEXIST);
    desk.ripple =
        (Process){.environment = desk.environment, .folder = desk.folder};
    desk.manager.environment = desk.environment;
    start_server(size, number);
}

void desk_open(void)
{
    desk_open_screen("800x600x24");
}

static void stop(Process *process)
{
    if (process->pid != 0)
        process_stop(process, SIGTERM);
}

void desk_close(void)
{
    stop(&desk.manager);
    if (desk.ripple.pid != 0) {
        stop(&desk.ripple);
        ck_assert_str_eq(desk.ripple.err, "");
        EXPECT_INT(desk.ripple.status, ==, 0);
    }
    stop(&desk.server);
    process_clear(&desk.manager);
    process_clear(&desk.ripple);
    process_clear(&desk.server);
    free(desk.wanted.pixels);
}

/* Runs xdotool with the words of a line; returns its output, to be freed. */
static char *run_xdotool(const char *line)
{
    Process process = {.environment = desk.environment};
    size_t length = strcspn(line, "%");
    int has_window = line[length] == '%';
    char words[256], *output;

    snprintf(words, sizeof words, "%.*s%s%s", (int)length, line,
             has_window ? desk.window : "", line + length + has_window);
    process_run_line(&process, "xdotool", words);
    output = process.out;
    process.out = NULL;
    process_clear(&process);
    return output;
}

static int number_after(const char *text, const char *name)
{
    const char *found = strstr(text, name);

    return found != NULL ? atoi(found + strlen(name)) : -1;
}

static void find_place(void)
{
    char *geometry = run_xdotool("getwindowgeometry --shell %");

    desk.place = (RippleRect){number_after(geometry, "\nX="),
                              number_after(geometry, "\nY="),
                              number_after(geometry, "\nWIDTH="),
                              number_after(geometry, "\nHEIGHT=")};
    free(geometry);
}

/* Whether the window can be seen; its id is kept. */
static int find_window(void)
{
    char *found = run_xdotool("search --onlyvisible --name ^ripple");
    int is_seen = found[0] != '\0';

    if (is_seen)
        snprintf(desk.window, sizeof desk.window, "%.*s",
                 (int)strcspn(found, "\n"), found);
    free(found);
    return is_seen;
}

/* Pauses before the next try, until it is too late. */
static void pause_until(long deadline, const Words *words)
{
    ck_assert_msg(process_clock_ms() < deadline, "%s: never; %s", words->text,
                  desk.ripple.err != NULL ? desk.ripple.err : "");
    process_sleep_ms(POLL_MS);
}

static long find_deadline(void)
{
    return process_clock_ms() + DEADLINE_MS;
}

static void await_window(const Words *words)
{
    int is_seen = !verbs_is(words, 0, "hidden");

    for (long end = find_deadline(); find_window() != is_seen;)
        pause_until(end, words);
}

/* The end of ripple, without an error or with one; lines become words. */
static void await_end(const Words *words)
{
    int fails = verbs_is(words, 0, "fails");
    char *text;

    process_finish(&desk.ripple);
    text = fails ? desk.ripple.err : desk.ripple.out;
    if (!fails)
        ck_assert_str_eq(desk.ripple.err, "");
    EXPECT_INT(desk.ripple.status, ==, fails);
    for (char *end; (end = strchr(text, '\n')) != NULL;)
        *end = end[1] != '\0' ? ' ' : '\0';
    if (words->count > 1)
        ck_assert_str_eq(text, verbs_text(words, 1));
    process_clear(&desk.ripple);
}

/* A path in ripple's folder: static text until the next call. */
static const char *find_path(const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", desk.folder, name);
    return path;
}

static void await_file(const Words *words)
{
    long deadline = find_deadline();

    while (access(find_path(verbs_text(words, 1)), R_OK) != 0)
        pause_until(deadline, words);
}

/* The frames of a Y4M are whole, a PNG has its end. */
static void expect_complete(const char *name)
{
    size_t size, head;
    const char *bytes = support_load(find_path(name), &size);
    int width, height;

    if (sscanf(bytes, "YUV4MPEG2 W%d H%d", &width, &height) == 2) {
        head = strcspn(bytes, "\n") + 1;
        EXPECT_INT(size, >, head);
        EXPECT_INT((size - head) % (size_t)(6 + width * height * 3 / 2), ==, 0);
    } else {
        ck_assert_mem_eq(bytes + size - 8, "IEND", 4);
    }
}

static void await_film(int n)
{
    char name[32];

    process_await_lines(&desk.ripple, n);
    snprintf(name, sizeof name, "ripple-%04d.", n);
    EXPECT(strstr(desk.ripple.out, name) != NULL);
}

/* The time that ripple has run, or -1 if it has ended. */
static double read_cpu_s(void)
{
    struct timespec time;
    clockid_t clock;

    if (clock_getcpuclockid(desk.ripple.pid, &clock) != 0 ||
        clock_gettime(clock, &time) != 0)
        return -1;
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void await_rest(const Words *words)
{
    int seconds = verbs_int(words, 1);
    long deadline = find_deadline();
    double before, used;

    do {
        pause_until(deadline, words);
        before = read_cpu_s();
        process_sleep_ms(1000 * seconds);
        used = read_cpu_s() - before;
    } while (before >= 0 && used > seconds / 100.0);
}

/* Xvfb keeps the pixels of its screen in a file (-fbdir), an XWD dump
   (X11/XWDFile.h) that is always up to date. Fields of its header, each 32
   bits, big-endian: */
enum {
    HEADER_SIZE = 0,
    DEPTH = 3,
    HEIGHT = 5,
    BYTES_PER_LINE = 12,
    COLOURS = 19,
};

#define COLOUR_BYTES 12

static uint32_t read_field(const unsigned char *header, int field)
{
    const unsigned char *byte = header + 4 * field;

    return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 |
           (uint32_t)byte[2] << 8 | byte[3];
}

/* The upper 8 bits of each colour, of 8 or 10 bits. */
static uint32_t read_pixel(const unsigned char *byte, uint32_t depth)
{
    uint32_t pixel = (uint32_t)byte[3] << 24 | (uint32_t)byte[2] << 16 |
                     (uint32_t)byte[1] << 8 | byte[0];

    if (depth == 30)
        pixel = (pixel >> 6 & 0xff0000) | (pixel >> 4 & 0xff00) |
                (pixel >> 2 & 0xff);
    return 0xff000000u | pixel;
}

/* The pixels of the window, to be freed. */
static RipplePixels look(void)
{
    size_t size;
    char *dump = support_read(desk.framebuffer, &size);
    const unsigned char *header = (const unsigned char *)dump;
    RippleRect place = desk.place;
    RipplePixels pixels = support_pixels(place.width, place.height);

    ck_assert_ptr_nonnull(dump);
    EXPECT_INT(place.y + place.height, <=, read_field(header, HEIGHT));

    size_t pitch = read_field(header, BYTES_PER_LINE);
    size_t start = read_field(header, HEADER_SIZE) +
                   (size_t)COLOUR_BYTES * read_field(header, COLOURS);

    EXPECT_INT(start + pitch * read_field(header, HEIGHT), <=, size);
    for (int y = 0; y < place.height; y++) {
        const unsigned char *row = header + start +
                                   (size_t)(place.y + y) * pitch +
                                   (size_t)place.x * 4;

        for (int x = 0; x < place.width; x++)
            pixels.pixels[(size_t)y * pixels.stride + (size_t)x] =
                read_pixel(row + (size_t)x * 4, read_field(header, DEPTH));
    }
    free(dump);
    return pixels;
}

void desk_want(RipplePixels wanted)
{
    free(desk.wanted.pixels);
    desk.wanted = wanted;
}

static void draw_calm(int width, int height, const char *options)
{
    Process process = {0};
    char line[256];

    snprintf(line, sizeof line, "--size %dx%d --frames 0 --output @calm.png %s",
             width, height, options);
    process_run_ripple(&process, line);
    process_clear(&process);
    desk_want(process_read_picture(support_path("calm.png")));
}

/* How many pixels of the window differ from the wanted ones; not in the corner
   where the button of the menu comes and goes with the pointer. */
static int count_changes(void)
{
    RipplePixels now = look();
    int width = now.width, count = 0;
    int right = min_int(BUTTON, width / 2);
    int bottom = min_int(BUTTON, now.height / 2);

    EXPECT_INT(width, ==, desk.wanted.width);
    EXPECT_INT(now.height, ==, desk.wanted.height);
    for (int i = 0; i < width * now.height; i++)
        count += (i % width >= right || i / width >= bottom) &&
                 now.pixels[i] != desk.wanted.pixels[i];
    free(now.pixels);
    return count;
}

static void await_changes(const Words *words)
{
    long deadline = find_deadline();
    int min = verbs_int(words, 1), max = verbs_int(words, 2), count;

    while ((count = count_changes()) < min || count > max) {
        if (process_clock_ms() >= deadline)
            ck_abort_msg("%s: %d pixels differ", words->text, count);
        process_sleep_ms(POLL_MS);
    }
}

static void await_size(const Words *words, int width, int height)
{
    for (long end = find_deadline();;) {
        find_place();
        if (desk.place.width == width && desk.place.height == height)
            break;
        pause_until(end, words);
    }
}

static void await_calm(const Words *words)
{
    int has_size = words->count > 1;
    int width = has_size ? verbs_int(words, 1) : DESK_WIDTH;
    int height = has_size ? verbs_int(words, 2) : DESK_HEIGHT;

    await_size(words, width, height);
    draw_calm(width, height, "@coffee.png");
    desk_play("await 0 0");
}

/* Waits until it manages windows: SDL waits for ever for a window that it shows
   while openbox starts. */
static void start_manager(void)
{
    char command[320];
    const char *const openbox[] = {"openbox", "--sm-disable", "--startup",
                                   command, NULL};

    snprintf(command, sizeof command, "touch %s/managed", desk.folder);
    process_start(&desk.manager, openbox);
    desk_play("file managed");
}

static void open_window(const Words *words)
{
    const char *options = getenv("DESK_OPTIONS");
    char line[512];

    snprintf(line, sizeof line, "%s %s", verbs_text(words, 1),
             options != NULL ? options : "");
    process_start_ripple(&desk.ripple, line);
    await_window(words);
    find_place();
    desk_play("windowfocus --sync %%");
}

/* Waits until the window has that title. */
static void await_title(const Words *words)
{
    const char *title = verbs_text(words, 1);
    int is_there = 0;

    for (long end = find_deadline(); !is_there;) {
        char *name = run_xdotool("getwindowname %");

        name[strcspn(name, "\n")] = '\0';
        is_there = strcmp(name, title) == 0;
        free(name);
        if (!is_there)
            pause_until(end, words);
    }
}

/* Variable I of ripple's environment; a final '@' is its folder. */
static void set_environment(int i, const char *text)
{
    size_t length = strcspn(text, "@");
    char variable[512];

    EXPECT(i >= 0 && i < COUNT(desk.environment) - 1);
    snprintf(variable, sizeof variable, "%.*s%s", (int)length, text,
             text[length] == '@' ? desk.folder : "");
    desk.environment[i] = support_own(strdup(variable), free);
}

static void replace_ffmpeg(const char *script)
{
    FILE *file = fopen(find_path("ffmpeg"), "w");

    EXPECT(file != NULL && fprintf(file, "#!/bin/sh\n%s\n", script) > 0);
    EXPECT_OK(fclose(file));
    EXPECT_OK(chmod(find_path("ffmpeg"), 0777));
    set_environment(5, "PATH=.");
}

static int expect(const Words *words)
{
    if (verbs_is(words, 0, "title"))
        await_title(words);
    else if (verbs_is(words, 0, "end") || verbs_is(words, 0, "fails"))
        await_end(words);
    else if (verbs_is(words, 0, "file"))
        await_file(words);
    else if (verbs_is(words, 0, "lines"))
        process_await_lines(&desk.ripple, verbs_int(words, 1));
    else if (verbs_is(words, 0, "film"))
        await_film(verbs_int(words, 1));
    else if (verbs_is(words, 0, "complete"))
        expect_complete(words->word[1]);
    else if (verbs_is(words, 0, "records"))
        desk_play("await 1 60000; keep; await 1 60000");
    else if (verbs_is(words, 0, "rest"))
        await_rest(words);
    else if (verbs_is(words, 0, "hidden") || verbs_is(words, 0, "seen"))
        await_window(words);
    else if (verbs_is(words, 0, "size"))
        await_size(words, verbs_int(words, 1), verbs_int(words, 2));
    else if (verbs_is(words, 0, "calm"))
        await_calm(words);
    else if (verbs_is(words, 0, "await"))
        await_changes(words);
    else
        return 0;
    return 1;
}

void desk_run(const Words *words)
{
    if (verbs_is(words, 0, "open")) {
        open_window(words);
    } else if (verbs_is(words, 0, "pool")) {
        desk_play("open %s --rain 0 --size %dx%d @coffee.png",
                  verbs_text(words, 1), DESK_WIDTH, DESK_HEIGHT);
    } else if (verbs_is(words, 0, "manager")) {
        start_manager();
    } else if (verbs_is(words, 0, "environment")) {
        set_environment(verbs_int(words, 1), verbs_text(words, 2));
    } else if (verbs_is(words, 0, "ffmpeg")) {
        replace_ffmpeg(verbs_text(words, 1));
    } else if (verbs_is(words, 0, "kill")) {
        EXPECT_OK(kill(desk.ripple.pid, verbs_int(words, 1)));
    } else if (verbs_is(words, 0, "mouse")) {
        desk_play("mousemove %d %d", desk.place.x + verbs_int(words, 1),
                  desk.place.y + verbs_int(words, 2));
    } else if (verbs_is(words, 0, "place")) {
        desk.place = (RippleRect){verbs_int(words, 1), verbs_int(words, 2),
                                  verbs_int(words, 3), verbs_int(words, 4)};
    } else if (verbs_is(words, 0, "sleep")) {
        process_sleep_ms(verbs_int(words, 1));
    } else if (verbs_is(words, 0, "want")) {
        draw_calm(verbs_int(words, 1), verbs_int(words, 2),
                  verbs_text(words, 3));
    } else if (verbs_is(words, 0, "keep")) {
        desk_want(look());
    } else if (!expect(words)) {
        free(run_xdotool(words->text));
    }
}
