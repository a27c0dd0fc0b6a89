/* SPDX-License-Identifier: MIT */
#include "events.h"

#include "base/fixed.h"
#include "host/pixel_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS  4
#define LOOK_AHEAD 600  /* calm steps that the window skips at once */
#define NO_WINDOW  4711 /* an id that no window has */
#define SECOND     ((uint64_t)STEP_CLOCK_SECOND_NS)

typedef void Send(Stage *stage);

static char *make_path(const Stage *stage, const char *name)
{
    char path[600];

    snprintf(path, sizeof path, "%s/%s", stage->folder, name);
    return SDL_strdup(path);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[600];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    RANDOM_EXPECT(file != NULL);
    RANDOM_EXPECT(fputs(text, file) >= 0 && fclose(file) == 0);
}

void stage_make_files(const char *folder)
{
    write_file(folder, "text", "no picture");
    write_file(folder, "grey.pgm", "P5 2 2 255\n\1\2\3\4");
}

static int below(Stage *stage, int count)
{
    return source_below(&stage->source, count);
}

static int flip(Stage *stage)
{
    return source_byte(&stage->source) & 1;
}

static int wild(Stage *stage, int max)
{
    return source_wild(&stage->source, max);
}

static SDL_Window *draw_window(Stage *stage, int number)
{
    const Screen *screen = &stage->window.screen;

    return screen->presenters[number % screen->count]->window;
}

/* The id of one of the windows, or sometimes none or a wrong one. */
static Uint32 draw_id(Stage *stage)
{
    int kind = below(stage, 16);

    return kind < 12   ? SDL_GetWindowID(draw_window(stage, kind))
           : kind < 15 ? 0
                       : NO_WINDOW;
}

static void handle(Stage *stage, const SDL_Event *event)
{
    uint64_t step = stage->scene->player.step;
    int was_calm = ripple_is_calm(stage->scene->player.pool);

    window_handle(&stage->window, event, stage->now_ns);
    RANDOM_EXPECT(stage->scene->player.step - step <=
                  (was_calm ? LOOK_AHEAD + 1 : 1));
}

static void handle_queued(Stage *stage)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        handle(stage, &event);
}

static void send_key(Stage *stage)
{
    static const SDL_Keycode keys[] = {
        SDLK_SPACE,  SDLK_PERIOD, SDLK_c,       SDLK_r,      SDLK_f,
        SDLK_PLUS,   SDLK_MINUS,  SDLK_1,       SDLK_2,      SDLK_3,
        SDLK_4,      SDLK_F1,     SDLK_h,       SDLK_RETURN, SDLK_s,
        SDLK_EQUALS, SDLK_KP_1,   SDLK_KP_PLUS, SDLK_q,      SDLK_a};
    SDL_Event event = {.type = SDL_KEYDOWN};

    event.key.windowID = draw_id(stage);
    event.key.keysym.sym = keys[below(stage, COUNT(keys))];
    event.key.keysym.mod = flip(stage) ? KMOD_LALT : 0;
    event.key.repeat = (Uint8)flip(stage);
    SDL_SetModState(flip(stage) ? KMOD_SHIFT : KMOD_NONE);
    handle(stage, &event);
}

static void send_button(Stage *stage)
{
    SDL_Event event = {.type = flip(stage) ? SDL_MOUSEBUTTONUP
                                           : SDL_MOUSEBUTTONDOWN};

    event.button.windowID = draw_id(stage);
    event.button.button = (Uint8)below(stage, 5);
    event.button.x = wild(stage, STAGE_WIDTH);
    event.button.y = wild(stage, STAGE_HEIGHT);
    handle(stage, &event);
}

static void send_motion(Stage *stage)
{
    SDL_Event event = {.type = SDL_MOUSEMOTION};

    event.motion.windowID = draw_id(stage);
    event.motion.x = wild(stage, STAGE_WIDTH);
    event.motion.y = wild(stage, STAGE_HEIGHT);
    handle(stage, &event);
}

static void send_wheel(Stage *stage)
{
    SDL_Event event = {.type = SDL_MOUSEWHEEL};

    event.wheel.windowID = draw_id(stage);
    event.wheel.y = wild(stage, 3);
    handle(stage, &event);
}

static void send_finger(Stage *stage)
{
    static const Uint32 types[] = {SDL_FINGERDOWN, SDL_FINGERMOTION,
                                   SDL_FINGERUP};
    SDL_Event event = {.type = types[below(stage, 3)]};

    event.tfinger.windowID = draw_id(stage);
    event.tfinger.fingerId = source_byte(&stage->source) - 8;
    event.tfinger.x = (float)wild(stage, 255) / 255;
    event.tfinger.y = (float)wild(stage, 255) / 255;
    if (source_byte(&stage->source) == 255)
        event.tfinger.x = SDL_sqrtf(-1);
    handle(stage, &event);
}

static void send_window_event(Stage *stage)
{
    SDL_Event event = {.type = SDL_WINDOWEVENT};

    event.window.windowID = draw_id(stage);
    event.window.event = (Uint8)below(stage, 20);
    event.window.data1 = wild(stage, STAGE_WIDTH);
    event.window.data2 = wild(stage, STAGE_HEIGHT);
    handle(stage, &event);
}

