/* SPDX-License-Identifier: MIT */
#include "play/script.h"

#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "os/parse.h"
#include "os/compat.h"
#include "os/wait.h"
#include "play/camera_moves.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PERCENT 1000.0
#define MAX_WORDS   (SCRIPT_MAX_NUMBERS + 3) /* one too many is an error */
#define BLANKS      " \t\r\n\v\f"

/* The letters are the numbers of the line: x, y or radius, or n, a whole number
   that cannot be a percentage, or s, the steps that it lasts, or d, those that
   a stone goes down. */
static const struct {
    const char *name;
    const char *letters;
    const char *syntax;
} kinds[] = {
    [EVENT_STONE] = {"stone", "xyrn", "STEP stone X Y RADIUS WEIGHT"},
    [EVENT_SPLASH] = {"splash", "xyrnd", "STEP splash X Y RADIUS WEIGHT STEPS"},
    [EVENT_LINE] = {"line", "xyxyrn", "STEP line X0 Y0 X1 Y1 RADIUS WEIGHT"},
    [EVENT_DISTURB] = {"disturb", "xyn", "STEP disturb X Y MAGNITUDE"},
    [EVENT_PULL] = {"pull", "xyrn", "STEP pull X Y RADIUS HEIGHT"},
    [EVENT_BODY] = {"body", "xyrn", "STEP body X Y RADIUS DEPTH"},
    [EVENT_BOAT] = {"boat", "xyxyrns",
                    "STEP boat X0 Y0 X1 Y1 RADIUS DEPTH STEPS"},
    [EVENT_LAND] = {"land", "xyr", "STEP land X Y RADIUS"},
    [EVENT_WALL] = {"wall", "xyxyr", "STEP wall X0 Y0 X1 Y1 RADIUS"},
    [EVENT_WATER] = {"water", "xyr", "STEP water X Y RADIUS"},
    [EVENT_SET] = {"set", "", "STEP set OPTION VALUE"},
    [EVENT_CLEAR] = {"clear", "", "STEP clear"},
    [EVENT_CLICK] = {"click", "xyrn", "STEP click X Y RADIUS WEIGHT"},
    [EVENT_DRAG] = {"drag", "xyxyrn", "STEP drag X0 Y0 X1 Y1 RADIUS WEIGHT"},
    [EVENT_BEGIN] = {"begin", "", "STEP begin STEPS SEED"},
};

static const char *name_kind(int kind)
{
    return kind < COUNT(kinds) ? kinds[kind].name : NULL;
}

int script_has_event(const char *word)
{
    return ripple_word_find(name_kind, word) >= 0;
}

static const char *parse_set(Event *event, char *const *words, PlayReason *why)
{
    PlaySettings scratch;
    size_t length = strlen(words[0]);
    const char *wrong;

    if (length >= SCRIPT_MAX_WORD)
        return "a word is too long";
    play_settings_init(&scratch);
    wrong = play_settings_change(&scratch, words[0], words[1], why);
    if (wrong != NULL)
        return wrong;
    memcpy(event->name, words[0], length + 1);
    event->value = strdup(words[1]);
    return event->value != NULL ? NULL : "not enough memory";
}

static const char *parse_begin(Event *event, char *const *words)
{
    uint64_t steps, seed;

    if (event->interval > 0)
        return "a begin does not repeat";
    if (parse_uint64(&steps, words[0]) != 0 ||
        parse_uint64(&seed, words[1]) != 0)
        return "a value is not a whole number from 0 to 2^64 - 1";
    if (steps < event->step || steps - event->step > PLAY_MAX_WARM_UP)
        return "at most 10000 steps can pass before the first frame";
    snprintf(event->name, sizeof event->name, "%s", words[0]);
    event->value = strdup(words[1]);
    return event->value != NULL ? NULL : "not enough memory";
}

/* Cuts off a '%'. Returns 1 if there was one. */
static int take_percent(char *word)
{
    size_t length = strlen(word);

    if (length == 0 || word[length - 1] != '%')
        return 0;
    word[length - 1] = '\0';
    return 1;
}

