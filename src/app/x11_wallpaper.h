/* SPDX-License-Identifier: MIT */
/* A window of SDL behind all others of an X11 desktop (EWMH 1.5). */
#ifndef RIPPLE_APP_X11_WALLPAPER_H
#define RIPPLE_APP_X11_WALLPAPER_H

#include <SDL.h>

/* Has SDL make windows from now on that window managers keep behind all others:
   on every workspace, in no taskbar or pager. */
void x11_wallpaper_hint(void);

/* Prepares such a window before it is shown: the compositor goes on, though the
   window fills a display, and a window manager that does not know of desktop
   windows leaves it alone. Also asks for the events of what covers it. */
void x11_wallpaper_prepare(SDL_Window *window);

/* Puts it behind all others once it is shown. */
void x11_wallpaper_lower(SDL_Window *window);

/* Whether that event may change what x11_wallpaper_is_covered says. */
int x11_wallpaper_follows(const SDL_SysWMEvent *event);

/* Whether a window in full screen on this workspace covers it. With a
   compositor the X server does not report that; without one Visibility knows of
   all windows. */
int x11_wallpaper_is_covered(SDL_Window *window);

#endif
