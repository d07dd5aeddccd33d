#include "link.h"

#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "process.h"
#include "scratch.h"
#include "tools.h"

/* Adds liblanewise, and its folder to the program's rpath, unless the loader searches that folder. */
static void add_library(cc_words *command)
{
    const char *folder = cc_library_folder();
    if (folder) {
        cc_words_add(command, "-L");
        cc_words_add(command, folder);
        if (!cc_starts_with(folder, "/usr/lib")) {
            char *flag = cc_format("-Wl,-rpath,%s", folder);
            cc_words_add(command, flag);
            free(flag);
        }
    }
    cc_words_add(command, "-llanewise");
    cc_words_add(command, "-lm"); /* fmod, and exact functions that are no instruction: fmaf, floorf */
}

int cc_link(const cc_options *options)
{
    cc_words command = {0};
    cc_words_add(&command, cc_host_compiler(options));
    int status = 0;
    size_t input = 0;
    for (size_t i = 0; i < options->link.count && !status; i++) {
        const char *word = options->link.items[i];
        if (strcmp(word, CC_INPUT)) {
            cc_words_add(&command, word);
            continue;
        }
        char *object = cc_scratch_file("kernel.o");
        status = cc_compile(options, options->inputs.items[input++], object);
        cc_words_add(&command, object);
        free(object);
    }
    if (!status) {
        add_library(&command);
        if (options->output) {
            cc_words_add(&command, "-o");
            cc_words_add(&command, options->output);
        }
        status = cc_run(&command);
    }
    cc_words_free(&command);
    return status;
}
