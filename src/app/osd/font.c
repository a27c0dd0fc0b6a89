/* SPDX-License-Identifier: MIT */
/*
 * The glyphs are lines of assets/font.txt, which says how they are written. A
 * line is read whenever its glyph is drawn or measured: text is drawn once and
 * then shown for seconds.
 */
#include "app/osd/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/osd/canvas.h"
#include "base/fixed.h"
#include "play/builtin.h"

#define ROW_X          14    /* row of the top of an x */
#define ROW_CAPITAL    20    /* row of the top of a capital */
#define WEIGHT         2.4F  /* of the pen, in columns */
#define DOT            1.35F /* of a dot, in weights */
#define CLOSER_COLUMNS 2     /* between the characters of some pairs */

typedef struct Glyph {
    int left, right;     /* space before column a and after the last */
    const char *strokes; /* each after a space */
    const char *closer;  /* characters, up to the end of the line */
} Glyph;

/* From the grid of a glyph to the target. */
typedef struct Grid {
    CanvasPoint origin; /* column a on the baseline, in pixels */
    float scale;        /* pixels a column */
} Grid;

static Glyph find_glyph(char character)
{
    size_t size;
    const char *text = (const char *)builtin_find("font", &size);
    const char *box = strstr(text, "\nbox ") + 1;
    const char *line = box, *fields;
    Glyph glyph;

    while (line[0] != character || line[1] != ' ') {
        line += strcspn(line, "\n") + 1;
        if (*line == '\0') {
            line = box;
            break;
        }
    }
    fields = line + 1 + strcspn(line + 1, " ");
    glyph = (Glyph){fields[1] - '0', fields[3] - '0', fields + 4,
                    fields + strcspn(fields, "<\n")};
    glyph.closer += *glyph.closer == '<';
    return glyph;
}

static int continues_character(char character)
{
    return ((unsigned char)character & 0xC0) == 0x80;
}

/* The size counts the ink, from edge to edge of the pen. */
static float column_width(float size)
{
    return size / ((float)ROW_CAPITAL + WEIGHT);
}

static int column_number(char letter)
{
    return letter >= 'a' ? letter - 'a' : letter - 'A';
}

static int last_column(const char *strokes)
{
    int last = 0;

    for (; *strokes != '<' && *strokes != '\n'; strokes++) {
        if (*strokes >= 'A')
            last = max_int(last, column_number(*strokes));
    }
    return last;
}

/* Columns from the origin of text[i] to that of the next character. */
static int advance(const char *text, size_t length, size_t i)
{
    Glyph glyph = find_glyph(text[i]);
    int columns = glyph.left + last_column(glyph.strokes) + glyph.right;

    if (continues_character(text[i]))
        return 0;
    if (i + 1 < length &&
        memchr(glyph.closer, text[i + 1], strcspn(glyph.closer, "\n")) != NULL)
        columns -= CLOSER_COLUMNS;
    return columns;
}

/*
 * Height of a row's middle over the baseline. Tops of small letters are moved
 * to whole pixels, where the pen draws them sharp, and all rows with them.
 */
static float row_height(float scale, int row)
{
    float half = WEIGHT / 2.0F * scale;
    float x_top = (float)ROW_X * scale;
    float x_fit = roundf(x_top + 2 * half) - 2 * half;
    float capital = (float)ROW_CAPITAL * scale;

    if (row <= ROW_X)
        return (float)row * x_fit / (float)ROW_X + half;
    return x_fit + half +
           (float)(row - ROW_X) * (capital - x_fit) /
               (float)(ROW_CAPITAL - ROW_X);
}

static CanvasPoint read_point(const Grid *grid, const char **strokes)
{
    int column = column_number(**strokes);
    char *end;
    long row = strtol(*strokes + 1, &end, 10);

    *strokes = end;
    return (CanvasPoint){grid->origin.x + (float)column * grid->scale,
                         grid->origin.y - row_height(grid->scale, (int)row)};
}

static int ends_stroke(char character)
{
    return character == ' ' || character == '\n';
}

/* Adds the stroke that begins here and returns where it ends. */
static const char *add_stroke(CanvasShape *shape, const Grid *grid,
                              const char *strokes)
{
    float radius = WEIGHT / 2.0F * grid->scale;
    CanvasPoint from = read_point(grid, &strokes);
    CanvasPoint corner = from;
    int rounding = 0;

    if (ends_stroke(*strokes))
        canvas_add_line(shape, from, from, WEIGHT * DOT / 2.0F * grid->scale);
    while (!ends_stroke(*strokes)) {
        int is_corner = *strokes < 'a';
        CanvasPoint point = read_point(grid, &strokes);
        CanvasPoint to = point;

        if (rounding && is_corner)
            to = (CanvasPoint){(corner.x + point.x) / 2,
                               (corner.y + point.y) / 2};
        if (rounding)
            canvas_add_curve(shape, from, corner, to, radius);
        else if (!is_corner)
            canvas_add_line(shape, from, to, radius);
        if (rounding || !is_corner)
            from = to;
        rounding = is_corner;
        corner = point;
    }
    return strokes;
}

float font_width(const char *text, size_t length, float size)
{
    int columns = 0;

    for (size_t i = 0; i < length; i++)
        columns += advance(text, length, i);
    return size > 0 ? (float)columns * column_width(size) : 0;
}

float font_draw(const FontPen *pen, float x, float y, const char *text,
                size_t length)
{
    Grid grid = {.scale = column_width(pen->size)};
    CanvasShape shape;

    if (!(pen->size > 0))
        return x;
    for (size_t i = 0; i < length; i++) {
        Glyph glyph = find_glyph(text[i]);
        const char *strokes = glyph.strokes;

        if (continues_character(text[i]))
            continue;
        grid.origin = (CanvasPoint){x + (float)glyph.left * grid.scale, y};
        shape.count = 0;
        while (strokes[0] == ' ' && strokes[1] != '<')
            strokes = add_stroke(&shape, &grid, strokes + 1);
        canvas_draw(pen->target, &shape, pen->argb);
        x += (float)advance(text, length, i) * grid.scale;
    }
    return x;
}
