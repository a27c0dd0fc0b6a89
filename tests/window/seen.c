/* SPDX-License-Identifier: MIT */
#include "seen.h"

#include <stdio.h>
#include <string.h>

static const CanvasList *list_of(const ScreenWindow *window)
{
    return &window->canvas->lists[window->canvas->now];
}

const CanvasItem *seen_item(const ScreenWindow *window, int item)
{
    return &list_of(window)->items[item];
}

const char *seen_copy(const ScreenWindow *window, int item, char *text,
                      int size)
{
    const CanvasItem *found = seen_item(window, item);

    snprintf(text, (size_t)size, "%.*s", found->length,
             list_of(window)->text + found->text);
    return text;
}

int seen_is(const ScreenWindow *window, int item, const char *text)
{
    char found[200];
    size_t i = 0;

    seen_copy(window, item, found, sizeof found);
    for (; found[i] != '\0' && text[i] != '\0'; i++) {
        if (found[i] != text[i] && (found[i] != ' ' || text[i] != '_'))
            return 0;
    }
    return found[i] == text[i];
}

int seen_text(const ScreenWindow *window, const char *text, int from)
{
    for (int i = from; i < list_of(window)->count; i++) {
        if (seen_item(window, i)->length > 0 &&
            (text == NULL || seen_is(window, i, text)))
            return i;
    }
    return -1;
}

int seen_shape(const ScreenWindow *window, ShapeKind kind, uint32_t argb)
{
    for (int i = 0; i < list_of(window)->count; i++) {
        const CanvasItem *item = seen_item(window, i);

        if (item->length == 0 && item->shape.kind == kind &&
            (argb == 0 || item->shape.argb == argb))
            return i;
    }
    return -1;
}

int seen_message(const ScreenWindow *window, const char *message)
{
    for (int i = 0; message != NULL && i < list_of(window)->count; i++) {
        const CanvasItem *item = seen_item(window, i);

        if (item->length > 1 && strncmp(list_of(window)->text + item->text,
                                        message, (size_t)item->length) == 0)
            return 1;
    }
    return 0;
}
