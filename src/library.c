/* SPDX-License-Identifier: MIT */
/* The public functions that need no pool: texts, names, copies of pixels. */
#include "backends.h"
#include "render/pixel_formats.h"

const char *ripple_error_text(int error)
{
    switch (error) {
    case RIPPLE_OK:
        return "no error";
    case RIPPLE_ERROR_MEMORY:
        return "not enough memory";
    case RIPPLE_ERROR_SIZE:
        return "width and height must lie between 1 and 32768, and rows must "
               "not "
               "overlap";
    case RIPPLE_ERROR_SETTING:
        return "a setting is out of its range";
    case RIPPLE_ERROR_PIXELS:
        return "pixels must be as large as the pool, must not overlap, and "
               "must have a format that the settings can draw";
    case RIPPLE_ERROR_THREADS:
        return "threads could not be started";
    case RIPPLE_ERROR_GPU:
        return "no GPU with OpenGL 4.3 or ES 3.1 steps this water right";
    }
    return "unknown error";
}

const char *ripple_version(void)
{
    return RIPPLE_VERSION;
}

const char *ripple_backend_name(int i)
{
    const Backend *backend = ripple_backends_get(i);

    return backend != NULL ? backend->name : NULL;
}

const char *ripple_simd_name(int i)
{
    const Kernels *level = ripple_kernels_level(i);

    return level != NULL ? level->name : NULL;
}

size_t ripple_pixel_size(RippleFormat format)
{
    return ripple_pixels_size(format);
}

int ripple_copy_pixels(const RipplePixels *from, const RipplePixels *to)
{
    if (!ripple_pixels_are_valid(from) || !ripple_pixels_are_valid(to) ||
        from->width != to->width || from->height != to->height ||
        ripple_pixels_overlap(from, to))
        return RIPPLE_ERROR_PIXELS;
    ripple_pixels_copy(from, to, (RippleRect){0, 0, to->width, to->height});
    return RIPPLE_OK;
}
