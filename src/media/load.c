/* SPDX-License-Identifier: MIT */
/*
 * All of a file is read into memory, probed, and decoded by the decoder of the
 * format that was found; never by IMG_Load, which might find another one. The
 * decoded surface is copied to ARGB8888.
 */
#include "media/load.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include <SDL_image.h>

#include "media/jpeg.h"
#include "media/pnm.h"
#include "media/surface.h"
#include "media/svg.h"
#include "media/webp.h"
#include "lib/util/fixed.h"
#include "os/compat.h"

#define MAX_BYTES  ((size_t)LOAD_MAX_MEGABYTES * 1024 * 1024)
#define MAX_PIXELS ((uint64_t)LOAD_MAX_MEGAPIXELS * 1000 * 1000)
#define BLOCK      16 /* columns of a picture that is turned */

/* Fills a copy, ARGB8888, with the top left part of a decoded picture, and
   makes it opaque. */
typedef int Convert(SDL_Surface *copy, SDL_Surface *picture);

/* Pixels of the colour key stay 0, black and transparent. */
static int copy_part(SDL_Surface *copy, SDL_Surface *picture)
{
    SDL_Rect part = {0, 0, copy->w, copy->h};

    if (SDL_SetSurfaceBlendMode(picture, SDL_BLENDMODE_NONE) < 0)
        return -1;
    return SDL_BlitSurface(picture, &part, copy, NULL);
}

static int lay_on_ground(SDL_Surface *copy)
{
    if (surface_premultiply(copy) < 0)
        return -1;
    surface_lay_on(copy, surface_find_ground(copy));
    return 0;
}

/* Opaque pixels of 24 bits, as those of most photographs: in one pass over
   memory, not in three. */
static void widen(SDL_Surface *copy, const SDL_Surface *picture)
{
    for (int y = 0; y < copy->h; y++) {
        const uint8_t *from = surface_row(picture, y);
        uint32_t *to = surface_row(copy, y);

        for (int x = 0; x < copy->w; x++, from += 3)
            to[x] = 0xFF000000 | (uint32_t)from[0] << 16 |
                    (uint32_t)from[1] << 8 | from[2];
    }
}

static int convert_any(SDL_Surface *copy, SDL_Surface *picture)
{
    if (picture->format->format == SDL_PIXELFORMAT_RGB24 &&
        !SDL_HasColorKey(picture)) {
        widen(copy, picture);
        return 0;
    }
    return copy_part(copy, picture) < 0 ? -1 : lay_on_ground(copy);
}

/* SDL2_image 2.6 returns grey with alpha, two bytes a pixel, as RGB565. */
static int convert_png(SDL_Surface *copy, SDL_Surface *picture)
{
    if (picture->format->BytesPerPixel != 2)
        return convert_any(copy, picture);
    for (int y = 0; y < copy->h; y++) {
        const uint8_t *from = surface_row(picture, y);
        uint32_t *to = surface_row(copy, y);

        for (int x = 0; x < copy->w; x++)
            to[x] = (uint32_t)from[2 * x + 1] << 24 | from[2 * x] * 0x010101U;
    }
    return lay_on_ground(copy);
}

/* Inverted CMYK, as Adobe stores it, comes from SDL2_image with the inverted
   black as alpha, and with red and blue exchanged. */
static int convert_jpeg(SDL_Surface *copy, SDL_Surface *picture)
{
    uint32_t *pixels = copy->pixels;
    size_t count = (size_t)copy->w * (size_t)copy->h;

    if (picture->format->Amask == 0)
        return convert_any(copy, picture);
    if (copy_part(copy, picture) < 0 || surface_premultiply(copy) < 0)
        return -1;
    for (size_t i = 0; i < count; i++)
        pixels[i] = 0xFF000000 | (pixels[i] & 0xFF00) |
                    (pixels[i] >> 16 & 0xFF) | (pixels[i] & 0xFF) << 16;
    return 0;
}

/* Pixels that are multiplied by alpha. */
static int convert_premultiplied(SDL_Surface *copy, SDL_Surface *picture)
{
    if (copy_part(copy, picture) < 0)
        return -1;
    surface_lay_on(copy, surface_find_ground(copy));
    return 0;
}

