/* SPDX-License-Identifier: MIT */
#include "headless_presenter.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "../support.h"

#include <stdlib.h>
#include <string.h>

#define BLACK 0xff000000u

typedef struct Headless {
    SDL_Window *window; /* or NULL */
    RipplePixels frame, overlay;
    const Canvas *canvas;
    int draws;
    RipplePixels picture; /* what was presented last */
    int is_sharp;
} Headless;

static const char *name_renderer(int i)
{
    return i == 0 ? "headless" : NULL;
}

static int open_headless(void **self, SDL_Window *window, const char *renderer,
                         Error *error)
{
    Headless *headless = calloc(1, sizeof *headless);

    (void)renderer, (void)error;
    ck_assert_ptr_nonnull(headless);
    headless->window = window;
    *self = headless;
    return 0;
}

static const char *name(const void *self)
{
    (void)self;
    return name_renderer(0);
}

static void reset(void *self)
{
    Headless *headless = self;

    pixel_buffer_clear(&headless->frame);
    pixel_buffer_clear(&headless->overlay);
}

static void close_headless(void *self)
{
    Headless *headless = self;

    reset(headless);
    pixel_buffer_clear(&headless->picture);
    free(headless);
}

/* A pixel is a unit of the desktop. */
static void measure(const void *self, int *width, int *height)
{
    (void)self, (void)width, (void)height;
}

static void make_pixels(RipplePixels *pixels, int width, int height,
                        RippleFormat format)
{
    pixel_buffer_clear(pixels);
    EXPECT_OK(pixel_buffer_init(pixels, width, height, format));
    memset((void *)(uintptr_t)pixel_buffer_at(pixels, 0, 0), 0,
           pixels->stride * (size_t)height * ripple_pixel_size(format));
}

static int resize(void *self, const RipplePixels *shape, int is_sharp,
                  Error *error)
{
    Headless *headless = self;

    (void)error;
    make_pixels(&headless->frame, shape->width, shape->height, shape->format);
    headless->is_sharp = is_sharp;
    return 0;
}

static void upload(void *self, const SDL_Rect *rect, const void *pixels,
                   int pitch)
{
    const RipplePixels *frame = &((Headless *)self)->frame;
    size_t size = (size_t)rect->w * ripple_pixel_size(frame->format);

    EXPECT_INT(rect->x + rect->w, <=, frame->width);
    EXPECT_INT(rect->y + rect->h, <=, frame->height);
    if (pixels == pixel_buffer_at(frame, rect->x, rect->y))
        return;
    for (int y = 0; y < rect->h; y++)
        memcpy((void *)(uintptr_t)pixel_buffer_at(frame, rect->x, rect->y + y),
               (const char *)pixels + (size_t)y * (size_t)pitch, size);
}

/* Only in 32 bits, so that both ways are tested. */
static const RipplePixels *lend(const void *self)
{
    const RipplePixels *frame = &((const Headless *)self)->frame;

    return frame->format == RIPPLE_FORMAT_ARGB8888 && frame->pixels != NULL
               ? frame
               : NULL;
}

/* So that it is seen if somebody keeps pixels that were lent. */
static void move_frame(RipplePixels *frame)
{
    RipplePixels moved = {0};

    if (frame->width == 0)
        return;
    make_pixels(&moved, frame->width, frame->height, frame->format);
    EXPECT_OK(ripple_copy_pixels(frame, &moved));
    pixel_buffer_clear(frame);
    *frame = moved;
}

/* Copies what is dirty, so that it is seen if that is not all. */
static void set_overlay(void *self, const Canvas *canvas, RippleRect dirty)
{
    Headless *headless = self;
    const RipplePixels *pixels = &canvas->pixels;

    headless->canvas = canvas;
    headless->draws++;
    if (pixels->pixels == NULL) {
        pixel_buffer_clear(&headless->overlay);
        return;
    }
    if (headless->overlay.width != pixels->width ||
        headless->overlay.height != pixels->height)
        make_pixels(&headless->overlay, pixels->width, pixels->height,
                    RIPPLE_FORMAT_ARGB8888);
    for (int y = dirty.y; y < dirty.y + dirty.height; y++)
        memcpy(pixel_buffer_row(&headless->overlay, y) + dirty.x,
               pixel_buffer_row(pixels, y) + dirty.x,
               (size_t)dirty.width * sizeof(uint32_t));
}

/* The frame at a place in 1/256 pixels, between four pixels. */
static uint32_t sample(const RipplePixels *frame, int x, int y)
{
    int left = x >> 8, right = min_int(left + 1, frame->width - 1);
    const uint32_t *upper = pixel_buffer_row(frame, y >> 8);
    const uint32_t *lower =
        pixel_buffer_row(frame, min_int((y >> 8) + 1, frame->height - 1));
    uint32_t share = x & 255;

    return mix_pixels(mix_pixels(upper[left], upper[right], share),
                      mix_pixels(lower[left], lower[right], share), y & 255);
}

