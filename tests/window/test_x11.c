/* SPDX-License-Identifier: MIT */
/*
 * The program and a desktop of X11, whose server the test itself talks to: a
 * window that is covered, the desktop as a picture, screensavers, which draw on
 * a window of their host, and that the window, however it ends, ends soon, and
 * what is saved or recorded is complete. These statements come to those of
 * desk.h:
 *
 *     screen WxHxDEPTH   starts another server; with a number, screen N of it
 *     keys N NAME        sends a key N times at once
 *     signal MS          SIGTERM: the window is gone within so much time of
 *                        process_busy_ms and ripple ends with status 0
 *     lose server|window kills the server, or another program destroys the
 *                        window: ripple says so in one line, with status 1
 *     files N            so many pictures and films are there
 *     host               makes a window at the place that no window manager
 *                        moves, from now on '%'
 *     uncover N         moves it right by N columns, which are looked at
 *     virtual-root      makes it the virtual root
 *     clear             another window over it has gone, said in two ways
 *     root [OPTIONS]    starts the screensaver
 *     saver [OPTIONS]   starts it on a host at (50, 60)
 *     stop [TEXT]       the signal itself ends it; it has printed that text, or
 *                        nothing
 *     grab              pointer and keyboard are free
 *     paint             paints the desktop
 *     kept KIND         xscreensaver has kept a picture of it: 320x210 pixels
 *                        of depth 24 or 32, some of depth 8, those of a window
 *                        that is not shown (unseen), or none (missing)
 *     capture W H       ripple reads the desktop, with that size
 *     no-capture TEXT   it cannot, and prints a line that has this text
 */
#include "desk.h"

#ifdef RIPPLE_X11
#include "app/x11.h"
#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Display *display; /* NULL once the server is lost */
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

/* Xlib ends a process whose server has gone. */
static void close_display(void)
{
    if (display != NULL)
        XCloseDisplay(display);
    display = NULL;
}

static void close_desk(void)
{
    close_display();
    desk_close();
}

TEST_CASE(display, x11, .timeout_s = 90, .waits = 1,
          .is_possible = desk_is_possible, .set_up = open_desk,
          .tear_down = close_desk);

static Window own_window(void)
{
    return strtoul(desk.window, NULL, 10);
}

/* Times differ: else a press after a release is one that the server repeats. */
static void send_keys(int count, const char *name)
{
    KeyCode code = XKeysymToKeycode(display, XStringToKeysym(name));

    for (int i = 0; i < 2 * count; i++) {
        XEvent event = {.xkey = {.type = i % 2 == 0 ? KeyPress : KeyRelease,
                                 .display = display,
                                 .window = own_window(),
                                 .root = root,
                                 .same_screen = True,
                                 .time = (Time)i * 10,
                                 .keycode = code}};

        XSendEvent(display, own_window(), True,
                   i % 2 == 0 ? KeyPressMask : KeyReleaseMask, &event);
    }
    XSync(display, False);
}

static int is_shown(void)
{
    Window parent, *children = NULL;
    unsigned int count = 0;
    int found = 0;

    EXPECT(XQueryTree(display, root, &parent, &parent, &children, &count) != 0);
    for (unsigned int i = 0; i < count; i++)
        found |= children[i] == own_window();
    if (children != NULL)
        XFree(children);
    return found;
}

/* A server that is asked all the time serves nobody else: works for 5 ms after
   each question. */
static void send_signal(int max_ms)
{
    long start = process_busy_ms(), asked = start;

    EXPECT(is_shown());
    desk_play("kill %d", SIGTERM);
    while (is_shown() && process_busy_ms() - start <= 10L * max_ms) {
        for (asked = process_busy_ms(); process_busy_ms() - asked < 5;)
            continue;
    }
    EXPECT_INT(process_busy_ms() - start, <=, max_ms);
    desk_play("end");
}

static void lose(const Words *words)
{
    if (verbs_is(words, 1, "window")) {
        XDestroyWindow(display, own_window());
        XFlush(display);
        desk_play("fails ripple: window: another program has destroyed it");
    } else {
        close_display();
        process_stop(&desk.server, SIGKILL);
        desk_play("fails ripple: the X server: the connection is lost");
    }
}

