/* SPDX-License-Identifier: MIT */
/*
 * Water over a film, as a filter for hosts of frei0r 1.2 (the package 1.8). A
 * frame is a function of the parameters, its time and its picture: hosts seek,
 * and share the frames of a film among threads with an instance each. That is
 * why the stone has a time instead of a button: a host that begins behind it
 * would never see a button pressed.
 */
#define _GNU_SOURCE /* dladdr */
#include "lib/util/decimal.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "play/presets.h"
#include "plugins/timeline.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default)
#include <frei0r.h>
#pragma GCC visibility pop

#define MAX_STONE_S   1000 /* after the start */
#define MAX_SEED      1000
#define MAX_TIME_S    1e12       /* its steps are exact as doubles */
#define AS_PRESET     (-1.0)     /* a number below 0: as the preset has it */
#define HOST_ROUNDING (1.0 / 32) /* steps, half a millisecond */
#define STONE_PLACE   0.5

/* The parameters, in their order. Those that are settings have the names, help
   and ranges of play_settings_info. */
enum {
    PRESET,
    RAIN,
    STONE_X,
    STONE_Y,
    STONE_TIME,
    LIGHT,
    REFRACTION,
    DAMPING,
    SEED,
    FISH,
    BOATS,
    DUCKS,
    PARAMETERS
};

static const struct {
    const char *name;
    const char *help; /* NULL: that of the setting */
    double initial;   /* of numbers */
} parameters[] = {
    [PRESET] = {"preset", NULL, 0},
    [RAIN] = {"rain", NULL, AS_PRESET},
    [STONE_X] = {"stone-x", "where the stone falls, from left to right",
                 STONE_PLACE},
    [STONE_Y] = {"stone-y", "where the stone falls, from top to bottom",
                 STONE_PLACE},
    [STONE_TIME] = {"stone-time",
                    "when a stone falls: 1 is 1000 s after the start, 0: never",
                    0},
    [LIGHT] = {"light", NULL, AS_PRESET},
    [REFRACTION] = {"refraction", NULL, AS_PRESET},
    [DAMPING] = {"damping", NULL, AS_PRESET},
    [SEED] = {"seed", "of the random numbers: 1 is seed 1000", 0},
    [FISH] = {"fish", NULL, AS_PRESET},
    [BOATS] = {"boats", "paper boats: 1 is 8", 0},
    [DUCKS] = {"ducks", "rubber ducks: 1 is 8", 0},
};

typedef struct Instance {
    Timeline timeline;
    int preset;     /* of presets_get */
    int is_refused; /* an unknown name was reported */
    double numbers[PARAMETERS];
    double unit_s;          /* of the host's time */
    int is_changed, is_lit; /* since the last frame: something; the light */
    RipplePixels copy;      /* of a picture that the frame takes the place of */
} Instance;

int f0r_init(void)
{
    return 1;
}

void f0r_deinit(void)
{
}

void f0r_get_plugin_info(f0r_plugin_info_t *info)
{
    *info = (f0r_plugin_info_t){
        .name = "ripple",
        .author = "The authors of ripple",
        .plugin_type = F0R_PLUGIN_TYPE_FILTER,
        .color_model = F0R_COLOR_MODEL_BGRA8888,
        .frei0r_version = FREI0R_MAJOR_VERSION,
        .major_version = 0,
        .minor_version = 2,
        .num_params = PARAMETERS,
        .explanation = "Water over the picture: rain, stones and light",
    };
}

void f0r_get_param_info(f0r_param_info_t *info, int index)
{
    const RippleSettingInfo *setting;

    if (index < 0 || index >= PARAMETERS)
        return;
    setting = play_settings_named(parameters[index].name);
    info->name = parameters[index].name;
    info->type = index == PRESET ? F0R_PARAM_STRING : F0R_PARAM_DOUBLE;
    info->explanation =
        setting != NULL ? setting->help : parameters[index].help;
}

/* Sets a setting to a place in its range; one that is refused stays as the
   preset has it. */
