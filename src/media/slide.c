/* SPDX-License-Identifier: MIT */
#include "media/slide.h"

#include "media/surface.h"
#include "os/pixel_buffer.h"

int slide_is_lent(const Slide *slide)
{
    return slide->source != NULL &&
           slide->fitted.pixels == slide->source->pixels;
}

static void clear_fitted(Slide *slide)
{
    if (slide_is_lent(slide))
        slide->fitted = (RipplePixels){.pixels = NULL};
    pixel_buffer_clear(&slide->fitted);
}

static int has_size(const Slide *slide, int width, int height)
{
    return slide->fitted.width == width && slide->fitted.height == height;
}

int slide_fit(Slide *slide, int width, int height, Fit fit, int may_end)
{
    RipplePixels fitted;

    if (has_size(slide, width, height))
        return 0;
    if (pixel_buffer_init(&fitted, width, height, RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    if ((may_end && pixel_buffer_occupy(&fitted) != 0) ||
        fit_picture(&fitted, slide->source, fit) != 0) {
        pixel_buffer_clear(&fitted);
        return -1;
    }
    clear_fitted(slide);
    slide->fitted = fitted;
    return 0;
}

int slide_fit_again(Slide *slide, int width, int height, Fit fit)
{
    if (slide->source->w == width && slide->source->h == height) {
        clear_fitted(slide);
        slide->fitted = surface_pixels(slide->source);
        return 0;
    }
    if (!slide_is_lent(slide) && has_size(slide, width, height))
        return fit_picture(&slide->fitted, slide->source, fit);
    clear_fitted(slide);
    return slide_fit(slide, width, height, fit, 0);
}

void slide_clear(Slide *slide)
{
    clear_fitted(slide);
    SDL_FreeSurface(slide->source);
    slide->source = NULL;
}
