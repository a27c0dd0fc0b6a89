/* SPDX-License-Identifier: MIT */
#include "app/window/commands.h"

#include <stdio.h>

static void change_damping(Scene *scene, int by, Captions *captions,
                           uint64_t now_ns)
{
    Player *player = &scene->player;
    const int *damping = &player->settings.pool.damping;
    char value[16];
    Error error;

    snprintf(value, sizeof value, "%d", *damping + by);
    player_set(player, "damping", value, &error); /* refused at either end */
    captions_say(captions, now_ns, "damping %d", *damping);
}

static void set_view(Scene *scene, const char *view, Captions *captions,
                     uint64_t now_ns)
{
    Error error;

    if (player_set(&scene->player, "view", view, &error) != 0)
        captions_say(captions, now_ns, "%s", error.text);
}

static void show_next(Scene *scene, Captions *captions, uint64_t now_ns)
{
    Error error;

    if (scene_show_next(scene, 1, &error) != 0)
        captions_say(captions, now_ns, "%s", error.text);
    else if (scene->pictures.bed >= 0)
        captions_say(captions, now_ns, "%s",
                     play_settings_bed(scene->pictures.bed));
}

void commands_apply(const Command *command, Scene *scene, Captions *captions,
                    uint64_t now_ns)
{
    switch (command->kind) {
    case COMMAND_CALM:
        ripple_clear(scene->player.pool);
        break;
    case COMMAND_RAIN:
        captions_say(captions, now_ns,
                     player_toggle_rain(&scene->player) ? "rain" : "no rain");
        break;
    case COMMAND_DAMPING:
        change_damping(scene, command->by, captions, now_ns);
        break;
    case COMMAND_VIEW:
        set_view(scene, command->view, captions, now_ns);
        break;
    case COMMAND_NEXT:
        show_next(scene, captions, now_ns);
        break;
    case COMMAND_HELP:
        captions_toggle_help(captions);
        break;
    default:
        break;
    }
}

void commands_take_picture(const char *path, Scene *scene, Captions *captions,
                           uint64_t now_ns)
{
    SDL_Surface *picture = NULL;
    Slideshow *slideshow = NULL;
    Error error;

    if (slideshow_read(&picture, &slideshow, path, NULL, &error) != 0 ||
        scene_show(scene, picture, slideshow, &error) != 0)
        captions_complain(captions, now_ns, &error);
    SDL_FreeSurface(picture);
}
