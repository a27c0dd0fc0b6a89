/* SPDX-License-Identifier: MIT */
/* Written files: PNG, Y4M, heights, and files that are whole or not there. */
#include "media/atomic_file.h"
#include "media/writer.h"
#include "lib/util/fixed.h"
#include "os/paths.h"
#include "../unit/water.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534

static Error error;

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w+b");

    ck_assert_ptr_nonnull(file);
    return file;
}

TEST_CASE(writers, formats, .timeout_s = 4);

static char *record(const RipplePixels *frame, const char *name, size_t *size)
{
    const char *path = support_path(name);
    FILE *file = create(path);

    if (strstr(name, ".png") != NULL)
        EXPECT_OK(writer_png(file, frame));
    else
        EXPECT_OK(writer_y4m_frame(file, frame));
    fclose(file);
    return support_load(path, size);
}

TEST(formats, narrow_frames)
{
    static const char *const names[] = {"frame.png", "frame.y4m"};
    RipplePixels narrow = water_wild565(37, 23), wide = water_blank(37, 23);

    EXPECT_OK(ripple_copy_pixels(&narrow, &wide));
    for (int i = 0; i < 2; i++) {
        size_t size, narrow_size;
        char *wanted = record(&wide, names[i], &size);
        char *got = record(&narrow, names[i], &narrow_size);

        EXPECT_INT(narrow_size, ==, size);
        ck_assert_mem_eq(got, wanted, size);
    }
}

/* The primaries' luma and chroma as ITU-R BT.601 and BT.709 have them. */
TEST(formats, y4m_colours)
{
    static const struct {
        uint32_t pixel;
        int luma, blue, red, lines;
    } colours[] = {
        {0xff000000, 16, 128, 128, 2},   {0xffffffff, 235, 128, 128, 2},
        {0xffff0000, 82, 90, 240, 2},    {0xff00ff00, 144, 54, 34, 719},
        {0xff0000ff, 41, 240, 110, 2},   {0xff808080, 126, 128, 128, 2},
        {0xff000000, 16, 128, 128, 720}, {0xffffffff, 235, 128, 128, 720},
        {0xffff0000, 63, 102, 240, 720}, {0xff00ff00, 173, 42, 26, 721},
        {0xff0000ff, 32, 240, 118, 720},
    };

    for (int i = 0; i < COUNT(colours); i++) {
        int lines = colours[i].lines, chroma = (lines + 1) / 2;
        RipplePixels frame = water_blank(2, lines);
        const char *text;
        const uint8_t *bytes;
        size_t size;

        for (int k = 0; k < 2 * lines; k++)
            frame.pixels[k] = colours[i].pixel;
        text = record(&frame, "colour.y4m", &size);
        bytes = (const uint8_t *)text + 6;
        EXPECT_INT(size, ==, 6 + 2 * lines + 2 * chroma);
        EXPECT(memcmp(text, "FRAME\n", 6) == 0);
        EXPECT_INT(abs(bytes[0] - colours[i].luma), <=, 1);
        EXPECT_INT(bytes[0], ==, bytes[2 * lines - 1]);
        EXPECT_INT(abs(bytes[2 * lines] - colours[i].blue), <=, 1);
        EXPECT_INT(abs(bytes[2 * lines + chroma] - colours[i].red), <=, 1);
    }
}

static void expect_text(const char *path, const char *wanted)
{
    ck_assert_str_eq(support_load(path, NULL), wanted);
}

/* Opens an output where a file is already; returns its path. */
static const char *open_output(AtomicFile *output)
{
    const char *path = support_write("output.txt", "old");

    EXPECT_OK(atomic_file_open(output, path, &error));
    return path;
}

TEST_CASE(writers, files, .timeout_s = 4);

