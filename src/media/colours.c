/* SPDX-License-Identifier: MIT */
#include "media/colours.h"

#include "media/metadata.h"
#include "media/surface.h"

#ifdef RIPPLE_LCMS

#include <lcms2.h>
#include <stdlib.h>
#include <zlib.h>

#define MAX_PROFILE ((size_t)16 << 20)
#define STEPS       5 /* of each colour that is tried */

#if SDL_BYTEORDER == SDL_LIL_ENDIAN
#define PIXELS TYPE_BGRA_8
#else
#define PIXELS TYPE_ARGB_8
#endif

/* A PNG has a name, up to a '\0', the method 0, and then the profile as zlib
   packs it. Returns the profile, to be freed, or NULL. */
static unsigned char *unpack(const unsigned char *packed, size_t *length)
{
    const unsigned char *end = memchr(packed, '\0', *length);
    size_t skip = end != NULL ? (size_t)(end - packed) + 2 : *length;
    unsigned char *profile = NULL;
    int result = Z_BUF_ERROR;

    for (size_t size = 65536;
         result == Z_BUF_ERROR && size <= MAX_PROFILE && skip < *length;
         size *= 4) {
        uLongf got = (uLongf)size;

        free(profile);
        profile = malloc(size);
        result = profile != NULL ? uncompress(profile, &got, packed + skip,
                                              (uLong)(*length - skip))
                                 : Z_MEM_ERROR;
        if (result == Z_OK)
            *length = (size_t)got;
    }
    if (result == Z_OK)
        return profile;
    free(profile);
    return NULL;
}

/* Whether it changes no colour by more than a level: most profiles are sRGB. */
static int is_plain(cmsHTRANSFORM transform)
{
    for (int i = 0; i < STEPS * STEPS * STEPS; i++) {
        unsigned char from[4], to[4];

        for (int channel = 0, rest = i; channel < 4; channel++, rest /= STEPS)
            from[channel] = (unsigned char)(rest % STEPS * 255 / (STEPS - 1));
        memcpy(to, from, sizeof to); /* alpha stays */
        cmsDoTransform(transform, from, to, 1);
        for (int channel = 0; channel < 4; channel++) {
            if (abs(from[channel] - to[channel]) > 1)
                return 0;
        }
    }
    return 1;
}

static void convert_grey(SDL_Surface *picture, cmsHTRANSFORM transform)
{
    uint32_t colours[256];
    unsigned char greys[256];

    for (int i = 0; i < 256; i++)
        greys[i] = (unsigned char)i;
    cmsDoTransform(transform, greys, colours, 256);
    for (int y = 0; y < picture->h; y++) {
        uint32_t *row = surface_row(picture, y);

        for (int x = 0; x < picture->w; x++)
            row[x] = 0xFF000000 | colours[row[x] & 0xFF];
    }
}

static void convert(SDL_Surface *picture, cmsHPROFILE profile,
                    cmsHTRANSFORM transform)
{
    if (cmsGetColorSpace(profile) == cmsSigGrayData) {
        convert_grey(picture, transform);
        return;
    }
    if (is_plain(transform))
        return;
    for (int y = 0; y < picture->h; y++)
        cmsDoTransform(transform, surface_row(picture, y),
                       surface_row(picture, y), (cmsUInt32Number)picture->w);
}

void colours_to_srgb(SDL_Surface *picture, const unsigned char *data,
                     size_t size, PictureKind kind)
{
    cmsHPROFILE profile = NULL, srgb = NULL;
    cmsHTRANSFORM transform = NULL;
    cmsColorSpaceSignature space;
    size_t length;
    unsigned char *bytes = metadata_profile(data, size, kind, &length);

    if (bytes != NULL && kind == PICTURE_PNG) {
        unsigned char *packed = bytes;

        bytes = unpack(packed, &length);
        free(packed);
    }
    if (bytes == NULL)
        return;
    profile = cmsOpenProfileFromMem(bytes, (cmsUInt32Number)length);
    free(bytes);
    if (profile == NULL)
        return;
    space = cmsGetColorSpace(profile);
    srgb = cmsCreate_sRGBProfile();
    if (srgb != NULL && (space == cmsSigRgbData || space == cmsSigGrayData))
        transform = cmsCreateTransform(
            profile, space == cmsSigGrayData ? TYPE_GRAY_8 : PIXELS, srgb,
            PIXELS, INTENT_PERCEPTUAL, 0);
    if (transform != NULL) {
        convert(picture, profile, transform);
        cmsDeleteTransform(transform);
    }
    cmsCloseProfile(srgb);
    cmsCloseProfile(profile);
}

#else

void colours_to_srgb(SDL_Surface *picture, const unsigned char *data,
                     size_t size, PictureKind kind)
{
    (void)picture, (void)data, (void)size, (void)kind;
}

#endif
