/* SPDX-License-Identifier: MIT */
/*
 * The compute programs, one for each kind of stencil and variant, compiled when
 * they are first needed. Each is put together from the .glsl files beside this
 * one, which are part of the library.
 */
#ifndef RIPPLE_GPU_PROGRAMS_H
#define RIPPLE_GPU_PROGRAMS_H

#include "gpu/gl_loader.h"
#include "kernels/step.h"

/* The numbers that a program gets, by their names in the shaders. A PITCH is
   the uints of a row, TILES are those of a row, KINDS where they are in
   `ground`; planes are the places of their first uint. */
#define RIPPLE_GPU_NUMBERS(NUMBER) \
    NUMBER(COLUMNS) \
    NUMBER(ROWS) \
    NUMBER(PITCH) \
    NUMBER(TILES) \
    NUMBER(KINDS) \
    NUMBER(WRAPS) \
    NUMBER(IS_FIXED) \
    NUMBER(NOW) \
    NUMBER(BEFORE) \
    NUMBER(NEXT) \
    NUMBER(NOW_PARTS) \
    NUMBER(BEFORE_PARTS) \
    NUMBER(NEXT_PARTS) \
    NUMBER(MIRROR) \
    NUMBER(DAMPING) \
    NUMBER(W_PREV) \
    NUMBER(W_NOW) \
    NUMBER(W_EDGE) \
    NUMBER(W_DIAG) \
    NUMBER(W_REST) \
    NUMBER(IS_DAMPED) \
    NUMBER(SPEED_KEPT) \
    NUMBER(STIFFNESS) \
    NUMBER(FRICTION) \
    NUMBER(HEIGHT_KEPT) \
    NUMBER(MAX_SPEED) \
    NUMBER(MAX_HEIGHT) \
    NUMBER(OPEN_SUM) \
    NUMBER(OPEN_PRODUCT) \
    NUMBER(RESISTS_BESIDE) \
    NUMBER(RESISTS_BETWEEN) \
    NUMBER(OPEN_MAX_HEIGHT)

#define RIPPLE_GPU_NUMBER(name) NUMBER_##name,
enum { RIPPLE_GPU_NUMBERS(RIPPLE_GPU_NUMBER) NUMBER_COUNT };

typedef enum ProgramKind {
    PROGRAM_STEP,       /* all tiles of a pool without a mask */
    PROGRAM_STEP_OPEN,  /* tiles of open water, with a mask */
    PROGRAM_STEP_MIXED, /* all others */
    PROGRAM_EDGES,      /* open edges */
    PROGRAM_EDGES_MASK, /* with a mask */
    PROGRAM_COUNT
} ProgramKind;

typedef struct Programs {
    GLuint names[STENCIL_COUNT][PROGRAM_COUNT]; /* 0: not compiled yet */
} Programs;

/* Compiles a program unless that is done. Returns its name, or 0 if it cannot
   be compiled or no shader has that kind. */
GLuint ripple_programs_find(Programs *programs, const Gl *gl, StencilKind kind,
                            ProgramKind program);

/* Deletes all. */
void ripple_programs_clear(Programs *programs, const Gl *gl);

#endif
