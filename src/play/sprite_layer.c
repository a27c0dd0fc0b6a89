/* SPDX-License-Identifier: MIT */
#include "play/sprite_layer.h"

#include "lib/land.h"
#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "lib/util/trig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SHIFT 3  /* of a leaf's length: 1/3 */
#define BEND_GAIN 16 /* 1/16 pixel in a pixel */
#define REACH     2  /* cells to both sides in which the slope is measured */

/* Light on leaves comes from the upper left, in 1/256. */
#define LEAF_LIGHT_X  (-128)
#define LEAF_LIGHT_Y  (-222)
#define LEAF_SHADOW_X 41
#define LEAF_SHADOW_Y 64

#define BOAT_LENGTH 614  /* of its radius, in 1/256 */
#define BOAT_SHADOW 34   /* of its length, in 1/256 */
#define SHIP        24   /* larger than the frame's rows / 24, it is a ship */
#define MIN_BOAT    1280 /* lengths in 1/256 pixel */
#define MAX_BOAT    262144
#define MAX_PLACE   1e6 /* pixels */

void sprite_layer_clear(SpriteLayer *layer)
{
    free(layer->under);
    memset(layer, 0, sizeof *layer);
}

static size_t count_pixels(const RippleRect *rect)
{
    return (size_t)rect->width * (size_t)rect->height;
}

/* Copies the rows of a rectangle from the frame, or back to it. */
static void copy_rect(uint32_t *kept, const RipplePixels *frame,
                      const RippleRect *rect, int is_back)
{
    size_t size = (size_t)rect->width * sizeof *kept;

    for (int y = 0; y < rect->height && size > 0; y++, kept += rect->width) {
        uint32_t *row = frame->pixels + (size_t)(rect->y + y) * frame->stride +
                        (size_t)rect->x;

        memcpy(is_back ? row : kept, is_back ? kept : row, size);
    }
}

void sprite_layer_lift(const SpriteLayer *layer, const RipplePixels *frame)
{
    size_t end = 0;

    for (int i = 0; i < layer->count; i++)
        end += count_pixels(&layer->laid[i].rect);
    for (int i = layer->count - 1; i >= 0; i--) {
        end -= count_pixels(&layer->laid[i].rect);
        copy_rect(layer->under + end, frame, &layer->laid[i].rect, 1);
    }
}

/* Limits a shift softly. */
static int limit_shift(int64_t shift, int limit)
{
    return (int)(shift * limit / (limit + llabs(shift)));
}

/* How far the water bends the view at a place, downhill; both in 1/16 pixel. */
static void find_bend(const Ripple *pool, int at_x, int at_y, int64_t *bend_x,
                      int64_t *bend_y)
{
    int columns, rows;
    size_t stride;
    const int16_t *heights = ripple_heights(pool, &columns, &rows, &stride);
    double pixels = ripple_settings(pool)->refraction * ripple_cell(pool);
    int gain = (int)lround(pixels * BEND_GAIN * 256 / REACH);
    int x = cell_of_pixel(at_x, 16 * ripple_width(pool), columns);
    int y = cell_of_pixel(at_y, 16 * ripple_height(pool), rows);
    const int16_t *row, *column;

    *bend_x = *bend_y = 0;
    if (columns <= 2 * REACH || rows <= 2 * REACH)
        return;
    x = clamp_int(x, REACH, columns - 1 - REACH);
    y = clamp_int(y, REACH, rows - 1 - REACH);
    row = heights + (size_t)y * stride;
    column = heights + x;
    *bend_x = (int64_t)gain * (row[x - REACH] - row[x + REACH]) / 256;
    *bend_y = (int64_t)gain *
              (column[(size_t)(y - REACH) * stride] -
               column[(size_t)(y + REACH) * stride]) /
              256;
}

/* Waves carry a leaf downhill and back: by as much as they bend the view. */
static void float_on(Sprite *sprite, const Ripple *pool)
{
    int limit = sprite->length / (16 * MAX_SHIFT);
    int64_t x, y;

    find_bend(pool, sprite->x, sprite->y, &x, &y);
    sprite->x += limit_shift(x, limit);
    sprite->y += limit_shift(y, limit);
}

/* A fish is seen where the water bends the view to it: the way from there is
   opposite to that of a leaf. Its ends may be seen elsewhere than its middle.
 */
