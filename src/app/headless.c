/* SPDX-License-Identifier: MIT */
/*
 * A GPU makes the next frame while one is written:
 *
 *     GPU   frame 1   frame 2   frame 3
 *     CPU             write 1   write 2   write 3
 *
 * The one that is written is held in memory, where two frames have room, so
 * that the CPU may draw the next one, too.
 *
 * A signal comes while a frame is drawn that does not belong to the run any
 * more: pictures of the last frame are written from a copy of the one before.
 */
#include "app/headless.h"

#include "lib/util/fixed.h"
#include "os/step_clock.h"
#include "os/compat.h"
#include "os/pixel_buffer.h"
#include "os/progress.h"
#include "os/stop.h"
#include "media/sink.h"
#include "app/setup.h"

typedef struct Run {
    const Options *options;
    Sink sinks[OPTIONS_MAX_OUTPUTS + 1]; /* the heights are the last */
    int sink_count;
    int is_told[OPTIONS_MAX_OUTPUTS + 1]; /* that the reader hangs */
    RipplePixels other_frame;             /* beside the scene's own */
    int uses_other;                       /* the scene has its frame there */
    RipplePixels held; /* the frame to be written; of width 0: none */
    RipplePixels last; /* a copy of the last frame; no pixels: none needs it */
    int done;          /* frames that are written */
    int drawn;         /* frames that are drawn */
    int frames;        /* to be drawn; 0: all of a film */
    Progress progress;
    int ends_early;  /* not all frames of a film are done */
    int reader_gone; /* the reader of a stream has closed it */
    Error film;      /* why it has ended too early; no text: it has not */
} Run;

/* The film that the frames follow; NULL: they follow the steps, and films of a
   slideshow with them. */
static Film *find_film(const Options *options, const Scene *scene)
{
    return scene->pictures.slideshow == NULL && options->frames > 0
               ? scene_film(scene)
               : NULL;
}

/* After a failure of a sink. */
static int fail(Run *run, int slot)
{
    run->reader_gone = run->sinks[slot].reader_gone;
    return -1;
}

/* A film's frames have the rate of that film, and its sound. */
static Track find_track(const Options *options, const Scene *scene)
{
    const Film *film = find_film(options, scene);
    Track track = {.rate = {options->scene.rate, 1}};

    if (film != NULL) {
        track.rate = film_rate(film);
        track.sound = film_path(film);
        track.repeats_sound = !options->shows_whole_film;
    }
    return track;
}

/* Makes room for the frames that the outputs need. Returns 0 or -1. */
static int make_frames(Run *run, const Scene *scene)
{
    const RipplePixels *frame = &scene->frame;
    const Options *options = run->options;
    int needs_last = 0;

    for (int i = 0; i < options->output_count; i++)
        needs_last |= options->outputs[i].format == OUTPUT_PNG &&
                      !options->outputs[i].is_numbered;
    if (needs_last && pixel_buffer_init(&run->last, frame->width, frame->height,
                                        frame->format) != 0)
        return -1;
    return scene->gpu.is_on ? pixel_buffer_init(&run->other_frame, frame->width,
                                                frame->height, frame->format)
                            : 0;
}

static int open_outputs(Run *run, const Scene *scene, Error *error)
{
    const Options *options = run->options;
    OutputOption heights = {options->heights, OUTPUT_HEIGHTS, 0};
    Track track = find_track(options, scene);

    run->sink_count = options->output_count + (options->heights != NULL);
    for (int i = 0; i < run->sink_count; i++) {
        const OutputOption *output =
            i < options->output_count ? &options->outputs[i] : &heights;

        if (sink_open(&run->sinks[i], output, &scene->frame, &track, error) !=
            0)
            return fail(run, i);
    }
    return 0;
}

/* Says once per output, on a line of its own, that its reader hangs. */
static void tell_stall(Run *run, int slot)
{
    const char *why = sink_stall(&run->sinks[slot]);
    Error error;

    if (why == NULL || run->is_told[slot])
        return;
    run->is_told[slot] = 1;
    progress_end(&run->progress);
    error_format(&error, run->sinks[slot].path, "%s", why);
    error_print(&error);
}

/* Waits until all outputs have taken the frame or the end is asked for. */
static int settle(Run *run, Error *error)
{
    for (int i = 0; i < run->sink_count; i++) {
        while (run->sinks[i].is_busy && stop_count() == 0) {
            if (sink_flush(&run->sinks[i], STOP_POLL_MS, error) < 0)
                return fail(run, i);
            tell_stall(run, i);
        }
    }
    return 0;
}

