/* SPDX-License-Identifier: MIT */
/*
 * A glyph is written the way chess players name squares: a letter for the
 * column, 'a' leftmost, and a number for the row, 0 the baseline, 14 the top
 * of an x, 20 the top of a capital, below zero the descenders. Strokes are
 * separated by spaces. The pen goes in straight lines through points with a
 * small letter; a capital letter is a corner it does not reach but rounds,
 * in a conic tangent to both sides, so that "a7A14M14M0A0a7" is an oval.
 * Between two corners in a row the pen passes midway. A stroke of one point
 * is a dot.
 */
#include "app/osd/font.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define ROW_X        14    /* row of the top of an x */
#define ROW_CAPITAL  20    /* row of the top of a capital */
#define WEIGHT       2.4F  /* of the pen, in columns */
#define DOT          1.35F /* of a dot, in weights */
#define ROUNDNESS    0.75F /* weight of the conics; sqrt(1/2) is an ellipse */
#define CURVE_STEPS  16    /* straight pieces of a curve */
#define MAX_SEGMENTS 256   /* straight pieces of a glyph */
#define SPAN         64    /* pixels of a row worked on at once */

typedef struct Glyph {
    signed char left, right; /* space before column a and after the last */
    const char *strokes;
} Glyph;

/* The first stands for every byte that has no glyph of its own. */
static const Glyph glyphs[128] = {
    [0] = {3, 3, "a0a14i14i0a0"},
    [' '] = {5, 4, ""},
    ['!'] = {4, 4, "a20a7 a0"},
    ['"'] = {4, 4, "a20a15 f20f15"},
    ['#'] = {2, 2, "g20d0 o20l0 b14r14 a6q6"},
    ['$'] = {3, 3, "m17K20g20A20A13N7N0g0B0a4 g23g-3"},
    ['%'] = {3, 3, "e20I20I11A11A20e20 q9U9U0M0M9q9 s20c0"},
    ['&'] = {3, 2, "p0e12C14C20K20K14A9A0g0L0p10"},
    ['\''] = {4, 4, "a20a15"},
    ['('] = {4, 2, "e23A16A2e-5"},
    [')'] = {2, 4, "a23E16E2a-5"},
    ['*'] = {2, 2, "f20f11 b18j13 b13j18"},
    ['+'] = {3, 3, "g14g2 a8m8"},
    [','] = {3, 4, "b1a-4"},
    ['-'] = {3, 3, "a8h8"},
    ['.'] = {4, 4, "a0"},
    ['/'] = {2, 2, "a-3j23"},
    ['0'] = {3, 3, "g20M20M0A0A20g20"},
    ['1'] = {5, 7, "a16g20g0"},
    ['2'] = {3, 3, "a15A20M20M10g5a0m0"},
    ['3'] = {3, 3, "a17B20f20L20L11f11 e11f11M11M0f0B0a4"},
    ['4'] = {2, 3, "j0j20a6n6"},
    ['5'] = {3, 3, "l20b20a10C13f13M13M0f0B0a4"},
    ['6'] = {3, 3, "g13M13M0A0A13g13 a7A20k20"},
    ['7'] = {3, 3, "a20m20e0"},
    ['8'] = {3, 3, "g11B11B20L20L11g11A11A0M0M11g11"},
    ['9'] = {3, 3, "g7A7A20M20M7g7 m13M0c0"},
    [':'] = {4, 4, "a13 a0"},
    [';'] = {3, 4, "b13 b1a-4"},
    ['<'] = {3, 3, "l15a8l1"},
    ['='] = {3, 3, "a11l11 a5l5"},
    ['>'] = {3, 3, "a15l8a1"},
    ['?'] = {3, 3, "a16A20K20K13F10f6 f0"},
    ['@'] = {3, 3, "p8P13F13F3P3p8 p13p6P3s3W3w8W20A20A-5l-5O-5q-3"},
    ['A'] = {2, 2, "a0j20s0 d7p7"},
    ['B'] = {4, 3, "a11h11M11M20h20a20a0h0O0O11h11"},
    ['C'] = {3, 2, "q16O20j20A20A0j0O0q4"},
    ['D'] = {4, 3, "a0a20g20Q20Q0g0a0"},
    ['E'] = {4, 3, "m20a20a0m0 a11k11"},
    ['F'] = {4, 2, "m20a20a0 a11k11"},
    ['G'] = {3, 3, "r16P20j20A20A0j0R0r6r9k9"},
    ['H'] = {4, 4, "a20a0 o20o0 a11o11"},
    ['I'] = {4, 4, "a20a0"},
    ['J'] = {2, 4, "i20i5I0e0A0a4"},
    ['K'] = {4, 1, "a20a0 n20a7 e11o0"},
    ['L'] = {4, 2, "a20a0l0"},
    ['M'] = {4, 4, "a0a20i5q20q0"},
    ['N'] = {4, 4, "a0a20o0o20"},
    ['O'] = {3, 3, "j20S20S0A0A20j20"},
    ['P'] = {4, 2, "a0a20h20N20N9h9a9"},
    ['Q'] = {3, 3, "j20S20S0A0A20j20 l6s-1"},
    ['R'] = {4, 2, "a0a20h20N20N9h9a9 g9o0"},
    ['S'] = {3, 3, "m17K20g20A20A13N7N0g0B0a4"},
    ['T'] = {2, 2, "a20o20 h20h0"},
    ['U'] = {4, 4, "a20a7A0O0o7o20"},
    ['V'] = {2, 2, "a20i0q20"},
    ['W'] = {2, 2, "a20f0l20r0w20"},
    ['X'] = {2, 2, "a20o0 o20a0"},
    ['Y'] = {2, 2, "a20h9o20 h9h0"},
    ['Z'] = {2, 2, "a20o20a0o0"},
    ['['] = {4, 2, "e23a23a-5e-5"},
    ['\\'] = {2, 2, "a23j-3"},
    [']'] = {2, 4, "a23e23e-5a-5"},
    ['^'] = {3, 3, "a14f20k14"},
    ['_'] = {2, 2, "a-4k-4"},
    ['`'] = {4, 4, "a21d17"},
    ['a'] = {3, 3, "b12C14f14K14k9k0 k8f8A8A0e0K0k5"},
    ['b'] = {4, 2, "a21a0 a8A14M14M0A0a6"},
    ['c'] = {3, 1, "k11J14f14A14A0f0J0k3"},
    ['d'] = {3, 3, "m21m0 m8M14A14A0M0m6"},
    ['e'] = {3, 2, "a7m7M14A14A0g0J0l3"},
    ['f'] = {2, 1, "c0c16C21g21 a14g14"},
    ['g'] = {3, 3, "m14m-1M-6g-6D-6b-4 m8M14A14A0M0m6"},
    ['h'] = {4, 3, "a21a0 a8A14K14k8k0"},
    ['i'] = {4, 3, "a14a0 a20"},
    ['j'] = {1, 3, "d14d-2D-6a-6 d20"},
    ['k'] = {4, 1, "a21a0 j14a5 d8k0"},
    ['l'] = {4, 2, "a21a3A0d0"},
    ['m'] = {4, 3, "a14a0 a8A14I14i8i0 i8I14Q14q8q0"},
    ['n'] = {4, 3, "a14a0 a8A14K14k8k0"},
    ['o'] = {3, 2, "a7A14M14M0A0a7"},
    ['p'] = {4, 2, "a14a-6 a8A14M14M0A0a6"},
    ['q'] = {3, 3, "m14m-6 m8M14A14A0M0m6"},
    ['r'] = {4, 1, "a14a0 a8A14h14"},
    ['s'] = {2, 2, "i12H14e14A14A9J5J0e0B0a2"},
    ['t'] = {2, 2, "c19c4C0g0 a14g14"},
    ['u'] = {4, 3, "a14a6A0K0k6 k14k0"},
    ['v'] = {2, 1, "a14f0k14"},
    ['w'] = {2, 1, "a14e0i14m0q14"},
    ['x'] = {2, 1, "a14j0 j14a0"},
    ['y'] = {2, 1, "a14f0 k14e-3D-6a-6"},
    ['z'] = {2, 2, "a14j14a0j0"},
    ['{'] = {2, 3, "f23C23c17c12C9a9C9c6c1C-5f-5"},
    ['|'] = {5, 5, "a23a-5"},
    ['}'] = {3, 2, "a23D23d17d12D9f9D9d6d1D-5a-5"},
    ['~'] = {3, 3, "a6D12K4n10"},
};

