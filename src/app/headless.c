/* SPDX-License-Identifier: MIT */
#include "app/headless.h"

#include "app/output/atomic_file.h"
#include "host/step_clock.h"
#include "host/compat.h"
#include "host/progress.h"
#include "app/output/writer.h"
#include "app/output/sink.h"

#include <errno.h>
#include <string.h>

typedef struct Recorder {
    const Options *options;
    Sink recordings[OPTIONS_MAX_OUTPUTS];
    AtomicFile heights; /* file is NULL where none are wanted */
    Progress progress;
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

/* Takes over what a recording said when it failed. */
static int fail(Recorder *recorder, int slot)
{
    recorder->reader_gone = recorder->recordings[slot].reader_gone;
    return -1;
}

static int open_outputs(Recorder *recorder, const Scene *scene, Error *error)
{
    const Options *options = recorder->options;

    for (int i = 0; i < options->output_count; i++) {
        if (sink_open(&recorder->recordings[i], &options->outputs[i],
                      scene_frame(scene), options->scene.rate, error) != 0)
            return fail(recorder, i);
    }
    if (options->heights == NULL)
        return 0;
    return atomic_file_open(&recorder->heights, options->heights, error);
}

static int record_frame(Recorder *recorder, const Scene *scene, Error *error)
{
    const Error *missed = scene_missed(scene);

    if (missed != NULL) {
        *error = *missed;
        return -1;
    }
    for (int i = 0; i < recorder->options->output_count; i++) {
        if (sink_add(&recorder->recordings[i], scene_frame(scene), error) != 0)
            return fail(recorder, i);
    }
    return 0;
}

static int write_heights(Recorder *recorder, Scene *scene, Error *error)
{
    AtomicFile *output = &recorder->heights;

    if (output->file == NULL)
        return 0;
    if (writer_heights(output->file, scene_pool(scene)) != 0) {
        recorder->reader_gone = errno == EPIPE;
        return error_set(error, output->path, "%s", strerror(errno));
    }
    if (atomic_file_commit(output, error) == 0)
        return 0;
    recorder->reader_gone = errno == EPIPE;
    return -1;
}

static int finish(Recorder *recorder, Scene *scene, Error *error)
{
    for (int i = 0; i < recorder->options->output_count; i++) {
        if (sink_close(&recorder->recordings[i], scene_frame(scene), error) !=
            0)
            return fail(recorder, i);
    }
    return write_heights(recorder, scene, error);
}

/* Interrupted or not, a recording has a frame at least. */
static int run_steps(Recorder *recorder, Scene *scene, int *done, Error *error)
{
    int frames = recorder->options->frames;

    if (frames == 0)
        return record_frame(recorder, scene, error);
    do {
        scene_advance(scene, NULL);
        if (record_frame(recorder, scene, error) != 0)
            return -1;
        progress_show(&recorder->progress, ++*done, step_clock_read_ns());
    } while (*done < frames && !interrupted);
    return 0;
}

static void print_end(const Recorder *recorder, const Scene *scene, int done,
                      double seconds)
{
    if (interrupted)
        fprintf(stderr, "ripple: interrupted: after %d of %d frames\n", done,
                recorder->options->frames);
    if (recorder->options->display.prints_fps && done > 0) {
        fprintf(stderr, "%d frames in %.3f s: ", done, seconds);
        scene_print_speed(scene, done / seconds);
    }
}

static int record(Recorder *recorder, Scene *scene, Error *error)
{
    uint64_t start_ns, end_ns;
    int done = 0, result;

    if (open_outputs(recorder, scene, error) != 0)
        return -1;
    start_ns = step_clock_read_ns();
    progress_start(&recorder->progress, stderr, progress_find_columns(stderr),
                   recorder->options->frames, start_ns);
    result = run_steps(recorder, scene, &done, error);
    end_ns = step_clock_read_ns();
    if (result == 0)
        result = finish(recorder, scene, error);
    progress_end(&recorder->progress);
    if (result == 0)
        print_end(recorder, scene, done, (double)(end_ns - start_ns) / 1e9);
    return result;
}

int headless_run(Scene *scene, const Options *options, Error *error)
{
    Recorder recorder = {.options = options};
    int result;

    catch_signals();
    result = record(&recorder, scene, error);
    for (int i = 0; i < options->output_count; i++)
        sink_discard(&recorder.recordings[i]);
    atomic_file_discard(&recorder.heights);
    return recorder.reader_gone ? 0 : result;
}
