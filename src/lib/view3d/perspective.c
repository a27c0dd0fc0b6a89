/* SPDX-License-Identifier: MIT */
#include "lib/view3d/perspective.h"

#include "lib/util/fixed.h"
#include "lib/util/memory.h"
#include "lib/util/trig.h"
#include "lib/kernels/perspective_kernels.h"
#include "lib/view3d/camera.h"
#include "lib/view3d/silhouette.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The least height of the eye above the ground, in widths of the pool. */
#define NEAREST (1 / 100.0)

/* The distance between samples, forward from the eye: at least STEP_MIN cells,
   else at most STEP_ROWS rows of the frame on calm water and STEP_PIXELS pixels
   across. */
#define STEP_ROWS   1.6
#define STEP_PIXELS 4.0
#define STEP_MIN    0.4

/* The scenery: lengths in widths of the pool. */
#define OPEN_DEPTH (1 / 32.0)
#define HAZE       12.0
#define MOIST      (1 / 250.0)
#define FOAM       (1 / 160.0)

/* Distance of the rim from the pool's edges, as a share of its shorter side. */
#define RIM 0.12f

#define SUN_HEIGHT 26.0 /* degrees */

/* The height of a bank in widths of the pool, and 1 / cells in which the ground
   rises to it. */
static const struct {
    float height, in;
} rims[RIPPLE_RIM_COUNT] = {
    [RIPPLE_RIM_BANK] = {1 / 160.0f, 1 / 18.0f},
    [RIPPLE_RIM_DECK] = {1 / 200.0f, 1 / 7.0f},
};

/*
 * Reflections. A ray that calm water reflects rises away from the eye. It hits
 * the land behind if it rises less than the steepest line from its start to
 * that land. A column is scanned from far to near, with the upper hull of the
 * land so far. The steepest line from a place touches the hull: it passes
 * through the first corner that remains when the place itself is added.
 *
 *                         b              The hull of a, b and c. From p the
 *                     _-`   `-_          line to c is flatter than to b:
 *         p      c_-`          `-a       c is removed, b is visible from p.
 *     ----+------+`---------------`----
 */
#define MAX_CORNERS 256

/* The mipmap level that colours land. */
#define COLOUR_LEVEL 3

typedef struct Corner {
    float z, height; /* forward from the eye; above the sea */
} Corner;

typedef struct Hull {
    Corner corners[MAX_CORNERS]; /* the nearest last */
    int count;
} Hull;

/* Allocates points for frames of this size. Returns 0 or RIPPLE_ERROR_MEMORY;
   on error *reflection is as after clear_reflection. */
static int init_reflection(Reflection *reflection, int width, int height)
{
    int columns = (width - 1) / RIPPLE_CAST_GROUP + 2;
    int rows = (height - 1) / RIPPLE_MIRROR_ROWS + 2;
    size_t bytes = (size_t)columns * (size_t)rows * sizeof(Mirrored);

    memset(reflection, 0, sizeof *reflection);
    reflection->points = ripple_memory_alloc(bytes);
    if (reflection->points == NULL)
        return RIPPLE_ERROR_MEMORY;
    reflection->columns = columns;
    reflection->rows = rows;
    return RIPPLE_OK;
}

/* Frees the memory and zeroes the struct. */
static void clear_reflection(Reflection *reflection)
{
    ripple_memory_free(reflection->points);
    memset(reflection, 0, sizeof *reflection);
}

/* Removes the corners below the line from `from` to the corner behind them. */
static void remove_hidden_corners(Hull *hull, Corner from)
{
    while (hull->count > 1) {
        Corner near = hull->corners[hull->count - 1];
        Corner far = hull->corners[hull->count - 2];

        if ((near.height - from.height) * (far.z - from.z) >
            (far.height - from.height) * (near.z - from.z))
            return;
        hull->count--;
    }
}

/* The column or row of a texel in a level, from a place in cells. */
static int find_texel(float place, float per_cell, int last)
{
    return (int)fminf(fmaxf((place + 0.5f) * per_cell, 0), (float)last);
}

