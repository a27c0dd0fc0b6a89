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

enum { CALLS = 36, WIDTH = 130, HEIGHT = 50 };

/* By number of the scene. */
static const uint32_t pinned[] = {
    0x1fc51585, 0x1391c752, 0x6b27ff77, 0x81a28f5a, 0x4291ed2a, 0xa27463cf,
    0xeaad1f8e, 0x9af98e9c, 0x68a2bae2, 0xcf6f96f8, 0x037ce25b, 0x23ed084b,
    0x8e392cc1, 0xa09e8665, 0x93758944, 0x96343f00, 0x59a3b78d, 0xbb5077b7,
    0xa7f557fd, 0x90a64bd8, 0x2c529a19, 0x36c9108c, 0xd01de54d, 0xc7c9febd,
    0xae4eb131, 0xd0d7cf69, 0x79f13006, 0x324a54d1, 0xfb0c2d86, 0x73363659,
    0x194d5b73, 0xac696c79, 0xadcbd338, 0xcc31599b, 0x135753bc, 0x3844fe96,
    0xf557dd04, 0x70bb0ce6, 0x6f180886, 0x2370c7d7, 0x7147bec2, 0x386e73a9,
    0x4caf850c, 0x7b970cd5, 0x09535aa2, 0x63215e24, 0x2b9df5e8, 0xe915c2e3,
    0x0e566237, 0x5ee1c2d4, 0x09df5062, 0x14e3df52, 0x4084f445, 0x3bd84a47,
    0x0e401b85, 0xda0e527b, 0x884394be, 0x1246cb1d, 0x2b851143, 0xaf2e9953,
    0x4e32ed95, 0x4fb620af, 0xce2987da, 0x6dff39e1, 0x27e8943a, 0x9297b899,
    0x1e836a33, 0x5b5476bd, 0x17124d5e, 0xc460af6f, 0x3b879c25, 0xa29d5a3f,
    0xfcab885d, 0x5689ed2a, 0xdd124a6c, 0x47960bd3, 0xa08af6f4, 0x9ce76cad,
    0xc4411dd0, 0xee97ed19, 0x4c6c6d5d, 0x455a168d, 0xf14fd16c, 0x91f2e79a,
    0xec406ffe, 0x1be98b02, 0x4bbca74f, 0x1b75bc05, 0xad5cb677, 0x4554bf3d,
    0xb1485255, 0x58ff4475, 0x00acddb8, 0x0db4cfb2, 0x74887662, 0xeb2466bb,
    0x4e9d1e7d, 0x4b8ddd0d, 0x06065c53, 0xd2472831, 0x04f7aaaa, 0x4628707b,
    0x4e384366, 0x6c65ac9b, 0x5e83cbf5, 0xa6c3edea, 0xc2be6a87, 0xc0329037,
    0x5e7cc72c, 0x842a9206, 0x74023091, 0xf1695c6d, 0x86b04a5a, 0xec149819,
    0x95d783d8, 0xc4b0b960, 0x29c2ad49, 0x32dbc23f, 0x6b47909c, 0x4dc43326,
    0x0f130d39, 0x39d06400, 0x1527ee3e, 0xfcea9b77, 0x3ccc79ae, 0x3831fecc,
    0xeea7d18b, 0x13083300, 0x59d5ce22, 0x18304c09, 0x412c28c6, 0xe6f1e64a,
    0x41e96b5b, 0x8a21ade3, 0xaa798ece, 0x7f6c6a03, 0x6d0edccb, 0x77c762a4,
    0x6a205f6a, 0x3191e0d3, 0x5bd93133, 0xd8c7081a, 0xebaf6b1a, 0xb79bab19,
    0x1a87822e, 0x5d91b238, 0x6c60e02c, 0x7d2a0370, 0x9fa6c69f, 0x140cd2e6,
    0xa0b902fc, 0x5fd423c3, 0xb46ac39a, 0xc35e4992, 0x7317e7e6, 0x65d139eb,
    0xf55f9b14, 0x2e3276d7, 0xdaf69707, 0x01abda28, 0xf9527238, 0xe33cdc33,
    0x90a9e022, 0x4fd7da7e, 0xf674d0ef, 0x663c50a6, 0x189be9c3, 0xe3806e9b,
    0x791655a0, 0xd66d92ab, 0xbbea677d, 0x939ffca1, 0xfc2d5607, 0x1dbd6375,
    0xff580f5c, 0x51cb053f, 0xaa4e4850, 0x4dfcd04c, 0x939c1dc1, 0xc7664408,
    0xdf383aaf, 0x3d6b443a, 0xd96d9f28, 0x8b92d8b5, 0xe2d3797f, 0xb44544cf,
    0xc41a0f75, 0x899096bf, 0xb623616f, 0x50ebced6, 0x18c9413c, 0x21cb4d55,
    0x00472886, 0xce18a9cb, 0xc162f8f0, 0x4c81bce5, 0x009e6a88, 0x116962bc,
    0x4cc5d390, 0x0d002d89,
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
