/* SPDX-License-Identifier: MIT */
#include "play/nature/leaves.h"

#include "lib/util/fixed.h"
#include "play/nature/rain.h"

#include <math.h>
#include <stdlib.h>

#define SHARE       36    /* of the frame's shorter side, in 1/1000 */
#define MIN_LENGTH  1280  /* 1/256 pixel */
#define MAX_LENGTH  32768 /* bounds what is drawn a frame */
#define MAX_TURN    1500  /* 1/2^16 radian a step */
#define MAX_SPIN    360
#define HELD_STEPS  600 /* then it sinks and comes in again */
#define DRIFT       13  /* of foam in still water, 1/2^16 of the rows a step */
#define FOAM_STEPS  400 /* of a fleck, from when it appears */
#define PLACE_TRIES 16
#define ENTRY_TRIES 32

/* Added to the seed: independent streams of random numbers. */
#define SEED_PLACES  0x6c656166u
#define SEED_LOOKS   0x61757475u
#define SEED_ENTRIES 0x656e7472u

int leaves_length(const Ripple *pool)
{
    int side = min_int(ripple_width(pool), ripple_height(pool));

    return clamp_int(side * SHARE * 32 / 125, MIN_LENGTH, MAX_LENGTH);
}

/* Pixels beyond the edges at which a leaf, with its shadow, is out of sight. */
static int find_margin(const Ripple *pool)
{
    return leaves_length(pool) / 256 + 1;
}

/* The pixel of a place; both may lie outside. */
static int to_pixel(int64_t place)
{
    return (int)(place >> 16);
}

static int64_t to_place(int64_t pixels)
{
    return pixels * 65536;
}

int leaves_on_land(const Ripple *pool, int x, int y)
{
    const uint8_t *depths = ripple_mask(pool);
    int width = ripple_width(pool), height = ripple_height(pool);
    int columns, rows, column, row;

    if (depths == NULL)
        return 0;
    ripple_cells(pool, &columns, &rows);
    column = cell_of_pixel(clamp_int(x, 0, width - 1), width, columns);
    row = cell_of_pixel(clamp_int(y, 0, height - 1), height, rows);
    return depths[(size_t)row * (size_t)columns + (size_t)column] ==
           RIPPLE_DEPTH_LAND;
}

/* Brings `along` nearer to its length: one step of Newton's method. */
static void normalize(Leaf *leaf)
{
    int64_t one = (int64_t)LEAVES_ONE * LEAVES_ONE;
    int64_t x = leaf->along_x, y = leaf->along_y;
    int64_t factor = 3 * one - (x * x + y * y);

    leaf->along_x = (int)(x * factor / (2 * one));
    leaf->along_y = (int)(y * factor / (2 * one));
}

/* Puts a leaf on the water anywhere, evenly. */
static void place(Leaf *leaf, const Ripple *pool, uint64_t seed, uint64_t index)
{
    for (int i = 0; i < PLACE_TRIES; i++) {
        double left, top;

        rain_place(seed + SEED_PLACES, index + LEAVES_MAX * leaf->entries++,
                   &left, &top);
        leaf->x = (int64_t)(left * ripple_width(pool) * 65536);
        leaf->y = (int64_t)(top * ripple_height(pool) * 65536);
        if (!leaves_on_land(pool, to_pixel(leaf->x), to_pixel(leaf->y)))
            return;
    }
}

static Leaf start(const Ripple *pool, uint64_t seed, uint64_t index)
{
    uint64_t random = rain_random(seed + SEED_LOOKS, index);
    int at = (int)(random >> 16 & 0x7fff) - LEAVES_ONE / 2;
    int side = random & 1 ? LEAVES_ONE / 2 : -LEAVES_ONE / 2;
    Leaf leaf = {.look = random, .fade = LEAVES_FADE};

    leaf.spin = (int)(random >> 40) % (2 * MAX_SPIN + 1) - MAX_SPIN;
    /* On the sides of a square, then on the circle. */
    leaf.along_x = random & 2 ? at : side;
    leaf.along_y = random & 2 ? side : at;
    for (int i = 0; i < 6; i++)
        normalize(&leaf);
    place(&leaf, pool, seed, index);
    return leaf;
}

/* A place at the edge of the frame, and the direction inward there. */
typedef struct Entry {
    int x, y, inward_x, inward_y;
} Entry;

