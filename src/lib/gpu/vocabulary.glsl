// SPDX-License-Identifier: MIT
//
// Common functions of the shaders. A buffer holds the planes of the water, two
// int16 per uint, row after row without a halo, each padded to whole uvec2s;
// another one the depth map and the kinds of the tiles. programs.h lists the
// numbers NOW, BEFORE, ...; src/lib/kernels/shared.h has RIPPLE_...
#define STENCIL \
    Stencil(0, MIRROR, DAMPING, W_PREV, W_NOW, W_EDGE, W_DIAG, W_REST, \
            IS_DAMPED, SPEED_KEPT, STIFFNESS, FRICTION, HEIGHT_KEPT, \
            MAX_SPEED, MAX_HEIGHT)

#if defined(IS_PLAIN) || \
    defined(DRAWS) && (defined(IS_COARSE) || defined(HAS_LIGHT)) || \
    defined(STEPS) && (defined(STENCIL_CLASSIC) || defined(STENCIL_ROUND))
#define HAS_VECTORS
#endif

layout(std430, binding = 0) buffer Water
{
#ifdef HAS_VECTORS
    uvec2 vectors[];
#define water_at(place) vectors[(place) >> 1][(place) & 1]
#else
    uint water[];
#define water_at(place) water[place]
#endif
};

#ifdef HAS_MASK
layout(std430, binding = 1) readonly buffer Ground
{
    uint ground[];
};
#endif

// The uints that the traits of a cell take.
#define CELL_SIZE (VIEW == RIPPLE_VIEW_SPLIT ? 4 : 2)

int low(uint pair)
{
    return int(pair << 16) >> 16;
}

int high(uint pair)
{
    return int(pair) >> 16;
}

uint pair_of(int left, int right)
{
    return (uint(left) & 0xffffu) | uint(right) << 16;
}

bool is_outside(ivec2 at)
{
    return uint(at.x) >= uint(COLUMNS) || uint(at.y) >= uint(ROWS);
}

bool is_at_edge(ivec2 at)
{
    return at.x == 0 || at.y == 0 || at.x == COLUMNS - 1 || at.y == ROWS - 1;
}

// The cell whose value a cell of the halo has (src/lib/water/boundary.h).
ivec2 fold(ivec2 at)
{
    ivec2 size = ivec2(COLUMNS, ROWS);

    if (WRAPS == 0)
        return clamp(at, ivec2(0), size - 1);
    at.x += at.x < 0 ? size.x : at.x >= size.x ? -size.x : 0;
    at.y += at.y < 0 ? size.y : at.y >= size.y ? -size.y : 0;
    return at;
}

int place_of(int plane, ivec2 at)
{
    return plane + at.y * PITCH + (at.x >> 1);
}

// A cell of a plane; `at` may be one cell outside.
int cell(int plane, ivec2 at)
{
    if (is_outside(at)) {
        if (IS_FIXED != 0)
            return 0;
        at = fold(at);
    }
    uint pair = water_at(place_of(plane, at));
    return (at.x & 1) != 0 ? high(pair) : low(pair);
}

#ifdef HAS_MASK
// The missing share of the depth; below 0 on land.
int depth_at(ivec2 at)
{
    if (is_outside(at))
        at = fold(at);
    uint pair = ground[place_of(0, at)];
    return (at.x & 1) != 0 ? high(pair) : low(pair);
}

// Returns true in a tile of open water, which has no depth map.
bool is_open(ivec2 at)
{
    return ground[KINDS + (at.y / RIPPLE_TILE_ROWS) * TILES +
                  at.x / RIPPLE_TILE_COLUMNS] == 0u;
}
#endif
