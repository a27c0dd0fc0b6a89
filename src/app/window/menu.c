/* SPDX-License-Identifier: MIT */
#include "app/window/menu.h"

#include "app/osd/menu_mark.h"
#include "app/osd/menu_walk.h"
#include "app/present/screen_layers.h"
#include "app/scene/user_pictures.h"
#include "app/window/menu_keep.h"
#include "app/window/menu_rows.h"
#include "lib/util/fixed.h"
#include "os/step_clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK_NS (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define STAYS   UINT64_MAX /* the mark, while the mouse is on it */
#define TITLE   "ripple"

static void write_row(const MenuRow *row, const MenuTarget *target,
                      const MenuKeep *keep, MenuPanelRow *text)
{
    memset(text, 0, sizeof *text); /* all of it is compared */
    if (row->kind == MENU_RESET && menu_keep_can_undo(keep, target))
        snprintf(text->label, sizeof text->label, "undo reset");
    else
        menu_rows_label(row, target, text->label, sizeof text->label);
    text->is_action = menu_rows_is_action(row);
    text->place = menu_rows_place(row, target);
    menu_rows_write(row, target, text->value, sizeof text->value);
}

static void list_rows(MenuTexts *menu, const MenuTarget *target)
{
    const char *name = menu->rows.rows[menu->selected].name;

    menu_rows_list(&menu->rows, target);
    for (int i = 0; name != NULL && i < menu->rows.count; i++) {
        if (strcmp(menu->rows.rows[i].name, name) == 0)
            menu->selected = i;
    }
    menu->selected = min_int(menu->selected, menu->rows.count - 1);
}

/* Lists and writes all rows anew; the same row stays selected if it is still
   there. Returns whether a text has changed. */
static int menu_texts_write(MenuTexts *menu, const MenuTarget *target,
                            const MenuKeep *keep)
{
    int changed = 0;

    list_rows(menu, target);
    for (int i = 0; i < menu->rows.count; i++) {
        MenuPanelRow text;

        write_row(&menu->rows.rows[i], target, keep, &text);
        if (memcmp(&text, &menu->texts[i], sizeof text) != 0)
            changed = 1;
        menu->texts[i] = text;
    }
    return changed;
}

void menu_start(Menu *menu)
{
    menu_keep_start(&menu->keep, &menu->target);
}

void menu_close(Menu *menu)
{
    free(menu->target.pictures);
    menu->target.pictures = NULL;
}

static void lay_out_panel(Menu *menu, const PanelSpace *space)
{
    MenuPanel content = {.title = TITLE,
                         .rows = menu->texts.texts,
                         .count = menu->texts.rows.count,
                         .selected = menu->texts.selected,
                         .first = menu->panel.first};

    menu_panel_lay_out(&menu->panel, &content, space);
    menu->texts.selected = menu->panel.selected;
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
    captions_make_room(menu->captions,
                       menu->is_open && menu->window == 0
                           ? menu->panel.panel.x + menu->panel.panel.width
                           : 0);
}

void menu_toggle(Menu *menu)
{
    menu->is_open = !menu->is_open;
    menu->dragged = MENU_PART_NONE;
    menu->mark_until_ns = 0;
    if (menu->is_open) {
        free(menu->target.pictures);
        menu->target.pictures = user_pictures_find();
        menu_texts_write(&menu->texts, &menu->target, &menu->keep);
        captions_hint(menu->captions, NULL);
        if (menu->captions->help_shown)
            captions_hide_help(menu->captions);
    }
    menu_lay_out(menu);
}

static void select_row(Menu *menu, int row)
{
    if (menu->texts.selected == row)
        return;
    menu->texts.selected = menu->panel.selected = row;
    menu->is_stale = 1;
}

