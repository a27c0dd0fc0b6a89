/* SPDX-License-Identifier: MIT */
#ifndef RIPPLE_APP_BACKEND_CHOICE_H
#define RIPPLE_APP_BACKEND_CHOICE_H

/* Who steps and renders the water. */
typedef enum BackendChoice {
    BACKEND_CPU,
    BACKEND_GPU,  /* any, also one that is simulated by the CPU */
    BACKEND_AUTO, /* the GPU if there is a real one */
    BACKEND_CHOICES
} BackendChoice;

/*
 * Whether there may be a graphics card, or the like, whose devices are files of
 * that folder, "/dev". Without one OpenGL runs on the CPU, and finding that out
 * from OpenGL itself takes a quarter of a second. Always 1 if not on Linux.
 */
int gpu_is_possible(const char *folder);

#endif
