/* SPDX-License-Identifier: MIT */
#include "lib/gpu/programs.h"

#include "lib/gpu/gpu_layout.h"
#include "lib/util/fixed.h"
#include "lib/water/splash.h"

#include <stdint.h>
#include <stdio.h>

#if defined(__APPLE__)
#define SECTION ".const_data"
#define SYMBOL  "_"
#else
#define SECTION ".section .rodata"
#define SYMBOL  ""
#endif

/* The assembler embeds the files in the library. */
#define EMBED(name, file) \
    __asm__(SECTION "\n" SYMBOL "ripple_shader_" #name ":\n" \
                    ".incbin \"src/lib/" file "\"\n" \
                    ".byte 0\n" \
                    ".text\n"); \
    extern const char ripple_shader_##name[] \
        __attribute__((visibility("hidden")))
#define SHADER(name) EMBED(name, "gpu/" #name ".glsl")

EMBED(shared, "kernels/shared.h");
EMBED(layout, "gpu/gpu_layout.h");
EMBED(arithmetic, "kernels/arithmetic.inc");
EMBED(light, "kernels/light.inc");
EMBED(limits, "kernels/limits.inc");
EMBED(caustics, "kernels/caustics.inc");
EMBED(colours, "kernels/draw.inc");
EMBED(water, "kernels/water.inc");
EMBED(step_cell, "kernels/step.inc");
EMBED(perspective_shared, "kernels/perspective_shared.h");
EMBED(perspective, "kernels/perspective.inc");
EMBED(survey_cell, "view3d/survey.inc");
EMBED(cast_column, "kernels/cast.inc");
EMBED(silhouette, "view3d/silhouette.inc");

SHADER(vocabulary);
SHADER(cells);
SHADER(leap);
SHADER(weights);
SHADER(linear);
SHADER(fine);
SHADER(spring);
SHADER(step);
SHADER(mend);
SHADER(edges);
SHADER(advect);
SHADER(state);
SHADER(stones);
SHADER(look);
SHADER(reduce);
SHADER(wide);
SHADER(measure);
SHADER(govern);
SHADER(reset);
SHADER(heights);
SHADER(surface);
SHADER(rays);
SHADER(scatter);
SHADER(optics);
SHADER(gather);
SHADER(tiles);
SHADER(draw);
SHADER(landscape);
SHADER(survey);
SHADER(cast);
SHADER(shade);
SHADER(smooth);
SHADER(show);

/* The texts of a stencil, after the vocabulary; zeros: only the CPU has it. */
typedef struct Recipe {
    const char *define;         /* its name, and HAS_PARTS if it has parts */
    const char *first, *second; /* texts of next_cell or step_cells */
} Recipe;

#define DEFINE(NAME) "#define STENCIL_" #NAME "\n"
#define PARTS        "#define HAS_PARTS\n"
#define NONE         "\n"
#define STEPS        "#define STEPS\n"

static const Recipe recipes[STENCIL_COUNT] = {
    [STENCIL_CLASSIC] = {DEFINE(CLASSIC), ripple_shader_cells,
                         ripple_shader_leap},
    [STENCIL_ROUND] = {DEFINE(ROUND), ripple_shader_cells, ripple_shader_leap},
    [STENCIL_LINEAR] = {DEFINE(LINEAR), ripple_shader_weights,
                        ripple_shader_linear},
    [STENCIL_LINEAR_ROUND] = {DEFINE(LINEAR_ROUND), ripple_shader_weights,
                              ripple_shader_linear},
    [STENCIL_FINE] = {DEFINE(FINE) PARTS, ripple_shader_weights,
                      ripple_shader_fine},
    [STENCIL_SPRING] = {DEFINE(SPRING) PARTS, ripple_shader_spring, NONE},
};

/* The scene's buffer. Programs that do not read the water bind it in the
   water's place instead (SCENE_ALONE). */
#define SCENE \
    "layout(std430, binding = 1) buffer Scene\n{\n    uint scene[];\n};\n" \
    "#define scene_at(place) scene[place]\n"
#define SCENE_ALONE "#define DRAWS\n#define scene_at water_at\n"
#define MASK        "#define HAS_MASK\n"
#define DEPTHS      "#define HAS_DEPTHS\n"

#define LANDSCAPE \
    ripple_shader_perspective_shared, ripple_shader_tiles, \
        ripple_shader_landscape

#define MAX_TEXTS 8

/* A kind of programs: its texts before and after the vocabulary. */
typedef struct ProgramRow {
    enum {
        BY_LOOK,
        BY_STENCIL,
        BY_NAME
    } kind; /* of variants; BY_NAME needs only the name of a stencil */
    const char *define;
    const char *texts[MAX_TEXTS];
} ProgramRow;