/* The colour of land in the sun at (x, y). */
static Colour colour_land(const ReflectionArgs *args, float x, float y)
{
    const Texture *texture = args->texture;
    const TextureLevel *level = &texture->levels[COLOUR_LEVEL];
    const Relief *relief = args->relief;
    const float scale = 1.0f / (1 << COLOUR_LEVEL);
    int column = find_texel(x, texture->per_cell_x * scale, level->last_x);
    int row = find_texel(y, texture->per_cell_y * scale, level->last_y);
    uint32_t texel =
        texture->coarse[level->first + row * level->stride + column];
    size_t cell =
        (size_t)find_texel(y, 1, relief->rows - 1) * (size_t)relief->columns +
        (size_t)find_texel(x, 1, relief->columns - 1);
    float light = (float)ripple_maps_shine(relief->light[cell]) *
                  (1.0f / RIPPLE_RELIEF_LEVEL);

    return (Colour){(float)(texel >> 16 & 255) * light,
                    (float)(texel >> 8 & 255) * light,
                    (float)(texel & 255) * light};
}

/* The land that water at `from` reflects; call after remove_hidden_corners. If
   there is none, keeps the colour of `behind`, for pixels interpolated between
   points. */
static Mirrored find_mirrored(const ReflectionArgs *args, const Hull *hull,
                              Corner from, Vector ahead, const Mirrored *behind)
{
    Mirrored found = {behind->colour, 0};
    Corner to;
    float rise, run;

    if (hull->count == 0)
        return found;
    to = hull->corners[hull->count - 1];
    rise = to.height - from.height;
    if (!(rise > 0))
        return found;
    run = (to.z - from.z) * sqrtf(ahead.x * ahead.x + ahead.y * ahead.y);
    found.top = rise / sqrtf(rise * rise + run * run);
    found.colour = colour_land(args, args->eye.place.x + ahead.x * to.z,
                               args->eye.place.y + ahead.y * to.z);
    return found;
}

/* Fills a column of points. */
static void fill_reflection_column(const Reflection *reflection,
                                   const ReflectionArgs *args, int column)
{
    const Eye *eye = &args->eye;
    float side = ((float)(column * RIPPLE_CAST_GROUP) + 0.5f - eye->middle) *
                 eye->inverse_focal;
    Vector ahead = {eye->forward_x + eye->right_x * side,
                    eye->forward_y + eye->right_y * side, 0};
    int step = args->count / MAX_CORNERS + 1, row = 0;
    Mirrored found = {args->sky, 0};
    Hull hull = {.count = 0};

    for (int i = args->count - 1; i >= 0; i -= step) {
        float z = args->distances[i];
        Corner here = {z,
                       ripple_maps_level(args->maps, eye->place.x + ahead.x * z,
                                         eye->place.y + ahead.y * z)};

        remove_hidden_corners(&hull, here);
        /* The rows in which calm water is at z or farther. */
        for (; row < reflection->rows &&
               ((float)(row * RIPPLE_MIRROR_ROWS) + 0.5f - eye->horizon) * z <=
                   eye->place.up * eye->focal;
             row++) {
            found = find_mirrored(args, &hull, here, ahead, &found);
            reflection->points[row * reflection->columns + column] = found;
        }
        hull.corners[hull.count++] = here;
    }
    for (; row < reflection->rows; row++)
        reflection->points[row * reflection->columns + column] =
            (Mirrored){found.colour, 0};
}

/* Mipmaps: coarser levels of a picture, for distant ground. Each pixel is the
   mean of four pixels of the next finer level. */

/* Allocates the levels of a picture of this size. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *mipmap is as after clear_mipmap. */
static int init_mipmap(Mipmap *mipmap, int width, int height)
{
    TextureLevel *levels = mipmap->texture.levels;
    ptrdiff_t pixels = 0;

    memset(mipmap, 0, sizeof *mipmap);
    levels[0] = (TextureLevel){0, width, width - 1, height - 1};
    for (int i = 1; i < RIPPLE_TEXTURE_LEVELS; i++) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        levels[i] = (TextureLevel){pixels, width, width - 1, height - 1};
        pixels += (ptrdiff_t)width * height;
    }
    mipmap->coarse =
        ripple_memory_alloc((size_t)pixels * sizeof *mipmap->coarse);
    mipmap->texture.coarse = mipmap->coarse;
    return mipmap->coarse != NULL ? RIPPLE_OK : RIPPLE_ERROR_MEMORY;
}

