/* SPDX-License-Identifier: MIT */
/*
 * Keys and buttons of the menu are commands: one table has the keys, the words
 * that the help says of them and the functions that they call. The help, the
 * manual page (tools/page.awk) and README.md have the same lines in the same
 * order.
 *
 * A key is known by its character. Where its place has none that a key of ours
 * could have, as with Cyrillic letters or the digits of AZERTY, it is what
 * stands there on a US keyboard.
 */
#include "app/events.h"

#include "app/captions.h"
#include "app/x11.h"
#include "lib/util/fixed.h"
#include "os/xalloc.h"
#include "play/preset_change.h"
#include "play/presets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIGHT_NOTCH 10
#define YAW_NOTCH   3.0 /* degrees */
#define PITCH_NOTCH 2.0
#define DESKTOP_MS  400 /* in which a window fades from the desktop */

/* Does what a key asks for, and says so in a caption. `by` is above or below 0
   where there are two ways. */
typedef void CommandFunction(Window *window, int by);

typedef struct Command {
    CommandFunction *run; /* NULL: none */
    int by;
} Command;

/* Commands of the water. */

/* Says what it means, with the setting in brackets. */
static void set_number(Window *window, const char *name, double value,
                       const char *meaning)
{
    Captions *captions = &window->captions;
    char text[16];
    Error error;

    snprintf(text, sizeof text, "%g", value);
    if (player_set(&window->scene->player, name, text, &error) != 0)
        captions_say(captions, "%s", error.text);
    else
        captions_say(captions, "%s (%s %s)", meaning, name, text);
}

static void change_light(Window *window, int by)
{
    double max = play_settings_named("light")->max;
    double light = window->scene->player.settings.pool.light + by * LIGHT_NOTCH;
    const char *meaning = light >= max ? "brightest light"
                          : light <= 0 ? "no light"
                          : by > 0     ? "more light"
                                       : "less light";

    set_number(window, "light", fmin(fmax(light, 0), max), meaning);
}

static void change_damping(Window *window, int by)
{
    const RippleSettingInfo *info = play_settings_named("damping");
    const RippleSettings *pool = &window->scene->player.settings.pool;
    int damping =
        clamp_int(pool->damping + by, PLAY_MIN_DAMPING, (int)info->max);
    const char *rings = damping == (int)info->max     ? "rings last longest"
                        : damping == PLAY_MIN_DAMPING ? "rings fade soonest"
                        : by > 0                      ? "rings last longer"
                                                      : "rings fade sooner";

    if ((info->models & 1U << pool->model) == 0)
        captions_say(&window->captions, "model %s has no damping; see the menu",
                     ripple_model_name(pool->model));
    else
        set_number(window, "damping", damping, rings);
}

static void toggle_rain(Window *window, int by)
{
    (void)by;
    captions_say(&window->captions, player_toggle_rain(&window->scene->player)
                                        ? "rain"
                                        : "no rain");
}

static void calm(Window *window, int by)
{
    (void)by;
    ripple_clear(window->scene->player.pool);
    postcard_note(&window->postcard, &window->scene->player);
    window->scene->player.heard_count = 0;
    postcard_note_calm(&window->postcard, &window->scene->player);
    captions_say(&window->captions, "calm water");
}

static void drop_in_the_middle(Window *window, int by)
{
    Player *player = &window->scene->player;
    int x = window->scene->frame.width / 2;
    int y = window->scene->frame.height / 2;
    int is_water = camera_pick(player->pool, &x, &y) == CAMERA_WATER;

    (void)by;
    if (is_water)
        player_drop(player, x, y, window->input.size);
    captions_hint(&window->captions, NULL);
    captions_say(&window->captions,
                 is_water ? "a stone" : "no water in the middle");
}

/* `by` is 0 for the last stroke of land, 1 for all. */
static void take_back_land(Window *window, int by)
{
    static const char *const said[][3] = {
        {"no stroke of land to take back", "the painted land is water again",
         "the wiped land is back"},
        {"no painted land", "painted land wiped away"}};
    int result = (by ? strokes_wipe : strokes_undo)(&window->input.strokes,
                                                    &window->scene->player);

    captions_say(&window->captions, "%s",
                 result >= 0 ? said[by][result] : "not enough memory");
}

