/* SPDX-License-Identifier: MIT */
#include "water/models/table.h"

#include <string.h>

#define ROW(NAME, row) [RIPPLE_MODEL_##NAME] = &(row),

static const Model *const models[] = {RIPPLE_MODELS(ROW)};

static const Model *find_model(RippleModel model)
{
    return (int)model >= 0 && (int)model < RIPPLE_MODEL_COUNT ? models[model]
                                                              : NULL;
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

const char *ripple_model_source(RippleModel model)
{
    const Model *found = find_model(model);

    return found != NULL ? found->source : NULL;
}

int ripple_model_find(RippleModel *model, const char *name)
{
    for (int i = 0; i < RIPPLE_MODEL_COUNT; i++) {
        if (strcmp(models[i]->name, name) == 0) {
            *model = (RippleModel)i;
            return RIPPLE_OK;
        }
    }
    return RIPPLE_ERROR_SETTING;
}

const Model *ripple_model_of(const RippleSettings *settings)
{
    return models[settings->model];
}

ModelLimit ripple_model_limit(const RippleSettings *settings)
{
    const Model *model = ripple_model_of(settings);

    return model->limit != NULL ? model->limit(settings) : (ModelLimit){0};
}

Stencil ripple_model_stencil(const RippleSettings *settings, int is_plain)
{
    Stencil stencil = {.mirror = settings->shore == RIPPLE_SHORE_MIRROR};

    ripple_model_of(settings)->make(&stencil, settings, is_plain);
    return stencil;
}
