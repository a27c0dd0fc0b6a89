/* SPDX-License-Identifier: MIT */
/*
 * A wallpaper of Wayland: SDL makes the surface, takes its events and knows the
 * displays, but does not show the window. This makes the surface one of the
 * background layer of its display (zwlr_layer_shell_v1) and shows frames in
 * shared memory. Sizes come from the compositor, and pixels by its scale, which
 * may be a fraction (wp_fractional_scale_v1, with wp_viewport).
 *
 * The requests and events that are used are described here by hand, in the
 * order of the protocol.
 */
#include "app/presenter.h"

#if defined RIPPLE_WAYLAND && defined RIPPLE_SDL

#include "app/screen_window.h"
#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/pixel_buffer.h"
#include "os/xalloc.h"

#ifndef RIPPLE_X11 /* whose headers SDL_syswm.h includes */
#undef SDL_VIDEO_DRIVER_X11
#endif
#include <SDL_syswm.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <wayland-client.h>

#define BUFFERS     3
#define MAX_OUTPUTS 16
#define BACKGROUND  0u /* a layer */
#define ALL_EDGES   15u
#define WHOLE       (-1) /* exclusive zone: beneath panels too */
#define UNIT        120  /* a scale of 1 */

/* Requests by their numbers. */
enum { SHELL_GET_LAYER_SURFACE };
enum {
    LAYER_SET_ANCHOR = 1,
    LAYER_SET_EXCLUSIVE_ZONE,
    LAYER_ACK_CONFIGURE = 6,
    LAYER_DESTROY,
};
enum { VIEWPORTER_GET_VIEWPORT = 1 };
enum { VIEWPORT_DESTROY, VIEWPORT_SET_DESTINATION = 2 };
enum { FRACTIONS_GET_SCALE = 1 };
enum { FRACTION_DESTROY };

static const struct wl_message layer_requests[] = {
    {"set_size", "uu", NULL},
    {"set_anchor", "u", NULL},
    {"set_exclusive_zone", "i", NULL},
    {"set_margin", "iiii", NULL},
    {"set_keyboard_interactivity", "u", NULL},
    {"get_popup", "o", NULL},
    {"ack_configure", "u", NULL},
    {"destroy", "", NULL},
};

static const struct wl_interface *const no_types[] = {NULL, NULL, NULL};

static const struct wl_message layer_events[] = {
    {"configure", "uuu", (const struct wl_interface **)no_types},
    {"closed", "", (const struct wl_interface **)no_types},
};

static const struct wl_interface layer_interface = {
    "zwlr_layer_surface_v1", 1,           COUNT(layer_requests), layer_requests,
    COUNT(layer_events),     layer_events};

static const struct wl_interface *const shell_types[] = {
    &layer_interface, &wl_surface_interface, &wl_output_interface, NULL, NULL};

static const struct wl_message shell_requests[] = {
    {"get_layer_surface", "no?ous", (const struct wl_interface **)shell_types},
};

static const struct wl_interface shell_interface = {
    "zwlr_layer_shell_v1", 1, COUNT(shell_requests), shell_requests, 0, NULL};

static const struct wl_message viewport_requests[] = {
    {"destroy", "", NULL},
    {"set_source", "ffff", NULL},
    {"set_destination", "ii", (const struct wl_interface **)no_types},
};

static const struct wl_interface viewport_interface = {
    "wp_viewport", 1, COUNT(viewport_requests), viewport_requests, 0, NULL};

static const struct wl_interface *const viewporter_types[] = {
    &viewport_interface, &wl_surface_interface};

static const struct wl_message viewporter_requests[] = {
    {"destroy", "", NULL},
    {"get_viewport", "no", (const struct wl_interface **)viewporter_types},
};

static const struct wl_interface viewporter_interface = {
    "wp_viewporter",     1, COUNT(viewporter_requests),
    viewporter_requests, 0, NULL};

static const struct wl_message fraction_requests[] = {{"destroy", "", NULL}};