/* SDL2_image reads neither 16 bits nor text without a last line feed. */
static SDL_Surface *load_pnm(const void *data, size_t size)
{
    ByteReader reader = {.data = data, .size = size};
    Pnm pnm = {.next = byte_reader_next, .source = &reader};
    SDL_Surface *surface =
        pnm_open(&pnm) == 0 ? surface_create(pnm.width, pnm.height) : NULL;
    uint32_t *pixels = surface != NULL ? surface->pixels : NULL;
    int channels = pnm_channels(&pnm), sample = 0;

    for (int i = 0; surface != NULL && i < pnm.width * pnm.height; i++) {
        uint32_t pixel = 0;

        for (int channel = 0; channel < channels && sample >= 0; channel++) {
            sample = pnm_take(&pnm);
            pixel = pixel << 8 |
                    (uint32_t)((sample * 510LL + pnm.peak) / (2 * pnm.peak));
        }
        pixels[i] = 0xFF000000 | (channels == 1 ? pixel * 0x010101 : pixel);
        if (sample < 0) {
            SDL_FreeSurface(surface);
            surface = NULL;
        }
    }
    return surface;
}

/*
 * Not ICO, CUR, XV, AVIF and JXL: their size is not known before they are
 * decoded. Not XCF and XPM: with tiles that are too short, or characters
 * without a colour, SDL2_image 2.6 reads outside its memory.
 */
static const struct {
    SDL_Surface *(*load)(SDL_RWops *source);
    Convert *convert;
} decoders[] = {
    [PICTURE_PNG] = {IMG_LoadPNG_RW, convert_png},
    [PICTURE_JPEG] = {IMG_LoadJPG_RW, convert_jpeg},
    [PICTURE_GIF] = {IMG_LoadGIF_RW, convert_any},
    [PICTURE_BMP] = {IMG_LoadBMP_RW, convert_any},
    [PICTURE_WEBP] = {IMG_LoadWEBP_RW, convert_any},
    [PICTURE_TIFF] = {IMG_LoadTIF_RW, convert_premultiplied},
    [PICTURE_PNM] = {NULL, convert_any},
    [PICTURE_QOI] = {IMG_LoadQOI_RW, convert_any},
    [PICTURE_PCX] = {IMG_LoadPCX_RW, convert_any},
    [PICTURE_LBM] = {IMG_LoadLBM_RW, convert_any},
    [PICTURE_SVG] = {NULL, convert_premultiplied},
    [PICTURE_TGA] = {IMG_LoadTGA_RW, convert_any},
};

_Static_assert(COUNT(decoders) == PICTURE_COUNT, "each format has a decoder");

static SDL_Surface *decode(const void *data, size_t size, PictureKind kind,
                           const char *name, Error *error)
{
    SDL_RWops *source;
    SDL_Surface *picture;

    SDL_ClearError();
    if (kind == PICTURE_PNM)
        return load_pnm(data, size);
    if (kind == PICTURE_WEBP && webp_is_animation(data, size))
        return webp_first(data, size);
    if (kind == PICTURE_SVG)
        return svg_draw(data, size, name, error);
    source = SDL_RWFromConstMem(data, (int)size);
    if (source == NULL)
        return NULL;
    picture = decoders[kind].load(source);
    SDL_RWclose(source);
    return picture;
}

/* Replaces the first frame of a GIF by its whole screen. */
static SDL_Surface *lay_on_screen(SDL_Surface *frame, int width, int height,
                                  const void *data, size_t size)
{
    SDL_Surface *screen = surface_create(width, height);
    SDL_Rect place = {0};
    uint32_t colour = probe_gif_place(data, size, &place.x, &place.y);

    if (screen != NULL &&
        (SDL_FillRect(screen, NULL, SDL_HasColorKey(frame) ? 0 : colour) < 0 ||
         SDL_SetSurfaceBlendMode(frame, SDL_BLENDMODE_NONE) < 0 ||
         SDL_BlitSurface(frame, NULL, screen, &place) < 0)) {
        SDL_FreeSurface(screen);
        screen = NULL;
    }
    SDL_FreeSurface(frame);
    return screen;
}

/* The top left width x height pixels; an LBM has more, a multiple of 16. */
static SDL_Surface *convert(SDL_Surface *picture, int width, int height,
                            PictureKind kind)
{
    SDL_Surface *copy = surface_create(width, height);

    if (copy == NULL)
        return NULL;
    if (decoders[kind].convert(copy, picture) < 0) {
        SDL_FreeSurface(copy);
        return NULL;
    }
    return copy;
}

/* The format and size that the header of a file gives. */
typedef struct Header {
    PictureKind kind;
    uint32_t width;
    uint32_t height;
    int is_whole; /* else a JPEG without an end */
} Header;

static int is_too_large(uint32_t width, uint32_t height)
{
    return width > LOAD_MAX_SIDE || height > LOAD_MAX_SIDE ||
           (uint64_t)width * height > MAX_PIXELS;
}

