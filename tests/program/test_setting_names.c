/* SPDX-License-Identifier: MIT */
/* Where a setting of the library is known by its name: options, configuration
   file and scripts. All of them follow from its row. tools/test-install.sh
   compares help and manual page. */
#define _XOPEN_SOURCE 700 /* newlocale */

#include "app/option_table.h"
#include "play/script.h"
#include "lib/util/fixed.h"
#include "../process.h"
#include "../support.h"
#include "../test.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_SETTINGS = 64 };

TEST_CASE(settings, names, .timeout_s = 20);

/* The text of a setting; static until the next call. */
static const char *get(const PlaySettings *settings, const char *name)
{
    static char text[32];

    EXPECT_OK(ripple_setting_get(&settings->pool, name, text, sizeof text));
    return text;
}

/* A value of setting i that the default preset does not have. */
static const char *choose_value(int i)
{
    static char number[32];
    const RippleSettingInfo *info = ripple_setting_info(i);
    PlaySettings usual;
    int word;

    play_settings_init(&usual);
    if (info->type == RIPPLE_SETTING_WORD) {
        word = strcmp(get(&usual, info->name), ripple_setting_word(i, 0)) == 0;
        return ripple_setting_word(i, word);
    }
    snprintf(number, sizeof number, "%.9g",
             info->type == RIPPLE_SETTING_INT ? 2 * info->initial
                                              : info->max * 3 / 8);
    ck_assert_str_ne(get(&usual, info->name), number);
    return number;
}

static void expect_value(const PlaySettings *settings, const char *name,
                         const char *value)
{
    ck_assert_str_eq(get(settings, name), value);
}

TEST_LOOP(names, options_files_and_scripts_take_them, MAX_SETTINGS)
{
    const RippleSettingInfo *info = ripple_setting_info(_i);
    const char *value = info != NULL ? choose_value(_i) : NULL;
    PlaySettings settings;
    Options options;
    Script script;
    Error error;
    char line[96];

    if (info == NULL)
        return;
    snprintf(line, sizeof line, "--%s %s", info->name, value);
    ck_assert_msg(process_parse(&options, line, &error) == 0, "%s", error.text);
    expect_value(&options.scene.settings, info->name, value);
    config_clear(&options.config);

    mkdir(support_path("ripple"), 0700);
    support_write("ripple/ripple.conf", line + 2);
    EXPECT_OK(process_parse(&options, "", &error));
    unlink(support_path("ripple/ripple.conf"));
    rmdir(support_path("ripple"));
    expect_value(&options.scene.settings, info->name, value);
    config_clear(&options.config);

    snprintf(line, sizeof line, "0 set %s %s", info->name, value);
    ck_assert_msg(script_parse(&script, line, "text", &error) == 0, "%s",
                  error.text);
    play_settings_init(&settings);
    EXPECT(play_settings_change(&settings, script.events[0].name,
                                script.events[0].value,
                                &(PlayReason){""}) == NULL);
    expect_value(&settings, info->name, value);
    script_clear(&script);
}

/* A text of every setting but of files and pairs, with which it can be set: of
   one with words, the last word. */
TEST(names, values_are_written_as_they_are_read)
{
    const RippleSettingInfo *info;
    PlaySettings settings;
    PlayReason why;
    char text[32];
    int unreadable = 0;

    play_settings_init(&settings);
    for (int i = 0; (info = play_settings_info(i)) != NULL; i++) {
        const char *word = NULL;

        for (int k = 0; play_settings_word(i, k) != NULL; k++)
            word = play_settings_word(i, k);
        if (word != NULL)
            ck_assert_ptr_null(
                play_settings_set(&settings, info->name, word, &why));
        if (play_settings_get(&settings, info->name, text, sizeof text) != 0) {
            EXPECT_INT(info->type, ==, RIPPLE_SETTING_TEXT);
            unreadable++;
            continue;
        }
        if (word != NULL)
            ck_assert_str_eq(text, word);
        ck_assert_ptr_null(
            play_settings_set(&settings, info->name, text, &why));
    }
    EXPECT_INT(unreadable, ==, 5);
    ck_assert_ptr_null(play_settings_word(-1, 0));
    EXPECT_INT(play_settings_get(&settings, "rate", text, sizeof text), ==, -1);
}

/* Makes the thread's locale one with this decimal point, to be freed. */
static locale_t use_point(const char *name, const char *point)
{
    const char *const line[] = {"localedef", "-c",        "-f", "UTF-8",
                                "-i",        "point.txt", name, NULL};
    Process process = {0};
    char source[96];
    locale_t made;

    snprintf(source, sizeof source,
             "LC_NUMERIC\ndecimal_point \"%s\"\nthousands_sep \"\"\n"
             "grouping -1\nEND LC_NUMERIC\n",
             point);
    support_write("point.txt", source);
    process.folder = support_path("");
    process_start(&process, line);
    process_finish(&process);
    process_clear(&process);
    EXPECT_OK(setenv("LOCPATH", support_path(""), 1));
    made = newlocale(LC_NUMERIC_MASK, name + 2, (locale_t)0);
    ck_assert_msg(made != (locale_t)0, "localedef made no %s", name);
    uselocale(made);
    return made;
}

TEST(names, numbers_in_every_locale)
{
    static const struct {
        const char *name, *point, *half;
    } cases[] = {{"./comma", ",", "0,5"},
                 {"./arabic", "<U066B>", "0\331\2535"}};
    RippleSettings settings;
    char text[32];

    if (access("/usr/share/i18n/charmaps/UTF-8.gz", R_OK) != 0)
        return; /* localedef needs it */
    ripple_settings_init(&settings);
    for (int i = 0; i < COUNT(cases); i++) {
        locale_t locale = use_point(cases[i].name, cases[i].point);

        snprintf(text, sizeof text, "%.1f", 0.5);
        ck_assert_str_eq(text, cases[i].half);
        EXPECT_OK(ripple_setting_set(&settings, "light", "62.5", NULL, 0));
        ck_assert_double_eq(settings.light, 62.5);
        EXPECT_OK(ripple_setting_get(&settings, "light", text, sizeof text));
        ck_assert_str_eq(text, "62.5");
        settings.model = RIPPLE_MODEL_WAVE;
        settings.speed = 20;
        EXPECT_INT(ripple_settings_check(&settings, text, sizeof text), ==,
                   RIPPLE_ERROR_SETTING);
        ck_assert_str_eq(text, "speed must be at most 14.7534 w");
        ripple_settings_init(&settings);
        uselocale(LC_GLOBAL_LOCALE);
        freelocale(locale);
    }
}
