/* SPDX-License-Identifier: MIT */
/*
 * The table of formats and the command line that each of them makes. A frame
 * is sent as it is in memory, row by row; ffmpeg does the rest.
 */
#include "media/ffmpeg.h"

#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/paths.h"
#include "media/ffmpeg_command.h"
#include "os/pixel_buffer.h"
#include "os/stop.h"

#include <SDL_endian.h>
#include <assert.h>
#include <errno.h>
#include <string.h>

#define TRIAL_MS     5000 /* for ffmpeg to copy a second of sound */
#define SECOND_US    1000000
#define MAX_ENCODERS 4
#define MAX_LIST     4096 /* bytes of a list of ffprobe */

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
    int has_sound;
    const char *filter;
    const char *encoders[MAX_ENCODERS]; /* and their options, the best first */
    const char *container; /* options, each after a blank; of a copy too */
} Format;

/* Videos have the colours of HDTV and say so: players guess by the size. */
#define VIDEO_FILTER "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
#define VIDEO_COLOURS \
    "-colorspace bt709 -color_primaries bt709 -color_trc bt709"

#define WEBP_OPTIONS " -lossless 1 -compression_level 2 -quality 50 -loop 0"

static const Format formats[] = {
    {.name = "mp4",
     .needs_even_sides = 1,
     .has_sound = 1,
     .filter = VIDEO_FILTER,
     .encoders = {"libx264 -preset veryfast -crf 13", "libopenh264 -b:v 20M",
                  "mpeg4 -q:v 2"},
     .container = " -movflags +faststart"},
    {.name = "webm",
     .plays_cut = 1,
     .has_sound = 1,
     .filter = VIDEO_FILTER,
     .encoders = {"libvpx-vp9 -crf 24 -b:v 0 -deadline realtime -cpu-used 6",
                  "libvpx -crf 6 -b:v 20M -deadline realtime -cpu-used 6",
                  "libsvtav1 -crf 24 -preset 10",
                  "libaom-av1 -crf 24 -cpu-used 8"},
     .container = ""},
    /* Players show a delay below 2/100 s as 10/100 s. The palette is made when
       all frames are there. */
    {.name = "gif",
     .max_rate = 50,
     .filter = "split[all][frames];[all]palettegen[palette];"
               "[frames][palette]paletteuse=dither=bayer:bayer_scale=3",
     .encoders = {"gif"},
     .container = ""},
    {.name = "webp",
     .filter = "format=bgra",
     .encoders = {"libwebp_anim" WEBP_OPTIONS, "libwebp" WEBP_OPTIONS},
     .container = ""},
    {.name = "apng",
     .filter = "format=rgb24",
     .encoders = {"apng -pred mixed -plays 0"},
     .container = ""},
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

static void add_frames(FfmpegCommand *command, const RipplePixels *frame,
                       FrameRate rate, const char *source)
{
    ffmpeg_command_add(command,
                       "-f rawvideo -video_size %dx%d -pixel_format " PIXELS
                       " -framerate %d/%d -i %s",
                       frame->width, frame->height, rate.frames, rate.seconds,
                       source);
}

/* Repeats the last column or row where an odd side must be even. */
static void add_encoder(FfmpegCommand *command, const Format *format,
                        const RipplePixels *frame, const char *encoder,
                        uint64_t delay_us)
{
    int x = frame->width % 2, y = frame->height % 2;
    char padding[128] = "";

    if (format->needs_even_sides && (x != 0 || y != 0))
        snprintf(padding, sizeof padding,
                 "format=gbrp,pad=%d:%d,fillborders=right=%d:bottom=%d:"
                 "mode=smear,",
                 frame->width + x, frame->height + y, x, y);
    ffmpeg_command_add(command, "-vf setpts=PTS+%llu/1000000/TB,%s%s -c:v %s",
                       (unsigned long long)delay_us, padding, format->filter,
                       encoder);
    if (strcmp(format->filter, VIDEO_FILTER) == 0)
        ffmpeg_command_add(command, VIDEO_COLOURS);
}

/* Runs a command that takes no time. Returns whether it succeeds, `if_hangs` if
   it does not end, with the reason if not; -1: there is no ffmpeg. */
static int succeeds(FfmpegCommand *command, int if_hangs, const char *path,
                    Error *error)
{
    Child child;
    int status = if_hangs ? 0 : 1;

    if (ffmpeg_command_start(&child, command,
                             1U << CHILD_INPUT | 1U << CHILD_ERRORS, path,
                             error) != 0)
        return -1;
    for (int ms = 0; ms < TRIAL_MS && stop_count() == 0 &&
                     !child_has_ended(&child, STOP_POLL_MS, &status);
         ms += STOP_POLL_MS)
        continue;
    if (status != 0)
        ffmpeg_command_explain(&child, status, path, error);
    child_kill(&child);
    return status == 0;
}

/* Whether ffmpeg has an encoder and that one works: some are mere names for a
   library that is to be installed. One that hangs is found out later. Returns
   as succeeds. */
static int can_encode(const Format *format, const RipplePixels *frame,
                      const char *encoder, const char *path, Error *error)
{
    FfmpegCommand command = {.count = 0};

    add_frames(&command, frame, (FrameRate){25, 1}, "/dev/zero");
    ffmpeg_command_add(&command, "-frames:v 1");
    add_encoder(&command, format, frame, encoder, 0);
    ffmpeg_command_add(&command, "-f null " COMPAT_NULL);
    return succeeds(&command, 1, path, error);
}

/* The best encoder that ffmpeg has, or NULL and an error. */
static const char *find_encoder(const Format *format, const RipplePixels *frame,
                                const char *path, Error *error)
{
    static const char *found[COUNT(formats)];
    const char **cached = &found[format - formats];
    const char *const *encoders = format->encoders;
    int works = 0;
    Error why;

    if (encoders[1] == NULL || *cached != NULL)
        return encoders[1] == NULL ? encoders[0] : *cached;
    for (int i = 0; i < MAX_ENCODERS && encoders[i] != NULL && works == 0;
         i++) {
        works =
            can_encode(format, frame, encoders[i], path, i == 0 ? error : &why);
        if (works > 0)
            *cached = encoders[i];
        if (works > 0 && i > 0)
            error_tell(path, "this ffmpeg has no %.*s, so that %.*s makes it",
                       (int)strcspn(encoders[0], " "), encoders[0],
                       (int)strcspn(encoders[i], " "), encoders[i]);
    }
    return *cached;
}

/* Whether the format can hold the sound of a film as it is. */
static int can_copy_sound(const Format *format, const Track *track)
{
    FfmpegCommand command = {.count = 0};
    Error ignored;

    if (track->repeats_sound)
        ffmpeg_command_add_seamless(&command, track->sound);
    else
        ffmpeg_command_add_film(&command, track->sound);
    ffmpeg_command_add(&command, "-map 0:a -c copy -t 1 -f %s -y " COMPAT_NULL,
                       format->name);
    return succeeds(&command, 0, track->sound, &ignored) > 0;
}

static void add_sound(FfmpegCommand *command, const Format *format,
                      const Track *track)
{
    /* Without an offset, MPEG and Ogg begin at the first stream in use. */
    ffmpeg_command_add(command, "-stream_loop %d -itsoffset 1us",
                       track->repeats_sound ? -1 : 0);
    ffmpeg_command_add_film(command, track->sound);
    /* The sound of a whole film may end before its pictures. */
    ffmpeg_command_add(command, "-map 0:v -map 1:a?%s%s",
                       track->repeats_sound ? " -shortest" : "",
                       can_copy_sound(format, track) ? " -c:a copy" : "");
}

/* The number behind the first `key` of a list of ffprobe, or else `missing`. */
static double find_start(const char *list, const char *key, double missing)
{
    const char *number = strstr(list, key);
    double seconds;

    return number != NULL && sscanf(number + strlen(key), "%lf", &seconds) == 1
               ? seconds
               : missing;
}

/* Microseconds from the start of a film, where its sound may begin, to its
   first picture. */
static uint64_t find_delay_us(const char *film)
{
    FfmpegCommand command = {.count = 0};
    char list[MAX_LIST] = "";
    size_t length = 0;
    Child child;
    Error ignored;
    double start;

    ffmpeg_command_add(&command,
                       "-select_streams V:0 -of compact=nk=1 "
                       "-show_entries stream=start_time:format=start_time");
    ffmpeg_command_add_film(&command, film);
    command.words[0] = "ffprobe";
    if (ffmpeg_command_start(&child, &command, 1U << CHILD_OUTPUT, film,
                             &ignored) != 0)
        return 0;
    child_read_text(&child, list, sizeof list, &length, TRIAL_MS);
    child_kill(&child);
    start = find_start(list, "stream|", 0);
    start -= find_start(list, "format|", start);
    return start > 0 ? (uint64_t)(start * SECOND_US) : 0;
}

static FrameRate limit_rate(FrameRate rate, int max)
{
    return max != 0 && rate.frames > (int64_t)max * rate.seconds
               ? (FrameRate){max, 1}
               : rate;
}

static const char *find_name(const AtomicFile *output)
{
    return output->temporary != NULL ? output->temporary : output->path;
}

/* Returns 0, or -1 and the reason. */
static int start(Ffmpeg *ffmpeg, const RipplePixels *frame, const Track *track,
                 Error *error)
{
    const AtomicFile *output = &ffmpeg->output;
    const Format *format = find_format(output->path);
    FfmpegCommand command = {.count = 0};
    const char *encoder;
    int has_sound;

    assert(format != NULL); /* see ffmpeg_knows */
    encoder = find_encoder(format, frame, output->path, error);
    if (encoder == NULL)
        return -1;
    has_sound = track->sound != NULL && format->has_sound;
    ffmpeg->rate = limit_rate(track->rate, format->max_rate);
    ffmpeg->has_sound = has_sound && !track->repeats_sound;
    ffmpeg->delay_us = has_sound ? find_delay_us(track->sound) : 0;
    ffmpeg_command_add(&command, "-y -xerror");
    add_frames(&command, frame, ffmpeg->rate, "pipe:0");
    if (has_sound)
        add_sound(&command, format, track);
    add_encoder(&command, format, frame, encoder, ffmpeg->delay_us);
    ffmpeg_command_add(&command, "-f %s%s", format->name, format->container);
    ffmpeg_command_add_file(&command, find_name(output));
    return ffmpeg_command_start(&ffmpeg->child, &command,
                                1U << CHILD_INPUT | 1U << CHILD_ERRORS,
                                output->path, error);
}

int ffmpeg_open(Ffmpeg *ffmpeg, const char *path, const RipplePixels *frame,
                const Track *track, SDL_atomic_t *cancel, Error *error)
{
    memset(ffmpeg, 0, sizeof *ffmpeg);
    ffmpeg->cancel = cancel;
    if (atomic_file_open(&ffmpeg->output, path, error) != 0)
        return -1;
    atomic_file_guard(&ffmpeg->output);
    if (start(ffmpeg, frame, track, error) == 0)
        return 0;
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

/* A number that changes when ffmpeg reads or writes. It also writes without
   making the file larger: to move an index. */
static uint64_t find_progress(const Ffmpeg *ffmpeg)
{
    struct stat file;

    if (fstat(fileno(ffmpeg->output.file), &file) != 0)
        return ffmpeg->sent;
    return ffmpeg->sent + (uint64_t)file.st_size + (uint64_t)file.st_mtime;
}

static int is_given_up(Ffmpeg *ffmpeg)
{
    return SDL_AtomicGet(ffmpeg->cancel) || stop_count() > 1 ||
           (stop_count() > 0 &&
            child_hangs(&ffmpeg->child, find_progress(ffmpeg)));
}

/* Kills an ffmpeg that hangs, and keeps a file that plays without its end. */
static int cut(Ffmpeg *ffmpeg, Error *error)
{
    AtomicFile *output = &ffmpeg->output;
    const Format *format = find_format(output->path);
    int is_kept = format != NULL && format->plays_cut && !is_empty(output) &&
                  !SDL_AtomicGet(ffmpeg->cancel);

    child_kill(&ffmpeg->child);
    error_set(error, output->path, "ffmpeg hangs and was killed%s",
              is_kept ? "; the film is cut short" : "");
    if (is_kept)
        atomic_file_commit(output, error);
    return -1;
}

/* Waits until ffmpeg has ended. Returns 0 and its status, or -1: it hangs. */
static int await_end(Ffmpeg *ffmpeg, int *status)
{
    while (!child_has_ended(&ffmpeg->child, STOP_POLL_MS, status)) {
        if (is_given_up(ffmpeg))
            return -1;
    }
    return 0;
}

/* ffmpeg reads no more. Returns -1 and why. */
static int explain(Ffmpeg *ffmpeg, Error *error)
{
    int status;

    return await_end(ffmpeg, &status) != 0
               ? cut(ffmpeg, error)
               : ffmpeg_command_explain(&ffmpeg->child, status,
                                        ffmpeg->output.path, error);
}

static int send(Ffmpeg *ffmpeg, const void *data, size_t size, Error *error)
{
    size_t done = 0;

    while (done < size) {
        ssize_t sent = child_write(&ffmpeg->child, (const char *)data + done,
                                   size - done, STOP_POLL_MS);

        if (sent < 0 && errno == EPIPE)
            return explain(ffmpeg, error);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return error_set(error, ffmpeg->output.path, "%s", strerror(errno));
        if (sent < 0 && is_given_up(ffmpeg))
            return cut(ffmpeg, error);
        done += sent > 0 ? (size_t)sent : 0;
        ffmpeg->sent += sent > 0 ? (uint64_t)sent : 0;
    }
    return 0;
}

int ffmpeg_add(Ffmpeg *ffmpeg, const RipplePixels *frame, Error *error)
{
    RipplePixels copy;
    const RipplePixels *wide = pixel_buffer_widen(frame, &copy);
    int width = frame->width, rows = frame->height, result = 0;
    int at_once = wide != NULL && wide->stride == (size_t)width ? rows : 1;

    if (wide == NULL)
        result = error_set(error, ffmpeg->output.path, "%s", strerror(ENOMEM));
    for (int y = 0; y < rows && result == 0; y += at_once)
        result =
            send(ffmpeg, pixel_buffer_row(wide, y),
                 (size_t)at_once * (size_t)width * sizeof *wide->pixels, error);
    pixel_buffer_clear(&copy);
    return result;
}

/* Has ffmpeg copy the file without the sound after so much time. Without a copy
   the file stays as it is. */
static void cut_sound(Ffmpeg *ffmpeg, uint64_t end_us)
{
    const Format *format = find_format(ffmpeg->output.path);
    FfmpegCommand command = {.count = 0};
    AtomicFile longer = ffmpeg->output, copy;
    Error ignored;
    int status = -1;

    assert(format != NULL);
    if (longer.temporary == NULL ||
        atomic_file_open(&copy, longer.path, &ignored) != 0)
        return;
    atomic_file_guard(&copy);
    ffmpeg_command_add_film(&command, longer.temporary);
    ffmpeg_command_add(
        &command, "-y -xerror -map 0:v -map 0:a? -c copy -t %lluus -f %s%s",
        (unsigned long long)end_us, format->name, format->container);
    ffmpeg_command_add_file(&command, copy.temporary);
    ffmpeg->output = copy;
    if (ffmpeg_command_start(&ffmpeg->child, &command, 1U << CHILD_ERRORS,
                             copy.path, &ignored) == 0 &&
        await_end(ffmpeg, &status) == 0 && status == 0 && !is_empty(&copy)) {
        atomic_file_discard(&longer);
        return;
    }
    child_kill(&ffmpeg->child);
    atomic_file_discard(&copy);
    ffmpeg->output = longer;
}

int ffmpeg_close(Ffmpeg *ffmpeg, uint64_t frames, int cuts_sound, Error *error)
{
    int status;

    if (await_end(ffmpeg, &status) != 0)
        return cut(ffmpeg, error);
    if (status != 0 || is_empty(&ffmpeg->output))
        return ffmpeg_command_explain(&ffmpeg->child, status,
                                      ffmpeg->output.path, error);
    if (cuts_sound && ffmpeg->has_sound)
        cut_sound(ffmpeg,
                  ffmpeg->delay_us +
                      frame_rate_steps(ffmpeg->rate, frames, SECOND_US));
    return atomic_file_commit(&ffmpeg->output, error);
}

void ffmpeg_discard(Ffmpeg *ffmpeg)
{
    child_kill(&ffmpeg->child);
    atomic_file_discard(&ffmpeg->output);
    memset(ffmpeg, 0, sizeof *ffmpeg);
}
