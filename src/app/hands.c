/* SPDX-License-Identifier: MIT */
#include "hands.h"

#include <math.h>
#include <string.h>

#define SIZE_LEAST 0.25
#define SIZE_MOST  4.0
#define SIZE_NOTCH 1.15 /* one click of the wheel */

static const struct {
    SDL_Keycode key;
    Command command;
    int repeats; /* as long as the key is held */
} keys[] = {
    {SDLK_SPACE, COMMAND_PAUSE, 0},
    {SDLK_PERIOD, COMMAND_STEP, 1},
    {SDLK_c, COMMAND_CALM, 0},
    {SDLK_r, COMMAND_RAIN, 0},
    {SDLK_f, COMMAND_FULLSCREEN, 0},
    {SDLK_s, COMMAND_SAVE, 0},
    {SDLK_PLUS, COMMAND_RAISE_DAMPING, 1},
    {SDLK_EQUALS, COMMAND_RAISE_DAMPING, 1},
    {SDLK_KP_PLUS, COMMAND_RAISE_DAMPING, 1},
    {SDLK_MINUS, COMMAND_LOWER_DAMPING, 1},
    {SDLK_KP_MINUS, COMMAND_LOWER_DAMPING, 1},
    {SDLK_F1, COMMAND_HELP, 0},
    {SDLK_h, COMMAND_HELP, 0},
    {SDLK_q, COMMAND_QUIT, 0},
    {SDLK_ESCAPE, COMMAND_QUIT, 0},
};

static const char *const help[] = {
    "ripple",
    "click\tdrop a stone",
    "drag\tdraw a wave",
    "wheel\tsize of the stones",
    "drop a file\tuse it as the picture",
    "",
    "space\tpause",
    ".\tone step",
    "c\tcalm water",
    "r\train on or off",
    "+ -\tlonger or shorter rings",
    "",
    "f\tfull screen",
    "s\tsave a picture",
    "h\tthis help",
    "q\tquit",
};

const char *const *hands_help(int *count)
{
    *count = (int)SDL_arraysize(help);
    return help;
}

void hands_init(Hands *hands)
{
    memset(hands, 0, sizeof *hands);
    hands->size = 1;
}

/* Far outside is as good as anywhere there; not a number is too. */
static int to_pixel(double position)
{
    if (!(position > -RIPPLE_MAX_SIZE))
        return -RIPPLE_MAX_SIZE;
    return (int)floor(fmin(position, 2.0 * RIPPLE_MAX_SIZE));
}

static Pointer *find_pointer(Hands *hands, SDL_FingerID id)
{
    for (int i = 0; i < HANDS_MAX_POINTERS; i++) {
        if (hands->pointers[i].down && hands->pointers[i].id == id)
            return &hands->pointers[i];
    }
    return NULL;
}

static void press(Hands *hands, Scene *scene, SDL_FingerID id, int x, int y)
{
    RippleStone stone = scene_stone(scene, x, y, hands->size);
    Pointer *pointer = find_pointer(hands, id);

    for (int i = 0; pointer == NULL && i < HANDS_MAX_POINTERS; i++) {
        if (!hands->pointers[i].down)
            pointer = &hands->pointers[i];
    }
    ripple_drop(scene->pool, &stone);
    if (pointer != NULL)
        *pointer = (Pointer){1, id, x, y};
}

/*
 * A smooth stone adds to the water, and each piece of a drag begins where the
 * stone was pressed already: taking it out there leaves the same trench
 * however often the mouse reports. It is half as deep as a stone that falls.
 */
static void move(Hands *hands, Scene *scene, SDL_FingerID id, int x, int y)
{
    Pointer *pointer = find_pointer(hands, id);

    if (pointer == NULL || (pointer->x == x && pointer->y == y))
        return;

    RippleStone stone = scene_stone(scene, pointer->x, pointer->y, hands->size);

    if (stone.profile == RIPPLE_PROFILE_SMOOTH) {
        stone.weight = -stone.weight / 2;
        ripple_drop(scene->pool, &stone);
        stone.weight = -stone.weight;
    }
    ripple_drop_line(scene->pool, &stone, x, y);
    pointer->x = x;
    pointer->y = y;
}

static void lift(Hands *hands, SDL_FingerID id)
{
    Pointer *pointer = find_pointer(hands, id);

    if (pointer != NULL)
        pointer->down = 0;
}

static Command turn_wheel(Hands *hands, int notches)
{
    double size = hands->size * pow(SIZE_NOTCH, notches);

    hands->size = fmin(fmax(size, SIZE_LEAST), SIZE_MOST);
    return notches != 0 ? COMMAND_SIZE_CHANGED : COMMAND_NONE;
}

static Command press_key(const SDL_KeyboardEvent *event)
{
    if (event->keysym.sym == SDLK_RETURN)
        return (event->keysym.mod & KMOD_ALT) && !event->repeat
                   ? COMMAND_FULLSCREEN
                   : COMMAND_NONE;
    for (size_t i = 0; i < SDL_arraysize(keys); i++) {
        if (keys[i].key == event->keysym.sym &&
            (keys[i].repeats || !event->repeat))
            return keys[i].command;
    }
    return COMMAND_NONE;
}

static void handle_finger(Hands *hands, Scene *scene,
                          const SDL_TouchFingerEvent *finger)
{
    int x = to_pixel((double)finger->x * scene->frame.width);
    int y = to_pixel((double)finger->y * scene->frame.height);

    if (finger->type == SDL_FINGERDOWN)
        press(hands, scene, finger->fingerId, x, y);
    else if (finger->type == SDL_FINGERMOTION)
        move(hands, scene, finger->fingerId, x, y);
    else
        lift(hands, finger->fingerId);
}

Command hands_handle(Hands *hands, Scene *scene, const SDL_Event *event,
                     double scale_x, double scale_y)
{
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
        if (event->button.button == SDL_BUTTON_LEFT)
            press(hands, scene, HANDS_MOUSE,
                  to_pixel(event->button.x * scale_x),
                  to_pixel(event->button.y * scale_y));
        break;
    case SDL_MOUSEMOTION:
        move(hands, scene, HANDS_MOUSE, to_pixel(event->motion.x * scale_x),
             to_pixel(event->motion.y * scale_y));
        break;
    case SDL_MOUSEBUTTONUP:
        if (event->button.button == SDL_BUTTON_LEFT)
            lift(hands, HANDS_MOUSE);
        break;
    case SDL_MOUSEWHEEL:
        return turn_wheel(hands, event->wheel.y);
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        handle_finger(hands, scene, &event->tfinger);
        break;
    case SDL_KEYDOWN:
        return press_key(&event->key);
    default:
        break;
    }
    return COMMAND_NONE;
}
