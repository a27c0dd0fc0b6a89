/* SPDX-License-Identifier: MIT */
#include "play/play_settings.h"

#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "os/parse.h"
#include "os/paths.h"
#include "lib/view3d/camera.h"
#include "play/nature/fish.h"
#include "play/daylight.h"
#include "play/floats.h"
#include "play/nature/leaves.h"
#include "play/presets.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void reset(PlaySettings *settings);

/* Leaves nothing in a preset that moves before the user does. */
static void calm(PlaySettings *settings)
{
    settings->is_still = 1;
    settings->rain = settings->lightning = settings->pool.swell = 0;
    settings->foam = 0; /* which waves and currents make */
    settings->current[0] = '\0';
    settings->current_x = settings->current_y = 0;
}

static void apply_preset(PlaySettings *settings, const Preset *preset)
{
    const char *text = preset->settings;
    char name[RIPPLE_SETTING_MAX_WORD], value[RIPPLE_SETTING_MAX_WORD];
    int is_still = settings->is_still, error;

    reset(settings);
    settings->events = preset->events;
    settings->frame_width = preset->frame_width;
    settings->frame_height = preset->frame_height;
    error = ripple_settings_preset(&settings->pool, preset->name);
    assert(error == RIPPLE_OK);
    (void)error;
    settings->camera = ripple_camera_initial;
    while (*text != '\0') {
        PlayReason why;
        const char *wrong;

        text = ripple_setting_take_word(value,
                                        ripple_setting_take_word(name, text));
        wrong = play_settings_set(settings, name, value, &why);
        assert(wrong == NULL);
        (void)wrong;
    }
    if (is_still)
        calm(settings);
}

static const char *name_preset(int i)
{
    return presets_get(i) != NULL ? presets_get(i)->name : NULL;
}

static int set_preset(void *settings, const char *value)
{
    int i = ripple_word_find(name_preset, value);

    if (i < 0)
        return -1;
    apply_preset(settings, presets_get(i));
    ((PlaySettings *)settings)->preset = i;
    return 0;
}

/* Sets a path, which takes the place of another one unless that is NULL. */
static int set_path(char *path, const char *value, char *other)
{
    size_t length = strlen(value);

    if (length == 0 || length >= PLAY_MAX_PATH)
        return -1;
    memcpy(path, value, length + 1);
    if (other != NULL)
        other[0] = '\0';
    return 0;
}

static int set_mask(void *play, const char *value)
{
    PlaySettings *settings = play;

    return set_path(settings->mask, value, settings->land);
}

static int set_land(void *play, const char *value)
{
    PlaySettings *settings = play;

    return set_path(settings->land, value, settings->mask);
}

#define THE_PICTURE "picture" /* as --land-picture: that under the water */

static int set_land_picture(void *play, const char *value)
{
    return set_path(((PlaySettings *)play)->land_picture, value, NULL);
}

/* The length of a number at the start that has no digits. */
static size_t measure_word(const char *text)
{
    static const char *const words[] = {"infinity", "inf", "nan"};

    for (int i = 0; i < COUNT(words); i++) {
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return strlen(words[i]);
    }
    return 0;
}

/* Whether this looks like numbers, out of range or not. */
static int is_numeric(const char *value)
{
    size_t length;

    do {
        value += strspn(value, "-+.,0123456789eE");
        length = measure_word(value);
        value += length;
    } while (length > 0);
    return *value == '\0';
}