static const struct wl_message fraction_events[] = {
    {"preferred_scale", "u", (const struct wl_interface **)no_types}};

static const struct wl_interface fraction_interface = {
    "wp_fractional_scale_v1", 1, 1, fraction_requests, 1, fraction_events};

static const struct wl_interface *const fractions_types[] = {
    &fraction_interface, &wl_surface_interface};

static const struct wl_message fractions_requests[] = {
    {"destroy", "", NULL},
    {"get_fractional_scale", "no",
     (const struct wl_interface **)fractions_types},
};

static const struct wl_interface fractions_interface = {
    "wp_fractional_scale_manager_v1",
    1,
    COUNT(fractions_requests),
    fractions_requests,
    0,
    NULL};

/* The globals of a compositor that are used. */
typedef struct Globals {
    struct wl_registry *registry;
    struct wl_shm *shm;
    struct wl_proxy *shell, *viewporter, *fractions;
    struct wl_output *outputs[MAX_OUTPUTS];
    int scales[MAX_OUTPUTS];
    int output_count;
} Globals;

typedef struct Buffer {
    struct wl_buffer *buffer;
    void *pixels;   /* of the pool */
    int is_busy;    /* the compositor reads it */
    int is_awaited; /* for a frame that had none */
    SDL_Window *window;
} Buffer;

typedef struct Layer {
    SDL_Window *window;
    struct wl_display *display;
    struct wl_surface *surface;
    struct wl_shm *shm;
    struct wl_proxy *layer; /* NULL: closed */
    int width, height;      /* in units of the desktop; 0: not configured */
    struct wl_proxy *viewport, *fraction; /* NULL: none */
    int scale;                            /* pixels of 120 units */
    SDL_Surface *frame;
    Buffer buffers[BUFFERS];
    void *memory;
    size_t memory_size;
    int buffer_width, buffer_height; /* in pixels */
} Layer;

static void tell(SDL_Window *window, Uint8 what)
{
    SDL_Event event = {.type = SDL_WINDOWEVENT};

    event.window.event = what;
    event.window.windowID = SDL_GetWindowID(window);
    SDL_PushEvent(&event);
}

static void take_geometry(void *data, struct wl_output *output, int32_t x,
                          int32_t y, int32_t width, int32_t height,
                          int32_t subpixel, const char *make, const char *model,
                          int32_t transform)
{
    (void)data, (void)output, (void)x, (void)y, (void)width, (void)height;
    (void)subpixel, (void)make, (void)model, (void)transform;
}

static void take_mode(void *data, struct wl_output *output, uint32_t flags,
                      int32_t width, int32_t height, int32_t refresh)
{
    (void)data, (void)output, (void)flags, (void)width, (void)height;
    (void)refresh;
}

static void take_done(void *data, struct wl_output *output)
{
    (void)data, (void)output;
}

static void take_scale(void *data, struct wl_output *output, int32_t scale)
{
    (void)output;
    *(int *)data = max_int(scale, 1);
}

/* Of the version that has a release. */
static void bind_output(Globals *globals, uint32_t name, uint32_t version)
{
    static const struct wl_output_listener listener = {
        take_geometry, take_mode, take_done, take_scale, NULL, NULL};
    const uint32_t needed = WL_OUTPUT_RELEASE_SINCE_VERSION;
    int i = globals->output_count;

    if (i == MAX_OUTPUTS || version < needed)
        return;
    globals->scales[i] = 1;
    globals->outputs[i] =
        wl_registry_bind(globals->registry, name, &wl_output_interface, needed);
    wl_output_add_listener(globals->outputs[i], &listener, &globals->scales[i]);
    globals->output_count++;
}

