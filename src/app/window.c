/* SPDX-License-Identifier: MIT */
#include "app/window.h"

#include "app/setup.h"
#include "media/decoder.h"
#include "play/builtin.h"
#include "play/presets.h"
#include "lib/util/fixed.h"
#include "os/stop.h"

#include <SDL_image.h>
#include <SDL_power.h>
#include <stdio.h>
#include <string.h>

#define NS_PER_MS       1000000u
#define SHY_NS          (60 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define CALM_LOOK_AHEAD 600 /* calm steps to skip at once */
#define ASK_POWER_NS    (10 * (uint64_t)STEP_CLOCK_SECOND_NS)

/* Has the frame in the screen's pixels, where there are some to render in. */
static void borrow_frame(Window *window)
{
    scene_use_frame(window->scene, screen_lend(&window->screen));
}

/* Has the screen show the frame, whose rectangles have changed. */
static void show_frame(Window *window, const RippleRect *changed, int count)
{
    unsigned texture = scene_texture(window->scene);

    if (texture != 0)
        screen_use_texture(&window->screen, texture, count > 0);
    else
        screen_upload(&window->screen, &window->scene->frame, changed, count);
}

static void show_all(Window *window)
{
    const RipplePixels *frame = &window->scene->frame;
    RippleRect all = {0, 0, frame->width, frame->height};

    show_frame(window, &all, 1);
}

const RipplePixels *window_fetch_frame(Window *window)
{
    if (scene_fetch_frame(window->scene) && scene_texture(window->scene) == 0)
        show_all(window);
    return &window->scene->frame;
}

/* Shows all of the frame and the panels again. */
static void remake_screen(Window *window)
{
    int result =
        screen_resize(&window->screen, &window->scene->frame, window->error);

    borrow_frame(window);
    if (result != 0) {
        window->failed = 1;
        window->running = 0;
        return;
    }
    ripple_invalidate(window->scene->player.pool);
    scene_render(window->scene, NULL);
    show_all(window);
}

/* Does a step, and shows and records the frame. */
static void advance(Window *window)
{
    const RippleRect *changed;
    int count;

    count = scene_advance(window->scene, &changed);
    show_frame(window, changed, count);
    if (window->record.is_recording)
        record_add(&window->record, window_fetch_frame(window));
}

/* Shows the water between two steps, after one more if `steps` is 1. */
static void redraw(Window *window, int steps)
{
    const RippleRect *changed;
    int phase = window->pacing.phase_q8, count;

    count = steps > 0 ? scene_advance_at(window->scene, phase, &changed)
                      : scene_render_at(window->scene, phase, &changed);
    show_frame(window, changed, count);
}

void window_step(Window *window)
{
    if (window->record.is_recording)
        advance(window);
    else
        scene_step(window->scene);
}

/* Gives the screen the size of the preset's frame. Returns whether the size has
   changed. */
static int follow_preset(Window *window)
{
    const PlaySettings *settings = &window->scene->player.settings;
    const DisplayOptions *options = window->options;
    Screen *screen = &window->screen;
    int is_given = settings->frame_width > 0 && options->min_width > 0;
    int width = is_given ? options->min_width : settings->frame_width;
    int height = is_given ? options->min_height : settings->frame_height;
    int is_other = width != screen->min_width || height != screen->min_height;

    screen->min_width = width;
    screen->min_height = height;
    return is_other;
}

/* Follows the window's size or another preset's frame, or keeps the frame if
   there is no memory. */
static void follow_size(Window *window, int is_other)
{
    Screen *screen = &window->screen;
    const RipplePixels *frame = &window->scene->frame;
    int width, height;
    Error error;

    window->resized = 0;
    screen_measure(screen);
    screen_choose_size(screen, &width, &height);
    if (width != frame->width || height != frame->height) {
        record_stop(&window->record, ": the frame has a new size");
        if (scene_resize(window->scene, width, height, &error) != 0)
            captions_say(&window->captions, "%s", error.text);
    }
    if (is_other || screen->frame_width != frame->width ||
        screen->frame_height != frame->height)
        remake_screen(window);
}

static int is_on_battery(void)
{
    return SDL_GetPowerInfo(NULL, NULL) == SDL_POWERSTATE_ON_BATTERY;
}

/*
 * A window that waits for its display delays all other windows, too, by up to
 * a second while it cannot be seen. So windows that fill displays do not wait:
 * they go by the clock, at the rate of their display, as do windows that cannot
 * wait.
 */
