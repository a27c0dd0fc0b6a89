/* SPDX-License-Identifier: MIT */
#include "media/film_source.h"

#include "media/decoder.h"
#include "media/fit.h"
#include "media/surface.h"
#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/xalloc.h"
#include "media/ffmpeg_command.h"
#include "os/stop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define AT_ONCE    65536 /* bytes of rows */
#define FIRST_FREE 3
#define END_MS     1000 /* for ffmpeg to end when it has written all */

#define MAX_CHUNK 8192 /* bytes before the pictures */

/* Pictures a second at most in a window. */
#define LIVE_RATE 60

#define STREAM "[info]   Stream #0:"

#define HOPELESS_MS 2000 /* of errors alone, in a film that ffmpeg repeats */

#if SDL_BYTEORDER == SDL_LIL_ENDIAN
#define PIXELS "bgra"
#else
#define PIXELS "argb"
#endif

/*
 * The place of a picture among even ones: the one after the last, unless its
 * time is nearly a place later. ffmpeg then fills the gap.
 */
#define EVEN_TIMES \
    "setpts='if(N,st(0,round(PREV_OUTPTS*TB*FRAME_RATE)+1);" \
    "st(1,(T-STARTT)*FRAME_RATE);" \
    "if(gt(ld(1),ld(0)+0.9),round(ld(1)),ld(0)),0)/FRAME_RATE/TB'"

/* As many pictures a second as the film says, and at most so many. Above 500 it
   mostly says the clock of uneven times. */
#define EVEN_RATE \
    "fps='min(if(gt(source_fps,500),240,if(source_fps,source_fps,25)),%d)'"

/* Stills may be larger than films. */
#define SMALL ",scale='iw*min(1,sqrt(6.4e7/iw/ih))':-1"

/* Lines of one moment, where those of a picture are of two: in pictures that
   say so, or in all. */
#define DEINTERLACE "bwdif=mode=send_frame:deint=%s,"

/* Light of 203 cd/m2 is white, as ITU-R BT.2408 has it; what is brighter is
   pressed together. */
#define TONE_MAP \
    ",zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709," \
    "tonemap=mobius:desat=0,zscale=t=iec61966-2-1:m=bt709:r=tv"

static int is_animation(const FilmSource *source)
{
    return source->kind == FILM_GIF || source->kind == FILM_APNG ||
           source->kind == FILM_WEBP;
}

static void add_input(FfmpegCommand *command, const FilmSource *source)
{
    /* A film that changes its size is scaled: new filters would count anew. */
    ffmpeg_command_add(
        command,
        "-loglevel level+info -nostats -reinit_filter 0 -stream_loop %d",
        source->use == FILM_ONCE || source->kind == FILM_BARE ? 0 : -1);
    if (source->is_hdtv) /* unless it says so */
        ffmpeg_command_add(command, "-colorspace bt709");
    if (source->kind == FILM_GIF)
        ffmpeg_command_add(command, "-f gif");
    if (source->kind == FILM_APNG)
        ffmpeg_command_add(command, "-f apng");
    ffmpeg_command_add_film(command, source->path);
}

/*
 * Takes the facts of a film from the lines of ffmpeg, which have a level:
 *
 *     [info]   Stream #0:0: Video: h264, yuv420p(tv, bt709, top first), 720x576
 *     [mov @ 0x55d0] [error] moov atom not found
 */
static int hear(void *context, const char *line)
{
    FilmSource *source = context;
    const char *video = strstr(line, "Video: ");

    if (strstr(line, "[info] ") == NULL)
        return strstr(line, "[warning] ") == NULL;
    /* A title may say "Video: " too. */
    if (strncmp(line, STREAM, strlen(STREAM)) != 0 || source->lines != 0 ||
        video == NULL || strstr(video, "(attached pic)") != NULL)
        return 0;
    source->is_hdr = strstr(video, "/smpte2084") != NULL ||
                     strstr(video, "/arib-std-b67") != NULL;
    source->is_interlaced = strstr(video, "top first") != NULL ||
                            strstr(video, "bottom first") != NULL ||
                            strstr(video, "coded first") != NULL;
    while ((video = strstr(video, ", ")) != NULL && source->lines == 0)
        sscanf(video += 2, "%*dx%d", &source->lines);
    return 0;
}

/* Starts an ffmpeg, or a decoder of our own, that writes the film to our pipe.
 */
