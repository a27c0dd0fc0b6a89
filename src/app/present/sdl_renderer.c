/* SPDX-License-Identifier: MIT */
/*
 * OpenGL without a graphics card shows a fifth of the frames per second that
 * SDL's software renderer does, so that "auto" takes the latter instead.
 */
#include "app/present/sdl_renderer.h"

#include "base/fixed.h"

#include <stdlib.h>
#include <string.h>

#define GL_RENDERER_NAME 0x1F01 /* GL_RENDERER of <GL/gl.h> */

/* Whether the renderer is OpenGL that runs on the CPU. */
static int is_software_gl(SDL_Renderer *renderer)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "swrast",
                                        "Software Rasterizer"};
    SDL_RendererInfo info;
    const unsigned char *(*get_string)(unsigned int);
    const char *name;

    if (SDL_GetRendererInfo(renderer, &info) != 0 ||
        strncmp(info.name, "opengl", 6) != 0)
        return 0;
    *(void **)&get_string = SDL_GL_GetProcAddress("glGetString");
    name =
        get_string != NULL ? (const char *)get_string(GL_RENDERER_NAME) : NULL;
    for (size_t i = 0; name != NULL && i < COUNT(names); i++) {
        if (strstr(name, names[i]) != NULL)
            return 1;
    }
    return 0;
}

static int find_renderer(const char *name)
{
    SDL_RendererInfo info;

    for (int i = 0; i < SDL_GetNumRenderDrivers(); i++) {
        if (SDL_GetRenderDriverInfo(i, &info) == 0 &&
            strcmp(info.name, name) == 0)
            return i;
    }
    return -1;
}

/* Whether SDL can fill windows without OpenGL. A failed try makes SDL fill no
   window from then on, so ask for the driver's name. */
static int has_framebuffer(void)
{
    static const char *const without[] = {"wayland", "KMSDRM"};
    const char *driver = SDL_GetCurrentVideoDriver();

    for (int i = 0; i < COUNT(without); i++) {
        if (driver == NULL || strcmp(driver, without[i]) == 0)
            return 0;
    }
    return 1;
}

/* SDL's software renderer, shown without OpenGL if the desktop allows it. */
static SDL_Renderer *create_software(SDL_Window *window)
{
    if (has_framebuffer())
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    return SDL_CreateRenderer(window, find_renderer("software"), 0);
}

static SDL_Renderer *create_named(SDL_Window *window, const char *name,
                                  Error *error)
{
    int index = find_renderer(name);
    SDL_Renderer *renderer;

    if (index < 0) {
        error_set(error, "--renderer", "%s is not in --list renderers", name);
        return NULL;
    }
    if (strcmp(name, "software") == 0)
        renderer = create_software(window);
    else
        renderer = SDL_CreateRenderer(window, index, 0);
    if (renderer == NULL)
        error_set(error, "--renderer", "%s: %s", name, SDL_GetError());
    return renderer;
}

SDL_Renderer *sdl_renderer_create(SDL_Window *window,
                                  const DisplayOptions *options, Error *error)
{
    SDL_Renderer *renderer;

    if (strcmp(options->renderer, "auto") != 0)
        return create_named(window, options->renderer, error);
    renderer = SDL_CreateRenderer(window, -1, 0);
    if (renderer != NULL && getenv("SDL_RENDER_DRIVER") == NULL &&
        has_framebuffer() && is_software_gl(renderer)) {
        SDL_DestroyRenderer(renderer);
        renderer = create_software(window);
    }
    if (renderer == NULL)
        error_set(error, "renderer", "%s", SDL_GetError());
    return renderer;
}
