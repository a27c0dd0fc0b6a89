// SPDX-License-Identifier: MIT
//
// Heights of four cells of a row, loaded together.
#ifdef HAS_VECTORS

const int CELLS = 4;

// Four cells, h[1] to h[4], and the cells left and right of them.
struct Cells
{
    int h[6];
};

int vector_of(int plane, ivec2 at)
{
    return place_of(plane, at) >> 1;
}

// at.x is a multiple of 4 inside the plane; at.y may be one row outside.
Cells cells_at(ivec2 at)
{
    Cells cells;

    if (IS_FIXED != 0 && is_outside(at)) {
        for (int i = 0; i < 6; i++)
            cells.h[i] = 0;
        return cells;
    }
    int place = vector_of(NOW, fold(at)), last = COLUMNS - at.x;
    uvec2 own = vectors[place];

    cells.h[0] =
        at.x > 0 ? high(vectors[place - 1].y) : cell(NOW, at - ivec2(1, 0));
    for (int i = 0; i < 2; i++) {
        cells.h[2 * i + 1] = low(own[i]);
        cells.h[2 * i + 2] = high(own[i]);
    }
    if (last > 4) {
        cells.h[5] = low(vectors[place + 1].x);
    } else {
        int beyond = cell(NOW, ivec2(COLUMNS, at.y));

        for (int i = 1; i <= 4; i++)
            cells.h[i + 1] = i >= last ? beyond : cells.h[i + 1];
    }
    return cells;
}
#endif
