/* SPDX-License-Identifier: MIT */
/*
 * Random events and turns of a small window under SDL's dummy driver, with a
 * clock that goes forth and back. A turn may do at most 4 steps (or skip calm
 * ones), an event at most one, and at the end the frame equals a complete
 * rendering. Capture is left out: it would start another program. The desktop
 * is made small: with the driver's own 1024 x 768 pixels few cases a second
 * would run.
 */
#define _XOPEN_SOURCE 700 /* setenv */

#include "lib/util/fixed.h"
#include "app/command_line.h"
#include "app/events.h"
#include "fuzz.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define WIDTH      48
#define HEIGHT     32
#define MAX_SIDE   100
#define MAX_EVENTS 40
#define MAX_STEPS  4
#define LOOK_AHEAD 600  /* calm steps that the window skips at once */
#define NO_WINDOW  4711 /* an id that no window has */
#define SECOND     ((uint64_t)STEP_CLOCK_SECOND_NS)

typedef struct Tested {
    Source source;
    Options options;
    Scene *scene;
    Window window;
    uint64_t now_ns;
} Tested;

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
        title, x, y, min_int(width, MAX_SIDE), min_int(height, MAX_SIDE),
        flags & ~(Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP);
}

int __wrap_SDL_SetWindowFullscreen(SDL_Window *window, Uint32 flags)
{
    SDL_SetWindowSize(window, flags != 0 ? MAX_SIDE : WIDTH, HEIGHT);
    return 0;
}

static int below(Tested *tested, int count)
{
    return source_below(&tested->source, count);
}

static int flip(Tested *tested)
{
    return source_byte(&tested->source) & 1;
}

static int wild(Tested *tested, int max)
{
    return source_wild(&tested->source, max);
}

static SDL_Window *draw_window(Tested *tested, int number)
{
    const Screen *screen = &tested->window.screen;

    return screen->windows[number % screen->count].window;
}

/* The id of one of the windows, or sometimes none or a wrong one. */
static Uint32 draw_id(Tested *tested)
{
    int kind = below(tested, 16);

    return kind < 12   ? SDL_GetWindowID(draw_window(tested, kind))
           : kind < 15 ? 0
                       : NO_WINDOW;
}

static void handle(Tested *tested, const SDL_Event *event)
{
    uint64_t step = tested->scene->player.step;
    int was_calm = ripple_is_calm(tested->scene->player.pool);

    events_handle(&tested->window, event, tested->now_ns);
    events_finish(&tested->window, tested->now_ns);
    RANDOM_EXPECT(tested->scene->player.step - step <=
                  (was_calm ? LOOK_AHEAD + 1 : 1));
}

static void handle_queued(Tested *tested)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        handle(tested, &event);
}

/* A key that is younger than the corpus of the fuzzer: of the menu, or no or
   any Latin letter, with Shift or Control. */
static void fill_later_key(Tested *tested, SDL_KeyboardEvent *key)
{
    static const SDL_Keycode keys[] = {
        SDLK_p,   SDLK_n,  SDLK_l,    SDLK_DELETE, SDLK_z,     0x43d,
        SDLK_TAB, SDLK_UP, SDLK_DOWN, SDLK_LEFT,   SDLK_RIGHT, SDLK_END};

    key->keysym.sym = keys[below(tested, COUNT(keys))];
    key->keysym.scancode =
        (SDL_Scancode)(SDL_SCANCODE_A + below(tested, SDL_SCANCODE_SLASH));
    key->keysym.mod |= flip(tested) ? KMOD_SHIFT : KMOD_CTRL;
}

static void fill_key(Tested *tested, SDL_KeyboardEvent *key)
{
    static const SDL_Keycode keys[] = {
        SDLK_SPACE,   SDLK_PERIOD, SDLK_c,      SDLK_r, SDLK_n,      SDLK_f,
        SDLK_PLUS,    SDLK_MINUS,  SDLK_1,      SDLK_2, SDLK_3,      SDLK_4,
        SDLK_F1,      SDLK_h,      SDLK_RETURN, SDLK_s, SDLK_EQUALS, SDLK_KP_1,
        SDLK_KP_PLUS, SDLK_q,      SDLK_a};

    key->windowID = draw_id(tested);
    key->keysym.sym = keys[below(tested, COUNT(keys))];
    key->keysym.mod = flip(tested) ? KMOD_LALT : 0;
    key->repeat = (Uint8)flip(tested);
    SDL_SetModState(flip(tested) ? KMOD_SHIFT : KMOD_NONE);
    if (key->keysym.sym == SDLK_a)
        fill_later_key(tested, key);
}

