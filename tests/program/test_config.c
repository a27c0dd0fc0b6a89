/* SPDX-License-Identifier: MIT */
/* The file of settings that stay: what counts, what is refused, saving. */
#include "base/fixed.h"
#include "app/options/options.h"
#include "../process.h"
#include "../test.h"
#include "../support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODY 65534

static const char *conf(void)
{
    static char path[256];

    snprintf(path, sizeof path, "%s", support_path("ripple/ripple.conf"));
    return path;
}

static void write_bytes(const char *bytes, size_t size)
{
    FILE *file;

    mkdir(support_path("ripple"), 0700);
    file = fopen(conf(), "wb");
    ck_assert_ptr_nonnull(file);
    EXPECT_INT(fwrite(bytes, 1, size, file), ==, size);
    EXPECT_INT(fclose(file), ==, 0);
}

static void write_conf(const char *text)
{
    write_bytes(text, strlen(text));
}

/* Each test begins and ends without the file. */
static void remove_conf(void)
{
    unlink(conf());
    rmdir(conf());
    rmdir(support_path("ripple"));
}

/* Parses where nothing may go wrong. */
static Options parse_well(const char *line)
{
    Options options;
    Error error;

    if (process_parse(&options, line, &error) != 0)
        ck_abort_msg("ripple %s: %s", line, error.text);
    return options;
}

static void expect_failure(const char *line, const char *place, const char *why)
{
    char wanted[sizeof((Error *)NULL)->text];
    Options options;
    Error error;

    snprintf(wanted, sizeof wanted, "%s%s%s", conf(), place, why);
    EXPECT_INT(process_parse(&options, line, &error), ==, -1);
    ck_assert_str_eq(error.text, wanted);
}

TEST_CASE(config, reading, .timeout_s = 4, .set_up = remove_conf,
          .tear_down = remove_conf);

TEST(reading, without_a_file)
{
    Options options = parse_well("");

    EXPECT_INT(options.config.count, ==, 0);
    ck_assert_ptr_null(options.config.path);
}

/* The command line beats the file, and both by name any preset. */
TEST(reading, precedence)
{
    Options options;

    write_conf("light 20\npreset classic\nrain 3\nrate 30\nfullscreen\n");
    options = parse_well("");
    EXPECT_INT(options.scene.settings.pool.model, ==, RIPPLE_MODEL_CLASSIC);
    EXPECT(options.scene.settings.pool.light == 20 &&
           options.scene.settings.rain == 3);
    EXPECT(options.scene.rate == 30 && options.display.fullscreen);
    options_clear(&options);
    options = parse_well("--preset waves --rain 5");
    EXPECT_INT(options.scene.settings.pool.model, ==, RIPPLE_MODEL_WAVE);
    EXPECT(options.scene.settings.pool.light == 20 &&
           options.scene.settings.rain == 5);
    options_clear(&options);
    options = parse_well("--light 0 --rate 50");
    EXPECT(options.scene.settings.pool.light == 0 && options.scene.rate == 50);
    EXPECT_INT(options.scene.settings.pool.damping, ==, 5);
    options_clear(&options);
}

TEST(reading, pixels_of_the_command_line)
{
    Options options;
    Error error;

    write_conf("light 20\nfilter linear\n");
    options = parse_well("--pixels rgb565");
    EXPECT_INT(options.scene.settings.format, ==, RIPPLE_FORMAT_RGB565);
    EXPECT(options.scene.settings.pool.light == 0);
    options_clear(&options);
    EXPECT_INT(process_parse(&options, "--preset retro", &error), ==, -1);
    EXPECT(strstr(error.text, "--no-config") != NULL);
}

TEST(reading, picture_instead_of_the_screen)
{
    Options options;
    Error error;

    write_conf("picture-from screen\n");
    options = parse_well("");
    EXPECT(options.from_screen);
    options_clear(&options);
    options = parse_well("a.png");
    EXPECT(!options.from_screen);
    options_clear(&options);
    EXPECT_INT(process_parse(&options, "a.png --picture-from screen", &error),
               ==, -1);
}

