/* SPDX-License-Identifier: MIT */
#include "lib/view3d/camera.h"

#include "lib/util/trig.h"

#include <stddef.h>

/* The focal length in widths of the frame: 60 degrees from side to side. */
#define FOCAL 0.866

const RippleCamera ripple_camera_initial = {20, 40, 0.7};

/* Returns 0 for NaN. */
static int is_in_range(double v, double min, double max)
{
    return v >= min && v <= max;
}

int ripple_camera_is_valid(const RippleCamera *camera)
{
    return camera != NULL && is_in_range(camera->yaw, -360, 360) &&
           is_in_range(camera->pitch, 3, 70) &&
           is_in_range(camera->distance, 0.2, 4);
}

/* Yaw 0 looks toward the top edge. */
Eye ripple_camera_eye(const RippleCamera *camera, const GridSize *size)
{
    double forward_x = -ripple_sine(camera->yaw);
    double forward_y = -ripple_cosine(camera->yaw);
    double level = ripple_cosine(camera->pitch);
    double away = camera->distance * size->columns * level;
    double focal = FOCAL * size->width * level;
    double drop = FOCAL * size->width * ripple_sine(camera->pitch);

    return (Eye){
        .place = {(float)((size->columns - 1) * 0.5 - forward_x * away),
                  (float)((size->rows - 1) * 0.5 - forward_y * away),
                  (float)(camera->distance * size->columns *
                          ripple_sine(camera->pitch))},
        .forward_x = (float)forward_x,
        .forward_y = (float)forward_y,
        .right_x = (float)-forward_y,
        .right_y = (float)forward_x,
        .focal = (float)focal,
        .inverse_focal = (float)(1 / focal),
        .horizon = (float)(size->height * 0.5 - drop),
        .middle = (float)(size->width * 0.5),
    };
}
