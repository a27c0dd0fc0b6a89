/* SPDX-License-Identifier: MIT */
#include "desk.h"

#include "../screenshot.h"
#include "../support.h"
#include "../verbs.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A server that looks for a free number gives up if another one, which is
   ending, has removed its socket and not yet its lock; then the next try. */
static void start_server(Desk *desk, const char *screen)
{
    const char *const argv[] = {"Xvfb", "-displayfd", "1",          "-screen",
                                "0",    screen,       "-noreset",   "-nolisten",
                                "tcp",  "-fbdir",     desk->folder, NULL};
    int tries = 5;

    desk->server.timeout_s = 100;
    do {
        ck_assert_msg(tries-- > 0, "no server: %s", desk->server.err);
        process_start(&desk->server, argv);
    } while (!process_await_output(&desk->server));
    snprintf(desk->display, sizeof desk->display, "DISPLAY=:%d",
             atoi(desk->server.out));
    desk->environment[0] = desk->display;
    desk->environment[1] = "WAYLAND_DISPLAY";
    desk->environment[2] = "SDL_VIDEODRIVER";
    desk->environment[3] = "SDL_RENDER_DRIVER";
    /* Leaks are looked for under the dummy driver; graphics drivers leak. */
    desk->environment[4] = "ASAN_OPTIONS=detect_leaks=0";
}

int desk_is_possible(void)
{
    int has_all = process_exists("Xvfb") && process_exists("xdotool");

    if (!has_all)
        puts("skipped: no Xvfb or no xdotool");
    return has_all;
}

void desk_open(Desk *desk, const char *screen)
{
    static int count;
    char name[64];

    *desk = (Desk){.place = {0, 0, DESK_WIDTH, DESK_HEIGHT}};
    snprintf(name, sizeof name, "desk-%ld-%d", (long)getpid(), count++);
    snprintf(desk->folder, sizeof desk->folder, "%s", support_path(name));
    EXPECT_INT(mkdir(desk->folder, 0777), ==, 0);
    snprintf(desk->framebuffer, sizeof desk->framebuffer, "%.200s/Xvfb_screen0",
             desk->folder);
    start_server(desk, screen);
}

