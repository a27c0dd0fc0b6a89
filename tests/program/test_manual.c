/* SPDX-License-Identifier: MIT */
/* The documentation: --help, and that the README's commands are accepted.
   tools/test-install.sh compares the manual pages with --help. */
#include "../process.h"
#include "../test.h"
#include "../support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 24, COLUMNS = 80, MAX_OPTIONS = 128, MAX_NAME = 32 };

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789-"

typedef struct Names {
    char items[MAX_OPTIONS][MAX_NAME];
    int count;
} Names;

static int contains(const Names *names, const char *name)
{
    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0)
            return 1;
    }
    return 0;
}

/* The name that stands at the start of the text; none may come twice. */
static void add_name(Names *names, const char *text)
{
    char *name = names->items[names->count];
    int length = (int)strspn(text, NAME_LETTERS);

    EXPECT_INT(length, >, 0);
    EXPECT_INT(length, <, MAX_NAME);
    snprintf(name, MAX_NAME, "%.*s", length, text);
    if (contains(names, name))
        ck_abort_msg("--%s comes twice", name);
    names->count++;
    EXPECT_INT(names->count, <, MAX_OPTIONS);
}

/* The names of options in a help. */
static void find_names(Names *names, const char *text)
{
    names->count = 0;
    for (; *text != '\0'; text += strcspn(text, "\n"), text += *text != '\0') {
        if (strncmp(text, "  --", 4) == 0)
            add_name(names, text + 4);
    }
    EXPECT_INT(names->count, >, 5);
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

/* The output of a program, to be freed. */
static char *ask(const char *program, const char *word, const char *next)
{
    const char *const argv[] = {program, word, next, NULL};
    Process process = {0};

    process_run(&process, argv);
    EXPECT_INT(process.status, ==, 0);
    ck_assert_str_eq(process.err, "");
    free(process.err);
    return process.out;
}

TEST_CASE(manual, help, .timeout_s = 60);

TEST(help, help_fits_one_screen)
{
    char *text = ask(process_ripple(), "--help", NULL);
    Names names;

    EXPECT_INT(count_lines(text), <=, LINES);
    find_names(&names, text);
    EXPECT(contains(&names, "preset") && contains(&names, "help"));
    EXPECT(!contains(&names, "simd"));
    free(text);
}

/* --help all begins with the options of --help, in the same order. */
TEST(help, help_of_all)
{
    static const char *const ways[][2] = {
        {"--help", "all"}, {"-help", "all"}, {"-h", "all"}, {"--help=all"}};
    char *few = ask(process_ripple(), "--help", NULL), *text;
    Names common, all;

    find_names(&common, few);
    for (int i = 0; i < 4; i++) {
        text = ask(process_ripple(), ways[i][0], ways[i][1]);
        EXPECT_INT(count_lines(text), >, LINES);
        find_names(&all, text);
        EXPECT_INT(all.count, >, common.count);
        for (int j = 0; j < common.count; j++)
            ck_assert_str_eq(all.items[j], common.items[j]);
        free(text);
    }
    free(few);
}

/* Two spaces part an option from its description. */
TEST(help, help_can_be_parsed)
{
    char *text = ask(process_ripple(), "--help", "all");

    for (char *line = strtok(text, "\n"); line != NULL;
         line = strtok(NULL, "\n")) {
        char *gap;

        if (strncmp(line, "  --", 4) != 0)
            continue;
        gap = strstr(line + 4, "  ");
        EXPECT(gap != NULL);
        EXPECT(gap[strspn(gap, " ")] != '\0');
    }
    free(text);
}

TEST_LOOP(help, help_about_nothing, 5)
{
    static const char *const lines[] = {"--help nonsense", "--help=nonsense",
                                        "-h nonsense",
                                        "--help=", "--help all --nonsense"};
    Process process = {0};

    process_run_ripple(&process, lines[_i]);
    EXPECT_INT(process.status, ==, 2);
    ck_assert_str_eq(process.out, "");
    EXPECT_INT(count_lines(process.err), ==, 1);
    process_clear(&process);
}

TEST_CASE(manual, readme, .timeout_s = 60);

/* Every command of ripple in README.md has options that are accepted. */
TEST(readme, readme)
{
    static const char start[] = "\n    ripple ";
    char *readme = support_read(process_repository_path("README.md"), NULL);
    int commands = 0;

    EXPECT(readme != NULL);
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
    free(readme);
}
