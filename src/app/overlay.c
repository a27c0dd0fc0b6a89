/* SPDX-License-Identifier: MIT */
#include "app/overlay.h"

#include "app/captions.h"
#include "lib/util/fixed.h"
#include "os/step_clock.h"
#include "play/splash_size.h"

#include <math.h>

#define SHOWN_NS ((uint64_t)STEP_CLOCK_SECOND_NS)
#define LINES    9 /* in the height of a capital */

/* Where the frame lies in a window, in pixels. */
static RippleRect find_frame(const Screen *screen, int index)
{
    ScreenPlace place;
    SDL_Point from, to;

    screen_find_place(screen, index, &place);
    from = screen_find_pixel(screen, index, place.left, place.top);
    to = screen_find_pixel(screen, index, place.left + place.width,
                           place.top + place.height);
    return (RippleRect){from.x, from.y, to.x - from.x, to.y - from.y};
}

void outline_follow(Outline *outline, const SDL_Event *event, int window)
{
    int is_move = event->type == SDL_MOUSEMOTION;

    if (!is_move && event->type != SDL_MOUSEBUTTONDOWN)
        return;
    outline->window = window;
    outline->x = is_move ? event->motion.x : event->button.x;
    outline->y = is_move ? event->motion.y : event->button.y;
    outline->is_known = 1;
}

void outline_begin(Outline *outline, uint64_t now_ns)
{
    if (outline->is_known)
        outline->until_ns = now_ns + SHOWN_NS;
}

uint64_t outline_wait_ns(const Outline *outline, uint64_t now_ns)
{
    if (outline->until_ns == 0)
        return UINT64_MAX;
    return outline->until_ns > now_ns ? outline->until_ns - now_ns : 0;
}

/* Half the sides of the rectangle around a circle of the pool as the frame
   shows it, in pixels of the frame. Returns 0 if no pool is under the mouse. */
static int find_radii(const Scene *scene, SDL_Point pixel, int radius,
                      int *radius_x, int *radius_y)
{
    const Ripple *pool = scene->player.pool;
    int x = pixel.x, y = pixel.y;

    *radius_x = *radius_y = radius;
    if (camera_pick(pool, &x, &y) == CAMERA_SKY)
        return 0;
    if (ripple_settings(pool)->view == RIPPLE_VIEW_PERSPECTIVE)
        camera_find_reach(pool, x, y, radius, radius_x, radius_y);
    return 1;
}

static void show_outline(const Overlay *overlay, Ui *ui, int window,
                         uint64_t now_ns)
{
    Outline *outline = overlay->outline;
    const Screen *screen = overlay->screen;
    const Scene *scene = overlay->scene;
    const Player *player = &scene->player;
    double size = overlay->menu->target.input->size;
    ScreenPlace place;
    SDL_Point middle, pixel;
    int radius_x, radius_y, radius;
    Shape ring = {.kind = SHAPE_RING,
                  .line = fmaxf((float)ui->text_size / LINES, 1),
                  .argb = 0xFF000000U | UI_DARK};
    double scale;

    if (outline_wait_ns(outline, now_ns) == 0)
        outline->until_ns = 0;
    if (outline->until_ns == 0 || outline->window != window)
        return;
    radius =
        splash_stone(player->pool, &player->settings, 0, 0, size, 0).radius;
    screen_find_place(screen, window, &place);
    middle = screen_find_pixel(screen, window, outline->x, outline->y);
    pixel = input_find_pixel(scene, &place, outline->x, outline->y);
    if (!find_radii(scene, pixel, radius, &radius_x, &radius_y))
        return;
    scale = place.width / scene->frame.width * ui->width / place.window_width;
    ring.width = (float)(2 * radius_x * scale);
    ring.height = (float)(2 * radius_y * scale);
    ring.x = (float)middle.x + 0.5F - ring.width / 2;
    ring.y = (float)middle.y + 0.5F - ring.height / 2;
    ui_add(ui, ring);
}

