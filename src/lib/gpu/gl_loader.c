/* SPDX-License-Identifier: MIT */
#include "lib/gpu/gl_loader.h"

#include "lib/util/fixed.h"

#include <stdio.h>
#include <string.h>

/* A context that is lost may report errors for ever. */
#define MAX_ERRORS 16

/* Part of the names of renderers that run on the CPU. */
static const char *const software[] = {"llvmpipe", "softpipe", "SwiftShader",
                                       "Software Rasterizer",
                                       "Microsoft Basic Render Driver"};

/* The first number in a text, and the one behind its point. */
static void read_version(const char *text, int *major, int *minor)
{
    while (*text != '\0' && (*text < '0' || *text > '9'))
        text++;
    *major = *text != '\0' ? *text++ - '0' : 0;
    *minor =
        *text == '.' && text[1] >= '0' && text[1] <= '9' ? text[1] - '0' : 0;
}

static int is_new_enough(Gl *gl)
{
    const char *version = (const char *)gl->GetString(GL_VERSION);
    int major, minor;

    if (version == NULL)
        return 0;
    read_version(version, &major, &minor);
    gl->is_es = strstr(version, "OpenGL ES") != NULL;
    return 10 * major + minor >= (gl->is_es ? 31 : 43);
}

static int is_software(const char *name)
{
    for (int i = 0; i < COUNT(software); i++) {
        if (strstr(name, software[i]) != NULL)
            return 1;
    }
    return 0;
}

/* C knows no cast from data to functions; POSIX has both of one size. */
static int load_function(void *function, RippleLoader *load, const char *name)
{
    void *found = load(name);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

#define LOAD(TYPE, name) \
    all = load_function(&gl->name, load, "gl" #name) && all;

int ripple_gl_load(Gl *gl, RippleLoader *load, int takes_software)
{
    const char *name;
    int all = 1;

    memset(gl, 0, sizeof *gl);
    RIPPLE_GL_FUNCTIONS(LOAD)
    if (!all || !is_new_enough(gl))
        return RIPPLE_ERROR_GPU;
    name = (const char *)gl->GetString(GL_RENDERER);
    if (name == NULL || (is_software(name) && !takes_software))
        return RIPPLE_ERROR_GPU;
    snprintf(gl->name, sizeof gl->name, "%s", name);
    ripple_gl_has_failed(gl);
    return RIPPLE_OK;
}

int ripple_gl_has_failed(const Gl *gl)
{
    int count = 0;

    while (count < MAX_ERRORS && gl->GetError() != GL_NO_ERROR)
        count++;
    return count > 0;
}
