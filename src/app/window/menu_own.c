/* SPDX-License-Identifier: MIT */
#include "app/window/menu_own.h"

#include "lib/util/fixed.h"

#include <math.h>

#define NO_LIMIT  2000 /* frames a second: the end of the scale */
#define FULL_TURN 360

static const char *const tools[] = {[TOOL_STONE] = "stone",
                                    [TOOL_LAND] = "land",
                                    [TOOL_WATER] = "water",
                                    [TOOL_BOAT] = "boat"};

static const double tool_values[] = {TOOL_STONE, TOOL_LAND, TOOL_WATER,
                                     TOOL_BOAT};
static const double sizes[] = {25,  30,  35,  40,  50,  60,  70,  80,  90,
                               100, 120, 140, 170, 200, 240, 280, 330, 400};
static const double rates[] = {1,   2,   5,   10,  15,  20,   25,      30,
                               40,  50,  60,  75,  90,  120,  144,     180,
                               240, 300, 400, 500, 700, 1000, NO_LIMIT};
static const double distances[] = {0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6,
                                   0.7, 0.8,  0.9, 1,    1.2, 1.4, 1.6,
                                   1.8, 2,    2.5, 3,    3.5, 4};

static double get_tool(const MenuTarget *target)
{
    return target->input->tool;
}

static int set_tool(const MenuTarget *target, double value, Error *error)
{
    (void)error;
    target->input->tool = (Tool)value;
    return 0;
}

static double get_size(const MenuTarget *target)
{
    return round(100 * target->input->size);
}

static int set_size(const MenuTarget *target, double value, Error *error)
{
    (void)error;
    target->input->size = value / 100;
    return 0;
}

static double get_speed(const MenuTarget *target)
{
    return target->scene->player.rate;
}

static int set_speed(const MenuTarget *target, double value, Error *error)
{
    if (*target->is_recording)
        return error_set(error, "speed", "cannot change in a recording");
    scene_set_rate(target->scene, (int)value);
    return 0;
}

static double get_limit(const MenuTarget *target)
{
    int max_fps = target->display->max_fps;

    return max_fps > 0 ? max_fps : NO_LIMIT;
}

static int set_limit(const MenuTarget *target, double value, Error *error)
{
    (void)error;
    target->display->max_fps = value < NO_LIMIT ? (int)value : 0;
    return 0;
}

static const RippleCamera *camera_of(const MenuTarget *target)
{
    return &target->scene->player.settings.camera;
}

static int aim(const MenuTarget *target, RippleCamera camera)
{
    glide_aim(&target->input->glide, &target->scene->player, &camera);
    return 0;
}

static double get_yaw(const MenuTarget *target)
{
    return remainder(camera_of(target)->yaw, FULL_TURN);
}

static int set_yaw(const MenuTarget *target, double value, Error *error)
{
    const RippleCamera *camera = camera_of(target);

    (void)error;
    return aim(target, (RippleCamera){value, camera->pitch, camera->distance});
}

static double get_pitch(const MenuTarget *target)
{
    return camera_of(target)->pitch;
}

static int set_pitch(const MenuTarget *target, double value, Error *error)
{
    const RippleCamera *camera = camera_of(target);

    (void)error;
    return aim(target, (RippleCamera){camera->yaw, value, camera->distance});
}

static double get_distance(const MenuTarget *target)
{
    return camera_of(target)->distance;
}

static int set_distance(const MenuTarget *target, double value, Error *error)
{
    const RippleCamera *camera = camera_of(target);

    (void)error;
    return aim(target, (RippleCamera){camera->yaw, camera->pitch, value});
}

#define VALUES(list) .values = (list), .count = COUNT(list)

static const MenuOwn rows[] = {
    {.name = "draw",
     .after = "bed",
     .unit = "",
     .words = tools,
     VALUES(tool_values),
     .is_ring = 1,
     .get = get_tool,
     .set = set_tool},
    {.name = "stone size",
     .after = "bed",
     .unit = " %",
     VALUES(sizes),
     .get = get_size,
     .set = set_size},
    {.name = "speed",
     .after = "cell",
     .unit = "/s",
     .values = rates,
     .count = COUNT(rates) - 1,
     .get = get_speed,
     .set = set_speed},
    {.name = "frame limit",
     .after = "cell",
     .unit = "/s",
     .last = "none",
     VALUES(rates),
     .get = get_limit,
     .set = set_limit},
    {.name = "yaw",
     .after = "view",
     .unit = " deg",
     .min = -175,
     .max = 180,
     .step = 5,
     .is_ring = 1,
     .is_camera = 1,
     .get = get_yaw,
     .set = set_yaw},
    {.name = "pitch",
     .after = "view",
     .unit = " deg",
     .min = CAMERA_MIN_PITCH,
     .max = CAMERA_MAX_PITCH,
     .step = 1,
     .is_camera = 1,
     .get = get_pitch,
     .set = set_pitch},
    {.name = "distance",
     .after = "view",
     .unit = "",
     VALUES(distances),
     .is_camera = 1,
     .get = get_distance,
     .set = set_distance},
};

const MenuOwn *menu_own_row(int i)
{
    return i >= 0 && i < COUNT(rows) ? &rows[i] : NULL;
}

int menu_own_is_used(const MenuOwn *own, const MenuTarget *target)
{
    return !own->is_camera ||
           target->scene->player.settings.pool.view == RIPPLE_VIEW_PERSPECTIVE;
}

void menu_own_find_scale(const MenuOwn *own, SettingScale *scale)
{
    if (own->step > 0)
        setting_scale_evenly(scale, own->min, own->max, own->step);
    else
        setting_scale_list(scale, own->values, own->count);
    scale->is_ring = own->is_ring;
}
