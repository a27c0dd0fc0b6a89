/* SPDX-License-Identifier: MIT */
/*
 * An error of the X server comes later, by way of Xlib's handler, which by
 * default ends the program. Ours keeps what came first, and XSync makes all
 * of them come before anyone looks.
 */
#include "desktop.h"

#define WHAT "the desktop"

#ifdef RIPPLE_X11

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xproto.h>
#include <X11/Xutil.h>
#include <stdlib.h>

#define OPAQUE 0xff000000u

/* Where the colours are in a pixel, each of 8 bits. */
typedef struct Channels {
    int red, green, blue; /* shifts */
} Channels;

/* Xlib's handler has nowhere else to leave word. */
static unsigned char first_error;

static int keep_error(Display *display, XErrorEvent *event)
{
    (void)display;
    if (first_error == Success)
        first_error = event->error_code;
    return 0;
}

/* Whether all went well until now; if not the report says what did not. */
static int check_errors(Display *display, Report *report)
{
    char text[128];

    XSync(display, False);
    if (first_error == Success)
        return 0;
    XGetErrorText(display, first_error, text, sizeof text);
    return report_failure(report, WHAT, "%s", text);
}

/* The pixmap of a window's property, or None. */
static Pixmap find_screenshot(Display *display, Window window)
{
    Atom name = XInternAtom(display, "_SCREENSAVER_SCREENSHOT", False), type;
    unsigned long count, rest;
    unsigned char *value = NULL;
    Pixmap pixmap = None;
    int format;

    if (XGetWindowProperty(display, window, name, 0, 1, False, XA_PIXMAP, &type,
                           &format, &count, &rest, &value) == Success &&
        type == XA_PIXMAP && format == 32 && count == 1)
        pixmap = *(Pixmap *)(void *)value;
    if (value != NULL)
        XFree(value);
    return pixmap;
}

/* What to read: a screenshot where there is one, else the root window. */
static Drawable find_drawable(Display *display)
{
    const char *saver = getenv("XSCREENSAVER_WINDOW");
    Window root = DefaultRootWindow(display);
    Pixmap pixmap = None;

    if (saver != NULL)
        pixmap = find_screenshot(display, strtoul(saver, NULL, 0));
    first_error = Success; /* that window may have gone */
    if (pixmap == None)
        pixmap = find_screenshot(display, root);
    return pixmap != None ? pixmap : root;
}

/* The shift of a mask of 8 bits, or -1. */
static int find_shift(unsigned long mask)
{
    int shift = 0;

    while (mask != 0 && (mask >> shift & 1) == 0)
        shift++;
    return mask >> shift == 0xff ? shift : -1;
}

static int find_channels(Channels *channels, Display *display,
                         unsigned int depth, Report *report)
{
    const Visual *visual = DefaultVisual(display, DefaultScreen(display));

    *channels =
        (Channels){find_shift(visual->red_mask), find_shift(visual->green_mask),
                   find_shift(visual->blue_mask)};
    if (depth != 24 && depth != 32)
        return report_failure(report, WHAT, "its depth is %u, not 24 or 32",
                              depth);
    if (visual->class != TrueColor || channels->red < 0 ||
        channels->green < 0 || channels->blue < 0)
        return report_failure(report, WHAT, "%s",
                              "its colours are not three of 8 bits each");
    return 0;
}

static SDL_Surface *convert(XImage *image, const Channels *channels)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, image->width, image->height, 32, SDL_PIXELFORMAT_ARGB8888);

    for (int y = 0; surface != NULL && y < image->height; y++) {
        uint32_t *row = (uint32_t *)(void *)((char *)surface->pixels +
                                             (ptrdiff_t)y * surface->pitch);

        for (int x = 0; x < image->width; x++) {
            unsigned long pixel = XGetPixel(image, x, y);

            row[x] = OPAQUE | (uint32_t)(pixel >> channels->red & 0xff) << 16 |
                     (uint32_t)(pixel >> channels->green & 0xff) << 8 |
                     (uint32_t)(pixel >> channels->blue & 0xff);
        }
    }
    return surface;
}

static int read_display(SDL_Surface **surface, Display *display, Report *report)
{
    Drawable drawable = find_drawable(display);
    unsigned int width = 0, height = 0, border, depth = 0;
    Channels channels;
    XImage *image;
    Window root;
    int x, y;

    XGetGeometry(display, drawable, &root, &x, &y, &width, &height, &border,
                 &depth);
    if (check_errors(display, report) != 0 ||
        find_channels(&channels, display, depth, report) != 0)
        return -1;
    image =
        XGetImage(display, drawable, 0, 0, width, height, AllPlanes, ZPixmap);
    if (image != NULL) {
        *surface = convert(image, &channels);
        XDestroyImage(image);
    }
    if (check_errors(display, report) == 0 && *surface == NULL)
        report_failure(report, WHAT, "%s", "it could not be read");
    return *surface != NULL ? 0 : -1;
}

/* There an X server shows its own windows at most. */
static int is_wayland(Display *display)
{
    const char *name = getenv("WAYLAND_DISPLAY");
    int opcode, event, error;

    return (name != NULL && name[0] != '\0') ||
           (display != NULL &&
            XQueryExtension(display, "XWAYLAND", &opcode, &event, &error));
}

int desktop_read(SDL_Surface **surface, Report *report)
{
    Display *display = XOpenDisplay(NULL);
    int result;

    *surface = NULL;
    if (is_wayland(display)) {
        result = report_failure(report, WHAT, "%s",
                                "Wayland lets no program read it");
    } else if (display == NULL) {
        result = report_failure(report, WHAT, "%s",
                                "there is no X display to read it from");
    } else {
        XErrorHandler before = XSetErrorHandler(keep_error);

        first_error = Success;
        result = read_display(surface, display, report);
        XSetErrorHandler(before);
    }
    if (display != NULL)
        XCloseDisplay(display);
    return result;
}

static XErrorHandler other_handler;

static int pass_over_late(Display *display, XErrorEvent *event)
{
    if (event->request_code == X_SendEvent && event->error_code == BadWindow)
        return 0;
    return other_handler(display, event);
}

void desktop_pass_over_late_events(void)
{
    XErrorHandler handler = XSetErrorHandler(pass_over_late);

    if (handler != pass_over_late)
        other_handler = handler;
}

#else

void desktop_pass_over_late_events(void)
{
}

int desktop_read(SDL_Surface **surface, Report *report)
{
    *surface = NULL;
    return report_failure(report, WHAT, "%s",
                          "this program was built without X11");
}

#endif
