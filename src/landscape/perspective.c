/* SPDX-License-Identifier: MIT */
#include "landscape/perspective.h"

#include "base/fixed.h"
#include "base/memory.h"
#include "landscape/camera.h"
#include "landscape/scenery.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Widths of the pool from the eye to the ground under it, at least. */
#define NEAREST (1 / 100.0)

/* Steps away from the eye: rows of the frame on level water, pixels across, and
   cells at least. */
#define STEP_ROWS   1.6
#define STEP_PIXELS 4.0
#define STEP_MIN    0.4

int ripple_perspective_create(Perspective **perspective, const GridSize *size)
{
    Perspective *made = calloc(1, sizeof *made);
    size_t stride = ((size_t)size->width + RIPPLE_CAST_GROUP - 1) /
                    RIPPLE_CAST_GROUP * RIPPLE_CAST_GROUP;
    int error = RIPPLE_ERROR_MEMORY;

    *perspective = NULL;
    if (made == NULL)
        return error;
    made->size = *size;
    made->inverse_stride = (ptrdiff_t)stride;
    made->distances =
        ripple_memory_alloc(RIPPLE_MAX_DISTANCES * sizeof *made->distances);
    made->inverse = ripple_memory_alloc(stride * (size_t)size->height *
                                        sizeof *made->inverse);
    if (made->distances != NULL && made->inverse != NULL)
        error = ripple_relief_init(&made->relief, size->columns, size->rows);
    if (error == RIPPLE_OK)
        error = ripple_maps_init(&made->maps, &made->relief);
    if (error == RIPPLE_OK)
        error = ripple_mipmap_init(&made->mipmap, size->width, size->height);
    if (error == RIPPLE_OK)
        error = ripple_reflection_init(&made->reflection, size->width,
                                       size->height);
    if (error != RIPPLE_OK) {
        ripple_perspective_destroy(made);
        return error;
    }
    made->mipmap.texture.per_cell_x = (float)size->width / (float)size->columns;
    made->mipmap.texture.per_cell_y = (float)size->height / (float)size->rows;
    ripple_perspective_invalidate(made);
    *perspective = made;
    return RIPPLE_OK;
}

void ripple_perspective_destroy(Perspective *perspective)
{
    if (perspective == NULL)
        return;
    ripple_relief_clear(&perspective->relief);
    ripple_maps_clear(&perspective->maps);
    ripple_mipmap_clear(&perspective->mipmap);
    ripple_reflection_clear(&perspective->reflection);
    ripple_memory_free(perspective->distances);
    ripple_memory_free(perspective->inverse);
    free(perspective);
}

void ripple_perspective_configure(Perspective *perspective,
                                  const RippleSettings *settings)
{
    perspective->scenery = ripple_scenery_make(
        settings, perspective->size.columns, perspective->size.rows);
    ripple_maps_scale(&perspective->maps, settings->refraction);
    perspective->is_old = 1;
}

void ripple_perspective_set_ground(Perspective *perspective,
                                   const uint8_t *depths, const uint16_t *map,
                                   const RippleRect *part)
{
    Vector sun = perspective->scenery.sun;

    perspective->relief.map = map;
    ripple_relief_update(&perspective->relief, depths, part,
                         (float[]){sun.x, sun.y, sun.up});
    ripple_maps_set_ground(&perspective->maps, &perspective->relief);
    perspective->highest = ripple_maps_highest(&perspective->maps);
    perspective->is_old = 1;
}

/* The distance from the eye, forward, beyond which all is calm. */
static float find_end(const Perspective *perspective)
{
    const Eye *eye = &perspective->eye;
    float end = 0;

    for (int i = 0; i < 4; i++) {
        float x = i % 2 != 0 ? perspective->maps.terrain.max_x : 0;
        float y = i / 2 != 0 ? perspective->maps.terrain.max_y : 0;
        float ahead = (x - eye->place.x) * eye->forward_x +
                      (y - eye->place.y) * eye->forward_y;

        end = ahead > end ? ahead : end;
    }
    return end + 2 +
           sqrtf(perspective->highest / perspective->maps.terrain.fall);
}

/* The nearest distance at which the lowest row can show something. */
static float find_start(const Perspective *perspective)
{
    const Eye *eye = &perspective->eye;
    float down = (float)perspective->size.height - eye->horizon;
    float room = eye->place.up - perspective->highest;
    float start = room * 0.98f * eye->focal / (down > 1 ? down : 1);

    return start > 0.25f ? start : 0.25f;
}

static void set_distances(Perspective *perspective)
{
    const Eye *eye = &perspective->eye;
    float start = find_start(perspective), end = find_end(perspective);
    float min = (end - start) / (RIPPLE_MAX_DISTANCES - 2);
    float rows = (float)STEP_ROWS / (eye->focal * eye->place.up);
    float across = (float)STEP_PIXELS * eye->inverse_focal, z = start;
    int count = 0;

    min = min > (float)STEP_MIN ? min : (float)STEP_MIN;
    while (count == 0 || (z < end && count < RIPPLE_MAX_DISTANCES)) {
        float step = z * z * rows;

        perspective->distances[count++] = z;
        step = step < z * across ? step : z * across;
        z += step > min ? step : min;
    }
    perspective->count = count;
}