/* The later of the two lines counts, and both give way to the command line. */
TEST(reading, picture_that_is_kept)
{
    Options options;

    write_conf("picture-from screen\npicture my pool\n");
    options = parse_well("");
    ck_assert_str_eq(options.picture, support_path("ripple/my pool"));
    EXPECT(!options.from_screen);
    options_clear(&options);
    options = parse_well("a.png");
    ck_assert_str_eq(options.picture, "a.png");
    options_clear(&options);
    options = parse_well("--picture-from screen");
    EXPECT(options.from_screen && options.picture == NULL);
    options_clear(&options);
}

/* What the file says is said, for a screensaver too. */
TEST(reading, screensaver_heeds_the_file)
{
    Options options;

    write_conf("preset classic\nrain 0\nseed 5\nthreads 2\n");
    options = parse_well("--window-id 9");
    EXPECT(options.scene.settings.rain == 0);
    EXPECT_INT(options.scene.seed, ==, 5);
    EXPECT_INT(options.scene.threads, ==, 2);
    options_clear(&options);
}

TEST(reading, environment_beats_the_file)
{
    Options options;

    write_conf("simd auto\n");
    setenv("RIPPLE_SIMD", "scalar", 1);
    options = parse_well("");
    unsetenv("RIPPLE_SIMD");
    ck_assert_str_eq(options.scene.simd, "scalar");
    options_clear(&options);
}

TEST(reading, no_config)
{
    Options options;

    write_conf("nonsense\n");
    options = parse_well("--rain 2 --no-config");
    EXPECT(options.scene.settings.rain == 2 && options.config.count == 0);
    options_clear(&options);
    options = parse_well("--help");
    EXPECT_INT(options.task, ==, TASK_HELP);
    options_clear(&options);
    options = parse_well("--list presets");
    EXPECT_INT(options.task, ==, TASK_LIST);
    options_clear(&options);
}

TEST(reading, forms_of_lines)
{
    static const char *const texts[] = {
        "damping 9\nrain 2\nfps\n",
        "damping 9\r\nrain 2\r\nfps\r\n",
        "damping 9\nrain 2\nfps",
        "damping 9\r\nrain 2\r\nfps\r",
        "\n # damping 8\n\tdamping\t9 \n\nrain 2 # rain 3\nfps # yes\n#",
        "damping 3\nrain 1\ndamping 9\nrain   2\nfps\nfps\n",
    };

    for (int i = 0; i < COUNT(texts); i++) {
        Options options;

        write_conf(texts[i]);
        options = parse_well("");
        EXPECT_INT(options.scene.settings.pool.damping, ==, 9);
        EXPECT(options.scene.settings.rain == 2 && options.display.prints_fps);
        options_clear(&options);
    }
    write_conf("");
    Options options = parse_well("");
    EXPECT_INT(options.config.count, ==, 0);
    options_clear(&options);
}

TEST(reading, wrong_lines)
{
    static const struct {
        const char *text, *place, *why;
    } cases[] = {
        {"\n# a\nlight 500", ":3: --light: ", "must be a number from 0 to 100"},
        {"preset nope\n",
         ":1: --preset: ", "no such preset, see --list presets"},
        {"fps\npixels rgb\n", ":2: --pixels: ", "must be argb8888 or rgb565"},
        {"fps\r\nrate x\r\n",
         ":2: --rate: ", "must be a whole number from 1 to 1000"},
        {"nope 3", ":1: --nope: ", "no such option, see --help all"},
        {"--light 3", ":1: ----light: ", "no such option, see --help all"},
        {"ligh 3", ":1: --ligh: ", "no such option, see --help all"},
        {"light", ":1: --light: ", "needs a value, see --help all"},
        {"light # 3", ":1: --light: ", "needs a value, see --help all"},
        {"fullscreen yes", ":1: --fullscreen: ", "takes no value"},
        {"light 3 4", ":1: --light: ", "must be a number from 0 to 100"},
        {"root", ":1: --root: ", "is for the command line only"},
        {"window-id 1", ":1: --window-id: ", "is for the command line only"},
        {"picture", ":1: --picture: ", "needs a value, see --help all"},
        {"help", ":1: --help: ", "is for the command line only"},
        {"version", ":1: --version: ", "is for the command line only"},
        {"list presets", ":1: --list: ", "is for the command line only"},
        {"frames 3", ":1: --frames: ", "is for the command line only"},
        {"output a.png", ":1: --output: ", "is for the command line only"},
        {"heights a.pgm", ":1: --heights: ", "is for the command line only"},
        {"save-config", ":1: --save-config: ", "is for the command line only"},
        {"no-config", ":1: --no-config: ", "is for the command line only"},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        write_conf(cases[i].text);
        expect_failure("", cases[i].place, cases[i].why);
        expect_failure("--save-config", cases[i].place, cases[i].why);
    }
}

