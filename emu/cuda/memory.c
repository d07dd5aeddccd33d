#include "lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void end(void)
{
    fputs("lanewise-lower-cuda: out of memory\n", stderr);
    exit(1);
}

void *lower_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        end();
    return memory;
}

char *lower_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        end();
    return text;
}

void lower_append(LLVMValueRef **array, size_t *count, LLVMValueRef value)
{
    if ((*count & (*count - 1)) == 0) { /* full at each power of two */
        LLVMValueRef *more = realloc(*array, (*count ? 2 * *count : 1) * sizeof **array);
        if (!more)
            end();
        *array = more;
    }
    (*array)[(*count)++] = value;
}
