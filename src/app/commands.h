/* SPDX-License-Identifier: MIT */
/*
 * Commands of keys and menu to the window: one table of the keys, the words
 * that the help says of them and the functions that they call. The help, the
 * manual page (tools/page.awk) and README.md have the same lines in the
 * same order.
 *
 * A key is known by its character. Where its place has none that a key of ours
 * could have, as with Cyrillic letters or the digits of AZERTY, it is what
 * stands there on a US keyboard.
 */
#ifndef RIPPLE_APP_COMMANDS_H
#define RIPPLE_APP_COMMANDS_H

#include <SDL.h>

#include <stdint.h>

typedef struct Window Window;

/* Does what a key asks for, and says so in a caption. `by` is above or below 0
   where there are two ways. */
typedef void CommandFunction(Window *window, int by, uint64_t now_ns);

typedef struct Command {
    CommandFunction *run; /* NULL: none */
    int by;
} Command;

/* Line i of the help, see captions_turn_help. */
const char *commands_line(int i);

/* The command of a key that is pressed. */
Command commands_find(const SDL_KeyboardEvent *event);

/* The command of the line of the help that begins with this key, as with "F9".
 */
Command commands_named(const char *key);

/* Those that a screensaver has. */
CommandFunction commands_quit, commands_go_back;

#endif