/* Frees the memory and zeroes the struct. */
static void clear_mipmap(Mipmap *mipmap)
{
    ripple_memory_free(mipmap->coarse);
    memset(mipmap, 0, sizeof *mipmap);
}

/* Sets the picture, of the mipmap's size and in ARGB8888. */
static void set_mipmap_picture(Mipmap *mipmap, const RipplePixels *picture)
{
    mipmap->texture.pixels = picture->pixels;
    mipmap->texture.levels[0].stride = (ptrdiff_t)picture->stride;
}

static int count_mipmap_rows(const Mipmap *mipmap, int i)
{
    return mipmap->texture.levels[i].last_y + 1;
}

/* Each channel is the sum of four, plus 2, divided by 4. */
static uint32_t average_pixels(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t even = 0x00ff00ffu, half = 0x00020002u;
    uint32_t low = (a & even) + (b & even) + (c & even) + (d & even) + half;
    uint32_t high = (a >> 8 & even) + (b >> 8 & even) + (c >> 8 & even) +
                    (d >> 8 & even) + half;

    return (low >> 2 & even) | (high >> 2 & even) << 8;
}

/* Makes row y of level i from the level before, which is complete. */
static void fill_mipmap_row(Mipmap *mipmap, int i, int y)
{
    const TextureLevel *level = &mipmap->texture.levels[i];
    const TextureLevel *finer = level - 1;
    const uint32_t *from =
        (i == 1 ? mipmap->texture.pixels : mipmap->coarse) + finer->first;
    const uint32_t *above = from + 2 * y * finer->stride;
    const uint32_t *below =
        from + min_int(2 * y + 1, finer->last_y) * finer->stride;
    uint32_t *to = mipmap->coarse + level->first + y * level->stride;

    for (int x = 0; x <= level->last_x; x++) {
        int left = 2 * x, right = min_int(2 * x + 1, finer->last_x);

        to[x] = average_pixels(above[left], above[right], below[left],
                               below[right]);
    }
}

/* The cell, from 0 to `last`, at the middle of a texel. */
static int find_cell(int texel, float per_cell, float last)
{
    return (int)fminf(fmaxf(((float)texel + 0.5f) / per_cell - 0.5f, 0), last);
}

/* The mean colour of the picture over ground below the calm sea; of the whole
   picture if there is none. The levels must be complete. */
static Colour find_bed_colour(const Mipmap *mipmap, const Terrain *terrain)
{
    const Texture *texture = &mipmap->texture;
    const int last = RIPPLE_TEXTURE_LEVELS - 1;
    const TextureLevel *level = &texture->levels[last];
    const float scale = 1.0f / (1 << last);
    double red = 0, green = 0, blue = 0, sum = 0;

    for (int y = 0; y <= level->last_y; y++) {
        const uint32_t *texels =
            texture->coarse + level->first + y * level->stride;
        int row = find_cell(y, texture->per_cell_y * scale, terrain->max_y);

        for (int x = 0; x <= level->last_x; x++) {
            int column =
                find_cell(x, texture->per_cell_x * scale, terrain->max_x);
            int ground = terrain->floor[row * terrain->stride + column].ground;
            double share = ground < 0 ? 1 : 1e-6;

            red += share * (texels[x] >> 16 & 255);
            green += share * (texels[x] >> 8 & 255);
            blue += share * (texels[x] & 255);
            sum += share;
        }
    }
    return (Colour){(float)(red / sum), (float)(green / sum),
                    (float)(blue / sum)};
}

static Vector find_sun(double from)
{
    double level = ripple_cosine(SUN_HEIGHT);

    return (Vector){(float)(ripple_cosine(from) * level),
                    (float)(-ripple_sine(from) * level),
                    (float)ripple_sine(SUN_HEIGHT)};
}

/* The scenery of a pool of columns x rows cells. Some numbers stay 0 here:
   `fading` depends on the eye, `bed` on the picture, and others on the step. */
