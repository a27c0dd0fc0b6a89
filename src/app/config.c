/* SPDX-License-Identifier: MIT */
#include "app/config.h"

#include "media/atomic_file.h"
#include "os/compat.h"
#include "os/xalloc.h"
#include "os/parse.h"
#include "os/paths.h"

#include <errno.h>
#include <string.h>

#define BLANKS " \t\r\v\f"

char *config_find(void)
{
    return paths_find("XDG_CONFIG_HOME", COMPAT_CONFIG, "ripple/ripple.conf");
}

int config_report(const Config *config, const ConfigLine *line,
                  const char *wrong, Error *error)
{
    char what[sizeof error->text];

    if (line->number == 0) {
        snprintf(what, sizeof what, "--%s %s", line->name,
                 line->value != NULL ? line->value : "");
        return error_set(error, what, "%s", wrong);
    }
    snprintf(what, sizeof what, "%s:%d", config->path, line->number);
    return line->name == NULL
               ? error_set(error, what, "%s", wrong)
               : error_set(error, what, "--%s: %s", line->name, wrong);
}

/* The length of a line without its comment and the blanks before that. */
static size_t find_end(const char *line)
{
    size_t end = 0;

    while (line[end] != '\0' &&
           (line[end] != '#' ||
            (end > 0 && strchr(BLANKS, line[end - 1]) == NULL)))
        end++;
    while (end > 0 && strchr(BLANKS, line[end - 1]) != NULL)
        end--;
    return end;
}

/* Cuts the words out of a line and adds them, unless it is empty. */
static void add_line(Config *config, char *line, int number)
{
    char *value;

    line[find_end(line)] = '\0';
    line += strspn(line, BLANKS);
    if (*line == '\0')
        return;
    value = line + strcspn(line, BLANKS);
    if (*value != '\0')
        *value++ = '\0';
    config->lines = xalloc_grow(config->lines, (size_t)(config->count + 1) *
                                                   sizeof *config->lines);
    config->lines[config->count++] =
        (ConfigLine){number, line, value + strspn(value, BLANKS), NULL};
}

static void free_lines(ConfigLine *lines, int count)
{
    for (int i = 0; i < count; i++)
        free(lines[i].path);
    free(lines);
}

static void clear_lines(Config *config)
{
    free_lines(config->lines, config->count);
    free(config->words);
    config->lines = NULL;
    config->words = NULL;
    config->count = 0;
}

void config_split(Config *config)
{
    char *line, *next;

    clear_lines(config);
    if (config->text == NULL)
        return;
    line = config->words = xalloc_copy(config->text);
    for (int number = 1; line != NULL; number++) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        add_line(config, line, number);
        line = next;
    }
}

static int check_text(const Config *config, size_t size, Error *error)
{
    ConfigLine line = {.number = 1};

    if (size > CONFIG_MAX_BYTES)
        return error_set(error, config->path, "is larger than %d bytes",
                         CONFIG_MAX_BYTES);
    if (strlen(config->text) == size)
        return 0;
    for (const char *c = config->text; *c != '\0'; c++)
        line.number += *c == '\n';
    return config_report(config, &line, "the line is not text", error);
}

static int read_text(Config *config, FILE *file, Error *error)
{
    size_t size, mark;

    config->text = xalloc_get(CONFIG_MAX_BYTES + 2);
    size = fread(config->text, 1, CONFIG_MAX_BYTES + 1, file);
    if (ferror(file))
        return error_set(error, config->path, "%s", strerror(errno));
    mark = parse_byte_order_mark(config->text);
    memmove(config->text, config->text + mark, size + 1 - mark);
    return check_text(config, size - mark, error);
}

int config_read(Config *config, Error *error)
{
    FILE *file;
    int descriptor, result;

    if (config->path == NULL)
        return 0;
    descriptor = open(config->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 && (errno == ENOENT || errno == ENOTDIR))
        return 0;
    file = descriptor >= 0 ? fdopen(descriptor, "r") : NULL;
    if (file == NULL) {
        error_set(error, config->path, "%s", strerror(errno));
        if (descriptor >= 0)
            close(descriptor);
        return -1;
    }
    result = read_text(config, file, error);
    fclose(file);
    if (result == 0)
        config_split(config);
    return result;
}

/* Whether a value would be read as it is written. */
static int is_storable(const char *value)
{
    for (const char *c = value; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ')
            return 0;
    }
    return find_end(value) == strlen(value) && value[0] != ' ';
}

/* Copies the lines of all other names; returns the end of the copy. */
static char *copy_others(char *to, const char *text, const char *name)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        const char *found = text + strspn(text, BLANKS);
        size_t name_length = strcspn(found, BLANKS "\n");

        if (name_length != strlen(name) ||
            memcmp(found, name, name_length) != 0) {
            memcpy(to, text, length);
            to += length;
            *to++ = '\n';
        }
        text += length + (text[length] == '\n');
    }
    return to;
}

const char *config_set(Config *config, const char *name, const char *value)
{
    const char *text = config->text != NULL ? config->text : "";
    size_t size =
        strlen(text) + strlen(name) + 4 + (value != NULL ? strlen(value) : 0);
    char *changed, *end;

    if (value != NULL && !is_storable(value))
        return "cannot be kept in a file";
    if (size > CONFIG_MAX_BYTES)
        return "makes the file too large";
    changed = xalloc_get(size);
    end = copy_others(changed, text, name);
    *end = '\0';
    if (value != NULL)
        snprintf(end, size - (size_t)(end - changed), "%s%s%s\n", name,
                 value[0] != '\0' ? " " : "", value);
    free(config->text);
    config->text = changed;
    return NULL;
}

/* Replaces the file by one that only the user may read. */
int config_write(const Config *config, Error *error)
{
    AtomicFile output;
    int file;

    if (config->path == NULL)
        return error_set(
            error, "--save-config",
            "neither XDG_CONFIG_HOME nor HOME is an absolute path");
    if (paths_make_folders(config->path) != 0)
        return error_set(error, config->path, "%s", strerror(errno));
    if (atomic_file_open(&output, config->path, error) != 0)
        return -1;
    file = fileno(output.file);
    fchmod(file, 0600);
    if (fputs(config->text != NULL ? config->text : "", output.file) >= 0 &&
        fflush(output.file) == 0 && fsync(file) == 0)
        return atomic_file_commit(&output, error);
    error_set(error, config->path, "%s", strerror(errno));
    atomic_file_discard(&output);
    return -1;
}

void config_clear(Config *config)
{
    clear_lines(config);
    free_lines(config->arguments, config->argument_count);
    free(config->text);
    free(config->path);
    *config = (Config){0};
}
