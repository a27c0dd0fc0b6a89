/* SPDX-License-Identifier: MIT */
#include "app/glide.h"

#include "os/step_clock.h"

#include <math.h>

#define SPRING     29.0  /* w, a second: after 0.2 s 2 % of a way is left */
#define FRICTION   12.0  /* a second, of what goes on after a drag */
#define MEAN_S     0.04  /* over which the speed of a drag is measured */
#define MAX_PULL   360.0 /* degrees a second */
#define NEAR       0.02  /* degrees: it has arrived, if it is slow */
#define NEAR_NOTCH 1.15  /* times as near */
#define SLOW       2.0   /* degrees a second */
#define FRAME_NS   (STEP_CLOCK_SECOND_NS / 60) /* the first one too */

/* What a distance e times as great counts as, in degrees. */
#define DISTANCE_DEGREES 50

static int is_below(const GlideWay *way, double limit)
{
    return fabs(way->yaw) <= limit && fabs(way->pitch) <= limit &&
           fabs(way->distance) * DISTANCE_DEGREES <= limit;
}

static double limit(double value, double min, double max)
{
    return fmin(fmax(value, min), max);
}

/* Shows the pool from where the camera is on its way. */
static void show(const Glide *glide, Player *player)
{
    const RippleCamera *target = &glide->target;
    const GlideWay *rest = &glide->rest;
    RippleCamera camera = {
        target->yaw + rest->yaw,
        limit(target->pitch + rest->pitch, CAMERA_MIN_PITCH, CAMERA_MAX_PITCH),
        limit(target->distance * exp(rest->distance), CAMERA_MIN_DISTANCE,
              CAMERA_MAX_DISTANCE)};

    camera.yaw = remainder(camera.yaw, 2 * CAMERA_MAX_YAW);
    ripple_set_camera(player->pool, &camera);
}

/* Ends it if something else has set the camera since. */
static void follow(Glide *glide, const Player *player)
{
    if (!camera_is_same(&glide->target, &player->settings.camera))
        *glide = (Glide){.target = player->settings.camera};
}

void glide_aim(Glide *glide, Player *player, const RippleCamera *camera)
{
    GlideWay *rest = &glide->rest;

    follow(glide, player);
    rest->yaw = remainder(rest->yaw + glide->target.yaw - camera->yaw, 360);
    rest->pitch += glide->target.pitch - camera->pitch;
    rest->distance += log(glide->target.distance / camera->distance);
    glide->pull = (GlideWay){0};
    glide->target = *camera;
    player_aim_camera(player, camera);
    show(glide, player);
}

void glide_move(Glide *glide, Player *player, const CameraMove *move)
{
    RippleCamera camera = camera_move(&player->settings.camera, move);

    glide_aim(glide, player, &camera);
}

/* The user, or what goes on after a drag, moves both cameras alike. */
static void move_both(Glide *glide, Player *player, const CameraMove *move)
{
    glide->target = camera_move(&glide->target, move);
    player_aim_camera(player, &glide->target);
    show(glide, player);
}

CameraMove glide_nearer(int notches)
{
    return (CameraMove){0, 0, pow(NEAR_NOTCH, -notches)};
}

void glide_drag(Glide *glide, Player *player, const CameraMove *move)
{
    follow(glide, player);
    glide->pulled.yaw += move->yaw;
    glide->pulled.pitch += move->pitch;
    move_both(glide, player, move);
}

/* The mean of the last MEAN_S, about. */
static void measure(double *pull, double pulled, double seconds)
{
    double now = limit(pulled / seconds, -MAX_PULL, MAX_PULL);

    *pull += (now - *pull) * (1 - exp(-seconds / MEAN_S));
}

/* Measures a drag until it has ended. */
static void follow_drag(Glide *glide, int is_held, double seconds)
{
    if (!glide->was_held)
        glide->pull = (GlideWay){0};
    measure(&glide->pull.yaw, glide->pulled.yaw, seconds);
    measure(&glide->pull.pitch, glide->pulled.pitch, seconds);
    if (!is_held && is_below(&glide->pull, SLOW))
        glide->pull = (GlideWay){0};
    glide->was_held = is_held;
}

/* Goes on after a drag, ever slower. */
static void coast(Glide *glide, Player *player, double seconds)
{
    GlideWay *pull = &glide->pull;
    double left = exp(-FRICTION * seconds), way = (1 - left) / FRICTION;

    move_both(glide, player,
              &(CameraMove){pull->yaw * way, pull->pitch * way, 1});
    pull->yaw *= left;
    pull->pitch *= left;
    if (is_below(pull, SLOW))
        *pull = (GlideWay){0};
}

static void swing(double *rest, double *speed, double seconds)
{
    double left = exp(-SPRING * seconds);
    double pull = *speed + SPRING * *rest;

    *rest = (*rest + pull * seconds) * left;
    *speed = (*speed - SPRING * pull * seconds) * left;
}

/* Moves on to the target. */
static void approach(Glide *glide, Player *player, double seconds)
{
    GlideWay *rest = &glide->rest, *speed = &glide->speed;

    swing(&rest->yaw, &speed->yaw, seconds);
    swing(&rest->pitch, &speed->pitch, seconds);
    swing(&rest->distance, &speed->distance, seconds);
    if (is_below(rest, NEAR) && is_below(speed, SLOW))
        *rest = *speed = (GlideWay){0};
    show(glide, player);
}

static int is_away(const Glide *glide)
{
    return !is_below(&glide->rest, 0) || !is_below(&glide->speed, 0);
}

static int is_coasting(const Glide *glide)
{
    return !glide->was_held && !is_below(&glide->pull, 0);
}

static int is_moving(const Glide *glide)
{
    return is_away(glide) || is_coasting(glide);
}

int glide_turn(Glide *glide, Player *player, int is_held, uint64_t now_ns)
{
    uint64_t last_ns = glide->turn_ns > 0 ? glide->turn_ns : now_ns - FRAME_NS;
    double seconds = (double)(now_ns - last_ns) / STEP_CLOCK_SECOND_NS;
    int moves;

    follow(glide, player);
    if (now_ns == last_ns)
        return 0;
    moves = is_moving(glide);
    if (is_away(glide))
        approach(glide, player, seconds);
    if (is_coasting(glide))
        coast(glide, player, seconds);
    if (is_held || glide->was_held)
        follow_drag(glide, is_held, seconds);
    glide->pulled = (GlideWay){0};
    glide->turn_ns = is_held || is_moving(glide) ? now_ns : 0;
    return moves;
}

uint64_t glide_wait_ns(const Glide *glide, uint64_t now_ns)
{
    uint64_t next_ns = glide->turn_ns + FRAME_NS;

    if (!is_moving(glide))
        return UINT64_MAX;
    return next_ns > now_ns ? next_ns - now_ns : 0;
}
