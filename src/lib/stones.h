/* SPDX-License-Identifier: MIT */
/* Private API for our own programs, beside ripple.h. */
#ifndef RIPPLE_STONES_H
#define RIPPLE_STONES_H

#include "ripple.h"

/* ripple_splash after `delay` further steps, at least 1; all arguments must be
   valid. The stone is lost if 128 others wait or sink. */
void ripple_splash_later(Ripple *pool, const RippleStone *stone, int steps,
                         int delay);

#endif
