/* SPDX-License-Identifier: MIT */
#include "play/nature/leaf_layer.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SHIFT 3  /* of a leaf's length: 1/3 */
#define BEND_GAIN 16 /* 1/16 pixel in a pixel */
#define REACH     2  /* cells to both sides in which the slope is measured */

void leaf_layer_clear(LeafLayer *layer)
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

void leaf_layer_lift(const LeafLayer *layer, const RipplePixels *frame)
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

/* Waves carry a leaf downhill and back: by as much as they bend the view. */
static void float_on(LeafPose *pose, const Ripple *pool)
{
    int columns, rows;
    size_t stride;
    const int16_t *heights = ripple_heights(pool, &columns, &rows, &stride);
    double pixels = ripple_settings(pool)->refraction * ripple_cell(pool);
    int gain = (int)lround(pixels * BEND_GAIN * 256 / REACH);
    int x = cell_of_pixel(pose->x, 16 * ripple_width(pool), columns);
    int y = cell_of_pixel(pose->y, 16 * ripple_height(pool), rows);
    int limit = pose->length / (16 * MAX_SHIFT);
    const int16_t *row, *column;

    if (columns <= 2 * REACH || rows <= 2 * REACH)
        return;
    x = clamp_int(x, REACH, columns - 1 - REACH);
    y = clamp_int(y, REACH, rows - 1 - REACH);
    row = heights + (size_t)y * stride;
    column = heights + x;
    pose->x += limit_shift(
        (int64_t)gain * (row[x - REACH] - row[x + REACH]) / 256, limit);
    pose->y += limit_shift((int64_t)gain *
                               (column[(size_t)(y - REACH) * stride] -
                                column[(size_t)(y + REACH) * stride]) /
                               256,
                           limit);
}

static LeafPose pose_leaf(const Leaf *leaf, const Ripple *pool)
{
    LeafPose pose = {.x = (int)(leaf->x >> 12),
                     .y = (int)(leaf->y >> 12),
                     .along_x = leaf->along_x,
                     .along_y = leaf->along_y,
                     .length = leaf_shape_length(pool, leaf->look),
                     .fade = leaf->fade,
                     .look = leaf->look};

    float_on(&pose, pool);
    return pose;
}

_Static_assert(sizeof(LeafPose) == 6 * sizeof(int) + sizeof(uint64_t),
               "memcmp sees no padding");

/* The pose of an image of a leaf. Images 1 to 3 of a torus lie beyond the seams
   that are nearest to it. */
static LeafPose pose_image(const Leaf *leaf, int image, const Ripple *pool)
{
    LeafPose pose = pose_leaf(leaf, pool);
    int x = ripple_width(pool) * 16, y = ripple_height(pool) * 16;

    pose.x += (image & 1) * (pose.x < x / 2 ? x : -x);
    pose.y += (image >> 1) * (pose.y < y / 2 ? y : -y);
    return pose;
}

static void add_rect(LeafLayer *layer, const RippleRect *rect)
{
    if (rect->width > 0 && rect->height > 0)
        layer->changed[layer->changes++] = *rect;
}

/* Notes where the new leaves are instead of the old ones. */
static void replace(LeafLayer *layer, const Leaves *leaves, const Ripple *pool)
{
    int is_torus = ripple_settings(pool)->edges == RIPPLE_EDGES_WRAP;
    int images = is_torus ? LEAF_IMAGES : 1;
    int count = leaves != NULL ? leaves->count * images : 0;

    layer->changes = 0;
    for (int i = 0; i < max_int(count, layer->count); i++) {
        LaidLeaf *laid = &layer->laid[i], old = *laid;

        if (i < count) {
            laid->pose =
                pose_image(&leaves->leaf[i / images], i % images, pool);
            laid->rect =
                ripple_rect_clip(leaf_shape_bounds(&laid->pose),
                                 ripple_width(pool), ripple_height(pool));
            if (i < layer->count &&
                memcmp(&old.pose, &laid->pose, sizeof old.pose) == 0)
                continue;
            add_rect(layer, &laid->rect);
        }
        if (i < layer->count)
            add_rect(layer, &old.rect);
    }
    layer->count = count;
}

/* Makes room for the pixels under all leaves. */
static int occupy(LeafLayer *layer)
{
    size_t needed = 1; /* also if no leaf is in sight: NULL has no offsets */
    uint32_t *under;

    for (int i = 0; i < layer->count; i++)
        needed += count_pixels(&layer->laid[i].rect);
    if (needed <= layer->capacity)
        return 0;
    needed += needed / 4; /* leaves come into sight and turn */
    under = realloc(layer->under, needed * sizeof *under);
    if (under == NULL) {
        layer->count = 0;
        return -1;
    }
    layer->under = under;
    layer->capacity = needed;
    return 0;
}

static void draw(LeafLayer *layer, const RipplePixels *frame)
{
    uint32_t *under = layer->under;

    for (int i = 0; i < layer->count; i++) {
        const LaidLeaf *laid = &layer->laid[i];

        copy_rect(under, frame, &laid->rect, 0);
        leaf_shape_draw(&laid->pose, frame, &laid->rect);
        under += count_pixels(&laid->rect);
    }
}

/* Adds the changes of leaves to others; the whole frame if there are too many.
 */
static void merge(LeafLayer *layer, const RipplePixels *frame,
                  const RippleRect **changed, int *count)
{
    int sum = *count + layer->changes;

    if (layer->changes == 0)
        return;
    if (sum > LEAF_LAYER_RECTS) {
        layer->changed[0] = (RippleRect){0, 0, frame->width, frame->height};
        sum = 1;
    } else if (*count > 0) {
        memcpy(layer->changed + layer->changes, *changed,
               (size_t)*count * sizeof **changed);
    }
    *changed = layer->changed;
    *count = sum;
}

int leaf_layer_lay(LeafLayer *layer, const Leaves *leaves, const Ripple *pool,
                   const RipplePixels *frame, const RippleRect **changed,
                   int *count)
{
    int error;

    replace(layer, leaves, pool);
    error = occupy(layer);
    draw(layer, frame);
    merge(layer, frame, changed, count);
    return error;
}