TEST(reading, what_is_no_text)
{
    static char huge[CONFIG_MAX_BYTES + 1];
    Options options;

    write_bytes("fps\nlight\0 3\n", 13);
    expect_failure("", ":2: ", "the line is not text");
    memset(huge, '\n', sizeof huge);
    write_bytes(huge, sizeof huge);
    expect_failure("", ": ", "is larger than 65536 bytes");
    write_bytes(huge, sizeof huge - 1);
    options = parse_well("");
    options_clear(&options);
    unlink(conf());
    EXPECT_INT(mkdir(conf(), 0700), ==, 0);
    expect_failure("", ": ", "Is a directory");
    rmdir(conf());
    EXPECT_INT(mkfifo(conf(), 0600), ==, 0);
    options = parse_well("");
    options_clear(&options);
}

TEST(reading, paths_from_the_folder)
{
    char wanted[512];
    Options options;

    write_conf("mask my pool.png\ncurrent flow.png\nscript /s.txt\n");
    options = parse_well("");
    snprintf(wanted, sizeof wanted, "%s", support_path("ripple/my pool.png"));
    ck_assert_str_eq(options.scene.settings.mask, wanted);
    snprintf(wanted, sizeof wanted, "%s", support_path("ripple/flow.png"));
    ck_assert_str_eq(options.scene.settings.current, wanted);
    ck_assert_str_eq(options.script, "/s.txt");
    options_clear(&options);
    write_conf("mask builtin:river\ncurrent 1,-1\n");
    options = parse_well("");
    ck_assert_str_eq(options.scene.settings.mask, "builtin:river");
    EXPECT(options.scene.settings.current_x == 1 &&
           options.scene.settings.current_y == -1);
    options_clear(&options);
}

TEST(reading, places_of_the_file)
{
    static const struct {
        const char *xdg, *home, *path;
    } cases[] = {
        {"/x", "/h", "/x/ripple/ripple.conf"},
        {NULL, "/h", "/h/.config/ripple/ripple.conf"},
        {"", "/h", "/h/.config/ripple/ripple.conf"},
        {"x", "/h", "/h/.config/ripple/ripple.conf"},
        {NULL, NULL, NULL},
        {"", "", NULL},
        {"x", "h", NULL},
    };
    const char *was = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char *kept = strdup(was), *home_kept = home != NULL ? strdup(home) : NULL;

    for (int i = 0; i < COUNT(cases); i++) {
        char *path;

        unsetenv("XDG_CONFIG_HOME");
        unsetenv("HOME");
        if (cases[i].xdg != NULL)
            setenv("XDG_CONFIG_HOME", cases[i].xdg, 1);
        if (cases[i].home != NULL)
            setenv("HOME", cases[i].home, 1);
        path = config_find();
        EXPECT((path == NULL) == (cases[i].path == NULL));
        if (path != NULL)
            ck_assert_str_eq(path, cases[i].path);
        free(path);
    }
    setenv("XDG_CONFIG_HOME", kept, 1);
    if (home_kept != NULL)
        setenv("HOME", home_kept, 1);
    free(kept);
    free(home_kept);
}

