/* SPDX-License-Identifier: MIT */
/* The table of presenters. */
#include "app/presenter.h"

#include "lib/util/fixed.h"

static const Presenter *const presenters[] = {
    &gl_presenter,
    &sdl_presenter,
    &surface_presenter,
};

const Presenter *presenters_get(int i)
{
    return i >= 0 && i < COUNT(presenters) ? presenters[i] : NULL;
}
