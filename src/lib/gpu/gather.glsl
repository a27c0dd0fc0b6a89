// SPDX-License-Identifier: MIT
//
// The traits of each cell, two int16 in a uint: bends, or grey levels; light and
// shine; for a split view the grey level of the height. Light is that of
// ripple_scalar_collect. Zeroes the rays of the next frame.
#if GROUP_ROWS < 16
#define ROWS_OF_CELLS GROUP_ROWS
#else
#define ROWS_OF_CELLS 16
#endif
layout(local_size_x = 16, local_size_y = ROWS_OF_CELLS) in;

#ifdef HAS_LIGHT
// Cells of a group and those around it, in rows of WIDTH_AROUND; the group's
// first cell is at (AROUND, AROUND).
const int AROUND = 3, WIDTH_AROUND = 16 + 2 * AROUND;
const int HEIGHT_AROUND = ROWS_OF_CELLS + 2 * AROUND;
const int COUNT = WIDTH_AROUND * HEIGHT_AROUND;
shared ivec2 slopes[COUNT];
shared int own[COUNT], blurred[COUNT];

// Calls of these are the same in all invocations of a group.
#define FOR_CELLS(i) \
    for (int i = int(gl_LocalInvocationIndex); i < COUNT; \
         i += 16 * ROWS_OF_CELLS)

// Its place among those; a division of uints is quicker.
ivec2 place_around(int i)
{
    return ivec2(uint(i) % uint(WIDTH_AROUND), uint(i) / uint(WIDTH_AROUND));
}

// Cells at least `margin` inside the rows.
bool is_inside(int i, int margin)
{
    ivec2 at = place_around(i);

    return min(at.x, at.y) >= margin && at.x < WIDTH_AROUND - margin &&
           at.y < HEIGHT_AROUND - margin;
}

void blur_own(int margin)
{
    barrier();
    FOR_CELLS(i)
        if (is_inside(i, 1))
            blurred[i] = blur(own[i - 1], own[i], own[i + 1]);
    barrier();
    FOR_CELLS(i)
        if (is_inside(i, margin))
            own[i] = blur(blurred[i - WIDTH_AROUND], blurred[i],
                          blurred[i + WIDTH_AROUND]);
    barrier();
}

int find_glint(ivec2 base, int cell)
{
    ivec2 last = ivec2(COLUMNS, ROWS) - 1;

    FOR_CELLS(i) {
        ivec2 at = base + place_around(i) - AROUND;

        slopes[i] = slopes_at(clamp(at, ivec2(0), last));
    }
    barrier();
    FOR_CELLS(i)
        if (is_inside(i, 1))
            own[i] = convexity(slopes[i - 1].x, slopes[i + 1].x,
                               slopes[i - WIDTH_AROUND].y,
                               slopes[i + WIDTH_AROUND].y);
    blur_own(2);
    FOR_CELLS(i)
        if (is_inside(i, 2))
            own[i] = glint_of(slopes[i].x, slopes[i].y, own[i], LIGHT);
    blur_own(3);
    return own[cell];
}

int find_rays(ivec2 base, int cell)
{
    ivec2 shift = AROUND + ivec2(RAY_SHIFT_X, RAY_SHIFT_Y);

    barrier();
    FOR_CELLS(i) {
        ivec2 at = base + place_around(i) - shift;

        own[i] = min(int(scene[ray_place(RAYS, at)]), RIPPLE_MAX_RAYS);
    }
    barrier();
    FOR_CELLS(i) {
        int column = place_around(i).x;

        if (column >= 2 && column < WIDTH_AROUND - 2)
            blurred[i] = blur_rays(own[i - 2], own[i - 1], own[i], own[i + 1],
                                   own[i + 2]);
    }
    barrier();
    return blur_rays(blurred[cell - 2 * WIDTH_AROUND],
                     blurred[cell - WIDTH_AROUND], blurred[cell],
                     blurred[cell + WIDTH_AROUND],
                     blurred[cell + 2 * WIDTH_AROUND]);
}

void clear_rays()
{
    ivec2 all = ivec2(gl_NumWorkGroups.xy * gl_WorkGroupSize.xy);
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);

    for (int i = at.y * all.x + at.x; i < COLUMNS * ROWS; i += all.x * all.y)
        scene[OTHER_RAYS + i] = 0u;
}

// Light and shine of the invocation's cell.
ivec2 find_light()
{
    ivec2 local = ivec2(gl_LocalInvocationID.xy);
    ivec2 base = ivec2(gl_GlobalInvocationID.xy) - local;
    int cell = (local.y + AROUND) * WIDTH_AROUND + local.x + AROUND;
    int glint = find_glint(base, cell), rays = find_rays(base, cell);
    int facing = find_facing(slopes[cell].x, slopes[cell].y, LIGHT);

    clear_rays();
    return ivec2(cell_light(rays, facing, LIGHT),
                 cell_shine(glint, facing, LIGHT));
}
#endif

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy), light = ivec2(0);

#ifdef HAS_LIGHT
    light = find_light();
#endif
    if (is_outside(at))
        return;
    int place = TRAITS + CELL_SIZE * (at.y * COLUMNS + at.x);
    ivec2 traits =
        traits_of(at, VIEW == RIPPLE_VIEW_SPLIT ? RIPPLE_VIEW_WATER : VIEW);

    scene[place] = pair_of(traits.x, traits.y);
    scene[place + 1] = pair_of(light.x, light.y);
    if (VIEW == RIPPLE_VIEW_SPLIT)
        scene[place + 2] = pair_of(traits_of(at, RIPPLE_VIEW_HEIGHTS).x, 0);
}