/* The level of the picture follows from how many of its pixels a pixel of the
   frame covers: their mean across and, as far as 8 times that, away. */
static void set_limits(Perspective *perspective)
{
    Texture *texture = &perspective->mipmap.texture;
    const Eye *eye = &perspective->eye;

    for (int i = 0; i < RIPPLE_TEXTURE_LEVELS - 1; i++) {
        double min = 0, max = 1e6;

        for (int k = 0; k < 40; k++) {
            double z = (min + max) / 2;
            double covered =
                z * (double)(eye->inverse_focal * texture->per_cell_x) *
                sqrt(fmin(z / (double)eye->place.up, 8));

            if (covered > 1.25 * (1 << i))
                max = z;
            else
                min = z;
        }
        texture->limits[i] = (float)min;
    }
}

void ripple_perspective_set_camera(Perspective *perspective,
                                   const RippleCamera *camera)
{
    Eye *eye = &perspective->eye;
    float min = (float)(NEAREST * perspective->size.columns) + 0.5f;

    *eye = ripple_camera_eye(camera, &perspective->size);
    min += ripple_maps_level(&perspective->maps, eye->place.x, eye->place.y);
    eye->place.up = eye->place.up < min ? min : eye->place.up;
    perspective->scenery.smooth = 0.35f / (eye->focal * eye->place.up);
    set_distances(perspective);
    set_limits(perspective);
    perspective->is_old = 1;
}

void ripple_perspective_invalidate(Perspective *perspective)
{
    perspective->is_old = perspective->picture_is_old = 1;
}

typedef struct Job {
    Perspective *perspective;
    const PerspectiveInput *input;
    int level; /* of the mipmap */
} Job;

static void survey_rows(void *argument, int first, int end)
{
    const Job *job = argument;

    for (int y = first; y < end; y++)
        ripple_maps_survey(&job->perspective->maps, &job->perspective->relief,
                           job->input->heights, job->input->stride, y);
}

static void fill_rows(void *argument, int first, int end)
{
    const Job *job = argument;

    for (int y = first; y < end; y++)
        ripple_mipmap_fill_row(&job->perspective->mipmap, job->level, y);
}

static void reflect_columns(void *argument, int first, int end)
{
    const Perspective *perspective = ((const Job *)argument)->perspective;
    ReflectionArgs args = {
        .maps = &perspective->maps,
        .relief = &perspective->relief,
        .texture = &perspective->mipmap.texture,
        .sky = perspective->scenery.horizon,
        .eye = perspective->eye,
        .distances = perspective->distances,
        .count = perspective->count,
    };

    for (int i = first; i < end; i++)
        ripple_reflection_cast(&perspective->reflection, &args, i);
}

static void cast_groups(void *argument, int first, int end)
{
    const Job *job = argument;
    const Perspective *perspective = job->perspective;
    CastArgs args = {
        .terrain = perspective->maps.terrain,
        .eye = perspective->eye,
        .distances = perspective->distances,
        .count = perspective->count,
        .highest = perspective->highest,
        .inverse = perspective->inverse,
        .inverse_stride = perspective->inverse_stride,
        .x = first * RIPPLE_CAST_GROUP,
        .width = (end - first) * RIPPLE_CAST_GROUP,
        .height = perspective->size.height,
    };

    job->input->kernels->cast(&args);
}

static void shade_rows(void *argument, int first, int end)
{
    const Job *job = argument;
    const Perspective *perspective = job->perspective;
    ShadeArgs args = {
        .terrain = perspective->maps.terrain,
        .eye = perspective->eye,
        .texture = perspective->mipmap.texture,
        .scenery = perspective->scenery,
        .mirrored = perspective->reflection.points,
        .mirrored_stride = perspective->reflection.columns,
        .inverse = perspective->inverse,
        .inverse_stride = perspective->inverse_stride,
        .frame = perspective->frame.pixels,
        .frame_stride = (ptrdiff_t)perspective->frame.stride,
    };

    job->input->kernels->shade(
        &args, (RippleRect){0, first, perspective->size.width, end - first});
}

static void run(Job *job, ThreadPoolWork *work, int rows)
{
    job->input->run(job->input->self, work, job, rows);
}

static int is_same(const RipplePixels *a, const RipplePixels *b)
{
    return a->pixels == b->pixels && a->stride == b->stride;
}

/* Whether the last frame still shows the truth. */
static int is_up_to_date(const Perspective *perspective,
                         const PerspectiveInput *input,
                         const RipplePixels *picture, const RipplePixels *frame)
{
    return !perspective->is_old && perspective->is_calm && input->is_calm &&
           is_same(picture, &perspective->picture) &&
           is_same(frame, &perspective->frame);
}

