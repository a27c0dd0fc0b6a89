/* SPDX-License-Identifier: MIT */
/*
 * The compute programs, compiled when first needed. Each is assembled from the
 * .glsl files here, which are embedded in the library. Kinds of programs are
 * rows of programs.c. A kind has variants, by stencil or by DrawFlags.
 */
#ifndef RIPPLE_GPU_PROGRAMS_H
#define RIPPLE_GPU_PROGRAMS_H

#include "lib/gpu/gl.h"
#include "lib/kernels/render_kernels.h"
#include "lib/kernels/step_kernels.h"

/*
 * The numbers of a program: NUMBER(name in the shaders, value in C). Each list
 * is set where its values are known. A PITCH counts the uints of a row, TILES
 * its tiles. KINDS is their place in `ground`. Planes and tables are the places
 * of their first uint.
 */
#define RIPPLE_GPU_PLANES(NUMBER) \
    NUMBER(NOW, size * solver->heights.now) \
    NUMBER(BEFORE, size * solver->heights.before) \
    NUMBER(NEXT, size * solver->heights.next) \
    NUMBER(NOW_PARTS, parts + part * solver->parts.now) \
    NUMBER(BEFORE_PARTS, parts + part * solver->parts.before) \
    NUMBER(NEXT_PARTS, parts + part * solver->parts.next)

#define RIPPLE_GPU_SHAPE(NUMBER) \
    NUMBER(COLUMNS, solver->columns) \
    NUMBER(ROWS, solver->rows) \
    NUMBER(PITCH, solver->pitch) \
    NUMBER(TILES, cpu->field.tile_columns) \
    NUMBER(TILE_ROW_COUNT, cpu->field.tile_rows) \
    NUMBER(KINDS, (int)plane_size(solver)) \
    NUMBER(PAIR_GROUPS, ripple_gl_groups(solver->pitch, GROUP_PAIRS)) \
    NUMBER(ROW_GROUPS, ripple_gl_groups(solver->rows, GROUP_ROWS)) \
    NUMBER(NOW_ANY, find_note(solver, 0)) \
    NUMBER(NEXT_ANY, find_note(solver, 1)) \
    NUMBER(AFTER_ANY, find_note(solver, 2)) \
    NUMBER(WRAPS, cpu->boundary.kind == RIPPLE_EDGES_WRAP) \
    NUMBER(IS_FIXED, cpu->boundary.kind == RIPPLE_EDGES_FIXED) \
    NUMBER(HAS_OPEN_EDGES, has_open_edges(cpu)) \
    NUMBER(OPEN_SUM, open->sum) \
    NUMBER(OPEN_PRODUCT, open->product) \
    NUMBER(KEPT_BESIDE, open->kept[0]) \
    NUMBER(KEPT_BETWEEN, open->kept[1]) \
    NUMBER(OPEN_MAX_HEIGHT, open->max_height) \
    NUMBER(IS_GOVERNED, ripple_cpu_is_governed(cpu)) \
    NUMBER(FIELD_MAX, cpu->field.max_height) \
    NUMBER(HAS_FLOW_MAP, flow->workspace.rows != NULL) \
    NUMBER(FLOW_X, flow->x) \
    NUMBER(FLOW_Y, flow->y) \
    /* 0 in still water */ \
    NUMBER(FLOW_INTERVAL, \
           ripple_cpu_has_current(cpu) ? flow->schedule.interval : 0)

#define RIPPLE_GPU_STENCIL(NUMBER) \
    NUMBER(MIRROR, stencil->mirror) \
    NUMBER(DAMPING, stencil->damping) \
    NUMBER(W_PREV, stencil->w_prev) \
    NUMBER(W_NOW, stencil->w_now) \
    NUMBER(W_EDGE, stencil->w_edge) \
    NUMBER(W_DIAG, stencil->w_diag) \
    NUMBER(W_REST, stencil->w_rest) \
    NUMBER(IS_DAMPED, stencil->is_damped) \
    NUMBER(SPEED_KEPT, stencil->speed_kept) \
    NUMBER(STIFFNESS, stencil->stiffness) \
    NUMBER(FRICTION, stencil->friction) \
    NUMBER(HEIGHT_KEPT, stencil->height_kept) \
    NUMBER(MAX_SPEED, stencil->max_speed) \
    NUMBER(MAX_HEIGHT, stencil->max_height)

