/* SPDX-License-Identifier: MIT */
/*
 * The presenter that draws in the window's own surface, memory that the desktop
 * shows: shared with the X server where that is on this machine. It needs no
 * OpenGL, and lends the memory of its frame to be rendered in.
 *
 *     lend or upload     set_overlay, present
 *     frame  -------->  canvas  ------------->  window
 *              or the kept frame, scaled
 *
 * A frame of the window's size lies in the canvas itself and nowhere else. Any
 * other is kept and drawn in the canvas when it is presented. The overlay lies
 * over the canvas only while it is shown; what it covers is kept meanwhile.
 *
 * SDL's surface is good for one size of the window. When the size changes, the
 * memory stays until SDL_GetWindowSurface is called again, so that the frame
 * can be saved first.
 */
#include "app/presenter.h"

#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "media/surface.h"
#include "app/video.h"
#include "os/pixel_buffer.h"
#include "os/xalloc.h"

#include <stdlib.h>
#include <string.h>

#define CANVAS_FORMAT SDL_PIXELFORMAT_RGB888 /* its alpha is unused */
#define MAX_CHANGES   2048
#define HALF          (MIX_ONE / 2)

/* A frame that fills a rectangle of a picture, the target, which may reach
   outside of it. A pixel of the picture depends on frame and target alone, so
   parts that are drawn one by one fit together. */
typedef struct Stretch {
    RipplePixels frame, picture; /* ARGB8888 */
    int is_sharp; /* a pixel is that of the frame at its middle, else a mix of
                     the four around it */
    SDL_Rect target;
    int *columns; /* of scratch, as many as the picture is wide */
} Stretch;

typedef struct WindowSurface {
    SDL_Window *window;
    int width, height;    /* of the window that the surface is for */
    SDL_Surface *surface; /* the window's; NULL: none */
    SDL_Surface *canvas;  /* that, or our own if its format is another */
    Stretch stretch;      /* frame: the kept one; target: where it is drawn */
    RippleFormat format;  /* of what is uploaded */
    int is_direct;        /* the frame lies in the canvas */
    int is_stale;         /* all of the canvas must be drawn */
    int is_exposed;       /* the window may have lost what it showed */
    const Canvas *overlay;
    SDL_Surface *covered[CANVAS_RECTS]; /* by the overlay while it is shown */
    SDL_Rect changes[MAX_CHANGES];      /* of the canvas, to be shown */
    int count;
} WindowSurface;

/* Where the middle of pixel i of `count` lies among `size` others: the left of
   two pixels, times 256, and the share of the right one, 0..255; the share is 0
   if it is sharp. */
static int locate(int i, int count, int size, int is_sharp)
{
    if (is_sharp)
        return cell_of_pixel(i, count, size) * MIX_ONE;
    return (int)clamp_int64((2 * (int64_t)i + 1) * size * HALF / count - HALF,
                            0, (int64_t)(size - 1) * MIX_ONE);
}

static void draw_sharp(const Stretch *stretch, uint32_t *row, int count, int y)
{
    const uint32_t *from = pixel_buffer_row(&stretch->frame, y / MIX_ONE);

    for (int i = 0; i < count; i++)
        row[i] = from[stretch->columns[i] / MIX_ONE];
}

static void draw_smooth(const Stretch *stretch, uint32_t *row, int count, int y)
{
    const RipplePixels *frame = &stretch->frame;
    int top = y / MIX_ONE, share_y = y % MIX_ONE;
    const uint32_t *upper = pixel_buffer_row(frame, top);
    const uint32_t *lower =
        pixel_buffer_row(frame, min_int(top + 1, frame->height - 1));

    for (int i = 0; i < count; i++) {
        int left = stretch->columns[i] / MIX_ONE;
        int right = min_int(left + 1, frame->width - 1);
        uint32_t share = (uint32_t)(stretch->columns[i] % MIX_ONE);

        row[i] = mix_pixels(mix_pixels(upper[left], upper[right], share),
                            mix_pixels(lower[left], lower[right], share),
                            (uint32_t)share_y);
    }
}

