/* SPDX-License-Identifier: MIT */
#include "app/window/capture.h"

#include <unistd.h>

/* Leaves nothing behind. */
static void drop(Film *film)
{
    recording_discard(&film->recording);
    unlink(film->name);
    film->running = 0;
}

static int start_as(Film *film, const char *ending, const RipplePixels *frame,
                    int rate, Report *report)
{
    OutputOption option;

    if (output_reserve(film->name, sizeof film->name, ending, report) != 0)
        return -1;
    recording_choose(&option, film->name);
    if (recording_open(&film->recording, &option, frame, rate, report) == 0)
        return 0;
    drop(film);
    return -1;
}

int film_start(Film *film, const RipplePixels *frame, int rate, Report *report)
{
    film->running = start_as(film, "mp4", frame, rate, report) == 0 ||
                    start_as(film, "y4m", frame, rate, report) == 0;
    return film->running ? 0 : -1;
}

int film_add(Film *film, const RipplePixels *frame, Report *report)
{
    if (recording_add(&film->recording, frame, report) == 0)
        return 0;
    drop(film);
    return -1;
}

int film_end(Film *film, Report *report)
{
    int result =
        film->recording.frames > 0
            ? recording_close(&film->recording, NULL, report)
            : report_failure(report, film->name, "%s", "no frame to record");

    if (result != 0)
        drop(film);
    film->running = 0;
    return result;
}
