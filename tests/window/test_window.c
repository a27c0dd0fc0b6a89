/* SPDX-License-Identifier: MIT */
/*
 * The window under SDL's dummy driver, with a clock of our own: resizes, lost
 * devices, hands and keys, films, and that a calm pool has nothing to do.
 */
#include "base/fixed.h"
#include "app/output/y4m_writer.h"
#include "app/window/window.h"
#include "../test.h"
#include "../support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP_NS ((uint64_t)STEP_CLOCK_SECOND_NS / 60 + 1)

typedef struct Stage {
    Options options;
    Scene *scene;
    Window window;
    Error error;
    uint64_t now_ns;
} Stage;

static SDL_Surface *make_source(uint32_t colour)
{
    SDL_Surface *source =
        SDL_CreateRGBSurfaceWithFormat(0, 64, 48, 32, SDL_PIXELFORMAT_ARGB8888);

    ck_assert_ptr_nonnull(source);
    for (int y = 0; y < 48; y++) {
        SDL_Rect row = {0, y, 64, 1};

        SDL_FillRect(source, &row, colour + (uint32_t)y * 5);
    }
    return source;
}

/* A change of pictures every two seconds, where there are several. */
#define INTERVAL 120

static SceneOptions make_scene_options(const Stage *stage, int width,
                                       int height)
{
    return (SceneOptions){.width = width,
                          .height = height,
                          .settings = stage->options.water,
                          .rate = stage->options.rate,
                          .threads = 2,
                          .simd = "auto",
                          .interval = INTERVAL,
                          .is_live = 1};
}

static void open_stage_at_rate(Stage *stage, const char *preset, int width,
                               int height, int rate)
{
    char *arguments[] = {"ripple", "--preset", (char *)preset,
                         "--rain", "0",        NULL};
    SDL_Surface *source = make_source(0xff204060);
    SceneOptions made;

    setenv("SDL_VIDEODRIVER", "dummy", 1);
    memset(stage, 0, sizeof *stage);
    stage->now_ns = 1000 * (uint64_t)STEP_CLOCK_SECOND_NS;
    EXPECT_INT(options_parse(&stage->options, 5, arguments, &stage->error), ==,
               0);
    stage->options.width = width;
    stage->options.height = height;
    stage->options.rate = rate;
    made = make_scene_options(stage, width, height);
    EXPECT_INT(scene_create(&stage->scene, &made, source, &stage->error), ==,
               0);
    SDL_FreeSurface(source);
    EXPECT_INT(window_open(&stage->window, stage->scene, &stage->options, NULL,
                           stage->now_ns, &stage->error),
               ==, 0);
    /* Time goes by the stage's clock, for SDL too. */
    screen_set_vsync(&stage->window.screen, 0);
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
}

static void open_stage(Stage *stage, const char *preset, int width, int height)
{
    open_stage_at_rate(stage, preset, width, height, 60);
}

/* The same scene without a window. */
static Scene *make_reference(const Stage *stage)
{
    const RipplePixels *frame = scene_frame(stage->scene);
    SceneOptions made = make_scene_options(stage, frame->width, frame->height);
    SDL_Surface *source = make_source(0xff204060);
    Scene *scene;
    Error error;

    EXPECT_INT(scene_create(&scene, &made, source, &error), ==, 0);
    SDL_FreeSurface(source);
    return scene;
}

static void expect_same_heights(const Stage *stage, Scene *reference)
{
    int columns, rows;
    size_t stride, size;
    const int16_t *heights =
        ripple_heights(scene_pool(stage->scene), &columns, &rows, &stride);
    const int16_t *wanted =
        ripple_heights(scene_pool(reference), NULL, NULL, NULL);

    size = ((size_t)(rows - 1) * stride + (size_t)columns) * sizeof *heights;
    ck_assert_mem_eq(heights, wanted, size);
}

static void set_rain(Stage *stage, const char *rain)
{
    Error error;

    EXPECT_INT(scene_set(stage->scene, "rain", rain, &error), ==, 0);
}

static void close_stage(Stage *stage)
{
    window_close(&stage->window);
    scene_destroy(stage->scene);
    SDL_Quit();
}

static void turn_at(Stage *stage, uint64_t now_ns)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        window_handle(&stage->window, &event, now_ns);
    window_turn(&stage->window, now_ns);
}

/* One turn, a step's time later. */
static void turn(Stage *stage)
{
    stage->now_ns += STEP_NS;
    turn_at(stage, stage->now_ns);
}

/* What is on the window equals the frame, scaled where it must be. */
static void check_shown(Stage *stage)
{
    const RipplePixels *frame = scene_frame(stage->scene);
    size_t size = (size_t)frame->width * (size_t)frame->height * 4;
    char *shown = malloc(size);

    ck_assert_ptr_nonnull(shown);
    /* Presenting twice shows the same; software swaps nothing. */
    EXPECT_INT(
        SDL_RenderReadPixels(stage->window.screen.presenters[0]->renderer, NULL,
                             SDL_PIXELFORMAT_ARGB8888, shown, frame->width * 4),
        ==, 0);
    ck_assert_mem_eq(shown, frame->pixels, size);
    free(shown);
}

static void push_key(SDL_Keycode key, Uint16 modifiers, Uint8 repeat)
{
    SDL_Event event = {.type = SDL_KEYDOWN};

    event.key.keysym.sym = key;
    event.key.keysym.mod = modifiers;
    event.key.repeat = repeat;
    SDL_PushEvent(&event);
}

static void push_button(Uint32 type, Uint8 button, int x, int y)
{
    SDL_Event event = {.type = type};

    event.button.button = button;
    event.button.x = x;
    event.button.y = y;
    SDL_PushEvent(&event);
}

static void push_motion(int x, int y)
{
    SDL_Event event = {.type = SDL_MOUSEMOTION};

    event.motion.x = x;
    event.motion.y = y;
    SDL_PushEvent(&event);
}

static void push_finger(Uint32 type, SDL_FingerID id, float x, float y)
{
    SDL_Event event = {.type = type};

    event.tfinger.type = type;
    event.tfinger.fingerId = id;
    event.tfinger.x = x;
    event.tfinger.y = y;
    SDL_PushEvent(&event);
}

static void push_window_event(Uint8 kind)
{
    SDL_Event event = {.type = SDL_WINDOWEVENT};

    event.window.event = kind;
    SDL_PushEvent(&event);
}

/* Each pixel of the frame is `times` as large in the middle of the window, and
   around it all is black. */
