/* SPDX-License-Identifier: MIT */
/*
 * The X server reports errors later, to a handler of Xlib that by default ends
 * the program. While something is read, the handler keeps the first error, and
 * XSync waits for all reports before check_errors looks.
 */
#include "app/x11.h"

#include "media/surface.h"

#define WHAT "the desktop"

#ifdef RIPPLE_X11

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <SDL_syswm.h>
#include <stdlib.h>

#define OPAQUE       0xff000000u
#define MAX_ITEMS    4096 /* of a property */
#define ALL_DESKTOPS 0xffffffffu
#define KEEP         2 /* of _NET_WM_BYPASS_COMPOSITOR: never bypass it */

/* Items of a property with 32 bits each, which Xlib has as longs. */
typedef struct Items {
    unsigned long *values; /* for XFree; NULL: none */
    unsigned long count;
} Items;

typedef struct Connection {
    Display *display;
    Window root, window;
} Connection;

/* Returns 0 if the window is not one of X11. */
static int find_connection(Connection *connection, SDL_Window *window)
{
    SDL_SysWMinfo info;

    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11)
        return 0;
    *connection = (Connection){info.info.x11.display,
                               DefaultRootWindow(info.info.x11.display),
                               info.info.x11.window};
    return 1;
}

static Atom find_atom(Display *display, const char *name)
{
    return XInternAtom(display, name, False); /* Xlib remembers it */
}

static Items read_items(Display *display, Window window, const char *name,
                        Atom type)
{
    unsigned char *data = NULL;
    unsigned long count = 0, rest;
    Atom found = None;
    int format = 0;

    if (XGetWindowProperty(display, window, find_atom(display, name), 0,
                           MAX_ITEMS, False, type, &found, &format, &count,
                           &rest, &data) != Success)
        return (Items){NULL, 0};
    return (Items){(unsigned long *)(void *)data, format == 32 ? count : 0};
}

static void free_items(Items items)
{
    if (items.values != NULL)
        XFree(items.values);
}

/* The first item of a property: a number, or an X resource; or `none`. */
static unsigned long read_item(Display *display, Window window,
                               const char *name, Atom type, unsigned long none)
{
    Items items = read_items(display, window, name, type);
    unsigned long item = items.count > 0 ? items.values[0] : none;

    free_items(items);
    return item;
}

/* Adds to the events that we get of a window. Returns 0 if it has gone. */
static int ask_for(Display *display, Window window, long mask)
{
    XWindowAttributes attributes;

    if (XGetWindowAttributes(display, window, &attributes) == 0)
        return 0;
    if ((attributes.your_event_mask & mask) != mask)
        XSelectInput(display, window, attributes.your_event_mask | mask);
    return 1;
}

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

/* The pixmap or window to read: a screenshot if there is one, else the root
   window, but None in a screensaver, whose own window covers the root. */
static Drawable find_drawable(Display *display)
{
    static const char property[] = "_SCREENSAVER_SCREENSHOT";
    const char *saver = getenv("XSCREENSAVER_WINDOW");
    Window root = DefaultRootWindow(display);
    Pixmap pixmap = None;

    if (saver != NULL)
        pixmap = read_item(display, strtoul(saver, NULL, 0), property,
                           XA_PIXMAP, None);
    first_error = Success; /* that window may have gone */
    if (pixmap == None)
        pixmap = read_item(display, root, property, XA_PIXMAP, None);
    return pixmap != None || saver != NULL ? pixmap : root;
}

/* The upper 8 bits of a colour of a pixel. */
static uint32_t find_colour(unsigned long pixel, uint64_t mask)
{
    return (uint32_t)((pixel & mask) * 256 / (mask + (mask & -mask)));
}

