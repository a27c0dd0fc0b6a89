/* SPDX-License-Identifier: MIT */
#include "app/window/window.h"

#include "base/fixed.h"
#include "app/window/first_run.h"
#include "app/platform/power.h"
#include "app/output/snapshot.h"

#include <string.h>

#define NS_PER_MS       1000000u
#define CALM_LOOK_AHEAD 600 /* steps without rain to sleep through at once */
#define ASK_POWER_NS    (10 * (uint64_t)STEP_CLOCK_SECOND_NS)

static void upload_all(Window *window)
{
    const RipplePixels *frame = scene_frame(window->scene);
    RippleRect all = {0, 0, frame->width, frame->height};

    screen_upload(&window->screen, frame, &all, 1);
}

static void fail(Window *window)
{
    window->failed = 1;
    window->running = 0;
}

/* Makes the texture and all that lies over it anew from the scene. */
static void remake_screen(Window *window)
{
    if (screen_make_texture(&window->screen, scene_frame(window->scene),
                            window->error) != 0) {
        fail(window);
        return;
    }
    scene_render(window->scene, NULL);
    upload_all(window);
    captions_lay_out(&window->captions);
}

static void complain(Window *window, uint64_t now_ns, const Error *error)
{
    error_print(error);
    captions_say(&window->captions, now_ns, "%s", error->text);
}

/* Says on standard output too what file there is now. */
static void announce(Window *window, uint64_t now_ns, const char *name,
                     const char *why)
{
    printf("%s\n", name);
    fflush(stdout);
    captions_say(&window->captions, now_ns, "saved %s%s", name, why);
}

static void start_film(Window *window, uint64_t now_ns)
{
    Error error;

    if (capture_start(&window->capture, scene_frame(window->scene),
                      scene_rate(window->scene), &error) == 0)
        captions_say(&window->captions, now_ns, "recording %s",
                     window->capture.name);
    else
        complain(window, now_ns, &error);
    captions_mark(&window->captions, window->capture.running);
}

/* Completes the film if there is one; `why` follows its name. */
static void end_film(Window *window, uint64_t now_ns, const char *why)
{
    Error error;

    if (!window->capture.running)
        return;
    if (capture_end(&window->capture, &error) == 0)
        announce(window, now_ns, window->capture.name, why);
    else
        complain(window, now_ns, &error);
    captions_mark(&window->captions, window->capture.running);
}

static void toggle_film(Window *window, uint64_t now_ns)
{
    if (window->capture.running)
        end_film(window, now_ns, "");
    else
        start_film(window, now_ns);
}

/* Takes a step and brings the texture up to date; a film gets the frame. */
static void advance(Window *window, uint64_t now_ns)
{
    const RippleRect *changed;
    int count = scene_advance(window->scene, &changed);
    Error error;

    screen_upload(&window->screen, scene_frame(window->scene), changed, count);
    if (!window->capture.running ||
        capture_add(&window->capture, scene_frame(window->scene), &error) == 0)
        return;
    complain(window, now_ns, &error);
    captions_mark(&window->captions, window->capture.running);
}

static void redraw(Window *window)
{
    const RippleRect *changed;
    int count = scene_render(window->scene, &changed);

    screen_upload(&window->screen, scene_frame(window->scene), changed, count);
}

/* A step whose frame only a film wants to see. */
static void step(Window *window, uint64_t now_ns)
{
    if (window->capture.running)
        advance(window, now_ns);
    else
        scene_step(window->scene);
}

/* Whether the frame is to have another size than it has. */
static int wants_size(const Window *window)
{
    const Screen *screen = &window->screen;
    const RipplePixels *frame = scene_frame(window->scene);

    return !screen->enlarges &&
           (screen->width != frame->width || screen->height != frame->height);
}

/* Follows the window's size; the old frame goes on when memory is short. */
static void follow_size(Window *window, uint64_t now_ns)
{
    Screen *screen = &window->screen;
    const RipplePixels *frame = scene_frame(window->scene);
    Error error;

    window->resized = 0;
    screen_measure(screen);
    if (wants_size(window))
        end_film(window, now_ns, ": the window has a new size");
    if (wants_size(window) &&
        scene_resize(window->scene, screen->width, screen->height, &error) != 0)
        captions_say(&window->captions, now_ns, "%s", error.text);
    if (screen->frame_width != frame->width ||
        screen->frame_height != frame->height)
        remake_screen(window);
    else if (screen->enlarges)
        captions_lay_out(&window->captions);
}

static void save(Window *window, uint64_t now_ns)
{
    char name[32];
    Error error;

    if (snapshot_save(name, sizeof name, scene_frame(window->scene), &error) ==
        0)
        announce(window, now_ns, name, "");
    else
        complain(window, now_ns, &error);
}

