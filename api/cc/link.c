#include "link.h"

#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "cu_compile.h"
#include "cu_libraries.h"
#include "message.h"
#include "object_file.h"
#include "process.h"
#include "scratch.h"
#include "tools.h"

/* Adds liblanewise and, of CUDA C++, those above it; and its folder to the program's rpath, unless the loader searches that folder. */
static void add_libraries(cc_words *command, bool cuda, bool cublas)
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
    if (cublas)
        cc_words_add(command, "-llanewise-cublas");
    if (cuda)
        cc_words_add(command, "-llanewise-cudart");
    cc_words_add(command, "-llanewise");
    cc_words_add(command, "-lm"); /* fmod, and exact functions that are no instruction: fmaf, floorf */
}

/* Whether the program has CUDA C++: a .cu file, or the object of one. */
static bool has_cuda(const cc_options *options)
{
    bool has = options->cu;
    for (size_t i = 0; i < options->link.count && !has; i++) {
        cc_object_file object;
        const char *word = options->link.items[i];
        if (word[0] == '-' || !cc_object_open(&object, word))
            continue;
        has = cc_has_symbol(&object, "lw_cuda_add_file");
        cc_object_close(&object);
    }
    return has;
}

int cc_link(const cc_options *options)
{
    cc_words command = {0};
    bool cuda = has_cuda(options), cublas = false;
    if (cuda) {
        cc_require_clang(options);
        cc_words_add(&command, cc_clang(options));
        cc_words_add(&command, "--driver-mode=g++");
        cc_words_add(&command, "-Wno-unused-command-line-argument");
        cc_words_add_all(&command, &options->cu_host);
    } else {
        cc_words_add(&command, cc_host_compiler(options));
    }
    int status = 0;
    size_t input = 0;
    for (size_t i = 0; i < options->link.count && !status; i++) {
        const char *word = options->link.items[i];
        if (cuda && cc_is_cublas(word)) {
            cublas = true;
            continue;
        }
        if (strcmp(word, CC_INPUT)) {
            cc_words_add(&command, word);
            continue;
        }
        char *object = cc_scratch_file("kernel.o");
        status = cc_compile(options, options->inputs.items[input++], object);
        cc_words_add(&command, object);
        free(object);
    }
    if (!status && cublas && !cc_has_cublas(options))
        status = 1;
    if (!status) {
        add_libraries(&command, cuda, cublas);
        if (options->output) {
            cc_words_add(&command, "-o");
            cc_words_add(&command, options->output);
        }
        status = cc_run(&command);
        if (status && cuda && cc_words_have(&options->cu_host, "-fopenmp"))
            cc_say("C++ with -fopenmp needs clang's OpenMP library (apt-get install libomp-19-dev)");
    }
    cc_words_free(&command);
    return status;
}
