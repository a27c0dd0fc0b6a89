/* SPDX-License-Identifier: MIT */
/*
 * The X server reports errors later, to a handler of Xlib that by default ends
 * the program. While something is read, the handler keeps the first error, and
 * XSync waits for all reports before check_errors looks.
 */
#include "app/x11.h"

#include "app/host_window.h"

#define WHAT "the desktop"

#ifdef RIPPLE_X11

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <SDL_syswm.h>
#include <stdlib.h>

#define OPAQUE 0xff000000u

/* Global: Xlib's handler gets no argument of ours. */
static unsigned char first_error;

static int keep_error(Display *display, XErrorEvent *event)
{
    (void)display;
    if (first_error == Success)
        first_error = event->error_code;
    return 0;
}

/* Returns 0, or -1 if the X server has reported an error. */
static int check_errors(Display *display, const char *what, Error *error)
{
    char text[128];

    XSync(display, False);
    if (first_error == Success)
        return 0;
    XGetErrorText(display, first_error, text, sizeof text);
    return error_set(error, what, "%s", text);
}

/* The X resource in a window's property, or None. */
static XID find_named(Display *display, Window window, const char *property,
                      Atom wanted)
{
    Atom name = XInternAtom(display, property, False), type;
    unsigned long count, rest;
    unsigned char *value = NULL;
    XID found = None;
    int format;

    if (XGetWindowProperty(display, window, name, 0, 1, False, wanted, &type,
                           &format, &count, &rest, &value) == Success &&
        type == wanted && format == 32 && count == 1)
        found = *(XID *)(void *)value;
    if (value != NULL)
        XFree(value);
    return found;
}

/* The pixmap or window to read: a screenshot if there is one, else the root
   window, but None in a screensaver, whose own window covers the root. */
static Drawable find_drawable(Display *display)
{
    static const char property[] = "_SCREENSAVER_SCREENSHOT";
    const char *saver = getenv("XSCREENSAVER_WINDOW");
    Window root = DefaultRootWindow(display);
    Pixmap pixmap = None;

    if (saver != NULL)
        pixmap =
            find_named(display, strtoul(saver, NULL, 0), property, XA_PIXMAP);
    first_error = Success; /* that window may have gone */
    if (pixmap == None)
        pixmap = find_named(display, root, property, XA_PIXMAP);
    return pixmap != None || saver != NULL ? pixmap : root;
}

/* The upper 8 bits of a colour of a pixel. */
static uint32_t find_colour(unsigned long pixel, uint64_t mask)
{
    return (uint32_t)((pixel & mask) * 256 / (mask + (mask & -mask)));
}

static SDL_Surface *convert(XImage *image, const Visual *visual)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, image->width, image->height, 32, SDL_PIXELFORMAT_ARGB8888);

    for (int y = 0; surface != NULL && y < image->height; y++) {
        uint32_t *row = (uint32_t *)(void *)((char *)surface->pixels +
                                             (ptrdiff_t)y * surface->pitch);

        for (int x = 0; x < image->width; x++) {
            unsigned long pixel = XGetPixel(image, x, y);

            row[x] = OPAQUE | find_colour(pixel, visual->red_mask) << 16 |
                     find_colour(pixel, visual->green_mask) << 8 |
                     find_colour(pixel, visual->blue_mask);
        }
    }
    return surface;
}

