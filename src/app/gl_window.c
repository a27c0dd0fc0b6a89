/* SPDX-License-Identifier: MIT */
/*
 * The presenter whose frames can stay on the graphics card: it draws with
 * OpenGL, in a context that the pool shares with it. The frame is a texture,
 * its own or one of the pool, and so is each shown part of the overlay. Each is
 * drawn as four corners that fill the viewport, so that places are whole
 * pixels.
 *
 * The context is current from open to close, unless others have made theirs so
 * meanwhile: each function makes sure of it.
 */
#include "app/presenter.h"

#include "app/gl_context.h"
#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "os/pixel_buffer.h"
#include "os/xalloc.h"

#include <GL/glcorearb.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(FUNCTION) \
    FUNCTION(ACTIVETEXTURE, ActiveTexture) \
    FUNCTION(ATTACHSHADER, AttachShader) \
    FUNCTION(BINDFRAMEBUFFER, BindFramebuffer) \
    FUNCTION(BINDTEXTURE, BindTexture) \
    FUNCTION(BINDVERTEXARRAY, BindVertexArray) \
    FUNCTION(BLENDFUNC, BlendFunc) \
    FUNCTION(CLEAR, Clear) \
    FUNCTION(CLEARCOLOR, ClearColor) \
    FUNCTION(COLORMASK, ColorMask) \
    FUNCTION(COMPILESHADER, CompileShader) \
    FUNCTION(CREATEPROGRAM, CreateProgram) \
    FUNCTION(CREATESHADER, CreateShader) \
    FUNCTION(DELETESHADER, DeleteShader) \
    FUNCTION(DELETETEXTURES, DeleteTextures) \
    FUNCTION(DISABLE, Disable) \
    FUNCTION(DRAWARRAYS, DrawArrays) \
    FUNCTION(ENABLE, Enable) \
    FUNCTION(GENTEXTURES, GenTextures) \
    FUNCTION(GENVERTEXARRAYS, GenVertexArrays) \
    FUNCTION(GETERROR, GetError) \
    FUNCTION(GETINTEGERV, GetIntegerv) \
    FUNCTION(GETPROGRAMIV, GetProgramiv) \
    FUNCTION(GETSTRING, GetString) \
    FUNCTION(LINKPROGRAM, LinkProgram) \
    FUNCTION(PIXELSTOREI, PixelStorei) \
    FUNCTION(READPIXELS, ReadPixels) \
    FUNCTION(SHADERSOURCE, ShaderSource) \
    FUNCTION(TEXIMAGE2D, TexImage2D) \
    FUNCTION(TEXPARAMETERI, TexParameteri) \
    FUNCTION(TEXSUBIMAGE2D, TexSubImage2D) \
    FUNCTION(USEPROGRAM, UseProgram) \
    FUNCTION(VIEWPORT, Viewport)

#define MAX_ERRORS 16 /* a lost context may report them for ever */

typedef struct GlWindow {
#define FIELD(TYPE, name) PFNGL##TYPE##PROC name;
    FUNCTIONS(FIELD)
    SDL_Window *window;
    GlContext *context;
    GLuint program, corners;
    int max_size; /* of a texture */
    int width, height, is_sharp;
    RippleFormat format;
    GLuint frame; /* pixels from memory, of that size and format */
    GLuint shown; /* the frame, or the texture that is shown in its place */
    GLuint overlays[CANVAS_RECTS]; /* parts of the canvas; 0: none */
    RippleRect places[CANVAS_RECTS];
    SDL_Rect target; /* of what was presented last; empty: all of the window */
} GlWindow;

static const char *const vertices =
    "out vec2 place;\n"
    "void main()\n"
    "{\n"
    "    place = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
    "    gl_Position = vec4(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y, 0, 1);\n"
    "}\n";

static const char *const fragments = "uniform sampler2D picture;\n"
                                     "in vec2 place;\n"
                                     "out vec4 colour;\n"
                                     "void main()\n"
                                     "{\n"
                                     "    colour = texture(picture, place);\n"
                                     "}\n";

/* That of SDL's renderer in whose place it is. */
SETTING_WORDS(name_renderer, "opengl")