/* Commands of view, camera and picture. */

/* `by` is the view. */
static void set_view(Window *window, int by)
{
    static const char *const said[] = {
        [RIPPLE_VIEW_WATER] = "water",
        [RIPPLE_VIEW_HEIGHTS] = "heights: blue is low, white is high",
        [RIPPLE_VIEW_SLOPES] = "slopes: red to the right, green down",
        [RIPPLE_VIEW_SPLIT] = "split view",
        [RIPPLE_VIEW_PERSPECTIVE] = "perspective: the right button turns it",
    };
    const char *view = ripple_setting_word(ripple_setting_find("view"), by);
    Error error;

    captions_say(&window->captions, "%s",
                 player_set(&window->scene->player, "view", view, &error) == 0
                     ? said[by]
                     : error.text);
}

/* Moves the camera, or brings it home if `move` is NULL. */
static void move_camera(Window *window, const CameraMove *move)
{
    Player *player = &window->scene->player;

    if (player->settings.pool.view != RIPPLE_VIEW_PERSPECTIVE) {
        captions_say(&window->captions, "key 5 shows what the camera sees");
    } else if (move != NULL) {
        glide_move(&window->input.glide, player, move);
    } else {
        glide_aim(&window->input.glide, player, &player->home);
        captions_say(&window->captions, "the camera is back");
    }
}

static void turn_camera(Window *window, int by)
{
    move_camera(window, &(CameraMove){by * YAW_NOTCH, 0, 1});
}

static void raise_camera(Window *window, int by)
{
    move_camera(window, &(CameraMove){0, by * PITCH_NOTCH, 1});
}

static void move_nearer(Window *window, int by)
{
    CameraMove nearer = glide_nearer(by);

    move_camera(window, &nearer);
}

static void bring_camera_home(Window *window, int by)
{
    (void)by;
    move_camera(window, NULL);
}

static void change_preset(Window *window, int by)
{
    Player *player = &window->scene->player;
    int next = play_settings_step_word("preset", player->settings.preset, by);
    Error error;

    if (preset_change(player, next, &error) != 0)
        captions_complain(&window->captions, &error);
    else
        captions_say(&window->captions, "%s: %s", presets_get(next)->name,
                     presets_get(next)->summary);
}

static void change_picture(Window *window, int by)
{
    Bed *bed = &window->scene->bed;
    Error error;

    window->title.is_asked |= bed->folder != NULL;
    if (bed_next(bed, by, &error) != 0)
        captions_say(&window->captions, "%s", error.text);
    else if (bed->setting >= 0)
        captions_say(&window->captions, "%s", bed_name(bed));
    else
        captions_say(&window->captions,
                     by > 0 ? "next picture" : "previous picture");
}

static void open_picture(Window *window, int by)
{
    (void)by;
    if (chooser_open(&window->chooser) != 0)
        captions_say(&window->captions, "drop a file on the window");
}

/* Takes what the desktop shows without our windows as the picture. */
static void show_desktop(Window *window, int by)
{
    Screen *screen = &window->screen;
    Picture picture = {.source = NULL};
    SDL_Rect display = {0};
    Error error;
    int result;

    (void)by;
    SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(screen->windows[0].window),
                         &display);
    screen_step_aside(screen, 1);
    SDL_Delay(DESKTOP_MS);
    result = x11_read_screen(&picture.source, &display, &error);
    screen_step_aside(screen, 0);
    if (result != 0 ||
        bed_show_picture(&window->scene->bed, &picture, NULL, &error) != 0) {
        captions_complain(&window->captions, &error);
        return;
    }
    bed_set_name(&window->scene->bed, "desktop");
    window->stale = 1;
    captions_say(&window->captions, "the desktop");
}

/* Commands of the window. */

static void toggle_menu(Window *window, int by)
{
    (void)by;
    menu_toggle(&window->menu);
}

static void turn_help(Window *window, int by)
{
    (void)by;
    if (window->menu.is_open)
        menu_toggle(&window->menu);
    captions_turn_help(&window->captions, events_help_line);
}