static int add_frame(Run *run, const RipplePixels *frame, Error *error)
{
    for (int i = 0; i < run->sink_count; i++) {
        if (sink_add(&run->sinks[i], frame, error) < 0)
            return fail(run, i);
    }
    return settle(run, error);
}

/* Adds the frame that is held, if there is one. */
static int add_held(Run *run, Error *error)
{
    RipplePixels frame = run->held;

    if (frame.width == 0)
        return 0;
    run->held.width = 0;
    if (add_frame(run, &frame, error) != 0)
        return -1;
    progress_show(&run->progress, ++run->done, step_clock_read_ns());
    return 0;
}

/* Does the steps before frame `number` of a film, and draws it; returns and
   sets as scene_advance. */
static int step_to(Scene *scene, FrameRate rate, int rate_of_steps, int number,
                   const RippleRect **changed)
{
    uint64_t steps = frame_rate_steps(rate, (uint64_t)number, rate_of_steps);
    uint64_t before =
        number > 0 ? frame_rate_steps(rate, (uint64_t)number - 1, rate_of_steps)
                   : 0;

    for (; before + 1 < steps; before++)
        scene_step(scene);
    return before < steps ? scene_advance(scene, changed)
                          : scene_render(scene, changed);
}

/* Draws a frame, and adds the one before it. Returns how many rectangles have
   changed, see scene_advance, or -1. */
static int advance(Run *run, Scene *scene, const RippleRect **changed,
                   Error *error)
{
    const Film *film = find_film(run->options, scene);
    int count;

    if (run->held.width > 0) {
        run->uses_other = !run->uses_other;
        scene_use_frame(scene, run->uses_other ? &run->other_frame : NULL);
    }
    if (film != NULL)
        count = step_to(scene, film_rate(film), run->options->scene.rate,
                        run->drawn, changed);
    else
        count = scene_advance(scene, changed);
    run->drawn++;
    return add_held(run, error) == 0 ? max_int(count, 0) : -1;
}

/* Returns 0, or -1 if the frame is not as asked for, and why. */
static int check_frame(const Scene *scene, Error *error)
{
    const Error *missed = &scene->player.missed;

    if (missed->text[0] == '\0')
        return 0;
    *error = *missed;
    return -1;
}

/* Keeps the frame as the last one, which has changed in some rectangles. */
static void keep_last(Run *run, const RipplePixels *frame,
                      const RippleRect *changed, int count)
{
    for (int i = 0; i < count && run->last.width > 0; i++)
        pixel_buffer_copy(frame, &run->last, changed[i]);
}

static void keep_whole(Run *run, const RipplePixels *frame)
{
    keep_last(run, frame, &(RippleRect){0, 0, frame->width, frame->height}, 1);
}

static int close_sink(Run *run, int slot, const Scene *scene, Error *error)
{
    if (stop_count() > 0)
        sink_hurry(&run->sinks[slot]);
    if (run->ends_early)
        sink_end_sound(&run->sinks[slot]);
    return sink_close(&run->sinks[slot], &run->last, scene->player.pool, error);
}

/* Looks at those that are not complete. */
static void watch(Run *run, int slot)
{
    for (; slot < run->sink_count; slot++) {
        if (stop_count() > 0)
            sink_hurry(&run->sinks[slot]);
        sink_look(&run->sinks[slot]);
    }
}

/* Waits until the files are complete. */
static int complete(Run *run, int slot, const Scene *scene, Error *error)
{
    Sink *sink = &run->sinks[slot];
    int result =
        sink->closes ? sink->is_busy : close_sink(run, slot, scene, error);

    while (result > 0) {
        watch(run, slot);
        result = sink_flush(sink, STOP_POLL_MS, error);
        tell_stall(run, slot);
    }
    return result;
}

/* All encoders end at the same time. A reader that hangs loses no output but
   its own. */
static int finish(Run *run, const Scene *scene, Error *error)
{
    Error late;
    int result = 0;

    for (int i = 0; i < run->sink_count; i++) {
        if (sink_has_encoder(&run->sinks[i]) &&
            close_sink(run, i, scene, error) < 0)
            return fail(run, i);
    }
    for (int i = 0; i < run->sink_count; i++) {
        if (complete(run, i, scene, &late) == 0)
            continue;
        if (result == 0)
            *error = late;
        result = -1;
        if (!run->sinks[i].was_cut)
            return fail(run, i);
    }
    return result;
}

