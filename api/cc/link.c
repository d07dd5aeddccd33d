#include "link.h"

#include <ar.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile.h"
#include "cu_compile.h"
#include "cu_device_link.h"
#include "cu_libraries.h"
#include "message.h"
#include "output.h"
#include "process.h"
#include "scratch.h"
#include "tools.h"

/* Adds liblanewise and, of CUDA C++, those above it; and its folder to the program's rpath, unless the loader searches that folder. */
static void add_libraries(cc_words *command, bool cuda, unsigned libraries)
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
    cc_add_libraries(command, libraries);
    if (cuda)
        cc_words_add(command, "-llanewise-cudart");
    cc_words_add(command, "-llanewise");
    cc_words_add(command, "-lm"); /* fmod, and exact functions that are no instruction: fmaf, floorf */
}

/* Whether an object or library in the file uses CUDA's runtime, by the names of symbols in it: those of a .cu file's object, or functions
 * that nearly all host code calls. */
static bool file_has_cuda(const char *path)
{
    static const char *const symbols[] = {"lw_cuda_add_file", "cudaMalloc",      "cudaFree",
                                          "cudaMemcpy",       "cudaMemcpy_ptds", "cudaGetDeviceCount"};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0)
        return false;
    bool has = false, known = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > SARMAG;
    char *bytes = known ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (bytes == MAP_FAILED)
        return false;
    if (!memcmp(bytes, ARMAG, SARMAG) || !memcmp(bytes, ELFMAG, SELFMAG))
        for (size_t i = 0; i < sizeof symbols / sizeof *symbols && !has; i++) {
            char name[32] = {0}; /* between zeros, as in a table of names */
            size_t length = (size_t)snprintf(name + 1, sizeof name - 1, "%s", symbols[i]) + 2;
            has = memmem(bytes, (size_t)status.st_size, name, length);
        }
    munmap(bytes, (size_t)status.st_size);
    return has;
}

/* Whether -lNAME is a library with CUDA C++ in a folder that the link searches. */
static bool library_has_cuda(const cc_options *options, const char *name)
{
    bool has = false;
    for (size_t i = 0; i < options->link.count && !has; i++) {
        const char *word = options->link.items[i];
        if (!cc_starts_with(word, "-L"))
            continue;
        const char *folder = word[2] ? word + 2 : i + 1 < options->link.count ? options->link.items[i + 1] : "";
        char *path = cc_format("%s/lib%s.a", folder, name);
        has = file_has_cuda(path);
        free(path);
    }
    return has;
}

/* Whether the program has CUDA C++: a .cu file, or an object or static library that uses it. */
static bool has_cuda(const cc_options *options)
{
    bool has = options->cu;
    for (size_t i = 0; i < options->link.count && !has; i++) {
        const char *word = options->link.items[i];
        if (cc_starts_with(word, "-l"))
            has = word[2] && library_has_cuda(options, word + 2);
        else
            has = word[0] != '-' && file_has_cuda(word);
    }
    return has;
}

/* Compiles the next source into an object of its own, whose name the caller frees. */
static char *compile_input(const cc_options *options, size_t input, int *status)
{
    char *object = cc_scratch_file("kernel.o");
    *status = cc_compile(options, options->inputs.items[input], object);
    return object;
}

/* -lib: a library of the objects. */
static int archive(const cc_options *options)
{
    cc_words command = {0};
    int status = 0;
    size_t input = 0;
    cc_words_add(&command, "ar");
    cc_words_add(&command, "rcs");
    cc_words_add(&command, options->output ? options->output : "a.a");
    for (size_t i = 0; i < options->link.count && !status; i++) {
        const char *word = options->link.items[i];
        if (!strcmp(word, CC_INPUT)) {
            /* `ar` keeps one member of each file name, so each object is named after its source. */
            char *object = cc_scratch_file(cc_base_name(options->inputs.items[input]));
            char *named = cc_replace_suffix(object, ".o");
            status = cc_compile(options, options->inputs.items[input++], named);
            cc_words_add(&command, named);
            free(named);
            free(object);
        } else if (word[0] != '-') {
            cc_words_add(&command, word);
        }
    }
    if (!status && options->output && !options->dry_run)
        unlink(options->output); /* as nvcc: members of before are gone */
    status = status ? status : cc_run(&command);
    cc_words_free(&command);
    return status;
}

