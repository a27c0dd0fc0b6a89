/* SPDX-License-Identifier: MIT */
/*
 * The OpenGL functions of the GPU's water, found by the caller's loader: the
 * library does not link OpenGL. All need the context that was current when they
 * were loaded.
 */
#ifndef RIPPLE_GPU_GL_H
#define RIPPLE_GPU_GL_H

#include "ripple.h"

#include <GL/glcorearb.h>

#define RIPPLE_GL_FUNCTIONS(FUNCTION) \
    FUNCTION(GETSTRING, GetString) \
    FUNCTION(GETERROR, GetError) \
    FUNCTION(GETINTEGER64V, GetInteger64v) \
    FUNCTION(CREATESHADER, CreateShader) \
    FUNCTION(SHADERSOURCE, ShaderSource) \
    FUNCTION(COMPILESHADER, CompileShader) \
    FUNCTION(DELETESHADER, DeleteShader) \
    FUNCTION(CREATEPROGRAM, CreateProgram) \
    FUNCTION(ATTACHSHADER, AttachShader) \
    FUNCTION(LINKPROGRAM, LinkProgram) \
    FUNCTION(GETPROGRAMIV, GetProgramiv) \
    FUNCTION(DELETEPROGRAM, DeleteProgram) \
    FUNCTION(USEPROGRAM, UseProgram) \
    FUNCTION(UNIFORM1IV, Uniform1iv) \
    FUNCTION(GENBUFFERS, GenBuffers) \
    FUNCTION(DELETEBUFFERS, DeleteBuffers) \
    FUNCTION(BINDBUFFER, BindBuffer) \
    FUNCTION(BINDBUFFERBASE, BindBufferBase) \
    FUNCTION(BUFFERDATA, BufferData) \
    FUNCTION(COPYBUFFERSUBDATA, CopyBufferSubData) \
    FUNCTION(MAPBUFFERRANGE, MapBufferRange) \
    FUNCTION(UNMAPBUFFER, UnmapBuffer) \
    FUNCTION(GENTEXTURES, GenTextures) \
    FUNCTION(DELETETEXTURES, DeleteTextures) \
    FUNCTION(BINDTEXTURE, BindTexture) \
    FUNCTION(TEXSTORAGE2D, TexStorage2D) \
    FUNCTION(TEXPARAMETERI, TexParameteri) \
    FUNCTION(BINDIMAGETEXTURE, BindImageTexture) \
    FUNCTION(DISPATCHCOMPUTE, DispatchCompute) \
    FUNCTION(DISPATCHCOMPUTEINDIRECT, DispatchComputeIndirect) \
    FUNCTION(FENCESYNC, FenceSync) \
    FUNCTION(CLIENTWAITSYNC, ClientWaitSync) \
    FUNCTION(DELETESYNC, DeleteSync) \
    FUNCTION(FLUSH, Flush) \
    FUNCTION(FINISH, Finish) \
    FUNCTION(MEMORYBARRIER, MemoryBarrier)

#define RIPPLE_GL_FIELD(TYPE, name) PFNGL##TYPE##PROC name;
typedef struct Gl {
    RIPPLE_GL_FUNCTIONS(RIPPLE_GL_FIELD)
    int is_es;       /* OpenGL ES */
    int is_software; /* the renderer runs on the CPU */
    int group;       /* invocations of the largest groups: 128 to 512 */
    char name[96];   /* of the renderer */
} Gl;

/*
 * Loads all functions of the current context. Returns 0, or RIPPLE_ERROR_GPU if
 * there is no context, its version is below 4.3 or ES 3.1, or its renderer runs
 * on the CPU and `allow_software` is 0.
 */
int ripple_gl_load(Gl *gl, RippleLoader *load, int allow_software);

/* The number of groups of `size` that cover `count` invocations. */
static inline int ripple_gl_groups(int count, int size)
{
    return (count + size - 1) / size;
}

/* Clears pending errors; returns 1 if there were any. */
int ripple_gl_take_errors(const Gl *gl);

/* GPU buffers hold uints. Functions that return an int return 0 or
   RIPPLE_ERROR_GPU. */

/* Deletes *buffer, if not 0, and makes a new one of `count` uints. */
int ripple_buffer_make(GLuint *buffer, const Gl *gl, size_t count);

/* Maps all `count` uints for writing; returns NULL on error. The caller must
   unmap; uints that are not written are lost. */
uint32_t *ripple_buffer_map(const Gl *gl, GLuint buffer, size_t count);

/* Makes a buffer as ripple_buffer_make does and maps it; returns NULL on
   error. */
uint32_t *ripple_buffer_renew(GLuint *buffer, const Gl *gl, size_t count);

/* Starts a copy of `count` uints from `place` on into *staging, which is
   created with this size if it is 0. */
int ripple_buffer_request(const Gl *gl, GLuint buffer, size_t place,
                          size_t count, GLuint *staging);

/* Waits for that copy and maps it for reading; returns NULL on error. The
   caller must unmap. */
const uint32_t *ripple_buffer_take(const Gl *gl, GLuint staging, size_t count);

/* Requests and maps a copy, with new storage for *staging. */
const uint32_t *ripple_buffer_read(const Gl *gl, GLuint buffer, size_t place,
                                   size_t count, GLuint *staging);

int ripple_buffer_unmap(const Gl *gl);

/* Deletes *buffer, if not 0, and makes a new one of these uints: running
   programs may still read the old one. */
void ripple_buffer_replace(GLuint *buffer, const Gl *gl, const void *uints,
                           size_t count);

/* The uints of a row of int16: pairs, padded to whole uvec2s. */
static inline int ripple_buffer_pitch(int columns)
{
    return (columns + 3) / 4 * 2;
}

/* Packs rows of int16; zeros pad each. `stride` counts int16. */
void ripple_buffer_pack(uint32_t *to, const int16_t *rows, int columns,
                        int count, size_t stride);

/* Binds a buffer to a place of the shaders. */
static inline void ripple_buffer_bind(const Gl *gl, GLuint place, GLuint buffer)
{
    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, place, buffer);
}

/* Deletes a buffer and zeroes its name; 0 is allowed. */
void ripple_buffer_delete(GLuint *buffer, const Gl *gl);

#endif