static int load_functions(GlWindow *gl)
{
    int all = 1;

#define LOAD(TYPE, name) \
    { \
        void *found = SDL_GL_GetProcAddress("gl" #name); \
\
        memcpy(&gl->name, &found, sizeof found); \
        all &= found != NULL; \
    }
    FUNCTIONS(LOAD)
    return all ? 0 : -1;
}

static void add_shader(const GlWindow *gl, GLenum kind, const char *text)
{
    const char *version = (const char *)gl->GetString(GL_VERSION);
    int is_es = version != NULL && strstr(version, "OpenGL ES") != NULL;
    const char *texts[] = {is_es ? "#version 300 es\nprecision highp float;\n"
                                 : "#version 330 core\n",
                           text};
    GLuint shader = gl->CreateShader(kind);

    gl->ShaderSource(shader, COUNT(texts), texts, NULL);
    gl->CompileShader(shader);
    gl->AttachShader(gl->program, shader);
    gl->DeleteShader(shader);
}

/* Returns 0 or -1. */
static int make_program(GlWindow *gl)
{
    GLint is_linked = 0;

    gl->program = gl->CreateProgram();
    add_shader(gl, GL_VERTEX_SHADER, vertices);
    add_shader(gl, GL_FRAGMENT_SHADER, fragments);
    gl->LinkProgram(gl->program);
    gl->GetProgramiv(gl->program, GL_LINK_STATUS, &is_linked);
    gl->GenVertexArrays(1, &gl->corners);
    gl->GetIntegerv(GL_MAX_TEXTURE_SIZE, &gl->max_size);
    return is_linked ? 0 : -1;
}

static int open_gl(void **self, SDL_Window *window, const char *renderer,
                   Error *error)
{
    GlWindow *gl = xalloc_get(sizeof *gl);

    (void)renderer;
    gl->window = window;
    gl->context = gl_context_create(window, error);
    if (gl->context == NULL) {
        free(gl);
        return -1;
    }
    if (gl_context_enter(gl->context) != 0 || load_functions(gl) != 0 ||
        make_program(gl) != 0) {
        gl_context_destroy(gl->context);
        free(gl);
        return error_set(error, "OpenGL", "a function is missing or fails");
    }
    *self = gl;
    return 0;
}

/* Its functions, in its context. */
static GlWindow *enter(void *self)
{
    GlWindow *gl = self;

    gl_context_enter(gl->context);
    return gl;
}

static void reset(void *self)
{
    GlWindow *gl = enter(self);

    gl->DeleteTextures(1, &gl->frame);
    gl->DeleteTextures(CANVAS_RECTS, gl->overlays);
    memset(gl->overlays, 0, sizeof gl->overlays);
    memset(gl->places, 0, sizeof gl->places);
    gl->frame = gl->shown = 0;
}

static void close_gl(void *self)
{
    GlWindow *gl = self;

    reset(gl);
    gl_context_destroy(gl->context);
    free(gl);
}

static void measure(const void *self, int *width, int *height)
{
    const GlWindow *gl = self;

    SDL_GL_GetDrawableSize(gl->window, width, height);
    *width = min_int(*width, gl->max_size);
    *height = min_int(*height, gl->max_size);
}

/* Copies pixels into the texture that is bound, at a place. */
static void copy_pixels(const GlWindow *gl, const SDL_Rect *rect,
                        RippleFormat format, const void *pixels, int pitch)
{
    int size = (int)ripple_pixel_size(format);
    int is_565 = format == RIPPLE_FORMAT_RGB565;

    gl->PixelStorei(GL_UNPACK_ALIGNMENT, size);
    gl->PixelStorei(GL_UNPACK_ROW_LENGTH, pitch / size);
    gl->TexSubImage2D(GL_TEXTURE_2D, 0, rect->x, rect->y, rect->w, rect->h,
                      is_565 ? GL_RGB : GL_RGBA,
                      is_565 ? GL_UNSIGNED_SHORT_5_6_5 : GL_UNSIGNED_BYTE,
                      pixels);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 4);
    gl->PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

/* Makes a texture without pixels, and binds it. ARGB8888 lies in memory as
   blue, green, red and alpha. Returns 0 if OpenGL cannot. */
static GLuint make_texture(const GlWindow *gl, int width, int height,
                           RippleFormat format)
{
    int is_565 = format == RIPPLE_FORMAT_RGB565;
    GLuint texture;

    for (int i = 0; i < MAX_ERRORS && gl->GetError() != GL_NO_ERROR; i++)
        ;
    gl->ActiveTexture(GL_TEXTURE0);
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, is_565 ? GL_RGB565 : GL_RGBA8, width,
                   height, 0, is_565 ? GL_RGB : GL_RGBA,
                   is_565 ? GL_UNSIGNED_SHORT_5_6_5 : GL_UNSIGNED_BYTE, NULL);
    if (!is_565) {
        gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_BLUE);
        gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_B, GL_RED);
    }
    if (gl->GetError() == GL_NO_ERROR)
        return texture;
    gl->DeleteTextures(1, &texture);
    return 0;
}

static int resize(void *self, const RipplePixels *shape, int is_sharp,
                  Error *error)
{
    GlWindow *gl = enter(self);
    GLuint frame = make_texture(gl, shape->width, shape->height, shape->format);

    if (frame == 0)
        return error_set(error, "texture", "OpenGL cannot have %dx%d pixels",
                         shape->width, shape->height);
    gl->DeleteTextures(1, &gl->frame);
    gl->frame = gl->shown = frame;
    gl->width = shape->width;
    gl->height = shape->height;
    gl->format = shape->format;
    gl->is_sharp = is_sharp;
    return 0;
}

static void upload(void *self, const SDL_Rect *rect, const void *pixels,
                   int pitch)
{
    GlWindow *gl = enter(self);

    gl->shown = gl->frame;
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, gl->frame);
    copy_pixels(gl, rect, gl->format, pixels, pitch);
}

