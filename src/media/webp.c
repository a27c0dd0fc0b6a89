/* SPDX-License-Identifier: MIT */
#include "media/webp.h"

#include "media/metadata.h"
#include "media/frame_rate.h"
#include "media/surface.h"
#include "lib/util/fixed.h"

#include <limits.h>

#define IS_ANIMATION 2 /* of the flags in the chunk VP8X */

int webp_is_animation(const unsigned char *data, size_t size)
{
    ByteReader reader = {.data = data, .size = size};

    byte_reader_seek(&reader, 12);
    if (!byte_reader_starts_with(&reader, "VP8X"))
        return 0;
    byte_reader_seek(&reader, 20);
    return (byte_reader_take(&reader, 1) & IS_ANIMATION) != 0;
}

#ifdef RIPPLE_WEBP

#include <webp/demux.h>

/* Shorter frames are shown so long, as browsers do. */
#define SHORT_MS   10
#define DEFAULT_MS 100

#define ROUNDED_MS 2
#define MAX_FRAMES 10000 /* that are looked at for a rate */

/* Above this many a second it is the clock of uneven times. */
#define MAX_EVEN    500
#define UNEVEN_RATE 240

typedef struct Animation {
    const unsigned char *data;
    size_t size;
    WebPAnimDecoder *decoder;
    SDL_Surface *frame;
    int number;  /* of it, from 1 */
    int is_even; /* each frame is one picture of the film */
} Animation;

static int open_animation(Animation *animation, const unsigned char *data,
                          size_t size)
{
    WebPData bytes = {data, size};
    WebPAnimDecoderOptions options;
    WebPAnimInfo info;

    *animation = (Animation){.data = data, .size = size};
    WebPAnimDecoderOptionsInit(&options);
    options.color_mode = MODE_BGRA;
    animation->decoder = WebPAnimDecoderNew(&bytes, &options);
    if (animation->decoder == NULL ||
        !WebPAnimDecoderGetInfo(animation->decoder, &info))
        return -1;
    animation->frame =
        surface_create((int)info.canvas_width, (int)info.canvas_height);
    return animation->frame != NULL ? 0 : -1;
}

/* Returns 0, 1 at the end, or -1. */
static int read_frame(Animation *animation)
{
    SDL_Surface *frame = animation->frame;
    uint8_t *pixels;
    int end_ms;

    if (!WebPAnimDecoderHasMoreFrames(animation->decoder))
        return 1;
    if (!WebPAnimDecoderGetNext(animation->decoder, &pixels, &end_ms))
        return -1;
    animation->number++;
    if (SDL_ConvertPixels(frame->w, frame->h, SDL_PIXELFORMAT_BGRA32, pixels,
                          frame->pitch, frame->format->format, frame->pixels,
                          frame->pitch) != 0)
        return -1;
    metadata_apply_profile(frame, animation->data, animation->size,
                           PICTURE_WEBP);
    return 0;
}

static void close_animation(Animation *animation)
{
    SDL_FreeSurface(animation->frame);
    WebPAnimDecoderDelete(animation->decoder);
}

SDL_Surface *webp_first(const unsigned char *data, size_t size)
{
    SDL_Surface *first = NULL;
    Animation animation;

    if (open_animation(&animation, data, size) == 0 &&
        read_frame(&animation) == 0) {
        first = animation.frame;
        animation.frame = NULL;
    }
    close_animation(&animation);
    return first;
}

/* How long a frame is shown, 0 if there is none. */
static int find_ms(const Animation *animation, int number)
{
    const WebPDemuxer *demuxer = WebPAnimDecoderGetDemuxer(animation->decoder);
    WebPIterator frame;
    int ms = 0;

    if (WebPDemuxGetFrame(demuxer, number, &frame))
        ms = frame.duration > SHORT_MS ? frame.duration : DEFAULT_MS;
    WebPDemuxReleaseIterator(&frame);
    return ms;
}

/* The greatest number that divides both; b if a is 0. */
static int find_divisor(int a, int b)
{
    while (a > 0) {
        int rest = b % a;

        b = a;
        a = rest;
    }
    return b;
}

