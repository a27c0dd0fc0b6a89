/* SPDX-License-Identifier: MIT */
#include "screen.h"

#include "desktop.h"

#include "pixels.h"

#include <stdlib.h>
#include <string.h>

#define DISPLAY_SHARE        0.9 /* of the display a new window may fill */
#define DEFAULT_REFRESH_RATE 60
#define GL_RENDERER_NAME     0x1F01 /* GL_RENDERER of <GL/gl.h> */

static void set_hints(const Options *options)
{
    SDL_SetHint(SDL_HINT_APP_NAME, "ripple");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    if (!options->fullscreen)
        SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (options->is_saver)
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
}

/* Wayland's library complains on standard error when this is not set. */
static int can_be_wayland(void)
{
    return getenv("XDG_RUNTIME_DIR") != NULL;
}

/* Whether a video driver can show something to a person. */
static int shows(const char *driver)
{
    static const char *const blind[] = {"offscreen", "dummy", "evdev"};

    for (size_t i = 0; i < SDL_arraysize(blind); i++) {
        if (strcmp(driver, blind[i]) == 0)
            return 0;
    }
    return strcmp(driver, "wayland") != 0 || can_be_wayland();
}

/*
 * The drivers to try, as SDL wants them listed. Left alone, SDL would take
 * "offscreen" where there is no display and run unseen for ever; it may have
 * that only when asked by name.
 */
static void list_drivers(char *list, size_t size)
{
    list[0] = '\0';
    for (int i = 0; i < SDL_GetNumVideoDrivers(); i++) {
        const char *name = SDL_GetVideoDriver(i);

        if (!shows(name))
            continue;
        if (list[0] != '\0')
            SDL_strlcat(list, ",", size);
        SDL_strlcat(list, name, size);
    }
}

/* The window of a screensaver is one of X11. */
static void choose_drivers(const Options *options)
{
    const char *asked = getenv("SDL_VIDEODRIVER");
    char drivers[128] = "x11";

    if (!options->is_saver)
        list_drivers(drivers, sizeof drivers);
    if (options->is_saver || asked == NULL || asked[0] == '\0')
        SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, drivers,
                                SDL_HINT_OVERRIDE);
}

static int start_video(const Options *options, Report *report)
{
    choose_drivers(options);
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        return report_failure(report, "no display",
                              "%s; --frames and --output need none",
                              SDL_GetError());
    return 0;
}

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
    Uint32 flags =
        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN;
    int place = (int)SDL_WINDOWPOS_CENTERED_DISPLAY((Uint32)options->display);

    if (options->display >= SDL_GetNumVideoDisplays())
        return report_failure(report, "--display", "there are only %d",
                              SDL_GetNumVideoDisplays());
    if (options->fullscreen)
        flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (screen->enlarges)
        enlarge(options->display, &width, &height);
    if (options->width == 0)
        fit_display(options->display, &width, &height);
    screen->window =
        SDL_CreateWindow("ripple", place, place, width, height, flags);
    if (screen->window == NULL)
        return report_failure(report, "window", "%s", SDL_GetError());
    return 0;
}

static int adopt_window(Screen *screen, const Options *options, Report *report)
{
    screen->window = desktop_adopt(options->window_id);
    if (screen->window == NULL)
        return report_failure(report, "window", "%s", SDL_GetError());
    return 0;
}

/* Whether the renderer is OpenGL done by the processor, and so slow. */
static int is_software_gl(SDL_Renderer *renderer)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "swrast",
                                        "Software Rasterizer"};
    SDL_RendererInfo info;
    const unsigned char *(*get_string)(unsigned int);
    const char *name;

    if (SDL_GetRendererInfo(renderer, &info) != 0 ||
        strncmp(info.name, "opengl", 6) != 0)
        return 0;
    *(void **)&get_string = SDL_GL_GetProcAddress("glGetString");
    name =
        get_string != NULL ? (const char *)get_string(GL_RENDERER_NAME) : NULL;
    for (size_t i = 0; name != NULL && i < SDL_arraysize(names); i++) {
        if (strstr(name, names[i]) != NULL)
            return 1;
    }
    return 0;
}