static int start(FilmSource *source, Error *error)
{
    FfmpegCommand command = {.hear = hear, .context = source};
    char deinterlace[sizeof DEINTERLACE + 10] = "";
    int max_rate = source->use == FILM_LIVE ? LIVE_RATE : 1000;

    child_kill(&source->child);
    source->pictures = 0;
    source->start_ms = SDL_GetTicks64();
    if (source->kind == FILM_WEBP)
        return decoder_start_film(&source->child, source->path, max_rate,
                                  error);
    if (!is_animation(source))
        snprintf(deinterlace, sizeof deinterlace, DEINTERLACE,
                 source->is_interlaced ? "all" : "interlaced");
    add_input(&command, source);
    ffmpeg_command_add(&command,
                       "-map 0:V:0? -vf %s" EVEN_TIMES "," EVEN_RATE "%s%s"
                       ",scale='max(1,trunc(iw*sar+0.5))':ih,setsar=1"
                       " -an -c:v rawvideo -pix_fmt " PIXELS " -f avi pipe:1",
                       deinterlace, max_rate, source->is_hdr ? TONE_MAP : "",
                       source->kind == FILM_STILL ? SMALL : "");
    return ffmpeg_command_start(&source->child, &command,
                                1U << CHILD_OUTPUT | 1U << CHILD_ERRORS,
                                source->path, error);
}

static int is_given_up(const FilmSource *source)
{
    return stop_count() > 0 || decoder_is_given_up(source->cancel);
}

static int hangs(FilmSource *source)
{
    return source->child.id != 0 && child_hangs(&source->child, source->bytes);
}

/* Whether ffmpeg repeats a film, and cannot decode any picture of it. */
static int is_hopeless(const FilmSource *source)
{
    return source->pictures == 0 && source->child.line[0] != '\0' &&
           source->use != FILM_ONCE &&
           SDL_GetTicks64() - source->start_ms >= HOPELESS_MS;
}

/* Reads `size` bytes. Returns how many, fewer at the end, or -1 and sets errno:
   ECANCELED, EBADMSG for what cannot be decoded, or ETIMEDOUT if ffmpeg
   hangs. */
static ssize_t take(FilmSource *source, void *data, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t count = child_read(&source->child, (char *)data + done,
                                   size - done, STOP_POLL_MS);

        if (count == 0)
            break;
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return -1;
        done += count > 0 ? (size_t)count : 0;
        source->bytes += count > 0 ? (uint64_t)count : 0;
        if (count >= 0)
            continue;
        errno = is_given_up(source)   ? ECANCELED
                : is_hopeless(source) ? EBADMSG
                : hangs(source)       ? ETIMEDOUT
                                      : 0;
        if (errno != 0)
            return -1;
    }
    return (ssize_t)done;
}

/* After take has returned -1. */
static int fail(const FilmSource *source, Error *error)
{
    error_clear(error);
    if (errno == ECANCELED)
        return -1;
    if (errno == EBADMSG)
        return ffmpeg_command_explain(&source->child, 0, source->name, error);
    if (errno == ETIMEDOUT)
        return error_set(error, source->name, "ffmpeg hangs and was killed");
    return error_set(error, source->name, "%s", strerror(errno));
}

static int explain(const FilmSource *source, int status, Error *error)
{
    if (source->kind == FILM_WEBP)
        return error_set(error, source->name,
                         "the WebP is damaged or cut short");
    if (strstr(source->child.line, "does not contain any stream") != NULL)
        return error_set(error, source->name, "has no moving picture");
    return ffmpeg_command_explain(&source->child, status, source->name, error);
}

/* The output of ffmpeg has ended, within a picture unless `is_whole`. Returns 1
   if all is well, or -1. */
static int end(FilmSource *source, int is_whole, Error *error)
{
    int status = -1;

    if (!child_has_ended(&source->child, END_MS, &status))
        return error_set(error, source->name, "ffmpeg hangs and was killed");
    if (status != 0 || source->pictures == 0)
        return explain(source, status, error);
    return is_whole ? 1
                    : error_set(error, source->name,
                                "the decoder has ended within a picture");
}

/* Reads a line of Y4M without its line feed. Returns 1, 0 at the end, or -1. */
static int read_line(FilmSource *source, char *line, Error *error)
{
    for (size_t i = 0; i < Y4M_MAX_LINE; i++) {
        ssize_t count = take(source, line + i, 1);

        if (count < 0)
            return fail(source, error);
        if (count == 0)
            return i == 0 ? 0
                          : error_set(error, source->name,
                                      "is cut short in a line of Y4M");
        if (line[i] == '\n' || line[i] == '\0') {
            line[i] = '\0';
            return 1;
        }
    }
    return error_set(error, source->name, "has a line of Y4M without an end");
}

