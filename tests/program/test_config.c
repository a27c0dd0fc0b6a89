/* SPDX-License-Identifier: MIT */
/* The configuration file: which setting counts, mistakes in it, saving. */
#include "../option_rows.h"

#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"
#include "../work.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODY 65534

static Error error;
static Options options;

static const char *conf(void)
{
    return support_path("ripple/ripple.conf");
}

static void write_bytes(const char *bytes, size_t size)
{
    mkdir(support_path("ripple"), 0700);
    support_write_bytes("ripple/ripple.conf", bytes, size);
}

static void write_conf(const char *text)
{
    write_bytes(text, strlen(text));
}

/* Each test begins and ends without the file, in an empty folder. */
static void remove_conf(void)
{
    unlink(conf());
    rmdir(conf());
    rmdir(support_path("ripple"));
    work_count_files(1);
}

/* Parses where nothing may go wrong. */
static Options parse_well(void)
{
    if (process_parse(&options, "", &error) != 0)
        ck_abort_msg("%s", error.text);
    config_clear(&options.config);
    return options;
}

static void expect_failure(const char *line, const char *place, const char *why)
{
    char wanted[sizeof((Error *)NULL)->text];

    snprintf(wanted, sizeof wanted, "%s%s%s", conf(), place, why);
    EXPECT_INT(process_parse(&options, line, &error), ==, -1);
    ck_assert_str_eq(error.text, wanted);
}

TEST_CASE(config, reading, .timeout_s = 4, .set_up = remove_conf,
          .tear_down = remove_conf);

#define SETTINGS(name) scene.settings.name
#define POOL(name)     scene.settings.pool.name

#define CLASSIC  "light 20\npreset classic\nrain 3\nrate 30\nfullscreen\n"
#define LIGHT    "light 20\nfilter linear\n"
#define SCREEN   "picture-from screen\n"
#define MY_POOL  "picture-from screen\npicture my pool\n"
#define SAVER    "preset classic\nrain 0\nseed 5\nthreads 2\n"
#define PATHS    "mask my pool.png\ncurrent flow.png\nscript /s.txt\n"
#define HOMES    "picture ~/a.png\nmask ~root/m.png\nscript ~nobody-knows/s\n"
#define BUILTINS "mask builtin:river\ncurrent 1,-1\n"
#define SAVED    "light 30\nrain 2\nmask /a/pool.png\nfps\n"
#define HOLIDAY  "picture-from screen\nfps\npicture /a/holiday.jpg\n"

