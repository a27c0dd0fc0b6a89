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
    0xf4464365, 0xab11e3df, 0xf926e830, 0x7f95279b, 0xa1f8cd14, 0x5321df33,
    0x5a48838e, 0x2de16917, 0x52852e78, 0x7248cf40, 0x77c0846b, 0x14d2b050,
    0x9a905413, 0x22a308c7, 0x3cb8691e, 0x7165774b, 0x855bd474, 0x68d7ac5e,
    0xda29bbe2, 0xa72e7a31, 0xbde5f54f, 0x9f24f562, 0xf5a161ab, 0x3c945258,
    0xd81ed69b, 0xe081dfb6, 0x76284a1c, 0xcc739cd0, 0x5094833a, 0x691c6850,
    0x74bc2897, 0x72067865, 0x7e428317, 0x5c4b72cc, 0x62fcb686, 0xaafa3c27,
    0xc23b0aa5, 0x6ea692bf, 0xca44634e, 0x6ada0786, 0x4ffc2857, 0x2d1daa69,
    0x25fa3fe6, 0xe0e8f8ba, 0x2e3ebd26, 0x82d78be6, 0x5fff8d70, 0x32e7197d,
    0x57644f0b, 0x00578f54, 0xda2cb281, 0x55471ecd, 0x4b874cf1, 0x8482ec86,
    0xef1c3cf1, 0x1b2ccee1, 0xe759a74d, 0x7f2ab716, 0x73676ed0, 0x7bdc6698,
    0x912e845e, 0xbd952426, 0xb3897103, 0x3135592b, 0x3f8ffb05, 0xf5ea17e6,
    0xb017ef10, 0x206ffae9, 0x1e0a4c14, 0xef0b1452, 0x5214fe14, 0xbe9772eb,
    0xc551f624, 0x6b156f50, 0x9e6f7eea, 0xf8326a01, 0xc2401cca, 0xde027120,
    0x3b0d0aa1, 0x740a52a6, 0xa48c1e3d, 0xb282bd4f, 0xe2b40821, 0xa22a70af,
    0xd2ea38e0, 0xf7335677, 0x0ea9511c, 0x74c11e8e, 0x33af74f9, 0x9d7853e4,
    0x6f37995c, 0xacbe928c, 0xf3c72c4c, 0x1db30e8e, 0x28913e44, 0x048c99b9,
    0xddc400d4, 0x34808c09, 0x91ed4972, 0xea5fafb6, 0x6365aa45, 0x40599a19,
    0x77b94b76, 0xfb7835ba, 0x101a2c7f, 0xfa57b406, 0x454c2385, 0x707c8ddd,
    0x484dde87, 0xe3f3b266, 0x31f7e8f1, 0xf7a637d2, 0x00fb1728, 0x7e95574d,
    0x83607127, 0x38c4ef8e, 0x2b38bb33, 0xc97d9125, 0x3a24a595, 0x87e1fd65,
    0x327c6f38, 0xc416588e, 0xd2e36cc7, 0x8601cb17, 0xf54fe75e, 0xd656ebb7,
    0x6655f4eb, 0x884657f0, 0xed70ea0f, 0x26588d0b, 0x17cc94c0, 0x4bddffcd,
    0x53e9b33f, 0x6dfb3df9, 0xcb0dc575, 0xc3547e1b, 0x59f6c571, 0x6fa2a03c,
    0x4c237978, 0xcbf8868d, 0x453d26f8, 0x3cccdefd, 0x28ad0f21, 0x62e5157a,
    0x7a7b3682, 0xde9b15df, 0xed341439, 0x7b6d7e2a, 0xf5b87106, 0x4986322c,
    0x7217b6a7, 0xfc64b6e5, 0x233718b2, 0x7a98e92f, 0x7712e3d5, 0xc8048f1d,
    0xd6669f29, 0xb6e14d13, 0xda629aab, 0x0eacf558, 0x64fbf350, 0xad76f8dc,
    0x9161c7a9, 0xd65c819c, 0x32f9c141, 0x2da1b5be, 0xcab31511, 0x74d40d28,
    0x3624de49, 0x3dcc4d16, 0xcee3d0e0, 0xc7e830fa, 0x6a5083f5, 0x4f0ea031,
    0xd84514ce, 0x92fe8a14, 0xbc1aea62, 0x81d5c6e7, 0xf2ae05d8, 0xb0dafc75,
    0x1aa81d90, 0x82a2f876, 0x50746799, 0x22fc0fa2, 0x4c539022, 0x3297eea9,
    0x7b6a8f43, 0x6712c6c7, 0xf869c950, 0x3f1585ef, 0x0f868d84, 0x663f50fb,
    0x2df47c18, 0x3476db01, 0x4fe4d185, 0xab68cf8a, 0xc72b7393, 0x24d563d1,
    0x5558c24a, 0xe5c62d4a,
};

TEST_CASE(scenes, pinned, .timeout_s = 120);

static uint32_t play(int number)
{
    static const PoolPairLimits limits = {
        .width = WIDTH, .height = HEIGHT, .threads = 3, .flows = 3};
    uint32_t crc = 0;
    PoolPair pair;

    random_name_case("scene %d", number);
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
