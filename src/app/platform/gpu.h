/* SPDX-License-Identifier: MIT */
#ifndef RIPPLE_APP_PLATFORM_GPU_H
#define RIPPLE_APP_PLATFORM_GPU_H

/*
 * Whether there may be a graphics card, or the like, whose devices are files of
 * that folder, "/dev". Without one OpenGL runs on the CPU, and finding that out
 * from OpenGL itself takes a quarter of a second. Always 1 if not on Linux.
 */
int gpu_is_possible(const char *folder);

#endif
