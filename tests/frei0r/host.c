/* SPDX-License-Identifier: MIT */
/*
 * A host of the plugin, by its interface alone.
 *
 *     ripple-frei0r PLUGIN                    tests it, as the table says
 *     ripple-frei0r PLUGIN PRESET WIDTH HEIGHT TIME [NAME=VALUE]... <IN >OUT
 *                                             a frame, BGRA
 *     ripple-frei0r PLUGIN names              its parameters
 */
#include <dlfcn.h>
#include <frei0r.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(array)  ((int)(sizeof(array) / sizeof *(array)))
#define ALIGNED(size) (((size) + 63) / 64 * 64)

enum { WIDTH = 96, HEIGHT = 62, PARAMETERS = 12 };
enum { COLUMNS = 480, ROWS = 270, LATE = 12 };

/* Sanitized and counted tests take fewer steps. */
#ifdef RIPPLE_SANITIZED
enum { FRAMES = LATE, MAX_FIRST_MS = 60000 };
#else
enum { FRAMES = 24, MAX_FIRST_MS = 1000 };
#endif

static struct {
    int (*init)(void);
    void (*deinit)(void);
    void (*get_plugin_info)(f0r_plugin_info_t *info);
    void (*get_param_info)(f0r_param_info_t *info, int index);
    f0r_instance_t (*construct)(unsigned width, unsigned height);
    void (*destruct)(f0r_instance_t instance);
    void (*set_param_value)(f0r_instance_t instance, f0r_param_t value,
                            int index);
    void (*get_param_value)(f0r_instance_t instance, f0r_param_t value,
                            int index);
    void (*update)(f0r_instance_t instance, double time, const uint32_t *in,
                   uint32_t *out);
} plugin;

static const struct {
    const char *name;
    void *function;
} functions[] = {
    {"f0r_init", &plugin.init},
    {"f0r_deinit", &plugin.deinit},
    {"f0r_get_plugin_info", &plugin.get_plugin_info},
    {"f0r_get_param_info", &plugin.get_param_info},
    {"f0r_construct", &plugin.construct},
    {"f0r_destruct", &plugin.destruct},
    {"f0r_set_param_value", &plugin.set_param_value},
    {"f0r_get_param_value", &plugin.get_param_value},
    {"f0r_update", &plugin.update},
};

static atomic_int cases;

static void check(int holds, const char *what)
{
    cases++;
    if (holds)
        return;
    fprintf(stderr, "frei0r: %s\n", what);
    exit(EXIT_FAILURE);
}

static void load(const char *path)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    check(object != NULL, "the plugin cannot be loaded");
    for (int i = 0; i < COUNT(functions); i++) {
        void *function = dlsym(object, functions[i].name);

        check(function != NULL, functions[i].name);
        memcpy(functions[i].function, &function, sizeof function);
    }
    check(plugin.init() >= 0, "init fails");
}

static int find(const char *name)
{
    f0r_param_info_t info;

    for (int i = 0; i < PARAMETERS; i++) {
        plugin.get_param_info(&info, i);
        if (strcmp(info.name, name) == 0)
            return i;
    }
    check(0, name);
    return -1;
}

static void set(f0r_instance_t instance, const char *name, double value)
{
    plugin.set_param_value(instance, &value, find(name));
}

static double get(f0r_instance_t instance, const char *name)
{
    double value;

    plugin.get_param_value(instance, &value, find(name));
    return value;
}

static f0r_instance_t make(const char *preset, int width, int height)
{
    f0r_instance_t instance =
        plugin.construct((unsigned)width, (unsigned)height);

    check(instance != NULL, "no instance");
    plugin.set_param_value(instance, &preset, find("preset"));
    return instance;
}

static uint32_t *make_pixels(int count)
{
    uint32_t *pixels = aligned_alloc(64, ALIGNED((size_t)count * 4));

    check(pixels != NULL, "no memory");
    return pixels;
}

/* Random colours and alphas. */
static uint32_t *make_picture(int count)
{
    uint32_t *pixels = make_pixels(count), random = 1;

    for (int i = 0; i < count; i++)
        pixels[i] = random = random * 1664525 + 1013904223;
    return pixels;
}

static uint32_t sum_up(const uint32_t *pixels, int count)
{
    uint32_t sum = 2166136261u;

    for (int i = 0; i < count; i++)
        sum = (sum ^ pixels[i]) * 16777619u;
    return sum;
}

