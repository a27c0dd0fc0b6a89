/* SPDX-License-Identifier: MIT */
#include "lib/gpu/renderer.h"

#include "lib/gpu/buffers.h"
#include "lib/look/pixel_formats.h"

#include <string.h>

/* Invocations of one group along x and y, the shaders' sizes. */
#define PIXELS_X 32
#define PIXELS_Y 8

void ripple_renderer_forget(Renderer *renderer)
{
    ripple_scene_forget(&renderer->scene);
    renderer->has_picture = 0;
}

/* Makes picture and frame for this size. */
static int fit_pixels(Renderer *renderer, const Gl *gl, const GridSize *size)
{
    size_t pixels = (size_t)size->width * (size_t)size->height;

    if (renderer->width == size->width && renderer->height == size->height)
        return RIPPLE_OK;
    renderer->width = renderer->height = renderer->has_picture = 0;
    ripple_buffer_delete(&renderer->staging, gl);
    if (ripple_buffer_make(&renderer->picture, gl, pixels) != RIPPLE_OK ||
        ripple_buffer_make(&renderer->frame, gl, pixels) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    renderer->width = size->width;
    renderer->height = size->height;
    return RIPPLE_OK;
}

static int is_same(const RipplePixels *a, const RipplePixels *b)
{
    return ripple_pixels_start(a) == ripple_pixels_start(b) &&
           a->stride == b->stride && a->format == b->format;
}

int ripple_renderer_has(const Renderer *renderer, const RipplePixels *picture)
{
    return renderer->has_picture && is_same(picture, &renderer->seen);
}

static int write_picture(Renderer *renderer, const Gl *gl,
                         const RipplePixels *picture)
{
    size_t width = (size_t)renderer->width;
    uint32_t *to;

    if (ripple_renderer_has(renderer, picture))
        return RIPPLE_OK;
    renderer->has_picture = 1;
    renderer->seen = *picture;
    if (picture->format == RIPPLE_FORMAT_ARGB8888 && picture->stride == width) {
        ripple_buffer_replace(&renderer->picture, gl, picture->pixels,
                              width * (size_t)renderer->height);
        return ripple_gl_has_failed(gl) ? RIPPLE_ERROR_GPU : RIPPLE_OK;
    }
    to = ripple_buffer_map(gl, renderer->picture,
                           width * (size_t)renderer->height);
    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    for (int y = 0; y < renderer->height; y++)
        ripple_pixels_get_row(picture, 0, y, renderer->width,
                              to + (size_t)y * width);
    return ripple_buffer_unmap(gl);
}

static void set_limit(int *numbers, const SoftLimit *limit)
{
    const int values[] = {limit->max, limit->top, limit->factor,
                          limit->halvings, limit->up};

    memcpy(numbers, values, sizeof values);
}

static void set_optics(int *numbers, const Optics *optics)
{
    const Lighting *light = &optics->light;

    numbers[NUMBER_GAIN] = optics->gain_q12;
    numbers[NUMBER_IS_WHOLE] = optics->is_whole;
    numbers[NUMBER_DOUBLINGS] = light->doublings;
    numbers[NUMBER_DIFFUSE_X] = light->diffuse_x;
    numbers[NUMBER_DIFFUSE_Y] = light->diffuse_y;
    numbers[NUMBER_CAUSTIC] = light->caustic;
    numbers[NUMBER_SPECULAR_PEAK] = light->specular_peak;
    numbers[NUMBER_SPECULAR_WIDTH] = light->specular_width;
    numbers[NUMBER_SPECULAR_SHIFT] = light->specular_shift;
    numbers[NUMBER_SPECULAR] = light->specular;
    numbers[NUMBER_SKY] = light->sky;
    numbers[NUMBER_SKY_FROM] = light->sky_from;
    numbers[NUMBER_SKY_LEVEL] = light->sky_level;
    numbers[NUMBER_CAUSTICS] = light->caustics;
    numbers[NUMBER_SLOPE_GREY] = light->slope_grey;
    numbers[NUMBER_HEIGHT_GREY] = light->height_grey;
    set_limit(numbers + NUMBER_BEND_MAX, &optics->bend_limit);
    set_limit(numbers + NUMBER_KNEE_MAX, &light->sky_knee);
    set_limit(numbers + NUMBER_FAINT_MAX, &light->faint);
    set_limit(numbers + NUMBER_STRONG_MAX, &light->strong);
}

static void bind(const Gl *gl, GLuint place, GLuint buffer)
{
    gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, place, buffer);
}

