/* lanewise-cc: compiles kernel files for all targets into ordinary objects. README.md lists its flags. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/version.h>

#include "compile.h"
#include "link.h"
#include "message.h"
#include "options.h"
#include "process.h"
#include "scratch.h"
#include "tools.h"

static const char help[] =
    "Usage: lanewise-cc [flags] -c kernel.c [-o kernel.o]\n"
    "  or:  lanewise-cc [flags] files -o program\n"
    "\n"
    "Compiles a kernel file into one object with a copy for each device; or compiles kernel files and links a program.\n"
    "A file named .cu is CUDA C++, for the CPU device; nvcc's usual flags are taken with it (clang-19 must be there).\n"
    "A file named .c is a kernel file. One that includes <lanewise/host.h> and not <lanewise/kernel.h> has host code alone: the\n"
    "C compiler compiles it, once.\n"
    "\n"
    "  --cuda-arch=LIST   GPUs to compile for, between commas: sm_NN (machine code), compute_NN (PTX); or one of\n"
    "                     native, all, all-major. Default: sm_80,sm_90,compute_90\n"
    "  --no-cuda          the CPU copy alone; also what happens where there is no nvcc\n"
    "  --nvcc=PATH        nvcc; else LANEWISE_NVCC, one in PATH, /usr/local/cuda/bin/nvcc\n"
    "  --profile          lanewise profile --metrics counts divergent branches, too, and knows loops exactly\n"
    "  --no-checked       leaves out the copy whose every load and store is seen, which lanewise check runs; so does a\n"
    "                     -fsanitize= of one's own\n"
    "  --checked-locals   that copy also tests what local variables and partly written words hold; by clang-19, slower to compile\n"
    "  --checked-without=loads  it has no loads whose value is not used: faster\n"
    "  --fused=auto|on|off  the copy whose kernels are loops over threads: where clang-19 and lanewise-fuse are there and can\n"
    "                     make it; else an error; never\n"
    "  --fused-levels=LIST  processors that it is for: v2, v3, v4 (x86-64), v8 (aarch64). Default: all\n"
    "  --fused-shapes=LIST  of blocks, such as 256x1,16x16, for which kernels that leave theirs open are made once more,\n"
    "                     and kept where that pays; or none. Default:\n"
    "                     256x1,16x16,32x8,32x32\n"
    "  --coverage         counts how often threads execute each line and branch, on the CPU, for gcov and gcovr; makes\n"
    "                     no loops over threads\n"
    "  --fused-report     of each kernel: whether it is loops over threads, else why not; its regions; what lives across\n"
    "                     barriers and where it is kept; which loops are vectorised, and why others are not\n"
    "  --clang=PATH       clang 19; else LANEWISE_CLANG, clang-19 in PATH\n"
    "  --lower=PATH       lanewise-lower-cuda; else LANEWISE_LOWER, the one beside this program\n"
    "  --fuse=PATH        lanewise-fuse; else LANEWISE_FUSE, the one beside this program\n"
    "  --host-cc=PATH     the C compiler; else LANEWISE_HOST_CC, else the one this program was built with\n"
    "  --include-dir=DIR  what holds lanewise/kernel.h; else LANEWISE_INCLUDE_DIR, else beside this program\n"
    "  -Xnvcc WORD        gives WORD to nvcc\n"
    "  -v, -###           prints the commands; -### runs none of them\n"
    "  -E -S -M -MM -fsyntax-only\n"
    "                     concern the CPU copy alone\n"
    "\n"
    "Of gcc's flags it knows -c -o -x c -I -isystem -iquote -idirafter -include -imacros -D -U -O -g -std=c..\n"
    "-W.. -f.. -m.. -MD -MMD -MF -MT -MQ -MP and those of the link. -flto and -fvisibility= do nothing to kernels.\n"
    "Flags that change floating-point results (-ffast-math, -Ofast ...) are refused.\n";

static void print_tools(const cc_options *options)
{
    const char *nvcc = cc_nvcc(options);
    fprintf(stderr, "lanewise-cc %s\nheaders: %s\nC compiler: %s\nnvcc: %s\n", LW_VERSION, cc_include_folder(options),
            cc_host_compiler(options), nvcc ? nvcc : "none, no CUDA copies");
    const char *clang = options->fused == CC_FUSED_OFF ? NULL : cc_clang(options),
               *fuse = clang ? cc_fuse(options) : NULL;
    fprintf(stderr, "clang: %s\nlanewise-fuse: %s\n", clang ? clang : "none", fuse ? fuse : "none, no fused copies");
}

static int compile_all(const cc_options *options)
{
    for (size_t i = 0; i < options->inputs.count; i++) {
        const char *input = options->inputs.items[i];
        char *object =
            options->output ? cc_format("%s", options->output) : cc_replace_suffix(cc_base_name(input), ".o");
        int status = cc_compile(options, input, object);
        free(object);
        if (status)
            return status;
    }
    return 0;
}

static int work(const cc_options *options)
{
    if (options->help || options->version) {
        if (options->help)
            fputs(help, stdout);
        else
            printf("lanewise-cc %s\n", LW_VERSION);
        if (fflush(stdout) != 0)
            cc_fatal("cannot write to standard output: %s", strerror(errno));
        return 0;
    }
    if (options->verbose)
        print_tools(options);
    if (options->mode == CC_LINK && options->link.count > 0)
        return cc_link(options);
    if (options->inputs.count == 0) {
        if (options->verbose)
            return 0;
        cc_fatal("no kernel file given (lanewise-cc --help)");
    }
    return options->mode == CC_COMPILE ? compile_all(options) : cc_compile_cpu_only(options);
}

int main(int count, char **words)
{
    cc_options options;
    cc_options_read(&options, count, words);
    cc_process_mode(options.verbose || options.dry_run, !options.dry_run);
    cc_catch_signals();
    int status = work(&options);
    cc_options_free(&options);
    cc_scratch_remove();
    return status;
}
