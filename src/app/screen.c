/* SPDX-License-Identifier: MIT */
/*
 * The unit of the screen is a pixel of the window if there is one window, and
 * the desktop's unit if windows fill several displays: their pixels may differ
 * in size, so each part is scaled to its window's pixels when presented.
 */
#include "app/screen.h"

#include "lib/util/fixed.h"
#include "app/x11.h"
#include "os/pixel_buffer.h"

#include <math.h>
#include <string.h>

#define DEFAULT_REFRESH_RATE 60

#define NEW_SHARE 0.7 /* of a display, for a window of no given size */
#define MAX_SHARE 0.9 /* of a display, for a window that need not be larger */
#define MIN_SIDE  64  /* of a window of no given size: seen and clicked */

int displays_find(const Displays *displays, const SDL_Rect *bounds)
{
    for (int i = 0; i < displays->count; i++) {
        if (SDL_RectEquals(&displays->bounds[i], bounds))
            return i;
    }
    return -1;
}

void displays_add(Displays *displays, const SDL_Rect *bounds)
{
    if (displays->count < DISPLAYS_MAX && !SDL_RectEmpty(bounds) &&
        displays_find(displays, bounds) < 0)
        displays->bounds[displays->count++] = *bounds;
}

void displays_read(Displays *displays)
{
    SDL_Rect bounds;

    displays->count = 0;
    for (int i = 0; i < SDL_GetNumVideoDisplays(); i++) {
        if (SDL_GetDisplayBounds(i, &bounds) == 0)
            displays_add(displays, &bounds);
    }
}

SDL_Rect displays_union(const Displays *displays)
{
    SDL_Rect all = {0, 0, 0, 0};

    for (int i = 0; i < displays->count; i++)
        SDL_UnionRect(&all, &displays->bounds[i], &all);
    return all;
}

/* How many times a size fits that share of the display; 1 if unknown. */
static double count_fitting(int display, double share, int width, int height)
{
    SDL_Rect usable;

    if (SDL_GetDisplayUsableBounds(display, &usable) != 0)
        return 1;
    return fmin(usable.w * share / width, usable.h * share / height);
}

static void resize_by(int *width, int *height, double times, int min_side)
{
    *width = max_int((int)lround(*width * times), min_side);
    *height = max_int((int)lround(*height * times), min_side);
}

void screen_share_display(int display, int *width, int *height)
{
    resize_by(width, height, count_fitting(display, NEW_SHARE, *width, *height),
              MIN_SIDE);
}

/* Makes the size of a frame that of its window: as many times as large as fits
   the display if frames are enlarged, and, unless the size is to be kept,
   shrunk to fit it and with no side too thin. */
static void fit_window(const DisplayOptions *options, int *width, int *height)
{
    double times = count_fitting(options->index, MAX_SHARE, *width, *height);

    if (options->min_width > 0 && times >= 1)
        times = floor(times);
    else if (options->keeps_size || times >= 1)
        times = 1;
    resize_by(width, height, times, options->keeps_size ? 1 : MIN_SIDE);
}

/* Shows all windows together, so that none waits for another's renderer. A
   screensaver's window belongs to its host, which shows it. */
static void show_windows(Screen *screen)
{
    for (int i = 0; i < screen->count; i++) {
        SDL_Window *window = screen->windows[i].window;

        if ((SDL_GetWindowFlags(window) & SDL_WINDOW_FOREIGN) == 0 &&
            !screen->windows[i].presenter->shows_itself)
            SDL_ShowWindow(window);
        if (screen->windows[i].is_wallpaper)
            x11_wallpaper_lower(window);
    }
}

