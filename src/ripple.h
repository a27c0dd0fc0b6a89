/* SPDX-License-Identifier: MIT */
/*
 * libripple: any picture as the floor of a pool of water.
 *
 * A pool is a grid of int16 heights, 0 at rest. Stones disturb it, steps move
 * the waves on, and ripple_render draws a picture as seen through the surface,
 * all in integers: the same calls give the same bits on every machine.
 *
 * Lengths and positions are in pixels of the frame, x to the right and y down.
 * Cells, columns and rows belong to the grid of heights, which has one cell per
 * pixel unless the setting `cell` changes that. Heights have no unit: the
 * setting `refraction` is the offset, in cells, for a height difference of 1.
 *
 * A function that can fail returns a negative RippleError, else 0 or a count;
 * after an error nothing has changed.
 */
#ifndef RIPPLE_H
#define RIPPLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/*
 * Rules for all functions, where a function names no exception.
 *
 * NULL: a pool must be one of ripple_create that is not destroyed. Any other
 * argument may be NULL: a call that needs it returns PIXELS for pixels, else
 * SETTING, or does nothing if it returns nothing.
 *
 * Memory: arguments that overlap are undefined, but for pixels, which are then
 * refused, and for the settings of a pool given back to it. Results belong to
 * the pool or to the library: neither change nor free them.
 *
 * Threads: pools share no state. A pool may be used by one thread at a time,
 * different pools by different threads, functions without a pool by all. No
 * function may be called by a signal handler.
 *
 * fork: the child has a copy of each pool that no thread was using; other
 * pools are undefined there. A copy works on one thread, with the same results,
 * until ripple_use_threads or another function under "Speed" starts its threads
 * anew. If they cannot start, these others succeed and set the number to 1.
 *
 * Stack: no function needs more than 64 kB; built with -O0, 256 kB. The threads
 * of a pool have the default of the program, but at least 256 kB.
 *
 * Versions: functions, sizes of structs and values of enums (_COUNT apart) stay
 * in all of libripple.so.1, as do heights and frames of the preset classic.
 * Other water, light, sky, land, perspective, presets and defaults may become
 * better. All functions are those of 0.2.0, the first with this ABI, unless
 * their comment names a later version.
 */

#define RIPPLE_VERSION        "0.2.0"
#define RIPPLE_MAX_SIZE       32768 /* largest width and height of a pool */
#define RIPPLE_MAX_DAMPING    15
#define RIPPLE_MAX_REFRACTION 4.0
#define RIPPLE_MAX_LIGHT      100.0
#define RIPPLE_MAX_CELL       64
#define RIPPLE_CELL_AUTO      0
#define RIPPLE_MAX_THREADS    64
#define RIPPLE_MAX_CURRENT    4.0  /* cells a step along each axis */
#define RIPPLE_MAX_SPLASH     1000 /* steps that a stone sinks */
#define RIPPLE_MAX_PHASE      256  /* the newest step is shown */
#define RIPPLE_DEPTH_LAND     0
#define RIPPLE_DEPTH_OPEN     255

/* RIPPLE_VERSION of the library itself, which may be newer than this header. */
const char *ripple_version(void);

typedef enum RippleError {
    RIPPLE_OK = 0,
    RIPPLE_ERROR_MEMORY = -1,  /* not enough memory */
    RIPPLE_ERROR_SIZE = -2,    /* width or height outside 1..RIPPLE_MAX_SIZE;
                                  rows that overlap */
    RIPPLE_ERROR_SETTING = -3, /* a value out of range, an unknown name, NULL */
    RIPPLE_ERROR_PIXELS = -4,  /* size, stride, format or place of pixels does
                                  not fit, or there are none */
    RIPPLE_ERROR_THREADS = -5, /* threads could not be started */
    RIPPLE_ERROR_GPU = -6      /* no GPU that steps this water */
} RippleError;

/* One English sentence for an error code; never NULL. */
const char *ripple_error_text(int error);

