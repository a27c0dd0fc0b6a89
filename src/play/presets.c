/* SPDX-License-Identifier: MIT */
/*
 * The library has the water and its look (preset_water.c); these are what a
 * program adds. Stones are smooth unless said otherwise. Presets with wave
 * makers are warmed up for at most 50 ms, measured at 1920x1080 on one thread;
 * then the waves of their events are on their way.
 */
#include "play/presets.h"

#include "lib/util/fixed.h"

#include <stddef.h>

static const Preset presets[] = {
    {"classic",
     "the ripple of 1999 to the letter: hard stones, whole pixels, some rain",
     "stone disc rain 1", "", 0, 0},
    {"retro", "the same in 320x240 pixels of 16 bits, with a little rain",
     "stone disc rain 1 pixels rgb565", "", 320, 240},
    {"pond",
     "wide clean rings that fade slowly, a raindrop now and then (default)",
     "bed sand rain 0.6", "", 0, 0},
    {"storm", "pouring rain in the wind", "bed slate rain 40 lightning 4", "",
     0, 0},
    {"pool", "a swimming pool in the sun, and a breath of wind on it",
     "bed tiles rain 1.2", "", 0, 0},
    {"waves", "long crossing swell on open water", "bed deep foam 16", "", 0,
     0},
    {"puddle", "rain on a puddle with a muddy rim",
     "bed slate mask builtin:puddle land-picture builtin:earth rain 4", "", 0,
     0},
    /* A wave maker at the left side with a period of 36 steps, and two gaps in
       the wall, a fifth of the height apart. */
    {"slits", "plane waves through two slits: the fringes of diffraction",
     "bed deep warm-up 240 land-picture builtin:wall",
     "0 wall 25% -5% 25% 35.9% 1.6%\n"
     "0 wall 25% 44.1% 25% 55.9% 1.6%\n"
     "0 wall 25% 64.1% 25% 105% 1.6%\n"
     "0/36 line 2% -5% 2% 105% 1.5% 150\n"
     "18/36 line 2% -5% 2% 105% 1.5% -150\n",
     0, 0},
    {"harbour", "a mole with a gap, swell, a boat and a ship",
     "bed deep mask builtin:harbour land-picture builtin:wall warm-up 216 "
     "camera -25,14,0.9",
     "0/1800 boat 112% 20% -12% 27% 7% 160 1700\n"
     "0/36 line 30% 1% 102% 1% 2% 110\n"
     "18/36 line 30% 1% 102% 1% 2% -110\n"
     "134/900 boat 62% 73% 56% 56% 1.8% 600 110\n"
     "244/900 boat 56% 56% 60% -6% 1.8% 600 300\n"
     "684/900 boat 104% 54% 80% 70% 1.8% 600 200\n"
     "884/900 boat 80% 70% 62% 73% 1.8% 600 150\n",
     0, 0},
    {"river", "a current between banks and stones, and a boat in it",
     "mask builtin:river land-picture builtin:grass "
     "current builtin:river-flow rain 2.5 leaves 14 foam 30 warm-up 180 "
     "camera -25,14,0.9",
     "50/900 boat 32% 47% 50% 40% 1.8% 900 118\n"
     "168/900 boat 50% 40% 68% 55.5% 1.8% 900 128\n"
     "296/900 boat 68% 55.5% 104% 48% 1.8% 900 232\n"
     "720/900 boat -4% 44% 32% 47% 1.8% 900 230\n",
     0, 0},
    {"lens", "shallows in the shape of a lens that gathers plane waves",
     "bed deep mask builtin:lens warm-up 240",
     "0/40 line 10% -5% 10% 105% 2% 80\n"
     "20/40 line 10% -5% 10% 105% 2% -80\n",
     0, 0},
    {"hills", "hills that rise from the sea, and rain: in perspective",
     "bed hills land builtin:hills rain 5 camera -35,15,0.65", "", 0, 0},
    {"torus", "what drifts out at one side comes in at the other",
     "bed tiles current 0.33,0.16 rain 3 leaves 10", "", 0, 0},
};

const Preset *presets_get(int i)
{
    return i >= 0 && i < COUNT(presets) ? &presets[i] : NULL;
}
