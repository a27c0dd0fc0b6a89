/* SPDX-License-Identifier: MIT */
#include "media/pnm.h"

#include <ctype.h>
#include <stdio.h>

#define TOO_LARGE 100000 /* for a number */

/* The first byte behind spaces and comments. */
static int skip_blanks(Pnm *pnm)
{
    int c = pnm->next(pnm->source);

    while (c == '#' || isspace(c)) {
        while (c == '#' && (c = pnm->next(pnm->source)) != '\n' && c != '\r' &&
               c != EOF)
            c = '#';
        c = pnm->next(pnm->source);
    }
    return c;
}

/* A number and the byte behind it; -1 if there is none. */
static int read_number(Pnm *pnm)
{
    int c = skip_blanks(pnm), number = -1;

    for (; c >= '0' && c <= '9' && number < TOO_LARGE;
         c = pnm->next(pnm->source))
        number = (number < 0 ? 0 : 10 * number) + c - '0';
    return isspace(c) || c == EOF ? number : -1;
}

int pnm_open(Pnm *pnm)
{
    int has_peak;

    if (pnm->next(pnm->source) != 'P')
        return -1;
    pnm->kind = pnm->next(pnm->source) - '0';
    pnm->column = pnm->bits = 0;
    has_peak = pnm->kind != 1 && pnm->kind != 4;
    pnm->width = read_number(pnm);
    pnm->height = read_number(pnm);
    pnm->peak = has_peak ? read_number(pnm) : 1;
    return pnm->kind >= 1 && pnm->kind <= 6 && pnm->width >= 0 &&
                   pnm->height >= 0 && pnm->peak > 0 && pnm->peak < 65536
               ? 0
               : -1;
}

int pnm_channels(const Pnm *pnm)
{
    return pnm->kind == 3 || pnm->kind == 6 ? 3 : 1;
}

/* A row begins with a byte of its own. */
static int take_bit(Pnm *pnm)
{
    if (pnm->column % 8 == 0 && (pnm->bits = pnm->next(pnm->source)) == EOF)
        return -1;
    pnm->bits <<= 1;
    pnm->column = (pnm->column + 1) % pnm->width;
    return pnm->bits & 0x100 ? 0 : 1;
}

static int take_bytes(Pnm *pnm)
{
    int high = pnm->next(pnm->source), low;

    if (pnm->peak < 256 || high == EOF)
        return high;
    low = pnm->next(pnm->source);
    return low == EOF ? -1 : high << 8 | low;
}

int pnm_take(Pnm *pnm)
{
    int sample;

    if (pnm->kind == 1) {
        sample = skip_blanks(pnm);
        return sample == '0' || sample == '1' ? '1' - sample : -1;
    }
    if (pnm->kind == 4)
        return take_bit(pnm);
    sample = pnm->kind < 4 ? read_number(pnm) : take_bytes(pnm);
    return sample < pnm->peak ? sample : pnm->peak;
}