static void fill_finger(Tested *tested, SDL_TouchFingerEvent *finger)
{
    static const Uint32 types[] = {SDL_FINGERDOWN, SDL_FINGERMOTION,
                                   SDL_FINGERUP};

    finger->type = types[below(tested, 3)];
    finger->windowID = draw_id(tested);
    finger->fingerId = source_byte(&tested->source) - 8;
    finger->x = (float)wild(tested, 255) / 255;
    finger->y = (float)wild(tested, 255) / 255;
    if (source_byte(&tested->source) == 255)
        finger->x = SDL_sqrtf(-1);
}

/* A place in the window, on it or far from it. */
static void draw_place(Tested *tested, Sint32 *x, Sint32 *y)
{
    *x = wild(tested, WIDTH);
    *y = wild(tested, HEIGHT);
}

static void change_size(Tested *tested)
{
    SDL_Window *window =
        draw_window(tested, below(tested, tested->window.screen.count));
    int width = source_between(&tested->source, 1, MAX_SIDE);
    int height = source_between(&tested->source, 1, MAX_SIDE);

    SDL_SetWindowSize(window, width, height);
}

static void draw_displays(Displays *displays, Source *source)
{
    SDL_Rect bounds;

    displays->count = 0;
    for (int i = source_below(source, 3); i >= 0; i--) {
        bounds.x = source_between(source, -100, 100);
        bounds.y = source_between(source, -100, 100);
        bounds.w = source_between(source, 1, 90);
        bounds.h = source_between(source, 1, 60);
        displays_add(displays, &bounds);
    }
}

static void change_displays(Tested *tested)
{
    Displays displays;

    if (!tested->window.screen.fills)
        return;
    draw_displays(&displays, &tested->source);
    RANDOM_EXPECT(window_fill(&tested->window, &displays, tested->now_ns) == 0);
}

static void turn(Tested *tested)
{
    static const uint64_t times_ns[] = {0,
                                        1,
                                        SECOND / 60 + 1,
                                        SECOND / 60 + 1,
                                        SECOND / 30 + 1,
                                        SECOND / 5,
                                        4 * SECOND,
                                        3600 * SECOND,
                                        (uint64_t)0 - SECOND};
    int is_calm;
    uint64_t step;

    handle_queued(tested);
    tested->now_ns += times_ns[below(tested, COUNT(times_ns))];
    step = tested->scene->player.step;
    is_calm = ripple_is_calm(tested->scene->player.pool);
    window_turn(&tested->window, tested->now_ns);
    RANDOM_EXPECT(tested->scene->player.step - step <=
                  (is_calm ? LOOK_AHEAD + MAX_STEPS : MAX_STEPS));
    RANDOM_EXPECT(window_wait_ms(&tested->window, tested->now_ns) >= -1);
}

static void send(Tested *tested, Uint32 type)
{
    static const Uint32 plain[] = {SDL_RENDER_TARGETS_RESET,
                                   SDL_RENDER_DEVICE_RESET,
                                   SDL_DISPLAYEVENT,
                                   SDL_AUDIODEVICEADDED,
                                   SDL_USEREVENT,
                                   SDL_KEYUP,
                                   SDL_TEXTINPUT,
                                   SDL_APP_LOWMEMORY,
                                   SDL_QUIT};
    static const char *const files[] = {"grey.pgm", "text", "missing", ""};
    SDL_Event event = {.type = type};

    if (type == SDL_MOUSEBUTTONDOWN && flip(tested))
        event.type = SDL_MOUSEBUTTONUP;
    if (type == SDL_USEREVENT)
        event.type = plain[below(tested, COUNT(plain))];
    else if (type == SDL_KEYDOWN)
        fill_key(tested, &event.key);
    else if (type == SDL_FINGERDOWN)
        fill_finger(tested, &event.tfinger);
    else /* all others have it at the same place */
        event.window.windowID = draw_id(tested);
    if (type == SDL_MOUSEBUTTONDOWN) {
        event.button.button = (Uint8)below(tested, 5);
        draw_place(tested, &event.button.x, &event.button.y);
    } else if (type == SDL_MOUSEMOTION) {
        draw_place(tested, &event.motion.x, &event.motion.y);
    } else if (type == SDL_MOUSEWHEEL) {
        event.wheel.y = wild(tested, 3);
    } else if (type == SDL_WINDOWEVENT) {
        event.window.event = (Uint8)below(tested, 20);
        draw_place(tested, &event.window.data1, &event.window.data2);
    } else if (type == SDL_DROPFILE) {
        event.drop.file =
            SDL_strdup(fuzz_path(files[below(tested, COUNT(files))]));
    }
    handle(tested, &event);
}

