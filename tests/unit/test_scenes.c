/* SPDX-License-Identifier: MIT */
/*
 * Random scenes whose heights and frames are pinned: every model, edge, mask,
 * current, view and format, by random calls on two pools (tests/random/calls.h)
 * that must agree with each other, and with what they were when last looked at.
 *
 * If a change is meant, RIPPLE_SHOW=1 prints the new rows.
 */
#include "../random/calls.h"
#include "../../tools/crc.h"
#include "water.h"

#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 60, WIDTH = 160, HEIGHT = 60 };

/* By number of the scene. */
static const uint32_t pinned[] = {
    0xf4464365, 0x5e6c158d, 0xc9b14689, 0x27ff0b1f, 0xa1f8cd14, 0x5321df33,
    0xa1b48200, 0x2de16917, 0x52852e78, 0x7248cf40, 0x74cddfbb, 0x14d2b050,
    0x9a905413, 0x22a308c7, 0x3cb8691e, 0x7165774b, 0x855bd474, 0x08e4d4b7,
    0xda29bbe2, 0x70459ff6, 0xbde5f54f, 0x9f24f562, 0xf5a161ab, 0x3c945258,
    0x4a558be8, 0xc89df913, 0x76284a1c, 0xcc739cd0, 0x5094833a, 0x691c6850,
    0x74bc2897, 0x72067865, 0x7e428317, 0x5c4b72cc, 0xb9270bb9, 0xb81aa705,
    0xd482a169, 0x44145d1e, 0xca44634e, 0xaf032ec4, 0x4ffc2857, 0x2d1daa69,
    0x83ca0e02, 0xff86a038, 0x2e3ebd26, 0x13b2b274, 0xec308340, 0x32e7197d,
    0xedb0a326, 0xa9d5cac4, 0xda2cb281, 0x55471ecd, 0x4b874cf1, 0x8482ec86,
    0xafa55ce5, 0x1b2ccee1, 0xe759a74d, 0x382866a2, 0xfb28476d, 0x7bdc6698,
    0x912e845e, 0x0c601e46, 0xb3897103, 0x9659a213, 0x3f8ffb05, 0x8ce6216e,
    0xb017ef10, 0x206ffae9, 0x96c32598, 0xf3472be1, 0x73017320, 0xbe9772eb,
    0xc551f624, 0x49dd41f3, 0x9fe4ede0, 0xf8326a01, 0x62588235, 0x7ab9bbae,
    0xafdd3742, 0x740a52a6, 0x1da956ff, 0xb282bd4f, 0xe2b40821, 0xa22a70af,
    0xd2ea38e0, 0x4775e9ff, 0x2b78de00, 0x74c11e8e, 0x33af74f9, 0xbf485392,
    0x6f37995c, 0x433e9917, 0x4a40e527, 0x1db30e8e, 0x28913e44, 0x048c99b9,
    0xddc400d4, 0x7e32ac15, 0x91ed4972, 0x231a3343, 0x4870a7af, 0x40599a19,
    0x77b94b76, 0xfb7835ba, 0xce8be3f7, 0x9198a7da, 0x454c2385, 0x707c8ddd,
    0xeb7183b2, 0xe3f3b266, 0x31f7e8f1, 0xf7a637d2, 0x00fb1728, 0xb3b77eaa,
    0x83607127, 0x278c6e6b, 0x2b38bb33, 0xc97d9125, 0x3a24a595, 0xd4aaa4e5,
    0x327c6f38, 0xc416588e, 0x1023908f, 0x62db0ba1, 0x84cc3d67, 0xd656ebb7,
    0x6655f4eb, 0x884657f0, 0x0ec8dc42, 0x26588d0b, 0xbbee28d4, 0x4bddffcd,
    0x952ae819, 0x6dfb3df9, 0xcb0dc575, 0x315a1beb, 0x59f6c571, 0xb53190f9,
    0xe118fcb1, 0xcbf8868d, 0x39843955, 0x0cb4cb2a, 0x64f0c43a, 0x62e5157a,
    0x73538208, 0xde9b15df, 0xed341439, 0x7b6d7e2a, 0xf5b87106, 0x4986322c,
    0x7217b6a7, 0xfc64b6e5, 0x30daad29, 0x7a98e92f, 0x7712e3d5, 0xc8048f1d,
    0x5c45f581, 0xb6e14d13, 0xda629aab, 0x8f186d5a, 0x23a943c0, 0xad76f8dc,
    0x9161c7a9, 0xa9afbbb0, 0x150d8114, 0x2da1b5be, 0xcab31511, 0x74d40d28,
    0x3624de49, 0x3dcc4d16, 0x6a214b4c, 0xc7e830fa, 0x93b453a2, 0x4f0ea031,
    0xd84514ce, 0x707bfbc3, 0xbc1aea62, 0x81d5c6e7, 0xf2ae05d8, 0xb0dafc75,
    0x1aa81d90, 0x82a2f876, 0x0422a176, 0x22fc0fa2, 0xb6ba30fc, 0x77f478f4,
    0x7b6a8f43, 0x4943f33d, 0xf869c950, 0x3f1585ef, 0x0f868d84, 0x663f50fb,
    0x7bd6e22e, 0xe62674f2, 0xe29cb411, 0xd8a906ae, 0xf9722323, 0x24d563d1,
    0xa69bef88, 0xdda833dd,
};

TEST_CASE(scenes, pinned, .timeout_s = 120);

static uint32_t play(int number)
{
    static const PoolPairLimits limits = {
        .width = WIDTH, .height = HEIGHT, .threads = 3, .flows = 3};
    char name[40];
    uint32_t crc = 0;
    PoolPair pair;

    snprintf(name, sizeof name, "scene %d", number);
    random_name_case(name);
    pool_pair_create(&pair, source_from_seed((uint64_t)number), &limits);
    for (int i = 0; i < CALLS; i++) {
        pool_pair_call(&pair);
        pool_pair_advance(&pair, i % 3 > 0);
        crc = crc_heights(crc, pair.fast);
        crc =
            crc_bytes(crc, pair.fast_frame, sizeof(uint32_t) * WIDTH * HEIGHT);
    }
    pool_pair_destroy(&pair);
    return crc;
}

TEST_LOOP(pinned, scenes_stay_as_they_are, COUNT(pinned))
{
    uint32_t crc = play(_i);

    if (getenv("RIPPLE_SHOW") != NULL)
        fprintf(stderr, "0x%08x,%s", (unsigned)crc,
                _i % 6 == 5 || _i + 1 == COUNT(pinned) ? "\n" : " ");
    else
        ck_assert_msg(crc == pinned[_i], "scene %d is 0x%08x", _i,
                      (unsigned)crc);
}
