/* SPDX-License-Identifier: MIT */
/*
 * Points, directions and linear colours, and the little algebra that the rest
 * is written in. In a header, bare and inline, since it runs a billion times.
 */
#ifndef PEBBLES_VECTOR_H
#define PEBBLES_VECTOR_H

#include <math.h>

#define PI_F 3.14159265f

typedef struct Vec3 {
    float x, y, z;
} Vec3;

static inline Vec3 add(Vec3 a, Vec3 b)
{
    return (Vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Vec3 scaled(Vec3 a, float s)
{
    return (Vec3){a.x * s, a.y * s, a.z * s};
}

static inline Vec3 times(Vec3 a, Vec3 b)
{
    return (Vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline Vec3 mixed(Vec3 a, Vec3 b, float t)
{
    return add(scaled(a, 1.0f - t), scaled(b, t));
}

static inline float dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vec3 cross(Vec3 a, Vec3 b)
{
    return (Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                  a.x * b.y - a.y * b.x};
}

static inline Vec3 unit(Vec3 a)
{
    return scaled(a, 1.0f / sqrtf(dot(a, a) + 1e-20f));
}

static inline float clamped(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static inline float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

static inline float smoothstep(float low, float high, float value)
{
    float t = clamped((value - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

/* From sRGB 0..255. */
static inline Vec3 linear_colour(Vec3 srgb)
{
    return (Vec3){powf(srgb.x / 255.0f, 2.2f), powf(srgb.y / 255.0f, 2.2f),
                  powf(srgb.z / 255.0f, 2.2f)};
}

#endif
