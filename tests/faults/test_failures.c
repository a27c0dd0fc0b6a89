/* SPDX-License-Identifier: MIT */
/*
 * Runs the programs with failing calls of memory, threads, files and SDL. A
 * program must end by itself: with everything done, or with one line that says
 * why not, and never with a partial file. The programs are linked with the
 * wrappers of wrap.c.
 *
 * By default a sample of the calls of a run fails, evenly spread. With
 * RIPPLE_FAILURES=all (`make failures`) every call does, with the name of a
 * scenario every call of that scenario.
 */
#define _XOPEN_SOURCE 700 /* nftw */

#include "lib/util/fixed.h"
#include "fault_injection.h"
#include "../folder.h"
#include "../pictures.h"
#include "../process.h"
#include "../test.h"
#include "../support.h"

#include <SDL_image.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILES   8
#define SAMPLE      2
#define MAX_SECONDS 3600
#define WORK        "work"

/* The files that may exist after a failed run. */
typedef enum Remains {
    REMAINS_SAME, /* files that a run without faults makes, byte for byte */
    REMAINS_PART, /* the same if all went well, else complete files */
    REMAINS_SOME, /* complete files, with any name */
} Remains;

static const struct Scenario {
    const char *name, *program;
    const char *line; /* options; '@' is the tests' folder */
    Remains remains;
    int has_user; /* wrap.c simulates one */
    int warns;    /* prints a line per picture that it leaves out */
} scenarios[] = {
    {"offscreen", "ripple",
     "--no-config --size 24x16 --cell 2 --frames 3 --threads 3 --rain 9 "
     "--mask @mask.png --current @flow.png --script @script.txt "
     "--output a.png --output b.y4m --heights c.pgm @pictures/a.png",
     REMAINS_SAME, 0, 0},
    {"frames", "ripple",
     "--preset river --size 9x7 --model spring --cell 1 "
     "--pixels rgb565 --light 0 --frames 2 --output d-%02d.png @pictures/b.png",
     REMAINS_SAME, 0, 0},
    {"hills", "ripple",
     "--no-config --preset hills --size 24x16 --frames 3 --threads 2 "
     "--land @land.pgm --script @turn.txt --output g.png @pictures/a.png",
     REMAINS_SAME, 0, 0},
    {"album", "ripple",
     "--no-config --size 12x9 --every 0.1 --frames 12 --output e.png "
     "@pictures",
     REMAINS_SOME, 0, 1},
    {"film", "ripple",
     "--no-config --size 12x9 --output i.y4m --picture @film.mp4", REMAINS_PART,
     0, 0},
    {"video", "ripple",
     "--no-config --size 12x10 --frames 3 --output f.mp4 @pictures/a.png",
     REMAINS_SAME, 0, 0},
    {"stream", "ripple",
     "--no-config --size 12x10 --frames 3 --output - @pictures/a.png",
     REMAINS_SAME, 0, 0},
    {"save", "ripple", "--light 20 --save-config", REMAINS_SAME, 0, 0},
    {"help", "ripple", "--help all", REMAINS_SAME, 0, 0},
    {"renderers", "ripple", "--no-config --list renderers", REMAINS_SAME, 0, 0},
    {"window", "ripple",
     "--no-config --renderer software --no-vsync --size 40x30 --rain 5 "
     "--threads 2 "
     "--every 0.1 @pictures",
     REMAINS_SOME, 1, 1},
    {"surface", "ripple",
     "--no-config --renderer auto --size 40x30 --rain 5 --threads 2 "
     "--every 0.1 @pictures",
     REMAINS_SOME, 1, 1},
    {"bench", "ripple-bench",
     "--sizes 16x12 --scenes storm --threads 1,2 --seconds 0.01 --json "
     "--plot h.gp",
     REMAINS_SOME, 0, 0},
};

typedef struct Scenario Scenario;

typedef struct MadeFile {
    char name[64];
    size_t size;
    uint32_t crc;
} MadeFile;

typedef struct Files {
    MadeFile files[MAX_FILES];
    int count;
} Files;

/* The runs of a scenario with one fault each. */
typedef struct Trial {
    const Scenario *scenario;
    Faults *faults;
    Process process;
    const Files *expected; /* NULL for the first run */
    int findings;
} Trial;

static int tries_all(const Scenario *scenario)
{
    const char *wanted = getenv("RIPPLE_FAILURES");

    return wanted != NULL &&
           (strcmp(wanted, "all") == 0 || strcmp(wanted, scenario->name) == 0);
}

/* Prints a wrong result; the test goes on with the next fault. */
static void report(Trial *trial, const char *what)
{
    const Faults *armed = trial->faults;

    trial->findings++;
    printf("%s: %s, %s %ld%s (%s): status %d, signal %d, says: %.2000s\n",
           trial->scenario->name, what, faults_name(armed->family),
           armed->number, armed->for_ever ? " and all later ones" : "",
           armed->failed, trial->process.status, trial->process.signal,
           trial->process.err);
    fflush(stdout);
}

