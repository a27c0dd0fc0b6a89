/* SPDX-License-Identifier: MIT */
/*
 * librsvg loads no other file: it does not know where the SVG is from. Only its
 * few functions that are used are declared here, as in <librsvg/rsvg.h> and
 * <cairo.h>, so that every build has them.
 */
#include "media/svg.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include <SDL_image.h>

#include "lib/util/fixed.h"
#include "media/byte_reader.h"
#include "media/surface.h"

#ifdef __APPLE__
#define LIBRARY "librsvg-2.2.dylib"
#else
#define LIBRARY "librsvg-2.so.2"
#endif

#define CAIRO_FORMAT_ARGB32 0 /* multiplied by alpha */

typedef struct Area { /* RsvgRectangle */
    double x, y, width, height;
} Area;

/* Functions of librsvg 2.52, of cairo and of GObject. */
typedef struct Library {
    void *(*read)(const void *data, size_t size, void *error);
    int (*get_size)(void *handle, double *width, double *height);
    void (*get_dimensions)(void *handle, int *has_width, void *width,
                           int *has_height, void *height, int *has_box,
                           Area *box);
    int (*get_geometry)(void *handle, const char *id, const Area *viewport,
                        Area *ink, Area *logical, void *error);
    int (*render)(void *handle, void *cairo, const Area *viewport, void *error);
    void (*unref)(void *object);
    void *(*create_image)(void *pixels, int format, int width, int height,
                          int pitch);
    void (*destroy_image)(void *image);
    void *(*create_cairo)(void *image);
    void (*destroy_cairo)(void *cairo);
    void (*scale)(void *cairo, double x, double y);
} Library;

/* The library stays open: GObject cannot be closed. Returns whether it is
   there. */
static int open_library(Library *library)
{
    const struct {
        const char *name;
        void *function; /* where to put it */
    } functions[] = {
        {"rsvg_handle_new_from_data", &library->read},
        {"rsvg_handle_get_intrinsic_size_in_pixels", &library->get_size},
        {"rsvg_handle_get_intrinsic_dimensions", &library->get_dimensions},
        {"rsvg_handle_get_geometry_for_layer", &library->get_geometry},
        {"rsvg_handle_render_document", &library->render},
        {"g_object_unref", &library->unref},
        {"cairo_image_surface_create_for_data", &library->create_image},
        {"cairo_surface_destroy", &library->destroy_image},
        {"cairo_create", &library->create_cairo},
        {"cairo_destroy", &library->destroy_cairo},
        {"cairo_scale", &library->scale},
    };
    void *object = SDL_LoadObject(LIBRARY);

    for (int i = 0; object != NULL && i < COUNT(functions); i++) {
        void *found = SDL_LoadFunction(object, functions[i].name);

        if (found == NULL)
            return 0;
        memcpy(functions[i].function, &found, sizeof found);
    }
    return object != NULL;
}

/* Its filters would start a thread for each CPU, each with a stack, which can
   be more memory than a decoder is allowed. */
int svg_open_library(void)
{
    Library library;

    SDL_setenv("RAYON_NUM_THREADS", "1", 1);
    return open_library(&library);
}

/* The document: its width and height, else its viewBox, else its shapes. */
static Area find_area(const Library *library, void *handle)
{
    Area area = {0}, box = {0};
    int has_box = 0;

    if (library->get_size(handle, &area.width, &area.height))
        return area;
    library->get_dimensions(handle, NULL, NULL, NULL, NULL, &has_box, &box);
    if (has_box)
        return (Area){0, 0, box.width, box.height};
    area.width = area.height = SVG_SIDE;
    library->get_geometry(handle, NULL, &area, &box, NULL, NULL);
    return (Area){-box.x, -box.y, box.width, box.height};
}

