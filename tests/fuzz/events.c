/* SPDX-License-Identifier: MIT */
/* Random events of a window under SDL's dummy driver. Its desktop is made
   small: with the driver's own 1024 x 768 pixels few cases a second would run.
 */
#define _XOPEN_SOURCE 700 /* setenv */

#include "lib/util/fixed.h"
#include "fuzz.h"
#include "../random/events.h"

#include <fcntl.h>
#include <unistd.h>

#define MAX_EVENTS 40

/* The linker calls these instead of SDL's (-Wl,--wrap). */
SDL_Window *__wrap_SDL_CreateWindow(const char *title, int x, int y, int width,
                                    int height, Uint32 flags);
SDL_Window *__real_SDL_CreateWindow(const char *title, int x, int y, int width,
                                    int height, Uint32 flags);
int __wrap_SDL_SetWindowFullscreen(SDL_Window *window, Uint32 flags);

SDL_Window *__wrap_SDL_CreateWindow(const char *title, int x, int y, int width,
                                    int height, Uint32 flags)
{
    return __real_SDL_CreateWindow(
        title, x, y, min_int(width, RANDOM_WINDOW_MAX_SIDE),
        min_int(height, RANDOM_WINDOW_MAX_SIDE),
        flags & ~(Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP);
}

int __wrap_SDL_SetWindowFullscreen(SDL_Window *window, Uint32 flags)
{
    SDL_SetWindowSize(window,
                      flags != 0 ? RANDOM_WINDOW_MAX_SIDE : RANDOM_WINDOW_WIDTH,
                      RANDOM_WINDOW_HEIGHT);
    return 0;
}

void fuzz_set_up(void)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("XDG_CONFIG_HOME", fuzz_path("nowhere"), 1);
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    RANDOM_EXPECT(SDL_Init(SDL_INIT_VIDEO) == 0); /* stays for all runs */
    random_window_make_files(fuzz_folder());
}

/* Numbers go up from 1, without a gap. */
static void remove_pictures(void)
{
    char name[32];
    int number = 1;

    do
        snprintf(name, sizeof name, "ripple-%04d.png", number++);
    while (unlink(name) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    RandomWindow tested;
    int home = open(".", O_RDONLY);

    RANDOM_EXPECT(home >= 0 && chdir(fuzz_folder()) == 0);
    random_window_open(&tested, source_from_bytes(data, size), fuzz_folder());
    random_window_play(&tested, MAX_EVENTS);
    random_window_close(&tested);
    remove_pictures();
    RANDOM_EXPECT(fchdir(home) == 0);
    close(home);
    return 0;
}
