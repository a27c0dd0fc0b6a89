/* SPDX-License-Identifier: MIT */
#include "app/window/captions.h"

#include "app/input/keys.h"
#include "app/osd/help_pages.h"
#include "app/osd/mark_panel.h"
#include "app/osd/message_panel.h"
#include "app/present/screen_layers.h"
#include "host/compat.h"
#include "host/paths.h"
#include "host/step_clock.h"

#include <stdarg.h>
#include <stdio.h>

#define MESSAGE_NS   (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define FIRST_RUN_NS (3 * (uint64_t)STEP_CLOCK_SECOND_NS)

/* NULL: the layer is empty. */
static void set_layer(const Captions *captions, Layer layer, const Panel *panel)
{
    screen_set_layer(captions->screen, 0, layer, panel);
}

static void lay_out_help(Captions *captions, const PanelSpace *space)
{
    const char *lines[KEYS_MAX_LINES + 2] = {"ripple"};
    HelpPages help;

    for (int i = 0; keys_line(i) != NULL; i++)
        lines[i + 1] = keys_line(i);
    if (captions->help_shown)
        captions->help_pages = help_pages_lay_out(
            &help, lines, "F1, h\tnext page", captions->help_page, space);
    set_layer(captions, LAYER_HELP,
              captions->help_shown ? &help.panel.panel : NULL);
}

static void lay_out_message(const Captions *captions, const PanelSpace *space)
{
    int is_shown = captions->until_ns != 0;
    MessagePanel message;

    if (is_shown)
        message_panel_lay_out(&message, captions->message, space);
    set_layer(captions, LAYER_MESSAGE, is_shown ? &message.panel : NULL);
}

void captions_lay_out(Captions *captions)
{
    PanelSpace space;
    Panel mark;

    if (captions->screen->count == 0)
        return;
    screen_find_space(captions->screen, 0, &space);
    lay_out_help(captions, &space);
    lay_out_message(captions, &space);
    mark_panel_lay_out(&mark, &space);
    set_layer(captions, LAYER_MARK, captions->mark_shown ? &mark : NULL);
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

void captions_announce(Captions *captions, uint64_t now_ns, const char *name,
                       const char *why)
{
    printf("%s\n", name);
    fflush(stdout);
    captions_say(captions, now_ns, "saved %s%s", name, why);
}

void captions_complain(Captions *captions, uint64_t now_ns, const Error *error)
{
    captions->complained = 1;
    error_print(error);
    captions_say(captions, now_ns, "%s", error->text);
}

/* O_EXCL: of several programs that start together one makes the file. */
static int make_mark(char *path)
{
    int file = paths_make_folders(path) == 0
                   ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                   : -1;

    return file >= 0 && close(file) == 0;
}

/* Whether the user runs the program for the first time. An empty file remembers
   that. If it cannot be made, no run is the first: better no message than one
   on each run. */
static int is_first_run(void)
{
    char *path = paths_find("XDG_STATE_HOME", ".local/state", "ripple/greeted");
    int is_first = path != NULL && make_mark(path);

    free(path);
    return is_first;
}

void captions_show_first_run(Captions *captions, uint64_t now_ns)
{
    if (!is_first_run())
        return;
    captions_say(captions, now_ns, "click to drop a stone; F1 shows the keys");
    captions->until_ns = now_ns + FIRST_RUN_NS;
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

void captions_toggle_help(Captions *captions)
{
    captions->help_shown = !captions->help_shown;
    captions->help_page = 0;
    captions_lay_out(captions);
}

void captions_turn_help(Captions *captions)
{
    if (!captions->help_shown ||
        captions->help_page + 1 >= captions->help_pages) {
        captions_toggle_help(captions);
    } else {
        captions->help_page++;
        captions_lay_out(captions);
    }
}

void captions_mark(Captions *captions, int shown)
{
    captions->mark_shown = shown;
    captions_lay_out(captions);
}
