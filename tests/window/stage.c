/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include "app/app.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "../process.h"
#include "../support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Stage stage;

static int on_battery, battery_reads, overlays;

/* Of the displays of presenter, which counts what is laid over a window. */
static int wait_for_display(void *self, int vsync)
{
    (void)self;
    return vsync;
}

static void count_overlay(void *self, const Canvas *canvas, RippleRect dirty)
{
    overlays++;
    surface_presenter.set_overlay(self, canvas, dirty);
}

/* The surface of a window, with these two. */
static void replace_surface(ScreenWindow *window)
{
    static Presenter presenter;

    if (window->presenter != &surface_presenter)
        return;
    presenter = surface_presenter;
    presenter.set_vsync = wait_for_display;
    presenter.set_overlay = count_overlay;
    window->presenter = &presenter;
}

static int read_fake_battery(void)
{
    battery_reads++;
    return on_battery;
}

/* Each reading finds 20 ms more. */
static uint64_t read_slow_cpu_ns(void)
{
    static uint64_t used_ns;

    used_ns += 20000000u;
    return used_ns;
}

/* A picture of 64x48 pixels with this colour at the top left, all of them
   different; the caller frees it. */
static SDL_Surface *make_picture(uint32_t colour)
{
    SDL_Surface *picture =
        SDL_CreateRGBSurfaceWithFormat(0, 64, 48, 32, SDL_PIXELFORMAT_ARGB8888);

    ck_assert_ptr_nonnull(picture);
    for (int y = 0; y < picture->h; y++) {
        for (int x = 0; x < picture->w; x++)
            SDL_FillRect(picture, &(SDL_Rect){x, y, 1, 1},
                         colour + (uint32_t)(x * 2 + y * 512));
    }
    return picture;
}

static void write_picture(const char *name, uint32_t colour)
{
    SDL_Surface *picture = make_picture(colour);

    EXPECT_INT(SDL_SaveBMP(picture, support_path(name)), ==, 0);
    SDL_FreeSurface(picture);
}

static ScreenWindow *find_window(void)
{
    return &stage.window.screen
                .windows[stage.window_index < 0 ? 0 : stage.window_index];
}

static Scene *make_scene(int width, int height, int threads)
{
    SceneOptions options = stage.options.scene;
    SDL_Surface *picture = make_picture(0xff204060);
    Scene *scene;

    options.width = width;
    options.height = height;
    options.threads = threads;
    options.backend = threads > 1 ? options.backend : BACKEND_CPU;
    options.is_shown_by_gpu = screen_takes_textures(&stage.window.screen);
    options.interval = 120;
    options.is_live = 1;
    EXPECT_INT(scene_create(&scene, &options, picture, &stage.error), ==, 0);
    SDL_FreeSurface(picture);
    return scene;
}

Scene *stage_make_reference(void)
{
    return make_scene(stage.scene->frame.width, stage.scene->frame.height, 1);
}

void stage_open(const char *line, const Displays *displays)
{
    const SceneOptions *options = &stage.options.scene;
    int is_on_gpu = strstr(line, "--backend gpu") != NULL;
    char arguments[512];

    stage_close();
    setenv("SDL_VIDEODRIVER", is_on_gpu ? "offscreen" : "dummy", 1);
    battery_reads = 0;
    stage = (Stage){.now_ns = 1000 * (uint64_t)STEP_CLOCK_SECOND_NS,
                    .window_index = displays == NULL ? -1 : 0};
    snprintf(arguments, sizeof arguments, "--renderer %s --rain 0 --preset %s",
             is_on_gpu ? "opengl" : "surface", line);
    EXPECT_INT(process_parse(&stage.options, arguments, &stage.error), ==, 0);
    int width = displays == NULL ? options->width : 320;
    int height = displays == NULL ? options->height : 240;
    EXPECT_OK(window_prepare(&stage.window, &stage.options.display, displays,
                             width + 9, height + 7, &stage.error));
    EXPECT(SDL_GetWindowFlags(find_window()->window) & SDL_WINDOW_HIDDEN);
    for (int i = 0; i < stage.window.screen.count; i++)
        replace_surface(&stage.window.screen.windows[i]);
    stage.scene = make_scene(width, height, displays == NULL ? 2 : 1);
    EXPECT_OK(window_open(&stage.window, stage.scene, &stage.options.display,
                          stage.now_ns, &stage.error));
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
}