static void check_enlarged(Stage *stage, int width, int height, int times)
{
    const RipplePixels *frame = scene_frame(stage->scene);
    int left = (width - frame->width * times) / 2;
    int top = (height - frame->height * times) / 2;
    uint16_t *shown = malloc((size_t)width * (size_t)height * sizeof *shown);

    ck_assert_ptr_nonnull(shown);
    EXPECT_INT(
        SDL_RenderReadPixels(stage->window.screen.presenters[0]->renderer, NULL,
                             SDL_PIXELFORMAT_RGB565, shown, width * 2),
        ==, 0);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int column = (x - left) / times, row = (y - top) / times;
            int is_frame = x >= left && y >= top && column < frame->width &&
                           row < frame->height;

            EXPECT_INT(shown[y * width + x], ==,
                       is_frame ? frame->pixels565[row * frame->width + column]
                                : 0);
        }
    }
    free(shown);
}

static void resize_window(Stage *stage, int width, int height)
{
    SDL_SetWindowSize(stage->window.screen.presenters[0]->window, width,
                      height);
    turn(stage);
}

TEST_CASE(window, frames, .timeout_s = 120);

/* As many whole times as large as fits well: twice on 1024x768. Another window
   changes the scale, not the frame. */
TEST(frames, enlarged_frames)
{
    static const struct {
        int width, height, times;
    } sizes[] = {{320, 240, 1},  {959, 1000, 2}, {960, 720, 3}, {1500, 481, 2},
                 {640, 1000, 2}, {321, 241, 1},  {641, 480, 2}};
    Stage stage;
    uint32_t crc;

    open_stage(&stage, "retro", 320, 240);
    crc = crc_frame(scene_frame(stage.scene));
    check_enlarged(&stage, 640, 480, 2);
    for (int i = 0; i < COUNT(sizes); i++) {
        resize_window(&stage, sizes[i].width, sizes[i].height);
        EXPECT_INT(scene_frame(stage.scene)->width, ==, 320);
        EXPECT_INT(stage.window.screen.width, ==, sizes[i].width);
        check_enlarged(&stage, sizes[i].width, sizes[i].height, sizes[i].times);
    }
    EXPECT(crc_frame(scene_frame(stage.scene)) == crc);
    resize_window(&stage, 100, 1000); /* too small: shrunk, not cut */
    resize_window(&stage, 1, 1);
    EXPECT(stage.window.running);
    push_key(SDLK_f, 0, 0);
    turn(&stage);
    turn(&stage);
    EXPECT_INT(scene_frame(stage.scene)->width, ==, 320);
    check_enlarged(&stage, 1024, 768, 3);
    close_stage(&stage);
}

/* Only what has changed is uploaded, and all of it after a loss. */
TEST(frames, enlarged_water)
{
    Stage stage;

    open_stage(&stage, "retro", 160, 120);
    resize_window(&stage, 500, 400);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 250, 200);
    for (int i = 0; i < 40; i++) {
        SDL_Event event = {.type = SDL_RENDER_DEVICE_RESET};

        if (i % 10 == 9)
            SDL_PushEvent(&event);
        turn(&stage);
        check_enlarged(&stage, 500, 400, 3);
    }
    EXPECT(!ripple_is_calm(scene_pool(stage.scene)));
    close_stage(&stage);
}

TEST(frames, shows_the_picture)
{
    Stage stage;

    open_stage(&stage, "pond", 320, 200);
    check_shown(&stage);
    EXPECT_INT(stage.window.shown, ==, 1);
    close_stage(&stage);
}

/* After any number of resizes the same size shows the same picture. */
TEST(frames, 2000_resizes)
{
    static const int extremes[][2] = {{1, 1}, {16384, 1}, {1, 16384},
                                      {2, 3}, {64, 16},   {65, 17}};
    Stage stage;
    uint32_t crc;
    uint64_t random = 17;

    open_stage(&stage, "classic", 320, 200);
    crc = crc_frame(scene_frame(stage.scene));
    for (int i = 0; i < 2000; i++) {
        int width = support_between(&random, 1, 400);
        int height = support_between(&random, 1, 300);

        if (i % 50 < 6) {
            width = extremes[i % 50][0];
            height = extremes[i % 50][1];
        }
        push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, width / 2,
                    height / 2);
        push_button(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, 0, 0);
        SDL_SetWindowSize(stage.window.screen.presenters[0]->window, width,
                          height);
        turn(&stage);
        EXPECT_INT(scene_frame(stage.scene)->width, ==, width);
        EXPECT_INT(scene_frame(stage.scene)->height, ==, height);
        EXPECT_INT(stage.window.screen.width, ==, width);
    }
    SDL_SetWindowSize(stage.window.screen.presenters[0]->window, 320, 200);
    ripple_clear(scene_pool(stage.scene));
    turn(&stage);
    turn(&stage);
    ck_assert_uint_eq(crc_frame(scene_frame(stage.scene)), crc);
    check_shown(&stage);
    EXPECT(stage.window.running);
    close_stage(&stage);
}

/* A lost device shows the same frame again, in the middle of waves too. */
TEST(frames, 500_device_resets)
{
    Stage stage;

    open_stage(&stage, "classic", 160, 120);
    for (int i = 0; i < 500; i++) {
        SDL_Event event = {.type = i % 2 ? SDL_RENDER_DEVICE_RESET
                                         : SDL_RENDER_TARGETS_RESET};

        if (i % 50 == 0)
            push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 20 + i / 5, 60);
        if (i % 97 == 0)
            push_key(SDLK_h, 0, 0);
        SDL_PushEvent(&event);
        turn(&stage);
        if (!stage.window.captions.help_shown && i % 100 > 10)
            check_shown(&stage);
    }
    EXPECT(stage.window.running);
    close_stage(&stage);
}

TEST(frames, resize_keeps_the_water)
{
    Stage stage;

    open_stage(&stage, "classic", 300, 200);
    push_key(SDLK_SPACE, 0, 0);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 100, 80);
    turn(&stage);
    int height = support_height(scene_pool(stage.scene), 100, 80);
    EXPECT_INT(height, <, 0);
    SDL_SetWindowSize(stage.window.screen.presenters[0]->window, 150, 100);
    turn(&stage);
    EXPECT_INT(support_height(scene_pool(stage.scene), 100, 80), ==, height);
    close_stage(&stage);
}

TEST(frames, time_does_what_it_likes)
{
    Stage stage;
    uint64_t step;

    open_stage(&stage, "classic", 64, 64);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 30, 30);
    turn(&stage);
    step = scene_step_number(stage.scene);
    turn_at(&stage, stage.now_ns);
    EXPECT_INT(scene_step_number(stage.scene), ==, step);
    turn_at(&stage, stage.now_ns + 3600u * 1000000000ull);
    EXPECT_INT(scene_step_number(stage.scene), ==, step + 4);
    turn_at(&stage, 5);
    EXPECT_INT(scene_step_number(stage.scene), ==, step + 4);
    turn_at(&stage, 5 + STEP_NS);
    EXPECT_INT(scene_step_number(stage.scene), ==, step + 5);
    EXPECT(stage.window.running);
    close_stage(&stage);
}