static const OptionRow rows[] = {
    {"", INT_IS(config.count, 0)},
    {NULL, TEXT_IS(config.path, NULL)},
    {"", INT_IS(config.count, 0), .conf = ""},
    /* The command line beats the file, and both by name any preset. */
    {"", INT_IS(POOL(model), RIPPLE_MODEL_CLASSIC), .conf = CLASSIC},
    {NULL, REAL_IS(POOL(light), 20)},
    {NULL, REAL_IS(SETTINGS(rain), 3)},
    {NULL, INT_IS(scene.rate, 30)},
    {NULL, INT_IS(display.fullscreen, 1)},
    {"--preset waves --rain 5", INT_IS(POOL(model), RIPPLE_MODEL_WAVE),
     .conf = CLASSIC},
    {NULL, REAL_IS(POOL(light), 20)},
    {NULL, REAL_IS(SETTINGS(rain), 5)},
    {"--light 0 --rate 50", REAL_IS(POOL(light), 0), .conf = CLASSIC},
    {NULL, INT_IS(scene.rate, 50)},
    {NULL, INT_IS(POOL(damping), 5)},
    /* Pixels of 16 bits on the command line. */
    {"--pixels rgb565", INT_IS(SETTINGS(format), RIPPLE_FORMAT_RGB565),
     .conf = LIGHT},
    {NULL, REAL_IS(POOL(light), 0)},
    {"--preset retro", REFUSED("*--no-config"), .conf = LIGHT},
    {"", INT_IS(from_screen, 1), .conf = SCREEN},
    {"", INT_IS(from_screen, 1), .conf = "\xEF\xBB\xBF" SCREEN},
    {"", INT_IS(config.count, 0), .conf = "\xEF\xBB\xBF"},
    {"a.png", INT_IS(from_screen, 0), .conf = SCREEN},
    {"a.png --picture-from screen", REFUSED("*"), .conf = SCREEN},
    /* The later of two pictures counts, and both give way to the command
       line. */
    {"", TEXT_IS(picture, "@ripple/my pool"), .conf = MY_POOL},
    {NULL, INT_IS(from_screen, 0)},
    {"a.png", TEXT_IS(picture, "a.png"), .conf = MY_POOL},
    {"--picture-from screen", INT_IS(from_screen, 1), .conf = MY_POOL},
    {NULL, TEXT_IS(picture, NULL)},
    /* A screensaver reads the file too. */
    {"--window-id 9", REAL_IS(SETTINGS(rain), 0), .conf = SAVER},
    {NULL, LONG_IS(scene.seed, 5)},
    {NULL, INT_IS(scene.threads, 2)},
    {"--rain 2 --no-config", REAL_IS(SETTINGS(rain), 2), .conf = "nonsense\n"},
    {NULL, INT_IS(config.count, 0)},
    {"--help", INT_IS(task, TASK_HELP), .conf = "nonsense\n"},
    {"--list presets", INT_IS(task, TASK_LIST), .conf = "nonsense\n"},
    /* Files are relative to the folder of the file. */
    {"", CHARS_ARE(SETTINGS(mask), "@ripple/my pool.png"), .conf = PATHS},
    {NULL, CHARS_ARE(SETTINGS(current), "@ripple/flow.png")},
    {NULL, TEXT_IS(script, "/s.txt")},
    {"", CHARS_ARE(SETTINGS(mask), "builtin:river"), .conf = BUILTINS},
    {NULL, REAL_IS(SETTINGS(current_x), 1)},
    {NULL, REAL_IS(SETTINGS(current_y), -1)},
    {"", REAL_IS(POOL(light), 30), .conf = SAVED},
    {NULL, REAL_IS(SETTINGS(rain), 2)},
    {NULL, CHARS_ARE(SETTINGS(mask), "/a/pool.png")},
    {NULL, INT_IS(display.prints_fps, 1)},
    {"", TEXT_IS(picture, "/a/holiday.jpg"), .conf = HOLIDAY},
    /* No shell has seen the file, nor what a screensaver starts. */
    {"", TEXT_IS(picture, "/h/a.png"), .conf = HOMES, .variable = "HOME",
     .value = "/h"},
    {NULL, CHARS_ARE(SETTINGS(mask), "/root/m.png")},
    {NULL, TEXT_IS(script, "@ripple/~nobody-knows/s")},
    {"~/a.png --output=~/o.png --script ~root/s", TEXT_IS(picture, "/h/a.png"),
     .variable = "HOME", .value = "/h"},
    {NULL, TEXT_IS(outputs[0].path, "/h/o.png")},
    {NULL, TEXT_IS(script, "/root/s")},
    {"~ --mask ~nobody-knows", TEXT_IS(picture, "/root"), .variable = "HOME",
     .value = "/root"},
    {NULL, CHARS_ARE(SETTINGS(mask), "~nobody-knows")},
    {"./~ --script a~", TEXT_IS(picture, "./~")},
    {NULL, TEXT_IS(script, "a~")},
    /* As copied from a file manager or a browser. */
    {"file:///a%20b/%c3%A4.jpg --script file:///100%zz%2",
     TEXT_IS(picture, "/a b/\xc3\xa4.jpg")},
    {NULL, TEXT_IS(script, "/100%zz%2")},
    {"file://host/a.jpg", TEXT_IS(picture, "file://host/a.jpg")},
    /* The environment beats the file. */
    {"", TEXT_IS(scene.simd, "scalar"), .conf = "simd auto\n",
     .variable = "RIPPLE_SIMD", .value = "scalar"},
};

TEST_LOOP(reading, rows, COUNT(rows))
{
    const char *conf_text = option_rows_find_line(rows, _i)->conf;

    if (conf_text != NULL)
        write_conf(conf_text);
    option_rows_check(rows, _i);
}

