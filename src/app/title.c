/* SPDX-License-Identifier: MIT */
#include "app/title.h"

#include "os/parse.h"
#include "play/presets.h"

#include <stdio.h>
#include <string.h>

/* The bytes of the character of UTF-8 that a text begins with, or 0 if it
   begins with none that can be printed. */
static int count_bytes(const char *text)
{
    unsigned char first = (unsigned char)text[0];
    int count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;

    if (first < ' ' || (first >= 0x7f && first < 0xc2) || first > 0xf4)
        return 0;
    for (int i = 1; i < count; i++) {
        if (!parse_is_inside_character(text[i]))
            return 0;
    }
    return count;
}

/* Copies a name, with '?' in place of bytes that are no text: a display may
   refuse them. `size` is at least 1. */
static void copy_text(char *text, size_t size, const char *name)
{
    while (*name != '\0') {
        int count = count_bytes(name);
        size_t bytes = count > 0 ? (size_t)count : 1;

        if (bytes >= size)
            break;
        memcpy(text, count > 0 ? name : "?", bytes);
        text += bytes;
        name += bytes;
        size -= bytes;
    }
    *text = '\0';
}

static void write_title(char *text, size_t size, const Scene *scene)
{
    const char *preset = presets_get(scene->player.settings.preset)->name;
    char name[PICTURES_MAX_NAME];

    copy_text(name, sizeof name, pictures_name(&scene->pictures));
    snprintf(text, size, "ripple - %s%s%s", preset,
             name[0] != '\0' ? " - " : "", name);
}

/* Says which picture has come. */
static void tell_picture(Title *title, const Pictures *pictures,
                         Captions *captions, uint64_t now_ns)
{
    if (title->is_asked && title->changes != pictures->changes) {
        captions_say(captions, now_ns, "%s", pictures_name(pictures));
        title->is_asked = 0;
    }
    title->changes = pictures->changes;
}

void title_follow(Title *title, const Scene *scene, const Screen *screen,
                  Captions *captions, uint64_t now_ns)
{
    char text[sizeof title->text];

    tell_picture(title, &scene->pictures, captions, now_ns);
    write_title(text, sizeof text, scene);
    if (strcmp(text, title->text) == 0)
        return;
    memcpy(title->text, text, sizeof text);
    for (int i = 0; i < screen->count; i++)
        SDL_SetWindowTitle(screen->windows[i].window, text);
}