static SDL_Surface *convert(XImage *image, const Visual *visual)
{
    SDL_Surface *surface = surface_create(image->width, image->height);

    for (int y = 0; surface != NULL && y < image->height; y++) {
        uint32_t *row = surface_row(surface, y);

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
        found = read_item(display, children[i], "__SWM_VROOT", XA_WINDOW, None);
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
SDL_Window *host_window_adopt(unsigned long id)
{
    SDL_Window *window = SDL_CreateWindowFrom((void *)(uintptr_t)id);
    Connection x;

    if (window != NULL && find_connection(&x, window)) {
        SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
        XSelectInput(x.display, x.window, StructureNotifyMask | ExposureMask);
        send_size(x.display, x.window);
    }
    return window;
}

/* A window manager names a window of its own; the name outlives it. */
int x11_is_managed(SDL_Window *window)
{
    static const char name[] = "_NET_SUPPORTING_WM_CHECK";
    Connection x;
    Window check;

    if (!find_connection(&x, window))
        return 1;
    check = read_item(x.display, x.root, name, XA_WINDOW, None);
    return check != None &&
           read_item(x.display, check, name, XA_WINDOW, None) == check;
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

static void lose_window(unsigned long id)
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
        lose_window(event->resourceid);
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

unsigned long x11_watch_window(SDL_Window *window)
{
    Connection x;

    if (!find_connection(&x, window))
        return 0;
    if (ask_for(x.display, x.window, VisibilityChangeMask))
        SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
    return x.window;
}

void x11_follow_window(unsigned long id, const SDL_SysWMEvent *event,
                       int *is_covered)
{
    const XEvent *x_event = &event->msg->msg.x11.event;

    if (event->msg->subsystem != SDL_SYSWM_X11 || x_event->xany.window != id)
        return;
    if (x_event->type == VisibilityNotify)
        *is_covered = x_event->xvisibility.state == VisibilityFullyObscured;
    else if (x_event->type == DestroyNotify)
        lose_window(id);
}

/* Clients come and go, so each request may be for one that has gone:
   handle_error ignores that. */

static int has_atom(Display *display, Window window, const char *property,
                    const char *name)
{
    Items items = read_items(display, window, property, XA_ATOM);
    Atom wanted = find_atom(display, name);
    int result = 0;

    for (unsigned long i = 0; i < items.count; i++)
        result |= items.values[i] == wanted;
    free_items(items);
    return result;
}

void x11_wallpaper_prepare(SDL_Window *window)
{
    const unsigned long keep = KEEP;
    XSetWindowAttributes unmanaged = {.override_redirect = True};
    Connection x;

    if (!find_connection(&x, window))
        return;
    XChangeProperty(
        x.display, x.window, find_atom(x.display, "_NET_WM_BYPASS_COMPOSITOR"),
        XA_CARDINAL, 32, PropModeReplace, (const unsigned char *)&keep, 1);
    if (!has_atom(x.display, x.root, "_NET_SUPPORTED",
                  "_NET_WM_WINDOW_TYPE_DESKTOP"))
        XChangeWindowAttributes(x.display, x.window, CWOverrideRedirect,
                                &unmanaged);
    ask_for(x.display, x.root, PropertyChangeMask);
}

void x11_wallpaper_lower(SDL_Window *window)
{
    Connection x;

    if (find_connection(&x, window))
        XLowerWindow(x.display, x.window);
}

int x11_wallpaper_follows(const SDL_SysWMEvent *event)
{
    static const char *const names[] = {"_NET_CLIENT_LIST_STACKING",
                                        "_NET_CURRENT_DESKTOP",
                                        "_NET_WM_DESKTOP", "_NET_WM_STATE"};
    const XEvent *x_event = &event->msg->msg.x11.event;
    int result = 0;

    if (event->msg->subsystem != SDL_SYSWM_X11 ||
        x_event->type != PropertyNotify)
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        result |= x_event->xproperty.atom ==
                  find_atom(x_event->xproperty.display, names[i]);
    return result;
}

/* Finds where a window is on the root window. Returns 0 if it has gone. */
static int find_place(const Connection *x, Window window, SDL_Rect *place)
{
    unsigned int width, height, border, depth;
    Window root, child;

    if (!XGetGeometry(x->display, window, &root, &place->x, &place->y, &width,
                      &height, &border, &depth) ||
        !XTranslateCoordinates(x->display, window, x->root, 0, 0, &place->x,
                               &place->y, &child))
        return 0;
    place->w = (int)width;
    place->h = (int)height;
    return 1;
}

/* Whether a client fills the display of that place: its middle is there, before
   it has the new size as well. */
static int fills(const Connection *x, Window client, const SDL_Rect *place,
                 unsigned long desktop)
{
    static const char property[] = "_NET_WM_STATE";
    unsigned long own = read_item(x->display, client, "_NET_WM_DESKTOP",
                                  XA_CARDINAL, ALL_DESKTOPS);
    SDL_Rect bounds;
    SDL_Point middle;

    if ((own != desktop && own != ALL_DESKTOPS) ||
        !has_atom(x->display, client, property, "_NET_WM_STATE_FULLSCREEN") ||
        has_atom(x->display, client, property, "_NET_WM_STATE_HIDDEN") ||
        !find_place(x, client, &bounds))
        return 0;
    middle = (SDL_Point){bounds.x + bounds.w / 2, bounds.y + bounds.h / 2};
    return SDL_PointInRect(&middle, place) == SDL_TRUE;
}

int x11_wallpaper_is_covered(SDL_Window *window)
{
    unsigned long desktop;
    SDL_Rect place;
    Connection x;
    Items clients;
    int result = 0;

    if (!find_connection(&x, window) || !find_place(&x, x.window, &place))
        return 0;
    desktop =
        read_item(x.display, x.root, "_NET_CURRENT_DESKTOP", XA_CARDINAL, 0);
    clients =
        read_items(x.display, x.root, "_NET_CLIENT_LIST_STACKING", XA_WINDOW);
    for (unsigned long i = 0; i < clients.count; i++) {
        ask_for(x.display, clients.values[i], PropertyChangeMask);
        result |= fills(&x, clients.values[i], &place, desktop);
    }
    free_items(clients);
    return result;
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

unsigned long x11_watch_window(SDL_Window *window)
{
    (void)window;
    return 0;
}

void x11_follow_window(unsigned long id, const SDL_SysWMEvent *event,
                       int *is_covered)
{
    (void)id, (void)event, (void)is_covered;
}

void x11_wallpaper_prepare(SDL_Window *window)
{
    (void)window;
}

void x11_wallpaper_lower(SDL_Window *window)
{
    (void)window;
}

int x11_wallpaper_follows(const SDL_SysWMEvent *event)
{
    (void)event;
    return 0;
}

int x11_wallpaper_is_covered(SDL_Window *window)
{
    (void)window;
    return 0;
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
