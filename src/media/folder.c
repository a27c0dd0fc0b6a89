/* SPDX-License-Identifier: MIT */
/*
 * While the thread runs, it owns the folder; others may use only `done` and
 * `leaving`, read `shown`, and wait for the thread before they touch the rest.
 */
#include "media/folder.h"

#include "media/film_kind.h"
#include "media/probe.h"
#include "os/compat.h"
#include "os/paths.h"
#include "os/stop.h"
#include "os/xalloc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_FAILURES 8 /* lines of a round */
#define TELL_MS      2000
#define DIGITS       "0123456789"

struct Folder {
    char *path;
    FolderFiles files;
    char *shown; /* name of the picture that was given last; NULL: none */
    char *read;  /* of the picture; NULL: out of memory, or none */
    int by;      /* 1: reads the next one, -1: the one before */
    int wanted;  /* as `by`: the picture that is read or ready; 0: none */
    int has_round_ended; /* without a picture, so the next begins another */
    SDL_Thread *thread;
    SDL_atomic_t done;
    SDL_atomic_t leaving; /* the thread is to end soon */
    FolderOrder order;
    uint64_t round;    /* of shuffled pictures */
    char *memory;      /* the file that keeps round and picture; NULL: none */
    int width, height; /* of the fitted picture */
    Fit fit;
    Picture picture;
    char *failures; /* lines to print about unreadable files; NULL: none */
    int failure_count;
    char *reported; /* those about the picture before */
};

/* Compares the numbers that two texts begin with and skips them. */
static int compare_numbers(const char **a, const char **b)
{
    size_t digits_a, digits_b;
    int by;

    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    digits_a = strspn(*a, DIGITS);
    digits_b = strspn(*b, DIGITS);
    by = digits_a != digits_b ? (digits_a > digits_b ? 1 : -1)
                              : strncmp(*a, *b, digits_a);
    *a += digits_a;
    *b += digits_b;
    return by;
}

/* The place of a character: a folder's files stay together. */
static int rank(char c)
{
    return c == '/' ? 1 : tolower((unsigned char)c);
}

int folder_compare(const char *a, const char *b)
{
    const char *rest_a = a, *rest_b = b;
    int by = 0;

    while (by == 0 && *rest_a != '\0' && *rest_b != '\0') {
        if (strspn(rest_a, DIGITS) > 0 && strspn(rest_b, DIGITS) > 0)
            by = compare_numbers(&rest_a, &rest_b);
        else
            by = rank(*rest_a++) - rank(*rest_b++);
    }
    if (by == 0)
        by = rank(*rest_a) - rank(*rest_b);
    return by != 0 ? by : strcmp(a, b);
}

static int compare_names(const void *a, const void *b)
{
    return folder_compare(*(char *const *)a, *(char *const *)b);
}

