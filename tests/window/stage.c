/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include "app/app.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "../pictures.h"
#include "../process.h"
#include "../support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Stage stage;

static int on_battery, battery_reads;

static int wait_for_display(void *self, int vsync)
{
    (void)self;
    return vsync;
}

/* A surface that waits for the display. */
static void replace_surface(ScreenWindow *window)
{
    static Presenter presenter;

    if (window->presenter != &surface_presenter)
        return;
    presenter = surface_presenter;
    presenter.set_vsync = wait_for_display;
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

/* A picture of one colour. */
static void write_picture(const char *name, uint32_t colour)
{
    SDL_Surface *picture =
        SDL_CreateRGBSurfaceWithFormat(0, 64, 48, 32, SDL_PIXELFORMAT_ARGB8888);

    ck_assert_ptr_nonnull(picture);
    SDL_FillRect(picture, NULL, colour);
    EXPECT_OK(SDL_SaveBMP(picture, support_path(name)));
    SDL_FreeSurface(picture);
}

static ScreenWindow *find_window(void)
{
    return &stage.window.screen
                .windows[stage.window_index < 0 ? 0 : stage.window_index];
}

static void make_scene(int width, int height, int threads)
{
    SceneOptions options = stage.options.scene;
    SDL_Surface *picture = picture_surface(64, 48);

    options.width = width;
    options.height = height;
    options.threads = threads;
    options.is_shown_by_gpu = screen_takes_textures(&stage.window.screen);
    options.interval = 120;
    options.is_live = 1;
    if (stage.options.script != NULL)
        EXPECT_OK(
            script_read(&options.script, stage.options.script, &stage.error));
    EXPECT_OK(scene_create(&stage.scene, &options, picture, &stage.error));
    SDL_FreeSurface(picture);
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
    make_scene(width, height, displays == NULL ? 2 : 1);
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
    config_clear(&stage.options.config);
    stage.scene = NULL;
    SDL_Quit();
}

static int seen_matches(const char *found, const char *text)
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

static const CanvasItem *seen_item(const ScreenWindow *window, int item)
{
    return &list_of(window)->items[item];
}

static const char *seen_read(const ScreenWindow *window, int item)
{
    static char text[200];
    const CanvasItem *found = seen_item(window, item);

    snprintf(text, sizeof text, "%.*s", found->length,
             list_of(window)->text + found->text);
    return text;
}

static int seen_text(const ScreenWindow *window, const char *text, int from)
{
    for (int i = from; i < list_of(window)->count; i++) {
        if (seen_item(window, i)->length > 0 &&
            (text == NULL || seen_matches(seen_read(window, i), text)))
            return i;
    }
    return -1;
}

static int seen_shape(const ScreenWindow *window, ShapeKind kind, uint32_t argb)
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

static uint64_t sleep_ns(void)
{
    int ms = window_wait_ms(&stage.window, stage.now_ns);

    EXPECT_INT(ms, >=, 0);
    return (uint64_t)ms * 1000000;
}

static int pass_time(const Words *words)
{
    uint64_t n = words->count > 1 ? strtoull(words->word[1], NULL, 10) : 1;
    uint64_t later_ns = stage.now_ns + n * 1000000;

    if (verbs_is(words, 0, "turn"))
        for (uint64_t i = 0; i < n; i++)
            turn_at(stage.now_ns + STAGE_STEP_NS);
    else if (verbs_is(words, 0, "late"))
        turn_at(stage.now_ns + n * STAGE_STEP_NS);
    else if (verbs_is(words, 0, "now"))
        turn_at(stage.now_ns);
    else if (verbs_is(words, 0, "wait"))
        stage.now_ns = later_ns;
    else if (verbs_is(words, 0, "doze"))
        while (stage.now_ns < later_ns)
            turn_at(stage.now_ns + sleep_ns());
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

/* A path in the tests' folder if it begins with '@'. */
static const char *find_path(const char *name)
{
    return name[0] == '@' ? support_path(name + 1) : name;
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
        stage.options.display.is_hosted = stage.options.display.is_bare = 1;
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
        FILE *file = fopen(find_path(words->word[1]), "w");

        EXPECT(file != NULL && fprintf(file, "%s\n", verbs_text(words, 2)) > 0);
        EXPECT_OK(fclose(file));
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
    } else if (verbs_is(words, 0, "shift") || verbs_is(words, 0, "ctrl")) {
        SDL_SetModState(verbs_int(words, 1) == 0      ? KMOD_NONE
                        : verbs_is(words, 0, "shift") ? KMOD_LSHIFT
                                                      : KMOD_LCTRL);
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

static const Form *form(void)
{
    return &stage.window.menu.form;
}

static const ScreenWindow *shown(void)
{
    return &stage.window.screen.windows[stage.window.menu.window];
}

/* The item of the label that has the focus, or -1. */
static int find_focus(void)
{
    int field = seen_shape(shown(), SHAPE_BOX, UI_FIELD);

    return field < 0 ? -1 : seen_text(shown(), NULL, field + 1);
}

static int is_focus(const char *label)
{
    int focus = find_focus();

    return focus >= 0 && seen_matches(seen_read(shown(), focus), label);
}

static void choose(const char *label)
{
    stage_play("now");
    for (int i = 0; i < 64 && !is_focus(label); i++) {
        if (form()->focused >= form()->scroll.count)
            stage_play("key Right; now");
        if (!is_focus(label))
            stage_play("key Down; now");
    }
    if (!is_focus(label))
        ck_abort_msg("there is no row \"%s\"", label);
}

/* The middle of a shape. */
static SDL_Point middle_of(const Shape *shape)
{
    return (SDL_Point){(int)(shape->x + shape->width / 2),
                       (int)(shape->y + shape->height / 2)};
}

/* A pixel of a row that is that part of it; rows out of sight are scrolled
   to. */
static SDL_Point find_pixel(const char *label, const char *part)
{
    int item, size;
    const Shape *text;

    stage_play("now");
    size = form()->pitch / 2;
    if (strcmp(part, "close") == 0)
        return middle_of(
            &seen_item(shown(), seen_shape(shown(), SHAPE_CROSS, 0))->shape);
    if (strcmp(part, "bar") == 0)
        return (SDL_Point){form()->right + size,
                           form()->list.y + form()->list.height - 1};
    if (strcmp(part, "inside") == 0)
        return (SDL_Point){form()->box.x + size, form()->box.y + 2};
    if (seen_text(shown(), label, 0) < 0)
        choose(label);
    item = seen_text(shown(), label, 0);
    text = &seen_item(shown(), item)->shape;
    if (strcmp(part, "less") == 0)
        text = &seen_item(shown(), seen_text(shown(), "<", item))->shape;
    if (strcmp(part, "more") == 0)
        text = &seen_item(shown(), seen_text(shown(), ">", item))->shape;
    if (part[0] >= '0' && part[0] <= '9')
        return (SDL_Point){form()->track +
                               (int)(strtod(part, NULL) * form()->track_width),
                           (int)text->y - size / 2};
    return (SDL_Point){(int)text->x + 2, (int)text->y - size / 2};
}

/* Acts on the rows of the menu. */
static int act_on_menu(const Words *words)
{
    int is_touch = verbs_is(words, 0, "touch");
    const char *event = verbs_is(words, 0, "tap")     ? "click"
                        : verbs_is(words, 0, "hold")  ? "press left"
                        : verbs_is(words, 0, "hover") ? "move"
                                                      : NULL;
    SDL_Point at = {0, 0};

    if (verbs_is(words, 0, "choose"))
        choose(words->word[1]);
    else if (event == NULL && !is_touch)
        return 0;
    else
        at = find_pixel(words->word[1], words->word[2]);
    if (event != NULL)
        stage_play("%s %d %d", event, at.x, at.y);
    else if (is_touch)
        stage_play("finger down 7 %.9f %.9f; finger up 7 0 0",
                   (at.x + 0.5) / shown()->width,
                   (at.y + 0.5) / shown()->height);
    return 1;
}

/* A disc with three bars. */
static int has_bars(void)
{
    int i = seen_shape(find_window(), SHAPE_PANEL, 0);
    const Shape *panel;

    if (i < 0)
        return 0;
    panel = &seen_item(find_window(), i)->shape;
    return panel->width == panel->height;
}

/* Whether the message begins at the right of the panel. */
static int is_message_beside(void)
{
    const char *message = captions_text(&stage.window.captions);
    int i = message != NULL ? seen_text(shown(), message, 0) : -1;

    return i >= 0 && seen_item(shown(), i)->shape.x >=
                         (float)(form()->box.x + form()->box.width);
}

/* The text after the label of the focus: its value or key. */
static const char *read_row(void)
{
    int label = find_focus(), i = seen_text(shown(), NULL, label + 1);

    return i >= 0 && seen_item(shown(), i)->shape.y ==
                         seen_item(shown(), label)->shape.y
               ? seen_read(shown(), i)
               : "";
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

/* 0 without a mask. */
static uint32_t hash_mask(const Ripple *pool)
{
    const uint8_t *mask = ripple_mask(pool);
    int columns, rows;

    ripple_cells(pool, &columns, &rows);
    return mask != NULL ? crc_bytes(0, mask, (size_t)columns * (size_t)rows)
                        : 0;
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
        {"actions", form()->buttons},
        {"bars", has_bars()},
        {"battery-reads", battery_reads},
        {"calm", ripple_is_calm(pool)},
        {"counter", seen_text(first, window->counter.lines[3], 0) >= 0},
        {"damping", settings->pool.damping},
        {"distance", ripple_camera(pool)->distance},
        {"first", form()->scroll.first},
        {"frame-height", frame->height},
        {"frame-width", frame->width},
        {"fullscreen", (SDL_GetWindowFlags(find_window()->window) &
                        SDL_WINDOW_FULLSCREEN) != 0},
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
        {"menu", seen_shape(find_window(), SHAPE_CROSS, 0) >= 0},
        {"message", captions_text(&window->captions) != NULL},
        {"message-beside", is_message_beside()},
        {"outline", seen_shape(first, SHAPE_RING, 0) >= 0},
        {"labels", seen_text(first, "with_light", 0) >= 0},
        {"paused", window->paused},
        {"phase", window->pacing.phase_q8},
        {"pitch", ripple_camera(pool)->pitch},
        {"pixel", frame->pixels != NULL ? frame->pixels[0] : 0},
        {"rain", settings->rain},
        {"fish", settings->fish},
        {"recording", window->record.is_recording},
        {"rows-below",
         form()->scroll.count - form()->scroll.shown - form()->scroll.first},
        {"running", window->running},
        {"screensaver", SDL_IsScreenSaverEnabled()},
        {"shown", window->pacing.shown},
        {"sleep-ms", window_wait_ms(window, stage.now_ns)},
        {"step", (double)stage.scene->player.step},
        {"stone-size", window->input.size},
        {"tool", window->input.tool},
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
    if (verbs_is(words, first, "crc") && end - first > 1) {
        size_t size;
        const char *bytes = support_load(words->word[first + 1], &size);

        return crc_bytes(0, bytes, size);
    }
    if (verbs_is(words, first, "crc"))
        return crc_frame(window_fetch_frame(&stage.window));
    if (verbs_is(words, first, "bytes"))
        return read_size(words->word[first + 1]);
    if (verbs_is(words, first, "frames"))
        return (read_size(words->word[first + 1]) -
                verbs_int(words, first + 2)) /
               verbs_number(words, first + 3);
    if (verbs_is(words, first, "has-row"))
        return seen_text(shown(), words->word[first + 1], 0) >= 0;
    if (verbs_is(words, first, "window-pixel"))
        return read_window_pixel(verbs_int(words, first + 1),
                                 verbs_int(words, first + 2));
    if (!verbs_is(words, first, "water") && !verbs_is(words, first, "mask"))
        ck_abort_msg("%s: there is no such value", words->text);
    return read_cell(verbs_is(words, first, "mask"),
                     verbs_int(words, first + 1), verbs_int(words, first + 2));
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

/* The text that a verb is about, or NULL. */
static const char *find_text(const Words *words)
{
    static char view[32];
    const Captions *captions = &stage.window.captions;
    const char *shown_text = captions_text(captions);

    if (verbs_is(words, 0, "title"))
        return SDL_GetWindowTitle(find_window()->window);
    if (verbs_is(words, 0, "marks"))
        return captions->mark;
    if (verbs_is(words, 0, "row"))
        return seen_read(shown(), find_focus());
    if (verbs_is(words, 0, "value"))
        return read_row();
    if (verbs_is(words, 0, "view")) {
        EXPECT_OK(ripple_setting_get(ripple_settings(stage.scene->player.pool),
                                     "view", view, sizeof view));
        return view;
    }
    if (verbs_is(words, 0, "says") || verbs_is(words, 0, "mentions"))
        return shown_text != NULL ? shown_text : captions->message;
    return NULL;
}

static int expect_text(const Words *words)
{
    const char *found = find_text(words), *text = verbs_text(words, 1);

    if (found == NULL)
        return 0;
    if (verbs_is(words, 0, "mentions") ? strstr(found, text) == NULL
                                       : !seen_matches(found, text))
        ck_abort_msg("%s: it says \"%s\"", words->text, found);
    return 1;
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

/* A window shows the frame, `times` as large, from there on, and black
   around. */
static void check_shown(const ScreenWindow *window, int left, int top,
                        int times)
{
    static const uint32_t black;
    const RipplePixels *frame = window_fetch_frame(&stage.window);
    const RipplePixels *shown = look(window);
    size_t size = ripple_pixel_size(frame->format);

    for (int y = 0; y < shown->height; y++) {
        for (int x = 0; x < shown->width; x++) {
            int column = (x - left) / times, row = (y - top) / times;
            int is_frame = x >= left && y >= top && column < frame->width &&
                           row < frame->height;
            const void *wanted =
                is_frame ? pixel_buffer_at(frame, column, row) : &black;

            if (memcmp(pixel_buffer_at(shown, x, y), wanted, size) != 0)
                ck_abort_msg("pixel %d, %d", x, y);
        }
    }
}

/* The frame is in the middle of a window of that size. */
static void check_enlarged(int width, int height, int times)
{
    const RipplePixels *frame = &stage.scene->frame;

    EXPECT_INT(stage.window.screen.width, ==, width);
    EXPECT_INT(stage.window.screen.height, ==, height);
    check_shown(find_window(), (width - frame->width * times) / 2,
                (height - frame->height * times) / 2, times);
}

static int expect(const Words *words)
{
    int is_file = verbs_is(words, 0, "file");

    if (verbs_is(words, 0, "picture"))
        check_enlarged(stage.scene->frame.width, stage.scene->frame.height, 1);
    else if (verbs_is(words, 0, "window-shows"))
        check_shown(&stage.window.screen.windows[verbs_int(words, 1)],
                    -verbs_int(words, 2), -verbs_int(words, 3), 1);
    else if (verbs_is(words, 0, "enlarged"))
        check_enlarged(verbs_int(words, 1), verbs_int(words, 2),
                       verbs_int(words, 3));
    else if (is_file || verbs_is(words, 0, "no-file"))
        ck_assert_msg((access(find_path(verbs_text(words, 1)), R_OK) == 0) ==
                          is_file,
                      "%s: not so", words->text);
    else if (verbs_is(words, 0, "holds") && words->count > 1)
        expect_line(words->word[1], verbs_text(words, 2));
    else
        return 0;
    return 1;
}

void stage_leave_home(void)
{
    setenv("XDG_CONFIG_HOME", "", 1);
    setenv("HOME", "", 1);
    unsetenv("XDG_PICTURES_DIR");
}

void stage_run(const Words *words)
{
    if (!change(words) && !pass_time(words) && !push_event(words) &&
        !note_value(words) && !act_on_menu(words) && !expect_text(words) &&
        !expect(words))
        expect_value(words);
}
