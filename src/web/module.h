/* SPDX-License-Identifier: MIT */
/*
 * What a page calls: ripple.wasm exports open for web_open, and so on. An
 * instance of the module holds one pool, so its state is global; a page that
 * drops the instance, and ends its threads, has freed all of it.
 *
 * Names, values and reasons go through one text. A function that can fail
 * returns 0, or -1 with the reason in the text, or 1 with the name of a map
 * there that the page has to give before it calls again. Addresses are valid
 * until the next call of a function that can fail.
 */
#ifndef RIPPLE_WEB_MODULE_H
#define RIPPLE_WEB_MODULE_H

#include "ripple.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_name(#name), import_module("page")))
#else
#define EXPORT(name)
#define IMPORT(name)
#endif

/* Room for `size` bytes of the text; what was there is lost if they are more
   than ever before. NULL without memory. */
EXPORT(text) char *web_text(int size);

/* Settings. Before the pool is opened they are those that it begins with. */

/* Takes the default preset. */
EXPORT(reset) void web_reset(void);

/* Sets a value. The text is the name, a space, and the value. Can fail. */
EXPORT(set) int web_set(void);

/* The text is a script, which begins when the pool is opened. Can fail. */
EXPORT(script) int web_script(void);

/* The text is an event of a script, without its step: it happens now. Can fail.
 */
EXPORT(event) int web_event(void);

/* Nothing moves unless the user does something: for those who ask for less
   motion. Before the pool is opened. */
EXPORT(keep_still) void web_keep_still(void);

/*
 * Describes setting i of play_settings_info in the text, with tabs between:
 * name, help, value, flags, 1 if the model uses it, 1 if it is a whole number,
 * least, most, and its words if it has some. Returns -1 past the last.
 */
EXPORT(describe) int web_describe(int i);

/* Pictures. */

/* Says the name of the picture under the water. */
EXPORT(bed) int web_bed(void);

/* Says what land shows; "" for the picture under the water or without land. */
EXPORT(land_picture) int web_land_picture(void);

/* Where the picture under the water belongs, width x height pixels of the frame
   with red in the first byte; to be told with web_give(0). */
EXPORT(picture) uint32_t *web_picture(void);

/* The same for what land shows, of any size, and web_give(1); NULL without
   memory. 0, 0: land shows the picture, as after each change of the size. */
EXPORT(land) uint32_t *web_land(int width, int height);

/* The pixels are there. */
EXPORT(give) void web_give(int is_land);

/* Puts the built-in picture of the hills under the water. Can fail. */
EXPORT(paint_hills) int web_paint_hills(void);

/* Where a map belongs whose name is the text; to be told with web_give_map.
   NULL without memory. */
EXPORT(map) uint32_t *web_map(int width, int height);
EXPORT(give_map) void web_give_map(void);

/* The pool. */

/* Makes it, in the size of the frame, with threads if the module is that with
   shared memory. Can fail. */
EXPORT(open) int web_open(int width, int height, int seed, int threads);

/* Keeps the water. The pictures are to be given again. Can fail; another size
   is to be taken then. */
EXPORT(resize) int web_resize(int width, int height);

/*
 * Does some steps and draws the water then, at that phase of the last (see
 * ripple_render_at). Returns the number of rectangles of the frame that have
 * changed, which may overlap.
 */
EXPORT(draw) int web_draw(int steps, int phase_q8);

/* The rectangles of the last frame, and its pixels, red in the first byte. */
EXPORT(changed) const RippleRect *web_changed(void);
EXPORT(shown) const uint32_t *web_shown(void);

/* How many steps from now nothing happens unless the user does something, at
   most `limit`; 0 if the picture moves. web_skip lets them pass. */
EXPORT(calm_steps) int web_calm_steps(int limit);
EXPORT(skip) void web_skip(int steps);

/* Drops a stone at a pixel of the frame, `scale` times as large as usual. */
EXPORT(drop) void web_drop(int x, int y, double scale);

/* The same with that radius in pixels and that weight. */
EXPORT(stone) void web_stone(int x, int y, int radius, int weight);

/* Drags a stone that was dropped with that scale. */
EXPORT(drag) void web_drag(int x0, int y0, int x1, int y1, double scale);

/* Makes land or open water along a stroke as wide as such a stone. */
EXPORT(paint)
void web_paint(int x0, int y0, int x1, int y1, double scale, int is_land);

/* Holds a boat as large as such a stone into the water, or draws it there. */
EXPORT(hold) void web_hold(int x, int y, double scale);
EXPORT(release) void web_release(void);

/* Whether the view is that in perspective. */
EXPORT(is_landscape) int web_is_landscape(void);

/* Moves its camera, as CameraMove, and brings it back to where it was set. */
EXPORT(turn) void web_turn(double yaw, double pitch, double distance);
EXPORT(home) void web_home(void);

/* The newest heights: address, columns, rows, and stride in heights. */
EXPORT(heights) const int *web_heights(void);

/* Numbers as the page writes them: NaN if a text is none, and at most 25 bytes
   with the zero at the end. */
IMPORT(number) double web_number(const char *text);
IMPORT(decimal) void web_decimal(char *text, double value);

/* Threads of the module with shared memory. */

/* Starts a worker with another instance, whose stack ends at that address and
   which calls web_work. */
IMPORT(start) void web_start_worker(int worker, void *stack);

/* Does the worker's part of each job; never returns. */
EXPORT(work) _Noreturn void web_work(int worker);

/* How many workers take part now. */
EXPORT(workers) int web_workers(void);

/* Reports that web_work has failed: the pool, which would wait for its rows,
   traps. */
EXPORT(fault) void web_fault(void);

#endif
