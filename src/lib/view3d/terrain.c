/* SPDX-License-Identifier: MIT */
/*
 * Shores come from four blurs of the mask: of land over 2 and over 12 cells, of
 * the depth over 2, and over 12 of cells that are painted over the land map.
 * Each is two box sums, in 16 bits without rounding.
 * Blurs are made for a band of rows, with as many rows around it as they reach.
 *
 * Shadows come from a scan away from the sun. The shade of a cell reaches up to
 * the shade of the cell before it or the ground there, whichever is higher,
 * less the drop of a sun ray on the way. It is never below the sea, so a shadow
 * ends after a number of cells that depends on the sun alone. So an update of a
 * painted part gives the same bits as an update of everything.
 */
#include "lib/view3d/terrain.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "lib/util/trig.h"
#include "lib/kernels/real_formula.h"
#include "lib/view3d/land_map.h"
#include "lib/util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sounding Sounding;
typedef struct Surveyed Surveyed;

#include "lib/view3d/survey.inc"

#define BAND         20 /* rows blurred at once */
#define NARROW       1  /* cells on each side of a box */
#define WIDE         6
#define MARGIN       (2 * WIDE) /* cells that a blur reaches */
#define BLUR_ROWS    (BAND + 2 * MARGIN)
#define NARROW_ALL   81    /* (2 NARROW + 1)^4 */
#define WIDE_ALL     28561 /* (2 WIDE + 1)^4 */
#define BANK         2048  /* rise of land over 2 cells from its shore */
#define HILL         5120  /* further rise over 12 cells */
#define SOFT_CELLS   2     /* cells of height over which a shadow deepens */
#define MIN_DROP     0.5f  /* least fall of a sun ray, in cells per cell */
#define MIN_SUN      0.0625f
/* Extra cells at the ends of a row of shadow. */
#define SHADOW_GUARD 3

enum { LAND_WIDE, LAND_NARROW, DEPTH, PAINTED, SCRATCH, BLURS };

/* Land slopes down to the edges over 1 / WIDTHS of the pool's shorter side. */
#define WIDTHS 12

/*
 * The share of its height that land keeps toward an edge of the pool. Outside
 * the pool the ground falls alike everywhere, so lower land ends sooner: a
 * slope of uneven height makes an uneven coast.
 */
static double find_coast_share(int columns, int rows, int x, int y)
{
    int side = min_int(columns, rows);
    int near = min_int(min_int(x, columns - 1 - x), min_int(y, rows - 1 - y));
    double share = (double)near * WIDTHS / side, degrees, left;

    if (share >= 1)
        return 1;
    degrees = 360.0 * (x + y) / side;
    left = 0.4 + 0.22 * ripple_sine(degrees * 2.3) +
           0.15 * ripple_sine(degrees * 5.9);
    return left + (1 - left) * share * share * (3 - 2 * share);
}

/* Lowers a height of land, 1 or more, at cell (x, y) of columns x rows: keeps
   all of it in the middle, 0.03 to 0.77 of it at the edges, and at least 1. */
static int lower_coast(int height, int columns, int rows, int x, int y)
{
    return 1 + (int)((height - 1) * find_coast_share(columns, rows, x, y));
}

static size_t cell_at(const Relief *relief, int x, int y)
{
    return (size_t)y * (size_t)relief->columns + (size_t)x;
}

static Floor *floor_at(const Relief *relief, int x, int y)
{
    return relief->floor + y * relief->stride + x;
}

static int blur_columns(const Relief *relief)
{
    return relief->columns + 2 * MARGIN;
}

int ripple_relief_init(Relief *relief, int columns, int rows)
{
    size_t width = (size_t)columns, height = (size_t)rows;
    size_t side = (size_t)max_int(columns, rows);

    *relief = (Relief){
        .columns = columns,
        .rows = rows,
        .floor = calloc((width + 1) * (height + 1), sizeof *relief->floor),
        .stride = columns + 1,
        .light = malloc(width * height),
        .blurs = malloc((width + 2 * MARGIN) * BLUR_ROWS * BLURS *
                        sizeof *relief->blurs),
        .shadows = malloc(2 * (side + SHADOW_GUARD) * sizeof *relief->shadows),
    };
    if (relief->floor != NULL && relief->light != NULL &&
        relief->blurs != NULL && relief->shadows != NULL)
        return RIPPLE_OK;
    ripple_relief_clear(relief);
    return RIPPLE_ERROR_MEMORY;
}

