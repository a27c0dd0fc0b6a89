/* SPDX-License-Identifier: MIT */
#include "play/presets.h"

#include "base/fixed.h"

#include <string.h>

#define LIGHT     50
#define DIM_LIGHT 25 /* with wave makers, whose slopes are everywhere */

/* Changes the library's defaults, to which presets_get adds the linear filter
   and LIGHT. */
typedef struct Preset {
    const char *name, *summary;
    void (*set)(PlaySettings *settings);
} Preset;

static void set_classic(PlaySettings *settings)
{
    settings->pool.model = RIPPLE_MODEL_CLASSIC;
    settings->pool.damping = 5;
    settings->pool.refraction = 1;
    settings->pool.filter = RIPPLE_FILTER_NEAREST;
    settings->pool.light = 0;
    settings->profile = RIPPLE_PROFILE_DISC;
}

static void set_retro(PlaySettings *settings)
{
    set_classic(settings);
    settings->rain = 1;
    settings->format = RIPPLE_FORMAT_RGB565;
    settings->frame_width = 320;
    settings->frame_height = 240;
}

static void set_pond(PlaySettings *settings)
{
    settings->pool.cell = RIPPLE_CELL_AUTO;
    settings->pool.light = 70;
    settings->pool.damping = 7;
    settings->rain = 0.6;
}

static void set_storm(PlaySettings *settings)
{
    settings->pool.cell = RIPPLE_CELL_AUTO;
    settings->rain = 30;
}

/* Units of height are finer: rounding damps the waves less. */
#define FINE (1.0 / 48)

static void set_waves(PlaySettings *settings)
{
    settings->pool.refraction = FINE;
    settings->pool.model = RIPPLE_MODEL_WAVE;
    settings->pool.edges = RIPPLE_EDGES_OPEN;
    settings->rain = 1.5;
}

static void set_puddle(PlaySettings *settings)
{
    settings->pool.refraction = 1.0 / 24;
    settings->pool.model = RIPPLE_MODEL_SPRING;
    settings->pool.restore = 0.001;
    settings->pool.shore = RIPPLE_SHORE_MIRROR;
    strcpy(settings->mask, "builtin:puddle");
    settings->rain = 4;
}

/*
 * A wave maker at the left side with a period of 36 steps: a wavelength of
 * 31.2 cells. The wall has two gaps, a fifth of the height apart.
 */
static void set_slits(PlaySettings *settings)
{
    settings->pool.light = DIM_LIGHT;
    settings->pool.refraction = FINE;
    settings->pool.damping = 10;
    settings->pool.edges = RIPPLE_EDGES_OPEN;
    settings->pool.shore = RIPPLE_SHORE_MIRROR;
    settings->events = "0 wall 25% -5% 25% 36.5% 1%\n"
                       "0 wall 25% 43.5% 25% 56.5% 1%\n"
                       "0 wall 25% 63.5% 25% 105% 1%\n"
                       "0/36 line 2% -5% 2% 105% 1.5% 1100\n"
                       "18/36 line 2% -5% 2% 105% 1.5% -1100\n";
}

static void set_harbour(PlaySettings *settings)
{
    settings->pool.light = DIM_LIGHT;
    settings->pool.refraction = FINE;
    settings->pool.model = RIPPLE_MODEL_SHALLOW;
    settings->pool.loss = 0.001;
    settings->pool.edges = RIPPLE_EDGES_OPEN;
    settings->pool.shore = RIPPLE_SHORE_MIRROR;
    strcpy(settings->mask, "builtin:harbour");
    settings->events = "0/36 line 30% 1% 102% 1% 2% 700\n"
                       "0/700 boat 28% 86% 46% 76% 1.8% 1500 220\n"
                       "18/36 line 30% 1% 102% 1% 2% -700\n"
                       "220/700 boat 46% 76% 60% 56% 1.8% 1500 160\n"
                       "380/700 boat 60% 56% 62% -6% 1.8% 1500 320\n";
}

static void set_river(PlaySettings *settings)
{
    settings->pool.refraction = 1.0 / 20;
    settings->pool.damping = 8;
    settings->pool.edges = RIPPLE_EDGES_OPEN;
    settings->pool.shore = RIPPLE_SHORE_MIRROR;
    strcpy(settings->mask, "builtin:river");
    strcpy(settings->current, "builtin:river-flow");
    settings->rain = 2.5;
    settings->events = "0/900 boat -4% 52% 30% 36% 1.8% 1500 220\n"
                       "220/900 boat 30% 36% 58% 62% 1.8% 1500 200\n"
                       "420/900 boat 58% 62% 104% 48% 1.8% 1500 300\n";
}

static void set_lens(PlaySettings *settings)
{
    settings->pool.light = DIM_LIGHT;
    settings->pool.refraction = FINE;
    settings->pool.model = RIPPLE_MODEL_WAVE;
    settings->pool.edges = RIPPLE_EDGES_OPEN;
    settings->pool.viscosity = 0.1;
    strcpy(settings->mask, "builtin:lens");
    settings->events = "0/60 line 2% -5% 2% 105% 2% 800\n"
                       "30/60 line 2% -5% 2% 105% 2% -800\n";
}

static void set_torus(PlaySettings *settings)
{
    settings->pool.refraction = 1.0 / 24;
    settings->pool.damping = 8;
    settings->pool.edges = RIPPLE_EDGES_WRAP;
    settings->current_x = 0.33;
    settings->current_y = 0.16;
    settings->rain = 3;
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

void presets_get(int i, PlaySettings *settings)
{
    memset(settings, 0, sizeof *settings);
    if (presets_name(i) == NULL)
        return;
    ripple_settings_init(&settings->pool);
    settings->pool.filter = RIPPLE_FILTER_LINEAR;
    settings->pool.light = LIGHT;
    settings->profile = RIPPLE_PROFILE_SMOOTH;
    settings->events = "";
    presets[i].set(settings);
}