/* Whether there is one more; if it is a film's, with the next picture. */
static int has_next(const Run *run, Scene *scene)
{
    return run->drawn != run->frames && stop_count() == 0 &&
           (find_film(run->options, scene) == NULL ||
            background_show_number(&scene->background, (uint64_t)run->drawn));
}

/* Interrupted or not, adds one frame at least; but none that the interruption
   may have left without its picture or mask. */
static int run_frames(Run *run, Scene *scene, Error *error)
{
    const RippleRect *changed;
    int was_on_gpu, count;

    do {
        count = advance(run, scene, &changed, error);
        if (count < 0)
            return -1;
        was_on_gpu = scene_fetch_frame(scene);
        if (stop_count() > 0 && run->done > 0)
            return 0;
        if (check_frame(scene, error) != 0)
            return -1;
        if (was_on_gpu || run->drawn == 1)
            keep_whole(run, &scene->frame);
        else
            keep_last(run, &scene->frame, changed, count);
        run->held = scene->frame;
        if (!was_on_gpu && add_held(run, error) != 0)
            return -1;
    } while (has_next(run, scene));
    return add_held(run, error);
}

/* A film that fails leaves the frames that there are. */
static int run_film(Run *run, Scene *scene, Error *error)
{
    scene->pictures.holds_films = 1;
    if (run_frames(run, scene, error) != 0)
        return -1;
    run->ends_early =
        film_check(scene_film(scene), &run->film) != 0 || stop_count() > 0;
    return 0;
}

/* The frame before the first step. */
static int add_start(Run *run, Scene *scene, Error *error)
{
    const RipplePixels *frame = &scene->frame;

    scene_fetch_frame(scene);
    if (check_frame(scene, error) != 0)
        return -1;
    keep_whole(run, frame);
    return add_frame(run, frame, error);
}

static int run_all(Run *run, Scene *scene, Error *error)
{
    if (find_film(run->options, scene) != NULL)
        return run_film(run, scene, error);
    return run->frames > 0 ? run_frames(run, scene, error)
                           : add_start(run, scene, error);
}

static void print_end(const Run *run, const Scene *scene, double seconds)
{
    int done = run->done;
    char head[64];
    Error error;

    if (stop_count() > 0) {
        if (run->frames > 0)
            error_format(&error, "interrupted", "after %d of %d frames", done,
                         run->frames);
        else
            error_format(&error, "interrupted", "after %d frames", done);
        error_print(&error);
    }
    if (run->options->display.prints_fps && done > 0) {
        snprintf(head, sizeof head, "%d frames in %.3f s: ", done, seconds);
        compat_print(head);
        scene_print_speed(scene, done / seconds);
    }
}

static int render_all(Run *run, Scene *scene, Error *error)
{
    uint64_t start_ns, end_ns;
    int result;

    if (make_frames(run, scene) != 0)
        return player_report_memory(error, scene->frame.width,
                                    scene->frame.height);
    if (open_outputs(run, scene, error) != 0)
        return -1;
    start_ns = step_clock_read_ns();
    progress_start(&run->progress, stderr, progress_find_columns(stderr),
                   run->frames, start_ns);
    result = run_all(run, scene, error);
    end_ns = step_clock_read_ns();
    if (result == 0)
        result = finish(run, scene, error);
    progress_end(&run->progress);
    if (result == 0)
        print_end(run, scene, (double)(end_ns - start_ns) / 1e9);
    if (result != 0 || run->film.text[0] == '\0')
        return result;
    *error = run->film;
    return -1;
}

int headless_run(const Options *options, Error *error)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    Run run = {.options = options};
    Scene *scene;
    int result;

    if (setup_scene(&scene, options, error) != 0)
        return -1;
    run.frames = find_film(options, scene) != NULL && options->shows_whole_film
                     ? 0
                     : options->frames;
    stop_catch();
    sigaction(SIGPIPE, &ignore, NULL);
    result = render_all(&run, scene, error);
    for (int i = 0; i < run.sink_count; i++)
        sink_discard(&run.sinks[i]);
    scene_destroy(scene);
    pixel_buffer_clear(&run.other_frame);
    pixel_buffer_clear(&run.last);
    return run.reader_gone ? 0 : result;
}