/* Two numbers are an even current, anything else is the name of a map. */
static int set_current(void *play, const char *value)
{
    PlaySettings *settings = play;

    if (!is_numeric(value)) {
        if (set_path(settings->current, value, NULL) != 0)
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

static int set_scroll(void *play, const char *value)
{
    PlaySettings *settings = play;
    double x, y;

    if (parse_pair(&x, &y, value, SCROLLING_MAX_SPEED) != 0)
        return -1;
    settings->scroll_x = (int)lround(x * SCROLLING_UNITS);
    settings->scroll_y = (int)lround(y * SCROLLING_UNITS);
    return 0;
}

static int set_camera(void *settings, const char *value)
{
    return camera_read(&((PlaySettings *)settings)->camera, value);
}

static void write_camera(const void *settings, char *text, size_t size)
{
    camera_write(&((const PlaySettings *)settings)->camera, text, size);
}

/* Pixels of 16 bits have no filter, light, sky, leaves or other views. */
static void set_format(PlaySettings *settings, RippleFormat format)
{
    settings->format = format;
    if (format == RIPPLE_FORMAT_ARGB8888)
        return;
    settings->pool.filter = RIPPLE_FILTER_NEAREST;
    settings->pool.view = RIPPLE_VIEW_WATER;
    settings->pool.light = settings->pool.sky = 0;
    settings->leaves = settings->foam = settings->fish = 0;
    settings->paper_boats = settings->ducks = 0;
}

SETTING_WORDS(name_format, "argb8888", "rgb565")

static int set_pixels(void *settings, const char *value)
{
    int format = ripple_word_find(name_format, value);

    if (format >= 0)
        set_format(settings, (RippleFormat)format);
    return format >= 0 ? 0 : -1;
}

/* What --float lists, and how many each is without a number. */
SETTING_WORDS(name_float, "boat", "duck", "leaves")
static const int usual_floats[] = {1, 1, 8};

#define NO_FLOATS "none"

static int *float_count(PlaySettings *settings, int i)
{
    return i == 0   ? &settings->paper_boats
           : i == 1 ? &settings->ducks
                    : &settings->leaves;
}

/* Copies what comes before one of `ends`, cut to `size`; returns where that is.
 */
static const char *take_word(char *word, int size, const char *text,
                             const char *ends)
{
    size_t length = strcspn(text, ends);

    snprintf(word, (size_t)size, "%.*s", (int)length, text);
    return text + length;
}

/* Sets the floats of "NAME,NAME=N"; leaves of one tree stay if no leaves are
   listed. */
static int set_float(void *settings, const char *value)
{
    PlaySettings set = *(PlaySettings *)settings;
    char name[8], number[8];

    set.paper_boats = set.ducks = 0;
    set.leaves *= !set.has_trees;
    set.has_trees = 0;
    if (strcmp(value, NO_FLOATS) == 0)
        value = NULL;
    while (value != NULL) {
        const char *end = take_word(name, sizeof name, value, ",=");
        int i = ripple_word_find(name_float, name);

        if (i < 0)
            return -1;
        *float_count(&set, i) = usual_floats[i];
        set.has_trees |= i == 2;
        if (*end == '=') {
            end = take_word(number, sizeof number, end + 1, ",");
            if (parse_int(float_count(&set, i), number, 0,
                          i < 2 ? FLOATS_MAX : LEAVES_MAX) != 0)
                return -1;
        }
        value = *end == ',' ? end + 1 : NULL;
    }
    *(PlaySettings *)settings = set;
    return 0;
}

static void write_float(const void *play, char *text, size_t size)
{
    PlaySettings settings = *(const PlaySettings *)play;
    int used = 0;

    snprintf(text, size, NO_FLOATS);
    for (int i = 0; name_float(i) != NULL; i++) {
        int count = *float_count(&settings, i);

        if (count > 0 && (i < 2 || settings.has_trees))
            used += snprintf(text + used, size - (size_t)used,
                             count == usual_floats[i] ? "%s%s" : "%s%s=%d",
                             used > 0 ? "," : "", name_float(i), count);
    }
}

SETTING_WORDS(name_floats, NO_FLOATS, "boat", "duck", "boat,duck",
              "boat,duck,leaves")

#define FIELD(member) .field = offsetof(PlaySettings, member)
#define TEXT(name, value, help, bits) \
    .info = {name,       value,          help, RIPPLE_SETTING_TEXT, \
             .unit = "", .flags = (bits)}

_Static_assert(sizeof(RippleProfile) == sizeof(int) &&
                   sizeof(RippleFormat) == sizeof(int),
               "enums are stored as int");

SETTING_WORDS(name_stone, "disc", "smooth")
SETTING_WORDS(name_bed, "pebbles", "sand", "tiles", "slate", "deep", "hills")
static const SettingRow rows[] = {
    {TEXT("preset", "NAME", "pond (default), or one of --list presets",
          PLAY_RESETS_ALL | RIPPLE_SETTING_MENU),
     FIELD(preset), .word = name_preset, .read = set_preset,
     .wants = "no such preset, see ripple --list presets"},
    {.info = {"bed", "NAME", "what lies under the water without a picture",
              RIPPLE_SETTING_WORD, 0, 5, .unit = "",
              .flags = RIPPLE_SETTING_MENU},
     FIELD(bed),
     .word = name_bed},
    {.info = {"rain", "X", "drops per second", RIPPLE_SETTING_NUMBER, 0,
              PLAY_MAX_RAIN, .unit = "per second",
              .flags = RIPPLE_SETTING_MENU},
     FIELD(rain)},
    {.info = {"lightning", "X", "flashes per minute, 0..20",
              RIPPLE_SETTING_NUMBER, 0, 20, .unit = "per minute",
              .flags = RIPPLE_SETTING_MENU},
     FIELD(lightning)},
    {.info = {"leaves", "N", "leaves that float on the water, 0..64",
              RIPPLE_SETTING_INT, 0, LEAVES_MAX, .unit = "",
              .flags = RIPPLE_SETTING_MENU},
     FIELD(leaves)},
    {.info = {"foam", "N", "flecks of foam that drift, 0..64",
              RIPPLE_SETTING_INT, 0, LEAVES_MAX, .unit = "",
              .flags = RIPPLE_SETTING_MENU},
     FIELD(foam)},
    {.info = {"fish", "N", "fish that swim under the water, 0..12",
              RIPPLE_SETTING_INT, 0, FISH_MAX, .unit = "",
              .flags = RIPPLE_SETTING_MENU},
     FIELD(fish)},
    {TEXT("float", "LIST", "boat,duck,leaves=8: paper boats, ducks, leaves",
          RIPPLE_SETTING_MENU),
     .word = name_floats, .read = set_float, .write = write_float,
     .wants = "must be none, or of boat, duck and leaves, as boat=2,leaves"},
    {.info = {"stone", "NAME",
              "smooth: a train of rings; disc: the hard stone of 1999",
              RIPPLE_SETTING_WORD, 0, 1, .initial = RIPPLE_PROFILE_SMOOTH,
              .unit = "", .flags = RIPPLE_SETTING_MENU},
     FIELD(profile),
     .word = name_stone},
    {TEXT("mask", "FILE", "a picture of the depth: black is land", 0),
     .read = set_mask, .wants = "must be the name of a picture"},
    {TEXT("land", "FILE", "a height map, half is sea level, or builtin:hills",
          0),
     .read = set_land, .wants = "must be the name of a height map"},
    {TEXT("land-picture", "FILE",
          "picture of land: builtin:wall, rock, grass or earth", 0),
     .read = set_land_picture, .wants = "must be the name of a picture"},
    {TEXT("current", "X,Y", "cells per step, -4..4, or a map (red X, green Y)",
          0),
     .read = set_current,
     .wants = "must be X,Y, each from -4 to 4 cells a step, or the name of a "
              "map"},
    {TEXT("scroll", "X,Y",
          "pixels per second that the picture moves, -10000..10000", 0),
     .read = set_scroll,
     .wants = "must be X,Y, each from -10000 to 10000 pixels a second"},
    {TEXT("camera", "Y,P,D", "yaw, pitch, distance of view perspective",
          RIPPLE_SETTING_LOOK),
     .read = set_camera, .write = write_camera,
     .wants = "must be YAW,PITCH,DISTANCE: -360 to 360 and 3 to 70 degrees, "
              "0.2 to 4 pool widths"},
    {TEXT("pixels", "NAME", "argb8888 (default), or rgb565: 16 bits each",
          PLAY_RESETS_LOOK | PLAY_AT_START | RIPPLE_SETTING_LOOK),
     FIELD(format), .word = name_format, .read = set_pixels,
     .wants = "must be argb8888 or rgb565"},
    {.info = {"warm-up", "N", "steps before the first frame, 0..10000",
              RIPPLE_SETTING_INT, 0, PLAY_MAX_WARM_UP, .unit = "steps",
              .flags = PLAY_AT_START},
     FIELD(warm_up)},
};

/* To the defaults of the rows, and nothing where a row has none. */
static void reset(PlaySettings *settings)
{
    memset(settings, 0, sizeof *settings);
    ripple_settings_init(&settings->pool);
    for (int i = 0; i < COUNT(rows); i++) {
        if (rows[i].read == NULL)
            ripple_setting_reset(&rows[i], settings);
    }
}

const RippleSettingInfo *play_settings_info(int i)
{
    return i >= 0 && i < COUNT(rows) ? &rows[i].info
                                     : ripple_setting_info(i - COUNT(rows));
}

static const char *name_setting(int i)
{
    const RippleSettingInfo *info = play_settings_info(i);

    return info != NULL ? info->name : NULL;
}

int play_settings_find(const char *name)
{
    const SettingRow *row = ripple_setting_row(rows, COUNT(rows), name);
    int i = ripple_setting_find(name);

    if (row != NULL)
        return (int)(row - rows);
    return i >= 0 ? i + COUNT(rows) : -1;
}

const RippleSettingInfo *play_settings_named(const char *name)
{
    return play_settings_info(play_settings_find(name));
}

const char *play_settings_word(int i, int value)
{
    if (i < 0 || i >= COUNT(rows))
        return ripple_setting_word(i - COUNT(rows), value);
    return rows[i].word != NULL ? rows[i].word(value) : NULL;
}

int play_settings_step_word(const char *name, int value, int by)
{
    int i = play_settings_find(name), count = 0;

    do
        count++;
    while (play_settings_word(i, count) != NULL);
    return (value + count + by) % count;
}

const char *play_settings_bed(int i)
{
    return name_bed(i);
}

/* Narrower than in the library, where water may never rest, and where a cell
   may have any size: here it is auto, which is 0, or a power of 2. */
static int is_usual(const RippleSettings *pool)
{
    return pool->cell <= 8 && (pool->cell & (pool->cell - 1)) == 0 &&
           pool->damping >= PLAY_MIN_DAMPING;
}

static const char *set_pool(RippleSettings *pool, const char *name,
                            const char *value, PlayReason *why)
{
    RippleSettings set = *pool;
    int error =
        ripple_setting_set(&set, name, value, why->text, sizeof why->text);

    if (error == RIPPLE_OK && is_usual(&set)) {
        *pool = set;
        return NULL;
    }
    if (strcmp(name, "damping") == 0) {
        snprintf(why->text, sizeof why->text,
                 "must be a whole number from %d to %g", PLAY_MIN_DAMPING,
                 play_settings_named(name)->max);
        return why->text;
    }
    return strcmp(name, "cell") == 0 ? "must be 1, 2, 4, 8 or auto" : why->text;
}

#define CLOCK "clock" /* as --light-from */

/* The minute of a day, of "18:30"; -1: it is none. */
static int read_hour(const char *value)
{
    char hour[8];
    const char *end = take_word(hour, sizeof hour, value, ":");
    int hours, minutes;

    return *end == ':' && parse_int(&hours, hour, 0, 23) == 0 &&
                   parse_int(&minutes, end + 1, 0, 59) == 0
               ? hours * 60 + minutes
               : -1;
}

/* From where it comes, and the hour that says so. */
static const char *set_light_from(PlaySettings *settings, const char *value,
                                  PlayReason *why)
{
    int minute = read_hour(value), is_clock = strcmp(value, CLOCK) == 0;

    if (minute >= 0)
        settings->pool.light_from = daylight_at(minute).from;
    else if (!is_clock &&
             set_pool(&settings->pool, "light-from", value, why) != NULL)
        return "must be -360 to 360 degrees, an hour such as 18:30, or clock";
    settings->minute = minute + 1;
    settings->is_clock = is_clock;
    return NULL;
}

void play_settings_init(PlaySettings *settings)
{
    settings->is_still = 0;
    set_preset(settings, PLAY_DEFAULT_PRESET);
}

const char *play_settings_set(PlaySettings *settings, const char *name,
                              const char *value, PlayReason *why)
{
    const SettingRow *row = ripple_setting_row(rows, COUNT(rows), name);

    if (play_settings_find(name) < 0) {
        snprintf(why->text, sizeof why->text, "no such setting");
        ripple_word_suggest(why->text, sizeof why->text, "", name_setting,
                            name);
        return why->text;
    }
    if (strcmp(name, "light-from") == 0)
        return set_light_from(settings, value, why);
    if (row == NULL)
        return set_pool(&settings->pool, name, value, why);
    return ripple_setting_read(row, settings, value, why->text,
                               sizeof why->text) == RIPPLE_OK
               ? NULL
               : why->text;
}

int play_settings_get(const PlaySettings *settings, const char *name,
                      char *value, size_t size)
{
    const SettingRow *row = ripple_setting_row(rows, COUNT(rows), name);

    if (strcmp(name, "light-from") == 0 &&
        (settings->minute > 0 || settings->is_clock)) {
        snprintf(value, size, settings->is_clock ? CLOCK : "%d:%02d",
                 (settings->minute - 1) / 60, (settings->minute - 1) % 60);
        return 0;
    }
    if (row == NULL)
        return ripple_setting_get(&settings->pool, name, value, size) ==
                       RIPPLE_OK
                   ? 0
                   : -1;
    if (row->write != NULL) {
        row->write(settings, value, size);
        return 0;
    }
    if (row->read != NULL && row->field == 0) /* the pool is there */
        return -1;
    ripple_setting_write(row, settings, value, size);
    return 0;
}

const char *play_settings_change(PlaySettings *settings, const char *name,
                                 const char *value, PlayReason *why)
{
    const SettingRow *row = ripple_setting_row(rows, COUNT(rows), name);
    unsigned flags = row != NULL ? row->info.flags : 0;
    PlaySettings before = *settings;
    const char *wrong = play_settings_set(settings, name, value, why);

    if (wrong == NULL && (flags & PLAY_AT_START))
        wrong = "can only be chosen at the start";
    if (wrong != NULL) {
        *settings = before;
        return wrong;
    }
    settings->format = before.format;
    settings->warm_up = before.warm_up;
    if (flags & PLAY_RESETS_ALL)
        set_format(settings, before.format);
    return NULL;
}

const char *play_settings_land(const PlaySettings *settings)
{
    const char *land = settings->land_picture, *mask = settings->mask;
    int is_own = mask[0] != '\0' && paths_builtin(mask) == NULL;

    if (land[0] == '\0')
        return is_own || settings->land[0] != '\0' ? NULL : "builtin:rock";
    return strcmp(land, THE_PICTURE) == 0 ? NULL : land;
}

int play_settings_is_land(const char *name)
{
    return strcmp(name, "mask") == 0 || strcmp(name, "land") == 0;
}

int play_settings_other_land(const PlaySettings *a, const PlaySettings *b)
{
    return strcmp(a->mask, b->mask) != 0 || strcmp(a->land, b->land) != 0;
}

int play_settings_names_file(const char *name, const char *value)
{
    return play_settings_is_land(name) ||
           (strcmp(name, "land-picture") == 0 &&
            strcmp(value, THE_PICTURE) != 0) ||
           (strcmp(name, "current") == 0 && !is_numeric(value));
}

const char *play_settings_check_look(const PlaySettings *settings)
{
    const RippleSettings *pool = &settings->pool;

    return settings->format == RIPPLE_FORMAT_ARGB8888 ||
                   (pool->filter == RIPPLE_FILTER_NEAREST && pool->light == 0 &&
                    pool->sky == 0 && pool->view == RIPPLE_VIEW_WATER &&
                    settings->leaves == 0 && settings->foam == 0 &&
                    settings->fish == 0 && settings->paper_boats == 0 &&
                    settings->ducks == 0)
               ? NULL
               : "needs the nearest filter and the view of water, without "
                 "light, sky, leaves, foam, fish and floats";
}
