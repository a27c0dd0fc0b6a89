/* SPDX-License-Identifier: MIT */
#include "lib/util/sine.h"

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