/* Where pixel i of `count` lies in `size` others: the middle of one, or a place
   in 1/256 pixels. */
static int scale(int i, int count, int size, int is_sharp)
{
    int64_t middle = (2 * (int64_t)i + 1) * size;

    if (is_sharp)
        return (int)(middle / (2 * count));
    return clamp_int((int)(middle * 128 / count) - 128, 0, (size - 1) * 256);
}

/* The frame in a rectangle of the picture, of which `shown` can be seen. */
static void draw_frame(const RipplePixels *frame, int is_sharp,
                       const RipplePixels *picture, const SDL_Rect *target,
                       const SDL_Rect *shown)
{
    int *from_x = malloc((size_t)shown->w * sizeof *from_x);

    ck_assert_ptr_nonnull(from_x);
    for (int x = 0; x < shown->w; x++)
        from_x[x] =
            scale(shown->x + x - target->x, target->w, frame->width, is_sharp);
    for (int y = shown->y; y < shown->y + shown->h; y++) {
        uint32_t *row = pixel_buffer_row(picture, y) + shown->x;
        int from_y = scale(y - target->y, target->h, frame->height, is_sharp);

        for (int x = 0; x < shown->w; x++)
            row[x] =
                BLACK | (is_sharp ? pixel_buffer_row(frame, from_y)[from_x[x]]
                                  : sample(frame, from_x[x], from_y));
    }
    free(from_x);
}

static void draw_target(const Headless *headless, const SDL_Rect *target)
{
    const RipplePixels *picture = &headless->picture;
    SDL_Rect all = {0, 0, picture->width, picture->height}, shown;
    RipplePixels copy;
    const RipplePixels *frame = pixel_buffer_widen(&headless->frame, &copy);
    int has_own_size = target->w == frame->width && target->h == frame->height;

    if (SDL_IntersectRect(&all, target, &shown))
        draw_frame(frame, headless->is_sharp || has_own_size, picture, target,
                   &shown);
    pixel_buffer_clear(&copy);
}

/* Two colours mixed by the alpha of the upper one. */
static uint32_t blend(uint32_t lower, uint32_t upper)
{
    uint32_t alpha = upper >> 24, colour = BLACK;

    for (int shift = 0; shift < 24; shift += 8)
        colour |= ((lower >> shift & 255) * (255 - alpha) +
                   (upper >> shift & 255) * alpha + 127) /
                      255
                  << shift;
    return colour;
}

static void draw_part(const Headless *headless, const RippleRect *part)
{
    const RipplePixels *overlay = &headless->overlay;
    const RipplePixels *picture = &headless->picture;

    if (overlay->width != picture->width || overlay->height != picture->height)
        return;
    for (int y = part->y; y < part->y + part->height; y++) {
        const uint32_t *from = pixel_buffer_row(overlay, y);
        uint32_t *row = pixel_buffer_row(picture, y);

        for (int x = part->x; x < part->x + part->width; x++)
            row[x] = blend(row[x], from[x]);
    }
}

static void present(void *self, const SDL_Rect *target)
{
    Headless *headless = self;
    RipplePixels *picture = &headless->picture;
    SDL_Rect all = {0, 0, headless->frame.width, headless->frame.height};

    if (headless->window != NULL)
        SDL_GetWindowSize(headless->window, &all.w, &all.h);
    if (all.w != picture->width || all.h != picture->height) {
        make_pixels(picture, all.w, all.h, RIPPLE_FORMAT_ARGB8888);
        move_frame(&headless->frame);
    }
    for (int y = 0; y < all.h; y++)
        for (int x = 0; x < all.w; x++)
            pixel_buffer_row(picture, y)[x] = BLACK;
    if (headless->frame.width > 0)
        draw_target(headless, target != NULL ? target : &all);
    for (int i = 0;
         headless->canvas != NULL && i < headless->canvas->shown.count; i++)
        draw_part(headless, &headless->canvas->shown.rects[i]);
}

static int read_pixels(void *self, const RipplePixels *pixels)
{
    RipplePixels part = ((Headless *)self)->picture;

    if (pixels->width > part.width || pixels->height > part.height)
        return -1;
    part.width = pixels->width;
    part.height = pixels->height;
    return ripple_copy_pixels(&part, pixels);
}

static int set_vsync(void *self, int vsync)
{
    (void)self;
    return vsync;
}

const Presenter headless_presenter = {
    .renderer = name_renderer,
    .open = open_headless,
    .close = close_headless,
    .name = name,
    .measure = measure,
    .resize = resize,
    .lend = lend,
    .upload = upload,
    .set_overlay = set_overlay,
    .present = present,
    .read = read_pixels,
    .reset = reset,
    .set_vsync = set_vsync,
};

static const Headless *find(const ScreenWindow *window)
{
    return window->presenter == &headless_presenter ? window->self : NULL;
}

int headless_count_draws(const ScreenWindow *window)
{
    const Headless *headless = find(window);

    return headless != NULL ? headless->draws : 0;
}
