/* SPDX-License-Identifier: MIT */
#include "lib/gpu/renderer.h"

#include "lib/gpu/gl.h"
#include "lib/gpu/gpu_layout.h"
#include "lib/look/lighting.h"
#include "lib/look/pixel_formats.h"
#include "lib/util/fixed.h"

#include <stdlib.h>
#include <string.h>

/*
 * The steps from heights to traits of cells, in three buffers of the GPU:
 *
 *     cells    surface | swell's waves | traits | rays, rays
 *     swell    factors of the waves, by row, at this step
 *     map      axis_x | axis_y | strength | soft tiles
 *
 *     water --(surface)-->  --(scatter, gather)-->  traits
 *               swell, blend     if cells are larger than pixels
 *
 * Invariant: the plane of rays that the next frame adds to is all zeros.
 */
/* Invocations of a group along x and y; the shaders have the same sizes. */
#define PIXELS_X 32
#define PIXELS_Y 4
#define SHOW_X   16 /* pixels; an invocation has four */
#define SHOW_Y   32
#define PLANE_X  32
#define PLANE_Y  4

/* Of the plain draw, in which an invocation has four. */
#define PLAIN_PIXELS (4 * RIPPLE_GROUP_COLUMNS)

#define PARTS_OF_SWELL (2 * RIPPLE_SWELL_WAVES)

static int has_swell(const Cpu *cpu)
{
    return cpu->refraction.swell.waves != NULL;
}

static int is_coarse(const Cpu *cpu)
{
    return ripple_grid_is_coarse(&cpu->grid_map.size);
}

/* Light is computed only for views that show it. */
static int has_light(const Cpu *cpu)
{
    RippleView view = cpu->settings.view;

    return ripple_lighting_is_lit(&cpu->settings) &&
           (view == RIPPLE_VIEW_WATER || view == RIPPLE_VIEW_SPLIT);
}

int ripple_renderer_look(const Cpu *cpu, int phase)
{
    const RenderArgs *args = &cpu->render_args;
    int look = 0;

    if (has_swell(cpu) || phase < RIPPLE_MAX_PHASE)
        look |= DRAW_HAS_SURFACE;
    if (has_light(cpu))
        look |= DRAW_HAS_LIGHT;
    if (is_coarse(cpu))
        look |= DRAW_IS_COARSE;
    if (ripple_cpu_mask(cpu) != NULL)
        look |= DRAW_HAS_STRENGTH;
    if (look == 0 && args->view == RIPPLE_VIEW_WATER && args->optics.is_whole)
        look = DRAW_IS_PLAIN;
    if (args->filter == RIPPLE_FILTER_LINEAR)
        look |= DRAW_IS_LINEAR;
    return look | DRAW_VIEW * (int)args->view;
}

/* Invalidates all that depends on settings, mask and size. */
static void forget_scene(GpuScene *scene)
{
    scene->has_map = scene->has_waves = scene->has_surface = 0;
}

static int surface_pitch(const Field *field)
{
    return (field->columns + 3) / 2;
}

/* Traits are made before they are drawn. */
static int has_traits(int look)
{
    return (look & (DRAW_IS_COARSE | DRAW_HAS_LIGHT)) != 0;
}

/* The uints that the traits of a cell take: whole uvec2s. */
static size_t cell_size(const Cpu *cpu)
{
    return cpu->settings.view == RIPPLE_VIEW_SPLIT ? 4 : 2;
}

static SceneLayout lay_out(const Cpu *cpu, int look, int has_surface)
{
    const Field *field = &cpu->field;
    size_t rows = (size_t)field->rows + 2, columns = (size_t)field->columns + 2;
    size_t cells = (size_t)field->columns * (size_t)field->rows;
    size_t rays = (look & DRAW_HAS_LIGHT) != 0 ? cells : 0;
    SceneLayout layout = {0};

    layout.waves = has_surface ? rows * (size_t)surface_pitch(field) : 0;
    layout.waves += layout.waves % 2; /* traits are uvec2s */
    layout.traits =
        layout.waves + (has_swell(cpu) ? columns * PARTS_OF_SWELL / 2 : 0);
    layout.rays[0] =
        layout.traits + (has_traits(look) ? cell_size(cpu) * cells : 0);
    layout.rays[1] = layout.rays[0] + rays;
    layout.size = layout.rays[1] + rays;
    return layout;
}

/* Makes the scene's buffer unless it fits. It has the waves, and zeros
   elsewhere. One mapping writes it all: NVIDIA's driver loses data that
   glBufferSubData writes to memory that was mapped before. */