static void set_number(PlaySettings *settings, const RippleSettingInfo *info,
                       double place)
{
    double number = info->min + fmin(place, 1) * (info->max - info->min);
    char text[32];
    PlayReason why;

    ripple_decimal_write(text, sizeof text,
                         info->type == RIPPLE_SETTING_NUMBER ? number
                                                             : round(number));
    play_settings_set(settings, info->name, text, &why);
}

static double clamp_share(double share)
{
    return fmax(fmin(share, 1), 0);
}

static void make_settings(TimelineSettings *settings, const Instance *instance)
{
    const double *numbers = instance->numbers;
    double stone_s = fmin(numbers[STONE_TIME], 1) * MAX_STONE_S;
    PlaySettings *play = &settings->play;
    PlayReason why;

    play_settings_init(play);
    play_settings_set(play, "preset", presets_get(instance->preset)->name,
                      &why);
    play->format = RIPPLE_FORMAT_ARGB8888;
    for (int i = 0; i < PARAMETERS; i++) {
        const RippleSettingInfo *info = play_settings_named(parameters[i].name);

        if (i != PRESET && info != NULL && numbers[i] >= 0)
            set_number(play, info, numbers[i]);
    }
    play->paper_boats = (int)round(clamp_share(numbers[BOATS]) * FLOATS_MAX);
    play->ducks = (int)round(clamp_share(numbers[DUCKS]) * FLOATS_MAX);
    settings->seed = (unsigned)round(clamp_share(numbers[SEED]) * MAX_SEED);
    settings->stone_step =
        stone_s > 0 ? (int)floor(stone_s * TIMELINE_RATE + HOST_ROUNDING) : -1;
    settings->stone_x = clamp_share(numbers[STONE_X]);
    settings->stone_y = clamp_share(numbers[STONE_Y]);
}

/* libavfilter's filter frei0r gives milliseconds, all others seconds. */
static double find_unit(const void *caller)
{
    static const char *const names[] = {"libavfilter", "ffmpeg", "ffplay",
                                        "ffprobe"};
    Dl_info object;
    const char *name;

    if (dladdr(caller, &object) == 0 || object.dli_fname == NULL)
        return 1;
    name = strrchr(object.dli_fname, '/');
    name = name != NULL ? name + 1 : object.dli_fname;
    for (int i = 0; i < COUNT(names); i++) {
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return 1e-3;
    }
    return 1;
}

static void set_usual(Instance *instance)
{
    PlaySettings play;

    play_settings_init(&play);
    instance->preset = play.preset;
    for (int i = 0; i < PARAMETERS; i++)
        instance->numbers[i] = parameters[i].initial;
}

f0r_instance_t f0r_construct(unsigned width, unsigned height)
{
    Instance *instance;

    if (width < 1 || width > RIPPLE_MAX_SIZE || height < 1 ||
        height > RIPPLE_MAX_SIZE)
        return NULL;
    instance = calloc(1, sizeof *instance);
    if (instance == NULL)
        return NULL;
    instance->timeline.width = (int)width;
    instance->timeline.height = (int)height;
    set_usual(instance);
    instance->unit_s = find_unit(__builtin_return_address(0));
    instance->is_changed = 1;
    return instance;
}

void f0r_destruct(f0r_instance_t handle)
{
    Instance *instance = handle;

    if (handle == NULL)
        return;
    timeline_clear(&instance->timeline);
    pixel_buffer_clear(&instance->copy);
    free(instance);
}

/* No such preset changes nothing, and one line says so: hosts set parameters
   before each frame. */
static void set_preset(Instance *instance, const char *name)
{
    PlaySettings play;
    PlayReason why;
    const char *wrong = play_settings_set(&play, "preset", name, &why);

    if (wrong == NULL && play.preset != instance->preset) {
        instance->preset = play.preset;
        instance->is_changed = 1;
    }
    if (wrong != NULL && !instance->is_refused)
        fprintf(stderr, "ripple: preset %.64s: %s\n", name, wrong);
    instance->is_refused = wrong != NULL;
}

