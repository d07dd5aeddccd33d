#include "includes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depend.h"
#include "process.h"
#include "scratch.h"
#include "target.h"

bool cc_includes(const cc_options *options, const char *input, const char *header, bool otherwise)
{
    cc_words command = {0};
    char *rule = cc_scratch_file("includes"), *log = cc_scratch_file("log");
    cc_cpu_flags(options, &command);
    cc_words_add(&command, "-w");
    cc_words_add(&command, "-M");
    cc_words_add(&command, "-MF");
    cc_words_add(&command, rule);
    cc_words_add(&command, "-x");
    cc_words_add(&command, "c");
    cc_words_add(&command, input);
    bool found = cc_ask(&command, log) == 0 ? cc_depends_on(rule, header) : otherwise;
    cc_words_free(&command);
    free(rule);
    free(log);
    return found;
}

/* Whether the file itself names a header. Most kernel files do, so that the preprocessor need not run. */
static bool names(const char *input, const char *header)
{
    FILE *file = fopen(input, "r");
    char *line = NULL;
    size_t size = 0;
    bool found = false;
    while (file && !found && getline(&line, &size, file) >= 0)
        found = strstr(line, header) != NULL;
    free(line);
    if (file)
        fclose(file);
    return found;
}

bool cc_is_host_file(const cc_options *options, const char *input)
{
    static const char kernel[] = "lanewise/kernel.h";
    return !names(input, kernel) && (options->nvcc_words || (!cc_includes(options, input, kernel, true) &&
                                                             cc_includes(options, input, "lanewise/host.h", false)));
}