/* The old file is there, whole, until the new one is. */
TEST(files, output_replaces_at_the_end)
{
    AtomicFile output;
    const char *path = open_output(&output);
    struct stat status;

    fputs("new text", output.file);
    fflush(output.file);
    expect_text(path, "old");
    EXPECT_OK(atomic_file_commit(&output, &error));
    expect_text(path, "new text");
    EXPECT_OK(stat(path, &status));
    EXPECT_INT(status.st_mode & 0400, ==, 0400);
}

/* Whether a user that is not root can open a file for writing. */
static int can_be_opened(const char *path)
{
    AtomicFile output;
    pid_t child = fork();
    int status;

    if (child == 0) {
        if (geteuid() == 0 && setuid(NOBODY) != 0)
            _exit(2);
        if (atomic_file_open(&output, path, &error) != 0)
            _exit(1);
        atomic_file_discard(&output);
        _exit(0);
    }
    EXPECT_INT(waitpid(child, &status, 0), ==, child);
    EXPECT_INT(WEXITSTATUS(status), !=, 2);
    return WEXITSTATUS(status) == 0;
}

static const struct {
    mode_t mode;
    int is_writable;
} rights[] = {{0666, 1}, {0622, 1}, {0662, 1}, {0444, 0}};

TEST_LOOP(files, output_has_the_rights, COUNT(rights))
{
    const char *path = support_write("rights.txt", "old");
    AtomicFile output;
    struct stat status;

    EXPECT_OK(chmod(support_path(""), 0777));
    EXPECT_OK(chmod(path, rights[_i].mode));
    EXPECT_INT(can_be_opened(path), ==, rights[_i].is_writable);
    EXPECT_OK(chmod(support_path(""), 0700));
    if (!rights[_i].is_writable)
        return;
    EXPECT_OK(atomic_file_open(&output, path, &error));
    EXPECT_OK(atomic_file_commit(&output, &error));
    EXPECT_OK(stat(path, &status));
    EXPECT_INT(status.st_mode & 0777, ==, rights[_i].mode);
}

/* No name can be laid in wait for. */
TEST(files, temporary_names)
{
    AtomicFile output, second;
    const char *path = open_output(&output);

    EXPECT_OK(atomic_file_open(&second, path, &error));
    ck_assert_str_ne(output.temporary, second.temporary);
    EXPECT_INT(fcntl(fileno(output.file), F_GETFD), ==, FD_CLOEXEC);
    atomic_file_discard(&second);
    atomic_file_discard(&output);
}

/* The longest name that a file can have leaves no room for a suffix. */
TEST(files, longest_name)
{
    char name[257];
    AtomicFile output;

    EXPECT_OK(chdir(support_path(".")));
    memset(name, 'n', sizeof name);
    name[256] = '\0';
    EXPECT_FAILS(atomic_file_open(&output, name, &error));
    EXPECT(strstr(error.text, "name too long") != NULL);
    name[255] = '\0';
    EXPECT_OK(atomic_file_open(&output, name, &error));
    fputs("new", output.file);
    EXPECT_OK(atomic_file_commit(&output, &error));
    expect_text(name, "new");
    EXPECT_OK(unlink(name));
}

/* A folder with links, where the test works. */
static void make_links(void)
{
    static const char *const links[][2] = {
        {"old.txt", "link.txt"},         {"link.txt", "chain.txt"},
        {"new.txt", "away.txt"},         {"sub/../old.txt", "winding.txt"},
        {"../old.txt", "sub/up"},        {"loop-b.txt", "loop-a.txt"},
        {"loop-a.txt", "loop-b.txt"},    {"/dev/null", "null.txt"},
        {"missing/new.txt", "lost.txt"}, {"old.txt/x", "no-folder.txt"}};

    mkdir(support_path("links"), 0777);
    support_write("links/old.txt", "old");
    EXPECT_OK(chdir(support_path("links")));
    mkdir("sub", 0777);
    for (int i = 0; i < COUNT(links); i++) {
        unlink(links[i][1]);
        EXPECT_OK(symlink(links[i][0], links[i][1]));
    }
    unlink("new.txt");
}

