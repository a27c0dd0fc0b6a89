/* SPDX-License-Identifier: MIT */
/*
 * The presenter that draws with an SDL_Renderer: the frame is a streaming
 * texture, what lies over it a static one. Its renderers are SDL's drivers.
 *
 * Without a graphics card a window's own surface is faster, so that "auto"
 * leaves such a window to the next presenter if windows have surfaces.
 */
#include "app/presenter.h"
#include "os/xalloc.h"

#include "app/gl_context.h"
#include "app/video.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <stdlib.h>
#include <string.h>

#define NO_CARD "there is no graphics card"

typedef struct SdlRenderer {
    SDL_Renderer *renderer;
    SDL_Texture *frame;
    SDL_Texture *overlays[CANVAS_RECTS]; /* what the canvas shows, or NULL */
    RippleRect places[CANVAS_RECTS];
} SdlRenderer;

/* Whether the renderer runs on the CPU: SDL's own, or OpenGL's. */
static int is_software(SDL_Renderer *renderer)
{
    SDL_RendererInfo info;

    if (SDL_GetRendererInfo(renderer, &info) != 0)
        return 0;
    if ((info.flags & SDL_RENDERER_SOFTWARE) != 0)
        return 1;
    return strncmp(info.name, "opengl", 6) == 0 && gl_context_is_software();
}

/* SDL's drivers come after "auto". */
static const char *name_renderer(int i)
{
    SDL_RendererInfo info;

    if (i == 0)
        return "auto";
    return SDL_GetRenderDriverInfo(i - 1, &info) == 0 ? info.name : NULL;
}

/* SDL's own software renderer is shown without OpenGL if the desktop allows it;
   driver -1 is the fastest. */
static SDL_Renderer *create(SDL_Window *window, const char *name)
{
    const char *other;
    int i = 0;

    while ((other = name_renderer(i)) != NULL && strcmp(other, name) != 0)
        i++;
    if (strcmp(name, "software") == 0)
        video_use_framebuffer(window);
    return SDL_CreateRenderer(window, i - 1, 0);
}

/* SDL ignores textures that are NULL. */
static void reset(void *self)
{
    SdlRenderer *sdl = self;

    SDL_DestroyTexture(sdl->frame);
    sdl->frame = NULL;
    for (int i = 0; i < CANVAS_RECTS; i++) {
        SDL_DestroyTexture(sdl->overlays[i]);
        sdl->overlays[i] = NULL;
        sdl->places[i] = (RippleRect){0};
    }
}

static void close_renderer(void *self)
{
    SdlRenderer *sdl = self;

    reset(sdl);
    SDL_DestroyRenderer(sdl->renderer);
    free(sdl);
}

static int open_renderer(void **self, SDL_Window *window, const char *name,
                         Error *error)
{
    int is_auto = strcmp(name, "auto") == 0;
    int chooses = is_auto && getenv("SDL_RENDER_DRIVER") == NULL;
    SdlRenderer *sdl;

    if (chooses && !gpu_is_possible("/dev") &&
        video_use_framebuffer(window) == 0)
        return error_set(error, "renderer", NO_CARD);
    sdl = xalloc_get(sizeof *sdl);
    sdl->renderer = create(window, name);
    *self = sdl;
    if (sdl->renderer == NULL && is_auto)
        error_set(error, "renderer", "%s", SDL_GetError());
    else if (sdl->renderer == NULL)
        error_set(error, "--renderer", "%s: %s", name, SDL_GetError());
    else if (chooses && is_software(sdl->renderer) &&
             video_use_framebuffer(window) == 0)
        error_set(error, "renderer", NO_CARD);
    else
        return 0;
    close_renderer(sdl);
    *self = NULL;
    return -1;
}

static void measure(const void *self, int *width, int *height)
{
    const SdlRenderer *sdl = self;
    SDL_RendererInfo info = {0};

    SDL_GetRendererOutputSize(sdl->renderer, width, height);
    SDL_GetRendererInfo(sdl->renderer, &info);
    if (info.max_texture_width > 0)
        *width = min_int(*width, info.max_texture_width);
    if (info.max_texture_height > 0)
        *height = min_int(*height, info.max_texture_height);
}