/* The checksum of a frame. */
static uint32_t render(f0r_instance_t instance, double time)
{
    uint32_t *in = make_picture(WIDTH * HEIGHT), *out, sum;

    out = make_pixels(WIDTH * HEIGHT);
    plugin.update(instance, time, in, out);
    sum = sum_up(out, WIDTH * HEIGHT);
    free(in);
    free(out);
    return sum;
}

static const char *const presets[] = {"pond",  "storm",   "waves",  "puddle",
                                      "slits", "harbour", "river",  "hills",
                                      "lens",  "torus",   "classic"};

static const double late_s[LATE] = {599,   600,   604.99, 3600, 36000, 86399.5,
                                    86400, 86401, 1e5,    1e6,  1e9,   1e11};

/* Frames at some times in an order: from `first` on, in a stride. */
typedef struct Order {
    const char *preset;
    const double *times;
    int count, first, stride;
    uint32_t sums[FRAMES];
} Order;

static void *play(void *argument)
{
    Order *order = argument;
    f0r_instance_t instance = make(order->preset, WIDTH, HEIGHT);

    for (int i = 0; i < order->count; i++) {
        int k = (order->first + i * order->stride) % order->count;

        order->sums[k] = render(instance, order->times[k]);
    }
    plugin.destruct(instance);
    return NULL;
}

/* Played, backward and in strides, each in a thread of its own, and in new
   instances. Returns how many frames differ from the first. */
static int test_order(const char *preset, const double *times, int count)
{
    Order orders[] = {{preset, times, count, 0, 1, {0}},
                      {preset, times, count, count - 1, count - 1, {0}},
                      {preset, times, count, 0, 7, {0}},
                      {preset, times, count, 6, 5, {0}}};
    const uint32_t *sums = orders[0].sums;
    pthread_t threads[COUNT(orders)];
    int moved = 0;

    for (int i = 0; i < COUNT(orders); i++)
        check(pthread_create(&threads[i], NULL, play, &orders[i]) == 0,
              "no thread");
    for (int i = 0; i < COUNT(orders); i++) {
        pthread_join(threads[i], NULL);
        check(memcmp(orders[i].sums, sums, sizeof orders->sums) == 0,
              "a frame depends on the order");
    }
    for (int i = 0; i < count; i++) {
        f0r_instance_t other = make(preset, WIDTH, HEIGHT);

        check(render(other, times[i]) == sums[i], "a start differs");
        plugin.destruct(other);
        moved += sums[i] != sums[0];
    }
    return moved;
}

/* The frames of a film of 16.8 s, and late ones: days are no limit. */
static void test_times(const char *preset)
{
    double times[FRAMES];

    for (int i = 0; i < FRAMES; i++)
        times[i] = i * 16.8 / FRAMES;
    check(test_order(preset, times, FRAMES) > 0 ||
              strcmp(preset, "classic") == 0,
          "nothing moves");
    check(test_order(preset, late_s, LATE) > LATE / 2,
          "late water stands still");
}

/* The frame has the picture's alphas, whether it takes its place or not. */
static void test_sizes(void)
{
    static const int sizes[][2] = {{1, 1},   {2, 1},     {1, 9},    {7, 5},
                                   {33, 17}, {333, 187}, {1000, 3}, {720, 576}};

    for (int p = 0; p < COUNT(presets); p++) {
        for (int i = 0; i < COUNT(sizes); i++) {
            int count = sizes[i][0] * sizes[i][1], differ = 0;
            f0r_instance_t instance =
                make(presets[p], sizes[i][0], sizes[i][1]);
            uint32_t *in = make_picture(count), *out = make_pixels(count);

            plugin.update(instance, 1, in, out);
            for (int k = 0; k < count; k++)
                differ += (in[k] ^ out[k]) >> 24 != 0;
            check(differ == 0, "alphas change");
            plugin.update(instance, 1, in, in);
            check(memcmp(in, out, (size_t)count * 4) == 0,
                  "a frame in its picture's place differs");
            plugin.destruct(instance);
            free(in);
            free(out);
        }
    }
    check(plugin.construct(0, 8) == NULL && plugin.construct(8, 0) == NULL &&
              plugin.construct(32769, 8) == NULL &&
              plugin.construct(8, 0xffffffff) == NULL,
          "a wrong size is taken");
}