void stage_close(void)
{
    if (stage.scene == NULL)
        return;
    window_close(&stage.window);
    scene_destroy(stage.scene);
    scene_destroy(stage.reference);
    config_clear(&stage.options.config);
    stage.scene = stage.reference = NULL;
    SDL_Quit();
}

int seen_matches(const char *found, const char *text)
{
    while (*found != '\0' &&
           (*found == *text || (*found == ' ' && *text == '_'))) {
        found++;
        text++;
    }
    return *found == *text;
}

static const CanvasList *list_of(const ScreenWindow *window)
{
    return &window->canvas->lists[window->canvas->now];
}

const CanvasItem *seen_item(const ScreenWindow *window, int item)
{
    return &list_of(window)->items[item];
}

const char *seen_read(const ScreenWindow *window, int item)
{
    static char text[200];
    const CanvasItem *found = seen_item(window, item);

    snprintf(text, sizeof text, "%.*s", found->length,
             list_of(window)->text + found->text);
    return text;
}

int seen_text(const ScreenWindow *window, const char *text, int from)
{
    for (int i = from; i < list_of(window)->count; i++) {
        if (seen_item(window, i)->length > 0 &&
            (text == NULL || seen_matches(seen_read(window, i), text)))
            return i;
    }
    return -1;
}

int seen_shape(const ScreenWindow *window, ShapeKind kind, uint32_t argb)
{
    for (int i = 0; i < list_of(window)->count; i++) {
        const CanvasItem *item = seen_item(window, i);

        if (item->length == 0 && item->shape.kind == kind &&
            (argb == 0 || item->shape.argb == argb))
            return i;
    }
    return -1;
}

/* The pixels that a window shows, in the format of the frame; of the test. */
static const RipplePixels *look(const ScreenWindow *window)
{
    static RipplePixels shown;
    RipplePixels pixels;

    pixel_buffer_clear(&shown);
    EXPECT_OK(pixel_buffer_init(&pixels, window->width, window->height,
                                RIPPLE_FORMAT_ARGB8888));
    EXPECT_OK(pixel_buffer_init(&shown, window->width, window->height,
                                stage.scene->frame.format));
    EXPECT_OK(window->presenter->read(window->self, &pixels));
    EXPECT_OK(ripple_copy_pixels(&pixels, &shown));
    pixel_buffer_clear(&pixels);
    return &shown;
}

static void turn_at(uint64_t now_ns)
{
    SDL_Event event;

    stage.now_ns = now_ns;
    while (SDL_PollEvent(&event))
        events_handle(&stage.window, &event, now_ns);
    events_finish(&stage.window, now_ns);
    window_turn(&stage.window, now_ns);
}

/* A turn when the program would wake up. */
static void sleep_once(void)
{
    int ms = window_wait_ms(&stage.window, stage.now_ns);

    EXPECT_INT(ms, >=, 0);
    turn_at(stage.now_ns + (uint64_t)ms * 1000000);
}

static void turn(int times)
{
    for (int i = 0; i < times; i++)
        turn_at(stage.now_ns + STAGE_STEP_NS);
}

static void turn_until_calm(int max)
{
    for (int i = 0; i < max && !ripple_is_calm(stage.scene->player.pool); i++)
        turn(1);
    EXPECT(ripple_is_calm(stage.scene->player.pool));
}