/* A calm pool without rain: no step, no frame, and a long sleep. */
TEST(frames, calm_water_has_nothing_to_do)
{
    Stage stage;
    int frames;

    open_stage(&stage, "pond", 320, 200);
    turn(&stage);
    frames = stage.window.shown;
    for (int i = 0; i < 100; i++)
        turn(&stage);
    EXPECT_INT(stage.window.shown, ==, frames);
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), >=, 1000);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 30, 30);
    turn(&stage);
    turn(&stage);
    EXPECT_INT(stage.window.shown, >, frames);
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), <=, 17);
    for (int i = 0; i < 3000 && !ripple_is_calm(scene_pool(stage.scene)); i++)
        turn(&stage);
    turn(&stage);
    frames = stage.window.shown;
    turn(&stage);
    EXPECT_INT(stage.window.shown, ==, frames);
    check_shown(&stage);
    close_stage(&stage);
}

/* Steps go on being counted while the pool sleeps, so that rain comes. */
TEST(frames, rain_wakes_the_pool)
{
    Stage stage;
    Error error;
    int wakes = 0;

    open_stage(&stage, "pond", 100, 80);
    set_rain(&stage, "2");
    EXPECT_INT(scene_set(stage.scene, "damping", "3", &error), ==, 0);
    for (int i = 0; i < 200; i++) {
        uint64_t step = scene_step_number(stage.scene);
        int wait_ms = window_wait_ms(&stage.window, stage.now_ns);

        EXPECT_INT(wait_ms, >=, 0);
        wakes += wait_ms > 20;
        stage.now_ns += (uint64_t)wait_ms * 1000000u;
        turn_at(&stage, stage.now_ns);
        EXPECT_INT(scene_step_number(stage.scene) - step, <=,
                   (uint64_t)wait_ms * 60 / 1000 + 2);
    }
    EXPECT_INT(wakes, >, 0);
    EXPECT_INT((stage.now_ns / 1000000u - 1000000u) * 60 / 1000, >=,
               scene_step_number(stage.scene) - 2);
    EXPECT_INT((stage.now_ns / 1000000u - 1000000u) * 60 / 1000, <=,
               scene_step_number(stage.scene) + 2);
    close_stage(&stage);
}

/* Who looks at the water does not keep the display from going dark. */
TEST(frames, screensavers_may_start)
{
    Stage stage;

    open_stage(&stage, "pond", 64, 48);
    EXPECT(SDL_IsScreenSaverEnabled());
    close_stage(&stage);
}

TEST(frames, hidden_windows_rest)
{
    Stage stage;
    uint64_t step;
    int frames;

    open_stage(&stage, "pond", 100, 80);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 30, 30);
    turn(&stage);
    push_window_event(SDL_WINDOWEVENT_MINIMIZED);
    turn(&stage);
    step = scene_step_number(stage.scene);
    frames = stage.window.shown;
    for (int i = 0; i < 10; i++)
        turn(&stage);
    EXPECT_INT(scene_step_number(stage.scene), ==, step);
    EXPECT_INT(stage.window.shown, ==, frames);
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), ==, -1);
    push_window_event(SDL_WINDOWEVENT_RESTORED);
    turn(&stage);
    turn(&stage);
    EXPECT_INT(scene_step_number(stage.scene), ==, step + 1);
    EXPECT_INT(stage.window.shown, >, frames);
    close_stage(&stage);
}

/* Fewer frames and all the steps, whether the water moves or is still; the
   waits are those that the program would sleep. */
TEST(frames, frames_are_fewer_and_steps_are_not)
{
    static const int rates[] = {1, 10, 25, 50};

    for (int i = 0; i < 4; i++) {
        Stage stage;
        uint64_t step, end_ns;
        int shown;

        open_stage(&stage, "storm", 100, 80);
        frame_limiter_set_rate(&stage.window.frames, rates[i]);
        set_rain(&stage, "50");
        turn(&stage);
        step = scene_step_number(stage.scene);
        shown = stage.window.shown;
        end_ns = stage.now_ns + 4 * (uint64_t)STEP_CLOCK_SECOND_NS;
        while (stage.now_ns < end_ns) {
            int wait_ms = window_wait_ms(&stage.window, stage.now_ns);

            EXPECT_INT(wait_ms, >=, 0);
            stage.now_ns += (uint64_t)wait_ms * 1000000u;
            turn_at(&stage, stage.now_ns);
        }
        EXPECT_INT(scene_step_number(stage.scene) - step, >=, 4 * 60 - 2);
        EXPECT_INT(scene_step_number(stage.scene) - step, <=, 4 * 60 + 2);
        EXPECT_INT(stage.window.shown - shown, <=, 4 * rates[i] + 1);
        EXPECT_INT(stage.window.shown - shown, >=, 4 * rates[i] - 2);
        close_stage(&stage);
    }
}

/* Each look at it finds 20 ms more. */
static uint64_t read_dear_cpu_ns(void)
{
    static uint64_t used_ns;

    used_ns += 20000000u;
    return used_ns;
}

/* A tenth of a core for frames of 20 ms each is one in 200 ms. */
TEST(frames, dear_frames_are_fewer_and_steps_are_not)
{
    Stage stage;
    uint64_t step;
    int shown;

    open_stage(&stage, "storm", 100, 80);
    set_rain(&stage, "50");
    stage.window.read_cpu_ns = read_dear_cpu_ns;
    frame_limiter_set_cpu(&stage.window.frames, 10, read_dear_cpu_ns());
    turn(&stage);
    step = scene_step_number(stage.scene);
    shown = stage.window.shown;
    for (int i = 0; i < 4 * 60; i++)
        turn(&stage);
    EXPECT_INT(scene_step_number(stage.scene) - step, ==, 4 * 60);
    EXPECT_INT(stage.window.shown - shown, <=, 20);
    EXPECT_INT(stage.window.shown - shown, >=, 17);
    close_stage(&stage);
}

static int on_battery, asked;

static int read_fake_battery(void)
{
    asked++;
    return on_battery;
}

/* Steps and frames of so many seconds on a display of 60 a second. */
static void count_on_battery(Stage *stage, int seconds, int *steps, int *shown)
{
    uint64_t step = scene_step_number(stage->scene);
    int before = stage->window.shown;

    for (int i = 0; i < 60 * seconds; i++)
        turn(stage);
    *steps = (int)(scene_step_number(stage->scene) - step);
    *shown = stage->window.shown - before;
}

