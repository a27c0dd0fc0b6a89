/* SPDX-License-Identifier: MIT */
/*
 * Places on the screen are pixels of the window where there is one, and units
 * of the desktop where panes fill several displays, whose pixels may differ
 * in size: what such a pane shows is scaled to its own pixels when presented.
 */
#include "app/present/screen.h"

#include "app/present/video.h"

#include <string.h>

#define DISPLAY_SHARE        0.9 /* of the display a new window may fill */
#define DEFAULT_REFRESH_RATE 60

/* Shrinks a size, proportions kept, until it fits the display. */
static void fit_display(int display, int *width, int *height)
{
    SDL_Rect usable;
    double shrink_x, shrink_y, shrink;

    if (SDL_GetDisplayUsableBounds(display, &usable) != 0)
        return;
    shrink_x = usable.w * DISPLAY_SHARE / *width;
    shrink_y = usable.h * DISPLAY_SHARE / *height;
    shrink = shrink_x < shrink_y ? shrink_x : shrink_y;
    if (shrink >= 1)
        return;
    *width = SDL_max((int)(*width * shrink), 1);
    *height = SDL_max((int)(*height * shrink), 1);
}

/* As many whole times as large as leaves some room on the display. */
static void enlarge(int display, int *width, int *height)
{
    SDL_Rect usable;
    double times_x, times_y;
    int times;

    if (SDL_GetDisplayUsableBounds(display, &usable) != 0)
        return;
    times_x = usable.w * DISPLAY_SHARE / *width;
    times_y = usable.h * DISPLAY_SHARE / *height;
    times = SDL_max((int)SDL_min(times_x, times_y), 1);
    *width *= times;
    *height *= times;
}

static int open_window(Screen *screen, const Options *options, int width,
                       int height, Report *report)
{
    int middle = (int)SDL_WINDOWPOS_CENTERED_DISPLAY((Uint32)options->display);
    Uint32 flags = SDL_WINDOW_RESIZABLE;
    SDL_Rect place;

    if (options->display >= SDL_GetNumVideoDisplays())
        return report_failure(report, "--display", "there are only %d",
                              SDL_GetNumVideoDisplays());
    if (options->fullscreen)
        flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (screen->enlarges)
        enlarge(options->display, &width, &height);
    if (options->width == 0)
        fit_display(options->display, &width, &height);
    place = (SDL_Rect){middle, middle, width, height};
    screen->panes[0] = pane_create(options, &place, flags, report);
    if (screen->panes[0] == NULL)
        return -1;
    screen->pane_count = 1;
    return 0;
}

/* Shows all at once, so that none waits for another's renderer. The window of
   a screensaver is for its host to show. */
static void show_panes(Screen *screen)
{
    for (int i = 0; i < screen->pane_count; i++) {
        SDL_Window *window = screen->panes[i]->window;

        if ((SDL_GetWindowFlags(window) & SDL_WINDOW_FOREIGN) == 0)
            SDL_ShowWindow(window);
    }
}

static void start(Screen *screen, const Options *options)
{
    memset(screen, 0, sizeof *screen);
    screen->enlarges = options->water.frame_width > 0;
}

int screen_open(Screen *screen, const Options *options, int width, int height,
                Report *report)
{
    start(screen, options);
    if (video_start(options, report) != 0)
        return -1;
    if (open_window(screen, options, width, height, report) != 0) {
        screen_close(screen);
        return -1;
    }
    show_panes(screen);
    return 0;
}

static void close_panes(Screen *screen)
{
    for (int i = 0; i < screen->pane_count; i++)
        pane_destroy(screen->panes[i]);
    screen->pane_count = 0;
}

static int open_pane(Screen *screen, const Options *options,
                     const SDL_Rect *bounds, Report *report)
{
    Pane *pane = pane_create(
        options, bounds, SDL_WINDOW_RESIZABLE | SDL_WINDOW_FULLSCREEN_DESKTOP,
        report);

    if (pane == NULL)
        return -1;
    pane->bounds = *bounds;
    screen->panes[screen->pane_count++] = pane;
    return 0;
}