static int pass_time(const Words *words)
{
    uint64_t n = words->count > 1 ? strtoull(words->word[1], NULL, 10) : 1;
    uint64_t later_ns = stage.now_ns + n * 1000000;

    if (verbs_is(words, 0, "turn"))
        turn((int)n);
    else if (verbs_is(words, 0, "late"))
        turn_at(stage.now_ns + n * STAGE_STEP_NS);
    else if (verbs_is(words, 0, "until-calm"))
        turn_until_calm((int)n);
    else if (verbs_is(words, 0, "now"))
        turn_at(stage.now_ns);
    else if (verbs_is(words, 0, "wait"))
        stage.now_ns = later_ns;
    else if (verbs_is(words, 0, "clock"))
        stage.now_ns = n;
    else if (verbs_is(words, 0, "sleep"))
        sleep_once();
    else if (verbs_is(words, 0, "doze"))
        while (stage.now_ns < later_ns)
            sleep_once();
    else
        return 0;
    return 1;
}

/* A key's name, with '_' for a space. */
static const char *key_name(const Words *words, int i)
{
    static char name[32];

    snprintf(name, sizeof name, "%s", i < words->count ? words->word[i] : "");
    for (char *gap = name; (gap = strchr(gap, '_')) != NULL;)
        *gap = ' ';
    return name;
}

static void fill_key(SDL_KeyboardEvent *key, const Words *words)
{
    key->keysym.sym = SDL_GetKeyFromName(key_name(words, 1));
    EXPECT(key->keysym.sym != SDLK_UNKNOWN);
    for (int i = 2; i < words->count; i++) {
        if (verbs_is(words, i, "alt"))
            key->keysym.mod |= KMOD_LALT;
        else if (verbs_is(words, i, "ctrl"))
            key->keysym.mod |= KMOD_RCTRL;
        else if (verbs_is(words, i, "shift"))
            key->keysym.mod |= KMOD_RSHIFT;
        else if (verbs_is(words, i, "held"))
            key->repeat = 1;
        else if (verbs_is(words, i, "at"))
            key->keysym.scancode =
                SDL_GetScancodeFromName(key_name(words, ++i));
        else
            ck_abort_msg("%s: %s?", words->text, words->word[i]);
    }
}

static void fill_button(SDL_MouseButtonEvent *button, const Words *words)
{
    button->button = verbs_is(words, 1, "left")     ? SDL_BUTTON_LEFT
                     : verbs_is(words, 1, "middle") ? SDL_BUTTON_MIDDLE
                     : verbs_is(words, 1, "right")  ? SDL_BUTTON_RIGHT
                                                    : SDL_BUTTON_X1;
    button->x = verbs_int(words, 2);
    button->y = verbs_int(words, 3);
}

static void fill_finger(SDL_TouchFingerEvent *finger, const Words *words)
{
    finger->type = verbs_is(words, 1, "down") ? SDL_FINGERDOWN
                   : verbs_is(words, 1, "up") ? SDL_FINGERUP
                                              : SDL_FINGERMOTION;
    finger->fingerId = verbs_int(words, 2);
    finger->x = (float)verbs_number(words, 3);
    finger->y = (float)verbs_number(words, 4);
}

