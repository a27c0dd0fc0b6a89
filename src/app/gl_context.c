/* SPDX-License-Identifier: MIT */
#include "app/gl_context.h"
#include "os/xalloc.h"

#include "lib/util/fixed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIDE          16     /* pixels of a hidden window */
#define RENDERER_NAME 0x1F01 /* GL_RENDERER of <GL/gl.h> */

struct GlContext {
    SDL_Window *window, *other_window;
    SDL_GLContext context, other_context; /* the other one is to come back */
    int is_hidden;                        /* the window is its own */
};

#ifdef __linux__

/* Of the kernel's drivers, then of those that makers have beside it. */
static const char *const devices[] = {
    "dri",      "nvidiactl", "dxg",     "mali0",      "mali",        "kgsl-3d0",
    "pvrsrvkm", "pvr_sync",  "galcore", "nvhost-gpu", "nvhost-ctrl", "nvmap",
};

int gpu_is_possible(const char *folder)
{
    char path[128];

    for (int i = 0; i < COUNT(devices); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, devices[i]);
        if (access(path, F_OK) == 0)
            return 1;
    }
    return 0;
}

#else

int gpu_is_possible(const char *folder)
{
    return folder != NULL;
}

#endif

/* Without a window of ours nothing is to be shown, so that no display is
   needed; but SDL may not know that driver. */
static int start_video(void)
{
    int result;

    if (SDL_WasInit(SDL_INIT_VIDEO) == 0) {
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* as video.c */
        SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
        result = SDL_InitSubSystem(SDL_INIT_VIDEO);
        SDL_SetHint(SDL_HINT_VIDEODRIVER, NULL);
        if (result == 0)
            return 0;
    }
    return SDL_InitSubSystem(SDL_INIT_VIDEO);
}

/* Returns 0 or -1. */
static int open_version(GlContext *context, int profile, int major, int minor)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, profile);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, major);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, minor);
    if (context->is_hidden)
        context->window = SDL_CreateWindow(
            "ripple", 0, 0, SIDE, SIDE, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (context->window == NULL)
        return -1;
    context->context = SDL_GL_CreateContext(context->window);
    if (context->context != NULL)
        return 0;
    if (context->is_hidden)
        SDL_DestroyWindow(context->window);
    return -1;
}

static int open_context(GlContext *context)
{
    SDL_Window *window = SDL_GL_GetCurrentWindow();
    SDL_GLContext current = SDL_GL_GetCurrentContext();
    int result =
        open_version(context, SDL_GL_CONTEXT_PROFILE_CORE, 4, 3) == 0 ||
                open_version(context, SDL_GL_CONTEXT_PROFILE_ES, 3, 1) == 0
            ? 0
            : -1;

    SDL_GL_ResetAttributes();
    SDL_GL_MakeCurrent(window, current);
    return result;
}

GlContext *gl_context_create(SDL_Window *window, Error *error)
{
    GlContext *context = xalloc_get(sizeof *context);

    context->window = window;
    context->is_hidden = window == NULL;
    if (start_video() != 0) {
        error_set(error, "OpenGL", "%s", SDL_GetError());
        free(context);
        return NULL;
    }
    if (open_context(context) == 0)
        return context;
    error_set(error, "OpenGL", "%s", SDL_GetError());
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    free(context);
    return NULL;
}

void gl_context_destroy(GlContext *context)
{
    if (context == NULL)
        return;
    SDL_GL_DeleteContext(context->context);
    if (context->is_hidden)
        SDL_DestroyWindow(context->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    free(context);
}

int gl_context_enter(GlContext *context)
{
    context->other_window = SDL_GL_GetCurrentWindow();
    context->other_context = SDL_GL_GetCurrentContext();
    if (SDL_GL_MakeCurrent(context->window, context->context) == 0)
        return 0;
    SDL_GL_MakeCurrent(NULL, NULL);
    return -1;
}

void gl_context_leave(GlContext *context)
{
    SDL_GL_MakeCurrent(context->other_window, context->other_context);
}

int gl_context_is_software(void)
{
    static const char *const names[] = {"llvmpipe",    "softpipe",
                                        "swrast",      "Software Rasterizer",
                                        "SwiftShader", "Basic Render Driver"};
    void *found = SDL_GL_GetProcAddress("glGetString");
    const unsigned char *(*get_string)(unsigned int) = NULL;
    const char *name = NULL;

    /* C knows no cast from data to functions; POSIX has both of one size. */
    memcpy(&get_string, &found, sizeof found);
    if (get_string != NULL)
        name = (const char *)get_string(RENDERER_NAME);
    for (int i = 0; name != NULL && i < COUNT(names); i++) {
        if (strstr(name, names[i]) != NULL)
            return 1;
    }
    return 0;
}
