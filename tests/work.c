/* SPDX-License-Identifier: MIT */
#include "work.h"

#include "lib/util/fixed.h"
#include "support.h"
#include "verbs.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const work_blind[] = {"DISPLAY", "WAYLAND_DISPLAY",
                                  "SDL_VIDEODRIVER", NULL};
const char *const work_dummy[] = {"DISPLAY", "WAYLAND_DISPLAY",
                                  "SDL_VIDEODRIVER=dummy", NULL};

static const char *find_folder(void)
{
    const char *folder = support_path("work");

    EXPECT(mkdir(folder, 0777) == 0 || errno == EEXIST);
    return folder;
}

const char *work_path(const char *name)
{
    char path[300];

    find_folder();
    snprintf(path, sizeof path, "work/%s", name);
    return support_path(path);
}

/* Counts files; *name becomes that of one of them. */
static int list_files(char name[256], int remove)
{
    DIR *folder = opendir(find_folder());
    struct dirent *entry;
    int count = 0;

    ck_assert_ptr_nonnull(folder);
    while ((entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, 256, "%s", entry->d_name);
        count++;
        if (remove)
            unlink(work_path(entry->d_name));
    }
    closedir(folder);
    return count;
}

int work_count_files(int remove)
{
    char name[256];

    return list_files(name, remove);
}

void work_await_files(int count)
{
    long deadline = process_clock_ms() + 1000L * PROCESS_TIMEOUT_S;

    while (work_count_files(0) < count && process_clock_ms() < deadline)
        process_sleep_ms(20);
    EXPECT_INT(work_count_files(0), >=, count);
}

void work_start(void)
{
    static const char *const assets[] = {"assets/coffee.png",
                                         "assets/river.png"};

    work_count_files(1);
    for (int i = 0; i < 2; i++) {
        const char *path = support_path(strchr(assets[i], '/') + 1);

        if (access(path, R_OK) != 0)
            EXPECT_OK(symlink(process_repository_path(assets[i]), path));
    }
}

Process work_make_process(const char *const *environment)
{
    return (Process){.environment = environment, .folder = find_folder()};
}

void work_check_end(Process *process, const char *line, int status)
{
    support_own(process->out, free);
    support_own(process->err, free);
    if (process->status != status || process->signal != 0)
        ck_abort_msg("ripple %s: status %d, signal %d, not %d: %s", line,
                     process->status, process->signal, status, process->err);
}

void work_finish(Process *process, const char *line, int status)
{
    process_finish(process);
    work_check_end(process, line, status);
}

Process work_try(Process process, int status, const char *line)
{
    if (process.environment == NULL)
        process.environment = work_blind;
    if (process.folder == NULL)
        process.folder = find_folder();
    process_start_ripple(&process, line);
    work_finish(&process, line, status);
    return process;
}

void work_run(const char *format, ...)
{
    char line[2048];
    va_list list;
    Process process;

    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    process = work_try((Process){0}, 0, line);
    if (process.err_size != 0)
        ck_abort_msg("ripple %s: %s", line, process.err);
}

/* The files that work_keep put there. */
enum { MAX_KEPT = 8 };
static char kept[MAX_KEPT][64];
static int kept_count;

void work_keep(const char *name, const char *target)
{
    const char *path = work_path(name);
    FILE *file;

    EXPECT_INT(kept_count, <, COUNT(kept));
    snprintf(kept[kept_count++], sizeof kept[0], "%s", name);
    if (target != NULL) {
        EXPECT_INT(symlink(target, path), ==, 0);
        return;
    }
    file = fopen(path, "wb");
    EXPECT(file != NULL && fputs("old", file) >= 0 && fclose(file) == 0);
}

static void expect_kept(const char *line, const char *name)
{
    char target[2];
    const char *path = work_path(name);

    if (readlink(path, target, sizeof target) < 0 &&
        strcmp(support_load(path, NULL), "old") != 0)
        ck_abort_msg("ripple %s: %s is another file", line, name);
    EXPECT_INT(unlink(path), ==, 0);
}

static void expect_text(const char *line, const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        ck_abort_msg("ripple %s: no \"%s\" in: %s", line, part, text);
}

Process work_refuse(Process process, int status, const char *line,
                    const char *says)
{
    const char *end;
    char name[256];

    process = work_try(process, status, line);
    end = strchr(process.err, '\n');
    if (strncmp(process.err, "ripple: ", 8) != 0 || end == NULL ||
        end[1] != '\0')
        ck_abort_msg("ripple %s: not one line: %s", line, process.err);
    expect_text(line, process.err, says);
    if (process.out_size != 0)
        ck_abort_msg("ripple %s: printed: %s", line, process.out);
    while (kept_count > 0)
        expect_kept(line, kept[--kept_count]);
    if (list_files(name, 1) != 0)
        ck_abort_msg("ripple %s: leaves %s behind", line, name);
    return process;
}

RipplePixels work_picture(const char *name)
{
    RipplePixels pixels = process_read_picture(work_path(name));

    support_own(pixels.pixels, free);
    return pixels;
}

char *work_text(const char *name, size_t *size)
{
    return support_load(work_path(name), size);
}

static Process last; /* of `try` and `refuse` */

static int run_ripple(const Words *words)
{
    if (verbs_is(words, 0, "run"))
        work_run("%s", verbs_text(words, 1));
    else if (verbs_is(words, 0, "try"))
        last =
            work_try((Process){0}, verbs_int(words, 1), verbs_text(words, 2));
    else if (verbs_is(words, 0, "refuse"))
        last = work_refuse((Process){0}, verbs_int(words, 1),
                           verbs_text(words, 2), "");
    else
        return 0;
    return 1;
}

static void run_verb(const Words *words)
{
    const char *verb = words->word[0], *name = verbs_text(words, 1);

    if (strcmp(verb, "says") == 0)
        expect_text(words->text, last.err, name);
    else if (strcmp(verb, "prints") == 0)
        expect_text(words->text, last.out, name);
    else if (strcmp(verb, "lines") == 0)
        EXPECT_INT(support_count_lines(last.err), ==, verbs_int(words, 1));
    else if (strcmp(verb, "same") == 0 || strcmp(verb, "differ") == 0)
        ck_assert_msg(support_files_equal(work_path(words->word[1]),
                                          work_path(words->word[2])) ==
                          (*verb == 's'),
                      "%s: not so", words->text);
    else if (strcmp(verb, "files") == 0)
        EXPECT_INT(work_count_files(0), ==, verbs_int(words, 1));
    else if (strcmp(verb, "has") == 0 || strcmp(verb, "lacks") == 0)
        ck_assert_msg((access(work_path(name), F_OK) == 0) == (*verb == 'h'),
                      "%s: not so", words->text);
    else if (strcmp(verb, "empty") == 0)
        work_count_files(1);
    else if (strcmp(verb, "old") == 0)
        work_keep(name, NULL);
    else if (!run_ripple(words))
        ck_abort_msg("%s: no such statement", words->text);
}

void work_play(const char *text)
{
    verbs_run(run_verb, text);
}
