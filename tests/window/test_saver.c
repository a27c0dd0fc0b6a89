/* SPDX-License-Identifier: MIT */
/*
 * The program and a desktop of X11, whose server the test itself talks to: a
 * window that is covered, the desktop as a picture, and screensavers, which
 * draw on a window of their host. These statements come to those of desk.h:
 *
 *     screen WxHxDEPTH  starts another server; with a number, screen N of it
 *     host              makes a window at the place that no window manager
 *                       moves, from now on '%'
 *     uncover N         moves it right by N columns, which are looked at
 *     virtual-root      makes it the virtual root
 *     clear             another window over it has gone, said in two ways
 *     root [OPTIONS]    starts the screensaver
 *     saver [OPTIONS]   starts it on a host at (50, 60)
 *     stop [TEXT]       the signal itself ends it; it has printed that text, or
 *                       nothing
 *     grab              pointer and keyboard are free
 *     paint             paints the desktop
 *     kept KIND         xscreensaver has kept a picture of it: 320x210 pixels
 *                       of depth 24 or 32, some of depth 8, those of a window
 *                       that is not shown (unseen), or none (missing)
 *     capture W H       ripple reads the desktop, with that size
 *     no-capture TEXT   it cannot, and prints a line that begins so
 *     no-root TEXT      the same of the screensaver
 */
#include "desk.h"

#ifdef RIPPLE_X11
#include "app/x11.h"
#include "lib/util/fixed.h"
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

static Display *display;
static Window root, host;

static void open_screen(const char *screen)
{
    desk_open_screen(screen);
    display = XOpenDisplay(desk.display + strlen("DISPLAY="));
    ck_assert_ptr_nonnull(display);
    root = DefaultRootWindow(display);
}

static void open_desk(void)
{
    open_screen("800x600x24");
}

static void close_desk(void)
{
    XCloseDisplay(display);
    desk_close();
}

TEST_CASE(display, x11, .timeout_s = 90, .is_possible = desk_is_possible,
          .set_up = open_desk, .tear_down = close_desk);

static void make_host(void)
{
    XSetWindowAttributes attributes = {.override_redirect = True};

    host = XCreateWindow(
        display, root, desk.place.x, desk.place.y, (unsigned)desk.place.width,
        (unsigned)desk.place.height, 0, CopyFromParent, InputOutput,
        CopyFromParent, CWOverrideRedirect, &attributes);
    XMapRaised(display, host);
    snprintf(desk.window, sizeof desk.window, "%lu", host);
}

/* The colour of the desktop at a place, different from all around it. */
static uint32_t desktop_colour(int x, int y)
{
    return 0xff000000u | (uint32_t)(x / 40 * 0x051301 + y / 30 * 0x0b0217);
}

/* The same as a pixel of the screen, which may have 10 bits a colour. */
static unsigned long desktop_pixel(int x, int y)
{
    uint32_t colour = desktop_colour(x, y) & 0xffffff;

    if (DefaultDepth(display, DefaultScreen(display)) != 30)
        return colour;
    return (colour & 0xff0000) << 6 | (colour & 0xff00) << 4 |
           (colour & 0xff) << 2;
}

static void paint(Drawable drawable)
{
    GC gc = XCreateGC(display, drawable, 0, NULL);

    for (int y = 0; y < 600; y += 30) {
        for (int x = 0; x < 800; x += 40) {
            XSetForeground(display, gc, desktop_pixel(x, y));
            XFillRectangle(display, drawable, gc, x, y, 40, 30);
        }
    }
    XFreeGC(display, gc);
}

static void set_property(Window window, const char *name, Atom type, XID value)
{
    XChangeProperty(display, window, XInternAtom(display, name, False), type,
                    32, PropModeReplace, (unsigned char *)&value, 1);
}