/* Draws a part of the picture that lies in the target. An enlarged frame has
   equal rows: they are copied. */
static void stretch_draw(const Stretch *stretch, const SDL_Rect *part)
{
    const SDL_Rect *target = &stretch->target;
    const RipplePixels *frame = &stretch->frame;
    int has_own_size = target->w == frame->width && target->h == frame->height;
    int is_sharp = stretch->is_sharp || has_own_size, last = -1;

    for (int i = 0; i < part->w; i++)
        stretch->columns[i] =
            locate(part->x + i - target->x, target->w, frame->width, is_sharp);
    for (int y = part->y; y < part->y + part->h; y++) {
        uint32_t *row = pixel_buffer_row(&stretch->picture, y) + part->x;
        int from = locate(y - target->y, target->h, frame->height, is_sharp);

        if (from == last)
            memcpy(row, row - stretch->picture.stride,
                   (size_t)part->w * sizeof *row);
        else if (is_sharp)
            draw_sharp(stretch, row, part->w, from);
        else
            draw_smooth(stretch, row, part->w, from);
        last = from;
    }
}

/* Where `place` of `size` pixels lies among `count` others, rounded down. */
static int scale_down(int place, int size, int count)
{
    return (int)((int64_t)place * count / size);
}

/* A rectangle around all that a rectangle of the frame can change; it may reach
   outside of picture and target. A pixel of the frame reaches half a pixel
   farther where it is mixed, and one more of the picture is for rounding. */
static SDL_Rect stretch_map(const Stretch *stretch, const SDL_Rect *rect)
{
    const SDL_Rect *target = &stretch->target;
    const RipplePixels *frame = &stretch->frame;
    int left = scale_down(rect->x - 1, frame->width, target->w) - 1;
    int top = scale_down(rect->y - 1, frame->height, target->h) - 1;
    int right = scale_down(rect->x + rect->w + 1, frame->width, target->w) + 1;
    int bottom =
        scale_down(rect->y + rect->h + 1, frame->height, target->h) + 1;

    return (SDL_Rect){target->x + left, target->y + top, right - left,
                      bottom - top};
}

SETTING_WORDS(name_renderer, "surface")

/* Of the window, in pixels. */
static void measure(const void *self, int *width, int *height)
{
    const WindowSurface *shown = self;

#if SDL_VERSION_ATLEAST(2, 26, 0)
    SDL_GetWindowSizeInPixels(shown->window, width, height);
#else
    SDL_GetWindowSize(shown->window, width, height);
#endif
}

/* Notes that a part of the canvas must be shown; if they are too many, all. */
static void add_change(WindowSurface *shown, const SDL_Rect *rect)
{
    SDL_Rect all = {0, 0, shown->stretch.picture.width,
                    shown->stretch.picture.height};

    if (shown->count > 0 && SDL_RectEquals(&shown->changes[0], &all))
        return;
    if (shown->count == MAX_CHANGES) {
        shown->count = 0;
        rect = &all;
    }
    if (SDL_IntersectRect(&all, rect, &shown->changes[shown->count]))
        shown->count++;
}

/* Keeps a frame that lies in the canvas; without memory it is lost. */
static void keep_frame(WindowSurface *shown)
{
    RipplePixels *frame = &shown->stretch.frame;

    if (!shown->is_direct)
        return;
    if (pixel_buffer_init(frame, shown->canvas->w, shown->canvas->h,
                          RIPPLE_FORMAT_ARGB8888) == 0)
        ripple_copy_pixels(&shown->stretch.picture, frame);
    shown->is_direct = 0;
    shown->is_stale = 1;
}

static void drop_canvas(WindowSurface *shown)
{
    if (shown->canvas != shown->surface)
        SDL_FreeSurface(shown->canvas);
    free(shown->stretch.columns);
    shown->surface = shown->canvas = NULL;
    shown->stretch.columns = NULL;
    shown->stretch.picture = (RipplePixels){0};
    shown->count = 0;
}

