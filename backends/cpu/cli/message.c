#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/version.h>

static void say(const char *format, va_list arguments)
{
    fputs("lanewise: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void cli_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void cli_end(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    exit(status);
}

void cli_end_printed(void)
{
    if (fflush(stdout) != 0)
        cli_end(1, "standard output cannot be written to: %s", strerror(errno));
    exit(0);
}

void cli_end_with_version(void)
{
    printf("lanewise %s\n", LW_VERSION);
    cli_end_printed();
}

void *cli_allocate(unsigned long size)
{
    void *memory = calloc(1, size);
    if (!memory)
        cli_end(1, "out of memory");
    return memory;
}

char *cli_format(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        cli_end(1, "out of memory");
    va_end(arguments);
    return text;
}