static void add_global(void *data, struct wl_registry *registry, uint32_t name,
                       const char *interface, uint32_t version)
{
    Globals *globals = data;

    if (strcmp(interface, wl_shm_interface.name) == 0)
        globals->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    else if (strcmp(interface, shell_interface.name) == 0)
        globals->shell = wl_registry_bind(registry, name, &shell_interface, 1);
    else if (strcmp(interface, viewporter_interface.name) == 0)
        globals->viewporter =
            wl_registry_bind(registry, name, &viewporter_interface, 1);
    else if (strcmp(interface, fractions_interface.name) == 0)
        globals->fractions =
            wl_registry_bind(registry, name, &fractions_interface, 1);
    else if (strcmp(interface, wl_output_interface.name) == 0)
        bind_output(globals, name, version);
}

/* Nothing to do: SDL reports displays that are unplugged. */
static void remove_global(void *data, struct wl_registry *registry,
                          uint32_t name)
{
    (void)data, (void)registry, (void)name;
}

static void list_globals(Globals *globals, struct wl_display *display)
{
    static const struct wl_registry_listener listener = {add_global,
                                                         remove_global};

    *globals = (Globals){.registry = wl_display_get_registry(display)};
    wl_registry_add_listener(globals->registry, &listener, globals);
    wl_display_roundtrip(display);
    wl_display_roundtrip(display); /* the outputs' own events */
}

/* The number of the output that the window is to be on: SDL has them in the
   same order. -1: unknown. */
static int find_output(const Globals *globals, SDL_Window *window)
{
    return globals->output_count == SDL_GetNumVideoDisplays()
               ? SDL_GetWindowDisplayIndex(window)
               : -1;
}

static void forget(struct wl_proxy *proxy)
{
    if (proxy != NULL)
        wl_proxy_destroy(proxy);
}

static void forget_globals(Globals *globals)
{
    for (int i = 0; i < globals->output_count; i++)
        wl_output_release(globals->outputs[i]);
    forget(globals->shell);
    forget(globals->viewporter);
    forget(globals->fractions);
    if (globals->shm != NULL)
        wl_shm_destroy(globals->shm);
    wl_registry_destroy(globals->registry);
}

int layer_presenter_check(Error *error)
{
    struct wl_display *display = wl_display_connect(NULL);
    Globals globals;
    int result = 0;

    if (display == NULL)
        return error_set(error, "--wallpaper", "there is no Wayland display");
    list_globals(&globals, display);
    if (globals.shell == NULL || globals.shm == NULL)
        result = error_set(error, "--wallpaper",
                           "this compositor has no zwlr_layer_shell_v1, as "
                           "GNOME and Weston; their X11 sessions show one");
    forget_globals(&globals);
    wl_display_disconnect(display);
    return result;
}

/* Over a connection of its own: SDL would take events of an output that is
   bound while the surface is shown for those of one of its own. */
static int ask_scale(SDL_Window *window)
{
    struct wl_display *display = wl_display_connect(NULL);
    Globals globals;
    int scale = 1, i;

    if (display == NULL)
        return 1;
    list_globals(&globals, display);
    i = find_output(&globals, window);
    if (i >= 0)
        scale = globals.scales[i];
    forget_globals(&globals);
    wl_display_disconnect(display);
    return scale;
}

static void configure(void *data, struct wl_proxy *proxy, uint32_t serial,
                      uint32_t width, uint32_t height)
{
    Layer *layer = data;

    wl_proxy_marshal(proxy, LAYER_ACK_CONFIGURE, serial);
    if (layer->width == (int)width && layer->height == (int)height)
        return;
    layer->width = clamp_int((int)width, 1, RIPPLE_MAX_SIZE);
    layer->height = clamp_int((int)height, 1, RIPPLE_MAX_SIZE);
    if (layer->fraction == NULL)
        layer->scale = UNIT * ask_scale(layer->window);
    SDL_SetWindowSize(layer->window, layer->width, layer->height);
    tell(layer->window, SDL_WINDOWEVENT_SIZE_CHANGED);
}

static void destroy(struct wl_proxy *proxy, uint32_t request)
{
    if (proxy != NULL)
        wl_proxy_marshal(proxy, request);
    forget(proxy);
}