/* Events by their verbs; windowID has the same place in those of a window. */
static int push_event(const Words *words)
{
    static const struct {
        const char *verb;
        Uint32 type;
        Uint8 kind; /* of a window event */
    } events[] = {
        {"key", SDL_KEYDOWN, 0},
        {"press", SDL_MOUSEBUTTONDOWN, 0},
        {"release", SDL_MOUSEBUTTONUP, 0},
        {"move", SDL_MOUSEMOTION, 0},
        {"wheel", SDL_MOUSEWHEEL, 0},
        {"finger", SDL_FINGERDOWN, 0},
        {"drop", SDL_DROPFILE, 0},
        {"quit", SDL_QUIT, 0},
        {"reset", SDL_RENDER_DEVICE_RESET, 0},
        {"new-targets", SDL_RENDER_TARGETS_RESET, 0},
        {"minimise", SDL_WINDOWEVENT, SDL_WINDOWEVENT_MINIMIZED},
        {"restore", SDL_WINDOWEVENT, SDL_WINDOWEVENT_RESTORED},
        {"leave", SDL_WINDOWEVENT, SDL_WINDOWEVENT_LEAVE},
        {"close", SDL_WINDOWEVENT, SDL_WINDOWEVENT_CLOSE},
        {"new-display", SDL_WINDOWEVENT, SDL_WINDOWEVENT_DISPLAY_CHANGED},
    };
    SDL_Event event = {0};
    int i = 0;

    while (!verbs_is(words, 0, events[i].verb)) {
        if (++i == COUNT(events))
            return 0;
    }
    event.type = events[i].type;
    if (stage.window_index >= 0)
        event.window.windowID = SDL_GetWindowID(find_window()->window);
    event.window.event = events[i].kind;
    if (event.type == SDL_KEYDOWN) {
        fill_key(&event.key, words);
    } else if (event.type == SDL_MOUSEBUTTONDOWN ||
               event.type == SDL_MOUSEBUTTONUP) {
        fill_button(&event.button, words);
    } else if (event.type == SDL_MOUSEMOTION) {
        event.motion.x = verbs_int(words, 1);
        event.motion.y = verbs_int(words, 2);
    } else if (event.type == SDL_MOUSEWHEEL) {
        event.wheel.y = verbs_int(words, 1);
    } else if (event.type == SDL_FINGERDOWN) {
        fill_finger(&event.tfinger, words);
        event.type = event.tfinger.type;
    } else if (event.type == SDL_DROPFILE) {
        event.drop.file = SDL_strdup(support_path(words->word[1]));
    }
    SDL_PushEvent(&event);
    return 1;
}

/* Does to the reference what an event does to the scene of the window. */
static int change_reference(const Words *words)
{
    int n[4] = {0};

    if (!verbs_is(words, 0, "reference"))
        return 0;
    for (int i = 2; i < words->count; i++)
        n[i - 2] = verbs_int(words, i);
    if (words->count == 1)
        stage.reference = stage_make_reference();
    else if (verbs_is(words, 1, "drop"))
        player_drop(&stage.reference->player, n[0], n[1], 1);
    else if (verbs_is(words, 1, "drag"))
        player_drag(&stage.reference->player, &(Stroke){n[0], n[1], n[2], n[3]},
                    1);
    else if (verbs_is(words, 1, "hold"))
        player_hold(&stage.reference->player, n[0], n[1], 1);
    else if (verbs_is(words, 1, "release"))
        player_release(&stage.reference->player);
    else if (verbs_is(words, 1, "step"))
        scene_step(stage.reference);
    else if (verbs_is(words, 1, "catch-up"))
        while (stage.reference->player.step < stage.scene->player.step)
            scene_step(stage.reference);
    else
        ck_abort_msg("%s: no such change", words->text);
    return 1;
}

/* A path in the tests' folder if it begins with '@'. */
static const char *find_path(const char *name)
{
    return name[0] == '@' ? support_path(name + 1) : name;
}

static void write_line(const char *name, const char *line)
{
    FILE *file = fopen(name, "w");

    EXPECT(file != NULL && fprintf(file, "%s\n", line) > 0);
    EXPECT_INT(fclose(file), ==, 0);
}

/* Turns in no time until films and pictures are complete or given up. */
static void await_film(void)
{
    const Record *record = &stage.window.record;

    while (record->picture != NULL ||
           (record->film != NULL && !record->is_recording)) {
        SDL_Delay(1);
        turn_at(stage.now_ns);
    }
}

