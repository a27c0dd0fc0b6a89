/* SPDX-License-Identifier: MIT */
/*
 * The view in perspective: the pool as a landscape. It is drawn from the
 * heights of the backend, so all backends give the same frames. Calls change
 * ground and camera; each rendering derives everything else.
 *
 *     depths, land map -> Relief -> Maps <- heights        survey, by rows
 *     picture -> Mipmap                                    by rows
 *     camera -> Eye -> distances -> 1 / z by pixel         cast, by columns
 *     Eye, Maps, Mipmap -> Reflection                      by columns
 *     step -> Sea
 *     all these -> frame                                   shade, by rows
 */
#ifndef RIPPLE_VIEW3D_PERSPECTIVE_H
#define RIPPLE_VIEW3D_PERSPECTIVE_H

#include "lib/util/thread_pool.h"
#include "lib/kernels/kernels.h"
#include "lib/kernels/perspective_kernels.h"
#include "lib/view3d/sea.h"
#include "lib/view3d/terrain.h"
#include "lib/look/grid_map.h"

typedef struct Reflection {
    int columns, rows; /* of points; the last ones are beyond the frame */
    Mirrored *points;
} Reflection;

/* Inputs of a reflection pass. */
typedef struct ReflectionArgs {
    const Maps *maps;
    const Relief *relief;
    const Texture *texture;
    Colour sky; /* colour of points without land behind them */
    Eye eye;
    const float *distances; /* those of CastArgs */
    int count;
} ReflectionArgs;

typedef struct Mipmap {
    Texture texture; /* the caller sets its limits */
    uint32_t *coarse;
} Mipmap;

/* The most samples along a column. */
#define RIPPLE_MAX_DISTANCES 4096

typedef struct Perspective {
    GridSize size;
    Relief relief;
    Maps maps;
    Mipmap mipmap;
    Reflection reflection;
    Sea sea;
    Eye eye;
    Scenery scenery;
    float *distances; /* `count` of them, up to RIPPLE_MAX_DISTANCES */
    int count;
    float highest;  /* ground, see ripple_maps_highest */
    float *inverse; /* 1 / z of the last frame */
    uint8_t *edges; /* 0 between frames */
    ptrdiff_t inverse_stride;
    RipplePixels picture, frame;       /* of the last frame */
    int is_calm;                       /* the last frame shows calm water */
    int is_old;                        /* the next frame must be drawn */
    unsigned grounds, views, pictures; /* how often each changed */
    int picture_is_old;                /* the mipmap must be rebuilt */
    RippleRect changed;
} Perspective;

/* Inputs of a rendering. */
typedef struct PerspectiveInput {
    const Kernels *kernels;
    const int16_t *heights;
    size_t stride;
    int64_t step_q8;         /* of wind, clouds and their waves, in 1/256 */
    int is_calm;             /* all heights are 0 */
    ThreadPool *thread_pool; /* NULL: one thread */
} PerspectiveInput;

/* Makes a view. Set its settings, ground and camera before rendering. Returns 0
   or RIPPLE_ERROR_MEMORY; on error *perspective is NULL. */
int ripple_perspective_create(Perspective **perspective, const GridSize *size);

/* Frees a view; NULL is allowed. */
void ripple_perspective_destroy(Perspective *perspective);

/* Stores refraction, light and sky. The light on the ground changes with the
   next ripple_perspective_set_ground. */
void ripple_perspective_configure(Perspective *perspective,
                                  const RippleSettings *settings);

/* Tints all that is drawn, as Scenery.tint, after each configure. */
void ripple_perspective_set_tint(Perspective *perspective, Colour tint);

/* Sets depths and land map, see ripple_relief_update; a camera must follow. */
void ripple_perspective_set_ground(Perspective *perspective,
                                   const uint8_t *depths, const uint16_t *map,
                                   const RippleRect *part);

/* Sets the camera, raised above the ground if necessary. */
void ripple_perspective_set_camera(Perspective *perspective,
                                   const RippleCamera *camera);

/* Makes the next rendering draw everything and read the picture again. */
void ripple_perspective_invalidate(Perspective *perspective);

/* Makes all that a frame needs but maps of the water, distances and colours.
   Returns 0 if the last frame is still right. `changed` is empty or the whole
   frame. */
int ripple_perspective_prepare(Perspective *perspective,
                               const PerspectiveInput *input,
                               const RipplePixels *picture,
                               const RipplePixels *frame);

/* Renders on the CPU; `changed` likewise. */
void ripple_perspective_render(Perspective *perspective,
                               const PerspectiveInput *input,
                               const RipplePixels *picture,
                               const RipplePixels *frame);

/* See ripple_pick and ripple_project. */
int ripple_perspective_pick(const Perspective *perspective, int x, int y,
                            int *px, int *py);
int ripple_perspective_project(const Perspective *perspective, int px, int py,
                               int *x, int *y);

#endif
