/* SPDX-License-Identifier: MIT */
/*
 * SDL does not ask the X server for VisibilityNotify, and does not pass on the
 * answers of a Wayland compositor, so this module asks for both itself.
 */
#include "app/visibility.h"

#include "app/x11.h"

#ifndef RIPPLE_X11 /* whose headers SDL_syswm.h includes */
#undef SDL_VIDEO_DRIVER_X11
#endif
#include <SDL_syswm.h>
#include <string.h>

#if defined RIPPLE_X11 && defined SDL_VIDEO_DRIVER_X11
#define WATCHES_X11
#include <X11/Xlib.h>

static void watch_x11(Visibility *visibility, const SDL_SysWMinfo *info)
{
    Display *display = info->info.x11.display;
    XWindowAttributes attributes;

    visibility->window = info->info.x11.window;
    if (XGetWindowAttributes(display, visibility->window, &attributes) == 0)
        return;
    XSelectInput(display, visibility->window,
                 attributes.your_event_mask | VisibilityChangeMask);
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
}

#endif

/* A window without an answer for longer is covered: even a busy compositor
   answers within a few frames. */
#define ANSWER_NS 250000000u

#if defined RIPPLE_WAYLAND && defined SDL_VIDEO_DRIVER_WAYLAND
#define WATCHES_WAYLAND
#include <wayland-client.h>

static void forget(Visibility *visibility)
{
    if (visibility->answer != NULL)
        wl_callback_destroy(visibility->answer);
    visibility->answer = NULL;
}

/* Wakes up the program if it sleeps because the window is covered. */
static void take_answer(void *data, struct wl_callback *answer, uint32_t time)
{
    Visibility *visibility = data;
    SDL_Event wake = {.type = SDL_WINDOWEVENT};

    (void)answer;
    (void)time;
    forget(visibility);
    wake.window.event = SDL_WINDOWEVENT_EXPOSED;
    wake.window.windowID = visibility->id;
    if (visibility->is_covered)
        SDL_PushEvent(&wake);
    visibility->is_covered = 0;
}

#endif

void visibility_watch(Visibility *visibility, SDL_Window *window)
{
    SDL_SysWMinfo info;

    memset(visibility, 0, sizeof *visibility);
    visibility->id = SDL_GetWindowID(window);
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info))
        return;
#ifdef WATCHES_X11
    if (info.subsystem == SDL_SYSWM_X11)
        watch_x11(visibility, &info);
#endif
#ifdef WATCHES_WAYLAND
    if (info.subsystem == SDL_SYSWM_WAYLAND)
        visibility->surface = info.info.wl.surface;
#endif
}

void visibility_end(Visibility *visibility)
{
#ifdef WATCHES_WAYLAND
    forget(visibility);
#endif
    memset(visibility, 0, sizeof *visibility);
}

void visibility_present(Visibility *visibility, uint64_t now_ns)
{
#ifdef WATCHES_WAYLAND
    static const struct wl_callback_listener listener = {take_answer};

    if (visibility->surface == NULL || visibility->answer != NULL)
        return;
    visibility->answer = wl_surface_frame(visibility->surface);
    if (visibility->answer != NULL)
        wl_callback_add_listener(visibility->answer, &listener, visibility);
#endif
    visibility->asked_ns = now_ns;
}

void visibility_handle(Visibility *visibility, const SDL_SysWMEvent *event)
{
#ifdef WATCHES_X11
    const XEvent *x_event = &event->msg->msg.x11.event;

    if (event->msg->subsystem != SDL_SYSWM_X11 ||
        x_event->xany.window != visibility->window)
        return;
    if (x_event->type == VisibilityNotify)
        visibility->is_covered =
            x_event->xvisibility.state == VisibilityFullyObscured;
    else if (x_event->type == DestroyNotify)
        x11_lose_window(visibility->window);
#else
    (void)visibility, (void)event;
#endif
}

int visibility_is_covered(Visibility *visibility, uint64_t now_ns)
{
    if (visibility->answer != NULL && now_ns - visibility->asked_ns > ANSWER_NS)
        visibility->is_covered = 1;
    return visibility->is_covered;
}