static void test_parameters(void)
{
    static const double numbers[] = {NAN,    INFINITY, -INFINITY, -1,
                                     -1e300, 1e300,    0,         1};
    static const double times[] = {NAN, INFINITY, -INFINITY, -1, 0};
    const char *unknown = "no such preset", *none = NULL, *storm = "storm";
    f0r_instance_t instance = make("pond", WIDTH, HEIGHT);
    uint32_t plain = render(instance, 3), first = render(instance, 0);
    double defaults[PARAMETERS];
    f0r_plugin_info_t info;

    plugin.get_plugin_info(&info);
    check(info.num_params == PARAMETERS &&
              info.plugin_type == F0R_PLUGIN_TYPE_FILTER &&
              info.color_model == F0R_COLOR_MODEL_BGRA8888,
          "another plugin");
    for (int i = 0; i < COUNT(times); i++)
        check(render(instance, times[i]) == first, "a bad time differs");
    plugin.set_param_value(instance, &unknown, 0);
    plugin.set_param_value(instance, &none, 0);
    plugin.set_param_value(instance, &unknown, -1);
    plugin.set_param_value(instance, &unknown, PARAMETERS);
    check(render(instance, 3) == plain, "an unknown preset changes it");
    for (int p = 1; p < PARAMETERS; p++) {
        double usual;

        plugin.get_param_value(instance, &usual, p);
        defaults[p] = usual;
        check(usual >= 0 && usual <= 1, "a default out of range");
        for (int i = 0; i < COUNT(numbers); i++) {
            double number = numbers[i];

            plugin.set_param_value(instance, &number, p);
            render(instance, 0.1);
        }
        plugin.set_param_value(instance, &usual, p);
        check(render(instance, 3) == plain, "a default is another");
    }
    check(fabs(get(instance, "rain") - 0.6 / 10000) < 1e-12, "pond's rain");
    set(instance, "rain", -1);
    plugin.set_param_value(instance, &storm, 0);
    check(fabs(get(instance, "rain") - 40.0 / 10000) < 1e-12, "storm's rain");
    first = render(instance, 3);
    for (int p = 1; p < PARAMETERS; p++)
        plugin.set_param_value(instance, &defaults[p], p);
    check(render(instance, 3) == first, "defaults that are set change storm");
    plugin.destruct(instance);
}

/* Every parameter changes frames; the light alone keeps the water. */
static void test_changes(void)
{
    static const struct {
        const char *preset, *name;
        double value, time;
    } rows[] = {
        {"pond", "rain", 0.01, 4},        {"pond", "stone-time", 0.0038, 4},
        {"pond", "light", 0, 4},          {"pond", "refraction", 0.01, 4},
        {"storm", "damping", 4 / 15., 4}, {"storm", "seed", 0.007, 4},
        {"puddle", "light", 0.1, 4},      {"river", "light", 0.1, 4},
        {"pond", "seed", 0.5, 599},       {"pool", "fish", 0.5, 4},
        {"pond", "boats", 0.25, 4},       {"pool", "ducks", 1, 4}};

    for (int i = 0; i < COUNT(rows); i++) {
        f0r_instance_t instance = make(rows[i].preset, WIDTH, HEIGHT), other;
        double time = rows[i].time;
        uint32_t before, after;

        before = render(instance, time);
        set(instance, rows[i].name, rows[i].value);
        after = render(instance, time);
        check(before != after, rows[i].name);
        other = make(rows[i].preset, WIDTH, HEIGHT);
        set(other, rows[i].name, rows[i].value);
        check(render(other, time) == after, "it matters when it was changed");
        check(render(other, time + 5) == render(instance, time + 5),
              "frames after a change");
        plugin.destruct(other);
        plugin.destruct(instance);
    }
}

/* A stone falls where and when it is said. */
static void test_stone(void)
{
    f0r_instance_t calm = make("pond", WIDTH, HEIGHT);
    f0r_instance_t stone = make("pond", WIDTH, HEIGHT);
    f0r_instance_t other = make("pond", WIDTH, HEIGHT);
    f0r_instance_t all[] = {calm, stone, other};

    for (int i = 0; i < COUNT(all); i++)
        set(all[i], "rain", 0);
    set(stone, "stone-time", 0.002);
    set(other, "stone-time", 0.002);
    set(other, "stone-x", 0.1);
    check(render(stone, 1.95) == render(calm, 1.95), "a stone is early");
    check(render(stone, 2.1) != render(calm, 2.1), "no stone");
    check(render(stone, 2.1) != render(other, 2.1), "a stone has no place");
    for (int i = 0; i < COUNT(all); i++)
        plugin.destruct(all[i]);
}

