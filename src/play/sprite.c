/* SPDX-License-Identifier: MIT */
/*
 * A sprite has coordinates of its own: t from -4096, the end of a stalk or the
 * stern, to 4096, the tip or bow, and v across it, in the same unit. The
 * midrib, where v would be 0 in a straight leaf, and the width are functions of
 * t alone, kept in tables while a sprite is drawn.
 */
#include "play/sprite.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "play/nature/rain.h"

#include <stdlib.h>

#define ONE    4096 /* half a leaf's length */
#define BLADE  512  /* the middle of the blade */
#define STALK  70   /* half its width, and that of the midrib */
#define WIDEST 2850 /* reached by no part of a leaf, across */
#define VEINS  900  /* from one to the next */
#define SLICE  16
#define SLICES 1024 /* for all t that are drawn */

#define SOFT     28 /* half the border of a shadow, in 1/256 of the length */
#define DARKNESS 125
#define SHADOW   0xff0a1216u
#define PALE     0xfff6e3a4u

#define FOAM_REACH  1200 /* half its width */
#define FOAM_COLOUR 0xfff4f8f6u
#define NOISE       16   /* values of noise along foam, and across */
#define ALONG       1100 /* from one value to the next along foam */
#define ACROSS      260

#define FISH_GIRTH    640     /* half its width */
#define FISH_GILLS    1500    /* where it is widest */
#define FISH_TAIL_FIN (-2900) /* in front of it */
#define FISH_TAIL     900     /* how far it wags */
#define FISH_BLUR     3       /* pixels of its outline, by the water */
#define MAX_BEND      900

#define TALLEST  1900   /* the height of no hull exceeds it */
#define MIDSHIPS (-600) /* where hulls are widest */
#define DECK     2150   /* up to the bow */
#define BENCH    0xffc8935au
#define PLANKS   0xffa5692fu
#define COVER    0xffa9b3a6u
#define COAMING  0xff3a4643u
#define WHITE    0xfff2f1eau

/* A box around the midline of a hull: half its length and width, and its height
   above the water if that exceeds the hull's. */
typedef struct Plate {
    uint32_t colour;
    int middle, length, width, height;
} Plate;

typedef struct Hull {
    int beam;   /* half its width */
    int height; /* above the water */
    int hollow; /* how much its sides are lit from within */
    int rail_width, strake_width;
    uint32_t floor, rail, strake;
    Plate plates[10]; /* the last one has no length */
} Hull;

static const Hull boat = {
    .beam = 1450,
    .height = 620,
    .hollow = 5,
    .rail_width = 330,
    .strake_width = 120,
    .floor = 0xff5c3b20u,
    .rail = 0xfff0d6a4u,
    .strake = 0xff3e2413u,
    .plates = {{BENCH, 950, 330, ONE, 0},
               {BENCH, -1150, 330, ONE, 0},
               {BENCH, -2950 - ONE, ONE, ONE, 0},
               {PLANKS, DECK + ONE, ONE, ONE, 0}},
};

/* Two hatches before the bridge, a funnel behind it. */
static const Hull ship = {
    .beam = 980,
    .height = 640,
    .rail_width = 130,
    .strake_width = 60,
    .floor = 0xff77867fu,
    .rail = WHITE,
    .strake = 0xff6d2320u,
    .plates = {{COAMING, -650, 710, 630, 0},
               {COVER, -650, 640, 560, 780},
               {COAMING, 950, 710, 630, 0},
               {COVER, 950, 640, 560, 780},
               {PLANKS, DECK + ONE, ONE, ONE, 0},
               {COAMING, DECK, 60, ONE, 0},
               {0xff2b3a45u, -2090, 480, 760, 1300},
               {WHITE, -2150, 430, 720, 1500},
               {0xffc8402bu, -2900, 240, 180, 1900}},
};

typedef struct Tone {
    uint32_t base, tip;
} Tone;

static const uint32_t fish_colours[] = {0xff0b1a20u, 0xff10201au, 0xff1f1712u};

static const Tone tones[] = {
    {0xffd99a26u, 0xfff2c648u}, /* gold */
    {0xffe3a336u, 0xffe0702au}, /* orange */
    {0xffcf5a2au, 0xffa92a20u}, /* red */
    {0xffb9a53au, 0xffe2b43cu}, /* green that turns yellow */
    {0xffc27a34u, 0xff94481fu}, /* rust */
};

/* A part of a leaf along t. */
typedef struct Slice {
    int midrib;    /* its v */
    int width;     /* half the width of the leaf; negative beyond its ends */
    int per_width; /* 2^16 / width */
    int end;       /* how far behind t the sprite ends, if it ends abruptly */
    int is_stalk;
} Slice;

