/* SPDX-License-Identifier: MIT */
/*
 * The real window on a real X server, Xvfb, driven by xdotool and looked at
 * in the server's own pixels. Where one of the two is missing each test says
 * so and passes.
 */
#include "base/fixed.h"
#include "app/platform/x11.h"
#include "../process.h"
#include "../screenshot.h"
#include "../test.h"
#include "../support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef RIPPLE_X11
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#endif

enum { WIDTH = 300, HEIGHT = 200 };

#define DEADLINE_MS 15000
#define POLL_MS     40

typedef struct Desk {
    Process server, ripple, manager;
    char display[32]; /* DISPLAY=:N */
    char framebuffer[256];
    char folder[256]; /* where ripple works */
    const char *environment[9];
    char window[32];
    RippleRect place; /* of the window on the screen */
} Desk;

static int is_possible(void)
{
    if (process_exists("Xvfb") && process_exists("xdotool"))
        return 1;
    puts("skipped: no Xvfb or no xdotool");
    return 0;
}

/* A server that looks for a free number gives up where another, which ends,
   has left its socket and not yet its lock; then the next one is tried. */
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

/* Runs xdotool with the words of a line; returns its output, to be freed. */
static char *xdotool(const Desk *desk, const char *line)
{
    Process process = {.environment = desk->environment, .timeout_s = 20};
    const char *argv[16] = {"xdotool"};
    char words[256], *output;
    int count = 1;

    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word != NULL;
         word = strtok(NULL, " "))
        argv[count++] = word;
    process_run(&process, argv);
    output = process.out;
    process.out = NULL;
    process_clear(&process);
    return output;
}

static void act(const Desk *desk, const char *line)
{
    free(xdotool(desk, line));
}

/* Moves the mouse to a place in the window. */
static void move_to(const Desk *desk, int x, int y)
{
    char line[64];

    snprintf(line, sizeof line, "mousemove %d %d", desk->place.x + x,
             desk->place.y + y);
    act(desk, line);
}

static void press_key(const Desk *desk, const char *key)
{
    char line[64];

    snprintf(line, sizeof line, "key %s", key);
    act(desk, line);
}

static int number_after(const char *text, const char *name)
{
    const char *found = strstr(text, name);

    return found != NULL ? atoi(found + strlen(name)) : -1;
}

static void find_place(Desk *desk)
{
    char line[64], *geometry;

    snprintf(line, sizeof line, "getwindowgeometry --shell %s", desk->window);
    geometry = xdotool(desk, line);
    desk->place = (RippleRect){number_after(geometry, "\nX="),
                               number_after(geometry, "\nY="),
                               number_after(geometry, "\nWIDTH="),
                               number_after(geometry, "\nHEIGHT=")};
    free(geometry);
}

static void find_window(Desk *desk)
{
    long deadline = process_clock_ms() + DEADLINE_MS;

    while (desk->window[0] == '\0') {
        char *found = xdotool(desk, "search --onlyvisible --name ^ripple$");

        snprintf(desk->window, sizeof desk->window, "%.*s",
                 (int)strcspn(found, "\n"), found);
        free(found);
        if (process_clock_ms() > deadline) {
            process_stop(&desk->ripple, SIGTERM);
            ck_abort_msg("no window: %s%s", desk->ripple.err, desk->server.err);
        }
    }
    find_place(desk);
}

static RipplePixels look(const Desk *desk)
{
    return screenshot_take(desk->framebuffer, desk->place);
}

/* What the program draws offscreen on calm water of that size, with other
   options. */
static RipplePixels draw_calm_of(int width, int height, const char *options)
{
    Process process = {0};
    char line[256];

    snprintf(line, sizeof line, "--size %dx%d --frames 0 --output @calm.png %s",
             width, height, options);
    process_run_ripple(&process, line);
    process_clear(&process);
    return process_read_picture(support_path("calm.png"));
}

static RipplePixels draw_calm(int width, int height)
{
    return draw_calm_of(width, height, process_asset("assets/coffee.png"));
}

static int count_changes(const Desk *desk, const RipplePixels *before)
{
    RipplePixels now = look(desk);
    int count = screenshot_count_differences(before, &now);

    free(now.pixels);
    return count;
}

/* Waits until the window differs from `before` in some number of pixels. */
static int await_changes(const Desk *desk, const RipplePixels *before, int min,
                         int max)
{
    long deadline = process_clock_ms() + DEADLINE_MS;
    int count = count_changes(desk, before);

    while (count < min || count > max) {
        if (process_clock_ms() > deadline)
            ck_abort_msg("%d pixels differ, not %d to %d", count, min, max);
        process_sleep_ms(POLL_MS);
        count = count_changes(desk, before);
    }
    return count;
}

