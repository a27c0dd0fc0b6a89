/* SPDX-License-Identifier: MIT */
/*
 * The light of an hour of the day: the sun goes from the right at 6 over the
 * top to the left at 18, the moon does so at night. All is by eye.
 */
#ifndef RIPPLE_PLAY_DAYLIGHT_H
#define RIPPLE_PLAY_DAYLIGHT_H

#include "ripple.h"

#define DAYLIGHT_MINUTES 1440 /* of a day */

typedef struct Daylight {
    double from;            /* degrees, as RippleSettings.light_from */
    double strength;        /* of that light and of the sky, 0..1 */
    float red, green, blue; /* tint of all that is seen, 0..1 */
} Daylight;

/* At minute 0..DAYLIGHT_MINUTES - 1 of a day; noon is the usual light. */
Daylight daylight_at(int minute);

#endif
