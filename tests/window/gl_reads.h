/* SPDX-License-Identifier: MIT */
/*
 * Counts what the program reads back from OpenGL, whose functions it gets from
 * SDL: the linker has its calls of SDL_GL_GetProcAddress come here (--wrap).
 */
#ifndef RIPPLE_TESTS_WINDOW_GL_READS_H
#define RIPPLE_TESTS_WINDOW_GL_READS_H

/* A number that tells if water is calm may be read: a few bytes at once. */
#define GL_READS_FEW_BYTES 256

typedef struct GlReads {
    int count;    /* of pixels, or more than few bytes of a buffer */
    long failing; /* buffers of so many bytes cannot be read; 0: all can */
    int spared;   /* but so many times they can first */
} GlReads;

extern GlReads gl_reads;

/* Whether there is OpenGL that can step water, without a display, which another
   process finds out: drivers dislike forks. Not where leaks are looked for:
   they leak. */
int gl_reads_are_possible(void);

#endif
