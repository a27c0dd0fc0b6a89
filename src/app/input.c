/* SPDX-License-Identifier: MIT */
#include "app/input.h"

#include <math.h>

#define MIN_SIZE   0.25
#define MAX_SIZE   4.0
#define SIZE_NOTCH 1.15 /* one click of the wheel */

#define DRAG_YAW        180.0 /* degrees across the frame */
#define DRAG_PITCH      90.0
#define TURNING_FINGERS 3

SDL_Point input_find_pixel(const Scene *scene, const ScreenPlace *place,
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

static int is_in_perspective(const Scene *scene)
{
    return scene->player.settings.pool.view == RIPPLE_VIEW_PERSPECTIVE;
}

/* Applies a tool along a stroke; is_first: it begins here. */
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
        strokes_begin(&input->strokes, player);
        player_paint(player, &stroke, input->size, tool == TOOL_LAND);
        break;
    case TOOL_BOAT:
        player_hold(player, stroke.x1, stroke.y1, input->size);
        break;
    case TOOL_CAMERA:
        break;
    }
}

/* Brings a pointer to where it shows the pool, and applies its tool there.
   Returns what it shows. */
static CameraHit use_at_pointer(Input *input, Scene *scene, Pointer *pointer)
{
    int x = pointer->x, y = pointer->y, is_first = !pointer->is_in_pool;
    int paints = pointer->tool == TOOL_LAND || pointer->tool == TOOL_WATER;
    CameraHit hit = camera_pick(scene->player.pool, &x, &y);
    Stroke stroke = {pointer->place_x, pointer->place_y, x, y};

    pointer->is_in_pool = hit == CAMERA_WATER || (hit == CAMERA_LAND && paints);
    if (!pointer->is_in_pool)
        return hit;
    if (is_first)
        stroke = (Stroke){x, y, x, y};
    pointer->place_x = x;
    pointer->place_y = y;
    use(input, scene, pointer->tool, stroke, is_first);
    return hit;
}

static int is_finger(const Pointer *pointer)
{
    return pointer->down && pointer->id > INPUT_MOUSE;
}

static int count_fingers(const Input *input)
{
    int count = 0;

    for (int i = 0; i < INPUT_MAX_POINTERS; i++)
        count += is_finger(&input->pointers[i]);
    return count;
}

static void end_stroke(Input *input, Scene *scene, const Pointer *pointer)
{
    if (pointer->tool == TOOL_BOAT)
        player_release(&scene->player);
    else if (pointer->tool == TOOL_LAND || pointer->tool == TOOL_WATER)
        strokes_end(&input->strokes, &scene->player);
}

/* From the third one on, fingers turn the camera until they are lifted. */
static void turn_with_fingers(Input *input, Scene *scene)
{
    for (int i = 0; i < INPUT_MAX_POINTERS; i++) {
        Pointer *pointer = &input->pointers[i];

        if (!is_finger(pointer))
            continue;
        end_stroke(input, scene, pointer);
        pointer->tool = TOOL_CAMERA;
    }
}

static InputResult press(Input *input, Scene *scene, SDL_FingerID id, Tool tool,
                         SDL_Point at)
{
    Pointer *pointer = find_pointer(input, id), spare;

    for (int i = 0; pointer == NULL && i < INPUT_MAX_POINTERS; i++) {
        if (!input->pointers[i].down)
            pointer = &input->pointers[i];
    }
    if (pointer == NULL)
        pointer = &spare;
    *pointer =
        (Pointer){.down = 1, .tool = tool, .id = id, .x = at.x, .y = at.y};
    if (id > INPUT_MOUSE && is_in_perspective(scene) &&
        count_fingers(input) >= TURNING_FINGERS) {
        turn_with_fingers(input, scene);
        return INPUT_NOTHING;
    }
    if (tool == TOOL_CAMERA)
        return INPUT_NOTHING;
    if (tool == TOOL_LAND || tool == TOOL_WATER)
        strokes_end(&input->strokes, &scene->player);
    if (use_at_pointer(input, scene, pointer) == CAMERA_SKY)
        return INPUT_OUTSIDE;
    return tool == TOOL_LAND ? INPUT_PAINTED : INPUT_NOTHING;
}

/* Turns the camera as if the pointer drew the pool along; several fingers do so
   together. */