/* Returns 0 or -1. */
static int render(const Library *library, void *handle, const Area *area,
                  double scale, const SDL_Surface *surface)
{
    void *image = library->create_image(surface->pixels, CAIRO_FORMAT_ARGB32,
                                        surface->w, surface->h, surface->pitch);
    void *cairo = library->create_cairo(image);
    int is_drawn;

    library->scale(cairo, scale, scale);
    is_drawn = library->render(handle, cairo, area, NULL);
    library->destroy_cairo(cairo);
    library->destroy_image(image);
    return is_drawn ? 0 : SDL_OutOfMemory();
}

static SDL_Surface *draw(const Library *library, const void *data, size_t size)
{
    void *handle = library->read(data, size, NULL);
    SDL_Surface *surface = NULL;
    Area area;

    if (handle == NULL)
        return NULL;
    area = find_area(library, handle);
    if (area.width > 0 && area.height > 0) {
        double scale = SVG_SIDE / fmax(area.width, area.height);

        surface = surface_create(max_int((int)lround(area.width * scale), 1),
                                 max_int((int)lround(area.height * scale), 1));
        if (surface != NULL &&
            render(library, handle, &area, scale, surface) != 0) {
            SDL_FreeSurface(surface);
            surface = NULL;
        }
    }
    library->unref(handle);
    return surface;
}

/* Stops behind the text. */
static void skip_behind(ByteReader *reader, const char *text)
{
    while (!byte_reader_starts_with(reader, text) && !reader->failed)
        byte_reader_skip(reader, 1);
    byte_reader_skip(reader, strlen(text));
}

/* Takes the rest of a tag, or a declaration up to those inside of it, in [].
   Returns its last two bytes: '>' and the one before it, which is '/' if the
   element has no content. A '>' in quotes is text. */
static uint32_t take_tag(ByteReader *reader)
{
    uint32_t last = 0, quote = 0;

    while ((last & 0xFF) != '>' && (last & 0xFF) != '[' && !reader->failed) {
        uint32_t byte = byte_reader_take(reader, 1);

        if (quote == 0 && (byte == '"' || byte == '\''))
            quote = byte;
        else if (byte == quote)
            quote = 0;
        else if (quote == 0)
            last = (last << 8 | byte) & 0xFFFF;
    }
    return last;
}

static void skip_space(ByteReader *reader)
{
    while (reader->at < reader->size && isspace(reader->data[reader->at]))
        reader->at++;
}

/* Stops at the first element of a text that begins with markup. */
static int find_root(ByteReader *reader)
{
    if (byte_reader_starts_with(reader, "\xEF\xBB\xBF"))
        byte_reader_skip(reader, 3);
    skip_space(reader);
    if (!byte_reader_starts_with(reader, "<"))
        return 0;
    while (!reader->failed) {
        if (byte_reader_starts_with(reader, "<!--"))
            skip_behind(reader, "-->");
        else if (byte_reader_starts_with(reader, "<?"))
            skip_behind(reader, "?>");
        else if (byte_reader_starts_with(reader, "<!"))
            take_tag(reader);
        else if (byte_reader_starts_with(reader, "<"))
            return 1;
        else
            byte_reader_skip(reader, 1);
    }
    return 0;
}

/* The name of an element can have a prefix: <svg:svg>. */
int svg_has_root(const unsigned char *data, size_t size)
{
    ByteReader reader = {.data = data, .size = size};
    size_t start, end;

    if (!find_root(&reader))
        return 0;
    start = reader.at;
    while (strchr(" \t\r\n/>", (int)byte_reader_take(&reader, 1)) == NULL)
        continue;
    end = reader.at - 1;
    return !reader.failed && end >= start + 4 &&
           memcmp(data + end - 3, "svg", 3) == 0 &&
           (data[end - 4] == '<' || data[end - 4] == ':');
}

const char *svg_unread(const unsigned char *data, size_t size)
{
    ByteReader reader = {.data = data, .size = size};

    if (svg_open_library())
        return NULL;
    if (byte_reader_has_magic(&reader, SVG_PACKED))
        return "SVG in gzip, without librsvg,";
    return find_root(&reader) && (!byte_reader_starts_with(&reader, "<svg") ||
                                  byte_reader_starts_with(&reader, "<svg:"))
               ? "SVG with a prefix, without librsvg,"
               : NULL;
}

