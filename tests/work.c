/* SPDX-License-Identifier: MIT */
#include "work.h"

#include "support.h"

#include <dirent.h>
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
    static char folder[256];

    if (folder[0] == '\0') {
        snprintf(folder, sizeof folder, "%s", support_path("work"));
        EXPECT(mkdir(folder, 0777) == 0 || access(folder, W_OK) == 0);
    }
    return folder;
}

const char *work_path(const char *name)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", find_folder(), name);
    return path;
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
    long deadline = process_clock_ms() + 15000;

    while (work_count_files(0) < count && process_clock_ms() < deadline)
        process_sleep_ms(20);
    EXPECT_INT(work_count_files(0), >=, count);
}

void work_expect_empty(const char *line)
{
    char name[256];

    if (list_files(name, 1) != 0)
        ck_abort_msg("ripple %s: leaves %s behind", line, name);
}

void work_start(void)
{
    static const char *const assets[] = {"assets/coffee.png",
                                         "assets/river.png"};

    work_count_files(1);
    for (int i = 0; i < 2; i++) {
        const char *path = support_path(strchr(assets[i], '/') + 1);

        if (access(path, R_OK) != 0)
            EXPECT_INT(symlink(process_repository_path(assets[i]), path), ==,
                       0);
    }
}

Process work_make_process(const char *const *environment)
{
    return (Process){.environment = environment, .folder = find_folder()};
}

void work_expect_status(const Process *process, const char *line, int status)
{
    if (process->status != status || process->signal != 0)
        ck_abort_msg("ripple %s: status %d, signal %d, not %d: %s", line,
                     process->status, process->signal, status, process->err);
}

void work_expect_complaint(const Process *process, const char *line, int status,
                           const char *says)
{
    const char *end = strchr(process->err, '\n');

    work_expect_status(process, line, status);
    if (strncmp(process->err, "ripple: ", 8) != 0 || end == NULL ||
        end[1] != '\0')
        ck_abort_msg("ripple %s: not one line: %s", line, process->err);
    if (strstr(process->err, says) == NULL)
        ck_abort_msg("ripple %s: no \"%s\" in: %s", line, says, process->err);
    if (process->out_size != 0)
        ck_abort_msg("ripple %s: printed: %s", line, process->out);
}

Process work_try(const char *const *environment, const char *line, int status)
{
    Process process = work_make_process(environment);

    process_run_ripple(&process, line);
    work_expect_status(&process, line, status);
    return process;
}

void work_run(const char *line)
{
    Process process = work_try(work_blind, line, 0);

    if (process.err_size != 0)
        ck_abort_msg("ripple %s: %s", line, process.err);
    process_clear(&process);
}

void work_write_old(const char *name)
{
    FILE *file = fopen(work_path(name), "wb");

    EXPECT(file != NULL && fputs("old", file) >= 0 && fclose(file) == 0);
}

void work_expect_old(const char *name)
{
    char *text = support_read(work_path(name), NULL);

    EXPECT(text != NULL);
    ck_assert_str_eq(text, "old");
    free(text);
    EXPECT_INT(unlink(work_path(name)), ==, 0);
}

int work_files_equal(const char *a, const char *b)
{
    return support_files_equal(work_path(a), work_path(b));
}
