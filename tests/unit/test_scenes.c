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
    0x93f1eba7, 0x57509656, 0x67f7037d, 0xa1923b15, 0xa1f8cd14, 0x6ee96f46,
    0x447f878e, 0xa5a22758, 0x46cb9a56, 0x7248cf40, 0xc0c6b472, 0x45dbf927,
    0x4e080faf, 0x727222f0, 0x7e9e3ef2, 0x351b557b, 0x60892bfb, 0x01ba5f10,
    0xf5843911, 0x169f5399, 0xe0a4fddd, 0xf2907f78, 0x2d288950, 0x17e7757c,
    0xd1008241, 0x6ad34bbe, 0x76284a1c, 0xcc739cd0, 0x0585ceb8, 0x80395309,
    0xa2fd5259, 0x223b5136, 0xbdc813fb, 0x968c284b, 0xa068963c, 0xbb7face6,
    0x847bedf2, 0xdecbdc2b, 0x749dc061, 0x98d4fcbe, 0x4ffc2857, 0x7bebf753,
    0x4a602088, 0x69988fa4, 0xb3ae6a2a, 0xfc82d1ff, 0x416f13ed, 0x32e7197d,
    0x115ab8be, 0x7ad3b289, 0x62c7e15b, 0x9cb208c5, 0x4b874cf1, 0xa22e2eb5,
    0x267e301f, 0x49c8aeb8, 0xe759a74d, 0x2112a037, 0x7f952351, 0x7bdc6698,
    0xe5971009, 0x382ee75d, 0x0f150a16, 0x24aad39f, 0x937b23a1, 0xd8e15958,
    0xc066d293, 0x06992e45, 0x316c8c44, 0xc95ce460, 0xb525989e, 0x5ca7a30d,
    0xfc6ef5ea, 0x8ee5c727, 0x6d3472d0, 0x49bb0708, 0xa495023a, 0x63a77aff,
    0xa6156343, 0x012e5ed2, 0x6891bf5e, 0x28aa29a0, 0xceddc7ac, 0xe23b9b9b,
    0x59e77b79, 0x091885f1, 0x1872af79, 0xfcc06282, 0x114cba41, 0x8a5eb058,
    0x8c45d467, 0x821fd9e7, 0xc08d2725, 0x0b7d1f17, 0xdf93e1c5, 0x00b5a27a,
    0xddc400d4, 0x50c895a4, 0x1c64198b, 0x064954e9, 0xdf25c5b5, 0x40599a19,
    0x77b94b76, 0x0788172b, 0xf0b50480, 0x23ee6c52, 0x171eb766, 0xdf4b0694,
    0x85a4eabc, 0x362297e1, 0x31f7e8f1, 0x3cffa7c0, 0x00fb1728, 0x03d49592,
    0x2bdb2000, 0x36d417ca, 0x072e2692, 0x8c5e29d7, 0x3a24a595, 0xaabfe360,
    0xbd3ac24e, 0xc416588e, 0x17e6d191, 0x3df286ab, 0x4eedef5a, 0x9fc10837,
    0xea738898, 0xb0c898b4, 0x9e4c245e, 0x26588d0b, 0x17cc94c0, 0x627c5b68,
    0x15fb83f8, 0xd95471f3, 0x63e57c36, 0x7613cfcd, 0x5f94304e, 0x92a0a26f,
    0xa8eeab17, 0x1c36aa55, 0x25dfb2bd, 0x003ee0d3, 0x1b75e2c5, 0x62e5157a,
    0x7ff8f94f, 0xde9b15df, 0x77ff99ef, 0xeef41445, 0xf5b87106, 0xd9ab345f,
    0x420f994f, 0x776a3a22, 0xd355923e, 0x7f412356, 0x2eaa6f58, 0x061510ab,
    0x3c70f0b9, 0xfe8d8a59, 0xe8e72e25, 0x13d1ae4d, 0x836b3c0d, 0xbc5aeeae,
    0x828d9b5c, 0x274dc21e, 0x1894ab0d, 0xcd7e7406, 0x0887a09d, 0x21891a3c,
    0x3624de49, 0x6193dd50, 0x47ada402, 0x4b95705f, 0x94b8fd29, 0x7853a44c,
    0xf6ea91a7, 0x7dd7224e, 0xadea3734, 0x81d5c6e7, 0x9cd4782d, 0xb0dafc75,
    0x086df20b, 0x2b1e5f74, 0x71b02b86, 0x1d409ebc, 0xd038815f, 0x124929f3,
    0x0c03d654, 0x92f39bd2, 0xb37643a0, 0xaf1cbaaf, 0x0f868d84, 0xf4d23fb6,
    0x005ebe76, 0x1d965213, 0xe41d5729, 0xaae1da83, 0x9b9837bc, 0x40bdfc33,
    0x31035746, 0x13343a5a,
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