#define RIPPLE_GPU_RATES(NUMBER) \
    NUMBER(LOST_SHARE, (int)ripple_governor_lost_share(stencil)) \
    NUMBER(FALL, ripple_governor_fall(stencil))

/* Set individually: the first pair of stones and their number, and numbers of a
   pass of a current. IS_STEPPED is 1 if a step follows the stones; FOLLOWS is 1
   for a pass after the step, 0 before it. */
#define RIPPLE_GPU_PASS(NUMBER) \
    NUMBER(STONE, 0) \
    NUMBER(STONE_COUNT, 0) \
    NUMBER(IS_STEPPED, 0) \
    NUMBER(FROM, 0) \
    NUMBER(FROM_PARTS, 0) \
    NUMBER(TO, 0) \
    NUMBER(TO_PARTS, 0) \
    NUMBER(FOLLOWS, 0)

#define RIPPLE_GPU_FRAME(NUMBER) \
    NUMBER(WIDTH, renderer->width) \
    NUMBER(HEIGHT, renderer->height) \
    NUMBER(FRAME_PITCH, (int)frame_pitch(renderer)) \
    NUMBER(PHASE, phase)

#define RIPPLE_GPU_SCENE(NUMBER) \
    NUMBER(HAS_SWELL, has_swell(cpu)) \
    NUMBER(SURFACE, (int)layout->surface) \
    NUMBER(SURFACE_PITCH, surface_pitch(&cpu->field)) \
    NUMBER(SWELL_WAVES, (int)layout->waves) \
    NUMBER(TRAITS, (int)layout->traits) \
    NUMBER(RAYS, (int)layout->rays[scene->turn]) \
    NUMBER(OTHER_RAYS, (int)layout->rays[1 - scene->turn]) \
    NUMBER(AXIS_X, (int)map.axis_x) \
    NUMBER(AXIS_Y, (int)map.axis_y) \
    NUMBER(STRENGTH, (int)map.strength) \
    NUMBER(SOFT, (int)map.soft) \
    NUMBER(RAY_MAX_SLOPE, bend->max_slope) \
    NUMBER(RAY_DOUBLINGS, bend->doublings) \
    NUMBER(RAY_GAIN, bend->gain) \
    NUMBER(RAY_DEPTH, bend->depth) \
    NUMBER(RAY_SHIFT_X, caustics->shift_x) \
    NUMBER(RAY_SHIFT_Y, caustics->shift_y)

