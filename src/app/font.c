/* SPDX-License-Identifier: MIT */
/*
 * The glyphs are lines of assets/font.txt, which says how they are written.
 * They are found once.
 *
 * Strokes are drawn smoothly, with a round pen: how much of a pixel a line
 * covers is computed from the distance of its middle, as if the edge were
 * straight there; of several lines the largest cover counts.
 */
#include "app/font.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/fixed.h"
#include "os/parse.h"
#include "os/pixel_buffer.h"
#include "play/builtin.h"

#define ROW_X          14    /* row of the top of an x */
#define ROW_CAPITAL    20    /* row of the top of a capital */
#define WEIGHT         2.4F  /* of the pen, in columns */
#define DOT            1.35F /* of a dot, in weights */
#define CLOSER_COLUMNS 2     /* between the characters of some pairs */
#define ROUNDNESS      0.75F /* weight of a curve's corner */
#define CURVE_LINES    16    /* straight pieces of a curve */
#define MAX_LINES      256   /* of a glyph */
#define CUT            0     /* the code of what has no line */
#define NOTHING        (-1)  /* that of what is left out */
#define SPAN           64    /* pixels of a row that are worked on at once */

typedef struct Point {
    float x, y;
} Point;

/* A line drawn with a round pen: all within `radius` of start + t * way. */
typedef struct Line {
    Point start, way;
    float radius;
    float left, right, top, bottom; /* the pixels that it may touch */
} Line;

/* Lines that are painted together: pixels where they cross get no more colour
   than others. */
typedef struct Shape {
    int count;
    Line lines[MAX_LINES];
} Shape;

static void add_line(Shape *shape, Point from, Point to, float radius)
{
    float reach = radius + 0.5F;

    assert(shape->count < MAX_LINES);
    shape->lines[shape->count++] = (Line){
        .start = from,
        .way = {to.x - from.x, to.y - from.y},
        .radius = radius,
        .left = fminf(from.x, to.x) - reach,
        .right = fmaxf(from.x, to.x) + reach,
        .top = fminf(from.y, to.y) - reach,
        .bottom = fmaxf(from.y, to.y) + reach,
    };
}

/* Adds a conic, tangent to the lines from the corner to its ends: the rational
   quadratic Bezier curve of weights 1, 3/4, 1. */
static void add_curve(Shape *shape, Point from, Point corner, Point to,
                      float radius)
{
    Point last = from;

    for (int i = 1; i <= CURVE_LINES; i++) {
        float t = (float)i / (float)CURVE_LINES;
        float a = (1 - t) * (1 - t);
        float b = 2 * t * (1 - t) * ROUNDNESS;
        float c = t * t;
        float sum = a + b + c;
        Point next = {(a * from.x + b * corner.x + c * to.x) / sum,
                      (a * from.y + b * corner.y + c * to.y) / sum};

        add_line(shape, last, next, radius);
        last = next;
    }
}

static float cover_pixel(const Line *line, float x, float y)
{
    float dx = x - line->start.x;
    float dy = y - line->start.y;
    Point way = line->way;
    float along = dx * way.x + dy * way.y;
    float length = way.x * way.x + way.y * way.y;
    float t = along <= 0 ? 0 : along >= length ? 1 : along / length;
    float distance = hypotf(dx - t * way.x, dy - t * way.y);

    return fminf(line->radius, distance + 0.5F) -
           fmaxf(-line->radius, distance - 0.5F);
}

/* NaN becomes min. */
static int clamp_pixel(float position, int min, int max)
{
    if (!(position > (float)min))
        return min;
    return position < (float)max ? (int)position : max;
}

static uint32_t blend_channel(uint32_t over, uint32_t under, int shift,
                              uint32_t alpha, uint32_t rest)
{
    uint32_t sum =
        (over >> shift & 255) * alpha * 255 + (under >> shift & 255) * rest;
    uint32_t whole = alpha * 255 + rest;

    return (sum + whole / 2) / whole << shift;
}

uint32_t font_blend(uint32_t over, uint32_t under, uint32_t alpha)
{
    uint32_t rest = (under >> 24) * (255 - alpha);

    if (alpha == 0)
        return under;
    if (rest == 0)
        return alpha << 24 | (over & 0xFFFFFFu);
    return (alpha * 255 + rest + 127) / 255 << 24 |
           blend_channel(over, under, 16, alpha, rest) |
           blend_channel(over, under, 8, alpha, rest) |
           blend_channel(over, under, 0, alpha, rest);
}

