/* SPDX-License-Identifier: MIT */
#include "app/outline.h"

#include "app/input.h"
#include "os/step_clock.h"
#include "play/splash_size.h"

#include <math.h>

#define SHOWN_NS ((uint64_t)STEP_CLOCK_SECOND_NS)
#define LINES    9 /* in the height of a capital */

void outline_follow(Outline *outline, const SDL_Event *event, int window)
{
    int is_move = event->type == SDL_MOUSEMOTION;

    if (!is_move && event->type != SDL_MOUSEBUTTONDOWN)
        return;
    outline->window = window;
    outline->x = is_move ? event->motion.x : event->button.x;
    outline->y = is_move ? event->motion.y : event->button.y;
    outline->is_known = 1;
}

void outline_begin(Outline *outline, uint64_t now_ns)
{
    if (outline->is_known)
        outline->until_ns = now_ns + SHOWN_NS;
}

/* Half the sides of the rectangle around a circle of the pool as the frame
   shows it, in pixels of the frame. Returns 0 if no pool is under the mouse. */
static int find_radii(const Scene *scene, SDL_Point pixel, int radius,
                      int *radius_x, int *radius_y)
{
    const Ripple *pool = scene->player.pool;
    int x = pixel.x, y = pixel.y;

    *radius_x = *radius_y = radius;
    if (camera_pick(pool, &x, &y) == CAMERA_SKY)
        return 0;
    if (ripple_settings(pool)->view == RIPPLE_VIEW_PERSPECTIVE)
        camera_find_reach(pool, x, y, radius, radius_x, radius_y);
    return 1;
}

void outline_show(Outline *outline, Ui *ui, const Screen *screen, int window,
                  const Scene *scene, double size, uint64_t now_ns)
{
    const Player *player = &scene->player;
    ScreenPlace place;
    SDL_Point middle, pixel;
    int radius_x, radius_y, radius;
    Shape ring = {.kind = SHAPE_RING,
                  .line = fmaxf((float)ui->text_size / LINES, 1),
                  .argb = 0xFF000000U | UI_DARK};
    double scale;

    if (outline_wait_ns(outline, now_ns) == 0)
        outline->until_ns = 0;
    if (outline->until_ns == 0 || outline->window != window)
        return;
    radius =
        splash_stone(player->pool, &player->settings, 0, 0, size, 0).radius;
    screen_find_place(screen, window, &place);
    middle = screen_find_pixel(screen, window, outline->x, outline->y);
    pixel = input_find_pixel(scene, &place, outline->x, outline->y);
    if (!find_radii(scene, pixel, radius, &radius_x, &radius_y))
        return;
    scale = place.width / scene->frame.width * ui->width / place.window_width;
    ring.width = (float)(2 * radius_x * scale);
    ring.height = (float)(2 * radius_y * scale);
    ring.x = (float)middle.x + 0.5F - ring.width / 2;
    ring.y = (float)middle.y + 0.5F - ring.height / 2;
    ui_add(ui, ring);
}

uint64_t outline_wait_ns(const Outline *outline, uint64_t now_ns)
{
    if (outline->until_ns == 0)
        return UINT64_MAX;
    return outline->until_ns > now_ns ? outline->until_ns - now_ns : 0;
}
