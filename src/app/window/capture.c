/* SPDX-License-Identifier: MIT */
#include "app/window/capture.h"

#include "os/compat.h"
#include "os/step_clock.h"
#include "os/stop.h"

#include <stdio.h>

#define BUSY_MS   10 /* at most in a turn: events must not wait longer */
#define END_MS    5  /* between two looks whether a file is complete */
#define NS_PER_MS 1000000u

#define MAX_LENGTH 24 /* bytes of a length */
#define MAX_TEXT   96 /* what a caption adds to a name */

/* Ends a recording and leaves no file. */
static void drop(Capture *capture)
{
    sink_discard(&capture->sink);
    unlink(capture->name);
}

/* The length of the recording as "M:SS". */
static void write_length(const Capture *capture, char *text, size_t size)
{
    unsigned long long seconds = capture->seconds;

    snprintf(text, size, "%llu:%02llu", seconds / 60, seconds % 60);
}

/* Its length and how to stop it. */
static void mark(Capture *capture)
{
    char length[MAX_LENGTH], text[MAX_LENGTH + 12];

    capture->seconds = capture->sink.frames / (unsigned)capture->rate;
    write_length(capture, length, sizeof length);
    snprintf(text, sizeof text, "%s  F9 stops", length);
    captions_mark(capture->captions, text);
}

static void announce(Capture *capture, uint64_t now_ns)
{
    char length[MAX_LENGTH], text[MAX_TEXT];

    write_length(capture, length, sizeof length);
    snprintf(text, sizeof text, ", %s long%s", length, capture->why);
    captions_announce(capture->captions, now_ns, capture->name, text);
}

static int start_as(Capture *capture, const char *ending,
                    const RipplePixels *frame, int rate, Error *error)
{
    Track track = {.rate = {rate, 1}};
    OutputOption option;

    if (atomic_file_reserve(capture->name, sizeof capture->name, ending,
                            error) != 0)
        return -1;
    sink_choose(&option, capture->name);
    if (sink_open(&capture->sink, &option, frame, &track, error) == 0)
        return 0;
    drop(capture);
    return -1;
}

static void start(Capture *capture, const RipplePixels *frame, int rate,
                  uint64_t now_ns)
{
    Error error;

    capture->rate = rate;
    capture->is_recording =
        start_as(capture, "mp4", frame, rate, &error) == 0 ||
        start_as(capture, "y4m", frame, rate, &error) == 0;
    if (capture->is_recording)
        captions_say(capture->captions, now_ns, "recording %s", capture->name);
    else
        captions_complain(capture->captions, now_ns, &error);
    if (capture->is_recording)
        mark(capture);
}

void capture_toggle(Capture *capture, const RipplePixels *frame, int rate,
                    uint64_t now_ns)
{
    if (capture->is_recording)
        capture_stop(capture, "", now_ns);
    else if (capture->is_ending)
        captions_say(capture->captions, now_ns, "%s is not complete yet",
                     capture->name);
    else
        start(capture, frame, rate, now_ns);
}

int capture_is_busy(const Capture *capture)
{
    return capture->is_recording && capture->sink.is_busy;
}

static void tell_stall(Capture *capture, uint64_t now_ns)
{
    const char *why = sink_stall(&capture->sink);

    if (why != NULL &&
        captions_wait_ns(capture->captions, now_ns) == UINT64_MAX)
        captions_say(capture->captions, now_ns, "%s%s", why,
                     capture->is_recording ? "; F9 ends the recording" : "");
}

/* After a call of the sink, which has returned `result`. */
static void follow(Capture *capture, int result, const Error *error,
                   uint64_t now_ns)
{
    int was_recording = capture->is_recording;

    if (result > 0) {
        tell_stall(capture, now_ns);
        return;
    }
    if (result == 0 && was_recording)
        return;
    /* First: captions may find that the display has gone, and end it again. */
    capture->is_recording = capture->is_ending = 0;
    if (result < 0)
        drop(capture);
    if (result == 0)
        announce(capture, now_ns);
    else
        captions_complain(capture->captions, now_ns, error);
    if (was_recording)
        captions_mark(capture->captions, "");
}

/* Waits for the encoder while that goes on. */
static int flush(Capture *capture, Error *error)
{
    uint64_t start_ns = step_clock_read_ns(), past_ms;
    int result;

    do {
        result = sink_flush(&capture->sink, BUSY_MS, error);
        past_ms = (step_clock_read_ns() - start_ns) / NS_PER_MS;
    } while (result > 0 && past_ms < BUSY_MS);
    return result;
}

void capture_add(Capture *capture, const RipplePixels *frame, uint64_t now_ns)
{
    Error error;
    int result;

    if (!capture->is_recording)
        return;
    result = sink_add(&capture->sink, frame, &error);
    if (result > 0)
        result = flush(capture, &error);
    follow(capture, result, &error, now_ns);
    if (capture->is_recording)
        mark(capture);
}

void capture_turn(Capture *capture, uint64_t now_ns)
{
    Error error;

    if (capture_is_busy(capture))
        follow(capture, flush(capture, &error), &error, now_ns);
    else if (capture->is_ending)
        follow(capture, sink_flush(&capture->sink, 0, &error), &error, now_ns);
}

uint64_t capture_wait_ns(const Capture *capture)
{
    if (capture_is_busy(capture))
        return 0;
    return capture->is_ending ? END_MS * (uint64_t)NS_PER_MS : UINT64_MAX;
}

void capture_stop(Capture *capture, const char *why, uint64_t now_ns)
{
    Error error;
    int result;

    if (!capture->is_recording)
        return;
    captions_mark(capture->captions, "");
    capture->is_recording = 0;
    capture->is_ending = 1;
    capture->why = why;
    sink_hurry(&capture->sink);
    result = capture->sink.frames > 0
                 ? sink_close(&capture->sink, NULL, NULL, &error)
                 : error_set(&error, capture->name, "no frame to record");
    if (result > 0)
        captions_say(capture->captions, now_ns, "completing %s", capture->name);
    follow(capture, result, &error, now_ns);
}

void capture_end(Capture *capture, const char *why, uint64_t now_ns)
{
    Error error;

    capture_stop(capture, why, now_ns);
    while (capture->is_ending)
        follow(capture, sink_flush(&capture->sink, STOP_POLL_MS, &error),
               &error, now_ns);
}
