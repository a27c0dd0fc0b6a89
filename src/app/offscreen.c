/* SPDX-License-Identifier: MIT */
#include "offscreen.h"

#include "output.h"
#include "record.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HEIGHTS_SLOT OPTIONS_MAX_OUTPUTS
#define SLOTS        (OPTIONS_MAX_OUTPUTS + 1)

typedef struct Recorder {
    Output outputs[SLOTS]; /* file is NULL where there is none */
    const Options *options;
    uint8_t *row;
    int reader_gone;
} Recorder;

/* A signal handler has nowhere else to leave word. */
static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

static int fail(Recorder *recorder, int slot, Report *report)
{
    const char *path = recorder->outputs[slot].path;

    if (errno == EPIPE) {
        recorder->reader_gone = 1;
        return -1;
    }
    return report_failure(report, path, "%s", strerror(errno));
}

static int open_outputs(Recorder *recorder, const Scene *scene, Report *report)
{
    const Options *options = recorder->options;

    for (int i = 0; i < options->output_count; i++) {
        Output *output = &recorder->outputs[i];

        if (output_open(output, options->outputs[i].path, report) != 0)
            return -1;
        if (options->outputs[i].format == OUTPUT_Y4M &&
            record_y4m_head(output->file, &scene->frame, options->rate) != 0)
            return fail(recorder, i, report);
    }
    if (options->heights != NULL)
        return output_open(&recorder->outputs[HEIGHTS_SLOT], options->heights,
                           report);
    return 0;
}

static int record_frame(Recorder *recorder, const Scene *scene, Report *report)
{
    for (int i = 0; i < recorder->options->output_count; i++) {
        if (recorder->options->outputs[i].format == OUTPUT_Y4M &&
            record_y4m_frame(recorder->outputs[i].file, &scene->frame,
                             recorder->row) != 0)
            return fail(recorder, i, report);
    }
    return 0;
}

static int finish(Recorder *recorder, const Scene *scene, Report *report)
{
    for (int i = 0; i < SLOTS; i++) {
        Output *output = &recorder->outputs[i];
        int written = 0;

        if (output->file == NULL)
            continue;
        if (i == HEIGHTS_SLOT)
            written = record_heights(output->file, scene->pool);
        else if (recorder->options->outputs[i].format == OUTPUT_PNG)
            written = record_png(output->file, &scene->frame);
        if (written != 0)
            return fail(recorder, i, report);
        if (output_commit(output, report) != 0) {
            recorder->reader_gone = errno == EPIPE;
            return -1;
        }
    }
    return 0;
}

static int run_steps(Recorder *recorder, Scene *scene, int *done,
                     Report *report)
{
    int frames = recorder->options->frames;

    if (frames == 0)
        return record_frame(recorder, scene, report);
    for (*done = 0; *done < frames && !interrupted; (*done)++) {
        scene_advance(scene, NULL);
        if (record_frame(recorder, scene, report) != 0)
            return -1;
    }
    return 0;
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) +
           (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static int record(Recorder *recorder, Scene *scene, Report *report)
{
    struct timespec start;
    int done = 0;

    if (open_outputs(recorder, scene, report) != 0)
        return -1;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (run_steps(recorder, scene, &done, report) != 0)
        return -1;

    double elapsed = seconds_since(&start);

    if (finish(recorder, scene, report) != 0)
        return -1;
    if (interrupted)
        fprintf(stderr, "ripple: interrupted: after %d of %d frames\n", done,
                recorder->options->frames);
    if (recorder->options->fps && done > 0) {
        fprintf(stderr, "%d frames in %.3f s: ", done, elapsed);
        scene_print_speed(scene, done / elapsed);
    }
    return 0;
}

int offscreen_run(Scene *scene, const Options *options, Report *report)
{
    Recorder recorder = {.options = options};
    int result;

    recorder.row = malloc((size_t)scene->frame.width);
    if (recorder.row == NULL)
        return report_failure(report, "recording", "%s", strerror(ENOMEM));
    catch_signals();
    result = record(&recorder, scene, report);
    for (int i = 0; i < SLOTS; i++)
        output_discard(&recorder.outputs[i]);
    free(recorder.row);
    return recorder.reader_gone ? 0 : result;
}
