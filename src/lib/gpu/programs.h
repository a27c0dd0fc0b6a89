/* SPDX-License-Identifier: MIT */
/*
 * The compute programs, compiled when they are first needed. Each is put
 * together from the .glsl files beside this one, which are part of the library:
 * kinds of programs are rows of programs.c, and a kind has variants, by the
 * stencil or by what is drawn.
 */
#ifndef RIPPLE_GPU_PROGRAMS_H
#define RIPPLE_GPU_PROGRAMS_H

#include "lib/gpu/gl.h"
#include "lib/kernels/render_kernels.h"
#include "lib/kernels/step_kernels.h"

/* The numbers that a program gets, by their names in the shaders. A PITCH is
   the uints of a row, TILES are those of a row, KINDS where they are in
   `ground`; planes and tables are the places of their first uint. FOLLOWS tells
   a pass after the step from one before it, FLOW_INTERVAL is 0 in still water.
 */
#define RIPPLE_GPU_STEP_NUMBERS(NUMBER) \
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
    NUMBER(OPEN_MAX_HEIGHT) \
    NUMBER(NOW_ANY) \
    NUMBER(BEFORE_ANY) \
    NUMBER(NEXT_ANY) \
    NUMBER(HAS_OPEN_EDGES) \
    NUMBER(IS_GOVERNED) \
    NUMBER(FIELD_MAX) \
    NUMBER(STONE_COUNT) \
    NUMBER(LOST_SHARE) \
    NUMBER(FALL) \
    NUMBER(TILE_ROW_COUNT) \
    NUMBER(PAIR_GROUPS) \
    NUMBER(ROW_GROUPS) \
    NUMBER(ROWS_EACH) \
    NUMBER(FROM) \
    NUMBER(FROM_PARTS) \
    NUMBER(TO) \
    NUMBER(TO_PARTS) \
    NUMBER(FOLLOWS) \
    NUMBER(HAS_FLOW_MAP) \
    NUMBER(FLOW_X) \
    NUMBER(FLOW_Y) \
    NUMBER(FLOW_INTERVAL)

