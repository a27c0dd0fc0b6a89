/* SPDX-License-Identifier: MIT */
#include "pond.h"

#include "media/map_loader.h"
#include "os/pixel_buffer.h"
#ifdef RIPPLE_SDL
#include "app/gl_context.h"
#endif

#include <string.h>

/* A picture in which pixels near each other differ. */
static void paint(const RipplePixels *picture)
{
    for (int y = 0; y < picture->height; y++) {
        for (int x = 0; x < picture->width; x++) {
            size_t place = (size_t)y * picture->stride + (size_t)x;

            if (picture->format == RIPPLE_FORMAT_RGB565)
                picture->pixels565[place] = (uint16_t)(y << 8 | (x & 0xff));
            else
                picture->pixels[place] =
                    0xff000000u | (uint32_t)y << 12 | (uint32_t)(x & 0xfff);
        }
    }
}

#ifdef RIPPLE_SDL

int pond_use_gpu(Pond *pond, Error *error)
{
    int code = ripple_use_gpu(pond->pool, SDL_GL_GetProcAddress, 0);

    pond->is_simulated = code == RIPPLE_ERROR_GPU;
    if (pond->is_simulated)
        code = ripple_use_gpu(pond->pool, SDL_GL_GetProcAddress, 1);
    pond->target = NULL;
    return code == RIPPLE_OK ? 0
                             : error_set(error, "--backend gpu", "%s",
                                         ripple_error_text(code));
}

/* In a hidden context. */
static int open_gpu(Pond *pond, Error *error)
{
    pond->context = gl_context_create(NULL, error);
    if (pond->context == NULL)
        return -1;
    if (gl_context_enter(pond->context) != 0)
        return error_set(error, "--backend gpu", "no context of OpenGL");
    return pond_use_gpu(pond, error);
}

static void close_gpu(Pond *pond)
{
    if (pond->context != NULL)
        gl_context_leave(pond->context);
    gl_context_destroy(pond->context);
    pond->context = NULL;
}

/* C knows no cast from data to functions; POSIX has both of one size. */
void pond_load_gpu(void *function, const char *name)
{
    void *found = SDL_GL_GetProcAddress(name);

    memcpy(function, &found, sizeof found);
}

void pond_finish_gpu(void)
{
    void (*finish)(void);

    pond_load_gpu(&finish, "glFinish");
    finish();
}

void pond_leave_gpu(Pond *pond)
{
    ripple_use_backend(pond->pool, "cpu");
    pond->target = &pond->frame;
    close_gpu(pond);
}

#else

/* main.c refuses such rows. */
static int open_gpu(Pond *pond, Error *error)
{
    (void)pond;
    (void)error;
    return -1;
}

static void close_gpu(Pond *pond)
{
    (void)pond;
}

#endif

int pond_init(Pond *pond, const Row *row, const PlaySettings *water,
              Error *error)
{
    int code = RIPPLE_ERROR_MEMORY;

    *pond = (Pond){.water = water, .scene = row->kind, .target = &pond->frame};
    if (pixel_buffer_init(&pond->picture, row->width, row->height,
                          water->format) == 0 &&
        pixel_buffer_init(&pond->frame, row->width, row->height,
                          water->format) == 0)
        code = ripple_create(&pond->pool, row->width, row->height, NULL);
    if (code == RIPPLE_OK)
        code = ripple_use_threads(pond->pool, row->threads);
    if (code == RIPPLE_OK)
        code = ripple_use_simd(pond->pool, row->simd);
    if (code != RIPPLE_OK) {
        error_set(error, "pool", "%s", ripple_error_text(code));
    } else {
        paint(&pond->picture);
        if (map_loader_apply(pond->pool, NULL, water, error) == 0 &&
            (!row->on_gpu || open_gpu(pond, error) == 0))
            return 0;
    }
    pond_clear(pond);
    return -1;
}

void pond_clear(Pond *pond)
{
    ripple_destroy(pond->pool);
    close_gpu(pond);
    pixel_buffer_clear(&pond->picture);
    pixel_buffer_clear(&pond->frame);
    memset(pond, 0, sizeof *pond);
}

void pond_drop(Pond *pond)
{
    int width = pond->frame.width, height = pond->frame.height;
    int count = scenes_count(pond->scene, width, height, pond->step);

    for (int i = 0; i < count; i++) {
        RippleStone stone = scenes_stone(pond->water, ripple_cell(pond->pool),
                                         width, height, pond->step, i);

        ripple_drop(pond->pool, &stone);
    }
    pond->step++;
}

/* A step reads two planes of int16 and writes one: 6 bytes a cell. A render
   reads the picture and writes the frame. */
double pond_pixel_bytes(const Pond *pond)
{
    double cell = ripple_cell(pond->pool);

    return 6 / (cell * cell) +
           (pond->frame.format == RIPPLE_FORMAT_RGB565 ? 4 : 8);
}

double pond_count_bytes(const Pond *pond, const RippleRect *rects, int count)
{
    double pixels = 0;

    for (int i = 0; i < count; i++)
        pixels += (double)rects[i].width * rects[i].height;
    return pixels * pond_pixel_bytes(pond);
}

int pond_advance(Pond *pond, const RippleRect **changed)
{
    pond_drop(pond);
    return ripple_advance(pond->pool, &pond->picture, pond->target, changed);
}

void pond_read_frame(Pond *pond)
{
    ripple_invalidate(pond->pool);
    ripple_render(pond->pool, &pond->picture, &pond->frame, NULL);
}