static int fit_scene(GpuScene *scene, const Gl *gl, const Cpu *cpu, int look)
{
    size_t rows = (size_t)cpu->field.rows + 2;
    SceneLayout layout;
    uint32_t *to;

    scene->has_surface |= (look & DRAW_HAS_SURFACE) != 0;
    layout = lay_out(cpu, look, scene->has_surface);
    if (has_swell(cpu) && !scene->has_waves) {
        free(scene->factors);
        scene->factors = malloc(rows * PARTS_OF_SWELL * sizeof *scene->factors);
        if (scene->factors == NULL)
            return RIPPLE_ERROR_GPU;
    }
    if (layout.size == 0 ||
        (memcmp(&layout, &scene->layout, sizeof layout) == 0 &&
         scene->has_waves == has_swell(cpu)))
        return RIPPLE_OK;
    scene->layout = (SceneLayout){0};
    to = ripple_buffer_renew(&scene->cells, gl, layout.size);
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    memset(to, 0, layout.size * sizeof *to);
    if (has_swell(cpu))
        memcpy(to + layout.waves, cpu->refraction.swell.waves,
               (layout.traits - layout.waves) * sizeof *to);
    scene->has_waves = has_swell(cpu);
    scene->layout = layout;
    return ripple_buffer_unmap(gl);
}

/* Copies the swell factors of the current step. */
static void write_factors(GpuScene *scene, const Gl *gl, const Cpu *cpu)
{
    size_t rows = (size_t)cpu->field.rows + 2;

    for (size_t i = 0; i < rows * RIPPLE_SWELL_WAVES; i++) {
        SwellFactors factor = ripple_swell_factors(
            &cpu->refraction.swell, (int)(i % RIPPLE_SWELL_WAVES),
            (int)(i / RIPPLE_SWELL_WAVES) - 1);

        scene->factors[2 * i] = factor.of_cosine;
        scene->factors[2 * i + 1] = factor.of_sine;
    }
    ripple_buffer_replace(&scene->swell, gl, scene->factors,
                          rows * PARTS_OF_SWELL);
}

static void write_axis(uint32_t *to, const GridAxis *axis, int pixels)
{
    for (int i = 0; i < pixels; i++)
        to[i] = (uint32_t)(uint16_t)axis->first[i] | (uint32_t)axis->share[i]
                                                         << 16;
}

/* The places of the map's parts, and its size. */
typedef struct MapLayout {
    size_t axis_x, axis_y, strength, soft, size;
} MapLayout;

static MapLayout lay_out_map(const Cpu *cpu)
{
    const GridSize *size = &cpu->grid_map.size;
    const Field *field = &cpu->field;
    int has_mask = ripple_cpu_mask(cpu) != NULL;
    MapLayout layout = {.axis_y = is_coarse(cpu) ? (size_t)size->width : 0};

    layout.strength = is_coarse(cpu) ? layout.axis_y + (size_t)size->height : 0;
    layout.soft = layout.strength +
                  (has_mask ? (size_t)ripple_buffer_pitch(field->columns) *
                                  (size_t)field->rows
                            : 0);
    layout.size =
        layout.soft +
        (has_mask ? (size_t)field->tile_columns * (size_t)field->tile_rows : 0);
    return layout;
}

/* Copies the axes of a coarse grid, and a mask's strengths and soft tiles. */
static int write_map(GpuScene *scene, const Gl *gl, const Cpu *cpu)
{
    const GridMap *grid_map = &cpu->grid_map;
    const Field *field = &cpu->field;
    const Mask *mask = ripple_cpu_mask(cpu);
    MapLayout layout = lay_out_map(cpu);
    uint32_t *to;

    if (layout.size == 0)
        return RIPPLE_OK;
    to = ripple_buffer_renew(&scene->map, gl, layout.size);
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    if (is_coarse(cpu)) {
        write_axis(to, &grid_map->axis_x, grid_map->size.width);
        write_axis(to + layout.axis_y, &grid_map->axis_y,
                   grid_map->size.height);
    }
    if (mask != NULL) {
        ripple_buffer_pack(to + layout.strength, mask->strength, field->columns,
                           field->rows, field->stride);
        for (size_t i = layout.soft; i < layout.size; i++)
            to[i] = mask->is_soft[i - layout.soft];
    }
    return ripple_buffer_unmap(gl);
}

/* Copies missing data to the GPU. Returns 0 or RIPPLE_ERROR_GPU. */
static int write_scene(GpuScene *scene, const Gl *gl, const Cpu *cpu, int look)
{
    if (fit_scene(scene, gl, cpu, look) != RIPPLE_OK ||
        (!scene->has_map && write_map(scene, gl, cpu) != RIPPLE_OK))
        return RIPPLE_ERROR_GPU;
    scene->has_map = 1;
    if (has_swell(cpu))
        write_factors(scene, gl, cpu);
    return RIPPLE_OK;
}

