/* SPDX-License-Identifier: MIT */
#include "lib/look/views.h"

#include "lib/util/fixed.h"

static void draw_split(const RenderArgs *args, RippleRect rect, DrawView *draw,
                       const void *with)
{
    static const RippleView views[] = {RIPPLE_VIEW_HEIGHTS, RIPPLE_VIEW_WATER,
                                       RIPPLE_VIEW_WATER};
    int width = args->frame.width, end = rect.x + rect.width;

    for (int i = 0; i < 3; i++) {
        int from = (int)((int64_t)width * i / 3);
        int to = (int)((int64_t)width * (i + 1) / 3);
        RippleRect part = rect;
        RenderArgs shown = *args;

        part.x = max_int(rect.x, from);
        part.width = min_int(end, to) - part.x;
        shown.view = views[i];
        shown.is_lit = i == 2;
        if (part.width > 0)
            draw(with, &shown, part);
    }
}

void ripple_views_draw(const RenderArgs *args, RippleRect rect, DrawView *draw,
                       const void *with)
{
    if (args->view == RIPPLE_VIEW_SPLIT)
        draw_split(args, rect, draw, with);
    else
        draw(with, args, rect);
}
