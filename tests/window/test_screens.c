/* SPDX-License-Identifier: MIT */
/*
 * One pool over several displays, and the lists of displays. SDL's dummy
 * driver has a single display of 1024x768, which each window fills; where it
 * says it is, beside the first or below, is for the test to choose. Displays
 * that really come and go are for tools/try-displays.sh.
 */
#include "base/fixed.h"
#include "app/window/window.h"
#include "../process.h"
#include "../test.h"
#include "../support.h"

#include <stdlib.h>
#include <string.h>

#define STEP_NS ((uint64_t)STEP_CLOCK_SECOND_NS / 60 + 1)

enum { WIDTH = 1024, HEIGHT = 768 };

static const SDL_Rect left = {0, 0, WIDTH, HEIGHT};
static const SDL_Rect right = {WIDTH, 0, WIDTH, HEIGHT};
static const SDL_Rect below = {0, HEIGHT, WIDTH, HEIGHT};

typedef struct Span {
    Options options;
    Scene *scene;
    Window window;
    Error error;
    uint64_t now_ns;
} Span;

static void open_span(Span *span, const Displays *displays, const char *line)
{
    SDL_Surface *source =
        SDL_CreateRGBSurfaceWithFormat(0, 64, 48, 32, SDL_PIXELFORMAT_ARGB8888);
    SceneOptions made;

    ck_assert_ptr_nonnull(source);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    memset(span, 0, sizeof *span);
    span->now_ns = 1000 * (uint64_t)STEP_CLOCK_SECOND_NS;
    EXPECT_INT(process_parse(&span->options, line, &span->error), ==, 0);
    for (int y = 0; y < source->h; y++) {
        for (int x = 0; x < source->w; x++)
            SDL_FillRect(source, &(SDL_Rect){x, y, 1, 1},
                         0xff000000u + (uint32_t)(x * 4 + y * 1024));
    }
    made = (SceneOptions){.width = 320,
                          .height = 240,
                          .settings = span->options.water,
                          .rate = span->options.rate,
                          .threads = 1,
                          .simd = "auto",
                          .is_live = 1};
    EXPECT_INT(scene_create(&span->scene, &made, source, &span->error), ==, 0);
    SDL_FreeSurface(source);
    EXPECT_INT(window_open(&span->window, span->scene, &span->options, displays,
                           span->now_ns, &span->error),
               ==, 0);
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
}

static void close_span(Span *span)
{
    window_close(&span->window);
    scene_destroy(span->scene);
    SDL_Quit();
}

static void turn(Span *span)
{
    SDL_Event event;

    span->now_ns += STEP_NS;
    while (SDL_PollEvent(&event))
        window_handle(&span->window, &event, span->now_ns);
    window_turn(&span->window, span->now_ns);
}

static Uint32 find_id(const Span *span, int presenter)
{
    return SDL_GetWindowID(span->window.screen.presenters[presenter]->window);
}

static void push_click(const Span *span, int presenter, int x, int y)
{
    SDL_Event event = {.type = SDL_MOUSEBUTTONDOWN};

    event.button.windowID = find_id(span, presenter);
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = x;
    event.button.y = y;
    SDL_PushEvent(&event);
    event.type = SDL_MOUSEBUTTONUP;
    SDL_PushEvent(&event);
}

static void push_window_event(const Span *span, int presenter, Uint8 kind)
{
    SDL_Event event = {.type = SDL_WINDOWEVENT};

    event.window.windowID = find_id(span, presenter);
    event.window.event = kind;
    SDL_PushEvent(&event);
}

/* The height of the cell below a pixel of the frame. */
static int height_at(const Span *span, int x, int y)
{
    const Ripple *pool = scene_pool(span->scene);
    int columns, rows;

    ripple_heights(pool, &columns, &rows, NULL);
    return support_height(pool, x * columns / ripple_width(pool),
                          y * rows / ripple_height(pool));
}

/* A pane shows the frame from (x, y) on, pixel for pixel. */
static void check_pane(const Span *span, int index, int x, int y)
{
    const RipplePixels *frame = scene_frame(span->scene);
    const Presenter *presenter = span->window.screen.presenters[index];
    size_t pitch = (size_t)presenter->width * 4;
    char *shown = malloc(pitch * (size_t)presenter->height);

    ck_assert_ptr_nonnull(shown);
    EXPECT_INT(SDL_RenderReadPixels(presenter->renderer, NULL,
                                    SDL_PIXELFORMAT_ARGB8888, shown,
                                    (int)pitch),
               ==, 0);
    for (int row = 0; row < presenter->height; row++)
        ck_assert_mem_eq(
            shown + (size_t)row * pitch,
            &frame->pixels[(size_t)(y + row) * frame->stride + (size_t)x],
            pitch);
    free(shown);
}