/* A server and a folder, and nothing on the screen yet. */
static void open_empty_desk(Desk *desk, const char *screen, const char *name)
{
    memset(desk, 0, sizeof *desk);
    snprintf(desk->folder, sizeof desk->folder, "%s", support_path(name));
    EXPECT_INT(mkdir(desk->folder, 0777), ==, 0);
    snprintf(desk->framebuffer, sizeof desk->framebuffer, "%.200s/Xvfb_screen0",
             desk->folder);
    start_server(desk, screen);
}

static void open_window(Desk *desk, const char *arguments)
{
    char line[256];

    desk->ripple.environment = desk->environment;
    desk->ripple.folder = desk->folder;
    desk->ripple.timeout_s = 60;
    process_start_ripple(&desk->ripple, arguments);
    find_window(desk);
    snprintf(line, sizeof line, "windowfocus --sync %s", desk->window);
    act(desk, line);
}

static void open_calm_window(Desk *desk, const char *options)
{
    char line[256];

    snprintf(line, sizeof line, "%s --rain 0 --size %dx%d %s", options, WIDTH,
             HEIGHT, process_asset("assets/coffee.png"));
    open_window(desk, line);
}

static void open_desk(Desk *desk, const char *options, const char *name)
{
    open_empty_desk(desk, "800x600x24", name);
    open_calm_window(desk, options);
}

static void close_desk(Desk *desk)
{
    process_stop(&desk->ripple, SIGTERM);
    ck_assert_str_eq(desk->ripple.err, "");
    EXPECT_INT(desk->ripple.status, ==, 0);
    process_clear(&desk->ripple);
    process_stop(&desk->server, SIGTERM);
    process_clear(&desk->server);
}

TEST_CASE(display, window, .timeout_s = 90);

TEST(window, click_and_calm)
{
    Desk desk;
    RipplePixels calm;

    if (!is_possible())
        return;
    open_desk(&desk, "--damping 9", "click");
    EXPECT_INT(desk.place.width, ==, WIDTH);
    EXPECT_INT(desk.place.height, ==, HEIGHT);
    calm = draw_calm(WIDTH, HEIGHT);
    await_changes(&desk, &calm, 0, 0);
    move_to(&desk, 150, 100);
    act(&desk, "click 1");
    await_changes(&desk, &calm, 1000, WIDTH * HEIGHT);
    press_key(&desk, "c");
    await_changes(&desk, &calm, 0, 0);
    free(calm.pixels);
    close_desk(&desk);
}

TEST(window, pause_and_step)
{
    Desk desk;
    RipplePixels calm, paused;

    if (!is_possible())
        return;
    open_desk(&desk, "--preset classic --damping 10", "pause");
    calm = draw_calm(WIDTH, HEIGHT);
    await_changes(&desk, &calm, 0, 0);
    move_to(&desk, 100, 80);
    act(&desk, "click 1");
    await_changes(&desk, &calm, 200, WIDTH * HEIGHT);
    press_key(&desk, "space");
    process_sleep_ms(3000); /* until the message has gone */
    paused = look(&desk);
    EXPECT_INT(screenshot_count_differences(&calm, &paused), >, 100);
    process_sleep_ms(300);
    EXPECT_INT(count_changes(&desk, &paused), ==, 0);
    press_key(&desk, "period");
    await_changes(&desk, &paused, 20, WIDTH * HEIGHT);
    free(calm.pixels);
    free(paused.pixels);
    close_desk(&desk);
}

/* The wave of a drag lies along the way of the mouse. */
TEST(window, drag)
{
    Desk desk;
    RipplePixels calm, now;

    if (!is_possible())
        return;
    open_desk(&desk, "--preset classic --damping 12", "drag");
    calm = draw_calm(WIDTH, HEIGHT);
    await_changes(&desk, &calm, 0, 0);
    move_to(&desk, 40, 100);
    act(&desk, "mousedown 1");
    move_to(&desk, 260, 100);
    act(&desk, "mouseup 1");
    await_changes(&desk, &calm, 1500, WIDTH * HEIGHT);
    now = look(&desk);
    for (int x = 40; x < 260; x += 20) {
        int changes = 0;

        for (int y = 60; y < 140; y++) {
            for (int i = 0; i < 20; i++)
                changes += now.pixels[y * WIDTH + x + i] !=
                           calm.pixels[y * WIDTH + x + i];
        }
        EXPECT_INT(changes, >, 0);
    }
    free(now.pixels);
    free(calm.pixels);
    close_desk(&desk);
}