/* Waves that come back have the energy budget they had, which calm water has
   lost. */
static void test_rest(void)
{
    for (int p = 0; p < COUNT(presets); p++) {
        f0r_instance_t instance = make(presets[p], WIDTH, HEIGHT);
        uint32_t sum;

        set(instance, "rain", 0);
        set(instance, "stone-time", 0.004);
        sum = render(instance, 6);
        render(instance, 60);
        check(render(instance, 6) == sum, "waves of before calm differ");
        plugin.destruct(instance);
    }
}

/* A first frame of a late time takes at most a second, of this process. */
static void test_first(int p)
{
    uint32_t *in = make_picture(1920 * 1080);
    uint32_t *out = make_pixels(1920 * 1080);
    double longest = 0;

    for (int i = 0; i < 5; i++) {
        f0r_instance_t instance = make(presets[p], 1920, 1080);
        clock_t start = clock();

        plugin.update(instance, late_s[i], in, out);
        longest =
            fmax(longest, (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC);
        plugin.destruct(instance);
    }
    printf("frei0r: %s: a late first frame takes %.0f ms\n", presets[p],
           longest);
    check(longest < MAX_FIRST_MS, "a late first frame takes too long");
    free(in);
    free(out);
}

/* How much a step changes a picture of soft colours. */
static double find_change(f0r_instance_t instance, uint64_t step)
{
    static uint32_t in[COLUMNS * ROWS], out[2][COLUMNS * ROWS];
    double sum = 0;

    for (int i = 0; i < COLUMNS * ROWS; i++)
        in[i] = (uint32_t)(i % COLUMNS * 255 / COLUMNS) << 16 |
                (uint32_t)(i / COLUMNS * 255 / ROWS);
    for (int i = 0; i < 2; i++)
        plugin.update(instance, ((double)step + i) / 60, in, out[i]);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        for (int shift = 0; shift < 24; shift += 8)
            sum += abs((int)(out[0][i] >> shift & 255) -
                       (int)(out[1][i] >> shift & 255));
    }
    return sum / (COLUMNS * ROWS);
}

/* Where water begins anew, nobody sees it. */
static void test_seams(int p)
{
    f0r_instance_t instance = make(presets[p], COLUMNS, ROWS);
    double usual = 0, seam = 0;

    for (uint64_t step = 898; step < 3000; step += 300) {
        seam = fmax(seam, find_change(instance, step));
        for (uint64_t i = 1; i < 300; i += 60)
            usual = fmax(usual, find_change(instance, step + i));
    }
    printf("frei0r: %s: a step changes at most %.2f, to another block %.2f\n",
           presets[p], usual, seam);
    check(seam < 2 * usual, "a block begins with a jump");
    plugin.destruct(instance);
}

static int write_frame(int argc, char **argv)
{
    int width = atoi(argv[3]), height = atoi(argv[4]);
    size_t count = (size_t)width * (size_t)height;
    f0r_instance_t instance = make(argv[2], width, height);
    uint32_t *in = make_pixels((int)count), *out = make_pixels((int)count);

    for (int i = 6; i < argc; i++) {
        char *value = strchr(argv[i], '=');

        *value = '\0';
        set(instance, argv[i], atof(value + 1));
    }
    check(fread(in, 4, count, stdin) == count, "no picture");
    plugin.update(instance, atof(argv[5]), in, out);
    check(fwrite(out, 4, count, stdout) == count, "no frame");
    plugin.destruct(instance);
    free(in);
    free(out);
    return 0;
}

int main(int argc, char **argv)
{
    f0r_param_info_t info;

    if (argc != 2 && argc != 3 && argc < 6)
        return EXIT_FAILURE;
    load(argv[1]);
    for (int i = 0; i < PARAMETERS && argc == 3; i++) {
        plugin.get_param_info(&info, i);
        puts(info.name);
    }
    if (argc == 3)
        return 0;
    if (argc > 2)
        return write_frame(argc, argv);
    test_sizes();
    test_parameters();
    test_changes();
    test_stone();
    test_rest();
    for (int i = 0; i < COUNT(presets); i++) {
        test_times(presets[i]);
        test_first(i);
        test_seams(i);
    }
    plugin.deinit();
    printf("frei0r: %d cases\n", cases);
    return 0;
}
