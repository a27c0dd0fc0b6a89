/* SPDX-License-Identifier: MIT */
#include "lib/util/trig.h"

#include "lib/util/fixed.h"

#include <math.h>

double ripple_sine(double degrees)
{
    double angle = fmod(degrees, 360), x, term, sum;

    if (angle > 180)
        angle -= 360;
    else if (angle < -180)
        angle += 360;
    if (angle > 90)
        angle = 180 - angle;
    else if (angle < -90)
        angle = -180 - angle;
    x = angle * (PI / 180);
    term = sum = x;
    for (int i = 2; i < 22; i += 2) {
        term *= -x * x / (i * (i + 1));
        sum += term;
    }
    return sum;
}

/* A power series; term k is (-1)^k * pi^2k / (2 * (2k)!) * ratio^k. The terms
   left out sum to less than 3e-6. */
int64_t ripple_raised_cosine(int64_t ratio)
{
    static const int64_t terms[] = {
        -56177,     1035932,    -13854969,   126342170, /* k = 7..4 */
        -716863740, 2179004481, -2649351758, 1073741824,
    };
    int64_t sum = 0;

    for (int k = 0; k < COUNT(terms); k++)
        sum = ((sum * ratio) >> RIPPLE_RATIO_BITS) + terms[k];
    return sum;
}
