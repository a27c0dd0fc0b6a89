/* SPDX-License-Identifier: MIT */
/*
 * The program and a desktop of X11, whose server the test itself talks to: a
 * window that is covered, the desktop as a picture, and screensavers, which
 * draw on a window of their host.
 */
#include "desk.h"

#ifdef RIPPLE_X11
#include "app/platform/x11.h"
#include "base/fixed.h"
#include "../support.h"
#include "../test.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Desk desk;
static Display *display;

static void open_screen(const char *screen)
{
    desk_open(&desk, screen);
    display = XOpenDisplay(desk.display + strlen("DISPLAY="));
    ck_assert_ptr_nonnull(display);
}

static void open_desk(void)
{
    open_screen("800x600x24");
}

static void close_desk(void)
{
    XCloseDisplay(display);
    desk_close(&desk);
}

TEST_CASE(display, x11, .timeout_s = 90, .is_possible = desk_is_possible,
          .set_up = open_desk, .tear_down = close_desk);

/* A window at the desk's place that no window manager moves. */
static Window make_window(void)
{
    XSetWindowAttributes attributes = {.override_redirect = True};
    Window window = XCreateWindow(
        display, DefaultRootWindow(display), desk.place.x, desk.place.y,
        (unsigned)desk.place.width, (unsigned)desk.place.height, 0,
        CopyFromParent, InputOutput, CopyFromParent, CWOverrideRedirect,
        &attributes);

    XMapRaised(display, window);
    XSync(display, False);
    return window;
}

/* Covered it costs nothing, though it rains; one column is enough to go on. */
TEST(x11, covered_windows_cost_nothing)
{
    Window window;

    desk_open_window(&desk, "--preset storm --size 300x200");
    window = make_window();
    desk_play(&desk, "rest 2");
    XMoveWindow(display, window, desk.place.x + 1, desk.place.y);
    XSync(display, False);
    desk.place.width = 1;
    desk_play(&desk, "keep; await 10 200");
}

/* The colour of the desktop at a place, different from all around it. */
static uint32_t desktop_colour(int x, int y)
{
    return 0xff000000u | (uint32_t)(x / 40 * 0x051301 + y / 30 * 0x0b0217);
}

static void paint_drawable(Drawable drawable)
{
    GC gc = XCreateGC(display, drawable, 0, NULL);

    for (int y = 0; y < 600; y += 30) {
        for (int x = 0; x < 800; x += 40) {
            XSetForeground(display, gc, desktop_colour(x, y) & 0xffffff);
            XFillRectangle(display, drawable, gc, x, y, 40, 30);
        }
    }
    XFreeGC(display, gc);
    XSync(display, False);
}

static void set_screenshot(Pixmap pixmap)
{
    XChangeProperty(display, DefaultRootWindow(display),
                    XInternAtom(display, "_SCREENSAVER_SCREENSHOT", False),
                    XA_PIXMAP, 32, PropModeReplace, (unsigned char *)&pixmap,
                    1);
    XSync(display, False);
}

/* Runs ripple to its end. It prints these errors, one line or none, which a '*'
   cuts short. */
static void expect_end(const char *line, int status, const char *errors)
{
    Process process = {.environment = desk.environment};
    size_t length = strcspn(errors, "*");

    process_run_ripple(&process, line);
    EXPECT_INT(process.status, ==, status);
    if (strncmp(process.err, errors, length) != 0 ||
        (errors[length] == '\0' && process.err[length] != '\0'))
        ck_abort_msg("ripple %s: %s", line, process.err);
    EXPECT_INT(strcspn(process.err, "\n") + (status != 0), ==,
               process.err_size);
    process_clear(&process);
}

#define CAPTURE \
    "--picture-from screen --rain 0 --frames 0 --output @desktop.png"

/* The picture that is read has that size and the colours of the desktop. */
static void expect_capture(int width, int height)
{
    RipplePixels pixels;

    expect_end(CAPTURE, 0, "");
    pixels = process_read_picture(support_path("desktop.png"));
    EXPECT_INT(pixels.width, ==, width);
    EXPECT_INT(pixels.height, ==, height);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            EXPECT(pixels.pixels[(size_t)y * pixels.stride + (size_t)x] ==
                   desktop_colour(x, y));
    }
    free(pixels.pixels);
}

/* One line that says why, and no picture. */
static void expect_no_capture(const char *errors)
{
    unlink(support_path("desktop.png"));
    expect_end(CAPTURE, 1, errors);
    EXPECT_INT(access(support_path("desktop.png"), R_OK), !=, 0);
}

TEST(x11, desktop_as_picture)
{
    paint_drawable(DefaultRootWindow(display));
    expect_capture(800, 600);
    desk.environment[1] = "WAYLAND_DISPLAY=wayland-7";
    expect_no_capture("ripple: the desktop: Wayland*");
}

