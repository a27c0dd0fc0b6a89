/* SPDX-License-Identifier: MIT */
#include "media/jpeg.h"

#ifdef RIPPLE_JPEG

#include "media/surface.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct Decoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
    SDL_Surface *surface;
} Decoder;

static void fail(j_common_ptr jpeg)
{
    longjmp(((Decoder *)jpeg)->failed, 1);
}

/* Of warnings, only missing pixels count. */
static void hear(j_common_ptr jpeg, int level)
{
    if (level < 0 && jpeg->err->msg_code == JWRN_HIT_MARKER)
        fail(jpeg);
}

/* Calls `fail` if it cannot. */
static void decode(Decoder *decoder, int divisor)
{
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;

    jpeg_read_header(jpeg, TRUE);
    jpeg->out_color_space = JCS_RGB;
    jpeg->scale_num = 1;
    jpeg->scale_denom = (unsigned)divisor;
    jpeg_start_decompress(jpeg);
    decoder->surface = SDL_CreateRGBSurfaceWithFormat(
        0, (int)jpeg->output_width, (int)jpeg->output_height, 24,
        SDL_PIXELFORMAT_RGB24);
    if (decoder->surface == NULL)
        fail((j_common_ptr)jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row =
            surface_row(decoder->surface, (int)jpeg->output_scanline);

        jpeg_read_scanlines(jpeg, &row, 1);
    }
}

SDL_Surface *jpeg_decode(const unsigned char *data, size_t size, int divisor)
{
    Decoder decoder = {.surface = NULL};

    decoder.jpeg.err = jpeg_std_error(&decoder.errors);
    decoder.errors.error_exit = fail;
    decoder.errors.emit_message = hear;
    if (setjmp(decoder.failed) == 0) {
        jpeg_create_decompress(&decoder.jpeg);
        jpeg_mem_src(&decoder.jpeg, data, (unsigned long)size);
        decode(&decoder, divisor);
    } else {
        SDL_FreeSurface(decoder.surface);
        decoder.surface = NULL;
    }
    jpeg_destroy_decompress(&decoder.jpeg);
    return decoder.surface;
}

#else

SDL_Surface *jpeg_decode(const unsigned char *data, size_t size, int divisor)
{
    (void)data, (void)size, (void)divisor;
    return NULL;
}

#endif
