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
#include <string.h>

#define ONE    4096 /* half a leaf's length */
#define BLADE  512  /* the middle of the blade */
#define STALK  70   /* half its width, and that of the midrib */
#define WIDEST 2850 /* reached by no part of a leaf, across */
#define VEINS  900  /* from one to the next */
#define OAK    1    /* trees: 0 is a birch */
#define WILLOW 2
#define SMALL  8    /* 1/256; a plate that is smaller is not drawn */
#define LOBES  1500 /* from one to the next */
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

#define PLATES     10     /* of a hull, and one without length */
#define TALLEST    1900   /* the height of no hull exceeds it */
#define MIDSHIPS   (-600) /* where hulls are widest */
#define DUCK_CHEST (-300) /* the same of a duck */
#define DUCK_END   2500   /* and where its chest ends */
#define DECK       2150   /* up to the bow */
#define BENCH      0xffc8935au
#define PLANKS     0xffa5692fu
#define COVER      0xffa9b3a6u
#define COAMING    0xff3a4643u
#define WHITE      0xfff2f1eau

typedef enum Form {
    FORM_BOX,
    FORM_BALL,
    FORM_TENT, /* its ridge is along the hull */
} Form;

/* Something around the midline of a hull, or on both sides of it: half its
   length and width, and its height above the water if that exceeds the hull's.
 */
typedef struct Plate {
    uint32_t colour;
    int middle, length, width, height;
    Form form;
    int aside; /* its middle, from the midline */
    int base;  /* a height; the hull's if that exceeds it */
} Plate;

typedef enum Outline {
    OUTLINE_BOAT, /* pointed before, blunt behind */
    OUTLINE_BOTH, /* pointed at both ends */
    OUTLINE_DUCK, /* round before, with a tail */
} Outline;

typedef struct Hull {
    Outline outline;
    int beam;   /* half its width */
    int height; /* above the water */
    int flare;  /* how much its sides lean out, for 256 of its height */
    int hollow; /* how much its sides are lit from within */
    int rail_width, strake_width;
    uint32_t floor, rail, strake;
    Plate plates[PLATES]; /* the last one has no length */
} Hull;

#define BOX(...) \
    { \
        __VA_ARGS__, FORM_BOX, 0, 0 \
    }

static const Hull boat = {
    .beam = 1450,
    .height = 620,
    .hollow = 5,
    .rail_width = 330,
    .strake_width = 120,
    .floor = 0xff5c3b20u,
    .rail = 0xfff0d6a4u,
    .strake = 0xff3e2413u,
    .plates = {BOX(BENCH, 950, 330, ONE, 0), BOX(BENCH, -1150, 330, ONE, 0),
               BOX(BENCH, -2950 - ONE, ONE, ONE, 0),
               BOX(PLANKS, DECK + ONE, ONE, ONE, 0)},
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
    .plates = {BOX(COAMING, -650, 710, 630, 0), BOX(COVER, -650, 640, 560, 780),
               BOX(COAMING, 950, 710, 630, 0), BOX(COVER, 950, 640, 560, 780),
               BOX(PLANKS, DECK + ONE, ONE, ONE, 0),
               BOX(COAMING, DECK, 60, ONE, 0),
               BOX(0xff2b3a45u, -2090, 480, 760, 1300),
               BOX(WHITE, -2150, 430, 720, 1500),
               BOX(0xffc8402bu, -2900, 240, 180, 1900)},
};

/* Folded: a rim around a tent, whose ridge is along the boat. */
static const Hull paper = {
    .outline = OUTLINE_BOTH,
    .beam = 1500,
    .height = 620,
    .flare = 220,
    .hollow = 3,
    .rail_width = 240,
    .strake_width = 70,
    .floor = 0xffc9cdd2u,
    .rail = 0xfffdfdfbu,
    .strake = 0xffb4bac2u,
    .plates = {{0xffeef0f1u, 0, 2500, 1000, 1880, FORM_TENT, 0, 0}},
};