/* As after a suspend: the next frame asks for another. */
static void close_layer(void *data, struct wl_proxy *proxy)
{
    Layer *layer = data;

    (void)proxy;
    destroy(layer->layer, LAYER_DESTROY);
    layer->layer = NULL;
    layer->width = layer->height = 0;
    tell(layer->window, SDL_WINDOWEVENT_SIZE_CHANGED);
}

/* It may come later than the size, as after a suspend. */
static void take_fraction(void *data, struct wl_proxy *proxy, uint32_t scale)
{
    Layer *layer = data;

    (void)proxy;
    layer->scale = clamp_int((int)scale, 1, UNIT * RIPPLE_MAX_SIZE);
    tell(layer->window, SDL_WINDOWEVENT_SIZE_CHANGED);
}

/* Asks for a scale that may be a fraction, where a frame can have a size apart
   from its pixels. */
static void ask_fraction(Layer *layer, const Globals *globals)
{
    static void (*const listener)(void *, struct wl_proxy *, uint32_t) =
        take_fraction;

    if (globals->viewporter == NULL || globals->fractions == NULL ||
        layer->fraction != NULL)
        return;
    layer->viewport = wl_proxy_marshal_constructor(
        globals->viewporter, VIEWPORTER_GET_VIEWPORT, &viewport_interface, NULL,
        layer->surface);
    layer->fraction =
        wl_proxy_marshal_constructor(globals->fractions, FRACTIONS_GET_SCALE,
                                     &fraction_interface, NULL, layer->surface);
    wl_proxy_add_listener(layer->fraction, (void (**)(void)) & listener, layer);
    layer->scale = UNIT;
}

/* Makes the surface one of the background of its display, and waits for its
   size. Returns 0, or -1 if the compositor has no such layer. */
static int make_layer(Layer *layer)
{
    static const struct {
        void (*configure)(void *, struct wl_proxy *, uint32_t, uint32_t,
                          uint32_t);
        void (*closed)(void *, struct wl_proxy *);
    } listener = {configure, close_layer};

    Globals globals;
    int i;

    list_globals(&globals, layer->display);
    i = find_output(&globals, layer->window);
    if (globals.shell != NULL && globals.shm != NULL) {
        layer->layer = wl_proxy_marshal_constructor(
            globals.shell, SHELL_GET_LAYER_SURFACE, &layer_interface, NULL,
            layer->surface, i >= 0 ? globals.outputs[i] : NULL, BACKGROUND,
            "wallpaper");
        wl_proxy_add_listener(layer->layer, (void (**)(void)) & listener,
                              layer);
        wl_proxy_marshal(layer->layer, LAYER_SET_ANCHOR, ALL_EDGES);
        wl_proxy_marshal(layer->layer, LAYER_SET_EXCLUSIVE_ZONE, WHOLE);
        ask_fraction(layer, &globals);
        wl_surface_attach(layer->surface, NULL, 0, 0);
        wl_surface_commit(layer->surface);
        if (layer->shm == NULL) {
            layer->shm = globals.shm;
            globals.shm = NULL;
        }
    }
    forget_globals(&globals);
    wl_display_roundtrip(layer->display);
    return layer->layer != NULL ? 0 : -1;
}

static void free_buffers(Layer *layer)
{
    for (int i = 0; i < BUFFERS; i++) {
        if (layer->buffers[i].buffer != NULL)
            wl_buffer_destroy(layer->buffers[i].buffer);
        layer->buffers[i] = (Buffer){0};
    }
    if (layer->memory != NULL)
        munmap(layer->memory, layer->memory_size);
    layer->memory = NULL;
}

static void close_presenter(void *self)
{
    Layer *layer = self;

    free_buffers(layer);
    SDL_FreeSurface(layer->frame);
    destroy(layer->fraction, FRACTION_DESTROY);
    destroy(layer->viewport, VIEWPORT_DESTROY);
    destroy(layer->layer, LAYER_DESTROY);
    if (layer->shm != NULL)
        wl_shm_destroy(layer->shm);
    wl_display_flush(layer->display);
    free(layer);
}