/* The corpus of the fuzzer holds the numbers of these rows: what is done, or
   the type of an event that is sent. */
static const struct {
    void (*act)(Tested *tested);
    Uint32 type;
} acts[] = {
    {turn, 0},
    {turn, 0},
    {turn, 0},
    {NULL, SDL_KEYDOWN},
    {NULL, SDL_MOUSEBUTTONDOWN}, /* or up */
    {NULL, SDL_MOUSEWHEEL},
    {NULL, SDL_MOUSEMOTION},
    {NULL, SDL_FINGERDOWN}, /* or moves, or up */
    {NULL, SDL_WINDOWEVENT},
    {change_size, 0},
    {NULL, SDL_USEREVENT}, /* one of several types without values */
    {NULL, SDL_DROPFILE},
    {change_displays, 0},
};

static uint64_t read_no_time(void)
{
    return 0;
}

static void open_scene(Tested *tested)
{
    SceneOptions options = tested->options.scene;
    SDL_Surface *picture = fuzz_make_picture(WIDTH, HEIGHT);
    Error error;

    options.width = WIDTH;
    options.height = HEIGHT;
    options.threads = 1;
    options.interval = 60;
    options.is_live = 1;
    RANDOM_EXPECT(scene_create(&tested->scene, &options, picture, &error) == 0);
    SDL_FreeSurface(picture);
}

static void open_window(Tested *tested, Source source)
{
    static const char *const presets[] = {"pond", "classic", "torus", "retro"};
    const char *preset = presets[source_below(&source, COUNT(presets))];
    char *words[] = {"ripple",      "--preset",   (char *)(uintptr_t)preset,
                     "--no-config", "--renderer", "software",
                     NULL};
    int fills = source_byte(&source) & 1;
    Displays displays;
    Error error;

    draw_displays(&displays, &source);
    memset(tested, 0, sizeof *tested);
    tested->source = source;
    tested->now_ns = 1000 * SECOND;
    RANDOM_EXPECT(command_line_parse(&tested->options, COUNT(words) - 1, words,
                                     0, &error) == 0);
    tested->options.display.keeps_size = 1;
    tested->options.display.vsync = 0;
    open_scene(tested);
    RANDOM_EXPECT(window_prepare(&tested->window, &tested->options.display,
                                 fills ? &displays : NULL, WIDTH, HEIGHT,
                                 &error) == 0);
    RANDOM_EXPECT(window_open(&tested->window, tested->scene,
                              &tested->options.display, tested->now_ns,
                              &error) == 0);
    tested->window.pacing.read_cpu_ns = read_no_time;
}

void fuzz_set_up(void)
{
    static const char text[] = "no picture", grey[] = "P5 2 2 255\n\1\2\3\4";

    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    setenv("XDG_CONFIG_HOME", "", 1); /* where the menu would write */
    setenv("HOME", "", 1);
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    RANDOM_EXPECT(SDL_Init(SDL_INIT_VIDEO) == 0); /* stays for all runs */
    fuzz_write("text", (const uint8_t *)text, sizeof text - 1);
    fuzz_write("grey.pgm", (const uint8_t *)grey, sizeof grey - 1);
}

static void close_window(Tested *tested)
{
    handle_queued(tested);
    RANDOM_EXPECT(!tested->window.failed);
    window_turn(&tested->window, tested->now_ns);
    fuzz_check_frame(tested->scene);
    window_close(&tested->window);
    scene_destroy(tested->scene);
    config_clear(&tested->options.config);
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    SDL_SetModState(KMOD_NONE);
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
    Tested tested;
    int home = open(".", O_RDONLY);

    RANDOM_EXPECT(home >= 0 && chdir(fuzz_folder()) == 0);
    open_window(&tested, source_from_bytes(data, size));
    for (int i = 0;
         i < MAX_EVENTS && tested.window.running && tested.source.left > 0;
         i++) {
        int row = below(&tested, COUNT(acts));

        if (acts[row].act != NULL)
            acts[row].act(&tested);
        else
            send(&tested, acts[row].type);
    }
    close_window(&tested);
    remove_pictures();
    RANDOM_EXPECT(fchdir(home) == 0);
    close(home);
    return 0;
}
