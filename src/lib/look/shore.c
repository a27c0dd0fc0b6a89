/* SPDX-License-Identifier: MIT */
#include "lib/look/shore.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "lib/look/pixel_formats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIXEL RIPPLE_SHORE_PIXEL
#define FAR   RIPPLE_SHORE_FAR

/* Chosen by eye. Widths are in 1/16 point, shares in 1/256. */
#define DAMP          (24 * PIXEL) /* RIPPLE_SHORE_REACH at 2160 rows */
#define DAMP_SHARE    190
#define DAMP_COLOUR   0x2c241cu
#define RIM           (9 * PIXEL)
#define RIM_LIGHT     240
#define RIM_LOSS      176
#define SHADOW        (13 * PIXEL)
#define SHADOW_LOSS   150
#define SHADOW_X      5
#define SHADOW_Y      9
#define TINT          (44 * PIXEL) /* points, but at most 44 pixels */
#define TINT_SHARE    150
#define SHALLOW_SHARE 44
#define FOAM_SHARE    200
#define FOAM          (16 * PIXEL)
#define TINT_COLOUR   0x7cb4b0u
#define LIGHT_COLOUR  0xeef8e8u
#define FOAM_COLOUR   0xf4f8f6u

/* 0 at `from` and below, 256 at `to` and above, smooth at both ends. */
static int ramp(int value, int from, int to)
{
    int share = (clamp_int(value, from, to) - from) * 256 / (to - from);

    return share * share * (768 - 2 * share) >> 16;
}

/* Random numbers of 0..255 at points `scale` pixels apart, smooth between them.
   Inline, since division by a constant is quick. */
static inline int noise(int x, int y, int scale)
{
    int values[2][2];

    for (int i = 0; i < 4; i++) {
        uint32_t hash = (uint32_t)(x / scale + i % 2) * 0x9e3779b1u ^
                        (uint32_t)(y / scale + i / 2) * 0x85ebca77u;

        hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
        values[i / 2][i % 2] = (int)((hash ^ hash >> 13) >> 8 & 255);
    }
    for (int i = 0; i < 2; i++)
        values[i][0] +=
            (values[i][1] - values[i][0]) * ramp(x % scale, 0, scale) / 256;
    return values[0][0] +
           (values[1][0] - values[0][0]) * ramp(y % scale, 0, scale) / 256;
}

/* The share of foam at a point: a broken line -3 to 7 points from the shore,
   and a fainter one at 4 to 16 points. PIXEL is the unit of points, too. */
static int find_foam(int x, int y, int distance)
{
    if (distance <= -3 * PIXEL || distance >= FOAM)
        return 0;

    int wave = noise(x, y, 47);
    int first = abs(distance - PIXEL / 2 - wave * PIXEL * 3 / 256);
    int second = abs(distance - 6 * PIXEL - wave * PIXEL * 8 / 256);

    if (first >= 3 * PIXEL && second >= 2 * PIXEL)
        return 0;

    int grain = noise(x + 53, y + 19, 5);
    int spot = (noise(x + 977, y + 331, 61) + noise(x + 311, y + 77, 23)) / 2;
    int near = 256 - ramp(first, 0, PIXEL + spot * PIXEL * 2 / 256);
    int far = 256 - ramp(second, 0, PIXEL + grain * PIXEL / 256);

    near = near * ramp(spot + grain / 4, 120, 230) / 256;
    far = far * ramp(256 - spot + grain / 2, 200, 330) / 512;
    return max_int(near, far) * FOAM_SHARE / 256;
}

/* A colour with the alpha of a pixel. */
static uint32_t set_colour(uint32_t pixel, uint32_t colour)
{
    return (pixel & 0xff000000u) | (colour & 0x00ffffffu);
}

/* Moves a pixel toward a colour by share / 2^8; share is 0..2^8. */
static uint32_t mix(uint32_t pixel, uint32_t colour, int share)
{
    return mix_pixels(pixel, set_colour(pixel, colour), (uint32_t)share);
}

