#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "scratch.h"

static void say(const char *format, va_list arguments)
{
    fputs("lanewise-cc: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void cc_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void cc_fatal(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    cc_scratch_remove();
    exit(1);
}