static int change_setting(const Words *words)
{
    FrameLimiter *limiter = &stage.window.pacing.limiter;

    if (verbs_is(words, 0, "limit")) {
        frame_limiter_set_rate(limiter, verbs_int(words, 1));
    } else if (verbs_is(words, 0, "refresh")) {
        frame_clock_init(&stage.window.pacing.frame_clock, verbs_int(words, 1));
    } else if (verbs_is(words, 0, "battery")) {
        on_battery = verbs_int(words, 1);
        stage.window.pacing.is_on_battery = read_fake_battery;
    } else if (verbs_is(words, 0, "slow-cpu")) {
        stage.window.pacing.read_cpu_ns = read_slow_cpu_ns;
        frame_limiter_set_cpu(limiter, 10, read_slow_cpu_ns());
    } else if (verbs_is(words, 0, "saver")) {
        stage.options.display.is_saver = 1;
    } else if (verbs_is(words, 0, "forget-message")) {
        stage.window.captions.message[0] = '\0';
    } else if (verbs_is(words, 0, "first-run")) {
        stage_play("wait 10000; turn");
        app_greet(&stage.window.captions);
    } else if (verbs_is(words, 0, "environment")) {
        setenv(words->word[1], find_path(verbs_text(words, 2)), 1);
    } else if (verbs_is(words, 0, "picture-file")) {
        write_picture(words->word[1], (uint32_t)verbs_number(words, 2));
    } else if (verbs_is(words, 0, "folder")) {
        EXPECT_INT(mkdir(support_path(words->word[1]), 0777), ==, 0);
    } else if (verbs_is(words, 0, "fifo")) {
        EXPECT_OK(mkfifo(support_path(words->word[1]), 0600));
    } else if (verbs_is(words, 0, "write")) {
        write_line(find_path(words->word[1]), verbs_text(words, 2));
    } else if (verbs_is(words, 0, "quiet")) {
        EXPECT(freopen("/dev/null", "w", stderr) != NULL);
    } else if (verbs_is(words, 0, "silent")) {
        stage.window.captions.is_silent = 1;
    } else if (verbs_is(words, 0, "await-picture")) {
        while (!folder_is_ready(stage.scene->bed.folder))
            SDL_Delay(1);
    } else if (verbs_is(words, 0, "await-film")) {
        await_film();
    } else if (verbs_is(words, 0, "delay")) {
        SDL_Delay((Uint32)verbs_int(words, 1));
    } else {
        return 0;
    }
    return 1;
}

/* As if the window had been opened with that size, which may be larger than the
   display. */
static void set_size(int width, int height)
{
    Screen *screen = &stage.window.screen;

    screen->first_width = width;
    screen->first_height = height;
    SDL_SetWindowSize(find_window()->window, width, height);
}

static int change(const Words *words)
{
    Scene *scene = stage.scene;

    if (verbs_is(words, 0, "open")) {
        stage_open(verbs_text(words, 1), NULL);
    } else if (verbs_is(words, 0, "end")) {
        stage_close();
    } else if (verbs_is(words, 0, "window")) {
        stage.window_index = verbs_int(words, 1);
    } else if (verbs_is(words, 0, "click")) {
        stage_play("press left %s; release left %s", verbs_text(words, 1),
                   verbs_text(words, 1));
    } else if (verbs_is(words, 0, "shift")) {
        SDL_SetModState(verbs_int(words, 1) ? KMOD_LSHIFT : KMOD_NONE);
    } else if (verbs_is(words, 0, "ctrl")) {
        SDL_SetModState(verbs_int(words, 1) ? KMOD_LCTRL : KMOD_NONE);
    } else if (verbs_is(words, 0, "size")) {
        set_size(verbs_int(words, 1), verbs_int(words, 2));
    } else if (verbs_is(words, 0, "set")) {
        EXPECT_INT(words->count, ==, 3);
        EXPECT_OK(player_set(&scene->player, words->word[1],
                             find_path(words->word[2]), &stage.error));
    } else if (verbs_is(words, 0, "clear")) {
        ripple_clear(scene->player.pool);
    } else {
        return change_setting(words);
    }
    return 1;
}

static int read_cell(int is_mask, int x, int y)
{
    const Ripple *pool = stage.scene->player.pool;
    const uint8_t *mask = ripple_mask(pool);
    int columns, rows;

    ripple_cells(pool, &columns, &rows);
    x = cell_of_pixel(x, ripple_width(pool), columns);
    y = cell_of_pixel(y, ripple_height(pool), rows);
    if (!is_mask)
        return support_height(pool, x, y);
    return mask != NULL ? mask[y * columns + x] : 255;
}

/* The maximum of the cells from one place to another; the places are words
   first..end-1. */