/* Takes size and rate of the pictures. */
static int use_head(FilmSource *source, const char *line, Error *error)
{
    if (y4m_parse(&source->y4m, line, source->name, error) != 0)
        return -1;
    source->width = source->y4m.square_width;
    source->height = source->y4m.height;
    return 0;
}

static uint32_t read_little(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* Reads the chunks of an AVI before its next picture: "strh" has the rate,
   "strf" the size. Lists are entered. Returns 0, 1 at the end, or -1. */
static int find_picture(FilmSource *source, Error *error)
{
    unsigned char head[8], chunk[MAX_CHUNK];
    uint32_t seconds = 1, frames = 1;
    char line[Y4M_MAX_LINE];

    for (;;) {
        ssize_t count = take(source, head, sizeof head);
        uint32_t size;

        if (count < 0)
            return fail(source, error);
        if ((size_t)count < sizeof head)
            return end(source, count == 0, error);
        if (memcmp(head, "00d", 3) == 0 && source->width > 0)
            return 0;
        size = read_little(head + 4);
        if (memcmp(head, "RIFF", 4) == 0 || memcmp(head, "LIST", 4) == 0)
            size = 4;
        if (size >= MAX_CHUNK)
            return error_set(error, source->name, "the decoder writes no AVI");
        count = take(source, chunk, size + size % 2);
        if (count < 0)
            return fail(source, error);
        if ((size_t)count < size)
            return end(source, 0, error);
        if (memcmp(head, "strh", 4) == 0 && size >= 28) {
            seconds = read_little(chunk + 20);
            frames = read_little(chunk + 24);
        }
        if (memcmp(head, "strf", 4) != 0 || size < 12)
            continue;
        snprintf(line, sizeof line, "YUV4MPEG2 W%u H%u F%u:%u Cmono",
                 read_little(chunk + 4), 0U - read_little(chunk + 8), frames,
                 seconds);
        if (use_head(source, line, error) != 0)
            return -1;
    }
}

static int open_stream(FilmSource *source, Error *error)
{
    char line[Y4M_MAX_LINE];
    int result;

    source->name = "standard input";
    if (isatty(STDIN_FILENO))
        return error_set(error, source->name,
                         "is a terminal; Y4M comes from a pipe");
    source->child.ends[CHILD_OUTPUT] =
        fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, FIRST_FREE);
    if (source->child.ends[CHILD_OUTPUT] < 0) {
        source->child.ends[CHILD_OUTPUT] = 0;
        return error_set(error, source->name, "%s", strerror(errno));
    }
    result = read_line(source, line, error);
    if (result == 0)
        return error_set(error, source->name, "is empty");
    if (result < 0 || use_head(source, line, error) != 0)
        return -1;
    source->planes = malloc(source->y4m.bytes);
    if (source->y4m.width != source->width)
        source->narrow = surface_create(source->y4m.width, source->height);
    if (source->planes == NULL ||
        (source->y4m.width != source->width && source->narrow == NULL))
        return error_set(error, source->name, "%s", strerror(ENOMEM));
    return 0;
}

/* Starts the film as most are: without tricks, and in the colours of HDTV,
   which those without a note have, but for small films and stills. */
static int start_film(FilmSource *source, Error *error)
{
    int is_still = source->kind == FILM_STILL;

    source->is_hdtv = !is_still;
    if (start(source, error) != 0 || find_picture(source, error) != 0)
        return -1;
    if (!is_still && !is_animation(source))
        source->is_hdtv = source->lines >= LUMA_HDTV_LINES;
    if ((source->is_hdtv || is_still) && !source->is_hdr &&
        !source->is_interlaced)
        return 0;
    if (start(source, error) != 0)
        return -1;
    if (find_picture(source, error) == 0)
        return 0;
    if (!source->is_hdr || strstr(error->text, "zscale") == NULL)
        return -1;
    error_tell(source->name, "HDR looks pale: this ffmpeg has no zscale");
    source->is_hdr = 0;
    return start(source, error) == 0 ? find_picture(source, error) : -1;
}

int film_source_open(FilmSource *source, const char *path, FilmKind kind,
                     FilmUse use, SDL_atomic_t *cancel, Error *error)
{
    source->path = xalloc_copy(path);
    source->name = source->path;
    source->kind = kind;
    source->use = use;
    source->cancel = cancel;
    if (kind == FILM_STREAM)
        return open_stream(source, error);
    source->is_found = 1;
    return start_film(source, error);
}