/* Draws the part of a shape in `count` pixels from (x, y), at most SPAN. */
static void draw_span(const RipplePixels *target, const Shape *shape,
                      uint32_t argb, int x, int y, int count)
{
    uint32_t *row = pixel_buffer_row(target, y) + x;
    float middle = (float)y + 0.5F;
    float cover[SPAN] = {0};

    for (int s = 0; s < shape->count; s++) {
        const Line *line = &shape->lines[s];
        int end = clamp_pixel(line->right - (float)x + 1.0F, 0, count);

        if (middle < line->top || middle > line->bottom)
            continue;
        for (int i = clamp_pixel(line->left - (float)x, 0, count); i < end; i++)
            cover[i] = fmaxf(cover[i],
                             cover_pixel(line, (float)(x + i) + 0.5F, middle));
    }
    for (int i = 0; i < count; i++) {
        float strength = fminf(cover[i], 1.0F) * (float)(argb >> 24);

        row[i] = font_blend(argb, row[i], (uint32_t)(strength + 0.5F));
    }
}

/* Paints a shape over the pixels of the target. */
static void draw_shape(const RipplePixels *target, const Shape *shape,
                       uint32_t argb)
{
    int width = target->width, height = target->height;
    int left = width, right = 0, top = height, bottom = 0;

    for (int i = 0; i < shape->count; i++) {
        const Line *line = &shape->lines[i];

        left = clamp_pixel(line->left, 0, left);
        right = clamp_pixel(line->right + 1.0F, right, width);
        top = clamp_pixel(line->top, 0, top);
        bottom = clamp_pixel(line->bottom + 1.0F, bottom, height);
    }
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x += SPAN)
            draw_span(target, shape, argb, x, y, min_int(right - x, SPAN));
    }
}

typedef struct Glyph {
    int left, right;     /* space before column a and after the last */
    const char *strokes; /* each after a space */
    const char *closer;  /* characters, up to the end of the line */
} Glyph;

/* From the grid of a glyph to the target. */
typedef struct Grid {
    Point origin; /* column a on the baseline, in pixels */
    float scale;  /* pixels a column */
    int rise;     /* rows that all is moved up */
} Grid;

/* The number of the character at *at, which it moves on to the next; CUT is one
   that has no line, NOTHING a combining mark. */
static int read_code(const char *text, size_t length, size_t *at)
{
    const char *bytes = text + *at;
    int lead = (unsigned char)bytes[0], count = 1;

    while (*at + (size_t)count < length &&
           parse_is_inside_character(bytes[count]))
        count++;
    *at += (size_t)count;
    if (count == 1 && lead < 0x80)
        return lead;
    if (count == 2 && lead == 0xC2 && (unsigned char)bytes[1] == 0xA0)
        return ' ';
    if (count == 2 && lead >= 0xC2 && lead <= 0xC5)
        return (lead & 0x1F) << 6 | (bytes[1] & 0x3F);
    return count == 2 && (lead == 0xCC || lead == 0xCD) ? NOTHING : CUT;
}

/* Gives the characters with a mark the lines of those without. */
static void read_mark(Alphabet *font, const char *line)
{
    size_t length = strcspn(line, "\n"), at = strcspn(line, "<") + 1;

    while (at < length) {
        int code = read_code(line, length, &at);

        font->lines[code] = font->lines[read_code(line, length, &at)];
        font->marks[code] = line;
    }
}

/* The line of each character; without one, that of those that are cut, which
   stands before all others. */
static void find_lines(Alphabet *font)
{
    size_t size;
    const char *line = (const char *)builtin_find("font", &size);
    const char *end = line + size;

    while ((line = memchr(line, '\n', (size_t)(end - line))) != NULL &&
           ++line < end) {
        size_t at = 0;
        int code = read_code(line, (size_t)(end - line), &at);

        if (line[at] == ' ')
            font->lines[code] = line;
        else if (strncmp(line, "mark ", 5) == 0)
            read_mark(font, line);
        else if (strncmp(line, "cut ", 4) == 0)
            for (int i = 0; i < FONT_CODES; i++)
                font->lines[i] = line;
    }
}

