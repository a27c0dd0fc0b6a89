/* SPDX-License-Identifier: MIT */
#include "app/window/events.h"

#include "app/window/commands.h"

static void toggle_pause(Window *window, uint64_t now_ns)
{
    window->paused = !window->paused;
    step_clock_start(&window->step_clock, window->scene->player.rate, now_ns);
    captions_say(&window->captions, now_ns,
                 window->paused ? "paused" : "running");
}

static void toggle_fullscreen(Window *window, uint64_t now_ns)
{
    int was_full = screen_is_fullscreen(&window->screen);
    const char *now =
        was_full ? "back in the window" : "full screen; F or Esc goes back";

    if (screen_toggle_fullscreen(&window->screen) != 0)
        now = "one pool fills all displays";
    else
        window->went_full = !was_full;
    captions_say(&window->captions, now_ns, "%s", now);
}

/* Closes the help, leaves the full screen that was entered in the window, or
   quits. */
static void go_back(Window *window, uint64_t now_ns)
{
    if (window->captions.help_shown)
        captions_toggle_help(&window->captions);
    else if (window->went_full && screen_is_fullscreen(&window->screen))
        toggle_fullscreen(window, now_ns);
    else
        window->running = 0;
}

static void drop_in_the_middle(Window *window, uint64_t now_ns)
{
    Player *player = &window->scene->player;
    int x = window->scene->frame.width / 2;
    int y = window->scene->frame.height / 2;
    int is_water = camera_pick(player->pool, &x, &y) == CAMERA_WATER;

    if (is_water)
        player_drop(player, x, y, window->input.size);
    captions_hint(&window->captions, NULL);
    captions_say(&window->captions, now_ns,
                 is_water ? "a stone" : "no water in the middle");
}

/* Says what strokes_undo or strokes_wipe has done. */
static void tell_strokes(Window *window, int result, const char *done,
                         const char *none, uint64_t now_ns)
{
    captions_say(&window->captions, now_ns, "%s",
                 result > 0    ? done
                 : result == 0 ? none
                               : "not enough memory");
}

static void change_land(Window *window, CommandKind kind, uint64_t now_ns)
{
    Strokes *strokes = &window->input.strokes;
    Player *player = &window->scene->player;

    if (kind == COMMAND_UNDO)
        tell_strokes(window, strokes_undo(strokes, player), "stroke taken back",
                     "nothing to undo", now_ns);
    else
        tell_strokes(window, strokes_wipe(strokes, player),
                     "painted land wiped away", "no painted land", now_ns);
}

/* Says once how painted land goes away again. */
static void tell_land(Window *window, uint64_t now_ns)
{
    if (!window->has_told_land)
        captions_say(&window->captions, now_ns, "land; Ctrl+Z takes it back");
    window->has_told_land = 1;
}

static void execute(Window *window, const Command *command, uint64_t now_ns)
{
    Scene *scene = window->scene;
    Captions *captions = &window->captions;

    window->title.is_asked |=
        command->kind == COMMAND_PICTURE && scene->pictures.slideshow != NULL;
    switch (command->kind) {
    case COMMAND_PAUSE:
        toggle_pause(window, now_ns);
        break;
    case COMMAND_STEP:
        window->paused = 1;
        window_step(window, now_ns);
        captions_say(captions, now_ns, "one step");
        break;
    case COMMAND_DROP:
        drop_in_the_middle(window, now_ns);
        break;
    case COMMAND_UNDO:
    case COMMAND_WIPE:
        change_land(window, command->kind, now_ns);
        break;
    case COMMAND_FULLSCREEN:
        toggle_fullscreen(window, now_ns);
        break;
    case COMMAND_SAVE:
        record_save(&window->record, window_fetch_frame(window), now_ns);
        break;
    case COMMAND_RECORD:
        record_toggle(&window->record, &scene->frame, scene->player.rate,
                      now_ns);
        break;
    case COMMAND_COUNTER:
        counter_toggle(&window->counter, &window->screen, now_ns);
        break;
    case COMMAND_SIZE_CHANGED:
        captions_say(captions, now_ns, "size %.0f %%",
                     100 * window->input.size);
        outline_show(&window->outline, &window->screen, now_ns);
        break;
    case COMMAND_MENU:
        menu_toggle(&window->menu);
        break;
    case COMMAND_LAND:
        tell_land(window, now_ns);
        break;
    case COMMAND_OUTSIDE:
        captions_say(captions, now_ns, "outside the pool");
        break;
    case COMMAND_BACK:
        go_back(window, now_ns);
        break;
    case COMMAND_QUIT:
        window->running = 0;
        break;
    default:
        commands_apply(command, scene, &window->input.glide, captions, now_ns);
        break;
    }
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

/* Lets the menu have an event first, and follows what it changes. Returns
   whether the event was for the menu alone. */
static int handle_menu(Window *window, const SDL_Event *event, int index,
                       uint64_t now_ns)
{
    const int *rate = &window->scene->player.rate;
    const int *limit = &window->options->max_fps;
    int rate_before = *rate, limit_before = *limit;
    int taken = menu_handle(&window->menu, event, index, now_ns);
    Command asked = {.kind = window->menu.asked};

    window->menu.asked = COMMAND_NONE;
    execute(window, &asked, now_ns);
    if (*rate != rate_before)
        step_clock_start(&window->step_clock, *rate, now_ns);
    if (*limit != limit_before)
        window_follow_displays(window);
    return taken;
}

/* Handles an event of mouse, finger or key. A screensaver only quits. */
static void handle_input(Window *window, const SDL_Event *event, int index,
                         uint64_t now_ns)
{
    int is_saver = window->options->is_saver;
    int is_press =
        event->type == SDL_MOUSEBUTTONDOWN || event->type == SDL_FINGERDOWN;
    ScreenPlace place;
    Command command;

    if (is_saver && event->type != SDL_KEYDOWN)
        return;
    if (is_press)
        captions_hint(&window->captions, NULL);
    outline_follow(&window->outline, &window->screen, event, index);
    window->stale = 1;
    if (!is_saver && handle_menu(window, event, index, now_ns))
        return;
    if (is_press && window->captions.help_shown) {
        captions_toggle_help(&window->captions);
        return;
    }
    screen_find_place(&window->screen, index, &place);
    command = input_handle(&window->input, window->scene, event, &place);
    if (!is_saver || command.kind == COMMAND_QUIT ||
        command.kind == COMMAND_BACK)
        execute(window, &command, now_ns);
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
        commands_take_picture(event->drop.file, window->scene,
                              &window->captions, now_ns);
        SDL_free(event->drop.file);
        window->stale = 1;
        break;
    default:
        handle_input(window, event, index, now_ns);
        break;
    }
}