void ripple_relief_clear(Relief *relief)
{
    free(relief->floor);
    free(relief->light);
    free(relief->blurs);
    free(relief->shadows);
    memset(relief, 0, sizeof *relief);
}

/* Row y of a blur; row 0 is MARGIN rows above the band. */
static uint16_t *blur_row(const Relief *relief, int blur, int y)
{
    size_t row = (size_t)blur * BLUR_ROWS + (size_t)y;

    return relief->blurs + row * (size_t)blur_columns(relief);
}

/* to[i] = the sum of from[i - reach]..from[i + reach], 0 beyond the ends */
static void sum_row(uint16_t *to, const uint16_t *from, int count, int reach)
{
    unsigned sum = 0;

    for (int i = 0; i < reach && i < count; i++)
        sum += from[i];
    for (int i = 0; i < count; i++) {
        sum += i + reach < count ? from[i + reach] : 0u;
        to[i] = (uint16_t)sum;
        sum -= i >= reach ? from[i - reach] : 0u;
    }
}

/* to[i] += add[i] - subtract[i]; NULL is zeros. */
static void add_and_subtract_row(uint16_t *to, const uint16_t *add,
                                 const uint16_t *subtract, int count)
{
    for (int i = 0; i < count && add != NULL; i++)
        to[i] = (uint16_t)(to[i] + add[i]);
    for (int i = 0; i < count && subtract != NULL; i++)
        to[i] = (uint16_t)(to[i] - subtract[i]);
}

/* Sums down the columns of SCRATCH into a blur, as sum_row does along a row. */
static void sum_rows(const Relief *relief, int blur, int reach)
{
    int columns = blur_columns(relief);
    uint16_t *before = NULL;

    for (int y = -reach; y < BLUR_ROWS; y++) {
        uint16_t *to = blur_row(relief, blur, max_int(y, 0));
        const uint16_t *add =
            y + reach < BLUR_ROWS ? blur_row(relief, SCRATCH, y + reach) : NULL;
        const uint16_t *subtract =
            y > reach ? blur_row(relief, SCRATCH, y - reach - 1) : NULL;

        if (before == NULL)
            memset(to, 0, (size_t)columns * sizeof *to);
        else if (before != to)
            memcpy(to, before, (size_t)columns * sizeof *to);
        add_and_subtract_row(to, add, subtract, columns);
        before = to;
    }
}

static void blur_band(const Relief *relief, int blur, int reach)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int y = 0; y < BLUR_ROWS; y++)
            sum_row(blur_row(relief, SCRATCH, y), blur_row(relief, blur, y),
                    blur_columns(relief), reach);
        sum_rows(relief, blur, reach);
    }
}

/* The height of the map, -1 at sea level; 0 if there is no map or the mask
   disagrees about land. */
static int find_map_height(const Relief *relief, size_t cell, uint8_t depth)
{
    int height;

    if (relief->map == NULL)
        return 0;
    height =
        max_int(relief->map[cell] - RIPPLE_SEA_LEVEL, -RIPPLE_RELIEF_UNITS);
    if (height == 0)
        height = -1;
    return (height > 0) == (depth == RIPPLE_DEPTH_LAND) ? height : 0;
}

/* Computes the blurs of the band whose first row is `top`; if the map is right
   all over it PAINTED stays 0, and the others are not needed. */
static void make_blurs(const Relief *relief, const uint8_t *depths, int top)
{
    int columns = relief->columns, is_painted = 0;

    for (int y = 0; y < BLUR_ROWS; y++) {
        int row = clamp_int(top - MARGIN + y, 0, relief->rows - 1);
        uint16_t *wide = blur_row(relief, LAND_WIDE, y);
        uint16_t *narrow = blur_row(relief, LAND_NARROW, y);
        uint16_t *depth = blur_row(relief, DEPTH, y);
        uint16_t *painted = blur_row(relief, PAINTED, y);

        for (int x = 0; x < blur_columns(relief); x++) {
            size_t cell =
                cell_at(relief, clamp_int(x - MARGIN, 0, columns - 1), row);

            depth[x] = depths[cell];
            wide[x] = narrow[x] = depth[x] == RIPPLE_DEPTH_LAND;
            painted[x] = find_map_height(relief, cell, depths[cell]) == 0;
            is_painted |= painted[x];
        }
    }
    if (!is_painted)
        return;
    blur_band(relief, PAINTED, WIDE);
    blur_band(relief, LAND_WIDE, WIDE);
    blur_band(relief, LAND_NARROW, NARROW);
    blur_band(relief, DEPTH, NARROW);
}