static const char *parse_numbers(Event *event, char *const *words,
                                 PlayReason *why)
{
    const char *letters = kinds[event->kind].letters;

    for (int i = 0; letters[i] != '\0'; i++) {
        double percent;
        int *number = &event->numbers[i];

        if (strchr("nsd", letters[i]) == NULL && take_percent(words[i])) {
            if (parse_number(&percent, words[i], -MAX_PERCENT, MAX_PERCENT) !=
                0)
                return "a percentage is not a number from -1000% to 1000%";
            *number = (int)lround(percent * SCRIPT_PERCENT);
            event->percentages |= 1u << i;
        } else if (parse_int(number, words[i], INT_MIN, INT_MAX) != 0) {
            return "a value is not a whole number from -2147483648 to "
                   "2147483647";
        }
        if (letters[i] == 'r' && *number < 0)
            return "a radius must not be negative";
        if (strchr("sd", letters[i]) != NULL && *number < 1) {
            snprintf(why->text, sizeof why->text,
                     "a %s needs at least one step", kinds[event->kind].name);
            return why->text;
        }
        if (letters[i] == 'd' && *number > RIPPLE_MAX_SPLASH)
            return "a splash has at most 1000 steps";
    }
    return NULL;
}

/* STEP, or FIRST/INTERVAL. */
static const char *parse_step(Event *event, char *word)
{
    char *slash = strchr(word, '/');

    if (slash != NULL) {
        *slash = '\0';
        if (parse_uint64(&event->interval, slash + 1) != 0 ||
            event->interval == 0)
            return "what follows the '/' must be a whole number from 1 to "
                   "2^64 - 1";
    }
    return parse_uint64(&event->step, word) == 0
               ? NULL
               : "the step must be a whole number from 0 to 2^64 - 1";
}

