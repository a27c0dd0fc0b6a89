// SPDX-License-Identifier: MIT
//
// ripple_silhouette_smooth: a group smooths columns, first the even bands and then
// the odd ones, as the CPU does.
layout(local_size_x = RIPPLE_VIEW_COLUMNS, local_size_y = RIPPLE_VIEW_ROWS) in;

// mix_pixels of fixed.h
uint mix_pixels(uint a, uint b, uint share)
{
    uint rest = 256u - share;
    uint even = (a & 0xff00ffu) * rest + (b & 0xff00ffu) * share + 0x800080u;
    uint odd = (a >> 8 & 0xff00ffu) * rest + (b >> 8 & 0xff00ffu) * share +
               0x800080u;

    return (even >> 8 & 0xff00ffu) | (odd & 0xff00ff00u);
}

void smooth_top(Silhouette silhouette, int x, int y)
{
    Slope slope = find_slope(silhouette, x, y);
    uint far = frame[(y - 1) * FRAME_PITCH + x];
    uint near = frame[y * FRAME_PITCH + x];

    for (int at = slope.first; at <= slope.last; at++) {
        int place = at * FRAME_PITCH + x;

        frame[place] = mix_pixels(frame[place], at < y ? near : far,
                                  share_of_other(slope, at, y));
    }
}

void main()
{
    int x = int(gl_GlobalInvocationID.x);
    Silhouette silhouette = Silhouette(WIDTH, HEIGHT);

    for (int odd = 0; odd < 2; odd++) {
        for (int band = 2 * int(gl_LocalInvocationID.y) + odd;
             x < WIDTH && band * RIPPLE_SMOOTH_ROWS < HEIGHT;
             band += 2 * RIPPLE_VIEW_ROWS) {
            int first = band * RIPPLE_SMOOTH_ROWS;

            for (int y = first; y < min(first + RIPPLE_SMOOTH_ROWS, HEIGHT); y++) {
                if (edge_at(silhouette, x, y) != 0)
                    smooth_top(silhouette, x, y);
            }
        }
        memoryBarrierBuffer();
        barrier();
    }
}