static int read_line(const Words *words, int first, int end)
{
    int is_mask = verbs_is(words, first - 1, "mask");
    int n[4], steps, max = INT16_MIN;

    EXPECT(end - first == 2 || end - first == 4);
    for (int i = 0; i < 4; i++)
        n[i] = verbs_int(words, first + i % (end - first));
    steps = max_int(abs(n[2] - n[0]), abs(n[3] - n[1]));
    for (int i = 0; i <= steps; i++) {
        int all = max_int(steps, 1);
        int x = n[0] + (n[2] - n[0]) * i / all;
        int y = n[1] + (n[3] - n[1]) * i / all;

        max = max_int(max, read_cell(is_mask, x, y));
    }
    return max;
}

static uint32_t read_window_pixel(int x, int y)
{
    RipplePixels copy;
    const RipplePixels *shown = pixel_buffer_widen(look(find_window()), &copy);
    uint32_t colour = pixel_buffer_row(shown, y)[x] & 0xffffff;

    pixel_buffer_clear(&copy);
    return colour;
}

static int read_size(const char *name)
{
    struct stat status;

    ck_assert_msg(stat(name, &status) == 0, "there is no %s", name);
    return (int)status.st_size;
}

/* A film of whole frames, one or more, after a head of so many bytes. */
static void check_film(const char *name, int head, int frame_bytes)
{
    int size = read_size(name) - head;

    EXPECT_INT(size, >=, frame_bytes);
    EXPECT_INT(size % frame_bytes, ==, 0);
}

/* A number for the depths of all cells; 0 without a mask. */
static uint32_t hash_mask(const Ripple *pool)
{
    const uint8_t *mask = ripple_mask(pool);
    uint32_t hash = 0;
    int columns, rows;

    ripple_cells(pool, &columns, &rows);
    for (int i = 0; mask != NULL && i < columns * rows; i++)
        hash = (hash ^ mask[i]) * 16777619u + 1;
    return hash;
}

/* Finds a value without a place; returns its number, or how many there are. */
static int find_value(const char *name, double *value)
{
    const Window *window = &stage.window;
    const ScreenWindow *first = &window->screen.windows[0];
    const Ripple *pool = stage.scene->player.pool;
    const PlaySettings *settings = &stage.scene->player.settings;
    const RipplePixels *frame = &stage.scene->frame;
    const struct {
        const char *name;
        double value;
    } values[] = {
        {"battery-reads", battery_reads},
        {"calm", ripple_is_calm(pool)},
        {"counter", seen_text(first, window->counter.lines[3], 0) >= 0},
        {"damping", settings->pool.damping},
        {"distance", ripple_camera(pool)->distance},
        {"frame-height", frame->height},
        {"frame-width", frame->width},
        {"fullscreen",
         (SDL_GetWindowFlags(find_window()->window) &
          SDL_WINDOW_FULLSCREEN_DESKTOP) == SDL_WINDOW_FULLSCREEN_DESKTOP},
        {"has-mask", ripple_mask(pool) != NULL},
        {"help", seen_text(first, "Esc_or_a_click_closes", 0) >= 0},
        {"lent", frame->pixels != stage.scene->own_frame.pixels},
        {"help-first", window->captions.help.first},
        {"help-scrolls",
         window->captions.help.shown < window->captions.help.count},
        {"light", settings->pool.light},
        {"mark", window->captions.mark[0] != 0 &&
                     seen_shape(first, SHAPE_BOX, 0xFFFF5A50U) >= 0},
        {"mask-hash", hash_mask(pool)},
        {"message", captions_text(&window->captions) != NULL},
        {"outline", seen_shape(first, SHAPE_RING, 0) >= 0},
        {"overlays", overlays},
        {"labels", seen_text(first, "with_light", 0) >= 0},
        {"paused", window->paused},
        {"phase", window->pacing.phase_q8},
        {"pitch", ripple_camera(pool)->pitch},
        {"pixel", frame->pixels != NULL ? frame->pixels[0] : 0},
        {"rain", settings->rain},
        {"recording", window->record.is_recording},
        {"running", window->running},
        {"screensaver", SDL_IsScreenSaverEnabled()},
        {"shown", window->pacing.shown},
        {"sleep-ms", window_wait_ms(window, stage.now_ns)},
        {"step", (double)stage.scene->player.step},
        {"stone-size", window->input.size},
        {"transition", bed_in_transition(&stage.scene->bed)},
        {"width", window->screen.width},
        {"yaw", ripple_camera(pool)->yaw},
    };
    int i = 0;

    while (i < COUNT(values) && strcmp(values[i].name, name) != 0)
        i++;
    if (i < COUNT(values))
        *value = values[i].value;
    return i;
}

