/* SPDX-License-Identifier: MIT */
#include "water/models/table.h"

#include "base/fixed.h"

#include <string.h>

static const Model *const models[] = {
    [RIPPLE_MODEL_CLASSIC] = &ripple_model_classic,
    [RIPPLE_MODEL_ROUND] = &ripple_model_round,
    [RIPPLE_MODEL_WAVE] = &ripple_model_wave,
    [RIPPLE_MODEL_SHALLOW] = &ripple_model_shallow,
    [RIPPLE_MODEL_SPRING] = &ripple_model_spring,
};

static const Model *find_model(RippleModel model)
{
    return (int)model >= 0 && (int)model < COUNT(models) ? models[model] : NULL;
}

const char *ripple_model_name(RippleModel model)
{
    const Model *found = find_model(model);

    return found != NULL ? found->name : NULL;
}

const char *ripple_model_summary(RippleModel model)
{
    const Model *found = find_model(model);

    return found != NULL ? found->summary : NULL;
}

int ripple_model_find(RippleModel *model, const char *name)
{
    for (int i = 0; i < COUNT(models); i++) {
        if (strcmp(models[i]->name, name) == 0) {
            *model = (RippleModel)i;
            return RIPPLE_OK;
        }
    }
    return RIPPLE_ERROR_SETTING;
}

ModelLimit ripple_model_limit(const RippleSettings *settings)
{
    const Model *model = models[settings->model];

    return model->limit != NULL ? model->limit(settings) : (ModelLimit){0};
}

Stencil ripple_model_stencil(const RippleSettings *settings, int is_plain)
{
    Stencil stencil = {.mirror = settings->shore == RIPPLE_SHORE_MIRROR};

    models[settings->model]->make(&stencil, settings, is_plain);
    return stencil;
}

double ripple_model_speed2(const RippleSettings *settings)
{
    return models[settings->model]->speed2(settings);
}

double ripple_model_energy_kept(const RippleSettings *settings)
{
    return models[settings->model]->energy_kept(settings);
}