static Glyph find_glyph(const Alphabet *font, int code)
{
    const char *line = font->lines[code];
    const char *fields = line + 1 + strcspn(line + 1, " ");
    Glyph glyph = {fields[1] - '0', fields[3] - '0', fields + 4,
                   fields + strcspn(fields, "<\n")};

    glyph.closer += *glyph.closer == '<';
    return glyph;
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

void font_find(Alphabet *font)
{
    memset(font, 0, sizeof *font);
    find_lines(font);
    for (int i = 0; i < FONT_CODES; i++) {
        Glyph glyph = find_glyph(font, i);

        font->closer[i] = glyph.closer;
        font->columns[i] =
            (int16_t)(glyph.left + last_column(glyph.strokes) + glyph.right);
    }
}

/* Whether `code` stands closer behind `before`. */
static int is_closer(const Alphabet *font, int before, int code)
{
    const char *closer = font->closer[before];

    while (*closer != '\n' && *closer != font->lines[code][0])
        closer++;
    return *closer != '\n';
}

/* Text that is read character by character. */
typedef struct Reader {
    const Alphabet *font;
    const char *text;
    size_t length, at; /* the next character */
    int code, columns; /* of this one, from its origin to the next one's */
} Reader;

static int is_cut(const Reader *reader, int code)
{
    return reader->font->lines[code] == reader->font->lines[CUT];
}

/* Reads on past what is not drawn; of characters in a row that cannot be drawn
   the first stands for all. Returns 0 at the end. */
static int read_next(Reader *reader)
{
    int before = reader->code, code;

    do {
        if (reader->at >= reader->length)
            return 0;
        code = read_code(reader->text, reader->length, &reader->at);
    } while (code == NOTHING ||
             (before >= 0 && is_cut(reader, before) && is_cut(reader, code)));
    reader->code = code;
    return 1;
}

static int read_character(Reader *reader)
{
    Reader next;

    if (!read_next(reader))
        return 0;
    next = *reader;
    reader->columns = reader->font->columns[reader->code];
    if (read_next(&next) && is_closer(reader->font, reader->code, next.code))
        reader->columns -= CLOSER_COLUMNS;
    return 1;
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

static Point read_point(const Grid *grid, const char **strokes)
{
    int column = column_number(**strokes);
    char *end;
    long row = strtol(*strokes + 1, &end, 10);

    *strokes = end;
    return (Point){grid->origin.x + (float)column * grid->scale,
                   grid->origin.y -
                       row_height(grid->scale, (int)row + grid->rise)};
}

static int ends_stroke(char character)
{
    return character == ' ' || character == '\n';
}

/* Adds the stroke that begins here and returns where it ends. */
static const char *add_stroke(Shape *shape, const Grid *grid,
                              const char *strokes)
{
    float radius = WEIGHT / 2.0F * grid->scale;
    Point from = read_point(grid, &strokes);
    Point corner = from;
    int rounding = 0;

    if (ends_stroke(*strokes))
        add_line(shape, from, from, WEIGHT * DOT / 2.0F * grid->scale);
    while (!ends_stroke(*strokes)) {
        int is_corner = *strokes < 'a';
        Point point = read_point(grid, &strokes);
        Point to = point;

        if (rounding && is_corner)
            to = (Point){(corner.x + point.x) / 2, (corner.y + point.y) / 2};
        if (rounding)
            add_curve(shape, from, corner, to, radius);
        else if (!is_corner)
            add_line(shape, from, to, radius);
        if (rounding || !is_corner)
            from = to;
        rounding = is_corner;
        corner = point;
    }
    return strokes;
}

static int last_row(const char *strokes)
{
    int last = INT_MIN;

    for (; *strokes != '<' && *strokes != '\n'; strokes++) {
        if (*strokes >= 'A')
            last = max_int(last, (int)strtol(strokes + 1, NULL, 10));
    }
    return last;
}

static void add_strokes(Shape *shape, const Grid *grid, const char *strokes)
{
    while (strokes[0] == ' ' && strokes[1] != '<')
        strokes = add_stroke(shape, grid, strokes + 1);
}

/* Over the middle of a glyph, and above its top if it is high. */
static void add_mark(Shape *shape, Grid grid, const char *mark,
                     const char *strokes)
{
    const char *own = mark + strlen("mark");
    int room = last_column(strokes) - last_column(own);

    grid.origin.x += (float)room / 2 * grid.scale;
    if (last_row(own) > 0 && last_row(strokes) > ROW_X)
        grid.rise = ROW_CAPITAL - ROW_X;
    add_strokes(shape, &grid, own);
}

float font_width(const Alphabet *font, const char *text, size_t length,
                 float size)
{
    Reader reader = {font, text, length, .code = NOTHING};
    int columns = 0;

    while (read_character(&reader))
        columns += reader.columns;
    return size > 0 ? (float)columns * column_width(size) : 0;
}

float font_draw(const Alphabet *font, const FontPen *pen, float x, float y,
                const char *text, size_t length)
{
    Reader reader = {font, text, length, .code = NOTHING};
    Grid grid = {.scale = column_width(pen->size)};
    Shape shape;

    while (pen->size > 0 && read_character(&reader)) {
        Glyph glyph = find_glyph(font, reader.code);

        grid.origin = (Point){x + (float)glyph.left * grid.scale, y};
        shape.count = 0;
        add_strokes(&shape, &grid, glyph.strokes);
        if (font->marks[reader.code] != NULL)
            add_mark(&shape, grid, font->marks[reader.code], glyph.strokes);
        draw_shape(pen->target, &shape, pen->argb);
        x += (float)reader.columns * grid.scale;
    }
    return x;
}
