/* SPDX-License-Identifier: MIT */
#include "app/window/help.h"

#include "base/fixed.h"

static const char *const lines[] = {
    "ripple",
    "click\tdrop a stone",
    "drag\tdraw a wave",
    "middle\trow a boat",
    "right\tland; with Shift, water",
    "wheel\tsize of all these",
    "drop a file\tuse it, or a folder, as the picture",
    "",
    "space\tpause",
    ".\tone step",
    "c\tcalm water",
    "r\train on or off",
    "+ -\tlonger or shorter rings",
    "1 2 3 4\twater, heights, slopes, all",
    "",
    "f\tfull screen",
    "s\tsave a picture",
    "F9\trecord a film",
    "F1, h\tthis help",
    "Esc, q\tquit",
};

const char *const *help_lines(int *count)
{
    *count = COUNT(lines);
    return lines;
}
