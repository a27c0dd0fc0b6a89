/* SPDX-License-Identifier: MIT */
/*
 * Immediate mode: a function that shows something also handles what a user does
 * to it. It is called in a pass with an event, in which nothing is drawn and
 * the first part that wants the event takes it, and in passes without one, in
 * which all is drawn, over a canvas.
 *
 * All lengths are multiples of ui->size, the height of a capital.
 */
#ifndef RIPPLE_APP_UI_H
#define RIPPLE_APP_UI_H

#include "app/canvas.h"

#include <stdint.h>

#define UI_TITLE 0xFFFFFFFFU /* colours, ARGB */
#define UI_VALUE 0xFF8ADCF5U
#define UI_TEXT  0xFFEAF1F4U
#define UI_FAINT 0xFFA9BAC6U
#define UI_FIELD 0x2A8ADCF5U
#define UI_PLATE 0x18A9C4D3U
#define UI_TRACK 0x60A9C4D3U
#define UI_PANEL 0xD60A1622U
#define UI_DARK  0x0A1622U /* RGB */

#define UI_MIN_SIZE 5 /* of a capital that is legible */

typedef enum UiAct {
    UI_NOTHING,
    UI_PRESS, /* a pointer, at (x, y), goes down */
    UI_MOVE,
    UI_LIFT,
    UI_WHEEL, /* `by` notches up, at (x, y) */
    UI_STEP,  /* the focus: `by` is -1 or 1 */
    UI_DO,
    UI_WALK, /* by so many rows */
    UI_PAGE, /* by so many pages */
    UI_END,  /* to the first or last row */
} UiAct;

typedef struct UiEvent {
    UiAct act;
    int64_t pointer;
    int x, y, by;
} UiEvent;

typedef struct Ui {
    Canvas *canvas;               /* NULL: nothing is drawn */
    int width, height, text_size; /* of the window */
    int size;
    UiEvent event; /* of the pass, until it is taken */
    int taken;
    const void *held; /* what a pointer holds, and that pointer */
    int64_t holder;
    Alphabet font;
} Ui;

/* Width of text at a size, of `length` bytes. */
float ui_measure(const Ui *ui, const char *text, size_t length, float size);

/* Whether the event is that in a rectangle. */
int ui_is_in(const Ui *ui, UiAct act, RippleRect rect);

/* Takes the event; returns 1. */
int ui_take(Ui *ui);

/* Whether a rectangle is pressed, which takes the event. */
int ui_press(Ui *ui, RippleRect rect);

/* Whether something that can be dragged is pressed in its rectangle or follows
   the pointer that holds it. */
int ui_drag(Ui *ui, const void *id, RippleRect rect);

/* Width of text, or of `length` bytes of it, in pixels, rounded up. */
int ui_width(const Ui *ui, const char *text);
int ui_width_of(const Ui *ui, const char *text, int length);

/* How many bytes of text, in whole characters, are at most so wide. */
int ui_count_fitting(const Ui *ui, const char *text, int width);

/* The largest size, up to that of the window, at which something of this width
   and height, in sizes, fits; 0: none is legible. */
int ui_fit(const Ui *ui, float width, float height);

/* Draws `length` bytes of text; returns its width. */
int ui_draw_bytes(const Ui *ui, int x, int y, uint32_t argb, const char *text,
                  int length);
int ui_draw(const Ui *ui, int x, int y, uint32_t argb, const char *text);

/* The same of another size. */
int ui_draw_large(const Ui *ui, int x, int y, float size, uint32_t argb,
                  const char *text);

/* Draws text that is cut, and ends in dots, to fit a width; in the middle. */
void ui_draw_fitted(const Ui *ui, RippleRect room, uint32_t argb,
                    const char *text);

void ui_add(const Ui *ui, Shape shape);
void ui_fill(const Ui *ui, RippleRect rect, float radius, uint32_t argb);

/* A dark box with a shadow, and whatever it covers. */
void ui_draw_panel(const Ui *ui, RippleRect rect, float radius);

/* A list of which `shown` of `count` rows, from `first` on, are seen in a
   rectangle: the wheel, keys and a bar at the right scroll it. */
typedef struct UiScroll {
    int first, shown, count;
} UiScroll;
void ui_scroll(Ui *ui, UiScroll *scroll, RippleRect rect, RippleRect bar);

/* Draws in a rectangle alone, or in all of the window again. */
void ui_clip(const Ui *ui, RippleRect rect);
void ui_unclip(const Ui *ui);

#endif
