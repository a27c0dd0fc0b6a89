/* SPDX-License-Identifier: MIT */
#include "app/present/presenter.h"

#include "base/fixed.h"
#include "app/platform/x11.h"
#include "host/pixel_buffer.h"

#include <stdlib.h>

static SDL_Window *make_window(const DisplayOptions *options,
                               const SDL_Rect *place, Uint32 flags)
{
    SDL_Window *window;

    if (options->is_saver)
        return x11_adopt_window(options->window_id);
    window =
        SDL_CreateWindow("ripple", place->x, place->y, place->w, place->h,
                         flags | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN);
    if (window != NULL)
        SDL_SetWindowMinimumSize(window, 1, 1);
    return window;
}

Presenter *presenter_create(const DisplayOptions *options,
                            const SDL_Rect *place, Uint32 flags, Error *error)
{
    Presenter *presenter = calloc(1, sizeof *presenter);

    if (presenter == NULL) {
        error_set(error, "window", "not enough memory");
        return NULL;
    }
    presenter->window = make_window(options, place, flags);
    if (presenter->window == NULL)
        error_set(error, "window", "%s", SDL_GetError());
    else
        presenter->renderer =
            video_create_renderer(presenter->window, options, error);
    if (presenter->renderer == NULL) {
        presenter_destroy(presenter);
        return NULL;
    }
    if (!options->is_saver) /* a saver's host ends it when it is not needed */
        visibility_watch(&presenter->visibility, presenter->window);
    return presenter;
}

/* SDL leaves what is NULL alone. */
void presenter_destroy(Presenter *presenter)
{
    for (int i = 0; i < LAYER_COUNT; i++)
        presenter_set_layer(presenter, (Layer)i, NULL);
    SDL_DestroyTexture(presenter->texture);
    SDL_DestroyRenderer(presenter->renderer);
    visibility_end(&presenter->visibility);
    x11_ignore_late_events();
    SDL_DestroyWindow(presenter->window);
    free(presenter);
}

/* 1 to the limit; a limit of 0 is none. */
static int limit_side(int side, int limit)
{
    if (limit <= 0 || limit > RIPPLE_MAX_SIZE)
        limit = RIPPLE_MAX_SIZE;
    return clamp_int(side, 1, limit);
}

void presenter_measure(Presenter *presenter)
{
    SDL_RendererInfo info = {0};
    int width, height;

    if (SDL_GetRendererOutputSize(presenter->renderer, &width, &height) != 0)
        SDL_GetWindowSize(presenter->window, &width, &height);
    SDL_GetRendererInfo(presenter->renderer, &info);
    presenter->width = limit_side(width, info.max_texture_width);
    presenter->height = limit_side(height, info.max_texture_height);
}

int presenter_make_texture(Presenter *presenter, const RipplePixels *frame,
                           const RippleRect *part, int is_sharp, Error *error)
{
    Uint32 format = frame->format == RIPPLE_FORMAT_RGB565
                        ? SDL_PIXELFORMAT_RGB565
                        : SDL_PIXELFORMAT_ARGB8888;
    SDL_Texture *texture = SDL_CreateTexture(presenter->renderer, format,
                                             SDL_TEXTUREACCESS_STREAMING,
                                             part->width, part->height);

    if (texture == NULL)
        return error_set(error, "texture", "%s", SDL_GetError());
    SDL_DestroyTexture(presenter->texture);
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_NONE);
    if (is_sharp)
        SDL_SetTextureScaleMode(texture, SDL_ScaleModeNearest);
    presenter->texture = texture;
    presenter->part = *part;
    return 0;
}

void presenter_upload(Presenter *presenter, const RipplePixels *frame,
                      const RippleRect *rect)
{
    int pitch = (int)(frame->stride * ripple_pixel_size(frame->format));
    SDL_Rect part = {presenter->part.x, presenter->part.y,
                     presenter->part.width, presenter->part.height};
    SDL_Rect changed = {rect->x, rect->y, rect->width, rect->height}, shown;
    const void *pixels;

    if (!SDL_IntersectRect(&changed, &part, &shown))
        return;
    pixels = pixel_buffer_at(frame, shown.x, shown.y);
    shown.x -= part.x;
    shown.y -= part.y;
    SDL_UpdateTexture(presenter->texture, &shown, pixels, pitch);
}

static SDL_Texture *draw_layer(SDL_Renderer *renderer, const Panel *panel)
{
    size_t width = (size_t)panel->width, height = (size_t)panel->height;
    RipplePixels pixels = {.pixels = calloc(width * height, sizeof(uint32_t)),
                           .width = panel->width,
                           .height = panel->height,
                           .stride = width};
    SDL_Texture *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888,
                                             SDL_TEXTUREACCESS_STATIC,
                                             pixels.width, pixels.height);

    if (pixels.pixels != NULL && texture != NULL) {
        panel_draw(panel, &pixels);
        SDL_UpdateTexture(texture, NULL, pixels.pixels,
                          (int)(width * sizeof(uint32_t)));
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    }
    free(pixels.pixels);
    return texture;
}

void presenter_set_layer(Presenter *presenter, Layer layer, const Panel *panel)
{
    SDL_Texture **texture = &presenter->layers[layer];

    SDL_DestroyTexture(*texture);
    *texture = NULL;
    if (panel == NULL || panel->width == 0 || panel->height == 0)
        return;
    *texture = draw_layer(presenter->renderer, panel);
    presenter->layer_rects[layer] =
        (SDL_Rect){panel->x, panel->y, panel->width, panel->height};
}

void presenter_present(Presenter *presenter, const SDL_Rect *target,
                       uint64_t now_ns)
{
    if (target != NULL) {
        SDL_SetRenderDrawColor(presenter->renderer, 0, 0, 0, SDL_ALPHA_OPAQUE);
        SDL_RenderClear(presenter->renderer);
    }
    SDL_RenderCopy(presenter->renderer, presenter->texture, NULL, target);
    for (int i = 0; i < LAYER_COUNT; i++) {
        if (presenter->layers[i] != NULL)
            SDL_RenderCopy(presenter->renderer, presenter->layers[i], NULL,
                           &presenter->layer_rects[i]);
    }
    visibility_present(&presenter->visibility, now_ns);
    SDL_RenderPresent(presenter->renderer);
}
