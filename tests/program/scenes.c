/* SPDX-License-Identifier: MIT */
#include "scenes.h"

#include "decoded.h"

static void destroy_scene(void *scene)
{
    scene_destroy(scene);
}

SceneOptions scenes_options(const char *preset, int width, int height)
{
    SceneOptions options = {.width = width,
                            .height = height,
                            .rate = 60,
                            .seed = 5,
                            .threads = 2,
                            .simd = "auto",
                            .is_live = 1};

    scenes_set_option(&options, "preset", preset);
    return options;
}

void scenes_set_option(SceneOptions *options, const char *name,
                       const char *value)
{
    const char *wrong =
        play_settings_set(&options->settings, name, value, &(PlayReason){""});

    ck_assert_msg(wrong == NULL, "%s", wrong);
}

void scenes_set_script(SceneOptions *options, const char *text)
{
    Error error;

    EXPECT_INT(script_parse(&options->script, text, "test", &error), ==, 0);
}

SDL_Surface *scenes_picture(int width, int height)
{
    return decoded_own(picture_surface(width, height));
}

SDL_Surface *scenes_plain(int width, int height, uint32_t colour)
{
    SDL_Surface *surface = scenes_picture(width, height);

    SDL_FillRect(surface, NULL, colour);
    return surface;
}

Scene *scenes_create(const SceneOptions *options, SDL_Surface *source)
{
    Scene *scene;
    Error error;

    if (source == NULL)
        source = scenes_picture(options->width, options->height);
    EXPECT_INT(scene_create(&scene, options, source, &error), ==, 0);
    return support_own(scene, destroy_scene);
}

Scene *scenes_open(const char *preset, int width, int height)
{
    SceneOptions options = scenes_options(preset, width, height);

    return scenes_create(&options, NULL);
}

void scenes_set(Scene *scene, const char *name, const char *value)
{
    Error error;

    EXPECT_INT(player_set(&scene->player, name, value, &error), ==, 0);
}

void scenes_show(Scene *scene, SDL_Surface *source)
{
    Picture picture = {.source = source};
    Error error;

    source->refcount++;
    EXPECT_OK(bed_show_picture(&scene->bed, &picture, NULL, &error));
}

void scenes_step(Scene *scene, int steps)
{
    for (int i = 0; i < steps; i++)
        scene_step(scene);
}

void scenes_advance(Scene *scene, int steps)
{
    for (int i = 0; i < steps; i++)
        scene_advance(scene, NULL);
}

int scenes_height(Scene *scene, int x, int y)
{
    return support_height(scene->player.pool, x, y);
}

int scenes_depth(Scene *scene, int x, int y)
{
    return ripple_mask(scene->player.pool)[y * scene->frame.width + x];
}

uint32_t scenes_pixel(Scene *scene, int x, int y)
{
    const RipplePixels *frame = &scene->frame;

    return frame->pixels[(size_t)y * frame->stride + (size_t)x];
}

uint32_t scenes_crc(Scene *scene)
{
    scene_render(scene, NULL);
    return crc_frame(&scene->frame);
}
