/* SPDX-License-Identifier: MIT */
/* The table of settings: every row by its name, its words and its range. */
#include "water.h"

#include "base/decimal.h"

#include <math.h>
#include <stddef.h>
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

/* What a caller writes into a field is checked as text is. */
TEST(rows, wrong_fields_are_refused)
{
    static const struct {
        size_t field;
        const char *why;
    } numbers[] = {
        {offsetof(RippleSettings, viscosity), "viscosity must"},
        {offsetof(RippleSettings, speed), "speed must"},
        {offsetof(RippleSettings, time_step), "time-step must"},
        {offsetof(RippleSettings, spacing), "spacing must"},
        {offsetof(RippleSettings, alpha), "alpha must"},
        {offsetof(RippleSettings, beta), "beta must"},
        {offsetof(RippleSettings, loss), "loss must"},
        {offsetof(RippleSettings, stiffness), "stiffness must"},
        {offsetof(RippleSettings, restore), "restore must"},
        {offsetof(RippleSettings, max_speed), "max-speed must"},
        {offsetof(RippleSettings, max_height), "max-height must"},
        {offsetof(RippleSettings, refraction), "refraction must"},
        {offsetof(RippleSettings, light), "light must"},
        {offsetof(RippleSettings, light_from), "light-from must"},
        {offsetof(RippleSettings, later[7]), "later version"},
    };
    static const size_t words[] = {
        offsetof(RippleSettings, model),  offsetof(RippleSettings, edges),
        offsetof(RippleSettings, shore),  offsetof(RippleSettings, filter),
        offsetof(RippleSettings, view),   offsetof(RippleSettings, cell),
        offsetof(RippleSettings, damping)};
    static const double wrong[] = {NAN, INFINITY, -INFINITY, -1000, 1e9};
    RippleSettings settings;
    char why[96];

    for (int i = 0; i < COUNT(numbers) * COUNT(wrong); i++) {
        ripple_settings_init(&settings);
        EXPECT_OK(ripple_settings_check(&settings, why, sizeof why));
        memcpy((char *)&settings + numbers[i / COUNT(wrong)].field,
               &wrong[i % COUNT(wrong)], sizeof(double));
        EXPECT_BAD_SETTING(ripple_settings_check(&settings, why, sizeof why));
        ck_assert_msg(strstr(why, numbers[i / COUNT(wrong)].why) != NULL, "%s",
                      why);
        EXPECT_BAD_SETTING(ripple_settings_check(&settings, NULL, 0));
    }
    for (int i = 0; i < 2 * COUNT(words); i++) {
        ripple_settings_init(&settings);
        memcpy((char *)&settings + words[i / 2], &(int){i % 2 ? -1 : 999},
               sizeof(int));
        EXPECT_BAD_SETTING(ripple_settings_check(&settings, why, sizeof why));
    }
}
