/* SPDX-License-Identifier: MIT */
#include "app/window/capture.h"

#include <unistd.h>

/* Leaves nothing behind. */
static void drop(Capture *capture)
{
    sink_discard(&capture->sink);
    unlink(capture->name);
    capture->running = 0;
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

int capture_start(Capture *capture, const RipplePixels *frame, int rate,
                  Error *error)
{
    capture->running = start_as(capture, "mp4", frame, rate, error) == 0 ||
                       start_as(capture, "y4m", frame, rate, error) == 0;
    return capture->running ? 0 : -1;
}

int capture_add(Capture *capture, const RipplePixels *frame, Error *error)
{
    if (sink_add(&capture->sink, frame, error) == 0)
        return 0;
    drop(capture);
    return -1;
}

int capture_end(Capture *capture, Error *error)
{
    int result =
        capture->sink.frames > 0
            ? sink_close(&capture->sink, NULL, error)
            : error_set(error, capture->name, "%s", "no frame to record");

    if (result != 0)
        drop(capture);
    capture->running = 0;
    return result;
}
