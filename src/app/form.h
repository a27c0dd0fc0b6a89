/* SPDX-License-Identifier: MIT */
/*
 * A form at the left of a window, in immediate mode:
 *
 *     +-------------------------------------+
 *     |  title                           x  |
 *     |  label    ------o-- <   value    >  |  a number
 *     |  label              <   value    >  |  a word
 *     |  label    <     a long value     >  |
 *     |  ...                                |  more rows follow: see the bar
 *     |  [button     key]  [button     key] |
 *     +-------------------------------------+
 *
 *     do {
 *         form_begin(&form, &ui, "title");
 *         if (form_row(&form, &row, &change)) ...     for each row
 *         if (form_button(&form, "save", "S")) ...    after the rows
 *     } while (form_end(&form));
 *
 * Rows that do not fit are scrolled to; buttons stay, or are rows where there
 * is no room. Tracks and keys are left out in narrow windows.
 * The form knows the item with the focus by its name, even if rows come and go.
 */
#ifndef RIPPLE_APP_FORM_H
#define RIPPLE_APP_FORM_H

#include "app/ui.h"

#define FORM_COLUMNS 2 /* of buttons */

/* Sizes that a form needs before it is shown. */
typedef struct FormShape {
    int rows, buttons;
    float labels, plain, keyed; /* widths of the widest, in sizes */
} FormShape;

typedef struct Form {
    Ui *ui;
    const char *focus; /* the name of what has it; static text */
    int focused;       /* its number: rows, then buttons */
    int is_walking;    /* the focus has been moved to a number */
    UiScroll scroll;
    FormShape shape, found; /* by the last pass, in this one */
    /* In pixels: */
    RippleRect box, list; /* all of it, the rows that are seen */
    int pitch, peek;      /* of rows; the part of one more that is seen */
    int left, right, foot;
    int track, track_width, less, more; /* no room for tracks: width 0 */
    int has_keys, buttons;              /* 0: they are rows */
    int items;                          /* of the canvas, before it */
    int closes;                         /* its cross was pressed */
    int has_event;                      /* the pass has one */
    int has_focus;                      /* some item of this pass */
} Form;

typedef struct FormRow {
    const char *name, *label, *value;
    double place;   /* of a number in its range, 0..1; below 0: it is none */
    int is_command; /* which can only be carried out */
} FormRow;

/* A change of a row: one value on or back, or a place. */
typedef struct FormChange {
    int by; /* 0: a place */
    double place;
} FormChange;

void form_begin(Form *form, Ui *ui, const char *title);

/* Whether the value of the next row matters: it is seen, or the event of this
   pass may change it. */
int form_needs_value(const Form *form, const char *name);

/* Shows a row; returns whether it is to be changed. */
int form_row(Form *form, const FormRow *row, FormChange *change);

/* Shows a button that has a key or ""; returns whether it is pressed. */
int form_button(Form *form, const char *name, const char *label,
                const char *key);

/* Returns whether it has another shape than before: it must be shown again. */
int form_end(Form *form);

#endif