/* The formula of a step. */
typedef enum RippleModel {
    RIPPLE_MODEL_CLASSIC, /* four neighbours: the DirectDraw ripple of 1999 */
    RIPPLE_MODEL_ROUND,   /* eight neighbours: rounder rings */
    RIPPLE_MODEL_WAVE,    /* the damped wave equation (Lengyel; Luna) */
    RIPPLE_MODEL_SHALLOW, /* shallow water with a history (games, part 1) */
    RIPPLE_MODEL_SPRING,  /* springs with a shape ("water puddle", part 5) */
    RIPPLE_MODEL_COUNT
} RippleModel;

/* The name of a model, a line about it and the source of its formula, NULL if
   there is no such model; and a model by its name. Errors: SETTING. */
const char *ripple_model_name(RippleModel model);
const char *ripple_model_summary(RippleModel model);
const char *ripple_model_source(RippleModel model);
int ripple_model_find(RippleModel *model, const char *name);

/* How waves meet the edges of the pool. */
typedef enum RippleEdges {
    RIPPLE_EDGES_FIXED,  /* height 0: they come back inverted */
    RIPPLE_EDGES_MIRROR, /* a wall: they come back upright */
    RIPPLE_EDGES_OPEN,   /* open water: they leave */
    RIPPLE_EDGES_WRAP,   /* the opposite side: the pool is a torus */
    RIPPLE_EDGES_COUNT
} RippleEdges;

/* How waves come back from land: inverted or upright, as from edges. */
typedef enum RippleShore {
    RIPPLE_SHORE_FIXED,
    RIPPLE_SHORE_MIRROR,
    RIPPLE_SHORE_COUNT
} RippleShore;

typedef enum RippleSwellFrom {
    RIPPLE_SWELL_FROM_WIND,   /* one side, more or less: a sea */
    RIPPLE_SWELL_FROM_AROUND, /* all sides: a swimming pool */
    RIPPLE_SWELL_FROM_COUNT
} RippleSwellFrom;

/* Around the pool, in perspective: open sea, ground and grass, or slabs. */
typedef enum RippleRim {
    RIPPLE_RIM_SEA,
    RIPPLE_RIM_BANK,
    RIPPLE_RIM_DECK,
    RIPPLE_RIM_COUNT
} RippleRim;

/* How the picture is sampled. */
typedef enum RippleFilter {
    RIPPLE_FILTER_NEAREST, /* the nearest pixel, as in 1999 */
    RIPPLE_FILTER_LINEAR,  /* bilinear, at offsets of up to 128 pixels */
    RIPPLE_FILTER_COUNT
} RippleFilter;

/* Views of the water in a frame. */
typedef enum RippleView {
    RIPPLE_VIEW_WATER,   /* the picture, refracted and lit */
    RIPPLE_VIEW_HEIGHTS, /* heights, from deep blue to white */
    RIPPLE_VIEW_SLOPES,  /* slopes: red to the right, green down */
    RIPPLE_VIEW_SPLIT, /* side by side: heights, refracted, refracted and lit */
    RIPPLE_VIEW_PERSPECTIVE, /* a landscape, see ripple_set_camera */
    RIPPLE_VIEW_COUNT
} RippleView;

/* Settings of a pool. All numbers must be finite and in their range, those of
   other models too. Limits of several settings hold for the chosen model. */
