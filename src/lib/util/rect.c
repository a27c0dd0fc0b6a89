/* SPDX-License-Identifier: MIT */
#include "lib/util/rect.h"

#include "lib/util/fixed.h"

RippleRect ripple_rect_clip(RippleRect rect, int width, int height)
{
    int left = clamp_int(rect.x, 0, width);
    int top = clamp_int(rect.y, 0, height);
    int right = (int)clamp_int64((int64_t)rect.x + rect.width, 0, width);
    int bottom = (int)clamp_int64((int64_t)rect.y + rect.height, 0, height);

    return (RippleRect){left, top, max_int(right - left, 0),
                        max_int(bottom - top, 0)};
}

RippleRect ripple_rect_grow(RippleRect rect, int margin, int width, int height)
{
    RippleRect grown = {rect.x - margin, rect.y - margin,
                        rect.width + 2 * margin, rect.height + 2 * margin};

    return ripple_rect_clip(grown, width, height);
}

RippleRect ripple_rect_intersect(RippleRect a, RippleRect b)
{
    b.x -= a.x;
    b.y -= a.y;
    b = ripple_rect_clip(b, a.width, a.height);
    b.x += a.x;
    b.y += a.y;
    return b;
}