int screen_fill(Screen *screen, const Options *options,
                const Displays *displays, Report *report)
{
    int result = 0;

    close_panes(screen);
    for (int i = 0; i < displays->count; i++) {
        if (open_pane(screen, options, &displays->bounds[i], report) != 0)
            result = -1;
    }
    show_panes(screen);
    return result;
}

int screen_open_on(Screen *screen, const Options *options,
                   const Displays *displays, Report *report)
{
    start(screen, options);
    screen->fills = 1;
    if (video_start(options, report) != 0)
        return -1;
    if (screen_fill(screen, options, displays, report) != 0) {
        screen_close(screen);
        return -1;
    }
    return 0;
}

void screen_close(Screen *screen)
{
    close_panes(screen);
    video_stop();
    memset(screen, 0, sizeof *screen);
}

/* Lays the panes beside each other as the displays are. */
static void lay_out(Screen *screen)
{
    Displays displays = {0};
    SDL_Rect all;

    for (int i = 0; i < screen->pane_count; i++)
        displays_add(&displays, &screen->panes[i]->bounds);
    all = displays_union(&displays);
    for (int i = 0; i < screen->pane_count; i++) {
        Pane *pane = screen->panes[i];

        pane->area = pane->bounds;
        pane->area.x -= all.x;
        pane->area.y -= all.y;
    }
    screen->width = SDL_min(all.w, RIPPLE_MAX_SIZE);
    screen->height = SDL_min(all.h, RIPPLE_MAX_SIZE);
}

void screen_measure(Screen *screen)
{
    Pane *first = screen->panes[0];

    for (int i = 0; i < screen->pane_count; i++)
        pane_measure(screen->panes[i]);
    if (screen->pane_count > 1) {
        lay_out(screen);
        return;
    }
    screen->width = first->width;
    screen->height = first->height;
    first->area = (SDL_Rect){0, 0, first->width, first->height};
}

static int scale(int position, int to, int from)
{
    return (int)((int64_t)position * to / from);
}

/* What a pane holds of the frame: what it shows, or, where that is enlarged,
   all of it. */
static RippleRect find_part(const Screen *screen, const Pane *pane,
                            const RipplePixels *frame)
{
    const SDL_Rect *area = &pane->area;
    int left, top, right, bottom;

    if (screen->pane_count == 1 || screen->enlarges)
        return (RippleRect){0, 0, frame->width, frame->height};
    left = scale(area->x, frame->width, screen->width);
    top = scale(area->y, frame->height, screen->height);
    right = scale(area->x + area->w, frame->width, screen->width);
    bottom = scale(area->y + area->h, frame->height, screen->height);
    left = SDL_min(left, frame->width - 1);
    top = SDL_min(top, frame->height - 1);
    return (RippleRect){left, top,
                        SDL_max(SDL_min(right, frame->width) - left, 1),
                        SDL_max(SDL_min(bottom, frame->height) - top, 1)};
}

int screen_make_texture(Screen *screen, const RipplePixels *frame,
                        Report *report)
{
    for (int i = 0; i < screen->pane_count; i++) {
        Pane *pane = screen->panes[i];
        RippleRect part = find_part(screen, pane, frame);

        if (pane_make_texture(pane, frame, &part, screen->enlarges, report) !=
            0)
            return -1;
    }
    screen->frame_width = frame->width;
    screen->frame_height = frame->height;
    return 0;
}

void screen_upload(Screen *screen, const RipplePixels *frame,
                   const RippleRect *rects, int count)
{
    screen->dirty |= count > 0;
    for (int i = 0; i < screen->pane_count; i++) {
        for (int k = 0; k < count; k++)
            pane_upload(screen->panes[i], frame, &rects[k]);
    }
}

void screen_set_layer(Screen *screen, Layer layer, const Overlay *overlay)
{
    screen->dirty = 1;
    pane_set_layer(screen->panes[0], layer, overlay);
}

/*
 * Where the frame is shown, on the screen: in all of it, or enlarged
 * by a whole number in its middle; where even once is too large, as much
 * smaller as it must be.
 */
