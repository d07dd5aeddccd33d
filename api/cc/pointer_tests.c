/* Compilers do not warn about a pointer variable in a condition, but all warn about an array's name. So this reads the
 * file once more, only for warnings, with the scalars declared as arrays of one element
 * (backends/cpu/language/storage.h). */
#include "pointer_tests.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnostic.h"
#include "diagnostic_print.h"
#include "expansion.h"
#include "messages.h"
#include "process.h"
#include "scratch.h"
#include "shared_name.h"
#include "target.h"
#include "tools.h"

static void find_scalars(const char *input, cc_words *names)
{
    cc_shared_names shared = {0};
    cc_shared_names_read(input, &shared);
    for (size_t i = 0; i < shared.count; i++)
        if (shared.items[i].is_scalar && !cc_words_have(names, shared.items[i].name))
            cc_words_add(names, shared.items[i].name);
    cc_shared_names_free(&shared);
}

/* The name in "address of 'NAME' will always ...", if it is in `names`; else null. */
static const char *tested_name(const cc_record *record, const cc_words *names)
{
    const char *start = strstr(record->text, "address of ");
    if (!start || (!strstr(start, "will always") && !strstr(start, "will never")))
        return NULL;
    start += strcspn(start, "'\xe2"); /* \xe2: first byte of a UTF-8 quotation mark */
    while (*start && !isalnum((unsigned char)*start) && *start != '_')
        start++;
    size_t length = 0;
    while (isalnum((unsigned char)start[length]) || start[length] == '_')
        length++;
    for (size_t i = 0; i < names->count; i++)
        if (strlen(names->items[i]) == length && !strncmp(names->items[i], start, length))
            return names->items[i];
    return NULL;
}

/* Prints the log's messages about those names. Returns 1 if one is an error, else 0. */
static int show(const char *log, const cc_options *options, const char *input, const cc_words *names)
{
    FILE *file = fopen(log, "r");
    if (!file)
        return 0;
    char *headers = cc_own_headers(options);
    cc_diagnostic diagnostic = {0};
    cc_words rest = {0};
    int status = 0;
    while (cc_diagnostic_read(file, &diagnostic, &rest)) {
        cc_record *first = &diagnostic.record[0];
        const char *name = tested_name(first, names);
        if (name) {
            char *text = cc_format("write *%s, as LW_SHARED(type, %s) is a pointer", name, name);
            cc_append(first, text);
            free(text);
            for (size_t i = 1; i < diagnostic.count; i++)
                diagnostic.record[i].hidden = true;
            cc_print_diagnostic(headers, input, &diagnostic);
            status |= first->severity == CC_ERROR;
        }
        cc_diagnostic_clear(&diagnostic);
    }
    cc_words_free(&rest);
    free(headers);
    fclose(file);
    return status;
}

int cc_warn_of_pointer_tests(const cc_options *options, const char *input)
{
    cc_words names = {0}, command = {0};
    if (!options->quiet && !cc_words_have(&options->host, "-Wno-address"))
        find_scalars(input, &names);
    int status = 0;
    if (names.count > 0) {
        cc_options silent = *options;
        silent.quiet = true; /* without the user's warnings, which the CPU copy's compiler gives */
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
        status = show(log, options, input, &names);
        free(log);
    }
    cc_words_free(&names);
    cc_words_free(&command);
    return status;
}
