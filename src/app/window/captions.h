/* SPDX-License-Identifier: MIT */
/* What the window says over the water: the help, a message for a while, and the
   mark of a film. */
#ifndef RIPPLE_APP_WINDOW_CAPTIONS_H
#define RIPPLE_APP_WINDOW_CAPTIONS_H

#include "app/present/screen.h"
#include "host/error.h"

#include <stdint.h>

typedef struct Captions {
    Screen *screen;
    int help_shown, mark_shown;
    int silent;        /* says nothing */
    uint64_t until_ns; /* when the message goes; 0: there is none */
    char message[160]; /* the latest */
} Captions;

/* Shows nothing yet on a screen, which must outlive the captions. */
void captions_init(Captions *captions, Screen *screen);

/* Shows a line of text for a while. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void captions_say(Captions *captions, uint64_t now_ns, const char *format, ...);

/* Shows an error, and prints it on standard error. */
void captions_complain(Captions *captions, uint64_t now_ns, const Error *error);

/* Shows for three seconds what there is to do. */
void captions_show_first_run(Captions *captions, uint64_t now_ns);

/* Takes the message away when its time has come. */
void captions_expire(Captions *captions, uint64_t now_ns);

/* How long until then; UINT64_MAX when there is no message. */
uint64_t captions_wait_ns(const Captions *captions, uint64_t now_ns);

void captions_toggle_help(Captions *captions);

/* Shows a red dot, or none. */
void captions_mark(Captions *captions, int shown);

/* Lays all of it out anew, for a new size or a new renderer. */
void captions_lay_out(Captions *captions);

#endif
