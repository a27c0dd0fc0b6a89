/* SPDX-License-Identifier: MIT */
#include "app/options/option_help.h"

#include "app/options/option_table.h"

static void print_option(FILE *file, const Option *option)
{
    const char *value = option->value;
    char usage[32];

    snprintf(usage, sizeof usage, "--%s%s%s", option->name,
             value != NULL ? " " : "", value != NULL ? value : "");
    fprintf(file, "  %-20s  %s\n", usage, option->help);
}

static void print_common(FILE *file)
{
    for (int line = 1; line <= option_table_count; line++) {
        for (int i = 0; i < option_table_count; i++) {
            if (option_table[i].common == line)
                print_option(file, &option_table[i]);
        }
    }
}

static void print_others(FILE *file)
{
    static const char *const headings[GROUP_COUNT] = {
        [GROUP_WINDOW] = "Window",
        [GROUP_WATER] = "Water",
        [GROUP_LOOK] = "Look",
        [GROUP_RUNNING] = "Running",
    };

    for (int group = 0; group < GROUP_COUNT; group++) {
        fprintf(file, "\n%s:\n", headings[group]);
        for (int i = 0; i < option_table_count; i++) {
            const Option *option = &option_table[i];

            if (option->group == (OptionGroup)group && option->common == 0)
                print_option(file, option);
        }
    }
}

void option_help_print(FILE *file, int all)
{
    fputs("Usage: ripple [OPTION]... [PICTURE]\n"
          "\n"
          "Makes any picture a pool of water: click and a stone falls in.\n"
          "PICTURE is a file or a folder of them, and pebbles if it is left\n"
          "out. F1 shows the keys.\n"
          "\n",
          file);
    print_common(file);
    if (!all)
        return;
    print_others(file);
    fputs("\n"
          "--frames, --output and --heights render without a window;\n"
          "--output may be given several times. Every frame goes into .y4m\n"
          "and - (Y4M), numbered files such as %05d.png, and, where the\n"
          "program ffmpeg is installed, .mp4, .webm, .gif, .webp and .apng.\n",
          file);
}