static const char *parse_event(Event *event, char *const *words, int count,
                               PlayReason *why)
{
    int kind = count < 2 ? -1 : ripple_word_find(name_kind, words[1]);
    const char *wrong = parse_step(event, words[0]);

    if (wrong != NULL)
        return wrong;
    if (count < 2)
        return "an event must follow the step";
    if (kind < 0) {
        snprintf(why->text, sizeof why->text, "no such event");
        ripple_word_suggest(why->text, sizeof why->text, "", name_kind,
                            words[1]);
        return why->text;
    }
    event->kind = (EventKind)kind;
    if (event->kind == EVENT_SET)
        return count == 4 ? parse_set(event, words + 2, why)
                          : kinds[kind].syntax;
    if (event->kind == EVENT_BEGIN)
        return count == 4 ? parse_begin(event, words + 2) : kinds[kind].syntax;
    if (count != (int)strlen(kinds[kind].letters) + 2)
        return kinds[kind].syntax;
    return parse_numbers(event, words + 2, why);
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

const char *script_parse_event(Event *event, char *line, PlayReason *why)
{
    char step[] = "0", *words[MAX_WORDS + 1] = {step};
    const char *wrong;

    *event = (Event){.step = 0};
    wrong = parse_event(event, words, 1 + split(line, words + 1), why);
    return wrong == kinds[event->kind].syntax ? wrong + strlen("STEP ") : wrong;
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

/* Completes and adds the event of a line. Returns NULL or what is wrong with
   it, which may be in *why. */
static const char *read_line(Script *script, char *line, Event event,
                             PlayReason *why)
{
    char *words[MAX_WORDS] = {NULL};
    const char *wrong;
    int count;

    if (strlen(line) == SCRIPT_MAX_LINE - 1)
        return "the line is too long";
    count = split(line, words);
    if (count == 0)
        return NULL;
    if (script->count == SCRIPT_MAX_EVENTS)
        return "more than 1000000 events";
    wrong = parse_event(&event, words, count, why);
    if (wrong == NULL && script->count > 0 &&
        event.step < script->events[script->count - 1].step)
        wrong = "the step lies before that of the event above";
    if (wrong == NULL && append(script, &event) != 0)
        wrong = "not enough memory";
    if (wrong != NULL)
        free(event.value);
    return wrong;
}

#define UNREADABLE 1

/* The bytes of a script. */
typedef struct Source {
    const char *next; /* of those that have been read */
    size_t left;
    int file; /* with more of them; -1: there are no more */
    Wait wait;
    char buffer[4096];
} Source;

/* Returns 1, or 0 at the end, or -1 and sets errno. */
static int refill(Source *source)
{
    ssize_t count = 0;

    if (source->file >= 0)
        count = wait_read(&source->wait, source->file, source->buffer,
                          sizeof source->buffer);
    if (count <= 0)
        return (int)count;
    source->next = source->buffer;
    source->left = (size_t)count;
    return 1;
}

/* Reads a line with its '\n', or the first SCRIPT_MAX_LINE - 1 bytes of it.
   Returns their number, 0 at the end, or -1 and sets errno. */
static int next_line(Source *source, char *line)
{
    int length = 0;

    while (length + 1 < SCRIPT_MAX_LINE &&
           (length == 0 || line[length - 1] != '\n')) {
        int more = source->left > 0 ? 1 : refill(source);

        if (more < 0)
            return -1;
        if (more == 0)
            break;
        line[length++] = *source->next++;
        source->left--;
    }
    line[length] = '\0';
    return length;
}

/* Returns 0, or -1, or UNREADABLE and sets errno. */
static int read_lines(Script *script, Source *source, const char *name,
                      Error *error)
{
    char line[SCRIPT_MAX_LINE];
    int length;

    for (int number = 1; (length = next_line(source, line)) > 0; number++) {
        char *text = number == 1 ? line + parse_byte_order_mark(line) : line;
        int is_text = strlen(line) == (size_t)length;
        Event event = {.file = name, .line = number};
        PlayReason why;
        const char *wrong = is_text ? read_line(script, text, event, &why)
                                    : "the line is not text";

        if (wrong != NULL)
            return error_set(error, name, "line %d: %s", number, wrong);
    }
    return length == 0 ? 0 : UNREADABLE;
}

static int read_source(Script *script, Source *source, const char *name,
                       Error *error)
{
    int result = read_lines(script, source, name, error);

    if (result != 0)
        script_clear(script);
    return result;
}

int script_read(Script *script, const char *path, Error *error)
{
    Source source = {.file = wait_open(path), .wait = {.name = path}};
    int result;

    memset(script, 0, sizeof *script);
    if (source.file < 0)
        return error_set(error, path, "%s", strerror(errno));
    result = read_source(script, &source, path, error);
    if (result == UNREADABLE)
        error_set(error, path, "%s", strerror(errno));
    close(source.file);
    return result == 0 ? 0 : -1;
}

int script_parse(Script *script, const char *text, const char *name,
                 Error *error)
{
    Source source = {.next = text, .left = strlen(text), .file = -1};

    memset(script, 0, sizeof *script);
    return read_source(script, &source, name, error);
}

int script_merge(Script *script, Script *more)
{
    size_t first = script->count, second = more->count;
    Event *events;

    if (second == 0)
        return 0;
    events = realloc(script->events, (first + second) * sizeof *events);
    if (events == NULL)
        return -1;
    *script = (Script){events, first + second};
    while (second > 0) {
        int takes_first =
            first > 0 && events[first - 1].step > more->events[second - 1].step;
        Event *last = &events[first + second - 1];

        *last = takes_first ? events[--first] : more->events[--second];
    }
    free(more->events);
    *more = (Script){NULL, 0};
    return 0;
}

void script_write_event(char *line, const Event *event)
{
    const char *letters = kinds[event->kind].letters;
    int used = sprintf(line, "%llu", (unsigned long long)event->step);

    if (event->interval > 0)
        used +=
            sprintf(line + used, "/%llu", (unsigned long long)event->interval);
    used += sprintf(line + used, " %s", kinds[event->kind].name);
    for (int i = 0; letters[i] != '\0'; i++)
        used += event->percentages & 1u << i
                    ? sprintf(line + used, " %.3f%%",
                              (double)event->numbers[i] / SCRIPT_PERCENT)
                    : sprintf(line + used, " %d", event->numbers[i]);
    if (event->value != NULL)
        used += snprintf(line + used, (size_t)(SCRIPT_MAX_LINE - 1 - used),
                         " %s %s", event->name, event->value);
    line[used] = '\n';
    line[used + 1] = '\0';
}

const Event *script_find_begin(const Script *script)
{
    for (size_t i = 0; i < script->count; i++) {
        if (script->events[i].kind == EVENT_BEGIN)
            return &script->events[i];
    }
    return NULL;
}

void script_begin_with(Script *script, PlaySettings *settings)
{
    const Event *begin = script_find_begin(script);
    RippleFormat format = settings->format;
    PlayReason ignored;
    size_t kept = 0;

    if (begin == NULL)
        return;
    for (size_t i = 0; i < script->count; i++) {
        Event *event = &script->events[i];

        if (event < begin && event->kind == EVENT_SET) {
            play_settings_set(settings, event->name, event->value, &ignored);
            free(event->value);
        } else {
            script->events[kept++] = *event;
        }
    }
    script->count = kept;
    settings->format = format;
}

void script_calm(Script *script)
{
    size_t kept = 0;

    for (size_t i = 0; i < script->count; i++) {
        Event event = script->events[i];

        if (event.kind == EVENT_LAND || event.kind == EVENT_WALL ||
            event.kind == EVENT_WATER)
            script->events[kept++] = event;
        else
            free(event.value);
    }
    script->count = kept;
}

void script_delay(Script *script, uint64_t steps)
{
    for (size_t i = 0; i < script->count; i++) {
        Event *event = &script->events[i];

        event->step += min_uint64(steps, UINT64_MAX - event->step);
    }
}

/* Moves the last event before those of later steps. */
static void sort_in(Event *events, size_t last)
{
    Event event = events[last];

    for (; last > 0 && events[last - 1].step > event.step; last--)
        events[last] = events[last - 1];
    events[last] = event;
}

void script_begin_earlier(Script *script, uint64_t steps)
{
    for (size_t i = 0; i < script->count; i++) {
        Event *event = &script->events[i];

        if (event->interval > 0)
            event->step = (event->step + steps) % event->interval;
        sort_in(script->events, i);
    }
}

void script_to_pixels(int *numbers, const Event *event, int width, int height)
{
    const char *letters = kinds[event->kind].letters;
    int shorter = min_int(width, height);

    for (int i = 0; letters[i] != '\0'; i++) {
        int side = letters[i] == 'x'   ? width
                   : letters[i] == 'y' ? height
                                       : shorter;

        numbers[i] = event->numbers[i];
        if (event->percentages & 1u << i)
            numbers[i] = (int)lround((double)numbers[i] * side /
                                     (100.0 * SCRIPT_PERCENT));
    }
}

/* How many positions an event has: its first numbers, x and y of each. */
static int count_positions(const Event *event)
{
    return (int)strspn(kinds[event->kind].letters, "xy") / 2;
}

static int can_be_on(CameraHit hit, EventKind kind)
{
    int is_of_land =
        kind == EVENT_LAND || kind == EVENT_WALL || kind == EVENT_WATER;

    return hit == CAMERA_WATER || (hit == CAMERA_LAND && is_of_land);
}

int script_to_places(int *numbers, const Event *event, const Ripple *pool)
{
    script_to_pixels(numbers, event, ripple_width(pool), ripple_height(pool));
    for (int i = 0; i < count_positions(event); i++) {
        int *place = &numbers[2 * i];
        int is_of_pool = (event->percentages >> 2 * i & 3) == 3;

        if (!is_of_pool &&
            !can_be_on(camera_pick(pool, &place[0], &place[1]), event->kind))
            return -1;
    }
    return 0;
}

uint64_t script_duration(const Event *event)
{
    const char *letters = kinds[event->kind].letters;
    const char *steps = strchr(letters, 's');

    return steps != NULL ? (uint64_t)event->numbers[steps - letters] : 1;
}

const char *script_syntax(int i)
{
    return i >= 0 && i < COUNT(kinds) ? kinds[i].syntax : NULL;
}

void script_clear(Script *script)
{
    for (size_t i = 0; i < script->count; i++)
        free(script->events[i].value);
    free(script->events);
    memset(script, 0, sizeof *script);
}