/* Moves a pixel by share / 2^8 toward its product with a colour. x / 255
   rounded down is (x + 1 + x / 256) / 256, which works on two channels at
   once. */
static uint32_t multiply(uint32_t pixel, uint32_t colour, int share)
{
    const uint32_t even = 0x00ff00ffu;
    uint32_t low = (pixel >> 16 & 255) * (colour >> 16 & 255) << 16 |
                   (pixel & 255) * (colour & 255);
    uint32_t high = (pixel >> 8 & 255) * (colour >> 8 & 255);

    low = (low + 0x00010001u + (low >> 8 & even)) >> 8 & even;
    high = (high + 1 + (high >> 8)) & ~255u;
    return mix(pixel, low | high, share);
}

/* Doubles the brightness of a pixel. */
static uint32_t brighten(uint32_t pixel)
{
    uint32_t bright = 0;

    for (int shift = 0; shift < 24; shift += 8)
        bright |= (uint32_t)min_int(2 * (int)(pixel >> shift & 255), 255)
                  << shift;
    return bright;
}

/* Converts a length from pixels to points. */
static int to_points(const ShoreScale *scale, int pixels)
{
    return pixels * scale->points >> 8;
}

static uint32_t shade_water(const ShoreScale *scale, int distance, int shadow,
                            int shallowness, uint32_t pixel)
{
    int tint = scale->tint[clamp_int(distance, 0, FAR)];
    int dark = scale->dark[clamp_int(shadow, 0, FAR)];

    if (shallowness > 0)
        pixel = mix(pixel, LIGHT_COLOUR, shallowness * SHALLOW_SHARE / 256);
    if (tint > 0)
        pixel = multiply(pixel, TINT_COLOUR, tint);
    return dark > 0 ? mix(pixel, 0, dark) : pixel;
}

/* Land is damp beside water. Its rim faces the sun if the point that shades it
   is nearer to the water, and turns away if that is farther inland. */
static uint32_t shade_land(const ShoreScale *scale, const ShorePoint *point,
                           uint32_t pixel)
{
    int distance = to_points(scale, point->distance);
    int rise = to_points(scale, point->shadow) - distance;
    int facing = clamp_int(rise, -RIM, RIM) * ramp(distance, -RIM, 0) / 256;

    pixel =
        mix(pixel, DAMP_COLOUR, ramp(distance, -DAMP, 0) * DAMP_SHARE / 256);
    return facing > 0 ? mix(pixel, brighten(pixel), facing * RIM_LIGHT / RIM)
                      : mix(pixel, 0, -facing * RIM_LOSS / RIM);
}

ShoreScale ripple_shore_scale(int height, int is_bare)
{
    int rows = clamp_int(height, 480, 2160), points = 256 * 1080 / rows;
    ShoreScale scale = {.is_bare = is_bare,
                        .points = points,
                        .shadow_x = SHADOW_X * rows / 1080,
                        .shadow_y = SHADOW_Y * rows / 1080,
                        .water = FOAM * 256 / points + 1,
                        .dry = -max_int(RIM, DAMP) * 256 / points - 1};

    for (int i = 0; i <= FAR; i++) {
        int length = to_points(&scale, i);
        int tint = 256 - ramp(max_int(i, length), 0, TINT);
        int shadow = 256 - ramp(length, 0, SHADOW);

        scale.tint[i] = (uint8_t)(tint * tint / 256 * TINT_SHARE / 256);
        scale.dark[i] = (uint8_t)(shadow * SHADOW_LOSS / 256);
    }
    return scale;
}

/* The colour of a point that may be on land or in foam. */
static uint32_t shade_shore(const ShoreScale *scale, const ShorePoint *point,
                            uint32_t picture, uint32_t land)
{
    int share = ramp(point->distance, -PIXEL / 2, PIXEL / 2);
    int points = to_points(scale, point->distance), foam;

    if (share < 256)
        land = shade_land(scale, point, land);
    if (share > 0)
        picture = shade_water(scale, point->distance, point->shadow,
                              point->shallowness, picture);
    if (share < 256)
        picture = mix(picture, land, 256 - share);
    foam = find_foam(to_points(scale, point->x), to_points(scale, point->y),
                     points);
    return foam > 0 ? mix(picture, FOAM_COLOUR, foam) : picture;
}

