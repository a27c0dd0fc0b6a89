/* SPDX-License-Identifier: MIT */
/* Texts over the water: a message for a short time or a hint that stays, the
   mark of a recording, and labels of a split view. */
#ifndef RIPPLE_APP_CAPTIONS_H
#define RIPPLE_APP_CAPTIONS_H

#include "app/ui.h"
#include "os/error.h"

#include <stdint.h>

#define CAPTIONS_MIN_WIDTH 20 /* capitals, of the room for a message */
#define CAPTIONS_PAUSED    "paused; Space goes on"

/* Filled in by the window: is_silent. */
typedef struct Captions {
    int help_shown;
    UiScroll help;                   /* in halves of lines */
    const char *(*help_line)(int i); /* see captions_turn_help */
    int is_silent;                   /* shows no messages */
    int is_paused;     /* says so where there is nothing else to say */
    int complained;    /* something has failed */
    const char *hint;  /* NULL: there is none */
    uint64_t until_ns; /* when the message disappears; 0: there is none,
                          UINT64_MAX: it has not been shown yet */
    uint64_t lasts_ns; /* how long it is shown */
    char message[160]; /* the last one */
    char mark[32];     /* of a recording; "": there is none */
} Captions;

/* Shows a line of text for two seconds. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void captions_say(Captions *captions, const char *format, ...);

/* Whether this message is shown. */
int captions_is_said(const Captions *captions, const char *text);

/* Says what has become of a file, "saved", and where it is; `why` follows. */
void captions_tell_file(Captions *captions, const char *what, const char *name,
                        const char *why);

/* Shows an error for five seconds, and prints it on standard error. */
void captions_complain(Captions *captions, const Error *error);

/* Shows static text where there is no message, until another hint, or NULL for
   none. */
void captions_hint(Captions *captions, const char *hint);

/* The text that is shown, message or hint, or NULL. */
const char *captions_text(const Captions *captions);

/* How long the message stays, 0 if it is yet to be shown; UINT64_MAX if there
   is none. */
uint64_t captions_wait_ns(const Captions *captions, uint64_t now_ns);

void captions_hide_help(Captions *captions);

/* Shows the help, then what follows of it, then hides it. line(i) is its line
   i, "KEY\tACTION", or "" between two groups; NULL past the last of at most
   HELP_MAX_LINES. */
void captions_turn_help(Captions *captions, const char *line(int i));

/* Shows a red dot with this text; "" hides both. */
void captions_mark(Captions *captions, const char *text);

/* Shows message or hint; `left` pixels of the window are taken. */
void captions_show(Captions *captions, Ui *ui, int left, uint64_t now_ns);

/* Shows the mark, if there is room beside them. */
void captions_show_mark(const Captions *captions, Ui *ui, int left);

/* Shows labels at the top of each third of the frame. */
void captions_show_labels(Ui *ui, RippleRect frame);

#define HELP_MAX_LINES 40

/* The help, in help.c: the lines of the table of keys, in as many columns as
   there is room for, in the middle of a window; a list that scrolls where they
   do not fit. For line(i) see captions_turn_help. Any press is taken; returns
   whether it closes the help. */
int help_show(Ui *ui, UiScroll *scroll, const char *line(int i));

#endif