#define RIPPLE_GPU_LIMIT(NUMBER, LIMIT, limit) \
    NUMBER(LIMIT##_MAX, limit.max) \
    NUMBER(LIMIT##_TOP, limit.top) \
    NUMBER(LIMIT##_FACTOR, limit.factor) \
    NUMBER(LIMIT##_HALVINGS, limit.halvings) \
    NUMBER(LIMIT##_UP, limit.up)

#define RIPPLE_GPU_OPTICS(NUMBER) \
    NUMBER(GAIN, optics->gain_q12) \
    NUMBER(IS_WHOLE, optics->is_whole) \
    NUMBER(LIMIT_FACTOR, optics->limit_factor) \
    NUMBER(LIMIT_DOUBLINGS, optics->limit_doublings) \
    NUMBER(SUN_X, light->sun_x) \
    NUMBER(SUN_Y, light->sun_y) \
    NUMBER(LINE, light->line) \
    NUMBER(BRIGHT, light->bright) \
    NUMBER(SHADE, light->shade) \
    NUMBER(SKY, light->sky) \
    NUMBER(AWAY, light->away) \
    NUMBER(GLINT, light->glint) \
    NUMBER(DOUBLINGS, light->doublings) \
    NUMBER(SLOPE_GREY, light->slope_grey) \
    NUMBER(HEIGHT_GREY, light->height_grey) \
    RIPPLE_GPU_LIMIT(NUMBER, FLOOR, light->floor) \
    RIPPLE_GPU_LIMIT(NUMBER, FAINT, light->faint) \
    RIPPLE_GPU_LIMIT(NUMBER, STRONG, light->strong)

#define RIPPLE_GPU_NUMBERS(NUMBER) \
    RIPPLE_GPU_PLANES(NUMBER) \
    RIPPLE_GPU_SHAPE(NUMBER) \
    RIPPLE_GPU_STENCIL(NUMBER) \
    RIPPLE_GPU_RATES(NUMBER) \
    RIPPLE_GPU_PASS(NUMBER) \
    RIPPLE_GPU_FRAME(NUMBER) \
    RIPPLE_GPU_SCENE(NUMBER) \
    RIPPLE_GPU_OPTICS(NUMBER)

#define RIPPLE_GPU_NUMBER(name, value) NUMBER_##name,
enum { RIPPLE_GPU_NUMBERS(RIPPLE_GPU_NUMBER) NUMBER_COUNT };

#define RIPPLE_GPU_SET(name, value) numbers[NUMBER_##name] = value;

typedef enum ProgramKind {
    /* variants: a StencilKind */
    PROGRAM_STEP,        /* all tiles, without a mask */
    PROGRAM_STEP_OPEN,   /* tiles of open water, with a mask */
    PROGRAM_STEP_MIXED,  /* all others */
    PROGRAM_LEAD,        /* the plain frame, and the step after it */
    PROGRAM_MEND,        /* steps again what stones changed */
    PROGRAM_EDGES,       /* open edges */
    PROGRAM_EDGES_MASK,  /* with a mask */
    PROGRAM_ADVECT,      /* a current moves a plane */
    PROGRAM_ADVECT_MASK, /* with a mask */
    PROGRAM_STONES,      /* drops stones */
    PROGRAM_LOOK,        /* notes whether anything moves */
    PROGRAM_REDUCE,      /* removes a share of all heights */
    PROGRAM_MEASURE,     /* energy of a step */
    PROGRAM_GOVERN,      /* the governor */
    PROGRAM_RESET,       /* makes calm water */
    /* variants: DrawFlags */
    PROGRAM_SURFACE, /* heights with swell, or between two steps */
    PROGRAM_SCATTER, /* rays */
    PROGRAM_GATHER,  /* traits of cells */
    PROGRAM_DRAW,    /* the frame */
    PROGRAM_SHOW,    /* copies the frame to a texture */
    /* the view in perspective */
    PROGRAM_SURVEY, /* maps of the water; variants: DRAW_HAS_SURFACE or 0 */
    PROGRAM_CAST,   /* distances */
    PROGRAM_SHADE,  /* colours */
    PROGRAM_SMOOTH, /* silhouettes */
    PROGRAM_COUNT
} ProgramKind;

/* DrawFlags, the parts of a look; each is a #define of the shaders. */
enum {
    DRAW_HAS_SURFACE = 1,  /* heights are of the surface */
    DRAW_HAS_LIGHT = 2,    /* light on the floor and the surface */
    DRAW_IS_COARSE = 4,    /* cells are larger than pixels */
    DRAW_HAS_STRENGTH = 8, /* there is a mask */
    DRAW_IS_PLAIN = 16,    /* whole offsets, unlit, one cell each, no mask */
    DRAW_IS_LINEAR = 32,   /* RIPPLE_FILTER_LINEAR */
    DRAW_VIEW = 64,        /* times the RippleView */
    DRAW_VARIANTS = DRAW_VIEW * RIPPLE_VIEW_COUNT,
};

_Static_assert((int)STENCIL_COUNT <= (int)DRAW_VARIANTS,
               "each variant has a place");

typedef struct Programs {
    GLuint names[PROGRAM_COUNT][DRAW_VARIANTS]; /* 0: not compiled yet */
} Programs;

/* Compiles a program on its first use. Returns its name, or 0 if it cannot be
   compiled or no shader has that variant. */
GLuint ripple_programs_find(Programs *programs, const Gl *gl, ProgramKind kind,
                            int variant);

/* Runs a compiled program. The group counts start at uint `place` of
   `buffer`. */
void ripple_programs_run_groups(const Programs *programs, const Gl *gl,
                                ProgramKind kind, int variant,
                                const int numbers[NUMBER_COUNT], GLuint buffer,
                                int place);

/* Runs a compiled program with x times y groups and these numbers. */
void ripple_programs_run(const Programs *programs, const Gl *gl,
                         ProgramKind kind, int variant,
                         const int numbers[NUMBER_COUNT], int x, int y);

/* Deletes all programs. */
void ripple_programs_clear(Programs *programs, const Gl *gl);

#endif
