/* SPDX-License-Identifier: MIT */
#include "play/camera_moves.h"

#include "lib/util/decimal.h"
#include "lib/util/fixed.h"
#include "os/parse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HALF_TURN 180.0
#define FULL_TURN 360.0

static double round_off(double value)
{
    return round(1000 * value) / 1000;
}

int camera_read(RippleCamera *camera, const char *text)
{
    double n[3];

    if (parse_list(n, 3, text) != 0 || fabs(n[0]) > CAMERA_MAX_YAW ||
        n[1] < CAMERA_MIN_PITCH || n[1] > CAMERA_MAX_PITCH ||
        n[2] < CAMERA_MIN_DISTANCE || n[2] > CAMERA_MAX_DISTANCE)
        return -1;
    *camera = (RippleCamera){round_off(n[0]), round_off(n[1]), round_off(n[2])};
    return 0;
}

void camera_write(const RippleCamera *camera, char *text, size_t size)
{
    char yaw[32], pitch[32], distance[32];

    ripple_decimal_write(yaw, sizeof yaw, camera->yaw);
    ripple_decimal_write(pitch, sizeof pitch, camera->pitch);
    ripple_decimal_write(distance, sizeof distance, camera->distance);
    snprintf(text, size, "%s,%s,%s", yaw, pitch, distance);
}

int camera_is_same(const RippleCamera *a, const RippleCamera *b)
{
    return a->yaw == b->yaw && a->pitch == b->pitch &&
           a->distance == b->distance;
}

/* The same direction from -180 to 180 degrees, rounded. */
static double wrap(double yaw)
{
    return round_off(yaw - FULL_TURN * round(yaw / FULL_TURN));
}

static double limit(double value, double min, double max)
{
    return fmin(fmax(round_off(value), min), max);
}

RippleCamera camera_move(const RippleCamera *camera, const CameraMove *move)
{
    return (RippleCamera){
        wrap(camera->yaw + move->yaw),
        limit(camera->pitch + move->pitch, CAMERA_MIN_PITCH, CAMERA_MAX_PITCH),
        limit(camera->distance * move->distance, CAMERA_MIN_DISTANCE,
              CAMERA_MAX_DISTANCE)};
}

RippleCamera camera_turn(const RippleCamera *camera, uint64_t step, int rate)
{
    uint64_t period = (uint64_t)rate * CAMERA_TURN_S;
    RippleCamera turned = *camera;

    turned.yaw += FULL_TURN * (double)(step % period) / (double)period;
    if (turned.yaw > HALF_TURN)
        turned.yaw -= FULL_TURN;
    return turned;
}

CameraHit camera_pick(const Ripple *pool, int *x, int *y)
{
    if (ripple_settings(pool)->view != RIPPLE_VIEW_PERSPECTIVE)
        return CAMERA_WATER;
    return (CameraHit)ripple_pick(pool, *x, *y, x, y);
}

void camera_find_reach(const Ripple *pool, int x, int y, int radius,
                       int *reach_x, int *reach_y)
{
    int half = radius * 7 / 10; /* 1 / sqrt(2) */
    int ways[8][2] = {{radius, 0},   {-radius, 0},  {0, radius},
                      {0, -radius},  {half, half},  {-half, half},
                      {half, -half}, {-half, -half}};
    int middle_x, middle_y;

    *reach_x = *reach_y = 0;
    if (!ripple_project(pool, x, y, &middle_x, &middle_y))
        return;
    for (int i = 0; i < 8; i++) {
        int far_x, far_y;

        if (!ripple_project(pool, x + ways[i][0], y + ways[i][1], &far_x,
                            &far_y))
            continue;
        *reach_x = max_int(*reach_x, abs(far_x - middle_x));
        *reach_y = max_int(*reach_y, abs(far_y - middle_y));
    }
}
