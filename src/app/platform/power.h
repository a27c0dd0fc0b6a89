/* SPDX-License-Identifier: MIT */
/* What the machine runs on. */
#ifndef RIPPLE_APP_PLATFORM_POWER_H
#define RIPPLE_APP_PLATFORM_POWER_H

/* Whether a battery feeds it; 0 where nobody knows. Not for every frame: the
   system is asked. */
int power_on_battery(void);

#endif
