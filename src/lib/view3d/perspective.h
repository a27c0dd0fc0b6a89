/* SPDX-License-Identifier: MIT */
/*
 * The view in perspective: the pool as a landscape, drawn from the heights that
 * a backend shows, so that all backends show the same. Ground and camera change
 * by calls, everything else is found out by each rendering.
 *
 *     depths, land map -> Relief -> Maps <- heights        survey, by rows
 *     picture -> Mipmap                                    by rows
 *     camera -> Eye -> distances -> 1 / z by pixel         cast, by columns
 *     Eye, Maps, Mipmap -> Reflection                      by columns
 *     all these -> frame                                   shade, by rows
 */
#ifndef RIPPLE_VIEW3D_PERSPECTIVE_H
#define RIPPLE_VIEW3D_PERSPECTIVE_H

#include "lib/util/thread_pool.h"
#include "lib/kernels/kernels.h"
#include "lib/kernels/perspective_kernels.h"
#include "lib/view3d/terrain.h"
#include "lib/look/grid_map.h"

typedef struct Reflection {
    int columns, rows; /* of points, the last ones beyond the frame */
    Mirrored *points;
} Reflection;

/* What is seen, and from where. */
typedef struct ReflectionArgs {
    const Maps *maps;
    const Relief *relief;
    const Texture *texture;
    Colour sky; /* of points behind which no land is */
    Eye eye;
    const float *distances; /* as cast has them */
    int count;
} ReflectionArgs;

typedef struct Mipmap {
    Texture texture; /* its limits are the caller's */
    uint32_t *coarse;
} Mipmap;

/* The most places that a column looks at. */
#define RIPPLE_MAX_DISTANCES 4096

typedef struct Perspective {
    GridSize size;
    Relief relief;
    Maps maps;
    Mipmap mipmap;
    Reflection reflection;
    Eye eye;
    Scenery scenery;
    float *distances; /* `count` of them, up to RIPPLE_MAX_DISTANCES */
    int count;
    float highest;  /* of all places */
    float *inverse; /* 1 / z of the last frame */
    ptrdiff_t inverse_stride;
    RipplePixels picture, frame; /* of the last frame */
    int is_calm;                 /* the last frame shows calm water */
    int is_old;                  /* the next one is drawn whole */
    int picture_is_old;          /* the mipmap is */
    RippleRect changed;
} Perspective;

/* The heights of a frame, and what renders them. */
typedef struct PerspectiveInput {
    const Kernels *kernels;
    const int16_t *heights;
    size_t stride;
    int is_calm;             /* all heights are 0 */
    ThreadPool *thread_pool; /* NULL: one thread */
} PerspectiveInput;

/* Makes a view; the ground, the settings and a camera must follow. Returns 0 or
   RIPPLE_ERROR_MEMORY; then *perspective is NULL. */
int ripple_perspective_create(Perspective **perspective, const GridSize *size);

/* Frees a view; NULL is allowed. */
void ripple_perspective_destroy(Perspective *perspective);

/* Takes over refraction, light and sky. The light on the ground follows with
   the next ground. */
void ripple_perspective_configure(Perspective *perspective,
                                  const RippleSettings *settings);

/* Takes over depths and land map, see ripple_relief_update; follow it with a
   camera. */
void ripple_perspective_set_ground(Perspective *perspective,
                                   const uint8_t *depths, const uint16_t *map,
                                   const RippleRect *part);

/* Takes over a camera, raised above the ground if need be. */
void ripple_perspective_set_camera(Perspective *perspective,
                                   const RippleCamera *camera);

/* Makes the next rendering draw everything, and look at the picture again. */
void ripple_perspective_invalidate(Perspective *perspective);

/* Renders; `changed` is empty or the whole frame. */
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
