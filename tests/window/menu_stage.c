/* SPDX-License-Identifier: MIT */
#include "menu_stage.h"

#include "headless_presenter.h"
#include "stage.h"
#include "../support.h"
#include "../test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const parts[] = {
    [MENU_PART_NONE] = "outside",  [MENU_PART_INSIDE] = "inside",
    [MENU_PART_CLOSE] = "close",   [MENU_PART_LABEL] = "label",
    [MENU_PART_LESS] = "less",     [MENU_PART_MORE] = "more",
    [MENU_PART_TRACK] = "track",   [MENU_PART_BAR] = "bar",
    [MENU_PART_ACTION] = "action",
};

static const Menu *menu(void)
{
    return &stage.window.menu;
}

static int is_label(const char *label, const char *word)
{
    size_t i = 0;

    for (; label[i] != '\0' && word[i] != '\0'; i++) {
        if (label[i] != word[i] && (label[i] != ' ' || word[i] != '_'))
            return 0;
    }
    return label[i] == word[i];
}

static int search_row(const char *label)
{
    for (int i = 0; i < menu()->texts.rows.count; i++) {
        if (is_label(menu()->texts.texts[i].label, label))
            return i;
    }
    return -1;
}

static int has_row(const char *label)
{
    return search_row(label) >= 0;
}

/* The index of a row; -1: '-'. */
static int find_row(const char *label)
{
    int row = search_row(label);

    if (row < 0 && strcmp(label, "-") != 0)
        ck_abort_msg("there is no row \"%s\"", label);
    return row;
}

/* Whether the selected row is that one, or an action beside it. */
static int is_beside(int row)
{
    int list = menu()->panel.list;

    return menu()->texts.selected == row ||
           (row >= list && menu()->texts.selected - list == ((row - list) ^ 1));
}

static void choose(const char *label)
{
    int row;

    stage_play("now");
    row = find_row(label);
    for (int i = 0; i < menu()->texts.rows.count && !is_beside(row); i++)
        stage_play("key Down; now");
    if (menu()->texts.selected != row)
        stage_play("key Right; now");
    EXPECT_INT(menu()->texts.selected, ==, row);
}

/* A pixel of a row that is that part of it; rows out of sight are scrolled
   to. */
static SDL_Point find_pixel(const char *label, const char *part)
{
    const Panel *panel = &menu()->panel.panel;
    int row;

    stage_play("now");
    row = find_row(label);
    if (row >= 0 && row < menu()->panel.list &&
        (row < menu()->panel.first ||
         row >= menu()->panel.first + menu()->panel.shown))
        choose(label);
    for (int y = panel->y + panel->height; y >= panel->y; y--) {
        for (int x = panel->x; x < panel->x + panel->width; x++) {
            MenuPlace place = menu_panel_find(&menu()->panel, x, y);

            if (strcmp(parts[place.part], part) == 0 &&
                (row < 0 || place.row == row))
                return (SDL_Point){x, y};
        }
    }
    ck_abort_msg("the row \"%s\" has no %s", label, part);
}

static void press_track(const char *label, double share)
{
    SDL_Point left = find_pixel(label, "track");
    const MenuPanel *panel = &menu()->panel;

    stage_play("press left %d %d",
               panel->panel.x + panel->track +
                   (int)(share * panel->track_width),
               left.y);
}

/* Statements that do something. */
static int act(const Words *words)
{
    SDL_Point at;

    if (verbs_is(words, 0, "choose")) {
        choose(words->word[1]);
        return 1;
    }
    if (verbs_is(words, 0, "slide")) {
        press_track(words->word[1], verbs_number(words, 2));
        stage_play("release left 0 0");
        return 1;
    }
    if (verbs_is(words, 0, "hold")) {
        press_track(words->word[1], verbs_number(words, 2));
        return 1;
    }
    if (!verbs_is(words, 0, "tap") && !verbs_is(words, 0, "touch") &&
        !verbs_is(words, 0, "hover"))
        return 0;
    at = find_pixel(words->word[1], words->word[2]);
    if (verbs_is(words, 0, "tap"))
        stage_play("click %d %d", at.x, at.y);
    else if (verbs_is(words, 0, "hover"))
        stage_play("move %d %d", at.x, at.y);
    else
        stage_play("finger down 7 %.9f %.9f; finger up 7 0 0",
                   (at.x + 0.5) / stage.window.screen.windows[0].width,
                   (at.y + 0.5) / stage.window.screen.windows[0].height);
    return 1;
}

static int has_layer(int window, Layer layer)
{
    return headless_has_layer(&stage.window.screen.windows[window], layer);
}

/* Whether the message begins at the right of the panel. */
static int is_message_beside(void)
{
    const Panel *panel = &menu()->panel.panel;

    return headless_layer_place(stage.window.screen.windows[0].self,
                                LAYER_MESSAGE)
               .x >= panel->x + panel->width;
}

static void expect_text(const char *text, const char *wanted)
{
    if (!is_label(text, wanted))
        ck_abort_msg("\"%s\", not \"%s\"", text, wanted);
}

static void run(void *subject, const Words *words)
{
    const MenuPanelRow *row = &menu()->texts.texts[menu()->texts.selected];

    (void)subject;
    if (act(words))
        return;
    if (verbs_is(words, 0, "row"))
        expect_text(row->label, words->word[1]);
    else if (verbs_is(words, 0, "value"))
        expect_text(row->value, words->count > 1 ? words->word[1] : "");
    else if (verbs_is(words, 0, "has-row"))
        EXPECT_INT(has_row(words->word[1]), ==, verbs_int(words, 2));
    else if (verbs_is(words, 0, "first"))
        EXPECT_INT(menu()->panel.first, ==,
                   verbs_is(words, 1, "end")
                       ? menu()->panel.list - menu()->panel.shown
                       : verbs_int(words, 1));
    else if (verbs_is(words, 0, "actions"))
        EXPECT_INT(menu()->panel.actions, ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "message-beside"))
        EXPECT_INT(is_message_beside(), ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "tool"))
        EXPECT_INT(stage.window.input.tool, ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "menu"))
        EXPECT_INT(has_layer(0, LAYER_MENU), ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "bars"))
        EXPECT_INT(has_layer(0, LAYER_MENU_MARK), ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "menu-on"))
        for (int i = 0; i < stage.window.screen.count; i++)
            EXPECT_INT(has_layer(i, LAYER_MENU), ==, i == verbs_int(words, 1));
    else
        stage_run(NULL, words);
}

void menu_play(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    verbs_play(run, format, list);
    va_end(list);
}

void menu_leave_home(void)
{
    setenv("XDG_CONFIG_HOME", "", 1);
    setenv("HOME", "", 1);
    unsetenv("XDG_PICTURES_DIR");
}
