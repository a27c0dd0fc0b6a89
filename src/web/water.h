/* SPDX-License-Identifier: MIT */
/* What an instance of the module holds. */
#ifndef RIPPLE_WEB_WATER_H
#define RIPPLE_WEB_WATER_H

#include "play/land_floor.h"
#include "play/player.h"
#include "play/scrolling.h"
#include "play/sprite_layer.h"

#define WEB_RATE 60 /* steps a second */

typedef struct Water {
    PlaySettings settings; /* of the player to come */
    char *script;          /* of the page, NULL for none */
    Player player;
    RipplePixels picture;      /* under the water, as large as the frame */
    RipplePixels land;         /* the picture of land; empty: that under the
                                  water */
    RipplePixels moved;        /* the picture scrolled; empty: it never was */
    Scrolling scrolling;       /* of the picture */
    const RipplePixels *shows; /* picture, or moved */
    RipplePixels frame;        /* as rendered */
    RipplePixels shown;        /* the same with red in the first byte */
    LandFloor floor;
    SpriteLayer sprites;
    int is_stale; /* the floor has to be laid again */
} Water;

extern Water web_water;

/* The settings that count now. */
const PlaySettings *web_settings(void);

#endif
