/* SPDX-License-Identifier: MIT */
#include "play/presets.h"

#include "base/fixed.h"

#include <string.h>

#define LIGHT     50 /* on most waters */
#define DIM_LIGHT 25 /* on the swell of a wave maker */

/* What a preset has on top of the defaults of the library, linear pixels and
   some light. */
typedef struct Preset {
    const char *name, *summary;
    void (*set)(PlaySettings *water);
} Preset;

static void set_classic(PlaySettings *water)
{
    water->pool.model = RIPPLE_MODEL_CLASSIC;
    water->pool.damping = 5;
    water->pool.refraction = 1;
    water->pool.filter = RIPPLE_FILTER_NEAREST;
    water->pool.light = 0;
    water->profile = RIPPLE_PROFILE_DISC;
}

static void set_retro(PlaySettings *water)
{
    set_classic(water);
    water->rain = 1;
    water->format = RIPPLE_FORMAT_RGB565;
    water->frame_width = 320;
    water->frame_height = 240;
}

static void set_pond(PlaySettings *water)
{
    water->pool.cell = RIPPLE_CELL_AUTO;
    water->pool.light = 70;
    water->pool.damping = 7;
    water->rain = 0.6;
}

static void set_storm(PlaySettings *water)
{
    water->pool.cell = RIPPLE_CELL_AUTO;
    water->rain = 30;
}

/* Heights in finer units: what rounding takes from every wave shows less. */
#define FINE (1.0 / 48)

static void set_waves(PlaySettings *water)
{
    water->pool.refraction = FINE;
    water->pool.model = RIPPLE_MODEL_WAVE;
    water->pool.edges = RIPPLE_EDGES_OPEN;
    water->rain = 1.5;
}

static void set_puddle(PlaySettings *water)
{
    water->pool.refraction = 1.0 / 24;
    water->pool.model = RIPPLE_MODEL_SPRING;
    water->pool.restore = 0.001;
    water->pool.shore = RIPPLE_SHORE_MIRROR;
    strcpy(water->mask, "builtin:puddle");
    water->rain = 4;
}

/*
 * A wave maker along the left side, which rises and falls once in 36 steps:
 * waves of 31.2 cells. The wall is a line of land with two gaps in it, whose
 * middles are a fifth of the height apart.
 */
static void set_slits(PlaySettings *water)
{
    water->pool.light = DIM_LIGHT;
    water->pool.refraction = FINE;
    water->pool.damping = 10;
    water->pool.edges = RIPPLE_EDGES_OPEN;
    water->pool.shore = RIPPLE_SHORE_MIRROR;
    water->events = "0 wall 25% -5% 25% 36.5% 1%\n"
                    "0 wall 25% 43.5% 25% 56.5% 1%\n"
                    "0 wall 25% 63.5% 25% 105% 1%\n"
                    "0/36 line 2% -5% 2% 105% 1.5% 1100\n"
                    "18/36 line 2% -5% 2% 105% 1.5% -1100\n";
}

static void set_harbour(PlaySettings *water)
{
    water->pool.light = DIM_LIGHT;
    water->pool.refraction = FINE;
    water->pool.model = RIPPLE_MODEL_SHALLOW;
    water->pool.loss = 0.001;
    water->pool.edges = RIPPLE_EDGES_OPEN;
    water->pool.shore = RIPPLE_SHORE_MIRROR;
    strcpy(water->mask, "builtin:harbour");
    water->events = "0/36 line 30% 1% 102% 1% 2% 700\n"
                    "0/700 boat 28% 86% 46% 76% 1.8% 1500 220\n"
                    "18/36 line 30% 1% 102% 1% 2% -700\n"
                    "220/700 boat 46% 76% 60% 56% 1.8% 1500 160\n"
                    "380/700 boat 60% 56% 62% -6% 1.8% 1500 320\n";
}

static void set_river(PlaySettings *water)
{
    water->pool.refraction = 1.0 / 20;
    water->pool.damping = 8;
    water->pool.edges = RIPPLE_EDGES_OPEN;
    water->pool.shore = RIPPLE_SHORE_MIRROR;
    strcpy(water->mask, "builtin:river");
    strcpy(water->current, "builtin:river-flow");
    water->rain = 2.5;
    water->events = "0/900 boat -4% 52% 30% 36% 1.8% 1500 220\n"
                    "220/900 boat 30% 36% 58% 62% 1.8% 1500 200\n"
                    "420/900 boat 58% 62% 104% 48% 1.8% 1500 300\n";
}

static void set_lens(PlaySettings *water)
{
    water->pool.light = DIM_LIGHT;
    water->pool.refraction = FINE;
    water->pool.model = RIPPLE_MODEL_WAVE;
    water->pool.edges = RIPPLE_EDGES_OPEN;
    water->pool.viscosity = 0.1;
    strcpy(water->mask, "builtin:lens");
    water->events = "0/60 line 2% -5% 2% 105% 2% 800\n"
                    "30/60 line 2% -5% 2% 105% 2% -800\n";
}

static void set_torus(PlaySettings *water)
{
    water->pool.refraction = 1.0 / 24;
    water->pool.damping = 8;
    water->pool.edges = RIPPLE_EDGES_WRAP;
    water->current_x = 0.33;
    water->current_y = 0.16;
    water->rain = 3;
}

static const Preset presets[] = {
    {"classic",
     "the ripple of 1999 to the letter: hard stones, whole pixels, no rain",
     set_classic},
    {"retro", "the same in 320x240 pixels of 16 bits, with a little rain",
     set_retro},
    {"pond",
     "wide clean rings that fade slowly, a raindrop now and then (default)",
     set_pond},
    {"storm", "pouring rain", set_storm},
    {"waves", "the damped wave equation of the books, in open water",
     set_waves},
    {"puddle", "springs in a puddle with shallows all around", set_puddle},
    {"slits", "plane waves through two slits: the fringes of diffraction",
     set_slits},
    {"harbour", "swell, a mole with a gap, and a boat on its way out",
     set_harbour},
    {"river", "a current between banks and stones, and a boat in it",
     set_river},
    {"lens", "shallows in the shape of a lens that gathers plane waves",
     set_lens},
    {"torus", "what drifts out at one side comes in at the other", set_torus},
};

const char *presets_name(int i)
{
    return i >= 0 && i < COUNT(presets) ? presets[i].name : NULL;
}

const char *presets_summary(int i)
{
    return i >= 0 && i < COUNT(presets) ? presets[i].summary : NULL;
}

void presets_get(int i, PlaySettings *water)
{
    memset(water, 0, sizeof *water);
    if (presets_name(i) == NULL)
        return;
    ripple_settings_init(&water->pool);
    water->pool.filter = RIPPLE_FILTER_LINEAR;
    water->pool.light = LIGHT;
    water->profile = RIPPLE_PROFILE_SMOOTH;
    water->events = "";
    presets[i].set(water);
}