static Scenery make_scenery(const RippleSettings *settings, int columns,
                            int rows)
{
    float width = (float)columns;
    float thickness = 1 / (float)(OPEN_DEPTH * width);
    float shine = 0.25f + (float)settings->light / 100;
    float rim = RIM * (float)min_int(columns, rows);

    return (Scenery){
        .sun = find_sun(settings->light_from),
        .horizon = {204, 220, 232},
        .zenith = {58, 110, 184},
        .deep = {4, 56, 88},
        .thickness = {0.62f * thickness, 0.17f * thickness, 0.11f * thickness},
        .haze = (float)(HAZE * HAZE) * width * width,
        .shine = shine,
        .glitter = shine,
        .mirror = 0.8f,
        .breeze = 4 / width,
        .tile = 2.2f / width,
        .rim = rim,
        .bare = 1 / (rim * rim),
        .sink = 36 / width,
        .moist = 1 / ((float)MOIST * width),
        .foam = 1 / ((float)FOAM * width),
    };
}

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
    made->edges = calloc(stride, (size_t)size->height);
    if (made->distances != NULL && made->inverse != NULL && made->edges != NULL)
        error = ripple_relief_init(&made->relief, size->columns, size->rows);
    if (error == RIPPLE_OK)
        error = ripple_maps_init(&made->maps, &made->relief);
    if (error == RIPPLE_OK)
        error = init_mipmap(&made->mipmap, size->width, size->height);
    if (error == RIPPLE_OK)
        error = init_reflection(&made->reflection, size->width, size->height);
    if (error == RIPPLE_OK)
        error = ripple_sea_init(&made->sea);
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
    clear_mipmap(&perspective->mipmap);
    clear_reflection(&perspective->reflection);
    ripple_sea_clear(&perspective->sea);
    ripple_memory_free(perspective->distances);
    ripple_memory_free(perspective->inverse);
    free(perspective->edges);
    free(perspective);
}

static void set_rim(Terrain *terrain, RippleRim rim, int columns)
{
    terrain->is_deck = rim == RIPPLE_RIM_DECK;
    terrain->bank = rims[rim].height * (float)columns;
    terrain->bank_in = rims[rim].in;
}

void ripple_perspective_configure(Perspective *perspective,
                                  const RippleSettings *settings)
{
    perspective->scenery = make_scenery(settings, perspective->size.columns,
                                        perspective->size.rows);
    ripple_maps_scale(&perspective->maps, settings->refraction);
    set_rim(&perspective->maps.terrain, settings->rim,
            perspective->size.columns);
    perspective->is_old = 1;
}

void ripple_perspective_set_tint(Perspective *perspective, Colour tint)
{
    const Colour *now = &perspective->scenery.tint;

    perspective->is_old |= tint.red != now->red || tint.green != now->green ||
                           tint.blue != now->blue;
    perspective->scenery.tint = tint;
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
    perspective->grounds++;
    perspective->is_old = 1;
}

/* The distance forward from the eye beyond which everything is calm sea. */
static float find_far_end(const Perspective *perspective)
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
    if (perspective->maps.terrain.bank > 0)
        return end + 2 + 2 / perspective->maps.terrain.bank_in;
    return end + 2 +
           sqrtf(perspective->highest / perspective->maps.terrain.fall);
}

/* The least distance that the lowest row of the frame can show. */
static float find_near_end(const Perspective *perspective)
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
    float start = find_near_end(perspective), end = find_far_end(perspective);
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

/* Chooses levels by the texels that a pixel of the frame covers: the geometric
   mean of the texels across and away from the eye, at most 8 times as many. */
static void set_level_limits(Perspective *perspective)
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
    perspective->scenery.fading = 0.35f / (eye->focal * eye->place.up);
    set_distances(perspective);
    set_level_limits(perspective);
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
    int odd;   /* whether odd bands of rows are smoothed, or even ones */
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
        fill_mipmap_row(&job->perspective->mipmap, job->level, y);
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
        fill_reflection_column(&perspective->reflection, &args, i);
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
        .edges = perspective->edges,
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
        .sea = perspective->sea.tiles,
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

static void smooth_bands(void *argument, int first, int end)
{
    const Job *job = argument;
    const Perspective *perspective = job->perspective;
    int height = perspective->size.height;
    Silhouette silhouette = {
        .edges = perspective->edges,
        .inverse = perspective->inverse,
        .stride = perspective->inverse_stride,
        .width = perspective->size.width,
        .height = height,
    };

    for (int i = first; i < end; i++) {
        int y = (2 * i + job->odd) * RIPPLE_SMOOTH_ROWS;
        int last =
            y + RIPPLE_SMOOTH_ROWS < height ? y + RIPPLE_SMOOTH_ROWS : height;

        ripple_silhouette_smooth(&silhouette, &perspective->frame, y, last);
    }
}