/* The height of a cell of a row from blurs, at index i. */
static int shape_cell(const Relief *relief, int row, int i, int is_land)
{
    int wide = blur_row(relief, LAND_WIDE, row)[i];
    int narrow = blur_row(relief, LAND_NARROW, row)[i];
    int sign = is_land ? 256 : -256;
    /* 0 at the shore, 256 at 12 and at 2 cells */
    int far = max_int((2 * wide - WIDE_ALL) * sign / WIDE_ALL, 0);
    int near = max_int((2 * narrow - NARROW_ALL) * sign / NARROW_ALL, 0);
    int share, floor;

    if (is_land)
        return 1 + BANK * near / 256 + HILL * far / 256 * far / 256;
    /* As flat as land at the shore, which then crosses cells smoothly: in 1/16,
       6 at 2 cells, 10 more at 12 cells. */
    share = 16 + (6 * near * near + 10 * far * far) / 256 * 255 / 256;
    floor = RIPPLE_RELIEF_OPEN * blur_row(relief, DEPTH, row)[i] /
            (RIPPLE_DEPTH_OPEN * (NARROW_ALL - narrow));
    return min_int(floor * share / (16 * 256), -1);
}

/* The height of cell (x, y) in the band of blurs whose first row is `top`: the
   map's, and where it is painted over or there is none, from blurs. Over 12
   cells one goes over into the other. */
static int find_height(const Relief *relief, const uint8_t *depths, int x,
                       int y, int top)
{
    int row = y - top + MARGIN, i = x + MARGIN;
    size_t cell = cell_at(relief, x, y);
    int is_land = depths[cell] == RIPPLE_DEPTH_LAND;
    int map = find_map_height(relief, cell, depths[cell]);
    int share =
        min_int(512 * blur_row(relief, PAINTED, row)[i] / WIDE_ALL, 256);
    int height;

    if (share == 0)
        return map;
    height = shape_cell(relief, row, i, is_land);
    if (is_land)
        height = lower_coast(height, relief->columns, relief->rows, x, y);
    return map == 0 ? height : map + (height - map) * share / 256;
}

static void shape_ground(const Relief *relief, const uint8_t *depths,
                         RippleRect rect)
{
    int end = rect.y + rect.height;

    for (int top = rect.y; top < end; top += BAND) {
        make_blurs(relief, depths, top);
        for (int y = top; y < min_int(top + BAND, end); y++) {
            for (int x = rect.x; x < rect.x + rect.width; x++)
                floor_at(relief, x, y)->ground =
                    (int16_t)find_height(relief, depths, x, y, top);
        }
    }
}

/*
 * The steps of a sun ray, one cell along its longer axis. On the other axis it
 * comes from `shift` + share_q8 / 256 cells away.
 */
typedef struct Rays {
    int is_down;  /* the longer axis is y */
    int toward;   /* direction of the sun on it: 1 or -1 */
    int shift;    /* -1, 0 or 1 */
    int share_q8; /* 0..255 */
    int drop;     /* units that a ray falls in a step */
    int soft;     /* units over which a shadow deepens */
    int reach;    /* steps after which every shadow has ended; 0: the sun is
                     overhead */
} Rays;

static Rays trace_rays(const Relief *relief, const float sun[3])
{
    float units = 16.0f * RIPPLE_RELIEF_UNITS / (float)relief->columns;
    float x = fabsf(sun[0]), y = fabsf(sun[1]), steep = fmaxf(x, y);
    float major = y >= x ? sun[1] : sun[0], minor = y >= x ? sun[0] : sun[1];
    Rays rays = {
        .is_down = y >= x,
        .toward = major > 0 ? 1 : -1,
        .drop = RIPPLE_RELIEF_UNITS,
        .soft = max_int((int)(SOFT_CELLS * units), 1),
    };
    float drop;
    int offset;

    if (steep < MIN_SUN)
        return rays;
    drop = sun[2] / steep > MIN_DROP ? sun[2] / steep : MIN_DROP;
    drop =
        drop * units < RIPPLE_RELIEF_UNITS ? drop * units : RIPPLE_RELIEF_UNITS;
    offset = (int)lroundf(minor / steep * 256);
    rays.shift = (offset + 256) / 256 - 1;
    rays.share_q8 = offset - 256 * rays.shift;
    rays.drop = max_int((int)drop, 1);
    rays.reach = RIPPLE_RELIEF_UNITS / rays.drop + 2;
    return rays;
}