static int count_files(void)
{
    DIR *folder = opendir(desk.folder);
    int count = 0;

    ck_assert_ptr_nonnull(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += strncmp(entry->d_name, "ripple-", 7) == 0;
    closedir(folder);
    return count;
}

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

/* Windows that go leave the same. */
static void paint_root(void)
{
    Pixmap pixmap =
        XCreatePixmap(display, root, 800, 600,
                      (unsigned)DefaultDepth(display, DefaultScreen(display)));

    paint(pixmap);
    XSetWindowBackgroundPixmap(display, root, pixmap);
    XClearWindow(display, root);
    XFreePixmap(display, pixmap);
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

/* Runs ripple to its end. Its errors are a line that has this text, or none. */
static void expect_end(const char *line, int status, const char *says)
{
    Process process = {.environment = desk.environment};

    process_run_ripple(&process, line);
    EXPECT_INT(process.status, ==, status);
    EXPECT_INT(support_count_lines(process.err), ==, status != 0);
    if (strstr(process.err, says) == NULL)
        ck_abort_msg("ripple %s: %s", line, process.err);
    process_clear(&process);
}

/* Fails with status 1 and a line of errors. */
static void capture(int status, const char *says)
{
    unlink(support_path("desktop.png"));
    expect_end("--picture-from screen --rain 0 --frames 0 "
               "--output @desktop.png",
               status, says);
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

static void stop_saver(const char *says)
{
    process_stop(&desk.ripple, SIGTERM);
    EXPECT_INT(desk.ripple.signal, ==, SIGTERM);
    if (strstr(desk.ripple.err, says) == NULL ||
        (says[0] == '\0' && desk.ripple.err_size > 0))
        ck_abort_msg("%s", desk.ripple.err);
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
        paint_root();
    } else if (verbs_is(words, 0, "kept")) {
        keep_desktop(verbs_text(words, 1));
    } else {
        return 0;
    }
    XSync(display, False);
    return 1;
}

static int act(const Words *words)
{
    if (verbs_is(words, 0, "keys"))
        send_keys(verbs_int(words, 1), verbs_text(words, 2));
    else if (verbs_is(words, 0, "signal"))
        send_signal(verbs_int(words, 1));
    else if (verbs_is(words, 0, "lose"))
        lose(words);
    else if (verbs_is(words, 0, "files"))
        EXPECT_INT(count_files(), ==, verbs_int(words, 1));
    else
        return 0;
    return 1;
}

static void run(const Words *words)
{
    if (change_desktop(words) || act(words))
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
        capture(1, verbs_text(words, 1));
    else
        desk_run(words);
}

static const char *const rows[] = {
    /* A picture that cannot be read is said in the window. */
    "want 300 200 --rain 0; open gone.png --size 300x200 --rain 0;"
    "await 900 50000; title ripple - pond - sand; key q;"
    "fails ripple: gone.png: No such file or directory",
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
    "screen 800x600x30; paint; capture 800 600",
    /* Without a window manager, too, it fills the display and goes back. */
    "pool; calm; key f; calm 800 600; key f; size 300 200",
    "pool --display 0 --fullscreen; calm 800 600; key Escape; key Escape; end",
    "open --rain 0 --span @coffee.png; calm 800 600",
    /* DISPLAY names the screen. */
    "screen 640x480x24 1; pool; calm; key f; size 640 480",
    "screen 640x480x24 1; saver --rain 0 @coffee.png; calm; stop",
    /* The screensaver follows its window. */
    "saver --rain 0 @coffee.png; calm;"
    "windowsize --sync % 420 310; calm 420 310;"
    "windowsize --sync % 120 350; calm 120 350;"
    "windowsize --sync % 33 21; calm 33 21;"
    "windowsize --sync % 300 200; calm; clear; calm; stop",
    /* It is no locker: pointer and keyboard stay free for others. */
    "saver --rain 0 @coffee.png; calm; grab; stop",
    /* Without an option and without input there are waves; the virtual root is
       the window if there is one. */
    "place 50 60 300 200; host; virtual-root; keep;"
    "root --root --preset classic; await 30000 60000; keep; await 200 60000;"
    "stop",
    /* It wakes from the sleep of calm water. */
    "pool; calm; rest 1; signal 500",
    /* No queue delays the signal. */
    "pool; keys 3000 h; signal 1000",
    /* Nor does a new size: one that no display can show is taken back. */
    "pool; calm; windowsize % 16000 8000; sleep 100; signal 500",
    "pool --renderer software; calm; windowsize % 4000 65535; sleep 100;"
    "signal 500",
    /* A large picture is complete after the window has gone. */
    "screen 1920x1080x24; open --rain 0 --size 1900x1000 @coffee.png;"
    "key s; file ripple-0001.png; signal 500; files 2; complete "
    "ripple-0001.png",
    /* A film that is cut short by the end of its display. */
    "environment 5 PATH=/; pool; calm; key F9; records; lose server;"
    "files 1; complete ripple-0001.y4m",
    "pool --preset storm; lose server; files 0",
    "pool; calm; rest 1; lose window; files 0",
    /* Its status says that a film was lost, whose encoder fails at its end. */
    "ffmpeg case $* in *-frames:v*) exit\nesac\n/bin/cat >/dev/null\n"
    "echo no luck >&2\nexit 1; pool; calm; key F9; records; kill 3;"
    "fails ripple: ripple-0001.mp4: ffmpeg: no luck; files 0",
    /* A second signal gives up what is still being saved. */
    "screen 1920x1080x24; open --rain 0 --size 1900x1000 @coffee.png; key s;"
    "file ripple-0001.png; kill 15; hidden; sleep 300; kill 15;"
    "fails ripple: ripple-0001.png: given up; files 0",
};

TEST_ROWS(x11, statements, run, rows)

/* If the server does not answer, a second signal ends the program. */
TEST(x11, server_that_hangs)
{
    desk_play("pool --preset storm");
    EXPECT_INT(kill(desk.server.pid, SIGSTOP), ==, 0);
    process_sleep_ms(500);
    EXPECT_INT(kill(desk.ripple.pid, SIGTERM), ==, 0);
    process_sleep_ms(300);
    EXPECT_INT(process_end_ms(&desk.ripple, SIGTERM), <=, 10000);
    EXPECT_INT(kill(desk.server.pid, SIGCONT), ==, 0);
    process_clear(&desk.ripple);
}

/* The window shows the desktop that was there before it, or is without it. */
TEST_LOOP(x11, desktop_in_the_window, 2)
{
    static const char *const ways[] = {
        "paint; open --picture-from screen --fit tile --rain 0 --size 300x200;"
        "await 0 0",
        "paint; open --fit tile --rain 0 --size 300x200; keys 1 d; await 0 0"};
    RipplePixels wanted = support_pixels(DESK_WIDTH, DESK_HEIGHT);

    for (int i = 0; i < DESK_WIDTH * DESK_HEIGHT; i++)
        wanted.pixels[i] = desktop_colour(i % DESK_WIDTH, i / DESK_WIDTH);
    desk_want(wanted);
    verbs_run(run, ways[_i]);
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
    enum { ROUNDS = 10, MAX_MS = 5000 };
    static const char *const options[] = {"--rain 0 ", "--preset storm "};

    for (int i = 0; i < 2 * ROUNDS; i++) {
        int signal = i < ROUNDS ? 0 : SIGTERM;

        desk_play("place 50 60 300 200; keep");
        start_saver(options[i % 2]);
        desk_play("await 1000 60000; sleep %d", i * 14 % 40);
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

/* Where there is no window for it: a line of errors, and an end. */
static const struct {
    const char *before, *line;
    int status;
    const char *says;
} refused[] = {
    {"screen 640x480x8", "--root", 1, "has a palette (depth 8)"},
    {"", "--window-id 0x1fedcba", 1, "window 0x1fedcba: BadWindow"},
    {"environment 5 XSCREENSAVER_WINDOW=nonsense", "--root", 2,
     "XSCREENSAVER_WINDOW: must be the number of a window"},
    {"environment 1 WAYLAND_DISPLAY=wayland-7", "--root", 1,
     "--root: Wayland has no window for that"},
    {"environment 0 DISPLAY", "--root", 1,
     "--root: there is no X display to draw on"},
};

TEST_LOOP(x11, windows_that_cannot_be, COUNT(refused))
{
    verbs_run(run, refused[_i].before);
    expect_end(refused[_i].line, refused[_i].status, refused[_i].says);
}

static const struct {
    const char *conf, *line, *says;
} mistakes[] = {
    {"nonsense", "", "ripple.conf:1: --nonsense: no such option"},
    {"preset retro", "--light 20", "--pixels rgb565: needs"},
    {"renderer cubist", "", "--renderer: cubist is not in"},
    {"picture-from screen", "", "xscreensaver has kept no picture"},
    {"", "--picture @does-without", "there is no picture in this folder"},
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
        process_await_lines(&desk.ripple, 1);
        stop_saver(mistakes[i].says);
        XDestroyWindow(display, host);
        XSync(display, False);
    }
}

#endif