typedef struct Shape {
    Slice slices[SLICES];
    int line;              /* half the width of stalk and midrib */
    int per_line;          /* 2^16 * 128 / line */
    int reach;             /* the most that v can be */
    int pixel;             /* the length of one */
    int lit;               /* -256..256: how much light meets positive v */
    int gain, shadow_gain; /* see find_cover */
    int soft;              /* half the border of the shadow */
    int fade, darkness;
    Tone tone;
    int is_foam, is_fish;
    uint32_t colour;              /* of a fish */
    const Hull *hull;             /* of a boat or ship, else NULL */
    int height;                   /* above the water, of a layer of the hull */
    uint8_t noise[NOISE * NOISE]; /* of foam, by row across */
} Shape;

/* A number of the look, 0..count - 1. */
static int pick(uint64_t look, int shift, int count)
{
    return (int)((look >> shift) % 256) * count / 256;
}

int leaf_length(const Ripple *pool, uint64_t look)
{
    return leaves_length(pool) * (80 + pick(look, 8, 41)) / 100;
}

/* Half the width of a blade at t; negative before and behind it. */
static int find_width(int widest, int t)
{
    int s = (t - BLADE) * 8 / 7;

    return widest * (ONE - s * s / ONE) / ONE * (ONE - s * 3 / 8) / ONE;
}

/* Fills in what leaf and shadow reach. */
static void fill_slices(Shape *shape, int widest, int bend)
{
    int reach = (ONE + max_int(shape->soft, shape->pixel)) / SLICE + 1;

    for (int i = SLICES / 2 - reach; i < SLICES / 2 + reach; i++) {
        int t = (i - SLICES / 2) * SLICE + SLICE / 2;
        int blade = find_width(widest, t);
        int stalk = t < 0 ? min_int(shape->line, t + ONE) : -ONE;

        shape->slices[i] = (Slice){
            .midrib = bend * (ONE - t * t / ONE) / ONE,
            .width = max_int(blade, stalk),
            .per_width = 65536 / max_int(blade, 1),
            .end = 2 * ONE,
            .is_stalk = blade <= stalk,
        };
    }
}

static void fill_hull(Shape *shape)
{
    int beam = shape->hull->beam, bow = ONE - MIDSHIPS;

    for (int i = 0; i < SLICES; i++) {
        int t = (i - SLICES / 2) * SLICE + SLICE / 2, s = t - MIDSHIPS;

        shape->slices[i] = (Slice){
            .width = s > 0 ? beam - beam * s / bow * s / bow
                           : beam - s / 4 * s / 7000,
            .end = t + ONE,
        };
    }
}

/* Half the width at t, from above: a tail fin, a body that is widest behind the
   head, and two fins there that point back. */
static int find_girth(int t)
{
    int fin = t > FISH_GILLS - 800 && t < FISH_GILLS
                  ? (t - FISH_GILLS + 800) * (FISH_GILLS - t) / 500
                  : 0;
    int s;

    if (t < FISH_TAIL_FIN)
        return 90 + (FISH_TAIL_FIN - t) / 4;
    if (t < FISH_GILLS) {
        s = (FISH_GILLS - t) * 256 / (FISH_GILLS - FISH_TAIL_FIN);
        return 90 + (FISH_GIRTH - 90) * (65536 - s * s) / 65536 + fin;
    }
    s = (t - FISH_GILLS) * 256 / (ONE - FISH_GILLS);
    return FISH_GIRTH - FISH_GIRTH * (s * s / 256) / 256 * s / 256;
}

static void fill_fish(Shape *shape, const Sprite *sprite)
{
    int bends[2];

    for (int i = 0; i < 2; i++)
        bends[i] = clamp_int(sprite->bend[i] * 16 * shape->pixel / 256,
                             -MAX_BEND, MAX_BEND);
    for (int i = 0; i < SLICES; i++) {
        int t = (i - SLICES / 2) * SLICE + SLICE / 2;
        int back = (ONE - t) / 2, wave = t * t / ONE;

        shape->slices[i] = (Slice){
            .midrib =
                sprite->tail * FISH_TAIL / 256 * back / ONE * back / ONE +
                (bends[0] * (wave - t) + bends[1] * (wave + t)) / (2 * ONE),
            .width = find_girth(t),
            .end = min_int(t + ONE, ONE - t),
        };
    }
}

static void fill_foam(Shape *shape, uint64_t look)
{
    for (int i = 0; i < NOISE * NOISE; i++)
        shape->noise[i] = (uint8_t)rain_random(look, (uint64_t)i);
    for (int i = 0; i < SLICES; i++)
        shape->slices[i] = (Slice){.width = FOAM_REACH, .end = 2 * ONE};
}

