/* SPDX-License-Identifier: MIT */
/*
 * A file is read whole into memory, sniffed, and handed to the one decoder
 * that belongs to what was sniffed; never to IMG_Load, whose own guess could
 * be another. The decoded surface is copied into ARGB8888, whatever it was.
 */
#include "app/image/load.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include <SDL_image.h>

#include "app/image/decoder.h"
#include "host/compat.h"
#include "app/image/probe.h"
#include "app/image/validate.h"

#define MAX_BYTES  ((size_t)LOAD_MAX_MEGABYTES * 1024 * 1024)
#define MAX_PIXELS ((uint64_t)LOAD_MAX_MEGAPIXELS * 1000 * 1000)

/* Fills a copy, ARGB8888, with the top left of a decoded picture. */
typedef int Convert(SDL_Surface *copy, SDL_Surface *picture);

/* What a colour key keeps from being copied stays 0, black and transparent. */
static int copy_part(SDL_Surface *copy, SDL_Surface *picture)
{
    SDL_Rect part = {0, 0, copy->w, copy->h};

    if (SDL_SetSurfaceBlendMode(picture, SDL_BLENDMODE_NONE) < 0)
        return -1;
    return SDL_BlitSurface(picture, &part, copy, NULL);
}

/* Over black, a pixel is its colour times its alpha. */
static int lay_over_black(SDL_Surface *copy)
{
    return SDL_PremultiplyAlpha(
        copy->w, copy->h, SDL_PIXELFORMAT_ARGB8888, copy->pixels, copy->pitch,
        SDL_PIXELFORMAT_ARGB8888, copy->pixels, copy->pitch);
}

static int convert_any(SDL_Surface *copy, SDL_Surface *picture)
{
    return copy_part(copy, picture) < 0 ? -1 : lay_over_black(copy);
}

/* SDL2_image 2.6 calls grey with a transparent shade RGB565: two bytes. */
static int convert_png(SDL_Surface *copy, SDL_Surface *picture)
{
    if (picture->format->BytesPerPixel != 2)
        return convert_any(copy, picture);
    for (int y = 0; y < copy->h; y++) {
        const uint8_t *from =
            (const uint8_t *)picture->pixels + (ptrdiff_t)y * picture->pitch;
        uint32_t *to =
            (uint32_t *)copy->pixels + (ptrdiff_t)y * (copy->pitch / 4);

        for (int x = 0; x < copy->w; x++)
            to[x] = (uint32_t)from[2 * x + 1] << 24 | from[2 * x] * 0x010101U;
    }
    return lay_over_black(copy);
}

/*
 * CMYK as Adobe keeps it, inverted, is colours times the light that black lets
 * through, which is how SDL2_image hands it on, but with red and blue swapped.
 */
static int convert_jpeg(SDL_Surface *copy, SDL_Surface *picture)
{
    uint32_t *pixels = copy->pixels;
    size_t count = (size_t)copy->w * (size_t)copy->h;

    if (convert_any(copy, picture) < 0)
        return -1;
    for (size_t i = 0; picture->format->Amask != 0 && i < count; i++)
        pixels[i] = (pixels[i] & 0xFF00FF00) | (pixels[i] >> 16 & 0xFF) |
                    (pixels[i] & 0xFF) << 16;
    return 0;
}

static SDL_Surface *draw_svg(SDL_RWops *source)
{
    return decoder_draw_svg(source, LOAD_SVG_SIDE);
}

/*
 * Left out are ICO, CUR and XV, whose decoders believe what they read, and
 * AVIF and JXL, off in Debian: no bound can be put on them before decoding.
 * Left out are XCF and XPM: in SDL2_image 2.6 tiles shorter than they say and
 * characters without a colour make it read outside its memory. SVG is drawn at
 * a bounded size, in bounded time and memory (drawing.h).
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
    [PICTURE_TIFF] = {IMG_LoadTIF_RW, copy_part}, /* laid over black */
    [PICTURE_PNM] = {IMG_LoadPNM_RW, convert_any},
    [PICTURE_QOI] = {IMG_LoadQOI_RW, convert_any},
    [PICTURE_PCX] = {IMG_LoadPCX_RW, convert_any},
    [PICTURE_LBM] = {IMG_LoadLBM_RW, convert_any},
    [PICTURE_SVG] = {draw_svg, convert_any},
    [PICTURE_TGA] = {IMG_LoadTGA_RW, convert_any},
};

/*
 * libpng and libtiff print what they dislike, even of pictures that they then
 * load, and SDL2_image gives no way to ask them not to. The program says one
 * line about a failure, so the descriptor leads nowhere meanwhile. Returns
 * what unmute needs, -1 when nothing was changed.
 */
static int mute_stderr(void)
{
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int nowhere = kept < 0 ? -1 : open(COMPAT_NULL, O_WRONLY | O_CLOEXEC);

    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    return kept;
}

/* For a moment dup2 may have to wait for others, and then what follows would
   not be told. */
static void unmute_stderr(int kept)
{
    if (kept >= 0) {
        while (dup2(kept, STDERR_FILENO) < 0 &&
               (errno == EINTR || errno == EBUSY))
            continue;
        close(kept);
    }
}

/* One at a time, or a thread would keep for later what another has muted. */
static SDL_Surface *decode(const void *data, size_t size, PictureKind kind)
{
    static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
    SDL_RWops *source = SDL_RWFromConstMem(data, (int)size);
    SDL_Surface *picture;
    int kept;

    if (source == NULL)
        return NULL;
    pthread_mutex_lock(&alone);
    kept = mute_stderr();
    SDL_ClearError();
    picture = decoders[kind].load(source);
    unmute_stderr(kept);
    pthread_mutex_unlock(&alone);
    SDL_RWclose(source);
    return picture;
}