static const ProgramRow rows[PROGRAM_COUNT] = {
    [PROGRAM_STEP] = {BY_STENCIL, STEPS, {ripple_shader_step}},
    [PROGRAM_STEP_OPEN] = {BY_STENCIL, STEPS MASK, {ripple_shader_step}},
    [PROGRAM_STEP_MIXED] = {BY_STENCIL,
                            STEPS MASK DEPTHS,
                            {ripple_shader_step}},
    [PROGRAM_LEAD] = {BY_STENCIL,
                      STEPS "#define LEADS\n#define IS_PLAIN\n",
                      {ripple_shader_heights, ripple_shader_limits,
                       ripple_shader_light, ripple_shader_optics,
                       ripple_shader_colours, ripple_shader_tiles,
                       ripple_shader_draw}},
    [PROGRAM_MEND] = {BY_STENCIL, STEPS, {ripple_shader_mend}},
    [PROGRAM_EDGES] = {BY_NAME,
                       NONE,
                       {ripple_shader_water, ripple_shader_edges}},
    [PROGRAM_EDGES_MASK] = {BY_NAME,
                            MASK,
                            {ripple_shader_water, ripple_shader_edges}},
    [PROGRAM_ADVECT] = {BY_NAME, NONE, {ripple_shader_advect}},
    [PROGRAM_ADVECT_MASK] = {BY_NAME, MASK, {ripple_shader_advect}},
    [PROGRAM_STONES] = {BY_NAME, NONE, {ripple_shader_stones}},
    [PROGRAM_LOOK] = {BY_NAME, NONE, {ripple_shader_look}},
    [PROGRAM_REDUCE] = {BY_NAME,
                        NONE,
                        {ripple_shader_water, ripple_shader_reduce}},
    [PROGRAM_MEASURE] = {BY_NAME,
                         NONE,
                         {ripple_shader_wide, ripple_shader_measure}},
    [PROGRAM_GOVERN] = {BY_NAME,
                        NONE,
                        {ripple_shader_wide, ripple_shader_water,
                         ripple_shader_govern}},
    [PROGRAM_RESET] = {BY_NAME, NONE, {ripple_shader_reset}},
    [PROGRAM_SURFACE] = {BY_LOOK, NONE, {SCENE, ripple_shader_surface}},
    [PROGRAM_SCATTER] = {BY_LOOK,
                         NONE,
                         {SCENE, ripple_shader_heights, ripple_shader_limits,
                          ripple_shader_caustics, ripple_shader_rays,
                          ripple_shader_scatter}},
    [PROGRAM_GATHER] = {BY_LOOK,
                        NONE,
                        {SCENE, ripple_shader_heights, ripple_shader_limits,
                         ripple_shader_caustics, ripple_shader_rays,
                         ripple_shader_light, ripple_shader_optics,
                         ripple_shader_gather}},
    [PROGRAM_DRAW] = {BY_LOOK,
                      SCENE_ALONE,
                      {ripple_shader_cells, ripple_shader_heights,
                       ripple_shader_limits, ripple_shader_light,
                       ripple_shader_optics, ripple_shader_colours,
                       ripple_shader_tiles, ripple_shader_draw}},
    [PROGRAM_SHOW] = {BY_LOOK, NONE, {ripple_shader_show}},
    [PROGRAM_SURVEY] = {BY_LOOK,
                        SCENE_ALONE,
                        {ripple_shader_heights, LANDSCAPE,
                         ripple_shader_survey_cell, ripple_shader_survey}},
    [PROGRAM_CAST] = {BY_LOOK,
                      NONE,
                      {LANDSCAPE, ripple_shader_perspective,
                       ripple_shader_cast_column, ripple_shader_cast}},
    [PROGRAM_SHADE] = {BY_LOOK,
                       NONE,
                       {LANDSCAPE, ripple_shader_perspective,
                        ripple_shader_shade}},
    [PROGRAM_SMOOTH] = {BY_LOOK,
                        NONE,
                        {LANDSCAPE, ripple_shader_silhouette,
                         ripple_shader_smooth}},
};

/* By the bits of DrawFlags. */
static const char *const look_defines[] = {
    "#define HAS_SURFACE\n",  "#define HAS_LIGHT\n", "#define IS_COARSE\n",
    "#define HAS_STRENGTH\n", "#define IS_PLAIN\n",  "#define IS_LINEAR\n",
};

/* Constants of C for shaders, beside those of shared.h. */
static const struct {
    const char *name;
    int value;
} constants[] = {
    {"RIPPLE_VIEW_WATER", RIPPLE_VIEW_WATER},
    {"RIPPLE_VIEW_HEIGHTS", RIPPLE_VIEW_HEIGHTS},
    {"RIPPLE_VIEW_SLOPES", RIPPLE_VIEW_SLOPES},
    {"RIPPLE_VIEW_SPLIT", RIPPLE_VIEW_SPLIT},
    {"SPLASH_SET", SPLASH_SET},
    {"SPLASH_MIN", SPLASH_MIN},
    {"SPLASH_ADD", SPLASH_ADD},
};

#define NUMBER_NAME(name, value) #name,
static const char *const number_names[] = {RIPPLE_GPU_NUMBERS(NUMBER_NAME)};

