/* SPDX-License-Identifier: MIT */
#include "app/window/capture.h"

#include "host/compat.h"

#include <stdio.h>

static void announce(Capture *capture, const char *name, const char *why,
                     uint64_t now_ns)
{
    printf("%s\n", name);
    fflush(stdout);
    captions_say(capture->captions, now_ns, "saved %s%s", name, why);
}

/* Ends a picture or recording and leaves no file. */
static void drop(Capture *capture)
{
    sink_discard(&capture->sink);
    unlink(capture->name);
    capture->is_recording = 0;
}

static int start_as(Capture *capture, const char *ending,
                    const RipplePixels *frame, int rate, Error *error)
{
    OutputOption option;

    if (atomic_file_reserve(capture->name, sizeof capture->name, ending,
                            error) != 0)
        return -1;
    sink_choose(&option, capture->name);
    if (sink_open(&capture->sink, &option, frame, rate, error) == 0)
        return 0;
    drop(capture);
    return -1;
}

void capture_save_frame(Capture *capture, const RipplePixels *frame,
                        uint64_t now_ns)
{
    Capture picture = {.captions = capture->captions};
    Error error;

    if (start_as(&picture, "png", frame, 1, &error) != 0) {
        captions_complain(capture->captions, now_ns, &error);
    } else if (sink_close(&picture.sink, frame, NULL, &error) != 0) {
        drop(&picture);
        captions_complain(capture->captions, now_ns, &error);
    } else {
        announce(capture, picture.name, "", now_ns);
    }
}

static void start(Capture *capture, const RipplePixels *frame, int rate,
                  uint64_t now_ns)
{
    Error error;

    capture->is_recording =
        start_as(capture, "mp4", frame, rate, &error) == 0 ||
        start_as(capture, "y4m", frame, rate, &error) == 0;
    if (capture->is_recording)
        captions_say(capture->captions, now_ns, "recording %s", capture->name);
    else
        captions_complain(capture->captions, now_ns, &error);
    captions_mark(capture->captions, capture->is_recording);
}

void capture_toggle(Capture *capture, const RipplePixels *frame, int rate,
                    uint64_t now_ns)
{
    if (capture->is_recording)
        capture_end(capture, "", now_ns);
    else
        start(capture, frame, rate, now_ns);
}

void capture_add(Capture *capture, const RipplePixels *frame, uint64_t now_ns)
{
    Error error;

    if (!capture->is_recording || sink_add(&capture->sink, frame, &error) == 0)
        return;
    drop(capture);
    captions_complain(capture->captions, now_ns, &error);
    captions_mark(capture->captions, 0);
}

void capture_end(Capture *capture, const char *why, uint64_t now_ns)
{
    Error error;
    int result;

    if (!capture->is_recording)
        return;
    result = capture->sink.frames > 0
                 ? sink_close(&capture->sink, NULL, NULL, &error)
                 : error_set(&error, capture->name, "no frame to record");
    capture->is_recording = 0;
    if (result == 0) {
        announce(capture, capture->name, why, now_ns);
    } else {
        drop(capture);
        captions_complain(capture->captions, now_ns, &error);
    }
    captions_mark(capture->captions, 0);
}
