/* SPDX-License-Identifier: MIT */
/*
 * Encoders and readers that hang, while the program records without a window:
 * it always ends in time, and loses no film that could be completed. All cases
 * run at once, each in a folder of its own.
 */
#define _XOPEN_SOURCE 700 /* mkfifo, strtok_r */

#include "../process.h"

#include "lib/util/fixed.h"
#include "../folder.h"
#include "../support.h"
#include "../test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLACK_MS 4000 /* of so many programs at once */
#define QUICK    5    /* cases that end before the others */

#define LINE   "--rain 0 --size 320x240 @coffee.png "
#define LOST   "its reader hangs; frames are lost\n"
#define KILLED "ripple: v.mp4: ffmpeg hangs and was killed\n"

/* In the order in which they end. */
static const struct {
    const char *script; /* of ffmpeg; it writes $file */
    const char *line;   /* fifo.y4m is a named pipe that is never read, as is
                           standard output; lonely.png has no reader */
    const char *first;  /* its only line before the signal, or NULL */
    int signal, second; /* the second is sent 0.6 s after the first */
    int max_ms, status; /* from the last signal on, by process_busy_ms, which
                           stands for 2500 ms after those that are quick */
    const char *says, *leaves;
} cases[] = {
    /* A second signal kills at once, and nobody waits for a reader. */
    {"exec sleep 1000", LINE "--frames 1000 --output v.mp4", NULL, SIGTERM,
     SIGTERM, 1000, 1, KILLED, NULL},
    {NULL, LINE "--frames 1000 --output fifo.y4m", NULL, SIGINT, SIGINT, 1000,
     1, LOST, NULL},
    {NULL, LINE "--frames 9 --output lonely.png",
     "lonely.png: waits for a reader\n", SIGTERM, 0, 1000, 1,
     "lonely.png: has no reader\n", NULL},
    {"cat >\"$file\"; sleep 2; echo end >>\"$file\"",
     LINE "--frames 1000000 --output v.mp4", NULL, SIGHUP, 0, 3000, 0,
     "interrupted: after ", "v.mp4"},
    {"while :; do :; done", LINE "--frames 1000 --output v.mp4", NULL, SIGTERM,
     SIGTERM, 1000, 1, KILLED, NULL},
    /* Five seconds without progress end it. */
    {"exec sleep 1000", LINE "--frames 1000 --output v.mp4", NULL, SIGINT, 0,
     3500, 1, KILLED, NULL},
    {"cat >/dev/null; sleep 1000", LINE "--frames 2 --output v.mp4", NULL,
     SIGTERM, 0, 3500, 1, KILLED, NULL},
    {"head -c 307200 >/dev/null; exec sleep 1000",
     LINE "--frames 1000 --output v.mp4", NULL, SIGHUP, 0, 3500, 1, KILLED,
     NULL},
    {"exec <&-; exec sleep 1000", LINE "--frames 1000 --output v.mp4", NULL,
     SIGINT, 0, 3500, 1, KILLED, NULL},
    {NULL, LINE "--frames 1000 --output -", NULL, SIGTERM, 0, 3500, 1, LOST,
     NULL},
    /* A film that plays without its end is kept, and so are other films. */
    {"head -c 999 >\"$file\"; exec sleep 1000",
     LINE "--frames 1000 --output v.webm", NULL, SIGTERM, 0, 3500, 1,
     "ffmpeg hangs and was killed; the film is cut short\n", "v.webm"},
    {"exec sleep 1000", LINE "--frames 1000 --output v.mp4 --output w.y4m",
     NULL, SIGTERM, 0, 3500, 1, KILLED, "w.y4m"},
    /* Two that hang take no longer than one. */
    {"exec sleep 1000", LINE "--frames 1000 --output v.mp4 --output w.mp4",
     NULL, SIGTERM, 0, 3500, 1, KILLED, NULL},
    /* A slow one that works on is waited for. */
    {"cat >\"$file\"; for i in 1 2 3 4 5 6; do sleep 1; echo >>\"$file\"; "
     "done",
     LINE "--frames 1000000 --output v.mp4", NULL, SIGTERM, 0, 5500, 0,
     "interrupted: after ", "v.mp4"},
    /* So is one that computes, as for the palette of a GIF. */
    {"cat >/dev/null; trap 'echo film >\"$file\"; exit' USR1; "
     "(sleep 6; kill -USR1 $$) & while :; do :; done",
     LINE "--frames 1000000 --output v.gif", NULL, SIGTERM, 0, 5500, 0,
     "interrupted: after ", "v.gif"},
};

typedef struct Run {
    Process process;
    char folder[300], programs[320], path[4096];
    const char *environment[5];
    int fifo; /* open to read, but never read */
} Run;

static Run runs[COUNT(cases)];

static void make_folders(Run *run, int i)
{
    char name[32];

    snprintf(name, sizeof name, "hang-%d", i);
    snprintf(run->folder, sizeof run->folder, "%s", support_path(name));
    snprintf(run->programs, sizeof run->programs, "%s-programs", run->folder);
    EXPECT_OK(mkdir(run->folder, 0777));
    EXPECT_OK(mkdir(run->programs, 0777));
}