static void await_file(const char *path)
{
    long deadline = process_clock_ms() + DEADLINE_MS;

    while (access(path, R_OK) != 0) {
        EXPECT(process_clock_ms() < deadline);
        process_sleep_ms(POLL_MS);
    }
}

/* The line over calm water, as far as this machine is fast enough to see it;
   and that it goes. */
TEST(window, first_start)
{
    static char state[300], mark[300];
    long deadline;
    Desk desk;
    RipplePixels calm;
    int count = 0;

    if (!is_possible())
        return;
    calm = draw_calm(WIDTH, HEIGHT);
    open_empty_desk(&desk, "800x600x24", "first");
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", desk.folder);
    snprintf(mark, sizeof mark, "%s/ripple/greeted", desk.folder);
    desk.environment[5] = state;
    deadline = process_clock_ms() + 2500;
    open_calm_window(&desk, "");
    await_file(mark);
    while (process_clock_ms() < deadline && (count < 100 || count > 30000))
        count = count_changes(&desk, &calm);
    if (process_clock_ms() < deadline)
        EXPECT_INT(count, >=, 100);
    else
        puts("skipped: too slow to see a line of three seconds");
    await_changes(&desk, &calm, 0, 0);
    free(calm.pixels);
    close_desk(&desk);
}

TEST(window, save_and_quit)
{
    Desk desk;
    char path[300];

    if (!is_possible())
        return;
    open_desk(&desk, "", "save");
    press_key(&desk, "s");
    press_key(&desk, "s");
    snprintf(path, sizeof path, "%s/ripple-0002.png", desk.folder);
    await_file(path);
    process_await_lines(&desk.ripple, 2);
    press_key(&desk, "q");
    process_finish(&desk.ripple);
    ck_assert_str_eq(desk.ripple.err, "");
    EXPECT_INT(desk.ripple.status, ==, 0);
    ck_assert_str_eq(desk.ripple.out, "ripple-0001.png\nripple-0002.png\n");
    process_clear(&desk.ripple);
    process_stop(&desk.server, SIGTERM);
    process_clear(&desk.server);
}

/* Waits for so many lines of output in all, then checks the last file. */
static void expect_film(Desk *desk, int lines, const char *name)
{
    char path[300], head[16] = "";
    FILE *file;

    process_await_lines(&desk->ripple, lines);
    EXPECT(strstr(desk->ripple.out, name) != NULL);
    snprintf(path, sizeof path, "%s/%s", desk->folder, name);
    file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    EXPECT_INT(fread(head, 1, 12, file), ==, 12);
    EXPECT(strcmp(head + 4, "ftypisom") == 0 ||
           memcmp(head, "YUV4MPEG2 ", 10) == 0);
    fclose(file);
}

/* F9 starts and ends a film; a new size ends it, and so does quitting. */
TEST(window, film)
{
    const char *ending = process_exists("ffmpeg") ? "mp4" : "y4m";
    Desk desk;
    char line[80], name[32];

    if (!is_possible())
        return;
    open_desk(&desk, "", "film");
    for (int number = 1; number <= 3; number++) {
        press_key(&desk, "F9");
        process_sleep_ms(200);
        if (number == 1)
            press_key(&desk, "F9");
        else if (number == 3)
            press_key(&desk, "q");
        snprintf(line, sizeof line, "windowsize --sync %s 400 300",
                 desk.window);
        if (number == 2)
            act(&desk, line);
        snprintf(name, sizeof name, "ripple-%04d.%s", number, ending);
        expect_film(&desk, number, name);
    }
    process_finish(&desk.ripple);
    EXPECT_INT(desk.ripple.status, ==, 0);
    ck_assert_str_eq(desk.ripple.err, "");
    process_clear(&desk.ripple);
    process_stop(&desk.server, SIGTERM);
    process_clear(&desk.server);
}

/* The picture is fitted anew to every size of the window. */
TEST(window, resize)
{
    static const int sizes[][2] = {
        {420, 310}, {120, 350}, {33, 21}, {WIDTH, HEIGHT}};
    Desk desk;

    if (!is_possible())
        return;
    open_desk(&desk, "", "resize");
    for (int i = 0; i < 4; i++) {
        RipplePixels calm = draw_calm(sizes[i][0], sizes[i][1]);
        char line[80];

        snprintf(line, sizeof line, "windowsize --sync %s %d %d", desk.window,
                 sizes[i][0], sizes[i][1]);
        act(&desk, line);
        find_place(&desk);
        EXPECT_INT(desk.place.width, ==, sizes[i][0]);
        EXPECT_INT(desk.place.height, ==, sizes[i][1]);
        await_changes(&desk, &calm, 0, 0);
        free(calm.pixels);
    }
    close_desk(&desk);
}

