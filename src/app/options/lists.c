/* SPDX-License-Identifier: MIT */
#include "app/options/lists.h"

#include "app/present/presenter.h"
#include "app/scene/scene_gpu.h"
#include "base/fixed.h"
#include "play/play_settings.h"
#include "play/presets.h"

#include <stdio.h>
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

/* The GPU with its name, if there is one. */
static void list_backends(void)
{
    char name[128];

    puts("cpu");
    if (scene_gpu_find_name(name, sizeof name) == 0)
        printf("%-9s %s\n", "gpu", name);
}

static void list_renderers(void)
{
    const Presenter *presenter;
    const char *name;

    for (int i = 0; (presenter = presenters_get(i)) != NULL; i++) {
        for (int k = 0; (name = presenter->renderer(k)) != NULL; k++)
            puts(name);
    }
}

PrintList *lists_find(const char *name)
{
    static const struct {
        const char *name;
        PrintList *print;
    } lists[] = {{"presets", list_presets},   {"beds", list_beds},
                 {"models", list_models},     {"simd", list_simd},
                 {"backends", list_backends}, {"renderers", list_renderers}};

    for (int i = 0; i < COUNT(lists); i++) {
        if (strcmp(name, lists[i].name) == 0)
            return lists[i].print;
    }
    return NULL;
}