/* A pass over all that a window can show, from the lowest to the highest. */
static void show(Overlay *overlay, int index, uint64_t now_ns)
{
    Ui *ui = &overlay->ui;
    Captions *captions = overlay->captions;
    Menu *menu = overlay->menu;
    const Screen *screen = overlay->screen;
    int is_bare = menu->target.display->is_bare, left = 0;
    int is_open = menu->is_open && menu->window == index;

    ui->width = screen->windows[index].width;
    ui->height = screen->windows[index].height;
    ui->text_size = screen->windows[index].text_size;
    if (ui->text_size == 0) /* it is not measured yet */
        return;
    show_outline(overlay, ui, index, now_ns);
    if (is_open)
        left = menu->form.box.width + 2 * menu->form.box.x;
    if (index == 0 && !captions->help_shown) {
        if (!is_bare && !is_open &&
            overlay->scene->player.settings.pool.view == RIPPLE_VIEW_SPLIT)
            captions_show_labels(ui, find_frame(screen, 0));
        captions_show_mark(captions, ui, left);
        left = counter_show(overlay->counter, ui, left,
                            captions_text(captions) == NULL
                                ? 0
                                : CAPTIONS_MIN_WIDTH * ui->text_size);
    }
    if (!is_bare)
        menu_show(menu, ui, index, now_ns);
    if (index != 0)
        return;
    if (overlay->benchmark->is_shown && !is_open)
        benchmark_show(overlay->benchmark, ui);
    if (captions->help_shown &&
        help_show(ui, &captions->help, captions->help_line))
        captions_hide_help(captions);
    captions_show(captions, ui, left, now_ns);
}

void overlay_turn(Overlay *overlay, uint64_t now_ns)
{
    Screen *screen = overlay->screen;

    overlay->menu->window =
        clamp_int(overlay->menu->window, 0, screen->count - 1);
    for (int i = 0; i < screen->count; i++) {
        ScreenWindow *shown = &screen->windows[i];

        overlay->ui.event.act = UI_NOTHING;
        overlay->ui.canvas = shown->canvas;
        canvas_begin(shown->canvas, &overlay->ui.font, shown->width,
                     shown->height);
        show(overlay, i, now_ns);
        screen->dirty |= canvas_end(shown->canvas);
    }
    overlay->ui.canvas = NULL;
}

static UiEvent find_key(const SDL_KeyboardEvent *key)
{
    static const struct {
        SDL_Keycode code;
        UiAct act;
        int by;
    } keys[] = {{SDLK_UP, UI_WALK, -1},     {SDLK_DOWN, UI_WALK, 1},
                {SDLK_PAGEUP, UI_PAGE, -1}, {SDLK_PAGEDOWN, UI_PAGE, 1},
                {SDLK_HOME, UI_END, -1},    {SDLK_END, UI_END, 1},
                {SDLK_LEFT, UI_STEP, -1},   {SDLK_RIGHT, UI_STEP, 1},
                {SDLK_RETURN, UI_DO, 0},    {SDLK_KP_ENTER, UI_DO, 0},
                {SDLK_SPACE, UI_DO, 0}};

    for (int i = 0; i < COUNT(keys); i++) {
        if (keys[i].code == key->keysym.sym)
            return (UiEvent){.act = keys[i].act, .by = keys[i].by};
    }
    return (UiEvent){0};
}

static UiEvent find_pointer(UiAct act, SDL_FingerID id, SDL_Point at)
{
    return (UiEvent){.act = act, .pointer = id, .x = at.x, .y = at.y};
}

static UiEvent find_finger(const ScreenWindow *window,
                           const SDL_TouchFingerEvent *finger)
{
    SDL_Point at = {screen_to_pixel((double)finger->x * window->width),
                    screen_to_pixel((double)finger->y * window->height)};

    return find_pointer(finger->type == SDL_FINGERDOWN ? UI_PRESS
                        : finger->type == SDL_FINGERUP ? UI_LIFT
                                                       : UI_MOVE,
                        finger->fingerId, at);
}

