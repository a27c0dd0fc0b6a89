/* SPDX-License-Identifier: MIT */
#include "app/output/sink.h"

#include "host/paths.h"
#include "host/numbered_name.h"
#include "app/output/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *sink_choose(OutputOption *option, const char *path)
{
    option->path = path;
    if (strcmp(path, "-") == 0 || paths_have_ending(path, "y4m"))
        option->format = OUTPUT_Y4M;
    else if (ffmpeg_knows(path))
        option->format = OUTPUT_VIDEO;
    else if (!paths_have_ending(path, "png"))
        return "must end in .png, .y4m, .mp4, .webm, .gif, .webp or .apng, or "
               "be - for Y4M";
    else if (strchr(path, '%') == NULL)
        option->format = OUTPUT_PNG;
    else if (numbered_name_is_valid(path))
        option->format = OUTPUT_FRAMES;
    else
        return "must hold one number such as %05d, and %% for a percent";
    return NULL;
}

/* Reports errno. A pipe whose reader has ended is no error for the program. */
static int fail(Sink *sink, const char *path, Error *error)
{
    sink->reader_gone = errno == EPIPE;
    return error_set(error, path, "%s", strerror(errno));
}

static int open_numbered(Sink *sink, Error *error)
{
    char *path = numbered_name_fill(sink->path, sink->frames + 1);
    int result;

    if (path == NULL)
        return error_set(error, sink->path, "%s", strerror(ENOMEM));
    result = atomic_file_open(&sink->output, path, error);
    free(path);
    return result;
}

static int open_y4m(Sink *sink, const RipplePixels *frame, int rate,
                    Error *error)
{
    sink->row = malloc((size_t)frame->width);
    if (sink->row == NULL)
        return error_set(error, sink->path, "%s", strerror(ENOMEM));
    if (atomic_file_open(&sink->output, sink->path, error) != 0)
        return -1;
    return writer_y4m_head(sink->output.file, frame, rate) == 0
               ? 0
               : fail(sink, sink->path, error);
}

int sink_open(Sink *sink, const OutputOption *option, const RipplePixels *frame,
              int rate, Error *error)
{
    memset(sink, 0, sizeof *sink);
    sink->path = option->path;
    sink->format = option->format;
    switch (option->format) {
    case OUTPUT_PNG:
    case OUTPUT_HEIGHTS:
        return atomic_file_open(&sink->output, option->path, error);
    case OUTPUT_FRAMES:
        return open_numbered(sink, error);
    case OUTPUT_Y4M:
        return open_y4m(sink, frame, rate, error);
    case OUTPUT_VIDEO:
        return ffmpeg_open(&sink->ffmpeg, option->path, frame, rate, error);
    }
    return -1;
}

/* Completes the file; `result` is that of the writer. */
static int commit(Sink *sink, int result, Error *error)
{
    if (result != 0)
        return fail(sink, sink->output.path, error);
    if (atomic_file_commit(&sink->output, error) == 0)
        return 0;
    sink->reader_gone = errno == EPIPE;
    return -1;
}

static int write_png(Sink *sink, const RipplePixels *frame, Error *error)
{
    return commit(sink, writer_png(sink->output.file, frame), error);
}

static int add_numbered(Sink *sink, const RipplePixels *frame, Error *error)
{
    if (sink->output.file == NULL && open_numbered(sink, error) != 0)
        return -1;
    return write_png(sink, frame, error);
}

static int add_y4m(Sink *sink, const RipplePixels *frame, Error *error)
{
    return writer_y4m_frame(sink->output.file, frame, sink->row) == 0
               ? 0
               : fail(sink, sink->path, error);
}

int sink_add(Sink *sink, const RipplePixels *frame, Error *error)
{
    int result = 0;

    if (sink->format == OUTPUT_FRAMES)
        result = add_numbered(sink, frame, error);
    else if (sink->format == OUTPUT_Y4M)
        result = add_y4m(sink, frame, error);
    else if (sink->format == OUTPUT_VIDEO)
        result = ffmpeg_add(&sink->ffmpeg, frame, error);
    sink->frames++;
    return result;
}

int sink_close(Sink *sink, const RipplePixels *last, const Ripple *pool,
               Error *error)
{
    int result = 0;

    if (sink->format == OUTPUT_PNG)
        result = write_png(sink, last, error);
    else if (sink->format == OUTPUT_HEIGHTS)
        result = commit(sink, writer_heights(sink->output.file, pool), error);
    else if (sink->format == OUTPUT_Y4M)
        result = commit(sink, 0, error);
    else if (sink->format == OUTPUT_VIDEO)
        result = ffmpeg_close(&sink->ffmpeg, error);
    if (result == 0)
        sink_discard(sink);
    return result;
}

void sink_discard(Sink *sink)
{
    atomic_file_discard(&sink->output);
    ffmpeg_discard(&sink->ffmpeg);
    free(sink->row);
    memset(sink, 0, sizeof *sink);
}
