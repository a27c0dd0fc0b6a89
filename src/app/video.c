/* SPDX-License-Identifier: MIT */
/*
 * Without a display SDL chooses a driver that shows nothing. Here only drivers
 * that show something are tried, and it is an error if there is none.
 */
#include "app/video.h"

#include "app/presenter.h"
#include "app/x11.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define HOST_DRIVER "windows" /* of the window of a screensaver's host */
#else
#define HOST_DRIVER "x11"
#endif
#define NS_PER_MS 1000000u
#define REST_NS   (2000 * (uint64_t)NS_PER_MS)

static void set_hints(const DisplayOptions *options)
{
    SDL_SetHint(SDL_HINT_APP_NAME, "ripple");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* os/stop does that */
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    if (!options->fullscreen)
        SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    /* So window managers keep it behind all others. */
    if (options->is_wallpaper)
        SDL_SetHint("SDL_X11_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DESKTOP");
}

/* Wayland's library prints an error if this is not set. */
static int can_be_wayland(void)
{
    return getenv("XDG_RUNTIME_DIR") != NULL;
}

/* Whether a video driver can show something. */
static int shows(const char *driver)
{
    return strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0 &&
           strcmp(driver, "evdev") != 0 &&
           (strcmp(driver, "wayland") != 0 || can_be_wayland());
}

/* A Wayland session has an X server for older programs: it scales their pixels
   and does not tell that a window is covered. */
static int prefers_wayland(void)
{
    const char *name = getenv("WAYLAND_DISPLAY");

    return name != NULL && name[0] != '\0' && can_be_wayland();
}

/* The drivers to try, as a list for SDL. Without it SDL would take "offscreen"
   if there is no display, and run for ever unseen. */
static void list_drivers(char *list, size_t size)
{
    SDL_strlcpy(list, prefers_wayland() ? "wayland" : "", size);
    for (int i = 0; i < SDL_GetNumVideoDrivers(); i++) {
        const char *name = SDL_GetVideoDriver(i);

        if (!shows(name))
            continue;
        if (list[0] != '\0')
            SDL_strlcat(list, ",", size);
        SDL_strlcat(list, name, size);
    }
}

/* SDL_VIDEODRIVER decides if it is set, except for the window of a
   screensaver's host and a wallpaper. */
static void choose_drivers(const DisplayOptions *options)
{
    const char *asked = getenv("SDL_VIDEODRIVER");
    int is_free = !options->is_hosted && !options->is_wallpaper;
    char drivers[128] = HOST_DRIVER;

    if (options->is_wallpaper && prefers_wayland())
        SDL_strlcpy(drivers, "wayland", sizeof drivers);
    if (is_free)
        list_drivers(drivers, sizeof drivers);
    if (!is_free || asked == NULL || asked[0] == '\0')
        SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, drivers,
                                SDL_HINT_OVERRIDE);
}

/* SDL numbers the displays of all screens of an X server, that of screen 0
   first. Without XRandR it knows only that of DISPLAY, such as :0.1. */
static void choose_screen(void)
{
    const char *name = getenv("DISPLAY");
    const char *number = name != NULL ? strrchr(name, ':') : NULL;
    const char *screen = number != NULL ? strchr(number, '.') : NULL;

    if (screen != NULL && atoi(screen + 1) > 0)
        SDL_SetHint(SDL_HINT_VIDEO_X11_XRANDR, "0");
}

int video_start(const DisplayOptions *options, Error *error)
{
    if (options->is_wallpaper && prefers_wayland() &&
        layer_presenter_check(error) != 0)
        return -1;
    if (options->is_wallpaper && strcmp(HOST_DRIVER, "x11") != 0)
        return error_set(error, "--wallpaper", "is for X11 and Wayland");
    set_hints(options);
    choose_drivers(options);
    choose_screen();
    x11_forget_errors();
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        return error_set(error, "no display",
                         "%s; --frames and --output need none", SDL_GetError());
    x11_forget_errors();
    return 0;
}

void video_stop(void)
{
    x11_forget_errors();
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

int video_is_wayland(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();

    return driver != NULL && strcmp(driver, "wayland") == 0;
}

/* A failed try makes SDL fill no window from then on, so ask for the names of
   driver and format. */
int video_use_framebuffer(SDL_Window *window)
{
    const char *driver = SDL_GetCurrentVideoDriver();

    if (driver == NULL || video_is_wayland() || strcmp(driver, "KMSDRM") == 0 ||
        SDL_GetWindowPixelFormat(window) == SDL_PIXELFORMAT_UNKNOWN)
        return -1;
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    return 0;
}

void cursor_handle(uint64_t *rests_ns, const SDL_Event *event, uint64_t now_ns)
{
    if (event->type < SDL_MOUSEMOTION || event->type > SDL_MOUSEWHEEL)
        return;
    *rests_ns = now_ns;
    SDL_ShowCursor(SDL_ENABLE);
}

void cursor_turn(uint64_t rests_ns, int is_fullscreen, uint64_t now_ns)
{
    int is_due = is_fullscreen && now_ns >= rests_ns + REST_NS;

    SDL_ShowCursor(is_due ? SDL_DISABLE : SDL_ENABLE);
}

int cursor_wait_ms(uint64_t rests_ns, int is_fullscreen, uint64_t now_ns)
{
    uint64_t due_ns = rests_ns + REST_NS;

    if (!is_fullscreen || SDL_ShowCursor(SDL_QUERY) == SDL_DISABLE)
        return -1;
    return now_ns < due_ns
               ? (int)((due_ns - now_ns + NS_PER_MS - 1) / NS_PER_MS)
               : 0;
}