/* Scrolls to the row that is to be the first to be seen. */
static void scroll(Menu *menu, int first)
{
    MenuPanel *panel = &menu->panel;

    panel->first = clamp_int(first, 0, panel->list - panel->shown);
    if (menu->texts.selected < panel->list)
        select_row(menu, clamp_int(menu->texts.selected, panel->first,
                                   panel->first + panel->shown - 1));
    menu->is_stale = 1;
}

/* Says why a row has not changed. */
static void tell(Menu *menu, int result, const Error *error, uint64_t now_ns)
{
    if (result != 0)
        captions_say(menu->captions, now_ns, "%s", error->text);
}

static const MenuRow *selected_row(const Menu *menu)
{
    return &menu->texts.rows.rows[menu->texts.selected];
}

/* Changes the selected row, or goes to the action beside it. */
static void step(Menu *menu, int by, uint64_t now_ns)
{
    Error error;

    if (menu_rows_is_action(selected_row(menu)))
        select_row(menu, menu_walk(&menu->panel, MENU_ACROSS));
    else
        tell(menu,
             menu_rows_step(selected_row(menu), &menu->target, by, &error),
             &error, now_ns);
}

static void set_place(Menu *menu, double place, uint64_t now_ns)
{
    Error error;

    tell(menu, menu_rows_move(selected_row(menu), &menu->target, place, &error),
         &error, now_ns);
}

static void keep(Menu *menu, uint64_t now_ns)
{
    char *path;
    Error error;

    if (menu_keep_write(&menu->keep, &menu->target, &path, &error) != 0)
        captions_say(menu->captions, now_ns, "%s", error.text);
    else
        captions_say(menu->captions, now_ns, "kept in %s%s", path,
                     menu->target.input->size != 1 ? "; not the stone size"
                                                   : "");
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
    else if (selected_row(menu)->kind == MENU_COMMAND)
        menu->asked = selected_row(menu)->key;
    else
        step(menu, 1, now_ns);
}

/* Whether Enter goes past an open menu: to and from full screen. */
static int is_for_window(const SDL_KeyboardEvent *key)
{
    return key->keysym.sym == SDLK_RETURN && (key->keysym.mod & KMOD_ALT);
}

/* Keys that do nothing while they are held; returns whether this is one. */
static int press_once(Menu *menu, const SDL_KeyboardEvent *event,
                      uint64_t now_ns)
{
    switch (event->keysym.sym) {
    case SDLK_TAB:
    case SDLK_ESCAPE:
        if (!event->repeat)
            menu_toggle(menu);
        return 1;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
    case SDLK_SPACE:
        if (!event->repeat && !is_for_window(event))
            act(menu, now_ns);
        return !is_for_window(event);
    default:
        return 0;
    }
}

static const struct {
    SDL_Keycode code;
    MenuWay way;
} ways[] = {
    {SDLK_UP, MENU_UP},          {SDLK_DOWN, MENU_DOWN},
    {SDLK_PAGEUP, MENU_PAGE_UP}, {SDLK_PAGEDOWN, MENU_PAGE_DOWN},
    {SDLK_HOME, MENU_FIRST},     {SDLK_END, MENU_LAST},
};

/* Other keys than those of the menu are for the window. */
static int press_key(Menu *menu, const SDL_KeyboardEvent *event,
                     uint64_t now_ns)
{
    SDL_Keycode code = event->keysym.sym;

    for (int i = 0; i < COUNT(ways); i++) {
        if (ways[i].code == code) {
            select_row(menu, menu_walk(&menu->panel, ways[i].way));
            return 1;
        }
    }
    if (code != SDLK_LEFT && code != SDLK_RIGHT)
        return press_once(menu, event, now_ns);
    step(menu, code == SDLK_LEFT ? -1 : 1, now_ns);
    return 1;
}

/* The track or the bar follows that pointer until it is lifted. */
static void hold(Menu *menu, MenuPart part, SDL_FingerID id, SDL_Point at,
                 uint64_t now_ns)
{
    menu->dragged = part;
    menu->dragger = id;
    if (part == MENU_PART_BAR)
        scroll(menu, menu_panel_scroll(&menu->panel, at.y));
    else
        set_place(menu, menu_panel_place(&menu->panel, at.x), now_ns);
}

