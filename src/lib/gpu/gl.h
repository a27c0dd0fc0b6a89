/* SPDX-License-Identifier: MIT */
/*
 * The functions of OpenGL that the GPU's water calls, from a loader of the
 * caller's: nothing of OpenGL is linked. All need the context that was current
 * when they were loaded.
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
    int is_es;     /* OpenGL ES */
    char name[96]; /* of the renderer */
} Gl;

/*
 * Loads all functions of the current context. Returns 0, or RIPPLE_ERROR_GPU
 * without a context, with an older version than 4.3 or ES 3.1, or with a
 * renderer that runs on the CPU unless `takes_software`.
 */
int ripple_gl_load(Gl *gl, RippleLoader *load, int takes_software);

/* How many groups of so many invocations there must be. */
static inline int ripple_gl_groups(int count, int size)
{
    return (count + size - 1) / size;
}

/* Forgets errors; 1 if there were some. */
int ripple_gl_has_failed(const Gl *gl);

/* Buffers of the GPU hold uints. Functions that return an int return 0 or
   RIPPLE_ERROR_GPU. */

/* Makes a buffer of so many uints in place of *buffer, which is 0 if there is
   none. */
int ripple_buffer_make(GLuint *buffer, const Gl *gl, size_t count);

/* To be written: all `count` uints, or NULL. Unmap must follow; uints that are
   not written are lost. */
uint32_t *ripple_buffer_map(const Gl *gl, GLuint buffer, size_t count);

/* Begins to copy `count` uints from a place on into *staging, which is made for
   so many if it is 0. */
int ripple_buffer_ask(const Gl *gl, GLuint buffer, size_t place, size_t count,
                      GLuint *staging);

/* That copy, to be read, or NULL. Waits until the GPU has made it. Unmap must
   follow. */
const uint32_t *ripple_buffer_take(const Gl *gl, GLuint staging, size_t count);

/* Both, in a *staging that is made again. */
const uint32_t *ripple_buffer_read(const Gl *gl, GLuint buffer, size_t place,
                                   size_t count, GLuint *staging);

int ripple_buffer_unmap(const Gl *gl);

/* Makes a buffer of these in place of another or of none: programs that run may
   still read the old one. */
void ripple_buffer_replace(GLuint *buffer, const Gl *gl, const void *uints,
                           size_t count);

/* Writes rows of int16 as uints of two, the last of a row maybe with a 0 more:
   `stride` counts int16. */
void ripple_buffer_pack(uint32_t *to, const int16_t *rows, int columns,
                        int count, size_t stride);

/* Deletes a buffer and forgets its name; 0 is allowed. */
void ripple_buffer_delete(GLuint *buffer, const Gl *gl);

#endif