/* Pairs that would stand too far apart, and by how many columns. */
static const char pairs[] = "ATAVAWAYFAF,F.LTLVLWLYP,P.PATATaTcTdTeTgToTqTr"
                            "TsTuTwTyT,T.VAVaVeVoV,V.WAWaWeWoW,W.YAYaYeYoY,Y."
                            "r,r.v,v.w,w.y,y.";
#define PAIR_COLUMNS 2

typedef struct Point {
    float x, y;
} Point;

/* A straight piece of a stroke: all within `radius` of start + t * way. */
typedef struct Capsule {
    Point start, way;
    float radius;
    float left, right, top, bottom; /* the pixels it may touch */
} Capsule;

/* A glyph on its way from the grid to the target. */
typedef struct Outline {
    Point origin; /* column a on the baseline, in pixels */
    float scale;  /* pixels a column */
    int count;
    Capsule segments[MAX_SEGMENTS];
} Outline;

static const Glyph *find_glyph(char character)
{
    unsigned char c = (unsigned char)character;

    return &glyphs[c < 128 && glyphs[c].strokes != NULL ? c : 0];
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

    for (; *strokes != '\0'; strokes++) {
        if (*strokes >= 'A' && column_number(*strokes) > last)
            last = column_number(*strokes);
    }
    return last;
}