static void send_size(Stage *stage)
{
    SDL_Window *window =
        draw_window(stage, below(stage, stage->window.screen.count));
    int width = source_between(&stage->source, 1, STAGE_MAX_SIDE);
    int height = source_between(&stage->source, 1, STAGE_MAX_SIDE);

    SDL_SetWindowSize(window, width, height);
}

static void send_plain(Stage *stage)
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
    SDL_Event event = {.type = types[below(stage, COUNT(types))]};

    handle(stage, &event);
}

static void send_drop(Stage *stage)
{
    static const char *const names[] = {"grey.pgm", "text", "missing", ""};
    SDL_Event event = {.type = SDL_DROPFILE};

    event.drop.windowID = draw_id(stage);
    event.drop.file = make_path(stage, names[below(stage, COUNT(names))]);
    handle(stage, &event);
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

static void send_displays(Stage *stage)
{
    Displays displays;

    if (!stage->window.screen.fills)
        return;
    draw_displays(&displays, &stage->source);
    RANDOM_EXPECT(window_fill(&stage->window, &displays, stage->now_ns) == 0);
}

static void turn(Stage *stage)
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

    handle_queued(stage);
    stage->now_ns += times_ns[below(stage, COUNT(times_ns))];
    step = stage->scene->player.step;
    is_calm = ripple_is_calm(stage->scene->player.pool);
    window_turn(&stage->window, stage->now_ns);
    RANDOM_EXPECT(stage->scene->player.step - step <=
                  (is_calm ? LOOK_AHEAD + MAX_STEPS : MAX_STEPS));
    RANDOM_EXPECT(window_wait_ms(&stage->window, stage->now_ns) >= -1);
}

/* The corpus of the fuzzer holds the numbers of these rows. */
static Send *const sends[] = {
    turn,       turn,        turn,         send_key,          send_button,
    send_wheel, send_motion, send_finger,  send_window_event, send_size,
    send_plain, send_drop,   send_displays};

static uint64_t read_no_time(void)
{
    return 0;
}

SDL_Surface *random_make_picture(int width, int height)
{
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);

    RANDOM_EXPECT(picture != NULL);
    for (int i = 0; i < width * height; i++)
        ((uint32_t *)picture->pixels)[i] = 0xff000000u | (uint32_t)i * 54321u;
    return picture;
}

static void open_scene(Stage *stage)
{
    SceneOptions options = stage->options.scene;
    SDL_Surface *picture = random_make_picture(STAGE_WIDTH, STAGE_HEIGHT);
    Error error;

    options.width = STAGE_WIDTH;
    options.height = STAGE_HEIGHT;
    options.threads = 1;
    options.interval = 60;
    options.is_live = 1;
    RANDOM_EXPECT(scene_create(&stage->scene, &options, picture, &error) == 0);
    SDL_FreeSurface(picture);
}

void stage_open(Stage *stage, Source source, const char *folder)
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
    memset(stage, 0, sizeof *stage);
    stage->source = source;
    stage->folder = folder;
    stage->now_ns = 1000 * SECOND;
    RANDOM_EXPECT(command_line_parse(&stage->options, COUNT(words) - 1, words,
                                     &error) == 0);
    stage->options.display.keeps_size = 1;
    stage->options.display.vsync = 0;
    open_scene(stage);
    RANDOM_EXPECT(window_open(&stage->window, stage->scene,
                              &stage->options.display, fills ? &displays : NULL,
                              stage->now_ns, &error) == 0);
    stage->window.pacing.read_cpu_ns = read_no_time;
}

void stage_play(Stage *stage, int count)
{
    for (int i = 0; i < count && stage->window.running &&
                    (stage->source.data == NULL || stage->source.left > 0);
         i++)
        sends[below(stage, COUNT(sends))](stage);
}

void stage_close(Stage *stage)
{
    handle_queued(stage);
    RANDOM_EXPECT(!stage->window.failed);
    window_turn(&stage->window, stage->now_ns);
    random_check_frame(stage->scene);
    window_close(&stage->window);
    scene_destroy(stage->scene);
    config_clear(&stage->options.config);
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    SDL_SetModState(KMOD_NONE);
}

/* The rows of a frame one after the other; the caller frees them. */
static char *copy_rows(const RipplePixels *frame, size_t size)
{
    char *copy = malloc(size * (size_t)frame->height);

    RANDOM_EXPECT(copy != NULL);
    for (int y = 0; y < frame->height; y++)
        memcpy(copy + size * (size_t)y, pixel_buffer_at(frame, 0, y), size);
    return copy;
}

void random_check_frame(Scene *scene)
{
    const RipplePixels *frame = &scene->frame;
    size_t size = (size_t)frame->width * ripple_pixel_size(frame->format);
    char *previous;

    RANDOM_EXPECT(scene_render(scene, NULL) >= 0);
    previous = copy_rows(frame, size);
    ripple_invalidate(scene->player.pool);
    RANDOM_EXPECT(scene_render(scene, NULL) >= 0);
    for (int y = 0; y < frame->height; y++)
        RANDOM_EXPECT(memcmp(previous + size * (size_t)y,
                             pixel_buffer_at(frame, 0, y), size) == 0);
    free(previous);
}
