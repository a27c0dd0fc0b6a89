/* SPDX-License-Identifier: MIT */
/*
 * However the window ends, it ends soon, and what is saved or recorded is
 * complete. These statements come to those of desk.h:
 *
 *     screen WxHxDEPTH   starts another server
 *     keys N NAME        sends a key N times at once
 *     signal MS          SIGTERM: the window is gone within so much time of
 *                        process_busy_ms and ripple ends with status 0
 *     lose server|window kills the server, or another program destroys the
 *                        window: ripple says so in one line, with status 1
 *     drag ID TYPE       another program drags over the window and drops: what
 *                        it names are the window ID, one that has gone if it is
 *                        0, and four types, or one that is TYPE
 *     drop NAME          it drops a file of ripple's folder
 *     complete NAME      a file in ripple's folder is whole
 *     files N            so many are there
 */
#include "desk.h"

#ifdef RIPPLE_X11
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

TEST_CASE(display, ends, .timeout_s = 90, .is_possible = desk_is_possible,
          .set_up = desk_open, .tear_down = desk_close);

/* Closed before the server is killed: Xlib would end this process. */
static Display *open_display(void)
{
    Display *display = XOpenDisplay(desk.display + strlen("DISPLAY="));

    ck_assert_ptr_nonnull(display);
    return display;
}

static Window own_window(void)
{
    return strtoul(desk.window, NULL, 10);
}

static void send(Display *display, XEvent *event, long mask)
{
    event->xkey.display = display;
    event->xkey.window = own_window();
    event->xkey.root = DefaultRootWindow(display);
    event->xkey.same_screen = True;
    XSendEvent(display, own_window(), True, mask, event);
}

/* Times differ: else a press after a release is one that the server repeats. */
static void send_keys(int count, const char *name)
{
    Display *display = open_display();
    KeyCode code = XKeysymToKeycode(display, XStringToKeysym(name));

    for (int i = 0; i < 2 * count; i++) {
        XEvent event = {.xkey = {.type = i % 2 == 0 ? KeyPress : KeyRelease,
                                 .time = (Time)i * 10,
                                 .keycode = code}};

        send(display, &event, i % 2 == 0 ? KeyPressMask : KeyReleaseMask);
    }
    XCloseDisplay(display);
}

static int is_shown(Display *display)
{
    Window root = DefaultRootWindow(display), parent, *children = NULL;
    unsigned int count = 0;
    int found = 0;

    EXPECT(XQueryTree(display, root, &root, &parent, &children, &count) != 0);
    for (unsigned int i = 0; i < count; i++)
        found |= children[i] == own_window();
    if (children != NULL)
        XFree(children);
    return found;
}

/* Works for 5 ms: a server that is asked all the time serves nobody else. */
static void pause_busily(void)
{
    for (long begin = process_busy_ms(); process_busy_ms() - begin < 5;)
        continue;
}

static void send_signal(int max_ms)
{
    Display *display = open_display();
    long start = process_busy_ms();

    EXPECT(is_shown(display));
    EXPECT_INT(kill(desk.ripple.pid, SIGTERM), ==, 0);
    while (is_shown(display) && process_busy_ms() - start <= 10L * max_ms)
        pause_busily();
    EXPECT_INT(process_busy_ms() - start, <=, max_ms);
    XCloseDisplay(display);
    desk_play("end");
}

/* Messages of the XDND protocol, version 5. */
static void send_message(Display *display, const char *name, const long data[5])
{
    XEvent event = {
        .xclient = {.type = ClientMessage,
                    .window = own_window(),
                    .message_type = XInternAtom(display, name, False),
                    .format = 32}};

    memcpy(event.xclient.data.l, data, 5 * sizeof data[0]);
    XSendEvent(display, own_window(), False, NoEventMask, &event);
}

static void send_drag(Display *display, Window source, Atom type)
{
    long id = (long)source, middle = 400L << 16 | 300;
    long copy = (long)XInternAtom(display, "XdndActionCopy", False);
    const long enter[] = {id, 5L << 24 | (type == None), (long)type};

    send_message(display, "XdndEnter", (long[5]){enter[0], enter[1], enter[2]});
    send_message(display, "XdndPosition", (long[5]){id, 0, middle, 0, copy});
    send_message(display, "XdndDrop", (long[5]){id});
    XSync(display, False);
}

static Window make_source(Display *display)
{
    return XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 9, 9,
                               0, 0, 0);
}

static void drag(Window source, Atom type)
{
    Display *display = open_display();

    if (source == None) {
        source = make_source(display);
        XDestroyWindow(display, source);
    }
    send_drag(display, source, type);
    XCloseDisplay(display);
}

/* Gives the window that has asked for the selection these bytes. */
static void answer(Display *display, const XSelectionRequestEvent *request,
                   const char *text)
{
    XEvent event = {.xselection = {.type = SelectionNotify,
                                   .requestor = request->requestor,
                                   .selection = request->selection,
                                   .target = request->target,
                                   .property = request->property}};

    XChangeProperty(display, request->requestor, request->property,
                    request->target, 8, PropModeReplace,
                    (const unsigned char *)text, (int)strlen(text));
    XSendEvent(display, request->requestor, False, NoEventMask, &event);
    XSync(display, False);
}