static const char *const forms[] = {
    "damping 9\nrain 2\nfps\n",
    "damping 9\r\nrain 2\r\nfps\r\n",
    "damping 9\nrain 2\nfps",
    "damping 9\r\nrain 2\r\nfps\r",
    "\n # damping 8\n\tdamping\t9 \n\nrain 2 # rain 3\nfps # yes\n#",
    "damping 3\nrain 1\ndamping 9\nrain   2\nfps\nfps\n",
};

TEST_LOOP(reading, forms_of_lines, COUNT(forms))
{
    write_conf(forms[_i]);
    options = parse_well();
    EXPECT_INT(options.scene.settings.pool.damping, ==, 9);
    EXPECT(options.scene.settings.rain == 2 && options.display.prints_fps);
}

static const struct {
    const char *text, *place, *why;
} wrong[] = {
    {"\n# a\nlight 500",
     ":3: --light: ", "must be a number from 0 to 100 percent"},
    {"fps\r\nrate x\r\n",
     ":2: --rate: ", "must be a whole number from 1 to 1000"},
    {"--light 3", ":1: ----light: ",
     "no such option, see --help all; did you mean --light?"},
    {"ligh 3",
     ":1: --ligh: ", "no such option, see --help all; did you mean --light?"},
    {"light # 3", ":1: --light: ", "needs a value, see --help all"},
    {"fullscreen yes", ":1: --fullscreen: ", "takes no value"},
    {"light 3 4", ":1: --light: ", "must be a number from 0 to 100 percent"},
    {"root", ":1: --root: ", "is for the command line only"},
    {"list presets", ":1: --list: ", "is for the command line only"},
    {"output a.png", ":1: --output: ", "is for the command line only"},
    {"save-config", ":1: --save-config: ", "is for the command line only"},
};

TEST_LOOP(reading, wrong_lines, COUNT(wrong))
{
    write_conf(wrong[_i].text);
    expect_failure("", wrong[_i].place, wrong[_i].why);
    expect_failure("--save-config", wrong[_i].place, wrong[_i].why);
}

TEST(reading, what_is_no_text)
{
    static char huge[CONFIG_MAX_BYTES + 1];

    write_bytes("fps\nlight\0 3\n", 13);
    expect_failure("", ":2: ", "the line is not text");
    memset(huge, '\n', sizeof huge);
    write_bytes(huge, sizeof huge);
    expect_failure("", ": ", "is larger than 65536 bytes");
    write_bytes(huge, sizeof huge - 1);
    parse_well();
    unlink(conf());
    EXPECT_INT(mkdir(conf(), 0700), ==, 0);
    expect_failure("", ": ", "Is a directory");
    rmdir(conf());
    EXPECT_INT(mkfifo(conf(), 0600), ==, 0);
    parse_well();
}

static const struct {
    const char *xdg, *home, *path;
} places[] = {
    {"/x", "/h", "/x/ripple/ripple.conf"},
    {NULL, "/h", "/h/.config/ripple/ripple.conf"},
    {"", "/h", "/h/.config/ripple/ripple.conf"},
    {"x", "/h", "/h/.config/ripple/ripple.conf"},
    {NULL, NULL, NULL},
    {"", "", NULL},
    {"x", "h", NULL},
};

