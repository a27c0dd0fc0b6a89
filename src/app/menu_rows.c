/* SPDX-License-Identifier: MIT */
#include "app/menu_rows.h"

#include "app/sound.h"
#include "lib/util/decimal.h"
#include "lib/util/fixed.h"
#include "play/preset_change.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT  64
#define NO_LIMIT  2000 /* frames a second: the end of the scale */
#define FULL_TURN 360

#define MAX_VALUES   80   /* of a scale */
#define EVEN_STEPS   20   /* about so many in a range */
#define MAX_INTS     65   /* that are stepped one by one */
#define WIDE_RANGE   1000 /* has several decades if it is not known better */
#define FIRST_SHARE  0.1  /* of the usual value: where the decades begin */
#define FIRST_OF_ALL 1e-5 /* of the range, the same without a usual value */

/* The values that a row steps through, in their order: words one after the
   other, numbers evenly or, where a range has several decades, in steps of 1, 2
   and 5. The present value may lie between two of them. */
typedef struct Scale {
    double values[MAX_VALUES]; /* rising */
    int count;
    int is_ring; /* the first follows the last */
} Scale;

static void add_value(Scale *scale, double value)
{
    if (scale->count < MAX_VALUES &&
        (scale->count == 0 || value > scale->values[scale->count - 1]))
        scale->values[scale->count++] = value;
}

/* The smallest of 1, 2 and 5 times a power of ten that is at least `value`,
   which is above 0. */
static double round_up(double value)
{
    static const double steps[] = {1, 2, 5, 10};
    int decade = (int)floor(log10(value));
    double power = pow(10, abs(decade));

    for (int i = 0; i < COUNT(steps); i++) {
        double rounded = decade < 0 ? steps[i] / power : steps[i] * power;

        if (rounded >= value * (1 - 1e-9))
            return rounded;
    }
    return value;
}

/* From min to max, `step` apart but for the last. */
static void space_evenly(Scale *scale, double min, double max, double step)
{
    for (int i = 0; min + step * i < max * (1 - 1e-9); i++)
        add_value(scale, min + (step < 1 ? i / round(1 / step) : step * i));
    add_value(scale, max);
}

/* From min over `first` to max. */
static void space_by_decades(Scale *scale, double min, double first, double max)
{
    add_value(scale, min);
    for (double value = round_up(first); value < max;
         value = round_up(value * 1.5))
        add_value(scale, value);
    add_value(scale, max);
}

static int has_decades(const RippleSettingInfo *info)
{
    double range = info->max - info->min;

    return range > WIDE_RANGE ||
           (info->initial > 0 && info->initial < range / EVEN_STEPS);
}

static void add_numbers(Scale *scale, const RippleSettingInfo *info)
{
    double range = info->max - info->min;

    if (info->type == RIPPLE_SETTING_INT && range < MAX_INTS)
        space_evenly(scale, info->min, info->max, 1);
    else if (has_decades(info))
        space_by_decades(scale, info->min,
                         info->initial > 0 ? info->initial * FIRST_SHARE
                                           : range * FIRST_OF_ALL,
                         info->max);
    else
        space_evenly(scale, info->min, info->max, round_up(range / EVEN_STEPS));
}

/* The values of a setting that has so many words. */
static void list_setting(Scale *scale, const RippleSettingInfo *info, int words)
{
    scale->is_ring =
        info->type != RIPPLE_SETTING_INT && info->type != RIPPLE_SETTING_NUMBER;
    if (!scale->is_ring)
        add_numbers(scale, info);
    for (int i = 0; scale->is_ring && i < words; i++)
        add_value(scale, i);
}

static void list_values(Scale *scale, const double *values, int count)
{
    for (int i = 0; i < count; i++)
        add_value(scale, values[i]);
}

/* The index of the first value that is at least that. */
static int find_value(const Scale *scale, double value)
{
    int i = 0;

    while (i < scale->count - 1 && scale->values[i] < value)
        i++;
    return i;
}

/* The value that follows another one, up if by is 1, down if it is -1; past
   either end it is the other one or, unless the scale is a ring, `value`. */
static double find_next(const Scale *scale, double value, int by)
{
    int i = find_value(scale, value);

    if (by < 0 || scale->values[i] <= value)
        i += by;
    if (i >= 0 && i < scale->count)
        return scale->values[i];
    return scale->is_ring ? scale->values[i < 0 ? scale->count - 1 : 0] : value;
}

/* Where a value lies, in 0..1, and the value nearest to such a place. */
static double find_place(const Scale *scale, double value)
{
    int i = find_value(scale, value);
    double above = scale->values[i], below = scale->values[max_int(i - 1, 0)];
    double part = above > below ? (above - value) / (above - below) : 0;

    return (i - fmin(fmax(part, 0), 1)) / max_int(scale->count - 1, 1);
}

