/* SPDX-License-Identifier: MIT */
#include "app/window/menu.h"

#include "app/osd/menu_mark.h"
#include "app/present/screen_layers.h"
#include "app/scene/user_pictures.h"
#include "base/fixed.h"
#include "host/step_clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK_NS (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define TITLE   "ripple"

void menu_start(Menu *menu)
{
    menu_keep_start(&menu->keep, &menu->target);
}

void menu_close(Menu *menu)
{
    free(menu->target.pictures);
    menu->target.pictures = NULL;
}

static void write_row(const Menu *menu, int i, MenuPanelRow *text)
{
    const MenuRow *row = &menu->rows.rows[i];
    int undoes = row->kind == MENU_RESET &&
                 menu_keep_can_undo(&menu->keep, &menu->target);

    memset(text, 0, sizeof *text); /* all of it is compared */
    if (row->kind == MENU_RESET && undoes)
        snprintf(text->label, sizeof text->label, "undo reset");
    else
        menu_rows_label(row, &menu->target, text->label, sizeof text->label);
    text->is_action = menu_rows_is_action(row);
    text->is_dim = !menu_rows_is_used(row, &menu->target);
    text->place = menu_rows_place(row, &menu->target);
    if (!text->is_action)
        menu_rows_write(row, &menu->target, text->value, sizeof text->value);
}

/* Writes all rows; returns whether a text has changed. */
static int write_rows(Menu *menu)
{
    int changed = 0;

    for (int i = 0; i < menu->rows.count; i++) {
        MenuPanelRow text;

        write_row(menu, i, &text);
        if (memcmp(&text, &menu->texts[i], sizeof text) != 0)
            changed = 1;
        menu->texts[i] = text;
    }
    return changed;
}

static void lay_out_panel(Menu *menu, const PanelSpace *space)
{
    MenuPanel content = {.title = TITLE,
                         .rows = menu->texts,
                         .count = menu->rows.count,
                         .selected = menu->selected,
                         .first = menu->panel.first};

    menu_panel_lay_out(&menu->panel, &content, space);
}

static int shows_mark(const Menu *menu)
{
    return menu->mark_until_ns != 0 && !menu->is_open;
}

void menu_lay_out(Menu *menu)
{
    Screen *screen = menu->screen;
    PanelSpace space;

    menu->is_stale = 0;
    if (screen->count == 0)
        return;
    menu->window = min_int(menu->window, screen->count - 1);
    screen_find_space(screen, menu->window, &space);
    if (menu->is_open)
        lay_out_panel(menu, &space);
    menu_mark_lay_out(&menu->mark, &space);
    screen_set_layer(screen, menu->window, LAYER_MENU,
                     menu->is_open ? &menu->panel.panel : NULL);
    screen_set_layer(screen, menu->window, LAYER_MENU_MARK,
                     shows_mark(menu) ? &menu->mark : NULL);
}

void menu_toggle(Menu *menu)
{
    menu->is_open = !menu->is_open;
    menu->is_dragging = 0;
    menu->mark_until_ns = 0;
    if (menu->is_open) {
        free(menu->target.pictures);
        menu->target.pictures = user_pictures_find();
        menu_rows_list(&menu->rows, &menu->target);
        menu->selected = min_int(menu->selected, menu->rows.count - 1);
        write_rows(menu);
        captions_hint(menu->captions, NULL);
        if (menu->captions->help_shown)
            captions_toggle_help(menu->captions);
    }
    menu_lay_out(menu);
}

static void select_row(Menu *menu, int row)
{
    if (menu->selected == row)
        return;
    menu->selected = row;
    menu->is_stale = 1;
}

/* To the next row that has an effect, around the ends. */
static void move(Menu *menu, int by)
{
    int count = menu->rows.count, row = menu->selected;

    do
        row = (row + by + count) % count;
    while (menu->texts[row].is_dim);
    select_row(menu, row);
}

/* Says why a row has not changed. */
static void tell(Menu *menu, int result, const Error *error, uint64_t now_ns)
{
    if (result != 0)
        captions_say(menu->captions, now_ns, "%s", error->text);
}

static const MenuRow *selected_row(const Menu *menu)
{
    return &menu->rows.rows[menu->selected];
}

static int is_usable(Menu *menu, uint64_t now_ns)
{
    if (!menu->texts[menu->selected].is_dim)
        return 1;
    captions_say(menu->captions, now_ns, "%s has no effect in this model",
                 menu->texts[menu->selected].label);
    return 0;
}

static void step(Menu *menu, int by, uint64_t now_ns)
{
    Error error;

    if (!menu_rows_is_action(selected_row(menu)) && is_usable(menu, now_ns))
        tell(menu,
             menu_rows_step(selected_row(menu), &menu->target, by, &error),
             &error, now_ns);
}

