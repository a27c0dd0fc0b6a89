/* SPDX-License-Identifier: MIT */
#include "app/chooser.h"

#include "lib/util/fixed.h"
#include "media/folder.h"
#include "os/compat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE   "A picture for the pool"
#define LOOK_NS 50000000u

static const char *const programs[] = {"kdialog", "zenity", "osascript"};

/* The first of the programs that is in PATH, or NULL. */
static const char *find_program(void)
{
    const char *folders = getenv("PATH");
    char path[4096];

    for (int i = 0; i < COUNT(programs); i++) {
        for (const char *at = folders; at != NULL && *at != '\0';) {
            int length = (int)strcspn(at, ":");

            snprintf(path, sizeof path, "%.*s/%s", length, at, programs[i]);
            if (access(path, X_OK) == 0)
                return programs[i];
            at += length + (at[length] == ':');
        }
    }
    return NULL;
}

int chooser_exists(void)
{
    return find_program() != NULL;
}

int chooser_open(Chooser *chooser)
{
    const char *program = find_program();
    char *usual = folder_find_usual(), start[4096];
    const char *folder = usual != NULL ? usual : ".";
    const char *const kdialog[] = {
        program, "--title", TITLE, "--getopenfilename", folder, NULL};
    const char *const zenity[] = {program, "--file-selection", "--title=" TITLE,
                                  start, NULL};
    const char *const osascript[] = {
        program, "-e", "POSIX path of (choose file with prompt \"" TITLE "\")",
        NULL};
    ChildPlan plan = {.command = zenity, .pipes = 1U << CHILD_OUTPUT};
    int result = -1;

    snprintf(start, sizeof start, "--filename=%s/", folder);
    if (program == programs[0])
        plan.command = kdialog;
    else if (program == programs[2])
        plan.command = osascript;
    if (chooser->child.id != 0) {
        result = 0;
    } else if (program != NULL) {
        chooser->length = 0;
        result = child_start(&chooser->child, &plan) == 0 ? 0 : -1;
    }
    free(usual);
    return result;
}

const char *chooser_take(Chooser *chooser)
{
    if (chooser->child.id == 0 ||
        child_read_text(&chooser->child, chooser->path, sizeof chooser->path,
                        &chooser->length, 0))
        return NULL;
    chooser_close(chooser);
    while (chooser->length > 0 && chooser->path[chooser->length - 1] == '\n')
        chooser->length--;
    chooser->path[chooser->length] = '\0';
    return chooser->length > 0 ? chooser->path : NULL;
}

uint64_t chooser_wait_ns(const Chooser *chooser)
{
    return chooser->child.id != 0 ? LOOK_NS : UINT64_MAX;
}

void chooser_close(Chooser *chooser)
{
    child_kill(&chooser->child);
}
