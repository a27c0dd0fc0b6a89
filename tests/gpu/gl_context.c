/* SPDX-License-Identifier: MIT */
#include "gl_context.h"

#include "lib/util/fixed.h"
#include "../support.h"

#include <GL/glcorearb.h>
#include <SDL.h>
#include <stdlib.h>
#include <string.h>

#define SMALL_LIMIT 4096 /* bytes */

GlLies gl_lies;

static SDL_Window *window;
static SDL_GLContext context;
static int has_small_groups; /* those that any ES has */
static int is_pending;       /* an error that glGetError is to tell */

static PFNGLGETSTRINGPROC true_GetString;
static PFNGLGETERRORPROC true_GetError;
static PFNGLGETINTEGER64VPROC true_GetInteger64v;
static PFNGLGETPROGRAMIVPROC true_GetProgramiv;
static PFNGLBUFFERDATAPROC true_BufferData;
static PFNGLMAPBUFFERRANGEPROC true_MapBufferRange;
static PFNGLUNMAPBUFFERPROC true_UnmapBuffer;
static PFNGLDISPATCHCOMPUTEPROC true_DispatchCompute;

/* Whether a call of that kind is to fail. */
static int fails(GlFault fault)
{
    if (gl_lies.fault != fault || gl_lies.spared-- > 0)
        return 0;
    gl_lies.spared = 0;
    return 1;
}

static const GLubyte *APIENTRY lying_GetString(GLenum name)
{
    const char *said = name == GL_VERSION ? gl_lies.version : gl_lies.renderer;

    if ((name == GL_VERSION && gl_lies.has_no_version) ||
        (name == GL_RENDERER && gl_lies.has_no_renderer))
        return NULL;
    return said != NULL ? (const GLubyte *)said : true_GetString(name);
}

static GLenum APIENTRY lying_GetError(void)
{
    if (fails(FAULT_LOST))
        return GL_CONTEXT_LOST;
    if (!is_pending)
        return true_GetError();
    is_pending = 0;
    return GL_OUT_OF_MEMORY;
}

static void APIENTRY lying_GetInteger64v(GLenum name, GLint64 *value)
{
    true_GetInteger64v(name, value);
    if (fails(FAULT_LIMIT))
        *value = SMALL_LIMIT;
    if (name == GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS && has_small_groups)
        *value = 128;
}

static void APIENTRY lying_GetProgramiv(GLuint program, GLenum name,
                                        GLint *value)
{
    true_GetProgramiv(program, name, value);
    if (fails(FAULT_LINK))
        *value = 0;
}

/* What a new buffer holds is not said: here never zeros, as by chance. */
static void APIENTRY lying_BufferData(GLenum target, GLsizeiptr size,
                                      const void *data, GLenum usage)
{
    void *garbage = data == NULL ? malloc((size_t)size) : NULL;

    if (garbage != NULL)
        memset(garbage, 0x5a, (size_t)size);
    true_BufferData(target, size, garbage != NULL ? garbage : data, usage);
    free(garbage);
    is_pending |= fails(FAULT_BUFFER);
}

static void *APIENTRY lying_MapBufferRange(GLenum target, GLintptr place,
                                           GLsizeiptr size, GLbitfield access)
{
    return fails(FAULT_MAP) ? NULL
                            : true_MapBufferRange(target, place, size, access);
}

static GLboolean APIENTRY lying_UnmapBuffer(GLenum target)
{
    GLboolean is_whole = true_UnmapBuffer(target);

    return fails(FAULT_UNMAP) ? GL_FALSE : is_whole;
}

static void APIENTRY lying_DispatchCompute(GLuint x, GLuint y, GLuint z)
{
    if (!fails(FAULT_DISPATCH))
        true_DispatchCompute(x, y, z);
}

#define LIE(name, function) \
    if (strcmp(asked, "gl" #name) == 0) { \
        PFNGL##function##PROC lying = lying_##name; \
\
        memcpy(&true_##name, &found, sizeof found); \
        memcpy(&found, &lying, sizeof found); \
    }

void *gl_context_load(const char *asked)
{
    void *found = SDL_GL_GetProcAddress(asked);

    if (gl_lies.missing != NULL && strcmp(gl_lies.missing, asked) == 0)
        return NULL;
    LIE(GetString, GETSTRING)
    LIE(GetError, GETERROR)
    LIE(GetInteger64v, GETINTEGER64V)
    LIE(GetProgramiv, GETPROGRAMIV)
    LIE(BufferData, BUFFERDATA)
    LIE(MapBufferRange, MAPBUFFERRANGE)
    LIE(UnmapBuffer, UNMAPBUFFER)
    LIE(DispatchCompute, DISPATCHCOMPUTE)
    return found;
}

void gl_context_open(int is_es)
{
    gl_lies = (GlLies){.fault = FAULT_NONE};
    is_pending = 0;
    has_small_groups = is_es;
    EXPECT_OK(SDL_VideoInit("offscreen"));
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK,
                        is_es ? SDL_GL_CONTEXT_PROFILE_ES
                              : SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, is_es ? 3 : 4);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, is_es ? 1 : 3);
    window = SDL_CreateWindow("", 0, 0, 16, 16,
                              SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    EXPECT(window != NULL);
    context = SDL_GL_CreateContext(window);
    EXPECT(context != NULL);
}

void gl_context_close(void)
{
    SDL_GL_DeleteContext(context);
    SDL_DestroyWindow(window);
    SDL_VideoQuit();
}
