/* SPDX-License-Identifier: MIT */
/* In place of gl_window.c, where the headers of OpenGL are missing. */
#include "app/presenter.h"

static const char *name_renderer(int i)
{
    (void)i;
    return NULL;
}

static int open_none(void **self, SDL_Window *window, const char *renderer,
                     Error *error)
{
    (void)self;
    (void)window;
    return error_set(error, "--renderer", "%s: built without OpenGL", renderer);
}

const Presenter gl_presenter = {.renderer = name_renderer, .open = open_none};
