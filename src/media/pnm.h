/* SPDX-License-Identifier: MIT */
/* PBM, PGM and PPM, as text or bytes, of 8 or 16 bits (netpbm.sourceforge.net):
   a head, and then samples row by row. */
#ifndef RIPPLE_MEDIA_PNM_H
#define RIPPLE_MEDIA_PNM_H

/* The state of a reader. The caller sets `next`, which returns a byte or EOF,
   and its source. */
typedef struct Pnm {
    int (*next)(void *source);
    void *source;
    int kind;          /* 1..6, as in P6 */
    int width, height; /* from 0 */
    int peak;          /* of the samples, 1..65535 */
    int column, bits;  /* of bytes of 8 pixels */
} Pnm;

/* Reads the head. Returns 0 or -1. */
int pnm_open(Pnm *pnm);

/* The samples of a pixel: 3 or 1. */
int pnm_channels(const Pnm *pnm);

/* The next sample, 0 (black) to peak, or -1: the file is cut short. */
int pnm_take(Pnm *pnm);

#endif