static uint32_t find_mean(const uint32_t *top, const uint32_t *bottom, int left,
                          int right)
{
    uint32_t pixels[] = {top[left], top[right], bottom[left], bottom[right]};
    uint32_t even = 0x00020002, odd = 0x00020002;

    for (int i = 0; i < 4; i++) {
        even += pixels[i] & 0x00FF00FF;
        odd += pixels[i] >> 8 & 0x00FF00FF;
    }
    return (even >> 2 & 0x00FF00FF) | (odd << 6 & 0xFF00FF00);
}

/* A picture of half the width and height, each pixel the mean of four. */
static SDL_Surface *halve(const SDL_Surface *from)
{
    SDL_Surface *to =
        surface_create(max_int(from->w / 2, 1), max_int(from->h / 2, 1));

    for (int y = 0; to != NULL && y < to->h; y++) {
        const uint32_t *top = surface_row(from, 2 * y);
        const uint32_t *bottom =
            surface_row(from, min_int(2 * y + 1, from->h - 1));
        uint32_t *row = surface_row(to, y);

        for (int x = 0; x < to->w; x++)
            row[x] =
                find_mean(top, bottom, 2 * x, min_int(2 * x + 1, from->w - 1));
    }
    return to;
}

/* Halves a picture until it has no more pixels than pictures here may have. */
static void make_small(SDL_Surface **surface)
{
    while (*surface != NULL &&
           is_too_large((uint32_t)(*surface)->w, (uint32_t)(*surface)->h)) {
        SDL_Surface *half = halve(*surface);

        SDL_FreeSurface(*surface);
        *surface = half;
    }
}

/* A JPEG that is large, as large as it need be, or that has no end; NULL if
   SDL2_image is to read it. */
static SDL_Surface *decode_jpeg(const void *data, size_t size, Header *header)
{
    uint32_t divisor = 1;
    SDL_Surface *picture;

    if (header->kind != PICTURE_JPEG)
        return NULL;
    while (divisor < 8 &&
           is_too_large(header->width / divisor, header->height / divisor))
        divisor *= 2;
    if (divisor == 1 && header->is_whole)
        return NULL;
    picture = jpeg_decode(data, size, (int)divisor);
    if (picture != NULL) {
        header->width = (uint32_t)picture->w;
        header->height = (uint32_t)picture->h;
    }
    return picture;
}

/* Copies a picture as `orientation` of EXIF turns it, block by block: columns
   of a whole picture would miss every cache. */
static void turn(SDL_Surface *to, SDL_Surface *from, int orientation)
{
    int swaps = orientation >= 5;
    int flips_x = orientation == 2 || orientation == 3 || orientation >= 7;
    int flips_y = orientation == 3 || orientation == 4 || orientation == 6 ||
                  orientation == 7;

    for (int left = 0; left < to->w; left += BLOCK) {
        for (int y = 0; y < to->h; y++) {
            uint32_t *row = surface_row(to, y);

            for (int x = left; x < min_int(left + BLOCK, to->w); x++) {
                int u = swaps ? y : x, v = swaps ? x : y;
                const uint32_t *pixels =
                    surface_row(from, flips_y ? from->h - 1 - v : v);

                row[x] = pixels[flips_x ? from->w - 1 - u : u];
            }
        }
    }
}

/* Replaces a picture by one that stands upright. Returns 0 or -1. */
static int stand_up(SDL_Surface **surface, int orientation)
{
    SDL_Surface *from = *surface, *to;

    if (orientation == 1)
        return 0;
    to = orientation < 5 ? surface_create(from->w, from->h)
                         : surface_create(from->h, from->w);
    if (to == NULL)
        return -1;
    turn(to, from, orientation);
    SDL_FreeSurface(from);
    *surface = to;
    return 0;
}

static int report_long_file(Error *error, const char *name)
{
    return error_set(error, name, "larger than %d megabytes",
                     LOAD_MAX_MEGABYTES);
}

/* A picture that is not read, and why: it is another kind, or damaged. */
static int refuse(const void *data, size_t size, PictureKind kind,
                  const char *name, Error *error)
{
    const char *unread = probe_unread(data, size, kind);

    if (unread != NULL)
        return error_set(error, name, "%s is not read", unread);
    return kind == PICTURE_NONE
               ? error_set(error, name,
                           "not a picture in a format that ripple reads")
               : error_set(error, name, "the %s is damaged or cut short",
                           probe_name(kind));
}

