/* SPDX-License-Identifier: MIT */
/*
 * The keys: one table of what the help says and of the commands they give. The
 * help, the manual page (tools/page.awk) and README.md have the same lines in
 * the same order.
 *
 * A key is known by its character. Where its place has none that a key of ours
 * could have, as with Cyrillic letters or the digits of AZERTY, it is what
 * stands there on a US keyboard.
 */
#ifndef RIPPLE_APP_INPUT_KEYS_H
#define RIPPLE_APP_INPUT_KEYS_H

#include <SDL.h>

typedef enum CommandKind {
    COMMAND_NONE,
    COMMAND_MENU,
    COMMAND_PRESET,  /* the next, or one before */
    COMMAND_PICTURE, /* the same, or bed */
    COMMAND_LIGHT,
    COMMAND_DAMPING,
    COMMAND_RAIN,
    COMMAND_VIEW,
    COMMAND_YAW,    /* turns the camera */
    COMMAND_PITCH,  /* raises it */
    COMMAND_NEARER, /* brings it nearer, by so many notches, or farther */
    COMMAND_HOME,   /* brings it back */
    COMMAND_DROP,   /* a stone in the middle */
    COMMAND_UNDO,   /* the last stroke of land */
    COMMAND_WIPE,   /* all land that was painted */
    COMMAND_PAUSE,
    COMMAND_STEP,
    COMMAND_CALM,
    COMMAND_FULLSCREEN,
    COMMAND_SAVE,
    COMMAND_RECORD,
    COMMAND_COUNTER,
    COMMAND_HELP,
    COMMAND_QUIT,
    COMMAND_BACK,         /* closes what was opened last, or quits */
    COMMAND_LAND,         /* some was painted, by a pointer */
    COMMAND_OUTSIDE,      /* a pointer shows no pool */
    COMMAND_SIZE_CHANGED, /* of the stones, by the wheel */
} CommandKind;

typedef struct Command {
    CommandKind kind;
    int by;           /* above or below 0 where there are two ways */
    const char *view; /* COMMAND_VIEW: its name */
} Command;

#define KEYS_MAX_LINES 36

/* Line i of the help, "KEY\tACTION", or "" between two groups; NULL past the
   last of at most KEYS_MAX_LINES. */
const char *keys_line(int i);

/* The command of a key that is pressed. */
Command keys_find(const SDL_KeyboardEvent *event);

#endif
