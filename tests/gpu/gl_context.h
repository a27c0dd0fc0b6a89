/* SPDX-License-Identifier: MIT */
/*
 * A context of OpenGL without a display, and a loader of its functions that can
 * make calls fail: the GPU lies to the library, which must notice.
 */
#ifndef RIPPLE_TESTS_GPU_GL_CONTEXT_H
#define RIPPLE_TESTS_GPU_GL_CONTEXT_H

#include "ripple.h"

typedef enum GlFault {
    FAULT_NONE,
    FAULT_LINK,     /* programs do not link */
    FAULT_LIMIT,    /* buffers are limited to few bytes */
    FAULT_BUFFER,   /* no memory for a buffer */
    FAULT_MAP,      /* buffers cannot be read and written */
    FAULT_UNMAP,    /* what was read has got lost */
    FAULT_DISPATCH, /* programs do nothing */
    FAULT_LOST,     /* every call is an error */
} GlFault;

/* How the next calls fail; zeros: not at all. */
typedef struct GlLies {
    GlFault fault;
    int spared;           /* so many calls of that kind succeed first */
    const char *missing;  /* this function is not there */
    const char *version;  /* of OpenGL; NULL: the true one */
    const char *renderer; /* likewise */
    int has_no_version, has_no_renderer;
} GlLies;

extern GlLies gl_lies;

/* Makes a context, of OpenGL ES if is_es, and makes it current. Fails the test
   if there is none. */
void gl_context_open(int is_es);
void gl_context_close(void);

/* The loader of a context. */
RippleLoader gl_context_load;

#endif
