/* SPDX-License-Identifier: MIT */
#include "media/sink.h"

#include "lib/util/fixed.h"
#include "os/paths.h"
#include "os/numbered_name.h"
#include "os/step_clock.h"
#include "os/stop.h"
#include "media/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STALL_NS ((uint64_t)2 * STEP_CLOCK_SECOND_NS)

/* Reports errno. A pipe whose reader has ended is no error for the program. */
static int fail(Sink *sink, const char *path, Error *error)
{
    sink->reader_gone = errno == EPIPE;
    return error_set(error, path, "%s", strerror(errno));
}

static int open_file(Sink *sink, const RipplePixels *frame, const Track *track,
                     Error *error)
{
    (void)frame, (void)track;
    return atomic_file_open(&sink->output, sink->path, error);
}

/* The file of the next picture, if they are numbered. */
static int open_number(Sink *sink, Error *error)
{
    char *path = numbered_name_fill(sink->path, sink->frames + 1);
    int result;

    if (path == NULL)
        return error_set(error, sink->path, "%s", strerror(ENOMEM));
    result = atomic_file_open(&sink->output, path, error);
    free(path);
    return result;
}

static int open_picture(Sink *sink, const RipplePixels *frame,
                        const Track *track, Error *error)
{
    return sink->is_numbered ? open_number(sink, error)
                             : open_file(sink, frame, track, error);
}

static int open_y4m(Sink *sink, const RipplePixels *frame, const Track *track,
                    Error *error)
{
    sink->row = malloc((size_t)frame->width);
    if (sink->row == NULL)
        return error_set(error, sink->path, "%s", strerror(ENOMEM));
    if (atomic_file_open(&sink->output, sink->path, error) != 0)
        return -1;
    return writer_y4m_head(sink->output.file, frame, track->rate) == 0
               ? 0
               : fail(sink, sink->path, error);
}

static int open_video(Sink *sink, const RipplePixels *frame, const Track *track,
                      Error *error)
{
    return ffmpeg_open(&sink->ffmpeg, sink->path, frame, track, error);
}

/* Hands over what the writer has written; `result` is the writer's. */
static int hand_over(Sink *sink, int result, Error *error)
{
    return result == 0 && atomic_file_send(&sink->output) == 0
               ? 0
               : fail(sink, sink->output.path, error);
}

static int add_picture(Sink *sink, const RipplePixels *frame, Error *error)
{
    if (!sink->is_numbered)
        return 0;
    if (sink->output.file == NULL && open_number(sink, error) != 0)
        return -1;
    sink->completes = 1;
    return hand_over(sink, sink->write(sink->output.file, frame), error);
}

static int add_y4m(Sink *sink, const RipplePixels *frame, Error *error)
{
    return hand_over(
        sink, writer_y4m_frame(sink->output.file, frame, sink->row), error);
}

static int add_video(Sink *sink, const RipplePixels *frame, Error *error)
{
    return ffmpeg_add(&sink->ffmpeg, frame, error);
}

static int close_picture(Sink *sink, const RipplePixels *last,
                         const Ripple *pool, Error *error)
{
    (void)pool;
    if (sink->is_numbered)
        return 0;
    sink->completes = 1;
    return hand_over(sink, sink->write(sink->output.file, last), error);
}

static int close_heights(Sink *sink, const RipplePixels *last,
                         const Ripple *pool, Error *error)
{
    (void)last;
    sink->completes = 1;
    return hand_over(sink, writer_heights(sink->output.file, pool), error);
}

static int close_y4m(Sink *sink, const RipplePixels *last, const Ripple *pool,
                     Error *error)
{
    (void)last, (void)pool, (void)error;
    sink->completes = 1;
    return 0;
}

static int close_video(Sink *sink, const RipplePixels *last, const Ripple *pool,
                       Error *error)
{
    (void)last, (void)pool, (void)error;
    ffmpeg_end(&sink->ffmpeg);
    return 0;
}

static int flush_file(Sink *sink, int wait_ms, Error *error)
{
    int result = atomic_file_flush(&sink->output, wait_ms);

    if (result < 0)
        return fail(sink, sink->output.path, error);
    if (result > 0 || !sink->completes)
        return result;
    sink->completes = 0;
    if (atomic_file_commit(&sink->output, error) == 0)
        return 0;
    sink->reader_gone = errno == EPIPE;
    return -1;
}

static int flush_video(Sink *sink, int wait_ms, Error *error)
{
    return ffmpeg_flush(&sink->ffmpeg, wait_ms, error);
}

typedef struct Format {
    const char *ending; /* of a path that chooses it; NULL: none */
    int (*open)(Sink *sink, const RipplePixels *frame, const Track *track,
                Error *error);
    int (*add)(Sink *sink, const RipplePixels *frame,
               Error *error); /* NULL: frames before the last do not count */
    int (*close)(Sink *sink, const RipplePixels *last, const Ripple *pool,
                 Error *error);
    int (*flush)(Sink *sink, int wait_ms, Error *error);
    SinkWrite *write; /* of a picture, which may be numbered; else NULL */
} Format;

#define PICTURE(ending, write) \
    { \
        ending, open_picture, add_picture, close_picture, flush_file, write \
    }

