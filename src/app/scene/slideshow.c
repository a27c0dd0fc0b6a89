/* SPDX-License-Identifier: MIT */
/*
 * While the thread runs the album is the thread's; only `done` may be looked
 * at. Whoever wants the rest waits for the thread first.
 */
#include "app/scene/slideshow.h"

#include "app/image/load.h"
#include "app/image/map_loader.h"
#include "host/paths.h"
#include "host/pixel_buffer.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_PATH 4096

struct Album {
    char *folder;
    char **names; /* sorted */
    size_t count;
    size_t next; /* of the names, to be read */
    SDL_Thread *thread;
    SDL_atomic_t done;
    int width, height; /* what to fit to, */
    Fit fit;           /* and how */
    Page page;
    char *complaints; /* lines about what could not be read; NULL: none */
};

static int is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int has_picture_ending(const char *name)
{
    static const char *const endings[] = {
        "png", "jpg", "jpeg", "jpe", "gif", "bmp", "dib", "webp", "tif", "tiff",
        "pnm", "pbm", "pgm",  "ppm", "qoi", "pcx", "lbm", "iff",  "svg", "tga"};

    for (size_t i = 0; i < SDL_arraysize(endings); i++) {
        if (path_has_ending(name, endings[i]))
            return 1;
    }
    return 0;
}

/* The path of a file in the folder; 0, or -1 when it is too long. */
static int find_path(char *path, const Album *album, const char *name)
{
    int length = snprintf(path, MAX_PATH, "%s/%s", album->folder, name);

    return length > 0 && length < MAX_PATH ? 0 : -1;
}

static int is_picture(const Album *album, const char *name)
{
    char path[MAX_PATH];
    struct stat status;

    return name[0] != '.' && has_picture_ending(name) &&
           find_path(path, album, name) == 0 && stat(path, &status) == 0 &&
           S_ISREG(status.st_mode);
}

static void forget_names(Album *album)
{
    for (size_t i = 0; i < album->count; i++)
        free(album->names[i]);
    free(album->names);
    album->names = NULL;
    album->count = 0;
    album->next = 0;
}

static int add_name(Album *album, const char *name)
{
    char **grown =
        realloc(album->names, (album->count + 1) * sizeof *album->names);

    if (grown == NULL)
        return -1;
    album->names = grown;
    grown[album->count] = strdup(name);
    if (grown[album->count] == NULL)
        return -1;
    album->count++;
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists the folder anew; 0, or -1 when there is no picture in it. */
static int list_names(Album *album, Report *report)
{
    DIR *folder = opendir(album->folder);
    struct dirent *entry;
    int result = 0;

    forget_names(album);
    if (folder == NULL)
        return report_failure(report, album->folder, "%s", strerror(errno));
    while (result == 0 && (entry = readdir(folder)) != NULL) {
        if (is_picture(album, entry->d_name))
            result = add_name(album, entry->d_name);
    }
    closedir(folder);
    if (result != 0)
        return report_failure(report, album->folder, "%s", strerror(ENOMEM));
    if (album->count == 0)
        return report_failure(report, album->folder, "%s",
                              "there is no picture in this folder");
    qsort(album->names, album->count, sizeof *album->names, compare_names);
    return 0;
}

/* Keeps a line for when standard error is the caller's. */
static void complain(Album *album, const Report *report)
{
    size_t used = album->complaints != NULL ? strlen(album->complaints) : 0;
    size_t size = used + strlen(report->text) + sizeof "ripple: \n";
    char *grown = realloc(album->complaints, size);

    if (grown == NULL)
        return;
    snprintf(grown + used, size - used, "ripple: %s\n", report->text);
    album->complaints = grown;
}

static void tell_complaints(Album *album)
{
    if (album->complaints != NULL)
        fputs(album->complaints, stderr);
    free(album->complaints);
    album->complaints = NULL;
}

/* Reads the first picture that can be, from the next on to the end. */
static SDL_Surface *read_on(Album *album)
{
    SDL_Surface *source = NULL;

    while (source == NULL && album->next < album->count) {
        const char *name = album->names[album->next++];
        char path[MAX_PATH];
        Report report;

        if (find_path(path, album, name) == 0 &&
            loader_read(&source, path, &report) != 0)
            complain(album, &report);
    }
    return source;
}

/* The next picture, be it in a new round; NULL after a whole round in vain,
   with the reason in the report. */
static SDL_Surface *read_next(Album *album, Report *report)
{
    SDL_Surface *source = read_on(album);

    if (source != NULL || list_names(album, report) != 0)
        return source;
    source = read_on(album);
    if (source == NULL)
        report_failure(report, album->folder, "%s",
                       "none of its pictures can be read");
    return source;
}

static void await_thread(Album *album)
{
    if (album->thread != NULL)
        SDL_WaitThread(album->thread, NULL);
    album->thread = NULL;
}

void album_close(Album *album)
{
    if (album == NULL)
        return;
    await_thread(album);
    album_clear_page(&album->page);
    forget_names(album);
    free(album->complaints);
    free(album->folder);
    free(album);
}

static int open_album(Album **album, SDL_Surface **first, const char *path,
                      Report *report)
{
    Album *made = calloc(1, sizeof *made);

    if (made != NULL)
        made->folder = strdup(path);
    if (made == NULL || made->folder == NULL) {
        free(made);
        return report_failure(report, path, "%s", strerror(ENOMEM));
    }
    *first = read_next(made, report);
    tell_complaints(made);
    if (*first == NULL) {
        album_close(made);
        return -1;
    }
    *album = made;
    return 0;
}

int album_read(SDL_Surface **first, Album **album, const char *path,
               Report *report)
{
    *first = NULL;
    *album = NULL;
    if (is_folder(path))
        return open_album(album, first, path, report);
    return maps_read_picture(first, path, report);
}

static int prepare(void *data)
{
    Album *album = data;
    Page *page = &album->page;
    Report report;

    page->source = read_next(album, &report);
    if (page->source == NULL)
        complain(album, &report);
    else if (pixels_init(&page->fitted, album->width, album->height,
                         RIPPLE_FORMAT_ARGB8888) == 0 &&
             fit_picture(&page->fitted, page->source, album->fit) != 0)
        pixels_clear(&page->fitted);
    SDL_AtomicSet(&album->done, 1);
    return 0;
}

void album_prepare(Album *album, int width, int height, Fit fit)
{
    await_thread(album);
    album_clear_page(&album->page);
    album->width = width;
    album->height = height;
    album->fit = fit;
    SDL_AtomicSet(&album->done, 0);
    album->thread = SDL_CreateThread(prepare, "album", album);
    if (album->thread == NULL)
        prepare(album);
}

int album_is_ready(Album *album)
{
    return SDL_AtomicGet(&album->done);
}

int album_take(Album *album, Page *page)
{
    await_thread(album);
    tell_complaints(album);
    *page = album->page;
    album->page = (Page){.source = NULL};
    return page->source != NULL ? 0 : -1;
}

void album_clear_page(Page *page)
{
    SDL_FreeSurface(page->source);
    page->source = NULL;
    pixels_clear(&page->fitted);
}
