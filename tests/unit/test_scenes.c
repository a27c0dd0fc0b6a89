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
    0x93f1eba7, 0x84912f8a, 0x19f3044b, 0xfa029751, 0xa1f8cd14, 0x6ee96f46,
    0x69349763, 0x525113b5, 0x99013185, 0x7248cf40, 0x2041f20e, 0x6fe1d496,
    0x4e080faf, 0xb10d8492, 0x9c66db64, 0x351b557b, 0x60892bfb, 0x65e011fd,
    0xf5843911, 0xf626b48e, 0x436de821, 0xf2907f78, 0xcc260fd6, 0x17e7757c,
    0xc8342329, 0x6ad34bbe, 0x76284a1c, 0xcc739cd0, 0x0585ceb8, 0x6314cf8f,
    0xe6f5cdeb, 0xcd9a7a3b, 0xbdc813fb, 0x8eb56ed4, 0x1217cc6b, 0x0976d2b2,
    0x907942ab, 0x8d598582, 0x32040d8e, 0xe93d3fea, 0x4ffc2857, 0x7bebf753,
    0xedb6339e, 0xa5654acc, 0x81de0ed4, 0xca44f78f, 0x619dc56b, 0x32e7197d,
    0xf93e8cca, 0x1f9d3786, 0x974a67a9, 0x9cb208c5, 0x4b874cf1, 0xa22e2eb5,
    0x2714825f, 0x8a3042cf, 0xe759a74d, 0xde3a87bc, 0x475add34, 0x7bdc6698,
    0xe5971009, 0x382ee75d, 0x2362138a, 0x8fcd6420, 0xfe11154d, 0x1e059d30,
    0x2dfba059, 0x06992e45, 0xc344ea4c, 0xc0c3df8a, 0x57fba28c, 0x5ca7a30d,
    0xeca12220, 0xafd8f6eb, 0x9083ed97, 0x9c007bf7, 0xd165081c, 0x940c085b,
    0xa6156343, 0x012e5ed2, 0x826ffc12, 0x28aa29a0, 0xceddc7ac, 0xe23b9b9b,
    0x59e77b79, 0x0bff11a7, 0xc944fa03, 0xd0cbf057, 0x114cba41, 0x0260c0ff,
    0x8c45d467, 0x5026ea37, 0xb020d591, 0x98285fcf, 0x6b880ea1, 0x00b5a27a,
    0xddc400d4, 0x12671162, 0x737df837, 0x6863ce50, 0xfc05817a, 0x40599a19,
    0x77b94b76, 0x0788172b, 0x78cf2658, 0x959677d2, 0xc7a8c967, 0xdf4b0694,
    0xb43aca4d, 0x5b62d4f0, 0x31f7e8f1, 0x36eca106, 0x00fb1728, 0xdba49f4c,
    0x2bdb2000, 0x23ab6dfa, 0x072e2692, 0x8c5e29d7, 0x3a24a595, 0x6987cc23,
    0x7940d68b, 0xc416588e, 0xb86c8cb0, 0x3df286ab, 0x4eedef5a, 0x9fc10837,
    0x107d664d, 0x81e0e030, 0x19b4b7ad, 0x26588d0b, 0xbd61f872, 0x627c5b68,
    0x874ab077, 0x75294ef6, 0x63e57c36, 0x85d17861, 0x02f99dd0, 0x92a0a26f,
    0xe2b2c5be, 0x1c36aa55, 0x3cd4174d, 0x34a9ac4b, 0x96a2182b, 0x62e5157a,
    0x7ff8f94f, 0xde9b15df, 0x77ff99ef, 0xeef41445, 0xf5b87106, 0xd9ab345f,
    0x8fcfb4e8, 0x776a3a22, 0x87a02bdd, 0x7f412356, 0xbaa7f9d0, 0x061510ab,
    0xebaf1056, 0x19b48e3e, 0x46dccb34, 0x3afffd88, 0x7bcf8414, 0xbc5aeeae,
    0x828d9b5c, 0xec826921, 0x522af72e, 0xcd7e7406, 0xe3755cfd, 0x584fd2e5,
    0x3624de49, 0x84bb3502, 0x47ada402, 0x4b95705f, 0x5a7d7d2f, 0x7853a44c,
    0xf527c9a1, 0x9c1061b1, 0xda2f9150, 0x81d5c6e7, 0x9cd4782d, 0xb0dafc75,
    0x086df20b, 0x74f20bdd, 0xd02b2794, 0x1d409ebc, 0xe3208930, 0x611f51ee,
    0x0c03d654, 0xb49b5bb1, 0xb37643a0, 0xaf1cbaaf, 0x0f868d84, 0x5fcf9545,
    0x005ebe76, 0xdd9afeb3, 0x093698d9, 0x65860331, 0x89efe3df, 0x40bdfc33,
    0x36fef823, 0xf80297c3,
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