/* `by` is 1 to pause, 0 to go on, -1 for the other of these. */
static void set_pause(Window *window, int by)
{
    if (window->paused == by)
        return;
    window->paused = !window->paused;
    captions_say(&window->captions, "%s",
                 window->paused ? CAPTIONS_PAUSED : "the water goes on");
}

static void step_once(Window *window, int by)
{
    (void)by;
    window->paused = 1;
    window_step(window);
    captions_say(&window->captions, "one step");
}

static void toggle_fullscreen(Window *window, int by)
{
    int was_full = screen_is_fullscreen(&window->screen);
    const char *now =
        was_full ? "back in the window" : "full screen; F or Esc goes back";

    (void)by;
    if (screen_toggle_fullscreen(&window->screen) != 0)
        now = "one pool fills all displays";
    else
        window->went_full = !was_full;
    captions_say(&window->captions, "%s", now);
}

/* The bars of a benchmark lie over the picture. */
static void save_benchmark(Window *window)
{
    RipplePixels copy = *window_fetch_frame(window);
    size_t size = copy.stride * (size_t)copy.height * sizeof *copy.pixels;

    copy.pixels = memcpy(xalloc_get(size), copy.pixels, size);
    benchmark_draw(&window->benchmark, &window->overlay.ui.font, &copy);
    record_save(&window->record, &copy, window->benchmark.csv, "csv");
    free(copy.pixels);
}

/* With a script that shows it again. */
static void save_picture(Window *window, int by)
{
    char *script;

    (void)by;
    if (window->benchmark.is_shown &&
        window->scene->frame.format == RIPPLE_FORMAT_ARGB8888) {
        save_benchmark(window);
        return;
    }
    script = postcard_write(&window->postcard, &window->scene->player);
    record_save(&window->record, window_fetch_frame(window), script, "txt");
    free(script);
}

static void record_film(Window *window, int by)
{
    (void)by;
    record_toggle(&window->record, &window->scene->frame,
                  window->scene->player.rate);
}

/* `by` is 1 for the square in the middle. */
static void save_recent(Window *window, int by)
{
    if (scene_texture(window->scene) != 0)
        captions_say(&window->captions, "nothing is kept while a GPU draws");
    else
        record_recent(&window->record, by);
}

static void toggle_sound(Window *window, int by)
{
    int *sound = &window->options->sound;

    (void)by;
    *sound = sound_volume(window->options) > 0 ? 0 : SOUND_USUAL;
    captions_say(&window->captions, *sound > 0 ? "sound (%d %%)" : "no sound",
                 *sound);
}

static void toggle_benchmark(Window *window, int by)
{
    (void)by;
    window_toggle_benchmark(window);
}

static void toggle_counter(Window *window, int by)
{
    (void)by;
    counter_toggle(&window->counter);
}

static void quit(Window *window, int by)
{
    (void)by;
    window->running = 0;
}

/* Closes the help, or leaves the full screen that was entered in the window; or
   else asks, and quits the second time. */
static void go_back(Window *window, int by)
{
    static const char question[] = "Esc again quits";

    if (window->captions.help_shown)
        captions_hide_help(&window->captions);
    else if (window->benchmark.is_shown)
        toggle_benchmark(window, by);
    else if (window->went_full && screen_is_fullscreen(&window->screen))
        toggle_fullscreen(window, by);
    else if (window->options->is_hosted ||
             captions_is_said(&window->captions, question))
        window->running = 0;
    else
        captions_say(&window->captions, "%s", question);
}

/* The keys. */

#define MAX_KEYS 8 /* of a line */

typedef struct Key {
    SDL_Keycode code; /* 0: none */
    Command command;
    Uint16 with;    /* one of these modifiers must be held, unless 0 */
    Uint16 without; /* none of these may be held */
    int repeats;    /* while it is held */
} Key;

#define ANYTHING 0, 0
#define SHIFT    KMOD_SHIFT, 0
#define NO_SHIFT 0, KMOD_SHIFT
#define CTRL     KMOD_CTRL, 0
#define ALT      KMOD_ALT, 0
#define NO_ALT   0, KMOD_ALT