static Entry choose_entry(const Ripple *pool, uint64_t random)
{
    int width = ripple_width(pool), height = ripple_height(pool);
    int at = (int)(random % (2 * (uint64_t)(width + height)));

    if (at < width)
        return (Entry){at, 0, 0, 1};
    if (at < 2 * width)
        return (Entry){at - width, height - 1, 0, -1};
    at -= 2 * width;
    if (at < height)
        return (Entry){0, at, 1, 0};
    return (Entry){width - 1, at - height, -1, 0};
}

/* Lets a leaf come in where water does, more across the edge than along it. */
static void enter(Leaf *leaf, const Ripple *pool, uint64_t seed, uint64_t index)
{
    int margin = find_margin(pool);

    leaf->held = 0;
    leaf->fade = LEAVES_FADE;
    for (int i = 0; i < ENTRY_TRIES; i++) {
        uint64_t number = index + LEAVES_MAX * leaf->entries++;
        Entry entry =
            choose_entry(pool, rain_random(seed + SEED_ENTRIES, number));
        int flow_x, flow_y, inward;

        ripple_current_at(pool, entry.x, entry.y, &flow_x, &flow_y);
        inward = flow_x * entry.inward_x + flow_y * entry.inward_y;
        if (inward <= 0 || 3 * inward < max_int(abs(flow_x), abs(flow_y)) ||
            leaves_on_land(pool, entry.x, entry.y))
            continue;
        leaf->x = to_place(entry.x - margin * entry.inward_x);
        leaf->y = to_place(entry.y - margin * entry.inward_y);
        return;
    }
    place(leaf, pool, seed, index);
}

/* Turns a leaf by its own spin and by half the vorticity under it. */
static void turn(Leaf *leaf, const Ripple *pool)
{
    int reach = max_int(leaves_length(pool) / 512, 1);
    int x = to_pixel(leaf->x), y = to_pixel(leaf->y);
    int left, right, above, below, ignored, angle;
    int64_t along_x = leaf->along_x, along_y = leaf->along_y;

    ripple_current_at(pool, x - reach, y, &ignored, &left);
    ripple_current_at(pool, x + reach, y, &ignored, &right);
    ripple_current_at(pool, x, y - reach, &above, &ignored);
    ripple_current_at(pool, x, y + reach, &below, &ignored);
    angle = (right - left - below + above) / (4 * reach);
    angle = clamp_int(angle, -MAX_TURN, MAX_TURN) + leaf->spin;
    leaf->along_x = (int)(along_x - along_y * angle / 65536);
    leaf->along_y = (int)(along_y + along_x * angle / 65536);
    normalize(leaf);
}

/* Moves a leaf, along the shore if there is land ahead. Returns whether land
   holds it. */
static int move(Leaf *leaf, const Ripple *pool, int flow_x, int flow_y)
{
    int x = to_pixel(leaf->x), next_x = to_pixel(leaf->x + flow_x);
    int y = to_pixel(leaf->y), next_y = to_pixel(leaf->y + flow_y);
    int is_held = leaves_on_land(pool, next_x, next_y);

    if (!is_held || !leaves_on_land(pool, next_x, y))
        leaf->x += flow_x;
    if (!is_held || !leaves_on_land(pool, x, next_y))
        leaf->y += flow_y;
    return is_held;
}

/* A place beyond the margin comes in at the other side. */
static int64_t wrap(int64_t place, int pixels, int margin)
{
    int64_t period = to_place(pixels + 2 * margin);

    if (place < to_place(-margin))
        return place + period;
    return place >= to_place(pixels + margin) ? place - period : place;
}

/* Foam that leaves does not come in again: it ends where nobody sees it. */
static void leave_or_wrap(Leaf *leaf, const Ripple *pool, uint64_t seed,
                          uint64_t index, int is_foam)
{
    int is_torus = ripple_settings(pool)->edges == RIPPLE_EDGES_WRAP;
    int margin = is_torus ? 0 : find_margin(pool);
    int64_t x = wrap(leaf->x, ripple_width(pool), margin);
    int64_t y = wrap(leaf->y, ripple_height(pool), margin);

    if ((x == leaf->x && y == leaf->y) || (is_foam && !is_torus))
        return;
    leaf->x = x;
    leaf->y = y;
    if (!is_torus)
        enter(leaf, pool, seed, index);
}