static double find_at(const Scale *scale, double place)
{
    double index = fmin(fmax(place, 0), 1) * (scale->count - 1);

    return scale->values[(int)lround(index)];
}

/* A pass over the rows. */
typedef struct Rows {
    Form *form;
    const MenuTarget *target;
    MenuRows *state;
    Scene *scene;
    int result;
    Error *error;
} Rows;

/* A number or a word that has a row. */
typedef struct Value {
    const char *name, *text;
    Scale scale;
    double now, next; /* as the user asks */
    int is_word, by;  /* 0: a place was asked for */
} Value;

static const double sizes[] = {25,  30,  35,  40,  50,  60,  70,  80,  90,
                               100, 120, 140, 170, 200, 240, 280, 330, 400};
static const double rates[] = {1,   2,   5,   10,  15,  20,   25,      30,
                               40,  50,  60,  75,  90,  120,  144,     180,
                               240, 300, 400, 500, 700, 1000, NO_LIMIT};
/* Options take more. */
static const double rains[] = {0, 0.1, 0.2, 0.5, 1,  2,  3, 5,
                               7, 10,  15,  20,  30, 40, 60};
static const double distances[] = {0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6,
                                   0.7, 0.8,  0.9, 1,    1.2, 1.4, 1.6,
                                   1.8, 2,    2.5, 3,    3.5, 4};

static void write_label(char *label, const char *name)
{
    if (strcmp(name, "damping") == 0)
        name = "rings last";
    do
        *label++ = (char)(*name == '-' ? ' ' : *name);
    while (*name++ != '\0');
}

/* Two digits of a fraction, three of others, or all of a whole number. */
static const char *write_number(char *text, double value, const char *unit)
{
    snprintf(text, MAX_TEXT,
             fabs(value) < 1     ? "%.2g%s"
             : fabs(value) < 100 ? "%.3g%s"
                                 : "%.0f%s",
             value, unit);
    return text;
}

/* The next value of the scale; but the step back returns to where the step
   before came from. */
static double step(MenuStep *last, const Value *value, int by)
{
    double next = find_next(&value->scale, value->now, by);

    if (last->name == value->name && last->to == value->now && last->by == -by)
        next = last->from;
    if (next != value->now)
        *last = (MenuStep){value->name, value->now, next, by};
    return next;
}

/* Shows a value; returns whether it is to become `next`. */
static int show(Rows *rows, Value *value)
{
    const Scale *scale = &value->scale;
    char label[MAX_TEXT];
    FormRow row = {value->name, label, value->text, -1, 0};
    FormChange change;

    write_label(label, value->name);
    if (!value->is_word)
        row.place = find_place(scale, value->now);
    if (!form_row(rows->form, &row, &change))
        return 0;
    value->by = change.by;
    if (change.by == 0)
        value->next = find_at(scale, change.place);
    else
        value->next = step(&rows->state->last, value, change.by);
    return value->next != value->now;
}

static int show_number(Rows *rows, Value *value, const char *unit)
{
    char text[MAX_TEXT];

    int is_set;

    value->text = write_number(text, value->now, unit);
    is_set = show(rows, value);
    value->text = NULL;
    return is_set;
}

static const char *find_unit(const RippleSettingInfo *info)
{
    static const struct {
        const char *unit, *written;
    } units[] = {{"per second", "/s"},
                 {"percent", " %"},
                 {"degrees", "°"},
                 {"pixels", " px"}};

    for (int i = 0; i < COUNT(units); i++) {
        if (strcmp(units[i].unit, info->unit) == 0)
            return units[i].written;
    }
    return "";
}

/* A bed that is chosen is shown, even where a picture was. */
static int set_setting(Rows *rows, int i, const char *name, double value)
{
    Scene *scene = rows->scene;
    const char *word = play_settings_word(i, (int)value);
    char text[MAX_TEXT];

    ripple_decimal_write(text, sizeof text, value);
    if (strcmp(name, "preset") == 0)
        return preset_change(&scene->player, (int)value, rows->error);
    if (player_set(&scene->player, name, word != NULL ? word : text,
                   rows->error) != 0)
        return -1;
    if (strcmp(name, "bed") == 0 && scene->bed.setting < 0)
        bed_show_setting(&scene->bed);
    return 0;
}

