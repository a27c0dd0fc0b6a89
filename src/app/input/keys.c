/* SPDX-License-Identifier: MIT */
#include "app/input/keys.h"

#include "lib/util/fixed.h"

#include <stddef.h>

#define MAX_KEYS 8 /* of a line */

/* What must be held with a key. */
typedef enum With {
    ANYTHING,
    NO_SHIFT,
    SHIFT,
    CTRL,
    NO_ALT,
    ALT,
} With;

typedef struct Key {
    SDL_Keycode code; /* 0: none */
    Command command;
    With with;
    int repeats; /* while it is held */
} Key;

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
     .keys = {{SDLK_TAB, {.kind = COMMAND_MENU}, NO_ALT, 0}}},
    {.line = "P, Shift+P\tnext, previous preset",
     .keys = {{SDLK_p, {COMMAND_PRESET, .by = +1}, NO_SHIFT, 0},
              {SDLK_p, {COMMAND_PRESET, .by = -1}, SHIFT, 0}}},
    {.line = "N, Shift+N\tnext, previous picture or bed",
     .keys = {{SDLK_n, {COMMAND_PICTURE, .by = +1}, NO_SHIFT, 0},
              {SDLK_n, {COMMAND_PICTURE, .by = -1}, SHIFT, 0}}},
    {.line = "L, Shift+L\tmore, less light",
     .keys = {{SDLK_l, {COMMAND_LIGHT, .by = +1}, NO_SHIFT, 1},
              {SDLK_l, {COMMAND_LIGHT, .by = -1}, SHIFT, 1}}},
    {.line = "+, -\tlonger, shorter rings",
     .keys = {{SDLK_PLUS, {COMMAND_DAMPING, .by = +1}, ANYTHING, 1},
              {SDLK_EQUALS, {COMMAND_DAMPING, .by = +1}, ANYTHING, 1},
              {SDLK_KP_PLUS, {COMMAND_DAMPING, .by = +1}, ANYTHING, 1},
              {SDLK_MINUS, {COMMAND_DAMPING, .by = -1}, ANYTHING, 1},
              {SDLK_KP_MINUS, {COMMAND_DAMPING, .by = -1}, ANYTHING, 1}}},
    {.line = "R\train on or off",
     .keys = {{SDLK_r, {.kind = COMMAND_RAIN}, ANYTHING, 0}}},
    {.line = "1 2 3 4\twater, heights, slopes, split view",
     .keys = {{SDLK_1, {COMMAND_VIEW, .view = "water"}, ANYTHING, 0},
              {SDLK_2, {COMMAND_VIEW, .view = "heights"}, ANYTHING, 0},
              {SDLK_3, {COMMAND_VIEW, .view = "slopes"}, ANYTHING, 0},
              {SDLK_4, {COMMAND_VIEW, .view = "split"}, ANYTHING, 0},
              {SDLK_KP_1, {COMMAND_VIEW, .view = "water"}, ANYTHING, 0},
              {SDLK_KP_2, {COMMAND_VIEW, .view = "heights"}, ANYTHING, 0},
              {SDLK_KP_3, {COMMAND_VIEW, .view = "slopes"}, ANYTHING, 0},
              {SDLK_KP_4, {COMMAND_VIEW, .view = "split"}, ANYTHING, 0}}},
    {.line = ""},
    {.line = "5\tperspective: the pool as a landscape",
     .keys = {{SDLK_5, {COMMAND_VIEW, .view = "perspective"}, ANYTHING, 0},
              {SDLK_KP_5, {COMMAND_VIEW, .view = "perspective"}, ANYTHING, 0}}},
    {.line = "Right drag, arrows\tturn it; with Shift, paint land",
     .keys = {{SDLK_LEFT, {COMMAND_YAW, .by = -1}, ANYTHING, 1},
              {SDLK_RIGHT, {COMMAND_YAW, .by = +1}, ANYTHING, 1},
              {SDLK_UP, {COMMAND_PITCH, .by = +1}, ANYTHING, 1},
              {SDLK_DOWN, {COMMAND_PITCH, .by = -1}, ANYTHING, 1}}},
    {.line = "Ctrl+wheel\tnearer, farther; or Page Up, Down",
     .keys = {{SDLK_PAGEUP, {COMMAND_NEARER, .by = +1}, ANYTHING, 1},
              {SDLK_PAGEDOWN, {COMMAND_NEARER, .by = -1}, ANYTHING, 1}}},
    {.line = "Home\tback to where it was",
     .keys = {{SDLK_HOME, {.kind = COMMAND_HOME}, ANYTHING, 0}}},
    {.line = ""},
    {.line = "Enter\tdrop a stone in the middle",
     .keys = {{SDLK_RETURN, {.kind = COMMAND_DROP}, NO_ALT, 0},
              {SDLK_KP_ENTER, {.kind = COMMAND_DROP}, NO_ALT, 0}}},
    {.line = "Ctrl+Z\ttake back a stroke of land",
     .keys = {{SDLK_z, {.kind = COMMAND_UNDO}, CTRL, 1}}},
    {.line = "Delete\twipe away all painted land",
     .keys = {{SDLK_DELETE, {.kind = COMMAND_WIPE}, ANYTHING, 0}}},
    {.line = "C\tcalm water",
     .keys = {{SDLK_c, {.kind = COMMAND_CALM}, ANYTHING, 0}}},
    {.line = "Space\tpause, go on",
     .keys = {{SDLK_SPACE, {.kind = COMMAND_PAUSE}, ANYTHING, 0}}},
    {.line = ".\tone step, then pause",
     .keys = {{SDLK_PERIOD, {.kind = COMMAND_STEP}, ANYTHING, 1}}},
    {.line = ""},
    {.line = "F, F11, Alt+Enter\tfull screen",
     .keys = {{SDLK_f, {.kind = COMMAND_FULLSCREEN}, ANYTHING, 0},
              {SDLK_F11, {.kind = COMMAND_FULLSCREEN}, ANYTHING, 0},
              {SDLK_RETURN, {.kind = COMMAND_FULLSCREEN}, ALT, 0}}},
    {.line = "S\tsave a picture",
     .keys = {{SDLK_s, {.kind = COMMAND_SAVE}, ANYTHING, 0}}},
    {.line = "F9\trecord a film; once more stops",
     .keys = {{SDLK_F9, {.kind = COMMAND_RECORD}, ANYTHING, 0}}},
    {.line = "I\tframes a second, times and threads",
     .keys = {{SDLK_i, {.kind = COMMAND_COUNTER}, ANYTHING, 0}}},
    {.line = "F1, H\tthis help",
     .keys = {{SDLK_F1, {.kind = COMMAND_HELP}, ANYTHING, 0},
              {SDLK_h, {.kind = COMMAND_HELP}, ANYTHING, 0}}},
    {.line = "Esc\tclose what is open, or else quit",
     .keys = {{SDLK_ESCAPE, {.kind = COMMAND_BACK}, ANYTHING, 0}}},
    {.line = "Q\tquit",
     .keys = {{SDLK_q, {.kind = COMMAND_QUIT}, ANYTHING, 0}}},
};