typedef struct RippleSettings {
    RippleModel model; /* default RIPPLE_MODEL_ROUND */
    RippleEdges edges; /* default RIPPLE_EDGES_FIXED */
    RippleShore shore; /* default RIPPLE_SHORE_FIXED */
    double refraction; /* offset in cells for a height difference of 1, 0..4,
                          at most 8 pixels; default 1/16. With 1 heights count
                          whole pixels, as in 1999 */
    int cell; /* pixels per cell in each direction, 1..RIPPLE_MAX_CELL; default
                 1. RIPPLE_CELL_AUTO: 240 rows of cells, but no cell smaller
                 than a pixel; rings look alike in frames of every size.
                 Changing it makes the water calm */
    RippleFilter filter; /* default RIPPLE_FILTER_NEAREST */
    RippleView view;     /* default RIPPLE_VIEW_WATER */
    double light;        /* 0..100: glints, and light on the floor; default 0 */
    double light_from;   /* degrees counterclockwise from the right, -360..360;
                            default 120, from the upper left */

    /* classic and round */
    int damping; /* waves lose 1/2^damping a step, 1..15; 0 loses nothing,
                    so the water never rests; default 6 */

    /* wave: next = K1 before + K2 now + K3 (sum of four neighbours) with
       D = viscosity time_step + 2, e = (speed time_step / spacing)^2,
       K1 = (viscosity time_step - 2) / D, K2 = (4 - 8 e) / D, K3 = 2 e / D;
       refused unless 4 e <= D */
    double viscosity; /* 0..2 / time_step; 0 loses nothing; default 0.2 */
    double speed;     /* of the waves, 1e-6..1e6; default 12 */
    double time_step; /* 1e-6..1e6, default 0.03 */
    double spacing;   /* of the cells, 1e-6..1e6, default 0.625 */

    /* shallow: next = (1 - loss) (now + beta (now - before) +
       alpha (sum of four neighbours - 4 now)) */
    double alpha; /* 0..0.5 and at most (1 / (1 - loss) + 1 + 2 beta) / 8;
                     default 0.35 */
    double beta;  /* 0..1, default 1 */
    double loss;  /* 0..1, default 0.004 */

    /* spring: velocity += stiffness (sum of four neighbours - 4 height),
       then height += velocity / 5, then height -= restore height */
    double stiffness;  /* 0..2, default 1.6 */
    double restore;    /* 0..1, default 0.008 */
    double max_speed;  /* largest velocity, 1..10000; default 4000 */
    double max_height; /* 1..32767, less in shallows; default 8000 */

    double bend_limit; /* the most that water bends the view, 0..100 pixels in a
                          frame of 480 rows; crests then magnify; default 0:
                          unlimited, crests shrink as in 1999 */
    double sky; /* 0..100: how much sky the water mirrors where it is not level;
                   default 0 */
    double swell; /* 0..100: long waves, only drawn: ripple_heights and
                     ripple_is_calm ignore them; default 0 */
    RippleSwellFrom swell_from; /* default RIPPLE_SWELL_FROM_WIND */
    RippleRim rim;              /* default RIPPLE_RIM_SEA */
    double depth; /* 0..6: how far the floor is below: cells that light moves
                     for each cell of offset; default 2 */

    double later[3]; /* must be 0; later settings take this room */
} RippleSettings;

/* Fills in the defaults; or, by its name, the water and the look of a preset of
   the program, "pond", without its picture, mask, current, rain and events.
   Errors: SETTING. The name of preset i, from 0; NULL past the last. */
void ripple_settings_init(RippleSettings *settings);
int ripple_settings_preset(RippleSettings *settings, const char *name);
const char *ripple_preset_name(int i);

/* Checks settings without a pool. On error `why`, a buffer of `size` bytes or
   NULL, gets a sentence with the setting and its limit. Errors: SETTING. */
int ripple_settings_check(const RippleSettings *settings, char *why,
                          size_t size);

typedef enum RippleSettingType {
    RIPPLE_SETTING_WORD,   /* one of the words 0..max */
    RIPPLE_SETTING_INT,    /* a whole number, or one of the words */
    RIPPLE_SETTING_NUMBER, /* a decimal number */
    RIPPLE_SETTING_TEXT    /* of programs; the library has none */
} RippleSettingType;

/* Bits of RippleSettingInfo.flags. */
typedef enum RippleSettingFlag {
    RIPPLE_SETTING_LOOK = 1, /* changes how water looks, not how it moves */
    RIPPLE_SETTING_MENU = 2  /* worth a row in a menu */
} RippleSettingFlag;

/* A setting, for menus, pages and other languages. */
typedef struct RippleSettingInfo {
    const char *name;  /* as in the options of the program: "light-from" */
    const char *value; /* its value in a line of help: "X" */
    const char *help;  /* a line of English */
    RippleSettingType type;
    double min, max;
    double initial;   /* the default; of a word its number */
    const char *unit; /* "" for none */
    unsigned models;  /* that use it: bits 1 << RippleModel; 0: all */
    unsigned flags;
} RippleSettingInfo;

/* Setting i, from 0, NULL past the last; the number of one by its name, or the
   error SETTING; and the word for a value of setting i, NULL if it has none. */
