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
    0xf4464365, 0xef14fa80, 0x70c5fa7d, 0x8433445a, 0xa1f8cd14, 0x5321df33,
    0x5a48838e, 0xf9c1e32b, 0x52852e78, 0x7248cf40, 0xc9ad4d19, 0xae7ea7b7,
    0x9a905413, 0x22a308c7, 0x3cb8691e, 0x7165774b, 0x855bd474, 0x7f3340c0,
    0xda29bbe2, 0x5f1906a2, 0xbde5f54f, 0x9f24f562, 0xf5a161ab, 0x3c945258,
    0x4dc1c306, 0x51e2e398, 0x76284a1c, 0xcc739cd0, 0x5094833a, 0x691c6850,
    0x74bc2897, 0xa630ad15, 0x7e428317, 0xf830777f, 0xb4021222, 0x8bdaa8ed,
    0xc23b0aa5, 0xe2a06b45, 0x6c2473f3, 0x8ea1f25c, 0x4ffc2857, 0x2d1daa69,
    0x7fd53bc9, 0x054a1117, 0x2e3ebd26, 0x96d983d2, 0xc4c69d94, 0x32e7197d,
    0x04cca867, 0x9bb12a6c, 0x0b9f21de, 0xcba02e54, 0x4b874cf1, 0x8482ec86,
    0x8aa3dbc6, 0x14ad1168, 0xe759a74d, 0xdf2c29c2, 0x1ccd5ee6, 0x7bdc6698,
    0x912e845e, 0x2527906a, 0x2be52232, 0xc48e8d74, 0x3f8ffb05, 0xd8e15958,
    0xf1132f6a, 0x206ffae9, 0xaa813585, 0x065a4062, 0x765ad348, 0xbe9772eb,
    0xc551f624, 0xb4612457, 0x9aec16d0, 0xd40fce19, 0x451f7d88, 0x674d76da,
    0x4dfaa544, 0x740a52a6, 0x6bd57104, 0xb282bd4f, 0xe2b40821, 0xa22a70af,
    0xd2ea38e0, 0xbb653cfb, 0x37a86552, 0xf40f5a40, 0x33af74f9, 0xd83b488f,
    0x6f37995c, 0xa092d573, 0xd6e523a9, 0x1db30e8e, 0x28913e44, 0x048c99b9,
    0xddc400d4, 0x34808c09, 0x91ed4972, 0x4156db5e, 0x17e2c740, 0x40599a19,
    0x77b94b76, 0xfb7835ba, 0xfb0c5f49, 0xfd281712, 0x454c2385, 0x707c8ddd,
    0x73cab564, 0xdd228b0e, 0x31f7e8f1, 0xf7a637d2, 0x00fb1728, 0xf89a992c,
    0x83607127, 0xc2445850, 0x2b38bb33, 0xc97d9125, 0x3a24a595, 0x65d5e1c0,
    0xf8111091, 0xc416588e, 0x38c7419e, 0xf3697fdd, 0x48a15c45, 0xd656ebb7,
    0x6655f4eb, 0x884657f0, 0x4403d711, 0x26588d0b, 0x17cc94c0, 0x4bddffcd,
    0x86bc5d6a, 0x7787cfed, 0xcb0dc575, 0xa4043aea, 0x6467a8f3, 0xfeaebb7c,
    0x72f1a2e6, 0xcbf8868d, 0x7e4ebaf8, 0x7274e28c, 0x59fd0293, 0x62e5157a,
    0x413e0a4c, 0xde9b15df, 0xed341439, 0x7b6d7e2a, 0xf5b87106, 0x4986322c,
    0x5ad3bbff, 0xfc64b6e5, 0x2349f8ec, 0x7a98e92f, 0x7712e3d5, 0xc8048f1d,
    0xbc7e0f39, 0x01c739c0, 0xda629aab, 0x7211fa03, 0x9075c28a, 0xad76f8dc,
    0x9161c7a9, 0x7aa34d62, 0x6abc59e2, 0x2da1b5be, 0xcab31511, 0x6ae53c7a,
    0x3624de49, 0x60647698, 0x985badc8, 0xc7e830fa, 0xb3900dd9, 0x4f0ea031,
    0xdd0d39c6, 0xe1391cba, 0xbc1aea62, 0x81d5c6e7, 0xf2ae05d8, 0xb0dafc75,
    0x1aa81d90, 0x6405a071, 0x2b5e7566, 0x22fc0fa2, 0x8e3ae164, 0xb10d05b6,
    0x7b6a8f43, 0xeff7cd46, 0xf869c950, 0x3f1585ef, 0x0f868d84, 0xf9336287,
    0x892ea4be, 0x6de14e14, 0x2d0a6a2f, 0xd1d912a3, 0x6fdfd97f, 0x24d563d1,
    0xffc53c35, 0x063c0d21,
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
