/* SPDX-License-Identifier: MIT */
#include "app/window/commands.h"

#include "lib/util/fixed.h"
#include "media/decoder.h"
#include "os/stop.h"
#include "play/preset_change.h"
#include "play/presets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LIGHT_NOTCH 10
#define YAW_NOTCH   3.0 /* degrees */
#define PITCH_NOTCH 2.0
#define NEAR_NOTCH  1.15 /* times as near */

/* Says the setting, or what it means with the setting in brackets. */
static void set_number(Scene *scene, const char *name, double value,
                       const char *meaning, Captions *captions, uint64_t now_ns)
{
    char text[16];
    Error error;

    snprintf(text, sizeof text, "%g", value);
    if (player_set(&scene->player, name, text, &error) != 0)
        captions_say(captions, now_ns, "%s", error.text);
    else if (meaning == NULL)
        captions_say(captions, now_ns, "%s %s", name, text);
    else
        captions_say(captions, now_ns, "%s (%s %s)", meaning, name, text);
}

static void change_light(Scene *scene, int by, Captions *captions,
                         uint64_t now_ns)
{
    double light = scene->player.settings.pool.light + by * LIGHT_NOTCH;

    set_number(scene, "light",
               fmin(fmax(light, 0), play_settings_named("light")->max), NULL,
               captions, now_ns);
}

/* Whether the model that there is has a damping. */
static int has_damping(const Scene *scene)
{
    return (play_settings_named("damping")->models &
            1U << scene->player.settings.pool.model) != 0;
}

static void change_damping(Scene *scene, int by, Captions *captions,
                           uint64_t now_ns)
{
    RippleModel model = scene->player.settings.pool.model;
    int max = (int)play_settings_named("damping")->max;
    int damping = clamp_int(scene->player.settings.pool.damping + by,
                            PLAY_MIN_DAMPING, max);
    const char *rings = damping == max                ? "rings last longest"
                        : damping == PLAY_MIN_DAMPING ? "rings fade soonest"
                        : by > 0                      ? "rings last longer"
                                                      : "rings fade sooner";

    if (!has_damping(scene))
        captions_say(captions, now_ns, "model %s has no damping; see the menu",
                     ripple_model_name(model));
    else
        set_number(scene, "damping", damping, rings, captions, now_ns);
}

static void set_view(Scene *scene, const char *view, Captions *captions,
                     uint64_t now_ns)
{
    const char *what = view;
    Error error;

    if (strcmp(view, "split") == 0)
        what = "split view";
    else if (strcmp(view, "perspective") == 0)
        what = "perspective: the right button turns it";
    if (player_set(&scene->player, "view", view, &error) != 0)
        captions_say(captions, now_ns, "%s", error.text);
    else
        captions_say(captions, now_ns, "%s", what);
}

/* Moves the camera, and says where it goes as --camera takes it. */
static void move_camera(const Command *command, Scene *scene, Glide *glide,
                        Captions *captions, uint64_t now_ns)
{
    Player *player = &scene->player;
    const RippleCamera *camera = &player->settings.camera;
    int by = command->by;

    if (player->settings.pool.view != RIPPLE_VIEW_PERSPECTIVE) {
        captions_say(captions, now_ns, "key 5 shows what the camera sees");
        return;
    }
    if (command->kind == COMMAND_YAW)
        glide_move(glide, player, &(CameraMove){by * YAW_NOTCH, 0, 1});
    else if (command->kind == COMMAND_PITCH)
        glide_move(glide, player, &(CameraMove){0, by * PITCH_NOTCH, 1});
    else if (command->kind == COMMAND_NEARER)
        glide_move(glide, player, &(CameraMove){0, 0, pow(NEAR_NOTCH, -by)});
    else
        glide_aim(glide, player, &player->home);
    captions_say(captions, now_ns, "camera %.3g, %.3g, %.2g", camera->yaw,
                 camera->pitch, camera->distance);
}

static void change_preset(Scene *scene, int by, Captions *captions,
                          uint64_t now_ns)
{
    int next =
        play_settings_step_word("preset", scene->player.settings.preset, by);
    Error error;

    if (preset_change(&scene->player, next, &error) != 0)
        captions_complain(captions, now_ns, &error);
    else
        captions_say(captions, now_ns, "%s", presets_get(next)->name);
}

static void change_picture(Scene *scene, int by, Captions *captions,
                           uint64_t now_ns)
{
    Error error;

    if (scene_show_next(scene, by, &error) != 0)
        captions_say(captions, now_ns, "%s", error.text);
    else if (scene->pictures.bed >= 0)
        captions_say(captions, now_ns, "%s",
                     play_settings_bed(scene->pictures.bed));
    else
        captions_say(captions, now_ns,
                     by > 0 ? "next picture" : "previous picture");
}

void commands_apply(const Command *command, Scene *scene, Glide *glide,
                    Captions *captions, uint64_t now_ns)
{
    switch (command->kind) {
    case COMMAND_PRESET:
        change_preset(scene, command->by, captions, now_ns);
        break;
    case COMMAND_PICTURE:
        change_picture(scene, command->by, captions, now_ns);
        break;
    case COMMAND_LIGHT:
        change_light(scene, command->by, captions, now_ns);
        break;
    case COMMAND_DAMPING:
        change_damping(scene, command->by, captions, now_ns);
        break;
    case COMMAND_RAIN:
        captions_say(captions, now_ns,
                     player_toggle_rain(&scene->player) ? "rain" : "no rain");
        break;
    case COMMAND_VIEW:
        set_view(scene, command->view, captions, now_ns);
        break;
    case COMMAND_YAW:
    case COMMAND_PITCH:
    case COMMAND_NEARER:
    case COMMAND_HOME:
        move_camera(command, scene, glide, captions, now_ns);
        break;
    case COMMAND_CALM:
        ripple_clear(scene->player.pool);
        captions_say(captions, now_ns, "calm water");
        break;
    case COMMAND_HELP:
        captions_turn_help(captions);
        break;
    default:
        break;
    }
}

/* A load that the user ends has not failed. */
static int is_ended(void)
{
    return stop_count() > 0 || decoder_is_given_up(NULL);
}

void commands_take_picture(const char *path, Scene *scene, Captions *captions,
                           uint64_t now_ns)
{
    Slide slide;
    Slideshow *slideshow = NULL;
    Error error;

    if (slideshow_read(&slide, &slideshow, path, FILM_LIVE, NULL, &error) ==
            0 &&
        scene_show(scene, slide.source, slideshow, &error) == 0) {
        scene_play(scene, slide.film);
        slide.film = NULL;
        error_print(&error);
        pictures_set_name(&scene->pictures, path);
        captions_say(captions, now_ns, "%s", pictures_name(&scene->pictures));
    } else if (!is_ended()) {
        captions_complain(captions, now_ns, &error);
    }
    slideshow_clear_slide(&slide);
}
