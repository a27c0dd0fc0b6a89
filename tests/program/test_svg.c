/* SPDX-License-Identifier: MIT */
/*
 * SVGs that are blue in the middle: drawn by librsvg, and without it, when the
 * program says what it leaves out. Of no other file anything is seen.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <SDL.h>

#include "lib/util/fixed.h"
#include "media/decoder.h"
#include "media/surface.h"
#include "media/svg.h"
#include "decoded.h"
#include "../process.h"
#include "../support.h"
#include "../test.h"

#define SVG \
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' " \
    "xmlns:xlink='http://www.w3.org/1999/xlink'>"
#define RECT(more) "<rect width='9' height='9' " more "/>"
#define BLUE       RECT("fill='blue'")

#define PACKED \
    "\037\213\010\000\000\000\000\000\002\003\155\214\273\016\200\040" \
    "\014\000\177\245\133\067\112\164\322\000\037\243\042\220\340\043" \
    "\120\255\237\257\354\156\227\334\345\114\275\003\074\133\336\253" \
    "\305\310\174\216\104\042\242\244\127\107\011\324\151\255\351\053" \
    "\020\044\055\034\055\016\010\321\247\020\271\241\063\305\317\374" \
    "\253\140\115\071\133\234\362\345\221\234\151\017\367\002\314\024" \
    "\273\345\153\000\000\000"

static void set_up(void)
{
    decoder_use(process_ripple());
}

static void tear_down(void)
{
    decoder_use(NULL);
}

TEST_CASE(load, svg, .timeout_s = 60, .set_up = set_up, .tear_down = tear_down);

#define NAMED(file, text, says) \
    { \
        file, text, sizeof(text) - 1, says \
    }
#define DRAWN(text, says) NAMED("a.svg", text, says)

static const struct {
    const char *name, *text;
    size_t size;
    const char *says; /* without librsvg; NULL: nothing, it is blue as well */
} drawn[] = {
    DRAWN("<svg width='9' height='9'>" BLUE "</svg>", NULL),
    DRAWN("<svg viewBox='3 3 9 9'>" RECT("x='3' y='3' fill='blue'") "</svg>",
          NULL),
    DRAWN("<svg>" RECT("x='99' y='50' fill='blue'") "</svg>", NULL),
    DRAWN("<?xml version='1.0'?>\n<!-- <svg> --><!DOCTYPE svg [<!-- don't > -->"
          "<!ELEMENT a (#PCDATA)>]>\n" SVG BLUE "</svg>",
          NULL),
    DRAWN(SVG "<defs><linearGradient id='a'><stop stop-color='#00f'/>"
              "<stop offset='1' stop-color='#00f'/>"
              "</linearGradient></defs>" RECT("fill='url(#a)'") "</svg>",
          NULL),
    DRAWN(SVG "<style>\n.a { fill: #00f }\n</style>" RECT("class='a'") "</svg>",
          NULL),
    DRAWN(SVG "<style>.b{}</style><style>.a{}#a{fill:#00f}</style>" RECT(
              "id='a'") "</svg>",
          "left out without librsvg: rules of <style>"),
    DRAWN(SVG "<style>.a,.b{fill:#00f}</style>" RECT("class='b'") "</svg>",
          "left out without librsvg: rules of <style>"),
    DRAWN(SVG "<defs><g id='a'>" BLUE "</g></defs><use xlink:href='#a'/></svg>",
          "left out without librsvg: use"),
    DRAWN(SVG "<text x='-9' y='9' stroke='blue' stroke-width='9'>HHHHH</text>"
              "</svg>",
          "left out without librsvg: text"),
    DRAWN(SVG "<image width='9' height='9' href='data:image/png;base64,"
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQ"
              "d1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC'/>"
              "<clipPath id='a'/></svg>",
          "left out without librsvg: image, clipPath"),
    DRAWN("<!DOCTYPE svg [<!ENTITY a '#00f'>]>" SVG RECT("fill='&a;'") "</svg>",
          "left out without librsvg: ENTITY"),
    DRAWN("<a:svg xmlns:a='http://www.w3.org/2000/svg' width='9' height='9'>"
          "<a:rect width='9' height='9' fill='blue'/></a:svg>",
          "SVG with a prefix, without librsvg, is not read"),
    NAMED("a.svgz", PACKED, "SVG in gzip, without librsvg, is not read"),
};

static void expect_middle(const char *path, uint32_t colour)
{
    SDL_Surface *surface;
    Error error;

    if (decoder_load(&surface, path, NULL, &error) != 0)
        ck_abort_msg("%s", error.text);
    decoded_own(surface);
    EXPECT_INT(surface->w, ==, surface->h);
    EXPECT_INT(pixel_at(surface, surface->w / 2, surface->h / 2), ==, colour);
}

TEST_LOOP(svg, drawn, COUNT(drawn))
{
    if (svg_open_library() || drawn[_i].says == NULL)
        expect_middle(
            support_write_bytes(drawn[_i].name, drawn[_i].text, drawn[_i].size),
            0xFF0000FF);
}

/* A library of that name that is none. */
TEST_LOOP(svg, without_library, COUNT(drawn))
{
    char folder[300];
    const char *const environment[] = {folder, NULL};
    Process process = {.environment = environment};
    char line[300], wanted[300] = "";

    support_write("librsvg-2.so.2", "");
    snprintf(folder, sizeof folder, "LD_LIBRARY_PATH=%s", support_path("."));
    snprintf(line, sizeof line,
             "--no-config --size 9x9 --frames 0 --output @svg.png @%s",
             drawn[_i].name);
    support_write_bytes(drawn[_i].name, drawn[_i].text, drawn[_i].size);
    process_run_ripple(&process, line);
    if (drawn[_i].says != NULL)
        snprintf(wanted, sizeof wanted, "ripple: %s: %s\n",
                 support_path(drawn[_i].name), drawn[_i].says);
    ck_assert_str_eq(process.err, wanted);
    process_clear(&process);
    if (drawn[_i].says == NULL) {
        RipplePixels frame = process_read_picture(support_path("svg.png"));

        EXPECT_INT(frame.pixels[40], ==, 0xFF0000FF);
        free(frame.pixels);
    }
    unlink(support_path("librsvg-2.so.2"));
}

/* The root can be behind more than the first bytes. */
TEST(svg, long_comment)
{
    char text[9000];

    snprintf(text, sizeof text, "<!--%8000s-->" SVG BLUE "</svg>", "");
    expect_middle(support_write("a.svg", text), 0xFF0000FF);
}

static const char *const foreign[] = {
    "<image width='9' height='9' href='%s'/>",
    "<image width='9' height='9' href='file://%s'/>",
    "<image width='9' height='9' href='seen.svg'/>",
    "<use href='%s#a'/>",
    "<use href='file://%s#a'/>",
    "<g><i:include href='%s' xmlns:i='http://www.w3.org/2001/XInclude'/></g>",
};

TEST_LOOP(svg, no_other_file, COUNT(foreign))
{
    const char *path =
        support_write("seen.svg", SVG RECT("id='a' fill='red'") "</svg>");
    char text[900];
    size_t used = (size_t)snprintf(text, sizeof text, SVG);

    used +=
        (size_t)snprintf(text + used, sizeof text - used, foreign[_i], path);
    snprintf(text + used, sizeof text - used, "</svg>");
    if (svg_open_library())
        expect_middle(support_write("a.svg", text),
                      0xFF000000 | SURFACE_GROUND);
}