/* 1 if one of 3 x 5 points of a fleck of foam lies over land. */
static int covers_land(const Leaf *leaf, const Ripple *pool)
{
    int half = FOAM_LENGTH * leaves_length(pool) / 512;

    for (int i = 0; i < 15; i++) {
        int along = (i % 5 - 2) * half / 2, across = (i / 5 - 1) * half / 4;
        int x = (along * leaf->along_x - across * leaf->along_y) / LEAVES_ONE;
        int y = (along * leaf->along_y + across * leaf->along_x) / LEAVES_ONE;

        if (leaves_on_land(pool, to_pixel(leaf->x) + x, to_pixel(leaf->y) + y))
            return 1;
    }
    return 0;
}

/* Lays a fleck of foam along the current and ages it: it fades before it ends,
   or where it covers land, and then appears elsewhere. */
static void age(Leaf *leaf, const Ripple *pool, uint64_t seed, uint64_t index,
                double flow_x, double flow_y)
{
    double speed = sqrt(flow_x * flow_x + flow_y * flow_y);

    if (covers_land(leaf, pool))
        leaf->held = max_int(leaf->held, FOAM_STEPS - leaf->fade);
    if (++leaf->held > FOAM_STEPS) {
        leaf->held = 0;
        place(leaf, pool, seed, index);
    }
    leaf->fade =
        clamp_int(min_int(leaf->held, FOAM_STEPS - leaf->held), 0, LEAVES_FADE);
    if (speed > 0) {
        leaf->along_x = (int)(flow_x * (LEAVES_ONE / speed));
        leaf->along_y = (int)(flow_y * (LEAVES_ONE / speed));
    }
}

static void step(Leaf *leaf, const Ripple *pool, uint64_t seed, uint64_t index,
                 int is_foam)
{
    int flow_x, flow_y, is_held;

    ripple_current_at(pool, to_pixel(leaf->x), to_pixel(leaf->y), &flow_x,
                      &flow_y);
    if (is_foam && flow_x == 0 && flow_y == 0) {
        flow_x = (int)(WIND_X * DRIFT * ripple_height(pool));
        flow_y = (int)(WIND_Y * DRIFT * ripple_height(pool));
    }
    is_held = move(leaf, pool, flow_x, flow_y);
    leaf->held += is_held;
    if (is_foam) {
        age(leaf, pool, seed, index, flow_x, flow_y);
    } else {
        leaf->held *= is_held;
        leaf->fade = clamp_int(HELD_STEPS - leaf->held, 0, LEAVES_FADE);
        if (leaf->held == HELD_STEPS)
            enter(leaf, pool, seed, index);
        if (flow_x != 0 || flow_y != 0)
            turn(leaf, pool);
    }
    leave_or_wrap(leaf, pool, seed, index, is_foam);
}

void leaves_fit(Leaves *leaves, const Ripple *pool, uint64_t seed, int count)
{
    int width = ripple_width(pool), height = ripple_height(pool);

    for (int i = 0; i < leaves->count &&
                    (width != leaves->width || height != leaves->height);
         i++) {
        leaves->leaf[i].x = leaves->leaf[i].x * width / leaves->width;
        leaves->leaf[i].y = leaves->leaf[i].y * height / leaves->height;
    }
    leaves->width = width;
    leaves->height = height;
    for (int i = leaves->count; i < count; i++) {
        leaves->leaf[i] = start(pool, seed, (uint64_t)i);
        if (leaves->is_foam) {
            leaves->leaf[i].held = i * FOAM_STEPS / count;
            leaves->leaf[i].fade = 0;
        }
    }
    leaves->count = count;
}

void leaves_step(Leaves *leaves, const Ripple *pool, uint64_t seed, int count)
{
    leaves_fit(leaves, pool, seed, count);
    for (int i = 0; i < count; i++)
        step(&leaves->leaf[i], pool, seed, (uint64_t)i, leaves->is_foam);
}

int leaves_are_still(const Leaves *leaves, const Ripple *pool)
{
    for (int i = 0; i < leaves->count; i++) {
        int x = to_pixel(leaves->leaf[i].x), y = to_pixel(leaves->leaf[i].y);
        int flow_x, flow_y;

        ripple_current_at(pool, x, y, &flow_x, &flow_y);
        if (flow_x != 0 || flow_y != 0 || leaves->leaf[i].held != 0 ||
            leaves_on_land(pool, x, y))
            return 0;
    }
    return 1;
}