/* What it runs on is asked every ten seconds; frames change, steps do not. */
TEST(frames, battery)
{
    static const struct {
        int limit, half, all; /* frames a second */
    } cases[] = {{0, 30, 60}, {20, 10, 20}, {50, 25, 50}};

    for (int i = 0; i < 3; i++) {
        Stage stage;
        int steps, shown;

        open_stage(&stage, "storm", 100, 80);
        set_rain(&stage, "50");
        stage.window.is_on_battery = read_fake_battery;
        frame_limiter_set_rate(&stage.window.frames, cases[i].limit);
        on_battery = 1;
        asked = 0;
        count_on_battery(&stage, 9, &steps, &shown);
        EXPECT_INT(asked, ==, 1);
        EXPECT_INT(steps, ==, 9 * 60);
        EXPECT_INT(shown, <=, 9 * cases[i].half + 2);
        EXPECT_INT(shown, >=, 9 * cases[i].half - 2);
        on_battery = 0;
        count_on_battery(&stage, 2, &steps, &shown);
        EXPECT_INT(asked, ==, 2);
        count_on_battery(&stage, 4, &steps, &shown);
        EXPECT_INT(asked, ==, 2);
        EXPECT_INT(steps, ==, 4 * 60);
        EXPECT_INT(shown, <=, 4 * cases[i].all + 2);
        EXPECT_INT(shown, >=, 4 * cases[i].all - 2);
        close_stage(&stage);
    }
}

/* A window that moves to another display does not forget what feeds it. */
TEST(frames, battery_on_another_display)
{
    Stage stage;
    int steps, shown;

    open_stage(&stage, "storm", 100, 80);
    set_rain(&stage, "50");
    stage.window.is_on_battery = read_fake_battery;
    on_battery = 1;
    turn(&stage);
    push_window_event(SDL_WINDOWEVENT_DISPLAY_CHANGED);
    count_on_battery(&stage, 4, &steps, &shown);
    EXPECT_INT(shown, <=, 4 * 30 + 2);
    close_stage(&stage);
}

/* Steps may be fewer than the frames that a display has. */
TEST(frames, battery_and_slow_steps)
{
    Stage stage;
    int steps, shown;

    open_stage_at_rate(&stage, "storm", 100, 80, 20);
    set_rain(&stage, "50");
    stage.window.is_on_battery = read_fake_battery;
    on_battery = 1;
    count_on_battery(&stage, 9, &steps, &shown);
    EXPECT_INT(steps, >=, 9 * 20 - 1);
    EXPECT_INT(shown, <=, 9 * 10 + 1);
    EXPECT_INT(shown, >=, 9 * 10 - 2);
    close_stage(&stage);
}

TEST(frames, battery_does_not_matter)
{
    Stage stage;
    int steps, shown;

    open_stage(&stage, "storm", 100, 80);
    stage.options.saves_battery = 0;
    set_rain(&stage, "50");
    stage.window.is_on_battery = read_fake_battery;
    on_battery = 1;
    asked = 0;
    count_on_battery(&stage, 12, &steps, &shown);
    EXPECT_INT(asked, ==, 0);
    EXPECT_INT(shown, >=, 12 * 60 - 2);
    close_stage(&stage);
}

TEST_CASE(window, input, .timeout_s = 20);

TEST(input, mouse)
{
    Stage stage;

    open_stage(&stage, "classic", 300, 200);
    push_key(SDLK_SPACE, 0, 0);
    push_motion(50, 50);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_X1, 50, 50);
    turn(&stage);
    EXPECT(ripple_is_calm(scene_pool(stage.scene)));
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 50, 60);
    turn(&stage);
    EXPECT_INT(support_height(scene_pool(stage.scene), 50, 60), <, 0);
    push_motion(250, 160);
    turn(&stage);
    for (int x = 50; x <= 250; x++)
        EXPECT_INT(
            support_height(scene_pool(stage.scene), x, 60 + (x - 50) / 2), <,
            0);
    push_button(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, 250, 160);
    push_motion(250, 20);
    turn(&stage);
    EXPECT_INT(support_height(scene_pool(stage.scene), 250, 60), ==, 0);
    close_stage(&stage);
}

/* Mouse and fingers touch the pixel that is shown there, and beyond the frame
   nothing near. */
TEST(input, hands_on_enlarged_frames)
{
    Stage stage;
    Scene *reference;

    open_stage(&stage, "retro", 320, 240);
    resize_window(&stage, 1000, 800); /* 3 times, from (20, 40) on */
    push_key(SDLK_SPACE, 0, 0);
    reference = make_reference(&stage);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 20 + 3 * 100 + 2,
                40 + 3 * 50);
    turn(&stage);
    scene_drop(reference, 100, 50, 1);
    expect_same_heights(&stage, reference);
    push_motion(20 + 3 * 101, 40 + 3 * 50 - 1);
    turn(&stage);
    scene_drag(reference, &(Stroke){100, 50, 101, 49}, 1);
    expect_same_heights(&stage, reference);
    push_motion(19, 39);
    turn(&stage);
    scene_drag(reference, &(Stroke){101, 49, -1, -1}, 1);
    expect_same_heights(&stage, reference);
    scene_destroy(reference);
    push_button(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, 0, 0);
    ripple_clear(scene_pool(stage.scene));
    push_finger(SDL_FINGERDOWN, 1, 0.32f, 0.8f); /* (320, 640): (100, 200) */
    turn(&stage);
    EXPECT_INT(support_height(scene_pool(stage.scene), 100, 200), <, 0);
    EXPECT_INT(support_height(scene_pool(stage.scene), 100, 180), ==, 0);
    resize_window(&stage, 640, 480);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 400, 100);
    turn(&stage);
    EXPECT_INT(support_height(scene_pool(stage.scene), 200, 50), <, 0);
    close_stage(&stage);
}

/* Keys that ask for what 16 bits do not show say so. */
TEST(input, views_that_are_refused)
{
    Stage stage;

    open_stage(&stage, "retro", 320, 240);
    for (int i = 2; i <= 4; i++) {
        stage.window.captions.message[0] = '\0';
        push_key(SDLK_0 + i, 0, 0);
        turn(&stage);
        EXPECT(strstr(stage.window.captions.message, "no light") != NULL);
        EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MESSAGE] !=
               NULL);
        EXPECT_INT(scene_settings(stage.scene)->pool.view, ==,
                   RIPPLE_VIEW_WATER);
    }
    stage.window.captions.message[0] = '\0';
    push_key(SDLK_1, 0, 0);
    turn(&stage);
    ck_assert_str_eq(stage.window.captions.message, "");
    close_stage(&stage);
}

/* A smooth drag leaves the same whatever the mouse's rate. */
TEST(input, drags_do_not_depend_on_the_rate_of_events)
{
    static const int paces[] = {200, 50, 10, 1};
    int depths[4];

    for (int i = 0; i < 4; i++) {
        Stage stage;

        open_stage(&stage, "pond", 400, 240);
        push_key(SDLK_SPACE, 0, 0);
        push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 100, 150);
        turn(&stage);
        ripple_clear(scene_pool(stage.scene));
        for (int x = 100 + paces[i]; x <= 300; x += paces[i]) {
            push_motion(x, 150);
            turn(&stage);
        }
        depths[i] = support_height(scene_pool(stage.scene), 200, 150);
        EXPECT_INT(depths[i], <, -300);
        EXPECT_INT(abs(depths[i] - depths[0]), <, 4);
        close_stage(&stage);
    }
}

