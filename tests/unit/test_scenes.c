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

enum { CALLS = 45, WIDTH = 130, HEIGHT = 50 };

/* By number of the scene. */
static const uint32_t pinned[] = {
    0x94d07858, 0x3c080a73, 0x153ff445, 0x089cca17, 0xe6267c2b, 0xae4f0105,
    0x29cf684d, 0x20256661, 0x17907e64, 0xc917ffab, 0x6269b311, 0x720d4937,
    0xa12e8367, 0x748a9811, 0x3a45a0cb, 0x8b9b0e22, 0x8c4f85d5, 0x1b5f63fc,
    0x4e4096b3, 0x4ec85c08, 0xd3abfd81, 0x2c93f4c2, 0xd9c76a3c, 0x4eb917c3,
    0x549b5150, 0x11d27363, 0x7539762e, 0x74df8f60, 0xe9726e23, 0x7b68fa6e,
    0xed737b93, 0xcb6c4aa5, 0x84153143, 0x43958917, 0x6091d4a8, 0x4e03a1af,
    0xaced8a8f, 0x3bf58ac7, 0xf5d55b87, 0x8f110016, 0xd95889ea, 0x3ffe425c,
    0x2c38fbc1, 0x12bbd844, 0xb69edc43, 0x09c20f25, 0x6ef85857, 0x6c8bdff8,
    0xe4b571ed, 0x396cf6ee, 0x783f2885, 0x0c316e60, 0x72e48ade, 0x73bc38a6,
    0x78101609, 0xb5b65cd0, 0xb4646bf1, 0x3714be72, 0x00dd83f2, 0xb70ac6cc,
    0x446b68f2, 0x6be6911f, 0xd3d5eb79, 0x1f2d8312, 0x1edea9e1, 0xcd5bcd22,
    0x638b1e05, 0x38f89a7b, 0x35a638f7, 0xfbe8fd23, 0x46000581, 0x7dfe2a17,
    0xb3fa263a, 0x63e5453f, 0x35b0bed2, 0xeaea3b42, 0xd8b89094, 0xf301e90d,
    0xd705474c, 0x37c7fecd, 0x174e166f, 0x3ca4c081, 0x9205df46, 0xf984c3f9,
    0x7716c5c8, 0x65d50fc1, 0xd02a93a0, 0x479de051, 0x59019fa1, 0xf7ca8a4e,
    0x816badd4, 0x7aa83bed, 0x707dd23a, 0xd97ef462, 0x36afeb62, 0x1d5c1605,
    0xbc5ef070, 0x345372a6, 0xbce27433, 0xfd6a9c80, 0xcd1b88e5, 0x0afa3319,
    0x27f84a10, 0xd9bd7eb7, 0xd2589adc, 0xff943817, 0xfd045c01, 0xe67736db,
    0xd470dace, 0x899a8a8e, 0xef8901dd, 0xccaf3a00, 0x3d5432fd, 0xfe4b274a,
    0x245e202e, 0x946daf96, 0x955d7ebb, 0x1aea2c55, 0x05af6bb1, 0xfdf2de3c,
    0x21dfda36, 0x7895e60b, 0x0bef4070, 0x5af32140, 0xe9232510, 0x958611f6,
    0xa5d9ca3c, 0xe4ddff3d, 0x53102847, 0x88f22cf8, 0x2ce796e6, 0x33bb2778,
    0x8a7f37c9, 0x20842e6b, 0x1c7eb4a9, 0x08fb563b, 0xc1a7cf8b, 0xb5f5b41e,
    0xe191f80e, 0xcee25115, 0xf647a8b4, 0xdff9a1c4, 0xc6c984fb, 0x2912e2a7,
    0x74d7ac91, 0x1a1517e3, 0x174b8b65, 0xd8fcbd77, 0x03fa89c9, 0xfbcde1ee,
    0x29202b28, 0xe09e769a, 0xcafc9b67, 0x68eb5217, 0xd9c2b0be, 0x07789bfd,
    0x58bbb57d, 0x4fb35e62, 0x499dbeaf, 0xd2a87434, 0xd2cf6565, 0x49b924a8,
    0x02f7188c, 0x034237a7, 0x929a82d9, 0x2b20d035, 0xc47850ba, 0x95b5c1d7,
    0x17bba026, 0x603ec639, 0x2896c520, 0x170b4ffa, 0x342f7836, 0xf0f0c6af,
    0xd0231083, 0x7cda6042, 0x968e5fb0, 0xbaa4db82, 0x6c78affe, 0x181c7a2f,
    0x5a69ad32, 0x52195b1f, 0x04d252d0, 0x9d0b5b99, 0x9541a5b2, 0xaeb5555a,
    0x67e08b67, 0xc7aa6e78, 0x1ea3c5d2, 0x0d69f2ee, 0x2514a9e5, 0x7cf02f66,
    0x17a5d878, 0x45138523, 0xd68ba588, 0x845e31e8, 0xf5aa8f70, 0xa63e891b,
    0x25d7aa0a, 0xd0301b6b,
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
