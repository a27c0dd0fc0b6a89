/* SPDX-License-Identifier: MIT */
/* The table of presenters of ripple-tests, in place of the program's. */
#include "headless_presenter.h"

#include "lib/util/fixed.h"

static const Presenter *const presenters[] = {
    &gl_presenter,
    &sdl_presenter,
    &surface_presenter,
    &headless_presenter,
};

const Presenter *presenters_get(int i)
{
    return i >= 0 && i < COUNT(presenters) ? presenters[i] : NULL;
}