static void make_ffmpeg(const Run *run, const char *script)
{
    char name[340];
    FILE *file;

    snprintf(name, sizeof name, "%s/ffmpeg", run->programs);
    file = fopen(name, "w");
    EXPECT(file != NULL &&
           fprintf(file,
                   "#!/bin/sh\nfor word; do file=${word#file:}; done\n"
                   "echo $$ >>%s/pids\n%s\n",
                   run->programs, script) > 0);
    EXPECT_OK(fclose(file));
    EXPECT_OK(chmod(name, 0777));
}

static void make_fifos(Run *run)
{
    static char output[sizeof run->folder + 12];
    char lonely[sizeof output];

    snprintf(output, sizeof output, "%s/fifo.y4m", run->folder);
    snprintf(lonely, sizeof lonely, "%s/lonely.png", run->folder);
    EXPECT_OK(mkfifo(output, 0600));
    EXPECT_OK(mkfifo(lonely, 0600));
    run->fifo = open(output, O_RDWR | O_CLOEXEC);
    EXPECT_INT(run->fifo, >=, 0);
    run->process.output = output;
}

static void set_environment(Run *run)
{
    snprintf(run->path, sizeof run->path, "PATH=%s:%s", run->programs,
             getenv("PATH"));
    run->environment[0] = "DISPLAY";
    run->environment[1] = "WAYLAND_DISPLAY";
    run->environment[2] = run->path;
    run->process =
        (Process){.environment = run->environment, .folder = run->folder};
}

static void start(int i)
{
    Run *run = &runs[i];

    make_folders(run, i);
    set_environment(run);
    if (cases[i].script != NULL)
        make_ffmpeg(run, cases[i].script);
    else
        make_fifos(run);
    process_start_ripple(&run->process, cases[i].line);
}

static void await_encoder(const Run *run)
{
    long deadline = process_clock_ms() + 1000L * PROCESS_TIMEOUT_S;
    char name[340];

    snprintf(name, sizeof name, "%s/pids", run->programs);
    while (access(name, F_OK) != 0) {
        EXPECT_INT(process_clock_ms(), <, deadline);
        process_sleep_ms(5);
    }
}

static void await_first(int i)
{
    Process *process = &runs[i].process;

    if (cases[i].first == NULL && cases[i].script != NULL)
        await_encoder(&runs[i]);
    if (cases[i].first == NULL)
        return;
    process_await_lines(process, 1);
    if (strstr(process->err, cases[i].first) == NULL)
        ck_abort_msg("case %d: says first: %s", i, process->err);
}

/* No encoder is left. */
static void expect_no_child(const Run *run)
{
    char name[340], *rest;

    snprintf(name, sizeof name, "%s/pids", run->programs);
    rest = support_load(name, NULL);
    for (char *pid; (pid = strtok_r(rest, "\n", &rest)) != NULL;) {
        EXPECT_FAILS(kill((pid_t)strtol(pid, NULL, 10), 0));
        EXPECT_INT(errno, ==, ESRCH);
    }
}

static void expect_files(const Run *run, const char *leaves)
{
    char name[340];

    snprintf(name, sizeof name, "%s/%s", run->folder,
             leaves != NULL ? leaves : "");
    if (leaves != NULL && unlink(name) != 0)
        ck_abort_msg("%s is missing", name);
    if (run->fifo > 0) {
        snprintf(name, sizeof name, "%s/fifo.y4m", run->folder);
        unlink(name);
        snprintf(name, sizeof name, "%s/lonely.png", run->folder);
        unlink(name);
    }
    if (rmdir(run->folder) != 0)
        ck_abort_msg("%s is not empty", run->folder);
}

static void finish(int i, long since_ms)
{
    Run *run = &runs[i];
    const Process *process = &run->process;
    long ms;

    process_end_ms(&run->process, 0);
    ms = process_busy_ms() - since_ms;
    if (process->signal != 0 || process->status != cases[i].status ||
        strstr(process->err, cases[i].says) == NULL)
        ck_abort_msg("case %d: status %d, signal %d, says: %s", i,
                     process->status, process->signal, process->err);
    if (ms > cases[i].max_ms + SLACK_MS)
        ck_abort_msg("case %d: ends after %ld ms", i, ms);
    if (cases[i].script != NULL)
        expect_no_child(run);
    expect_files(run, cases[i].leaves);
    process_clear(&run->process);
}

TEST_CASE(recording, hangs, .timeout_s = 40);

TEST(hangs, outputs_that_hang)
{
    long first_ms, second_ms;

    EXPECT_OK(symlink(process_repository_path("assets/coffee.png"),
                      support_path("coffee.png")));
    for (int i = 0; i < COUNT(cases); i++)
        start(i);
    for (int i = 0; i < COUNT(cases); i++)
        await_first(i);
    first_ms = process_busy_ms();
    /* timeout sends its signal twice, which is one wish. */
    for (int i = 0; i < 2 * COUNT(cases); i++)
        EXPECT_OK(kill(runs[i % COUNT(cases)].process.pid,
                       cases[i % COUNT(cases)].signal));
    process_sleep_ms(600);
    second_ms = process_busy_ms();
    for (int i = 0; i < COUNT(cases); i++) {
        if (cases[i].second != 0)
            EXPECT_OK(kill(runs[i].process.pid, cases[i].second));
    }
    for (int i = 0; i < COUNT(cases); i++) {
        if (i == QUICK) /* without taking a core from all others */
            process_sleep_ms(2500);
        finish(i, cases[i].second != 0 ? second_ms : first_ms);
    }
}