/* Past words that are refused: a cell has 4 pixels or 8, but never 5. */
static void change_setting(Rows *rows, int i, Value *value)
{
    double last = value->now;

    for (int tries = 0; tries < value->scale.count; tries++) {
        if (value->next == value->now || value->next == last)
            return;
        if (set_setting(rows, i, value->name, value->next) == 0) {
            rows->result = 0;
            return;
        }
        rows->result = -1;
        last = value->next;
        if (value->is_word)
            value->next = find_next(&value->scale, last, value->by);
    }
}

static void list_angles(Value *value)
{
    value->now = remainder(value->now, FULL_TURN);
    space_evenly(&value->scale, -175, 180, 5);
    value->scale.is_ring = 1;
}

static void show_setting(Rows *rows, int i, const RippleSettingInfo *info)
{
    Value value = {.name = info->name};
    char text[MAX_TEXT];
    const char *word;
    int words = 0, changes;

    if (!form_needs_value(rows->form, info->name)) {
        value.text = "";
        value.is_word = 1;
        show(rows, &value);
        return;
    }
    play_settings_get(&rows->scene->player.settings, info->name, text,
                      sizeof text);
    if (ripple_decimal_read(&value.now, text) != 0)
        value.now = rows->scene->player.settings.pool.light_from; /* an hour */
    for (; (word = play_settings_word(i, words)) != NULL; words++) {
        if (strcmp(word, text) == 0)
            value.now = words;
    }
    value.text = text;
    value.is_word = words > 0;
    if (strcmp(info->name, "rain") == 0)
        list_values(&value.scale, rains, COUNT(rains));
    else if (strcmp(info->unit, "degrees") == 0)
        list_angles(&value);
    else
        list_setting(&value.scale, info, words);
    if (strcmp(info->name, "bed") == 0 && rows->scene->bed.setting < 0)
        value.text = "none";
    changes = value.is_word ? show(rows, &value)
                            : show_number(rows, &value, find_unit(info));
    if (changes)
        change_setting(rows, i, &value);
}

static int is_used(const RippleSettingInfo *info, const MenuTarget *target)
{
    RippleModel model = target->scene->player.settings.pool.model;

    return (info->flags & RIPPLE_SETTING_MENU) &&
           (info->models == 0 || (info->models & 1U << model) != 0);
}

/* The file chooser. */
static void show_file(Rows *rows)
{
    const Bed *bed = &rows->scene->bed;
    int is_file = bed->setting < 0 && bed->folder == NULL;
    const char *name = is_file ? bed_name(bed) : "";
    FormRow row = {"picture ...", "picture ...",
                   !rows->target->has_chooser ? "drop a file here"
                   : name[0] != '\0'          ? name
                                              : "choose",
                   -1, 1};
    FormChange change;

    if (form_row(rows->form, &row, &change))
        rows->state->asked = "O";
}

static void show_desktop(Rows *rows)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    int can = driver != NULL && strcmp(driver, "x11") == 0;
    FormRow row = {"desktop", "desktop", can ? "show it" : "only with X11", -1,
                   can};
    FormChange change;

    if (form_row(rows->form, &row, &change) && can)
        rows->state->asked = "D";
}

static void show_daylight(Rows *rows)
{
    Player *player = &rows->scene->player;
    int is_clock = player->settings.is_clock;
    FormRow row = {"daylight", "daylight", is_clock ? "of the clock" : "off",
                   -1, 0};
    FormChange change;

    if (form_row(rows->form, &row, &change))
        rows->result = player_set(player, "light-from",
                                  is_clock ? "120" : "clock", rows->error);
}

/* The pictures of a folder, the one that is shown or the user's. */
static void show_picture(Rows *rows)
{
    Bed *bed = &rows->scene->bed;
    FormRow row = {"pictures", "pictures",
                   bed->folder == NULL ? "none" : bed_name(bed), -1, 0};
    FormChange change;

    if (bed->folder == NULL && rows->target->pictures == NULL)
        return;
    if (!form_row(rows->form, &row, &change))
        return;
    if (bed->folder != NULL) {
        rows->result = bed_next(bed, change.by, rows->error);
        return;
    }
    rows->result = bed_show(bed, rows->target->pictures, rows->error);
    if (rows->result == 0) /* each stays until another one is asked for */
        bed_hold(bed);
}

static void show_tool(Rows *rows)
{
    static const char *const tools[] = {[TOOL_STONE] = "stone",
                                        [TOOL_LAND] = "land",
                                        [TOOL_WATER] = "water",
                                        [TOOL_BOAT] = "boat"};
    Tool *tool = &rows->target->input->tool;
    Value value = {
        .name = "draw", .text = tools[*tool], .now = *tool, .is_word = 1};

    space_evenly(&value.scale, TOOL_STONE, TOOL_BOAT, 1);
    value.scale.is_ring = 1;
    if (show(rows, &value))
        *tool = (Tool)value.next;
}

