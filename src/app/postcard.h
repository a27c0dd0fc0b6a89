/* SPDX-License-Identifier: MIT */
/*
 * A postcard is a script that shows the same water again and goes on from
 * there: the settings as they are, the stones of the last POSTCARD_STEPS steps,
 * before which all waves have faded, and the script's events after that. Land
 * that a user paints, boats, how long there has been swell and the picture are
 * not in it.
 */
#ifndef RIPPLE_APP_POSTCARD_H
#define RIPPLE_APP_POSTCARD_H

#include "play/player.h"

#define POSTCARD_STEPS 3000

/* Zeroed: nothing has happened. */
typedef struct Postcard {
    char *acts; /* the last ones, as lines of a script */
    size_t length;
} Postcard;

/* Notes the user's stones of player->heard. */
void postcard_note(Postcard *postcard, const Player *player);

/* The user has calmed the water. */
void postcard_note_calm(Postcard *postcard, const Player *player);

/* The script, to be freed. */
char *postcard_write(const Postcard *postcard, const Player *player);

/* Frees all and zeroes the struct. */
void postcard_clear(Postcard *postcard);

#endif
