/* SPDX-License-Identifier: MIT */
/*
 * A stream of events and turns of the window, under SDL's dummy driver and
 * with a clock that goes forth and back as the bytes say. No turn may take more
 * than 4 steps, and in the end the frame is what a whole drawing of it is. The
 * window's files are written into the fuzzer's folder; films are left out,
 * which would start another program. The desktop is a small one: the driver's
 * own has so many pixels that little else would be tried.
 */
#define _XOPEN_SOURCE 700 /* setenv */

#include "base/fixed.h"
#include "app/window/window.h"
#include "fuzz.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define WIDTH       48
#define HEIGHT      32
#define MOST_SIDE   100
#define MOST_EVENTS 40
#define MOST_STEPS  4
#define LOOK_AHEAD  600 /* calm steps that the window leaves out at once */

typedef struct Stage {
    Options options;
    Scene *scene;
    Window window;
    Error error;
    uint64_t now_ns;
} Stage;

typedef void Send(Stage *stage, Bytes *bytes);

static SDL_Surface *source;

/* What the linker puts in the place of SDL's (-Wl,--wrap). */
SDL_Window *__wrap_SDL_CreateWindow(const char *title, int x, int y, int width,
                                    int height, Uint32 flags);
SDL_Window *__real_SDL_CreateWindow(const char *title, int x, int y, int width,
                                    int height, Uint32 flags);
int __wrap_SDL_SetWindowFullscreen(SDL_Window *window, Uint32 flags);

SDL_Window *__wrap_SDL_CreateWindow(const char *title, int x, int y, int width,
                                    int height, Uint32 flags)
{
    return __real_SDL_CreateWindow(
        title, x, y, min_int(width, MOST_SIDE), min_int(height, MOST_SIDE),
        flags & ~(Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP);
}

int __wrap_SDL_SetWindowFullscreen(SDL_Window *window, Uint32 flags)
{
    SDL_SetWindowSize(window, flags != 0 ? MOST_SIDE : WIDTH, HEIGHT);
    return 0;
}

static uint64_t read_no_time(void)
{
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const uint8_t text[] = "no picture";
    static const uint8_t grey[] = "P5 2 2 255\n\1\2\3\4";

    (void)argc;
    (void)argv;
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("XDG_CONFIG_HOME", fuzz_path("nowhere"), 1);
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    FUZZ_EXPECT(SDL_Init(SDL_INIT_VIDEO) == 0); /* stays for all runs */
    source = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32,
                                            SDL_PIXELFORMAT_ARGB8888);
    FUZZ_EXPECT(source != NULL);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        ((uint32_t *)source->pixels)[i] = 0xff000000u | (uint32_t)i * 54321u;
    fuzz_write("text", text, sizeof text - 1);
    fuzz_write("grey.pgm", grey, sizeof grey - 1);
    return 0;
}

/* The window's id, or at times none or that of no window. */
static Uint32 take_id(const Stage *stage, Bytes *bytes)
{
    int kind = fuzz_below(bytes, 16);
    int presenter = kind % stage->window.screen.pane_count;

    return kind < 12 ? SDL_GetWindowID(
                           stage->window.screen.presenters[presenter]->window)
           : kind < 15 ? 0
                       : 4711;
}

static void handle(Stage *stage, const SDL_Event *event)
{
    uint64_t step = scene_step_number(stage->scene);
    int was_calm = ripple_is_calm(scene_pool(stage->scene));

    window_handle(&stage->window, event, stage->now_ns);
    FUZZ_EXPECT(scene_step_number(stage->scene) - step <=
                (was_calm ? LOOK_AHEAD + 1 : 1));
}

static void send_key(Stage *stage, Bytes *bytes)
{
    static const SDL_Keycode keys[] = {
        SDLK_SPACE,  SDLK_PERIOD, SDLK_c,       SDLK_r,      SDLK_f,
        SDLK_PLUS,   SDLK_MINUS,  SDLK_1,       SDLK_2,      SDLK_3,
        SDLK_4,      SDLK_F1,     SDLK_h,       SDLK_RETURN, SDLK_s,
        SDLK_EQUALS, SDLK_KP_1,   SDLK_KP_PLUS, SDLK_q,      SDLK_a};
    SDL_Event event = {.type = SDL_KEYDOWN};

    event.key.windowID = take_id(stage, bytes);
    event.key.keysym.sym = keys[fuzz_below(bytes, COUNT(keys))];
    event.key.keysym.mod = fuzz_byte(bytes) & 1 ? KMOD_LALT : 0;
    event.key.repeat = fuzz_byte(bytes) & 1;
    SDL_SetModState(fuzz_byte(bytes) & 1 ? KMOD_SHIFT : KMOD_NONE);
    handle(stage, &event);
}

