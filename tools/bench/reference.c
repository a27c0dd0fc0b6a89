/* SPDX-License-Identifier: MIT */
#include "lib/util/fixed.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WHOLE_PIXELS 4096

int reference_init(Reference *reference, int width, int height,
                   const RippleSettings *settings, const uint32_t *picture)
{
    size_t cells = (size_t)width * (size_t)height;

    *reference = (Reference){
        .width = width,
        .height = height,
        .damping = settings->damping,
        .gain_q12 = (int)(settings->refraction * WHOLE_PIXELS + 0.5),
        .now = calloc(cells, sizeof(int16_t)),
        .before = calloc(cells, sizeof(int16_t)),
        .picture = picture,
        .frame = calloc(cells, sizeof(uint32_t)),
    };
    if (reference->now != NULL && reference->before != NULL &&
        reference->frame != NULL)
        return 0;
    reference_clear(reference);
    return -1;
}

void reference_clear(Reference *reference)
{
    free(reference->now);
    free(reference->before);
    free(reference->frame);
    memset(reference, 0, sizeof *reference);
}

void reference_load(const Reference *reference, int16_t *to, const Ripple *pool)
{
    int columns, rows, width = reference->width, height = reference->height;
    size_t stride;
    const int16_t *heights = ripple_heights(pool, &columns, &rows, &stride);

    for (int y = 0; y < height; y++) {
        int64_t row = (int64_t)y * rows / height;

        for (int x = 0; x < width; x++)
            *to++ =
                heights[row * (int64_t)stride + (int64_t)x * columns / width];
    }
}

void reference_drop(Reference *reference, const RippleStone *stone)
{
    int radius = stone->radius;

    for (int dy = -radius; dy < radius; dy++) {
        for (int dx = -radius; dx < radius; dx++) {
            int x = stone->x + dx, y = stone->y + dy;

            if (dx * dx + dy * dy >= radius * radius || x < 1 || y < 1 ||
                x >= reference->width - 1 || y >= reference->height - 1)
                continue;

            int16_t *cell = &reference->now[y * reference->width + x];
            double distance = sqrt(dx * dx + dy * dy);

            if (stone->profile == RIPPLE_PROFILE_DISC)
                *cell = (int16_t)-stone->weight;
            else
                *cell = sat16(
                    (int)(*cell - stone->weight *
                                      (1 + cos(PI * distance / radius)) / 2));
        }
    }
}

void reference_step(Reference *reference)
{
    int width = reference->width, damping = reference->damping;
    int16_t *now = reference->now, *next = reference->before;

    for (int y = 1; y < reference->height - 1; y++) {
        for (int x = 1; x < width - 1; x++) {
            int i = y * width + x;
            int sum = now[i - 1] + now[i + 1] + now[i - width] + now[i + width];
            int height = (sum >> 1) - next[i];

            next[i] = (int16_t)(height - (height >> damping));
        }
    }
    reference->before = now;
    reference->now = next;
}

/* The gain is a constant wherever this is called with one. */
static inline void draw(const Reference *reference, int gain_q12)
{
    int width = reference->width, height = reference->height;
    const int16_t *now = reference->now;

    for (int y = 1; y < height - 1; y++) {
        for (int x = 1; x < width - 1; x++) {
            int i = y * width + x;
            int across = (now[i - 1] - now[i + 1]) * gain_q12 / WHOLE_PIXELS;
            int along =
                (now[i - width] - now[i + width]) * gain_q12 / WHOLE_PIXELS;

            if (x + across < 0 || x + across >= width || y + along < 0 ||
                y + along >= height)
                continue;
            reference->frame[i] =
                reference->picture[(y + along) * width + x + across];
        }
    }
}

void reference_draw(const Reference *reference)
{
    if (reference->gain_q12 == WHOLE_PIXELS)
        draw(reference, WHOLE_PIXELS);
    else
        draw(reference, reference->gain_q12);
}