/* Extends `rect` by `reach` cells toward the sun (side 1) or away (-1). */
static RippleRect extend_rect(const Relief *relief, const Rays *rays,
                              RippleRect rect, int side)
{
    int reach = rays->reach, along = rays->toward * side;
    int across = rays->shift < 0 ? -side : side;
    int right = rays->is_down ? across : along;
    int down = rays->is_down ? along : across;

    if (reach == 0)
        return rect;
    rect.x -= right < 0 ? reach : 0;
    rect.y -= down < 0 ? reach : 0;
    rect.width += reach;
    rect.height += reach;
    return ripple_rect_clip(rect, relief->columns, relief->rows);
}

/* A scan over `all`, from its sunward side, that lights `lit`. */
typedef struct Scan {
    const Relief *relief;
    const float *sun;
    float up;    /* the sun's height, at least MIN_SUN */
    float gain;  /* factor of light */
    float slope; /* slope per difference of 1 across 2 cells */
    Rays rays;
    RippleRect lit, all;
} Scan;

/* The share of sun: 256 if lit, 0 if shade reaches `soft` above the cell. */
static int find_sun_share(int shade, int height, int soft)
{
    int t;

    if (shade <= height)
        return 256;
    t = (int)((int64_t)min_int(max_int(shade - height, 0), soft) * 256 / soft);

    return 256 - t * t * (3 * 256 - 2 * t) / (256 * 256);
}

/* Lambert's cosine for the normal (-dx, -dy, 1). */
static uint8_t light_cell(const Scan *scan, int x, int y, int share)
{
    const Relief *relief = scan->relief;
    const Floor *row = floor_at(relief, 0, y);
    const Floor *above = y > 0 ? row - relief->stride : row;
    const Floor *below = y < relief->rows - 1 ? row + relief->stride : row;
    int left = x > 0 ? x - 1 : x, right = x < relief->columns - 1 ? x + 1 : x;
    float dx = (float)(row[right].ground - row[left].ground) * scan->slope;
    float dy = (float)(below[x].ground - above[x].ground) * scan->slope;
    float light = scan->up - dx * scan->sun[0] - dy * scan->sun[1];

    light = light * (float)share * scan->gain / sqrtf(1 + dx * dx + dy * dy);
    return (uint8_t)(light > 254 ? 255 : light > 0 ? light + 0.5f : 0);
}

/* Scans the cells of `all` at `place` on the longer axis. A row of shadow holds
   the higher of shade and ground, and zeros around `all`. */
static void scan_cells(const Scan *scan, int place)
{
    const Relief *relief = scan->relief;
    const Rays *rays = &scan->rays;
    int side = max_int(relief->columns, relief->rows) + SHADOW_GUARD;
    RippleRect lit = scan->lit;
    int is_odd = place & 1, is_down = rays->is_down;
    int first = is_down ? scan->all.x : scan->all.y;
    int last = first + (is_down ? scan->all.width : scan->all.height) - 1;
    int *to = relief->shadows + is_odd * side + 1;
    const int *from = relief->shadows + !is_odd * side + 1 + rays->shift;

    for (int i = first; i <= last; i++) {
        int x = is_down ? i : place, y = is_down ? place : i;
        int height = max_int(floor_at(relief, x, y)->ground, 0),
            step = from[i + 1] - from[i];
        int shade = from[i] + (step * rays->share_q8 >> 8) - rays->drop;

        to[i] = max_int(shade, height);
        if (x >= lit.x && x < lit.x + lit.width && y >= lit.y &&
            y < lit.y + lit.height)
            relief->light[cell_at(relief, x, y)] = light_cell(
                scan, x, y, find_sun_share(shade, height, rays->soft));
    }
}

static void scan_light(const Scan *scan)
{
    const Relief *relief = scan->relief;
    RippleRect all = scan->all;
    int first = scan->rays.is_down ? all.y : all.x;
    int count = scan->rays.is_down ? all.height : all.width;
    int side = max_int(relief->columns, relief->rows) + SHADOW_GUARD;

    memset(relief->shadows, 0, 2 * (size_t)side * sizeof *relief->shadows);
    for (int i = 0; i < count; i++)
        scan_cells(scan,
                   scan->rays.toward < 0 ? first + i : first + count - 1 - i);
}

