/* SPDX-License-Identifier: MIT */
#include "script.h"

#include "parse.h"
#include "water.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE  512
#define MAX_WORDS (SCRIPT_MAX_NUMBERS + 3) /* one too many shows */
#define BLANKS    " \t\r\n\v\f"

static const struct {
    const char *name;
    EventKind kind;
    int words; /* after the name */
    const char *form;
} kinds[] = {
    {"stone", EVENT_STONE, 4, "STEP stone X Y RADIUS WEIGHT"},
    {"line", EVENT_LINE, 6, "STEP line X0 Y0 X1 Y1 RADIUS WEIGHT"},
    {"disturb", EVENT_DISTURB, 3, "STEP disturb X Y MAGNITUDE"},
    {"set", EVENT_SET, 2, "STEP set OPTION VALUE"},
    {"clear", EVENT_CLEAR, 0, "STEP clear"},
};

static const char *parse_set(Event *event, char *const *words)
{
    Water scratch;

    if (strlen(words[0]) >= SCRIPT_MAX_WORD ||
        strlen(words[1]) >= SCRIPT_MAX_WORD)
        return "a word is too long";
    strcpy(event->name, words[0]);
    strcpy(event->value, words[1]);
    water_init(&scratch);
    return water_set(&scratch, event->name, event->value);
}

static const char *parse_event(Event *event, char *const *words, int count)
{
    size_t kind = 0;

    if (parse_uint64(&event->step, words[0]) != 0)
        return "the step must be a whole number from 0";
    if (count < 2)
        return "an event must follow the step";
    while (strcmp(kinds[kind].name, words[1]) != 0) {
        if (++kind == sizeof kinds / sizeof kinds[0])
            return "no such event";
    }
    event->kind = kinds[kind].kind;
    if (count != kinds[kind].words + 2)
        return kinds[kind].form;
    if (event->kind == EVENT_SET)
        return parse_set(event, words + 2);
    for (int i = 0; i < kinds[kind].words; i++) {
        if (parse_int(&event->numbers[i], words[i + 2], INT_MIN, INT_MAX) != 0)
            return "a value is not a whole number";
    }
    return NULL;
}

static int split(char *line, char **words)
{
    int count = 0;

    line[strcspn(line, "#")] = '\0';
    for (char *word = line + strspn(line, BLANKS);
         *word != '\0' && count < MAX_WORDS; count++) {
        words[count] = word;
        word += strcspn(word, BLANKS);
        if (*word != '\0')
            *word++ = '\0';
        word += strspn(word, BLANKS);
    }
    return count;
}

static int append(Script *script, const Event *event)
{
    /* Grows by doubling, whenever the count is a power of two. */
    if ((script->count & (script->count - 1)) == 0) {
        size_t capacity = script->count > 0 ? 2 * script->count : 1;
        Event *grown = realloc(script->events, capacity * sizeof *grown);

        if (grown == NULL)
            return -1;
        script->events = grown;
    }
    script->events[script->count++] = *event;
    return 0;
}

/* Reads one line into the script; returns NULL or what is wrong with it. */
static const char *read_line(Script *script, char *line)
{
    char *words[MAX_WORDS];
    Event event = {0};
    const char *wrong;
    int count;

    if (strlen(line) == MAX_LINE - 1)
        return "the line is too long";
    count = split(line, words);
    if (count == 0)
        return NULL;
    wrong = parse_event(&event, words, count);
    if (wrong != NULL)
        return wrong;
    if (script->count > 0 &&
        event.step < script->events[script->count - 1].step)
        return "the step lies before that of the event above";
    return append(script, &event) == 0 ? NULL : "not enough memory";
}

static int read_lines(Script *script, FILE *file, const char *path,
                      Report *report)
{
    char line[MAX_LINE];

    for (long number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        const char *wrong = read_line(script, line);

        if (wrong != NULL)
            return report_failure(report, path, "line %ld: %s", number, wrong);
    }
    if (ferror(file))
        return report_failure(report, path, "%s", strerror(errno));
    return 0;
}

int script_read(Script *script, const char *path, Report *report)
{
    FILE *file = fopen(path, "r");
    int result;

    memset(script, 0, sizeof *script);
    if (file == NULL)
        return report_failure(report, path, "%s", strerror(errno));
    result = read_lines(script, file, path, report);
    fclose(file);
    if (result != 0)
        script_clear(script);
    return result;
}

void script_clear(Script *script)
{
    free(script->events);
    memset(script, 0, sizeof *script);
}