/* Points beside each other in a row, from (x, y) on. */
typedef struct ShoreRow {
    int x, y, count;
    const int *distances, *shadows, *shallows;
} ShoreRow;

/* Colours the points of a row: turns `pixels` of the picture into pixels of the
   floor. */
static void colour_row(const ShoreScale *scale, const ShoreRow *row,
                       uint32_t *pixels, const uint32_t *land)
{
    for (int i = 0; i < row->count; i++) {
        ShorePoint point = {row->x + i, row->y, row->distances[i],
                            row->shadows[i], row->shallows[i]};

        if (scale->is_bare)
            pixels[i] = mix(pixels[i], land[i],
                            256 - ramp(point.distance, -PIXEL / 2, PIXEL / 2));
        else if (point.distance <= -FAR)
            pixels[i] = land[i];
        else if (point.distance <= scale->dry)
            pixels[i] = set_colour(pixels[i], land[i]);
        else if (point.distance >= scale->water)
            pixels[i] = shade_water(scale, point.distance, point.shadow,
                                    point.shallowness, pixels[i]);
        else
            pixels[i] = shade_shore(scale, &point, pixels[i], land[i]);
    }
}

uint32_t ripple_shore_colour(const ShoreScale *scale, const ShorePoint *point,
                             uint32_t picture, uint32_t land)
{
    ShoreRow row = {point->x,         point->y,       1,
                    &point->distance, &point->shadow, &point->shallowness};

    colour_row(scale, &row, &picture, &land);
    return picture;
}

#define BLOCK 32 /* pixels of a row that are drawn together */

/*
 * Distances to the shore of the cells in a part of the pool. Threads share the
 * work in bands of rows.
 */
typedef struct ShoreCells {
    const Mask *mask;
    RippleRect rect;    /* the cells */
    int16_t *distances; /* by cell; see ShorePoint */
    int16_t *shallows;  /* by cell: 255 - depth, 0 on land */
    int bands;          /* for threads to share; 1 for one thread */
    RippleRect area;    /* `rect` and the cells that may be nearest */
    int size;           /* side of a cell in 1/16 pixel */
    int limit;          /* cells; greater distances count as FAR */
    int16_t *sharp;     /* distances before smoothing */
    int16_t *scratch;   /* three rows of the area for each band */
    uint8_t *near[2];   /* by cell of the area: cells up or down to water and to
                           land, limited */
    void *memory;
} ShoreCells;

/* The first row of a band of `count` rows; a band ends where the next begins.
 */
static int find_band_start(const ShoreCells *cells, int count, int band)
{
    return (int)((int64_t)count * band / cells->bands);
}

#define MAX_CELLS 60 /* greater distances in a column count as this */
#define BANDS     16 /* at most */

/* The index of the first cell of a row, clamped to the rows measured. */
static size_t find_row_start(const ShoreCells *cells, int row)
{
    int y = clamp_int(row - cells->rect.y, 0, cells->rect.height - 1);

    return (size_t)y * (size_t)cells->rect.width;
}

/* Row y of near[is_land]. */
static uint8_t *near_row(const ShoreCells *cells, int is_land, int y)
{
    return cells->near[is_land] +
           (size_t)(y - cells->area.y) * (size_t)cells->area.width;
}

/* A range of columns of the area, counted from its left. */
typedef struct Columns {
    int first, end;
} Columns;