static void set_place(Menu *menu, double place, uint64_t now_ns)
{
    Error error;

    if (is_usable(menu, now_ns))
        tell(menu,
             menu_rows_move(selected_row(menu), &menu->target, place, &error),
             &error, now_ns);
}

static void keep(Menu *menu, uint64_t now_ns)
{
    char *path;
    Error error;

    if (menu_keep_write(&menu->keep, &menu->target, &path, &error) != 0)
        captions_say(menu->captions, now_ns, "%s", error.text);
    else
        captions_say(menu->captions, now_ns, "kept in %s", path);
    free(path);
}

/* Does what the selected row is for. */
static void act(Menu *menu, uint64_t now_ns)
{
    Error error;

    if (selected_row(menu)->kind == MENU_KEEP)
        keep(menu, now_ns);
    else if (selected_row(menu)->kind == MENU_RESET)
        tell(menu, menu_keep_reset(&menu->keep, &menu->target, &error), &error,
             now_ns);
    else
        step(menu, 1, now_ns);
}

/* Whether a key goes past an open menu: to and from full screen. */
static int is_for_window(const SDL_KeyboardEvent *key)
{
    return key->keysym.sym == SDLK_F11 ||
           (key->keysym.sym == SDLK_RETURN && (key->keysym.mod & KMOD_ALT));
}

static void press_once(Menu *menu, SDL_Keycode key, uint64_t now_ns)
{
    if (key == SDLK_TAB || key == SDLK_ESCAPE)
        menu_toggle(menu);
    else if (key == SDLK_RETURN || key == SDLK_KP_ENTER || key == SDLK_SPACE)
        act(menu, now_ns);
}

static int press_key(Menu *menu, const SDL_KeyboardEvent *event,
                     uint64_t now_ns)
{
    if (is_for_window(event))
        return 0;
    switch (event->keysym.sym) {
    case SDLK_UP:
        move(menu, -1);
        break;
    case SDLK_DOWN:
        move(menu, 1);
        break;
    case SDLK_LEFT:
        step(menu, -1, now_ns);
        break;
    case SDLK_RIGHT:
        step(menu, 1, now_ns);
        break;
    case SDLK_HOME:
    case SDLK_END:
        if (menu->texts[menu->selected].place >= 0)
            set_place(menu, event->keysym.sym == SDLK_END, now_ns);
        break;
    default:
        if (!event->repeat)
            press_once(menu, event->keysym.sym, now_ns);
        break;
    }
    return 1;
}

/* A pointer goes down at a pixel; returns whether it is for the menu. */
static int press(Menu *menu, SDL_FingerID id, SDL_Point at, uint64_t now_ns)
{
    MenuPlace place = menu_panel_find(&menu->panel, at.x, at.y);

    if (place.part == MENU_PART_NONE)
        return 0;
    if (place.part == MENU_PART_CLOSE)
        menu_toggle(menu);
    if (place.part == MENU_PART_CLOSE || place.part == MENU_PART_INSIDE)
        return 1;
    select_row(menu, place.row);
    if (menu_rows_is_action(selected_row(menu))) {
        act(menu, now_ns);
    } else if (place.part == MENU_PART_TRACK) {
        menu->is_dragging = 1;
        menu->dragger = id;
        set_place(menu, place.place, now_ns);
    } else if (place.part != MENU_PART_LABEL) {
        step(menu, place.part == MENU_PART_LESS ? -1 : 1, now_ns);
    }
    return 1;
}

/* The row under a moving mouse is selected; a held track follows. */
static void drag(Menu *menu, SDL_FingerID id, SDL_Point to, uint64_t now_ns)
{
    MenuPlace place = menu_panel_find(&menu->panel, to.x, to.y);

    if (menu->is_dragging && menu->dragger == id)
        set_place(menu, menu_panel_place(&menu->panel, to.x), now_ns);
    else if (!menu->is_dragging && place.part >= MENU_PART_LABEL)
        select_row(menu, place.row);
}

/* On values the wheel changes them, on labels it goes through the rows. */
static int turn_wheel(Menu *menu, int notches, uint64_t now_ns)
{
    MenuPlace place =
        menu_panel_find(&menu->panel, menu->mouse.x, menu->mouse.y);
    int by = notches > 0 ? 1 : -1;

    if (place.part == MENU_PART_NONE)
        return 0;
    if (place.part > MENU_PART_LABEL && notches != 0)
        step(menu, by, now_ns);
    else if (notches != 0)
        move(menu, -by);
    return 1;
}

