/* SPDX-License-Identifier: MIT */
/* The power supply. */
#ifndef RIPPLE_APP_PLATFORM_POWER_H
#define RIPPLE_APP_PLATFORM_POWER_H

/* 1 on battery, 0 if not or unknown. Asks the system: not for every frame. */
int power_on_battery(void);

#endif
