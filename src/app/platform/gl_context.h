/* SPDX-License-Identifier: MIT */
/*
 * A context of OpenGL for work that nobody sees: that of a hidden window, or
 * of none where there is no display. It needs OpenGL 4.3 or ES 3.1. SDL's
 * renderers have contexts of their own, so this one is current only between
 * enter and leave.
 */
#ifndef RIPPLE_APP_PLATFORM_GL_CONTEXT_H
#define RIPPLE_APP_PLATFORM_GL_CONTEXT_H

#include "host/error.h"

typedef struct GlContext GlContext;

/* Makes a context. Returns NULL and the reason if there is none. */
GlContext *gl_context_create(Error *error);

/* NULL is allowed. */
void gl_context_destroy(GlContext *context);

/* Makes the context current. Returns 0, or -1 with none current. */
int gl_context_enter(GlContext *context);

/* Makes that current again which was so before, or none. */
void gl_context_leave(GlContext *context);

/* Waits until the GPU has done all that the current context was told. */
void gl_context_finish(void);

/* As RippleLoader, of the context that is current. */
void *gl_context_load(const char *name);

#endif