/* Of a window; the wheel is where the mouse was last. */
static UiEvent find_event(Overlay *overlay, const SDL_Event *event, int index)
{
    const Screen *screen = overlay->screen;
    UiEvent found = {0};

    switch (event->type) {
    case SDL_KEYDOWN:
        return find_key(&event->key);
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        return find_finger(&screen->windows[index], &event->tfinger);
    case SDL_MOUSEMOTION:
        overlay->mouse =
            screen_find_pixel(screen, index, event->motion.x, event->motion.y);
        return find_pointer(UI_MOVE, INPUT_MOUSE, overlay->mouse);
    case SDL_MOUSEBUTTONDOWN:
        overlay->mouse =
            screen_find_pixel(screen, index, event->button.x, event->button.y);
        return find_pointer(UI_PRESS, INPUT_MOUSE, overlay->mouse);
    case SDL_MOUSEBUTTONUP:
        return find_pointer(UI_LIFT, INPUT_MOUSE, overlay->mouse);
    case SDL_MOUSEWHEEL:
        found = find_pointer(UI_WHEEL, INPUT_MOUSE, overlay->mouse);
        found.by = event->wheel.y;
        return found;
    default:
        return found;
    }
}

/* Keys of an open menu that are none of its rows'; returns whether this is one
   that is for nothing else. */
static int press_key(Menu *menu, const SDL_KeyboardEvent *key)
{
    SDL_Keycode code = key->keysym.sym;

    if (code == SDLK_TAB || code == SDLK_ESCAPE) {
        if (!key->repeat)
            menu_toggle(menu);
        return 1;
    }
    return key->repeat && find_key(key).act == UI_DO;
}

void overlay_finish(Overlay *overlay, uint64_t now_ns)
{
    if (overlay->moved.act == UI_NOTHING)
        return;
    overlay->ui.event = overlay->moved;
    overlay->moved.act = UI_NOTHING;
    if (overlay->moved_in < overlay->screen->count)
        show(overlay, overlay->moved_in, now_ns);
}

static void note_move(Overlay *overlay, const UiEvent *move, int index,
                      uint64_t now_ns)
{
    if (overlay->moved.pointer != move->pointer || overlay->moved_in != index)
        overlay_finish(overlay, now_ns);
    overlay->moved = *move;
    overlay->moved_in = index;
}

int overlay_handle(Overlay *overlay, const SDL_Event *event, int index,
                   uint64_t now_ns)
{
    Ui *ui = &overlay->ui;
    Menu *menu = overlay->menu;
    const Form *form = &menu->form;
    UiEvent found = find_event(overlay, event, index);
    int is_key = event->type == SDL_KEYDOWN, is_open = menu->is_open;
    int is_other = event->type == SDL_MOUSEBUTTONDOWN &&
                   event->button.button != SDL_BUTTON_LEFT;

    if (found.act == UI_MOVE) {
        note_move(overlay, &found, index, now_ns);
        return 0;
    }
    overlay_finish(overlay, now_ns);
    if (is_key && is_open && press_key(menu, &event->key))
        return 1;
    if (found.act == UI_NOTHING ||
        (is_key && (event->key.keysym.mod & KMOD_ALT) && found.act == UI_DO))
        return 0;
    ui->event = found;
    ui->taken = 0;
    if (is_other && is_open)
        return index == menu->window && ui_is_in(ui, UI_PRESS, form->box);
    if (is_other && !overlay->captions->help_shown)
        return 0;
    if (is_key && is_open)
        index = menu->window;
    if (is_open && form->shape.rows == 0) { /* not laid out yet */
        ui->event.act = UI_NOTHING;
        show(overlay, index, now_ns);
        ui->event = found;
    }
    show(overlay, index, now_ns);
    if (event->type == SDL_FINGERDOWN && !ui->taken) {
        ui->event.act = UI_MOVE; /* it has come, too */
        show(overlay, index, now_ns);
    }
    return ui->taken;
}