/* Makes the canvas for the window's surface. Returns 0 or -1. */
static int make_canvas(WindowSurface *shown)
{
    SDL_Surface *surface = shown->surface;

    if (surface == NULL)
        return -1;
    shown->canvas = surface;
    if (surface->format->format != CANVAS_FORMAT)
        shown->canvas = SDL_CreateRGBSurfaceWithFormat(
            0, surface->w, surface->h, 32, CANVAS_FORMAT);
    shown->stretch.columns =
        xalloc_get((size_t)surface->w * sizeof *shown->stretch.columns);
    if (shown->canvas == NULL) {
        drop_canvas(shown);
        return -1;
    }
    shown->stretch.picture = surface_pixels(shown->canvas);
    shown->is_stale = 1;
    return 0;
}

/* Makes the canvas again unless it is for the window's present size. Returns 0,
   or -1 and there is none. */
static int follow_window(WindowSurface *shown)
{
    int width, height;

    measure(shown, &width, &height);
    if (shown->surface != NULL && width == shown->width &&
        height == shown->height)
        return 0;
    keep_frame(shown);
    drop_canvas(shown);
    shown->surface = SDL_GetWindowSurface(shown->window);
    shown->width = width;
    shown->height = height;
    return make_canvas(shown);
}

/* The desktop may have thrown away pixels of the window. */
static int watch_window(void *self, SDL_Event *event)
{
    WindowSurface *shown = self;

    if (event->type == SDL_WINDOWEVENT &&
        event->window.windowID == SDL_GetWindowID(shown->window) &&
        (event->window.event == SDL_WINDOWEVENT_EXPOSED ||
         event->window.event == SDL_WINDOWEVENT_SHOWN ||
         event->window.event == SDL_WINDOWEVENT_RESTORED ||
         event->window.event == SDL_WINDOWEVENT_MAXIMIZED))
        shown->is_exposed = 1;
    return 0;
}

static int open_surface(void **self, SDL_Window *window, const char *renderer,
                        Error *error)
{
    WindowSurface *shown;

    (void)renderer;
    if (video_use_framebuffer(window) != 0)
        return error_set(error, "--renderer",
                         "surface: windows of this desktop need OpenGL");
    shown = xalloc_get(sizeof *shown);
    shown->window = window;
    if (follow_window(shown) != 0) {
        error_set(error, "--renderer", "surface: %s", SDL_GetError());
        free(shown);
        return -1;
    }
    SDL_AddEventWatch(watch_window, shown);
    *self = shown;
    return 0;
}

/* How many rectangles the overlay has that fit the canvas. */
static int count_covered(const WindowSurface *shown)
{
    const Canvas *overlay = shown->overlay;

    return overlay != NULL && overlay->pixels.width == shown->canvas->w &&
                   overlay->pixels.height == shown->canvas->h
               ? overlay->shown.count
               : 0;
}

/* Lays a rectangle of the overlay over the canvas, and keeps what it covers. */
static void lay_rect(WindowSurface *shown, int i)
{
    const RippleRect *part = &shown->overlay->shown.rects[i];
    const RipplePixels *pixels = &shown->overlay->pixels;
    SDL_Rect rect = {part->x, part->y, part->width, part->height};
    SDL_Surface **covered = &shown->covered[i];
    SDL_Surface *over = SDL_CreateRGBSurfaceWithFormatFrom(
        pixel_buffer_row(pixels, rect.y) + rect.x, rect.w, rect.h, 32,
        (int)(pixels->stride * sizeof(uint32_t)), SDL_PIXELFORMAT_ARGB8888);

    if (*covered == NULL || (*covered)->w != rect.w ||
        (*covered)->h != rect.h) {
        SDL_FreeSurface(*covered);
        *covered = SDL_CreateRGBSurfaceWithFormat(0, rect.w, rect.h, 32,
                                                  CANVAS_FORMAT);
    }
    SDL_BlitSurface(shown->canvas, &rect, *covered, NULL);
    if (*covered != NULL)
        SDL_BlitSurface(over, NULL, shown->canvas, &rect);
    SDL_FreeSurface(over);
}

