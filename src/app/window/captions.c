/* SPDX-License-Identifier: MIT */
#include "app/window/captions.h"

#include "app/window/help.h"
#include "host/step_clock.h"

#include <stdarg.h>
#include <stdio.h>

#define MESSAGE_NS   (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define FIRST_RUN_NS (3 * (uint64_t)STEP_CLOCK_SECOND_NS)

void captions_lay_out(Captions *captions)
{
    Screen *screen = captions->screen;
    int width = screen->presenters[0]->width;
    int height = screen->presenters[0]->height;
    int count;
    const char *const *lines = help_lines(&count);
    Panel help, message, mark;

    panel_help(&help, lines, count, width, height);
    panel_message(&message, captions->message, width, height);
    panel_mark(&mark, width, height);
    screen_set_layer(screen, LAYER_HELP, captions->help_shown ? &help : NULL);
    screen_set_layer(screen, LAYER_MESSAGE,
                     captions->until_ns != 0 ? &message : NULL);
    screen_set_layer(screen, LAYER_MARK, captions->mark_shown ? &mark : NULL);
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
    captions_lay_out(captions);
}

void captions_mark(Captions *captions, int shown)
{
    captions->mark_shown = shown;
    captions_lay_out(captions);
}
