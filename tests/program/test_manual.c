/* SPDX-License-Identifier: MIT */
/* The documentation: --help, and that the README's commands are accepted.
   tools/test-install.sh compares the manual pages with --help. */
#include "base/fixed.h"
#include "../support.h"
#include "../test.h"
#include "../work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 24, COLUMNS = 80, MAX_NAMES = 4096 };

/* The names of options in a help, each between spaces. None comes twice. */
static const char *find_names(const char *text)
{
    char *names = support_own(calloc(1, MAX_NAMES), free);
    int count = 0;

    strcpy(names, " ");
    for (; *text != '\0'; text += strcspn(text, "\n"), text += *text != '\0') {
        const char *start = text + 4;
        char name[64];

        if (strncmp(text, "  --", 4) != 0)
            continue;
        snprintf(name, sizeof name, " %.*s ",
                 (int)strspn(start, "abcdefghijklmnopqrstuvwxyz0123456789-"),
                 start);
        EXPECT_INT(strlen(name), >, 2);
        if (strstr(names, name) != NULL)
            ck_abort_msg("--%s comes twice", name);
        EXPECT_INT(strlen(names) + strlen(name), <, MAX_NAMES);
        strcat(names, name + 1);
        count++;
    }
    EXPECT_INT(count, >, 5);
    return names;
}

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text != '\0'; lines++) {
        size_t length = strcspn(text, "\n");

        if (length > COLUMNS)
            ck_abort_msg("too wide: %.*s", (int)length, text);
        EXPECT(text[length] == '\n');
        text += length + 1;
    }
    return lines;
}

/* The output of ripple. */
static char *ask(const char *line)
{
    Process process = work_try((Process){0}, 0, line);

    ck_assert_str_eq(process.err, "");
    return process.out;
}

TEST_CASE(manual, help, .timeout_s = 60);

TEST(help, help_fits_one_screen)
{
    const char *text = ask("--help");
    const char *names = find_names(text);

    EXPECT_INT(count_lines(text), <=, LINES);
    EXPECT(strstr(names, " preset ") != NULL);
    EXPECT(strstr(names, " help ") != NULL);
    EXPECT(strstr(names, " simd ") == NULL);
}

/* --help all begins with the options of --help, in the same order. */
TEST(help, help_of_all)
{
    static const char *const ways[] = {"--help all", "-help all", "-h all",
                                       "--help=all"};
    const char *few = find_names(ask("--help"));

    for (int i = 0; i < COUNT(ways); i++) {
        const char *text = ask(ways[i]);
        const char *all = find_names(text);

        EXPECT_INT(count_lines(text), >, LINES);
        EXPECT_INT(strlen(all), >, strlen(few));
        EXPECT(strncmp(all, few, strlen(few)) == 0);
    }
}

/* Two spaces part an option from its description. */
TEST(help, help_can_be_parsed)
{
    for (char *line = strtok(ask("--help all"), "\n"); line != NULL;
         line = strtok(NULL, "\n")) {
        const char *gap = line;

        if (strncmp(line, "  --", 4) != 0)
            continue;
        gap = strstr(line + 4, "  ");
        EXPECT(gap != NULL);
        EXPECT(gap[strspn(gap, " ")] != '\0');
    }
}

TEST_LOOP(help, help_about_nothing, 5)
{
    static const char *const lines[] = {"--help nonsense", "--help=nonsense",
                                        "-h nonsense",
                                        "--help=", "--help all --nonsense"};
    Process process = work_try((Process){0}, 2, lines[_i]);

    ck_assert_str_eq(process.out, "");
    EXPECT_INT(count_lines(process.err), ==, 1);
}

TEST_CASE(manual, readme, .timeout_s = 60);

/* Every command of ripple in README.md has options that are accepted. */
TEST(readme, readme)
{
    static const char start[] = "\n    ripple ";
    char *readme = support_load(process_repository_path("README.md"), NULL);
    int commands = 0;

    for (char *line = strstr(readme, start); line != NULL; commands++) {
        char *end = strchr(line + 1, '\n'), *next = strstr(end, start);
        Options options;
        Error error;

        *end = '\0';
        if (process_parse(&options, line + sizeof start - 1, &error) != 0)
            ck_abort_msg("README.md:%s: %s", line + 1, error.text);
        config_clear(&options.config);
        *end = '\n';
        line = next;
    }
    EXPECT_INT(commands, >=, 8);
}
