/* SPDX-License-Identifier: MIT */
/*
 * Lines of --events through a real pipe, as a statement of the stage:
 *
 *     event LINE             writes it and waits until it has been done
 *     more LINE, raw N       writes it only; writes N bytes without an end
 *
 * The file `said` has the messages.
 */
#include "stage.h"

#include "app/control.h"
#include "os/compat.h"
#include "../support.h"
#include "../test.h"

#include <stdlib.h>
#include <sys/stat.h>

static Control control;
static int writer, sent; /* lines */

static int do_line(void *context, const char *line, Error *error)
{
    (void)context;
    return events_do(&stage.window, line, stage.now_ns, error);
}

static void write_line(const char *text)
{
    ssize_t length = (ssize_t)strlen(text);

    EXPECT(write(writer, text, (size_t)length) == length);
}

/* The thread that waits for the pipe runs when it likes. */
static void await_line(int number)
{
    while (control.number < number) {
        control_turn(&control, do_line, NULL);
        SDL_Delay(1);
    }
}

static void run(const Words *words)
{
    static char bytes[2 * CONTROL_MAX_LINE];

    if (verbs_is(words, 0, "raw")) {
        memset(bytes, 'x', sizeof bytes);
        bytes[verbs_int(words, 1)] = '\0';
        write_line(bytes);
    } else if (verbs_is(words, 0, "event") || verbs_is(words, 0, "more")) {
        write_line(verbs_text(words, 1));
        write_line("\n");
        sent++;
        if (verbs_is(words, 0, "event"))
            await_line(sent);
    } else {
        stage_run(words);
    }
}

static void set_up(void)
{
    Error error;

    EXPECT_OK(chdir(support_path("")));
    EXPECT(freopen("said", "w", stderr) != NULL);
    setvbuf(stderr, NULL, _IONBF, 0);
    unlink("pipe");
    EXPECT_OK(mkfifo("pipe", 0666));
    EXPECT_OK(control_open(&control, "pipe", &error));
    writer = open("pipe", O_WRONLY);
    EXPECT(writer >= 0);
}

static void tear_down(void)
{
    control_close(&control);
    close(writer);
    stage_close();
}

TEST_CASE(control, lines, .set_up = set_up, .tear_down = tear_down,
          .timeout_s = 60);

static const char *const rows[] = {
    "open pond --rain 0 --size 300x200; turn; calm == 1;"
    "event stone 50% 50% 10% 400; turn; calm == 0; event clear; turn;"
    "calm == 1; event pause; paused == 1; event pause # again; paused == 1;"
    "event resume; paused == 0; event rain 3; rain == 3; event set rain 4;"
    "rain == 4; event quit; turn; running == 0; holds said",
    /* A boat is on its way for steps to come. */
    "open pond --rain 0 --size 300x200; event boat 10 99 290 99 9 99 100; turn;"
    "calm == 0; turn 50; event clear; turn 9; calm == 0",
    "open pond --size 64x48; event preset storm; turn; title ripple - storm;"
    "folder two; picture-file two/0.bmp 0xff803020;"
    "picture-file two/1.bmp 0xff208030; event picture two; turn;"
    "title ripple - storm - 0.bmp; await-picture; event next; turn 120;"
    "title ripple - storm - 1.bmp; holds said",
    "picture-file a_#.bmp 0xff803020; open pond --light 0 --size 64x48;"
    "event picture a_#.bmp; turn; pixel == 0xff803020; holds said",
    /* A wrong line does nothing. */
    "open pond --rain 0 --size 64x48; note crc; event # nothing; event ;"
    "event wave 3; turn; crc == noted;"
    "holds said ripple: pipe: line 3: wave: no such event",
    "open pond --rain 2 --size 64x48; event rain many; rain == 2;"
    "holds said ripple: pipe: line 1: rain: must be a number from 0 to 10000 "
    "per second",
    "open pond --size 64x48; event stone 1 2 3;"
    "holds said ripple: pipe: line 1: stone: stone X Y RADIUS WEIGHT",
    "open pond --rain 2 --size 64x48; raw 5000; event rain 9; rain == 2;"
    "event rain 7; rain == 7;"
    "holds said ripple: pipe: line 1: the line is too long",
    /* In the order in which they came, however many at once. */
    "open pond --size 64x48; repeat 700 {more rain 1; more rain 2}; event rain "
    "3; rain == 3; holds said",
};

TEST_ROWS(lines, lines, run, rows)

/* A file is done to its end, with or without one of its last line. */
TEST(lines, of_a_file)
{
    Error error;

    control_close(&control);
    stage_play("open pond --size 64x48");
    support_write("file", "rain 5\nrain 6");
    EXPECT_OK(control_open(&control, "file", &error));
    await_line(2);
    stage_play("rain == 6");
}

TEST(lines, of_nothing)
{
    Error error;

    control_close(&control);
    EXPECT_INT(control_open(&control, "none", &error), !=, 0);
    ck_assert_str_eq(error.text, "none: No such file or directory");
}