TEST(input, fingers)
{
    Stage stage;

    open_stage(&stage, "classic", 300, 200);
    push_key(SDLK_SPACE, 0, 0);
    for (int finger = 0; finger < 10; finger++)
        push_finger(SDL_FINGERDOWN, finger, 0.05f + 0.1f * (float)finger,
                    0.25f);
    turn(&stage);
    for (int finger = 0; finger < 10; finger++)
        EXPECT_INT(
            support_height(scene_pool(stage.scene), 15 + 30 * finger, 50), <,
            0);
    push_finger(SDL_FINGERMOTION, 3, 0.35f, 0.75f);
    push_finger(SDL_FINGERUP, 4, 0.45f, 0.25f);
    push_finger(SDL_FINGERMOTION, 4, 0.45f, 0.75f);
    turn(&stage);
    EXPECT_INT(support_height(scene_pool(stage.scene), 105, 100), <, 0);
    EXPECT_INT(support_height(scene_pool(stage.scene), 135, 100), ==, 0);
    for (int finger = 0; finger < 100; finger++)
        push_finger(SDL_FINGERDOWN, 1000 + finger, 2.0f, -1e30f);
    turn(&stage);
    EXPECT(stage.window.running);
    close_stage(&stage);
}

TEST(input, wheel_changes_the_stones)
{
    Stage stage;
    SDL_Event event = {.type = SDL_MOUSEWHEEL};

    open_stage(&stage, "classic", 300, 200);
    event.wheel.y = 1;
    SDL_PushEvent(&event);
    turn(&stage);
    EXPECT(stage.window.input.size > 1.1);
    event.wheel.y = 1000;
    SDL_PushEvent(&event);
    turn(&stage);
    EXPECT(stage.window.input.size == 4);
    event.wheel.y = -1000;
    SDL_PushEvent(&event);
    turn(&stage);
    EXPECT(stage.window.input.size == 0.25);
    close_stage(&stage);
}

/* Steps in a window that is paused, by its key, and without a window. */
static void take_equal_steps(Stage *stage, Scene *reference, int steps)
{
    for (int i = 0; i < steps; i++) {
        push_key(SDLK_PERIOD, 0, 0);
        turn(stage);
        scene_step(reference);
        expect_same_heights(stage, reference);
    }
}

/* Right paints land and with Shift wipes it, middle rows a boat. */
TEST(input, tools)
{
    Stage stage;
    Scene *reference;
    const uint8_t *mask;

    open_stage(&stage, "classic", 300, 200);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, 50, 60);
    push_motion(150, 60);
    push_button(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, 150, 60);
    push_motion(150, 160);
    turn(&stage);
    mask = ripple_mask(scene_pool(stage.scene));
    ck_assert_ptr_nonnull(mask);
    for (int x = 50; x <= 150; x++)
        EXPECT_INT(mask[60 * 300 + x], ==, 0);
    EXPECT_INT(mask[160 * 300 + 150], ==, 255);
    EXPECT(ripple_is_calm(scene_pool(stage.scene)));
    SDL_SetModState(KMOD_LSHIFT);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, 50, 60);
    push_motion(150, 60);
    push_button(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, 150, 60);
    turn(&stage);
    SDL_SetModState(KMOD_NONE);
    ck_assert_ptr_null(ripple_mask(scene_pool(stage.scene)));
    push_key(SDLK_SPACE, 0, 0);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_MIDDLE, 50, 60);
    turn(&stage);
    reference = make_reference(&stage);
    scene_hold_body(reference, 50, 60, 1);
    take_equal_steps(&stage, reference, 1);
    push_motion(90, 100);
    turn(&stage);
    scene_hold_body(reference, 90, 100, 1);
    take_equal_steps(&stage, reference, 2);
    EXPECT(!ripple_is_calm(scene_pool(stage.scene)));
    push_button(SDL_MOUSEBUTTONUP, SDL_BUTTON_MIDDLE, 90, 100);
    turn(&stage);
    scene_release_body(reference);
    take_equal_steps(&stage, reference, 3);
    scene_destroy(reference);
    close_stage(&stage);
}

TEST(input, keys)
{
    Stage stage;
    uint64_t step;

    open_stage(&stage, "pond", 320, 240);
    turn(&stage);
    step = scene_step_number(stage.scene);
    push_key(SDLK_PERIOD, 0, 0);
    push_key(SDLK_PERIOD, 0, 1);
    turn(&stage);
    EXPECT(stage.window.paused);
    EXPECT_INT(scene_step_number(stage.scene) - step, <=, 3);
    push_key(SDLK_SPACE, 0, 0);
    push_key(SDLK_SPACE, 0, 1);
    turn(&stage);
    EXPECT(!stage.window.paused);
    for (int i = 0; i < RIPPLE_VIEW_COUNT; i++) {
        push_key(SDLK_4 - i, 0, 0);
        turn(&stage);
        EXPECT_INT(ripple_settings(scene_pool(stage.scene))->view, ==,
                   RIPPLE_VIEW_SPLIT - i);
    }
    push_key(SDLK_PLUS, 0, 0);
    turn(&stage);
    EXPECT_INT(scene_settings(stage.scene)->pool.damping, ==, 8);
    for (int i = 0; i < 30; i++)
        push_key(SDLK_KP_MINUS, 0, 1);
    turn(&stage);
    EXPECT_INT(scene_settings(stage.scene)->pool.damping, ==, 1);
    for (int i = 0; i < 30; i++)
        push_key(SDLK_KP_PLUS, 0, 1);
    turn(&stage);
    EXPECT_INT(scene_settings(stage.scene)->pool.damping, ==, 15);
    push_key(SDLK_r, 0, 0);
    turn(&stage);
    EXPECT(scene_settings(stage.scene)->rain > 0);
    push_key(SDLK_r, 0, 0);
    turn(&stage);
    EXPECT(scene_settings(stage.scene)->rain == 0);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 100, 80);
    push_key(SDLK_c, 0, 0);
    turn(&stage);
    EXPECT(ripple_is_calm(scene_pool(stage.scene)));
    push_key(SDLK_F1, 0, 0);
    turn(&stage);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_HELP] != NULL);
    push_key(SDLK_h, 0, 0);
    turn(&stage);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_HELP] == NULL);
    push_key(SDLK_RETURN, 0, 0);
    push_key(SDLK_x, 0, 0);
    turn(&stage);
    EXPECT(stage.window.running);
    push_key(SDLK_q, 0, 0);
    turn(&stage);
    EXPECT(!stage.window.running);
    close_stage(&stage);
}

TEST(input, fullscreen_keys)
{
    Stage stage;

    open_stage(&stage, "pond", 300, 200);
    push_key(SDLK_f, 0, 0);
    turn(&stage);
    EXPECT(SDL_GetWindowFlags(stage.window.screen.presenters[0]->window) &
           SDL_WINDOW_FULLSCREEN_DESKTOP);
    turn(&stage);
    EXPECT_INT(scene_frame(stage.scene)->width, >, 300);
    check_shown(&stage);
    push_key(SDLK_RETURN, KMOD_LALT, 0);
    turn(&stage);
    EXPECT(!(SDL_GetWindowFlags(stage.window.screen.presenters[0]->window) &
             SDL_WINDOW_FULLSCREEN));
    close_stage(&stage);
}