/* FNV-1a over the bytes, after a seed, and mixed. */
static uint64_t hash_text(const char *text, uint64_t seed)
{
    uint64_t hash = 0xcbf29ce484222325u ^ (seed * 0x9e3779b97f4a7c15u);

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

/* In the order in which they are shown in this round: by hashes, so that new
   files change nothing between the others. */
static int compare_turns(const Folder *folder, const char *a, const char *b)
{
    uint64_t seed = folder->order.seed + (folder->round << 32), hash_a, hash_b;

    if (!folder->order.shuffles)
        return folder_compare(a, b);
    hash_a = hash_text(a, seed);
    hash_b = hash_text(b, seed);
    return hash_a == hash_b ? folder_compare(a, b) : hash_a > hash_b ? 1 : -1;
}

/* Whose pictures this thread sorts: qsort takes no argument for that. */
static _Thread_local const Folder *sorted;

static int compare_sorted(const void *a, const void *b)
{
    return compare_turns(sorted, *(char *const *)a, *(char *const *)b);
}

static int is_folder(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int is_picture(const char *path)
{
    struct stat status;

    return (probe_has_ending(path) || film_kind_has_ending(path)) &&
           stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Adds what is in `path`, whose names without it begin at `start`. Links could
   lead around in a circle. */
static int add_all(FolderFiles *files, const char *path, size_t start)
{
    DIR *dir = opendir(path);
    struct dirent *entry;

    if (dir == NULL)
        return -1;
    while ((entry = readdir(dir)) != NULL) {
        char *name = paths_join(path, entry->d_name);

        if (entry->d_name[0] != '.' && is_folder(name)) {
            add_all(files, name, start);
        } else if (entry->d_name[0] != '.' && is_picture(name)) {
            files->names = xalloc_grow(files->names, (files->count + 1) *
                                                         sizeof *files->names);
            files->names[files->count++] = xalloc_copy(name + start);
        }
        free(name);
    }
    closedir(dir);
    return 0;
}

int folder_list(FolderFiles *files, const char *path)
{
    if (add_all(files, path, strlen(path) + 1) != 0)
        return -1;
    if (files->count > 0)
        qsort(files->names, files->count, sizeof *files->names, compare_names);
    return 0;
}

void folder_free_list(FolderFiles *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->names[i]);
    free(files->names);
    *files = (FolderFiles){.count = 0};
}

/* Lists the folder. Returns 0, or -1 if it has no picture. */
static int list_names(Folder *folder, Error *error)
{
    folder_free_list(&folder->files);
    if (folder_list(&folder->files, folder->path) != 0)
        return error_set(error, folder->path, "%s", strerror(errno));
    return folder->files.count > 0
               ? 0
               : error_set(error, folder->path,
                           "there is no picture in this folder");
}

/* Leaves the names in their order unless the folder shuffles. */
static void shuffle(Folder *folder)
{
    if (!folder->order.shuffles)
        return;
    sorted = folder;
    qsort(folder->files.names, folder->files.count, sizeof *folder->files.names,
          compare_sorted);
}

/* Lists the folder for another round, which begins with another picture than
   the one that is shown. */
static int list_round(Folder *folder, Error *error)
{
    const FolderFiles *files = &folder->files;
    const char *first;

    if (list_names(folder, error) != 0)
        return -1;
    do {
        folder->round += (uint64_t)folder->by;
        shuffle(folder);
        first = files->names[folder->by > 0 ? 0 : files->count - 1];
    } while (folder->order.shuffles && files->count > 1 &&
             folder->shown != NULL && strcmp(first, folder->shown) == 0);
    return 0;
}

/* Keeps a line for report_failures: the thread itself must not print. */
static void note_failure(Folder *folder, const Error *error)
{
    size_t used = folder->failures != NULL ? strlen(folder->failures) : 0;

    if (++folder->failure_count > MAX_FAILURES)
        return;
    size_t size = used + strlen(error->text) + sizeof "ripple: \n";

    folder->failures = xalloc_grow(folder->failures, size);
    snprintf(folder->failures + used, size - used, "ripple: %s\n", error->text);
}

/* Does not repeat for each picture that the folder has gone. */
static void report_failures(Folder *folder)
{
    const char *lines = folder->failures, *reported = folder->reported;

    if (lines != NULL && (reported == NULL || strcmp(lines, reported) != 0))
        compat_print(lines);
    if (folder->failure_count > MAX_FAILURES)
        error_tell(folder->path, "%d more of its pictures cannot be read",
                   folder->failure_count - MAX_FAILURES);
    folder->failure_count = 0;
    free(folder->reported);
    folder->reported = folder->failures;
    folder->failures = NULL;
}

static int is_over(Folder *folder)
{
    return SDL_AtomicGet(&folder->leaving) || stop_count() > 0;
}

/* Reads into a picture that is zero, and leaves it so if that fails. */
static void read_name(Folder *folder, const char *name, Picture *picture)
{
    char *path = paths_join(folder->path, name);
    Error error;

    film_read(picture, path, folder->order.use, &folder->leaving, &error);
    free(path);
    if (error.text[0] != '\0' && !is_over(folder))
        note_failure(folder, &error);
}

/* Whether a name comes after the shown one in the direction of reading. */
static int is_ahead(const Folder *folder, const char *name)
{
    int order =
        folder->shown != NULL ? compare_turns(folder, name, folder->shown) : 0;

    return folder->by > 0 ? order > 0 : order < 0;
}

/* Reads on from the shown picture, or from the beginning of a round, to the
   first one that is readable. Returns 0, or -1 if there is none. */
static int read_next_readable(Folder *folder, int begins, Picture *picture)
{
    Uint64 tell_ms = SDL_GetTicks64() + TELL_MS;
    int tried = 0;

    for (size_t i = 0; i < folder->files.count && picture->source == NULL;
         i++) {
        size_t place = folder->by > 0 ? i : folder->files.count - 1 - i;
        const char *name = folder->files.names[place];

        if (is_over(folder))
            break;
        if (!begins && !is_ahead(folder, name))
            continue;
        read_name(folder, name, picture);
        tried++;
        if (picture->source != NULL) {
            folder->read = xalloc_copy(name);
        } else if (SDL_GetTicks64() >= tell_ms) {
            error_tell(folder->path,
                       "none of its first %d pictures can be read", tried);
            tell_ms = UINT64_MAX;
        }
    }
    return picture->source != NULL ? 0 : -1;
}

/* Reads the next picture, in a new round if need be. Returns -1 after a round
   without a readable picture, with the reason in *error. */
static int read_next(Folder *folder, Picture *picture, Error *error)
{
    *picture = (Picture){.source = NULL};
    if (!folder->has_round_ended && read_next_readable(folder, 0, picture) == 0)
        return 0;
    if (list_round(folder, error) != 0)
        return -1;
    folder->has_round_ended =
        read_next_readable(folder, 1, picture) != 0 && !is_over(folder);
    return picture->source == NULL
               ? error_set(error, folder->path,
                           "none of its pictures can be read")
               : 0;
}

static void await_thread(Folder *folder)
{
    if (folder->thread != NULL)
        SDL_WaitThread(folder->thread, NULL);
    folder->thread = NULL;
}

void folder_close(Folder *folder)
{
    if (folder == NULL)
        return;
    SDL_AtomicSet(&folder->leaving, 1);
    await_thread(folder);
    picture_clear(&folder->picture);
    folder_free_list(&folder->files);
    free(folder->failures);
    free(folder->reported);
    free(folder->shown);
    free(folder->read);
    free(folder->memory);
    free(folder->path);
    free(folder);
}

/* Writes what `remember` reads. */
static void keep(const Folder *folder)
{
    FILE *file =
        folder->memory != NULL && paths_make_folders(folder->memory) == 0
            ? fopen(folder->memory, "w")
            : NULL;

    if (file == NULL)
        return;
    fprintf(file, "%" PRIu64 " %s\n", folder->round, folder->shown);
    fclose(file);
}

/* The picture that has been read is shown now. */
static void show_read(Folder *folder)
{
    if (folder->read == NULL)
        return;
    free(folder->shown);
    folder->shown = folder->read;
    folder->read = NULL;
    keep(folder);
}

/* Goes on after the picture of the last run, where that round had it. */
static void remember(Folder *folder)
{
    char name[64], line[PATH_MAX] = "";
    Error ignored;
    FILE *file;

    snprintf(name, sizeof name, "ripple/folder-%016" PRIx64,
             hash_text(folder->path, folder->order.seed));
    folder->memory = paths_find("XDG_STATE_HOME", COMPAT_STATE, name);
    file = folder->memory != NULL ? fopen(folder->memory, "r") : NULL;
    if (file == NULL)
        return;
    if (fscanf(file, "%" SCNu64 " ", &folder->round) == 1 &&
        fgets(line, sizeof line, file) != NULL &&
        list_names(folder, &ignored) == 0) {
        line[strcspn(line, "\n")] = '\0';
        folder->shown = xalloc_copy(line);
        shuffle(folder);
    }
    fclose(file);
}

static int open_folder(Folder **folder, Picture *first, const char *path,
                       const FolderOrder *order, Error *error)
{
    Folder *made = xalloc_get(sizeof *made);
    int result;

    made->path = xalloc_copy(path);
    made->by = 1;
    SDL_AtomicSet(&made->done, 1);
    made->order = *order;
    if (order->use != FILM_LIVE)
        made->order.use = FILM_LOOPED;
    if (order->remembers)
        remember(made);
    result = read_next(made, first, error);
    show_read(made);
    report_failures(made);
    if (result != 0) {
        folder_close(made);
        return -1;
    }
    error_clear(error);
    *folder = made;
    return 0;
}

int folder_read(Picture *first, Folder **folder, const char *path,
                const FolderOrder *order, SDL_atomic_t *cancel, Error *error)
{
    struct stat status;

    *first = (Picture){.source = NULL};
    *folder = NULL;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return open_folder(folder, first, path, order, error);
    return film_read(first, path, order->use, cancel, error);
}

static int prepare(void *data)
{
    Folder *folder = data;
    Picture *picture = &folder->picture;
    Error error;

    if (read_next(folder, picture, &error) == 0)
        picture_fit(picture, folder->width, folder->height, folder->fit, 0);
    else if (!is_over(folder))
        note_failure(folder, &error);
    if (picture->film != NULL)
        film_fit(picture->film, folder->width, folder->height, folder->fit);
    SDL_AtomicSet(&folder->done, 1);
    return 0;
}

/* While the picture is decoded, threads of the water would have to wait for
   their turn on a processor, and a frame for them. */
static int prepare_behind(void *data)
{
    compat_stand_back();
    return prepare(data);
}

int folder_is_ready(Folder *folder)
{
    return folder == NULL || SDL_AtomicGet(&folder->done);
}

int folder_prepare(Folder *folder, int by, int width, int height, Fit fit,
                   int is_behind)
{
    if (folder->wanted == by)
        return 1;
    folder->wanted = 0;
    SDL_AtomicSet(&folder->leaving, 1);
    if (is_behind && !folder_is_ready(folder))
        return 0;
    await_thread(folder);
    SDL_AtomicSet(&folder->leaving, 0);
    picture_clear(&folder->picture);
    free(folder->read);
    free(folder->failures);
    folder->read = folder->failures = NULL;
    folder->failure_count = 0;
    folder->by = folder->wanted = by;
    folder->width = width;
    folder->height = height;
    folder->fit = fit;
    SDL_AtomicSet(&folder->done, 0);
    folder->thread = SDL_CreateThread(is_behind ? prepare_behind : prepare,
                                      "folder", folder);
    if (folder->thread == NULL)
        prepare(folder);
    return 1;
}

const char *folder_name(const Folder *folder)
{
    return folder->shown != NULL ? folder->shown : folder->path;
}

int folder_take(Folder *folder, Picture *picture)
{
    await_thread(folder);
    folder->wanted = 0;
    show_read(folder);
    report_failures(folder);
    *picture = folder->picture;
    folder->picture = (Picture){.source = NULL};
    return picture->source != NULL ? 0 : -1;
}

static int has_pictures(const char *path)
{
    FolderFiles files = {.count = 0};
    int found;

    folder_list(&files, path);
    found = files.count > 0;
    folder_free_list(&files);
    return found;
}

char *folder_find_usual(void)
{
    char *path = paths_find_user_folder("XDG_PICTURES_DIR", "Pictures");

    if (path != NULL && has_pictures(path))
        return path;
    free(path);
    return NULL;
}