/* The share of a pixel that foam covers, 0..256: threads where noise is near
   its mean, in an ellipse. */
static int find_foam(const Shape *shape, int t, int v)
{
    int x = t + (NOISE / 2 - 1) * ALONG, y = v + (NOISE / 2 - 1) * ACROSS;
    int right = x % ALONG * 256 / ALONG;
    int down = y % ACROSS * 256 / ACROSS;
    const uint8_t *above = shape->noise + y / ACROSS * NOISE + x / ALONG;
    const uint8_t *below = above + NOISE;
    int high = above[0] * (256 - right) + above[1] * right;
    int low = below[0] * (256 - right) + below[1] * right;
    int noise = (high * (256 - down) + low * down) >> 16;
    int along = t * 64 / ONE, across = v * 64 / FOAM_REACH;
    int dense = max_int(4096 - along * along - across * across, 0) / 16;

    dense = dense * (t + 3 * ONE) / (4 * ONE);
    return clamp_int(dense - 4 * abs(noise - 128), 0, 200) * dense / 256;
}

static void make_shape(Shape *shape, const Sprite *sprite)
{
    int half = sprite->length / 2;
    int widest = 1500 + pick(sprite->look, 32, 750);
    int bend = pick(sprite->look, 40, 1000) - 500;
    int lit = (sprite->along_x * sprite->light_y -
               sprite->along_y * sprite->light_x) /
              LEAVES_ONE;

    shape->line = max_int(STALK, 140 * ONE / half);
    shape->per_line = 65536 * 128 / shape->line;
    shape->reach = widest * 17 / 16 + abs(bend);
    shape->pixel = 256 * ONE / half;
    shape->lit = lit;
    shape->gain = half * (65536 / ONE);
    shape->soft = max_int(2 * SOFT * ONE / 256, shape->pixel / 2);
    shape->shadow_gain = 128 * 65536 / shape->soft;
    shape->fade = sprite->fade;
    shape->darkness = DARKNESS * sprite->fade / LEAVES_FADE;
    shape->tone = tones[pick(sprite->look, 48, COUNT(tones))];
    shape->is_foam = sprite->kind == SPRITE_FOAM;
    shape->hull = sprite->kind == SPRITE_BOAT   ? &boat
                  : sprite->kind == SPRITE_SHIP ? &ship
                                                : NULL;
    shape->height = shape->hull != NULL ? shape->hull->height : 0;
    shape->colour = fish_colours[pick(sprite->look, 24, COUNT(fish_colours))];
    shape->is_fish = sprite->kind == SPRITE_FISH;
    if (shape->is_fish) {
        shape->gain /= FISH_BLUR;
        shape->pixel *= FISH_BLUR;
        shape->darkness /= 2;
        shape->reach = WIDEST;
        fill_fish(shape, sprite);
    } else if (shape->hull != NULL)
        fill_hull(shape);
    else if (shape->is_foam)
        fill_foam(shape, sprite->look);
    else
        fill_slices(shape, widest, bend);
}

/* The share of a pixel, 0..256, that a place as deep covers: half of it at
   depth 0; `gain` / 2^16 is what a unit of depth adds. */
static int find_cover(int depth, int gain)
{
    return clamp_int(128 + (int)((int64_t)depth * gain / 65536), 0, 256);
}

/* Multiplies each channel by shade / 256. */
static uint32_t scale_colour(uint32_t colour, int shade)
{
    uint32_t scaled = 0;

    for (int shift = 0; shift < 24; shift += 8) {
        int channel = (int)(colour >> shift & 255) * shade / 256;

        scaled |= (uint32_t)min_int(channel, 255) << shift;
    }
    return scaled | 0xff000000u;
}

/* How near a place is to a line, 0..256. */
static int find_line(const Shape *shape, int distance)
{
    return max_int(256 - abs(distance) * shape->per_line / 65536, 0);
}

/* The veins run from the midrib to the rim and forward. */
static int find_vein(const Shape *shape, int t, int v)
{
    int along = (t + 2 * ONE - abs(v) * 5 / 4) % VEINS - VEINS / 2;

    return find_line(shape, along) / 4;
}