int ripple_renderer_draw(Renderer *renderer, const Gl *gl, Programs *programs,
                         const Cpu *cpu, GLuint water,
                         const int shape[NUMBER_COUNT], int phase,
                         const RipplePixels *picture)
{
    GpuScene *scene = &renderer->scene;
    int look = ripple_scene_look(cpu, phase);
    int reads_scene = (look & (DRAW_HAS_SURFACE | DRAW_IS_COARSE)) != 0;
    int numbers[NUMBER_COUNT];

    if (ripple_scene_prepare(programs, gl, look) != RIPPLE_OK ||
        ripple_programs_find(programs, gl, PROGRAM_DRAW, look) == 0 ||
        fit_pixels(renderer, gl, &cpu->grid_map.size) != RIPPLE_OK ||
        write_picture(renderer, gl, picture) != RIPPLE_OK ||
        ripple_scene_write(scene, gl, cpu, look) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    memcpy(numbers, shape, sizeof numbers);
    numbers[NUMBER_WIDTH] = renderer->width;
    numbers[NUMBER_HEIGHT] = renderer->height;
    numbers[NUMBER_VIEW] = (int)cpu->render_args.view;
    numbers[NUMBER_IS_LIT] = cpu->render_args.is_lit;
    numbers[NUMBER_IS_LINEAR] = cpu->render_args.filter == RIPPLE_FILTER_LINEAR;
    numbers[NUMBER_PHASE] = phase;
    ripple_scene_numbers(scene, cpu, numbers);
    set_optics(numbers, &cpu->render_args.optics);
    bind(gl, 0, water);
    bind(gl, 1, scene->cells);
    bind(gl, 2, scene->swell);
    ripple_scene_make(scene, gl, programs, cpu, look, numbers);
    bind(gl, 0, reads_scene ? scene->cells : water);
    bind(gl, 1, scene->map);
    bind(gl, 2, renderer->picture);
    bind(gl, 3, renderer->frame);
    ripple_programs_run(
        programs, gl, PROGRAM_DRAW, look, numbers,
        ripple_gl_groups(renderer->width,
                         (look & DRAW_IS_PLAIN) != 0 ? 2 * PIXELS_X : PIXELS_X),
        ripple_gl_groups(renderer->height, PIXELS_Y));
    gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    renderer->is_shown = renderer->is_asked = 0;
    return RIPPLE_OK;
}

static size_t count_pixels(const Renderer *renderer)
{
    return (size_t)renderer->width * (size_t)renderer->height;
}

/* The GPU begins at once: nothing may follow for a while. */
int ripple_renderer_ask(Renderer *renderer, const Gl *gl)
{
    if (renderer->is_asked)
        return RIPPLE_OK;
    if (renderer->width == 0 ||
        ripple_buffer_ask(gl, renderer->frame, 0, count_pixels(renderer),
                          &renderer->staging) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gl->Flush();
    renderer->is_asked = 1;
    return RIPPLE_OK;
}

int ripple_renderer_read(Renderer *renderer, const Gl *gl,
                         const RipplePixels *frame)
{
    size_t width = (size_t)renderer->width;
    const uint32_t *from;

    if (ripple_renderer_ask(renderer, gl) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    from = ripple_buffer_take(gl, renderer->staging, count_pixels(renderer));
    if (from == NULL)
        return RIPPLE_ERROR_GPU;
    for (int y = 0; y < renderer->height; y++)
        ripple_pixels_set_row(frame, 0, y, renderer->width,
                              from + (size_t)y * width);
    return ripple_buffer_unmap(gl);
}

/* A texture whose size can be bound as an image never changes. */
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
    return ripple_gl_has_failed(gl) ? RIPPLE_ERROR_GPU : RIPPLE_OK;
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
    bind(gl, 3, renderer->frame);
    gl->BindImageTexture(0, renderer->texture, 0, GL_FALSE, 0, GL_WRITE_ONLY,
                         GL_RGBA8);
    ripple_programs_run(programs, gl, PROGRAM_SHOW, 0, numbers,
                        ripple_gl_groups(renderer->width, PIXELS_X),
                        ripple_gl_groups(renderer->height, PIXELS_Y));
    gl->MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT |
                      GL_FRAMEBUFFER_BARRIER_BIT);
    renderer->is_shown = 1;
    return renderer->texture;
}

void ripple_renderer_clear(Renderer *renderer, const Gl *gl)
{
    ripple_scene_clear(&renderer->scene, gl);
    ripple_buffer_delete(&renderer->picture, gl);
    ripple_buffer_delete(&renderer->frame, gl);
    ripple_buffer_delete(&renderer->staging, gl);
    gl->DeleteTextures(1, &renderer->texture);
    *renderer = (Renderer){0};
}