static int open_window(Screen *screen, const DisplayOptions *options, int width,
                       int height, Error *error)
{
    int middle = (int)SDL_WINDOWPOS_CENTERED_DISPLAY((Uint32)options->index);
    SDL_Rect place;

    if (options->index >= SDL_GetNumVideoDisplays())
        return error_set(error, "--display", "the number of displays is %d",
                         SDL_GetNumVideoDisplays());
    fit_window(options, &width, &height);
    place = (SDL_Rect){middle, middle, width, height};
    if (screen_window_open(&screen->windows[0], options, &place,
                           SDL_WINDOW_RESIZABLE, error) != 0)
        return -1;
    screen->count = 1;
    return 0;
}

/* Gives a hidden window of the desktop another size, in the middle. */
static void resize_window(SDL_Window *window, const DisplayOptions *options,
                          int width, int height)
{
    int middle = (int)SDL_WINDOWPOS_CENTERED_DISPLAY((Uint32)options->index);
    int old_width, old_height;

    fit_window(options, &width, &height);
    SDL_GetWindowSize(window, &old_width, &old_height);
    if (width == old_width && height == old_height)
        return;
    SDL_SetWindowSize(window, width, height);
    SDL_SetWindowPosition(window, middle, middle);
}

static void close_windows(Screen *screen)
{
    for (int i = 0; i < screen->count; i++)
        screen_window_close(&screen->windows[i]);
    screen->count = 0;
}

static int open_windows(Screen *screen, const DisplayOptions *options,
                        const Displays *displays, Error *error)
{
    Uint32 flags = options->is_wallpaper
                       ? SDL_WINDOW_BORDERLESS | SDL_WINDOW_SKIP_TASKBAR
                       : SDL_WINDOW_RESIZABLE | SDL_WINDOW_FULLSCREEN_DESKTOP;

    for (int i = 0; i < displays->count; i++) {
        ScreenWindow *window = &screen->windows[screen->count];
        const SDL_Rect *bounds = &displays->bounds[i];

        if (screen_window_open(window, options, bounds, flags, error) == 0) {
            window->bounds = *bounds;
            screen->count++;
        }
    }
    return screen->count == displays->count ? 0 : -1;
}

int screen_fill(Screen *screen, const DisplayOptions *options,
                const Displays *displays, Error *error)
{
    int result;

    close_windows(screen);
    result = open_windows(screen, options, displays, error);
    show_windows(screen);
    return result;
}

int screen_prepare(Screen *screen, const DisplayOptions *options,
                   const Displays *displays, int width, int height,
                   Error *error)
{
    int result;

    memset(screen, 0, sizeof *screen);
    screen->min_width = options->min_width;
    screen->min_height = options->min_height;
    screen->fills = displays != NULL;
    if (video_start(options, error) != 0)
        return -1;
    screen->is_open = 1;
    result = displays != NULL
                 ? open_windows(screen, options, displays, error)
                 : open_window(screen, options, width, height, error);
    if (result != 0)
        screen_close(screen);
    return result;
}

void screen_show(Screen *screen, const DisplayOptions *options, int width,
                 int height)
{
    SDL_Window *first = screen->windows[0].window;

    if ((SDL_GetWindowFlags(first) &
         (SDL_WINDOW_FOREIGN | SDL_WINDOW_FULLSCREEN)) == 0)
        resize_window(first, options, width, height);
    SDL_GetWindowSize(first, &screen->first_width, &screen->first_height);
    if (options->fullscreen && !screen_is_fullscreen(screen))
        screen_toggle_fullscreen(screen);
    show_windows(screen);
}

void screen_close(Screen *screen)
{
    if (!screen->is_open)
        return;
    close_windows(screen);
    video_stop();
    memset(screen, 0, sizeof *screen);
}

/* Sets the areas: the places of the displays, from (0, 0) on. */
static void lay_out(Screen *screen)
{
    Displays displays = {0};
    SDL_Rect all;

    for (int i = 0; i < screen->count; i++)
        displays_add(&displays, &screen->windows[i].bounds);
    all = displays_union(&displays);
    for (int i = 0; i < screen->count; i++) {
        ScreenWindow *window = &screen->windows[i];

        window->area = window->bounds;
        window->area.x -= all.x;
        window->area.y -= all.y;
    }
    screen->width = min_int(all.w, RIPPLE_MAX_SIZE);
    screen->height = min_int(all.h, RIPPLE_MAX_SIZE);
}