const RippleSettingInfo *ripple_setting_info(int i);
int ripple_setting_find(const char *name);
const char *ripple_setting_word(int i, int value);

/*
 * Sets a field by name from text: a word, or a number of at most 63 characters
 * with '.' as the point in every locale. On error `why`, a buffer of `size`
 * bytes or NULL, gets "must be ...". ripple_settings_check has the limits of
 * several settings. Errors: SETTING.
 */
int ripple_setting_set(RippleSettings *settings, const char *name,
                       const char *value, char *why, size_t size);

/* Writes a field as the text that ripple_setting_set takes, cut to `size`
   bytes; 32 are enough. Errors: SETTING if there is none of that name. */
int ripple_setting_get(const RippleSettings *settings, const char *name,
                       char *value, size_t size);

/* The format of a pixel, in native byte order, named as by SDL. */
typedef enum RippleFormat {
    RIPPLE_FORMAT_ARGB8888, /* 0xAARRGGBB; alpha has no effect */
    RIPPLE_FORMAT_RGB565, /* red in the 5 highest bits, blue in the 5 lowest */
    RIPPLE_FORMAT_COUNT
} RippleFormat;

/* Bytes per pixel. */
size_t ripple_pixel_size(RippleFormat format);

/*
 * Pixels in memory that the caller owns. RGB565 needs half the memory traffic,
 * and can only be rendered with the nearest filter, no light or sky, in the
 * view of water. Large frames are fastest if each row starts at a multiple of
 * 64 bytes.
 *
 * Functions of two pixels refuse those that overlap. Rows of one may lie
 * between rows of the other, as windows of one image do, if both strides are
 * equal in bytes.
 */
typedef struct RipplePixels {
    uint32_t *pixels; /* pixel (0, 0) of RIPPLE_FORMAT_ARGB8888 */
    int width, height;
    size_t stride; /* pixels from one row to the next, at least width; all
                      rows fit into PTRDIFF_MAX bytes */
    RippleFormat format;
    uint16_t *pixels565; /* pixel (0, 0) of RIPPLE_FORMAT_RGB565 */
} RipplePixels;

/* Copies pixels to others of the same size and converts the format: each
   channel is rounded to nearest, so RGB565 survives the way to ARGB8888 and
   back. Alpha is copied if both have it, or else is 255. Errors: PIXELS. */
int ripple_copy_pixels(const RipplePixels *from, const RipplePixels *to);

typedef struct RippleRect {
    int x, y, width, height;
} RippleRect;

typedef enum RippleProfile {
    RIPPLE_PROFILE_DISC,   /* SETS every height to -weight: hard, as in 1999 */
    RIPPLE_PROFILE_SMOOTH, /* ADDS -weight/2 * (1 + cos(pi * d / radius)) */
    RIPPLE_PROFILE_BODY    /* lowers what is higher than -weight to that */
} RippleProfile;

/* A stone touches the cells nearer than `radius` to (x, y): dx*dx + dy*dy <
   radius*radius. Parts that lie beyond an edge are lost, at wrapped edges too.
   Coordinates and radii of stones, of lines and of painted masks are clamped to
   +-262144 cells: a line to a place beyond has another direction. */
typedef struct RippleStone {
    int x, y;
    int radius;            /* 0 or less touches nothing */
    int weight;            /* its depth, in units of height; may be negative */
    RippleProfile profile; /* any other value acts as RIPPLE_PROFILE_SMOOTH */
} RippleStone;

typedef struct Ripple Ripple;

/*
 * Makes a calm pool for frames of width x height pixels, each 1..32768, and
 * stores it in *pool; free it with ripple_destroy. settings may be NULL for the
 * defaults. A pool takes about 4 bytes a cell, 4 more with wave or shallow, 2
 * more with springs; half of that more with a current; 5 more with a mask, 7
 * with light and a bend limit. Errors: SIZE, SETTING, MEMORY; *pool is then
 * NULL.
 */
int ripple_create(Ripple **pool, int width, int height,
                  const RippleSettings *settings);

/* Frees a pool; NULL is allowed. */
void ripple_destroy(Ripple *pool);