static void set_variable(const char *name, const char *value)
{
    if (value != NULL)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

TEST_LOOP(reading, places_of_the_file, COUNT(places))
{
    char *folder = strdup(getenv("XDG_CONFIG_HOME")), *path;

    set_variable("XDG_CONFIG_HOME", places[_i].xdg);
    set_variable("HOME", places[_i].home);
    path = config_find();
    EXPECT((path == NULL) == (places[_i].path == NULL));
    if (path != NULL)
        ck_assert_str_eq(path, places[_i].path);
    free(path);
    set_variable("XDG_CONFIG_HOME", folder);
    free(folder);
}

static void expect_conf(const char *wanted)
{
    ck_assert_str_eq(support_load(conf(), NULL), wanted);
}

static void save(const char *line)
{
    char wanted[512];
    Process process = work_try((Process){0}, 0, line);

    snprintf(wanted, sizeof wanted, "%s\n", conf());
    ck_assert_str_eq(process.out, wanted);
    ck_assert_str_eq(process.err, "");
}

TEST_CASE(config, saving, .timeout_s = 4, .set_up = remove_conf,
          .tear_down = remove_conf);

#define KEPT "# mine\r\n  light 9\nmask a.png\nrain 4\npreset storm\n"

static const struct {
    const char *before, *line, *after; /* %s: the folder where ripple works */
} saves[] = {
    {NULL, "--save-config --light 30 -rain=1 --rain 2 --mask pool.png --fps",
     "light 30\nrain 2\nmask %s/pool.png\nfps\n"},
    {"picture-from screen\nfps\n", "--save-config holiday.jpg",
     "picture-from screen\nfps\npicture %s/holiday.jpg\n"},
    {"# mine\r\nrain 2 # drops\n  light 9\nrain 3\nmask a.png",
     "--rain 4 --save-config --preset storm", KEPT},
    {KEPT, "--save-config", KEPT},
    {KEPT, "--save-config --no-config --rain 5", "rain 5\n"},
};

TEST_LOOP(saving, saves, COUNT(saves))
{
    char wanted[512], *part = strstr(saves[_i].after, "%s");
    struct stat status;

    if (saves[_i].before != NULL)
        write_conf(saves[_i].before);
    save(saves[_i].line);
    snprintf(wanted, sizeof wanted, "%.*s%s%s",
             part != NULL ? (int)(part - saves[_i].after) : 999,
             saves[_i].after, part != NULL ? support_path("work") : "",
             part != NULL ? part + 2 : "");
    expect_conf(wanted);
    EXPECT_INT(stat(support_path("ripple"), &status), ==, 0);
    EXPECT_INT(status.st_mode & 0777, ==, 0700);
}

/* The file behind the link need not exist. */
TEST_LOOP(saving, save_through_a_link, 2)
{
    struct stat status;

    write_conf("");
    unlink(conf());
    unlink(support_path("linked.conf"));
    if (_i == 0)
        support_write("linked.conf", "rain 2\n");
    EXPECT_INT(symlink("../linked.conf", conf()), ==, 0);
    save("--save-config --light 1");
    EXPECT_INT(lstat(conf(), &status), ==, 0);
    EXPECT(S_ISLNK(status.st_mode));
    expect_conf(_i == 0 ? "rain 2\nlight 1\n" : "light 1\n");
}

static const char *const refused[] = {
    "--save-config --frames 3",      "--save-config --output a.png",
    "--save-config --heights a.pgm", "--list presets --save-config",
    "--save-config --root",          "--save-config --window-id 1",
    "--save-config a.png b.png",     "--save-config --light 101",
    "--save-config --pixels rgb565", "--save-config --model wave --speed 15"};

TEST_LOOP(saving, save_refuses, COUNT(refused))
{
    write_conf("light 9\n");
    work_refuse((Process){0}, 2, refused[_i], "");
    expect_conf("light 9\n");
}

static char *const values[] = {"a\nfps", "a #1.png", "a.png ", "a\t.png",
                               "a.png\r"};

TEST_LOOP(saving, values_that_no_file_can_hold, COUNT(values))
{
    char *arguments[] = {"ripple", "--save-config", "--mask", values[_i], NULL};

    EXPECT_INT(command_line_parse(&options, 4, arguments, 0, &error), ==, -1);
    EXPECT(strstr(error.text, "cannot be kept in a file") != NULL);
}

TEST(saving, nowhere_to_save)
{
    static const char *const homeless[] = {"XDG_CONFIG_HOME", "HOME", NULL};
    const Process process = {.environment = homeless};

    ck_assert_str_eq(
        work_refuse(process, 1, "--save-config --rain 2", "").err,
        "ripple: --save-config: neither XDG_CONFIG_HOME nor HOME is an "
        "absolute path\n");
    ck_assert_str_eq(
        work_try(process, 0, "--size 9x9 --frames 0 --output o.png").err, "");
}

TEST(saving, program_reads_the_file)
{
    char wanted[512];

    write_conf("fps\nrate 0\n");
    snprintf(wanted, sizeof wanted,
             "ripple: %s:2: --rate: must be a whole number from 1 to 1000\n",
             conf());
    ck_assert_str_eq(work_refuse((Process){0}, 2, "--frames 0", "").err,
                     wanted);
    write_conf("size 9x7\n");
    work_run("--frames 0 --heights file.pgm");
    EXPECT(strncmp(work_text("file.pgm", NULL), "P5\n9 7\n", 7) == 0);
}