#define MAX_HEAD 8192

/* Writes the version, and the names of constants and numbers. */
static void write_head(char *head, const Gl *gl, int view)
{
    int end = snprintf(head, MAX_HEAD,
                       "#version %s\nprecision highp int;\n"
                       "layout(location = 0) uniform int numbers[%d];\n"
                       "#define GROUP_ROWS %d\n"
                       "#define VIEW %d\n",
                       gl->is_es ? "310 es" : "430 core", NUMBER_COUNT,
                       gl->group / RIPPLE_GROUP_COLUMNS, view);

    for (int i = 0; i < COUNT(constants); i++)
        end += snprintf(head + end, (size_t)(MAX_HEAD - end), "#define %s %d\n",
                        constants[i].name, constants[i].value);
    for (int i = 0; i < NUMBER_COUNT; i++)
        end += snprintf(head + end, (size_t)(MAX_HEAD - end),
                        "#define %s numbers[%d]\n", number_names[i], i);
}

/* Returns 0 if compiling or linking fails. */
static GLuint compile_program(const Gl *gl, const char *const *texts, int count)
{
    GLuint shader = gl->CreateShader(GL_COMPUTE_SHADER);
    GLuint program = gl->CreateProgram();
    GLint is_linked = 0;

    ripple_gl_take_errors(gl); /* errors of others */
    gl->ShaderSource(shader, count, texts, NULL);
    gl->CompileShader(shader);
    gl->AttachShader(program, shader);
    gl->LinkProgram(program);
    gl->DeleteShader(shader);
    gl->GetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (is_linked && !ripple_gl_take_errors(gl))
        return program;
    gl->DeleteProgram(program);
    ripple_gl_take_errors(gl);
    return 0;
}

/* The texts of a program, in order. */
typedef struct Source {
    char head[MAX_HEAD];
    const char *texts[MAX_TEXTS + COUNT(look_defines) + 10];
    int count;
} Source;

static void add_text(Source *source, const char *text)
{
    source->texts[source->count++] = text;
}

static void write_source(Source *source, const Gl *gl, ProgramKind kind,
                         int variant)
{
    const ProgramRow *row = &rows[kind];
    const Recipe *recipe = &recipes[row->kind == BY_LOOK ? 0 : variant];

    source->count = 0;
    write_head(source->head, gl, variant / DRAW_VIEW);
    add_text(source, source->head);
    add_text(source, ripple_shader_shared);
    add_text(source, ripple_shader_layout);
    add_text(source, row->define);
    if (row->kind != BY_LOOK)
        add_text(source, recipe->define);
    for (int i = 0; i < COUNT(look_defines) && row->kind == BY_LOOK; i++) {
        if ((variant >> i & 1) != 0)
            add_text(source, look_defines[i]);
    }
    add_text(source, ripple_shader_arithmetic);
    add_text(source, ripple_shader_vocabulary);
    if (row->kind != BY_LOOK)
        add_text(source, ripple_shader_state);
    if (row->kind == BY_STENCIL) {
        add_text(source, ripple_shader_step_cell);
        add_text(source, recipe->first);
        add_text(source, recipe->second);
    }
    for (int i = 0; i < MAX_TEXTS && row->texts[i] != NULL; i++)
        add_text(source, row->texts[i]);
}

GLuint ripple_programs_find(Programs *programs, const Gl *gl, ProgramKind kind,
                            int variant)
{
    GLuint *name = &programs->names[kind][variant];
    Source source;

    if (*name != 0 ||
        (rows[kind].kind != BY_LOOK && recipes[variant].define == NULL))
        return *name;
    write_source(&source, gl, kind, variant);
    *name = compile_program(gl, source.texts, source.count);
    return *name;
}

void ripple_programs_run(const Programs *programs, const Gl *gl,
                         ProgramKind kind, int variant,
                         const int numbers[NUMBER_COUNT], int x, int y)
{
    gl->UseProgram(programs->names[kind][variant]);
    gl->Uniform1iv(0, NUMBER_COUNT, numbers);
    gl->DispatchCompute((GLuint)x, (GLuint)y, 1);
}

void ripple_programs_run_groups(const Programs *programs, const Gl *gl,
                                ProgramKind kind, int variant,
                                const int numbers[NUMBER_COUNT], GLuint buffer,
                                int place)
{
    gl->UseProgram(programs->names[kind][variant]);
    gl->Uniform1iv(0, NUMBER_COUNT, numbers);
    gl->BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, buffer);
    gl->DispatchComputeIndirect((GLintptr)((size_t)place * sizeof(uint32_t)));
}

void ripple_programs_clear(Programs *programs, const Gl *gl)
{
    for (int kind = 0; kind < PROGRAM_COUNT; kind++) {
        for (int i = 0; i < DRAW_VARIANTS; i++)
            gl->DeleteProgram(programs->names[kind][i]);
    }
    *programs = (Programs){0};
}
