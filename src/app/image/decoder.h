/* SPDX-License-Identifier: MIT */
/*
 * Draws an SVG. A few hundred bytes of one can ask for gigabytes and for
 * hours: lines of a million dashes, twenty thousand shapes as large as the
 * picture. No header says so, so it is drawn by a process of its own, which
 * gets DECODER_MAX_SECONDS of a CPU and DECODER_MAX_MEGABYTES; but under
 * Windows, where there is no fork.
 */
#ifndef RIPPLE_APP_IMAGE_DECODER_H
#define RIPPLE_APP_IMAGE_DECODER_H

#include <SDL.h>

#define DECODER_MAX_SECONDS   10
#define DECODER_MAX_MEGABYTES 512 /* beyond what the program has */

/*
 * As large as fits into side x side, to be freed with SDL_FreeSurface; NULL
 * when it cannot be, with SDL's error empty or the reason.
 */
SDL_Surface *decoder_draw_svg(SDL_RWops *source, int side);

#endif