/* Whether a pixel is on the box of the mark, without its shadow. */
static int is_on_mark(const Menu *menu, SDL_Point at)
{
    const Panel *mark = &menu->mark;
    SDL_Rect box = {mark->x + mark->size, mark->y + mark->size,
                    mark->width - 2 * mark->size,
                    mark->height - 2 * mark->size};

    return shows_mark(menu) && SDL_PointInRect(&at, &box);
}

/* Shows the mark, in that window and nowhere else. */
static void show_mark(Menu *menu, int index, uint64_t now_ns)
{
    int is_new = !shows_mark(menu) || menu->window != index;

    if (menu->is_open)
        return;
    menu->window = index;
    menu->mark_until_ns = now_ns + MARK_NS;
    if (is_new)
        menu_lay_out(menu);
}

/* Pointers act on an open menu only in its window, and open a closed one by its
   mark. */
static int press_anywhere(Menu *menu, SDL_FingerID id, int index, SDL_Point at,
                          uint64_t now_ns)
{
    if (index != menu->window)
        return 0;
    if (menu->is_open)
        return press(menu, id, at, now_ns);
    if (!is_on_mark(menu, at))
        return 0;
    menu_toggle(menu);
    return 1;
}

static void move_pointer(Menu *menu, SDL_FingerID id, int index, SDL_Point to,
                         uint64_t now_ns)
{
    if (!menu->is_open)
        show_mark(menu, index, now_ns);
    else if (index == menu->window)
        drag(menu, id, to, now_ns);
}

static void lift(Menu *menu, SDL_FingerID id)
{
    if (menu->dragger == id)
        menu->is_dragging = 0;
}

/* The pixel of a finger. */
static SDL_Point find_share(const ScreenWindow *window,
                            const SDL_TouchFingerEvent *finger)
{
    return (SDL_Point){screen_to_pixel((double)finger->x * window->width),
                       screen_to_pixel((double)finger->y * window->height)};
}

static int handle_finger(Menu *menu, const SDL_TouchFingerEvent *finger,
                         int index, uint64_t now_ns)
{
    SDL_Point at = find_share(&menu->screen->windows[index], finger);

    if (finger->type == SDL_FINGERDOWN &&
        press_anywhere(menu, finger->fingerId, index, at, now_ns))
        return 1;
    if (finger->type == SDL_FINGERUP)
        lift(menu, finger->fingerId);
    else
        move_pointer(menu, finger->fingerId, index, at, now_ns);
    return 0;
}

static int handle_mouse(Menu *menu, const SDL_Event *event, int index,
                        uint64_t now_ns)
{
    switch (event->type) {
    case SDL_MOUSEMOTION:
        menu->mouse = screen_find_pixel(menu->screen, index, event->motion.x,
                                        event->motion.y);
        move_pointer(menu, INPUT_MOUSE, index, menu->mouse, now_ns);
        return 0;
    case SDL_MOUSEBUTTONDOWN:
        menu->mouse = screen_find_pixel(menu->screen, index, event->button.x,
                                        event->button.y);
        if (event->button.button != SDL_BUTTON_LEFT)
            return menu->is_open && index == menu->window &&
                   menu_panel_find(&menu->panel, menu->mouse.x, menu->mouse.y)
                           .part != MENU_PART_NONE;
        return press_anywhere(menu, INPUT_MOUSE, index, menu->mouse, now_ns);
    case SDL_MOUSEBUTTONUP:
        lift(menu, INPUT_MOUSE);
        return 0;
    case SDL_MOUSEWHEEL:
        return menu->is_open && index == menu->window &&
               turn_wheel(menu, event->wheel.y, now_ns);
    default:
        return 0;
    }
}

int menu_handle(Menu *menu, const SDL_Event *event, int index, uint64_t now_ns)
{
    switch (event->type) {
    case SDL_KEYDOWN:
        return menu->is_open && press_key(menu, &event->key, now_ns);
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        return handle_finger(menu, &event->tfinger, index, now_ns);
    default:
        return handle_mouse(menu, event, index, now_ns);
    }
}

void menu_turn(Menu *menu, uint64_t now_ns)
{
    menu->is_stale |= menu->is_open && write_rows(menu);
    if (menu_wait_ns(menu, now_ns) == 0) {
        menu->mark_until_ns = 0;
        menu->is_stale = 1;
    }
    if (menu->is_stale)
        menu_lay_out(menu);
}

uint64_t menu_wait_ns(const Menu *menu, uint64_t now_ns)
{
    if (menu->mark_until_ns == 0)
        return UINT64_MAX;
    return menu->mark_until_ns > now_ns ? menu->mark_until_ns - now_ns : 0;
}