/* Whether two colours are the same but for how the display rounds them. */
static int is_close(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift < 24; shift += 8) {
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > 8)
            return 0;
    }
    return 1;
}

/* How many pixels of the window, where the frame is twice as large, are not
   those of the picture; `least_x` becomes the first column that has any. */
static int count_enlarged(const Desk *desk, const RipplePixels *picture,
                          int *least_x)
{
    RipplePixels now = look(desk);
    int count = 0;

    *least_x = now.width;
    for (int y = 0; y < now.height; y++) {
        for (int x = 0; x < now.width; x++) {
            size_t place = (size_t)(y / 2) * picture->stride + (size_t)(x / 2);
            int is_same =
                is_close(now.pixels[(size_t)y * now.stride + (size_t)x],
                         picture->pixels[place]);

            count += !is_same;
            if (!is_same && x < *least_x)
                *least_x = x;
        }
    }
    free(now.pixels);
    return count;
}

/* A small frame of 16 bits opens twice as large, and a click meets the pixel
   under the mouse. */
TEST(window, retro)
{
    Desk desk;
    RipplePixels calm;
    long deadline;
    int least_x;

    if (!is_possible())
        return;
    open_desk(&desk, "--preset retro", "retro");
    EXPECT_INT(desk.place.width, ==, 2 * WIDTH);
    EXPECT_INT(desk.place.height, ==, 2 * HEIGHT);
    calm = draw_calm(WIDTH, HEIGHT);
    deadline = process_clock_ms() + DEADLINE_MS;
    while (count_enlarged(&desk, &calm, &least_x) > 0) {
        EXPECT(process_clock_ms() < deadline);
        process_sleep_ms(POLL_MS);
    }
    move_to(&desk, 500, 200);
    act(&desk, "click 1");
    deadline = process_clock_ms() + DEADLINE_MS;
    while (count_enlarged(&desk, &calm, &least_x) == 0) {
        EXPECT(process_clock_ms() < deadline);
        process_sleep_ms(POLL_MS);
    }
    EXPECT_INT(least_x, >, 300);
    free(calm.pixels);
    close_desk(&desk);
}

/* Ticks of the clock, 100 a second, that a process has run. */
static long read_cpu_ticks(pid_t pid)
{
    char path[64], *text, *field;
    long user, system;
    FILE *file;
    char line[1024];

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    file = fopen(path, "r");
    if (file == NULL)
        return -1;
    text = fgets(line, sizeof line, file);
    fclose(file);
    ck_assert_ptr_nonnull(text);
    field = strrchr(text, ')');
    EXPECT_INT(sscanf(field,
                      ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u "
                      "%ld %ld",
                      &user, &system),
               ==, 2);
    return user + system;
}

/* Comes to take under one percent of a core for some seconds. */
static void await_rest(const Desk *desk, int seconds)
{
    long deadline = process_clock_ms() + DEADLINE_MS;
    long max = seconds * sysconf(_SC_CLK_TCK) / 100, before, ticks;

    do {
        EXPECT(process_clock_ms() < deadline);
        before = read_cpu_ticks(desk->ripple.pid);
        process_sleep_ms(1000 * seconds);
        ticks = read_cpu_ticks(desk->ripple.pid) - before;
    } while (before >= 0 && ticks > max);
}

/* While nothing happens. */
TEST(window, calm_water_costs_nothing)
{
    Desk desk;
    RipplePixels calm;

    if (!is_possible())
        return;
    open_desk(&desk, "", "idle");
    calm = draw_calm(WIDTH, HEIGHT);
    await_changes(&desk, &calm, 0, 0);
    await_rest(&desk, 4);
    free(calm.pixels);
    close_desk(&desk);
}

static void await_window(const Desk *desk, int is_wanted)
{
    long deadline = process_clock_ms() + DEADLINE_MS;
    int is_there;

    do {
        char *found = xdotool(desk, "search --onlyvisible --name ^ripple$");

        is_there = found[0] != '\0';
        free(found);
        EXPECT(process_clock_ms() < deadline);
        process_sleep_ms(POLL_MS);
    } while (is_there != is_wanted);
}

