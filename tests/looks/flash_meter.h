/* SPDX-License-Identifier: MIT */
/*
 * Looks for flashes in frames, as WCAG 2.3.1 defines them. A flash is a pair of
 * opposite changes of the relative luminance by 10 % or more of its maximum, of
 * which the darker end is below 0.8; a red flash one of R - G - B by 1/16 or
 * more, where red is saturated: R / (R + G + B) at least 0.8, linear. It counts
 * if it has more than a quarter of a field of 10 degrees, which is 341x256
 * pixels of 1024x768, and more than three in a second are too many. Frames are
 * taken as points of a tenth of a degree, for finer patterns are exempt.
 *
 * There are two readings, and both are measured. Together: a rectangle of a
 * quarter of a field, anywhere, flashes as a whole. Apart, which is stricter:
 * points flash more than three times in a second, each for itself, and what is
 * told is the share of them in the worst field.
 */
#ifndef RIPPLE_TESTS_LOOKS_FLASH_METER_H
#define RIPPLE_TESTS_LOOKS_FLASH_METER_H

#include <stdint.h>

#define FLASH_RATE  60 /* frames a second */
#define FLASH_LIMIT 3  /* flashes a second */

typedef struct FlashSignal FlashSignal;

typedef struct FlashMeter {
    int width, height; /* of frames, in pixels */
    int side;          /* of a point, in pixels */
    int columns, rows; /* points */
    int field_columns, field_rows;
    int frames;                 /* so far */
    float linear[256];          /* of levels */
    float *light, *red;         /* of the points in this frame, in one piece */
    FlashSignal *lights, *reds; /* of the points; in one piece with blocks */
    FlashSignal *blocks;        /* of rectangles of a quarter of a field */
    double *sums;               /* over all points above and to the left */
    int together; /* flashes in the worst second, at most FLASH_LIMIT + 1 */
    double apart, apart_red; /* the share in the worst field, in % */
} FlashMeter;

/* For frames of at least 64x48 pixels without gaps between rows. */
void flash_meter_open(FlashMeter *meter, int width, int height);
void flash_meter_close(FlashMeter *meter);

/* Takes the next frame, in ARGB8888. */
void flash_meter_add(FlashMeter *meter, const uint32_t *frame);

#endif
