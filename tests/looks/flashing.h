/* SPDX-License-Identifier: MIT */
/* Whether anything flashes (flash_meter.h), in rows that are printed. */
#ifndef RIPPLE_TESTS_LOOKS_FLASHING_H
#define RIPPLE_TESTS_LOOKS_FLASHING_H

/* Adds the rows to *cases and returns how many of them fail. */
int flashing_show(int *cases);

#endif