static void send_button(Stage *stage, Bytes *bytes)
{
    SDL_Event event = {.type = fuzz_byte(bytes) & 1 ? SDL_MOUSEBUTTONUP
                                                    : SDL_MOUSEBUTTONDOWN};

    event.button.windowID = take_id(stage, bytes);
    event.button.button = (Uint8)fuzz_below(bytes, 5);
    event.button.x = fuzz_wild(bytes, WIDTH);
    event.button.y = fuzz_wild(bytes, HEIGHT);
    handle(stage, &event);
}

static void send_motion(Stage *stage, Bytes *bytes)
{
    SDL_Event event = {.type = SDL_MOUSEMOTION};

    event.motion.windowID = take_id(stage, bytes);
    event.motion.x = fuzz_wild(bytes, WIDTH);
    event.motion.y = fuzz_wild(bytes, HEIGHT);
    handle(stage, &event);
}

static void send_wheel(Stage *stage, Bytes *bytes)
{
    SDL_Event event = {.type = SDL_MOUSEWHEEL};

    event.wheel.windowID = take_id(stage, bytes);
    event.wheel.y = fuzz_wild(bytes, 3);
    handle(stage, &event);
}

static void send_finger(Stage *stage, Bytes *bytes)
{
    static const Uint32 types[] = {SDL_FINGERDOWN, SDL_FINGERMOTION,
                                   SDL_FINGERUP};
    SDL_Event event = {.type = types[fuzz_below(bytes, 3)]};

    event.tfinger.windowID = take_id(stage, bytes);
    event.tfinger.fingerId = fuzz_byte(bytes) - 8;
    event.tfinger.x = (float)fuzz_wild(bytes, 255) / 255;
    event.tfinger.y = (float)fuzz_wild(bytes, 255) / 255;
    if (fuzz_byte(bytes) == 255)
        event.tfinger.x = SDL_sqrtf(-1);
    handle(stage, &event);
}

static void send_window_event(Stage *stage, Bytes *bytes)
{
    SDL_Event event = {.type = SDL_WINDOWEVENT};

    event.window.windowID = take_id(stage, bytes);
    event.window.event = (Uint8)fuzz_below(bytes, 20);
    event.window.data1 = fuzz_wild(bytes, WIDTH);
    event.window.data2 = fuzz_wild(bytes, HEIGHT);
    handle(stage, &event);
}

static void send_size(Stage *stage, Bytes *bytes)
{
    int presenter = fuzz_below(bytes, stage->window.screen.pane_count);
    int width = fuzz_between(bytes, 1, MOST_SIDE);
    int height = fuzz_between(bytes, 1, MOST_SIDE);

    SDL_SetWindowSize(stage->window.screen.presenters[presenter]->window, width,
                      height);
}

static void send_plain(Stage *stage, Bytes *bytes)
{
    static const Uint32 types[] = {SDL_RENDER_TARGETS_RESET,
                                   SDL_RENDER_DEVICE_RESET,
                                   SDL_DISPLAYEVENT,
                                   SDL_AUDIODEVICEADDED,
                                   SDL_USEREVENT,
                                   SDL_KEYUP,
                                   SDL_TEXTINPUT,
                                   SDL_APP_LOWMEMORY,
                                   SDL_QUIT};
    SDL_Event event = {.type = types[fuzz_below(bytes, COUNT(types))]};

    handle(stage, &event);
}

static void send_drop(Stage *stage, Bytes *bytes)
{
    static const char *const names[] = {"grey.pgm", "text", "missing", ""};
    SDL_Event event = {.type = SDL_DROPFILE};

    event.drop.windowID = take_id(stage, bytes);
    event.drop.file = SDL_strdup(fuzz_path(names[fuzz_below(bytes, 4)]));
    handle(stage, &event);
}

static void take_displays(Displays *displays, Bytes *bytes)
{
    displays->count = 0;
    for (int i = fuzz_below(bytes, 3); i >= 0; i--) {
        SDL_Rect bounds = {
            fuzz_between(bytes, -100, 100), fuzz_between(bytes, -100, 100),
            fuzz_between(bytes, 1, 90), fuzz_between(bytes, 1, 60)};

        displays_add(displays, &bounds);
    }
}