/* Minimised it costs nothing, though it rains, and then it goes on. */
TEST(window, minimised_windows_cost_nothing)
{
    const char *const argv[] = {"openbox", "--sm-disable", NULL};
    Desk desk;
    RipplePixels before;
    char line[80];

    if (!is_possible())
        return;
    if (!process_exists("openbox")) {
        puts("skipped: no openbox, and only a window manager minimises");
        return;
    }
    open_empty_desk(&desk, "800x600x24", "minimised");
    desk.manager.environment = desk.environment;
    process_start(&desk.manager, argv);
    snprintf(line, sizeof line, "--preset storm --size %dx%d", WIDTH, HEIGHT);
    open_window(&desk, line);
    snprintf(line, sizeof line, "windowminimize %s", desk.window);
    act(&desk, line);
    await_window(&desk, 0);
    await_rest(&desk, 2);
    snprintf(line, sizeof line, "windowactivate %s", desk.window);
    act(&desk, line);
    await_window(&desk, 1);
    desk.place = (RippleRect){0, 0, 800, 600}; /* with its frame, anywhere */
    before = look(&desk);
    await_changes(&desk, &before, 500, 800 * 600);
    free(before.pixels);
    process_stop(&desk.manager, SIGTERM);
    process_clear(&desk.manager);
    close_desk(&desk);
}

#ifdef RIPPLE_X11

static Display *open_display(const Desk *desk)
{
    Display *display = XOpenDisplay(desk->display + strlen("DISPLAY="));

    ck_assert_ptr_nonnull(display);
    return display;
}

/* Shows a window right over ripple's, and as large. */
static Window cover(const Desk *desk, Display *display)
{
    XSetWindowAttributes wishes = {.override_redirect = True};
    Window window =
        XCreateWindow(display, DefaultRootWindow(display), desk->place.x,
                      desk->place.y, (unsigned)desk->place.width,
                      (unsigned)desk->place.height, 0, CopyFromParent,
                      InputOutput, CopyFromParent, CWOverrideRedirect, &wishes);

    XMapRaised(display, window);
    XSync(display, False);
    return window;
}

/* Covered it costs nothing, though it rains; one column is enough to go on. */
TEST(window, covered_windows_cost_nothing)
{
    Desk desk;
    Display *display;
    Window window;
    RipplePixels before;
    char line[80];

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "covered");
    snprintf(line, sizeof line, "--preset storm --size %dx%d", WIDTH, HEIGHT);
    open_window(&desk, line);
    display = open_display(&desk);
    window = cover(&desk, display);
    await_rest(&desk, 2);
    XMoveWindow(display, window, desk.place.x + 1, desk.place.y);
    XSync(display, False);
    desk.place.width = 1;
    before = look(&desk);
    await_changes(&desk, &before, 10, HEIGHT);
    free(before.pixels);
    XCloseDisplay(display);
    close_desk(&desk);
}

/* The colour of the desk at a place, different from all around it. */
static uint32_t desk_colour(int x, int y)
{
    return 0xff000000u | (uint32_t)(x / 40 * 0x051301 + y / 30 * 0x0b0217);
}

static void paint_drawable(Display *display, Drawable drawable)
{
    GC gc = XCreateGC(display, drawable, 0, NULL);

    for (int y = 0; y < 600; y += 30) {
        for (int x = 0; x < 800; x += 40) {
            XSetForeground(display, gc, desk_colour(x, y) & 0xffffff);
            XFillRectangle(display, drawable, gc, x, y, 40, 30);
        }
    }
    XFreeGC(display, gc);
    XSync(display, False);
}

static void set_screenshot(Display *display, Pixmap pixmap)
{
    XChangeProperty(display, DefaultRootWindow(display),
                    XInternAtom(display, "_SCREENSAVER_SCREENSHOT", False),
                    XA_PIXMAP, 32, PropModeReplace, (unsigned char *)&pixmap,
                    1);
    XSync(display, False);
}

#define CAPTURE \
    "--picture-from screen --rain 0 --frames 0 --output @desktop.png"

/* The picture that is read has that size and the colours of the desk. */
static void expect_capture(const Desk *desk, int width, int height)
{
    Process process = {.environment = desk->environment};
    RipplePixels pixels;

    process_run_ripple(&process, CAPTURE);
    ck_assert_str_eq(process.err, "");
    EXPECT_INT(process.status, ==, 0);
    process_clear(&process);
    pixels = process_read_picture(support_path("desktop.png"));
    EXPECT_INT(pixels.width, ==, width);
    EXPECT_INT(pixels.height, ==, height);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            EXPECT(pixels.pixels[(size_t)y * pixels.stride + (size_t)x] ==
                   desk_colour(x, y));
    }
    free(pixels.pixels);
}

/* One line that says so, and no picture. */
static void expect_no_capture(const Desk *desk, const char *says)
{
    Process process = {.environment = desk->environment};
    const char *end;

    unlink(support_path("desktop.png"));
    process_run_ripple(&process, CAPTURE);
    EXPECT_INT(process.status, ==, 1);
    ck_assert_msg(strstr(process.err, says) != NULL, "%s", process.err);
    end = strchr(process.err, '\n');
    EXPECT(end != NULL && end[1] == '\0');
    EXPECT_INT(access(support_path("desktop.png"), R_OK), !=, 0);
    process_clear(&process);
}

