/* SPDX-License-Identifier: MIT */
/*
 * ripple-truth: tables of what waves do beside what theory says (measure.h), of
 * how pond looks, in numbers, and whether anything flashes. A row has what is
 * measured, then its values, each with its bounds in brackets, then ok or
 * MISSED. Exit status 0: all bounds hold.
 *
 *   ripple-truth [truth | looks | TABLE]   TABLE: errors, modes,
 *                                          pond, moves, flashes
 */
#include "lib/util/fixed.h"
#include "measure.h"
#include "lib/water/model.h"
#include "rows.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cases, missed, is_ok;

void row_start(const char *format, ...)
{
    va_list values;
    char what[80];

    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    printf("%-40s", what);
    is_ok = 1;
}

void row_add(const char *name, double value, double min, double max)
{
    printf("  %s %.4g", name, value);
    if (isfinite(max))
        printf(" (%g..%g)", min, max);
    is_ok &= value >= min && value <= max;
}

void row_end(void)
{
    printf("  %s\n", is_ok ? "ok" : "MISSED");
    fflush(stdout);
    cases++;
    missed += !is_ok;
}

static const char *const edges_names[] = {"fixed", "mirror", "open", "wrap"};

static void show_errors(void)
{
    static const int steps[] = {20, 50, 100, 200, 400};
    static const char *const names[] = {"20:", "50:", "100:", "200:", "400:"};
    static const double bounds[] = {INFINITY, INFINITY, 2, INFINITY, 5};
    static const struct {
        RippleEdges edges;
        Bottom bottom;
        RippleShore shore;
        const char *name;
    } places[] = {
        {RIPPLE_EDGES_FIXED, OPEN_WATER, 0, ""},
        {RIPPLE_EDGES_MIRROR, OPEN_WATER, 0, ""},
        {RIPPLE_EDGES_OPEN, OPEN_WATER, 0, ""},
        {RIPPLE_EDGES_WRAP, OPEN_WATER, 0, ""},
        {RIPPLE_EDGES_FIXED, SHALLOWS, 0, " shallows"},
        {RIPPLE_EDGES_MIRROR, SHALLOWS, 0, " shallows"},
        {RIPPLE_EDGES_OPEN, SHALLOWS, 0, " shallows"},
        {RIPPLE_EDGES_WRAP, SHALLOWS, 0, " shallows"},
        {RIPPLE_EDGES_FIXED, ISLAND, RIPPLE_SHORE_FIXED, " island"},
        {RIPPLE_EDGES_MIRROR, ISLAND, RIPPLE_SHORE_MIRROR, " island"},
    };
    static const struct {
        int weight, magnitude;
    } drops[] = {{100, 0},  {300, 0},  {1000, 0}, {0, 500},
                 {0, 1000}, {0, 2000}, {0, 4000}, {0, 8000}};

    puts("errors in % after so many steps, 256x256");
    for (int i = 0; i < 2 * COUNT(places) * COUNT(drops); i++) {
        int place = i / 2 / COUNT(drops), k = i % COUNT(drops);
        RippleModel model =
            (RippleModel)(RIPPLE_MODEL_WAVE + i / COUNT(drops) % 2);
        RippleSettings settings =
            measure_settings(model, places[place].edges, 1);
        Drop drop = {256, places[place].bottom, drops[k].weight,
                     drops[k].magnitude};
        double errors[COUNT(steps)];

        settings.shore = places[place].shore;
        measure_errors(&settings, &drop, steps, COUNT(steps), errors);
        row_start("%s %s%s, %s %d", ripple_model_name(model),
                  edges_names[settings.edges], places[place].name,
                  drop.weight != 0 ? "stone" : "cell",
                  drop.weight + drop.magnitude);
        for (int at = 0; at < COUNT(steps); at++)
            row_add(names[at], 100 * errors[at], 0, bounds[at]);
        row_end();
    }
}

static void show_modes(void)
{
    static const int shapes[][2] = {{1, 1}, {2, 1}, {5, 3}};
    static const int amplitudes[] = {100, 300, 1000, 3000, 8000};
    enum { ROWS = COUNT(shapes) * COUNT(amplitudes) };

    puts("modes: errors in % over 500 steps, 128x128");
    for (int i = 0; i < 4 * ROWS; i++) {
        RippleModel model = (RippleModel)(RIPPLE_MODEL_WAVE + i / ROWS % 2);
        int is_damped = i / ROWS / 2;
        RippleSettings settings =
            measure_settings(model, RIPPLE_EDGES_FIXED, is_damped);
        const int *shape = shapes[i % ROWS / COUNT(amplitudes)];
        int amplitude = amplitudes[i % COUNT(amplitudes)];
        Mode mode = {128, shape[0], shape[1], amplitude, 500};
        ModeErrors errors = measure_mode(&settings, &mode);

        row_start("%s%s (%d,%d), %d", ripple_model_name(model),
                  is_damped ? "" : " undamped", shape[0], shape[1], amplitude);
        row_add("frequency", 100 * errors.frequency, 0, 0.5);
        row_add("amplitude", 100 * errors.amplitude, 0, 3);
        row_end();
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *job, *name;
        void (*show)(void);
    } tables[] = {
        {"truth", "errors", show_errors},
        {"truth", "modes", show_modes},

        {"looks", "pond", looks_show},
        {"looks", "moves", looks_show_moves},
        {"looks", "flashes", flashes_show},
    };
    const char *wanted = argc > 1 ? argv[1] : "";

    for (int i = 0; i < COUNT(tables); i++) {
        if (argc < 2 || strcmp(wanted, tables[i].job) == 0 ||
            strcmp(wanted, tables[i].name) == 0)
            tables[i].show();
    }
    printf("%s: %d cases, %d missed\n", argc > 1 ? wanted : "all", cases,
           missed);
    return cases > 0 && missed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