static float fraction(double v)
{
    return (float)(v - floor(v));
}

/* Moves gusts, clouds and waves to a step. */
static void set_step(Perspective *perspective, int64_t step_q8)
{
    Scenery *scenery = &perspective->scenery;
    double step = (double)step_q8 / 256;

    scenery->gust_u = (float)(step * 0.0011);
    scenery->gust_v = (float)(step * 0.0007);
    scenery->cloud_u = fraction(step * 0.00006);
    scenery->cloud_v = fraction(step * 0.00003);
    scenery->swash = fraction(step / 210);
    ripple_sea_set_step(&perspective->sea, step_q8);
}

static void run(Job *job, ThreadPoolWork *work, int rows)
{
    ripple_thread_pool_run(job->input->thread_pool, work, job, rows);
}

static int is_same_image(const RipplePixels *a, const RipplePixels *b)
{
    return a->pixels == b->pixels && a->stride == b->stride;
}

/* 1 if the last frame is still valid. */
static int is_up_to_date(const Perspective *perspective,
                         const PerspectiveInput *input,
                         const RipplePixels *picture, const RipplePixels *frame)
{
    return !perspective->is_old && perspective->is_calm && input->is_calm &&
           is_same_image(picture, &perspective->picture) &&
           is_same_image(frame, &perspective->frame);
}

int ripple_perspective_prepare(Perspective *perspective,
                               const PerspectiveInput *input,
                               const RipplePixels *picture,
                               const RipplePixels *frame)
{
    Job job = {perspective, input, 1, 0};

    perspective->changed = (RippleRect){0, 0, 0, 0};
    if (is_up_to_date(perspective, input, picture, frame))
        return 0;
    if (perspective->picture_is_old ||
        !is_same_image(picture, &perspective->picture)) {
        set_mipmap_picture(&perspective->mipmap, picture);
        for (; job.level < RIPPLE_TEXTURE_LEVELS; job.level++)
            run(&job, fill_rows,
                count_mipmap_rows(&perspective->mipmap, job.level));
        perspective->is_old = 1;
        perspective->pictures++;
    }
    if (perspective->is_old) {
        run(&job, reflect_columns, perspective->reflection.columns);
        perspective->scenery.bed =
            find_bed_colour(&perspective->mipmap, &perspective->maps.terrain);
        perspective->views++;
    }
    set_step(perspective, input->step_q8);
    perspective->picture = *picture;
    perspective->frame = *frame;
    perspective->is_calm = input->is_calm;
    perspective->is_old = perspective->picture_is_old = 0;
    perspective->changed =
        (RippleRect){0, 0, perspective->size.width, perspective->size.height};
    return 1;
}

void ripple_perspective_render(Perspective *perspective,
                               const PerspectiveInput *input,
                               const RipplePixels *picture,
                               const RipplePixels *frame)
{
    Job job = {perspective, input, 1, 0};
    const GridSize *size = &perspective->size;

    if (!ripple_perspective_prepare(perspective, input, picture, frame))
        return;
    run(&job, survey_rows, size->rows);
    run(&job, cast_groups,
        (int)(perspective->inverse_stride / RIPPLE_CAST_GROUP));
    run(&job, shade_rows, size->height);
    for (job.odd = 0; job.odd < 2; job.odd++)
        run(&job, smooth_bands,
            (size->height + 2 * RIPPLE_SMOOTH_ROWS - 1) /
                (2 * RIPPLE_SMOOTH_ROWS));
    memset(perspective->edges, 0,
           (size_t)perspective->inverse_stride * (size_t)size->height);
}

static float place_of(int pixel, float per_cell)
{
    return ((float)pixel + 0.5f) / per_cell - 0.5f;
}

static int pixel_of(float place, float per_cell)
{
    return (int)floorf((place + 0.5f) * per_cell);
}

/* The distance, forward, at which a ray from the eye hits ground or calm water;
   0 if it hits neither. */
static float find_hit(const Perspective *perspective, Vector ray)
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
        z = find_hit(perspective, ray);
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
    return find_hit(perspective, (Vector){to_x / z, to_y / z,
                                          (height - eye->place.up) / z}) >=
           z * 0.98f - 1;
}
