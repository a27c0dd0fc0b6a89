/* SPDX-License-Identifier: MIT */
/* Stills of pond, for art direction. */
#ifndef RIPPLE_TESTS_LOOKS_STILLS_H
#define RIPPLE_TESTS_LOOKS_STILLS_H

/*
 * Saves FOLDER/WIDTHxHEIGHT-FLOOR-STEP.png for each size and floor: a click
 * after some steps, and rain. FOLDER/WIDTHxHEIGHT.png has all of a size, a row
 * for each floor, scaled down to 640 pixels of width. `picture` may be NULL.
 */
void stills_save(const char *folder, const char *picture);

#endif