/* The top left width x height; only an LBM is larger, rounded up to 16. */
static SDL_Surface *convert(SDL_Surface *picture, int width, int height,
                            PictureKind kind)
{
    size_t count = (size_t)width * (size_t)height;
    SDL_Surface *copy = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    uint32_t *pixels;

    if (copy == NULL)
        return NULL;
    if (decoders[kind].convert(copy, picture) < 0) {
        SDL_FreeSurface(copy);
        return NULL;
    }
    pixels = copy->pixels;
    for (size_t i = 0; i < count; i++)
        pixels[i] |= 0xFF000000;
    return copy;
}

static int report_long_file(Error *error, const char *name)
{
    return error_set(error, name, "larger than %d megabytes",
                     LOAD_MAX_MEGABYTES);
}

/* What a file says that it is. */
typedef struct Claim {
    PictureKind kind;
    uint32_t width;
    uint32_t height;
} Claim;

static int is_too_large(const Claim *claim)
{
    return claim->width > LOAD_MAX_SIDE || claim->height > LOAD_MAX_SIDE ||
           (uint64_t)claim->width * claim->height > MAX_PIXELS;
}

static int check(Claim *claim, const void *data, size_t size, const char *name,
                 Error *error)
{
    int failed;

    if (size == 0)
        return error_set(error, name, "the file is empty");
    if (size > MAX_BYTES)
        return report_long_file(error, name);
    failed = probe_size(data, size, name, &claim->kind, &claim->width,
                        &claim->height);
    if (claim->kind == PICTURE_NONE)
        return error_set(error, name,
                         "not a picture in a format that ripple reads");
    if (!failed && is_too_large(claim))
        return error_set(error, name,
                         "%ux%u is too large, the most is %d megapixels "
                         "and %d pixels a side",
                         (unsigned)claim->width, (unsigned)claim->height,
                         LOAD_MAX_MEGAPIXELS, LOAD_MAX_SIDE);
    if (failed || !validate_picture(data, size, claim->kind))
        return error_set(error, name, "the %s is damaged or cut short",
                         probe_name(claim->kind));
    return 0;
}

int load_decode(SDL_Surface **surface, const void *data, size_t size,
                const char *name, Error *error)
{
    Claim claim;
    SDL_Surface *picture;

    *surface = NULL;
    if (check(&claim, data, size, name, error) < 0)
        return -1;
    picture = decode(data, size, claim.kind);
    if (picture != NULL) {
        int drawn = claim.kind == PICTURE_SVG;
        int width = drawn ? picture->w : (int)claim.width;
        int height = drawn ? picture->h : (int)claim.height;

        if (width > 0 && height > 0 && width <= picture->w &&
            height <= picture->h)
            *surface = convert(picture, width, height, claim.kind);
        SDL_FreeSurface(picture);
    }
    if (*surface == NULL && SDL_GetError()[0] != '\0')
        return error_set(error, name, "%s", SDL_GetError());
    if (*surface == NULL)
        return error_set(error, name, "the %s is damaged or cut short",
                         probe_name(claim.kind));
    return 0;
}

/* Without waiting for a writer, should it be a named pipe. */
static int open_file(const char *path, struct stat *status, Error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    const char *reason = NULL;

    if (file < 0)
        return error_set(error, path, "%s", strerror(errno));
    if (fstat(file, status) < 0 || fcntl(file, F_SETFL, O_RDONLY) < 0)
        reason = strerror(errno);
    else if (S_ISDIR(status->st_mode))
        reason = strerror(EISDIR);
    else if (!S_ISREG(status->st_mode) && !S_ISFIFO(status->st_mode))
        reason = "neither a file nor a pipe";
    if (reason != NULL) {
        close(file);
        return error_set(error, path, "%s", reason);
    }
    return file;
}

/*
 * Reads to the end, which is more than MAX_BYTES for a pipe that gives too
 * much. `expected` bytes need no second buffer; errno says why it failed.
 */
static int read_all(int file, size_t expected, unsigned char **data,
                    size_t *size)
{
    size_t room = expected < 65536 ? 65536 : expected + 1;
    ssize_t got = 1;

    *data = NULL;
    *size = 0;
    while (got != 0 && *size <= MAX_BYTES) {
        if (*data == NULL || *size == room) {
            unsigned char *more;

            room = *data == NULL ? room : room * 2;
            more = realloc(*data, room);
            if (more == NULL)
                return -1;
            *data = more;
        }
        got = read(file, *data + *size, room - *size);
        if (got < 0 && errno != EINTR)
            return -1;
        *size += got > 0 ? (size_t)got : 0;
    }
    return 0;
}

int load_file(SDL_Surface **surface, const char *path, Error *error)
{
    struct stat status;
    unsigned char *data = NULL;
    size_t size;
    int result;
    int file = open_file(path, &status, error);

    *surface = NULL;
    if (file < 0)
        return -1;
    if (status.st_size > (off_t)MAX_BYTES)
        result = report_long_file(error, path);
    else if (read_all(file, (size_t)status.st_size, &data, &size) < 0)
        result = error_set(error, path, "%s", strerror(errno));
    else
        result = load_decode(surface, data, size, path, error);
    free(data);
    close(file);
    return result;
}
