/* SPDX-License-Identifier: MIT */
/* Parses a script and plays it on a small scene. Calm steps are skipped, as a
   window does, so that events at late steps are played too. */
#include "app/scene.h"
#include "fuzz.h"

#include <string.h>

#define WIDTH     40
#define HEIGHT    30
#define MAX_LINES 40
#define STEPS     100

static SDL_Surface *source;

void fuzz_set_up(void)
{
    source = fuzz_make_picture(WIDTH, HEIGHT);
}

static void play(Scene *scene)
{
    for (int i = 0; i < STEPS; i++) {
        scene->player.step += scene_calm_steps(scene, UINT64_MAX / 4);
        if (i % 2 == 0)
            scene_step(scene);
        else
            RANDOM_EXPECT(scene_advance(scene, NULL) >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    SceneOptions options = {.width = WIDTH,
                            .height = HEIGHT,
                            .rate = 60,
                            .threads = 1,
                            .simd = "auto",
                            .is_live = 1};
    Error error = {.code = 0};
    int result = script_parse(&options.script, text, "fuzz", &error);
    Scene *scene;

    free(text);
    if (result != 0) {
        RANDOM_EXPECT(result == -1 && strlen(error.text) > 0);
        return 0;
    }
    if (options.script.count > MAX_LINES) {
        script_clear(&options.script);
        return 0;
    }
    play_settings_init(&options.settings);
    options.settings.rain = 0;
    if (scene_create(&scene, &options, source, &error) != 0)
        return 0;
    play(scene);
    fuzz_check_frame(scene);
    scene_destroy(scene);
    return 0;
}
