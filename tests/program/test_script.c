/* SPDX-License-Identifier: MIT */
/* Scripts: what is read, and every way in which a line can be wrong. */
#include "lib/util/fixed.h"
#include "play/script.h"
#include "../test.h"
#include "../support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Error error;

TEST_CASE(script, files, .timeout_s = 4);

static void expect_refused(const char *path, const char *reason)
{
    Script script;

    ck_assert_msg(script_read(&script, path, &error) == -1, "accepted: %s",
                  support_read(path, NULL));
    ck_assert_msg(strstr(error.text, reason) != NULL, "%s", error.text);
    EXPECT(script.events == NULL);
}

TEST(files, events)
{
    Script script;
    const char *path =
        support_write("good.txt", "# a comment\n"
                                  "\n"
                                  "0 stone 10 -20 5 100   # another\n"
                                  "0\tline 1 2 3 4 5 -6\r\n"
                                  "1 splash 1 2 3 4 1000\n"
                                  "7 disturb 8 9 2147483647\n"
                                  "7 set damping 12\n"
                                  "18446744073709551615 clear");

    EXPECT_OK(script_read(&script, path, &error));
    EXPECT_INT(script.count, ==, 6);
    EXPECT_INT(script.events[0].kind, ==, EVENT_STONE);
    EXPECT_INT(script.events[0].numbers[1], ==, -20);
    EXPECT_INT(script.events[0].numbers[3], ==, 100);
    EXPECT_INT(script.events[1].kind, ==, EVENT_LINE);
    EXPECT_INT(script.events[1].numbers[5], ==, -6);
    EXPECT_INT(script.events[2].kind, ==, EVENT_SPLASH);
    EXPECT_INT(script.events[2].numbers[4], ==, 1000);
    EXPECT_INT(script_duration(&script.events[2]), ==, 1);
    EXPECT_INT(script.events[3].numbers[2], ==, INT32_MAX);
    ck_assert_str_eq(script.events[4].name, "damping");
    ck_assert_str_eq(script.events[4].value, "12");
    EXPECT(script.events[5].step == UINT64_MAX);
    EXPECT_INT(script.events[5].kind, ==, EVENT_CLEAR);
    script_clear(&script);
    EXPECT(script.events == NULL);
}

/* Shares of the frame, and what happens again. */
TEST(files, shares_and_repeats)
{
    Script script, more;
    int numbers[SCRIPT_MAX_NUMBERS] = {0};
    char line[SCRIPT_MAX_LINE];
    static const int wanted[] = {64, -20, 200, 202, 10, 400, 90};

    EXPECT_OK(script_parse(&script,
                           "3/50 boat 10% -5% 200 50.5% 2.5% 400 90\n"
                           "7 set mask a/very/long/path/to/some/picture.png",
                           "text", &error));
    EXPECT_INT(script.count, ==, 2);
    EXPECT_INT(script.events[0].interval, ==, 50);
    EXPECT_INT(script.events[0].line, ==, 1);
    script_write_event(line, &script.events[0]);
    ck_assert_str_eq(line,
                     "3/50 boat 10.000% -5.000% 200 50.500% 2.500% 400 90\n");
    script_write_event(line, &script.events[1]);
    ck_assert_str_eq(line, "7 set mask a/very/long/path/to/some/picture.png\n");
    script_to_pixels(numbers, &script.events[0], 640, 400);
    ck_assert_mem_eq(numbers, wanted, sizeof wanted);
    ck_assert_str_eq(script.events[1].value,
                     "a/very/long/path/to/some/picture.png");
    EXPECT_OK(script_parse(&more, "3 clear\n5 clear\n9 clear", "more", &error));
    EXPECT_INT(script_merge(&script, &more), ==, 0);
    EXPECT_INT(script.count, ==, 5);
    EXPECT_INT(more.count, ==, 0);
    for (size_t i = 1; i < script.count; i++)
        EXPECT(script.events[i - 1].step <= script.events[i].step);
    EXPECT_INT(script.events[0].kind, ==, EVENT_BOAT);
    EXPECT_INT(script.events[1].kind, ==, EVENT_CLEAR);
    script_clear(&script);
    EXPECT_INT(script_parse(&script, "", "nothing", &error), ==, 0);
    EXPECT_INT(script.count, ==, 0);
    EXPECT_INT(script_parse(&script, "x", "mine", &error), ==, -1);
    EXPECT(strncmp(error.text, "mine: line 1: ", 14) == 0);
}

/* Events that repeat keep their steps, counted from later or earlier. */
TEST(files, beginnings_that_move)
{
    static const struct {
        uint64_t step;
        EventKind kind;
    } wanted[] = {{0, EVENT_WALL},  {2, EVENT_STONE}, {10, EVENT_LINE},
                  {10, EVENT_BODY}, {28, EVENT_LINE}, {90, EVENT_CLEAR}};
    Script script;

    EXPECT_OK(script_parse(&script,
                           "0 wall 0 0 9 9 1\n0/36 line 0 0 9 9 1 100\n"
                           "2 stone 4 4 2 100\n18/36 line 0 0 9 9 1 100\n"
                           "20/20 body 4 4 2 100\n90 clear\n",
                           "text", &error));
    script_begin_earlier(&script, 190);
    for (int i = 0; i < COUNT(wanted); i++) {
        ck_assert_uint_eq(script.events[i].step, wanted[i].step);
        EXPECT_INT(script.events[i].kind, ==, wanted[i].kind);
    }
    script_delay(&script, 7);
    ck_assert_uint_eq(script.events[0].step, 7);
    script_delay(&script, UINT64_MAX - 20);
    ck_assert_uint_eq(script.events[0].step, UINT64_MAX - 13);
    ck_assert_uint_eq(script.events[5].step, UINT64_MAX);
    script_clear(&script);
}

