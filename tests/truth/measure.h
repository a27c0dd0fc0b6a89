/* SPDX-License-Identifier: MIT */
/* Measures waves in pools of the library and compares them with theory. */
#ifndef RIPPLE_TESTS_TRUTH_MEASURE_H
#define RIPPLE_TESTS_TRUTH_MEASURE_H

#include "ripple.h"

/* ISLAND is open water with round land. */
typedef enum Bottom { OPEN_WATER, SHALLOWS, ISLAND } Bottom;

/* The defaults of a model, or what damps it lowest. */
RippleSettings measure_settings(RippleModel model, RippleEdges edges,
                                int is_damped);

/* In the middle of a square: a smooth stone of radius 10 or, if `weight` is 0,
   a disturbance of one cell. */
typedef struct Drop {
    int side;
    Bottom bottom;
    int weight, magnitude;
} Drop;

/* errors[i]: that of the heights after steps[i], which ascend, as a share of
   the heights in double precision (ideal.h). */
void measure_errors(const RippleSettings *settings, const Drop *drop,
                    const int *steps, int count, double *errors);

/* The standing wave of x and y half waves in a square with fixed edges. Errors
   are shares of the theory of the grid. */
typedef struct Mode {
    int side, x, y;
    double amplitude;
    int steps;
} Mode;
typedef struct ModeErrors {
    double frequency, amplitude; /* the largest of all steps */
} ModeErrors;
ModeErrors measure_mode(const RippleSettings *settings, const Mode *mode);

/*
 * The echo of the left edge. A straight wave runs against it, a crest and a
 * trough, its front along the edge or at 45 degrees, in three pools: one that
 * ends there; one that goes on behind the edge, without echo; and one with the
 * wave's image behind the edge, which is the echo of a perfect mirror.
 */
typedef struct Echo {
    double back; /* the echo as a part of the image, by lowest squares */
    double max;  /* the highest of the echo, as a share of the image's */
} Echo;
RippleSettings measure_echo_settings(RippleModel model, RippleEdges edges);
Echo measure_echo(RippleModel model, RippleEdges edges, int is_oblique);

/* Changes of an undamped pool in a number of steps. */
typedef struct Conservation {
    double mean;   /* the largest change of the mean height */
    double energy; /* and of the energy, as a share of it */
} Conservation;
Conservation measure_conservation(const RippleSettings *settings, int side,
                                  int steps);

#endif
