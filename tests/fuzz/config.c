/* SPDX-License-Identifier: MIT */
/* Reads a config file. If it is accepted, another option can be saved to it,
   and the file that results is read as the same options. */
#define _XOPEN_SOURCE 700 /* setenv */

#include "app/command_line.h"
#include "fuzz.h"

#include <string.h>
#include <sys/stat.h>

#define FILE_NAME "ripple/ripple.conf"

void fuzz_set_up(void)
{
    setenv("XDG_CONFIG_HOME", fuzz_folder(), 1);
    unsetenv("RIPPLE_SIMD");
    RANDOM_EXPECT(mkdir(fuzz_path("ripple"), 0700) == 0);
}

static int parse(Options *options, int count, const char *const *words)
{
    char *copy[8] = {"ripple"};
    Error error = {.code = 0};
    int result;

    for (int i = 0; i < count; i++)
        copy[i + 1] = (char *)(uintptr_t)words[i];
    result = command_line_parse(options, count + 1, copy, 0, &error);
    RANDOM_EXPECT(result == 0 || strlen(error.text) > 0);
    return result;
}

/* Saves options to a config file and reads it again. */
static void check_saved(const char *name, const char *value)
{
    const char *words[] = {name, value, "--save-config"};
    Options first, second;

    if (parse(&first, 3, words) != 0)
        return;
    RANDOM_EXPECT(first.task == TASK_SAVE && first.config.text != NULL);
    fuzz_write(FILE_NAME, (const uint8_t *)first.config.text,
               strlen(first.config.text));
    RANDOM_EXPECT(parse(&second, 0, NULL) == 0);
    RANDOM_EXPECT(memcmp(&second.scene.settings.pool,
                         &first.scene.settings.pool,
                         sizeof(RippleSettings)) == 0);
    RANDOM_EXPECT(second.scene.settings.rain == first.scene.settings.rain);
    RANDOM_EXPECT(
        strcmp(second.scene.settings.mask, first.scene.settings.mask) == 0);
    RANDOM_EXPECT(second.scene.rate == first.scene.rate);
    config_clear(&first.config);
    config_clear(&second.config);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Options options;

    fuzz_write(FILE_NAME, data, size);
    if (parse(&options, 0, NULL) != 0)
        return 0;
    RANDOM_EXPECT(ripple_settings_check(&options.scene.settings.pool, NULL,
                                        0) == RIPPLE_OK);
    config_clear(&options.config);
    check_saved("--damping", "3");
    check_saved("--rate", "50");
    return 0;
}