void window_follow_displays(Window *window)
{
    const DisplayOptions *options = window->options;
    Screen *screen = &window->screen;
    Pacing *pacing = &window->pacing;
    int waits = screen_set_vsync(screen, options->vsync && !screen->fills);
    int rate = screen_refresh_rate(screen), max = options->max_fps;

    if (options->vsync && !waits)
        max = max > 0 ? min_int(max, rate) : rate;
    pacing->has_rate = waits || max > 0;
    pacing->waits = waits;
    frame_clock_init(&pacing->frame_clock, rate);
    frame_limiter_init(&pacing->limiter, waits ? rate : 0);
    frame_limiter_set_rate(&pacing->limiter, max);
    frame_limiter_set_cpu(&pacing->limiter, options->max_cpu,
                          pacing->read_cpu_ns());
    pacing->power_ns = 0;
}

/* Halves the frame rate on battery, unless the user does not want that. */
static void follow_power(Window *window, uint64_t now_ns)
{
    Pacing *pacing = &window->pacing;
    int rate = window->scene->player.rate;

    if (!window->options->saves_battery || now_ns < pacing->power_ns)
        return;
    pacing->power_ns = now_ns + ASK_POWER_NS;
    rate = min_int(screen_refresh_rate(&window->screen), rate);
    frame_limiter_halve(&pacing->limiter, pacing->is_on_battery() ? rate : 0);
}

void window_follow_visibility(Window *window, uint64_t now_ns)
{
    window->hidden = screen_is_hidden(&window->screen, now_ns);
}

static int is_still(const Window *window)
{
    return window->paused || window->hidden ||
           benchmark_is_running(&window->benchmark);
}

/* Whether it stands still when steps are due. Once that ends, the water goes on
   from the step it stopped at. */
static int stays_still(Window *window, uint64_t now_ns)
{
    int was_still = window->was_still;

    window->was_still = is_still(window);
    if (was_still && !window->was_still)
        step_clock_start(&window->step_clock, window->scene->player.rate,
                         now_ns);
    return window->was_still;
}

/* How many steps can be skipped: 0 during a recording, which needs a frame of
   each step. */
static uint64_t count_calm_steps(const Window *window)
{
    return window->record.is_recording
               ? 0
               : scene_calm_steps(window->scene, CALM_LOOK_AHEAD);
}

/* Whether frames follow each other as fast as they may: not in recordings. */
static int is_moving(const Window *window)
{
    return window->pacing.has_rate && !is_still(window) &&
           !window->record.is_recording && count_calm_steps(window) == 0;
}

static int wants_frame(const Window *window)
{
    return !window->hidden &&
           (window->stale || window->screen.dirty || is_moving(window));
}

void window_skip_calm(Window *window, uint64_t now_ns)
{
    if (stays_still(window, now_ns) ||
        step_clock_wait_ns(&window->step_clock, now_ns, 1) > 0)
        return;
    window->scene->player.step +=
        step_clock_skip(&window->step_clock, now_ns, count_calm_steps(window));
}

/* The steps to do before a frame at now_ns, 0..STEP_CLOCK_MAX_STEPS; sets
   phase_q8, which a recording keeps whole. A whole step is shown for the time
   of half a step before and after it; one between steps is half a step late as
   well. */
static int take_steps(Window *window, uint64_t now_ns)
{
    Pacing *pacing = &window->pacing;
    StepClock *step_clock = &window->step_clock;
    int steps;

    pacing->phase_q8 = RIPPLE_MAX_PHASE;
    if (stays_still(window, now_ns))
        return 0;
    if (window->record.is_recording || !pacing->has_rate ||
        frame_clock_locks(&pacing->frame_clock, step_clock) > 0)
        return step_clock_take_steps(step_clock, now_ns);
    now_ns += step_clock->step_ns / 2;
    steps = step_clock_take_steps(step_clock, now_ns);
    pacing->phase_q8 = step_clock_phase_q8(step_clock, now_ns);
    return steps;
}

static int is_between_steps(const Pacing *pacing)
{
    return pacing->phase_q8 < RIPPLE_MAX_PHASE;
}

/* Brings the frame up to date, after one more step if `steps` is 1. */
static void draw(Window *window, int steps)
{
    if (steps > 0 && !is_between_steps(&window->pacing))
        advance(window);
    else if (steps > 0 || window->stale)
        redraw(window, steps);
}

/* Says which picture has come if the user has asked for it. */
static void tell_picture(Window *window)
{
    const Bed *bed = &window->scene->bed;
    Title *title = &window->title;

    if (title->is_asked && title->changes != bed->changes) {
        captions_say(&window->captions, "%s", bed_name(bed));
        title->is_asked = 0;
    }
    title->changes = bed->changes;
}