static SDL_Rect find_frame(const Screen *screen)
{
    SDL_Rect rect = {0, 0, screen->width, screen->height};
    double width = screen->frame_width, height = screen->frame_height;
    double scale = SDL_min(rect.w / width, rect.h / height);

    if (!screen->enlarges)
        return rect;
    if (scale > 1)
        scale = (int)scale;
    rect.w = SDL_max((int)(width * scale), 1);
    rect.h = SDL_max((int)(height * scale), 1);
    rect.x = (screen->width - rect.w) / 2;
    rect.y = (screen->height - rect.h) / 2;
    return rect;
}

static void present_enlarged(const Screen *screen, Pane *pane, uint64_t now_ns)
{
    SDL_Rect frame = find_frame(screen), area = pane->area;
    SDL_Rect target = {scale(frame.x - area.x, pane->width, area.w),
                       scale(frame.y - area.y, pane->height, area.h),
                       scale(frame.w, pane->width, area.w),
                       scale(frame.h, pane->height, area.h)};

    pane_present(pane, &target, now_ns);
}

static int is_unseen(Pane *pane, uint64_t now_ns)
{
    return pane->hidden || seen_is_covered(&pane->seen, now_ns);
}

void screen_present(Screen *screen, uint64_t now_ns)
{
    for (int i = 0; i < screen->pane_count; i++) {
        Pane *pane = screen->panes[i];

        if (is_unseen(pane, now_ns))
            continue;
        if (screen->enlarges)
            present_enlarged(screen, pane, now_ns);
        else
            pane_present(pane, NULL, now_ns);
    }
    screen->dirty = 0;
}

int screen_find_pane(const Screen *screen, Uint32 id)
{
    for (int i = 0; i < screen->pane_count; i++) {
        if (SDL_GetWindowID(screen->panes[i]->window) == id)
            return i;
    }
    return -1;
}

void screen_find_place(const Screen *screen, int index, ScreenPlace *place)
{
    const Pane *pane = screen->panes[index];
    SDL_Rect frame = find_frame(screen);
    int width, height;
    double unit_x, unit_y;

    SDL_GetWindowSize(pane->window, &width, &height);
    unit_x = (double)width / pane->area.w;
    unit_y = (double)height / pane->area.h;
    *place = (ScreenPlace){(frame.x - pane->area.x) * unit_x,
                           (frame.y - pane->area.y) * unit_y,
                           frame.w * unit_x,
                           frame.h * unit_y,
                           width,
                           height};
}

int screen_is_hidden(Screen *screen, uint64_t now_ns)
{
    for (int i = 0; i < screen->pane_count; i++) {
        if (!is_unseen(screen->panes[i], now_ns))
            return 0;
    }
    return 1;
}

void screen_handle_system(Screen *screen, const SDL_SysWMEvent *event)
{
    for (int i = 0; i < screen->pane_count; i++)
        seen_handle(&screen->panes[i]->seen, event);
}

static int find_refresh_rate(SDL_Window *window)
{
    SDL_DisplayMode mode;
    int display = SDL_GetWindowDisplayIndex(window);

    if (display < 0 || SDL_GetCurrentDisplayMode(display, &mode) != 0 ||
        mode.refresh_rate <= 0)
        return DEFAULT_REFRESH_RATE;
    return mode.refresh_rate;
}

int screen_refresh_rate(const Screen *screen)
{
    int rate = 0;

    for (int i = 0; i < screen->pane_count; i++)
        rate = SDL_max(rate, find_refresh_rate(screen->panes[i]->window));
    return rate;
}

void screen_set_vsync(Screen *screen, int vsync)
{
    for (int i = 0; i < screen->pane_count; i++)
        SDL_RenderSetVSync(screen->panes[i]->renderer, vsync);
}

int screen_toggle_fullscreen(Screen *screen)
{
    SDL_Window *window = screen->panes[0]->window;
    Uint32 full = SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN_DESKTOP;

    if (screen->pane_count > 1)
        return -1;
    SDL_SetWindowFullscreen(window,
                            full != 0 ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
    return 0;
}
