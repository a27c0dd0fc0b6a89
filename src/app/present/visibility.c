/* SPDX-License-Identifier: MIT */
/*
 * SDL does not ask the X server for VisibilityNotify, and keeps for itself
 * what a Wayland compositor answers, so both are asked once more.
 */
#include "app/present/visibility.h"

#include <SDL_syswm.h>
#include <string.h>

#if defined RIPPLE_X11 && defined SDL_VIDEO_DRIVER_X11
#include <X11/Xlib.h>

static void watch_x11(Seen *seen, const SDL_SysWMinfo *info)
{
    Display *display = info->info.x11.display;
    XWindowAttributes attributes;

    seen->number = info->info.x11.window;
    if (XGetWindowAttributes(display, seen->number, &attributes) == 0)
        return;
    XSelectInput(display, seen->number,
                 attributes.your_event_mask | VisibilityChangeMask);
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
}

static void handle_x11(Seen *seen, const SDL_SysWMmsg *message)
{
    const XEvent *event = &message->msg.x11.event;

    if (event->type == VisibilityNotify &&
        event->xvisibility.window == seen->number)
        seen->is_covered = event->xvisibility.state == VisibilityFullyObscured;
}

#else

static void watch_x11(Seen *seen, const SDL_SysWMinfo *info)
{
    (void)seen;
    (void)info;
}

static void handle_x11(Seen *seen, const SDL_SysWMmsg *message)
{
    (void)seen;
    (void)message;
}

#endif

/* An answer comes within a few frames, even from a busy compositor. */
#define ANSWER_NS 250000000u

#if defined RIPPLE_WAYLAND && defined SDL_VIDEO_DRIVER_WAYLAND
#include <wayland-client.h>

static void watch_wayland(Seen *seen, const SDL_SysWMinfo *info)
{
    seen->surface = info->info.wl.surface;
}

static void forget(Seen *seen)
{
    if (seen->answer != NULL)
        wl_callback_destroy(seen->answer);
    seen->answer = NULL;
}

/* Whoever sleeps because the window is covered is woken up. */
static void take_answer(void *data, struct wl_callback *answer, uint32_t time)
{
    Seen *seen = data;
    SDL_Event wake = {.type = SDL_WINDOWEVENT};

    (void)answer;
    (void)time;
    forget(seen);
    wake.window.event = SDL_WINDOWEVENT_EXPOSED;
    wake.window.windowID = seen->id;
    if (seen->is_covered)
        SDL_PushEvent(&wake);
    seen->is_covered = 0;
}

static void ask(Seen *seen)
{
    static const struct wl_callback_listener listener = {take_answer};

    seen->answer = wl_surface_frame(seen->surface);
    if (seen->answer != NULL)
        wl_callback_add_listener(seen->answer, &listener, seen);
}

#else

static void watch_wayland(Seen *seen, const SDL_SysWMinfo *info)
{
    (void)seen;
    (void)info;
}

static void forget(Seen *seen)
{
    (void)seen;
}

static void ask(Seen *seen)
{
    (void)seen;
}

#endif

void seen_watch(Seen *seen, SDL_Window *window)
{
    SDL_SysWMinfo info;

    memset(seen, 0, sizeof *seen);
    seen->id = SDL_GetWindowID(window);
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info))
        return;
    if (info.subsystem == SDL_SYSWM_X11)
        watch_x11(seen, &info);
    else if (info.subsystem == SDL_SYSWM_WAYLAND)
        watch_wayland(seen, &info);
}

void seen_end(Seen *seen)
{
    forget(seen);
    memset(seen, 0, sizeof *seen);
}

void seen_present(Seen *seen, uint64_t now_ns)
{
    if (seen->surface == NULL || seen->answer != NULL)
        return;
    ask(seen);
    seen->asked_ns = now_ns;
}

void seen_handle(Seen *seen, const SDL_SysWMEvent *event)
{
    if (event->msg->subsystem == SDL_SYSWM_X11)
        handle_x11(seen, event->msg);
}

int seen_is_covered(Seen *seen, uint64_t now_ns)
{
    if (seen->answer != NULL && now_ns - seen->asked_ns > ANSWER_NS)
        seen->is_covered = 1;
    return seen->is_covered;
}