static int read_display(SDL_Surface **surface, Display *display,
                        const SDL_Rect *part, Error *error)
{
    Drawable drawable = find_drawable(display);
    unsigned int width = 0, height = 0, border, depth = 0;
    const Visual *visual = DefaultVisual(display, DefaultScreen(display));
    SDL_Rect all, inside;
    XImage *image;
    Window root;
    int x, y;

    if (drawable == None)
        return error_set(error, WHAT, "xscreensaver has kept no picture of it");
    XGetGeometry(display, drawable, &root, &x, &y, &width, &height, &border,
                 &depth);
    if (check_errors(display, WHAT, error) != 0)
        return -1;
    if (depth < 24)
        return error_set(error, WHAT, "its depth is %u, less than 24", depth);
    if (visual->class != TrueColor)
        return error_set(error, WHAT, "it has a palette, not true colours");
    all = (SDL_Rect){0, 0, (int)width, (int)height};
    if (part != NULL && SDL_IntersectRect(&all, part, &inside) &&
        SDL_RectEquals(&inside, part))
        all = *part;
    image = XGetImage(display, drawable, all.x, all.y, (unsigned int)all.w,
                      (unsigned int)all.h, AllPlanes, ZPixmap);
    if (image != NULL) {
        *surface = convert(image, visual);
        XDestroyImage(image);
    }
    if (check_errors(display, WHAT, error) == 0 && *surface == NULL)
        error_set(error, WHAT, "it could not be read");
    return *surface != NULL ? 0 : -1;
}

/* Under Wayland the root window shows X11 windows at most. */
static int is_wayland(Display *display)
{
    const char *name = getenv("WAYLAND_DISPLAY");
    int opcode, event, error;

    return (name != NULL && name[0] != '\0') ||
           (display != NULL &&
            XQueryExtension(display, "XWAYLAND", &opcode, &event, &error));
}

int x11_read_screen(SDL_Surface **surface, const SDL_Rect *part, Error *error)
{
    Display *display = XOpenDisplay(NULL);
    int result;

    *surface = NULL;
    if (is_wayland(display)) {
        result = error_set(error, WHAT, "Wayland lets no program read it");
    } else if (display == NULL) {
        result =
            error_set(error, WHAT, "there is no X display to read it from");
    } else {
        XErrorHandler before = XSetErrorHandler(keep_error);

        first_error = Success;
        result = read_display(surface, display, part, error);
        XSetErrorHandler(before);
    }
    if (display != NULL)
        XCloseDisplay(display);
    return result;
}

/* The window that a window manager uses as root, or the root. */
static Window find_root(Display *display)
{
    Window root = DefaultRootWindow(display), parent, found = None;
    Window *children = NULL;
    unsigned int count = 0;

    if (XQueryTree(display, root, &root, &parent, &children, &count) == 0)
        return root;
    for (unsigned int i = 0; i < count && found == None; i++)
        found = find_named(display, children[i], "__SWM_VROOT", XA_WINDOW);
    if (children != NULL)
        XFree(children);
    first_error = Success; /* children come and go */
    return found != None ? found : root;
}

static int measure_window(Display *display, Window window, int *width,
                          int *height, Error *error)
{
    XWindowAttributes attributes;
    char what[32];

    snprintf(what, sizeof what, "window 0x%lx", window);
    XGetWindowAttributes(display, window, &attributes);
    if (check_errors(display, what, error) != 0)
        return -1;
    if (attributes.class != InputOutput)
        return error_set(error, what, "cannot be drawn on");
    if (attributes.visual->class != TrueColor &&
        attributes.visual->class != DirectColor)
        return error_set(error, what,
                         "has a palette (depth %d), not true colours",
                         attributes.depth);
    *width = attributes.width;
    *height = attributes.height;
    return 0;
}

int host_window_find(unsigned long *id, int *width, int *height, Error *error)
{
    Display *display = XOpenDisplay(NULL);
    int result;

    if (*id == 0 && is_wayland(display)) {
        result = error_set(error, "--root",
                           "Wayland has no window for that; "
                           "ripple --fullscreen has its own");
    } else if (display == NULL) {
        result = error_set(error, "--root", "there is no X display to draw on");
    } else {
        XErrorHandler before = XSetErrorHandler(keep_error);

        first_error = Success;
        if (*id == 0)
            *id = find_root(display);
        result = measure_window(display, *id, width, height, error);
        XSetErrorHandler(before);
    }
    if (display != NULL)
        XCloseDisplay(display);
    return result;
}

