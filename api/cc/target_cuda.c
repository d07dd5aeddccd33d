/* The CUDA copy: nvcc makes device code only, as a fat binary that the CUDA backend loads at run time. There are no
 * host stubs, so the object needs neither the CUDA runtime nor libstdc++ to link. */
#include "target.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "includes.h"
#include "message.h"
#include "scratch.h"
#include "tools.h"

/* Machine code for data-centre GPUs since 2020, and PTX of 9.0 for later GPUs. */
static const char default_arch[] = "sm_80,sm_90,compute_90";

static bool wanted(const cc_options *options)
{
    return cc_nvcc(options) != NULL;
}

/* "80" or "90a" after the prefix; null for other text. */
static const char *capability(const char *word, const char *prefix)
{
    if (!cc_starts_with(word, prefix))
        return NULL;
    const char *number = word + strlen(prefix);
    size_t digits = strspn(number, "0123456789");
    return digits >= 2 && digits <= 3 && (!number[digits] || (strchr("af", number[digits]) && !number[digits + 1]))
               ? number
               : NULL;
}

/* Whether the file or one of its headers includes <lanewise/device_launch.h>, by the C compiler's preprocessor. False
 * for a file that it cannot read: the compilers will report that. */
static bool links(const cc_options *options, const char *input)
{
    return cc_includes(options, input, "lanewise/device_launch.h", false);
}

/* Leaves PTX out for a file that is linked with the device runtime: PTX cannot be linked before it is loaded. */
static void add_architectures(const char *list, bool linked, cc_words *command)
{
    if (!strcmp(list, "native") || !strcmp(list, "all") || !strcmp(list, "all-major")) {
        char *flag = cc_format("-arch=%s", list);
        cc_words_add(command, flag);
        free(flag);
        return;
    }
    char *copy = cc_format("%s", list), *rest = NULL;
    unsigned count = 0, left_out = 0;
    for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        const char *machine = capability(word, "sm_"), *ptx = capability(word, "compute_");
        if (!machine && !ptx)
            cc_fatal("--cuda-arch=%s: '%s' is neither sm_NN (machine code) nor compute_NN (PTX); or the list is one of "
                     "native, all, all-major",
                     list, word);
        if (linked && ptx) {
            left_out++;
            continue;
        }
        count++;
        char *flag = machine ? cc_format("arch=compute_%s,code=sm_%s", machine, machine)
                             : cc_format("arch=compute_%s,code=compute_%s", ptx, ptx);
        cc_words_add(command, "-gencode");
        cc_words_add(command, flag);
        free(flag);
    }
    free(copy);
    if (count == 0 && left_out)
        cc_fatal(
            "--cuda-arch=%s: a file that includes <lanewise/device_launch.h> is linked with CUDA's device runtime, "
            "which takes machine code: name an sm_NN",
            list);
    if (count == 0)
        cc_fatal("--cuda-arch=%s: an empty list", list);
    if (count > 1) {
        char *flag = cc_format("--threads=%u", count);
        cc_words_add(command, flag);
        free(flag);
    }
}

/* nvcc splits a definition at commas, and quotes it for a shell in its own way. If that could change one, all go to a
 * header instead. */
static void add_definitions(const cc_words *definitions, cc_words *command)
{
    bool plain = true;
    for (size_t i = 0; i < definitions->count; i++)
        plain = plain && !strpbrk(definitions->items[i], ",\"'\\$`\n!");
    if (plain) {
        cc_words_add_all(command, definitions);
        return;
    }
    char *path = cc_scratch_file("definitions.h");
    FILE *file = fopen(path, "w");
    if (!file)
        cc_fatal("cannot write %s: %s", path, strerror(errno));
    for (size_t i = 0; i < definitions->count; i++) {
        const char *definition = definitions->items[i] + 2;
        size_t name = strcspn(definition, "=");
        if (definitions->items[i][1] == 'U')
            fprintf(file, "#undef %s\n", definition);
        else if (definition[name])
            fprintf(file, "#define %.*s %s\n", (int)name, definition, definition + name + 1);
        else
            fprintf(file, "#define %s 1\n", definition);
    }
    if (fclose(file) != 0)
        cc_fatal("cannot write %s: %s", path, strerror(errno));
    cc_words_add(command, "-include");
    cc_words_add(command, path);
    free(path);
}

static void add_command(const cc_job *job, cc_words *command)
{
    const cc_options *options = job->options;
    cc_words_add(command, cc_nvcc(options));
    cc_words_add(command, "-fatbin");
    if (job->part)
        cc_words_add(command, "-rdc=true");
    cc_words_add(command, "-std=c++17");
    add_architectures(options->cuda_arch ? options->cuda_arch : default_arch, job->part, command);
    add_definitions(&options->definitions, command);
    cc_words_add_all(command, &options->device);
    cc_words_add(command, options->include_dir ? "-I" : "-isystem");
    char *include = cc_scratch_plain_path(cc_include_folder(options));
    cc_words_add(command, include);
    free(include);
    if (job->dependencies) {
        cc_words_add(command, options->user_dependencies_only ? "-MMD" : "-MD");
        cc_words_add(command, "-MF");
        cc_words_add(command, job->dependencies);
        cc_words_add(command, "-MT");
        cc_words_add(command, "object");
    }
    cc_words_add(command, "-x");
    cc_words_add(command, "cu");
    char *input = cc_scratch_plain_path(job->input);
    cc_words_add(command, input);
    free(input);
    cc_words_add(command, "-o");
    cc_words_add(command, job->part ? job->part : job->product);
}

static void add_link(const cc_job *job, cc_words *command)
{
    const cc_options *options = job->options;
    cc_words_add(command, cc_nvcc(options));
    cc_words_add(command, "-dlink");
    cc_words_add(command, "-fatbin");
    add_architectures(options->cuda_arch ? options->cuda_arch : default_arch, true, command);
    cc_words_add(command, job->part);
    cc_words_add(command, "-lcudadevrt");
    cc_words_add(command, "-o");
    cc_words_add(command, job->product);
}

const cc_target cc_target_cuda = {.name = "CUDA",
                                  .suffix = "cuda.fatbin",
                                  .part_suffix = "part.fatbin",
                                  .symbol = "lw_module_cuda_image",
                                  .depends = true,
                                  .wanted = wanted,
                                  .links = links,
                                  .command = add_command,
                                  .link = add_link};