/* Runs xdotool with the words of a line; returns its output, to be freed. */
static char *run_xdotool(const Desk *desk, const char *line)
{
    Process process = {.environment = desk->environment, .timeout_s = 20};
    size_t length = strcspn(line, "%");
    int has_window = line[length] == '%';
    char words[256], *output;

    snprintf(words, sizeof words, "%.*s%s%s", (int)length, line,
             has_window ? desk->window : "", line + length + has_window);
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

static void find_place(Desk *desk)
{
    char *geometry = run_xdotool(desk, "getwindowgeometry --shell %");

    desk->place = (RippleRect){number_after(geometry, "\nX="),
                               number_after(geometry, "\nY="),
                               number_after(geometry, "\nWIDTH="),
                               number_after(geometry, "\nHEIGHT=")};
    free(geometry);
}

int desk_find_window(Desk *desk)
{
    char *found = run_xdotool(desk, "search --onlyvisible --name ^ripple$");
    int is_seen = found[0] != '\0';

    if (is_seen)
        snprintf(desk->window, sizeof desk->window, "%.*s",
                 (int)strcspn(found, "\n"), found);
    free(found);
    return is_seen;
}

void desk_await(int (*is_so)(Desk *desk), Desk *desk)
{
    long deadline = process_clock_ms() + DESK_DEADLINE_MS;

    while (!is_so(desk)) {
        EXPECT(process_clock_ms() < deadline);
        process_sleep_ms(DESK_POLL_MS);
    }
}

void desk_open_window(Desk *desk, const char *arguments)
{
    long deadline = process_clock_ms() + DESK_DEADLINE_MS;

    desk->ripple.environment = desk->environment;
    desk->ripple.folder = desk->folder;
    desk->ripple.timeout_s = 60;
    process_start_ripple(&desk->ripple, arguments);
    while (!desk_find_window(desk)) {
        if (process_clock_ms() > deadline) {
            process_stop(&desk->ripple, SIGTERM);
            ck_abort_msg("no window: %s%s", desk->ripple.err, desk->server.err);
        }
    }
    find_place(desk);
    free(run_xdotool(desk, "windowfocus --sync %"));
}

void desk_open_calm_window(Desk *desk, const char *options)
{
    char line[256];

    snprintf(line, sizeof line, "%s --rain 0 --size %dx%d %s", options,
             DESK_WIDTH, DESK_HEIGHT,
             process_repository_path("assets/coffee.png"));
    desk_open_window(desk, line);
}

static void stop(Process *process)
{
    if (process->pid != 0)
        process_stop(process, SIGTERM);
    process_clear(process);
}

void desk_close(Desk *desk)
{
    stop(&desk->manager);
    if (desk->ripple.pid != 0) {
        process_stop(&desk->ripple, SIGTERM);
        ck_assert_str_eq(desk->ripple.err, "");
        EXPECT_INT(desk->ripple.status, ==, 0);
        process_clear(&desk->ripple);
    }
    stop(&desk->server);
    free(desk->wanted.pixels);
}

RipplePixels desk_look(const Desk *desk)
{
    return screenshot_take(desk->framebuffer, desk->place);
}

RipplePixels desk_draw_calm(int width, int height, const char *options)
{
    Process process = {0};
    char line[256];

    snprintf(line, sizeof line, "--size %dx%d --frames 0 --output @calm.png %s",
             width, height, options);
    process_run_ripple(&process, line);
    process_clear(&process);
    return process_read_picture(support_path("calm.png"));
}

void desk_want(Desk *desk, RipplePixels wanted)
{
    free(desk->wanted.pixels);
    desk->wanted = wanted;
}

int desk_count_changes(const Desk *desk)
{
    RipplePixels now = desk_look(desk);
    int count = screenshot_count_differences(&desk->wanted, &now);

    free(now.pixels);
    return count;
}

static void await_changes(const Desk *desk, int min, int max, int deadline_ms)
{
    long deadline = process_clock_ms() + deadline_ms;
    int count;

    while ((count = desk_count_changes(desk)) < min || count > max) {
        if (process_clock_ms() >= deadline)
            ck_abort_msg("%d pixels differ, not %d to %d", count, min, max);
        process_sleep_ms(DESK_POLL_MS);
    }
}

static void await_calm(Desk *desk, int width, int height)
{
    find_place(desk);
    EXPECT_INT(desk->place.width, ==, width);
    EXPECT_INT(desk->place.height, ==, height);
    desk_want(desk,
              desk_draw_calm(width, height,
                             process_repository_path("assets/coffee.png")));
    await_changes(desk, 0, 0, DESK_DEADLINE_MS);
}

static void await_file(const Desk *desk, const char *name)
{
    long deadline = process_clock_ms() + DESK_DEADLINE_MS;
    char path[512];

    snprintf(path, sizeof path, "%s/%s", desk->folder, name);
    while (access(path, R_OK) != 0) {
        EXPECT(process_clock_ms() < deadline);
        process_sleep_ms(DESK_POLL_MS);
    }
}

/* Ticks of the clock, 100 a second, that a process has run. */
static long read_cpu_ticks(pid_t pid)
{
    char path[64], line[1024], *text;
    long user, system;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    file = fopen(path, "r");
    if (file == NULL)
        return -1;
    text = fgets(line, sizeof line, file);
    fclose(file);
    ck_assert_ptr_nonnull(text);
    EXPECT_INT(sscanf(strrchr(text, ')'),
                      ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u "
                      "%ld %ld",
                      &user, &system),
               ==, 2);
    return user + system;
}

static void await_rest(const Desk *desk, int seconds)
{
    long deadline = process_clock_ms() + DESK_DEADLINE_MS;
    long max = seconds * sysconf(_SC_CLK_TCK) / 100, before, ticks;

    do {
        EXPECT(process_clock_ms() < deadline);
        before = read_cpu_ticks(desk->ripple.pid);
        process_sleep_ms(1000 * seconds);
        ticks = read_cpu_ticks(desk->ripple.pid) - before;
    } while (before >= 0 && ticks > max);
}

static void run_verb(void *subject, const Words *words)
{
    Desk *desk = subject;
    char line[64];

    if (verbs_is(words, 0, "mouse")) {
        snprintf(line, sizeof line, "mousemove %d %d",
                 desk->place.x + verbs_int(words, 1),
                 desk->place.y + verbs_int(words, 2));
        free(run_xdotool(desk, line));
    } else if (verbs_is(words, 0, "sleep")) {
        process_sleep_ms(verbs_int(words, 1));
    } else if (verbs_is(words, 0, "file")) {
        await_file(desk, verbs_text(words, 1));
    } else if (verbs_is(words, 0, "lines")) {
        process_await_lines(&desk->ripple, verbs_int(words, 1));
    } else if (verbs_is(words, 0, "rest")) {
        await_rest(desk, verbs_int(words, 1));
    } else if (verbs_is(words, 0, "calm")) {
        await_calm(desk, words->count > 1 ? verbs_int(words, 1) : DESK_WIDTH,
                   words->count > 1 ? verbs_int(words, 2) : DESK_HEIGHT);
    } else if (verbs_is(words, 0, "keep")) {
        desk_want(desk, desk_look(desk));
    } else if (verbs_is(words, 0, "await")) {
        await_changes(desk, verbs_int(words, 1), verbs_int(words, 2),
                      DESK_DEADLINE_MS);
    } else if (verbs_is(words, 0, "shows")) {
        await_changes(desk, verbs_int(words, 1), verbs_int(words, 2), 0);
    } else {
        free(run_xdotool(desk, words->text));
    }
}

void desk_play(Desk *desk, const char *format, ...)
{
    char text[1024];
    va_list list;

    va_start(list, format);
    EXPECT_INT(vsnprintf(text, sizeof text, format, list), <, sizeof text);
    va_end(list);
    verbs_run(run_verb, desk, text);
}
