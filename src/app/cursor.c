/* SPDX-License-Identifier: MIT */
#include "app/cursor.h"

#define NS_PER_MS 1000000u
#define REST_NS   (2000 * (uint64_t)NS_PER_MS)

static void set_hidden(Cursor *cursor, int hidden)
{
    if (cursor->is_hidden != hidden)
        SDL_ShowCursor(hidden ? SDL_DISABLE : SDL_ENABLE);
    cursor->is_hidden = hidden;
}

void cursor_handle(Cursor *cursor, const SDL_Event *event, uint64_t now_ns)
{
    switch (event->type) {
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL:
        cursor->rests_ns = now_ns;
        set_hidden(cursor, 0);
        break;
    default:
        break;
    }
}

static int is_due(const Cursor *cursor, uint64_t now_ns)
{
    return now_ns >= cursor->rests_ns + REST_NS;
}

void cursor_turn(Cursor *cursor, int is_fullscreen, uint64_t now_ns)
{
    if (!is_fullscreen)
        set_hidden(cursor, 0);
    else if (is_due(cursor, now_ns))
        set_hidden(cursor, 1);
}

int cursor_wait_ms(const Cursor *cursor, int is_fullscreen, uint64_t now_ns)
{
    uint64_t wait_ns;

    if (!is_fullscreen || cursor->is_hidden)
        return -1;
    if (is_due(cursor, now_ns))
        return 0;
    wait_ns = cursor->rests_ns + REST_NS - now_ns;
    return (int)((wait_ns + NS_PER_MS - 1) / NS_PER_MS);
}
