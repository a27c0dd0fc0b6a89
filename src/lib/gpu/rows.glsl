// SPDX-License-Identifier: MIT
//
// Heights of pairs of cells, loaded together.

// A pair of cells, and the cells left and right of it.
struct Row
{
    int before, left, right, after;
};

Row row_at(ivec2 at)
{
    if (at.x < 2 || at.x + 3 > COLUMNS)
        return Row(cell(NOW, at - ivec2(1, 0)), cell(NOW, at),
                   cell(NOW, at + ivec2(1, 0)), cell(NOW, at + ivec2(2, 0)));
    if (IS_FIXED != 0 && is_outside(at))
        return Row(0, 0, 0, 0);
    int place = place_of(NOW, fold(at));
    uint own = water[place];

    return Row(high(water[place - 1]), low(own), high(own),
               low(water[place + 1]));
}