TEST_CASE(screens, screens, .timeout_s = 60);

TEST(screens, lists_of_displays)
{
    Displays displays = {0};
    SDL_Rect all = displays_union(&displays);

    EXPECT(SDL_RectEmpty(&all));
    displays_add(&displays, &right);
    displays_add(&displays, &below);
    displays_add(&displays, &right); /* shows the same as the first */
    displays_add(&displays, &(SDL_Rect){5, 5, 0, 7});
    EXPECT_INT(displays.count, ==, 2);
    EXPECT_INT(displays_find(&displays, &below), ==, 1);
    EXPECT_INT(displays_find(&displays, &left), ==, -1);
    all = displays_union(&displays);
    EXPECT_INT(all.w, ==, 2 * WIDTH);
    EXPECT_INT(all.h, ==, 2 * HEIGHT);
    for (int i = 0; i < 2 * DISPLAYS_MAX; i++)
        displays_add(&displays, &(SDL_Rect){i, i, 9, 9});
    EXPECT_INT(displays.count, ==, DISPLAYS_MAX);
}

TEST(screens, panes_show_one_frame)
{
    Displays displays = {3, {left, right, below}};
    Span span;

    open_span(&span, &displays, "--rain 0");
    EXPECT_INT(scene_frame(span.scene)->width, ==, 2 * WIDTH);
    EXPECT_INT(scene_frame(span.scene)->height, ==, 2 * HEIGHT);
    push_click(&span, 0, WIDTH - 3, 200);
    for (int i = 0; i < 40; i++)
        turn(&span);
    check_pane(&span, 0, 0, 0);
    check_pane(&span, 1, WIDTH, 0);
    check_pane(&span, 2, 0, HEIGHT);
    /* The ring has come across. */
    EXPECT_INT(height_at(&span, WIDTH + 6, 200), !=, 0);
    close_span(&span);
}

/* Where a hand in a pane's window is in the pool, in cells of the frame. */
TEST(screens, hands_find_their_place_in_any_pane)
{
    static const struct {
        int presenter, x, y, frame_x, frame_y;
    } clicks[] = {
        {0, 100, 50, 100, 50},
        {1, 100, 50, WIDTH + 100, 50},
        {2, 700, 300, 700, HEIGHT + 300},
        {0, WIDTH + 40, 60, WIDTH + 40, 60}, /* dragged on */
        {1, -40, 60, WIDTH - 40, 60},
    };
    Displays displays = {3, {left, right, below}};

    for (int i = 0; i < COUNT(clicks); i++) {
        Span span;

        open_span(&span, &displays, "--rain 0 --cell 4 --stone smooth");
        push_click(&span, clicks[i].presenter, clicks[i].x, clicks[i].y);
        turn(&span);
        EXPECT_INT(height_at(&span, clicks[i].frame_x, clicks[i].frame_y), !=,
                   0);
        close_span(&span);
    }
}

/* Frames that are enlarged lie in the middle of all displays. */
TEST(screens, enlarged_frames_go_across)
{
    Displays displays = {2, {left, right}};
    uint32_t outside, inside;
    Span span;

    /* 320x240 three times, so 960x720 in the middle of 2048x768. */
    open_span(&span, &displays, "--preset retro --rain 0");
    EXPECT_INT(scene_frame(span.scene)->width, ==, 320);
    for (int presenter = 0; presenter < 2; presenter++) {
        SDL_Rect outer = {presenter == 0 ? 543 : 480, 400, 1, 1};
        SDL_Rect inner = {presenter == 0 ? 545 : 478, 400, 1, 1};
        SDL_Renderer *renderer =
            span.window.screen.presenters[presenter]->renderer;

        SDL_RenderReadPixels(renderer, &outer, SDL_PIXELFORMAT_ARGB8888,
                             &outside, 4);
        SDL_RenderReadPixels(renderer, &inner, SDL_PIXELFORMAT_ARGB8888,
                             &inside, 4);
        EXPECT_INT(outside & 0xffffff, ==, 0);
        EXPECT_INT(inside & 0xffffff, !=, 0);
    }
    close_span(&span);
}