static void set_open_row(const Relief *relief, int y)
{
    for (int x = 0; x < relief->columns; x++) {
        size_t cell = cell_at(relief, x, y);
        int height = find_map_height(relief, cell, RIPPLE_DEPTH_OPEN);

        height = height != 0 ? height : RIPPLE_RELIEF_OPEN;
        floor_at(relief, x, y)->ground = (int16_t)height;
        relief->light[cell] = RIPPLE_RELIEF_LEVEL;
    }
}

void ripple_relief_update(Relief *relief, const uint8_t *depths,
                          const RippleRect *part, const float sun[3])
{
    int columns = relief->columns, rows = relief->rows;
    RippleRect all = {0, 0, columns, rows};
    float up = sun[2] > MIN_SUN ? sun[2] : MIN_SUN;
    Scan scan = {
        .relief = relief,
        .sun = sun,
        .up = up,
        .gain = RIPPLE_RELIEF_LEVEL / (256 * up),
        .slope = (float)columns / (32.0f * RIPPLE_RELIEF_UNITS),
        .rays = trace_rays(relief, sun),
    };

    if (depths == NULL) {
        for (int y = 0; y < rows; y++)
            set_open_row(relief, y);
        return;
    }
    if (part != NULL)
        all = ripple_rect_grow(*part, MARGIN, columns, rows);
    shape_ground(relief, depths, all);
    scan.lit = extend_rect(relief, &scan.rays,
                           ripple_rect_grow(all, 1, columns, rows), -1);
    scan.all = extend_rect(relief, &scan.rays, scan.lit, 1);
    scan_light(&scan);
}

/* Rise of a wave in cells per cell of refraction. */
#define RISE 0.4

/* The share of light that is added on the floor of open water by a curvature
   that refracts by one cell over two cells. */
#define RAYS 0.4f

/* The most that waves rise on the shore, in widths of the pool. */
#define LAP 0.0003f

/* Outside the pool the ground falls by FALL * out^2, in widths of the pool. */
#define FALL 4.0f

/* Waves fade toward the edges, over this share of the pool's width. */
#define FADE (1.0f / 16)

/* The share of waves left at a column or row. */
static float find_fade(int place, int count, float band)
{
    float share = (float)min_int(place, count - 1 - place) / band;

    share = fminf(share, 1);
    return share * share * (3 - 2 * share);
}

int ripple_maps_init(Maps *maps, const Relief *relief)
{
    int columns = relief->columns, rows = relief->rows;
    size_t cells = ((size_t)columns + 1) * ((size_t)rows + 1);
    size_t bytes = cells * sizeof *maps->places;

    *maps = (Maps){
        .columns = columns,
        .rows = rows,
        .places = ripple_memory_alloc(bytes),
        .fades = malloc((size_t)columns * sizeof *maps->fades),
        .band = fmaxf((float)columns * FADE, 1),
    };
    if (maps->places == NULL || maps->fades == NULL) {
        ripple_maps_clear(maps);
        return RIPPLE_ERROR_MEMORY;
    }
    memset(maps->places, 0, bytes);
    for (int x = 0; x < columns; x++)
        maps->fades[x] = find_fade(x, columns, maps->band);
    maps->terrain = (Terrain){
        .places = maps->places,
        .floor = relief->floor,
        .stride = relief->stride,
        .max_x = (float)(columns - 1),
        .max_y = (float)(rows - 1),
        .unit = (float)columns / (16.0f * RIPPLE_RELIEF_UNITS),
        .fall = FALL / (float)columns,
    };
    maps->scale.lap = LAP * (float)columns / maps->terrain.unit;
    return RIPPLE_OK;
}

void ripple_maps_clear(Maps *maps)
{
    ripple_memory_free(maps->places);
    free(maps->fades);
    memset(maps, 0, sizeof *maps);
}

void ripple_maps_scale(Maps *maps, double refraction)
{
    double rise = refraction * RISE;

    maps->scale.water = (float)(rise / maps->terrain.unit);
    maps->scale.slope = (float)(rise / 2 * (1 << RIPPLE_INCLINE_BITS));
    maps->scale.ray = (float)refraction * RAYS / -RIPPLE_RELIEF_OPEN;
}

