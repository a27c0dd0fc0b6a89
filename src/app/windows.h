/* SPDX-License-Identifier: MIT */
/* The consoles of Windows, and the arguments of its screensavers. Elsewhere
   these functions do nothing. */
#ifndef RIPPLE_APP_WINDOWS_H
#define RIPPLE_APP_WINDOWS_H

#include "os/error.h"

#ifdef _WIN32

/*
 * Begins to print in the console that the program was started from, if any.
 * Replaces the arguments if the program is a .scr: /s is --saver, /p NUMBER
 * --window-id NUMBER, and /c or none the window with its menu. Backslashes
 * become slashes. The strings last as long as the program.
 */
void windows_begin(int *argc, char ***argv);

/* Shows an error in a window if there is no console. */
void windows_complain(const Error *error);

#else

static inline void windows_begin(int *argc, char ***argv)
{
    (void)argc, (void)argv;
}

static inline void windows_complain(const Error *error)
{
    (void)error;
}

#endif

#endif
