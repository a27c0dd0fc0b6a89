/* SPDX-License-Identifier: MIT */
#include "play/play_settings.h"

#include "base/fixed.h"
#include "host/parse.h"
#include "play/presets.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int set_preset(PlaySettings *water, const char *value)
{
    for (int i = 0; presets_name(i) != NULL; i++) {
        if (strcmp(presets_name(i), value) == 0) {
            presets_get(i, water);
            return 0;
        }
    }
    return -1;
}

static int set_model(PlaySettings *water, const char *value)
{
    return ripple_model_find(&water->pool.model, value);
}

static int set_damping(PlaySettings *water, const char *value)
{
    return parse_int(&water->pool.damping, value, 1, RIPPLE_MAX_DAMPING);
}

static int set_path(char *path, const char *value)
{
    size_t length = strlen(value);

    if (length == 0 || length >= PLAY_MAX_PATH)
        return -1;
    memcpy(path, value, length + 1);
    return 0;
}

static int set_mask(PlaySettings *water, const char *value)
{
    return set_path(water->mask, value);
}

/* Whether this looks like numbers, be they such that cannot be used. */
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

/* Two numbers make an even current, anything else is the name of a map. */
static int set_current(PlaySettings *water, const char *value)
{
    if (!is_numeric(value)) {
        if (set_path(water->current, value) != 0)
            return -1;
        water->current_x = water->current_y = 0;
        return 0;
    }
    if (parse_pair(&water->current_x, &water->current_y, value,
                   RIPPLE_MAX_CURRENT) != 0)
        return -1;
    water->current[0] = '\0';
    return 0;
}

static int set_scroll(PlaySettings *water, const char *value)
{
    double x, y;

    if (parse_pair(&x, &y, value, SCROLLING_MAX_SPEED) != 0)
        return -1;
    water->scroll_x = (int)lround(x * SCROLLING_UNITS);
    water->scroll_y = (int)lround(y * SCROLLING_UNITS);
    return 0;
}

static int set_cell(PlaySettings *water, const char *value)
{
    static const int cells[] = {1, 2, 4, 8};
    int cell = RIPPLE_CELL_AUTO;

    if (strcmp(value, "auto") != 0 &&
        parse_int(&cell, value, 1, RIPPLE_MAX_CELL) != 0)
        return -1;
    for (int i = 0; i < COUNT(cells); i++) {
        if (cell == cells[i] || cell == RIPPLE_CELL_AUTO) {
            water->pool.cell = cell;
            return 0;
        }
    }
    return -1;
}

/* Pixels of 16 bits have the plain look only. */
static void set_format(PlaySettings *water, RippleFormat format)
{
    water->format = format;
    if (format == RIPPLE_FORMAT_ARGB8888)
        return;
    water->pool.filter = RIPPLE_FILTER_NEAREST;
    water->pool.view = RIPPLE_VIEW_WATER;
    water->pool.light = 0;
}

static int set_pixels(PlaySettings *water, const char *value)
{
    if (strcmp(value, "argb8888") == 0)
        set_format(water, RIPPLE_FORMAT_ARGB8888);
    else if (strcmp(value, "rgb565") == 0)
        set_format(water, RIPPLE_FORMAT_RGB565);
    else
        return -1;
    return 0;
}

static const struct {
    const char *name;
    int (*set)(PlaySettings *water, const char *value); /* 0, or -1 */
    const char *wants;
} settings[] = {
    {"preset", set_preset, "no such preset, see --list presets"},
    {"model", set_model, "no such model, see --list models"},
    {"damping", set_damping, "must be a whole number from 1 to 15"},
    {"mask", set_mask, "must be the name of a picture"},
    {"current", set_current,
     "must be X,Y, each from -4 to 4 cells a step, or the name of a map"},
    {"cell", set_cell, "must be 1, 2, 4, 8 or auto"},
    {"scroll", set_scroll,
     "must be X,Y, each from -10000 to 10000 pixels a second"},
    {"pixels", set_pixels, "must be argb8888 or rgb565"},
};

#define SETTING(field) offsetof(PlaySettings, pool.field)
#define MOST_WORDS     4

_Static_assert(sizeof(RippleEdges) == sizeof(int) &&
                   sizeof(RippleShore) == sizeof(int) &&
                   sizeof(RippleFilter) == sizeof(int) &&
                   sizeof(RippleView) == sizeof(int) &&
                   sizeof(RippleProfile) == sizeof(int),
               "words are stored as int");

