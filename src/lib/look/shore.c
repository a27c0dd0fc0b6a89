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

/* A block of pixels is drawn at once, in strips of rows. */
#define BLOCK 32
#define STRIP 16

/* Distances to the shore of the cells in a part of the pool. */
typedef struct ShoreCells {
    const Mask *mask;
    RippleRect rect;    /* the cells */
    int16_t *distances; /* by cell; see ShorePoint */
    int16_t *shallows;  /* by cell: 255 - depth, 0 on land */
    RippleRect area;    /* `rect` and the cells that may be nearest */
    int size;           /* side of a cell in 1/16 pixel */
    int limit;          /* cells; greater distances count as FAR */
    int16_t *sharp;     /* distances before smoothing */
    uint8_t *near[2];   /* by cell of the area: cells up or down to water and to
                           land, limited */
    void *memory;
} ShoreCells;

#define MAX_CELLS 60 /* greater distances in a column count as this */
#define COLUMNS   64 /* of the area that a thread takes at once */

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
static void measure_columns(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;
    const RippleRect *area = &cells->area;
    Columns columns = {first * COLUMNS, min_int(end * COLUMNS, area->width)};
    int last = area->y + area->height - 1;

    for (int is_land = 0; is_land < 2; is_land++) {
        for (int y = area->y; y <= last; y++) {
            memset(near_row(cells, is_land, y) + columns.first, MAX_CELLS,
                   (size_t)(columns.end - columns.first));
            pass_distances(cells, columns, is_land, y, max_int(y - 1, area->y));
        }
        for (int y = last; y >= area->y; y--)
            pass_distances(cells, columns, is_land, y, min_int(y + 1, last));
    }
}

/* The range of columns with a vertical distance below the limit; its end is 0
   if there are none. */
static Columns find_near_columns(const ShoreCells *cells, const uint8_t *near)
{
    Columns columns = {0, cells->area.width};

    while (columns.end > 0 && near[columns.end - 1] >= cells->limit)
        columns.end--;
    while (columns.first < columns.end && near[columns.first] >= cells->limit)
        columns.first++;
    return columns;
}

/* Stores the squared distances in cells from the cells of a row to the nearest
   of a kind, at most the limit squared. */
static void find_squares(const ShoreCells *cells, int is_land, int y,
                         int16_t *restrict nearest)
{
    int offset = cells->rect.x - cells->area.x, limit = cells->limit;
    const uint8_t *near = near_row(cells, is_land, y);
    Columns columns = find_near_columns(cells, near);

    for (int x = 0; x < cells->rect.width; x++)
        nearest[x] = (int16_t)(limit * limit);
    for (int i = -limit; i <= limit && columns.end > 0; i++) {
        const uint8_t *from = near + offset + i;
        int first = max_int(columns.first - offset - i, 0);
        int end = min_int(cells->rect.width, columns.end - offset - i);

        for (int x = first; x < end; x++) {
            int16_t square = (int16_t)(from[x] * from[x] + i * i);

            nearest[x] = square < nearest[x] ? square : nearest[x];
        }
    }
}

/* Stores the distances of rows of cells to the nearest cell of the other kind,
   negative on land. The rows of `distances` hold the squares to land. */