/* Sets the numbers that depend on the scene. */
static void set_scene(int *numbers, const GpuScene *scene, const Cpu *cpu)
{
    const SceneLayout *layout = &scene->layout;
    const Caustics *caustics = &cpu->refraction.caustics;
    const RayBend *bend = &caustics->bend;
    MapLayout map = lay_out_map(cpu);

    RIPPLE_GPU_SCENE(RIPPLE_GPU_SET)
}

/* Compiles the programs of a look. Returns 0 or RIPPLE_ERROR_GPU. */
static int prepare_scene(Programs *programs, const Gl *gl, int look)
{
    static const struct {
        ProgramKind kind;
        int flag; /* that needs it */
    } needed[] = {
        {PROGRAM_SURFACE, DRAW_HAS_SURFACE},
        {PROGRAM_SCATTER, DRAW_HAS_LIGHT},
        {PROGRAM_GATHER, DRAW_IS_COARSE | DRAW_HAS_LIGHT},
    };

    for (int i = 0; i < COUNT(needed); i++) {
        if ((look & needed[i].flag) != 0 &&
            ripple_programs_find(programs, gl, needed[i].kind, look) == 0)
            return RIPPLE_ERROR_GPU;
    }
    return RIPPLE_OK;
}

/* Makes the scene from the heights in buffer 0; buffer 1 is `cells`. */
static void make_scene(GpuScene *scene, const Gl *gl, const Programs *programs,
                       const Cpu *cpu, int look, const int *numbers)
{
    int columns = cpu->field.columns, rows = cpu->field.rows;
    int group_rows = gl->group / RIPPLE_GROUP_COLUMNS;

    if ((look & DRAW_HAS_SURFACE) != 0) {
        ripple_programs_run(
            programs, gl, PROGRAM_SURFACE, look, numbers,
            ripple_gl_groups(surface_pitch(&cpu->field), PLANE_X),
            ripple_gl_groups(rows + 2, PLANE_Y));
        gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    if ((look & DRAW_HAS_LIGHT) != 0) {
        ripple_programs_run(programs, gl, PROGRAM_SCATTER, look, numbers,
                            ripple_gl_groups(columns, PLANE_X),
                            ripple_gl_groups(rows, PLANE_Y));
        gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    if (has_traits(look)) {
        ripple_programs_run(programs, gl, PROGRAM_GATHER, look, numbers,
                            ripple_gl_groups(columns, RIPPLE_GROUP_COLUMNS),
                            ripple_gl_groups(rows, min_int(group_rows, 16)));
        gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    if ((look & DRAW_HAS_LIGHT) != 0)
        scene->turn = 1 - scene->turn;
}

/* Deletes the scene's buffers. */
static void clear_scene(GpuScene *scene, const Gl *gl)
{
    ripple_buffer_delete(&scene->swell, gl);
    ripple_buffer_delete(&scene->cells, gl);
    free(scene->factors);
    ripple_buffer_delete(&scene->map, gl);
    *scene = (GpuScene){0};
}

void ripple_renderer_forget(Renderer *renderer)
{
    forget_scene(&renderer->scene);
    renderer->landscape.of = NULL;
    renderer->has_picture = 0;
}

/* The pixels of a row of the frame's buffer: whole uvec4s. */
static size_t frame_pitch(const Renderer *renderer)
{
    return 2 * (size_t)ripple_buffer_pitch(renderer->width);
}

static size_t count_pixels(const Renderer *renderer)
{
    return frame_pitch(renderer) * (size_t)renderer->height;
}

#define TILE (1 << RIPPLE_TILE_BITS)

static size_t picture_size(const Renderer *renderer)
{
    return (size_t)ripple_gl_groups(renderer->width, TILE) *
           (size_t)ripple_gl_groups(renderer->height, TILE) * TILE * TILE;
}

/* Makes the picture and frame buffers for this size. */
static int fit_pixels(Renderer *renderer, const Gl *gl, const GridSize *size)
{
    if (renderer->width == size->width && renderer->height == size->height)
        return RIPPLE_OK;
    renderer->width = size->width;
    renderer->height = size->height;
    renderer->has_picture = 0;
    ripple_buffer_delete(&renderer->staging, gl);
    if (ripple_buffer_make(&renderer->picture, gl, picture_size(renderer)) ==
            RIPPLE_OK &&
        ripple_buffer_make(&renderer->frame, gl, count_pixels(renderer)) ==
            RIPPLE_OK)
        return RIPPLE_OK;
    renderer->width = renderer->height = 0;
    return RIPPLE_ERROR_GPU;
}

static int is_same_picture(const RipplePixels *a, const RipplePixels *b)
{
    return ripple_pixels_start(a) == ripple_pixels_start(b) &&
           a->stride == b->stride && a->format == b->format;
}

int ripple_renderer_has(const Renderer *renderer, const RipplePixels *picture)
{
    return renderer->has_picture && is_same_picture(picture, &renderer->seen);
}

static int write_picture(Renderer *renderer, const Gl *gl,
                         const RipplePixels *picture)
{
    int width = renderer->width, height = renderer->height;
    uint32_t *to;

    if (ripple_renderer_has(renderer, picture))
        return RIPPLE_OK;
    renderer->has_picture = 1;
    renderer->seen = *picture;
    to = ripple_buffer_map(gl, renderer->picture, picture_size(renderer));
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    for (int y = 0; y < height; y++) {
        size_t tile =
            (size_t)(y / TILE) * (size_t)ripple_gl_groups(width, TILE);

        for (int x = 0; x < width; x += TILE, tile++)
            ripple_pixels_get_row(picture, x, y, min_int(TILE, width - x),
                                  to + tile * TILE * TILE + y % TILE * TILE);
    }
    return ripple_buffer_unmap(gl);
}

static void set_optics(int *numbers, const Optics *optics)
{
    const Lighting *light = &optics->light;

    RIPPLE_GPU_OPTICS(RIPPLE_GPU_SET)
}

/* Makes what a frame is drawn from, and sets its numbers. Then buffer 0 has the
   scene, or the water if the look needs none, and buffer 3 the frame. Returns 0
   or RIPPLE_ERROR_GPU. */
static int begin_frame(Renderer *renderer, const Gl *gl, Programs *programs,
                       const Cpu *cpu, const Solver *solver, int look,
                       int phase, const RipplePixels *picture, int *numbers)
{
    GpuScene *scene = &renderer->scene;
    int reads_scene = (look & DRAW_HAS_SURFACE) != 0 || has_traits(look);

    if (prepare_scene(programs, gl, look) != RIPPLE_OK ||
        fit_pixels(renderer, gl, &cpu->grid_map.size) != RIPPLE_OK ||
        write_picture(renderer, gl, picture) != RIPPLE_OK ||
        write_scene(scene, gl, cpu, look) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    ripple_solver_set_numbers(solver, cpu, numbers);
    RIPPLE_GPU_FRAME(RIPPLE_GPU_SET)
    set_scene(numbers, scene, cpu);
    set_optics(numbers, &cpu->render_args.optics);
    ripple_buffer_bind(gl, 0, solver->water);
    ripple_buffer_bind(gl, 1, scene->cells);
    ripple_buffer_bind(gl, 2, scene->swell);
    make_scene(scene, gl, programs, cpu, look, numbers);
    ripple_buffer_bind(gl, 0, reads_scene ? scene->cells : solver->water);
    ripple_buffer_bind(gl, 3, renderer->frame);
    renderer->is_shown = renderer->is_requested = 0;
    return RIPPLE_OK;
}

/* The rows of pixels in a group of the draw. */
static int draw_rows(const Gl *gl, int look)
{
    return (look & DRAW_IS_PLAIN) != 0    ? gl->group / RIPPLE_GROUP_COLUMNS
           : (look & DRAW_IS_COARSE) != 0 ? PIXELS_Y * RIPPLE_COARSE_ROWS
                                          : PIXELS_Y;
}

int ripple_renderer_draw(Renderer *renderer, const Gl *gl, Programs *programs,
                         const Cpu *cpu, Solver *solver, int phase,
                         const RipplePixels *picture)
{
    int look = ripple_renderer_look(cpu, phase);
    int is_plain = (look & DRAW_IS_PLAIN) != 0;
    int leads = is_plain && ripple_solver_can_lead(solver, cpu);
    ProgramKind kind = leads ? PROGRAM_LEAD : PROGRAM_DRAW;
    int variant = leads ? (int)cpu->plain_stencil.kind : look;
    int numbers[NUMBER_COUNT] = {0};

    if (ripple_programs_find(programs, gl, kind, variant) == 0 ||
        (leads &&
         ripple_programs_find(programs, gl, PROGRAM_MEND, variant) == 0) ||
        begin_frame(renderer, gl, programs, cpu, solver, look, phase, picture,
                    numbers) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    ripple_buffer_bind(gl, 1, renderer->picture);
    ripple_buffer_bind(gl, 2,
                       leads ? solver->state.buffer : renderer->scene.map);
    ripple_programs_run(
        programs, gl, kind, variant, numbers,
        ripple_gl_groups(renderer->width, is_plain ? PLAIN_PIXELS : PIXELS_X),
        ripple_gl_groups(renderer->height, draw_rows(gl, look)));
    gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    solver->has_next |= leads;
    return RIPPLE_OK;
}

int ripple_renderer_draw_view(Renderer *renderer, const Gl *gl,
                              Programs *programs, const Cpu *cpu,
                              const Solver *solver, int phase,
                              const RipplePixels *picture,
                              const Perspective *perspective)
{
    int look = ripple_renderer_look(cpu, phase) & DRAW_HAS_SURFACE;
    int numbers[NUMBER_COUNT] = {0};

    if (begin_frame(renderer, gl, programs, cpu, solver, look, phase, picture,
                    numbers) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    ripple_buffer_bind(gl, 6, renderer->picture);
    return ripple_landscape_draw(&renderer->landscape, gl, programs,
                                 perspective, numbers, look,
                                 count_pixels(renderer));
}

/* Flushes, so that the GPU starts at once: the next call may be far off. */
int ripple_renderer_ask(Renderer *renderer, const Gl *gl)
{
    if (renderer->is_requested)
        return RIPPLE_OK;
    if (renderer->width == 0 ||
        ripple_buffer_request(gl, renderer->frame, 0, count_pixels(renderer),
                              &renderer->staging) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gl->Flush();
    renderer->is_requested = 1;
    return RIPPLE_OK;
}

int ripple_renderer_read(Renderer *renderer, const Gl *gl,
                         const RipplePixels *frame)
{
    const uint32_t *from;

    if (ripple_renderer_ask(renderer, gl) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    from = ripple_buffer_take(gl, renderer->staging, count_pixels(renderer));
    if (from == NULL)
        return RIPPLE_ERROR_GPU;
    for (int y = 0; y < renderer->height; y++)
        ripple_pixels_set_row(frame, 0, y, renderer->width,
                              from + (size_t)y * frame_pitch(renderer));
    return ripple_buffer_unmap(gl);
}

/* Makes a new texture for a new size: image textures have fixed sizes. */
static int fit_texture(Renderer *renderer, const Gl *gl)
{
    if (renderer->texture != 0 && renderer->texture_width == renderer->width &&
        renderer->texture_height == renderer->height)
        return RIPPLE_OK;
    gl->DeleteTextures(1, &renderer->texture);
    gl->GenTextures(1, &renderer->texture);
    gl->BindTexture(GL_TEXTURE_2D, renderer->texture);
    gl->TexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, renderer->width,
                     renderer->height);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    renderer->texture_width = renderer->width;
    renderer->texture_height = renderer->height;
    return ripple_gl_take_errors(gl) ? RIPPLE_ERROR_GPU : RIPPLE_OK;
}

GLuint ripple_renderer_show(Renderer *renderer, const Gl *gl,
                            Programs *programs)
{
    int numbers[NUMBER_COUNT] = {0};

    if (renderer->is_shown)
        return renderer->texture;
    if (renderer->width == 0 ||
        ripple_programs_find(programs, gl, PROGRAM_SHOW, 0) == 0 ||
        fit_texture(renderer, gl) != RIPPLE_OK)
        return 0;
    numbers[NUMBER_WIDTH] = renderer->width;
    numbers[NUMBER_HEIGHT] = renderer->height;
    numbers[NUMBER_FRAME_PITCH] = (int)frame_pitch(renderer);
    ripple_buffer_bind(gl, 3, renderer->frame);
    gl->BindImageTexture(0, renderer->texture, 0, GL_FALSE, 0, GL_WRITE_ONLY,
                         GL_R32UI);
    ripple_programs_run(programs, gl, PROGRAM_SHOW, 0, numbers,
                        ripple_gl_groups(renderer->width, SHOW_X),
                        ripple_gl_groups(renderer->height, SHOW_Y));
    gl->MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT |
                      GL_FRAMEBUFFER_BARRIER_BIT);
    renderer->is_shown = 1;
    return renderer->texture;
}

void ripple_renderer_clear(Renderer *renderer, const Gl *gl)
{
    clear_scene(&renderer->scene, gl);
    ripple_landscape_clear(&renderer->landscape, gl);
    ripple_buffer_delete(&renderer->picture, gl);
    ripple_buffer_delete(&renderer->frame, gl);
    ripple_buffer_delete(&renderer->staging, gl);
    gl->DeleteTextures(1, &renderer->texture);
    *renderer = (Renderer){0};
}
