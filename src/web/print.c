/* SPDX-License-Identifier: MIT */
/* The part of printf that a module uses, without the files, numbers with a
   point and errors of the system that come with that of wasi-libc. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text, cut to its room, and its length if it were not. */
typedef struct Text {
    char *text;
    size_t size, length;
} Text;

static void put(Text *to, const char *from, size_t count)
{
    for (; count > 0; count--, to->length++) {
        if (to->length + 1 < to->size)
            to->text[to->length] = *from++;
    }
}

static void put_number(Text *to, unsigned number, int is_negative)
{
    char digits[12], *first = digits + sizeof digits;

    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    if (is_negative)
        *--first = '-';
    put(to, first, (size_t)(digits + sizeof digits - first));
}

/* %s, %.*s, %d, %u and %c. */
int vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
    Text to = {text, size, 0};

    for (; *format != '\0'; format++) {
        size_t plain = strcspn(format, "%"), limit = SIZE_MAX;
        const char *word;
        int number;

        put(&to, format, plain);
        format += plain;
        if (*format == '\0')
            break;
        format++;
        if (*format == '.') {
            limit = (size_t)va_arg(arguments, int);
            format += 2;
        }
        switch (*format) {
        case 's':
            word = va_arg(arguments, const char *);
            put(&to, word, strnlen(word, limit));
            break;
        case 'c':
            put(&to, &(char){(char)va_arg(arguments, int)}, 1);
            break;
        case 'd':
            number = va_arg(arguments, int);
            put_number(&to,
                       number < 0 ? 0u - (unsigned)number : (unsigned)number,
                       number < 0);
            break;
        default:
            put_number(&to, va_arg(arguments, unsigned), 0);
        }
    }
    if (size > 0)
        text[to.length < size ? to.length : size - 1] = '\0';
    return (int)to.length;
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return length;
}
