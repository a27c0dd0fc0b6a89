/* SPDX-License-Identifier: MIT */
#include "app/postcard.h"

#include "lib/util/fixed.h"
#include "os/xalloc.h"
#include "play/presets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ACTS 65536 /* bytes; then the older half is dropped */

void postcard_clear(Postcard *postcard)
{
    free(postcard->acts);
    *postcard = (Postcard){.acts = NULL};
}

static void add(Postcard *text, const char *line)
{
    size_t size = strlen(line);

    text->acts = xalloc_grow(text->acts, text->length + size + 1);
    memcpy(text->acts + text->length, line, size + 1);
    text->length += size;
}

static void forget_half(Postcard *postcard)
{
    const char *kept = strchr(postcard->acts + postcard->length / 2, '\n') + 1;

    postcard->length -= (size_t)(kept - postcard->acts);
    memmove(postcard->acts, kept, postcard->length + 1);
}

/* A stone as an event whose places are percentages of the pool. */
static Event make_event(const Heard *heard, const Ripple *pool)
{
    int width = ripple_width(pool), height = ripple_height(pool);
    const RippleStone *stone = &heard->stone;
    int is_drag = heard->kind == HEARD_WAKE, sides[5], count = 0;
    Event event = {.step = heard->step,
                   .kind = is_drag ? EVENT_DRAG : EVENT_CLICK};
    int numbers[] = {stone->x, stone->y, heard->to_x, heard->to_y};

    for (; count < (is_drag ? 4 : 2); count++) {
        event.numbers[count] = numbers[count];
        sides[count] = count % 2 ? height : width;
    }
    event.numbers[count] = stone->radius;
    sides[count++] = min_int(width, height);
    event.numbers[count] = stone->weight;
    for (int i = 0; i < count; i++)
        event.numbers[i] =
            (int)lround(event.numbers[i] * 100.0 * SCRIPT_PERCENT / sides[i]);
    event.percentages = (1u << count) - 1;
    return event;
}

void postcard_note(Postcard *postcard, const Player *player)
{
    char line[SCRIPT_MAX_LINE];

    for (int i = 0; i < player->heard_count; i++) {
        const Heard *heard = &player->heard[i];
        Event event;

        if (heard->kind < HEARD_TOUCH)
            continue;
        event = make_event(heard, player->pool);
        script_write_event(line, &event);
        add(postcard, line);
        if (postcard->length > MAX_ACTS)
            forget_half(postcard);
    }
}

void postcard_note_calm(Postcard *postcard, const Player *player)
{
    char line[64];

    snprintf(line, sizeof line, "%llu clear\n",
             (unsigned long long)player->step);
    add(postcard, line);
}

/* The settings that differ from their preset's. */
static void add_settings(Postcard *text, const Player *player, uint64_t step)
{
    const RippleSettingInfo *info;
    PlaySettings settings = player->settings, usual;
    PlayReason why;
    char line[SCRIPT_MAX_LINE], now[64], before[64];

    settings.is_clock = 0; /* but of its hour */
    play_settings_init(&usual);
    play_settings_set(&usual, "preset", presets_get(settings.preset)->name,
                      &why);
    for (int i = 0; (info = play_settings_info(i)) != NULL; i++) {
        if ((info->flags & PLAY_AT_START) ||
            play_settings_get(&settings, info->name, now, sizeof now) != 0 ||
            play_settings_get(&usual, info->name, before, sizeof before) != 0 ||
            ((info->flags & PLAY_RESETS_ALL) == 0 && strcmp(now, before) == 0))
            continue;
        snprintf(line, sizeof line, "%llu set %s %s\n",
                 (unsigned long long)step, info->name, now);
        add(text, line);
    }
}

static void merge(Script *script, const char *lines)
{
    Script more;
    Error ignored;

    if (lines != NULL &&
        script_parse(&more, lines, "postcard", &ignored) == 0 &&
        script_merge(script, &more) != 0)
        script_clear(&more);
}

/* Whether an event happens at a step or later; sets the step of an event that
   repeats to the first of these. */
static int is_to_come(Event *event, const Player *player, uint64_t from)
{
    uint64_t interval = event->interval;

    if (event->kind == EVENT_SET && event->step < player->step)
        return 0; /* it is in the settings */
    if (interval > 0 && event->step < from)
        event->step +=
            (from - event->step + interval - 1) / interval * interval;
    return event->kind != EVENT_BEGIN && event->step >= from;
}

/* The events of these acts and of the player's own script from a step on. */
static void add_events(Postcard *text, const Postcard *acts,
                       const Player *player, uint64_t from)
{
    const Script *own = &player->script;
    int has_begun = script_find_begin(own) == NULL;
    Script all = {NULL, 0};
    Postcard lines = {.acts = NULL};
    char line[SCRIPT_MAX_LINE];

    merge(&all, acts->acts);
    for (size_t i = 0; i < own->count; i++) {
        Event event = own->events[i];
        uint64_t step = event.step -= player->lead;

        has_begun |= event.kind == EVENT_BEGIN;
        if (strcmp(event.file, PLAYER_PRESET_EVENTS) == 0 || !has_begun ||
            !is_to_come(&event, player, from))
            continue;
        script_write_event(line, &event);
        if (event.step == step)
            add(&lines, line);
        else
            merge(&all, line);
    }
    merge(&all, lines.acts);
    for (size_t i = 0; i < all.count; i++) {
        if (all.events[i].step < from)
            continue;
        script_write_event(line, &all.events[i]);
        add(text, line);
    }
    script_clear(&all);
    postcard_clear(&lines);
}

char *postcard_write(const Postcard *postcard, const Player *player)
{
    uint64_t step = player->step;
    uint64_t from = step > POSTCARD_STEPS ? step - POSTCARD_STEPS : 0;
    Postcard text = {.acts = NULL};
    char line[SCRIPT_MAX_LINE];

    snprintf(line, sizeof line,
             "# ripple --size %dx%d --rate %d --script this-file\n",
             ripple_width(player->pool), ripple_height(player->pool),
             player->rate);
    add(&text, line);
    add_settings(&text, player, from);
    snprintf(line, sizeof line, "%llu begin %llu %llu\n",
             (unsigned long long)from, (unsigned long long)step,
             (unsigned long long)player->seed);
    add(&text, line);
    add_events(&text, postcard, player, from);
    return text.acts;
}