_Static_assert(COUNT(rows) <= KEYS_MAX_LINES, "they are kept in arrays");

const char *keys_line(int i)
{
    return i >= 0 && i < COUNT(rows) ? rows[i].line : NULL;
}

static int is_with(With with, Uint16 held)
{
    switch (with) {
    case NO_SHIFT:
        return (held & KMOD_SHIFT) == 0;
    case SHIFT:
        return (held & KMOD_SHIFT) != 0;
    case CTRL:
        return (held & KMOD_CTRL) != 0;
    case NO_ALT:
        return (held & KMOD_ALT) == 0;
    case ALT:
        return (held & KMOD_ALT) != 0;
    default:
        return 1;
    }
}

/* The key of this code, or NULL; what is held may make it another. */
static const Key *find(SDL_Keycode code, Uint16 held)
{
    for (int i = 0; i < COUNT(rows); i++) {
        for (int k = 0; k < MAX_KEYS && rows[i].keys[k].code != 0; k++) {
            const Key *key = &rows[i].keys[k];

            if (key->code == code && is_with(key->with, held))
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

Command keys_find(const SDL_KeyboardEvent *event)
{
    const SDL_Keysym *keysym = &event->keysym;
    const Key *key = find(keysym->sym, keysym->mod);

    if (key == NULL)
        key = find(find_by_place(keysym), keysym->mod);
    if (key == NULL || (event->repeat && !key->repeats))
        return (Command){.kind = COMMAND_NONE};
    return key->command;
}
