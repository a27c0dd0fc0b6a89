/* SPDX-License-Identifier: MIT */
/*
 * The settings of Windows for screensavers: a window with a panel of 152x112
 * pixels for `ripple.scr /p NUMBER`. Prints the number of the desktop's window
 * and of the panel, ends after as many seconds as its argument says, and prints
 * the size of what lies in the panel then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int main(int argc, char **argv)
{
    HWND settings = CreateWindow("STATIC", "settings", WS_POPUP | WS_VISIBLE,
                                 100, 100, 400, 300, NULL, NULL, NULL, NULL);
    HWND panel = CreateWindow("STATIC", "", WS_CHILD | WS_VISIBLE, 120, 90, 152,
                              112, settings, NULL, NULL, NULL);
    RECT area = {0};
    MSG message;

    SetTimer(settings, 1, argc > 1 ? 1000 * (UINT)atoi(argv[1]) : 1000, NULL);
    printf("%lu %lu\n", (unsigned long)(UINT_PTR)GetDesktopWindow(),
           (unsigned long)(UINT_PTR)panel);
    fflush(stdout);
    while (GetMessage(&message, NULL, 0, 0) > 0 && message.message != WM_TIMER)
        DispatchMessage(&message);
    GetClientRect(GetWindow(panel, GW_CHILD), &area);
    printf("%ldx%ld\n", area.right, area.bottom);
    DestroyWindow(settings);
    return 0;
}
