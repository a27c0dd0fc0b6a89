/* SPDX-License-Identifier: MIT */
#include "app/input/input.h"

#include "app/present/screen_layers.h"
#include "base/fixed.h"

#include <math.h>

#define MIN_SIZE   0.25
#define MAX_SIZE   4.0
#define SIZE_NOTCH 1.15 /* one click of the wheel */

/* The pixel of the frame at a position in the window. */
static SDL_Point find_pixel(const Scene *scene, const ScreenPlace *place,
                            double x, double y)
{
    const RipplePixels *frame = &scene->frame;

    return (SDL_Point){
        screen_to_pixel((x - place->left) * frame->width / place->width),
        screen_to_pixel((y - place->top) * frame->height / place->height)};
}

static Pointer *find_pointer(Input *input, SDL_FingerID id)
{
    for (int i = 0; i < INPUT_MAX_POINTERS; i++) {
        if (input->pointers[i].down && input->pointers[i].id == id)
            return &input->pointers[i];
    }
    return NULL;
}

/* Applies a tool along a stroke; is_first: the pointer is pressed down here. */
static void use(Input *input, Scene *scene, Tool tool, Stroke stroke,
                int is_first)
{
    Player *player = &scene->player;

    switch (tool) {
    case TOOL_STONE:
        if (is_first)
            player_drop(player, stroke.x1, stroke.y1, input->size);
        else
            player_drag(player, &stroke, input->size);
        break;
    case TOOL_LAND:
    case TOOL_WATER:
        if (is_first)
            strokes_end(&input->strokes, player);
        strokes_begin(&input->strokes, player);
        player_paint(player, &stroke, input->size, tool == TOOL_LAND);
        break;
    case TOOL_BOAT:
        player_hold(player, stroke.x1, stroke.y1, input->size);
        break;
    }
}

static void press(Input *input, Scene *scene, SDL_FingerID id, Tool tool, int x,
                  int y)
{
    Pointer *pointer = find_pointer(input, id);

    for (int i = 0; pointer == NULL && i < INPUT_MAX_POINTERS; i++) {
        if (!input->pointers[i].down)
            pointer = &input->pointers[i];
    }
    use(input, scene, tool, (Stroke){x, y, x, y}, 1);
    if (pointer != NULL)
        *pointer = (Pointer){1, tool, id, x, y};
}

static void move(Input *input, Scene *scene, SDL_FingerID id, int x, int y)
{
    Pointer *pointer = find_pointer(input, id);

    if (pointer == NULL || (pointer->x == x && pointer->y == y))
        return;
    use(input, scene, pointer->tool, (Stroke){pointer->x, pointer->y, x, y}, 0);
    pointer->x = x;
    pointer->y = y;
}

static void lift(Input *input, Scene *scene, SDL_FingerID id)
{
    Pointer *pointer = find_pointer(input, id);

    if (pointer == NULL)
        return;
    pointer->down = 0;
    if (pointer->tool == TOOL_BOAT)
        player_release(&scene->player);
    else if (pointer->tool != TOOL_STONE)
        strokes_end(&input->strokes, &scene->player);
}

static const struct {
    uint8_t button;
    Tool tool;
} buttons[] = {
    {SDL_BUTTON_LEFT, TOOL_STONE},
    {SDL_BUTTON_MIDDLE, TOOL_BOAT},
    {SDL_BUTTON_RIGHT, TOOL_LAND},
};

static Command handle_button(Input *input, Scene *scene,
                             const SDL_MouseButtonEvent *event, SDL_Point pixel)
{
    Command command = {.kind = COMMAND_NONE};

    for (int i = 0; i < COUNT(buttons); i++) {
        SDL_FingerID id = INPUT_MOUSE - buttons[i].button;
        Tool tool = buttons[i].tool;

        if (event->button != buttons[i].button)
            continue;
        if (event->button == SDL_BUTTON_LEFT)
            tool = input->tool;
        else if (tool == TOOL_LAND && (SDL_GetModState() & KMOD_SHIFT))
            tool = TOOL_WATER;
        if (event->type == SDL_MOUSEBUTTONUP) {
            lift(input, scene, id);
            continue;
        }
        press(input, scene, id, tool, pixel.x, pixel.y);
        if (tool == TOOL_LAND)
            command.kind = COMMAND_LAND;
    }
    return command;
}

static void handle_motion(Input *input, Scene *scene, SDL_Point pixel)
{
    for (int i = 0; i < COUNT(buttons); i++)
        move(input, scene, INPUT_MOUSE - buttons[i].button, pixel.x, pixel.y);
}

static Command turn_wheel(Input *input, int notches)
{
    double size = input->size * pow(SIZE_NOTCH, notches);
    Command command = {.kind = COMMAND_NONE};

    input->size = fmin(fmax(size, MIN_SIZE), MAX_SIZE);
    if (notches != 0)
        command.kind = COMMAND_SIZE_CHANGED;
    return command;
}

static void handle_finger(Input *input, Scene *scene,
                          const SDL_TouchFingerEvent *finger, SDL_Point pixel)
{
    if (finger->type == SDL_FINGERDOWN)
        press(input, scene, finger->fingerId, input->tool, pixel.x, pixel.y);
    else if (finger->type == SDL_FINGERMOTION)
        move(input, scene, finger->fingerId, pixel.x, pixel.y);
    else
        lift(input, scene, finger->fingerId);
}

Command input_handle(Input *input, Scene *scene, const SDL_Event *event,
                     const ScreenPlace *place)
{
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return handle_button(
            input, scene, &event->button,
            find_pixel(scene, place, event->button.x, event->button.y));
    case SDL_MOUSEMOTION:
        handle_motion(
            input, scene,
            find_pixel(scene, place, event->motion.x, event->motion.y));
        break;
    case SDL_MOUSEWHEEL:
        return turn_wheel(input, event->wheel.y);
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        handle_finger(input, scene, &event->tfinger,
                      find_pixel(scene, place,
                                 event->tfinger.x * place->window_width,
                                 event->tfinger.y * place->window_height));
        break;
    case SDL_KEYDOWN:
        return keys_find(&event->key);
    default:
        break;
    }
    return (Command){.kind = COMMAND_NONE};
}

int input_is_end(const SDL_Event *event)
{
    CommandKind key =
        event->type == SDL_KEYDOWN ? keys_find(&event->key).kind : COMMAND_NONE;

    return event->type == SDL_QUIT ||
           (event->type == SDL_WINDOWEVENT &&
            event->window.event == SDL_WINDOWEVENT_CLOSE) ||
           key == COMMAND_QUIT || key == COMMAND_BACK;
}

Uint32 input_window_id(const SDL_Event *event)
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
