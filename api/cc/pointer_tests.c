/* No compiler warns of a pointer variable in a condition, but all do of an array's name. So the file is read once more,
 * for warnings alone, with the scalars declared as arrays of one element (backends/cpu/storage.h). */
#include "pointer_tests.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "process.h"
#include "scratch.h"
#include "target.h"
#include "tools.h"

/* The names of LW_SHARED(type, name) in a line: what has no third argument is a scalar. */
static void add_scalars(const char *line, cc_words *names)
{
    static const char macro[] = "LW_SHARED(";
    for (const char *at = line; (at = strstr(at, macro)); at++) {
        const char *start = strchr(at, ',');
        if (!start)
            continue;
        start += 1 + strspn(start + 1, " \t");
        size_t length = 0;
        while (isalnum((unsigned char)start[length]) || start[length] == '_')
            length++;
        if (length == 0 || start[length + strspn(start + length, " \t")] != ')')
            continue;
        char *name = cc_format("%.*s", (int)length, start);
        if (!cc_words_have(names, name))
            cc_words_add(names, name);
        free(name);
    }
}

static void find_scalars(const char *input, cc_words *names)
{
    FILE *file = fopen(input, "r");
    char *line = NULL;
    size_t size = 0;
    while (file && getline(&line, &size, file) >= 0)
        add_scalars(line, names);
    free(line);
    if (file)
        fclose(file);
}

int cc_warn_of_pointer_tests(const cc_options *options, const char *input)
{
    cc_words names = {0}, command = {0};
    if (!options->quiet && !cc_words_have(&options->host, "-Wno-address"))
        find_scalars(input, &names);
    int status = 0;
    if (names.count > 0) {
        cc_options silent = *options;
        silent.quiet = true; /* leaves out the user's warnings, which the CPU copy's compiler has given */
        char *log = cc_scratch_file("log");
        cc_cpu_flags(&silent, &command);
        cc_words_add(&command, cc_host_is_clang(options) ? "-Wpointer-bool-conversion" : "-Waddress");
        if (cc_words_have(&options->host, "-Werror"))
            cc_words_add(&command, "-Werror");
        if (cc_wants_colours(options))
            cc_words_add(&command, "-fdiagnostics-color=always");
        cc_words_add(&command, "-DLW_CPU_SCALARS_AS_ARRAYS=1");
        cc_words_add(&command, "-fsyntax-only");
        cc_words_add(&command, "-x");
        cc_words_add(&command, "c");
        cc_words_add(&command, input);
        cc_ask(&command, log);
        status = cc_show_pointer_tests(log, options, input, &names);
        free(log);
    }
    cc_words_free(&names);
    cc_words_free(&command);
    return status;
}