/* The value that words first..end-1 name; *note is where it is kept. */
static double read_value(const Words *words, int first, int end, double **note)
{
    double value = NAN;
    int number = stage.scene != NULL && first < end
                     ? find_value(words->word[first], &value)
                     : 0;

    EXPECT_INT(number, <, STAGE_NOTES);
    *note = &stage.notes[number];
    if (!isnan(value))
        return value;
    if (verbs_is(words, first, "crc"))
        return crc_frame(window_fetch_frame(&stage.window));
    if (verbs_is(words, first, "bytes"))
        return read_size(words->word[first + 1]);
    if (verbs_is(words, first, "window-pixel"))
        return read_window_pixel(verbs_int(words, first + 1),
                                 verbs_int(words, first + 2));
    if (!verbs_is(words, first, "water") && !verbs_is(words, first, "mask"))
        ck_abort_msg("%s: there is no such value", words->text);
    return read_line(words, first + 1, end);
}

static int compare(const Words *words, double a, const char *operator, double b)
{
    static const char *const operators[] = {"==", "!=", "<", "<=", ">", ">="};
    const int results[] = {a == b, a != b, a < b, a <= b, (a > b), a >= b};

    for (int i = 0; i < COUNT(operators); i++) {
        if (strcmp(operators[i], operator) == 0)
            return results[i];
    }
    ck_abort_msg("%s: neither a verb nor an expectation", words->text);
}

static int note_value(const Words *words)
{
    double *note, value;

    if (!verbs_is(words, 0, "note"))
        return 0;
    value = read_value(words, 1, words->count, &note);
    *note = value;
    return 1;
}

static void expect_value(const Words *words)
{
    int last = words->count - 1;
    const char *text = words->word[last];
    double *note, value, wanted;

    if (last < 2)
        ck_abort_msg("%s: neither a verb nor an expectation", words->text);
    value = read_value(words, 0, last - 1, &note);
    if (strncmp(text, "noted", 5) == 0)
        wanted = *note + strtod(text + 5, NULL);
    else
        wanted = verbs_number(words, last);
    if (!compare(words, value, words->word[last - 1], wanted))
        ck_abort_msg("%s: %.10g, %.10g", words->text, value, wanted);
}

static void expect_text(const Words *words)
{
    const Ripple *pool = stage.scene->player.pool;
    const char *shown = captions_text(&stage.window.captions);
    char view[32];
    const char *message =
        verbs_is(words, 0, "title") ? SDL_GetWindowTitle(find_window()->window)
        : verbs_is(words, 0, "marks") ? stage.window.captions.mark
        : verbs_is(words, 0, "view")  ? view
        : shown != NULL               ? shown
                                      : stage.window.captions.message;
    const char *text = verbs_text(words, 1);

    EXPECT_OK(ripple_setting_get(ripple_settings(pool), "view", view, 32));
    if (verbs_is(words, 0, "mentions") ? strstr(message, text) == NULL
                                       : strcmp(message, text) != 0)
        ck_abort_msg("%s: it says \"%s\"", words->text, message);
}

/* A file in the working folder is this line, or empty. */
static void expect_line(const char *name, const char *line)
{
    const char *text = support_load(name, NULL);
    size_t length = strlen(line);

    if (strncmp(text, line, length) != 0 ||
        strcmp(text + length, length > 0 ? "\n" : "") != 0)
        ck_abort_msg("%s: not \"%s\", but \"%s\"", name, line, text);
}

