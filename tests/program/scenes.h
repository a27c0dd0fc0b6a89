/* SPDX-License-Identifier: MIT */
/*
 * Scenes for tests, with what they do to them. Scenes and surfaces made here
 * belong to the test.
 */
#ifndef RIPPLE_TESTS_PROGRAM_SCENES_H
#define RIPPLE_TESTS_PROGRAM_SCENES_H

#include "app/scene.h"
#include "../pictures.h"
#include "../support.h"
#include "../test.h"

/* Options of a preset: 60 steps a second, live, no script. */
SceneOptions scenes_options(const char *preset, int width, int height);

void scenes_set_option(SceneOptions *options, const char *name,
                       const char *value);
void scenes_set_script(SceneOptions *options, const char *text);

/* Surfaces: picture_surface, and one of one colour. */
SDL_Surface *scenes_picture(int width, int height);
SDL_Surface *scenes_plain(int width, int height, uint32_t colour);

/* NULL as source: scenes_picture of the scene's size. */
Scene *scenes_create(const SceneOptions *options, SDL_Surface *source);
Scene *scenes_open(const char *preset, int width, int height);

void scenes_set(Scene *scene, const char *name, const char *value);
void scenes_show(Scene *scene, SDL_Surface *source);
void scenes_step(Scene *scene, int steps);
void scenes_advance(Scene *scene, int steps);

int scenes_height(Scene *scene, int x, int y);
int scenes_depth(Scene *scene, int x, int y);

/* A pixel of the frame; the checksum of a frame drawn now. */
uint32_t scenes_pixel(Scene *scene, int x, int y);
uint32_t scenes_crc(Scene *scene);

#endif