static const struct {
    const char *line;
    Key keys[MAX_KEYS];
} rows[] = {
    {.line = "Click, touch\tdrop a stone"},
    {.line = "Drag\tdraw a wave"},
    {.line = "Middle button\trow a boat, which leaves a wake"},
    {.line = "Right button\tpaint land; with Shift, wipe it away"},
    {.line = "Wheel\tsize of stones, boat and brush"},
    {.line = "Drop a file\tuse it, or a folder, as the picture"},
    {.line = ""},
    {.line = "Tab\tmenu; or click the three bars",
     .keys = {{SDLK_TAB, {toggle_menu, 0}, NO_ALT, 0}}},
    {.line = "P, Shift+P\tnext, previous preset",
     .keys = {{SDLK_p, {change_preset, +1}, NO_SHIFT, 0},
              {SDLK_p, {change_preset, -1}, SHIFT, 0}}},
    {.line = "N, Shift+N\tnext, previous picture or bed",
     .keys = {{SDLK_n, {change_picture, +1}, NO_SHIFT, 0},
              {SDLK_n, {change_picture, -1}, SHIFT, 0}}},
    {.line = "O\topen a picture, film or folder",
     .keys = {{SDLK_o, {open_picture, 0}, ANYTHING, 0}}},
    {.line = "D\tthe desktop as the picture (X11)",
     .keys = {{SDLK_d, {show_desktop, 0}, ANYTHING, 0}}},
    {.line = "L, Shift+L\tmore, less light",
     .keys = {{SDLK_l, {change_light, +1}, NO_SHIFT, 1},
              {SDLK_l, {change_light, -1}, SHIFT, 1}}},
    {.line = "+, -\tlonger, shorter rings",
     .keys = {{SDLK_PLUS, {change_damping, +1}, ANYTHING, 1},
              {SDLK_EQUALS, {change_damping, +1}, ANYTHING, 1},
              {SDLK_KP_PLUS, {change_damping, +1}, ANYTHING, 1},
              {SDLK_MINUS, {change_damping, -1}, ANYTHING, 1},
              {SDLK_KP_MINUS, {change_damping, -1}, ANYTHING, 1}}},
    {.line = "R\train on or off",
     .keys = {{SDLK_r, {toggle_rain, 0}, ANYTHING, 0}}},
    {.line = "1 2 3 4\twater, heights, slopes, split view",
     .keys = {{SDLK_1, {set_view, RIPPLE_VIEW_WATER}, ANYTHING, 0},
              {SDLK_2, {set_view, RIPPLE_VIEW_HEIGHTS}, ANYTHING, 0},
              {SDLK_3, {set_view, RIPPLE_VIEW_SLOPES}, ANYTHING, 0},
              {SDLK_4, {set_view, RIPPLE_VIEW_SPLIT}, ANYTHING, 0},
              {SDLK_KP_1, {set_view, RIPPLE_VIEW_WATER}, ANYTHING, 0},
              {SDLK_KP_2, {set_view, RIPPLE_VIEW_HEIGHTS}, ANYTHING, 0},
              {SDLK_KP_3, {set_view, RIPPLE_VIEW_SLOPES}, ANYTHING, 0},
              {SDLK_KP_4, {set_view, RIPPLE_VIEW_SPLIT}, ANYTHING, 0}}},
    {.line = ""},
    {.line = "5\tperspective: the pool as a landscape",
     .keys = {{SDLK_5, {set_view, RIPPLE_VIEW_PERSPECTIVE}, ANYTHING, 0},
              {SDLK_KP_5, {set_view, RIPPLE_VIEW_PERSPECTIVE}, ANYTHING, 0}}},
    {.line = "Right drag, arrows\tturn it; with Shift, paint land",
     .keys = {{SDLK_LEFT, {turn_camera, -1}, ANYTHING, 1},
              {SDLK_RIGHT, {turn_camera, +1}, ANYTHING, 1},
              {SDLK_UP, {raise_camera, +1}, ANYTHING, 1},
              {SDLK_DOWN, {raise_camera, -1}, ANYTHING, 1}}},
    {.line = "Ctrl+wheel\tnearer, farther; or Page Up, Down",
     .keys = {{SDLK_PAGEUP, {move_nearer, +1}, ANYTHING, 1},
              {SDLK_PAGEDOWN, {move_nearer, -1}, ANYTHING, 1}}},
    {.line = "Home\tback to where it was",
     .keys = {{SDLK_HOME, {bring_camera_home, 0}, ANYTHING, 0}}},
    {.line = ""},
    {.line = "Enter\tdrop a stone in the middle",
     .keys = {{SDLK_RETURN, {drop_in_the_middle, 0}, NO_ALT, 0},
              {SDLK_KP_ENTER, {drop_in_the_middle, 0}, NO_ALT, 0}}},
    {.line = "Ctrl+Z\ttake back a stroke of land",
     .keys = {{SDLK_z, {take_back_land, 0}, CTRL, 1}}},
    {.line = "Delete\twipe away all painted land",
     .keys = {{SDLK_DELETE, {take_back_land, 1}, ANYTHING, 0}}},
    {.line = "C\tcalm water", .keys = {{SDLK_c, {calm, 0}, ANYTHING, 0}}},
    {.line = "Space\tpause, go on",
     .keys = {{SDLK_SPACE, {set_pause, -1}, ANYTHING, 0}}},
    {.line = ".\tone step, then pause",
     .keys = {{SDLK_PERIOD, {step_once, 0}, ANYTHING, 1}}},
    {.line = ""},
    {.line = "F, F11, Alt+Enter\tfull screen",
     .keys = {{SDLK_f, {toggle_fullscreen, 0}, ANYTHING, 0},
              {SDLK_F11, {toggle_fullscreen, 0}, ANYTHING, 0},
              {SDLK_RETURN, {toggle_fullscreen, 0}, ALT, 0}}},
    {.line = "S\tsave a picture, and a script that goes on from it",
     .keys = {{SDLK_s, {save_picture, 0}, ANYTHING, 0}}},
    {.line = "F9\trecord a film; once more stops",
     .keys = {{SDLK_F9, {record_film, 0}, 0, KMOD_SHIFT | KMOD_CTRL, 0}}},
    {.line = "Shift+F9\tsave the last ten seconds; Ctrl+F9: square",
     .keys = {{SDLK_F9, {save_recent, 0}, SHIFT, 0},
              {SDLK_F9, {save_recent, 1}, CTRL, 0}}},
    {.line = "I\tframes a second, times and threads",
     .keys = {{SDLK_i, {toggle_counter, 0}, ANYTHING, 0}}},
    {.line = "B\tbenchmark this machine, for half a minute",
     .keys = {{SDLK_b, {toggle_benchmark, 0}, ANYTHING, 0}}},
    {.line = "M\tsound on or off",
     .keys = {{SDLK_m, {toggle_sound, 0}, ANYTHING, 0}}},
    {.line = "F1, H\tthis help",
     .keys = {{SDLK_F1, {turn_help, 0}, ANYTHING, 0},
              {SDLK_h, {turn_help, 0}, ANYTHING, 0}}},
    {.line = "Esc\tclose what is open; twice, quit",
     .keys = {{SDLK_ESCAPE, {go_back, 0}, ANYTHING, 0}}},
    {.line = "Q\tquit", .keys = {{SDLK_q, {quit, 0}, ANYTHING, 0}}},
};