/* Messages go away by themselves, and then the picture is as it was. */
TEST(input, messages_pass)
{
    Stage stage;

    open_stage(&stage, "pond", 300, 200);
    push_key(SDLK_PLUS, 0, 0);
    turn(&stage);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MESSAGE] != NULL);
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), <=, 2020);
    stage.now_ns += 3 * (uint64_t)STEP_CLOCK_SECOND_NS;
    turn(&stage);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MESSAGE] == NULL);
    check_shown(&stage);
    close_stage(&stage);
}

static int greets(Stage *stage)
{
    stage->now_ns += 10 * (uint64_t)STEP_CLOCK_SECOND_NS;
    turn(stage);
    window_show_first_run(&stage->window, stage->now_ns);
    return stage->window.screen.presenters[0]->layers[LAYER_MESSAGE] != NULL;
}

static void find_state(const char *state, const char *home)
{
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    if (state != NULL)
        setenv("XDG_STATE_HOME", state, 1);
    if (home != NULL)
        setenv("HOME", home, 1);
}

TEST_CASE(window, first_run, .timeout_s = 4);

/* Three seconds, once. */
TEST(first_run, first_start)
{
    char state[256];
    Stage stage;

    snprintf(state, sizeof state, "%s", support_path("some/state"));
    find_state(state, NULL);
    open_stage(&stage, "pond", 700, 200);
    EXPECT_INT(access(state, F_OK), !=, 0);
    EXPECT(greets(&stage));
    EXPECT_INT(access(support_path("some/state/ripple/greeted"), F_OK), ==, 0);
    EXPECT(strstr(stage.window.captions.message, "F1") != NULL);
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), <=, 3000);
    stage.now_ns += 29 * (uint64_t)STEP_CLOCK_SECOND_NS / 10;
    turn(&stage);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MESSAGE] != NULL);
    stage.now_ns += (uint64_t)STEP_CLOCK_SECOND_NS / 10;
    turn(&stage);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MESSAGE] == NULL);
    check_shown(&stage);
    EXPECT(!greets(&stage));
    close_stage(&stage);
}

/* What cannot be remembered is not said. */
TEST(first_run, first_start_without_a_place)
{
    char home[256];
    Stage stage;

    snprintf(home, sizeof home, "%s", support_path("home"));
    open_stage(&stage, "pond", 700, 200);
    find_state(NULL, NULL);
    EXPECT(!greets(&stage));
    find_state("state", "home");
    EXPECT(!greets(&stage));
    find_state("/dev/null", home);
    EXPECT(!greets(&stage) && !greets(&stage));
    find_state("", home);
    EXPECT(greets(&stage));
    EXPECT(!greets(&stage));
    EXPECT_INT(access(support_path("home/.local/state/ripple/greeted"), F_OK),
               ==, 0);
    find_state("state", home);
    EXPECT(!greets(&stage));
    close_stage(&stage);
}

static void push_file(const char *path)
{
    SDL_Event event = {.type = SDL_DROPFILE};

    event.drop.file = SDL_strdup(path);
    SDL_PushEvent(&event);
}

TEST(input, dropped_pictures)
{
    Stage stage;
    SDL_Surface *other = make_source(0xff803020);
    char path[256];
    uint32_t crc;

    snprintf(path, sizeof path, "%s", support_path("dropped.bmp"));
    EXPECT_INT(SDL_SaveBMP(other, path), ==, 0);
    SDL_FreeSurface(other);
    open_stage(&stage, "pond", 64, 48);
    crc = crc_frame(scene_frame(stage.scene));
    /* The failure is told on standard error; the tests' own stays clean. */
    EXPECT(freopen("/dev/null", "w", stderr) != NULL);
    push_file(support_path("missing.png"));
    turn(&stage);
    ck_assert_uint_eq(crc_frame(scene_frame(stage.scene)), crc);
    push_file(path);
    turn(&stage);
    EXPECT_INT(scene_frame(stage.scene)->pixels[0], ==, 0xff803020);
    SDL_SetWindowSize(stage.window.screen.presenters[0]->window, 128, 96);
    turn(&stage);
    EXPECT_INT(scene_frame(stage.scene)->pixels[0], ==, 0xff803020);
    close_stage(&stage);
}

/* A folder works like a file, and goes on by itself. */
TEST(input, dropped_folders)
{
    static const uint32_t colours[] = {0xff803020, 0xff208030};
    Stage stage;
    Error error;
    char path[256];

    EXPECT_INT(mkdir(support_path("dropped"), 0777), ==, 0);
    for (int i = 0; i < 2; i++) {
        SDL_Surface *picture = make_source(colours[i]);

        snprintf(path, sizeof path, "%s/%d.bmp", support_path("dropped"), i);
        EXPECT_INT(SDL_SaveBMP(picture, path), ==, 0);
        SDL_FreeSurface(picture);
    }
    open_stage(&stage, "pond", 64, 48);
    EXPECT_INT(scene_set(stage.scene, "light", "0", &error), ==, 0);
    push_file(support_path("dropped"));
    turn(&stage);
    EXPECT_INT(scene_frame(stage.scene)->pixels[0], ==, colours[0]);
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), >=, 1500);
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), <=, 2020);
    while (!scene_picture_is_ready(stage.scene))
        SDL_Delay(1);
    for (int i = 0; i < 125; i++)
        turn(&stage);
    EXPECT(background_in_transition(scene_background(stage.scene)));
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), <=, 17);
    SDL_SetWindowSize(stage.window.screen.presenters[0]->window, 128, 96);
    for (int i = 0; i < 90; i++)
        turn(&stage);
    EXPECT(!background_in_transition(scene_background(stage.scene)));
    ripple_clear(scene_pool(stage.scene));
    turn(&stage);
    EXPECT_INT(scene_frame(stage.scene)->pixels[0] >> 8, ==, colours[1] >> 8);
    check_shown(&stage);
    close_stage(&stage);
}

/* The window goes on as long as the picture drifts, and shows what is drawn
   offscreen after so many steps. */
