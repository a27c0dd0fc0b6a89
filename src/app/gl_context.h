/* SPDX-License-Identifier: MIT */
/*
 * A context of OpenGL 4.3 or ES 3.1: that of a window, for frames that are
 * shown from the graphics card, or of a hidden one for work that nobody sees,
 * which needs no display. SDL's renderers have contexts of their own; beside
 * one of them a context is current only between enter and leave.
 */
#ifndef RIPPLE_APP_GL_CONTEXT_H
#define RIPPLE_APP_GL_CONTEXT_H

#include "os/error.h"

#include <SDL.h>

/* Who steps and renders the water. */
typedef enum BackendChoice {
    BACKEND_CPU,
    BACKEND_GPU,  /* any, also one that is simulated by the CPU */
    BACKEND_AUTO, /* the GPU if there is a real one */
} BackendChoice;

/*
 * Whether there may be a graphics card, or the like, whose devices are files of
 * that folder, "/dev". Without one OpenGL runs on the CPU, and finding that out
 * from OpenGL itself takes a quarter of a second. Always 1 if not on Linux.
 */
int gpu_is_possible(const char *folder);

typedef struct GlContext GlContext;

/* Makes a context for a window, which must have SDL_WINDOW_OPENGL and outlive
   it, or, if that is NULL, for a hidden one. The context that is current stays
   so. Returns NULL and the reason if there is none. */
GlContext *gl_context_create(SDL_Window *window, Error *error);

/* NULL is allowed. */
void gl_context_destroy(GlContext *context);

/* Makes the context current, if it is not. Returns 0, or -1 with none
   current. */
int gl_context_enter(GlContext *context);

/* Makes that current again which was so before the last enter, or none. */
void gl_context_leave(GlContext *context);

/* Whether the context that is current is run by the CPU. */
int gl_context_is_software(void);

#endif