static void close_empty_desk(Desk *desk, Display *display)
{
    XCloseDisplay(display);
    process_stop(&desk->server, SIGTERM);
    process_clear(&desk->server);
}

TEST(window, desktop_as_picture)
{
    Desk desk;
    Display *display;
    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "desktop");
    display = open_display(&desk);
    paint_drawable(display, DefaultRootWindow(display));
    expect_capture(&desk, 800, 600);
    desk.environment[1] = "WAYLAND_DISPLAY=wayland-7";
    expect_no_capture(&desk, "the desktop: Wayland");
    close_empty_desk(&desk, display);
}

/* What xscreensaver kept wins, at depths of 24 and 32. */
TEST(window, screenshot_as_picture)
{
    Desk desk;
    Display *display;

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "screenshot");
    display = open_display(&desk);
    for (int depth = 24; depth <= 32; depth += 8) {
        Pixmap pixmap = XCreatePixmap(display, DefaultRootWindow(display), 320,
                                      210, (unsigned)depth);

        paint_drawable(display, pixmap);
        set_screenshot(display, pixmap);
        expect_capture(&desk, 320, 210);
        XFreePixmap(display, pixmap);
    }
    close_empty_desk(&desk, display);
}

/* Errors of the server and what cannot be read cost a line each. */
TEST(window, desktops_that_cannot_be_read)
{
    Desk desk;
    Display *display;

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "unreadable");
    display = open_display(&desk);
    set_screenshot(display, 0x1fedcba);
    expect_no_capture(&desk, "the desktop: BadDrawable");
    set_screenshot(
        display, XCreatePixmap(display, DefaultRootWindow(display), 20, 20, 8));
    expect_no_capture(&desk, "the desktop: its depth is 8, not 24 or 32");
    /* A window that is not shown has a depth and no pixels. */
    set_screenshot(display,
                   XCreateSimpleWindow(display, DefaultRootWindow(display), 0,
                                       0, 20, 20, 0, 0, 0));
    expect_no_capture(&desk, "the desktop: BadMatch");
    close_empty_desk(&desk, display);
    open_empty_desk(&desk, "640x480x16", "shallow");
    display = open_display(&desk);
    expect_no_capture(&desk, "the desktop: its depth is 16, not 24 or 32");
    close_empty_desk(&desk, display);
}

/* The window shows what was there before it. */
TEST(window, desktop_in_the_window)
{
    Desk desk;
    Display *display;
    RipplePixels wants;

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "below");
    display = open_display(&desk);
    paint_drawable(display, DefaultRootWindow(display));
    open_window(&desk, "--picture-from screen --fit tile --rain 0 "
                       "--size 300x200");
    wants = support_pixels(WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        wants.pixels[i] = desk_colour(i % WIDTH, i / WIDTH);
    await_changes(&desk, &wants, 0, 0);
    free(wants.pixels);
    XCloseDisplay(display);
    close_desk(&desk);
}

/* A window for a screensaver, at the desk's place, that only its owner can do
   something with. */
static Window make_host(Desk *desk, Display *display)
{
    XSetWindowAttributes attributes = {.override_redirect = True};
    Window host;

    desk->place = (RippleRect){50, 60, WIDTH, HEIGHT};
    host = XCreateWindow(display, DefaultRootWindow(display), desk->place.x,
                         desk->place.y, WIDTH, HEIGHT, 0, CopyFromParent,
                         InputOutput, CopyFromParent, CWOverrideRedirect,
                         &attributes);
    XMapWindow(display, host);
    XSync(display, False);
    return host;
}

/* Starts the screensaver on a window. */
static void start_saver(Desk *desk, Window host, const char *options)
{
    char line[512];

    snprintf(line, sizeof line, "--root --window-id 0x%lx %s", host, options);
    desk->ripple.environment = desk->environment;
    desk->ripple.timeout_s = 60;
    desk->ripple.is_shot = 1;
    process_start_ripple(&desk->ripple, line);
}

/* It shows the picture on the window, under calm water. */
static void await_calm_saver(Desk *desk, int width, int height)
{
    RipplePixels calm = draw_calm(width, height);

    desk->place.width = width;
    desk->place.height = height;
    await_changes(desk, &calm, 0, 0);
    free(calm.pixels);
}

/* The signal itself ends it. */
static void stop_saver(Desk *desk, const char *says)
{
    process_stop(&desk->ripple, SIGTERM);
    EXPECT_INT(desk->ripple.signal, ==, SIGTERM);
    if (says == NULL)
        ck_assert_str_eq(desk->ripple.err, "");
    else
        ck_assert_msg(strstr(desk->ripple.err, says) != NULL, "%s",
                      desk->ripple.err);
    process_clear(&desk->ripple);
}

