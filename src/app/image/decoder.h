/* SPDX-License-Identifier: MIT */
/*
 * Draws an SVG. A few hundred bytes can ask for gigabytes and hours: lines of
 * a million dashes, twenty thousand shapes of the picture's size. No header
 * says so. Therefore a child process draws it, with DECODER_MAX_SECONDS of CPU
 * time and DECODER_MAX_MEGABYTES of memory; on Windows this process does.
 */
#ifndef RIPPLE_APP_IMAGE_DECODER_H
#define RIPPLE_APP_IMAGE_DECODER_H

#include <SDL.h>

#define DECODER_MAX_SECONDS   10
#define DECODER_MAX_MEGABYTES 512 /* beyond what the program has */

/*
 * Draws it as large as fits into side x side. Returns a surface, to be freed
 * with SDL_FreeSurface, or NULL, with SDL's error empty or the reason.
 */
SDL_Surface *decoder_draw_svg(SDL_RWops *source, int side);

#endif
