/* SPDX-License-Identifier: MIT */
#include "verbs.h"

#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 2048 /* of a statement */

/* The ';' or the '\0' behind a statement; those between braces are inside. */
static const char *find_end(const char *text)
{
    int depth = 0;

    for (; *text != '\0' && (*text != ';' || depth > 0); text++)
        depth += (*text == '{') - (*text == '}');
    return text;
}

static void run_words(RunWords *run, const char *text)
{
    char words_text[MAX_TEXT];
    Words words = {.text = text};

    snprintf(words_text, sizeof words_text, "%s", text);
    for (char *rest = words_text, *word;
         (word = strtok_r(rest, " ", &rest)) != NULL;) {
        EXPECT_INT(words.count, <, VERBS_MAX_WORDS);
        words.word[words.count++] = word;
    }
    if (words.count > 0)
        run(&words);
}

static void run_statement(RunWords *run, char *text)
{
    int times = 0, start = 0;

    if (sscanf(text, " repeat %d {%n", &times, &start) != 1 || start == 0) {
        run_words(run, text);
        return;
    }
    *strrchr(text, '}') = '\0';
    for (int i = 0; i < times; i++)
        verbs_run(run, text + start);
}

void verbs_run(RunWords *run, const char *text)
{
    const char *end;

    do {
        char statement[MAX_TEXT];
        size_t length;

        end = find_end(text);
        length = (size_t)(end - text);
        EXPECT_INT(length, <, MAX_TEXT);
        memcpy(statement, text, length);
        statement[length] = '\0';
        run_statement(run, statement);
        text = end + 1;
    } while (*end != '\0');
}

void verbs_play(RunWords *run, const char *format, ...)
{
    char text[MAX_TEXT];
    va_list list;

    va_start(list, format);
    EXPECT_INT(vsnprintf(text, sizeof text, format, list), <, sizeof text);
    va_end(list);
    verbs_run(run, text);
}

int verbs_is(const Words *words, int i, const char *word)
{
    return i < words->count && strcmp(words->word[i], word) == 0;
}

double verbs_number(const Words *words, int i)
{
    const char *word = i < words->count ? words->word[i] : "";
    char *end;
    double number = strtod(word, &end);

    if (end == word || *end != '\0')
        ck_abort_msg("%s: word %d is no number", words->text, i);
    return number;
}

int verbs_int(const Words *words, int i)
{
    return (int)verbs_number(words, i);
}

const char *verbs_text(const Words *words, int i)
{
    const char *text = words->text + strspn(words->text, " ");

    for (; i > 0; i--) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    return text;
}