/* The alphas that all pixels of some rows have, in the upper 8 bits. */
static uint32_t find_alpha(const SDL_Surface *picture, int y, int rows)
{
    const uint32_t *pixels = surface_row(picture, y);
    uint32_t all = 0xFF000000;
    size_t count = (size_t)rows * (size_t)picture->w;

    for (size_t i = 0; i < count; i++)
        all &= pixels[i];
    return all;
}

/* All pictures of a film lie on the ground of the first. */
static int make_opaque(FilmSource *source, SDL_Surface *picture)
{
    if (surface_premultiply(picture) < 0)
        return -1;
    if (source->ground == 0)
        source->ground = surface_find_ground(picture);
    surface_lay_on(picture, source->ground);
    return 0;
}

static int read_pixels(FilmSource *source, SDL_Surface *picture, Error *error)
{
    int at_once = max_int(AT_ONCE / picture->pitch, 1);
    int result = source->is_found ? 0 : find_picture(source, error);
    uint32_t alpha = 0xFF000000;

    source->is_found = 0;
    if (result != 0)
        return result;
    for (int y = 0; y < picture->h; y += at_once) {
        int rows = min_int(at_once, picture->h - y);
        size_t size = (size_t)rows * (size_t)picture->pitch;
        ssize_t count = take(source, surface_row(picture, y), size);

        if (count < 0)
            return fail(source, error);
        if ((size_t)count < size)
            return end(source, 0, error);
        alpha &= find_alpha(picture, y, rows);
    }
    if (alpha != 0xFF000000 && make_opaque(source, picture) != 0)
        return error_set(error, source->name, "%s", SDL_GetError());
    source->pictures++;
    return 0;
}

/* Starts a film again that ffmpeg does not loop. */
static int read_film(FilmSource *source, SDL_Surface *picture, Error *error)
{
    int result = read_pixels(source, picture, error);

    if (result <= 0 || source->use == FILM_ONCE)
        return result;
    if (start(source, error) != 0)
        return -1;
    return read_pixels(source, picture, error);
}

/* Streams that follow each other may repeat their head. */
static int check_head(const FilmSource *source, const char *line, Error *error)
{
    const Y4m *now = &source->y4m;
    Y4m head;

    if (strncmp(line, "YUV4MPEG2", 9) != 0)
        return error_set(error, source->name,
                         "is damaged: no picture where one must begin");
    if (y4m_parse(&head, line, source->name, error) != 0)
        return -1;
    if (head.width == now->width && head.height == now->height &&
        head.square_width == now->square_width && head.bytes == now->bytes)
        return 0;
    return error_set(error, source->name, "changes from %dx%d to %dx%d",
                     now->width, now->height, head.width, head.height);
}

/* Reads the line before a picture. Returns 0, 1 at the end, or -1. */
static int read_frame_line(FilmSource *source, Error *error)
{
    char line[Y4M_MAX_LINE];
    int result;

    do {
        result = read_line(source, line, error);
        if (result <= 0)
            return result == 0 ? 1 : -1;
        if (is_given_up(source)) {
            error_clear(error);
            return -1;
        }
    } while (!y4m_is_frame(line) &&
             (result = check_head(source, line, error)) == 0);
    return result < 0 ? -1 : 0;
}

static int read_stream(FilmSource *source, SDL_Surface *picture, Error *error)
{
    SDL_Surface *target = source->narrow != NULL ? source->narrow : picture;
    RipplePixels pixels = surface_pixels(target),
                 wide = surface_pixels(picture);
    int result = read_frame_line(source, error);
    ssize_t count;

    if (result != 0)
        return result;
    count = take(source, source->planes, source->y4m.bytes);
    if (count < 0)
        return fail(source, error);
    if ((size_t)count < source->y4m.bytes)
        return error_set(error, source->name, "is cut short in a picture");
    y4m_convert(&source->y4m, source->planes, &pixels);
    if (target != picture && fit_picture(&wide, target, FIT_STRETCH) != 0)
        return error_set(error, source->name, "%s", SDL_GetError());
    return 0;
}

int film_source_read(FilmSource *source, SDL_Surface *picture, Error *error)
{
    error_clear(error);
    return source->kind == FILM_STREAM ? read_stream(source, picture, error)
                                       : read_film(source, picture, error);
}

void film_source_close(FilmSource *source)
{
    child_kill(&source->child);
    SDL_FreeSurface(source->narrow);
    free(source->planes);
    free(source->path);
    memset(source, 0, sizeof *source);
}
