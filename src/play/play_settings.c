/* SPDX-License-Identifier: MIT */
/*
 * One table: a row has a function that parses the value, or the words of an
 * enum, or the range of a number.
 */
#include "play/play_settings.h"

#include "base/fixed.h"
#include "host/parse.h"
#include "play/presets.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 4  /* of an enum */
#define MAX_NAME  31 /* characters of a name or value in a preset */
#define LIGHT     50 /* of presets that give none */

typedef struct Row {
    const char *name, *wants;
    int (*parse)(PlaySettings *settings, const char *value); /* 0, or -1 */
    size_t offset;                /* of an int or a double in PlaySettings */
    const char *words[MAX_WORDS]; /* of the int's values, NULL: none */
    double min, max;              /* of the double */
} Row;

static void apply_preset(PlaySettings *settings, const Preset *preset)
{
    const char *text = preset->settings;
    char name[MAX_NAME + 1], value[MAX_NAME + 1];
    int length;

    *settings = (PlaySettings){.profile = RIPPLE_PROFILE_SMOOTH,
                               .events = preset->events,
                               .frame_width = preset->frame_width,
                               .frame_height = preset->frame_height};
    ripple_settings_init(&settings->pool);
    settings->pool.filter = RIPPLE_FILTER_LINEAR;
    settings->pool.light = LIGHT;
    for (; sscanf(text, "%31s %31s%n", name, value, &length) == 2;
         text += length) {
        const char *wrong = play_settings_set(settings, name, value);

        assert(wrong == NULL);
        (void)wrong;
    }
}

static int set_preset(PlaySettings *settings, const char *value)
{
    for (int i = 0; presets_get(i) != NULL; i++) {
        if (strcmp(presets_get(i)->name, value) == 0) {
            apply_preset(settings, presets_get(i));
            return 0;
        }
    }
    return -1;
}

static int set_model(PlaySettings *settings, const char *value)
{
    return ripple_model_find(&settings->pool.model, value);
}

static int set_damping(PlaySettings *settings, const char *value)
{
    return parse_int(&settings->pool.damping, value, 1, RIPPLE_MAX_DAMPING);
}

static int set_path(char *path, const char *value)
{
    size_t length = strlen(value);

    if (length == 0 || length >= PLAY_MAX_PATH)
        return -1;
    memcpy(path, value, length + 1);
    return 0;
}

static int set_mask(PlaySettings *settings, const char *value)
{
    return set_path(settings->mask, value);
}

/* Whether this looks like numbers, out of range or not. */
static int is_numeric(const char *value)
{
    char *end;

    if (strspn(value, "-+.,0123456789eE") == strlen(value))
        return 1;
    strtod(value, &end);
    if (end != value && *end == ',')
        strtod(end + 1, &end);
    return end != value && *end == '\0';
}

/* Two numbers are an even current, anything else is the name of a map. */
static int set_current(PlaySettings *settings, const char *value)
{
    if (!is_numeric(value)) {
        if (set_path(settings->current, value) != 0)
            return -1;
        settings->current_x = settings->current_y = 0;
        return 0;
    }
    if (parse_pair(&settings->current_x, &settings->current_y, value,
                   RIPPLE_MAX_CURRENT) != 0)
        return -1;
    settings->current[0] = '\0';
    return 0;
}

static int set_scroll(PlaySettings *settings, const char *value)
{
    double x, y;

    if (parse_pair(&x, &y, value, SCROLLING_MAX_SPEED) != 0)
        return -1;
    settings->scroll_x = (int)lround(x * SCROLLING_UNITS);
    settings->scroll_y = (int)lround(y * SCROLLING_UNITS);
    return 0;
}

static int set_cell(PlaySettings *settings, const char *value)
{
    static const int cells[] = {1, 2, 4, 8};
    int cell = RIPPLE_CELL_AUTO;

    if (strcmp(value, "auto") != 0 &&
        parse_int(&cell, value, 1, RIPPLE_MAX_CELL) != 0)
        return -1;
    for (int i = 0; i < COUNT(cells); i++) {
        if (cell == cells[i] || cell == RIPPLE_CELL_AUTO) {
            settings->pool.cell = cell;
            return 0;
        }
    }
    return -1;
}

/* Pixels of 16 bits have no filter, light or other views. */
static void set_format(PlaySettings *settings, RippleFormat format)
{
    settings->format = format;
    if (format == RIPPLE_FORMAT_ARGB8888)
        return;
    settings->pool.filter = RIPPLE_FILTER_NEAREST;
    settings->pool.view = RIPPLE_VIEW_WATER;
    settings->pool.light = 0;
}

static int set_pixels(PlaySettings *settings, const char *value)
{
    if (strcmp(value, "argb8888") == 0)
        set_format(settings, RIPPLE_FORMAT_ARGB8888);
    else if (strcmp(value, "rgb565") == 0)
        set_format(settings, RIPPLE_FORMAT_RGB565);
    else
        return -1;
    return 0;
}

#define CHOICE(member, ...) \
    .offset = offsetof(PlaySettings, member), .words = {__VA_ARGS__}
#define RANGE(member, from, to) \
    .offset = offsetof(PlaySettings, member), .min = (from), .max = (to)
#define NUMBER(member, from, to) \
    "must be a number from " #from " to " #to, RANGE(member, from, to)

_Static_assert(sizeof(RippleEdges) == sizeof(int) &&
                   sizeof(RippleShore) == sizeof(int) &&
                   sizeof(RippleFilter) == sizeof(int) &&
                   sizeof(RippleView) == sizeof(int) &&
                   sizeof(RippleProfile) == sizeof(int),
               "enums are stored as int");