/* The colour at t, v from the midrib. */
static uint32_t find_colour(const Shape *shape, const Slice *slice, int t,
                            int v)
{
    int slope = clamp_int(v * 10, -ONE, ONE);
    int rim = min_int(abs(v) * slice->per_width / 256, 256);
    int shade = 256 + shape->lit * slope / ONE / 4 - rim * rim / 1024;
    uint32_t tip = (uint32_t)clamp_int((t + ONE) / 32, 0, 256);
    int pale = max_int(find_line(shape, v) / 2, find_vein(shape, t, v));
    uint32_t colour;

    if (slice->is_stalk)
        return scale_colour(shape->tone.base, 170);
    colour = mix_pixels(shape->tone.base, shape->tone.tip, tip);
    return scale_colour(mix_pixels(colour, PALE, (uint32_t)pale), shade);
}

/* Mixes a colour into another where `depth` is above 0. */
static uint32_t cover(const Shape *shape, uint32_t colour, uint32_t with,
                      int depth)
{
    return mix_pixels(colour, with, (uint32_t)find_cover(depth, shape->gain));
}

/* How deep a place is inside a plate. */
static int find_depth(const Plate *plate, int t, int v)
{
    return min_int(plate->length - abs(t - plate->middle),
                   plate->width - abs(v));
}

/* The colour of a hull at t, v from its middle, so deep inside its outline. */
static uint32_t find_hull(const Shape *shape, int t, int v, int depth)
{
    const Hull *hull = shape->hull;
    int side = shape->lit * clamp_int(v * 3, -ONE, ONE) / ONE;
    int rail = max_int(hull->rail_width, shape->pixel);
    int strake = max_int(hull->strake_width, shape->pixel / 2);
    uint32_t colour = scale_colour(hull->floor, 256 - side * hull->hollow / 8);

    for (const Plate *plate = hull->plates; plate->length > 0; plate++)
        colour = cover(shape, colour, plate->colour, find_depth(plate, t, v));
    colour = cover(shape, colour, hull->rail, rail - depth);
    colour = cover(shape, colour, hull->strake, strake - depth);
    return scale_colour(colour, 252 + side / 8);
}

/* Draws one pixel of a layer of a hull: of its side, of its deck with all that
   stands on it, or of what stands higher. */
static uint32_t draw_layer(const Shape *shape, uint32_t pixel, int t, int v,
                           int depth, int covered)
{
    const Hull *hull = shape->hull;
    int above = shape->height - hull->height;

    if (above <= shape->pixel)
        return mix_pixels(pixel,
                          above < 0 ? scale_colour(hull->strake, 220)
                                    : find_hull(shape, t, v, depth),
                          (uint32_t)covered);
    for (const Plate *plate = hull->plates; plate->length > 0; plate++) {
        int over = plate->height - shape->height;
        int share = find_cover(find_depth(plate, t, v), shape->gain);

        if (over > 0)
            pixel = mix_pixels(
                pixel,
                scale_colour(plate->colour, over <= shape->pixel ? 256 : 180),
                (uint32_t)(share * covered / 256));
    }
    return pixel;
}

/* Rounds down to whole pixels. */
static int to_pixel(int place)
{
    return place >> 4;
}

RippleRect sprite_bounds(const Sprite *sprite)
{
    int64_t half = sprite->length / 2, unit = (int64_t)LEAVES_ONE * ONE * 16;
    int64_t along_x = abs(sprite->along_x), along_y = abs(sprite->along_y);
    int64_t across_x = abs(sprite->across_x), across_y = abs(sprite->across_y);
    int reach_x = (int)(half * (along_x * ONE + across_x * WIDEST) / unit) + 16;
    int reach_y = (int)(half * (along_y * ONE + across_y * WIDEST) / unit) + 16;
    int length = sprite->length, x = sprite->shadow_x, y = sprite->shadow_y;
    int left = sprite->x - reach_x + min_int(x - SOFT, 0) * length / 4096;
    int high = sprite->is_upright * TALLEST * length / (2 * ONE * 16);
    int top = sprite->y - reach_y - high + min_int(y - SOFT, 0) * length / 4096;
    int right = sprite->x + reach_x + max_int(x + SOFT, 0) * length / 4096;
    int bottom = sprite->y + reach_y + max_int(y + SOFT, 0) * length / 4096;

    return (RippleRect){to_pixel(left), to_pixel(top),
                        to_pixel(right) + 1 - to_pixel(left),
                        to_pixel(bottom) + 1 - to_pixel(top)};
}

/* A place in the coordinates of a sprite, in 1/4096. */
typedef struct Place {
    int64_t t, v;
} Place;

/* The place that is (x, y) / 256 pixels from the middle of the sprite. */
static Place find_place(const Sprite *sprite, int64_t x, int64_t y)
{
    int64_t area = (int64_t)sprite->along_x * sprite->across_y -
                   (int64_t)sprite->along_y * sprite->across_x;
    int64_t unit = sprite->length / 2 * max_int64(area / LEAVES_ONE, 1);

    return (Place){
        (x * sprite->across_y - y * sprite->across_x) * 512 * LEAVES_ONE / unit,
        (y * sprite->along_x - x * sprite->along_y) * 512 * LEAVES_ONE / unit,
    };
}

