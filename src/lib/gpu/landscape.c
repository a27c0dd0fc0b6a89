/* SPDX-License-Identifier: MIT */
#include "lib/gpu/landscape.h"

#include "lib/gpu/gl.h"
#include "lib/gpu/gpu_layout.h"
#include "lib/util/fixed.h"

#include <stddef.h>
#include <string.h>

#define UINT sizeof(uint32_t)

#define FLOATS_OF_MIRRORED 4

/* Shown of landscape.glsl: without padding in both. */
typedef struct Shown {
    struct {
        int32_t stride;
        float max_x, max_y, unit, fall, bank, bank_in;
        int32_t is_deck;
    } terrain;
    Eye eye;
    float per_cell_x, per_cell_y;
    Scenery scenery;
    SurveyScale scale;
    int32_t mirrored_stride, count, floor_place, light_place, fades_place,
        mirrored_place, edges_place;
    struct {
        int32_t first, stride, last_x, last_y;
    } levels[RIPPLE_TEXTURE_LEVELS];
    float limits[RIPPLE_TEXTURE_LEVELS - 1];
    SeaTexel sea[RIPPLE_SEA_TILES * RIPPLE_SEA_TEXELS];
} Shown;

static size_t count_cells(const Maps *maps)
{
    return (size_t)(maps->columns + 1) * (size_t)(maps->rows + 1);
}

/* The places of the parts of `tables`. */
static int find_fades(const Perspective *perspective)
{
    return perspective->count;
}

static int find_mirrored(const Perspective *perspective)
{
    return find_fades(perspective) + perspective->maps.columns +
           perspective->maps.rows;
}

static void fill_shown(Shown *shown, const Perspective *perspective,
                       size_t plane_size)
{
    const Maps *maps = &perspective->maps;
    const Terrain *terrain = &maps->terrain;
    const Texture *texture = &perspective->mipmap.texture;
    size_t cells = count_cells(maps);

    *shown = (Shown){
        .terrain = {(int32_t)terrain->stride, terrain->max_x, terrain->max_y,
                    terrain->unit, terrain->fall, terrain->bank,
                    terrain->bank_in, terrain->is_deck},
        .eye = perspective->eye,
        .per_cell_x = texture->per_cell_x,
        .per_cell_y = texture->per_cell_y,
        .scenery = perspective->scenery,
        .scale = maps->scale,
        .mirrored_stride = perspective->reflection.columns,
        .count = perspective->count,
        .floor_place = (int32_t)(2 * cells),
        .light_place = (int32_t)(3 * cells),
        .fades_place = find_fades(perspective),
        .mirrored_place = find_mirrored(perspective),
        .edges_place = (int32_t)plane_size,
    };
    for (int i = 0; i < RIPPLE_TEXTURE_LEVELS; i++) {
        const TextureLevel *level = &texture->levels[i];

        shown->levels[i].first = (int32_t)level->first;
        shown->levels[i].stride = (int32_t)level->stride;
        shown->levels[i].last_x = level->last_x;
        shown->levels[i].last_y = level->last_y;
    }
    memcpy(shown->limits, texture->limits, sizeof shown->limits);
    memcpy(shown->sea, perspective->sea.tiles, sizeof shown->sea);
}

/* The numbers of this frame, waves of the sea included. */
static int write_shown(Landscape *landscape, const Gl *gl,
                       const Perspective *perspective)
{
    Shown *to = (Shown *)(void *)ripple_buffer_renew(&landscape->shown, gl,
                                                     sizeof(Shown) / UINT);

    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    fill_shown(to, perspective, landscape->plane_size);
    return ripple_buffer_unmap(gl);
}

/* The ground and its light; survey.glsl fills in the rest. */
static int write_maps(Landscape *landscape, const Gl *gl,
                      const Perspective *perspective)
{
    const Maps *maps = &perspective->maps;
    const Relief *relief = &perspective->relief;
    size_t cells = count_cells(maps);
    uint32_t *to = ripple_buffer_renew(&landscape->maps, gl, 4 * cells);

    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    for (int y = 0; y <= maps->rows; y++) {
        for (int x = 0; x <= maps->columns; x++) {
            size_t i = (size_t)y * (size_t)(maps->columns + 1) + (size_t)x;
            size_t cell =
                (size_t)min_int(y, maps->rows - 1) * (size_t)maps->columns +
                (size_t)min_int(x, maps->columns - 1);

            to[2 * i] = (uint16_t)maps->places[i].ground;
            to[2 * i + 1] = 0;
            to[2 * cells + i] = (uint16_t)relief->floor[i].ground;
            to[3 * cells + i] =
                (uint32_t)ripple_maps_shine(relief->light[cell]);
        }
    }
    return ripple_buffer_unmap(gl);
}

