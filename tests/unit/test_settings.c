/* SPDX-License-Identifier: MIT */
/* The table of settings: every row by its name, its words and its range. */
#include "water.h"

#include "lib/util/decimal.h"
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

static const RippleSettingInfo *find(const char *name)
{
    return ripple_setting_info(ripple_setting_find(name));
}

/* The comments of ripple.h hold; a default or a range that moves changes the
   water of every program. */
TEST(rows, ranges_and_defaults)
{
    enum {
        ALL = 0,
        SHIFTS = 1 << CLASSIC | 1 << ROUND,
        LOOK = RIPPLE_SETTING_LOOK,
        MENU = RIPPLE_SETTING_MENU,
    };
    static const struct {
        const char *name;
        double min, max, initial;
        unsigned models, flags;
    } wanted[] = {
        {"model", CLASSIC, MODEL_COUNT - 1, ROUND, ALL, MENU},
        {"damping", 0, 15, 6, SHIFTS, MENU},
        {"viscosity", 0, 1e6, 0.2, 1 << WAVE, MENU},
        {"speed", 1e-6, 1e6, 12, 1 << WAVE, 0},
        {"time-step", 1e-6, 1e6, 0.03, 1 << WAVE, 0},
        {"spacing", 1e-6, 1e6, 0.625, 1 << WAVE, 0},
        {"alpha", 0, 0.5, 0.35, 1 << SHALLOW, 0},
        {"beta", 0, 1, 1, 1 << SHALLOW, 0},
        {"loss", 0, 1, 0.004, 1 << SHALLOW, MENU},
        {"stiffness", 0, 2, 1.6, 1 << SPRING, MENU},
        {"restore", 0, 1, 0.008, 1 << SPRING, MENU},
        {"max-speed", 1, 10000, 4000, 1 << SPRING, 0},
        {"max-height", 1, 32767, 8000, 1 << SPRING, 0},
        {"edges", FIXED, WRAP, FIXED, ALL, MENU},
        {"shore", 0, 1, RIPPLE_SHORE_FIXED, ALL, MENU},
        {"refraction", 0, 4, 1.0 / 16, ALL, LOOK | MENU},
        {"bend-limit", 0, 100, 0, ALL, LOOK | MENU},
        {"cell", 0, 64, 1, ALL, LOOK | MENU},
        {"filter", 0, 1, RIPPLE_FILTER_NEAREST, ALL, LOOK | MENU},
        {"light", 0, 100, 0, ALL, LOOK | MENU},
        {"light-from", -360, 360, 120, ALL, LOOK | MENU},
        {"sky", 0, 100, 0, ALL, LOOK | MENU},
        {"swell", 0, 100, 0, ALL, LOOK | MENU},
        {"swell-from", 0, 1, RIPPLE_SWELL_FROM_WIND, ALL, LOOK | MENU},
        {"rim", 0, 2, RIPPLE_RIM_SEA, ALL, LOOK | MENU},
        {"view", 0, 4, RIPPLE_VIEW_WATER, ALL, LOOK | MENU},
    };
    const unsigned models = (1 << (SPRING + 1)) - 1; /* those of the table */

    for (int i = 0; i < COUNT(wanted); i++) {
        const RippleSettingInfo *info = find(wanted[i].name);

        ck_assert_double_eq(info->min, wanted[i].min);
        ck_assert_double_eq(info->max, wanted[i].max);
        ck_assert_double_eq(info->initial, wanted[i].initial);
        ck_assert_uint_eq(info->models & models, wanted[i].models);
        ck_assert_uint_eq(info->flags, wanted[i].flags);
    }
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

TEST(rows, sentences_of_refusal)
{
    static const char *const cases[][3] = {
        {"edges", "x", "must be fixed, mirror, open or wrap"},
        {"shore", "x", "must be fixed or mirror"},
        {"cell", "65", "must be auto or a whole number from 1 to 64 pixels"},
        {"cell", "1.5", "must be auto or a whole number from 1 to 64 pixels"},
        {"damping", "16", "must be a whole number from 0 to 15"},
        {"light-from", "361", "must be a number from -360 to 360 degrees"},
        {"speed", "0", "must be a number from 1e-06 to 1000000"},
        {"max-height", "0.99", "must be a number from 1 to 32767"},
    };
    RippleSettings settings;
    char why[96];

    ripple_settings_init(&settings);
    for (int i = 0; i < COUNT(cases); i++) {
        EXPECT_BAD_SETTING(ripple_setting_set(&settings, cases[i][0],
                                              cases[i][1], why, sizeof why));
        ck_assert_str_eq(why, cases[i][2]);
    }
}

/* As few digits as tell a number from all others, and at most 63 of them. */
TEST(rows, decimals)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.1, "0.1"},
        {1.0 / 3, "0.3333333333333333"},
        {0.1 + 0.2, "0.30000000000000004"},
        {-1e300, "-1e+300"},
        {123456789, "123456789"},
        {0, "0"},
    };
    char text[65], digits[65];
    double value;

    for (int i = 0; i < COUNT(cases); i++) {
        ripple_decimal_write(text, sizeof text, cases[i].value);
        ck_assert_str_eq(text, cases[i].text);
        EXPECT_OK(ripple_decimal_read(&value, text));
        ck_assert_double_eq(value, cases[i].value);
    }
    memset(digits, '0', sizeof digits - 1);
    digits[63] = '\0';
    EXPECT_OK(ripple_decimal_read(&value, digits));
    digits[63] = '0';
    digits[64] = '\0';
    EXPECT_FAILS(ripple_decimal_read(&value, digits));
    EXPECT_FAILS(ripple_decimal_read(&value, "1e999"));
    EXPECT_FAILS(ripple_decimal_read(&value, "1-1"));
    ck_assert_double_eq(value, 0);
    EXPECT_OK(ripple_decimal_read(&value, "1.7976931348623157e308"));
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

/* Fields that a caller writes are checked as text is. */
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