static const Row rows[] = {
    {"preset", "no such preset, see --list presets", .parse = set_preset},
    {"model", "no such model, see --list models", .parse = set_model},
    {"damping", "must be a whole number from 1 to 15", .parse = set_damping},
    {"mask", "must be the name of a picture", .parse = set_mask},
    {"current",
     "must be X,Y, each from -4 to 4 cells a step, or the name of a map",
     .parse = set_current},
    {"cell", "must be 1, 2, 4, 8 or auto", .parse = set_cell},
    {"scroll", "must be X,Y, each from -10000 to 10000 pixels a second",
     .parse = set_scroll},
    {"pixels", "must be argb8888 or rgb565", .parse = set_pixels},
    {"edges", "must be fixed, mirror, open or wrap",
     CHOICE(pool.edges, [RIPPLE_EDGES_FIXED] = "fixed",
            [RIPPLE_EDGES_MIRROR] = "mirror", [RIPPLE_EDGES_OPEN] = "open",
            [RIPPLE_EDGES_WRAP] = "wrap")},
    {"shore", "must be fixed or mirror",
     CHOICE(pool.shore, [RIPPLE_SHORE_FIXED] = "fixed",
            [RIPPLE_SHORE_MIRROR] = "mirror")},
    {"filter", "must be nearest or linear",
     CHOICE(pool.filter, [RIPPLE_FILTER_NEAREST] = "nearest",
            [RIPPLE_FILTER_LINEAR] = "linear")},
    {"view", "must be water, heights, slopes or split",
     CHOICE(pool.view, [RIPPLE_VIEW_WATER] = "water",
            [RIPPLE_VIEW_HEIGHTS] = "heights", [RIPPLE_VIEW_SLOPES] = "slopes",
            [RIPPLE_VIEW_SPLIT] = "split")},
    {"stone", "must be disc or smooth",
     CHOICE(profile, [RIPPLE_PROFILE_DISC] = "disc",
            [RIPPLE_PROFILE_SMOOTH] = "smooth")},
    {"viscosity", NUMBER(pool.viscosity, 0, 1000000)},
    {"speed", NUMBER(pool.speed, 0.000001, 1000000)},
    {"time-step", NUMBER(pool.time_step, 0.000001, 1000000)},
    {"spacing", NUMBER(pool.spacing, 0.000001, 1000000)},
    {"alpha", NUMBER(pool.alpha, 0, 0.5)},
    {"beta", NUMBER(pool.beta, 0, 1)},
    {"loss", NUMBER(pool.loss, 0, 1)},
    {"stiffness", "must be a number from 0 to 2, or the waves do not end",
     RANGE(pool.stiffness, 0, 2)},
    {"restore", NUMBER(pool.restore, 0, 1)},
    {"max-speed", NUMBER(pool.max_speed, 1, 10000)},
    {"max-height", NUMBER(pool.max_height, 1, 32767)},
    {"refraction", "must be a number from 0 to 4",
     RANGE(pool.refraction, 0, RIPPLE_MAX_REFRACTION)},
    {"light", "must be a number from 0 to 100",
     RANGE(pool.light, 0, RIPPLE_MAX_LIGHT)},
    {"light-from", "must be a number of degrees from -360 to 360",
     RANGE(pool.light_from, -360, 360)},
    {"rain", "must be a number from 0 to 10000", RANGE(rain, 0, PLAY_MAX_RAIN)},
};

static const char *set_row(PlaySettings *settings, const Row *row,
                           const char *value)
{
    char *field = (char *)settings + row->offset;
    double number;

    if (row->parse != NULL)
        return row->parse(settings, value) == 0 ? NULL : row->wants;
    for (int word = 0; word < MAX_WORDS; word++) {
        if (row->words[word] != NULL && strcmp(row->words[word], value) == 0) {
            memcpy(field, &word, sizeof word);
            return NULL;
        }
    }
    if (row->min == row->max ||
        parse_number(&number, value, row->min, row->max) != 0)
        return row->wants;
    memcpy(field, &number, sizeof number);
    return NULL;
}

void play_settings_init(PlaySettings *settings)
{
    set_preset(settings, PLAY_DEFAULT_PRESET);
}

const char *play_settings_set(PlaySettings *settings, const char *name,
                              const char *value)
{
    for (int i = 0; i < COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) == 0)
            return set_row(settings, &rows[i], value);
    }
    return "no such setting";
}

const char *play_settings_change(PlaySettings *settings, const char *name,
                                 const char *value)
{
    PlaySettings before = *settings;
    const char *wrong = play_settings_set(settings, name, value);

    if (wrong == NULL && strcmp(name, "pixels") == 0)
        wrong = "can only be chosen at the start";
    if (wrong != NULL) {
        *settings = before;
        return wrong;
    }
    settings->format = before.format;
    if (strcmp(name, "preset") == 0)
        set_format(settings, before.format);
    settings->frame_width = before.frame_width;
    settings->frame_height = before.frame_height;
    return NULL;
}

int play_settings_names_file(const char *name, const char *value)
{
    return strcmp(name, "mask") == 0 ||
           (strcmp(name, "current") == 0 && !is_numeric(value));
}

const char *play_settings_check_look(const PlaySettings *settings)
{
    const RippleSettings *pool = &settings->pool;

    return settings->format == RIPPLE_FORMAT_ARGB8888 ||
                   (pool->filter == RIPPLE_FILTER_NEAREST && pool->light == 0 &&
                    pool->view == RIPPLE_VIEW_WATER)
               ? NULL
               : "needs the nearest filter, no light and the view of water";
}