static const struct {
    const char *path, *target, *before;
} linked[] = {
    {"link.txt", "old.txt", "old"},    {"chain.txt", "old.txt", "old"},
    {"winding.txt", "old.txt", "old"}, {"sub/up", "old.txt", "old"},
    {"away.txt", "new.txt", NULL},
};

/* The link stays. The file behind it is the old one until the end. */
TEST_LOOP(files, output_goes_through_links, COUNT(linked))
{
    const char *path = linked[_i].path, *target = linked[_i].target;
    AtomicFile output;
    struct stat status;

    make_links();
    EXPECT_OK(atomic_file_open(&output, path, &error));
    fputs("newer", output.file);
    fflush(output.file);
    if (linked[_i].before != NULL)
        expect_text(target, linked[_i].before);
    else
        EXPECT_FAILS(access(target, F_OK));
    EXPECT_OK(atomic_file_commit(&output, &error));
    expect_text(target, "newer");
    EXPECT_OK(lstat(path, &status));
    EXPECT(S_ISLNK(status.st_mode));
    EXPECT_OK(lstat(target, &status));
    EXPECT(S_ISREG(status.st_mode));
}

static const struct {
    const char *a, *b;
    int is_same;
} pairs[] = {
    {"-", "-", 1},
    {"-", "old.txt", 0},
    {"old.txt", "old.txt", 1},
    {"old.txt", "sub/../old.txt", 1},
    {"chain.txt", "winding.txt", 1},
    {"old.txt", "new.txt", 0},
    {"new.txt", "new.txt", 1},
    {"new.txt", "./sub//../new.txt", 1},
    {"new.txt", "newer.txt", 0},
    {"new.txt", "sub/new.txt", 0},
    {"away.txt", "./new.txt", 1},
    {"away.txt", "sub/new.txt", 0},
    {"null.txt", "null.txt", 0},
    {"null.txt", "/dev/null", 0},
    {"loop-a.txt", "loop-b.txt", 0},
    {"missing/new.txt", "missing/./new.txt", 0},
    {"/no", "//no", 1},
};

TEST_LOOP(files, two_names_of_a_file, COUNT(pairs))
{
    make_links();
    EXPECT_INT(atomic_file_is_same(pairs[_i].a, pairs[_i].b), ==,
               pairs[_i].is_same);
    EXPECT_INT(atomic_file_is_same(pairs[_i].b, pairs[_i].a), ==,
               pairs[_i].is_same);
}

static void expect_reserved(const char *folder, const char *wanted)
{
    char *path = atomic_file_reserve(folder, "png", &error);

    ck_assert_pstr_eq(path, wanted);
    EXPECT_OK(access(path, F_OK));
    atomic_file_release(path, 1);
    free(path);
}

/* Not even where a link leads nowhere: it would make the file there. */
TEST(files, reserved_names_follow_no_link)
{
    const char *victim = support_path("not-there");

    EXPECT_INT(mkdir(support_path("reserved"), 0777), ==, 0);
    EXPECT_INT(chdir(support_path("reserved")), ==, 0);
    EXPECT_INT(symlink(victim, "ripple-0001.png"), ==, 0);
    EXPECT_INT(symlink("/dev/null", "ripple-0002.png"), ==, 0);
    expect_reserved(NULL, "ripple-0003.png");
    expect_reserved(NULL, "ripple-0004.png");
    expect_reserved("a/new folder", "a/new folder/ripple-0001.png");
    ck_assert_ptr_null(atomic_file_reserve("ripple-0003.png", "png", &error));
    ck_assert_str_eq(error.text,
                     "ripple-0003.png/ripple-0001.png: Not a directory");
    EXPECT_INT(access(victim, F_OK), ==, -1);
}