static const struct {
    const char *name;
    size_t offset;                 /* of an enum in Water */
    const char *words[MOST_WORDS]; /* by its values, NULL: no such */
    const char *wants;
} choices[] = {
    {"edges",
     SETTING(edges),
     {[RIPPLE_EDGES_FIXED] = "fixed",
      [RIPPLE_EDGES_MIRROR] = "mirror",
      [RIPPLE_EDGES_OPEN] = "open",
      [RIPPLE_EDGES_WRAP] = "wrap"},
     "must be fixed, mirror, open or wrap"},
    {"shore",
     SETTING(shore),
     {[RIPPLE_SHORE_FIXED] = "fixed", [RIPPLE_SHORE_MIRROR] = "mirror"},
     "must be fixed or mirror"},
    {"filter",
     SETTING(filter),
     {[RIPPLE_FILTER_NEAREST] = "nearest", [RIPPLE_FILTER_LINEAR] = "linear"},
     "must be nearest or linear"},
    {"view",
     SETTING(view),
     {[RIPPLE_VIEW_WATER] = "water",
      [RIPPLE_VIEW_HEIGHTS] = "heights",
      [RIPPLE_VIEW_SLOPES] = "slopes",
      [RIPPLE_VIEW_SPLIT] = "split"},
     "must be water, heights, slopes or split"},
    {"stone",
     offsetof(PlaySettings, profile),
     {[RIPPLE_PROFILE_DISC] = "disc", [RIPPLE_PROFILE_SMOOTH] = "smooth"},
     "must be disc or smooth"},
};

static const struct {
    const char *name;
    size_t offset; /* of a double in Water */
    double min, max;
    const char *wants;
} numbers[] = {
    {"viscosity", SETTING(viscosity), 0, 1e6,
     "must be a number from 0 to 1000000"},
    {"speed", SETTING(speed), 1e-6, 1e6,
     "must be a number from 0.000001 to 1000000"},
    {"time-step", SETTING(time_step), 1e-6, 1e6,
     "must be a number from 0.000001 to 1000000"},
    {"spacing", SETTING(spacing), 1e-6, 1e6,
     "must be a number from 0.000001 to 1000000"},
    {"alpha", SETTING(alpha), 0, 0.5, "must be a number from 0 to 0.5"},
    {"beta", SETTING(beta), 0, 1, "must be a number from 0 to 1"},
    {"loss", SETTING(loss), 0, 1, "must be a number from 0 to 1"},
    {"stiffness", SETTING(stiffness), 0, 2,
     "must be a number from 0 to 2, or the waves do not end"},
    {"restore", SETTING(restore), 0, 1, "must be a number from 0 to 1"},
    {"max-speed", SETTING(max_speed), 1, 10000,
     "must be a number from 1 to 10000"},
    {"max-height", SETTING(max_height), 1, 32767,
     "must be a number from 1 to 32767"},
    {"refraction", SETTING(refraction), 0, RIPPLE_MAX_REFRACTION,
     "must be a number from 0 to 4"},
    {"light", SETTING(light), 0, RIPPLE_MAX_LIGHT,
     "must be a number from 0 to 100"},
    {"light-from", SETTING(light_from), -360, 360,
     "must be a number of degrees from -360 to 360"},
    {"rain", offsetof(PlaySettings, rain), 0, PLAY_MAX_RAIN,
     "must be a number from 0 to 10000"},
};

void play_settings_init(PlaySettings *water)
{
    set_preset(water, PLAY_DEFAULT_PRESET);
}

static const char *set_choice(PlaySettings *water, int i, const char *value)
{
    for (int word = 0; word < MOST_WORDS; word++) {
        if (choices[i].words[word] != NULL &&
            strcmp(choices[i].words[word], value) == 0) {
            memcpy((char *)water + choices[i].offset, &word, sizeof word);
            return NULL;
        }
    }
    return choices[i].wants;
}

static const char *set_number(PlaySettings *water, int i, const char *value)
{
    double number;

    if (parse_number(&number, value, numbers[i].min, numbers[i].max) != 0)
        return numbers[i].wants;
    memcpy((char *)water + numbers[i].offset, &number, sizeof number);
    return NULL;
}

const char *play_settings_set(PlaySettings *water, const char *name,
                              const char *value)
{
    for (int i = 0; i < COUNT(settings); i++) {
        if (strcmp(settings[i].name, name) == 0)
            return settings[i].set(water, value) == 0 ? NULL
                                                      : settings[i].wants;
    }
    for (int i = 0; i < COUNT(choices); i++) {
        if (strcmp(choices[i].name, name) == 0)
            return set_choice(water, i, value);
    }
    for (int i = 0; i < COUNT(numbers); i++) {
        if (strcmp(numbers[i].name, name) == 0)
            return set_number(water, i, value);
    }
    return "no such setting";
}

const char *play_settings_change(PlaySettings *water, const char *name,
                                 const char *value)
{
    PlaySettings was = *water;
    const char *wrong = play_settings_set(water, name, value);

    if (wrong == NULL && strcmp(name, "pixels") == 0)
        wrong = "can only be chosen at the start";
    if (wrong != NULL) {
        *water = was;
        return wrong;
    }
    water->format = was.format;
    if (strcmp(name, "preset") == 0)
        set_format(water, was.format);
    water->frame_width = was.frame_width;
    water->frame_height = was.frame_height;
    return NULL;
}

int play_settings_names_file(const char *name, const char *value)
{
    return strcmp(name, "mask") == 0 ||
           (strcmp(name, "current") == 0 && !is_numeric(value));
}

const char *play_settings_check_look(const PlaySettings *water)
{
    const RippleSettings *pool = &water->pool;

    return water->format == RIPPLE_FORMAT_ARGB8888 ||
                   (pool->filter == RIPPLE_FILTER_NEAREST && pool->light == 0 &&
                    pool->view == RIPPLE_VIEW_WATER)
               ? NULL
               : "needs the nearest filter, no light and the view of water";
}