/* A window shows the frame from (x, y) on, pixel for pixel. */
static void check_window(int index, int x, int y)
{
    const RipplePixels *shown = look(&stage.window.screen.windows[index]);
    const RipplePixels *frame = window_fetch_frame(&stage.window);
    size_t row_size = (size_t)shown->width * ripple_pixel_size(frame->format);

    EXPECT_INT(x + shown->width, <=, frame->width);
    EXPECT_INT(y + shown->height, <=, frame->height);
    for (int row = 0; row < shown->height; row++)
        ck_assert_mem_eq(pixel_buffer_at(shown, 0, row),
                         pixel_buffer_at(frame, x, y + row), row_size);
}

static void check_picture(void)
{
    const ScreenWindow *window = &stage.window.screen.windows[0];

    EXPECT_INT(window->width, ==, stage.scene->frame.width);
    EXPECT_INT(window->height, ==, stage.scene->frame.height);
    check_window(0, 0, 0);
}

/* The frame `times` as large in the middle of a window, and black around. */
static void check_enlarged(int width, int height, int times)
{
    const RipplePixels *frame = &stage.scene->frame, *shown;
    int left = (width - frame->width * times) / 2;
    int top = (height - frame->height * times) / 2;

    EXPECT_INT(stage.window.screen.width, ==, width);
    EXPECT_INT(stage.window.screen.height, ==, height);
    shown = look(find_window());
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int column = (x - left) / times, row = (y - top) / times;
            int is_frame = x >= left && y >= top && column < frame->width &&
                           row < frame->height;

            EXPECT_INT(shown->pixels565[y * width + x], ==,
                       is_frame ? frame->pixels565[row * frame->width + column]
                                : 0);
        }
    }
}

static void expect_same_water(void)
{
    int columns, rows;
    size_t stride, size;
    const int16_t *heights =
        ripple_heights(stage.scene->player.pool, &columns, &rows, &stride);
    const int16_t *wanted =
        ripple_heights(stage.reference->player.pool, NULL, NULL, NULL);

    size = ((size_t)(rows - 1) * stride + (size_t)columns) * sizeof *heights;
    ck_assert_mem_eq(heights, wanted, size);
}

static void expect_same_frame(void)
{
    scene_render(stage.reference, NULL);
    scene_render(stage.scene, NULL);
    ck_assert_uint_eq(crc_frame(&stage.reference->frame),
                      crc_frame(window_fetch_frame(&stage.window)));
}

static int expect(const Words *words)
{
    int is_file = verbs_is(words, 0, "file");

    if (verbs_is(words, 0, "says") || verbs_is(words, 0, "marks") ||
        verbs_is(words, 0, "mentions") || verbs_is(words, 0, "title") ||
        verbs_is(words, 0, "view"))
        expect_text(words);
    else if (verbs_is(words, 0, "same-water"))
        expect_same_water();
    else if (verbs_is(words, 0, "same-frame"))
        expect_same_frame();
    else if (verbs_is(words, 0, "picture"))
        check_picture();
    else if (verbs_is(words, 0, "window-shows"))
        check_window(verbs_int(words, 1), verbs_int(words, 2),
                     verbs_int(words, 3));
    else if (verbs_is(words, 0, "enlarged"))
        check_enlarged(verbs_int(words, 1), verbs_int(words, 2),
                       verbs_int(words, 3));
    else if (is_file || verbs_is(words, 0, "no-file"))
        ck_assert_msg((access(find_path(verbs_text(words, 1)), R_OK) == 0) ==
                          is_file,
                      "%s: not so", words->text);
    else if (verbs_is(words, 0, "frames"))
        check_film(words->word[1], verbs_int(words, 2), verbs_int(words, 3));
    else if (verbs_is(words, 0, "holds") && words->count > 1)
        expect_line(words->word[1], verbs_text(words, 2));
    else
        return 0;
    return 1;
}

void stage_run(const Words *words)
{
    if (!change(words) && !pass_time(words) && !push_event(words) &&
        !change_reference(words) && !note_value(words) && !expect(words))
        expect_value(words);
}
