/* SPDX-License-Identifier: MIT */
/*
 * A row of a table of settings; reads, writes and checks values by their row.
 * The library and play/ have a table each.
 */
#ifndef RIPPLE_UTIL_SETTING_H
#define RIPPLE_UTIL_SETTING_H

#include "ripple.h"

typedef struct SettingRow {
    RippleSettingInfo info;
    size_t field; /* offset of an int, or of a double for NUMBER */
    /* The words for the values 0, 1, 2 ..., NULL past the last; NULL: none. */
    const char *(*word)(int value);
    /* A custom parser into a struct with the field. Returns 0; or -1, without
       changes, if the text is not as `wants` says. */
    int (*read)(void *settings, const char *text);
    const char *wants; /* "must be ..." */
    /* Writes text that `read` reads, cut to `size` bytes; NULL: no text can. */
    void (*write)(const void *settings, char *text, size_t size);
} SettingRow;

/* Defines a function `name` for SettingRow.word. */
#define SETTING_WORDS(name, ...) \
    static const char *name(int value) \
    { \
        static const char *const words[] = {__VA_ARGS__}; \
        int count = (int)(sizeof words / sizeof *words); \
\
        return value >= 0 && value < count ? words[value] : NULL; \
    }

/* The index of a word in a list; -1 if it is not there. */
int ripple_word_find(const char *(*word)(int), const char *text);

/* Appends "; did you mean WORD?", with a prefix before the word, to a text in a
   buffer of `size` bytes if a word of the list is one edit from `text`, or two
   edits if `text` is long. */
void ripple_word_suggest(char *why, size_t size, const char *prefix,
                         const char *(*word)(int), const char *text);

/* Copies the next word of a text of names and values; returns what follows. */
#define RIPPLE_SETTING_MAX_WORD 32 /* bytes, its end among them */
const char *ripple_setting_take_word(char *word, const char *text);

/* The row with this name; NULL if there is none, or if `name` is NULL. */
const SettingRow *ripple_setting_row(const SettingRow *rows, int count,
                                     const char *name);

/*
 * Reads text into the field of a struct; NULL is an error. On error changes
 * nothing and writes "must be ..." to `why`, a buffer of `size` bytes or NULL.
 * Returns 0 or RIPPLE_ERROR_SETTING.
 */
int ripple_setting_read(const SettingRow *row, void *settings, const char *text,
                        char *why, size_t size);

/* Writes text that ripple_setting_read reads back; WORD, INT and NUMBER
   only. */
void ripple_setting_write(const SettingRow *row, const void *settings,
                          char *text, size_t size);

/* Sets the field to the default; WORD, INT and NUMBER only. */
void ripple_setting_reset(const SettingRow *row, void *settings);

/* Checks the range of the field. Errors are those of ripple_setting_read. */
int ripple_setting_check(const SettingRow *row, const void *settings, char *why,
                         size_t size);

#endif