static char *find_path(const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", desk.folder, name);
    return path;
}

/* Its source names more than three types, some of which do not exist. */
static void drop(const char *name)
{
    Display *display = open_display();
    Window source = make_source(display);
    Atom types[] = {0x7fffff, XInternAtom(display, "text/uri-list", False),
                    0x7ffffe, XA_STRING};
    char text[600];
    XEvent event;

    snprintf(text, sizeof text, "file://%s\r\n", find_path(name));
    XChangeProperty(display, source,
                    XInternAtom(display, "XdndTypeList", False), XA_ATOM, 32,
                    PropModeReplace, (unsigned char *)types, COUNT(types));
    XSetSelectionOwner(display, XInternAtom(display, "XdndSelection", False),
                       source, CurrentTime);
    send_drag(display, source, None);
    do
        XNextEvent(display, &event);
    while (event.type != SelectionRequest);
    answer(display, &event.xselectionrequest, text);
    XCloseDisplay(display);
}

static void destroy_window(void)
{
    Display *display = open_display();

    XDestroyWindow(display, own_window());
    XCloseDisplay(display);
}

static void expect_failure(const char *says)
{
    process_finish(&desk.ripple);
    ck_assert_str_eq(desk.ripple.err, says);
    EXPECT_INT(desk.ripple.status, ==, 1);
    process_clear(&desk.ripple);
}

static void lose(const Words *words)
{
    int is_window = verbs_is(words, 1, "window");

    if (is_window)
        destroy_window();
    else
        process_stop(&desk.server, SIGKILL);
    expect_failure(is_window
                       ? "ripple: window: another program has destroyed it\n"
                       : "ripple: the X server: the connection is lost\n");
}

static int has_text(const char *bytes, size_t size, const char *text)
{
    size_t length = strlen(text);

    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(bytes + i, text, length) == 0)
            return 1;
    }
    return 0;
}