static int write_tables(Landscape *landscape, const Gl *gl,
                        const Perspective *perspective)
{
    const Maps *maps = &perspective->maps;
    const Reflection *reflection = &perspective->reflection;
    size_t points = (size_t)reflection->columns * (size_t)reflection->rows;
    size_t mirrored = (size_t)find_mirrored(perspective);
    float *to = (float *)(void *)ripple_buffer_renew(
        &landscape->tables, gl, mirrored + FLOATS_OF_MIRRORED * points);

    if (to == NULL)
        return RIPPLE_ERROR_GPU;
    memcpy(to, perspective->distances, (size_t)perspective->count * sizeof *to);
    to += perspective->count;
    memcpy(to, maps->fades, (size_t)maps->columns * sizeof *to);
    to += maps->columns;
    for (int y = 0; y < maps->rows; y++)
        *to++ = ripple_maps_fade(maps, y);
    memcpy(to, reflection->points, points * sizeof *reflection->points);
    return ripple_buffer_unmap(gl);
}

static int write_coarse(Landscape *landscape, const Gl *gl,
                        const Perspective *perspective)
{
    const Texture *texture = &perspective->mipmap.texture;
    const TextureLevel *last = &texture->levels[RIPPLE_TEXTURE_LEVELS - 1];

    ripple_buffer_replace(&landscape->coarse, gl, texture->coarse,
                          (size_t)last->first + (size_t)last->stride *
                                                    (size_t)(last->last_y + 1));
    return ripple_gl_take_errors(gl) ? RIPPLE_ERROR_GPU : RIPPLE_OK;
}

/* Copies what has changed since the last frame. */
static int write_changes(Landscape *landscape, const Gl *gl,
                         const Perspective *perspective)
{
    int is_other = landscape->of != perspective;

    landscape->of = NULL;
    if ((is_other || landscape->grounds != perspective->grounds) &&
        write_maps(landscape, gl, perspective) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    if ((is_other || landscape->views != perspective->views) &&
        write_tables(landscape, gl, perspective) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    if ((is_other || landscape->pictures != perspective->pictures) &&
        write_coarse(landscape, gl, perspective) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    landscape->of = perspective;
    landscape->grounds = perspective->grounds;
    landscape->views = perspective->views;
    landscape->pictures = perspective->pictures;
    return write_shown(landscape, gl, perspective);
}

static int fit_planes(Landscape *landscape, const Gl *gl, size_t size)
{
    if (landscape->planes != 0 && landscape->plane_size == size)
        return RIPPLE_OK;
    landscape->plane_size = size;
    return ripple_buffer_make(&landscape->planes, gl, 2 * size);
}

int ripple_landscape_draw(Landscape *landscape, const Gl *gl,
                          Programs *programs, const Perspective *perspective,
                          const int numbers[NUMBER_COUNT], int look,
                          size_t pixels)
{
    const GridSize *size = &perspective->size;
    const int across = ripple_gl_groups(size->width, RIPPLE_VIEW_COLUMNS);
    const struct {
        ProgramKind kind;
        int variant, x, y;
    } passes[] = {
        {PROGRAM_SURVEY, look,
         ripple_gl_groups(size->columns + 1, RIPPLE_VIEW_COLUMNS),
         ripple_gl_groups(size->rows + 1, RIPPLE_VIEW_ROWS)},
        {PROGRAM_CAST, 0, across, 1},
        {PROGRAM_SHADE, 0, across,
         ripple_gl_groups(size->height, RIPPLE_VIEW_ROWS)},
        {PROGRAM_SMOOTH, 0, across, 1},
    };

    for (int i = 0; i < COUNT(passes); i++) {
        if (ripple_programs_find(programs, gl, passes[i].kind,
                                 passes[i].variant) == 0)
            return RIPPLE_ERROR_GPU;
    }
    if (fit_planes(landscape, gl, pixels) != RIPPLE_OK ||
        write_changes(landscape, gl, perspective) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    ripple_buffer_bind(gl, 1, landscape->maps);
    ripple_buffer_bind(gl, 2, landscape->shown);
    ripple_buffer_bind(gl, 4, landscape->planes);
    ripple_buffer_bind(gl, 5, landscape->tables);
    ripple_buffer_bind(gl, 7, landscape->coarse);
    for (int i = 0; i < COUNT(passes); i++) {
        ripple_programs_run(programs, gl, passes[i].kind, passes[i].variant,
                            numbers, passes[i].x, passes[i].y);
        gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    return RIPPLE_OK;
}

void ripple_landscape_clear(Landscape *landscape, const Gl *gl)
{
    ripple_buffer_delete(&landscape->shown, gl);
    ripple_buffer_delete(&landscape->maps, gl);
    ripple_buffer_delete(&landscape->planes, gl);
    ripple_buffer_delete(&landscape->tables, gl);
    ripple_buffer_delete(&landscape->coarse, gl);
    *landscape = (Landscape){0};
}
