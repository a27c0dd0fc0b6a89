/* SPDX-License-Identifier: MIT */
#include "app/platform/power.h"

#include <SDL_power.h>
#include <stddef.h>

int power_on_battery(void)
{
    return SDL_GetPowerInfo(NULL, NULL) == SDL_POWERSTATE_ON_BATTERY;
}