static Sprite make_fish(const Fish *fish, const Ripple *pool)
{
    int length = (int)(fish_length(pool, fish->look) * 256);
    Sprite sprite = {.x = (int)(fish->x * 16),
                     .y = (int)(fish->y * 16),
                     .along_x = (int)(fish->along_x * LEAVES_ONE),
                     .along_y = (int)(fish->along_y * LEAVES_ONE),
                     .across_x = (int)(-fish->along_y * LEAVES_ONE),
                     .across_y = (int)(fish->along_x * LEAVES_ONE),
                     .length = length,
                     .fade = LEAVES_FADE,
                     .light_x = LEAF_LIGHT_X,
                     .light_y = LEAF_LIGHT_Y,
                     .shadow_x = LEAF_SHADOW_X,
                     .shadow_y = LEAF_SHADOW_Y,
                     .kind = SPRITE_FISH,
                     .look = fish->look,
                     .tail = (int)(ripple_sine(fish->phase) * 256)};
    int64_t x[3], y[3];

    for (int i = 0; i < 3; i++)
        find_bend(pool, sprite.x + (int)((i - 1) * fish->along_x * length / 32),
                  sprite.y + (int)((i - 1) * fish->along_y * length / 32),
                  &x[i], &y[i]);
    for (int i = 0; i < 2; i++)
        sprite.bend[i] = (int)(fish->along_y * (double)(x[2 * i] - x[1]) -
                               fish->along_x * (double)(y[2 * i] - y[1]));
    sprite.x -= limit_shift(x[1], length / 16);
    sprite.y -= limit_shift(y[1], length / 16);
    return sprite;
}

static Sprite make_leaf(const Leaf *leaf, const Ripple *pool, SpriteKind kind)
{
    Sprite sprite = {.x = (int)(leaf->x >> 12),
                     .y = (int)(leaf->y >> 12),
                     .along_x = leaf->along_x,
                     .along_y = leaf->along_y,
                     .across_x = -leaf->along_y,
                     .across_y = leaf->along_x,
                     .length = leaf_length(pool, leaf->look),
                     .fade = leaf->fade,
                     .light_x = LEAF_LIGHT_X,
                     .light_y = LEAF_LIGHT_Y,
                     .shadow_x = LEAF_SHADOW_X,
                     .shadow_y = LEAF_SHADOW_Y,
                     .kind = kind,
                     .look = leaf->look};

    if (kind == SPRITE_FOAM)
        sprite.length *= FOAM_LENGTH;
    float_on(&sprite, pool);
    return sprite;
}

static int to_sixteenths(double place)
{
    return (int)lround(16 * fmax(fmin(place, MAX_PLACE), -MAX_PLACE));
}

/* A place of the pool as the eye sees it. */
typedef struct Sight {
    const Eye *eye;
    double x, y;       /* pixel of the frame */
    double scale;      /* pixels of the frame in one of the pool */
    double side, down; /* of the line of sight, by its length on the ground */
} Sight;

/* Returns 0 for a place out of sight. The sea outside the pool hides none. */
static int find_sight(Sight *sight, const Ripple *pool, double x, double y)
{
    const Eye *eye = ripple_eye(pool);
    double cell = ripple_cell(pool);
    double to_x = (x + 0.5) / cell - 0.5 - eye->place.x;
    double to_y = (y + 0.5) / cell - 0.5 - eye->place.y;
    double away = to_x * eye->forward_x + to_y * eye->forward_y;
    double side = (to_x * eye->right_x + to_y * eye->right_y) / away;
    double down = eye->place.up / away;

    *sight = (Sight){eye,
                     eye->middle + side * eye->focal,
                     eye->horizon + down * eye->focal,
                     eye->focal / away / cell,
                     side,
                     down};
    return away > 0 && (x < 0 || y < 0 || x >= ripple_width(pool) ||
                        y >= ripple_height(pool) ||
                        ripple_project(pool, (int)x, (int)y, NULL, NULL));
}

/* How a direction on the water, of length 1, looks in the frame, in units of
   sight->scale. */
static void see_direction(const Sight *sight, double x, double y, int *seen_x,
                          int *seen_y)
{
    const Eye *eye = sight->eye;
    double away = x * eye->forward_x + y * eye->forward_y;
    double side = x * eye->right_x + y * eye->right_y;

    *seen_x = (int)lround((side - sight->side * away) * LEAVES_ONE);
    *seen_y = (int)lround(-sight->down * away * LEAVES_ONE);
}

