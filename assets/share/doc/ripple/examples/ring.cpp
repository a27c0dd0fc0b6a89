// SPDX-License-Identifier: MIT
// Two stones fall into a pool of tiles. Writes what is seen 60 steps later as a PPM to
// standard output:
//
//     c++ ring.cpp $(pkg-config --cflags --libs ripple) -o ring && ./ring >ring.ppm
#include "ripple.hpp"

#include <iostream>

static std::vector<uint32_t> drawTiles(int width, int height)
{
    const int tile = 40;
    std::vector<uint32_t> picture;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            picture.push_back(x % tile < 2 || y % tile < 2     ? 0xffe0e8e8u
                              : (x / tile + y / tile) % 2 != 0 ? 0xff3090a8u
                                                               : 0xff48a8c0u);
    return picture;
}

int main()
try {
    Pool pool(640, 360);
    pool.set("cell", "4");
    pool.set("filter", "linear");
    pool.set("light", "60");
    pool.set("sky", "40");
    pool.splash({200, 180, 30, 500, RIPPLE_PROFILE_SMOOTH}, 10);
    pool.drop({440, 180, 20, 300, RIPPLE_PROFILE_SMOOTH});
    pool.step(60);
    std::cout << "P6\n" << pool.width() << ' ' << pool.height() << "\n255\n";
    for (uint32_t pixel : pool.render(drawTiles(pool.width(), pool.height())))
        std::cout << static_cast<char>(pixel >> 16) << static_cast<char>(pixel >> 8)
                  << static_cast<char>(pixel);
    return std::cout.flush() ? 0 : 1;
} catch (const RippleFailure &failure) {
    std::cerr << "ring: " << failure.what() << '\n';
    return 1;
}
