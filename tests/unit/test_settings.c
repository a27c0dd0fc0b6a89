/* SPDX-License-Identifier: MIT */
/* The table of settings: every row by its name, its words and its range. */
#include "water.h"

#include "base/decimal.h"
#include "../setting_field.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SETTINGS = 64 };

TEST_CASE(settings, rows, .timeout_s = 4);

/* Setting i, or NULL: a test loops over more than there are. */
static const RippleSettingInfo *begin(int i, RippleSettings *settings)
{
    ripple_settings_init(settings);
    EXPECT(ripple_setting_info(MAX_SETTINGS) == NULL);
    EXPECT(ripple_setting_info(-1) == NULL);
    return ripple_setting_info(i);
}

static const char *get(const RippleSettings *settings, const char *name)
{
    static char text[32];

    EXPECT_OK(ripple_setting_get(settings, name, text, sizeof text));
    return text;
}

static void expect_refused(const RippleSettingInfo *info, const char *value)
{
    RippleSettings settings, defaults;
    char why[96] = "";

    ripple_settings_init(&settings);
    ripple_settings_init(&defaults);
    EXPECT_BAD_SETTING(
        ripple_setting_set(&settings, info->name, value, why, sizeof why));
    ck_assert_msg(strncmp(why, "must be ", 8) == 0, "%s", why);
    EXPECT_BAD_SETTING(
        ripple_setting_set(&settings, info->name, value, NULL, 0));
    EXPECT(memcmp(&settings, &defaults, sizeof settings) == 0);
}

TEST_LOOP(rows, describe_settings, MAX_SETTINGS)
{
    RippleSettings settings;
    const RippleSettingInfo *info = begin(_i, &settings);

    if (info == NULL)
        return;
    EXPECT(info->min <= info->initial && info->initial <= info->max);
    EXPECT_INT(strlen(info->name), >, 2);
    EXPECT_INT(strlen(info->help), >, 10);
    EXPECT(info->unit != NULL && info->type != RIPPLE_SETTING_TEXT);
    for (int i = 0; i < _i; i++)
        EXPECT(strcmp(info->name, ripple_setting_info(i)->name) != 0);
}

/* The default, both ends and every word can be written and read again, and no
   other field changes. */
TEST_LOOP(rows, values_go_in_and_out, MAX_SETTINGS)
{
    RippleSettings settings, changed;
    const RippleSettingInfo *info = begin(_i, &settings);
    int count = 0;

    if (info == NULL)
        return;
    changed = settings;
    for (double value = info->min; value <= info->max && count < 100; count++) {
        char text[32];
        const char *word = info->type == RIPPLE_SETTING_NUMBER
                               ? NULL
                               : ripple_setting_word(_i, (int)value);

        ripple_decimal_write(text, sizeof text, value);
        if (word == NULL) {
            EXPECT_INT(info->type, !=, RIPPLE_SETTING_WORD);
            EXPECT_OK(ripple_setting_set(&changed, info->name, text, NULL, 0));
            ck_assert_str_eq(get(&changed, info->name), text);
        } else {
            EXPECT_OK(ripple_setting_set(&changed, info->name, word, NULL, 0));
            ck_assert_str_eq(get(&changed, info->name), word);
        }
        value += info->type == RIPPLE_SETTING_NUMBER
                     ? (info->max - info->min) / 90
                     : 1;
    }
    EXPECT_OK(ripple_setting_set(&changed, info->name,
                                 get(&settings, info->name), NULL, 0));
    EXPECT(memcmp(&settings, &changed, sizeof settings) == 0);
}

TEST_LOOP(rows, wrong_values_are_refused, MAX_SETTINGS)
{
    static const char *const wrong[] = {"",     " ",   "x",    "nan", "inf",
                                        "-inf", "0x1", "1e99", "1 ",  "1,5",
                                        "--1",  "1e",  "."};
    RippleSettings settings;
    const RippleSettingInfo *info = begin(_i, &settings);
    char beyond[32];

    if (info == NULL)
        return;
    for (int i = 0; i < COUNT(wrong); i++)
        expect_refused(info, wrong[i]);
    ripple_decimal_write(beyond, sizeof beyond, info->max * 1.001 + 1);
    expect_refused(info, beyond);
    ripple_decimal_write(beyond, sizeof beyond, info->min - 1);
    expect_refused(info, beyond);
    if (info->type != RIPPLE_SETTING_NUMBER)
        expect_refused(info, "0.5");
}

TEST(rows, names_that_are_none)
{
    static const char *const names[] = {"", "Model", "light_from", "rain"};
    RippleSettings settings;
    char why[96];

    ripple_settings_init(&settings);
    for (int i = 0; i < COUNT(names); i++) {
        EXPECT_BAD_SETTING(
            ripple_setting_set(&settings, names[i], "1", why, sizeof why));
        ck_assert_str_eq(why, "is no setting");
        EXPECT_BAD_SETTING(
            ripple_setting_get(&settings, names[i], why, sizeof why));
    }
    EXPECT(ripple_setting_word(-1, 0) == NULL);
    EXPECT(ripple_setting_word(MAX_SETTINGS, 0) == NULL);
    EXPECT(ripple_setting_word(0, -1) == NULL);
}

/* Each row has a field of its own, and before `later`. */
TEST_LOOP(rows, fields_are_different, MAX_SETTINGS)
{
    RippleSettings settings;
    const RippleSettingInfo *info = begin(_i, &settings);

    if (info == NULL)
        return;
    EXPECT_INT(setting_field_find(_i), <, offsetof(RippleSettings, later));
    for (int i = 0; i < _i; i++)
        ck_assert_msg(setting_field_find(i) != setting_field_find(_i),
                      "%s has the field of another", info->name);
}

static void expect_wrong_field(size_t field, const void *value, size_t size,
                               const char *wanted)
{
    RippleSettings settings;
    char why[96];

    ripple_settings_init(&settings);
    EXPECT_OK(ripple_settings_check(&settings, why, sizeof why));
    memcpy((char *)&settings + field, value, size);
    EXPECT_BAD_SETTING(ripple_settings_check(&settings, why, sizeof why));
    ck_assert_msg(strstr(why, wanted) != NULL, "%s", why);
    EXPECT_BAD_SETTING(ripple_settings_check(&settings, NULL, 0));
}

/* What a caller writes into a field is checked as text is. */
TEST_LOOP(rows, wrong_fields_are_refused, MAX_SETTINGS)
{
    static const double wrong[] = {NAN, INFINITY, -INFINITY, -1000, 1e9};
    RippleSettings settings;
    const RippleSettingInfo *info = begin(_i, &settings);
    char wanted[64];

    if (info == NULL)
        return;
    snprintf(wanted, sizeof wanted, "%s must be ", info->name);
    for (int i = 0; i < COUNT(wrong); i++) {
        int whole = i % 2 ? -1 : 999;

        if (info->type == RIPPLE_SETTING_NUMBER)
            expect_wrong_field(setting_field_find(_i), &wrong[i],
                               sizeof wrong[i], wanted);
        else
            expect_wrong_field(setting_field_find(_i), &whole, sizeof whole,
                               wanted);
    }
}

/* A new field takes its room from `later`: programs that were built before go
   on as they are. */
TEST(rows, settings_of_a_later_version)
{
    double number = 1;

    if (_Alignof(double) == 8)
        EXPECT_INT(sizeof(RippleSettings), ==, 216);

    expect_wrong_field(offsetof(RippleSettings, later), &number, sizeof number,
                       "later version");
    expect_wrong_field(sizeof(RippleSettings) - sizeof number, &number,
                       sizeof number, "later version");
}
