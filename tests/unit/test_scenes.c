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
    0x11a29223, 0x5a1f6e1d, 0xc822eb16, 0xe87b705b, 0xa1f8cd14, 0x3050f070,
    0x90b0c16d, 0x525113b5, 0x7009f48e, 0x7248cf40, 0x6441b69a, 0x04467a2f,
    0x142d2f5b, 0x7ffd975d, 0x9c66db64, 0x386275e2, 0x2f5dc715, 0xb9114be3,
    0xc975d0be, 0xf626b48e, 0x436de821, 0x4bf8211f, 0x71a11291, 0xaaad083d,
    0xef35632b, 0xe7bc0bd8, 0xead680b8, 0xcc739cd0, 0x16d4167f, 0x67c5ce0c,
    0x4e745749, 0xc892f5fd, 0xc2946e9f, 0xd18555ba, 0xaf4cb342, 0x3e113c1e,
    0xe1f2bf14, 0xa957b5ce, 0xbe05bfbd, 0xe93d3fea, 0x03281f36, 0x7bebf753,
    0x0c305d40, 0x736353a7, 0x34dfbeb1, 0xca44f78f, 0xe10fc329, 0x32e7197d,
    0x7fd2d62b, 0x587577b0, 0x4a456e26, 0x60f0abde, 0x4b874cf1, 0x8fc23f8c,
    0x2714825f, 0x39cb286c, 0xe759a74d, 0xe57d243d, 0x6df5d9aa, 0xd452ae44,
    0x0867b0ee, 0xb912dc4c, 0x13f3b734, 0x50799cda, 0xd859763a, 0x1e059d30,
    0x2dfba059, 0x206ffae9, 0xdb2371f9, 0xc0c3df8a, 0x31c87387, 0x5ca7a30d,
    0xeca12220, 0x690b5eb3, 0x2453f62e, 0x2d2bb756, 0x56ecb003, 0x5c852708,
    0xd91a1519, 0x740a52a6, 0x826ffc12, 0xb282bd4f, 0xe2b40821, 0xa0f4f9eb,
    0xeb61d344, 0x3fd602bd, 0x5eb0ca58, 0xdd02d0cd, 0xad0fdde3, 0x0fff78a3,
    0x84736402, 0x69ec6b5c, 0x61900749, 0x98285fcf, 0xd0fd1187, 0xb40ebd63,
    0xddc400d4, 0x94d05579, 0x7d35b375, 0xa1487729, 0x62e7118a, 0x00a94e12,
    0x77b94b76, 0x01681713, 0xa04f5f44, 0x2934cc81, 0xc7a8c967, 0x9d011aa5,
    0xd2a1ee8f, 0x5b62d4f0, 0x31f7e8f1, 0x5679f5f5, 0x00fb1728, 0x2db7adfa,
    0xa4b4cf2d, 0x584467b2, 0xee7b8b47, 0x0279030d, 0x57b3dec0, 0xc5dbd21e,
    0x0c1e5e43, 0xc416588e, 0xb86c8cb0, 0x5beb97ac, 0xf604eeb2, 0x9fc10837,
    0xba727080, 0x4cdc9dde, 0xd7988d33, 0x163d3c81, 0xbd61f872, 0xcbfc72b0,
    0x5a4606d8, 0x58f00b5d, 0x2064b8f0, 0x8af0f205, 0xe53d756d, 0x1f068d80,
    0x3c120f58, 0x2e587b94, 0xd796ea72, 0x34a9ac4b, 0xc05bbce2, 0xf0a6a007,
    0x44fd6b14, 0x42819279, 0xa03f3fc8, 0xc2137f29, 0x9adb2409, 0x4f0d88f0,
    0xcd4d1534, 0x52e28a91, 0xc9903b56, 0xafe12ab5, 0x5fa34715, 0x4950c0ef,
    0xbd483985, 0x5a4a6450, 0x329ba254, 0x3afffd88, 0x7bcf8414, 0x8a6db857,
    0x774a63a9, 0x35dc36ce, 0x4dc259b2, 0x4c718f2f, 0x87d39bb4, 0xcdbca5c6,
    0x3624de49, 0x8c541991, 0x8ce4e7c8, 0x82e62a5b, 0x0b60cbb6, 0x730e22fd,
    0xcf17c472, 0xd82038ee, 0xc4d658bc, 0x81d5c6e7, 0x87ae50bd, 0xb0dafc75,
    0x4e970fb4, 0x3de3e2f5, 0xd02b2794, 0xa52640d9, 0xd77f542f, 0x7143a6c3,
    0x50f3c24e, 0x09630bdc, 0x8fbe5e91, 0x6756ccc8, 0x0f868d84, 0x4cb04856,
    0xde6b6b45, 0x368d61a7, 0x336d99ea, 0x65860331, 0x989437b1, 0x88c7fd46,
    0x25336fae, 0x2ff52a22,
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
