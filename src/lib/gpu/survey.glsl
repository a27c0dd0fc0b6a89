// SPDX-License-Identifier: MIT
//
// ripple_maps_survey for a cell of the maps, which have a column and a row more
// than the pool.
layout(local_size_x = RIPPLE_VIEW_COLUMNS, local_size_y = RIPPLE_VIEW_ROWS) in;

int height_of(ivec2 at)
{
    return height_at(clamp(at, ivec2(0), ivec2(COLUMNS, ROWS) - 1));
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    ivec2 from = min(at, ivec2(COLUMNS, ROWS) - 1);

    if (at.x > COLUMNS || at.y > ROWS)
        return;
    int place = at.y * (COLUMNS + 1) + at.x, floor_place = shown.floor_place + place;
    int height = height_of(from);
    Sounding sounding = Sounding(
        height,
        height_of(from + ivec2(1, 0)) - height_of(from - ivec2(1, 0)),
        height_of(from + ivec2(0, 1)) - height_of(from - ivec2(0, 1)),
        4 * height - height_of(from - ivec2(0, 2)) -
            height_of(from + ivec2(0, 2)) - height_of(from - ivec2(2, 0)) -
            height_of(from + ivec2(2, 0)));
    precise float share = table_at(shown.fades_place + from.x) *
                          table_at(shown.fades_place + COLUMNS + from.y);
    int ground = low(maps[2 * place]);
    Surveyed surveyed =
        survey_cell(shown.scale, sounding, ground,
                    int(maps[shown.light_place + place]),
                    shown.terrain.bank > 0.0f ? 1.0f : share);

    maps[2 * place] = pair_of(ground, surveyed.slope_x);
    maps[2 * place + 1] = pair_of(surveyed.water, surveyed.slope_y);
    maps[floor_place] = pair_of(low(maps[floor_place]), surveyed.light);
}
