/* SPDX-License-Identifier: MIT */
/*
 * Buffers of the GPU, of uints. Functions that return an int return 0 or
 * RIPPLE_ERROR_GPU.
 */
#ifndef RIPPLE_GPU_BUFFERS_H
#define RIPPLE_GPU_BUFFERS_H

#include "lib/gpu/gl_loader.h"

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