/* How much of the bed a fish hides, of 256: its back is darker than its sides.
 */
static int find_density(const Slice *slice, int v)
{
    int width = max_int(slice->width, 1);

    return 200 - 90 * min_int(abs(v), width) / width;
}

/* Draws one pixel of a sprite, or of its shadow, at a place. */
static uint32_t draw_pixel(const Shape *shape, uint32_t pixel, Place place,
                           int is_shadow)
{
    int t = (int)(place.t >> 12), v;
    const Slice *slice = &shape->slices[(t + SLICES / 2 * SLICE) / SLICE];
    int depth, covered;

    v = (int)(place.v >> 12) - slice->midrib;
    depth = min_int(slice->width - abs(v), slice->end);
    covered = find_cover(depth, is_shadow ? shape->shadow_gain : shape->gain);
    if (covered == 0)
        return pixel;
    if (is_shadow)
        return mix_pixels(pixel, SHADOW,
                          (uint32_t)(covered * shape->darkness / 256));
    covered = covered * shape->fade / LEAVES_FADE;
    if (shape->is_foam)
        return mix_pixels(pixel, FOAM_COLOUR,
                          (uint32_t)(find_foam(shape, t, v) * covered / 256));
    if (shape->is_fish)
        return mix_pixels(pixel, shape->colour,
                          (uint32_t)(covered * find_density(slice, v) / 256));
    if (shape->hull != NULL)
        return draw_layer(shape, pixel, t, v, depth, covered);
    return mix_pixels(pixel, find_colour(shape, slice, t, v),
                      (uint32_t)covered);
}

/* The pixels of a row, from `first` to before `end`. */
typedef struct Span {
    int first, end;
} Span;

/* Leaves those in which a coordinate that is `start` at pixel 0 and grows by
   `step` lies within +-reach. */
static void limit_span(Span *span, int64_t start, int64_t step, int64_t reach)
{
    int64_t low = -reach - start, high = reach - start, size = llabs(step);

    if (step < 0) {
        low = start - reach;
        high = start + reach;
    }
    if (high < 0 || (size == 0 && low > 0))
        span->end = 0;
    if (size == 0)
        return;
    span->first = (int)max_int64(span->first, (low + size - 1) / size);
    span->end = (int)min_int64(span->end, high / size + 1);
}

/* Draws a sprite, a layer of one that has height, or its shadow. */
static void draw_rows(const Shape *shape, const Sprite *sprite,
                      const RipplePixels *frame, const RippleRect *rect,
                      int is_shadow)
{
    int x =
        sprite->x * 16 + is_shadow * sprite->length * sprite->shadow_x / 256;
    int y = sprite->y * 16 +
            is_shadow * sprite->length * sprite->shadow_y / 256 -
            sprite->is_upright * !is_shadow * sprite->length / 2 *
                shape->height / ONE;
    int border = is_shadow ? shape->soft : shape->pixel;
    int64_t reach_t = (int64_t)(ONE + border) * ONE;
    int64_t reach_v = (int64_t)(shape->reach + border) * ONE;
    Place step = find_place(sprite, 256, 0);

    for (int row = rect->y; row < rect->y + rect->height; row++) {
        Place place =
            find_place(sprite, rect->x * 256 + 128 - x, row * 256 + 128 - y);
        uint32_t *pixels = pixel_buffer_row(frame, row) + rect->x;
        Span span = {0, rect->width};

        limit_span(&span, place.t, step.t, reach_t);
        limit_span(&span, place.v, step.v, reach_v);
        place.t += span.first * step.t;
        place.v += span.first * step.v;
        for (int i = span.first; i < span.end; i++) {
            pixels[i] = draw_pixel(shape, pixels[i], place, is_shadow);
            place.t += step.t;
            place.v += step.v;
        }
    }
}

void sprite_draw(const Sprite *sprite, const RipplePixels *frame,
                 const RippleRect *rect)
{
    Shape shape;

    make_shape(&shape, sprite);
    if (sprite->kind != SPRITE_FOAM)
        draw_rows(&shape, sprite, frame, rect, 1);
    if (shape.hull != NULL && sprite->is_upright)
        for (shape.height = 0; shape.height < TALLEST;
             shape.height += shape.pixel)
            draw_rows(&shape, sprite, frame, rect, 0);
    else
        draw_rows(&shape, sprite, frame, rect, 0);
}