/* Repeats the last cell in the column after it, and the last row below it. */
static void pad_row(const Maps *maps, const Relief *relief, int y)
{
    size_t width = (size_t)maps->columns + 1;
    Place *places = maps->places + (size_t)y * width;
    Floor *floor = relief->floor + (size_t)y * width;

    places[maps->columns] = places[maps->columns - 1];
    floor[maps->columns] = floor[maps->columns - 1];
    if (y == maps->rows - 1) {
        memcpy(places + width, places, width * sizeof *places);
        memcpy(floor + width, floor, width * sizeof *floor);
    }
}

void ripple_maps_set_ground(Maps *maps, const Relief *relief)
{
    for (int y = 0; y < maps->rows; y++) {
        const Floor *floor = relief->floor + y * relief->stride;
        Place *places = maps->places + y * maps->terrain.stride;

        for (int x = 0; x < maps->columns; x++)
            places[x].ground = floor[x].ground;
        pad_row(maps, relief, y);
    }
}

float ripple_maps_highest(const Maps *maps)
{
    int highest = 0;
    size_t cells = ((size_t)maps->columns + 1) * ((size_t)maps->rows + 1);

    for (size_t i = 0; i < cells; i++)
        highest = max_int(highest, maps->places[i].ground);
    return fmaxf((float)highest * maps->terrain.unit, maps->terrain.bank);
}

float ripple_maps_level(const Maps *maps, float x, float y)
{
    const Terrain *terrain = &maps->terrain;
    float in_x = fminf(fmaxf(x, 0), terrain->max_x);
    float in_y = fminf(fmaxf(y, 0), terrain->max_y);
    float out = fabsf(x - in_x) + fabsf(y - in_y);
    int column = (int)in_x, row = (int)in_y;
    const Place *above = terrain->places + row * terrain->stride + column;
    const Place *below = above + terrain->stride;
    float share_x = in_x - (float)column, share_y = in_y - (float)row;
    float upper =
        above[0].ground + (float)(above[1].ground - above[0].ground) * share_x;
    float lower =
        below[0].ground + (float)(below[1].ground - below[0].ground) * share_x;

    upper = (upper + (lower - upper) * share_y) * terrain->unit;
    if (terrain->bank > 0)
        return fmaxf(upper + (terrain->bank - upper) *
                                 fminf(out * terrain->bank_in, 1),
                     0);
    return fmaxf(upper - out * out * terrain->fall, 0);
}

int ripple_maps_shine(int light)
{
    return 52 + light * 76 / RIPPLE_RELIEF_LEVEL;
}

float ripple_maps_fade(const Maps *maps, int y)
{
    return find_fade(y, maps->rows, maps->band);
}

void ripple_maps_survey(Maps *maps, const Relief *relief,
                        const int16_t *heights, size_t stride, int y)
{
    int last_x = maps->columns - 1, last_y = maps->rows - 1;
    const int16_t *rows[5]; /* from two above to two below */
    const uint8_t *light = relief->light + (size_t)y * (size_t)relief->columns;
    Place *places = maps->places + y * maps->terrain.stride;
    Floor *floor = relief->floor + y * relief->stride;
    float fade = ripple_maps_fade(maps, y);

    for (int i = 0; i < 5; i++)
        rows[i] = heights + (size_t)clamp_int(y + i - 2, 0, last_y) * stride;
    for (int x = 0; x <= last_x; x++) {
        Sounding sounding = {
            .height = rows[2][x],
            .across =
                rows[2][min_int(x + 1, last_x)] - rows[2][max_int(x - 1, 0)],
            .down = rows[3][x] - rows[1][x],
            .bulge = 4 * rows[2][x] - rows[0][x] - rows[4][x] -
                     rows[2][max_int(x - 2, 0)] -
                     rows[2][min_int(x + 2, last_x)],
        };
        Surveyed surveyed =
            survey_cell(maps->scale, sounding, places[x].ground,
                        ripple_maps_shine(light[x]),
                        maps->terrain.bank > 0 ? 1 : fade * maps->fades[x]);

        places[x].water = (int16_t)surveyed.water;
        places[x].slope_x = (int16_t)surveyed.slope_x;
        places[x].slope_y = (int16_t)surveyed.slope_y;
        floor[x].light = (int16_t)surveyed.light;
    }
    pad_row(maps, relief, y);
}