#define RIPPLE_GPU_LIMIT_NUMBERS(NUMBER, LIMIT) \
    NUMBER(LIMIT##_MAX) \
    NUMBER(LIMIT##_TOP) \
    NUMBER(LIMIT##_FACTOR) \
    NUMBER(LIMIT##_HALVINGS) \
    NUMBER(LIMIT##_UP)

#define RIPPLE_GPU_DRAW_NUMBERS(NUMBER) \
    NUMBER(WIDTH) \
    NUMBER(HEIGHT) \
    NUMBER(VIEW) \
    NUMBER(IS_LIT) \
    NUMBER(IS_LINEAR) \
    NUMBER(PHASE) \
    NUMBER(HAS_SWELL) \
    NUMBER(SURFACE) \
    NUMBER(SURFACE_PITCH) \
    NUMBER(SWELL_WAVES) \
    NUMBER(TRAITS) \
    NUMBER(RAYS) \
    NUMBER(OTHER_RAYS) \
    NUMBER(AXIS_X) \
    NUMBER(AXIS_Y) \
    NUMBER(STRENGTH) \
    NUMBER(SOFT) \
    NUMBER(RAY_MAX_SLOPE) \
    NUMBER(RAY_DOUBLINGS) \
    NUMBER(RAY_GAIN) \
    NUMBER(GAIN) \
    NUMBER(IS_WHOLE) \
    NUMBER(DOUBLINGS) \
    NUMBER(DIFFUSE_X) \
    NUMBER(DIFFUSE_Y) \
    NUMBER(CAUSTIC) \
    NUMBER(SPECULAR_PEAK) \
    NUMBER(SPECULAR_WIDTH) \
    NUMBER(SPECULAR_SHIFT) \
    NUMBER(SPECULAR) \
    NUMBER(SKY) \
    NUMBER(SKY_FROM) \
    NUMBER(SKY_LEVEL) \
    NUMBER(CAUSTICS) \
    NUMBER(SLOPE_GREY) \
    NUMBER(HEIGHT_GREY) \
    RIPPLE_GPU_LIMIT_NUMBERS(NUMBER, BEND) \
    RIPPLE_GPU_LIMIT_NUMBERS(NUMBER, KNEE) \
    RIPPLE_GPU_LIMIT_NUMBERS(NUMBER, FAINT) \
    RIPPLE_GPU_LIMIT_NUMBERS(NUMBER, STRONG)

#define RIPPLE_GPU_NUMBERS(NUMBER) \
    RIPPLE_GPU_STEP_NUMBERS(NUMBER) \
    RIPPLE_GPU_DRAW_NUMBERS(NUMBER)

#define RIPPLE_GPU_NUMBER(name) NUMBER_##name,
enum { RIPPLE_GPU_NUMBERS(RIPPLE_GPU_NUMBER) NUMBER_COUNT };

typedef enum ProgramKind {
    /* variants: a StencilKind */
    PROGRAM_STEP,        /* all tiles of a pool without a mask */
    PROGRAM_STEP_OPEN,   /* tiles of open water, with a mask */
    PROGRAM_STEP_MIXED,  /* all others */
    PROGRAM_EDGES,       /* open edges */
    PROGRAM_EDGES_MASK,  /* with a mask */
    PROGRAM_ADVECT,      /* a current moves a plane */
    PROGRAM_ADVECT_MASK, /* with a mask */
    PROGRAM_STONES,      /* stones fall */
    PROGRAM_LOOK,        /* notes whether anything moves */
    PROGRAM_REDUCE,      /* the governor takes a share of all heights */
    PROGRAM_MEASURE,     /* energy of a step */
    PROGRAM_GOVERN,      /* the governor */
    PROGRAM_RESET,       /* makes calm water */
    /* variants: DrawFlags */
    PROGRAM_SURFACE, /* heights with swell, or between two steps */
    PROGRAM_SCATTER, /* rays */
    PROGRAM_GATHER,  /* traits of cells */
    PROGRAM_DRAW,    /* the frame */
    PROGRAM_SHOW,    /* copies it to a texture */
    PROGRAM_COUNT
} ProgramKind;

/* Parts of a look; each is a #define of the shaders. */
enum {
    DRAW_HAS_SURFACE = 1,  /* heights are those of the surface */
    DRAW_HAS_CAUSTICS = 2, /* light on the floor */
    DRAW_IS_COARSE = 4,    /* a cell is more than a pixel */
    DRAW_HAS_STRENGTH = 8, /* there is a mask */
    DRAW_IS_PLAIN = 16,    /* nearest pixels, unlit, a cell each, no mask */
    DRAW_VARIANTS = 32,
};

#define RIPPLE_GPU_VARIANTS 32
_Static_assert(STENCIL_COUNT <= RIPPLE_GPU_VARIANTS &&
                   DRAW_VARIANTS <= RIPPLE_GPU_VARIANTS,
               "each variant has a place");

typedef struct Programs {
    GLuint names[PROGRAM_COUNT][RIPPLE_GPU_VARIANTS]; /* 0: not compiled yet */
} Programs;

/* Compiles a program unless that is done. Returns its name, or 0 if it cannot
   be compiled or no shader has that variant. */
GLuint ripple_programs_find(Programs *programs, const Gl *gl, ProgramKind kind,
                            int variant);

/* Runs a program that was found for as many groups as `buffer` has at a place,
   in uints. */
void ripple_programs_run_groups(const Programs *programs, const Gl *gl,
                                ProgramKind kind, int variant,
                                const int numbers[NUMBER_COUNT], GLuint buffer,
                                int place);

/* Runs a program that was found for x times y groups, with these numbers. */
void ripple_programs_run(const Programs *programs, const Gl *gl,
                         ProgramKind kind, int variant,
                         const int numbers[NUMBER_COUNT], int x, int y);

/* Deletes all. */
void ripple_programs_clear(Programs *programs, const Gl *gl);

#endif