/* A pointer goes down at a pixel; returns whether it is for the menu. */
static int press(Menu *menu, SDL_FingerID id, SDL_Point at, uint64_t now_ns)
{
    MenuPlace place = menu_panel_find(&menu->panel, at.x, at.y);

    if (place.part > MENU_PART_BAR)
        select_row(menu, place.row);
    switch (place.part) {
    case MENU_PART_NONE:
        return 0;
    case MENU_PART_CLOSE:
        menu_toggle(menu);
        break;
    case MENU_PART_BAR:
    case MENU_PART_TRACK:
        hold(menu, place.part, id, at, now_ns);
        break;
    case MENU_PART_ACTION:
        act(menu, now_ns);
        break;
    case MENU_PART_LESS:
    case MENU_PART_MORE:
        step(menu, place.part == MENU_PART_LESS ? -1 : 1, now_ns);
        break;
    default:
        break;
    }
    return 1;
}

/* The row under a moving mouse is selected; what is held follows. */
static void drag(Menu *menu, SDL_FingerID id, SDL_Point to, uint64_t now_ns)
{
    MenuPlace place = menu_panel_find(&menu->panel, to.x, to.y);

    if (menu->dragged == MENU_PART_NONE && place.part > MENU_PART_BAR)
        select_row(menu, place.row);
    else if (menu->dragged != MENU_PART_NONE && menu->dragger == id)
        hold(menu, menu->dragged, id, to, now_ns);
}

/* The wheel scrolls the list, and the row that comes under the mouse is
   selected. */
static int turn_wheel(Menu *menu, int notches, uint64_t now_ns)
{
    const SDL_Point *mouse = &menu->mouse;

    if (menu_panel_find(&menu->panel, mouse->x, mouse->y).part ==
        MENU_PART_NONE)
        return 0;
    scroll(menu, menu->panel.first - notches);
    drag(menu, INPUT_MOUSE, *mouse, now_ns);
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

/* Shows the mark, in that window and nowhere else, as long as the mouse is on
   it. */
static void show_mark(Menu *menu, SDL_FingerID id, int index, SDL_Point at,
                      uint64_t now_ns)
{
    int is_new = !shows_mark(menu) || menu->window != index;

    menu->window = index;
    menu->mark_until_ns = now_ns + MARK_NS;
    if (is_new)
        menu_lay_out(menu);
    if (id == INPUT_MOUSE && is_on_mark(menu, at))
        menu->mark_until_ns = STAYS;
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
        show_mark(menu, id, index, to, now_ns);
    else if (index == menu->window)
        drag(menu, id, to, now_ns);
}

static void lift(Menu *menu, SDL_FingerID id)
{
    if (menu->dragger == id)
        menu->dragged = MENU_PART_NONE;
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

void menu_leave(Menu *menu, int index, uint64_t now_ns)
{
    if (menu->mark_until_ns == STAYS && menu->window == index)
        menu->mark_until_ns = now_ns + MARK_NS;
}

void menu_turn(Menu *menu, uint64_t now_ns)
{
    menu->is_stale |=
        menu->is_open &&
        menu_texts_write(&menu->texts, &menu->target, &menu->keep);
    if (menu_wait_ns(menu, now_ns) == 0) {
        menu->mark_until_ns = 0;
        menu->is_stale = 1;
    }
    if (menu->is_stale)
        menu_lay_out(menu);
}

uint64_t menu_wait_ns(const Menu *menu, uint64_t now_ns)
{
    if (menu->mark_until_ns == 0 || menu->mark_until_ns == STAYS)
        return UINT64_MAX;
    return menu->mark_until_ns > now_ns ? menu->mark_until_ns - now_ns : 0;
}
