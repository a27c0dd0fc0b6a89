/* SPDX-License-Identifier: MIT */
#include "web/text.h"

#include "web/module.h"

#include <stdlib.h>
#include <string.h>

static char *text;
static size_t capacity;

char *web_text(int size)
{
    if (size < 0)
        return NULL;
    if ((size_t)size > capacity) {
        free(text);
        text = malloc((size_t)size);
        capacity = text != NULL ? (size_t)size : 0;
    }
    return text;
}

int web_say(const char *line)
{
    size_t size = strlen(line) + 1;
    char *room = web_text((int)size);

    if (room != NULL)
        memcpy(room, line, size);
    return 0;
}

int web_fail(const char *reason)
{
    web_say(reason);
    return -1;
}