_Static_assert(COUNT(rows) <= HELP_MAX_LINES, "they are kept in arrays");

const char *events_help_line(int i)
{
    return i >= 0 && i < COUNT(rows) ? rows[i].line : NULL;
}

/* The command of the line of the help that begins with this key, as with "F9".
 */
static Command find_named(const char *key)
{
    size_t length = strlen(key);

    for (int i = 0; i < COUNT(rows); i++) {
        if (strncmp(rows[i].line, key, length) == 0 &&
            strchr("\t,", rows[i].line[length]) != NULL)
            return rows[i].keys[0].command;
    }
    return (Command){NULL, 0};
}

/* The key of this code, or NULL; what is held may make it another. */
static const Key *find(SDL_Keycode code, Uint16 held)
{
    for (int i = 0; i < COUNT(rows); i++) {
        for (int k = 0; k < MAX_KEYS && rows[i].keys[k].code != 0; k++) {
            const Key *key = &rows[i].keys[k];

            if (key->code == code && (held & key->without) == 0 &&
                (key->with == 0 || (held & key->with) != 0))
                return key;
        }
    }
    return NULL;
}

/*
 * The code of the key of a US keyboard at the place of a key that has no
 * character of ours, or 0. Letters and marks of ASCII are characters that a
 * layout has moved, but on the row of digits there may be marks in their place.
 */
