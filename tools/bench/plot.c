/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include "media/atomic_file.h"
#include "lib/util/fixed.h"

#include <math.h>
#include <stdlib.h>

enum {
    WIDTH = 960,
    HEIGHT = 600,
    /* The edges of the field; right of it stand the names of the lines. */
    LEFT = 80,
    RIGHT = WIDTH - 190,
    TOP = 56,
    BOTTOM = HEIGHT - 64,
    LABEL_SPACE = 17,
    SIZE_SPACE = 76,
    MAX_LINES = 64,
};

/* Colours of scenes, or of presets if there is more than one. Colour-blind eyes
   tell them apart (Okabe and Ito, 2008). */
static const char *const colours[] = {
    "#009e73", "#0072b2", "#cc79a7", "#d55e00", "#e69f00", "#000000", "#999999",
};

/* Of a GPU, whose times hardly depend on the scene. */
#define GPU_COLOUR "#56b4e9"

/* log10 of the values at both edges of the field. */
typedef struct Range {
    double min, max;
} Range;

typedef struct Plot {
    FILE *file;
    const Row *rows;
    int count;
    int per_size, per_preset, per_scene; /* rows */
    int cpu_rows;                        /* of a scene */
    Range pixels, fps;
} Plot;

typedef struct Label {
    double y;
    const Row *row;
    int is_dashed;
} Label;

static double get_pixels(const Row *row)
{
    return (double)row->width * row->height;
}

static double get_fps(const Row *row, int is_dashed)
{
    return is_dashed ? 1000 / row->reference_ms : row->fps;
}

/* Grey for the plain loop beside presets, which it does not know. */
static const char *get_colour(const Plot *plot, const Row *row, int is_dashed)
{
    int preset = (int)(row - plot->rows) % plot->per_size / plot->per_preset;
    int has_presets = plot->per_preset < plot->per_size;

    if (row->on_gpu && !is_dashed)
        return GPU_COLOUR;
    if (has_presets && is_dashed)
        return "#666";
    return colours[(has_presets ? preset : (int)row->kind) % COUNT(colours)];
}

static double place(Range range, double value, int from, int to)
{
    double share = (log10(value) - range.min) / (range.max - range.min);

    return from + share * (to - from);
}

static double place_x(const Plot *plot, const Row *row)
{
    return place(plot->pixels, get_pixels(row), LEFT, RIGHT);
}

static double place_y(const Plot *plot, double fps)
{
    return place(plot->fps, fps, BOTTOM, TOP);
}

static void widen(Range *range, double value)
{
    range->min = fmin(range->min, log10(value));
    range->max = fmax(range->max, log10(value));
}

/* A margin left and right; whole decades from below to above. */
static void find_ranges(Plot *plot)
{
    plot->pixels = plot->fps = (Range){INFINITY, -INFINITY};
    for (int i = 0; i < plot->count; i++) {
        widen(&plot->pixels, get_pixels(&plot->rows[i]));
        widen(&plot->fps, get_fps(&plot->rows[i], 0));
        widen(&plot->fps, get_fps(&plot->rows[i], 1));
    }
    plot->pixels.min -= 0.05;
    plot->pixels.max += 0.05;
    plot->fps.min = floor(plot->fps.min);
    plot->fps.max = ceil(plot->fps.max + 1e-9);
}

/* Named 1, 10, ... 1000, 10 k, 1 M. */
static void draw_grid(const Plot *plot)
{
    static const char *const units[] = {"", " k", " M", " G"};
    int last = (int)plot->fps.max;

    for (int exponent = (int)plot->fps.min; exponent <= last; exponent++) {
        double y = place_y(plot, pow(10, exponent));
        int unit = exponent <= 3 ? 0 : min_int(exponent / 3, 3);

        for (int i = 1; i < (exponent < last ? 10 : 2); i++)
            fprintf(plot->file, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>\n",
                    i == 1 ? "grid" : "fine", LEFT,
                    place_y(plot, i * pow(10, exponent)), RIGHT);
        fprintf(plot->file,
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g%s</text>\n",
                LEFT - 8, y + 4.5, pow(10, exponent - 3 * unit), units[unit]);
    }
}