static void measure_rows(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;
    int width = cells->rect.width, offset = cells->rect.x - cells->area.x;

    for (int y = cells->rect.y + first; y < cells->rect.y + end; y++) {
        const uint8_t *to_land = near_row(cells, 1, y) + offset;
        int16_t *land = cells->distances + find_row_start(cells, y);
        int16_t *sharp = cells->sharp + find_row_start(cells, y);

        find_squares(cells, 1, y, land);
        if (memchr(to_land, 0, (size_t)width) != NULL)
            find_squares(cells, 0, y, sharp);
        for (int i = 0; i < width; i++) {
            int is_land = to_land[i] == 0, distance = FAR;
            int square = is_land ? sharp[i] : land[i];

            if (square < cells->limit * cells->limit)
                distance = min_int(
                    (int)(sqrt(square) * cells->size) - cells->size / 2, FAR);
            sharp[i] = (int16_t)(is_land ? -distance : distance);
        }
    }
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

static void smooth_rows(void *argument, int first, int end)
{
    const ShoreCells *cells = argument;

    for (int i = first; i < end; i++) {
        smooth_row(cells, cells->rect.y + i);
        find_shallows(cells, cells->rect.y + i);
    }
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

/* Measures the cells under these pixels. Returns 0 or RIPPLE_ERROR_MEMORY; the
   caller frees cells->memory. */
static int measure_cells(ShoreCells *cells, const Mask *mask,
                         const GridSize *size, RippleRect pixels,
                         ThreadPool *thread_pool)
{
    size_t count, area;

    cells->mask = mask;
    choose_cells(cells, size, pixels);
    count = (size_t)cells->rect.width * (size_t)cells->rect.height;
    area = (size_t)cells->area.width * (size_t)cells->area.height;
    cells->memory = malloc(3 * count * sizeof(int16_t) + 2 * area);
    if (cells->memory == NULL)
        return RIPPLE_ERROR_MEMORY;
    cells->sharp = cells->memory;
    cells->distances = cells->sharp + count;
    cells->shallows = cells->distances + count;
    cells->near[0] = (uint8_t *)(cells->shallows + count);
    cells->near[1] = cells->near[0] + area;
    ripple_thread_pool_run(thread_pool, measure_columns, cells,
                           (cells->area.width + COLUMNS - 1) / COLUMNS);
    ripple_thread_pool_run(thread_pool, measure_rows, cells,
                           cells->rect.height);
    ripple_thread_pool_run(thread_pool, smooth_rows, cells, cells->rect.height);
    return RIPPLE_OK;
}

/* A floor that is being drawn. */
typedef struct Shore {
    const GridMap *grid_map;
    const ShorePictures *pictures;
    const RipplePixels *floor;
    RippleRect whole, part; /* pixels to draw; those that land reaches */
    ShoreScale scale;
    ShoreCells cells;
} Shore;

/* A row of cells, interpolated at the columns of the pixels of a block. */
typedef struct CellRow {
    int row; /* of the pool; -1: none */
    int16_t values[BLOCK];
} CellRow;

/* Columns left of the frame count as the first. */
static void interpolate_row(const Shore *shore, const int16_t *plane, int x,
                            int count, CellRow *to)
{
    const GridAxis *axis = &shore->grid_map->axis_x;
    const int16_t *cells = plane + find_row_start(&shore->cells, to->row);
    int is_coarse = ripple_grid_is_coarse(&shore->grid_map->size);
    int origin = shore->cells.rect.x;

    for (int i = 0; i < count; i++) {
        int pixel = max_int(x + i, 0);
        const int16_t *cell =
            cells + ((is_coarse ? axis->first[pixel] : pixel) - origin);

        to->values[i] =
            is_coarse ? (int16_t)lerp(cell[0], cell[1], axis->share[pixel])
                      : cell[0];
    }
}

/* Interpolates distances or shallows at `count` pixels from (x, y) on. Rows
   above the frame count as the first. The cache has the last two rows of cells
   of these columns. */
static void interpolate(const Shore *shore, const int16_t *plane, int x, int y,
                        int count, CellRow cache[2], int *to)
{
    const GridAxis *axis = &shore->grid_map->axis_y;
    int is_coarse = ripple_grid_is_coarse(&shore->grid_map->size);
    int row = is_coarse ? axis->first[max_int(y, 0)] : max_int(y, 0);
    int share = is_coarse ? axis->share[max_int(y, 0)] : 0;
    const int16_t *upper = cache[row % 2].values;
    const int16_t *lower = cache[(row + is_coarse) % 2].values;

    for (int i = row; i <= row + is_coarse; i++) {
        if (cache[i % 2].row != i) {
            cache[i % 2].row = i;
            interpolate_row(shore, plane, x, count, &cache[i % 2]);
        }
    }
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

/* 1 if a block shows the picture: open water beyond land's reach. */
static int is_open(const int *distances, const int *shallows, int count)
{
    int min = FAR, shallow = 0;

    for (int i = 0; i < count; i++) {
        min = min_int(min, distances[i]);
        shallow |= shallows[i];
    }
    return min >= FAR && shallow == 0;
}

/* Columns of pixels, and the rows of cells last interpolated there: distances,
   shallows, and distances of the pixels that cast shadows here. */
typedef struct Block {
    int x, width;
    CellRow distances[2], shallows[2], shadows[2];
} Block;

/* Draws row y of a block, where the floor shows the picture already. */
static void lay_block(const Shore *shore, Block *block, int y)
{
    const ShorePictures *pictures = shore->pictures;
    const ShoreCells *cells = &shore->cells;
    int x = block->x, count = block->width;
    int distances[BLOCK], shallows[BLOCK], shadows[BLOCK];
    ShoreRow row = {x, y, count, distances, shadows, shallows};
    uint32_t pixels[BLOCK], land[BLOCK];

    interpolate(shore, cells->distances, x, y, count, block->distances,
                distances);
    interpolate(shore, cells->shallows, x, y, count, block->shallows, shallows);
    if (is_open(distances, shallows, count))
        return;
    interpolate(shore, cells->distances, x - shore->scale.shadow_x,
                y - shore->scale.shadow_y, count, block->shadows, shadows);
    ripple_pixels_get_row(pictures->water, x, y, count, pixels);
    if (pictures->land != NULL)
        copy_land(pictures->land, (RippleRect){x, y, count, 1}, land);
    colour_row(&shore->scale, &row, pixels,
               pictures->land != NULL ? land : pixels);
    ripple_pixels_set_row(shore->floor, x, y, count, pixels);
}

static void lay_strip(const Shore *shore, RippleRect strip)
{
    RippleRect part = ripple_rect_intersect(strip, shore->part);
    int right = part.x + part.width;

    ripple_pixels_copy(shore->pictures->water, shore->floor, strip);
    for (int x = part.x; x < right; x += BLOCK) {
        const CellRow none = {.row = -1};
        Block block = {x,
                       min_int(BLOCK, right - x),
                       {none, none},
                       {none, none},
                       {none, none}};

        for (int y = part.y; y < part.y + part.height; y++)
            lay_block(shore, &block, y);
    }
}

static void lay_strips(void *argument, int first, int end)
{
    const Shore *shore = argument;
    RippleRect whole = shore->whole;

    for (int i = first * STRIP; i < min_int(end * STRIP, whole.height);
         i += STRIP)
        lay_strip(shore, (RippleRect){whole.x, whole.y + i, whole.width,
                                      min_int(STRIP, whole.height - i)});
}

/* Measures the cells under `part` and under the pixels that shade it. */
static int measure_part(Shore *shore, const Mask *mask, ThreadPool *thread_pool)
{
    const GridSize *size = &shore->grid_map->size;
    int right = shore->scale.shadow_x, down = shore->scale.shadow_y;
    RippleRect pixels = {shore->part.x - right, shore->part.y - down,
                         shore->part.width + right, shore->part.height + down};

    return measure_cells(&shore->cells, mask, size,
                         ripple_rect_clip(pixels, size->width, size->height),
                         thread_pool);
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
    if (measure_part(&shore, mask, thread_pool) != RIPPLE_OK) {
        ripple_pixels_copy(pictures->water, floor, part);
        return RIPPLE_ERROR_MEMORY;
    }
    ripple_thread_pool_run(thread_pool, lay_strips, &shore,
                           (part.height + STRIP - 1) / STRIP);
    free(shore.cells.memory);
    return RIPPLE_OK;
}
