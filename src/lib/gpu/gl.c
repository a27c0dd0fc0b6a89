/* SPDX-License-Identifier: MIT */
#include "lib/gpu/gl.h"

#include "lib/util/fixed.h"

#include <stdio.h>
#include <string.h>

/* A lost context may report errors for ever. */
#define MAX_ERRORS 16

/* OpenGL 4.3 has them all, ES 3.1 at least 128. Groups of 1024 are slower. */
#define MAX_GROUP 512

/* Parts of the names of renderers that run on the CPU. */
static const char *const software_names[] = {
    "llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer",
    "Microsoft Basic Render Driver"};

/* Reads the first digit in a text, and the digit after its point. */
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
    for (int i = 0; i < COUNT(software_names); i++) {
        if (strstr(name, software_names[i]) != NULL)
            return 1;
    }
    return 0;
}

/* C has no cast from data to functions; POSIX gives both the same size. */
static int load_function(void *function, RippleLoader *load, const char *name)
{
    void *found = load(name);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

#define LOAD(TYPE, name) \
    all = load_function(&gl->name, load, "gl" #name) && all;

int ripple_gl_load(Gl *gl, RippleLoader *load, int allow_software)
{
    const char *name;
    GLint64 group = 0;
    int all = 1;

    memset(gl, 0, sizeof *gl);
    RIPPLE_GL_FUNCTIONS(LOAD)
    if (!all || !is_new_enough(gl))
        return RIPPLE_ERROR_GPU;
    name = (const char *)gl->GetString(GL_RENDERER);
    if (name == NULL)
        return RIPPLE_ERROR_GPU;
    gl->is_software = is_software(name);
    if (gl->is_software && !allow_software)
        return RIPPLE_ERROR_GPU;
    gl->GetInteger64v(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &group);
    gl->group = (int)min_int64(group, MAX_GROUP);
    snprintf(gl->name, sizeof gl->name, "%s", name);
    ripple_gl_take_errors(gl);
    return RIPPLE_OK;
}

int ripple_gl_take_errors(const Gl *gl)
{
    int count = 0;

    while (count < MAX_ERRORS && gl->GetError() != GL_NO_ERROR)
        count++;
    return count > 0;
}

#define UINT sizeof(uint32_t)

static int allocate(GLuint *buffer, const Gl *gl, size_t count, GLenum usage)
{
    GLint64 limit = 0;

    gl->GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    if (count > INT32_MAX || count * UINT > (uint64_t)limit)
        return RIPPLE_ERROR_GPU;
    if (*buffer == 0)
        gl->GenBuffers(1, buffer);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, *buffer);
    gl->BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(count * UINT), NULL,
                   usage);
    return ripple_gl_take_errors(gl) ? RIPPLE_ERROR_GPU : RIPPLE_OK;
}

/* A new buffer: running programs may still read the old one. */
int ripple_buffer_make(GLuint *buffer, const Gl *gl, size_t count)
{
    ripple_buffer_delete(buffer, gl);
    return allocate(buffer, gl, count, GL_DYNAMIC_COPY);
}

uint32_t *ripple_buffer_map(const Gl *gl, GLuint buffer, size_t count)
{
    gl->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    return gl->MapBufferRange(GL_COPY_WRITE_BUFFER, 0,
                              (GLsizeiptr)(count * UINT),
                              GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT);
}

uint32_t *ripple_buffer_renew(GLuint *buffer, const Gl *gl, size_t count)
{
    return ripple_buffer_make(buffer, gl, count) == RIPPLE_OK
               ? ripple_buffer_map(gl, *buffer, count)
               : NULL;
}

/* Copies to `staging` first: mapping a shader buffer, in card memory, would
   copy byte by byte. */
int ripple_buffer_request(const Gl *gl, GLuint buffer, size_t place,
                          size_t count, GLuint *staging)
{
    if (*staging == 0 &&
        allocate(staging, gl, count, GL_STREAM_READ) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gl->MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl->BindBuffer(GL_COPY_READ_BUFFER, buffer);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, *staging);
    gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                          (GLintptr)(place * UINT), 0,
                          (GLsizeiptr)(count * UINT));
    return RIPPLE_OK;
}

const uint32_t *ripple_buffer_take(const Gl *gl, GLuint staging, size_t count)
{
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, staging);
    return gl->MapBufferRange(GL_COPY_WRITE_BUFFER, 0,
                              (GLsizeiptr)(count * UINT), GL_MAP_READ_BIT);
}

const uint32_t *ripple_buffer_read(const Gl *gl, GLuint buffer, size_t place,
                                   size_t count, GLuint *staging)
{
    if (allocate(staging, gl, count, GL_STREAM_READ) != RIPPLE_OK ||
        ripple_buffer_request(gl, buffer, place, count, staging) != RIPPLE_OK)
        return NULL;
    return ripple_buffer_take(gl, *staging, count);
}

int ripple_buffer_unmap(const Gl *gl)
{
    int is_whole = gl->UnmapBuffer(GL_COPY_WRITE_BUFFER);

    return ripple_gl_take_errors(gl) || !is_whole ? RIPPLE_ERROR_GPU
                                                  : RIPPLE_OK;
}

void ripple_buffer_replace(GLuint *buffer, const Gl *gl, const void *uints,
                           size_t count)
{
    ripple_buffer_delete(buffer, gl);
    gl->GenBuffers(1, buffer);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, *buffer);
    gl->BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(count * UINT), uints,
                   GL_STREAM_DRAW);
}

void ripple_buffer_pack(uint32_t *to, const int16_t *rows, int columns,
                        int count, size_t stride)
{
    int pitch = ripple_buffer_pitch(columns);

    for (int y = 0; y < count; y++) {
        memset(to + columns / 2, 0, (size_t)(pitch - columns / 2) * UINT);
        memcpy(to, rows, (size_t)columns * sizeof *rows);
        to += pitch;
        rows += stride;
    }
}

void ripple_buffer_delete(GLuint *buffer, const Gl *gl)
{
    gl->DeleteBuffers(1, buffer);
    *buffer = 0;
}
