/* SPDX-License-Identifier: MIT */
/*
 * The table of formats and the command line that each of them makes. A frame
 * is sent as it is in memory, row by row; ffmpeg does the rest.
 */
#include "app/output/ffmpeg.h"

#include "base/fixed.h"
#include "host/compat.h"
#include "host/paths.h"
#include "host/pixel_buffer.h"
#include "host/step_clock.h"

#include <SDL_endian.h>
#include <assert.h>
#include <errno.h>
#include <string.h>

#define MAX_WORDS 64 /* of a command line */

#if SDL_BYTEORDER == SDL_LIL_ENDIAN
#define PIXELS "bgr0"
#else
#define PIXELS "0rgb"
#endif

typedef struct Format {
    const char *name;     /* of ffmpeg's muxer, and the ending of the file */
    int max_rate;         /* frames per second that it can store; 0: any */
    int needs_even_sides; /* width and height */
    int plays_cut;        /* without its end */
    const char *filter;
    const char *options; /* each word after a blank */
} Format;

/* Videos have the colours of HDTV and say so: players guess by the size. */
#define VIDEO_FILTER "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
#define VIDEO_COLOURS \
    " -colorspace bt709 -color_primaries bt709 -color_trc bt709"

static const Format formats[] = {
    {"mp4", 0, 1, 0, VIDEO_FILTER,
     " -c:v libx264 -preset veryfast -crf 13"
     " -movflags +faststart" VIDEO_COLOURS},
    {"webm", 0, 0, 1, VIDEO_FILTER,
     " -c:v libvpx-vp9 -crf 24 -b:v 0 -deadline realtime"
     " -cpu-used 6" VIDEO_COLOURS},
    /* Players show a delay below 2/100 s as 10/100 s. The palette is made when
       all frames are there. */
    {"gif", 50, 0, 0,
     "split[all][frames];[all]palettegen[palette];"
     "[frames][palette]paletteuse=dither=bayer:bayer_scale=3",
     ""},
    {"webp", 0, 0, 0, "format=bgra",
     " -c:v libwebp_anim -lossless 1 -compression_level 2 -quality 50 -loop 0"},
    {"apng", 0, 0, 0, "format=rgb24", " -c:v apng -pred mixed -plays 0"},
};

static const Format *find_format(const char *path)
{
    for (int i = 0; i < COUNT(formats); i++) {
        if (paths_have_ending(path, formats[i].name))
            return &formats[i];
    }
    return NULL;
}

int ffmpeg_knows(const char *path)
{
    return find_format(path) != NULL;
}

const char *ffmpeg_ending(int i)
{
    return i >= 0 && i < COUNT(formats) ? formats[i].name : NULL;
}

/* The words of a command line. */
typedef struct Command {
    const char *words[MAX_WORDS];
    char text[1024]; /* of all but the last, which is the file */
} Command;

/* Repeats the last column or row where an odd side must be even. */
static void write_padding(char *text, size_t size, int width, int height)
{
    snprintf(text, size,
             "format=gbrp,pad=%d:%d,fillborders=right=%d:bottom=%d:mode=smear,",
             width + width % 2, height + height % 2, width % 2, height % 2);
}

static void write_command(Command *command, const Format *format,
                          const RipplePixels *frame, int rate, const char *file)
{
    int is_odd = frame->width % 2 != 0 || frame->height % 2 != 0, count = 0;
    char padding[128] = "", *rest = command->text;

    if (format->needs_even_sides && is_odd)
        write_padding(padding, sizeof padding, frame->width, frame->height);
    if (format->max_rate != 0)
        rate = min_int(rate, format->max_rate);
    snprintf(command->text, sizeof command->text,
             "ffmpeg -nostdin -hide_banner -loglevel error -y -xerror "
             "-f rawvideo -video_size %dx%d -pixel_format " PIXELS
             " -framerate %d -i pipe:0 -vf %s%s%s -f %s",
             frame->width, frame->height, rate, padding, format->filter,
             format->options, format->name);
    while (rest != NULL) {
        assert(count < MAX_WORDS - 2);
        command->words[count++] = rest;
        rest = strchr(rest, ' ');
        if (rest != NULL)
            *rest++ = '\0';
    }
    command->words[count++] = file;
    command->words[count] = NULL;
}

/* Returns 0 or an errno. Without "file:" a name that begins with '-' or holds a
   ':' is something else. */
static int start(Ffmpeg *ffmpeg, const RipplePixels *frame, int rate)
{
    const AtomicFile *output = &ffmpeg->output;
    const char *path =
        output->temporary != NULL ? output->temporary : output->path;
    const Format *format = find_format(output->path);
    size_t size = strlen(path) + sizeof "file:";
    char *file = malloc(size);
    Command command;
    ChildPlan plan = {.command = command.words,
                      .pipes = 1U << CHILD_INPUT | 1U << CHILD_ERRORS};
    int code;

    assert(format != NULL); /* see ffmpeg_knows */
    if (file == NULL)
        return ENOMEM;
    snprintf(file, size, "file:%s", path);
    write_command(&command, format, frame, rate, file);
    code = child_start(&ffmpeg->child, &plan);
    free(file);
    return code;
}

