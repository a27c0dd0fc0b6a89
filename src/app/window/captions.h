/* SPDX-License-Identifier: MIT */
/* The panels over the water: the help, a message for a short time or a hint
   that stays, and the mark of a recording. */
#ifndef RIPPLE_APP_WINDOW_CAPTIONS_H
#define RIPPLE_APP_WINDOW_CAPTIONS_H

#include "app/present/screen.h"
#include "os/error.h"

#include <stdint.h>

#define CAPTIONS_PAUSED "paused; Space goes on"

#define CAPTIONS_MAX_LINES 36 /* of the help */

/* Filled in by the window: the screen, and is_silent. */
typedef struct Captions {
    Screen *screen;                  /* its first window shows them */
    const char *(*help_line)(int i); /* see captions_turn_help */
    int help_shown, labels_shown;
    int help_page, help_pages; /* the page that is shown, of how many */
    int taken;                 /* pixels at the left, by the menu */
    int is_silent;             /* shows no messages */
    int is_paused;             /* says so where there is nothing else to say */
    int complained;            /* something has failed */
    const char *hint;          /* NULL: there is none */
    uint64_t until_ns; /* when the message disappears; 0: there is none */
    char message[160]; /* the last one */
    char mark[32];     /* of a recording; "": there is none */
} Captions;

/* Shows a line of text for two seconds. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void captions_say(Captions *captions, uint64_t now_ns, const char *format, ...);

/* Whether this message is shown. */
int captions_is_said(const Captions *captions, const char *text);

/* Says that a file of the working folder is saved, and where that is; `why`
   follows. Prints the name on standard output. */
void captions_announce(Captions *captions, uint64_t now_ns, const char *name,
                       const char *why);

/* Shows an error, and prints it on standard error. */
void captions_complain(Captions *captions, uint64_t now_ns, const Error *error);

/* Shows static text where there is no message, until another hint, or NULL for
   none. */
void captions_hint(Captions *captions, const char *hint);

/* The text that is shown, message or hint, or NULL. */
const char *captions_text(const Captions *captions);

/* Removes the message if its time is over. */
void captions_expire(Captions *captions, uint64_t now_ns);

/* How long the message stays; UINT64_MAX if there is none. */
uint64_t captions_wait_ns(const Captions *captions, uint64_t now_ns);

void captions_hide_help(Captions *captions);

/* Shows the help, then each of its pages, then hides it. line(i) is its line i,
   "KEY\tACTION", or "" between two groups; NULL past the last of at most
   CAPTIONS_MAX_LINES. */
void captions_turn_help(Captions *captions, const char *line(int i));

/* Shows a red dot with this text, which is drawn again if it is another one;
   "" hides both. */
void captions_mark(Captions *captions, const char *text);

/* Messages leave out so many pixels at the left of the window, where the menu
   is, if there is room for them beside it. */
void captions_make_room(Captions *captions, int pixels);

/* Whether the parts of a split view get labels. */
void captions_label_parts(Captions *captions, int shown);

/* Lays out all panels again, for a new size or renderer, unless the screen has
   no window. */
void captions_lay_out(Captions *captions);

#endif
