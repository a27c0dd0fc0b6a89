/* SPDX-License-Identifier: MIT */
#include "app/events.h"

#include "app/commands.h"

/* Says once how painted land goes away again. */
static void tell_land(Window *window, uint64_t now_ns)
{
    if (!window->has_told_land)
        captions_say(&window->captions, now_ns, "land; Ctrl+Z takes it back");
    window->has_told_land = 1;
}

/* Says what a pointer has done. */
static void tell_input(Window *window, InputResult result, uint64_t now_ns)
{
    switch (result) {
    case INPUT_PAINTED:
        tell_land(window, now_ns);
        break;
    case INPUT_OUTSIDE:
        captions_say(&window->captions, now_ns, "outside the pool");
        break;
    case INPUT_SIZED:
        captions_say(&window->captions, now_ns, "stone size %.0f %%",
                     100 * window->input.size);
        outline_begin(&window->outline, now_ns);
        break;
    case INPUT_NOTHING:
        break;
    }
}

static void execute(Window *window, Command command, uint64_t now_ns)
{
    if (command.run != NULL)
        command.run(window, command.by, now_ns);
}

static void set_hidden(Window *window, int index, int hidden, uint64_t now_ns)
{
    screen_set_hidden(&window->screen, index, hidden);
    window_follow_visibility(window, now_ns);
}

static void handle_window_event(Window *window, const SDL_WindowEvent *event,
                                int index, uint64_t now_ns)
{
    switch (event->event) {
    case SDL_WINDOWEVENT_CLOSE:
        window->running = 0;
        break;
    case SDL_WINDOWEVENT_DISPLAY_CHANGED:
        window_follow_displays(window);
        window->resized = 1; /* text has another size there */
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        window->resized = 1;
        break;
    case SDL_WINDOWEVENT_HIDDEN:
    case SDL_WINDOWEVENT_MINIMIZED:
        set_hidden(window, index, 1, now_ns);
        break;
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_RESTORED:
    case SDL_WINDOWEVENT_MAXIMIZED:
        set_hidden(window, index, 0, now_ns);
        break;
    case SDL_WINDOWEVENT_EXPOSED:
        window->screen.dirty = 1;
        break;
    case SDL_WINDOWEVENT_LEAVE:
        menu_leave(&window->menu, index, now_ns);
        break;
    default:
        break;
    }
}

/* The id of the window that an event is for. Keys are for the one under the
   pointer, if that is ours: of several displays the desktop gives all keys to
   one. */
static Uint32 find_target(const SDL_Event *event)
{
    SDL_Window *under = event->type == SDL_KEYDOWN ? SDL_GetMouseFocus() : NULL;

    return under != NULL ? SDL_GetWindowID(under) : input_window_id(event);
}

int events_belong(const Window *window, const SDL_Event *event)
{
    return screen_find_window(&window->screen, find_target(event)) >= 0;
}

/* Lets the overlay have an event first, or those that wait if it is NULL, and
   follows what the menu changes.
   Returns whether the event was for it alone. */
static int handle_overlay(Window *window, const SDL_Event *event, int index,
                          uint64_t now_ns)
{
    const int *rate = &window->scene->player.rate;
    const int *limit = &window->options->max_fps;
    int rate_before = *rate, limit_before = *limit;
    int taken = 0;

    if (event != NULL)
        taken = overlay_handle(&window->overlay, event, index, now_ns);
    else
        overlay_finish(&window->overlay, now_ns);
    if (window->menu.rows.asked != NULL)
        execute(window, commands_named(window->menu.rows.asked), now_ns);
    window->menu.rows.asked = NULL;
    if (*rate != rate_before)
        step_clock_start(&window->step_clock, *rate, now_ns);
    if (*limit != limit_before)
        window_follow_displays(window);
    return taken;
}

static void handle_key(Window *window, const SDL_KeyboardEvent *event,
                       uint64_t now_ns)
{
    Command command = commands_find(event);

    if (!window->options->is_saver || command.run == commands_quit ||
        command.run == commands_go_back)
        execute(window, command, now_ns);
}

/* Handles an event of mouse, finger or key. A screensaver only quits. */
static void handle_input(Window *window, const SDL_Event *event, int index,
                         uint64_t now_ns)
{
    int is_saver = window->options->is_saver;
    int is_press =
        event->type == SDL_MOUSEBUTTONDOWN || event->type == SDL_FINGERDOWN;
    ScreenPlace place;

    if (is_saver && event->type != SDL_KEYDOWN)
        return;
    if (is_press)
        captions_hint(&window->captions, NULL);
    outline_follow(&window->outline, event, index);
    window->stale = 1;
    if (!is_saver && handle_overlay(window, event, index, now_ns))
        return;
    if (event->type == SDL_KEYDOWN) {
        handle_key(window, &event->key, now_ns);
        return;
    }
    screen_find_place(&window->screen, index, &place);
    tell_input(window,
               input_handle(&window->input, window->scene, event, &place),
               now_ns);
}

void events_handle(Window *window, const SDL_Event *event, uint64_t now_ns)
{
    Uint32 id = find_target(event);
    int index = id != 0 ? screen_find_window(&window->screen, id) : 0;

    if (index < 0 && event->type != SDL_DROPFILE) /* it has been closed */
        return;
    window_skip_calm(window, now_ns);
    switch (event->type) {
    case SDL_QUIT:
        window->running = 0;
        break;
    case SDL_WINDOWEVENT:
        handle_window_event(window, &event->window, index, now_ns);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        window->lost = 1;
        break;
    case SDL_SYSWMEVENT:
        screen_handle_system(&window->screen, &event->syswm);
        break;
    case SDL_DROPFILE:
        window_take_picture(window, event->drop.file, now_ns);
        SDL_free(event->drop.file);
        break;
    case SDL_DROPTEXT:
        SDL_free(event->drop.file);
        break;
    default:
        handle_input(window, event, index, now_ns);
        break;
    }
}

void events_finish(Window *window, uint64_t now_ns)
{
    handle_overlay(window, NULL, 0, now_ns);
}