/* The frames of a Y4M are whole, an MP4 has its index, a PNG its end. */
static void expect_complete(const char *name)
{
    size_t size;
    const char *bytes = support_load(find_path(name), &size);
    const char *head = memchr(bytes, '\n', size);

    if (strstr(name, ".y4m") != NULL) {
        ck_assert_ptr_nonnull(head);
        size -= (size_t)(head + 1 - bytes);
        EXPECT_INT(size, >, 0);
        EXPECT_INT(size % (6 + DESK_WIDTH * DESK_HEIGHT * 3 / 2), ==, 0);
    } else {
        EXPECT(has_text(bytes, size,
                        strstr(name, ".mp4") != NULL ? "moov" : "IEND"));
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

static void run(void *subject, const Words *words)
{
    if (verbs_is(words, 0, "screen")) {
        desk_close();
        desk_open_screen(verbs_text(words, 1));
    } else if (verbs_is(words, 0, "keys")) {
        send_keys(verbs_int(words, 1), verbs_text(words, 2));
    } else if (verbs_is(words, 0, "signal")) {
        send_signal(verbs_int(words, 1));
    } else if (verbs_is(words, 0, "lose")) {
        lose(words);
    } else if (verbs_is(words, 0, "drag")) {
        drag((Window)verbs_int(words, 1), (Atom)verbs_int(words, 2));
    } else if (verbs_is(words, 0, "drop")) {
        drop(verbs_text(words, 1));
    } else if (verbs_is(words, 0, "complete")) {
        expect_complete(verbs_text(words, 1));
    } else if (verbs_is(words, 0, "files")) {
        EXPECT_INT(count_files(), ==, verbs_int(words, 1));
    } else {
        desk_run(subject, words);
    }
}

static const char *const rows[] = {
    /* It wakes from the sleep of calm water. */
    "pool; calm; rest 1; signal 500",
    "pool; calm; key space; sleep 2500; rest 1; signal 500",
    /* No queue delays the signal. */
    "pool; keys 3000 h; signal 1000",
    "pool; keys 500 s; signal 1000",
    /* Nor does a new size: one that no display can show is taken back. */
    "pool; calm; windowsize % 16000 8000; sleep 100; signal 500",
    "pool; calm; windowsize % 4000 65535; sleep 100; signal 500",
    "pool; calm; windowsize % 65535 20; sleep 100; signal 500",
    "pool; calm; windowsize % 32767 32767; sleep 100; signal 500",
    "pool --fullscreen; calm 800 600; windowsize % 32767 32767; sleep 100;"
    "signal 500",
    "pool --renderer software; calm; windowsize % 4000 65535; sleep 100;"
    "signal 500",
    /* A large picture is complete after the window has gone. */
    "screen 3840x2160x24; open --rain 0 --size 3400x1900 @coffee.png;"
    "key s; file ripple-0001.png; signal 500; files 1; complete "
    "ripple-0001.png",
    "pool; key s; key s; file ripple-0002.png; lines 2; signal 500; files 2;"
    "complete ripple-0002.png",
    /* A film that is cut short by the end of its display. */
    "environment 5 PATH=/; pool; calm; key F9; records; lose server;"
    "files 1; complete ripple-0001.y4m",
    "environment 5 PATH=/; pool; calm; key F9; records; lose window;"
    "files 1; complete ripple-0001.y4m",
    "environment 5 PATH=/; pool; calm; key F9; records; key space; sleep 300;"
    "lose window; files 1; complete ripple-0001.y4m",
    "environment 5 PATH=/; pool; calm; key F9; records; signal 500;"
    "files 1; complete ripple-0001.y4m",
    /* Drags of programs that have gone, of none, of types that do not exist;
       then one of a file. */
    "pool; calm; drag 0 0; drag 0 31; drag 0 8388607; drag 33554431 0;"
    "drag 1 8388607; drag 0 1; sleep 300; shows 0 0; drop cup.png;"
    "title ripple - pond - cup.png; signal 500",
    /* A dropped picture that nobody writes, by signal, key and button. */
    "pool; calm; drop endless.png; sleep 300; signal 500",
    "pool; calm; drop endless.png; sleep 300; key q; end",
    "pool; calm; drop endless.png; sleep 300; key Escape; sleep 300; key "
    "Escape; end",
    "pool; calm; drop endless.mp4; sleep 300; signal 500",
    "pool --preset storm; lose server; files 0",
    "pool; calm; rest 1; lose window; files 0",
};

/* Names that are dropped: a picture, and pictures that never end. */
static void make_pictures(void)
{
    const char *const fifos[] = {"endless.png", "endless.mp4"};

    for (int i = 0; i < COUNT(fifos); i++)
        EXPECT_OK(mkfifo(find_path(fifos[i]), 0666));
    EXPECT_OK(symlink(process_repository_path("assets/coffee.png"),
                      find_path("cup.png")));
}

/* A picture that cannot be read is said in the window, which shows the bed. */
TEST(ends, picture_that_is_lost)
{
    desk_play("want 300 200 --rain 0; open gone.png --size 300x200 --rain 0;"
              "await 900 50000; title ripple - pond - sand; await 0 0; key q");
    expect_failure("ripple: gone.png: No such file or directory\n");
}

TEST_LOOP(ends, statements, COUNT(rows))
{
    make_pictures();
    verbs_run(run, NULL, rows[_i]);
}

/* However it ends, its status says that a film was lost. */
TEST_LOOP(ends, film_that_fails, 2)
{
    char name[64];

    snprintf(name, sizeof name, "%s/ffmpeg", strrchr(desk.folder, '/') + 1);
    EXPECT_OK(chmod(support_write(name, "#!/bin/sh\n"
                                        "case $* in *-frames:v*) exit;; esac\n"
                                        "/bin/cat >/dev/null\n"
                                        "echo no luck >&2; exit 1\n"),
                    0777));
    desk_play("environment 5 PATH=.; pool; calm; key F9; records");
    if (_i == 0)
        desk_play("key F9; sleep 300; key q");
    else
        EXPECT_OK(kill(desk.ripple.pid, SIGQUIT));
    process_finish(&desk.ripple);
    EXPECT_INT(desk.ripple.status, ==, 1);
    ck_assert_str_eq(desk.ripple.err,
                     "ripple: ripple-0001.mp4: ffmpeg: no luck\n");
    process_clear(&desk.ripple);
    EXPECT_INT(count_files(), ==, 0);
}

/* A second signal gives up what is still being saved. */
TEST(ends, given_up)
{
    verbs_run(run, NULL,
              "screen 3840x2160x24; open --rain 0 --size 3400x1900 "
              "@coffee.png; key s; file ripple-0001.png");
    EXPECT_INT(kill(desk.ripple.pid, SIGTERM), ==, 0);
    desk_play("hidden; sleep 300");
    process_stop(&desk.ripple, SIGTERM);
    EXPECT_INT(desk.ripple.status, ==, 1);
    ck_assert_str_eq(desk.ripple.err, "ripple: ripple-0001.png: given up\n");
    process_clear(&desk.ripple);
    EXPECT_INT(count_files(), ==, 0);
}

/* If the server does not answer, a second signal ends the program. */
TEST(ends, server_that_hangs)
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

TEST(ends, encoded_films)
{
    static const char *const ways[] = {"server", "window"};

    if (!process_exists("ffmpeg")) {
        puts("skipped: no ffmpeg");
        return;
    }
    for (int i = 0; i < COUNT(ways); i++) {
        char line[128];

        snprintf(line, sizeof line,
                 "screen 800x600x24; pool; calm; key F9; records;"
                 "lose %s;"
                 "files 1; complete ripple-0001.mp4",
                 ways[i]);
        verbs_run(run, NULL, line);
    }
}

#endif