/* Changes the size of a pool. Cells that still fit, counted from the top left
   corner, keep their water; new ones are calm. Mask and current map are scaled.
   Errors: SIZE, MEMORY. */
int ripple_resize(Ripple *pool, int width, int height);

/* Changes the settings of a pool. The water is kept unless `cell` changes.
   Errors: SETTING, MEMORY. */
int ripple_configure(Ripple *pool, const RippleSettings *settings);

/* The same for one setting, as text: see ripple_setting_set and _get. */
int ripple_set(Ripple *pool, const char *name, const char *text);
int ripple_get(const Ripple *pool, const char *name, char *text, size_t size);

/* The current settings; valid until the pool is destroyed. */
const RippleSettings *ripple_settings(const Ripple *pool);

/* The size of a pool and the height of a cell, in pixels. */
int ripple_width(const Ripple *pool);
int ripple_height(const Ripple *pool);
double ripple_cell(const Ripple *pool);

/* Drops a stone. Heights saturate at +-8191 with the models classic and round,
   else at +-32767. */
void ripple_drop(Ripple *pool, const RippleStone *stone);

/* Drags a stone in a straight line to (x, y): applies its profile over the
   distance from the line, so there is no gap at any length. */
void ripple_drop_line(Ripple *pool, const RippleStone *stone, int x, int y);

/*
 * Drops a stone that sinks over 1..RIPPLE_MAX_SPLASH steps; with 1 it is
 * ripple_drop. After k of n steps its weight is weight u^2 (3 - 2 u), u = k /
 * n, the first of them at once: a smooth stone adds what comes in each step,
 * the others press as deep as they are. Its wave is nearly that of the same
 * stone dropped, but begins and ends gently. 256 stones can sink at a time,
 * further ones fall at once. The pool is not calm before all are down;
 * ripple_clear, ripple_set_mask and a change of the size or of `cell` end them.
 * Errors: SETTING.
 */
int ripple_splash(Ripple *pool, const RippleStone *stone, int steps);

/* Adds magnitude to the cell at (x, y) and magnitude/2, rounded toward zero,
   to its four neighbours. Does nothing on the two outermost rings of cells.
   Source: Lengyel, "Mathematics for 3D Game Programming", and Luna. */
void ripple_disturb(Ripple *pool, int x, int y, int magnitude);

/* Sets all cells within a radius to a height, which may be negative. */
void ripple_pull(Ripple *pool, int x, int y, int radius, int height);

/* Land and shallows. A mask gives each cell a depth: 0 is land, which stays dry
   and reflects waves, 255 is open water, all between are shallows. There the
   square of the wave speed is proportional to the depth; springs instead rise
   less high. */

/* Sets the mask. It may have any size of 1..RIPPLE_MAX_SIZE, with `stride`
   bytes, at least width, from row to row, and is copied and scaled to the pool.
   NULL makes open water. Errors: SIZE, MEMORY. */
int ripple_set_mask(Ripple *pool, const uint8_t *mask, int width, int height,
                    size_t stride);

/* The same from a map of heights, `stride` values from row to row: 32768 is sea
   level, 0..65535 an eighth of the pool's width; open water is deeper than 1/32
   of it. Land sinks near the edges. NULL makes open water without a map. */
int ripple_set_land(Ripple *pool, const uint16_t *heights, int width,
                    int height, size_t stride);

/* Sets the depth, 0..255, of all cells within a radius of the line from (x0,
   y0) to (x1, y1). *part, which may be NULL, becomes the part of the frame that
   can change: the whole frame if the stroke makes or removes the mask.
   The next ripple_render writes that part. Errors: SETTING, MEMORY. */
int ripple_paint_mask(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part);

/* The depths, columns x rows bytes; NULL if all is open water. Valid until the
   mask, the size or the setting `cell` changes or the pool is destroyed. */
const uint8_t *ripple_mask(const Ripple *pool);

/*
 * Copies a part of `picture` to `floor`, which is then rendered in its place.
 * Up to 48 pixels from land water has a tint and a shadow, and foam lies along
 * the shore, which is wet; shallows are brighter. In perspective the shore is
 * bare. Without a mask it is a plain copy. Both must have the size of the pool;
 * their formats may differ, as in ripple_copy_pixels. `part` may be NULL for
 * all. Errors: PIXELS, MEMORY.
 */