static int open_presenter(void **self, SDL_Window *window, const char *renderer,
                          Error *error)
{
    SDL_SysWMinfo info;
    Layer *layer;

    (void)renderer;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) ||
        info.subsystem != SDL_SYSWM_WAYLAND)
        return error_set(error, "--wallpaper", "there is no Wayland surface");
    layer = xalloc_get(sizeof *layer);
    layer->window = window;
    layer->display = info.info.wl.display;
    layer->surface = info.info.wl.surface;
    *self = layer;
    if (make_layer(layer) == 0)
        return 0;
    close_presenter(layer);
    *self = NULL;
    return error_set(error, "--wallpaper", "zwlr_layer_shell_v1 is gone");
}

static const char *name_renderer(int i)
{
    (void)i;
    return NULL;
}

/* Halves are rounded up, as the protocol has it. */
static int to_pixels(const Layer *layer, int units)
{
    int64_t pixels = ((int64_t)units * layer->scale + UNIT / 2) / UNIT;

    return (int)min_int64(pixels, RIPPLE_MAX_SIZE);
}

static void measure(const void *self, int *width, int *height)
{
    const Layer *layer = self;

    *width = to_pixels(layer, layer->width);
    *height = to_pixels(layer, layer->height);
}

static int resize(void *self, const RipplePixels *shape, int is_sharp,
                  Error *error)
{
    Layer *layer = self;
    Uint32 format = shape->format == RIPPLE_FORMAT_RGB565
                        ? SDL_PIXELFORMAT_RGB565
                        : SDL_PIXELFORMAT_RGB888;
    SDL_Surface *frame = SDL_CreateRGBSurfaceWithFormat(
        0, shape->width, shape->height, 32, format);

    (void)is_sharp;
    if (frame == NULL)
        return error_set(error, "surface", "%s", SDL_GetError());
    SDL_FreeSurface(layer->frame);
    layer->frame = frame;
    return 0;
}

static void upload(void *self, const SDL_Rect *rect, const void *pixels,
                   int pitch)
{
    const SDL_Surface *frame = ((Layer *)self)->frame;
    int size = frame->format->BytesPerPixel;
    char *to = (char *)frame->pixels + (ptrdiff_t)rect->y * frame->pitch +
               (ptrdiff_t)rect->x * size;

    for (int y = 0; y < rect->h; y++)
        memcpy(to + (ptrdiff_t)y * frame->pitch,
               (const char *)pixels + (ptrdiff_t)y * pitch,
               (size_t)(rect->w * size));
}

static void release(void *data, struct wl_buffer *buffer)
{
    Buffer *released = data;

    (void)buffer;
    if (released->is_awaited)
        tell(released->window, SDL_WINDOWEVENT_EXPOSED);
    released->is_busy = released->is_awaited = 0;
}

/* A file without a name, of shared memory; -1 if there is none. */
static int open_memory(size_t size)
{
    const char *folder = getenv("XDG_RUNTIME_DIR");
    char name[256];
    int file;

    snprintf(name, sizeof name, "%s/ripple-XXXXXX",
             folder != NULL ? folder : "/tmp");
    file = mkstemp(name);
    if (file < 0)
        return -1;
    unlink(name);
    if (ftruncate(file, (off_t)size) == 0)
        return file;
    close(file);
    return -1;
}

