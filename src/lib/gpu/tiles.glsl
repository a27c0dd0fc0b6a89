// SPDX-License-Identifier: MIT
//
// The picture is in square tiles: the place of a pixel is the sum of these.

int place_of_column(int x)
{
    const int TILE = 1 << RIPPLE_TILE_BITS;

    return x + (x >> RIPPLE_TILE_BITS) * (TILE * TILE - TILE);
}

int place_of_row(int y)
{
    const int TILE = 1 << RIPPLE_TILE_BITS;
    int tiles = (WIDTH + TILE - 1) >> RIPPLE_TILE_BITS;

    return y * TILE + (y >> RIPPLE_TILE_BITS) * (tiles - 1) * TILE * TILE;
}