static Files listed; /* nftw passes no argument */

static int list_file(const char *path, const struct stat *status, int kind,
                     struct FTW *place)
{
    MadeFile *file = &listed.files[listed.count];
    char *bytes;

    if (kind != FTW_F)
        return 0;
    EXPECT_INT(listed.count++, <, MAX_FILES);
    snprintf(file->name, sizeof file->name, "%s", path + place->base);
    bytes = support_load(path, &file->size);
    EXPECT_INT(file->size, ==, status->st_size);
    file->crc = crc_bytes(0, bytes, file->size);
    return 0;
}

static Files list_files(void)
{
    listed.count = 0;
    EXPECT_INT(nftw(support_path(WORK), list_file, 8, FTW_PHYS), ==, 0);
    return listed;
}

static int is_expected(const Files *expected, const MadeFile *file)
{
    int i = 0;

    while (i < expected->count &&
           strcmp(expected->files[i].name, file->name) != 0)
        i++;
    return i < expected->count && expected->files[i].size == file->size &&
           expected->files[i].crc == file->crc;
}

/* Whether a file has the first and last bytes of its format. */
static int is_complete(const MadeFile *file)
{
    static const struct {
        const char *ending, *begins, *ends;
    } kinds[] = {
        {".png", "\x89PNG", "IEND\xae\x42\x60\x82"},
        {".y4m", "YUV4MPEG2 ", ""},
        {".mp4", "film\n", ""},
        {".gp", "set terminal", "\ne\n"},
        {".txt", "# ripple ", "\n"},
    };
    const char *ending = strrchr(file->name, '.');
    char path[300], *bytes;
    int i = 0;

    while (i < COUNT(kinds) &&
           (ending == NULL || strcmp(ending, kinds[i].ending) != 0))
        i++;
    if (i == COUNT(kinds))
        return 0;
    snprintf(path, sizeof path, "%s/%s", support_path(WORK), file->name);
    bytes = support_load(path, NULL);
    return strncmp(bytes, kinds[i].begins, strlen(kinds[i].begins)) == 0 &&
           file->size >= strlen(kinds[i].ends) &&
           memcmp(bytes + file->size - strlen(kinds[i].ends), kinds[i].ends,
                  strlen(kinds[i].ends)) == 0;
}

static void check_files(Trial *trial)
{
    Remains remains = trial->scenario->remains;
    Files files = list_files();

    for (int i = 0; i < files.count; i++) {
        const MadeFile *file = &files.files[i];

        if (remains == REMAINS_SAME ||
                    (remains == REMAINS_PART && trial->process.status == 0)
                ? !is_expected(trial->expected, file)
                : !is_complete(file))
            report(trial, file->name);
    }
    if (trial->process.status == 0 && trial->scenario->has_user == 0 &&
        files.count != trial->expected->count)
        report(trial, "a file is missing");
}

/* The number of lines, or -1 if another program printed one. */
static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text != '\0'; lines++) {
        const char *end = strchr(text, '\n');

        if (strncmp(text, "ripple", 6) != 0 || end == NULL)
            return -1;
        text = end + 1;
    }
    return lines;
}

/* A failed run prints one line. */
static void check_messages(Trial *trial)
{
    int lines = count_lines(trial->process.err);

    if (lines < 0)
        report(trial, "prints a line of another program");
    else if (trial->process.status != 0 &&
             (lines == 0 || (lines > 1 && !trial->scenario->warns)))
        report(trial, "does not print one line");
}

static void run(Trial *trial)
{
    static char variables[3][400], path[400];
    static const char *environment[] = {
        variables[0],
        variables[1],
        variables[2],
        path,
        "SDL_VIDEODRIVER=dummy",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "ASAN_OPTIONS=exitcode=99:allocator_may_return_null=1",
        NULL};
    int saves = strcmp(trial->scenario->name, "save") == 0;
    const char *const values[][2] = {
        {FAULTS_VARIABLE, "faults"},
        {"XDG_STATE_HOME", "state"},
        {"XDG_CONFIG_HOME", saves ? WORK "/new" : "settings"}};
    const char *folder = support_path(WORK);

    for (int i = 0; i < COUNT(values); i++)
        snprintf(variables[i], sizeof variables[i], "%s=%s", values[i][0],
                 support_path(values[i][1]));
    snprintf(path, sizeof path, "PATH=%s:%s", support_path("programs"),
             getenv("PATH"));
    trial->process.environment = environment;
    trial->process.folder = folder;
    trial->faults->has_user = trial->scenario->has_user;
    folder_remove(folder);
    EXPECT_INT(mkdir(folder, 0700), ==, 0);
    unlink(support_path("state/ripple/greeted"));
    process_run_failing(&trial->process, trial->scenario->program,
                        trial->scenario->line);
}

