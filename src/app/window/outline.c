/* SPDX-License-Identifier: MIT */
#include "app/window/outline.h"

#include "app/osd/ring_panel.h"
#include "app/present/screen_layers.h"
#include "host/step_clock.h"
#include "play/splash_size.h"

#define SHOWN_NS ((uint64_t)STEP_CLOCK_SECOND_NS)

/* The screen is dirty, so that a frame comes that lays it out. */
static void invalidate(Outline *outline, Screen *screen)
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
    invalidate(outline, screen);
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
    invalidate(outline, screen);
}

void outline_expire(Outline *outline, Screen *screen, uint64_t now_ns)
{
    if (outline_wait_ns(outline, now_ns) > 0)
        return;
    outline->until_ns = 0;
    outline->is_stale = 0;
    screen_set_layer(screen, 0, LAYER_OUTLINE, NULL);
}

/* Pixels of the window that a pixel of the frame is wide. */
static double find_scale(const Screen *screen, int window, int frame_width)
{
    ScreenPlace place;

    screen_find_place(screen, window, &place);
    return place.width / frame_width * screen->windows[window].width /
           place.window_width;
}

void outline_lay_out(Outline *outline, Screen *screen, const Scene *scene,
                     double size)
{
    const Player *player = &scene->player;
    RippleStone stone;
    PanelSpace space;
    SDL_Point middle;
    RingPanel ring;

    if (!outline->is_stale || outline->window >= screen->count)
        return;
    outline->is_stale = 0;
    stone = splash_stone(player->pool, &player->settings, 0, 0, size, 0);
    screen_find_space(screen, outline->window, &space);
    middle = screen_find_pixel(screen, outline->window, outline->x, outline->y);
    ring_panel_lay_out(
        &ring, (float)middle.x + 0.5F, (float)middle.y + 0.5F,
        (float)(stone.radius *
                find_scale(screen, outline->window, scene->frame.width)),
        &space);
    screen_set_layer(screen, outline->window, LAYER_OUTLINE, &ring.panel);
}

uint64_t outline_wait_ns(const Outline *outline, uint64_t now_ns)
{
    if (outline->until_ns == 0)
        return UINT64_MAX;
    return outline->until_ns > now_ns ? outline->until_ns - now_ns : 0;
}
