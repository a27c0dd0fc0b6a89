/* SPDX-License-Identifier: MIT */
#include "app/present/presenter.h"

#include "app/platform/x11.h"
#include "host/pixel_buffer.h"
#include "app/present/sdl_renderer.h"

#include <stdlib.h>

static SDL_Window *make_window(const Options *options, const SDL_Rect *place,
                               Uint32 flags)
{
    SDL_Window *window;

    if (options->is_saver)
        return desktop_adopt(options->window_id);
    window =
        SDL_CreateWindow("ripple", place->x, place->y, place->w, place->h,
                         flags | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN);
    if (window != NULL)
        SDL_SetWindowMinimumSize(window, 1, 1);
    return window;
}

Pane *pane_create(const Options *options, const SDL_Rect *place, Uint32 flags,
                  Report *report)
{
    Pane *pane = calloc(1, sizeof *pane);

    if (pane == NULL) {
        report_failure(report, "window", "%s", "not enough memory");
        return NULL;
    }
    pane->window = make_window(options, place, flags);
    if (pane->window == NULL)
        report_failure(report, "window", "%s", SDL_GetError());
    else
        pane->renderer = renderer_create(pane->window, options, report);
    if (pane->renderer == NULL) {
        pane_destroy(pane);
        return NULL;
    }
    if (!options->is_saver) /* its host says when it is needed */
        seen_watch(&pane->seen, pane->window);
    return pane;
}

void pane_destroy(Pane *pane)
{
    for (int i = 0; i < LAYER_COUNT; i++)
        pane_set_layer(pane, (Layer)i, NULL);
    if (pane->water != NULL)
        SDL_DestroyTexture(pane->water);
    if (pane->renderer != NULL)
        SDL_DestroyRenderer(pane->renderer);
    seen_end(&pane->seen);
    desktop_pass_over_late_events();
    if (pane->window != NULL)
        SDL_DestroyWindow(pane->window);
    free(pane);
}

/* A limit of 0 means that there is none. */
static int limit_side(int side, int limit)
{
    if (limit <= 0 || limit > RIPPLE_MAX_SIZE)
        limit = RIPPLE_MAX_SIZE;
    return side < 1 ? 1 : side > limit ? limit : side;
}

void pane_measure(Pane *pane)
{
    SDL_RendererInfo info = {0};
    int width, height;

    if (SDL_GetRendererOutputSize(pane->renderer, &width, &height) != 0)
        SDL_GetWindowSize(pane->window, &width, &height);
    SDL_GetRendererInfo(pane->renderer, &info);
    pane->width = limit_side(width, info.max_texture_width);
    pane->height = limit_side(height, info.max_texture_height);
}

int pane_make_texture(Pane *pane, const RipplePixels *frame,
                      const RippleRect *part, int is_sharp, Report *report)
{
    Uint32 format = frame->format == RIPPLE_FORMAT_RGB565
                        ? SDL_PIXELFORMAT_RGB565
                        : SDL_PIXELFORMAT_ARGB8888;
    SDL_Texture *texture =
        SDL_CreateTexture(pane->renderer, format, SDL_TEXTUREACCESS_STREAMING,
                          part->width, part->height);

    if (texture == NULL)
        return report_failure(report, "texture", "%s", SDL_GetError());
    if (pane->water != NULL)
        SDL_DestroyTexture(pane->water);
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_NONE);
    if (is_sharp)
        SDL_SetTextureScaleMode(texture, SDL_ScaleModeNearest);
    pane->water = texture;
    pane->part = *part;
    return 0;
}

void pane_upload(Pane *pane, const RipplePixels *frame, const RippleRect *rect)
{
    int pitch = (int)(frame->stride * ripple_pixel_size(frame->format));
    SDL_Rect part = {pane->part.x, pane->part.y, pane->part.width,
                     pane->part.height};
    SDL_Rect whole = {rect->x, rect->y, rect->width, rect->height}, shown;
    const void *pixels;

    if (!SDL_IntersectRect(&whole, &part, &shown))
        return;
    pixels = pixels_find(frame, shown.x, shown.y);
    shown.x -= part.x;
    shown.y -= part.y;
    SDL_UpdateTexture(pane->water, &shown, pixels, pitch);
}

static SDL_Texture *draw_layer(SDL_Renderer *renderer, const Overlay *overlay)
{
    size_t width = (size_t)overlay->width, height = (size_t)overlay->height;
    RipplePixels pixels = {.pixels = calloc(width * height, sizeof(uint32_t)),
                           .width = overlay->width,
                           .height = overlay->height,
                           .stride = width};
    SDL_Texture *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888,
                                             SDL_TEXTUREACCESS_STATIC,
                                             pixels.width, pixels.height);

    if (pixels.pixels != NULL && texture != NULL) {
        overlay_draw(overlay, &pixels);
        SDL_UpdateTexture(texture, NULL, pixels.pixels,
                          (int)(width * sizeof(uint32_t)));
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    }
    free(pixels.pixels);
    return texture;
}

void pane_set_layer(Pane *pane, Layer layer, const Overlay *overlay)
{
    SDL_Texture **texture = &pane->layers[layer];

    if (*texture != NULL)
        SDL_DestroyTexture(*texture);
    *texture = NULL;
    if (overlay == NULL || overlay->width == 0 || overlay->height == 0)
        return;
    *texture = draw_layer(pane->renderer, overlay);
    pane->places[layer] =
        (SDL_Rect){overlay->x, overlay->y, overlay->width, overlay->height};
}

void pane_present(Pane *pane, const SDL_Rect *target, uint64_t now_ns)
{
    if (target != NULL) {
        SDL_SetRenderDrawColor(pane->renderer, 0, 0, 0, SDL_ALPHA_OPAQUE);
        SDL_RenderClear(pane->renderer);
    }
    SDL_RenderCopy(pane->renderer, pane->water, NULL, target);
    for (int i = 0; i < LAYER_COUNT; i++) {
        if (pane->layers[i] != NULL)
            SDL_RenderCopy(pane->renderer, pane->layers[i], NULL,
                           &pane->places[i]);
    }
    seen_present(&pane->seen, now_ns);
    SDL_RenderPresent(pane->renderer);
}