/* Names that would overlap the one before stand in a second line. */
static void draw_sizes(const Plot *plot)
{
    double last = -INFINITY;

    for (int i = 0; i < plot->count; i += plot->per_size) {
        double x = place_x(plot, &plot->rows[i]);
        int is_near = x - last < SIZE_SPACE;

        fprintf(plot->file,
                "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n"
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                x, TOP, BOTTOM, x, BOTTOM + (is_near ? 36 : 20),
                plot->rows[i].size);
        last = is_near ? -INFINITY : x;
    }
}

/* Draws the line that starts with row `first`; returns the label at its end. */
static Label draw_line(const Plot *plot, int first, int is_dashed)
{
    Label label = {0, &plot->rows[first], is_dashed};

    fprintf(plot->file, "<path class=\"line%s\" stroke=\"%s\" d=\"",
            is_dashed ? " dashed" : "", get_colour(plot, label.row, is_dashed));
    for (int i = first; i < plot->count; i += plot->per_size) {
        label.row = &plot->rows[i];
        label.y = place_y(plot, get_fps(label.row, is_dashed));
        fprintf(plot->file, "%s%.1f %.1f", i == first ? "M" : "L",
                place_x(plot, label.row), label.y);
    }
    fputs("\"/>\n", plot->file);
    return label;
}

static int compare_labels(const void *a, const void *b)
{
    const Label *left = a, *right = b;

    return (left->y > right->y) - (left->y < right->y);
}

/* Names at the ends of the lines, moved down where they would overlap. */
static void draw_labels(const Plot *plot, Label *labels, int count)
{
    double y = -INFINITY;

    qsort(labels, (size_t)count, sizeof *labels, compare_labels);
    for (int i = 0; i < count; i++) {
        const Row *row = labels[i].row;

        y = fmax(labels[i].y, y + LABEL_SPACE);
        fprintf(plot->file, "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s %s",
                RIGHT + 10, y + 4.5, get_colour(plot, row, labels[i].is_dashed),
                labels[i].is_dashed ? "plain" : row->preset, row->scene);
        if (row->on_gpu && !labels[i].is_dashed)
            fputs(", GPU", plot->file);
        else if (plot->cpu_rows > 1 && !labels[i].is_dashed)
            fprintf(plot->file, ", %s, %d", row->simd, row->threads);
        fputs("</text>\n", plot->file);
    }
}

static void draw_lines(const Plot *plot)
{
    Label labels[MAX_LINES];
    int count = 0;

    for (int i = 0; i < plot->per_size; i++) {
        if (count < MAX_LINES)
            labels[count++] = draw_line(plot, i, 0);
        if (i < plot->per_preset && i % plot->per_scene == 0 &&
            count < MAX_LINES)
            labels[count++] = draw_line(plot, i, 1);
    }
    draw_labels(plot, labels, count);
}

int plot_write(const Arguments *arguments, const Row *rows, int count,
               Error *error)
{
    Plot plot = {.rows = rows,
                 .count = count,
                 .per_size = count / arguments->size_count};
    AtomicFile output;

    if (atomic_file_open(&output, arguments->plot, error) != 0)
        return -1;
    plot.file = output.file;
    plot.per_preset = plot.per_size / arguments->preset_count;
    plot.per_scene = plot.per_preset / arguments->scene_count;
    for (int i = 0; i < plot.per_scene; i++)
        plot.cpu_rows += !rows[i].on_gpu;
    find_ranges(&plot);
    fprintf(plot.file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"13\">\n"
            "<style>.grid{stroke:#ccc;fill:none}.fine{stroke:#eee;fill:none}"
            ".line{fill:none;stroke-width:2.5;stroke-linejoin:round}"
            ".dashed{stroke-width:1.5;stroke-dasharray:6 4}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
            "<text x=\"%d\" y=\"30\" font-size=\"18\">Frames per second by "
            "size; dashed: the plain loop of 1999</text>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    draw_grid(&plot);
    draw_sizes(&plot);
    draw_lines(&plot);
    fputs("</svg>\n", plot.file);
    return atomic_file_commit(&output, error);
}
