/* SPDX-License-Identifier: MIT */
#include "app/displays.h"

int displays_find(const Displays *displays, const SDL_Rect *bounds)
{
    for (int i = 0; i < displays->count; i++) {
        if (SDL_RectEquals(&displays->bounds[i], bounds))
            return i;
    }
    return -1;
}

void displays_add(Displays *displays, const SDL_Rect *bounds)
{
    if (displays->count < DISPLAYS_MAX && !SDL_RectEmpty(bounds) &&
        displays_find(displays, bounds) < 0)
        displays->bounds[displays->count++] = *bounds;
}

void displays_read(Displays *displays)
{
    SDL_Rect bounds;

    displays->count = 0;
    for (int i = 0; i < SDL_GetNumVideoDisplays(); i++) {
        if (SDL_GetDisplayBounds(i, &bounds) == 0)
            displays_add(displays, &bounds);
    }
}

SDL_Rect displays_union(const Displays *displays)
{
    SDL_Rect all = {0, 0, 0, 0};

    for (int i = 0; i < displays->count; i++)
        SDL_UnionRect(&all, &displays->bounds[i], &all);
    return all;
}