/* Sends SDL the window's size, which may have changed since SDL asked. */
static void send_size(Display *display, Window window)
{
    XWindowAttributes attributes;
    XEvent change = {.xconfigure = {.type = ConfigureNotify,
                                    .send_event = True,
                                    .display = display,
                                    .event = window,
                                    .window = window}};

    if (XGetWindowAttributes(display, window, &attributes) == 0)
        return;
    change.xconfigure.width = attributes.width;
    change.xconfigure.height = attributes.height;
    XPutBackEvent(display, &change);
}

/* SDL asks for no events of a window that it did not make. */
static void ask_for_events(SDL_Window *window)
{
    SDL_SysWMinfo info;
    Display *display;
    Window id;

    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info))
        return;
    display = info.info.x11.display;
    id = info.info.x11.window;
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
    XSelectInput(display, id, StructureNotifyMask | ExposureMask);
    send_size(display, id);
}

SDL_Window *host_window_adopt(unsigned long id)
{
    SDL_Window *window = SDL_CreateWindowFrom((void *)(uintptr_t)id);

    if (window != NULL)
        ask_for_events(window);
    return window;
}

static Display *find_display(SDL_Window *window)
{
    SDL_SysWMinfo info;

    SDL_VERSION(&info.version);
    return SDL_GetWindowWMInfo(window, &info) && info.subsystem == SDL_SYSWM_X11
               ? info.info.x11.display
               : NULL;
}

/* A window manager names a window of its own; the name outlives it. */
int x11_is_managed(SDL_Window *window)
{
    static const char name[] = "_NET_SUPPORTING_WM_CHECK";
    Display *display = find_display(window);
    Window check;

    if (display == NULL)
        return 1;
    check = find_named(display, DefaultRootWindow(display), name, XA_WINDOW);
    return check != None &&
           find_named(display, check, name, XA_WINDOW) == check;
}

/* Global: Xlib's handlers get no argument of ours. */
static struct {
    X11Leave *leave; /* NULL: nobody watches */
    void *context;
    SDL_threadID thread;
} watch;

static void leave(XID window, const char *what, const char *why)
{
    if (watch.leave != NULL)
        watch.leave(watch.context, window, what, why);
}

void x11_lose_window(unsigned long id)
{
    leave(id, "window", "another program has destroyed it");
}

/* A window of ours may have gone. Other errors are about what other programs
   have named, as in a drag whose source has ended, or come too late: SDL wakes
   itself by an event to its own window over a second connection. */
static int handle_error(Display *display, XErrorEvent *event)
{
    (void)display;
    if (event->resourceid != None &&
        (event->error_code == BadWindow || event->error_code == BadDrawable))
        x11_lose_window(event->resourceid);
    return 0;
}

/* Xlib ends the process if this returns. Where another thread notices first,
   the watching one does so with its next call. */
static int lose_server(Display *display)
{
    (void)display;
    while (watch.leave != NULL && SDL_ThreadID() != watch.thread)
        SDL_Delay(1000);
    leave(None, "the X server", "the connection is lost");
    return 0;
}

void x11_watch(X11Leave *leave_now, void *context)
{
    watch.thread = SDL_ThreadID();
    watch.context = context;
    watch.leave = leave_now;
    XSetIOErrorHandler(leave_now != NULL ? lose_server : NULL);
}

void x11_forget_errors(void)
{
    XSetErrorHandler(handle_error);
}

#else

int x11_is_managed(SDL_Window *window)
{
    (void)window;
    return 1;
}

void x11_forget_errors(void)
{
}

void x11_watch(X11Leave *leave, void *context)
{
    (void)leave, (void)context;
}

#ifndef _WIN32

int host_window_find(unsigned long *id, int *width, int *height, Error *error)
{
    (void)id, (void)width, (void)height;
    return error_set(error, "--root", "this program was built without X11");
}

SDL_Window *host_window_adopt(unsigned long id)
{
    (void)id;
    SDL_SetError("this program was built without X11");
    return NULL;
}

#endif

int x11_read_screen(SDL_Surface **surface, const SDL_Rect *part, Error *error)
{
    (void)part;
    *surface = NULL;
    return error_set(error, WHAT, "this program was built without X11");
}

#endif