static int resize(void *self, const RipplePixels *shape, int is_sharp,
                  Error *error)
{
    SdlRenderer *sdl = self;
    Uint32 format = shape->format == RIPPLE_FORMAT_RGB565
                        ? SDL_PIXELFORMAT_RGB565
                        : SDL_PIXELFORMAT_ARGB8888;
    SDL_Texture *frame =
        SDL_CreateTexture(sdl->renderer, format, SDL_TEXTUREACCESS_STREAMING,
                          shape->width, shape->height);

    if (frame == NULL)
        return error_set(error, "texture", "%s", SDL_GetError());
    SDL_DestroyTexture(sdl->frame);
    SDL_SetTextureBlendMode(frame, SDL_BLENDMODE_NONE);
    if (is_sharp)
        SDL_SetTextureScaleMode(frame, SDL_ScaleModeNearest);
    sdl->frame = frame;
    return 0;
}

static void upload(void *self, const SDL_Rect *rect, const void *pixels,
                   int pitch)
{
    SDL_UpdateTexture(((SdlRenderer *)self)->frame, rect, pixels, pitch);
}

/* Brings texture i up to date. */
static void copy_overlay(SdlRenderer *sdl, int i, const Canvas *canvas,
                         RippleRect part)
{
    RippleRect *place = &sdl->places[i];
    SDL_Rect rect;

    if (canvas_follow(canvas, i, place, &part)) {
        SDL_DestroyTexture(sdl->overlays[i]);
        sdl->overlays[i] =
            place->width == 0
                ? NULL
                : SDL_CreateTexture(sdl->renderer, SDL_PIXELFORMAT_ARGB8888,
                                    SDL_TEXTUREACCESS_STATIC, place->width,
                                    place->height);
        SDL_SetTextureBlendMode(sdl->overlays[i], SDL_BLENDMODE_BLEND);
    }
    rect = (SDL_Rect){part.x - place->x, part.y - place->y, part.width,
                      part.height};
    if (!SDL_RectEmpty(&rect))
        SDL_UpdateTexture(sdl->overlays[i], &rect,
                          pixel_buffer_at(&canvas->pixels, part.x, part.y),
                          (int)(canvas->pixels.stride * sizeof(uint32_t)));
}

static void set_overlay(void *self, const Canvas *canvas, RippleRect dirty)
{
    for (int i = 0; i < CANVAS_RECTS; i++)
        copy_overlay(self, i, canvas, dirty);
}

static void present(void *self, const SDL_Rect *target)
{
    const SdlRenderer *sdl = self;

    if (target != NULL) {
        SDL_SetRenderDrawColor(sdl->renderer, 0, 0, 0, SDL_ALPHA_OPAQUE);
        SDL_RenderClear(sdl->renderer);
    }
    SDL_RenderCopy(sdl->renderer, sdl->frame, NULL, target);
    for (int i = 0; i < CANVAS_RECTS; i++) {
        const RippleRect *rect = &sdl->places[i];
        SDL_Rect place = {rect->x, rect->y, rect->width, rect->height};

        if (sdl->overlays[i] != NULL)
            SDL_RenderCopy(sdl->renderer, sdl->overlays[i], NULL, &place);
    }
    SDL_RenderPresent(sdl->renderer);
}

static int read_pixels(void *self, const RipplePixels *pixels)
{
    const SdlRenderer *sdl = self;
    SDL_Rect part = {0, 0, pixels->width, pixels->height};

    return SDL_RenderReadPixels(sdl->renderer, &part, SDL_PIXELFORMAT_ARGB8888,
                                pixels->pixels,
                                (int)(pixels->stride * sizeof(uint32_t)));
}

static int set_vsync(void *self, int vsync)
{
    return SDL_RenderSetVSync(((SdlRenderer *)self)->renderer, vsync) == 0 &&
           vsync;
}

const Presenter sdl_presenter = {
    .renderer = name_renderer,
    .open = open_renderer,
    .close = close_renderer,
    .measure = measure,
    .resize = resize,
    .upload = upload,
    .set_overlay = set_overlay,
    .present = present,
    .read = read_pixels,
    .reset = reset,
    .set_vsync = set_vsync,
};