/* Turns a boat as it looks from above into one as the eye sees it. */
static void see_boat(Sprite *sprite, const SeenBoat *boat, const Sight *sight)
{
    int x, y;

    sprite->x = to_sixteenths(sight->x);
    sprite->y = to_sixteenths(sight->y);
    sprite->length = clamp_int((int)lround(sprite->length * sight->scale),
                               MIN_BOAT, MAX_BOAT);
    sprite->is_upright = 1;
    see_direction(sight, boat->along_x, boat->along_y, &sprite->along_x,
                  &sprite->along_y);
    see_direction(sight, -boat->along_y, boat->along_x, &sprite->across_x,
                  &sprite->across_y);
    see_direction(sight, -sprite->light_x / 256.0, -sprite->light_y / 256.0, &x,
                  &y);
    sprite->shadow_x = x * BOAT_SHADOW / LEAVES_ONE;
    sprite->shadow_y = y * BOAT_SHADOW / LEAVES_ONE;
}

/* SPRITE_BOAT may be a ship. */
static Sprite make_boat(const SeenBoat *boat, const Ripple *pool,
                        SpriteKind kind)
{
    double from = ripple_settings(pool)->light_from;
    int length = min_int(boat->radius, MAX_BOAT / BOAT_LENGTH) * BOAT_LENGTH;
    int is_ship =
        kind == SPRITE_BOAT && boat->radius > ripple_height(pool) / SHIP;
    int light_x = (int)lround(ripple_cosine(from) * 256);
    int light_y = (int)lround(ripple_sine(from) * -256);
    Sprite sprite = {.x = to_sixteenths(boat->x),
                     .y = to_sixteenths(boat->y),
                     .along_x = (int)lround(boat->along_x * LEAVES_ONE),
                     .along_y = (int)lround(boat->along_y * LEAVES_ONE),
                     .across_x = -(int)lround(boat->along_y * LEAVES_ONE),
                     .across_y = (int)lround(boat->along_x * LEAVES_ONE),
                     .length = max_int(length, MIN_BOAT),
                     .fade = boat->fade * LEAVES_FADE / BOATS_FADE,
                     .light_x = light_x,
                     .light_y = light_y,
                     .shadow_x = -light_x * BOAT_SHADOW / 256,
                     .shadow_y = -light_y * BOAT_SHADOW / 256,
                     .kind = is_ship ? SPRITE_SHIP : kind};
    Sight sight;

    if (ripple_eye(pool) == NULL)
        return sprite;
    if (find_sight(&sight, pool, boat->x, boat->y))
        see_boat(&sprite, boat, &sight);
    else
        sprite.fade = 0;
    return sprite;
}

static Sprite make_float(const Player *player, int i)
{
    const Floats *floats = &player->floats;
    Sprite sprite = make_boat(&floats->item[i].seen, player->pool,
                              i < floats->boats ? SPRITE_PAPER : SPRITE_DUCK);

    if (!sprite.is_upright)
        float_on(&sprite, player->pool);
    return sprite;
}

/* All but boats and floats are seen from above only. */
static int is_flat(const Player *player)
{
    return ripple_settings(player->pool)->view == RIPPLE_VIEW_WATER;
}

/* Sprite i of a player: leaves float over foam, floats and boats over both, all
   over fish. */
static Sprite make_sprite(const Player *player, int i)
{
    const Leaves *leaves = &player->leaves, *foam = &player->foam;
    int leaf_count = is_flat(player) ? leaves->count : 0;
    int foam_count = is_flat(player) ? foam->count : 0;
    int fish_count = is_flat(player) ? player->shoal.count : 0;

    if (i < fish_count)
        return make_fish(&player->shoal.fish[i], player->pool);
    i -= fish_count;
    if (i < foam_count)
        return make_leaf(&foam->leaf[i], player->pool, SPRITE_FOAM);
    i -= foam_count;
    if (i < leaf_count)
        return make_leaf(&leaves->leaf[i], player->pool,
                         player->settings.has_trees ? SPRITE_TREES
                                                    : SPRITE_LEAF);
    i -= leaf_count;
    if (i < player->floats.count)
        return make_float(player, i);
    return make_boat(&player->boats.boat[i - player->floats.count],
                     player->pool, SPRITE_BOAT);
}

static int is_same(const Sprite *a, const Sprite *b)
{
    return a->kind != SPRITE_FISH && a->x == b->x && a->y == b->y &&
           a->along_x == b->along_x && a->along_y == b->along_y &&
           a->across_x == b->across_x && a->across_y == b->across_y &&
           a->length == b->length && a->fade == b->fade &&
           a->light_x == b->light_x && a->light_y == b->light_y &&
           memcmp(a->tint, b->tint, sizeof a->tint) == 0 &&
           a->kind == b->kind && a->look == b->look;
}