void ripple_perspective_render(Perspective *perspective,
                               const PerspectiveInput *input,
                               const RipplePixels *picture,
                               const RipplePixels *frame)
{
    Job job = {perspective, input, 1};
    const GridSize *size = &perspective->size;

    perspective->changed = (RippleRect){0, 0, 0, 0};
    if (is_up_to_date(perspective, input, picture, frame))
        return;
    if (perspective->picture_is_old ||
        !is_same(picture, &perspective->picture)) {
        ripple_mipmap_show(&perspective->mipmap, picture);
        for (; job.level < RIPPLE_TEXTURE_LEVELS; job.level++)
            run(&job, fill_rows,
                ripple_mipmap_rows(&perspective->mipmap, job.level));
        perspective->is_old = 1;
    }
    if (perspective->is_old)
        run(&job, reflect_columns, perspective->reflection.columns);
    perspective->picture = *picture;
    perspective->frame = *frame;
    run(&job, survey_rows, size->rows);
    perspective->scenery.bed =
        ripple_mipmap_bed(&perspective->mipmap, &perspective->maps.terrain);
    run(&job, cast_groups,
        (int)(perspective->inverse_stride / RIPPLE_CAST_GROUP));
    run(&job, shade_rows, size->height);
    perspective->is_calm = input->is_calm;
    perspective->is_old = perspective->picture_is_old = 0;
    perspective->changed = (RippleRect){0, 0, size->width, size->height};
}

static float place_of(int pixel, float per_cell)
{
    return ((float)pixel + 0.5f) / per_cell - 0.5f;
}

static int pixel_of(float place, float per_cell)
{
    return (int)floorf((place + 0.5f) * per_cell);
}

/* Where a ray from the eye meets ground or calm water: its distance, forward;
   0: nowhere near. */
static float meet(const Perspective *perspective, Vector ray)
{
    Vector eye = perspective->eye.place;
    float near = 0, far = 0;
    int i = 0;

    for (; i < perspective->count; i++) {
        near = far;
        far = perspective->distances[i];
        if (eye.up + ray.up * far <= ripple_maps_level(&perspective->maps,
                                                       eye.x + ray.x * far,
                                                       eye.y + ray.y * far))
            break;
    }
    if (i == perspective->count)
        return 0;
    for (int k = 0; k < 30; k++) {
        float middle = (near + far) / 2;

        if (eye.up + ray.up * middle <=
            ripple_maps_level(&perspective->maps, eye.x + ray.x * middle,
                              eye.y + ray.y * middle))
            far = middle;
        else
            near = middle;
    }
    return far;
}

int ripple_perspective_pick(const Perspective *perspective, int x, int y,
                            int *px, int *py)
{
    const Eye *eye = &perspective->eye;
    const GridSize *size = &perspective->size;
    const Texture *texture = &perspective->mipmap.texture;
    float side = ((float)x + 0.5f - eye->middle) * eye->inverse_focal;
    Vector ray = {eye->forward_x + eye->right_x * side,
                  eye->forward_y + eye->right_y * side,
                  (eye->horizon - ((float)y + 0.5f)) * eye->inverse_focal};
    float z = 0;

    if (x >= 0 && y >= 0 && x < size->width && y < size->height)
        z = meet(perspective, ray);
    if (z == 0)
        return 0;
    *px = pixel_of(eye->place.x + ray.x * z, texture->per_cell_x);
    *py = pixel_of(eye->place.y + ray.y * z, texture->per_cell_y);
    if (*px < 0 || *py < 0 || *px >= size->width || *py >= size->height)
        return 0;
    return ripple_maps_level(&perspective->maps, eye->place.x + ray.x * z,
                             eye->place.y + ray.y * z) > 0
               ? 2
               : 1;
}

int ripple_perspective_project(const Perspective *perspective, int px, int py,
                               int *x, int *y)
{
    const Eye *eye = &perspective->eye;
    const GridSize *size = &perspective->size;
    const Texture *texture = &perspective->mipmap.texture;
    float to_x = place_of(px, texture->per_cell_x) - eye->place.x;
    float to_y = place_of(py, texture->per_cell_y) - eye->place.y;
    float z = to_x * eye->forward_x + to_y * eye->forward_y;
    float height = ripple_maps_level(&perspective->maps, to_x + eye->place.x,
                                     to_y + eye->place.y);
    float column, row;

    if (px < 0 || py < 0 || px >= size->width || py >= size->height ||
        z < perspective->distances[0])
        return 0;
    column = eye->middle +
             (to_x * eye->right_x + to_y * eye->right_y) / z * eye->focal;
    row = eye->horizon + (eye->place.up - height) * eye->focal / z;
    if (!(column >= 0 && row >= 0 && column < (float)size->width &&
          row < (float)size->height))
        return 0;
    *x = (int)column;
    *y = (int)row;
    return meet(perspective,
                (Vector){to_x / z, to_y / z, (height - eye->place.up) / z}) >=
           z * 0.98f - 1;
}
