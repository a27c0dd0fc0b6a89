/* SPDX-License-Identifier: MIT */
#include "menu_stage.h"

#include "stage.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Form *form(void)
{
    return &stage.window.menu.form;
}

static const ScreenWindow *shown(void)
{
    return &stage.window.screen.windows[stage.window.menu.window];
}

static int has_row(const char *label)
{
    return seen_text(shown(), label, 0) >= 0;
}

/* The item of the label that has the focus, or -1. */
static int find_focus(void)
{
    int field = seen_shape(shown(), SHAPE_BOX, UI_FIELD);

    return field < 0 ? -1 : seen_text(shown(), NULL, field + 1);
}

static int is_focus(const char *label)
{
    int focus = find_focus();

    return focus >= 0 && seen_matches(seen_read(shown(), focus), label);
}

static void choose(const char *label)
{
    stage_play("now");
    for (int i = 0; i < 64 && !is_focus(label); i++) {
        if (form()->focused >= form()->scroll.count)
            stage_play("key Right; now");
        if (!is_focus(label))
            stage_play("key Down; now");
    }
    if (!is_focus(label))
        ck_abort_msg("there is no row \"%s\"", label);
}

/* The middle of a shape. */
static SDL_Point middle_of(const Shape *shape)
{
    return (SDL_Point){(int)(shape->x + shape->width / 2),
                       (int)(shape->y + shape->height / 2)};
}

/* A pixel of a row that is that part of it; rows out of sight are scrolled
   to. */
static SDL_Point find_pixel(const char *label, const char *part)
{
    int item, size;
    const Shape *text;

    stage_play("now");
    size = form()->pitch / 2;
    if (strcmp(part, "close") == 0)
        return middle_of(
            &seen_item(shown(), seen_shape(shown(), SHAPE_CROSS, 0))->shape);
    if (strcmp(part, "bar") == 0)
        return (SDL_Point){form()->right + size,
                           form()->list.y + form()->list.height - 1};
    if (strcmp(part, "inside") == 0)
        return (SDL_Point){form()->box.x + size, form()->box.y + 2};
    if (!has_row(label))
        choose(label);
    item = seen_text(shown(), label, 0);
    text = &seen_item(shown(), item)->shape;
    if (strcmp(part, "less") == 0)
        text = &seen_item(shown(), seen_text(shown(), "<", item))->shape;
    if (strcmp(part, "more") == 0)
        text = &seen_item(shown(), seen_text(shown(), ">", item))->shape;
    return (SDL_Point){
        (int)(strcmp(part, "track") == 0 ? (float)form()->track : text->x + 2),
        (int)text->y - size / 2};
}

static void press_track(const char *label, double share)
{
    SDL_Point left = find_pixel(label, "track");

    stage_play("press left %d %d",
               form()->track + (int)(share * form()->track_width), left.y);
}

/* Statements that do something. */
static int act(const Words *words)
{
    SDL_Point at;

    if (verbs_is(words, 0, "choose")) {
        choose(words->word[1]);
        return 1;
    }
    if (verbs_is(words, 0, "hold") || verbs_is(words, 0, "slide")) {
        press_track(words->word[1], verbs_number(words, 2));
        if (verbs_is(words, 0, "slide"))
            stage_play("release left 0 0");
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

static int has_menu(int window)
{
    return seen_shape(&stage.window.screen.windows[window], SHAPE_CROSS, 0) >=
           0;
}

/* A disc with three bars. */
static int has_bars(void)
{
    int i = seen_shape(&stage.window.screen.windows[0], SHAPE_PANEL, 0);
    const Shape *panel;

    if (i < 0)
        return 0;
    panel = &seen_item(&stage.window.screen.windows[0], i)->shape;
    return panel->width == panel->height;
}

/* Whether the message begins at the right of the panel. */
static int is_message_beside(void)
{
    const char *message = captions_text(&stage.window.captions);
    int i = seen_text(shown(), message, 0);

    return i >= 0 && seen_item(shown(), i)->shape.x >=
                         (float)(form()->box.x + form()->box.width);
}

/* The text after the label of the focus: its value or key. */
static const char *read_value(void)
{
    int label = find_focus(), i = seen_text(shown(), NULL, label + 1);

    return i >= 0 && seen_item(shown(), i)->shape.y ==
                         seen_item(shown(), label)->shape.y
               ? seen_read(shown(), i)
               : "";
}

static void expect_text(const char *text, const char *wanted)
{
    if (!seen_matches(text, wanted))
        ck_abort_msg("\"%s\", not \"%s\"", text, wanted);
}

void menu_run(const Words *words)
{
    if (act(words))
        return;
    if (verbs_is(words, 0, "row"))
        expect_text(seen_read(shown(), find_focus()), words->word[1]);
    else if (verbs_is(words, 0, "value"))
        expect_text(read_value(), words->count > 1 ? words->word[1] : "");
    else if (verbs_is(words, 0, "has-row"))
        EXPECT_INT(has_row(words->word[1]), ==, verbs_int(words, 2));
    else if (verbs_is(words, 0, "first"))
        EXPECT_INT(form()->scroll.first, ==,
                   verbs_is(words, 1, "end")
                       ? form()->scroll.count - form()->scroll.shown
                       : verbs_int(words, 1));
    else if (verbs_is(words, 0, "actions"))
        EXPECT_INT(form()->buttons, ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "message-beside"))
        EXPECT_INT(is_message_beside(), ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "tool"))
        EXPECT_INT(stage.window.input.tool, ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "menu"))
        EXPECT_INT(has_menu(0), ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "bars"))
        EXPECT_INT(has_bars(), ==, verbs_int(words, 1));
    else if (verbs_is(words, 0, "menu-on"))
        for (int i = 0; i < stage.window.screen.count; i++)
            EXPECT_INT(has_menu(i), ==, i == verbs_int(words, 1));
    else
        stage_run(words);
}

void menu_leave_home(void)
{
    setenv("XDG_CONFIG_HOME", "", 1);
    setenv("HOME", "", 1);
    unsetenv("XDG_PICTURES_DIR");
}