static const Hull duck = {
    .outline = OUTLINE_DUCK,
    .beam = 2500,
    .height = -ONE, /* it has no deck: at a slant its balls are all of it */
    .hollow = -3,
    .rail_width = 60,
    .strake_width = 30,
    .floor = 0xfff5c420u,
    .rail = 0xffe9b418u,
    .strake = 0xffe0a514u,
    .plates = {{0xfff9cb2au, -700, 3000, 2350, 1050, FORM_BALL, 0, 0},
               {0xfff0701eu, 2950, 850, 700, 1300, FORM_BALL, 0, 760},
               {0xffffd53au, 1350, 1600, 1600, 1880, FORM_BALL, 0, 500},
               {0xffffe98cu, 1150, 520, 520, 0, FORM_BALL, 0, 0},
               {0xff20242cu, 1950, 270, 270, 1520, FORM_BALL, 1050, 1250}},
};

static const Hull *const hulls[] = {[SPRITE_BOAT] = &boat,
                                    [SPRITE_SHIP] = &ship,
                                    [SPRITE_PAPER] = &paper,
                                    [SPRITE_DUCK] = &duck,
                                    [SPRITE_FISH] = NULL};

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

/* A plate at the height that is drawn, `size` / 256 as large. */
typedef struct Cut {
    const Plate *plate;
    int length, width, size;
} Cut;

/* A part of a sprite: the t of its middle, and half its length and width. */
typedef struct Box {
    int middle, length, width;
} Box;