int ripple_lay_floor(const Ripple *pool, const RipplePixels *picture,
                     const RipplePixels *floor, const RippleRect *part);

/* The same with another picture of land, which may have any size above 0 and
   any format: it repeats from the top left of the pool. NULL: `picture`. */
int ripple_lay_land(const Ripple *pool, const RipplePixels *picture,
                    const RipplePixels *land, const RipplePixels *floor,
                    const RippleRect *part);

/* Currents. Each step moves the waves along, x to the right and y down, by at
   most RIPPLE_MAX_CURRENT cells along each axis. With land, or with a map, the
   flow is first changed so that it goes around the land and has no sources or
   sinks. */

/* Sets a uniform current; 0, 0 is none. Errors: SETTING, MEMORY. */
int ripple_set_current(Ripple *pool, double x, double y);

/* Sets a current from a map, width x height values in cells a step, row by row,
   which is scaled to the pool. Errors: SIZE, SETTING, MEMORY. */
int ripple_set_current_map(Ripple *pool, const float *x, const float *y,
                           int width, int height);

/* The largest divergence that is left in the flow, in cells a step per cell of
   the grid (at most 256 cells a side) on which it was solved; 0 for a uniform
   current without land. */
double ripple_current_divergence(const Ripple *pool);

/* The flow under pixel (x, y), or the nearest one inside, in 1/2^16 pixels a
   step along each axis, as it goes around land; 0 without a current. */
void ripple_current_at(const Ripple *pool, int x, int y, int *flow_x,
                       int *flow_y);

/* Chooses by name what steps and renders, "cpu" or "gpu", with the same bits;
   the water goes on. Only ripple_use_gpu can choose "gpu". Errors: SETTING if
   there is none of that name, GPU. */
int ripple_use_backend(Ripple *pool, const char *name);

/* The backend, "cpu" once the GPU has failed; backend i, NULL past the last. */
const char *ripple_backend(const Ripple *pool);
const char *ripple_backend_name(int i);

/* Finds a function of OpenGL, as SDL_GL_GetProcAddress does; NULL: none. */
typedef void *RippleLoader(const char *name);

/* Lets the GPU step the heights and draw flat views, by OpenGL 4.3 or ES 3.1.
   The context must be current in all later calls with the pool, ripple_destroy
   too, until the backend is "cpu" again. Calls change OpenGL's bindings and
   clear its errors. If the GPU fails later, the CPU goes on with the same
   water. Renderers that run on the CPU are refused unless allow_software. A
   child made by fork may not use such a pool. Errors: MEMORY and GPU, the
   backend is then "cpu". */
int ripple_use_gpu(Ripple *pool, RippleLoader *load, int allow_software);

/* The name of the GPU that steps a pool, NULL if none does. */
const char *ripple_gpu_name(const Ripple *pool);

/* The texture with the newest frame that was rendered without pixels: RGBA8 of
   the pool's size, texel (0, 0) at the top left. The pool owns it; the next
   rendering changes it. 0: there is none, or the GPU has failed. */
unsigned ripple_gpu_texture(Ripple *pool);

/* Makes the water calm. */
void ripple_clear(Ripple *pool);

/* Does one step of the model. Calm parts cost nothing. Waves never grow: no
   step adds energy but for rounding; where a current adds some, the water loses
   what exceeds twice the energy that stones gave it. Water that loses energy by
   its settings (damping, viscosity, loss or restore above 0, or beta below 1)
   comes to rest at exactly 0 with every mask, edge and current. */
void ripple_step(Ripple *pool);

/* 1 if every height is 0 and stays 0; 0 otherwise, or while a stone sinks. With
   a GPU it becomes 1 some frames late. */
int ripple_is_calm(const Ripple *pool);

/* The size of the grid of heights; never waits for a GPU. */
void ripple_cells(const Ripple *pool, int *columns, int *rows);

/* The newest heights: column x of row y is at [y * *stride + x]. Valid until
   the next call that changes the pool. columns, rows and stride may be NULL. */
