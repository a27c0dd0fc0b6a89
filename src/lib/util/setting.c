/* SPDX-License-Identifier: MIT */
#include "lib/util/setting.h"

#include "lib/util/decimal.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int ripple_word_find(const char *(*word)(int), const char *text)
{
    const char *name;

    for (int i = 0; (name = word(i)) != NULL; i++) {
        if (strcmp(name, text) == 0)
            return i;
    }
    return -1;
}

/* 1 if at most `edits` edits turn a into b: a letter left out, added, replaced
   or swapped with the next. */
static int is_near(const char *a, const char *b, int edits)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    if (*a == *b || edits == 0)
        return *a == *b;
    edits--;
    return (*a != '\0' && is_near(a + 1, b, edits)) ||
           (*b != '\0' && is_near(a, b + 1, edits)) ||
           (*a != '\0' && *b != '\0' &&
            (is_near(a + 1, b + 1, edits) ||
             (a[0] == b[1] && a[1] == b[0] && is_near(a + 2, b + 2, edits))));
}

void ripple_word_suggest(char *why, size_t size, const char *prefix,
                         const char *(*word)(int), const char *text)
{
    size_t used = strlen(why), length = strlen(text);
    const char *name;

    for (int edits = 1; length > 2 && edits <= (length < 6 ? 1 : 2); edits++) {
        for (int i = 0; (name = word(i)) != NULL; i++) {
            if (is_near(text, name, edits)) {
                snprintf(why + used, size - used, "; did you mean %s%s?",
                         prefix, name);
                return;
            }
        }
    }
}

const SettingRow *ripple_setting_row(const SettingRow *rows, int count,
                                     const char *name)
{
    for (int i = 0; i < count; i++) {
        if (name != NULL && strcmp(rows[i].info.name, name) == 0)
            return &rows[i];
    }
    return NULL;
}

static double get(const SettingRow *row, const void *settings)
{
    const char *field = (const char *)settings + row->field;
    double number;
    int whole;

    if (row->info.type == RIPPLE_SETTING_NUMBER) {
        memcpy(&number, field, sizeof number);
        return number;
    }
    memcpy(&whole, field, sizeof whole);
    return whole;
}

static void set(const SettingRow *row, void *settings, double number)
{
    char *field = (char *)settings + row->field;
    int whole = (int)number;

    if (row->info.type == RIPPLE_SETTING_NUMBER)
        memcpy(field, &number, sizeof number);
    else
        memcpy(field, &whole, sizeof whole);
}

static const char *word_of_value(const SettingRow *row, int value)
{
    return row->word != NULL ? row->word(value) : NULL;
}

/* "a, b or c" */
static void list_words(const SettingRow *row, char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (int i = 0; word_of_value(row, i) != NULL && length < size; i++) {
        const char *before = i == 0                              ? ""
                             : word_of_value(row, i + 1) != NULL ? ", "
                                                                 : " or ";

        length += (size_t)snprintf(text + length, size - length, "%s%s", before,
                                   word_of_value(row, i));
    }
}

/* Writes what the value must be, with a suggestion unless `text` is NULL. */
static int refuse(const SettingRow *row, const char *text, char *why,
                  size_t size)
{
    const RippleSettingInfo *info = &row->info;
    char words[64], min_text[32], max_text[32];
    const char *kind = info->type == RIPPLE_SETTING_INT ? "a whole" : "a";
    double min = info->min;

    if (why == NULL)
        return RIPPLE_ERROR_SETTING;
    list_words(row, words, sizeof words);
    for (int i = 0; word_of_value(row, i) != NULL; i++)
        min = i + 1;
    ripple_decimal_write(min_text, sizeof min_text, min);
    ripple_decimal_write(max_text, sizeof max_text, info->max);
    if (row->wants != NULL)
        snprintf(why, size, "%s", row->wants);
    else if (info->type == RIPPLE_SETTING_WORD)
        snprintf(why, size, "must be %s", words);
    else
        snprintf(why, size, "must be %s%s%s number from %s to %s%s%s", words,
                 row->word != NULL ? " or " : "", kind, min_text, max_text,
                 info->unit[0] != '\0' ? " " : "", info->unit);
    if (row->word != NULL && text != NULL && size > 0)
        ripple_word_suggest(why, size, "", row->word, text);
    return RIPPLE_ERROR_SETTING;
}

static int is_in_range(const RippleSettingInfo *info, double number)
{
    return number >= info->min && number <= info->max;
}

/* The value of a word or number; NAN if it is neither. */
static double parse(const SettingRow *row, const char *text)
{
    int word = row->word != NULL ? ripple_word_find(row->word, text) : -1;
    double number;

    if (word >= 0)
        return word;
    if (row->info.type == RIPPLE_SETTING_WORD ||
        (row->info.type == RIPPLE_SETTING_INT &&
         text[strspn(text, "-0123456789")] != '\0') ||
        ripple_decimal_read(&number, text) != 0)
        return NAN;
    return number;
}

int ripple_setting_read(const SettingRow *row, void *settings, const char *text,
                        char *why, size_t size)
{
    double number;

    if (text == NULL)
        return refuse(row, NULL, why, size);
    if (row->read != NULL)
        return row->read(settings, text) == 0 ? RIPPLE_OK
                                              : refuse(row, text, why, size);
    number = parse(row, text);
    if (!is_in_range(&row->info, number))
        return refuse(row, text, why, size);
    set(row, settings, number);
    return RIPPLE_OK;
}

const char *ripple_setting_take_word(char *word, const char *text)
{
    size_t length = strcspn(text, " ");

    assert(length < RIPPLE_SETTING_MAX_WORD);
    memcpy(word, text, length);
    word[length] = '\0';
    return text + length + (text[length] == ' ');
}

void ripple_setting_write(const SettingRow *row, const void *settings,
                          char *text, size_t size)
{
    double number = get(row, settings);
    const char *word = row->info.type == RIPPLE_SETTING_NUMBER
                           ? NULL
                           : word_of_value(row, (int)number);

    if (word != NULL)
        snprintf(text, size, "%s", word);
    else if (row->info.type == RIPPLE_SETTING_INT)
        snprintf(text, size, "%d", (int)number);
    else
        ripple_decimal_write(text, size, number);
}

void ripple_setting_reset(const SettingRow *row, void *settings)
{
    set(row, settings, row->info.initial);
}

int ripple_setting_check(const SettingRow *row, const void *settings, char *why,
                         size_t size)
{
    return is_in_range(&row->info, get(row, settings))
               ? RIPPLE_OK
               : refuse(row, NULL, why, size);
}