TEST(input, drifting_pictures)
{
    Stage stage, other;
    Error error;
    int frames;

    open_stage(&stage, "pond", 64, 48);
    EXPECT_INT(scene_set(stage.scene, "scroll", "31.5,-7", &error), ==, 0);
    turn(&stage);
    frames = stage.window.shown;
    for (int i = 0; i < 50; i++) {
        EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), <=, 17);
        turn(&stage);
    }
    EXPECT_INT(stage.window.shown, >, frames + 40);
    check_shown(&stage);
    open_stage(&other, "pond", 64, 48);
    EXPECT_INT(scene_set(other.scene, "scroll", "31.5,-7", &error), ==, 0);
    while (scene_step_number(other.scene) < scene_step_number(stage.scene))
        scene_step(other.scene);
    scene_render(other.scene, NULL);
    scene_render(stage.scene, NULL);
    ck_assert_uint_eq(crc_frame(scene_frame(other.scene)),
                      crc_frame(scene_frame(stage.scene)));
    EXPECT_INT(scene_set(stage.scene, "scroll", "0,0", &error), ==, 0);
    turn(&stage);
    EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), >=, 1000);
    window_close(&other.window);
    scene_destroy(other.scene);
    close_stage(&stage);
}

/* Saving takes the next free name and overwrites nothing. */
TEST(input, saving)
{
    Stage stage;
    char *bytes;
    size_t size;

    EXPECT_INT(chdir(support_path("")), ==, 0);
    support_write("ripple-0002.png", "mine");
    open_stage(&stage, "pond", 64, 48);
    /* The name is printed; the test's own output stays clean. */
    EXPECT(freopen("/dev/null", "w", stdout) != NULL);
    push_key(SDLK_s, 0, 0);
    push_key(SDLK_s, 0, 0);
    turn(&stage);
    EXPECT_INT(access("ripple-0001.png", R_OK), ==, 0);
    EXPECT_INT(access("ripple-0003.png", R_OK), ==, 0);
    EXPECT_INT(access("ripple-0004.png", R_OK), ==, -1);
    bytes = support_read("ripple-0002.png", NULL);
    ck_assert_str_eq(bytes, "mine");
    free(bytes);
    bytes = support_read("ripple-0003.png", &size);
    EXPECT_INT(size, >, 50);
    free(bytes);
    close_stage(&stage);
}

/* A stage in an empty folder of that name; its words stay off the test's. */
static void open_studio(Stage *stage, const char *name)
{
    char path[256];

    snprintf(path, sizeof path, "%s", support_path(name));
    EXPECT_INT(mkdir(path, 0777), ==, 0);
    EXPECT_INT(chdir(path), ==, 0);
    open_stage(stage, "classic", 64, 48);
    EXPECT(freopen("words", "w+", stdout) != NULL);
    EXPECT(freopen("complaints", "w+", stderr) != NULL);
    setvbuf(stderr, NULL, _IONBF, 0);
}

/* Lets PATH be the working folder, with a script for ffmpeg or with none. */
static void replace_ffmpeg(const char *script)
{
    FILE *file;

    setenv("PATH", ".", 1);
    if (script == NULL)
        return;
    file = fopen("ffmpeg", "w");
    EXPECT(file != NULL && fputs(script, file) >= 0);
    EXPECT_INT(fclose(file), ==, 0);
    EXPECT_INT(chmod("ffmpeg", 0777), ==, 0);
}

/* One frame as Y4M. */
static void append_frame(FILE *file, const RipplePixels *frame)
{
    uint8_t row[64];

    EXPECT_INT(writer_y4m_frame(file, frame, row), ==, 0);
}

static void expect_same_files(const char *a, const char *b)
{
    size_t a_size, b_size;
    char *a_bytes = support_read(a, &a_size);
    char *b_bytes = support_read(b, &b_size);

    EXPECT(a_bytes != NULL && b_bytes != NULL);
    EXPECT_INT(a_size, ==, b_size);
    EXPECT(memcmp(a_bytes, b_bytes, a_size) == 0);
    free(a_bytes);
    free(b_bytes);
}

static void expect_text(const char *path, const char *wanted)
{
    char *text = support_read(path, NULL);

    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, wanted);
    free(text);
}

TEST_CASE(window, capture, .timeout_s = 20);

/* Every step is a frame, those of calm water and by hand too, though the
   window shows fewer: the same frames one step at a time. */
TEST(capture, film_has_every_step)
{
    Stage stage;
    Scene *twin;
    FILE *wanted;
    uint64_t first;

    open_studio(&stage, "steps");
    replace_ffmpeg(NULL);
    twin = make_reference(&stage);
    wanted = fopen("wanted.y4m", "wb");
    writer_y4m_head(wanted, scene_frame(twin), 60);
    push_key(SDLK_F9, 0, 0);
    turn_at(&stage, stage.now_ns);
    EXPECT(stage.window.capture.running);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MARK] != NULL);
    ck_assert_str_eq(stage.window.captions.message,
                     "recording ripple-0001.y4m");
    first = scene_step_number(stage.scene);
    for (int i = 0; i < 30; i++) {
        EXPECT_INT(window_wait_ms(&stage.window, stage.now_ns), <=, 17);
        if (i == 4)
            ripple_disturb(scene_pool(stage.scene), 30, 20, 3000);
        stage.now_ns += (uint64_t)(i % 4) * STEP_NS;
        turn_at(&stage, stage.now_ns);
    }
    push_key(SDLK_PERIOD, 0, 0);
    turn(&stage);
    push_key(SDLK_F9, 0, 0);
    turn(&stage);
    EXPECT(!stage.window.capture.running);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MARK] == NULL);
    ck_assert_str_eq(stage.window.captions.message, "saved ripple-0001.y4m");
    EXPECT_INT(scene_step_number(stage.scene) - first, ==, 44);
    scene_skip(twin, first - scene_step_number(twin));
    for (int i = 0; scene_step_number(twin) < scene_step_number(stage.scene);
         i++) {
        /* Steps of the turns until the fifth: 0 + 1 + 2 + 3. */
        if (i == 6)
            ripple_disturb(scene_pool(twin), 30, 20, 3000);
        scene_advance(twin, NULL);
        append_frame(wanted, scene_frame(twin));
    }
    fclose(wanted);
    scene_destroy(twin);
    expect_same_files("ripple-0001.y4m", "wanted.y4m");
    expect_text("words", "ripple-0001.y4m\n");
    expect_text("complaints", "");
    EXPECT_INT(access("ripple-0001.mp4", F_OK), ==, -1);
    close_stage(&stage);
}

/* What is on the window comes up to date although a film took the steps. */
TEST(capture, film_does_not_hurt_the_window)
{
    Stage stage;

    open_studio(&stage, "window");
    replace_ffmpeg(NULL);
    push_key(SDLK_F9, 0, 0);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 30, 20);
    turn(&stage);
    for (int i = 0; i < 20; i++) {
        stage.now_ns += 3 * STEP_NS;
        turn_at(&stage, stage.now_ns);
    }
    push_key(SDLK_F9, 0, 0);
    push_key(SDLK_SPACE, 0, 0);
    turn(&stage);
    stage.now_ns += 3 * (uint64_t)STEP_CLOCK_SECOND_NS;
    turn(&stage);
    check_shown(&stage);
    close_stage(&stage);
}

