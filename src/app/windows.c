/* SPDX-License-Identifier: MIT */
#include "app/windows.h"

#ifdef _WIN32

#include "app/x11.h"
#include "os/paths.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define LOOK_MS 250 /* for the end of the host */

static int leads_nowhere(DWORD stream)
{
    HANDLE handle = GetStdHandle(stream);

    return handle == NULL || handle == INVALID_HANDLE_VALUE;
}

/* Returns where a stream leads now: to the console if it led nowhere. */
static FILE *print_on_console(FILE *stream, DWORD which)
{
    return leads_nowhere(which) ? freopen("CONOUT$", "w", stream) : stream;
}

/* The letter of /s, -s or /S:1; 0: it is another argument. */
static int find_letter(const char *word)
{
    int is_one = (word[0] == '/' || word[0] == '-') && isalpha(word[1]) &&
                 (word[2] == '\0' || word[2] == ':');

    return is_one ? tolower(word[1]) : 0;
}

/* The arguments of a .scr as those of ripple. */
static void translate(int *argc, char ***argv)
{
    static char saver[] = "--saver", menu[] = "--menu", id[] = "--window-id";
    static char *words[4];
    int letter = *argc > 1 ? find_letter((*argv)[1]) : 'c';

    if (letter == 0)
        return;
    words[0] = (*argv)[0];
    words[1] = letter == 's' ? saver : letter == 'p' ? id : menu;
    *argc = 2;
    if (letter == 'p') {
        char *number = strchr((*argv)[1], ':');

        words[2] = number != NULL ? number + 1 : (*argv)[2];
        *argc = words[2] != NULL ? 3 : 2;
    }
    *argv = words;
}

void windows_begin(int *argc, char ***argv)
{
    if (AttachConsole(ATTACH_PARENT_PROCESS)) {
        print_on_console(stdout, STD_OUTPUT_HANDLE);
        print_on_console(stderr, STD_ERROR_HANDLE);
    }
    if (paths_have_ending((*argv)[0], "scr"))
        translate(argc, argv);
    for (int i = 1; i < *argc; i++) {
        for (char *c = (*argv)[i]; *c != '\0'; c++)
            *c = *c == '\\' ? '/' : *c;
    }
}

void windows_complain(const Error *error)
{
    if (leads_nowhere(STD_ERROR_HANDLE))
        SDL_ShowSimpleMessageBox(SDL_MESSAGEBOX_ERROR, "ripple", error->text,
                                 NULL);
}

static HWND find_handle(unsigned long id)
{
    return (HWND)(uintptr_t)id;
}

int host_window_find(unsigned long *id, int *width, int *height, Error *error)
{
    RECT area;

    if (*id == 0)
        return error_set(error, "--root",
                         "Windows has no window for that; --saver fills the "
                         "screen");
    if (!GetClientRect(find_handle(*id), &area))
        return error_set(error, "--window-id", "there is no such window");
    *width = area.right;
    *height = area.bottom;
    return 0;
}

/* A timer: quits once the host's window has gone, which takes ours along
   without a word. */
static Uint32 SDLCALL watch_host(Uint32 ms, void *handle)
{
    SDL_Event end = {.type = SDL_QUIT};

    if (!IsWindow(handle))
        SDL_PushEvent(&end);
    return ms;
}

/* SDL can take no window of another program, but a child of it that is ours. */
SDL_Window *host_window_adopt(unsigned long id)
{
    HWND host = find_handle(id), ours;
    RECT area = {0};

    GetClientRect(host, &area);
    ours = CreateWindow("STATIC", "ripple", WS_CHILD | WS_VISIBLE, 0, 0,
                        area.right, area.bottom, host, NULL,
                        GetModuleHandle(NULL), NULL);
    SDL_InitSubSystem(SDL_INIT_TIMER);
    SDL_AddTimer(LOOK_MS, watch_host, host);
    return SDL_CreateWindowFrom(ours);
}

#endif
