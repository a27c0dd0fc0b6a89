// SPDX-License-Identifier: MIT
//
// ripple_scalar_cast: an invocation casts a column.
layout(local_size_x = RIPPLE_VIEW_COLUMNS) in;

void main()
{
    int x = int(gl_GlobalInvocationID.x);
    CastArgs args = CastArgs(shown.terrain, shown.eye, shown.count, HEIGHT);

    if (x >= WIDTH)
        return;
    for (int y = 0; y < HEIGHT; y++)
        set_edge(args, x, y, 0);
    cast_column(args, x);
}