/* Whether all frames last as long as the mean, apart from rounded times. */
static int is_even(const Animation *animation, FrameRate mean)
{
    int64_t end_ms = 0;

    for (int number = 1, ms; (ms = find_ms(animation, number)) > 0; number++) {
        int64_t even_ms = (int64_t)number * 1000 * mean.seconds / mean.frames;

        end_ms += ms;
        if (end_ms < even_ms - ROUNDED_MS || end_ms > even_ms + ROUNDED_MS)
            return 0;
    }
    return 1;
}

static FrameRate make_rate(int frames, int seconds)
{
    int divisor = find_divisor(frames, seconds);

    return (FrameRate){frames / divisor, seconds / divisor};
}

/* The rate of all frames, or one at which each lasts whole pictures, if that is
   about `max` at most; 0 without a frame. */
static FrameRate find_rate(Animation *animation, int max)
{
    int common = 0, total = 0, count = 0, ms;
    FrameRate rate;

    while ((ms = find_ms(animation, count + 1)) > 0 && count < MAX_FRAMES) {
        common = find_divisor(common, ms);
        total += min_int(ms, INT_MAX - total);
        count++;
    }
    if (count == 0)
        return (FrameRate){0};
    rate = make_rate(count * 1000, total);
    animation->is_even = is_even(animation, rate);
    if (!animation->is_even)
        rate = make_rate(1000, common);
    if (rate.frames / rate.seconds > MAX_EVEN)
        max = min_int(max, UNEVEN_RATE);
    if (rate.frames <= (max + 1LL) * rate.seconds)
        return rate;
    animation->is_even = 0;
    return (FrameRate){max, 1};
}

static void put_little(unsigned char *bytes, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
}

/* The head of an AVI's video, as film_source reads it. */
static int write_head(const Animation *animation, FrameRate rate,
                      int (*write)(const void *bytes, size_t count))
{
    unsigned char head[8 + 28 + 8 + 12] = "strh", *format = head + 36;

    put_little(head + 4, 28);
    put_little(head + 8 + 20, (uint32_t)rate.seconds);
    put_little(head + 8 + 24, (uint32_t)rate.frames);
    memcpy(format, "strf", 4);
    put_little(format + 4, 12);
    put_little(format + 8 + 4, (uint32_t)animation->frame->w);
    put_little(format + 8 + 8, 0U - (uint32_t)animation->frame->h);
    return write(head, sizeof head);
}

static int write_frame(const SDL_Surface *frame,
                       int (*write)(const void *bytes, size_t count))
{
    size_t size = (size_t)frame->h * (size_t)frame->pitch;
    unsigned char head[8] = "00db";

    put_little(head + 4, (uint32_t)size);
    return write(head, sizeof head) == 0 ? write(frame->pixels, size) : -1;
}

/* Writes each frame as often as even pictures show it. */
static int play(Animation *animation, int max_rate,
                int (*write)(const void *bytes, size_t count))
{
    FrameRate rate = find_rate(animation, max_rate);
    uint64_t ms = 0, count = 0, due;
    int result = rate.frames > 0 ? write_head(animation, rate, write) : -1;

    while (result == 0 && (result = read_frame(animation)) == 0) {
        ms += (uint64_t)find_ms(animation, animation->number);
        due = animation->is_even ? count : frame_rate_frame(rate, ms - 1, 1000);
        for (; result == 0 && count <= due; count++)
            result = write_frame(animation->frame, write);
    }
    return result == 1 ? 0 : -1;
}

int webp_play(const unsigned char *data, size_t size, int max_rate,
              int (*write)(const void *bytes, size_t count))
{
    Animation animation;
    int result = open_animation(&animation, data, size);

    if (result == 0)
        result = play(&animation, max_rate, write);
    close_animation(&animation);
    return result;
}

#else

SDL_Surface *webp_first(const unsigned char *data, size_t size)
{
    (void)data, (void)size;
    return NULL;
}

int webp_play(const unsigned char *data, size_t size, int max_rate,
              int (*write)(const void *bytes, size_t count))
{
    (void)data, (void)size, (void)max_rate, (void)write;
    return -1;
}

#endif
