/* SPDX-License-Identifier: MIT */
#include "app/window/controls.h"

void controls_change_damping(Scene *scene, Captions *captions, int by,
                             uint64_t now_ns)
{
    const PlaySettings *settings = &scene->player.settings;
    char value[16];
    Error error;

    snprintf(value, sizeof value, "%d", settings->pool.damping + by);
    /* Refused at either end. */
    player_set(&scene->player, "damping", value, &error);
    captions_say(captions, now_ns, "damping %d", settings->pool.damping);
}

void controls_toggle_rain(Scene *scene, Captions *captions, uint64_t now_ns)
{
    captions_say(captions, now_ns,
                 player_toggle_rain(&scene->player) ? "rain" : "no rain");
}

void controls_set_view(Scene *scene, Captions *captions, const char *view,
                       uint64_t now_ns)
{
    Error error;

    if (player_set(&scene->player, "view", view, &error) != 0)
        captions_say(captions, now_ns, "%s", error.text);
}

void controls_take_picture(Scene *scene, Captions *captions, const char *path,
                           uint64_t now_ns)
{
    SDL_Surface *picture = NULL;
    Slideshow *slideshow = NULL;
    Error error;

    if (slideshow_read(&picture, &slideshow, path, &error) != 0 ||
        scene_show(scene, picture, slideshow, &error) != 0)
        captions_complain(captions, now_ns, &error);
    SDL_FreeSurface(picture);
}