static void turn(Input *input, Scene *scene, const Pointer *pointer, int x,
                 int y)
{
    const RipplePixels *frame = &scene->frame;
    double share = is_finger(pointer) ? 1.0 / count_fingers(input) : 1;

    glide_drag(&input->glide, &scene->player,
               &(CameraMove){
                   -share * DRAG_YAW * (x - pointer->x) / frame->width,
                   share * DRAG_PITCH * (y - pointer->y) / frame->height, 1});
}

static void move(Input *input, Scene *scene, SDL_FingerID id, int x, int y)
{
    Pointer *pointer = find_pointer(input, id);

    if (pointer == NULL || (pointer->x == x && pointer->y == y))
        return;
    if (pointer->tool == TOOL_CAMERA)
        turn(input, scene, pointer, x, y);
    pointer->x = x;
    pointer->y = y;
    if (pointer->tool != TOOL_CAMERA)
        use_at_pointer(input, scene, pointer);
}

static void lift(Input *input, Scene *scene, SDL_FingerID id)
{
    Pointer *pointer = find_pointer(input, id);

    if (pointer == NULL)
        return;
    pointer->down = 0;
    end_stroke(input, scene, pointer);
}

/* What a button does when it is pressed. */
static Tool choose_tool(const Input *input, const Scene *scene, int button)
{
    int has_shift = (SDL_GetModState() & KMOD_SHIFT) != 0;

    if (button == SDL_BUTTON_LEFT)
        return input->tool;
    if (button == SDL_BUTTON_MIDDLE)
        return TOOL_BOAT;
    if (is_in_perspective(scene))
        return has_shift ? TOOL_LAND : TOOL_CAMERA;
    return has_shift ? TOOL_WATER : TOOL_LAND;
}

static InputResult handle_button(Input *input, Scene *scene,
                                 const SDL_MouseButtonEvent *event,
                                 SDL_Point pixel)
{
    SDL_FingerID id = INPUT_MOUSE - event->button;

    if (event->type == SDL_MOUSEBUTTONUP)
        lift(input, scene, id);
    else if (event->button <= SDL_BUTTON_RIGHT)
        return press(input, scene, id, choose_tool(input, scene, event->button),
                     pixel);
    return INPUT_NOTHING;
}

static InputResult turn_wheel(Input *input, Scene *scene, int notches)
{
    double size = input->size * pow(SIZE_NOTCH, notches);

    if (notches == 0)
        return INPUT_NOTHING;
    if (is_in_perspective(scene) && (SDL_GetModState() & KMOD_CTRL)) {
        CameraMove nearer = glide_nearer(notches);

        glide_move(&input->glide, &scene->player, &nearer);
        return INPUT_NOTHING;
    }
    input->size = fmin(fmax(size, MIN_SIZE), MAX_SIZE);
    return INPUT_SIZED;
}

static InputResult handle_finger(Input *input, Scene *scene,
                                 const SDL_TouchFingerEvent *finger,
                                 SDL_Point pixel)
{
    if (finger->type == SDL_FINGERDOWN)
        return press(input, scene, finger->fingerId, input->tool, pixel);
    if (finger->type == SDL_FINGERMOTION)
        move(input, scene, finger->fingerId, pixel.x, pixel.y);
    else
        lift(input, scene, finger->fingerId);
    return INPUT_NOTHING;
}

InputResult input_handle(Input *input, Scene *scene, const SDL_Event *event,
                         const ScreenPlace *place)
{
    SDL_Point pixel;

    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return handle_button(
            input, scene, &event->button,
            input_find_pixel(scene, place, event->button.x, event->button.y));
    case SDL_MOUSEMOTION:
        pixel =
            input_find_pixel(scene, place, event->motion.x, event->motion.y);
        for (int button = SDL_BUTTON_LEFT; button <= SDL_BUTTON_RIGHT; button++)
            move(input, scene, INPUT_MOUSE - button, pixel.x, pixel.y);
        break;
    case SDL_MOUSEWHEEL:
        return turn_wheel(input, scene, event->wheel.y);
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        return handle_finger(
            input, scene, &event->tfinger,
            input_find_pixel(scene, place,
                             event->tfinger.x * place->window_width,
                             event->tfinger.y * place->window_height));
    default:
        break;
    }
    return INPUT_NOTHING;
}

int input_turn(Input *input, Scene *scene, uint64_t now_ns)
{
    int is_held = 0;

    for (int i = 0; i < INPUT_MAX_POINTERS; i++)
        is_held |=
            input->pointers[i].down && input->pointers[i].tool == TOOL_CAMERA;
    return glide_turn(&input->glide, &scene->player, is_held, now_ns);
}