const int16_t *ripple_heights(const Ripple *pool, int *columns, int *rows,
                              size_t *stride);

/*
 * Draws `picture`, as seen through the water, into `frame`. Both must have the
 * size of the pool and the same format. The frame depends on picture, heights,
 * mask and settings alone; calm water shows the picture itself. All pixels are
 * written, or only those that can have changed if picture and frame are where
 * they were in the last call. If the contents of either changed, call
 * ripple_invalidate first. If `frame` is NULL the frame stays on the GPU, see
 * ripple_gpu_texture. Returns the number of rectangles that were written.
 * *changed (may be NULL) points to them: disjoint, top to bottom, valid until
 * the next call with this pool. Errors: PIXELS; GPU if the frame cannot stay
 * there: in perspective (with ES, in software), or the GPU has failed.
 */
int ripple_render(Ripple *pool, const RipplePixels *picture,
                  const RipplePixels *frame, const RippleRect **changed);

/*
 * The same between two steps, for displays that show more frames than there are
 * steps: heights are (phase_q8 now + (256 - phase_q8) before + 128) >> 8, so
 * that 0 shows the step before the newest, RIPPLE_MAX_PHASE what ripple_render
 * does, and swell keeps pace. *changed has what moved in either step. The first
 * call with a phase below that, and the first one after a change of the size,
 * of `cell` or of the edges, allocates 2 bytes a cell. Errors: PIXELS, SETTING,
 * MEMORY, GPU.
 */
int ripple_render_at(Ripple *pool, const RipplePixels *picture,
                     const RipplePixels *frame, const RippleRect **changed,
                     int phase_q8);

/* The view in perspective: the picture lies on the floor, which rises in
   shallows, land stands out, and a calm sea is around. Frames are drawn whole
   unless nothing moves; it takes about 13 bytes a cell and 6 a pixel more. */

/* The camera looks at the middle of the pool. */
typedef struct RippleCamera {
    double yaw;      /* degrees to the right of the bottom edge, -360..360 */
    double pitch;    /* degrees above the horizon, 3..70 */
    double distance; /* from the middle, 0.2..4 widths of the pool */
} RippleCamera;

/* Places the camera, in every view; it is raised above ground and water.
   Errors: SETTING. */
int ripple_set_camera(Ripple *pool, const RippleCamera *camera);
const RippleCamera *ripple_camera(const Ripple *pool);

/* Finds the place of the pool at pixel (x, y) of a frame without waves. Returns
   1 for water or 2 for land, and stores the place in *px and *py; 0 for sky or
   the sea outside. In flat views places are pixels. */
int ripple_pick(const Ripple *pool, int x, int y, int *px, int *py);

/* Its inverse: the pixel that shows a place of the pool. Returns 1, or 0 if no
   pixel does. */
int ripple_project(const Ripple *pool, int px, int py, int *x, int *y);

/* Makes the next ripple_render write every pixel. */
void ripple_invalidate(Ripple *pool);

/* Steps once and renders in one pass over the memory: the same result as
   ripple_step and ripple_render, but faster. */
int ripple_advance(Ripple *pool, const RipplePixels *picture,
                   const RipplePixels *frame, const RippleRect **changed);

/* Speed. None of this changes a bit of any result. */

/* Sets the number of threads, 1..RIPPLE_MAX_THREADS, the caller's with them; 0
   sets as many as the affinity and CPU quota of the process allow. A new pool
   uses 1, and starts no thread. Errors: SETTING, MEMORY, THREADS. */
int ripple_use_threads(Ripple *pool, int threads);
int ripple_threads(const Ripple *pool);

/* Chooses an instruction set by name. "auto", as in a new pool, is the best of
   this CPU, set i is the one with number i, from 0, weakest first, NULL past
   the last. Errors: SETTING if the CPU lacks it. */
int ripple_use_simd(Ripple *pool, const char *name);
const char *ripple_simd(const Ripple *pool);
const char *ripple_simd_name(int i);

/* 1, as in a new pool, skips calm parts; 0 does not, to measure or to check. */
void ripple_skip_calm(Ripple *pool, int skip);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