static const Format formats[] = {
    [OUTPUT_PNG] = PICTURE("png", writer_png),
    [OUTPUT_Y4M] = {"y4m", open_y4m, add_y4m, close_y4m, flush_file, NULL},
    [OUTPUT_VIDEO] = {NULL, open_video, add_video, close_video, flush_video,
                      NULL},
    [OUTPUT_HEIGHTS] = {NULL, open_file, NULL, close_heights, flush_file, NULL},
};

static int find_format(OutputFormat *format, const char *path)
{
    for (int i = 0; i < COUNT(formats); i++) {
        *format = (OutputFormat)i;
        if (formats[i].ending != NULL &&
            paths_have_ending(path, formats[i].ending))
            return 0;
    }
    return -1;
}

const char *sink_choose(OutputOption *option, const char *path)
{
    *option = (OutputOption){.path = path};
    if (strcmp(path, "-") == 0)
        option->format = OUTPUT_Y4M;
    else if (ffmpeg_knows(path))
        option->format = OUTPUT_VIDEO;
    else if (find_format(&option->format, path) != 0)
        return "must end in .png, .y4m, .mp4, .webm, .gif, .webp or .apng, or "
               "be - for Y4M";
    option->is_numbered =
        formats[option->format].write != NULL && strchr(path, '%') != NULL;
    return !option->is_numbered || numbered_name_is_valid(path)
               ? NULL
               : "must hold one number such as %05d, and %% for a percent";
}

/* The path of the first file; the caller frees it. */
static char *first_path(const OutputOption *option)
{
    return option->is_numbered ? numbered_name_fill(option->path, 1)
                               : strdup(option->path);
}

int sink_is_same(const OutputOption *a, const OutputOption *b)
{
    char *first = first_path(a), *second = first_path(b);
    int result =
        first != NULL && second != NULL && atomic_file_is_same(first, second);

    free(first);
    free(second);
    return result;
}

const char *sink_ending(int i)
{
    for (int format = 0; format < COUNT(formats); format++) {
        if (formats[format].ending != NULL && i-- == 0)
            return formats[format].ending;
    }
    return ffmpeg_ending(i);
}

int sink_open(Sink *sink, const OutputOption *option, const RipplePixels *frame,
              const Track *track, Error *error)
{
    memset(sink, 0, sizeof *sink);
    sink->path = option->path;
    sink->format = option->format;
    sink->is_numbered = option->is_numbered;
    sink->write = formats[option->format].write;
    return formats[option->format].open(sink, frame, track, error);
}

int sink_add(Sink *sink, const RipplePixels *frame, Error *error)
{
    const Format *format = &formats[sink->format];
    int result = format->add != NULL ? format->add(sink, frame, error) : 0;

    sink->frames++;
    return result == 0 ? sink_flush(sink, 0, error) : -1;
}

int sink_has_encoder(const Sink *sink)
{
    return sink->format == OUTPUT_VIDEO;
}

void sink_end_sound(Sink *sink)
{
    if (sink_has_encoder(sink))
        ffmpeg_end_sound(&sink->ffmpeg, sink->frames);
}

int sink_close(Sink *sink, const RipplePixels *last, const Ripple *pool,
               Error *error)
{
    sink->closes = 1;
    return formats[sink->format].close(sink, last, pool, error) == 0
               ? sink_flush(sink, 0, error)
               : -1;
}

void sink_look(Sink *sink)
{
    uint64_t now_ns = step_clock_read_ns();

    if (!sink->is_busy)
        return;
    if (sink_has_encoder(sink))
        patience_look(&sink->patience, now_ns, ffmpeg_progress(&sink->ffmpeg),
                      ffmpeg_cpu_ns(&sink->ffmpeg));
    else
        patience_look(&sink->patience, now_ns, sink->output.queue.sent, 0);
}

static int is_over(const Sink *sink)
{
    if (!sink->patience.hurries && !sink_has_encoder(sink))
        return 0;
    return (sink->patience.hurries && stop_count() > 1) ||
           patience_is_over(&sink->patience);
}

static int cut(Sink *sink, Error *error)
{
    sink->was_cut = 1;
    return sink_has_encoder(sink)
               ? ffmpeg_cut(&sink->ffmpeg, error)
               : error_set(error, sink->path,
                           "its reader hangs; frames are lost");
}

int sink_flush(Sink *sink, int wait_ms, Error *error)
{
    int result = formats[sink->format].flush(sink, wait_ms, error);

    if (result > 0) {
        if (!sink->is_busy)
            patience_start(&sink->patience, step_clock_read_ns());
        sink->is_busy = 1;
        sink_look(sink);
        return is_over(sink) ? cut(sink, error) : 1;
    }
    sink->is_busy = 0;
    if (result == 0 && sink->closes) {
        sink_discard(sink);
        sink->closes = 1;
    }
    return result;
}

void sink_hurry(Sink *sink)
{
    patience_hurry(&sink->patience, step_clock_read_ns());
}

const char *sink_stall(const Sink *sink)
{
    if (!sink->is_busy || sink->patience.quiet_ns < STALL_NS)
        return NULL;
    if (!sink_has_encoder(sink))
        return "its reader takes no more frames";
    return sink->closes ? "ffmpeg does not complete the film"
                        : "ffmpeg takes no more frames";
}

void sink_discard(Sink *sink)
{
    atomic_file_discard(&sink->output);
    ffmpeg_discard(&sink->ffmpeg);
    free(sink->row);
    memset(sink, 0, sizeof *sink);
}