static void lay_overlay(WindowSurface *shown)
{
    for (int i = 0; i < count_covered(shown); i++)
        lay_rect(shown, i);
}

static void lift_overlay(const WindowSurface *shown)
{
    for (int i = 0; i < count_covered(shown); i++) {
        const RippleRect *part = &shown->overlay->shown.rects[i];
        SDL_Rect rect = {part->x, part->y, part->width, part->height};

        SDL_BlitSurface(shown->covered[i], NULL, shown->canvas, &rect);
    }
}

static void reset(void *self)
{
    WindowSurface *shown = self;

    for (int i = 0; i < CANVAS_RECTS; i++)
        SDL_FreeSurface(shown->covered[i]);
    memset(shown->covered, 0, sizeof shown->covered);
    pixel_buffer_clear(&shown->stretch.frame);
    shown->is_direct = 0;
    shown->is_stale = 1;
}

static void close_surface(void *self)
{
    WindowSurface *shown = self;

    SDL_DelEventWatch(watch_window, shown);
    reset(shown);
    drop_canvas(shown);
    free(shown);
}

static int resize(void *self, const RipplePixels *shape, int is_sharp,
                  Error *error)
{
    WindowSurface *shown = self;
    RipplePixels frame = {0};
    int width, height;

    measure(shown, &width, &height);
    if ((shape->width != width || shape->height != height) &&
        pixel_buffer_init(&frame, shape->width, shape->height,
                          RIPPLE_FORMAT_ARGB8888) != 0)
        return error_set(error, "frame", "not enough memory");
    pixel_buffer_clear(&shown->stretch.frame);
    shown->is_direct = 0;
    if (follow_window(shown) != 0 ||
        (frame.pixels == NULL && (shown->canvas->w != shape->width ||
                                  shown->canvas->h != shape->height))) {
        pixel_buffer_clear(&frame);
        return error_set(error, "window", "%s", SDL_GetError());
    }
    shown->stretch.frame = frame;
    shown->stretch.is_sharp = is_sharp;
    shown->format = shape->format;
    shown->is_direct = frame.pixels == NULL;
    shown->is_stale = 1;
    if (shown->is_direct)
        SDL_FillRect(shown->canvas, NULL, 0);
    else
        pixel_buffer_occupy(&frame);
    return 0;
}

static const RipplePixels *find_frame(const WindowSurface *shown)
{
    return shown->is_direct ? &shown->stretch.picture : &shown->stretch.frame;
}

static const RipplePixels *lend(const void *self)
{
    const WindowSurface *shown = self;
    const RipplePixels *frame = find_frame(shown);

    return frame->pixels != NULL && shown->format == RIPPLE_FORMAT_ARGB8888
               ? frame
               : NULL;
}

static void upload(void *self, const SDL_Rect *rect, const void *pixels,
                   int pitch)
{
    WindowSurface *shown = self;
    const RipplePixels *frame = find_frame(shown);
    SDL_Rect changed = *rect;
    uint32_t *to;

    if (frame->pixels == NULL)
        return;
    if (!shown->is_direct)
        changed = stretch_map(&shown->stretch, rect);
    to = pixel_buffer_row(frame, rect->y) + rect->x;
    if (to != pixels)
        SDL_ConvertPixels(rect->w, rect->h,
                          shown->format == RIPPLE_FORMAT_RGB565
                              ? SDL_PIXELFORMAT_RGB565
                              : SDL_PIXELFORMAT_ARGB8888,
                          pixels, pitch, SDL_PIXELFORMAT_ARGB8888, to,
                          (int)(frame->stride * sizeof *to));
    add_change(shown, &changed);
}

static void set_overlay(void *self, const Canvas *canvas, RippleRect dirty)
{
    WindowSurface *shown = self;
    SDL_Rect rect = {dirty.x, dirty.y, dirty.width, dirty.height};

    shown->overlay = canvas;
    add_change(shown, &rect);
}

