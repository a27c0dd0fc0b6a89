/* SPDX-License-Identifier: MIT */
#include "events.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STEPS  4
#define LOOK_AHEAD 600  /* calm steps that the window skips at once */
#define NO_WINDOW  4711 /* an id that no window has */
#define SECOND     ((uint64_t)STEP_CLOCK_SECOND_NS)

static char *make_path(const RandomWindow *tested, const char *name)
{
    char path[600];

    snprintf(path, sizeof path, "%s/%s", tested->folder, name);
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

void random_window_make_files(const char *folder)
{
    write_file(folder, "text", "no picture");
    write_file(folder, "grey.pgm", "P5 2 2 255\n\1\2\3\4");
}

static int below(RandomWindow *tested, int count)
{
    return source_below(&tested->source, count);
}

static int flip(RandomWindow *tested)
{
    return source_byte(&tested->source) & 1;
}

static int wild(RandomWindow *tested, int max)
{
    return source_wild(&tested->source, max);
}

static SDL_Window *draw_window(RandomWindow *tested, int number)
{
    const Screen *screen = &tested->window.screen;

    return screen->windows[number % screen->count].window;
}

/* The id of one of the windows, or sometimes none or a wrong one. */
static Uint32 draw_id(RandomWindow *tested)
{
    int kind = below(tested, 16);

    return kind < 12   ? SDL_GetWindowID(draw_window(tested, kind))
           : kind < 15 ? 0
                       : NO_WINDOW;
}

static void handle(RandomWindow *tested, const SDL_Event *event)
{
    uint64_t step = tested->scene->player.step;
    int was_calm = ripple_is_calm(tested->scene->player.pool);

    events_handle(&tested->window, event, tested->now_ns);
    events_finish(&tested->window, tested->now_ns);
    RANDOM_EXPECT(tested->scene->player.step - step <=
                  (was_calm ? LOOK_AHEAD + 1 : 1));
}

static void handle_queued(RandomWindow *tested)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        handle(tested, &event);
}

/* A key that is younger than the corpus of the fuzzer: of the menu, or no or
   any Latin letter, with Shift or Control. */
static void fill_later_key(RandomWindow *tested, SDL_KeyboardEvent *key)
{
    static const SDL_Keycode keys[] = {
        SDLK_p,   SDLK_n,  SDLK_l,    SDLK_DELETE, SDLK_z,     0x43d,
        SDLK_TAB, SDLK_UP, SDLK_DOWN, SDLK_LEFT,   SDLK_RIGHT, SDLK_END};

    key->keysym.sym = keys[below(tested, COUNT(keys))];
    key->keysym.scancode =
        (SDL_Scancode)(SDL_SCANCODE_A + below(tested, SDL_SCANCODE_SLASH));
    key->keysym.mod |= flip(tested) ? KMOD_SHIFT : KMOD_CTRL;
}

static void fill_key(RandomWindow *tested, SDL_KeyboardEvent *key)
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

static void fill_finger(RandomWindow *tested, SDL_TouchFingerEvent *finger)
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
static void draw_place(RandomWindow *tested, Sint32 *x, Sint32 *y)
{
    *x = wild(tested, RANDOM_WINDOW_WIDTH);
    *y = wild(tested, RANDOM_WINDOW_HEIGHT);
}

static void change_size(RandomWindow *tested)
{
    SDL_Window *window =
        draw_window(tested, below(tested, tested->window.screen.count));
    int width = source_between(&tested->source, 1, RANDOM_WINDOW_MAX_SIDE);
    int height = source_between(&tested->source, 1, RANDOM_WINDOW_MAX_SIDE);

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

static void change_displays(RandomWindow *tested)
{
    Displays displays;

    if (!tested->window.screen.fills)
        return;
    draw_displays(&displays, &tested->source);
    RANDOM_EXPECT(window_fill(&tested->window, &displays, tested->now_ns) == 0);
}

static void turn(RandomWindow *tested)
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

static void send(RandomWindow *tested, Uint32 type)
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
        event.drop.file = make_path(tested, files[below(tested, COUNT(files))]);
    }
    handle(tested, &event);
}

/* The corpus of the fuzzer holds the numbers of these rows: what is done, or
   the type of an event that is sent. */
static const struct {
    void (*act)(RandomWindow *tested);
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

SDL_Surface *random_make_picture(int width, int height)
{
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);

    RANDOM_EXPECT(picture != NULL);
    for (int i = 0; i < width * height; i++)
        ((uint32_t *)picture->pixels)[i] = 0xff000000u | (uint32_t)i * 54321u;
    return picture;
}

static void open_scene(RandomWindow *tested)
{
    SceneOptions options = tested->options.scene;
    SDL_Surface *picture =
        random_make_picture(RANDOM_WINDOW_WIDTH, RANDOM_WINDOW_HEIGHT);
    Error error;

    options.width = RANDOM_WINDOW_WIDTH;
    options.height = RANDOM_WINDOW_HEIGHT;
    options.threads = 1;
    options.interval = 60;
    options.is_live = 1;
    RANDOM_EXPECT(scene_create(&tested->scene, &options, picture, &error) == 0);
    SDL_FreeSurface(picture);
}

void random_window_open(RandomWindow *tested, Source source, const char *folder)
{
    static const char *const presets[] = {"pond", "classic", "torus", "retro"};
    const char *preset = presets[source_below(&source, COUNT(presets))];
    char *words[] = {"ripple",      "--preset",   (char *)(uintptr_t)preset,
                     "--no-config", "--renderer", "software",
                     NULL};
    int fills = source_byte(&source) & 1;
    Displays displays;
    Error error;

    setenv("XDG_CONFIG_HOME", "", 1); /* where the menu would write */
    setenv("HOME", "", 1);
    draw_displays(&displays, &source);
    memset(tested, 0, sizeof *tested);
    tested->source = source;
    tested->folder = folder;
    tested->now_ns = 1000 * SECOND;
    RANDOM_EXPECT(command_line_parse(&tested->options, COUNT(words) - 1, words,
                                     0, &error) == 0);
    tested->options.display.keeps_size = 1;
    tested->options.display.vsync = 0;
    open_scene(tested);
    RANDOM_EXPECT(window_prepare(&tested->window, &tested->options.display,
                                 fills ? &displays : NULL, RANDOM_WINDOW_WIDTH,
                                 RANDOM_WINDOW_HEIGHT, &error) == 0);
    RANDOM_EXPECT(window_open(&tested->window, tested->scene,
                              &tested->options.display, tested->now_ns,
                              &error) == 0);
    tested->window.pacing.read_cpu_ns = read_no_time;
}

void random_window_play(RandomWindow *tested, int count)
{
    for (int i = 0; i < count && tested->window.running &&
                    (tested->source.data == NULL || tested->source.left > 0);
         i++) {
        int row = below(tested, COUNT(acts));

        if (acts[row].act != NULL)
            acts[row].act(tested);
        else
            send(tested, acts[row].type);
    }
}

void random_window_close(RandomWindow *tested)
{
    handle_queued(tested);
    RANDOM_EXPECT(!tested->window.failed);
    window_turn(&tested->window, tested->now_ns);
    random_check_frame(tested->scene);
    window_close(&tested->window);
    scene_destroy(tested->scene);
    config_clear(&tested->options.config);
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