TEST(screens, water_stays_when_displays_change)
{
    Displays two = {2, {left, right}}, one = {1, {right}}, none = {0, {left}};
    Span span;

    open_span(&span, &two, "--rain 0");
    push_click(&span, 0, 300, 300);
    turn(&span);
    EXPECT_INT(window_fill(&span.window, &one, span.now_ns), ==, 0);
    turn(&span);
    EXPECT_INT(span.window.screen.pane_count, ==, 1);
    EXPECT_INT(scene_frame(span.scene)->width, ==, WIDTH);
    EXPECT(!ripple_is_calm(scene_pool(span.scene)));
    check_pane(&span, 0, 0, 0);
    EXPECT_INT(window_fill(&span.window, &two, span.now_ns), ==, 0);
    turn(&span);
    EXPECT_INT(scene_frame(span.scene)->width, ==, 2 * WIDTH);
    EXPECT(!ripple_is_calm(scene_pool(span.scene)));
    check_pane(&span, 0, 0, 0);
    check_pane(&span, 1, WIDTH, 0);
    EXPECT_INT(window_fill(&span.window, &none, span.now_ns), ==, -1);
    close_span(&span);
}

TEST(screens, rests_when_no_pane_is_seen)
{
    Displays displays = {2, {left, right}};
    uint64_t step;
    Span span;

    open_span(&span, &displays, "--rain 50");
    push_window_event(&span, 1, SDL_WINDOWEVENT_MINIMIZED);
    turn(&span);
    step = scene_step_number(span.scene);
    for (int i = 0; i < 5; i++)
        turn(&span);
    EXPECT_INT(scene_step_number(span.scene), >=, step + 5);
    push_window_event(&span, 0, SDL_WINDOWEVENT_MINIMIZED);
    turn(&span);
    step = scene_step_number(span.scene);
    for (int i = 0; i < 5; i++)
        turn(&span);
    EXPECT_INT(scene_step_number(span.scene), ==, step);
    push_window_event(&span, 1, SDL_WINDOWEVENT_RESTORED);
    turn(&span);
    turn(&span);
    EXPECT_INT(scene_step_number(span.scene), >, step);
    close_span(&span);
}

/* Always something to show, and little work. */
#define DRIZZLE "--preset classic --cell 8 --rain 500 --rate 240"

/* What fills a display may not make others wait for it. */
TEST(screens, displays_are_filled_by_the_clock)
{
    static const struct {
        const char *line;
        int count, min, max; /* frames in a second */
    } cases[] = {
        {DRIZZLE, 2, 58, 62},
        {DRIZZLE, 1, 58, 62},
        {DRIZZLE " --max-fps 20", 1, 19, 21},
        {DRIZZLE " --no-vsync", 2, 235, 242},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        Displays displays = {cases[i].count, {left, right}};
        int before, frames;
        Span span;

        open_span(&span, &displays, cases[i].line);
        turn(&span);
        before = span.window.shown;
        for (int ms = 0; ms < 1000; ms++) {
            span.now_ns += 1000000;
            window_turn(&span.window, span.now_ns);
        }
        frames = span.window.shown - before;
        EXPECT_INT(frames, >=, cases[i].min);
        EXPECT_INT(frames, <=, cases[i].max);
        close_span(&span);
    }
}

TEST(screens, span_stays_full)
{
    Displays displays = {2, {left, right}};
    SDL_Event event = {.type = SDL_KEYDOWN};
    Span span;

    open_span(&span, &displays, "--rain 0");
    event.key.keysym.sym = SDLK_f;
    event.key.windowID = find_id(&span, 1);
    SDL_PushEvent(&event);
    turn(&span);
    for (int i = 0; i < 2; i++)
        EXPECT(SDL_GetWindowFlags(span.window.screen.presenters[i]->window) &
               SDL_WINDOW_FULLSCREEN_DESKTOP);
    EXPECT(span.window.screen.presenters[0]->layers[LAYER_MESSAGE] != NULL);
    push_window_event(&span, 1, SDL_WINDOWEVENT_CLOSE);
    turn(&span);
    EXPECT(!span.window.running);
    close_span(&span);
}