/* Runs ripple, expects a status, and returns what it said. */
static Process run(const char *const *environment, uid_t user, const char *line,
                   int status)
{
    Process process = {
        .environment = environment, .user = user, .folder = support_path("")};

    process_run_ripple(&process, line);
    if (process.status != status)
        ck_abort_msg("ripple %s: status %d: %s", line, process.status,
                     process.err);
    return process;
}

static void expect_conf(const char *wanted)
{
    char *text = support_read(conf(), NULL);

    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, wanted);
    free(text);
}

static void save(const char *line)
{
    char wanted[512];
    Process process = run(NULL, 0, line, 0);

    snprintf(wanted, sizeof wanted, "%s\n", conf());
    ck_assert_str_eq(process.out, wanted);
    ck_assert_str_eq(process.err, "");
    process_clear(&process);
}

TEST_CASE(config, saving, .timeout_s = 4, .set_up = remove_conf,
          .tear_down = remove_conf);

TEST(saving, save_and_load)
{
    char wanted[512];
    struct stat status;
    Options options;

    save("--save-config --light 30 -rain=1 --rain 2 --mask pool.png --fps");
    snprintf(wanted, sizeof wanted, "light 30\nrain 2\nmask %s\nfps\n",
             support_path("pool.png"));
    expect_conf(wanted);
    EXPECT_INT(stat(support_path("ripple"), &status), ==, 0);
    EXPECT_INT(status.st_mode & 0777, ==, 0700);
    options = parse_well("");
    EXPECT(options.scene.settings.pool.light == 30 &&
           options.scene.settings.rain == 2);
    ck_assert_str_eq(options.scene.settings.mask, support_path("pool.png"));
    EXPECT(options.display.prints_fps);
    options_clear(&options);
}

TEST(saving, save_a_picture)
{
    char wanted[512];

    write_conf("picture-from screen\nfps\n");
    save("--save-config holiday.jpg");
    snprintf(wanted, sizeof wanted, "picture-from screen\nfps\npicture %s\n",
             support_path("holiday.jpg"));
    expect_conf(wanted);
    Options options = parse_well("");
    ck_assert_str_eq(options.picture, support_path("holiday.jpg"));
    options_clear(&options);
}

TEST(saving, save_keeps_the_rest)
{
    write_conf("# mine\r\nrain 2 # drops\n  light 9\nrain 3\nmask a.png");
    save("--rain 4 --save-config --preset storm");
    expect_conf("# mine\r\n  light 9\nmask a.png\nrain 4\npreset storm\n");
    save("--save-config");
    expect_conf("# mine\r\n  light 9\nmask a.png\nrain 4\npreset storm\n");
    save("--save-config --no-config --rain 5");
    expect_conf("rain 5\n");
}

TEST(saving, save_through_a_link)
{
    char linked[300];
    struct stat status;

    write_conf("");
    unlink(conf());
    support_write("linked.conf", "rain 2\n");
    snprintf(linked, sizeof linked, "%s", support_path("linked.conf"));
    EXPECT_INT(symlink(linked, conf()), ==, 0);
    save("--save-config --light 1");
    EXPECT_INT(lstat(conf(), &status), ==, 0);
    EXPECT(S_ISLNK(status.st_mode));
    expect_conf("rain 2\nlight 1\n");
}

TEST(saving, save_refuses)
{
    static const char *const lines[] = {
        "--save-config --frames 3",
        "--save-config --output a.png",
        "--save-config --heights a.pgm",
        "--list presets --save-config",
        "--save-config --root",
        "--save-config --window-id 1",
        "--save-config a.png b.png",
        "--save-config --light 101",
        "--save-config --pixels rgb565",
        "--save-config --model wave --speed 15",
    };

    write_conf("light 9\n");
    for (int i = 0; i < COUNT(lines); i++) {
        Process process = run(NULL, 0, lines[i], 2);

        EXPECT(strncmp(process.err, "ripple: ", 8) == 0);
        ck_assert_str_eq(process.out, "");
        process_clear(&process);
        expect_conf("light 9\n");
    }
}

