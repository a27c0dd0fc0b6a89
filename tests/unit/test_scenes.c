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
    0xf4464365, 0x15439ba1, 0xf617eb5e, 0x01a72919, 0xa1f8cd14, 0x3050f070,
    0x656a3924, 0x525113b5, 0xfe65b3fd, 0x7248cf40, 0x2041f20e, 0x86fa6f03,
    0x0c16a6cf, 0x3c8debaa, 0x9c66db64, 0xaa335efc, 0xb2f38bb2, 0xb9114be3,
    0xa97a06fa, 0xf626b48e, 0x436de821, 0xee4edf06, 0x71a11291, 0x088bbcda,
    0xd2330734, 0x4f728a4d, 0xdd3055d1, 0xcc739cd0, 0xcaaea162, 0x9bbb2c2b,
    0xd069ef52, 0xc892f5fd, 0xc2a55e5d, 0x7e49bfc9, 0x902661a8, 0x17af97ff,
    0x34849677, 0xbe498a9f, 0x6e18b371, 0xe93d3fea, 0x4ffc2857, 0xb52b5dcb,
    0xac8eed10, 0x736353a7, 0x34dfbeb1, 0xca44f78f, 0x619dc56b, 0x32e7197d,
    0x7fd2d62b, 0x587577b0, 0x8d610806, 0x60f0abde, 0x4b874cf1, 0xcf1a2659,
    0x2714825f, 0xb465243f, 0xe759a74d, 0x89a8a1eb, 0xbe45d90f, 0xfb9c00a6,
    0x0867b0ee, 0x49dfd34b, 0x8fab5d32, 0x2e85edb0, 0x988c7457, 0x1e059d30,
    0x2dfba059, 0x206ffae9, 0xabcaaef3, 0xc0c3df8a, 0x31c87387, 0xd1f8ffbf,
    0x1f466f59, 0x6e7511cc, 0x3c818c38, 0x2d2bb756, 0x2b181552, 0xd782f225,
    0x7342ce25, 0x740a52a6, 0xf7dccec0, 0xb282bd4f, 0xfa7300ed, 0xc24b4546,
    0x6c04ec7a, 0x3fd602bd, 0xa8641edd, 0x31b601ae, 0x6f640b32, 0x2b2dd096,
    0xbc489a5d, 0x2bee769e, 0xb62867ff, 0x98285fcf, 0xfe081234, 0xb40ebd63,
    0xddc400d4, 0x17cea48e, 0x655d5da1, 0x057ca471, 0x5ea3609f, 0x00a94e12,
    0x77b94b76, 0x01681713, 0xbcbbe006, 0x2934cc81, 0xc7a8c967, 0x7ab90539,
    0x9c179d1f, 0x5b62d4f0, 0x31f7e8f1, 0xa17ee999, 0x00fb1728, 0xbc5f59af,
    0xb7ad4683, 0xd58de1a7, 0x65b13fad, 0x0279030d, 0x57b3dec0, 0xbd303202,
    0x7940d68b, 0xc416588e, 0xb86c8cb0, 0xee4378cf, 0x49cba6be, 0x9fc10837,
    0xc0ff89a6, 0x4cdc9dde, 0xf4b24c5b, 0x163d3c81, 0xbd61f872, 0x1ab2fac7,
    0x695f4563, 0x58f00b5d, 0x1c547dc5, 0x7d619d17, 0x02f99dd0, 0x4bbf8629,
    0xe2b2c5be, 0x52dc95f2, 0x3cd4174d, 0x34a9ac4b, 0xaed6b052, 0xf0a6a007,
    0x988cd81e, 0xde9b15df, 0xa03f3fc8, 0x416d8d3d, 0x9adb2409, 0x81d06015,
    0xcb3fec6c, 0x52e28a91, 0xb636ce06, 0xafe12ab5, 0x790ddb8c, 0xab99f107,
    0x0b4b759b, 0x5a4a6450, 0x0d311d6c, 0x3afffd88, 0x7bcf8414, 0xbc5aeeae,
    0x9c3ed631, 0xb34d8bf4, 0x4dc259b2, 0x8c0e5187, 0x2ced2f50, 0xc9f716fd,
    0x3624de49, 0x131d6a61, 0x8ce4e7c8, 0x82e62a5b, 0xccded344, 0x82f0b566,
    0x1c23d91d, 0xd82038ee, 0x6b3e495b, 0x81d5c6e7, 0x87ae50bd, 0xb0dafc75,
    0x20e473c3, 0xa82508df, 0x0d0006f3, 0xa52640d9, 0x6fd962ba, 0x6608bbfb,
    0xcbc524d2, 0xbb5e1ba4, 0x460c8110, 0x6756ccc8, 0x0f868d84, 0x5fcf9545,
    0xe1e6b723, 0x120ee84f, 0x3a87ffa2, 0x35b891e1, 0x8e8d363c, 0x88c7fd46,
    0x19231dc3, 0x2ff52a22,
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
        fprintf(stderr, "%d 0x%08x,\n", _i, (unsigned)crc);
    else
        ck_assert_msg(crc == pinned[_i], "scene %d is 0x%08x", _i,
                      (unsigned)crc);
}
