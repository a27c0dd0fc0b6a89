/* SPDX-License-Identifier: MIT */
#include "app/app.h"

#include "lib/util/fixed.h"
#include "os/step_clock.h"
#include "os/compat.h"
#include "os/progress.h"
#include "os/stop.h"
#include "media/output.h"
#include "app/setup.h"

typedef struct Run {
    const Options *options;
    OutputOption wanted[OPTIONS_MAX_OUTPUTS + 1]; /* the heights are the last */
    Output *outputs[OPTIONS_MAX_OUTPUTS + 1];
    int output_count;
    int done;   /* frames that are drawn and handed over */
    int frames; /* to be drawn; 0: all of a film */
    Progress progress;
    int ends_early;  /* not all frames of a film are done */
    int reader_gone; /* the reader of a stream has closed it */
    Error film;      /* why it has ended too early; no text: it has not */
} Run;

/* The film that the frames follow; NULL: they follow the steps, and films of a
   folder with them. */
static Film *find_film(const Options *options, const Scene *scene)
{
    return scene->bed.folder == NULL && options->frames > 0
               ? scene->bed.now.film
               : NULL;
}

/* After a failure of an output. */
static int fail(Run *run, int slot)
{
    run->reader_gone = output_has_lost_reader(run->outputs[slot]);
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

/* The heights of a pool as a frame that is only read. */
static RipplePixels find_heights(const Ripple *pool)
{
    RipplePixels frame = {.format = RIPPLE_FORMAT_RGB565};
    const int16_t *cells =
        ripple_heights(pool, &frame.width, &frame.height, &frame.stride);

    frame.pixels565 = (uint16_t *)cells;
    return frame;
}

static int open_outputs(Run *run, const Scene *scene, Error *error)
{
    const Options *options = run->options;
    Track track = find_track(options, scene);

    for (int i = 0; i < options->output_count; i++)
        run->wanted[run->output_count++] = options->outputs[i];
    if (options->heights != NULL)
        run->wanted[run->output_count++] =
            (OutputOption){options->heights, OUTPUT_HEIGHTS, 0};
    for (int i = 0; i < run->output_count; i++) {
        run->outputs[i] =
            output_open(&run->wanted[i], &scene->frame, &track, error);
        if (run->outputs[i] == NULL)
            return -1;
    }
    return 0;
}

/* Waits until all outputs have room for a frame. Returns 1, 0 if the end is
   asked for before, or -1. */
static int await_room(Run *run, Error *error)
{
    for (int i = 0; i < run->output_count; i++) {
        int room;

        while ((room = output_await_room(run->outputs[i], STOP_POLL_MS,
                                         error)) == 0) {
            if (stop_count() > 0)
                return 0;
        }
        if (room < 0)
            return fail(run, i);
    }
    return 1;
}

/* Adds a frame to the outputs of every frame, which have room. */
static int add_frame(Run *run, const RipplePixels *frame, Error *error)
{
    for (int i = 0; i < run->output_count; i++) {
        if (output_has_every_frame(&run->wanted[i]) &&
            output_add(run->outputs[i], frame, 1, error) != 0)
            return -1;
    }
    return 0;
}

/* Adds the last frame to the others. */
static int add_last(Run *run, const Scene *scene, Error *error)
{
    RipplePixels heights = find_heights(scene->player.pool);

    for (int i = 0; i < run->output_count; i++) {
        const RipplePixels *frame =
            run->wanted[i].format == OUTPUT_HEIGHTS ? &heights : &scene->frame;

        if (!output_has_every_frame(&run->wanted[i]) &&
            output_add(run->outputs[i], frame, 1, error) != 0)
            return -1;
    }
    return 0;
}

/* Does the steps before frame `number` of a film, and draws it. */
static void step_to(Scene *scene, FrameRate rate, int rate_of_steps, int number)
{
    uint64_t steps = frame_rate_steps(rate, (uint64_t)number, rate_of_steps);
    uint64_t before =
        number > 0 ? frame_rate_steps(rate, (uint64_t)number - 1, rate_of_steps)
                   : 0;

    for (; before + 1 < steps; before++)
        scene_step(scene);
    if (before < steps)
        scene_advance(scene, NULL);
    else
        scene_render(scene, NULL);
}

/* Draws the next frame. */
static void advance(const Run *run, Scene *scene)
{
    const Film *film = find_film(run->options, scene);

    if (film != NULL)
        step_to(scene, film_rate(film), run->options->scene.rate, run->done);
    else
        scene_advance(scene, NULL);
    scene_fetch_frame(scene);
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

/* All outputs end at the same time, and one that fails costs no other. */
static int finish(Run *run, const Scene *scene, Error *error)
{
    int result = 0, left;
    Error late;

    if (add_last(run, scene, error) != 0)
        return -1;
    for (int i = 0; i < run->output_count; i++)
        output_close(run->outputs[i], run->ends_early);
    for (int i = 0; i < run->output_count; i++) {
        while ((left = output_wait(run->outputs[i], STOP_POLL_MS, &late)) > 0)
            continue;
        if (left < 0 && result == 0) {
            *error = late;
            result = fail(run, i);
        }
    }
    return result;
}

/* Whether there is one more; if it is a film's, with the next picture. */
static int has_next(const Run *run, Scene *scene)
{
    return run->done != run->frames && stop_count() == 0 &&
           (find_film(run->options, scene) == NULL ||
            bed_show_number(&scene->bed, (uint64_t)run->done));
}

/* Interrupted or not, adds one frame at least; but none that the interruption
   has left without its picture or mask. Draws a frame once it can be added: the
   frame that is drawn last is the last one of all outputs. */
static int run_frames(Run *run, Scene *scene, Error *error)
{
    int room;

    do {
        advance(run, scene);
        if (check_frame(scene, error) != 0)
            return stop_count() > 0 && run->done > 0 ? 0 : -1;
        if (add_frame(run, &scene->frame, error) != 0)
            return -1;
        run->done++;
        progress_show(&run->progress, run->done, step_clock_read_ns());
        room = has_next(run, scene) ? await_room(run, error) : 0;
    } while (room > 0);
    return room;
}

/* A film that fails leaves the frames that there are. */
static int run_film(Run *run, Scene *scene, Error *error)
{
    scene->bed.holds_films = 1;
    if (run_frames(run, scene, error) != 0)
        return -1;
    run->ends_early =
        film_check(scene->bed.now.film, &run->film) != 0 || stop_count() > 0;
    return 0;
}

/* The frame before the first step. */
static int add_start(Run *run, Scene *scene, Error *error)
{
    scene_fetch_frame(scene);
    return check_frame(scene, error) == 0 ? add_frame(run, &scene->frame, error)
                                          : -1;
}

static void print_end(const Run *run, const Scene *scene, double seconds)
{
    int done = run->done;
    char head[64];

    if (stop_count() > 0) {
        if (run->frames > 0)
            error_tell("interrupted", "after %d of %d frames", done,
                       run->frames);
        else
            error_tell("interrupted", "after %d frames", done);
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

    if (open_outputs(run, scene, error) != 0)
        return -1;
    start_ns = step_clock_read_ns();
    progress_start(&run->progress, stderr, progress_find_columns(stderr),
                   run->frames, start_ns);
    result = find_film(run->options, scene) != NULL
                 ? run_film(run, scene, error)
             : run->frames > 0 ? run_frames(run, scene, error)
                               : add_start(run, scene, error);
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
    Setup setup = {.options = options};
    Run run = {.options = options};
    Scene *scene;
    int result;

    if (setup_finish(&scene, &setup, NULL, error) != 0)
        return -1;
    run.frames = find_film(options, scene) != NULL && options->shows_whole_film
                     ? 0
                     : options->frames;
    stop_catch();
    sigaction(SIGPIPE, &ignore, NULL);
    result = render_all(&run, scene, error);
    for (int i = 0; i < run.output_count; i++)
        output_free(run.outputs[i]);
    scene_destroy(scene);
    return run.reader_gone ? 0 : result;
}
