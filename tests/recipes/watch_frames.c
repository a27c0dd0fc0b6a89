/* SPDX-License-Identifier: MIT */
/*
 * Linked with the example of src/recipes.md in place of what shows its frames
 * (-Wl,--wrap): it prints who shows the last of some frames and a checksum of
 * the window's pixels, and ends the example.
 */
#include <SDL.h>
#include <SDL_opengl.h>
#include <stdio.h>
#include <stdlib.h>

#define FRAMES 40

static void watch(const char *who, const Uint32 *pixels, int width, int height,
                  int from_below)
{
    static int frames;
    SDL_Event end = {SDL_QUIT};
    Uint32 sum = 0;

    if (++frames < FRAMES)
        return;
    for (int y = 0; y < height; y++) {
        const Uint32 *row = pixels + (from_below ? height - 1 - y : y) * width;

        for (int x = 0; x < width; x++)
            sum = sum * 31 + (row[x] & 0xffffff);
    }
    printf("%s %08x\n", who, (unsigned)sum);
    SDL_PushEvent(&end);
}

void __wrap_SDL_GL_SwapWindow(SDL_Window *window);
int __wrap_SDL_UpdateWindowSurface(SDL_Window *window);

void __wrap_SDL_GL_SwapWindow(SDL_Window *window)
{
    void(APIENTRY * read)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum,
                          void *) = SDL_GL_GetProcAddress("glReadPixels");
    int width, height;
    Uint32 *pixels;

    SDL_GL_GetDrawableSize(window, &width, &height);
    pixels = calloc((size_t)width * (size_t)height, sizeof *pixels);
    if (pixels == NULL)
        return;
    /* The example leaves its own framebuffer bound for reading. */
    ((PFNGLBINDFRAMEBUFFERPROC)SDL_GL_GetProcAddress("glBindFramebuffer"))(
        GL_READ_FRAMEBUFFER, 0);
    read(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (int i = 0; i < width * height; i++)
        pixels[i] = SDL_Swap32(pixels[i]) >> 8;
    watch("gpu", pixels, width, height, 1);
    free(pixels);
}

int __wrap_SDL_UpdateWindowSurface(SDL_Window *window)
{
    const SDL_Surface *surface = SDL_GetWindowSurface(window);

    watch("cpu", surface->pixels, surface->w, surface->h, 0);
    return 0;
}
