/* SPDX-License-Identifier: MIT */
#include "app/lists.h"

#include "app/option_table.h"
#include "app/video.h"
#include "app/scene.h"
#include "play/presets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int find_gpu_of_windows(char *name, size_t size)
{
    const DisplayOptions options = {0};
    Error ignored;
    int result;

    if ((getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) ||
        video_start(&options, &ignored) != 0)
        return -1;
    result = scene_gpu_find_name(name, size);
    video_stop();
    return result;
}

/* GPUs with their names: that of windows, and that which is chosen without one,
   if it is another. */
static void list_backends(void)
{
    char name[128], of_windows[128];
    int is_there = scene_gpu_find_name(name, sizeof name) == 0;
    int has_windows = find_gpu_of_windows(of_windows, sizeof of_windows) == 0;

    puts("cpu");
    if (has_windows)
        printf("%-9s %s\n", "gpu", of_windows);
    if (is_there && (!has_windows || strcmp(name, of_windows) != 0))
        printf("%-9s %s%s\n", "gpu", name,
               has_windows ? ", without a window" : "");
}

/* "presets" is a list of option "preset"; simd has no s. */
static int is_list_of(const char *list, const char *option)
{
    size_t length = strlen(option);

    return strncmp(list, option, length) == 0 &&
           (list[length] == '\0' || strcmp(list + length, "s") == 0);
}

static const char *get_summary(const char *option, int i)
{
    return strcmp(option, "preset") == 0  ? presets_get(i)->summary
           : strcmp(option, "model") == 0 ? ripple_model_summary((RippleModel)i)
                                          : "";
}

void lists_print(const char *list)
{
    int has_all = strcmp(list, "words") == 0;
    const char *word;
    Option option;

    if (strcmp(list, "backends") == 0) {
        list_backends();
        return;
    }
    for (int k = 0; (option = option_table_get(k)).name != NULL; k++) {
        if (!has_all && !is_list_of(list, option.name))
            continue;
        /* "auto" is no instruction set. */
        for (int i = !has_all && strcmp(list, "simd") == 0;
             (word = option_table_word(k, i)) != NULL; i++) {
            const char *summary = get_summary(option.name, i);

            if (has_all)
                printf("--%s %s%s %s\n", option.name,
                       option.prefix != NULL ? option.prefix : "", word,
                       summary);
            else if (summary[0] != '\0')
                printf("%-9s %s\n", word, summary);
            else
                puts(word);
        }
    }
}
