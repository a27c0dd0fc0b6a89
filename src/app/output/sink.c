/* SPDX-License-Identifier: MIT */
#include "app/output/sink.h"

#include "host/paths.h"
#include "host/numbered_name.h"
#include "app/output/y4m_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *recording_choose(OutputOption *option, const char *path)
{
    option->path = path;
    if (strcmp(path, "-") == 0 || path_has_ending(path, "y4m"))
        option->format = OUTPUT_Y4M;
    else if (encoder_knows(path))
        option->format = OUTPUT_VIDEO;
    else if (!path_has_ending(path, "png"))
        return "must end in .png, .y4m, .mp4, .webm, .gif, .webp or .apng, or "
               "be - for Y4M";
    else if (!pattern_is_meant(path))
        option->format = OUTPUT_PNG;
    else if (pattern_check(path))
        option->format = OUTPUT_FRAMES;
    else
        return "must hold one number such as %05d, and %% for a percent";
    return NULL;
}

/* Says why writing has failed, but not of a reader who has had enough. */
static int fail(Recording *recording, const char *path, Report *report)
{
    recording->reader_gone = errno == EPIPE;
    return report_failure(report, path, "%s", strerror(errno));
}

/* Opens the file of the next frame. */
static int open_numbered(Recording *recording, Report *report)
{
    char *path = pattern_fill(recording->path, recording->frames + 1);
    int result;

    if (path == NULL)
        return report_failure(report, recording->path, "%s", strerror(ENOMEM));
    result = output_open(&recording->output, path, report);
    free(path);
    return result;
}

static int open_y4m(Recording *recording, const RipplePixels *frame, int rate,
                    Report *report)
{
    recording->row = malloc((size_t)frame->width);
    if (recording->row == NULL)
        return report_failure(report, recording->path, "%s", strerror(ENOMEM));
    if (output_open(&recording->output, recording->path, report) != 0)
        return -1;
    return record_y4m_head(recording->output.file, frame, rate) == 0
               ? 0
               : fail(recording, recording->path, report);
}

int recording_open(Recording *recording, const OutputOption *option,
                   const RipplePixels *frame, int rate, Report *report)
{
    memset(recording, 0, sizeof *recording);
    recording->path = option->path;
    recording->format = option->format;
    switch (option->format) {
    case OUTPUT_PNG:
        return output_open(&recording->output, option->path, report);
    case OUTPUT_FRAMES:
        return open_numbered(recording, report);
    case OUTPUT_Y4M:
        return open_y4m(recording, frame, rate, report);
    case OUTPUT_VIDEO:
        return encoder_open(&recording->encoder, option->path, frame, rate,
                            report);
    }
    return -1;
}

static int commit(Recording *recording, Report *report)
{
    if (output_commit(&recording->output, report) == 0)
        return 0;
    recording->reader_gone = errno == EPIPE;
    return -1;
}

static int write_png(Recording *recording, const RipplePixels *frame,
                     Report *report)
{
    if (record_png(recording->output.file, frame) != 0)
        return fail(recording, recording->output.path, report);
    return commit(recording, report);
}

static int add_numbered(Recording *recording, const RipplePixels *frame,
                        Report *report)
{
    if (recording->output.file == NULL && open_numbered(recording, report) != 0)
        return -1;
    return write_png(recording, frame, report);
}

static int add_y4m(Recording *recording, const RipplePixels *frame,
                   Report *report)
{
    return record_y4m_frame(recording->output.file, frame, recording->row) == 0
               ? 0
               : fail(recording, recording->path, report);
}

int recording_add(Recording *recording, const RipplePixels *frame,
                  Report *report)
{
    int result = 0;

    if (recording->format == OUTPUT_FRAMES)
        result = add_numbered(recording, frame, report);
    else if (recording->format == OUTPUT_Y4M)
        result = add_y4m(recording, frame, report);
    else if (recording->format == OUTPUT_VIDEO)
        result = encoder_add(&recording->encoder, frame, report);
    recording->frames++;
    return result;
}

int recording_close(Recording *recording, const RipplePixels *last,
                    Report *report)
{
    int result = 0;

    if (recording->format == OUTPUT_PNG)
        result = write_png(recording, last, report);
    else if (recording->format == OUTPUT_Y4M)
        result = commit(recording, report);
    else if (recording->format == OUTPUT_VIDEO)
        result = encoder_close(&recording->encoder, report);
    if (result == 0)
        recording_discard(recording);
    return result;
}

void recording_discard(Recording *recording)
{
    output_discard(&recording->output);
    encoder_discard(&recording->encoder);
    free(recording->row);
    memset(recording, 0, sizeof *recording);
}