static void send_displays(Stage *stage, Bytes *bytes)
{
    Displays displays;

    if (!stage->window.screen.fills)
        return;
    take_displays(&displays, bytes);
    FUZZ_EXPECT(window_fill(&stage->window, &displays, stage->now_ns) == 0);
}

static void handle_own(Stage *stage)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        handle(stage, &event);
}

static void turn(Stage *stage, Bytes *bytes)
{
    static const uint64_t times_ns[] = {0,
                                        1,
                                        STEP_CLOCK_SECOND_NS / 60 + 1,
                                        STEP_CLOCK_SECOND_NS / 60 + 1,
                                        STEP_CLOCK_SECOND_NS / 30 + 1,
                                        STEP_CLOCK_SECOND_NS / 5,
                                        4 * (uint64_t)STEP_CLOCK_SECOND_NS,
                                        3600 * (uint64_t)STEP_CLOCK_SECOND_NS,
                                        (uint64_t)0 - STEP_CLOCK_SECOND_NS};
    int is_calm;
    uint64_t step;

    handle_own(stage);
    stage->now_ns += times_ns[fuzz_below(bytes, COUNT(times_ns))];
    step = scene_step_number(stage->scene);
    is_calm = ripple_is_calm(scene_pool(stage->scene));
    window_turn(&stage->window, stage->now_ns);
    FUZZ_EXPECT(scene_step_number(stage->scene) - step <=
                (is_calm ? LOOK_AHEAD + MOST_STEPS : MOST_STEPS));
    FUZZ_EXPECT(window_wait_ms(&stage->window, stage->now_ns) >= -1);
}

static Send *const sends[] = {
    turn,       turn,        turn,         send_key,          send_button,
    send_wheel, send_motion, send_finger,  send_window_event, send_size,
    send_plain, send_drop,   send_displays};

static void open_stage(Stage *stage, Bytes *bytes)
{
    static const char *const presets[] = {"pond", "classic", "torus", "retro"};
    char *words[] = {"ripple",
                     "--preset",
                     (char *)(uintptr_t)presets[fuzz_below(bytes, 4)],
                     "--no-config",
                     "--renderer",
                     "software",
                     NULL};
    int fills = fuzz_byte(bytes) & 1;
    Displays displays;
    SceneOptions made;

    memset(stage, 0, sizeof *stage);
    stage->now_ns = 1000 * (uint64_t)STEP_CLOCK_SECOND_NS;
    FUZZ_EXPECT(options_parse(&stage->options, 6, words, &stage->error) == 0);
    stage->options.width = WIDTH;
    stage->options.height = HEIGHT;
    stage->options.vsync = 0;
    made = (SceneOptions){.width = WIDTH,
                          .height = HEIGHT,
                          .settings = stage->options.water,
                          .rate = 60,
                          .threads = 1,
                          .simd = "auto",
                          .is_live = 1};
    take_displays(&displays, bytes);
    FUZZ_EXPECT(scene_create(&stage->scene, &made, source, &stage->error) == 0);
    FUZZ_EXPECT(window_open(&stage->window, stage->scene, &stage->options,
                            fills ? &displays : NULL, stage->now_ns,
                            &stage->error) == 0);
    stage->window.read_cpu_ns = read_no_time;
}

static void play(Stage *stage, Bytes *bytes)
{
    for (int i = 0; i < MOST_EVENTS && bytes->left > 0 && stage->window.running;
         i++)
        sends[fuzz_below(bytes, COUNT(sends))](stage, bytes);
    handle_own(stage);
    FUZZ_EXPECT(!stage->window.failed);
    window_turn(&stage->window, stage->now_ns);
    fuzz_check_frame(stage->scene);
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
    Bytes bytes = {data, size};
    Stage stage;
    int home = open(".", O_RDONLY);

    FUZZ_EXPECT(home >= 0 && chdir(fuzz_folder()) == 0);
    open_stage(&stage, &bytes);
    play(&stage, &bytes);
    window_close(&stage.window);
    scene_destroy(stage.scene);
    options_clear(&stage.options);
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    SDL_SetModState(KMOD_NONE);
    remove_pictures();
    FUZZ_EXPECT(fchdir(home) == 0);
    close(home);
    return 0;
}