/* Passes the distances of row `from_y` on to row y beside it. */
static void pass_distances(const ShoreCells *cells, Columns columns,
                           int is_land, int y, int from_y)
{
    const RippleRect *area = &cells->area;
    const uint8_t *depths = cells->mask->depths +
                            (size_t)y * (size_t)cells->mask->columns + area->x;
    const uint8_t *from = near_row(cells, is_land, from_y);
    uint8_t *to = near_row(cells, is_land, y);

    for (int x = columns.first; x < columns.end; x++) {
        int is_kind = (depths[x] == RIPPLE_DEPTH_LAND) == is_land;

        to[x] = (uint8_t)min_int(to[x], is_kind ? 0 : from[x] + 1);
    }
}

/* A column without cells of a kind gets MAX_CELLS. */
static void measure_columns(const ShoreCells *cells, Columns columns,
                            int is_land)
{
    const RippleRect *area = &cells->area;
    int last = area->y + area->height - 1;

    for (int y = area->y; y <= last; y++) {
        memset(near_row(cells, is_land, y) + columns.first, MAX_CELLS,
               (size_t)(columns.end - columns.first));
        pass_distances(cells, columns, is_land, y, max_int(y - 1, area->y));
    }
    for (int y = last; y >= area->y; y--)
        pass_distances(cells, columns, is_land, y, min_int(y + 1, last));
}

static void measure_column_bands(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;
    int width = cells->area.width;
    Columns columns = {find_band_start(cells, width, first),
                       find_band_start(cells, width, end)};

    measure_columns(cells, columns, 0);
    measure_columns(cells, columns, 1);
}

/* Stores the squared vertical distances of a row of the area in `squares`.
   Returns the range of columns that have one below the limit; its end is 0 if
   there are none. */
static Columns find_near_columns(const ShoreCells *cells, const uint8_t *near,
                                 int16_t *squares)
{
    int width = cells->area.width, limit = cells->limit;
    Columns columns = {0, width};

    for (int x = 0; x < width; x++)
        squares[x] = (int16_t)(near[x] * near[x]);
    while (columns.end > 0 && near[columns.end - 1] >= limit)
        columns.end--;
    while (columns.first < columns.end && near[columns.first] >= limit)
        columns.first++;
    return columns;
}

/* Stores the squared distances in cells from the cells of a row to the nearest
   of a kind, at most the limit squared. `squares` is scratch for a row. */
static void find_squares(const ShoreCells *cells, int is_land, int y,
                         int16_t *squares, int16_t *restrict nearest)
{
    int offset = cells->rect.x - cells->area.x, limit = cells->limit;
    Columns columns =
        find_near_columns(cells, near_row(cells, is_land, y), squares);

    for (int x = 0; x < cells->rect.width; x++)
        nearest[x] = (int16_t)(limit * limit);
    for (int i = -limit; i <= limit && columns.end > 0; i++) {
        const int16_t *from = squares + offset + i;
        int first = max_int(columns.first - offset - i, 0);
        int end = min_int(cells->rect.width, columns.end - offset - i);

        for (int x = first; x < end; x++) {
            int16_t square = (int16_t)(from[x] + i * i);

            nearest[x] = square < nearest[x] ? square : nearest[x];
        }
    }
}

/* Stores the distance of each cell to the nearest cell of the other kind,
   negative on land. */
static void measure_row(const ShoreCells *cells, int y, int16_t *scratch)
{
    int width = cells->rect.width, offset = cells->rect.x - cells->area.x;
    const uint8_t *to_land = near_row(cells, 1, y) + offset;
    int16_t *nearest[2] = {scratch, scratch + width};
    int16_t *sharp = cells->sharp + find_row_start(cells, y);
    int has_land = memchr(to_land, 0, (size_t)width) != NULL;

    for (int is_land = !has_land; is_land < 2; is_land++)
        find_squares(cells, is_land, y, scratch + 2 * width, nearest[is_land]);
    for (int i = 0; i < width; i++) {
        int is_land = to_land[i] == 0;
        int square = nearest[!is_land][i], distance = FAR;

        if (square < cells->limit * cells->limit)
            distance = min_int(
                (int)(sqrt(square) * cells->size) - cells->size / 2, FAR);
        sharp[i] = (int16_t)(is_land ? -distance : distance);
    }
}