/* The number of images of each sprite. */
static int count_images(const Ripple *pool)
{
    return ripple_settings(pool)->edges == RIPPLE_EDGES_WRAP ? SPRITE_IMAGES
                                                             : 1;
}

/* Images 1 to 3 of a torus lie beyond the seams that are nearest to the
   sprite. */
static Sprite make_image(const Player *player, int i, const int tint[3])
{
    int images = count_images(player->pool), image = i % images;
    Sprite sprite = make_sprite(player, i / images);
    int x = ripple_width(player->pool) * 16;
    int y = ripple_height(player->pool) * 16;

    memcpy(sprite.tint, tint, sizeof sprite.tint);
    sprite.x += (image & 1) * (sprite.x < x / 2 ? x : -x);
    sprite.y += (image >> 1) * (sprite.y < y / 2 ? y : -y);
    return sprite;
}

static void add_rect(SpriteLayer *layer, const RippleRect *rect)
{
    if (rect->width > 0 && rect->height > 0)
        layer->changed[layer->changes++] = *rect;
}

int sprite_layer_count(const Player *player, RippleFormat format)
{
    RippleView view = ripple_settings(player->pool)->view;

    if (format != RIPPLE_FORMAT_ARGB8888 ||
        (view != RIPPLE_VIEW_WATER && view != RIPPLE_VIEW_PERSPECTIVE))
        return 0;
    return player->boats.count + player->floats.count +
           is_flat(player) * (player->leaves.count + player->foam.count +
                              player->shoal.count);
}

/* Notes where the first `count` sprites of a player are instead of the old
   ones. */
static void replace(SpriteLayer *layer, const Player *player, int count)
{
    const Ripple *pool = player->pool;
    int tint[3];

    player_find_tint(player, tint);
    layer->changes = 0;
    for (int i = 0; i < max_int(count, layer->count); i++) {
        LaidSprite *laid = &layer->laid[i], old = *laid;

        if (i < count) {
            laid->sprite = make_image(player, i, tint);
            laid->rect =
                ripple_rect_clip(sprite_bounds(&laid->sprite),
                                 ripple_width(pool), ripple_height(pool));
            if (i < layer->count && is_same(&old.sprite, &laid->sprite))
                continue;
            add_rect(layer, &laid->rect);
        }
        if (i < layer->count)
            add_rect(layer, &old.rect);
    }
    layer->count = count;
}

/* Makes room for the pixels under all sprites, and to draw one. */
static int occupy(SpriteLayer *layer)
{
    size_t needed = 1; /* also if none is in sight: NULL has no offsets */
    size_t largest = 0;
    uint32_t *under;

    for (int i = 0; i < layer->count; i++) {
        size_t pixels = count_pixels(&layer->laid[i].rect);

        needed += pixels;
        if (pixels > largest)
            largest = pixels;
    }
    needed += largest;
    if (needed <= layer->capacity)
        return 0;
    needed += needed / 4; /* they come into sight and turn */
    under = realloc(layer->under, needed * sizeof *under);
    if (under == NULL) {
        layer->count = 0;
        return -1;
    }
    layer->under = under;
    layer->capacity = needed;
    return 0;
}

static void draw(SpriteLayer *layer, const RipplePixels *frame)
{
    uint32_t *under = layer->under;

    for (int i = 0; i < layer->count; i++) {
        const LaidSprite *laid = &layer->laid[i];

        copy_rect(under, frame, &laid->rect, 0);
        sprite_draw(&laid->sprite, frame, &laid->rect,
                    layer->under + layer->capacity - count_pixels(&laid->rect));
        under += count_pixels(&laid->rect);
    }
}

/* Adds the changes of sprites to others; the whole frame if there are too
   many. */
static void merge(SpriteLayer *layer, const RipplePixels *frame,
                  const RippleRect **changed, int *count)
{
    int sum = *count + layer->changes;

    if (layer->changes == 0)
        return;
    if (sum > SPRITE_LAYER_RECTS) {
        layer->changed[0] = (RippleRect){0, 0, frame->width, frame->height};
        sum = 1;
    } else if (*count > 0) {
        memcpy(layer->changed + layer->changes, *changed,
               (size_t)*count * sizeof **changed);
    }
    *changed = layer->changed;
    *count = sum;
}

int sprite_layer_lay(SpriteLayer *layer, const Player *player,
                     const RipplePixels *frame, const RippleRect **changed,
                     int *count)
{
    int error;

    replace(layer, player,
            sprite_layer_count(player, frame->format) *
                count_images(player->pool));
    error = occupy(layer);
    draw(layer, frame);
    merge(layer, frame, changed, count);
    return error;
}