/* A long path leaves room for the reason and is not cut in a character. */
TEST_LOOP(files, long_path_that_cannot_be, 3)
{
    static const char *const cuts[] = {"/.../\u00e9", "/\u00e9...\u00e9/",
                                       "/.../\u00e9"};
    AtomicFile output;
    char path[1024];
    int length = snprintf(path, sizeof path, "/nowhere%.*s", _i, "xx");

    for (int i = 0; i < 200; i++)
        length +=
            snprintf(path + length, sizeof path - (size_t)length, "/\u00e9");
    snprintf(path + length, sizeof path - (size_t)length, "/%.*sa.png", _i,
             "xx");
    EXPECT_FAILS(atomic_file_open(&output, path, &error));
    ck_assert_msg(strncmp(error.text, "/nowhere", 8) == 0 &&
                      strstr(error.text, cuts[_i]) != NULL &&
                      strstr(error.text, "a.png: No such file") != NULL,
                  "%s", error.text);
}

TEST_CASE(writers, places, .timeout_s = 4);

/* Makes a folder of the tests and works in it. */
static const char *enter_folder(const char *name)
{
    const char *folder = support_path(name);

    EXPECT_INT(mkdir(folder, 0777), ==, 0);
    EXPECT_INT(chdir(folder), ==, 0);
    return folder;
}

static void check_place(size_t size, const char *name, const char *wanted)
{
    char text[512];

    paths_tell(text, size, name);
    ck_assert_str_eq(text, wanted);
}

/* Of a file in the working folder, which is one of the tests. */
TEST(places, are_told_for_people)
{
    static const struct {
        const char *home; /* in the tests' folder if it begins with '@' */
        size_t size;
        const char *name, *told;
    } cases[] = {
        {"@", 99, "a.png", "~/a folder/a.png"},
        {"@/", 99, "a.png", "~/a folder/a.png"},
        {"@a folder", 99, "a.png", "~/a.png"},
        {"@", 17, "a.png", "~/a folder/a.png"},
        {"@", 16, "a.png", ".../a.png"},
        {"@", 10, "a.png", ".../a.png"},
        {"@", 8, "a.png", "....png"},
        {"@", 12, "a-\xC3\xB6\xC3\xB6.png", "...\xC3\xB6\xC3\xB6.png"},
        {"@", 11, "a-\xC3\xB6\xC3\xB6.png", "...\xC3\xB6.png"},
        {"@a", 10, "a.png", ".../a.png"},
        {"", 10, "a.png", ".../a.png"},
        {"/", 10, "a.png", ".../a.png"},
    };
    const char *folder = enter_folder("a folder");

    for (int i = 0; i < COUNT(cases); i++) {
        const char *home = cases[i].home;

        setenv("HOME", home[0] == '@' ? support_path(home + 1) : home, 1);
        check_place(cases[i].size, cases[i].name, cases[i].told);
    }
    unsetenv("HOME");
    check_place(10, "a.png", ".../a.png");
    EXPECT_INT(rmdir(folder), ==, 0);
    check_place(99, "a.png", "a.png");
    EXPECT_INT(chdir("/"), ==, 0);
    check_place(99, "a.png", "/a.png");
}

/* Started where desktops start programs, saved files go to the folders of the
   user; elsewhere they stay where the program was started. */
TEST(places, of_saved_files)
{
    static const struct {
        const char *start, *videos, *wanted; /* "": none */
    } cases[] = {
        {".", "", ""},
        {"..", "", "Videos"},
        {"..", "/films", "/films"},
        {"/", "/films", "/films"},
    };
    const char *folder = enter_folder("a folder");
    const char *home = support_path("");

    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("HOME", home, 1);
    for (int i = 0; i < COUNT(cases); i++) {
        char *found, *wanted = cases[i].wanted[0] == '\0'
                                   ? NULL
                                   : paths_join(home, cases[i].wanted);

        EXPECT_OK(chdir(folder));
        EXPECT_OK(chdir(cases[i].start));
        setenv("XDG_VIDEOS_DIR", cases[i].videos, 1);
        found = paths_find_save_folder("XDG_VIDEOS_DIR", "Videos");
        ck_assert_pstr_eq(found, wanted);
        free(found);
        free(wanted);
    }
}