/* A setting as a place in its range; that of the preset is a hair less. */
static double get_number(const Instance *instance, int index)
{
    const RippleSettingInfo *info = play_settings_named(parameters[index].name);
    TimelineSettings settings;
    char text[64];
    double number = 0;

    if (info == NULL || instance->numbers[index] >= 0)
        return instance->numbers[index];
    make_settings(&settings, instance);
    play_settings_get(&settings.play, info->name, text, sizeof text);
    ripple_decimal_read(&number, text);
    return nextafter((number - info->min) / (info->max - info->min), 0);
}

void f0r_set_param_value(f0r_instance_t handle, f0r_param_t value, int index)
{
    Instance *instance = handle, usual = {0};
    double number;

    if (index < 0 || index >= PARAMETERS || value == NULL)
        return;
    if (index == PRESET) {
        if (*(f0r_param_string *)value != NULL)
            set_preset(instance, *(f0r_param_string *)value);
        return;
    }
    number = *(f0r_param_double *)value;
    /* GStreamer sets the defaults that it has read of all that nobody sets. */
    set_usual(&usual);
    if (number == get_number(&usual, index))
        number = usual.numbers[index];
    if (isnan(number) || number == instance->numbers[index])
        return;
    instance->numbers[index] = number;
    *(index == LIGHT ? &instance->is_lit : &instance->is_changed) = 1;
}

void f0r_get_param_value(f0r_instance_t handle, f0r_param_t value, int index)
{
    const Instance *instance = handle;

    if (index == PRESET)
        *(f0r_param_string *)value =
            (char *)presets_get(instance->preset)->name;
    else if (index > 0 && index < PARAMETERS)
        *(f0r_param_double *)value = get_number(instance, index);
}

static void follow_parameters(Instance *instance)
{
    TimelineSettings settings;

    if (!instance->is_changed && !instance->is_lit)
        return;
    make_settings(&settings, instance);
    if (instance->is_changed)
        timeline_set(&instance->timeline, &settings);
    else
        timeline_light(&instance->timeline, settings.play.pool.light);
    instance->is_changed = instance->is_lit = 0;
}

/* The steps that are done when a frame of that time is shown: 0..floor(t rate).
   Hosts round times to milliseconds. */
static uint64_t count_steps(const Instance *instance, double time)
{
    double time_s = time * instance->unit_s;

    if (!(time_s > 0) || isinf(time_s))
        return 1;
    time_s = fmin(time_s, MAX_TIME_S);
    return (uint64_t)floor(time_s * TIMELINE_RATE + HOST_ROUNDING) + 1;
}

/* The picture, or its copy if the host wants the frame in its place. */
static const RipplePixels *keep_picture(Instance *instance,
                                        const RipplePixels *picture,
                                        const RipplePixels *frame)
{
    RipplePixels *copy = &instance->copy;

    if (picture->pixels != frame->pixels)
        return picture;
    if (copy->width == 0 &&
        pixel_buffer_init(copy, picture->width, picture->height,
                          RIPPLE_FORMAT_ARGB8888) != 0)
        return NULL;
    ripple_copy_pixels(picture, copy);
    return copy;
}

/* Without memory for water the frame is the picture. */
void f0r_update(f0r_instance_t handle, double time, const uint32_t *inframe,
                uint32_t *outframe)
{
    Instance *instance = handle;
    int width = instance->timeline.width, height = instance->timeline.height;
    size_t size = (size_t)width * (size_t)height * sizeof *outframe;
    /* The picture is only read. */
    RipplePixels given = {.pixels = (uint32_t *)inframe,
                          .width = width,
                          .height = height,
                          .stride = (size_t)width};
    RipplePixels frame = given;
    const RipplePixels *picture;

    frame.pixels = outframe;
    follow_parameters(instance);
    picture = keep_picture(instance, &given, &frame);
    if (picture == NULL)
        return;
    if (timeline_draw(&instance->timeline, count_steps(instance, time), picture,
                      &frame) != 0)
        memcpy(outframe, picture->pixels, size);
}