static void change_damping(Window *window, uint64_t now_ns, int by)
{
    char value[16];
    Error error;

    snprintf(value, sizeof value, "%d",
             scene_settings(window->scene)->pool.damping + by);
    scene_set(window->scene, "damping", value, &error);
    captions_say(&window->captions, now_ns, "damping %d",
                 scene_settings(window->scene)->pool.damping);
}

static void toggle_rain(Window *window, uint64_t now_ns)
{
    int rains = scene_toggle_rain(window->scene);

    captions_say(&window->captions, now_ns, rains ? "rain" : "no rain");
}

static void toggle_pause(Window *window, uint64_t now_ns)
{
    window->paused = !window->paused;
    step_clock_start(&window->step_clock, scene_rate(window->scene), now_ns);
    captions_say(&window->captions, now_ns,
                 window->paused ? "paused" : "running");
}

static void change_view(Window *window, uint64_t now_ns, const char *view)
{
    Error error;

    if (scene_set(window->scene, "view", view, &error) != 0)
        captions_say(&window->captions, now_ns, "%s", error.text);
    window->stale = 1;
}

static void execute(Window *window, Command command, uint64_t now_ns)
{
    switch (command) {
    case COMMAND_NONE:
        break;
    case COMMAND_PAUSE:
        toggle_pause(window, now_ns);
        break;
    case COMMAND_STEP:
        window->paused = 1;
        step(window, now_ns);
        break;
    case COMMAND_CALM:
        ripple_clear(scene_pool(window->scene));
        break;
    case COMMAND_RAIN:
        toggle_rain(window, now_ns);
        break;
    case COMMAND_FULLSCREEN:
        if (screen_toggle_fullscreen(&window->screen) != 0)
            captions_say(&window->captions, now_ns,
                         "one pool fills all the screens");
        break;
    case COMMAND_SAVE:
        save(window, now_ns);
        break;
    case COMMAND_RECORD:
        toggle_film(window, now_ns);
        break;
    case COMMAND_RAISE_DAMPING:
        change_damping(window, now_ns, +1);
        break;
    case COMMAND_LOWER_DAMPING:
        change_damping(window, now_ns, -1);
        break;
    case COMMAND_VIEW_WATER:
        change_view(window, now_ns, "water");
        break;
    case COMMAND_VIEW_HEIGHTS:
        change_view(window, now_ns, "heights");
        break;
    case COMMAND_VIEW_SLOPES:
        change_view(window, now_ns, "slopes");
        break;
    case COMMAND_VIEW_SPLIT:
        change_view(window, now_ns, "split");
        break;
    case COMMAND_HELP:
        captions_toggle_help(&window->captions);
        break;
    case COMMAND_SIZE_CHANGED:
        captions_say(&window->captions, now_ns, "size %.0f %%",
                     100 * window->input.size);
        break;
    case COMMAND_QUIT:
        window->running = 0;
        break;
    }
}

/*
 * One that waits for its display would make others wait, too, for as long as a
 * second where it is not seen yet: what fills displays goes by the clock, at
 * their rate.
 */
static void limit_frames(Window *window)
{
    const DisplayOptions *options = window->options;
    int waits = options->vsync && !window->screen.fills;
    int rate = screen_refresh_rate(&window->screen), max = options->max_fps;

    if (options->vsync && window->screen.fills)
        max = max > 0 ? min_int(max, rate) : rate;
    screen_set_vsync(&window->screen, waits);
    frame_limiter_init(&window->frames, waits ? rate : 0);
    frame_limiter_set_rate(&window->frames, max);
    frame_limiter_set_cpu(&window->frames, options->max_cpu,
                          window->read_cpu_ns());
    window->ask_ns = 0;
}

/* Takes a file or folder dropped on the window as the picture. */
static void take_picture(Window *window, char *path, uint64_t now_ns)
{
    SDL_Surface *source = NULL;
    Slideshow *slideshow = NULL;
    Error error;

    if (slideshow_read(&source, &slideshow, path, &error) == 0 &&
        scene_show(window->scene, source, slideshow, &error) == 0) {
        window->stale = 1;
    } else {
        complain(window, now_ns, &error);
    }
    SDL_FreeSurface(source);
    SDL_free(path);
}

/* The water goes on from where it was when somebody saw it last. */
static void follow_sight(Window *window, uint64_t now_ns)
{
    int hidden = screen_is_hidden(&window->screen, now_ns);

    if (window->hidden && !hidden)
        step_clock_start(&window->step_clock, scene_rate(window->scene),
                         now_ns);
    window->hidden = hidden;
}