/* Makes buffers of the window's size. Returns 0, or -1 without memory. */
static int make_buffers(Layer *layer, int width, int height)
{
    static const struct wl_buffer_listener listener = {release};
    size_t size = (size_t)width * (size_t)height * sizeof(uint32_t);
    struct wl_shm_pool *pool;
    int file;

    free_buffers(layer);
    if (size > INT32_MAX / BUFFERS || (file = open_memory(BUFFERS * size)) < 0)
        return -1;
    layer->memory_size = BUFFERS * size;
    layer->memory = mmap(NULL, layer->memory_size, PROT_READ | PROT_WRITE,
                         MAP_SHARED, file, 0);
    if (layer->memory == MAP_FAILED) {
        layer->memory = NULL;
        close(file);
        return -1;
    }
    pool = wl_shm_create_pool(layer->shm, file, (int32_t)layer->memory_size);
    for (int i = 0; i < BUFFERS; i++) {
        Buffer *buffer = &layer->buffers[i];

        buffer->window = layer->window;
        buffer->pixels = (char *)layer->memory + (size_t)i * size;
        buffer->buffer = wl_shm_pool_create_buffer(
            pool, (int32_t)((size_t)i * size), width, height,
            width * (int)sizeof(uint32_t), WL_SHM_FORMAT_XRGB8888);
        wl_buffer_add_listener(buffer->buffer, &listener, buffer);
    }
    wl_shm_pool_destroy(pool);
    close(file);
    layer->buffer_width = width;
    layer->buffer_height = height;
    return 0;
}

static Buffer *find_free(Layer *layer)
{
    for (int i = 0; i < BUFFERS; i++) {
        if (layer->buffers[i].buffer != NULL && !layer->buffers[i].is_busy)
            return &layer->buffers[i];
    }
    return NULL;
}

/* Draws the frame into a buffer, in its target or all of it. */
static void fill(const Layer *layer, const Buffer *buffer,
                 const SDL_Rect *target)
{
    SDL_Surface *canvas = SDL_CreateRGBSurfaceWithFormatFrom(
        buffer->pixels, layer->buffer_width, layer->buffer_height, 32,
        layer->buffer_width * (int)sizeof(uint32_t), SDL_PIXELFORMAT_RGB888);
    SDL_Rect place = {0, 0, layer->buffer_width, layer->buffer_height};

    if (canvas == NULL)
        return;
    if (target != NULL) {
        SDL_FillRect(canvas, NULL, 0);
        place = *target;
    }
    SDL_BlitScaled(layer->frame, NULL, canvas, &place);
    SDL_FreeSurface(canvas);
}

static void present(void *self, const SDL_Rect *target)
{
    Layer *layer = self;
    int width, height;
    Buffer *buffer;

    if (layer->layer == NULL)
        make_layer(layer);
    if (layer->width == 0 || layer->frame == NULL)
        return;
    measure(layer, &width, &height);
    if ((layer->memory == NULL || width != layer->buffer_width ||
         height != layer->buffer_height) &&
        make_buffers(layer, width, height) != 0)
        return;
    buffer = find_free(layer);
    for (int i = 0; i < BUFFERS && buffer == NULL; i++)
        layer->buffers[i].is_awaited = 1;
    if (buffer == NULL)
        return;
    fill(layer, buffer, target);
    buffer->is_busy = 1;
    if (layer->viewport != NULL)
        wl_proxy_marshal(layer->viewport, VIEWPORT_SET_DESTINATION,
                         layer->width, layer->height);
    else
        wl_surface_set_buffer_scale(layer->surface, layer->scale / UNIT);
    wl_surface_attach(layer->surface, buffer->buffer, 0, 0);
    wl_surface_damage(layer->surface, 0, 0, INT32_MAX, INT32_MAX);
    wl_surface_commit(layer->surface);
    wl_display_flush(layer->display);
}

/* A wallpaper has nothing over its water. */
static void set_overlay(void *self, const Canvas *canvas, RippleRect dirty)
{
    (void)self, (void)canvas, (void)dirty;
}

static void reset(void *self)
{
    (void)self;
}

const Presenter layer_presenter = {
    .renderer = name_renderer,
    .shows_itself = 1,
    .open = open_presenter,
    .close = close_presenter,
    .measure = measure,
    .resize = resize,
    .upload = upload,
    .set_overlay = set_overlay,
    .present = present,
    .reset = reset,
};

#else

int layer_presenter_check(Error *error)
{
    return error_set(error, "--wallpaper",
                     "this program was built without Wayland");
}

#endif
