/* SPDX-License-Identifier: MIT */
#include "app/window/captions.h"

#include "app/osd/help_pages.h"
#include "app/osd/labels_panel.h"
#include "app/osd/mark_panel.h"
#include "app/osd/message_panel.h"
#include "app/present/screen_layers.h"
#include "lib/util/fixed.h"
#include "os/paths.h"
#include "os/step_clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_NS (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define MAX_PATH   60 /* bytes of a path in a message */
#define MIN_WIDTH  20 /* capitals, of the room for a message */

/* NULL: the layer is empty. */
static void set_layer(const Captions *captions, Layer layer, const Panel *panel)
{
    screen_set_layer(captions->screen, 0, layer, panel);
}

static void lay_out_help(Captions *captions, const PanelSpace *space)
{
    const char *lines[CAPTIONS_MAX_LINES + 2] = {
        "ripple\tEsc or a click closes"};
    HelpPages help;

    for (int i = 0; captions->help_shown && captions->help_line(i) != NULL; i++)
        lines[i + 1] = captions->help_line(i);
    if (captions->help_shown)
        captions->help_pages = help_pages_lay_out(
            &help, lines, "F1, H\tnext page", captions->help_page, space);
    set_layer(captions, LAYER_HELP,
              captions->help_shown ? &help.panel.panel : NULL);
}

const char *captions_text(const Captions *captions)
{
    if (captions->until_ns != 0)
        return captions->message;
    if (captions->hint != NULL)
        return captions->hint;
    return captions->is_paused && !captions->is_silent ? CAPTIONS_PAUSED : NULL;
}

static void lay_out_message(const Captions *captions, const PanelSpace *space)
{
    const char *text = captions_text(captions);
    PanelSpace free = *space;
    MessagePanel message;

    free.width -= captions->taken;
    if (free.width < MIN_WIDTH * space->size)
        free.width = space->width;
    if (text != NULL) {
        message_panel_lay_out(&message, text, &free);
        message.panel.x += space->width - free.width;
    }
    set_layer(captions, LAYER_MESSAGE, text != NULL ? &message.panel : NULL);
}

static void lay_out_mark(const Captions *captions, const PanelSpace *space)
{
    int is_shown = captions->mark[0] != '\0';
    MarkPanel mark;

    if (is_shown)
        mark_panel_lay_out(&mark, captions->mark, space);
    set_layer(captions, LAYER_MARK, is_shown ? &mark.panel : NULL);
}

/* At the top of the frame. */
static void lay_out_labels(const Captions *captions, const PanelSpace *space)
{
    static const char *const names[] = {"heights", "refraction", "with light"};
    PanelSpace frame = *space;
    LabelsPanel labels;
    ScreenPlace place;
    SDL_Point from, to;

    if (!captions->labels_shown) {
        set_layer(captions, LAYER_LABELS, NULL);
        return;
    }
    screen_find_place(captions->screen, 0, &place);
    from = screen_find_pixel(captions->screen, 0, place.left, place.top);
    to = screen_find_pixel(captions->screen, 0, place.left + place.width,
                           place.top + place.height);
    frame.width = to.x - from.x;
    frame.height = to.y - from.y;
    labels_panel_lay_out(&labels, names, COUNT(names), &frame, from.x, from.y);
    set_layer(captions, LAYER_LABELS, &labels.panel);
}

void captions_lay_out(Captions *captions)
{
    PanelSpace space;

    if (captions->screen->count == 0)
        return;
    screen_find_space(captions->screen, 0, &space);
    lay_out_labels(captions, &space);
    lay_out_help(captions, &space);
    lay_out_message(captions, &space);
    lay_out_mark(captions, &space);
}

void captions_say(Captions *captions, uint64_t now_ns, const char *format, ...)
{
    va_list arguments;

    if (captions->is_silent)
        return;
    va_start(arguments, format);
    vsnprintf(captions->message, sizeof captions->message, format, arguments);
    va_end(arguments);
    captions->until_ns = now_ns + MESSAGE_NS;
    captions_lay_out(captions);
}

int captions_is_said(const Captions *captions, const char *text)
{
    return captions->until_ns != 0 && strcmp(captions->message, text) == 0;
}

void captions_announce(Captions *captions, uint64_t now_ns, const char *name,
                       const char *why)
{
    char path[MAX_PATH + 1];

    printf("%s\n", name);
    fflush(stdout);
    paths_tell(path, sizeof path, name);
    captions_say(captions, now_ns, "saved %s%s", path, why);
}

void captions_complain(Captions *captions, uint64_t now_ns, const Error *error)
{
    captions->complained = 1;
    error_print(error);
    captions_say(captions, now_ns, "%s", error->text);
}

void captions_hint(Captions *captions, const char *hint)
{
    if (captions->is_silent || captions->hint == hint)
        return;
    captions->hint = hint;
    captions_lay_out(captions);
}

void captions_expire(Captions *captions, uint64_t now_ns)
{
    if (captions_wait_ns(captions, now_ns) > 0)
        return;
    captions->until_ns = 0;
    captions_lay_out(captions);
}

uint64_t captions_wait_ns(const Captions *captions, uint64_t now_ns)
{
    if (captions->until_ns == 0)
        return UINT64_MAX;
    return captions->until_ns > now_ns ? captions->until_ns - now_ns : 0;
}

static void show_help_page(Captions *captions, int shown, int page)
{
    captions->help_shown = shown;
    captions->help_page = page;
    captions->hint = NULL;
    captions_lay_out(captions);
}

void captions_hide_help(Captions *captions)
{
    show_help_page(captions, 0, 0);
}

void captions_turn_help(Captions *captions, const char *line(int i))
{
    int next = captions->help_shown ? captions->help_page + 1 : 0;

    captions->help_line = line;
    if (captions->help_shown && next >= captions->help_pages)
        captions_hide_help(captions);
    else
        show_help_page(captions, 1, next);
}

void captions_mark(Captions *captions, const char *text)
{
    PanelSpace space;

    if (strcmp(captions->mark, text) == 0)
        return;
    snprintf(captions->mark, sizeof captions->mark, "%s", text);
    if (captions->screen->count == 0)
        return;
    screen_find_space(captions->screen, 0, &space);
    lay_out_mark(captions, &space);
}

void captions_make_room(Captions *captions, int pixels)
{
    if (captions->taken == pixels)
        return;
    captions->taken = pixels;
    captions_lay_out(captions);
}

void captions_label_parts(Captions *captions, int shown)
{
    if (captions->labels_shown == shown)
        return;
    captions->labels_shown = shown;
    captions_lay_out(captions);
}
