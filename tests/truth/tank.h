/* SPDX-License-Identifier: MIT */
/*
 * Water whose heights are read and set with their fractions. A cell is a pixel.
 */
#ifndef RIPPLE_TESTS_TRUTH_TANK_H
#define RIPPLE_TESTS_TRUTH_TANK_H

#include "lib/cpu/cpu.h"

typedef struct Tank {
    Cpu *water;
    int columns, rows;
    double unit; /* of heights in a WaterState */
} Tank;

/* `depths` is as for ideal_open. Ends the program if there is no memory. */
void tank_open(Tank *tank, int columns, int rows,
               const RippleSettings *settings, const uint8_t *depths);
void tank_close(Tank *tank);

void tank_step(Tank *tank, int steps);

/* A line of stones from the stone's place to (x, y). */
void tank_splash(Tank *tank, const RippleStone *stone, int x, int y);

/* Heights of columns x rows cells, row by row; `before` may be NULL. */
void tank_read(const Tank *tank, double *now, double *before);
void tank_write(Tank *tank, const double *now, const double *before);

/* A height without its fraction. */
int tank_height(const Tank *tank, int x, int y);

#endif
