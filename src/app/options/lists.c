/* SPDX-License-Identifier: MIT */
#include "app/options/lists.h"

#include "app/present/presenter.h"
#include "app/present/video.h"
#include "app/scene/scene_gpu.h"
#include "base/fixed.h"
#include "base/setting.h"
#include "play/play_settings.h"
#include "play/presets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void list_presets(void)
{
    for (int i = 0; presets_get(i) != NULL; i++)
        printf("%-9s %s\n", presets_get(i)->name, presets_get(i)->summary);
}

static void list_models(void)
{
    for (int i = 0; ripple_model_name((RippleModel)i) != NULL; i++)
        printf("%-9s %s\n", ripple_model_name((RippleModel)i),
               ripple_model_summary((RippleModel)i));
}

static void list_beds(void)
{
    for (int i = 0; play_settings_bed(i) != NULL; i++)
        puts(play_settings_bed(i));
}

static void list_simd(void)
{
    for (int i = 0; ripple_simd_name(i) != NULL; i++)
        printf("%s\n", ripple_simd_name(i));
}

static int find_gpu_of_windows(char *name, size_t size)
{
    const DisplayOptions options = {0};
    Error ignored;
    int result;

    if ((getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) ||
        video_start(&options, &ignored) != 0)
        return -1;
    result = scene_gpu_find_name(name, size);
    video_stop();
    return result;
}

/* GPUs with their names: that of windows, and that which is chosen without one,
   if it is another. */
static void list_backends(void)
{
    char name[128], of_windows[128];
    int is_there = scene_gpu_find_name(name, sizeof name) == 0;
    int has_windows = find_gpu_of_windows(of_windows, sizeof of_windows) == 0;

    puts("cpu");
    if (has_windows)
        printf("%-9s %s\n", "gpu", of_windows);
    if (is_there && (!has_windows || strcmp(name, of_windows) != 0))
        printf("%-9s %s%s\n", "gpu", name,
               has_windows ? ", without a window" : "");
}

const char *lists_renderer(int i)
{
    const Presenter *presenter;
    const char *name;

    for (int p = 0; (presenter = presenters_get(p)) != NULL; p++) {
        for (int k = 0; presenter->use_texture == NULL &&
                        (name = presenter->renderer(k)) != NULL;
             k++) {
            if (i-- == 0)
                return name;
        }
    }
    return NULL;
}

static void list_renderers(void)
{
    for (int i = 0; lists_renderer(i) != NULL; i++)
        puts(lists_renderer(i));
}

static const struct {
    const char *name;
    PrintList *print;
} lists[] = {{"presets", list_presets},
             {"beds", list_beds},
             {"models", list_models},
             {"simd", list_simd},
             {"backends", list_backends},
             {"renderers", list_renderers},
             {"words", NULL}};

const char *lists_name(int i)
{
    return i < COUNT(lists) ? lists[i].name : NULL;
}

PrintList *lists_find(const char *name)
{
    return lists[ripple_word_find(lists_name, name)].print;
}
