/* SPDX-License-Identifier: MIT */
/* Parses a command line, one word per line of the case. Accepted options are
   within their limits. No config file exists. */
#define _XOPEN_SOURCE 700 /* setenv */

#include "app/command_line.h"
#include "os/step_clock.h"
#include "fuzz.h"

#include <string.h>

#define MAX_WORDS 64

void fuzz_set_up(void)
{
    setenv("XDG_CONFIG_HOME", fuzz_path("nowhere"), 1);
    unsetenv("RIPPLE_SIMD");
}

static void check(const Options *options)
{
    RANDOM_EXPECT(ripple_settings_check(&options->scene.settings.pool, NULL,
                                        0) == RIPPLE_OK);
    RANDOM_EXPECT(play_settings_check_look(&options->scene.settings) == NULL);
    RANDOM_EXPECT(options->scene.rate >= 1 &&
                  options->scene.rate <= STEP_CLOCK_MAX_RATE);
    RANDOM_EXPECT(options->scene.threads >= 1 &&
                  options->scene.threads <= RIPPLE_MAX_THREADS);
    RANDOM_EXPECT(options->scene.width >= 0 &&
                  options->scene.width <= RIPPLE_MAX_SIZE);
    RANDOM_EXPECT(options->scene.height >= 0 &&
                  options->scene.height <= RIPPLE_MAX_SIZE);
    RANDOM_EXPECT(options->interval_s > 0 && options->frames >= OPTIONS_WINDOW);
    RANDOM_EXPECT(options->output_count <= OPTIONS_MAX_OUTPUTS);
    RANDOM_EXPECT(options->scene.settings.rain >= 0 &&
                  options->scene.settings.rain <= PLAY_MAX_RAIN);
    RANDOM_EXPECT(options->picture == NULL || !options->from_screen);
}

/* Splits the text into words, after the program's name. */
static int split(char **words, char *text, size_t size)
{
    int count = 0;

    words[count++] = "ripple";
    for (char *word = text; word < text + size && count < MAX_WORDS;
         word += strlen(word) + 1) {
        word[strcspn(word, "\n")] = '\0';
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *words[MAX_WORDS + 1];
    Options options;
    Error error = {.code = 0};
    int result = command_line_parse(&options, split(words, text, size), words,
                                    0, &error);

    if (result == 0) {
        check(&options);
        config_clear(&options.config);
    } else {
        RANDOM_EXPECT(result == -1 && strlen(error.text) > 0);
    }
    free(text);
    return 0;
}