/* Other programs can give a window any size, and one of 32767x32767 needs 4 GB:
   what neither fits the displays nor was asked for is taken back. SDL gives no
   size to a window in full screen. */
static void limit_size(const Screen *screen, SDL_Window *window)
{
    Uint32 flags = SDL_GetWindowFlags(window);
    Displays displays;
    SDL_Rect all;
    int width, height;

    displays_read(&displays);
    all = displays_union(&displays);
    all.w = max_int(all.w, screen->first_width);
    all.h = max_int(all.h, screen->first_height);
    SDL_GetWindowSize(window, &width, &height);
    if ((width <= all.w && height <= all.h) ||
        (flags & SDL_WINDOW_FOREIGN) != 0)
        return;
    SDL_SetWindowFullscreen(window, 0);
    SDL_SetWindowSize(window, min_int(width, all.w), min_int(height, all.h));
    SDL_SetWindowFullscreen(window, flags & SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void screen_measure(Screen *screen)
{
    ScreenWindow *first = &screen->windows[0];

    screen->dirty = 1;
    for (int i = 0; i < screen->count; i++)
        limit_size(screen, screen->windows[i].window);
    for (int i = 0; i < screen->count; i++)
        screen_window_measure(&screen->windows[i]);
    if (screen->count > 1) {
        lay_out(screen);
        return;
    }
    screen->width = first->width;
    screen->height = first->height;
    first->area = (SDL_Rect){0, 0, first->width, first->height};
}

/* The side of the square that shows a pixel of a frame. */
static int find_square(const Screen *screen)
{
    return screen->min_width > 0
               ? max_int(min_int(screen->width / screen->min_width,
                                 screen->height / screen->min_height),
                         1)
               : 1;
}

void screen_choose_size(const Screen *screen, int *width, int *height)
{
    int square = find_square(screen);

    *width = (screen->width + square - 1) / square;
    *height = (screen->height + square - 1) / square;
}

static int scale(int position, int to, int from)
{
    return (int)((int64_t)position * to / from);
}

/* The part of the frame that a window gets: the one in its area, or the whole
   frame if squares show it. */
static SDL_Rect find_part(const Screen *screen, const ScreenWindow *window,
                          const RipplePixels *frame)
{
    const SDL_Rect *area = &window->area;
    int left, top, right, bottom;

    if (screen->count == 1 || screen->min_width > 0)
        return (SDL_Rect){0, 0, frame->width, frame->height};
    left = scale(area->x, frame->width, screen->width);
    top = scale(area->y, frame->height, screen->height);
    right = scale(area->x + area->w, frame->width, screen->width);
    bottom = scale(area->y + area->h, frame->height, screen->height);
    left = min_int(left, frame->width - 1);
    top = min_int(top, frame->height - 1);
    return (SDL_Rect){left, top,
                      max_int(min_int(right, frame->width) - left, 1),
                      max_int(min_int(bottom, frame->height) - top, 1)};
}

int screen_resize(Screen *screen, const RipplePixels *frame, Error *error)
{
    for (int i = 0; i < screen->count; i++) {
        ScreenWindow *window = &screen->windows[i];
        SDL_Rect part = find_part(screen, window, frame);
        RipplePixels shape = {
            .width = part.w, .height = part.h, .format = frame->format};

        if (window->presenter->resize(window->self, &shape,
                                      screen->min_width > 0, error) != 0)
            return -1;
        window->part = part;
    }
    screen->frame_width = frame->width;
    screen->frame_height = frame->height;
    return 0;
}

const RipplePixels *screen_lend(const Screen *screen)
{
    const ScreenWindow *first = &screen->windows[0];

    return screen->count == 1 && first->presenter->lend != NULL
               ? first->presenter->lend(first->self)
               : NULL;
}

int screen_takes_textures(const Screen *screen)
{
    return screen->count == 1 &&
           screen->windows[0].presenter->use_texture != NULL;
}

void screen_use_texture(Screen *screen, unsigned texture, int is_new)
{
    const ScreenWindow *first = &screen->windows[0];

    first->presenter->use_texture(first->self, texture);
    screen->dirty |= is_new;
}

void screen_reset(Screen *screen)
{
    for (int i = 0; i < screen->count; i++) {
        screen->windows[i].presenter->reset(screen->windows[i].self);
        canvas_clear(screen->windows[i].canvas);
    }
}

static void upload(const ScreenWindow *window, const RipplePixels *frame,
                   const RippleRect *rect)
{
    int pitch = (int)(frame->stride * ripple_pixel_size(frame->format));
    SDL_Rect changed = {rect->x, rect->y, rect->width, rect->height}, shown;
    const void *pixels;

    if (!SDL_IntersectRect(&changed, &window->part, &shown))
        return;
    pixels = pixel_buffer_at(frame, shown.x, shown.y);
    shown.x -= window->part.x;
    shown.y -= window->part.y;
    window->presenter->upload(window->self, &shown, pixels, pitch);
}

void screen_upload(Screen *screen, const RipplePixels *frame,
                   const RippleRect *rects, int count)
{
    screen->dirty |= count > 0;
    for (int i = 0; i < screen->count; i++) {
        for (int k = 0; k < count; k++)
            upload(&screen->windows[i], frame, &rects[k]);
    }
}

/* The frame's place on the screen: all of it, or squares around its middle.
   Outer squares may reach outside. */
static SDL_Rect find_frame(const Screen *screen)
{
    SDL_Rect rect = {0, 0, screen->width, screen->height};
    int square = find_square(screen);

    if (screen->min_width == 0)
        return rect;
    rect.w = screen->frame_width * square;
    rect.h = screen->frame_height * square;
    rect.x = (screen->width - rect.w) / 2;
    rect.y = (screen->height - rect.h) / 2;
    return rect;
}

static void present(const Screen *screen, ScreenWindow *window, uint64_t now_ns)
{
    SDL_Rect frame = find_frame(screen), area = window->area, target;

    if (screen->min_width > 0)
        target = (SDL_Rect){scale(frame.x - area.x, window->width, area.w),
                            scale(frame.y - area.y, window->height, area.h),
                            scale(frame.w, window->width, area.w),
                            scale(frame.h, window->height, area.h)};
    screen_window_present(window, screen->min_width > 0 ? &target : NULL,
                          now_ns);
}

void screen_present(Screen *screen, uint64_t now_ns)
{
    for (int i = 0; i < screen->count; i++) {
        if (!screen_window_is_hidden(&screen->windows[i], now_ns))
            present(screen, &screen->windows[i], now_ns);
    }
    screen->dirty = 0;
}

int screen_find_window(const Screen *screen, Uint32 id)
{
    for (int i = 0; i < screen->count; i++) {
        if (SDL_GetWindowID(screen->windows[i].window) == id)
            return i;
    }
    return -1;
}

void screen_find_place(const Screen *screen, int index, ScreenPlace *place)
{
    const ScreenWindow *window = &screen->windows[index];
    SDL_Rect frame = find_frame(screen);
    int width, height;
    double unit_x, unit_y;

    SDL_GetWindowSize(window->window, &width, &height);
    unit_x = (double)width / window->area.w;
    unit_y = (double)height / window->area.h;
    *place = (ScreenPlace){(frame.x - window->area.x) * unit_x,
                           (frame.y - window->area.y) * unit_y,
                           frame.w * unit_x,
                           frame.h * unit_y,
                           width,
                           height};
}

int screen_is_hidden(Screen *screen, uint64_t now_ns)
{
    for (int i = 0; i < screen->count; i++) {
        if (!screen_window_is_hidden(&screen->windows[i], now_ns))
            return 0;
    }
    return 1;
}

void screen_set_hidden(Screen *screen, int window, int hidden)
{
    screen->windows[window].hidden = hidden;
    screen->dirty = 1;
}

void screen_handle_system(Screen *screen, const SDL_SysWMEvent *event)
{
    for (int i = 0; i < screen->count; i++)
        screen_window_handle(&screen->windows[i], event);
}

int screen_has_window(const Screen *screen, unsigned long id)
{
    int result = 0;

    for (int i = 0; i < COUNT(screen->windows); i++)
        result |= screen->windows[i].x11_id == id;
    return result;
}

int screen_refresh_rate(const Screen *screen)
{
    int rate = 0;

    for (int i = 0; i < screen->count; i++) {
        int display = SDL_GetWindowDisplayIndex(screen->windows[i].window);
        SDL_DisplayMode mode = {0};

        SDL_GetCurrentDisplayMode(display, &mode);
        rate = max_int(rate, mode.refresh_rate > 0 ? mode.refresh_rate
                                                   : DEFAULT_REFRESH_RATE);
    }
    return rate;
}

int screen_set_vsync(Screen *screen, int vsync)
{
    int waits = vsync;

    for (int i = 0; i < screen->count; i++) {
        const ScreenWindow *window = &screen->windows[i];

        waits &= window->presenter->set_vsync != NULL &&
                 window->presenter->set_vsync(window->self, vsync);
    }
    return waits;
}

void screen_step_aside(Screen *screen, int is_aside)
{
    for (int i = 0; i < screen->count; i++) {
        SDL_Window *window = screen->windows[i].window;
        int x, y;

        SDL_GetWindowPosition(window, &x, &y);
        if (is_aside)
            SDL_HideWindow(window);
        else
            SDL_ShowWindow(window);
        SDL_SetWindowPosition(window, x, y);
    }
}

int screen_is_fullscreen(const Screen *screen)
{
    Uint32 flags = SDL_GetWindowFlags(screen->windows[0].window);

    return (flags & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}

/* SDL asks the window manager to fill the display; without one the window must
   do so itself, and go back. */
static void place_unmanaged(Screen *screen, SDL_Window *window, int is_full)
{
    SDL_Rect *old = &screen->windowed, place = *old;

    *old = (SDL_Rect){0};
    if (is_full && !x11_is_managed(window) &&
        SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(window), &place) == 0) {
        SDL_GetWindowPosition(window, &old->x, &old->y);
        SDL_GetWindowSize(window, &old->w, &old->h);
    }
    if (SDL_RectEmpty(&place))
        return;
    SDL_SetWindowSize(window, place.w, place.h);
    SDL_SetWindowPosition(window, place.x, place.y);
}

/* SDL moves no window while it is in full screen. */
int screen_toggle_fullscreen(Screen *screen)
{
    SDL_Window *window = screen->windows[0].window;

    if (screen->count > 1)
        return -1;
    if (screen_is_fullscreen(screen)) {
        SDL_SetWindowFullscreen(window, 0);
        place_unmanaged(screen, window, 0);
    } else {
        place_unmanaged(screen, window, 1);
        SDL_SetWindowFullscreen(window, SDL_WINDOW_FULLSCREEN_DESKTOP);
    }
    return 0;
}

int screen_to_pixel(double position)
{
    if (!(position > -RIPPLE_MAX_SIZE))
        return -RIPPLE_MAX_SIZE;
    return (int)floor(fmin(position, 2.0 * RIPPLE_MAX_SIZE));
}

SDL_Point screen_find_pixel(const Screen *screen, int window, double x,
                            double y)
{
    const ScreenWindow *shown = &screen->windows[window];
    int width, height;

    SDL_GetWindowSize(shown->window, &width, &height);
    return (SDL_Point){screen_to_pixel(x * shown->width / max_int(width, 1)),
                       screen_to_pixel(y * shown->height / max_int(height, 1))};
}
