/* SPDX-License-Identifier: MIT */
/*
 * The norm of a stone is made of those of its ellipsoid and of its cuts, each
 * to the sixth power and summed: at 2 the edges would be lost, at infinity
 * sharp. It is convex, which all that looks for the stone relies on.
 */
#include "stone.h"

#include <math.h>
#include <string.h>

static float form_at(const float form[6], Vec3 d)
{
    return form[0] * d.x * d.x + form[1] * d.y * d.y + form[2] * d.z * d.z +
           2.0f * (form[3] * d.x * d.y + form[4] * d.x * d.z +
                   form[5] * d.y * d.z);
}

static Vec3 form_slope(const float form[6], Vec3 d)
{
    return (Vec3){2.0f * (form[0] * d.x + form[3] * d.y + form[4] * d.z),
                  2.0f * (form[3] * d.x + form[1] * d.y + form[5] * d.z),
                  2.0f * (form[4] * d.x + form[5] * d.y + form[2] * d.z)};
}

/* The sixth power of the norm at d from the centre, and its z slope. */
static float norm6(const Stone *stone, Vec3 d, float *slope_z)
{
    const float *form = stone->form;
    float e = form_at(form, d);
    float sum = e * e * e;
    float rise = 6.0f * e * e * (form[4] * d.x + form[5] * d.y + form[2] * d.z);
    for (int i = 0; i < STONE_CUTS; i++) {
        float v = dot(stone->cuts[i], d);
        if (v > 0.0f) {
            float v2 = v * v;
            sum += v2 * v2 * v2;
            rise += 6.0f * v2 * v2 * v * stone->cuts[i].z;
        }
    }
    *slope_z = rise;
    return sum;
}

Vec3 stone_normal(const Stone *stone, Vec3 d)
{
    float e = form_at(stone->form, d);
    Vec3 sum = scaled(form_slope(stone->form, d), 3.0f * e * e);
    for (int i = 0; i < STONE_CUTS; i++) {
        float v = dot(stone->cuts[i], d);
        if (v > 0.0f)
            sum = add(sum, scaled(stone->cuts[i], 6.0f * v * v * v * v * v));
    }
    return unit(sum);
}

bool stone_hull(const Stone *stone, float x, float y, float side, float *z)
{
    const float *form = stone->form;
    float a = form[2];
    float b = form[4] * x + form[5] * y;
    float c = form[0] * x * x + form[1] * y * y + 2.0f * form[3] * x * y;
    float root = b * b - a * (c - 1.0f);
    if (root < 0.0f)
        return false;
    *z = (-b + side * sqrtf(root)) / a;
    return true;
}

/*
 * From the hull, where the norm is at least 1, Newton's method on the norm
 * walks to the stone without overshooting, or finds the
 * norm's lowest point still outside: then the stone is not over (x, y).
 */
bool stone_top(const Stone *stone, float x, float y, float *height)
{
    float z;
    if (!stone_hull(stone, x, y, 1, &z))
        return false;
    for (int i = 0; i < 12; i++) {
        float slope;
        float power = norm6(stone, (Vec3){x, y, z}, &slope);
        float excess = 1.0f - 1.0f / cbrtf(sqrtf(power));
        if (excess < 0.002f) {
            *height = z;
            return true;
        }
        if (slope <= 0.0f)
            return false;
        z -= excess * 6.0f * power / slope;
    }
    return false;
}

void stone_turn(Stone *stone, Vec3 up, float angle)
{
    Vec3 side = {cosf(angle), sinf(angle), 0.0f};
    stone->axis[2] = up;
    stone->axis[1] = unit(cross(up, side));
    stone->axis[0] = cross(stone->axis[1], up);
}

Vec3 stone_to_world(const Stone *stone, Vec3 v)
{
    return add(scaled(stone->axis[0], v.x),
               add(scaled(stone->axis[1], v.y), scaled(stone->axis[2], v.z)));
}

Vec3 stone_from_world(const Stone *stone, Vec3 d)
{
    return (Vec3){dot(stone->axis[0], d), dot(stone->axis[1], d),
                  dot(stone->axis[2], d)};
}

void stone_shape(Stone *stone, Random random)
{
    float middle = random_between(&random, 0.58f, 0.95f);
    float min = random_between(&random, 0.36f, 0.62f);
    float r[3] = {stone->size, middle * stone->size, min * stone->size};
    memset(stone->form, 0, sizeof stone->form);
    for (int i = 0; i < 3; i++) {
        Vec3 a = scaled(stone->axis[i], 1.0f / r[i]);
        float part[6] = {a.x * a.x, a.y * a.y, a.z * a.z,
                         a.x * a.y, a.x * a.z, a.y * a.z};
        for (int j = 0; j < 6; j++)
            stone->form[j] += part[j];
    }
    float depth = random_between(&random, 0.62f, 0.86f);
    for (int i = 0; i < STONE_CUTS; i++) {
        Vec3 n = random_direction(&random);
        float place = random_between(&random, depth, 1.05f);
        Vec3 cut = {n.x / r[0], n.y / r[1], n.z / r[2]};
        stone->cuts[i] = stone_to_world(stone, scaled(cut, 1.0f / place));
    }
}