int ffmpeg_open(Ffmpeg *ffmpeg, const char *path, const RipplePixels *frame,
                int rate, Error *error)
{
    int code;

    memset(ffmpeg, 0, sizeof *ffmpeg);
    if (atomic_file_open(&ffmpeg->output, path, error) != 0)
        return -1;
    code = start(ffmpeg, frame, rate);
    if (code == 0)
        return 0;
    if (code == ENOENT)
        error_set(error, path,
                  "needs the program ffmpeg, which is not in PATH");
    else
        error_set(error, path, "ffmpeg: %s", strerror(code));
    ffmpeg_discard(ffmpeg);
    return -1;
}

static int send_rows(Ffmpeg *ffmpeg, const RipplePixels *frame)
{
    size_t width = (size_t)frame->width, rows = (size_t)frame->height;
    size_t at_once = frame->stride == width ? rows : 1;

    for (size_t y = 0; y < rows; y += at_once) {
        if (child_write(&ffmpeg->child, frame->pixels + y * frame->stride,
                        at_once * width * sizeof *frame->pixels) != 0)
            return -1;
    }
    return 0;
}

static void explain_end(const Ffmpeg *ffmpeg, int status, Error *error)
{
    const char *path = ffmpeg->output.path;

    if (ffmpeg->child.length > 0)
        error_set(error, path, "ffmpeg: %s", ffmpeg->child.line);
    else if (status < 0)
        error_set(error, path, "ffmpeg was ended by signal %d", -status);
    else if (status > 0)
        error_set(error, path, "ffmpeg ended with status %d", status);
    else
        error_set(error, path, "ffmpeg ended too early");
}

int ffmpeg_add(Ffmpeg *ffmpeg, const RipplePixels *frame, Error *error)
{
    RipplePixels copy;
    const RipplePixels *wide = pixel_buffer_widen(frame, &copy);
    int result = wide != NULL ? send_rows(ffmpeg, wide) : -1;
    int code = wide != NULL ? errno : ENOMEM;

    pixel_buffer_clear(&copy);
    if (result == 0)
        return 0;
    ffmpeg->is_broken = code == EPIPE;
    return ffmpeg->is_broken
               ? 0
               : error_set(error, ffmpeg->output.path, "%s", strerror(code));
}

void ffmpeg_end(Ffmpeg *ffmpeg)
{
    ffmpeg->is_ending = 1;
}

/* ffmpeg may end with status 0 and have written nothing. */
static int is_empty(const AtomicFile *output)
{
    struct stat file;

    return output->temporary != NULL &&
           (fstat(fileno(output->file), &file) != 0 || file.st_size == 0);
}

static int complete(Ffmpeg *ffmpeg, int status, Error *error)
{
    int result = -1;

    if (status != 0 || ffmpeg->is_broken || is_empty(&ffmpeg->output))
        explain_end(ffmpeg, status, error);
    else
        result = atomic_file_commit(&ffmpeg->output, error);
    ffmpeg_discard(ffmpeg);
    return result;
}

int ffmpeg_flush(Ffmpeg *ffmpeg, int wait_ms, Error *error)
{
    int result = ffmpeg->is_broken ? 0 : child_flush(&ffmpeg->child, wait_ms);
    int status;

    if (result < 0 && errno != EPIPE)
        return error_set(error, ffmpeg->output.path, "%s", strerror(errno));
    ffmpeg->is_broken |= result < 0;
    if (result > 0 || (!ffmpeg->is_broken && !ffmpeg->is_ending))
        return result;
    if (!child_has_ended(&ffmpeg->child, wait_ms, &status))
        return 1;
    return complete(ffmpeg, status, error);
}

/* ffmpeg also writes without making the file larger: to move an index. */
uint64_t ffmpeg_progress(const Ffmpeg *ffmpeg)
{
    struct stat file;

    if (fstat(fileno(ffmpeg->output.file), &file) != 0)
        return ffmpeg->child.input.sent;
    return ffmpeg->child.input.sent + (uint64_t)file.st_size +
           (uint64_t)file.st_mtime;
}

uint64_t ffmpeg_cpu_ns(const Ffmpeg *ffmpeg)
{
    return step_clock_read_child_ns(ffmpeg->child.id);
}

int ffmpeg_cut(Ffmpeg *ffmpeg, Error *error)
{
    AtomicFile *output = &ffmpeg->output;
    const char *path = output->path;
    const Format *format = find_format(path);
    int is_kept = format != NULL && format->plays_cut && !is_empty(output);

    child_kill(&ffmpeg->child);
    error_set(error, path, "ffmpeg hangs and was killed%s",
              is_kept ? "; the film is cut short" : "");
    if (is_kept)
        atomic_file_commit(output, error);
    ffmpeg_discard(ffmpeg);
    return -1;
}

void ffmpeg_discard(Ffmpeg *ffmpeg)
{
    child_kill(&ffmpeg->child);
    atomic_file_discard(&ffmpeg->output);
    memset(ffmpeg, 0, sizeof *ffmpeg);
}