static void show_size(Rows *rows)
{
    double *size = &rows->target->input->size;
    Value value = {.name = "stone size", .now = round(100 * *size)};

    list_values(&value.scale, sizes, COUNT(sizes));
    if (show_number(rows, &value, " %"))
        *size = value.next / 100;
}

static void show_speed(Rows *rows)
{
    Value value = {.name = "speed", .now = rows->scene->player.rate};

    list_values(&value.scale, rates, COUNT(rates) - 1);
    if (!show_number(rows, &value, "/s"))
        return;
    if (*rows->target->is_recording)
        rows->result =
            error_set(rows->error, "speed", "cannot change in a recording");
    else
        scene_set_rate(rows->scene, (int)value.next);
}

static void show_limit(Rows *rows)
{
    int *limit = &rows->target->display->max_fps;
    Value value = {.name = "frame limit",
                   .text = "none",
                   .now = *limit > 0 ? *limit : NO_LIMIT};

    list_values(&value.scale, rates, COUNT(rates));
    if (value.now < NO_LIMIT ? show_number(rows, &value, "/s")
                             : show(rows, &value))
        *limit = value.next < NO_LIMIT ? (int)value.next : 0;
}

static void show_sound(Rows *rows)
{
    DisplayOptions *display = rows->target->display;
    Value value = {.name = "sound", .now = sound_volume(display)};

    space_evenly(&value.scale, 0, 100, 10);
    if (show_number(rows, &value, " %"))
        display->sound = (int)value.next;
}

static void show_camera(Rows *rows)
{
    RippleCamera camera = rows->scene->player.settings.camera;
    Value yaw = {.name = "yaw", .now = camera.yaw};
    Value pitch = {.name = "pitch", .now = camera.pitch};
    Value distance = {.name = "distance", .now = camera.distance};

    if (rows->scene->player.settings.pool.view != RIPPLE_VIEW_PERSPECTIVE)
        return;
    list_angles(&yaw);
    space_evenly(&pitch.scale, CAMERA_MIN_PITCH, CAMERA_MAX_PITCH, 1);
    list_values(&distance.scale, distances, COUNT(distances));
    if (show_number(rows, &yaw, "°"))
        camera.yaw = yaw.next;
    if (show_number(rows, &pitch, "°"))
        camera.pitch = pitch.next;
    if (show_number(rows, &distance, ""))
        camera.distance = distance.next;
    if (memcmp(&camera, &rows->scene->player.settings.camera, sizeof camera) !=
        0)
        glide_aim(&rows->target->input->glide, &rows->scene->player, &camera);
}

/* Rows that are no settings, each after one that is. */
static const struct {
    const char *after;
    void (*show)(Rows *rows);
} own[] = {{"bed", show_file},    {"bed", show_desktop},
           {"bed", show_picture}, {"light-from", show_daylight},
           {"light", show_tool},  {"light", show_size},
           {"view", show_camera}, {"view", show_speed},
           {"view", show_limit},  {"view", show_sound}};

static const char *const first[] = {"preset", "bed", "light"};

/* For those who know what they mean. */
static const char *const technical[] = {"model", "bend-limit", "edges",
                                        "shore", "filter",     "cell"};

static int is_in(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return 1;
    }
    return 0;
}

/* 0: of `first`, 2: of `technical`, 1: of the others. */
static int find_part(const char *name)
{
    return is_in(first, COUNT(first), name)           ? 0
           : is_in(technical, COUNT(technical), name) ? 2
                                                      : 1;
}

static void show_part(Rows *rows, int part)
{
    const RippleSettingInfo *info;

    for (int i = 0; (info = play_settings_info(i)) != NULL; i++) {
        if (!is_used(info, rows->target) || find_part(info->name) != part)
            continue;
        show_setting(rows, i, info);
        for (int k = 0; k < COUNT(own); k++) {
            if (strcmp(own[k].after, info->name) == 0)
                own[k].show(rows);
        }
    }
}

int menu_rows_show(Form *form, const MenuTarget *target, MenuRows *state,
                   Error *error)
{
    Rows rows = {.form = form,
                 .target = target,
                 .state = state,
                 .scene = target->scene,
                 .error = error};
    FormRow more = {"more", "more", state->shows_more ? "shown" : "hidden", -1,
                    0};
    FormChange change;

    show_part(&rows, 0);
    show_part(&rows, 1);
    if (form_row(form, &more, &change))
        state->shows_more = !state->shows_more;
    if (state->shows_more)
        show_part(&rows, 2);
    return rows.result;
}