static void measure_bands(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;
    const RippleRect *rect = &cells->rect;
    int16_t *scratch = cells->scratch + 3 * first * cells->area.width;
    int last = find_band_start(cells, rect->height, end);

    for (int i = find_band_start(cells, rect->height, first); i < last; i++)
        measure_row(cells, rect->y + i, scratch);
}

/* Rounds the corners of cells near the shore: means of 3x3, weighted 1 2 1. */
static void smooth_row(const ShoreCells *cells, int y)
{
    const int16_t *rows[3];
    int16_t *to = cells->distances + find_row_start(cells, y);

    for (int i = 0; i < 3; i++)
        rows[i] = cells->sharp + find_row_start(cells, y + i - 1);
    for (int x = 0; x < cells->rect.width; x++) {
        int left = max_int(x - 1, 0);
        int right = min_int(x + 1, cells->rect.width - 1), sum = 0;

        if (abs(rows[1][x]) >= FAR) {
            to[x] = rows[1][x];
            continue;
        }
        for (int i = 0; i < 3; i++)
            sum += (i == 1 ? 2 : 1) *
                   (rows[i][left] + 2 * rows[i][x] + rows[i][right]);
        to[x] = (int16_t)(sum / 16);
    }
}

static void find_shallows(const ShoreCells *cells, int y)
{
    const Mask *mask = cells->mask;
    const uint8_t *depths =
        mask->depths + (size_t)y * (size_t)mask->columns + cells->rect.x;
    int16_t *to = cells->shallows + find_row_start(cells, y);

    for (int x = 0; x < cells->rect.width; x++)
        to[x] = (int16_t)(depths[x] == RIPPLE_DEPTH_LAND
                              ? 0
                              : RIPPLE_DEPTH_OPEN - depths[x]);
}

static void smooth_bands(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;
    const RippleRect *rect = &cells->rect;
    int last = find_band_start(cells, rect->height, end);

    for (int i = find_band_start(cells, rect->height, first); i < last; i++) {
        smooth_row(cells, rect->y + i);
        find_shallows(cells, rect->y + i);
    }
}

static int allocate(ShoreCells *cells)
{
    size_t width = (size_t)cells->area.width;
    size_t count = (size_t)cells->rect.width * (size_t)cells->rect.height;
    size_t area = width * (size_t)cells->area.height;
    size_t scratch = 3 * width * (size_t)cells->bands;

    cells->memory = malloc((3 * count + scratch) * sizeof(int16_t) + 2 * area);
    if (cells->memory == NULL)
        return RIPPLE_ERROR_MEMORY;
    cells->sharp = cells->memory;
    cells->distances = cells->sharp + count;
    cells->shallows = cells->distances + count;
    cells->scratch = cells->shallows + count;
    cells->near[0] = (uint8_t *)(cells->scratch + scratch);
    cells->near[1] = cells->near[0] + area;
    return RIPPLE_OK;
}

/* Chooses the cells that the pixels need, and those around them that may hold
   the nearest land. */
static void choose_cells(ShoreCells *cells, const GridSize *size,
                         RippleRect pixels)
{
    int x = ripple_grid_column(size, pixels.x);
    int y = ripple_grid_row(size, pixels.y);
    int right = ripple_grid_column(size, pixels.x + pixels.width - 1);
    int bottom = ripple_grid_row(size, pixels.y + pixels.height - 1);
    RippleRect rect = {x, y, right + 1 - x, bottom + 1 - y};

    cells->size = size->width * PIXEL / size->columns;
    cells->rect = ripple_rect_grow(rect, 2, size->columns, size->rows);
    cells->limit = (RIPPLE_SHORE_REACH + 1) * size->columns / size->width + 2;
    cells->area =
        ripple_rect_grow(cells->rect, cells->limit, size->columns, size->rows);
}

/* Measures the cells under these pixels. Returns 0 or RIPPLE_ERROR_MEMORY; on
   error there is nothing to clear. */
