/* SPDX-License-Identifier: MIT */
#include "gpu/programs.h"

#include "base/fixed.h"
#include "water/boundary_open.h"
#include "water/field.h"

#include <stdint.h>
#include <stdio.h>

#if defined(__APPLE__)
#define SECTION ".const_data"
#define SYMBOL  "_"
#else
#define SECTION ".section .rodata"
#define SYMBOL  ""
#endif

/* The assembler copies the files into the library. */
#define SHADER(name) \
    __asm__(SECTION "\n" SYMBOL "ripple_shader_" #name ":\n" \
                    ".incbin \"src/gpu/" #name ".glsl\"\n" \
                    ".byte 0\n" \
                    ".text\n"); \
    extern const char ripple_shader_##name[] \
        __attribute__((visibility("hidden")))

SHADER(vocabulary);
SHADER(leap);
SHADER(weights);
SHADER(linear);
SHADER(fine);
SHADER(spring);
SHADER(step);
SHADER(edges);

#define NONE "\n"

/* What makes a kind of stencil, behind the vocabulary; zeros: the CPU alone
   knows it. */
typedef struct Recipe {
    const char *define;         /* its name; then whether it has parts */
    const char *first, *second; /* of next_cell */
} Recipe;

#define DEFINE(NAME) "#define STENCIL_" #NAME "\n"
#define PARTS        "#define HAS_PARTS\n"

static const Recipe recipes[STENCIL_COUNT] = {
    [STENCIL_CLASSIC] = {DEFINE(CLASSIC), ripple_shader_leap, NONE},
    [STENCIL_ROUND] = {DEFINE(ROUND), ripple_shader_leap, NONE},
    [STENCIL_LINEAR] = {DEFINE(LINEAR), ripple_shader_weights,
                        ripple_shader_linear},
    [STENCIL_LINEAR_ROUND] = {DEFINE(LINEAR_ROUND), ripple_shader_weights,
                              ripple_shader_linear},
    [STENCIL_FINE] = {DEFINE(FINE) PARTS, ripple_shader_weights,
                      ripple_shader_fine},
    [STENCIL_SPRING] = {DEFINE(SPRING) PARTS, ripple_shader_spring, NONE},
};

static const char *const masks[PROGRAM_COUNT] = {
    [PROGRAM_STEP] = NONE,
    [PROGRAM_STEP_OPEN] = "#define HAS_MASK\n",
    [PROGRAM_STEP_MIXED] = "#define HAS_MASK\n#define HAS_DEPTHS\n",
    [PROGRAM_EDGES] = NONE,
    [PROGRAM_EDGES_MASK] = "#define HAS_MASK\n",
};

/* The constants of the kernels that shaders name, then the numbers. */
static const struct {
    const char *name;
    int value;
} constants[] = {
    {"WEIGHT_BITS", RIPPLE_WEIGHT_BITS},
    {"SPEED_BITS", RIPPLE_SPEED_BITS},
    {"STIFFNESS_BITS", RIPPLE_STIFFNESS_BITS},
    {"FRACTION_BITS", RIPPLE_FRACTION_BITS},
    {"FAST", RIPPLE_FAST},
    {"SLOW", RIPPLE_SLOW},
    {"TILE_COLUMNS", RIPPLE_TILE_COLUMNS},
    {"TILE_ROWS", RIPPLE_TILE_ROWS},
    {"FACTOR_BITS", RIPPLE_OPEN_FACTOR_BITS},
    {"SHARE_BITS", RIPPLE_OPEN_SHARE_BITS},
    {"SINK_BITS", RIPPLE_OPEN_SINK_BITS},
};

#define NUMBER_NAME(name) #name,
static const char *const numbers[] = {RIPPLE_GPU_NUMBERS(NUMBER_NAME)};

#define MAX_HEAD 2048

/* The vocabulary of constants and numbers. */
static void write_head(char *head, const Gl *gl)
{
    int end = snprintf(
        head, MAX_HEAD,
        "#version %s\nlayout(location = 0) uniform highp int numbers[%d];\n",
        gl->is_es ? "310 es" : "430 core", NUMBER_COUNT);

    for (int i = 0; i < COUNT(constants); i++)
        end += snprintf(head + end, (size_t)(MAX_HEAD - end), "#define %s %d\n",
                        constants[i].name, constants[i].value);
    for (int i = 0; i < NUMBER_COUNT; i++)
        end += snprintf(head + end, (size_t)(MAX_HEAD - end),
                        "#define %s numbers[%d]\n", numbers[i], i);
}

/* Returns 0 if it cannot be compiled or linked. */
static GLuint compile(const Gl *gl, const char *const *texts, int count)
{
    GLuint shader = gl->CreateShader(GL_COMPUTE_SHADER);
    GLuint program = gl->CreateProgram();
    GLint is_linked = 0;

    ripple_gl_has_failed(gl); /* errors of others */
    gl->ShaderSource(shader, count, texts, NULL);
    gl->CompileShader(shader);
    gl->AttachShader(program, shader);
    gl->LinkProgram(program);
    gl->DeleteShader(shader);
    gl->GetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (is_linked && !ripple_gl_has_failed(gl))
        return program;
    gl->DeleteProgram(program);
    ripple_gl_has_failed(gl);
    return 0;
}

GLuint ripple_programs_find(Programs *programs, const Gl *gl, StencilKind kind,
                            ProgramKind program)
{
    GLuint *name = &programs->names[kind][program];
    const Recipe *recipe = &recipes[kind];
    int is_step = program < PROGRAM_EDGES;
    char head[MAX_HEAD];
    const char *texts[] = {head,
                           recipe->define,
                           masks[program],
                           ripple_shader_vocabulary,
                           is_step ? recipe->first : NONE,
                           is_step ? recipe->second : NONE,
                           is_step ? ripple_shader_step : ripple_shader_edges};

    if (*name != 0 || recipe->define == NULL)
        return *name;
    write_head(head, gl);
    *name = compile(gl, texts, COUNT(texts));
    return *name;
}

void ripple_programs_clear(Programs *programs, const Gl *gl)
{
    for (int kind = 0; kind < STENCIL_COUNT; kind++) {
        for (int i = 0; i < PROGRAM_COUNT; i++) {
            gl->DeleteProgram(programs->names[kind][i]);
            programs->names[kind][i] = 0;
        }
    }
}
