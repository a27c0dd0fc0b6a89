// SPDX-License-Identifier: MIT
// A pool of libripple as a class, for C++11: copy this file beside your own. It frees
// itself, moves, and throws RippleFailure where the library returns an error.
#ifndef RIPPLE_HPP
#define RIPPLE_HPP

#include <ripple.h>

#include <memory>
#include <stdexcept>
#include <vector>

class RippleFailure : public std::runtime_error {
public:
    explicit RippleFailure(int error)
        : std::runtime_error(ripple_error_text(error)), code(error) {}
    const int code; // a RippleError
};

class Pool {
public:
    // Throws as ripple_create.
    Pool(int width, int height, const RippleSettings &settings = defaults())
    {
        Ripple *made;
        check(ripple_create(&made, width, height, &settings));
        pool.reset(made);
    }

    static RippleSettings defaults()
    {
        RippleSettings settings;
        ripple_settings_init(&settings);
        return settings;
    }

    // The pool for all other functions of ripple.h; it stays this object's.
    Ripple *get() const { return pool.get(); }
    // A setting by its name, as options of the program take it.
    void set(const char *name, const char *text) { check(ripple_set(get(), name, text)); }
    int width() const { return ripple_width(get()); }
    int height() const { return ripple_height(get()); }
    bool isCalm() const { return ripple_is_calm(get()) != 0; }

    void drop(const RippleStone &stone) { ripple_drop(get(), &stone); }
    void splash(const RippleStone &stone, int steps) { check(ripple_splash(get(), &stone, steps)); }

    void step(int steps = 1)
    {
        while (steps-- > 0)
            ripple_step(get());
    }

    // Returns a picture as seen through the water, width x height pixels 0xAARRGGBB
    // without gaps.
    std::vector<uint32_t> render(const std::vector<uint32_t> &picture) const
    {
        std::vector<uint32_t> frame(picture.size());
        RipplePixels from = pixels(const_cast<uint32_t *>(picture.data()), picture.size());
        RipplePixels to = pixels(frame.data(), frame.size());
        ripple_invalidate(get());
        check(ripple_render(get(), &from, &to, nullptr));
        return frame;
    }

private:
    struct Destroy {
        void operator()(Ripple *made) const { ripple_destroy(made); }
    };
    std::unique_ptr<Ripple, Destroy> pool;

    static void check(int error)
    {
        if (error < 0)
            throw RippleFailure(error);
    }

    RipplePixels pixels(uint32_t *data, size_t count) const
    {
        if (count != static_cast<size_t>(width()) * static_cast<size_t>(height()))
            throw RippleFailure(RIPPLE_ERROR_PIXELS);
        RipplePixels made = {data, width(), height(), static_cast<size_t>(width()),
                             RIPPLE_FORMAT_ARGB8888, nullptr};
        return made;
    }
};

#endif
