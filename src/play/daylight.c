/* SPDX-License-Identifier: MIT */
#include "play/daylight.h"

static const struct {
    int minute;
    float red, green, blue;
    double strength;
} looks[] = {
    {0, 0.32F, 0.42F, 0.68F, 0.9},    {270, 0.34F, 0.44F, 0.70F, 0.8},
    {340, 0.74F, 0.60F, 0.66F, 0.7},  {390, 1.00F, 0.82F, 0.70F, 0.9},
    {510, 1.00F, 0.96F, 0.90F, 1},    {600, 1.00F, 1.00F, 1.00F, 1},
    {960, 1.00F, 1.00F, 1.00F, 1},    {1050, 1.00F, 0.93F, 0.83F, 1},
    {1110, 1.00F, 0.77F, 0.61F, 1},   {1170, 0.72F, 0.53F, 0.62F, 0.7},
    {1260, 0.34F, 0.43F, 0.70F, 0.8}, {1440, 0.32F, 0.42F, 0.68F, 0.9},
};

Daylight daylight_at(int minute)
{
    int i = 1, half = DAYLIGHT_MINUTES / 2, quarter = half / 2;
    float share;

    while (looks[i].minute <= minute)
        i++;
    share = (float)(minute - looks[i - 1].minute) /
            (float)(looks[i].minute - looks[i - 1].minute);
    return (Daylight){
        .from = (minute + half - quarter) % half * 180.0 / half,
        .strength = looks[i - 1].strength +
                    (looks[i].strength - looks[i - 1].strength) * share,
        .red = looks[i - 1].red + (looks[i].red - looks[i - 1].red) * share,
        .green =
            looks[i - 1].green + (looks[i].green - looks[i - 1].green) * share,
        .blue = looks[i - 1].blue + (looks[i].blue - looks[i - 1].blue) * share,
    };
}