/* Says in the title of all windows what the scene shows:
   "ripple - PRESET - PICTURE". What is no UTF-8 is left out: a display may
   refuse it. */
static void follow_title(Window *window)
{
    const Scene *scene = window->scene;
    const char *name = bed_name(&scene->bed);
    char text[sizeof window->title.text], *clean;

    snprintf(text, sizeof text, "ripple - %s%s%s",
             presets_get(scene->player.settings.preset)->name,
             name[0] != '\0' ? " - " : "", name);
    if (strcmp(text, window->title.text) == 0)
        return;
    strcpy(window->title.text, text);
    clean = SDL_iconv_string("UTF-8", "UTF-8", text, strlen(text) + 1);
    for (int i = 0; clean != NULL && i < window->screen.count; i++)
        SDL_SetWindowTitle(window->screen.windows[i].window, clean);
    SDL_free(clean);
}

/* Lists what lies over the frame, of which a step may have changed something;
   the window of a screensaver has no title of ours. */
static void list_overlay(Window *window, uint64_t now_ns)
{
    if (!window->options->is_hosted) {
        tell_picture(window);
        follow_title(window);
    }
    window->captions.is_paused = window->paused;
    overlay_turn(&window->overlay, now_ns);
}

/* Counts a frame; is_shown 0: one that was left out because nothing has
   changed. Keeps the step clock in time with frames of moving water, which
   follow each other at once. */
static void count_frame(Window *window, int is_shown, int moves,
                        uint64_t now_ns)
{
    Pacing *pacing = &window->pacing;

    if (is_shown || moves)
        frame_limiter_count(&pacing->limiter, now_ns, pacing->read_cpu_ns());
    pacing->shown += is_shown;
    if (moves)
        frame_clock_count(&pacing->frame_clock, &window->step_clock, now_ns);
    else
        frame_clock_rest(&pacing->frame_clock);
}

/* Whether what it shows is kept: somebody has touched it within a minute. */
static int is_in_use(const Window *window, uint64_t now_ns)
{
    return now_ns - window->touched_ns < SHY_NS && !window->options->is_bare &&
           window->scene->frame.format == RIPPLE_FORMAT_ARGB8888;
}

/* Shows the frame. While water moves, one that has not changed is shown again
   where the display tells the time by that. */
static void show(Window *window, uint64_t now_ns, int steps)
{
    uint64_t begin_ns = step_clock_read_ns(), drawn_ns;
    int is_stale = window->stale, moves, is_shown;

    draw(window, steps);
    drawn_ns = step_clock_read_ns();
    if (steps > 0)
        list_overlay(window, now_ns);
    window->stale = 0;
    moves = is_moving(window);
    is_shown = window->screen.dirty || (moves && window->pacing.waits);
    if (is_shown) {
        screen_present(&window->screen, now_ns);
        borrow_frame(window);
    }
    if (is_shown && is_in_use(window, now_ns) &&
        scene_texture(window->scene) == 0)
        record_keep(&window->record, &window->scene->frame,
                    window->scene->player.step, window->scene->player.rate);
    if (is_stale && window->counter.is_shown)
        counter_add(&window->counter, drawn_ns - begin_ns,
                    step_clock_read_ns() - drawn_ns);
    count_frame(window, is_shown, moves, now_ns);
}

/* Does the steps that are due, and shows the frame after the last one if it
   may be shown. */
static void step_and_show(Window *window, uint64_t now_ns)
{
    int due = take_steps(window, now_ns);

    for (; due > 1 && stop_count() == 0; due--)
        window_step(window);
    if (due == 0)
        list_overlay(window, now_ns);
    window->stale |=
        due > 0 || (is_between_steps(&window->pacing) && is_moving(window));
    if (wants_frame(window) && window->running &&
        frame_limiter_wait_ns(&window->pacing.limiter, now_ns) == 0)
        show(window, now_ns, due);
    else if (due > 0)
        window_step(window);
}

/* A camera glides on with each frame, however many there may be. */
static uint64_t camera_wait_ns(const Window *window, uint64_t now_ns)
{
    const Pacing *pacing = &window->pacing;
    uint64_t wait_ns = glide_wait_ns(&window->input.glide, now_ns);

    if (wait_ns == UINT64_MAX || window->hidden)
        return UINT64_MAX;
    return pacing->has_rate ? frame_limiter_wait_ns(&pacing->limiter, now_ns)
                            : wait_ns;
}