static void use_texture(void *self, unsigned texture)
{
    ((GlWindow *)self)->shown = texture;
}

/* Brings texture i up to date. */
static void copy_overlay(GlWindow *gl, int i, const Canvas *canvas,
                         RippleRect part)
{
    RippleRect *place = &gl->places[i];
    SDL_Rect rect;

    if (canvas_follow(canvas, i, place, &part)) {
        gl->DeleteTextures(1, &gl->overlays[i]);
        gl->overlays[i] = place->width == 0
                              ? 0
                              : make_texture(gl, place->width, place->height,
                                             RIPPLE_FORMAT_ARGB8888);
    }
    rect = (SDL_Rect){part.x - place->x, part.y - place->y, part.width,
                      part.height};
    if (SDL_RectEmpty(&rect) || gl->overlays[i] == 0)
        return;
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, gl->overlays[i]);
    copy_pixels(gl, &rect, RIPPLE_FORMAT_ARGB8888,
                pixel_buffer_at(&canvas->pixels, part.x, part.y),
                (int)(canvas->pixels.stride * sizeof(uint32_t)));
}

static void set_overlay(void *self, const Canvas *canvas, RippleRect dirty)
{
    GlWindow *gl = enter(self);

    for (int i = 0; i < CANVAS_RECTS; i++)
        copy_overlay(gl, i, canvas, dirty);
}

/* Draws a texture in a rectangle of a window of this height; OpenGL counts its
   rows from below. */
static void draw_texture(const GlWindow *gl, GLuint texture,
                         const SDL_Rect *place, int height, GLint filter)
{
    static const GLenum wraps[] = {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T};

    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    for (int i = 0; i < COUNT(wraps); i++)
        gl->TexParameteri(GL_TEXTURE_2D, wraps[i], GL_CLAMP_TO_EDGE);
    gl->Viewport(place->x, height - place->y - place->h, place->w, place->h);
    gl->DrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* The pool may have changed any state. The window's alpha stays 1: a desktop
   may look at it. */
static void set_state(const GlWindow *gl)
{
    static const GLenum off[] = {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST,
                                 GL_DITHER, GL_SCISSOR_TEST};

    for (int i = 0; i < COUNT(off); i++)
        gl->Disable(off[i]);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl->ClearColor(0, 0, 0, 1);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    gl->UseProgram(gl->program);
    gl->BindVertexArray(gl->corners);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/* Returns the height of the window. */
static int draw(const GlWindow *gl)
{
    SDL_Rect target = gl->target;
    int width, height, is_near;

    SDL_GL_GetDrawableSize(gl->window, &width, &height);
    if (SDL_RectEmpty(&target))
        target = (SDL_Rect){0, 0, width, height};
    is_near = gl->is_sharp || (target.w == gl->width && target.h == gl->height);
    set_state(gl);
    draw_texture(gl, gl->shown, &target, height,
                 is_near ? GL_NEAREST : GL_LINEAR);
    gl->Enable(GL_BLEND);
    for (int i = 0; i < CANVAS_RECTS; i++) {
        const RippleRect *at = &gl->places[i];
        SDL_Rect place = {at->x, at->y, at->width, at->height};

        if (gl->overlays[i] != 0)
            draw_texture(gl, gl->overlays[i], &place, height, GL_NEAREST);
    }
    return height;
}

static void present(void *self, const SDL_Rect *target)
{
    GlWindow *gl = enter(self);

    gl->target = target != NULL ? *target : (SDL_Rect){0};
    draw(gl);
    SDL_GL_SwapWindow(gl->window);
}

/* A swap loses the pixels, so they are drawn again and not shown. */
static int read_pixels(void *self, const RipplePixels *pixels)
{
    GlWindow *gl = enter(self);
    int height = draw(gl);

    for (int y = 0; y < pixels->height; y++) {
        uint32_t *row = pixel_buffer_row(pixels, y);

        gl->ReadPixels(0, height - 1 - y, pixels->width, 1, GL_RGBA,
                       GL_UNSIGNED_BYTE, row);
        for (int x = 0; x < pixels->width; x++)
            row[x] = 0xff000000u | (row[x] & 0xff00) | (row[x] & 0xff) << 16 |
                     (row[x] >> 16 & 0xff);
    }
    return gl->GetError() == GL_NO_ERROR ? 0 : -1;
}

static int set_vsync(void *self, int vsync)
{
    enter(self);
    return SDL_GL_SetSwapInterval(vsync) == 0 && vsync;
}

const Presenter gl_presenter = {
    .renderer = name_renderer,
    .window_flags = SDL_WINDOW_OPENGL,
    .open = open_gl,
    .close = close_gl,
    .measure = measure,
    .resize = resize,
    .upload = upload,
    .use_texture = use_texture,
    .set_overlay = set_overlay,
    .present = present,
    .read = read_pixels,
    .reset = reset,
    .set_vsync = set_vsync,
};