static const struct {
    const char *text;
    size_t count;
} texts[] = {
    {"", 0},
    {"\xEF\xBB\xBF", 0}, /* a byte order mark */
    {"\xEF\xBB\xBF"
     "0 clear\n1 clear",
     2},
    {"\xEF\xBB\xBF# marked\n0 clear\n", 1},
};

TEST_LOOP(files, texts, COUNT(texts))
{
    Script script;

    EXPECT_OK(script_read(&script, support_write("text.txt", texts[_i].text),
                          &error));
    EXPECT_INT(script.count, ==, texts[_i].count);
    script_clear(&script);
    EXPECT_OK(script_parse(&script, texts[_i].text, "text", &error));
    EXPECT_INT(script.count, ==, texts[_i].count);
    script_clear(&script);
}

/* The second line of each is wrong, and the report says so. */
TEST(files, wrong_lines)
{
    char lines[] =
        "stone 1 2 3 4|-1 stone 1 2 3 4|6.5 clear|6|6 jump 1 2|"
        "6 Stone 1 2 3 4|6 stone 1 2 3|6 stone 1 2 3 4 5|6 stone 1 2 3 x|"
        "6 stone 1 2 3 4.0|6 stone 1 2 3 99999999999|6 line 1 2 3 4 5|"
        "6 line 1 2 3 4 5 6 7 8 9 10 11 12|6 disturb 1 2|6 clear now|"
        "6 set damping|6 set damping 0|6 set damping 99|6 set damping 5 6|6 "
        "set colour red|"
        "6 set preset nope|6 set pixels rgb565|6/ clear|6/0 clear|"
        "6/x clear|6/-1 clear|6 pull 1 2 3|6 body 1 2 3|6 land 1 2|"
        "6 land 1 2 3 4|6 wall 1 2 3 4|6 water 1 2|6 boat 1 2 3 4 5 6|"
        "6 boat 1 2 3 4 5 6 0|6 stone 1% 2% 3% 4%|6 stone 1001% 2 3 4|"
        "6 stone 1 2 -3 4|6 boat 1 2 3 4 -5% 6 7|6 land 1 2 -1|"
        "6 splash 1 2 3 4|6 splash 1 2 3 4 0|6 splash 1 2 3 4 1001|"
        "6 splash 1 2 3 4 5%|6 stone % 2 3 4|6 stone nan% 2 3 4|6 set speed -1|"
        "6 set current 5,0|6 set current 1,|6 set edges round|"
        "6 set shore open|6 set seed 4|6 set "
        "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd 5|"
        "6 begin 9|6 begin 5 0|6 begin 10007 0|6 begin 9 -1|6 click 1 2 -3 4|"
        "6 drag 1 2 3 4|4 clear|18446744073709551616 clear";
    int count = 0;

    for (char *line = strtok(lines, "|"); line != NULL;
         line = strtok(NULL, "|"), count++) {
        char text[256];

        snprintf(text, sizeof text, "5 clear\n%s\n6 clear\n", line);
        expect_refused(support_write("bad.txt", text), "line 2: ");
    }
    EXPECT_INT(count, ==, 60);
}

TEST(files, files_that_are_refused)
{
    static const char zero[] = "1 clear\n2 clear\0 3\n4 clear\n";
    char text[3000];

    memset(text, '#', sizeof text);
    text[sizeof text - 1] = '\0';
    expect_refused(support_write("long.txt", text), "line 1: ");
    /* Text after a zero byte is reported, not ignored. */
    expect_refused(support_write_bytes("zero.txt", zero, sizeof zero - 1),
                   "line 2: ");
    expect_refused(support_write_bytes("end.txt", "1 clear\n2 clear\0", 17),
                   "line 2: ");
    expect_refused(support_write("mark.txt", "0 clear\n\xEF\xBB\xBF"
                                             "1 clear"),
                   "line 2: ");
    expect_refused(support_path("no.txt"), "No such file");
    expect_refused("/tmp", "directory");
}

/* A pipe that never ends does not fill the memory. */
TEST(files, too_many_events)
{
    static const char event[] = "0 clear\n";
    size_t size = (SCRIPT_MAX_EVENTS + 1) * (sizeof event - 1);
    char *text = calloc(size + 1, 1);
    Script script;

    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < size; i++)
        text[i] = event[i % (sizeof event - 1)];
    EXPECT_INT(script_parse(&script, text, "endless", &error), ==, -1);
    ck_assert_str_eq(error.text,
                     "endless: line 1000001: more than 1000000 events");
    EXPECT(script.events == NULL);
    text[size - (sizeof event - 1)] = '\0';
    EXPECT_OK(script_parse(&script, text, "endless", &error));
    EXPECT_INT(script.count, ==, SCRIPT_MAX_EVENTS);
    script_clear(&script);
    free(text);
}