static SDL_Keycode find_by_place(const SDL_Keysym *keysym)
{
    SDL_Scancode place = keysym->scancode;
    int is_foreign =
        keysym->sym > SDLK_DELETE && (keysym->sym & SDLK_SCANCODE_MASK) == 0;
    int is_mark = keysym->sym > SDLK_SPACE && keysym->sym < SDLK_a &&
                  (keysym->sym < SDLK_0 || keysym->sym > SDLK_9);

    if (is_foreign && place >= SDL_SCANCODE_A && place <= SDL_SCANCODE_Z)
        return SDLK_a + (SDL_Keycode)(place - SDL_SCANCODE_A);
    if ((is_foreign || is_mark) && place >= SDL_SCANCODE_1 &&
        place <= SDL_SCANCODE_9)
        return SDLK_1 + (SDL_Keycode)(place - SDL_SCANCODE_1);
    return is_foreign && place == SDL_SCANCODE_PERIOD ? SDLK_PERIOD : 0;
}

/* The command of a key that is pressed. */
static Command find_command(const SDL_KeyboardEvent *event)
{
    const SDL_Keysym *keysym = &event->keysym;
    const Key *key = find(keysym->sym, keysym->mod);

    if (key == NULL)
        key = find(find_by_place(keysym), keysym->mod);
    if (key == NULL || (event->repeat && !key->repeats))
        return (Command){NULL, 0};
    return key->command;
}

/* Events. */

/* Says what a pointer has done; once how painted land goes away again. */
static void tell_input(Window *window, InputResult result, uint64_t now_ns)
{
    switch (result) {
    case INPUT_PAINTED:
        if (!window->has_told_land)
            captions_say(&window->captions, "land; Ctrl+Z takes it back");
        window->has_told_land = 1;
        break;
    case INPUT_OUTSIDE:
        captions_say(&window->captions, "outside the pool");
        break;
    case INPUT_SIZED:
        captions_say(&window->captions, "stone size %.0f %%",
                     100 * window->input.size);
        outline_begin(&window->outline, now_ns);
        break;
    case INPUT_NOTHING:
        break;
    }
}