/* A film has one size. */
TEST(capture, film_ends_with_a_resize)
{
    Stage stage;
    char *bytes;
    size_t size;

    open_studio(&stage, "resized");
    replace_ffmpeg(NULL);
    push_key(SDLK_F9, 0, 0);
    turn(&stage);
    turn(&stage);
    turn(&stage);
    SDL_SetWindowSize(stage.window.screen.presenters[0]->window, 64, 48);
    turn(&stage);
    EXPECT(stage.window.capture.running);
    SDL_SetWindowSize(stage.window.screen.presenters[0]->window, 80, 48);
    turn(&stage);
    EXPECT(!stage.window.capture.running);
    ck_assert_str_eq(stage.window.captions.message,
                     "saved ripple-0001.y4m: the window has a new size");
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MESSAGE] != NULL);
    EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MARK] == NULL);
    bytes = support_read("ripple-0001.y4m", &size);
    ck_assert_ptr_nonnull(bytes);
    EXPECT_INT((size - strlen("YUV4MPEG2 W64 H48 F60:1 Ip A1:1 C420jpeg\n")) %
                   (6 + 64 * 48 * 3 / 2),
               ==, 0);
    free(bytes);
    push_key(SDLK_F9, 0, 0);
    turn(&stage);
    turn(&stage);
    EXPECT(stage.window.capture.running);
    close_stage(&stage);
    expect_text("complaints", "");
    EXPECT_INT(access("ripple-0002.y4m", F_OK), ==, 0);
}

/* Quitting completes the film, and no file is ever overwritten. */
TEST(capture, film_ends_with_the_window)
{
    Stage stage;
    FILE *mine;

    open_studio(&stage, "quit");
    replace_ffmpeg("#!/bin/sh\nfor file; do :; done\n"
                   "/bin/cat >\"${file#file:}\"\n");
    mine = fopen("ripple-0001.mp4", "w");
    EXPECT(mine != NULL && fputs("mine", mine) >= 0 && fclose(mine) == 0);
    push_key(SDLK_F9, 0, 0);
    turn(&stage);
    turn(&stage);
    push_key(SDLK_q, 0, 0);
    turn(&stage);
    EXPECT(!stage.window.running);
    close_stage(&stage);
    expect_text("ripple-0001.mp4", "mine");
    expect_text("words", "ripple-0002.mp4\n");
    expect_text("complaints", "");

    size_t size;
    char *bytes = support_read("ripple-0002.mp4", &size);

    EXPECT_INT(size, >=, 64 * 48 * 4);
    EXPECT_INT(size % (64 * 48 * 4), ==, 0);
    free(bytes);
}

TEST(capture, films_that_cannot_be)
{
    static const struct {
        const char *name, *script, *says;
    } cases[] = {
        {"dies", "#!/bin/sh\necho no luck >&2; exit 1\n",
         "ripple-0001.mp4: ffmpeg: no luck"},
        {"cannot-end", "#!/bin/sh\n/bin/cat >/dev/null; exit 2\n",
         "ripple-0001.mp4: ffmpeg ended with status 2"},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        Stage stage;
        char line[200];

        open_studio(&stage, cases[i].name);
        replace_ffmpeg(cases[i].script);
        push_key(SDLK_F9, 0, 0);
        for (int j = 0; j < 50; j++)
            turn(&stage);
        if (stage.window.capture.running)
            push_key(SDLK_F9, 0, 0);
        turn(&stage);
        EXPECT(stage.window.running && !stage.window.capture.running);
        EXPECT(stage.window.screen.presenters[0]->layers[LAYER_MARK] == NULL);
        ck_assert_str_eq(stage.window.captions.message, cases[i].says);
        close_stage(&stage);
        snprintf(line, sizeof line, "ripple: %s\n", cases[i].says);
        expect_text("complaints", line);
        expect_text("words", "");
        EXPECT_INT(access("ripple-0001.mp4", F_OK), ==, -1);
    }
}

/* Without a step there is nothing to see. */
TEST(capture, film_of_nothing)
{
    Stage stage;

    open_studio(&stage, "nothing");
    push_key(SDLK_SPACE, 0, 0);
    push_key(SDLK_F9, 0, 0);
    turn(&stage);
    EXPECT(stage.window.capture.running);
    turn(&stage);
    push_key(SDLK_F9, 0, 0);
    turn(&stage);
    EXPECT(!stage.window.capture.running);
    EXPECT(strstr(stage.window.captions.message, ": no frame to record") !=
           NULL);
    close_stage(&stage);
    EXPECT_INT(access("ripple-0001.mp4", F_OK), ==, -1);
    EXPECT_INT(access("ripple-0001.y4m", F_OK), ==, -1);
}

TEST(input, quit_events)
{
    Stage stage;
    SDL_Event event = {.type = SDL_QUIT};

    open_stage(&stage, "pond", 64, 48);
    SDL_PushEvent(&event);
    turn(&stage);
    EXPECT(!stage.window.running);
    close_stage(&stage);
}

/* In a screensaver hands and keys do nothing, but leave. */
TEST(input, screensaver_has_no_hands)
{
    static const SDL_Keycode keys[] = {SDLK_h, SDLK_SPACE, SDLK_r, SDLK_4,
                                       SDLK_f};
    Stage stage;

    open_stage(&stage, "pond", 64, 48);
    stage.options.is_saver = 1;
    for (int i = 0; i < COUNT(keys); i++)
        push_key(keys[i], KMOD_NONE, 0);
    push_button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 30, 20);
    push_motion(40, 30);
    push_finger(SDL_FINGERDOWN, 1, 0.5f, 0.5f);
    turn(&stage);
    EXPECT(ripple_is_calm(scene_pool(stage.scene)));
    EXPECT(!stage.window.paused && !stage.window.captions.help_shown);
    EXPECT(scene_settings(stage.scene)->rain == 0);
    EXPECT_INT(scene_settings(stage.scene)->pool.view, ==, RIPPLE_VIEW_WATER);
    EXPECT(stage.window.running);
    push_key(SDLK_q, KMOD_NONE, 0);
    turn(&stage);
    EXPECT(!stage.window.running);
    close_stage(&stage);
}

TEST(frames, windows_that_cannot_be)
{
    static const struct {
        const char *driver, *renderer;
        int display;
        const char *what;
    } cases[] = {
        {"dummy", "nope", 0, "--renderer: "},
        {"dummy", "auto", 7, "--display: "},
        {"nonsense", "auto", 0, "no display: "},
    };

    for (int i = 0; i < 3; i++) {
        Options options = {.renderer = cases[i].renderer,
                           .display = cases[i].display,
                           .width = 64,
                           .height = 48};
        Screen screen;
        Error error;

        setenv("SDL_VIDEODRIVER", cases[i].driver, 1);
        EXPECT_INT(screen_open(&screen, &options, 64, 48, &error), ==, -1);
        ck_assert_msg(
            strncmp(error.text, cases[i].what, strlen(cases[i].what)) == 0,
            "%s", error.text);
    }
    SDL_Quit();
}
