/* SPDX-License-Identifier: MIT */
#include "app/window/outline.h"

#include "app/input/input.h"
#include "app/osd/ring_panel.h"
#include "app/present/screen_layers.h"
#include "os/step_clock.h"
#include "play/splash_size.h"

#define SHOWN_NS ((uint64_t)STEP_CLOCK_SECOND_NS)

/* The screen is dirty, so that a frame comes that lays it out. */
void outline_refresh(Outline *outline, Screen *screen)
{
    if (outline->until_ns == 0)
        return;
    outline->is_stale = 1;
    screen->dirty = 1;
}

static void move(Outline *outline, Screen *screen, int window, int x, int y)
{
    outline->window = window;
    outline->x = x;
    outline->y = y;
    outline->is_known = 1;
    outline_refresh(outline, screen);
}

void outline_follow(Outline *outline, Screen *screen, const SDL_Event *event,
                    int window)
{
    if (event->type == SDL_MOUSEMOTION)
        move(outline, screen, window, event->motion.x, event->motion.y);
    else if (event->type == SDL_MOUSEBUTTONDOWN)
        move(outline, screen, window, event->button.x, event->button.y);
}

void outline_show(Outline *outline, Screen *screen, uint64_t now_ns)
{
    if (!outline->is_known)
        return;
    outline->until_ns = now_ns + SHOWN_NS;
    outline_refresh(outline, screen);
}

void outline_expire(Outline *outline, Screen *screen, uint64_t now_ns)
{
    if (outline_wait_ns(outline, now_ns) > 0)
        return;
    outline->until_ns = 0;
    outline->is_stale = 0;
    screen_set_layer(screen, 0, LAYER_OUTLINE, NULL);
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

/* Lays the ring out around the mouse; returns 0 if there is none. */
static int lay_out_ring(RingPanel *ring, const Outline *outline,
                        const Screen *screen, const Scene *scene, int radius)
{
    ScreenPlace place;
    PanelSpace space;
    SDL_Point middle, pixel;
    int radius_x, radius_y;
    double scale;

    screen_find_place(screen, outline->window, &place);
    screen_find_space(screen, outline->window, &space);
    middle = screen_find_pixel(screen, outline->window, outline->x, outline->y);
    pixel = input_find_pixel(scene, &place, outline->x, outline->y);
    if (!find_radii(scene, pixel, radius, &radius_x, &radius_y))
        return 0;
    scale = place.width / scene->frame.width *
            screen->windows[outline->window].width / place.window_width;
    ring_panel_lay_out(ring, (float)middle.x + 0.5F, (float)middle.y + 0.5F,
                       (float)(radius_x * scale), (float)(radius_y * scale),
                       &space);
    return 1;
}

void outline_lay_out(Outline *outline, Screen *screen, const Scene *scene,
                     double size)
{
    const Player *player = &scene->player;
    RippleStone stone;
    RingPanel ring;
    int is_shown;

    if (!outline->is_stale || outline->window >= screen->count)
        return;
    outline->is_stale = 0;
    stone = splash_stone(player->pool, &player->settings, 0, 0, size, 0);
    is_shown = lay_out_ring(&ring, outline, screen, scene, stone.radius);
    screen_set_layer(screen, outline->window, LAYER_OUTLINE,
                     is_shown ? &ring.panel : NULL);
}

uint64_t outline_wait_ns(const Outline *outline, uint64_t now_ns)
{
    if (outline->until_ns == 0)
        return UINT64_MAX;
    return outline->until_ns > now_ns ? outline->until_ns - now_ns : 0;
}