typedef struct Shape {
    Slice slices[SLICES];
    int line;              /* half the width of stalk and midrib */
    int per_line;          /* 2^16 * 128 / line */
    int reach;             /* the most that v can be */
    Box box;               /* of what is drawn */
    int pixel;             /* the length of one */
    int lit;               /* -256..256: how much light meets positive v */
    int gain, shadow_gain; /* see find_cover */
    int soft;              /* half the border of the shadow */
    int fade, darkness;
    const int *tint;
    Tone tone;
    int is_foam, is_fish;
    int tree, widest; /* of a leaf, and half its width */
    int bend[2];      /* of a leaf; of a fish's tail and head */
    int tail;         /* of a fish */
    uint32_t colour;  /* the same */
    const Hull *hull; /* of a boat or ship, else NULL */
    int is_upright;   /* drawn in layers, from the top down */
    int height;       /* above the water, of a layer of the hull */
    Cut cuts[PLATES];
    int cut_count;
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

/* A leaf at t; that of an oak has lobes. */
static Slice slice_leaf(const Shape *shape, int t)
{
    int lobe = shape->tree == OAK ? abs((t + 2 * ONE) % LOBES - LOBES / 2) : 0;
    int blade = find_width(shape->widest, t) * (LOBES - lobe * 3 / 4) / LOBES;
    int stalk = t < 0 ? min_int(shape->line, t + ONE) : -ONE;

    return (Slice){
        .midrib = shape->bend[0] * (ONE - t * t / ONE) / ONE,
        .width = max_int(blade, stalk),
        .per_width = 65536 / max_int(blade, 1),
        .end = 2 * ONE,
        .is_stalk = blade <= stalk,
    };
}

/* Half the width of a hull at t. */
static int find_beam(const Hull *hull, int t)
{
    int beam = hull->beam, bow = ONE - MIDSHIPS, s = t - MIDSHIPS, end = ONE;

    switch (hull->outline) {
    case OUTLINE_BOTH:
        return beam - (int)((int64_t)beam * t * t / (ONE * ONE));
    case OUTLINE_DUCK: /* an egg with a beak */
        s = t - DUCK_CHEST;
        end = s > 0 ? DUCK_END - DUCK_CHEST : ONE + DUCK_CHEST;
        return max_int(
            beam - (int)((int64_t)beam * s * s / end * abs(s) / end / end),
            t > 0 ? (ONE - t) / 2 : 0);
    default:
        return s > 0 ? beam - beam * s / bow * s / bow
                     : beam - s / 4 * s / 7000;
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

static Slice slice_fish(const Shape *shape, int t)
{
    int back = (ONE - t) / 2, wave = t * t / ONE;

    return (Slice){
        .midrib = shape->tail * FISH_TAIL / 256 * back / ONE * back / ONE +
                  (shape->bend[0] * (wave - t) + shape->bend[1] * (wave + t)) /
                      (2 * ONE),
        .width = find_girth(t),
        .end = min_int(t + ONE, ONE - t),
    };
}

/* Fills in what the sprite and its shadow reach. */
static void fill_slices(Shape *shape)
{
    int reach = (ONE + max_int(shape->soft, shape->pixel)) / SLICE + 1;

    shape->reach = 0;
    for (int i = SLICES / 2 - reach; i < SLICES / 2 + reach; i++) {
        int t = (i - SLICES / 2) * SLICE + SLICE / 2;
        Slice *slice = &shape->slices[i];

        *slice =
            shape->is_fish ? slice_fish(shape, t)
            : shape->hull != NULL
                ? (Slice){.width = find_beam(shape->hull, t), .end = t + ONE}
            : shape->is_foam ? (Slice){.width = FOAM_REACH, .end = 2 * ONE}
                             : slice_leaf(shape, t);
        shape->reach = max_int(shape->reach, abs(slice->midrib) + slice->width);
    }
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
    int lit = (sprite->along_x * sprite->light_y -
               sprite->along_y * sprite->light_x) /
              LEAVES_ONE;

    shape->line = max_int(STALK, 140 * ONE / half);
    shape->per_line = 65536 * 128 / shape->line;
    shape->pixel = 256 * ONE / half;
    shape->lit = lit;
    shape->gain = half * (65536 / ONE);
    shape->soft = max_int(2 * SOFT * ONE / 256, shape->pixel / 2);
    shape->shadow_gain = 128 * 65536 / shape->soft;
    shape->fade = sprite->is_upright ? LEAVES_FADE : sprite->fade;
    shape->tint = sprite->tint;
    shape->darkness = DARKNESS * sprite->fade / LEAVES_FADE;
    shape->tone = tones[pick(sprite->look, 48, COUNT(tones))];
    shape->is_foam = sprite->kind == SPRITE_FOAM;
    shape->hull = hulls[sprite->kind];
    shape->is_upright = sprite->is_upright;
    shape->height = shape->hull != NULL ? shape->hull->height : 0;
    shape->colour = fish_colours[pick(sprite->look, 24, COUNT(fish_colours))];
    shape->is_fish = sprite->kind == SPRITE_FISH;
    shape->tree = sprite->kind == SPRITE_TREES ? pick(sprite->look, 16, 3) : 0;
    shape->widest =
        (shape->tree == WILLOW ? 600 : 1500) + pick(sprite->look, 32, 750);
    shape->bend[0] = pick(sprite->look, 40, 1000) - 500;
    shape->tail = sprite->tail;
    if (shape->is_fish) {
        for (int i = 0; i < 2; i++)
            shape->bend[i] = clamp_int(
                sprite->bend[i] * 16 * shape->pixel / 256, -MAX_BEND, MAX_BEND);
        shape->gain /= FISH_BLUR;
        shape->pixel *= FISH_BLUR;
        shape->darkness /= 2;
        shape->soft /= 2;
        shape->shadow_gain *= 2;
    }
    for (int i = 0; i < NOISE * NOISE && shape->is_foam; i++)
        shape->noise[i] = (uint8_t)rain_random(sprite->look, (uint64_t)i);
    fill_slices(shape);
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
    uint32_t scaled = 0, even = 0x00ff00ffu;

    if (shade <= 256) /* red and blue at once */
        return ((colour & even) * (uint32_t)shade >> 8 & even) |
               ((colour & 0xff00u) * (uint32_t)shade >> 8 & 0xff00u) |
               0xff000000u;
    for (int shift = 0; shift < 24; shift += 8) {
        int channel = (int)(colour >> shift & 255) * shade / 256;

        scaled |= (uint32_t)min_int(channel, 255) << shift;
    }
    return scaled | 0xff000000u;
}

/* Adds a colour under a pixel whose channels are multiplied by its alpha. */
static uint32_t lay_under(uint32_t pixel, uint32_t colour, int share)
{
    uint32_t alpha = (255 - (pixel >> 24)) * (uint32_t)share / 256;
    uint32_t part = scale_colour(colour, (int)(alpha + (alpha >> 7)));

    return pixel + (part & 0xffffffu) + (alpha << 24);
}

/* Lays a colour in the light of the hour over a pixel; in a layer of a hull,
   under it. */
static uint32_t lay(const Shape *shape, uint32_t pixel, uint32_t colour,
                    int share)
{
    uint32_t lit = 0xff000000u;

    for (int i = 0; i < 3; i++)
        lit |= (colour >> (16 - 8 * i) & 255) * (uint32_t)shape->tint[i] / 256
               << (16 - 8 * i);
    if (shape->is_upright)
        return lay_under(pixel, lit, share);
    return share == 256 ? lit : mix_pixels(pixel, lit, (uint32_t)share);
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
    int share = find_cover(depth, shape->gain);

    return share == 0 ? colour : mix_pixels(colour, with, (uint32_t)share);
}

/* The size of a plate at a height, in 1/256: a ball is whole, or a half that
   lies on the hull. */
static int find_size(const Plate *plate, int height, int hull_height)
{
    int base = max_int(plate->base, hull_height), part, from_middle;

    if (plate->form == FORM_BOX)
        return 256;
    part = (height - base) * 256 / max_int(plate->height - base, 1);
    part = clamp_int(part, 0, 256);
    from_middle = plate->base > 0 ? 2 * part - 256 : part;
    return max_int(256 - (plate->form == FORM_TENT
                              ? part
                              : from_middle * from_middle / 256),
                   0);
}

/* Cuts the plates at the height of the layer that is drawn. The deck has all of
   them, as they look from above. A layer over it is only the plates that reach
   so high. */
static void cut_plates(Shape *shape)
{
    const Hull *hull = shape->hull;
    int above = hull != NULL ? shape->height - hull->height : -1;
    int is_deck = above <= shape->pixel, left = ONE, right = -ONE, width = 0;

    shape->cut_count = 0;
    for (int i = 0; above >= 0 && hull->plates[i].length > 0; i++) {
        const Plate *plate = &hull->plates[i];
        int size =
            is_deck ? 256 : find_size(plate, shape->height, hull->height);
        Cut cut = {plate, max_int(plate->length * size / 256, 1),
                   max_int(plate->width * size / 256, 1), size};

        if (!is_deck && (size < SMALL || plate->height <= shape->height ||
                         plate->base > shape->height))
            continue;
        shape->cuts[shape->cut_count++] = cut;
        left = min_int(left, plate->middle - cut.length);
        right = max_int(right, plate->middle + cut.length);
        width = max_int(width, plate->aside + cut.width);
    }
    shape->box = is_deck
                     ? (Box){0, ONE, shape->reach}
                     : (Box){(left + right) / 2, (right - left) / 2 + 1, width};
}

/* How deep a place is inside a cut. */
static int find_depth(const Shape *shape, const Cut *cut, int t, int v)
{
    const Plate *plate = cut->plate;
    int length = cut->length, width = cut->width;
    int x = abs(t - plate->middle), y = abs(abs(v) - plate->aside);

    if (x > length + 2 * shape->pixel || y > width + 2 * shape->pixel)
        return -shape->pixel;
    if (plate->form == FORM_TENT)
        return width - y - x * width / length;
    if (plate->form == FORM_BOX)
        return min_int(length - x, width - y);
    x = min_int(x * 256 / length, 1024);
    y = min_int(y * 256 / width, 1024);
    return (65536 - x * x - y * y) / 256 * min_int(length, width) / 512;
}

/* How much a plate is lit from above, so deep inside it; 256 is 1. */
static int light_plate(const Shape *shape, const Plate *plate, int v, int depth)
{
    int lit = shape->lit * clamp_int(v * 256 / shape->pixel, -256, 256) / 256;

    return plate->form == FORM_TENT ? 240 + lit / 8
           : plate->form == FORM_BALL
               ? clamp_int(205 + depth * 220 / plate->width, 0, 256) + lit / 16
               : 256;
}

/* The colour of a hull at t, v from its middle, so deep inside its outline. */
static uint32_t find_hull(const Shape *shape, int t, int v, int depth)
{
    const Hull *hull = shape->hull;
    int side = shape->lit * clamp_int(v * 3, -ONE, ONE) / ONE;
    int rail = max_int(hull->rail_width, shape->pixel);
    int strake = max_int(hull->strake_width, shape->pixel / 2);
    uint32_t colour = scale_colour(hull->floor, 256 - side * hull->hollow / 8);

    for (int i = 0; i < shape->cut_count; i++) {
        const Plate *plate = shape->cuts[i].plate;
        int within = find_depth(shape, &shape->cuts[i], t, v);

        if (within > -shape->pixel)
            colour = cover(shape, colour,
                           scale_colour(plate->colour,
                                        light_plate(shape, plate, v, within)),
                           within);
    }
    colour = cover(shape, colour, hull->rail, rail - depth);
    colour = cover(shape, colour, hull->strake, strake - depth);
    return scale_colour(colour, 252 + side / 8);
}

/* Draws one pixel of a plate where it stands higher than the deck; a box only
   where the hull covers the pixel. */
static uint32_t draw_cut(const Shape *shape, uint32_t pixel, const Cut *cut,
                         int t, int v, int covered)
{
    const Plate *plate = cut->plate;
    int share = find_cover(find_depth(shape, cut, t, v), shape->gain), side;

    if (share == 0)
        return pixel;
    side = plate->height - shape->height <= shape->pixel ? 256
           : plate->form == FORM_BOX
               ? 180
               : 256 - cut->size / 3 +
                     shape->lit * clamp_int(v * 256 / plate->width, -256, 256) /
                         1024;
    return lay(shape, pixel, scale_colour(plate->colour, side),
               plate->form == FORM_BOX ? share * covered / 256 : share);
}

/* Draws one pixel of a layer of a hull: of its side, of its deck with all that
   stands on it, or of what stands higher. */
static uint32_t draw_layer(const Shape *shape, uint32_t pixel, int t, int v,
                           int depth, int covered)
{
    const Hull *hull = shape->hull;
    int above = shape->height - hull->height;

    if (above < 0)
        covered = min_int(covered, find_cover(depth + above * hull->flare / 256,
                                              shape->gain));
    if (above <= shape->pixel)
        return lay(shape, pixel,
                   above < 0 ? scale_colour(hull->strake, 220)
                             : find_hull(shape, t, v, depth),
                   covered);
    for (int i = shape->cut_count - 1; i >= 0; i--)
        pixel = draw_cut(shape, pixel, &shape->cuts[i], t, v, covered);
    return pixel;
}

/* Rounds down to whole pixels. */
static int to_pixel(int place)
{
    return place >> 4;
}

/* Half the width of a sprite, of ONE for half its length, at most. */
static int find_widest(const Sprite *sprite)
{
    int64_t bend = max_int(abs(sprite->bend[0]), abs(sprite->bend[1]));

    return sprite->kind == SPRITE_FISH
               ? FISH_GIRTH + abs(sprite->tail) * FISH_TAIL / 256 +
                     (int)min_int64(bend * 32 * ONE / sprite->length,
                                    MAX_BEND) +
                     FISH_BLUR * 512 * ONE / sprite->length
               : WIDEST;
}

RippleRect sprite_bounds(const Sprite *sprite)
{
    int widest = find_widest(sprite);
    int64_t half = sprite->length / 2, unit = (int64_t)LEAVES_ONE * ONE * 16;
    int64_t along_x = abs(sprite->along_x), along_y = abs(sprite->along_y);
    int64_t across_x = abs(sprite->across_x), across_y = abs(sprite->across_y);
    int reach_x = (int)(half * (along_x * ONE + across_x * widest) / unit) + 16;
    int reach_y = (int)(half * (along_y * ONE + across_y * widest) / unit) + 16;
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
    if (shape->hull != NULL)
        return draw_layer(shape, pixel, t, v, depth, covered);
    if (shape->is_foam)
        return lay(shape, pixel, FOAM_COLOUR,
                   find_foam(shape, t, v) * covered / 256);
    if (shape->is_fish)
        return lay(shape, pixel, shape->colour,
                   covered * find_density(slice, v) / 256);
    return lay(shape, pixel, find_colour(shape, slice, t, v), covered);
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
    uint32_t opaque = sprite->is_upright && !is_shadow ? 255 : 256;
    int64_t reach_t = (int64_t)(shape->box.length + border) * ONE;
    int64_t reach_v = (int64_t)(shape->box.width + border) * ONE;
    int64_t middle = (int64_t)shape->box.middle * ONE;
    Place step = find_place(sprite, 256, 0);

    for (int row = rect->y; row < rect->y + rect->height; row++) {
        Place place =
            find_place(sprite, rect->x * 256 + 128 - x, row * 256 + 128 - y);
        uint32_t *pixels = pixel_buffer_row(frame, row) + rect->x;
        Span span = {0, rect->width};

        limit_span(&span, place.t - middle, step.t, reach_t);
        limit_span(&span, place.v, step.v, reach_v);
        place.t += span.first * step.t;
        place.v += span.first * step.v;
        for (int i = span.first; i < span.end; i++) {
            if (pixels[i] >> 24 < opaque)
                pixels[i] = draw_pixel(shape, pixels[i], place, is_shadow);
            place.t += step.t;
            place.v += step.v;
        }
    }
}

/* Draws a hull that has height into `pixels`, from the top layer down, as most
   of those below are hidden, then lays these over the frame. */
static void draw_upright(Shape *shape, const Sprite *sprite,
                         const RipplePixels *frame, const RippleRect *rect,
                         uint32_t *pixels)
{
    RipplePixels layers = {.pixels = pixels, .stride = (size_t)rect->width};
    RippleRect all = {0, 0, rect->width, rect->height};
    Sprite moved = *sprite;

    moved.x -= rect->x * 16;
    moved.y -= rect->y * 16;
    memset(pixels, 0,
           sizeof *pixels * (size_t)rect->width * (size_t)rect->height);
    for (shape->height = (TALLEST - 1) / shape->pixel * shape->pixel;
         shape->height >= 0; shape->height -= shape->pixel) {
        cut_plates(shape);
        draw_rows(shape, &moved, &layers, &all, 0);
    }
    for (int y = 0; y < rect->height; y++) {
        uint32_t *to = pixel_buffer_row(frame, rect->y + y) + rect->x;

        for (int x = 0; x < rect->width; x++, to++, pixels++)
            *to = mix_pixels(*to, lay_under(*pixels, *to, MIX_ONE),
                             (uint32_t)(sprite->fade * MIX_ONE / LEAVES_FADE));
    }
}

void sprite_draw(const Sprite *sprite, const RipplePixels *frame,
                 const RippleRect *rect, uint32_t *scratch)
{
    Shape shape;

    make_shape(&shape, sprite);
    cut_plates(&shape);
    if (sprite->kind != SPRITE_FOAM)
        draw_rows(&shape, sprite, frame, rect, 1);
    if (sprite->is_upright)
        draw_upright(&shape, sprite, frame, rect, scratch);
    else
        draw_rows(&shape, sprite, frame, rect, 0);
}