static void keep_desktop(const char *kind)
{
    unsigned depth = (unsigned)atoi(kind);
    XID kept = 0x1fedcba; /* missing */

    if (depth > 0)
        kept = XCreatePixmap(display, root, 320, 210, depth);
    else if (strcmp(kind, "unseen") == 0)
        kept = XCreateSimpleWindow(display, root, 0, 0, 20, 20, 0, 0, 0);
    if (depth >= 24)
        paint(kept);
    set_property(root, "_SCREENSAVER_SCREENSHOT", XA_PIXMAP, kept);
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

static void capture(int status, const char *errors)
{
    unlink(support_path("desktop.png"));
    expect_end("--picture-from screen --rain 0 --frames 0 "
               "--output @desktop.png",
               status, errors);
    EXPECT_INT(access(support_path("desktop.png"), R_OK) == 0, ==, status == 0);
}

static void expect_capture(int width, int height)
{
    RipplePixels pixels;

    capture(0, "");
    pixels = process_read_picture(support_path("desktop.png"));
    EXPECT_INT(pixels.width, ==, width);
    EXPECT_INT(pixels.height, ==, height);
    for (int i = 0; i < width * height; i++)
        EXPECT(pixels.pixels[i] == desktop_colour(i % width, i / width));
    free(pixels.pixels);
}

static void expect_no_capture(const char *says)
{
    char errors[100];

    snprintf(errors, sizeof errors, "ripple: the desktop: %s*", says);
    capture(1, errors);
}

static void expect_no_root(const char *says)
{
    char errors[100];

    snprintf(errors, sizeof errors, "ripple: window 0x%lx: %s\n", root, says);
    expect_end("--root", 1, errors);
}

static void stop_saver(const char *says)
{
    process_stop(&desk.ripple, SIGTERM);
    EXPECT_INT(desk.ripple.signal, ==, SIGTERM);
    if (says[0] == '\0')
        ck_assert_str_eq(desk.ripple.err, "");
    else
        ck_assert_msg(strstr(desk.ripple.err, says) != NULL, "%s",
                      desk.ripple.err);
    process_clear(&desk.ripple);
}

static void start_saver(const char *options)
{
    char line[512];

    desk.place = (RippleRect){50, 60, DESK_WIDTH, DESK_HEIGHT};
    make_host();
    XSync(display, False);
    snprintf(line, sizeof line, "--root --window-id 0x%lx %s", host, options);
    desk.ripple.is_killed = 1;
    process_start_ripple(&desk.ripple, line);
}

static void expect_no_grab(void)
{
    EXPECT_INT(XGrabPointer(display, root, False, ButtonPressMask,
                            GrabModeAsync, GrabModeAsync, None, None,
                            CurrentTime),
               ==, GrabSuccess);
    EXPECT_INT(XGrabKeyboard(display, root, False, GrabModeAsync, GrabModeAsync,
                             CurrentTime),
               ==, GrabSuccess);
}

static int change_desktop(const Words *words)
{
    if (verbs_is(words, 0, "screen")) {
        close_desk();
        open_screen(verbs_text(words, 1));
    } else if (verbs_is(words, 0, "host")) {
        make_host();
    } else if (verbs_is(words, 0, "uncover")) {
        desk.place.width = verbs_int(words, 1);
        XMoveWindow(display, host, desk.place.x + desk.place.width,
                    desk.place.y);
    } else if (verbs_is(words, 0, "virtual-root")) {
        set_property(host, "__SWM_VROOT", XA_WINDOW, host);
    } else if (verbs_is(words, 0, "clear")) {
        XClearWindow(display, host);
        XSync(display, False);
        XClearArea(display, host, 0, 0, 0, 0, True);
    } else if (verbs_is(words, 0, "paint")) {
        paint(root);
    } else if (verbs_is(words, 0, "kept")) {
        keep_desktop(verbs_text(words, 1));
    } else {
        return 0;
    }
    XSync(display, False);
    return 1;
}

static void run(void *subject, const Words *words)
{
    if (change_desktop(words))
        return;
    if (verbs_is(words, 0, "root"))
        process_start_ripple(&desk.ripple, verbs_text(words, 1));
    else if (verbs_is(words, 0, "saver"))
        start_saver(verbs_text(words, 1));
    else if (verbs_is(words, 0, "stop"))
        stop_saver(verbs_text(words, 1));
    else if (verbs_is(words, 0, "grab"))
        expect_no_grab();
    else if (verbs_is(words, 0, "capture"))
        expect_capture(verbs_int(words, 1), verbs_int(words, 2));
    else if (verbs_is(words, 0, "no-capture"))
        expect_no_capture(verbs_text(words, 1));
    else if (verbs_is(words, 0, "no-root"))
        expect_no_root(verbs_text(words, 1));
    else
        desk_run(subject, words);
}

static const char *const rows[] = {
    /* Covered it costs nothing, though it rains; one column is enough to go
       on. */
    "open --preset storm --size 300x200; host; rest 2;"
    "uncover 1; keep; await 10 200",
    "paint; capture 800 600; environment 1 WAYLAND_DISPLAY=wayland-7;"
    "no-capture Wayland",
    /* The picture that xscreensaver kept comes first. */
    "kept 24; capture 320 210; kept 32; capture 320 210",
    /* Errors of the server and unreadable screens cost a line each. */
    "kept missing; no-capture BadDrawable;"
    "kept 8; no-capture its depth is 8, less than 24;"
    "kept unseen; no-capture BadMatch;"
    "screen 640x480x16; no-capture its depth is 16, less than 24",
    /* 10 bits a colour, for which SDL has no surface; it reads them, too. */
    "screen 640x480x30; pool; calm; mouse 150 100; click 1; await 1000 60000",
    "screen 640x480x30; saver --rain 0 @coffee.png; calm; stop",
    "screen 800x600x30; paint; capture 800 600",
    /* A palette is nothing to draw with, and it says so. */
    "screen 640x480x8; no-root has a palette (depth 8), not true colours",
    /* Without a window manager, too, it fills the display and goes back. */
    "mousemove 0 0; pool; calm; key f; calm 800 600; key f; calm",
    "mousemove 0 0; pool --fullscreen; calm 800 600; key f; calm",
    "pool --display 0 --fullscreen; calm 800 600; key Escape; key Escape; end",
    "open --rain 0 --display all @coffee.png; calm 800 600",
    "open --rain 0 --span @coffee.png; calm 800 600",
    /* DISPLAY names the screen. */
    "screen 640x480x24 1; mousemove 0 0; pool; calm; key f; calm 640 480",
    "screen 640x480x24 1; pool --fullscreen; calm 640 480",
    "screen 640x480x24 1; open --rain 0 --span @coffee.png; calm 640 480",
    "screen 640x480x24 1; saver --rain 0 @coffee.png; calm; stop",
    /* The screensaver follows its window. */
    "saver --rain 0 @coffee.png; calm;"
    "windowsize --sync % 420 310; calm 420 310;"
    "windowsize --sync % 120 350; calm 120 350;"
    "windowsize --sync % 33 21; calm 33 21;"
    "windowsize --sync % 300 200; calm; clear; calm; stop",
    /* It is no locker: pointer and keyboard stay free for others. */
    "saver --rain 0 @coffee.png; calm; grab; stop",
    /* The camera turns though the water is calm. */
    "place 50 60 300 200; host; virtual-root; keep;"
    "root --root --rain 0 --view perspective;"
    "await 30000 60000; keep; await 200 60000; keep; await 200 60000; stop",
    /* Without an option and without input there are waves; the virtual root is
       the window if there is one. */
    "place 50 60 300 200; host; virtual-root; keep;"
    "root --root --preset classic; await 30000 60000; keep; await 200 60000;"
    "stop",
};

TEST_ROWS(x11, statements, run, rows)

/* The window shows the desktop that was there before it. */
TEST(x11, desktop_in_the_window)
{
    RipplePixels wanted = support_pixels(DESK_WIDTH, DESK_HEIGHT);

    for (int i = 0; i < DESK_WIDTH * DESK_HEIGHT; i++)
        wanted.pixels[i] = desktop_colour(i % DESK_WIDTH, i / DESK_WIDTH);
    desk_want(wanted);
    verbs_run(run, NULL,
              "paint; open --picture-from screen --fit tile --rain 0 "
              "--size 300x200; await 0 0");
}

/* Sends an event to a window that is gone: otherwise Xlib ends the process with
   1. */
TEST(x11, late_events_do_not_matter)
{
    XEvent event = {.xclient = {.type = ClientMessage, .format = 32}};

    x11_forget_errors();
    make_host();
    XDestroyWindow(display, host);
    event.xclient.window = host;
    XSendEvent(display, host, False, NoEventMask, &event);
    XSync(display, False);
}

/* However the end of the window and the signal meet, it never hangs. */
TEST(x11, saver_ends_with_its_window)
{
    enum { ROUNDS = 20, MAX_MS = 5000 };
    static const char *const options[] = {"--rain 0 ", "--preset storm "};

    for (int i = 0; i < 2 * ROUNDS; i++) {
        int signal = i < ROUNDS ? 0 : SIGTERM;

        desk_play("place 50 60 300 200; keep");
        start_saver(options[i % 2]);
        desk_play("await 1000 60000; sleep %d", i * 7 % 40);
        XDestroyWindow(display, host);
        XFlush(display);
        EXPECT_INT(process_end_ms(&desk.ripple, signal), <=, MAX_MS);
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
    char line[80], says[160];

    expect_end("--window-id 0x1fedcba", 1,
               "ripple: window 0x1fedcba: BadWindow (invalid Window "
               "parameter)\n");
    host = XCreateWindow(display, root, 0, 0, 9, 9, 0, 0, InputOnly,
                         CopyFromParent, 0, NULL);
    XSync(display, False);
    snprintf(line, sizeof line, "--window-id %lu", host);
    snprintf(says, sizeof says, "ripple: window 0x%lx: cannot be drawn on\n",
             host);
    expect_end(line, 1, says);
    desk_play("environment 5 XSCREENSAVER_WINDOW=nonsense");
    expect_end("--root", 2,
               "ripple: XSCREENSAVER_WINDOW: must be the number of a "
               "window from 1 to 2^32 - 1, such as 0x1c00003\n");
    desk_play("environment 5 XSCREENSAVER_WINDOW;"
              "environment 1 WAYLAND_DISPLAY=wayland-7");
    expect_end("--root", 1,
               "ripple: --root: Wayland has no window for that; ripple "
               "--fullscreen has its own\n");
    desk_play("environment 1 WAYLAND_DISPLAY; environment 0 DISPLAY");
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
    EXPECT_INT(mkdir(support_path("does-without"), 0700), ==, 0);
    EXPECT_INT(mkdir(support_path("does-without/ripple"), 0700), ==, 0);
    /* Of the window that is named there xscreensaver has kept no picture. */
    desk_play("environment 5 XDG_CONFIG_HOME=%s;"
              "environment 6 XSCREENSAVER_WINDOW=1; want 300 200",
              support_path("does-without"));
    for (int i = 0; i < COUNT(mistakes); i++) {
        char line[128];

        support_write("does-without/ripple/ripple.conf", mistakes[i].conf);
        snprintf(line, sizeof line, "--rain 0 %s", mistakes[i].line);
        start_saver(line);
        desk_play("await 0 0");
        stop_saver(mistakes[i].says);
        XDestroyWindow(display, host);
        XSync(display, False);
    }
}

#endif
