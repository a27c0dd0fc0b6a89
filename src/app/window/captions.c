/* SPDX-License-Identifier: MIT */
#include "app/window/captions.h"

#include "app/window/help.h"
#include "host/step_clock.h"

#include <stdarg.h>
#include <stdio.h>

#define MESSAGE_NS   (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define FIRST_RUN_NS (3 * (uint64_t)STEP_CLOCK_SECOND_NS)

static void lay_out_message(Captions *captions)
{
    const Presenter *presenter = captions->screen->presenters[0];
    Panel panel;

    panel_message(&panel, captions->message, presenter->width,
                  presenter->height);
    screen_set_layer(captions->screen, LAYER_MESSAGE,
                     captions->until_ns != 0 ? &panel : NULL);
}

static void lay_out_mark(Captions *captions)
{
    const Presenter *presenter = captions->screen->presenters[0];
    Panel panel;

    panel_mark(&panel, presenter->width, presenter->height);
    screen_set_layer(captions->screen, LAYER_MARK,
                     captions->mark_shown ? &panel : NULL);
}

static void lay_out_help(Captions *captions)
{
    const Presenter *presenter = captions->screen->presenters[0];
    Panel panel;
    int count;
    const char *const *lines = help_lines(&count);

    if (captions->help_shown)
        panel_help(&panel, lines, count, presenter->width, presenter->height);
    screen_set_layer(captions->screen, LAYER_HELP,
                     captions->help_shown ? &panel : NULL);
}

void captions_init(Captions *captions, Screen *screen, int is_silent)
{
    *captions = (Captions){.screen = screen, .is_silent = is_silent};
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
    lay_out_message(captions);
}

void captions_complain(Captions *captions, uint64_t now_ns, const Error *error)
{
    error_print(error);
    captions_say(captions, now_ns, "%s", error->text);
}

void captions_show_first_run(Captions *captions, uint64_t now_ns)
{
    captions_say(captions, now_ns, "click to drop a stone; F1 shows the keys");
    captions->until_ns = now_ns + FIRST_RUN_NS;
}

void captions_expire(Captions *captions, uint64_t now_ns)
{
    if (captions_wait_ns(captions, now_ns) > 0)
        return;
    captions->until_ns = 0;
    lay_out_message(captions);
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
    lay_out_help(captions);
}

void captions_mark(Captions *captions, int shown)
{
    captions->mark_shown = shown;
    lay_out_mark(captions);
}

void captions_lay_out(Captions *captions)
{
    lay_out_help(captions);
    lay_out_message(captions);
    lay_out_mark(captions);
}