/* Draws a part of the kept frame. */
static void draw_part(WindowSurface *shown, const SDL_Rect *rect)
{
    SDL_Rect part;

    if (shown->stretch.frame.pixels == NULL ||
        !SDL_IntersectRect(&shown->canvas->clip_rect, &shown->stretch.target,
                           &part) ||
        !SDL_IntersectRect(&part, rect, &part))
        return;
    stretch_draw(&shown->stretch, &part);
}

/* Draws all of the canvas. A kept frame that fills it then lies in it. */
static void draw_all(WindowSurface *shown)
{
    RipplePixels *frame = &shown->stretch.frame;
    SDL_Rect all = shown->canvas->clip_rect;

    if (!shown->is_direct) {
        SDL_FillRect(shown->canvas, NULL, 0);
        draw_part(shown, &all);
    }
    if (frame->width == all.w && frame->height == all.h &&
        SDL_RectEquals(&shown->stretch.target, &all)) {
        pixel_buffer_clear(frame);
        shown->is_direct = 1;
    }
    shown->count = shown->is_stale = 0;
    add_change(shown, &all);
}

/* Brings the canvas up to date. */
static void draw(WindowSurface *shown, const SDL_Rect *target)
{
    SDL_Rect all = shown->canvas->clip_rect;

    if (target == NULL)
        target = &all;
    if (!SDL_RectEquals(target, &all))
        keep_frame(shown);
    shown->is_stale |= !SDL_RectEquals(target, &shown->stretch.target);
    shown->stretch.target = *target;
    if (shown->is_stale)
        draw_all(shown);
    for (int i = 0, count = shown->count; i < count && !shown->is_direct; i++)
        draw_part(shown, &shown->changes[i]);
}

/* Whether it is as quick to show all of the canvas: a rectangle of it takes the
   X server longer than its pixels do. */
static int has_changed_mostly(const WindowSurface *shown)
{
    int64_t size = 0;

    for (int i = 0; i < shown->count; i++)
        size += (int64_t)shown->changes[i].w * shown->changes[i].h;
    return size >= (int64_t)shown->canvas->w * shown->canvas->h * 2 / 3;
}

/* Shows what has changed of the canvas, or all. Returns 0, or -1 if the surface
   is not the window's any more. */
static int update(WindowSurface *shown)
{
    int count = shown->count;

    if (shown->count == 0 || shown->is_exposed || has_changed_mostly(shown)) {
        shown->changes[0] = shown->canvas->clip_rect;
        count = 1;
    }
    shown->count = shown->is_exposed = 0;
    for (int i = 0; i < count && shown->canvas != shown->surface; i++) {
        SDL_Rect place = shown->changes[i];

        SDL_BlitSurface(shown->canvas, &shown->changes[i], shown->surface,
                        &place);
    }
    return SDL_UpdateWindowSurfaceRects(shown->window, shown->changes, count);
}

static void present(void *self, const SDL_Rect *target)
{
    WindowSurface *shown = self;

    for (int tries = 0; tries < 2; tries++) {
        int result;

        if (follow_window(shown) != 0)
            return;
        draw(shown, target);
        lay_overlay(shown);
        result = update(shown);
        lift_overlay(shown);
        if (result == 0)
            return;
        keep_frame(shown);
        drop_canvas(shown);
    }
}

static int read_pixels(void *self, const RipplePixels *pixels)
{
    WindowSurface *shown = self;
    SDL_Surface *canvas = shown->canvas;
    int result;

    if (canvas == NULL || pixels->width > canvas->w ||
        pixels->height > canvas->h)
        return -1;
    lay_overlay(shown);
    result = SDL_ConvertPixels(pixels->width, pixels->height, CANVAS_FORMAT,
                               canvas->pixels, canvas->pitch,
                               SDL_PIXELFORMAT_ARGB8888, pixels->pixels,
                               (int)(pixels->stride * sizeof(uint32_t)));
    lift_overlay(shown);
    return result;
}

const Presenter surface_presenter = {
    .renderer = name_renderer,
    .open = open_surface,
    .close = close_surface,
    .measure = measure,
    .resize = resize,
    .lend = lend,
    .upload = upload,
    .set_overlay = set_overlay,
    .present = present,
    .read = read_pixels,
    .reset = reset,
};