static void try_fault(Trial *trial, FaultFamily family, long number,
                      int for_ever)
{
    int status, is_error = family < FAULT_SHORT;

    faults_arm(trial->faults, family, number, for_ever);
    run(trial);
    status = trial->process.status;
    if (trial->process.signal != 0)
        report(trial, "ended by a signal");
    if (status < 0 || status > (is_error ? 2 : 0))
        report(trial, "ended with another status");
    check_messages(trial);
    check_files(trial);
    support_release();
    process_clear(&trial->process);
}

/* Without faults; counts the calls. */
static void run_well(Trial *trial)
{
    faults_arm(trial->faults, FAULT_MEMORY, 0, 0);
    run(trial);
    if (trial->process.status != 0)
        ck_abort_msg("fails anyway: %s", trial->process.err);
    process_clear(&trial->process);
}

static void save_picture(const char *name, int width, int height)
{
    SDL_Surface *surface = picture_surface(width, height);

    EXPECT(surface != NULL);
    EXPECT_INT(IMG_SavePNG(surface, support_path(name)), ==, 0);
    SDL_FreeSurface(surface);
}

static void make_folders(void)
{
    static const char *const names[] = {"pictures", "programs",
                                        "state",    "state/ripple",
                                        "settings", "settings/ripple"};

    for (int i = 0; i < COUNT(names); i++)
        mkdir(support_path(names[i]), 0700);
}

static void prepare(void)
{
    make_folders();
    save_picture("pictures/a.png", 16, 12);
    save_picture("pictures/b.png", 11, 9);
    save_picture("mask.png", 6, 5);
    save_picture("flow.png", 5, 4);
    support_write("settings/ripple/config", "rain 3\nlight 5\n");
    support_write("script.txt", "0 stone 9 9 4 300\n1 land 4 4 3\n"
                                "1 set viscosity 0.1\n1 set model spring\n"
                                "1 boat 1 1 20 9 2 5 3\n2 set edges wrap\n");
    support_write("land.pgm", "P5 2 1 65535\n~~  ");
    support_write("turn.txt", "0 set view water\n0 stone 9 9 4 300\n"
                              "1 set view perspective\n1 land 9 9 3\n"
                              "2 set camera 90,5,2\n"
                              "2 set land builtin:hills\n");
    support_write("film.mp4", "film");
    EXPECT_INT(
        chmod(support_write("programs/ffmpeg",
                            "#!/bin/sh\n"
                            "case \"$*\" in\n"
                            "*pipe:1) printf 'strf\\14\\0\\0\\0____\\2\\0\\0\\0"
                            "\\377\\377\\377\\377'\n"
                            "printf '00db\\10\\0\\0\\0%08d' 1 2 3 4 5 6 7; "
                            "exit;;\n"
                            "esac\n"
                            "for file; do :; done\n"
                            "{ cat >/dev/null && echo film; } "
                            ">\"${file#file:}\"\n"),
              0777),
        ==, 0);
}

/* The distance from one failing call to the next. */
static long find_stride(const Scenario *scenario, long count)
{
    return tries_all(scenario) || count <= SAMPLE ? 1 : count / SAMPLE;
}

TEST_CASE(failures, programs, .timeout_s = MAX_SECONDS);

/* The runtime of `make coverage` makes calls too, which must not fail. */
#define RUNS (SUPPORT_IS_COVERAGE ? 0 : COUNT(scenarios) * FAULT_COUNT)

TEST_LOOP(programs, failures, RUNS)
{
    FaultFamily family = (FaultFamily)(_i % FAULT_COUNT);
    Trial trial = {.scenario = &scenarios[_i / FAULT_COUNT]};
    int is_thorough = tries_all(trial.scenario), turn = 0, cases = 0;
    int ways = family == FAULT_INTERRUPTED ? 1 : 2;
    Files expected;
    long count;

    prepare();
    trial.faults = faults_create(support_path("faults"));
    EXPECT(trial.faults != NULL);
    run_well(&trial);
    expected = list_files();
    trial.expected = &expected;
    count = atomic_load(&trial.faults->counts[family]);
    for (long number = 1; number <= count;
         number += find_stride(trial.scenario, count), turn++) {
        for (int for_ever = 0; for_ever < ways; for_ever++) {
            if (!is_thorough && family != FAULT_MEMORY &&
                for_ever != turn % ways)
                continue;
            try_fault(&trial, family, number, for_ever);
            cases++;
        }
    }
    if (is_thorough && count > 0)
        printf("%s, %s: %ld calls, %d cases\n", trial.scenario->name,
               faults_name(family), count, cases);
    fflush(stdout);
    EXPECT_INT(trial.findings, ==, 0);
}