/* nanosvg draws what there is. Each <svg> must have its </svg>. */
static int is_whole(ByteReader reader)
{
    int depth = 0, ends = 0;

    while (!reader.failed && reader.at < reader.size) {
        if (byte_reader_starts_with(&reader, "<!--")) {
            skip_behind(&reader, "-->");
        } else if (byte_reader_starts_with(&reader, "<![CDATA[")) {
            skip_behind(&reader, "]]>");
        } else if (byte_reader_starts_with(&reader, "</svg")) {
            take_tag(&reader);
            depth--;
            ends++;
        } else if (byte_reader_starts_with(&reader, "<svg")) {
            depth += take_tag(&reader) != ('/' << 8 | '>');
        } else {
            byte_reader_skip(&reader, 1);
        }
    }
    return !reader.failed && ends > 0 && depth <= 0;
}

/* Skips a rule for a class, `.name { ... }`, or fails. */
static void skip_class_rule(ByteReader *reader)
{
    uint32_t byte = byte_reader_take(reader, 1);
    int is_class = byte == '.';

    do
        byte = byte_reader_take(reader, 1);
    while (isalnum((int)byte) || byte == '-' || byte == '_');
    while (isspace((int)byte))
        byte = byte_reader_take(reader, 1);
    if (!is_class || byte != '{')
        reader->failed = 1;
    skip_behind(reader, "}");
}

/* Whether a <style> has rules for other than classes. */
static int has_other_rules(ByteReader reader)
{
    for (;;) {
        skip_behind(&reader, "<style");
        if (reader.failed)
            return 0;
        take_tag(&reader);
        skip_space(&reader);
        while (!reader.failed && !byte_reader_starts_with(&reader, "</")) {
            skip_class_rule(&reader);
            skip_space(&reader);
        }
        if (reader.failed)
            return 1;
    }
}

/* Tells what nanosvg does not draw. */
static void tell_left_out(ByteReader reader, const char *name, Error *error)
{
    static const char *const parts[] = {
        "<use",     "<text",   "<image",  "<clipPath",      "<mask",
        "<pattern", "<filter", "<marker", "<foreignObject", "<!ENTITY",
    };
    char list[160] = "";
    size_t used = 0;

    for (int i = 0; i < COUNT(parts); i++) {
        if (byte_reader_contains(&reader, parts[i]))
            used += (size_t)snprintf(list + used, sizeof list - used, "%s %s",
                                     used > 0 ? "," : "",
                                     parts[i] + 1 + (parts[i][1] == '!'));
    }
    if (has_other_rules(reader))
        used += (size_t)snprintf(list + used, sizeof list - used,
                                 "%s rules of <style>", used > 0 ? "," : "");
    if (used > 0)
        error_write(error, name, "left out without librsvg:%s", list);
}

static SDL_Surface *draw_by_nanosvg(ByteReader reader)
{
    SDL_RWops *source = SDL_RWFromConstMem(reader.data, (int)reader.size);
    SDL_Surface *drawn, *surface = NULL;

    if (source == NULL)
        return NULL;
    drawn = IMG_LoadSizedSVG_RW(source, SVG_SIDE, SVG_SIDE);
    SDL_RWclose(source);
    if (drawn != NULL)
        surface = SDL_ConvertSurfaceFormat(drawn, SDL_PIXELFORMAT_ARGB8888, 0);
    if (surface != NULL && surface_premultiply(surface) != 0) {
        SDL_FreeSurface(surface);
        surface = NULL;
    }
    SDL_FreeSurface(drawn);
    return surface;
}

SDL_Surface *svg_draw(const unsigned char *data, size_t size, const char *name,
                      Error *error)
{
    ByteReader reader = {.data = data, .size = size};
    Library library;

    if (open_library(&library))
        return draw(&library, data, size);
    if (!is_whole(reader))
        return NULL;
    tell_left_out(reader, name, error);
    return draw_by_nanosvg(reader);
}