static int is_pair(char left, char right)
{
    for (const char *pair = pairs; *pair != '\0'; pair += 2) {
        if (pair[0] == left && pair[1] == right)
            return 1;
    }
    return 0;
}

/* Columns from the origin of text[i] to that of the next character. */
static int advance(const char *text, size_t length, size_t i)
{
    const Glyph *glyph = find_glyph(text[i]);

    if (continues_character(text[i]))
        return 0;
    return glyph->left + last_column(glyph->strokes) + glyph->right -
           (i + 1 < length && is_pair(text[i], text[i + 1]) ? PAIR_COLUMNS : 0);
}

static void add_segment(Outline *outline, Point from, Point to, float weight)
{
    Capsule *segment = &outline->segments[outline->count];
    float radius = weight / 2.0F * outline->scale;
    float reach = radius + 0.5F;

    assert(outline->count < MAX_SEGMENTS);
    outline->count++;
    segment->start = from;
    segment->way = (Point){to.x - from.x, to.y - from.y};
    segment->radius = radius;
    segment->left = fminf(from.x, to.x) - reach;
    segment->right = fmaxf(from.x, to.x) + reach;
    segment->top = fminf(from.y, to.y) - reach;
    segment->bottom = fmaxf(from.y, to.y) + reach;
}

/* The rational quadratic Bezier curve of weights 1, ROUNDNESS, 1. */
static void add_curve(Outline *outline, Point from, Point corner, Point to)
{
    Point last = from;

    for (int i = 1; i <= CURVE_STEPS; i++) {
        float t = (float)i / (float)CURVE_STEPS;
        float a = (1 - t) * (1 - t);
        float b = 2 * t * (1 - t) * ROUNDNESS;
        float c = t * t;
        float sum = a + b + c;
        Point next = {(a * from.x + b * corner.x + c * to.x) / sum,
                      (a * from.y + b * corner.y + c * to.y) / sum};

        add_segment(outline, last, next, WEIGHT);
        last = next;
    }
}

/*
 * Height of a row's middle over the baseline. Tops of small letters are moved
 * to whole pixels, where the pen draws them sharp, and all rows with them.
 */
static float row_height(const Outline *outline, int row)
{
    float half = WEIGHT / 2.0F * outline->scale;
    float x_top = (float)ROW_X * outline->scale;
    float x_fit = roundf(x_top + 2 * half) - 2 * half;
    float capital = (float)ROW_CAPITAL * outline->scale;

    if (row <= ROW_X)
        return (float)row * x_fit / (float)ROW_X + half;
    return x_fit + half +
           (float)(row - ROW_X) * (capital - x_fit) /
               (float)(ROW_CAPITAL - ROW_X);
}

static Point read_point(const Outline *outline, const char **strokes)
{
    int column = column_number(**strokes);
    char *end;
    long row = strtol(*strokes + 1, &end, 10);

    *strokes = end;
    return (Point){outline->origin.x + (float)column * outline->scale,
                   outline->origin.y - row_height(outline, (int)row)};
}

/* Adds the stroke that begins here and returns where it ends. */
static const char *add_stroke(Outline *outline, const char *strokes)
{
    Point from = read_point(outline, &strokes);
    Point corner = from;
    int rounding = 0;

    if (*strokes == ' ' || *strokes == '\0')
        add_segment(outline, from, from, WEIGHT * DOT);
    while (*strokes != ' ' && *strokes != '\0') {
        int is_corner = *strokes < 'a';
        Point point = read_point(outline, &strokes);
        Point to = point;

        if (rounding && is_corner)
            to = (Point){(corner.x + point.x) / 2, (corner.y + point.y) / 2};
        if (rounding)
            add_curve(outline, from, corner, to);
        else if (!is_corner)
            add_segment(outline, from, to, WEIGHT);
        if (rounding || !is_corner)
            from = to;
        rounding = is_corner;
        corner = point;
    }
    return strokes;
}