static int find_renderer(const char *name)
{
    SDL_RendererInfo info;

    for (int i = 0; i < SDL_GetNumRenderDrivers(); i++) {
        if (SDL_GetRenderDriverInfo(i, &info) == 0 &&
            strcmp(info.name, name) == 0)
            return i;
    }
    return -1;
}

/* SDL's software renderer, shown without a detour through OpenGL where the
   desktop has a way for that; Wayland has not. */
static SDL_Renderer *create_software(SDL_Window *window, Uint32 flags)
{
    int index = find_renderer("software");
    SDL_Renderer *renderer;

    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    renderer = SDL_CreateRenderer(window, index, flags);
    if (renderer == NULL) {
        SDL_ResetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION);
        renderer = SDL_CreateRenderer(window, index, flags);
    }
    return renderer;
}

static int create_named(Screen *screen, const char *name, Uint32 flags,
                        Report *report)
{
    int index = find_renderer(name);

    if (index < 0)
        return report_failure(report, "--renderer",
                              "%s is not in --list renderers", name);
    if (strcmp(name, "software") == 0)
        screen->renderer = create_software(screen->window, flags);
    else
        screen->renderer = SDL_CreateRenderer(screen->window, index, flags);
    if (screen->renderer == NULL)
        return report_failure(report, "--renderer", "%s: %s", name,
                              SDL_GetError());
    return 0;
}

static int create_renderer(Screen *screen, const Options *options,
                           Report *report)
{
    Uint32 flags = options->vsync ? SDL_RENDERER_PRESENTVSYNC : 0;

    if (strcmp(options->renderer, "auto") != 0)
        return create_named(screen, options->renderer, flags, report);
    screen->renderer = SDL_CreateRenderer(screen->window, -1, flags);
    if (screen->renderer != NULL && getenv("SDL_RENDER_DRIVER") == NULL &&
        is_software_gl(screen->renderer)) {
        SDL_DestroyRenderer(screen->renderer);
        screen->renderer = create_software(screen->window, flags);
    }
    if (screen->renderer == NULL)
        return report_failure(report, "renderer", "%s", SDL_GetError());
    return 0;
}

int screen_open(Screen *screen, const Options *options, int width, int height,
                Report *report)
{
    memset(screen, 0, sizeof *screen);
    screen->enlarges = options->water.frame_width > 0;
    set_hints(options);
    if (start_video(options, report) != 0)
        return -1;
    if ((options->is_saver
             ? adopt_window(screen, options, report)
             : open_window(screen, options, width, height, report)) != 0 ||
        create_renderer(screen, options, report) != 0) {
        screen_close(screen);
        return -1;
    }
    if (!options->is_saver) {
        SDL_SetWindowMinimumSize(screen->window, 1, 1);
        SDL_ShowWindow(screen->window);
    }
    return 0;
}

void screen_close(Screen *screen)
{
    for (int i = 0; i < LAYER_COUNT; i++)
        screen_set_layer(screen, (ScreenLayer)i, NULL);
    if (screen->water != NULL)
        SDL_DestroyTexture(screen->water);
    if (screen->renderer != NULL)
        SDL_DestroyRenderer(screen->renderer);
    desktop_expect_close();
    if (screen->window != NULL)
        SDL_DestroyWindow(screen->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    memset(screen, 0, sizeof *screen);
}

/* A limit of 0 means that there is none. */
static int limit_side(int side, int limit)
{
    if (limit <= 0 || limit > RIPPLE_MAX_SIZE)
        limit = RIPPLE_MAX_SIZE;
    return side < 1 ? 1 : side > limit ? limit : side;
}

void screen_measure(Screen *screen)
{
    SDL_RendererInfo info = {0};
    int width, height;

    if (SDL_GetRendererOutputSize(screen->renderer, &width, &height) != 0)
        SDL_GetWindowSize(screen->window, &width, &height);
    SDL_GetRendererInfo(screen->renderer, &info);
    screen->width = limit_side(width, info.max_texture_width);
    screen->height = limit_side(height, info.max_texture_height);
}

int screen_make_texture(Screen *screen, const RipplePixels *frame,
                        Report *report)
{
    Uint32 format = frame->format == RIPPLE_FORMAT_RGB565
                        ? SDL_PIXELFORMAT_RGB565
                        : SDL_PIXELFORMAT_ARGB8888;
    SDL_Texture *texture =
        SDL_CreateTexture(screen->renderer, format, SDL_TEXTUREACCESS_STREAMING,
                          frame->width, frame->height);

    if (texture == NULL)
        return report_failure(report, "texture", "%s", SDL_GetError());
    if (screen->water != NULL)
        SDL_DestroyTexture(screen->water);
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_NONE);
    if (screen->enlarges)
        SDL_SetTextureScaleMode(texture, SDL_ScaleModeNearest);
    screen->water = texture;
    screen->frame_width = frame->width;
    screen->frame_height = frame->height;
    return 0;
}