TEST(window, saver_follows_its_window)
{
    static const int sizes[][2] = {
        {420, 310}, {120, 350}, {33, 21}, {WIDTH, HEIGHT}};
    Desk desk;
    Display *display;
    Window host;
    char line[300];

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "follows");
    display = open_display(&desk);
    host = make_host(&desk, display);
    snprintf(line, sizeof line, "--rain 0 %s",
             process_asset("assets/coffee.png"));
    start_saver(&desk, host, line);
    await_calm_saver(&desk, WIDTH, HEIGHT);
    for (int i = 0; i < 4; i++) {
        XResizeWindow(display, host, (unsigned)sizes[i][0],
                      (unsigned)sizes[i][1]);
        XSync(display, False);
        await_calm_saver(&desk, sizes[i][0], sizes[i][1]);
    }
    XClearWindow(display, host); /* what lay over it has gone */
    XSync(display, False);
    XClearArea(display, host, 0, 0, 0, 0, True);
    XSync(display, False);
    await_calm_saver(&desk, WIDTH, HEIGHT);
    stop_saver(&desk, NULL);
    close_empty_desk(&desk, display);
}

/* It is no locker: pointer and keyboard stay free for who needs them. */
TEST(window, saver_grabs_nothing)
{
    Desk desk;
    Display *display;
    Window host, root;
    char line[300];

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "grabs");
    display = open_display(&desk);
    root = DefaultRootWindow(display);
    host = make_host(&desk, display);
    snprintf(line, sizeof line, "--rain 0 %s",
             process_asset("assets/coffee.png"));
    start_saver(&desk, host, line);
    await_calm_saver(&desk, WIDTH, HEIGHT);
    EXPECT_INT(XGrabPointer(display, root, False, ButtonPressMask,
                            GrabModeAsync, GrabModeAsync, None, None,
                            CurrentTime),
               ==, GrabSuccess);
    EXPECT_INT(XGrabKeyboard(display, root, False, GrabModeAsync, GrabModeAsync,
                             CurrentTime),
               ==, GrabSuccess);
    stop_saver(&desk, NULL);
    close_empty_desk(&desk, display);
}

/* Nothing is said and nobody touches it, and yet there are waves; the virtual
   root is the window where there is one. */
TEST(window, saver_rains)
{
    Desk desk;
    Display *display;
    Window host;
    RipplePixels before;

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "rains");
    display = open_display(&desk);
    host = make_host(&desk, display);
    XChangeProperty(display, host, XInternAtom(display, "__SWM_VROOT", False),
                    XA_WINDOW, 32, PropModeReplace, (unsigned char *)&host, 1);
    XSync(display, False);
    before = look(&desk);
    desk.ripple.environment = desk.environment;
    process_start_ripple(&desk.ripple, "--root --preset classic");
    await_changes(&desk, &before, WIDTH * HEIGHT / 2, WIDTH * HEIGHT);
    free(before.pixels);
    before = look(&desk);
    await_changes(&desk, &before, 200, WIDTH * HEIGHT);
    free(before.pixels);
    stop_saver(&desk, NULL);
    close_empty_desk(&desk, display);
}

/* However the end of the window and the signal meet, it never hangs. */
TEST(window, saver_ends_with_its_window)
{
    enum { ROUNDS = 20, MOST_MS = 5000 };
    static const char *const options[] = {"--rain 0 ", "--preset storm "};
    Desk desk;
    Display *display;

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "ends");
    display = open_display(&desk);
    for (int i = 0; i < 2 * ROUNDS; i++) {
        Window host = make_host(&desk, display);
        RipplePixels empty = look(&desk);
        long start;

        start_saver(&desk, host, options[i % 2]);
        await_changes(&desk, &empty, 1000, WIDTH * HEIGHT);
        process_sleep_ms(i * 7 % 40);
        start = process_clock_ms();
        XDestroyWindow(display, host);
        XFlush(display);
        if (i < ROUNDS)
            process_finish(&desk.ripple);
        else
            process_stop(&desk.ripple, SIGTERM);
        EXPECT_INT(process_clock_ms() - start, <=, MOST_MS);
        if (i < ROUNDS)
            EXPECT_INT(desk.ripple.status, ==, 0);
        ck_assert_str_eq(desk.ripple.err, "");
        process_clear(&desk.ripple);
        free(empty.pixels);
    }
    close_empty_desk(&desk, display);
}

