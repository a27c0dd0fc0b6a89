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

#include <SDL_endian.h>
#include <assert.h>
#include <errno.h>
#include <string.h>

#define MAX_WORDS   64 /* of a command line */
#define MAX_OPTIONS 16 /* of a format */

#if SDL_BYTEORDER == SDL_LIL_ENDIAN
#define PIXELS "bgr0"
#else
#define PIXELS "0rgb"
#endif

typedef struct Format {
    const char *name;     /* of ffmpeg's muxer, and the ending of the file */
    int max_rate;         /* frames per second that it can store; 0: any */
    int needs_even_sides; /* width and height */
    const char *filter;
    const char *options[MAX_OPTIONS]; /* up to NULL */
} Format;

/* Videos have the colours of HDTV and say so: players guess by the size. */
#define VIDEO_FILTER "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
#define VIDEO_COLOURS \
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"

static const Format formats[] = {
    {"mp4",
     0,
     1,
     VIDEO_FILTER,
     {"-c:v", "libx264", "-preset", "veryfast", "-crf", "13", "-movflags",
      "+faststart", VIDEO_COLOURS}},
    {"webm",
     0,
     0,
     VIDEO_FILTER,
     {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "realtime",
      "-cpu-used", "6", VIDEO_COLOURS}},
    /* Players show a delay below 2/100 s as 10/100 s. */
    {"gif",
     50,
     0,
     "split[all][frames];[all]palettegen[palette];"
     "[frames][palette]paletteuse=dither=bayer:bayer_scale=3",
     {NULL}},
    {"webp",
     0,
     0,
     "format=bgra",
     {"-c:v", "libwebp_anim", "-lossless", "1", "-compression_level", "2",
      "-quality", "50", "-loop", "0"}},
    {"apng",
     0,
     0,
     "format=rgb24",
     {"-c:v", "apng", "-pred", "mixed", "-plays", "0"}},
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

/* The command line, with the texts that are made for it. */
typedef struct Command {
    const char *words[MAX_WORDS];
    int count;
    char size[32], rate[16], filter[256];
    char *file; /* to be freed */
} Command;

static void add_words(Command *command, const char *const *words, int max)
{
    for (int i = 0; i < max && words[i] != NULL; i++)
        command->words[command->count++] = words[i];
}

/* Repeats the last column or row where an odd side must be even. */
static void write_filter(Command *command, const Format *format, int width,
                         int height)
{
    if (format->needs_even_sides && (width % 2 != 0 || height % 2 != 0))
        snprintf(command->filter, sizeof command->filter,
                 "format=gbrp,pad=%d:%d,"
                 "fillborders=right=%d:bottom=%d:mode=smear,%s",
                 width + width % 2, height + height % 2, width % 2, height % 2,
                 format->filter);
    else
        snprintf(command->filter, sizeof command->filter, "%s", format->filter);
}

/* Without "file:" a name that begins with '-' or holds a ':' is something
   else. */
static int write_file(Command *command, const AtomicFile *output)
{
    const char *path =
        output->temporary != NULL ? output->temporary : output->path;
    size_t size = strlen(path) + sizeof "file:";

    command->file = malloc(size);
    if (command->file == NULL)
        return ENOMEM;
    snprintf(command->file, size, "file:%s", path);
    return 0;
}

/* Returns 0 or an errno. */
static int write_command(Command *command, const AtomicFile *output,
                         const RipplePixels *frame, int rate)
{
    const char *const input[] = {
        "ffmpeg",   "-nostdin",    "-hide_banner",  "-loglevel",
        "error",    "-y",          "-xerror",       "-f",
        "rawvideo", "-video_size", command->size,   "-pixel_format",
        PIXELS,     "-framerate",  command->rate,   "-i",
        "pipe:0",   "-vf",         command->filter, NULL};
    const Format *format = find_format(output->path);
    const char *file[] = {"-f", NULL, NULL};

    assert(format != NULL);
    memset(command, 0, sizeof *command);
    if (format->max_rate != 0 && rate > format->max_rate)
        rate = format->max_rate;
    snprintf(command->size, sizeof command->size, "%dx%d", frame->width,
             frame->height);
    snprintf(command->rate, sizeof command->rate, "%d", rate);
    write_filter(command, format, frame->width, frame->height);
    if (write_file(command, output) != 0)
        return ENOMEM;
    file[1] = format->name;
    file[2] = command->file;
    add_words(command, input, COUNT(input));
    add_words(command, format->options, MAX_OPTIONS);
    add_words(command, file, COUNT(file));
    return 0;
}

static int start(Ffmpeg *ffmpeg, const RipplePixels *frame, int rate)
{
    Command command;
    ChildPlan plan = {.command = command.words,
                      .pipes = 1U << CHILD_INPUT | 1U << CHILD_ERRORS};
    int code = write_command(&command, &ffmpeg->output, frame, rate);

    if (code == 0)
        code = child_start(&ffmpeg->child, &plan);
    free(command.file);
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

/* Returns 0 or an errno. */
static int send_frame(Ffmpeg *ffmpeg, const RipplePixels *frame)
{
    RipplePixels copy;
    const RipplePixels *wide = pixel_buffer_widen(frame, &copy);
    int error = ENOMEM;

    if (wide != NULL)
        error = send_rows(ffmpeg, wide) == 0 ? 0 : errno;
    pixel_buffer_clear(&copy);
    return error;
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
    int code = send_frame(ffmpeg, frame);

    if (code == 0)
        return 0;
    if (code == EPIPE)
        explain_end(ffmpeg, child_wait(&ffmpeg->child), error);
    else
        error_set(error, ffmpeg->output.path, "%s",
                  code == ETIMEDOUT ? "ffmpeg takes no more frames"
                                    : strerror(code));
    ffmpeg_discard(ffmpeg);
    return -1;
}

/* ffmpeg may end with status 0 and have written nothing. */
static int is_empty(const AtomicFile *output)
{
    struct stat file;

    return output->temporary != NULL &&
           (fstat(fileno(output->file), &file) != 0 || file.st_size == 0);
}

int ffmpeg_close(Ffmpeg *ffmpeg, Error *error)
{
    int status = child_wait(&ffmpeg->child);
    int result = -1;

    if (status != 0 || is_empty(&ffmpeg->output))
        explain_end(ffmpeg, status, error);
    else
        result = atomic_file_commit(&ffmpeg->output, error);
    ffmpeg_discard(ffmpeg);
    return result;
}

void ffmpeg_discard(Ffmpeg *ffmpeg)
{
    child_kill(&ffmpeg->child);
    atomic_file_discard(&ffmpeg->output);
    memset(ffmpeg, 0, sizeof *ffmpeg);
}