/* -dlink: an object with the device code of those that were compiled with -rdc=true; without such, one with nothing in it. */
static int device_link(const cc_options *options)
{
    const char *output = options->output ? options->output : "a_dlink.o";
    char *object = cc_scratch_file("linked.o");
    bool made = false;
    if (options->inputs.count > 0)
        cc_fatal("-dlink links objects: compile %s with -dc before", options->inputs.items[0]);
    int status = cc_device_link(options, &options->link, object, &made);
    if (!status && made)
        status = options->dry_run || cc_output_copy(object, output) ? 0 : 1;
    else if (!status) {
        cc_words command = {0};
        static const char *const words[] = {"-x", "c", "-c", "/dev/null", "-o"};
        cc_words_add(&command, cc_host_compiler(options));
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            cc_words_add(&command, words[i]);
        cc_words_add(&command, output);
        status = cc_run(&command);
        cc_words_free(&command);
    }
    free(object);
    return status;
}

/* The link's words, with objects in place of sources. `device`: the device link's object, which the caller frees; null: there is
 * none. */
static int compile_inputs(const cc_options *options, cc_words *words, char **device)
{
    int status = 0;
    size_t input = 0;
    for (size_t i = 0; i < options->link.count && !status; i++) {
        const char *word = options->link.items[i];
        char *object = strcmp(word, CC_INPUT) ? NULL : compile_input(options, input++, &status);
        cc_words_add(words, object ? object : word);
        free(object);
    }
    *device = NULL;
    if (status || options->no_dlink)
        return status;
    bool made;
    char *object = cc_scratch_file("linked.o");
    status = cc_device_link(options, words, object, &made);
    if (made)
        *device = object;
    else
        free(object);
    return status;
}

int cc_link(const cc_options *options)
{
    if (options->dlink)
        return device_link(options);
    if (options->archive)
        return archive(options);
    cc_words command = {0}, words = {0};
    unsigned libraries = 0;
    char *device;
    int status = compile_inputs(options, &words, &device);
    bool cuda = device || has_cuda(options);
    if (status) {
        cc_words_free(&words);
        free(device);
        return status;
    }
    if (cuda) {
        cc_require_clang(options);
        cc_words_add(&command, cc_clang(options));
        cc_words_add(&command, "--driver-mode=g++");
        cc_words_add(&command, "-Wno-unused-command-line-argument");
        cc_words_add_all(&command, &options->cu_host);
    } else {
        cc_words_add(&command, cc_host_compiler(options));
    }
    if (device) /* before libraries: it may need managed variables of theirs */
        cc_words_add(&command, device);
    for (size_t i = 0; i < words.count; i++) {
        unsigned library = cuda ? cc_library_of(words.items[i]) : 0;
        libraries |= library;
        if (!library)
            cc_words_add(&command, words.items[i]);
    }
    if (!cc_has_libraries(options, libraries))
        status = 1;
    if (!status) {
        if (options->module) /* the program that loads it has the others */
            cc_words_add(&command, "-lm");
        else
            add_libraries(&command, cuda, libraries);
        if (options->output) {
            cc_words_add(&command, "-o");
            cc_words_add(&command, options->output);
        }
        status = cc_run(&command);
        if (status && cuda && cc_words_have(&options->cu_host, "-fopenmp"))
            cc_say("C++ with -fopenmp needs clang's OpenMP library (apt-get install libomp-19-dev)");
    }
    free(device);
    cc_words_free(&words);
    cc_words_free(&command);
    return status;
}
