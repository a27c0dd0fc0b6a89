/* SPDX-License-Identifier: MIT */
/*
 * Clients come and go, so each request may be for one that has gone: Xlib's
 * handler of errors ignores that (x11.h).
 */
#include "app/x11_wallpaper.h"

#if defined RIPPLE_X11

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <SDL_syswm.h>

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

static int has_atom(Display *display, Window window, const char *property,
                    const char *name)
{
    Items items = read_items(display, window, property, XA_ATOM);
    Atom wanted = find_atom(display, name);
    int result = 0;

    for (unsigned long i = 0; i < items.count; i++)
        result |= items.values[i] == wanted;
    if (items.values != NULL)
        XFree(items.values);
    return result;
}

/* The first number of a property, or `none`. */
static unsigned long read_number(Display *display, Window window,
                                 const char *name, unsigned long none)
{
    Items items = read_items(display, window, name, XA_CARDINAL);
    unsigned long number = none;

    if (items.values == NULL)
        return none;
    if (items.count > 0)
        number = items.values[0];
    XFree(items.values);
    return number;
}

/* Adds to the events that we get of a window. */
static void ask_for(Display *display, Window window, long mask)
{
    XWindowAttributes attributes;

    if (XGetWindowAttributes(display, window, &attributes) != 0 &&
        (attributes.your_event_mask & mask) != mask)
        XSelectInput(display, window, attributes.your_event_mask | mask);
}

void x11_wallpaper_hint(void)
{
    SDL_SetHint("SDL_X11_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DESKTOP");
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
    unsigned long own =
        read_number(x->display, client, "_NET_WM_DESKTOP", ALL_DESKTOPS);
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
    desktop = read_number(x.display, x.root, "_NET_CURRENT_DESKTOP", 0);
    clients =
        read_items(x.display, x.root, "_NET_CLIENT_LIST_STACKING", XA_WINDOW);
    for (unsigned long i = 0; i < clients.count; i++) {
        ask_for(x.display, clients.values[i], PropertyChangeMask);
        result |= fills(&x, clients.values[i], &place, desktop);
    }
    if (clients.values != NULL)
        XFree(clients.values);
    return result;
}

#else

void x11_wallpaper_hint(void)
{
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

#endif