static void set_hidden(Window *window, int presenter, int hidden,
                       uint64_t now_ns)
{
    window->screen.presenters[presenter]->hidden = hidden;
    follow_sight(window, now_ns);
    window->screen.dirty = 1;
}

static void handle_window_event(Window *window, const SDL_WindowEvent *event,
                                int presenter, uint64_t now_ns)
{
    switch (event->event) {
    case SDL_WINDOWEVENT_CLOSE:
        window->running = 0;
        break;
    case SDL_WINDOWEVENT_DISPLAY_CHANGED:
        limit_frames(window);
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        window->resized = 1;
        break;
    case SDL_WINDOWEVENT_HIDDEN:
    case SDL_WINDOWEVENT_MINIMIZED:
        set_hidden(window, presenter, 1, now_ns);
        break;
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_RESTORED:
    case SDL_WINDOWEVENT_MAXIMIZED:
        set_hidden(window, presenter, 0, now_ns);
        break;
    case SDL_WINDOWEVENT_EXPOSED:
        window->screen.dirty = 1;
        break;
    default:
        break;
    }
}

static int is_still(const Window *window)
{
    return window->paused || window->hidden;
}

static int wants_frame(const Window *window)
{
    return !window->hidden && (window->stale || window->screen.dirty);
}

/* Calm water needs no steps until something falls in, but for a film, which
   has a frame for each. */
static uint64_t count_calm_steps(const Window *window)
{
    return window->capture.running
               ? 0
               : scene_calm_steps(window->scene, CALM_LOOK_AHEAD);
}

/* To be done before anything falls in. */
static void sleep_through_calm(Window *window, uint64_t now_ns)
{
    uint64_t calm;

    if (is_still(window) ||
        step_clock_wait_ns(&window->step_clock, now_ns, 1) > 0)
        return;
    calm = count_calm_steps(window);
    scene_skip(window->scene,
               step_clock_skip(&window->step_clock, now_ns, calm));
}

/* Shows the water, after one more step where `steps` is 1. */
static void show(Window *window, uint64_t now_ns, int steps)
{
    if (steps > 0)
        advance(window, now_ns);
    else
        redraw(window);
    window->stale = 0;
    if (!window->screen.dirty)
        return;
    screen_present(&window->screen, now_ns);
    frame_limiter_count(&window->frames, now_ns, window->read_cpu_ns());
    window->shown++;
}

static void print_fps(Window *window, uint64_t now_ns)
{
    uint64_t elapsed_ns = now_ns - window->shown_ns;

    if (!window->options->prints_fps || elapsed_ns < STEP_CLOCK_SECOND_NS)
        return;
    scene_print_speed(window->scene, window->shown * 1e9 / (double)elapsed_ns);
    window->shown = 0;
    window->shown_ns = now_ns;
}

/* Does the steps that are due, the last of them with the frame if one is to
   be shown. */
static void step_and_show(Window *window, uint64_t now_ns)
{
    int due = is_still(window)
                  ? 0
                  : step_clock_take_steps(&window->step_clock, now_ns);

    for (; due > 1; due--)
        step(window, now_ns);
    window->stale |= due > 0;
    if (wants_frame(window) && window->running &&
        frame_limiter_wait_ns(&window->frames, now_ns) == 0)
        show(window, now_ns, due);
    else if (due > 0)
        step(window, now_ns);
}

/* Half the frames on a battery, if that is wished; it may have been plugged in
   or out since the last look. */
static void heed_power(Window *window, uint64_t now_ns)
{
    int rate;

    if (!window->options->saves_battery || now_ns < window->ask_ns)
        return;
    window->ask_ns = now_ns + ASK_POWER_NS;
    rate = screen_refresh_rate(&window->screen);
    if (rate > scene_rate(window->scene))
        rate = scene_rate(window->scene);
    frame_limiter_halve(&window->frames, window->is_on_battery() ? rate : 0);
}

/* The id of the window that an event is for, 0 if it is for none. */
static Uint32 find_id(const SDL_Event *event)
{
    switch (event->type) {
    case SDL_WINDOWEVENT:
        return event->window.windowID;
    case SDL_KEYDOWN:
        return event->key.windowID;
    case SDL_MOUSEMOTION:
        return event->motion.windowID;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return event->button.windowID;
    case SDL_MOUSEWHEEL:
        return event->wheel.windowID;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        return event->tfinger.windowID;
    case SDL_DROPFILE:
        return event->drop.windowID;
    default:
        return 0;
    }
}

int window_owns(const Window *window, const SDL_Event *event)
{
    return screen_find_presenter(&window->screen, find_id(event)) >= 0;
}