static void execute(Window *window, Command command)
{
    if (command.run != NULL)
        command.run(window, command.by);
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

/* The id of the window that an event names, 0 if it is for none. */
static Uint32 find_id(const SDL_Event *event)
{
    switch (event->type) {
    case SDL_WINDOWEVENT:
    case SDL_KEYDOWN:
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL:
        return event->window.windowID; /* all of these begin alike */
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

/* The id of the window that an event is for. Keys are for the one under the
   pointer, if that is ours: of several displays the desktop gives all keys to
   one. */
static Uint32 find_target(const SDL_Event *event)
{
    SDL_Window *under = event->type == SDL_KEYDOWN ? SDL_GetMouseFocus() : NULL;

    return under != NULL ? SDL_GetWindowID(under) : find_id(event);
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
        execute(window, find_named(window->menu.rows.asked));
    window->menu.rows.asked = NULL;
    if (*rate != rate_before)
        step_clock_start(&window->step_clock, *rate, now_ns);
    if (*limit != limit_before)
        window_follow_displays(window);
    return taken;
}

/* Handles an event of mouse, finger or key. A screensaver only quits, by a key,
   and a wallpaper has no keys. */
static void handle_input(Window *window, const SDL_Event *event, int index,
                         uint64_t now_ns)
{
    int is_hosted = window->options->is_hosted;
    int is_bare = window->options->is_bare;
    int is_press =
        event->type == SDL_MOUSEBUTTONDOWN || event->type == SDL_FINGERDOWN;
    ScreenPlace place;
    Command command;

    if (is_bare && is_hosted != (event->type == SDL_KEYDOWN))
        return;
    if (is_press)
        captions_hint(&window->captions, NULL);
    outline_follow(&window->outline, event, index);
    window->stale = 1;
    window->touched_ns = now_ns;
    if (!is_bare && handle_overlay(window, event, index, now_ns))
        return;
    if (event->type == SDL_KEYDOWN) {
        command = find_command(&event->key);
        if (!is_hosted || command.run == quit || command.run == go_back)
            execute(window, command);
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
        window_take_picture(window, event->drop.file);
        SDL_free(event->drop.file);
        break;
    case SDL_DROPTEXT:
        SDL_free(event->drop.file);
        break;
    case SDL_AUDIODEVICEADDED: /* sound.c opens them */
    case SDL_AUDIODEVICEREMOVED:
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

#define BLANKS " \t\r"

/* Cuts the first word off a line. Returns it and moves the line on to the rest,
   without blanks around. */
static char *take_word(char **line)
{
    char *word = *line + strspn(*line, BLANKS), *end;

    *line = word + strcspn(word, BLANKS);
    if (**line != '\0')
        *(*line)++ = '\0';
    *line += strspn(*line, BLANKS);
    for (end = *line + strlen(*line);
         end > *line && strchr(BLANKS, end[-1]) != NULL; end--)
        end[-1] = '\0';
    return word;
}

/* The command of a line that is one word. */
static Command find_word(const char *word)
{
    static const struct {
        const char *word;
        Command command;
    } words[] = {
        {"pause", {set_pause, 1}},
        {"resume", {set_pause, 0}},
        {"next", {change_picture, +1}},
        {"previous", {change_picture, -1}},
        {"quit", {quit, 0}},
    };

    for (int i = 0; i < COUNT(words); i++) {
        if (strcmp(words[i].word, word) == 0)
            return words[i].command;
    }
    return (Command){NULL, 0};
}

/* Sets a preset as a key does, with its events. */
static int set(Player *player, const char *name, const char *value,
               Error *error)
{
    PlaySettings changed;
    PlayReason why;
    const char *wrong;

    if (strcmp(name, "preset") != 0)
        return player_set(player, name, value, error);
    play_settings_init(&changed);
    wrong = play_settings_change(&changed, name, value, &why);
    return wrong == NULL ? preset_change(player, changed.preset, error)
                         : error_set(error, name, "%s", wrong);
}

static int show_picture(Bed *bed, const char *path, Error *error)
{
    if (bed_show(bed, path, error) != 0)
        return -1;
    error_print(error); /* the parts that are left out, if any */
    return 0;
}

/* Returns 1 if there is no such word. */
static int do_word(Window *window, char *word, char *rest, Error *error)
{
    Command command = find_word(word);
    int is_event = script_has_event(word);

    if (strcmp(word, "picture") == 0)
        return show_picture(&window->scene->bed, rest, error);
    if (strcmp(word, "set") == 0) {
        word = take_word(&rest);
        is_event = 0;
    }
    if (play_settings_named(word) != NULL && !is_event)
        return set(&window->scene->player, word, rest, error);
    execute(window, command);
    return command.run == NULL && word[0] != '\0';
}

int events_do(Window *window, const char *line, uint64_t now_ns, Error *error)
{
    char *event = xalloc_copy(line), *words, *rest, *word;
    int result;

    if (strncmp(line + strspn(line, BLANKS), "picture ", 8) != 0)
        event[strcspn(event, "#")] = '\0';
    words = rest = xalloc_copy(event);
    word = take_word(&rest);
    if (!window->stale) /* by the line before */
        window_skip_calm(window, now_ns);
    window->stale = 1;
    result = do_word(window, word, rest, error);
    if (result > 0)
        result = player_play_line(&window->scene->player, event, error);
    free(words);
    free(event);
    return result;
}
