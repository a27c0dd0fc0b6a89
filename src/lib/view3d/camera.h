/* SPDX-License-Identifier: MIT */
/* Converts a RippleCamera to the Eye that the perspective kernels take. */
#ifndef RIPPLE_VIEW3D_CAMERA_H
#define RIPPLE_VIEW3D_CAMERA_H

#include "lib/kernels/perspective_kernels.h"
#include "lib/look/grid_map.h"

/* The camera of a new pool. */
extern const RippleCamera ripple_camera_initial;

/* 1 if all numbers are in their ranges. */
int ripple_camera_is_valid(const RippleCamera *camera);

/*
 * The eye of a camera for frames of a size. The middle of the pool is at the
 * middle of the frame. Vertical lines stay vertical: the image plane is
 * shifted, not tilted.
 */
Eye ripple_camera_eye(const RippleCamera *camera, const GridSize *size);

#endif