/* Runs it on what is no window for it: one line, and an end. */
static void expect_no_saver(const Desk *desk, const char *line, int status,
                            const char *says)
{
    Process process = {.environment = desk->environment};

    process_run_ripple(&process, line);
    EXPECT_INT(process.status, ==, status);
    ck_assert_str_eq(process.err, says);
    process_clear(&process);
}

TEST(window, windows_that_no_saver_can_have)
{
    Desk desk;
    Display *display;
    Window host;
    char line[80], says[160];

    if (!is_possible())
        return;
    open_empty_desk(&desk, "320x200x24", "no-saver");
    display = open_display(&desk);
    expect_no_saver(&desk, "--window-id 0x1fedcba", 1,
                    "ripple: window 0x1fedcba: BadWindow (invalid Window "
                    "parameter)\n");
    host = XCreateWindow(display, DefaultRootWindow(display), 0, 0, 9, 9, 0, 0,
                         InputOnly, CopyFromParent, 0, NULL);
    XSync(display, False);
    snprintf(line, sizeof line, "--window-id %lu", host);
    snprintf(says, sizeof says, "ripple: window 0x%lx: cannot be drawn on\n",
             host);
    expect_no_saver(&desk, line, 1, says);
    desk.environment[5] = "XSCREENSAVER_WINDOW=nonsense";
    expect_no_saver(&desk, "--root", 2,
                    "ripple: XSCREENSAVER_WINDOW: must be the number of a "
                    "window, such as 0x1c00003\n");
    desk.environment[5] = "XSCREENSAVER_WINDOW";
    desk.environment[1] = "WAYLAND_DISPLAY=wayland-7";
    expect_no_saver(&desk, "--root", 1,
                    "ripple: --root: Wayland has no window for that; ripple "
                    "--fullscreen has its own\n");
    desk.environment[1] = "WAYLAND_DISPLAY";
    desk.environment[0] = "DISPLAY";
    expect_no_saver(&desk, "--root", 1,
                    "ripple: --root: there is no X display to draw on\n");
    close_empty_desk(&desk, display);
}

/* Rather than end, which shows as a crash, it does without what it was to
   have. */
TEST(window, saver_does_without)
{
    static const struct {
        const char *conf, *line, *says;
    } cases[] = {
        {"light 500", "", "ripple.conf:1: --light: must be"},
        {"nonsense", "", "ripple.conf:1: --nonsense: no such option"},
        {"preset retro", "--light 20", "--pixels rgb565: needs"},
        {"mask gone.png", "", "gone.png: No such file"},
        {"renderer cubist", "", "--renderer: cubist is not in"},
        {"picture gone", "", "gone: No such file"},
        {"picture-from screen", "", "xscreensaver has kept no picture"},
        {"", "--picture @does-without", "there is no picture in this folder"},
        {"", "@gone.png", "gone.png: No such file"},
    };
    Desk desk;
    Display *display;
    char home[300], conf[300];
    RipplePixels calm;

    if (!is_possible())
        return;
    open_empty_desk(&desk, "800x600x24", "does-without");
    display = open_display(&desk);
    snprintf(home, sizeof home, "XDG_CONFIG_HOME=%s",
             support_path("does-without"));
    desk.environment[5] = home;
    desk.environment[6] = "XSCREENSAVER_WINDOW=1"; /* it kept no picture */
    EXPECT_INT(mkdir(support_path("does-without/ripple"), 0700), ==, 0);
    calm = draw_calm_of(WIDTH, HEIGHT, "");
    for (int i = 0; i < COUNT(cases); i++) {
        Window host = make_host(&desk, display);
        char line[128];

        snprintf(conf, sizeof conf, "%s", cases[i].conf);
        support_write("does-without/ripple/ripple.conf", conf);
        snprintf(line, sizeof line, "--rain 0 %s", cases[i].line);
        start_saver(&desk, host, line);
        await_changes(&desk, &calm, 0, 0);
        stop_saver(&desk, cases[i].says);
        XDestroyWindow(display, host);
        XSync(display, False);
    }
    free(calm.pixels);
    close_empty_desk(&desk, display);
}

/* Sends an event to a window that is gone, and waits for what comes of it. */
static void send_late(Display *display)
{
    XEvent event = {.xclient = {.type = ClientMessage, .format = 32}};
    Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), 0,
                                        0, 9, 9, 0, 0, 0);

    XDestroyWindow(display, window);
    event.xclient.window = window;
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

/* Without, Xlib ends the process with 1. */
TEST(window, late_events_do_not_matter)
{
    Desk desk;
    Display *display;

    if (!is_possible())
        return;
    open_empty_desk(&desk, "320x200x24", "late");
    display = open_display(&desk);
    x11_ignore_late_events();
    x11_ignore_late_events();
    send_late(display);
    close_empty_desk(&desk, display);
}

#endif
