/* SPDX-License-Identifier: MIT */
/* The documentation: --help, and that the README's commands are accepted.
   tools/test-install.sh compares the manual pages with --help. */
#include "media/output.h"
#include "app/events.h"
#include "lib/util/fixed.h"
#include "play/play_settings.h"
#include "play/presets.h"
#include "play/script.h"
#include "../support.h"
#include "../test.h"
#include "../work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Every format of outputs, in the help, in the manual page and in what a wrong
   ending is told. */
TEST(help, help_of_outputs)
{
    const char *help = strstr(ask("--help all"), "--output may be given");
    const char *page = support_load(
        process_repository_path("assets/share/man/man6/ripple.6"), NULL);
    OutputOption option;
    const char *wrong = output_choose(&option, "a.nothing");

    page = strstr(page, ".Sh RECORDINGS");
    EXPECT(output_ending(-1) == NULL);
    for (int i = 0; output_ending(i) != NULL; i++) {
        char ending[16];

        snprintf(ending, sizeof ending, ".%s", output_ending(i));
        ck_assert_msg(strstr(wrong, ending) != NULL, "%s: %s", ending, wrong);
        ck_assert_msg(strstr(help, ending) != NULL, "%s: --help", ending);
        ck_assert_msg(strstr(page, ending) != NULL, "%s: ripple(6)", ending);
    }
    EXPECT(strstr(wrong, " - ") != NULL && strstr(help, " - ") != NULL);
}

/* The example in the manual page has a line for each event: "20 disturb 30 200
   500  # X Y MAGNITUDE". */
TEST(help, page_has_events)
{
    char *page = support_load(
        process_repository_path("assets/share/man/man6/ripple.6"), NULL);
    int i = 0;

    page = strstr(page, ".Sh SCRIPTS");
    for (const char *syntax; (syntax = script_syntax(i)) != NULL; i++) {
        char name[16] = " ", numbers[64] = "# ", line[96] = "";
        int words = sscanf(syntax, "STEP %14s %61[^\n]", name + 1, numbers + 2);
        const char *found = page;
        int is_there = 0;

        EXPECT_INT(words, >=, 1);
        while (!is_there && (found = strstr(found + 1, name)) != NULL) {
            sscanf(found, "%95[^\n]", line);
            is_there = words == 1 || strstr(line, numbers) != NULL;
        }
        ck_assert_msg(is_there, "ripple(6) lacks %s", syntax);
    }
    EXPECT_INT(i, >=, 11);
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

/* Adds a row to a table of README.md; `line` has a tab, or no row. */
static void add_row(char table[4096], const char *quote, const char *line)
{
    size_t length = strlen(table), name = strcspn(line, "\t");

    if (line[name] != '\0')
        snprintf(table + length, 4096 - length, "| %s%.*s%s | %s |\n", quote,
                 (int)name, line, quote, line + name + 1);
}

/* Its tables have the keys of the help and the presets, in their order. */
TEST(readme, readme_has_tables)
{
    const char *readme =
        support_load(process_repository_path("README.md"), NULL);
    char keys[4096] = "|---|---|\n", presets[4096] = "|---|---|\n";

    for (int i = 0; events_help_line(i) != NULL; i++)
        add_row(keys, "", events_help_line(i));
    for (int i = 0; presets_get(i) != NULL; i++) {
        char line[128];

        snprintf(line, sizeof line, "%s\t%s", presets_get(i)->name,
                 presets_get(i)->summary);
        add_row(presets, "`", line);
    }
    strcat(keys, "\n");
    strcat(presets, "\n");
    ck_assert_msg(strstr(readme, keys) != NULL, "README.md lacks\n%s", keys);
    ck_assert_msg(strstr(readme, presets) != NULL, "README.md lacks\n%s",
                  presets);
}

/* The number that ends or follows `mark` in text, or NAN. */
static double number_after(const char *text, const char *mark)
{
    const char *found = text != NULL ? strstr(text, mark) : NULL;
    double number, divisor;
    int count = found != NULL
                    ? sscanf(found + strlen(mark), "%lf/%lf", &number, &divisor)
                    : 0;

    return count == 2 ? number / divisor : count == 1 ? number : NAN;
}

static int is_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Where a line of help names a range, as 0..0.5, or a default, as (0.35), they
   are those of its row. */
TEST(help, help_of_settings)
{
    const RippleSettingInfo *info;
    int ranges = 0, defaults = 0;

    for (int i = 0; (info = play_settings_info(i)) != NULL; i++) {
        double initial = number_after(info->help, "(");
        const char *dots = strstr(info->help, ".."), *start = dots;

        while (start != NULL && start[-1] != ' ')
            start--;
        if (dots != NULL && info->type != RIPPLE_SETTING_TEXT) {
            ck_assert_msg(is_near(number_after(start, ""), info->min) &&
                              is_near(number_after(dots, ".."), info->max),
                          "--%s %s", info->name, info->help);
            ranges++;
        }
        if (!isnan(initial)) {
            ck_assert_msg(is_near(initial, info->initial), "--%s %s",
                          info->name, info->help);
            defaults++;
        }
    }
    EXPECT_INT(ranges, >=, 7);
    EXPECT_INT(defaults, >=, 12);
}

static void replace_dashes(char *text)
{
    while ((text = strchr(text, '-')) != NULL)
        *text = '_';
}

/* The comment of a field of RippleSettings; `name` is that of its option. */
static char *find_comment(const char *header, const char *name)
{
    char *field = support_own(calloc(1, 64), free), *end;
    const char *found;

    snprintf(field, 64, " %s;", name);
    replace_dashes(field);
    found = strstr(header, "struct RippleSettings {");
    do {
        found = strstr(found + 1, field);
    } while (found != NULL &&
             strncmp(found + strlen(field) + strspn(found + strlen(field), " "),
                     "/*", 2) != 0);
    ck_assert_msg(found != NULL, "ripple.h has no field %s", name);
    found = strstr(found, "/*");
    end = support_own(strndup(found, (size_t)(strstr(found, "*/") - found)),
                      free);
    for (char *c = end; *c != '\0'; c++)
        *c = strchr("\n ", *c) != NULL ? ' ' : *c;
    return end;
}

/* Its comment in ripple.h names the default of each field. */
TEST(readme, header_names_defaults)
{
    char *header = support_load(process_repository_path("src/ripple.h"), NULL);
    const RippleSettingInfo *info;

    for (int i = 0; (info = ripple_setting_info(i)) != NULL; i++) {
        const char *comment = find_comment(header, info->name);
        const char *text = strstr(comment, "default");
        char word[64];

        ck_assert_msg(text != NULL, "%s: no default in %s", info->name,
                      comment);
        text += strlen("default");
        text += strspn(text, " ");
        if (info->type != RIPPLE_SETTING_WORD) {
            ck_assert_msg(is_near(number_after(text, ""), info->initial),
                          "%s: %s", info->name, text);
            continue;
        }
        snprintf(word, sizeof word, "RIPPLE_%s_%s", info->name,
                 ripple_setting_word(i, (int)info->initial));
        replace_dashes(word);
        ck_assert_msg(strncasecmp(text, word, strlen(word)) == 0, "%s: %s",
                      word, text);
    }
}