/* How much of a pixel the pen covers, its middle `distance` from the line. */
static float cover_pixel(const Capsule *segment, float x, float y)
{
    float dx = x - segment->start.x;
    float dy = y - segment->start.y;
    Point way = segment->way;
    float along = dx * way.x + dy * way.y;
    float length = way.x * way.x + way.y * way.y;
    float t = along <= 0 ? 0 : along >= length ? 1 : along / length;
    float distance = hypotf(dx - t * way.x, dy - t * way.y);

    return fminf(segment->radius, distance + 0.5F) -
           fmaxf(-segment->radius, distance - 0.5F);
}

static int clamp_pixel(float position, int low, int high)
{
    if (!(position > (float)low))
        return low;
    return position < (float)high ? (int)position : high;
}

static uint32_t blend_channel(uint32_t over, uint32_t under, int shift,
                              uint32_t alpha, uint32_t rest)
{
    uint32_t sum =
        (over >> shift & 255) * alpha * 255 + (under >> shift & 255) * rest;
    uint32_t whole = alpha * 255 + rest;

    return (sum + whole / 2) / whole << shift;
}

/* Source over destination, both with straight alpha; alpha is not zero. */
static uint32_t blend(uint32_t over, uint32_t under, uint32_t alpha)
{
    uint32_t rest = (under >> 24) * (255 - alpha);

    return (alpha * 255 + rest + 127) / 255 << 24 |
           blend_channel(over, under, 16, alpha, rest) |
           blend_channel(over, under, 8, alpha, rest) |
           blend_channel(over, under, 0, alpha, rest);
}

/* Draws the part of a glyph in `count` pixels from (x, y), at most SPAN. */
static void draw_span(const Outline *outline, const FontPen *pen, int x, int y,
                      int count)
{
    uint32_t *row = pen->target->pixels + (size_t)y * pen->target->stride + x;
    float middle = (float)y + 0.5F;
    float cover[SPAN] = {0};

    for (int s = 0; s < outline->count; s++) {
        const Capsule *segment = &outline->segments[s];
        int end = clamp_pixel(segment->right - (float)x + 1.0F, 0, count);

        if (middle < segment->top || middle > segment->bottom)
            continue;
        for (int i = clamp_pixel(segment->left - (float)x, 0, count); i < end;
             i++) {
            cover[i] = fmaxf(
                cover[i], cover_pixel(segment, (float)(x + i) + 0.5F, middle));
        }
    }
    for (int i = 0; i < count; i++) {
        float strength = fminf(cover[i], 1.0F) * (float)(pen->argb >> 24);
        uint32_t alpha = (uint32_t)(strength + 0.5F);

        if (alpha > 0)
            row[i] = blend(pen->argb, row[i], alpha);
    }
}

static void draw_outline(const Outline *outline, const FontPen *pen)
{
    int width = pen->target->width, height = pen->target->height;
    int left = width, right = 0, top = height, bottom = 0;

    for (int i = 0; i < outline->count; i++) {
        const Capsule *s = &outline->segments[i];

        left = clamp_pixel(s->left, 0, left);
        right = clamp_pixel(s->right + 1.0F, right, width);
        top = clamp_pixel(s->top, 0, top);
        bottom = clamp_pixel(s->bottom + 1.0F, bottom, height);
    }
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x += SPAN)
            draw_span(outline, pen, x, y, right - x < SPAN ? right - x : SPAN);
    }
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
    Outline outline = {.scale = column_width(pen->size)};

    if (!(pen->size > 0))
        return x;
    for (size_t i = 0; i < length; i++) {
        const Glyph *glyph = find_glyph(text[i]);
        const char *strokes = glyph->strokes;

        outline.origin = (Point){x + (float)glyph->left * outline.scale, y};
        outline.count = 0;
        while (*strokes != '\0' && !continues_character(text[i])) {
            strokes = add_stroke(&outline, strokes);
            strokes += *strokes == ' ';
        }
        draw_outline(&outline, pen);
        x += (float)advance(text, length, i) * outline.scale;
    }
    return x;
}
