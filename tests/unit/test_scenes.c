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
    0xf4464365, 0xe590207f, 0x5f59a2d7, 0x4736ea32, 0xa1f8cd14, 0x5321df33,
    0x6c7b7f1e, 0xf9c1e32b, 0x52852e78, 0x7248cf40, 0x3a697335, 0x52ad0ef3,
    0x9a905413, 0x588d786a, 0x7e9e3ef2, 0x7165774b, 0x855bd474, 0x7f3340c0,
    0xda29bbe2, 0x85e73a59, 0x491d399a, 0x9f24f562, 0x11ed70f9, 0x3c945258,
    0xcf7daeb4, 0x88da816f, 0x76284a1c, 0xcc739cd0, 0x5094833a, 0x9d5879ea,
    0x83d8ff9d, 0x14545822, 0x7e428317, 0x44f907ae, 0xb4021222, 0xb5c54992,
    0x584151ff, 0x9d80f843, 0x21c4a3bd, 0x8ea1f25c, 0x4ffc2857, 0x2d1daa69,
    0x4ad72a21, 0x1c6b3a8c, 0x2e3ebd26, 0x3f03278c, 0xbd3c14af, 0x32e7197d,
    0xd452e5b5, 0xa0242913, 0xccf87c95, 0xaeaa8eb3, 0x4b874cf1, 0x8482ec86,
    0xd5a7ccb9, 0x14ad1168, 0xe759a74d, 0x5576c97d, 0x1ccd5ee6, 0x7bdc6698,
    0x912e845e, 0x32369097, 0xfe1aeefa, 0xe71cd884, 0x3f8ffb05, 0xd8e15958,
    0xf1132f6a, 0x206ffae9, 0xfced202c, 0x474ebb63, 0x60bfea4f, 0xbe9772eb,
    0xc551f624, 0xb822c1d5, 0xefe97cb6, 0x2c03efd7, 0xada245a0, 0x674d76da,
    0x38756a81, 0x740a52a6, 0x4262076e, 0xb282bd4f, 0xe2b40821, 0xa22a70af,
    0xd2ea38e0, 0x6b3b5338, 0xbaa81a15, 0xf6bfb73b, 0x33af74f9, 0x8fc0184b,
    0x6f37995c, 0x47e4420f, 0xe34c7ed3, 0xdceca335, 0x28913e44, 0x048c99b9,
    0xddc400d4, 0x21c93d1d, 0x91ed4972, 0xf01e32ed, 0x2b4a153f, 0x40599a19,
    0x77b94b76, 0xfb7835ba, 0xed0a611a, 0x97afe1b4, 0x171eb766, 0x707c8ddd,
    0x2266ba00, 0xfc82812f, 0x31f7e8f1, 0xee6c7165, 0x00fb1728, 0xf89a992c,
    0x83607127, 0xc09f2b48, 0x2b38bb33, 0xc97d9125, 0x3a24a595, 0x34bd85c5,
    0x27364a2a, 0xc416588e, 0x939622f4, 0xe531ea59, 0xd06dbe6c, 0xd656ebb7,
    0x6655f4eb, 0x884657f0, 0x4c053d3f, 0x26588d0b, 0x17cc94c0, 0x4bddffcd,
    0x6efa8abf, 0x7787cfed, 0xcb0dc575, 0x88602632, 0x6467a8f3, 0xf90137fe,
    0x6e066bad, 0xcbf8868d, 0xbc479e62, 0xf2453703, 0x1347d56e, 0x62e5157a,
    0x413e0a4c, 0xde9b15df, 0xed341439, 0x7b6d7e2a, 0xf5b87106, 0x4986322c,
    0xbe76c861, 0xfc64b6e5, 0xbe6d8a5e, 0x7a98e92f, 0xe6414ec7, 0xc8048f1d,
    0x33018a4b, 0x9266d8e5, 0xd475accf, 0xd73b81bf, 0xf561e03e, 0xad76f8dc,
    0x9161c7a9, 0x230abc92, 0x44ccabfd, 0x2da1b5be, 0xcab31511, 0x6ae53c7a,
    0x3624de49, 0x88b6ed2a, 0xb33d1886, 0xc7e830fa, 0x2adc7c30, 0x4f0ea031,
    0xdd0d39c6, 0xaa984de2, 0xbc1aea62, 0x81d5c6e7, 0xf2ae05d8, 0xb0dafc75,
    0x1aa81d90, 0x6405a071, 0xe3f738a1, 0x22fc0fa2, 0x6fe951e5, 0xad8a6b69,
    0x7b6a8f43, 0x03c645f4, 0xf869c950, 0x3f1585ef, 0x0f868d84, 0x273a7cdf,
    0xea32114c, 0xaa829def, 0x9d403398, 0xd1d912a3, 0x6fdfd97f, 0x24d563d1,
    0x2b178a55, 0x477352c4,
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