static int measure_cells(ShoreCells *cells, const Mask *mask,
                         const GridSize *size, RippleRect pixels,
                         ThreadPool *thread_pool)
{
    int threads = ripple_thread_pool_size(thread_pool);

    *cells = (ShoreCells){
        .mask = mask,
        .bands = threads > 1 ? min_int(2 * threads, BANDS) : 1,
    };
    choose_cells(cells, size, pixels);
    if (allocate(cells) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    ripple_thread_pool_run(thread_pool, measure_column_bands, cells,
                           cells->bands);
    ripple_thread_pool_run(thread_pool, measure_bands, cells, cells->bands);
    ripple_thread_pool_run(thread_pool, smooth_bands, cells, cells->bands);
    return RIPPLE_OK;
}

/* Frees the memory. */
static void clear_cells(ShoreCells *cells)
{
    free(cells->memory);
    *cells = (ShoreCells){.memory = NULL};
}

/* Kinds of blocks without a shore. */
enum {
    BLOCK_WATER = 1, /* shows the picture: open water beyond land's reach */
    BLOCK_LAND = 2,  /* shows land's picture: beyond the water's reach */
};

/* A row of cells, spread to the columns of the pixels. */
typedef struct CellRow {
    int row; /* of the pool; -1: none */
    int16_t *distances, *shallows;
    uint8_t *kinds; /* by block: BLOCK_WATER, BLOCK_LAND or 0 */
} CellRow;

/* A floor that is being drawn. */
typedef struct Shore {
    const GridMap *grid_map;
    const ShorePictures *pictures;
    const RipplePixels *floor;
    RippleRect whole, part; /* pixels to draw; those that land reaches */
    ShoreScale scale;
    ShoreCells cells;
    int left, columns; /* the columns of pixels in a CellRow: those of `part`
                          and those that cast shadows on it. Left of the pool a
                          CellRow repeats its first value */
    CellRow *ring;     /* for each band its last rows of cells */
    int ring_size;
} Shore;

/* Interpolates a row of cells at the columns of the pixels. */
static void interpolate_row(const Shore *shore, const int16_t *cells,
                            int16_t *to)
{
    const GridAxis *axis = &shore->grid_map->axis_x;
    int origin = shore->cells.rect.x, outside = max_int(-shore->left, 0);
    int first = shore->left + outside, count = shore->columns - outside;

    if (ripple_grid_is_coarse(&shore->grid_map->size)) {
        for (int i = 0; i < count; i++) {
            const int16_t *cell = cells + (axis->first[first + i] - origin);

            to[outside + i] =
                (int16_t)lerp(cell[0], cell[1], axis->share[first + i]);
        }
    } else {
        memcpy(to + outside, cells + (first - origin),
               (size_t)count * sizeof *to);
    }
    for (int i = 0; i < outside; i++)
        to[i] = to[outside];
}

/* The kind of a block of `count` pixels. */
static int find_block_kind(const int16_t *distances, const int16_t *shallows,
                           int count)
{
    int min = FAR, max = -FAR, shallow = 0;

    for (int i = 0; i < count; i++) {
        min = min_int(min, distances[i]);
        max = max_int(max, distances[i]);
        shallow |= shallows[i];
    }
    return (min >= FAR && shallow == 0 ? BLOCK_WATER : 0) |
           (max <= -FAR ? BLOCK_LAND : 0);
}

static void fill_row(const Shore *shore, CellRow *cells, int row)
{
    size_t place = find_row_start(&shore->cells, row);
    int skipped = shore->part.x - shore->left;

    cells->row = row;
    interpolate_row(shore, shore->cells.distances + place, cells->distances);
    interpolate_row(shore, shore->cells.shallows + place, cells->shallows);
    for (int x = 0; x < shore->part.width; x += BLOCK)
        cells->kinds[x / BLOCK] = (uint8_t)find_block_kind(
            cells->distances + skipped + x, cells->shallows + skipped + x,
            min_int(BLOCK, shore->part.width - x));
}

/* The row of cells above the middle of a row of pixels, and the one below. */
typedef struct CellRows {
    const CellRow *upper, *lower;
    int share; /* weight of the lower one */
} CellRows;

static const CellRow *find_cell_row(const Shore *shore, CellRow *ring, int row)
{
    CellRow *cell_row = &ring[row % shore->ring_size];

    if (cell_row->row != row)
        fill_row(shore, cell_row, row);
    return cell_row;
}

static CellRows find_cell_rows(const Shore *shore, CellRow *ring, int y)
{
    const GridAxis *axis = &shore->grid_map->axis_y;
    const CellRow *upper;

    if (ripple_grid_is_coarse(&shore->grid_map->size))
        return (CellRows){find_cell_row(shore, ring, axis->first[y]),
                          find_cell_row(shore, ring, axis->first[y] + 1),
                          axis->share[y]};
    upper = find_cell_row(shore, ring, y);
    return (CellRows){upper, upper, 0};
}

static void mix_rows(int *to, const int16_t *upper, const int16_t *lower,
                     int share, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = lerp(upper[i], lower[i], share);
}

/* Copies the picture of land, which repeats, under a block. */
static void copy_land(const RipplePixels *land, RippleRect block, uint32_t *to)
{
    int x = block.x % land->width, y = block.y % land->height;

    for (int i = 0; i < block.width; x = 0) {
        int count = min_int(land->width - x, block.width - i);

        ripple_pixels_get_row(land, x, y, count, to + i);
        i += count;
    }
}

/* Turns the pixels of a block into those of the floor. The first rows are those
   of the block, the second those of the pixels that cast shadows on it. */
static void shade_block(const Shore *shore, const CellRows rows[2],
                        RippleRect block, const uint32_t *land,
                        uint32_t *pixels)
{
    int first = block.x - shore->part.x, own = first + shore->scale.shadow_x;
    int distances[BLOCK], shallows[BLOCK], shadows[BLOCK];
    ShoreRow row = {block.x,   block.y, block.width,
                    distances, shadows, shallows};

    mix_rows(distances, rows[0].upper->distances + own,
             rows[0].lower->distances + own, rows[0].share, block.width);
    mix_rows(shallows, rows[0].upper->shallows + own,
             rows[0].lower->shallows + own, rows[0].share, block.width);
    mix_rows(shadows, rows[1].upper->distances + first,
             rows[1].lower->distances + first, rows[1].share, block.width);
    colour_row(&shore->scale, &row, pixels, land);
}

/* The floor of the block shows the picture already. */
static void lay_block(const Shore *shore, const CellRows rows[2],
                      RippleRect block, int kind)
{
    const ShorePictures *pictures = shore->pictures;
    uint32_t water[BLOCK], land[BLOCK];
    const uint32_t *shown = kind == BLOCK_LAND ? land : water;

    ripple_pixels_get_row(pictures->water, block.x, block.y, block.width,
                          water);
    if (pictures->land != NULL)
        copy_land(pictures->land, block, land);
    if (kind == 0)
        shade_block(shore, rows, block, pictures->land != NULL ? land : water,
                    water);
    ripple_pixels_set_row(shore->floor, block.x, block.y, block.width, shown);
}

static void lay_row(const Shore *shore, CellRow *ring, int y)
{
    CellRows rows[2] = {
        find_cell_rows(shore, ring, y),
        find_cell_rows(shore, ring, max_int(y - shore->scale.shadow_y, 0))};
    RippleRect block = {shore->part.x, y, BLOCK, 1};
    int end = shore->part.x + shore->part.width;

    for (int i = 0; block.x < end; i++, block.x += BLOCK) {
        int kind = rows[0].upper->kinds[i] & rows[0].lower->kinds[i];

        block.width = min_int(BLOCK, end - block.x);
        if (kind == 0 || (kind == BLOCK_LAND && shore->pictures->land != NULL))
            lay_block(shore, rows, block, kind);
    }
}

static void lay_bands(void *argument, int first, int end)
{
    const Shore *shore = argument;
    const RippleRect *whole = &shore->whole, *part = &shore->part;
    CellRow *ring = shore->ring + first * shore->ring_size;
    int last = whole->y + find_band_start(&shore->cells, whole->height, end);

    for (int y =
             whole->y + find_band_start(&shore->cells, whole->height, first);
         y < last; y++) {
        ripple_pixels_copy(shore->pictures->water, shore->floor,
                           (RippleRect){whole->x, y, whole->width, 1});
        if (y >= part->y && y < part->y + part->height)
            lay_row(shore, ring, y);
    }
}

/* Allocates the rings and the memory of their rows. */
static int allocate_rings(Shore *shore)
{
    size_t rows = (size_t)shore->ring_size * (size_t)shore->cells.bands;
    size_t columns = (size_t)shore->columns;
    size_t blocks = (size_t)shore->part.width / BLOCK + 1;
    int16_t *values;
    uint8_t *kinds;

    shore->ring =
        malloc(rows * (sizeof *shore->ring + 2 * columns * sizeof *values +
                       blocks * sizeof *kinds));
    if (shore->ring == NULL)
        return RIPPLE_ERROR_MEMORY;
    values = (int16_t *)(shore->ring + rows);
    kinds = (uint8_t *)(values + rows * 2 * columns);
    for (size_t i = 0; i < rows; i++) {
        int16_t *distances = values + i * 2 * columns;

        shore->ring[i] =
            (CellRow){-1, distances, distances + columns, kinds + i * blocks};
    }
    return RIPPLE_OK;
}

static int init_shore(Shore *shore, const Mask *mask, ThreadPool *thread_pool)
{
    const GridSize *size = &shore->grid_map->size;
    int right = shore->scale.shadow_x, down = shore->scale.shadow_y;
    RippleRect pixels = {shore->part.x - right, shore->part.y - down,
                         shore->part.width + right, shore->part.height + down};

    shore->left = pixels.x;
    shore->columns = pixels.width;
    shore->ring_size = down * size->rows / size->height + 4;
    if (measure_cells(&shore->cells, mask, size,
                      ripple_rect_clip(pixels, size->width, size->height),
                      thread_pool) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    if (allocate_rings(shore) == RIPPLE_OK)
        return RIPPLE_OK;
    clear_cells(&shore->cells);
    return RIPPLE_ERROR_MEMORY;
}

RippleRect ripple_shore_reach(const GridSize *size, RippleRect cells)
{
    RippleRect reach = ripple_grid_reach(size, cells);

    return reach.width == 0 || reach.height == 0
               ? reach
               : ripple_rect_grow(reach, RIPPLE_SHORE_REACH, size->width,
                                  size->height);
}

int ripple_shore_lay_floor(const Mask *mask, const GridMap *grid_map,
                           const ShorePictures *pictures,
                           const RipplePixels *floor, RippleRect part,
                           ThreadPool *thread_pool)
{
    const GridSize *size = &grid_map->size;
    RippleRect reach = ripple_shore_reach(size, ripple_mask_bounds(mask));
    Shore shore = {.grid_map = grid_map,
                   .pictures = pictures,
                   .floor = floor,
                   .whole = part,
                   .part = ripple_rect_intersect(part, reach),
                   .scale =
                       ripple_shore_scale(size->height, pictures->is_bare)};

    if (shore.part.width == 0 || shore.part.height == 0) {
        ripple_pixels_copy(pictures->water, floor, part);
        return RIPPLE_OK;
    }
    if (init_shore(&shore, mask, thread_pool) != RIPPLE_OK) {
        ripple_pixels_copy(pictures->water, floor, part);
        return RIPPLE_ERROR_MEMORY;
    }
    ripple_thread_pool_run(thread_pool, lay_bands, &shore, shore.cells.bands);
    clear_cells(&shore.cells);
    free(shore.ring);
    return RIPPLE_OK;
}