void screen_upload(Screen *screen, const RipplePixels *frame,
                   const RippleRect *rects, int count)
{
    int pitch = (int)(frame->stride * ripple_pixel_size(frame->format));

    screen->dirty |= count > 0;
    for (int i = 0; i < count; i++) {
        SDL_Rect rect = {rects[i].x, rects[i].y, rects[i].width,
                         rects[i].height};

        SDL_UpdateTexture(screen->water, &rect,
                          pixels_find(frame, rect.x, rect.y), pitch);
    }
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

void screen_set_layer(Screen *screen, ScreenLayer layer, const Overlay *overlay)
{
    SDL_Texture **texture = &screen->layers[layer];

    screen->dirty = 1;
    if (*texture != NULL)
        SDL_DestroyTexture(*texture);
    *texture = NULL;
    if (overlay == NULL || overlay->width == 0 || overlay->height == 0)
        return;
    *texture = draw_layer(screen->renderer, overlay);
    screen->places[layer] =
        (SDL_Rect){overlay->x, overlay->y, overlay->width, overlay->height};
}

/*
 * Where the frame is shown, in pixels of the window: in all of it, or enlarged
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

static void draw_enlarged(Screen *screen)
{
    SDL_Rect rect = find_frame(screen);

    SDL_SetRenderDrawColor(screen->renderer, 0, 0, 0, SDL_ALPHA_OPAQUE);
    SDL_RenderClear(screen->renderer);
    SDL_RenderCopy(screen->renderer, screen->water, NULL, &rect);
}

void screen_present(Screen *screen)
{
    if (screen->enlarges)
        draw_enlarged(screen);
    else
        SDL_RenderCopy(screen->renderer, screen->water, NULL, NULL);
    for (int i = 0; i < LAYER_COUNT; i++) {
        if (screen->layers[i] != NULL)
            SDL_RenderCopy(screen->renderer, screen->layers[i], NULL,
                           &screen->places[i]);
    }
    SDL_RenderPresent(screen->renderer);
    screen->dirty = 0;
}

void screen_find_place(const Screen *screen, ScreenPlace *place)
{
    SDL_Rect rect = find_frame(screen);
    int width, height;
    double unit_x, unit_y;

    SDL_GetWindowSize(screen->window, &width, &height);
    unit_x = (double)width / screen->width;
    unit_y = (double)height / screen->height;
    *place = (ScreenPlace){rect.x * unit_x, rect.y * unit_y, rect.w * unit_x,
                           rect.h * unit_y, width,           height};
}

int screen_refresh_rate(const Screen *screen)
{
    SDL_DisplayMode mode;
    int display = SDL_GetWindowDisplayIndex(screen->window);

    if (display < 0 || SDL_GetCurrentDisplayMode(display, &mode) != 0 ||
        mode.refresh_rate <= 0)
        return DEFAULT_REFRESH_RATE;
    return mode.refresh_rate;
}

void screen_toggle_fullscreen(Screen *screen)
{
    Uint32 full =
        SDL_GetWindowFlags(screen->window) & SDL_WINDOW_FULLSCREEN_DESKTOP;

    SDL_SetWindowFullscreen(screen->window,
                            full != 0 ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}