/* In a screensaver hands can do nothing but leave. */
static Command ask_hands(Window *window, const SDL_Event *event, int presenter)
{
    int is_saver = window->options->is_saver;
    ScreenPlace place;
    Command command;

    if (is_saver && event->type != SDL_KEYDOWN)
        return COMMAND_NONE;
    screen_find_place(&window->screen, presenter, &place);
    window->stale = 1;
    command = input_handle(&window->input, window->scene, event, &place);
    return is_saver && command != COMMAND_QUIT ? COMMAND_NONE : command;
}

void window_handle(Window *window, const SDL_Event *event, uint64_t now_ns)
{
    Uint32 id = find_id(event);
    int presenter = id != 0 ? screen_find_presenter(&window->screen, id) : 0;

    if (presenter < 0 && event->type != SDL_DROPFILE) /* it has been closed */
        return;
    sleep_through_calm(window, now_ns);
    switch (event->type) {
    case SDL_QUIT:
        window->running = 0;
        break;
    case SDL_WINDOWEVENT:
        handle_window_event(window, &event->window, presenter, now_ns);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        window->lost = 1;
        break;
    case SDL_SYSWMEVENT:
        screen_handle_system(&window->screen, &event->syswm);
        break;
    case SDL_DROPFILE:
        take_picture(window, event->drop.file, now_ns);
        break;
    default:
        execute(window, ask_hands(window, event, presenter), now_ns);
        break;
    }
}

void window_turn(Window *window, uint64_t now_ns)
{
    sleep_through_calm(window, now_ns);
    follow_sight(window, now_ns);
    if (window->resized)
        follow_size(window, now_ns);
    if (window->lost) {
        window->lost = 0;
        remake_screen(window);
    }
    captions_expire(&window->captions, now_ns);
    heed_power(window, now_ns);
    step_and_show(window, now_ns);
    print_fps(window, now_ns);
}

int window_wait_ms(const Window *window, uint64_t now_ns)
{
    uint64_t wait_ns = UINT64_MAX;

    if (!is_still(window)) {
        uint64_t calm = count_calm_steps(window);

        wait_ns = step_clock_wait_ns(&window->step_clock, now_ns, calm + 1);
    }
    wait_ns = min_uint64(wait_ns, captions_wait_ns(&window->captions, now_ns));
    if (wants_frame(window))
        wait_ns =
            min_uint64(wait_ns, frame_limiter_wait_ns(&window->frames, now_ns));
    if (wait_ns == UINT64_MAX)
        return -1;
    return (int)((wait_ns + NS_PER_MS - 1) / NS_PER_MS);
}

static int open_screen(Screen *screen, const Scene *scene,
                       const DisplayOptions *options, const Displays *displays,
                       Error *error)
{
    const RipplePixels *frame = scene_frame(scene);

    if (displays != NULL)
        return screen_open_on(screen, options, displays, error);
    return screen_open(screen, options, frame->width, frame->height, error);
}

int window_open(Window *window, Scene *scene, const DisplayOptions *options,
                const Displays *displays, uint64_t now_ns, Error *error)
{
    memset(window, 0, sizeof *window);
    if (open_screen(&window->screen, scene, options, displays, error) != 0)
        return -1;
    window->scene = scene;
    window->options = options;
    window->error = error;
    window->running = 1;
    captions_init(&window->captions, &window->screen);
    window->captions.silent = options->is_saver;
    input_init(&window->input);
    step_clock_start(&window->step_clock, scene_rate(scene), now_ns);
    window->read_cpu_ns = step_clock_read_cpu_ns;
    window->is_on_battery = power_on_battery;
    window->shown_ns = now_ns;
    limit_frames(window);
    follow_size(window, now_ns);
    if (window->failed) {
        window_close(window);
        return -1;
    }
    show(window, now_ns, 0);
    return 0;
}

void window_show_first_run(Window *window, uint64_t now_ns)
{
    if (first_run_take())
        captions_show_first_run(&window->captions, now_ns);
}

void window_close(Window *window)
{
    end_film(window, 0, "");
    screen_close(&window->screen);
    memset(window, 0, sizeof *window);
}

int window_fill(Window *window, const Displays *displays, uint64_t now_ns)
{
    Error error;

    end_film(window, now_ns, ": the screens are others");
    if (screen_fill(&window->screen, window->options, displays, &error) != 0)
        complain(window, now_ns, &error);
    if (window->screen.pane_count == 0)
        return -1;
    follow_sight(window, now_ns);
    window->resized = 1;
    window->lost = 1;
    limit_frames(window);
    return 0;
}
