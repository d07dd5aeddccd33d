#include "shared_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "source_line.h"
#include "words.h"

static void add(cc_shared_names *names, const char *line, const char *macro, bool is_dynamic)
{
    cc_span type, name, size;
    if (!cc_find_argument(line, macro, 1, &type) || !cc_find_argument(line, macro, 2, &name) ||
        cc_identifier(line + name.start) != name.length)
        return;
    names->items = realloc(names->items, (names->count + 1) * sizeof *names->items);
    if (!names->items)
        cc_fatal("out of memory");
    bool is_scalar = !is_dynamic && !cc_find_argument(line, macro, 3, &size);
    names->items[names->count++] =
        (cc_shared_name){.type = cc_format("%.*s", (int)type.length, line + type.start),
                         .name = cc_format("%.*s", (int)name.length, line + name.start),
                         .declaration = cc_format("%s(type, %.*s%s)", macro, (int)name.length, line + name.start,
                                                  is_scalar || is_dynamic ? "" : ", [n]"),
                         .is_scalar = is_scalar};
}

void cc_shared_names_read(const char *input, cc_shared_names *names)
{
    static const char *const macros[] = {"LW_SHARED", "LW_DYNAMIC_SHARED"};
    FILE *file = fopen(input, "r");
    char *line = NULL;
    size_t size = 0;
    while (file && getline(&line, &size, file) >= 0)
        for (size_t i = 0; i < sizeof macros / sizeof *macros; i++) {
            cc_span use;
            for (size_t at = 0; cc_find_word(line, at, macros[i], &use); at = use.start + use.length)
                add(names, line + use.start, macros[i], i == 1);
        }
    free(line);
    if (file)
        fclose(file);
}

void cc_shared_names_free(cc_shared_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i].type);
        free(names->items[i].name);
        free(names->items[i].declaration);
    }
    free(names->items);
    *names = (cc_shared_names){0};
}
