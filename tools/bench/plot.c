/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include "app/output/atomic_file.h"
#include "base/fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Colours that colour-blind eyes tell apart (Okabe and Ito, 2008). */
static const char *const colours[SCENE_COUNT] = {
    [SCENE_CALM] = "#009e73",
    [SCENE_DRIZZLE] = "#0072b2",
    [SCENE_RAIN] = "#cc79a7",
    [SCENE_STORM] = "#d55e00",
};

typedef struct Plot {
    FILE *file;
    const Row *rows;
    int count;
    double min_x, max_x, min_y, max_y; /* log10 of the field's edges */
} Plot;

typedef struct Label {
    double y;
    const Row *row;
    int is_dashed;
} Label;

static double find_fps(const Row *row, int is_dashed)
{
    return is_dashed ? row_reference_fps(row) : row_fps(row);
}

static double place_x(const Plot *plot, const Row *row)
{
    double share =
        (log10(row_pixels(row)) - plot->min_x) / (plot->max_x - plot->min_x);

    return LEFT + share * (RIGHT - LEFT);
}

static double place_y(const Plot *plot, double fps)
{
    double share = (log10(fps) - plot->min_y) / (plot->max_y - plot->min_y);

    return BOTTOM - share * (BOTTOM - TOP);
}

/* A margin left and right; whole decades from below to above. */
static void find_range(Plot *plot)
{
    plot->min_x = plot->min_y = INFINITY;
    plot->max_x = plot->max_y = -INFINITY;
    for (int i = 0; i < plot->count; i++) {
        const Row *row = &plot->rows[i];
        double x = log10(row_pixels(row));
        double ours = log10(row_fps(row)),
               plain = log10(row_reference_fps(row));

        plot->min_x = fmin(plot->min_x, x);
        plot->max_x = fmax(plot->max_x, x);
        plot->min_y = fmin(plot->min_y, fmin(ours, plain));
        plot->max_y = fmax(plot->max_y, fmax(ours, plain));
    }
    plot->min_x -= 0.05;
    plot->max_x += 0.05;
    plot->min_y = floor(plot->min_y);
    plot->max_y = ceil(plot->max_y + 1e-9);
}

static void draw_level(const Plot *plot, const char *class, double y)
{
    fprintf(plot->file, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>\n", class, LEFT,
            y, RIGHT);
}

/* Named 1, 10, ... 1000, 10 k, 1 M. */
static void draw_grid(const Plot *plot)
{
    static const char *const units[] = {"", " k", " M", " G"};
    int last = (int)plot->max_y;

    for (int exponent = (int)plot->min_y; exponent <= last; exponent++) {
        double y = place_y(plot, pow(10, exponent));
        int unit = exponent <= 3 ? 0 : min_int(exponent / 3, 3);

        draw_level(plot, "grid", y);
        fprintf(plot->file,
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g%s</text>\n",
                LEFT - 8, y + 4.5, pow(10, exponent - 3 * unit), units[unit]);
        for (int i = 2; i < 10 && exponent < last; i++)
            draw_level(plot, "fine", place_y(plot, i * pow(10, exponent)));
    }
}

static int is_same_size(const Row *a, const Row *b)
{
    return a->width == b->width && a->height == b->height;
}

static int is_same_scene(const Row *a, const Row *b)
{
    return a->scene == b->scene;
}

static int is_same_line(const Row *a, const Row *b)
{
    return a->scene == b->scene && a->threads == b->threads &&
           strcmp(a->simd, b->simd) == 0;
}

/* Whether row i is the first of its kind. */
static int is_first(const Plot *plot, int i,
                    int (*is_same)(const Row *a, const Row *b))
{
    int k = 0;

    while (!is_same(&plot->rows[k], &plot->rows[i]))
        k++;
    return k == i;
}

/* Names that would overlap the one before stand in a second line. */
static void draw_sizes(const Plot *plot)
{
    double last = -INFINITY;

    for (int i = 0; i < plot->count; i++) {
        const Row *row = &plot->rows[i];
        double x = place_x(plot, row);
        int is_near = x - last < SIZE_SPACE;

        if (!is_first(plot, i, is_same_size))
            continue;
        fprintf(plot->file,
                "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n"
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%dx%d"
                "</text>\n",
                x, TOP, BOTTOM, x, BOTTOM + (is_near ? 36 : 20), row->width,
                row->height);
        last = is_near ? -INFINITY : x;
    }
}

/* Draws the line that starts with row `first`; returns the label at its end. */
static Label draw_line(const Plot *plot, int first, int is_dashed)
{
    Label label = {0, &plot->rows[first], is_dashed};

    fprintf(plot->file, "<path class=\"line%s\" stroke=\"%s\" d=\"",
            is_dashed ? " dashed" : "", colours[label.row->scene]);
    for (int i = first; i < plot->count; i++) {
        const Row *row = &plot->rows[i];

        if (!is_same_line(&plot->rows[first], row))
            continue;
        label.row = row;
        label.y = place_y(plot, find_fps(row, is_dashed));
        fprintf(plot->file, "%s%.1f %.1f", i == first ? "M" : "L",
                place_x(plot, row), label.y);
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
static void draw_labels(const Plot *plot, Label *labels, int count,
                        int has_levels)
{
    double y = -INFINITY;

    qsort(labels, (size_t)count, sizeof *labels, compare_labels);
    for (int i = 0; i < count; i++) {
        const Row *row = labels[i].row;

        y = fmax(labels[i].y, y + LABEL_SPACE);
        fprintf(plot->file, "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s%s",
                RIGHT + 10, y + 4.5, colours[row->scene],
                scenes_name(row->scene), labels[i].is_dashed ? ", plain" : "");
        if (has_levels && !labels[i].is_dashed)
            fprintf(plot->file, ", %s, %d", row->simd, row->threads);
        fputs("</text>\n", plot->file);
    }
}

static void draw_lines(const Plot *plot)
{
    Label labels[MAX_LINES];
    int count = 0, has_levels = 0;

    for (int i = 0; i < plot->count; i++) {
        int starts_scene = is_first(plot, i, is_same_scene);
        int starts_line = is_first(plot, i, is_same_line);

        has_levels |= starts_line && !starts_scene;
        if (starts_line && count < MAX_LINES)
            labels[count++] = draw_line(plot, i, 0);
        if (starts_scene && count < MAX_LINES)
            labels[count++] = draw_line(plot, i, 1);
    }
    draw_labels(plot, labels, count, has_levels);
}

int plot_write(const char *path, const Row *rows, int count, Error *error)
{
    Plot plot = {.rows = rows, .count = count};
    AtomicFile output;

    if (atomic_file_open(&output, path, error) != 0)
        return -1;
    plot.file = output.file;
    find_range(&plot);
    fprintf(plot.file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"13\">\n"
            "<style>.grid{stroke:#ccc;fill:none}.fine{stroke:#eee;fill:none}"
            ".line{fill:none;stroke-width:2.5;stroke-linejoin:round}"
            ".dashed{stroke-width:1.5;stroke-dasharray:6 4}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
            "<text x=\"%d\" y=\"30\" font-size=\"18\">Frames per second by "
            "size, preset %s; dashed: the plain loop of 1999</text>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT, rows[0].preset);
    draw_grid(&plot);
    draw_sizes(&plot);
    draw_lines(&plot);
    fputs("</svg>\n", plot.file);
    return atomic_file_commit(&output, error);
}