/* A load that the user ends has not failed. */
static int is_ended(void)
{
    return stop_count() > 0 || decoder_is_given_up(NULL);
}

void window_take_picture(Window *window, const char *path)
{
    Bed *bed = &window->scene->bed;
    Error error;

    window->stale = 1;
    if (bed_show(bed, path, &error) == 0) {
        error_print(&error);
        captions_say(&window->captions, "%s", bed_name(bed));
    } else if (!is_ended()) {
        captions_complain(&window->captions, &error);
    }
}

void window_toggle_benchmark(Window *window)
{
    Error error;

    captions_hint(&window->captions, NULL);
    window->menu.is_open = 0;
    if (window->benchmark.is_shown)
        benchmark_close(&window->benchmark);
    else if (window->screen.windows[0].width < BENCHMARK_MIN_SIDE ||
             window->screen.windows[0].height < BENCHMARK_MIN_SIDE)
        captions_say(&window->captions, "the window is too small for bars");
    else if (benchmark_start(&window->benchmark, &error) != 0)
        captions_complain(&window->captions, &error);
}

/* Prints the frames per second, once a second. */
static void print_speed(Window *window, uint64_t now_ns)
{
    Pacing *pacing = &window->pacing;
    uint64_t elapsed_ns = now_ns - pacing->shown_ns;

    if (!window->options->prints_fps || elapsed_ns < STEP_CLOCK_SECOND_NS)
        return;
    scene_print_speed(window->scene, pacing->shown * 1e9 / (double)elapsed_ns);
    pacing->shown = 0;
    pacing->shown_ns = now_ns;
}

/* Three fish come into the rain of a pond that nobody has touched for a
   minute, if its own bed is shown; not where a GPU would have to wait. */
static void invite_fish(Window *window, uint64_t now_ns)
{
    PlaySettings *settings = &window->scene->player.settings;
    const char *preset = ripple_preset_name(settings->preset);

    if (now_ns - window->touched_ns < SHY_NS || window->has_fish ||
        window->options->is_bare || window->record.is_recording ||
        strcmp(preset, "pond") != 0 || settings->rain == 0 ||
        settings->fish > 0 || window->scene->bed.setting < 0 ||
        window->scene->gpu.is_on)
        return;
    window->has_fish = 1;
    settings->fish = 3;
}

static void follow_clock(Window *window)
{
    Player *player = &window->scene->player;
    char hour[8];
    Error ignored;

    if (!setup_read_clock(&player->settings, hour))
        return;
    player_set(player, "light-from", hour, &ignored);
    player->settings.is_clock = 1;
    window->stale = 1;
}

void window_turn(Window *window, uint64_t now_ns)
{
    const char *chosen = chooser_take(&window->chooser);
    int is_other;
    Error error;

    if (chosen != NULL)
        window_take_picture(window, chosen);
    window_skip_calm(window, now_ns);
    window_follow_visibility(window, now_ns);
    is_other = follow_preset(window);
    if (window->resized || is_other)
        follow_size(window, is_other);
    if (stop_count() > 0) /* which has cut the resizing short */
        return;
    if (window->lost) {
        window->lost = 0;
        screen_reset(&window->screen);
        remake_screen(window);
    }
    if (benchmark_turn(&window->benchmark, &error) != 0)
        captions_complain(&window->captions, &error);
    follow_clock(window);
    record_turn(&window->record);
    window->stale |= input_turn(&window->input, window->scene, now_ns);
    counter_turn(&window->counter, window->scene, now_ns);
    follow_power(window, now_ns);
    invite_fish(window, now_ns);
    if (now_ns - window->touched_ns >= SHY_NS)
        record_forget(&window->record);
    step_and_show(window, now_ns);
    postcard_note(&window->postcard, &window->scene->player);
    sound_turn(&window->sound, &window->scene->player, window->options);
    print_speed(window, now_ns);
}