/* In a process that is limited a picture may have any size of SDL's. */
static int check(Header *header, int is_limited, const void *data, size_t size,
                 const char *name, Error *error)
{
    int failed;

    if (size == 0)
        return error_set(error, name, "the file is empty");
    if (size > MAX_BYTES)
        return report_long_file(error, name);
    failed = probe_size(data, size, name, &header->kind, &header->width,
                        &header->height);
    if (header->kind == PICTURE_NONE)
        return refuse(data, size, PICTURE_NONE, name, error);
    if (!failed &&
        (is_limited ? (uint64_t)header->width * header->height > INT_MAX
                    : is_too_large(header->width, header->height)))
        return error_set(error, name, "%ux%u is too large",
                         (unsigned)header->width, (unsigned)header->height);
    header->is_whole = failed || probe_is_whole(data, size, header->kind);
    return failed || (!header->is_whole && header->kind != PICTURE_JPEG)
               ? refuse(data, size, header->kind, name, error)
               : 0;
}

int load_report_limit(PictureKind kind, const char *name, Error *error)
{
    return error_set(error, name, "the %s takes too much time or memory to %s",
                     probe_name(kind), kind == PICTURE_SVG ? "draw" : "decode");
}

static int load_bytes(SDL_Surface **surface, const void *data, size_t size,
                      const char *name, LoadBegin *begin, Error *error)
{
    Header header;
    SDL_Surface *picture;

    if (check(&header, begin != NULL, data, size, name, error) < 0)
        return -1;
    if (begin != NULL)
        begin(header.kind);
    picture = decode_jpeg(data, size, &header);
    if (picture == NULL && header.is_whole)
        picture = decode(data, size, header.kind, name, error);
    if (picture != NULL && header.kind == PICTURE_GIF &&
        (picture->w < (int)header.width || picture->h < (int)header.height))
        picture = lay_on_screen(picture, (int)header.width, (int)header.height,
                                data, size);
    if (picture != NULL) {
        int drawn = header.kind == PICTURE_SVG;
        int width = drawn ? picture->w : (int)header.width;
        int height = drawn ? picture->h : (int)header.height;

        if (width > 0 && height > 0 && width <= picture->w &&
            height <= picture->h)
            *surface = convert(picture, width, height, header.kind);
        SDL_FreeSurface(picture);
    }
    make_small(surface);
    if (*surface != NULL)
        metadata_apply_profile(*surface, data, size, header.kind);
    if (*surface != NULL &&
        stand_up(surface, metadata_orientation(data, size, header.kind)) != 0) {
        SDL_FreeSurface(*surface);
        *surface = NULL;
    }
    if (*surface == NULL && strcmp(SDL_GetError(), "Out of memory") == 0)
        return load_report_limit(header.kind, name, error);
    return *surface == NULL ? refuse(data, size, header.kind, name, error) : 0;
}

int load_decode(SDL_Surface **surface, const void *data, size_t size,
                const char *name, Error *error)
{
    *surface = NULL;
    return load_bytes(surface, data, size, name, NULL, error);
}

int load_open(const char *path, Error *error)
{
    int file = wait_open(path);
    const char *reason = NULL;
    struct stat status;

    if (file < 0)
        return error_set(error, path, "%s", strerror(errno));
    if (fstat(file, &status) < 0)
        reason = strerror(errno);
    else if (S_ISDIR(status.st_mode))
        reason = strerror(EISDIR);
    else if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
        reason = "neither a file nor a pipe";
    if (reason == NULL && status.st_size <= (off_t)MAX_BYTES)
        return file;
    close(file);
    return reason != NULL ? error_set(error, path, "%s", reason)
                          : report_long_file(error, path);
}

/* The size of a file, 0 if unknown. */
static size_t find_size(int file)
{
    struct stat status;

    return fstat(file, &status) == 0 && status.st_size > 0
               ? (size_t)status.st_size
               : 0;
}

/* Or more than MAX_BYTES of a pipe. A file whose size is known needs no second
   buffer. */
int load_read(int file, Wait *wait, unsigned char **data, size_t *size)
{
    size_t capacity = (size_t)max_uint64(find_size(file) + 1, 65536);
    ssize_t got = 1;

    *data = NULL;
    *size = 0;
    while (got != 0 && *size <= MAX_BYTES) {
        if (*data == NULL || *size == capacity) {
            unsigned char *more;

            capacity = *data == NULL ? capacity : capacity * 2;
            more = realloc(*data, capacity);
            if (more == NULL)
                return -1;
            *data = more;
        }
        got = wait_read(wait, file, *data + *size, capacity - *size);
        if (got < 0)
            return -1;
        *size += (size_t)got;
    }
    return 0;
}

int load_stream(SDL_Surface **surface, int file, Wait *wait, const char *name,
                LoadBegin *begin, Error *error)
{
    unsigned char *data;
    size_t size;
    int result;

    *surface = NULL;
    if (load_read(file, wait, &data, &size) < 0)
        result = error_set(error, name, "%s", strerror(errno));
    else
        result = load_bytes(surface, data, size, name, begin, error);
    free(data);
    return result;
}