TEST(saving, values_that_no_file_can_hold)
{
    static char *const values[] = {"a\nfps", "a #1.png", "a.png ", "a\t.png",
                                   "a.png\r"};

    for (int i = 0; i < COUNT(values); i++) {
        char *arguments[] = {"ripple", "--save-config", "--mask", values[i],
                             NULL};
        Options options;
        Error error;

        EXPECT_INT(options_parse(&options, 4, arguments, &error), ==, -1);
        EXPECT(strstr(error.text, "cannot be kept in a file") != NULL);
    }
}

TEST(saving, nowhere_to_save)
{
    static const char *const homeless[] = {"XDG_CONFIG_HOME", "HOME", NULL};
    Process process = run(homeless, 0, "--save-config --rain 2", 1);

    ck_assert_str_eq(process.err,
                     "ripple: --save-config: neither XDG_CONFIG_HOME nor HOME "
                     "says where\n");
    process_clear(&process);
    process =
        run(homeless, 0, "--size 9x9 --frames 0 --output homeless.png", 0);
    ck_assert_str_eq(process.err, "");
    process_clear(&process);
}

/* Nothing is left of what could not be written. */
static void expect_only_conf(void)
{
    DIR *folder = opendir(support_path("ripple"));
    struct dirent *entry;

    ck_assert_ptr_nonnull(folder);
    while ((entry = readdir(folder)) != NULL)
        EXPECT(entry->d_name[0] == '.' ||
               strcmp(entry->d_name, "ripple.conf") == 0);
    closedir(folder);
}

TEST(saving, folder_that_cannot_be_written)
{
    uid_t user = geteuid() == 0 ? NOBODY : 0;
    Process process;

    EXPECT_INT(chmod(support_path(""), 0755), ==, 0);
    write_conf("rain 2\n");
    EXPECT_INT(chmod(conf(), 0644), ==, 0);
    EXPECT_INT(chmod(support_path("ripple"), 0555), ==, 0);
    process = run(NULL, user, "--save-config --light 1", 1);
    EXPECT(strstr(process.err, "ripple.conf: Permission denied\n") != NULL);
    process_clear(&process);
    expect_conf("rain 2\n");
    EXPECT_INT(chmod(conf(), 0), ==, 0);
    process = run(NULL, user, "--frames 0", 2);
    EXPECT(strstr(process.err, "ripple.conf: Permission denied\n") != NULL);
    process_clear(&process);
    EXPECT_INT(chmod(support_path("ripple"), 0700), ==, 0);
    EXPECT_INT(chmod(conf(), 0600), ==, 0);
    expect_only_conf();
}

TEST(saving, full_disk)
{
    Process process = {.file_bytes = 8};

    write_conf("rain 2\n");
    process_run_ripple(&process, "--save-config --light 1");
    EXPECT_INT(process.status, ==, 1);
    EXPECT(strstr(process.err, "ripple.conf: File too large\n") != NULL);
    process_clear(&process);
    expect_conf("rain 2\n");
    expect_only_conf();
}

TEST(saving, program_reads_the_file)
{
    Process process;
    char wanted[512];

    write_conf("fps\nrate 0\n");
    process = run(NULL, 0, "--frames 0", 2);
    snprintf(wanted, sizeof wanted,
             "ripple: %s:2: --rate: must be a whole number from 1 to 1000\n",
             conf());
    ck_assert_str_eq(process.err, wanted);
    process_clear(&process);
    write_conf("size 9x7\n");
    process = run(NULL, 0, "--frames 0 --heights file.pgm", 0);
    process_clear(&process);
    char *heights = support_read(support_path("file.pgm"), NULL);
    ck_assert_ptr_nonnull(heights);
    EXPECT(strncmp(heights, "P5\n9 7\n", 7) == 0);
    free(heights);
}