/* The picture that xscreensaver kept comes first, at depths of 24 and 32. */
TEST(x11, screenshot_as_picture)
{
    for (unsigned depth = 24; depth <= 32; depth += 8) {
        Pixmap pixmap =
            XCreatePixmap(display, DefaultRootWindow(display), 320, 210, depth);

        paint_drawable(pixmap);
        set_screenshot(pixmap);
        expect_capture(320, 210);
        XFreePixmap(display, pixmap);
    }
}

/* Errors of the server and unreadable screens cost a line each. */
TEST(x11, desktops_that_cannot_be_read)
{
    Window root;

    root = DefaultRootWindow(display);
    set_screenshot(0x1fedcba);
    expect_no_capture("ripple: the desktop: BadDrawable*");
    set_screenshot(XCreatePixmap(display, root, 20, 20, 8));
    expect_no_capture("ripple: the desktop: its depth is 8, not 24 or 32*");
    /* A window that is not shown has a depth and no pixels. */
    set_screenshot(XCreateSimpleWindow(display, root, 0, 0, 20, 20, 0, 0, 0));
    expect_no_capture("ripple: the desktop: BadMatch*");
    close_desk();
    open_screen("640x480x16");
    expect_no_capture("ripple: the desktop: its depth is 16, not 24 or 32*");
}

/* The window shows the desktop that was there before it. */
TEST(x11, desktop_in_the_window)
{
    RipplePixels wanted = support_pixels(DESK_WIDTH, DESK_HEIGHT);

    for (int i = 0; i < DESK_WIDTH * DESK_HEIGHT; i++)
        wanted.pixels[i] = desktop_colour(i % DESK_WIDTH, i / DESK_WIDTH);
    paint_drawable(DefaultRootWindow(display));
    desk_open_window(&desk, "--picture-from screen --fit tile --rain 0 "
                            "--size 300x200");
    desk_want(&desk, wanted);
    desk_play(&desk, "await 0 0");
}

/* Sends an event to a window that is gone, and waits for the answer. */
static void send_late(void)
{
    XEvent event = {.xclient = {.type = ClientMessage, .format = 32}};
    Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), 0,
                                        0, 9, 9, 0, 0, 0);

    XDestroyWindow(display, window);
    event.xclient.window = window;
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

/* Otherwise Xlib ends the process with 1. */
TEST(x11, late_events_do_not_matter)
{
    x11_ignore_late_events();
    x11_ignore_late_events();
    send_late();
}

/* Starts the screensaver on a window that it makes at (50, 60). */
static Window start_saver(const char *options)
{
    Window host;
    char line[512];

    desk.place = (RippleRect){50, 60, DESK_WIDTH, DESK_HEIGHT};
    host = make_window();
    snprintf(line, sizeof line, "--root --window-id 0x%lx %s", host, options);
    desk.ripple.environment = desk.environment;
    desk.ripple.timeout_s = 60;
    desk.ripple.is_killed = 1;
    process_start_ripple(&desk.ripple, line);
    return host;
}

static Window start_calm_saver(void)
{
    char line[300];

    snprintf(line, sizeof line, "--rain 0 %s",
             process_repository_path("assets/coffee.png"));
    return start_saver(line);
}

/* It shows the picture on the window, under calm water. */
static void await_calm_saver(int width, int height)
{
    desk.place.width = width;
    desk.place.height = height;
    desk_want(&desk,
              desk_draw_calm(width, height,
                             process_repository_path("assets/coffee.png")));
    desk_play(&desk, "await 0 0");
}

/* The signal itself ends it; it has printed a text, or nothing. */
static void stop_saver(const char *says)
{
    process_stop(&desk.ripple, SIGTERM);
    EXPECT_INT(desk.ripple.signal, ==, SIGTERM);
    if (says == NULL)
        ck_assert_str_eq(desk.ripple.err, "");
    else
        ck_assert_msg(strstr(desk.ripple.err, says) != NULL, "%s",
                      desk.ripple.err);
    process_clear(&desk.ripple);
}

TEST(x11, saver_follows_its_window)
{
    static const int sizes[][2] = {
        {420, 310}, {120, 350}, {33, 21}, {DESK_WIDTH, DESK_HEIGHT}};
    Window host;

    host = start_calm_saver();
    await_calm_saver(DESK_WIDTH, DESK_HEIGHT);
    for (int i = 0; i < COUNT(sizes); i++) {
        XResizeWindow(display, host, (unsigned)sizes[i][0],
                      (unsigned)sizes[i][1]);
        XSync(display, False);
        await_calm_saver(sizes[i][0], sizes[i][1]);
    }
    XClearWindow(display, host); /* another window over it has gone */
    XSync(display, False);
    XClearArea(display, host, 0, 0, 0, 0, True);
    XSync(display, False);
    await_calm_saver(DESK_WIDTH, DESK_HEIGHT);
    stop_saver(NULL);
}