int window_wait_ms(const Window *window, uint64_t now_ns)
{
    uint64_t wait_ns = UINT64_MAX;

    if (!is_still(window)) {
        uint64_t calm = count_calm_steps(window);

        wait_ns = step_clock_wait_ns(&window->step_clock, now_ns, calm + 1);
    }
    wait_ns = min_uint64(wait_ns, captions_wait_ns(&window->captions, now_ns));
    wait_ns = min_uint64(wait_ns, menu_wait_ns(&window->menu, now_ns));
    wait_ns = min_uint64(wait_ns, outline_wait_ns(&window->outline, now_ns));
    wait_ns = min_uint64(wait_ns, camera_wait_ns(window, now_ns));
    if (!window->hidden)
        wait_ns =
            min_uint64(wait_ns, counter_wait_ns(&window->counter, now_ns));
    wait_ns = min_uint64(wait_ns, record_wait_ns(&window->record));
    wait_ns = min_uint64(wait_ns, chooser_wait_ns(&window->chooser));
    wait_ns = min_uint64(wait_ns, benchmark_wait_ns(&window->benchmark));
    if (wants_frame(window))
        wait_ns = min_uint64(
            wait_ns, frame_limiter_wait_ns(&window->pacing.limiter, now_ns));
    if (wait_ns == UINT64_MAX)
        return -1;
    return (int)((wait_ns + NS_PER_MS - 1) / NS_PER_MS);
}

/* Gives the windows of the screen the icon, which is drawn once they are shown:
   no start waits for it. Without SVG there is none. */
static void set_icon(const Screen *screen)
{
    size_t size;
    const unsigned char *data = builtin_find("ripple", &size);
    SDL_RWops *stream = SDL_RWFromConstMem(data, (int)size);
    SDL_Surface *icon = IMG_LoadTyped_RW(stream, 1, "SVG");

    for (int i = 0; icon != NULL && i < screen->count; i++)
        SDL_SetWindowIcon(screen->windows[i].window, icon);
    SDL_FreeSurface(icon);
}

int window_prepare(Window *window, const DisplayOptions *options,
                   const Displays *displays, int width, int height,
                   Error *error)
{
    memset(window, 0, sizeof *window);
    return screen_prepare(&window->screen, options, displays, width, height,
                          error);
}

int window_open(Window *window, Scene *scene, DisplayOptions *options,
                uint64_t now_ns, Error *error)
{
    screen_show(&window->screen, options, scene->frame.width,
                scene->frame.height);
    window->scene = scene;
    window->options = options;
    window->error = error;
    window->running = 1;
    window->captions.is_silent = options->is_bare;
    window->record.captions = &window->captions;
    window->input.size = 1;
    window->menu =
        (Menu){.captions = &window->captions,
               .target = {scene, &window->input, options, &window->screen,
                          &window->record.is_recording, NULL, 0}};
    window->overlay = (Overlay){.screen = &window->screen,
                                .scene = scene,
                                .captions = &window->captions,
                                .menu = &window->menu,
                                .outline = &window->outline,
                                .counter = &window->counter,
                                .benchmark = &window->benchmark};
    font_find(&window->overlay.ui.font);
    menu_start(&window->menu);
    if (options->prints_fps)
        counter_toggle(&window->counter);
    step_clock_start(&window->step_clock, scene->player.rate, now_ns);
    window->touched_ns = now_ns;
    window->pacing = (Pacing){.read_cpu_ns = step_clock_read_cpu_ns,
                              .is_on_battery = is_on_battery,
                              .phase_q8 = RIPPLE_MAX_PHASE,
                              .shown_ns = now_ns};
    window_follow_displays(window);
    follow_size(window, 0);
    if (window->failed) {
        window_close(window);
        return -1;
    }
    list_overlay(window, now_ns);
    show(window, now_ns, 0);
    set_icon(&window->screen);
    return 0;
}

void window_hide(Window *window)
{
    if (window->scene != NULL)
        scene_leave_gpu(window->scene);
    screen_close(&window->screen);
    if (window->scene != NULL)
        borrow_frame(window);
}

void window_finish(Window *window)
{
    window->screen.count = 0;
    record_end(&window->record);
}

int window_close(Window *window)
{
    int result;

    window_hide(window);
    window_finish(window);
    postcard_clear(&window->postcard);
    record_forget(&window->record);
    benchmark_close(&window->benchmark);
    chooser_close(&window->chooser);
    sound_close(&window->sound);
    menu_close(&window->menu);
    result = window->captions.complained ? -1 : 0;
    strokes_clear(&window->input.strokes);
    memset(window, 0, sizeof *window);
    return result;
}

int window_fill(Window *window, const Displays *displays, uint64_t now_ns)
{
    Error error;

    record_stop(&window->record, ": the displays have changed");
    if (screen_fill(&window->screen, window->options, displays, &error) != 0)
        captions_complain(&window->captions, &error);
    borrow_frame(window);
    if (window->screen.count == 0)
        return -1;
    window_follow_visibility(window, now_ns);
    window->resized = 1;
    window->lost = 1;
    window->went_full = 0;
    window->title.text[0] = '\0';
    set_icon(&window->screen);
    window_follow_displays(window);
    return 0;
}