/* It is no locker: pointer and keyboard stay free for others. */
TEST(x11, saver_grabs_nothing)
{
    start_calm_saver();
    await_calm_saver(DESK_WIDTH, DESK_HEIGHT);
    EXPECT_INT(XGrabPointer(display, DefaultRootWindow(display), False,
                            ButtonPressMask, GrabModeAsync, GrabModeAsync, None,
                            None, CurrentTime),
               ==, GrabSuccess);
    EXPECT_INT(XGrabKeyboard(display, DefaultRootWindow(display), False,
                             GrabModeAsync, GrabModeAsync, CurrentTime),
               ==, GrabSuccess);
    stop_saver(NULL);
}

/* Without an option and without input there are waves; the virtual root is
   the window if there is one. */
TEST(x11, saver_rains)
{
    Window host;

    desk.place = (RippleRect){50, 60, DESK_WIDTH, DESK_HEIGHT};
    host = make_window();
    XChangeProperty(display, host, XInternAtom(display, "__SWM_VROOT", False),
                    XA_WINDOW, 32, PropModeReplace, (unsigned char *)&host, 1);
    XSync(display, False);
    desk_play(&desk, "keep");
    desk.ripple.environment = desk.environment;
    process_start_ripple(&desk.ripple, "--root --preset classic");
    desk_play(&desk, "await 30000 60000; keep; await 200 60000");
    stop_saver(NULL);
}

/* However the end of the window and the signal meet, it never hangs. */
TEST(x11, saver_ends_with_its_window)
{
    enum { ROUNDS = 20, MAX_MS = 5000 };
    static const char *const options[] = {"--rain 0 ", "--preset storm "};

    for (int i = 0; i < 2 * ROUNDS; i++) {
        Window host;
        long start;

        desk.place = (RippleRect){50, 60, DESK_WIDTH, DESK_HEIGHT};
        desk_play(&desk, "keep");
        host = start_saver(options[i % 2]);
        desk_play(&desk, "await 1000 60000; sleep %d", i * 7 % 40);
        start = process_clock_ms();
        XDestroyWindow(display, host);
        XFlush(display);
        if (i < ROUNDS)
            process_finish(&desk.ripple);
        else
            process_stop(&desk.ripple, SIGTERM);
        EXPECT_INT(process_clock_ms() - start, <=, MAX_MS);
        if (i < ROUNDS)
            EXPECT_INT(desk.ripple.status, ==, 0);
        ck_assert_str_eq(desk.ripple.err, "");
        process_clear(&desk.ripple);
        XSync(display, False);
    }
}

/* On something that is no window for it: one line, and an end. */
TEST(x11, windows_that_no_saver_can_have)
{
    Window host;
    char line[80], says[160];

    expect_end("--window-id 0x1fedcba", 1,
               "ripple: window 0x1fedcba: BadWindow (invalid Window "
               "parameter)\n");
    host = XCreateWindow(display, DefaultRootWindow(display), 0, 0, 9, 9, 0, 0,
                         InputOnly, CopyFromParent, 0, NULL);
    XSync(display, False);
    snprintf(line, sizeof line, "--window-id %lu", host);
    snprintf(says, sizeof says, "ripple: window 0x%lx: cannot be drawn on\n",
             host);
    expect_end(line, 1, says);
    desk.environment[5] = "XSCREENSAVER_WINDOW=nonsense";
    expect_end("--root", 2,
               "ripple: XSCREENSAVER_WINDOW: must be the number of a "
               "window, such as 0x1c00003\n");
    desk.environment[5] = "XSCREENSAVER_WINDOW";
    desk.environment[1] = "WAYLAND_DISPLAY=wayland-7";
    expect_end("--root", 1,
               "ripple: --root: Wayland has no window for that; ripple "
               "--fullscreen has its own\n");
    desk.environment[1] = "WAYLAND_DISPLAY";
    desk.environment[0] = "DISPLAY";
    expect_end("--root", 1,
               "ripple: --root: there is no X display to draw on\n");
}

static const struct {
    const char *conf, *line, *says;
} mistakes[] = {
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

/* A screensaver that ends looks like a crash: it prints its mistakes and goes
   on without what is wrong. */
TEST(x11, saver_does_without)
{
    char home[300];

    snprintf(home, sizeof home, "XDG_CONFIG_HOME=%s",
             support_path("does-without"));
    desk.environment[5] = home;
    desk.environment[6] = "XSCREENSAVER_WINDOW=1"; /* it kept no picture */
    EXPECT_INT(mkdir(support_path("does-without"), 0700), ==, 0);
    EXPECT_INT(mkdir(support_path("does-without/ripple"), 0700), ==, 0);
    desk_want(&desk, desk_draw_calm(DESK_WIDTH, DESK_HEIGHT, ""));
    for (int i = 0; i < COUNT(mistakes); i++) {
        Window host;
        char line[128];

        support_write("does-without/ripple/ripple.conf", mistakes[i].conf);
        snprintf(line, sizeof line, "--rain 0 %s", mistakes[i].line);
        host = start_saver(line);
        desk_play(&desk, "await 0 0");
        stop_saver(mistakes[i].says);
        XDestroyWindow(display, host);
        XSync(display, False);
    }
}

#endif
