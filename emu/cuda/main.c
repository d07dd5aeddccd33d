/* lanewise-lower-cuda: clang's bitcode of CUDA device code (nvptx64) becomes a kernel file's bitcode for the host's CPU,
 * as the macros of <lanewise/kernel.h> would make it. README.md has the steps. */
#include "lower.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: lanewise-lower-cuda --copy=fiber|fused|checked [options] -o OUTPUT INPUT\n"
    "  or:  lanewise-lower-cuda --link -o OUTPUT --id=ID INPUT --id=ID INPUT ...\n"
    "\n"
    "INPUT is bitcode of clang's CUDA mode for the device, without optimisation. lanewise-cc runs this for .cu files.\n"
    "\n"
    "  --file=NAME         the source file, for messages\n"
    "  --headers=DIR       a folder of headers that are part of the language; may be given several times\n"
    "  --descriptors=FILE  writes C with the file's kernels and variables\n"
    "  --strip-lines       leaves out line information\n"
    "  --watched           a debugger can print threadIdx and the like, and shared variables, in the fiber copy\n"
    "  --text              writes LLVM's text, not bitcode\n"
    "  --link              links the code of files that were compiled with -rdc=true; OUTPUT is an INPUT for --copy\n"
    "  --id=ID             what no other file of the program has, for the next INPUT of --link\n";

typedef struct options {
    const char *copy, *file, *descriptors, *input, *output;
    const char **headers, **linked, **id; /* linked: inputs of --link, one for each id */
    size_t header_count, linked_count, id_count;
    bool text, strips_lines, watched, link;
} options;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "lanewise-lower-cuda: %s: %.*s\n", what, (int)strcspn(why, "\n"), why);
    return 1;
}

static bool take(const char *word, const char *flag, const char **value)
{
    if (!lower_starts(word, flag))
        return false;
    *value = word + strlen(flag);
    return true;
}

static bool read_options(options *to, int count, char **words)
{
    const char *folder;
    to->headers = lower_allocate((size_t)count, sizeof *to->headers);
    to->linked = lower_allocate((size_t)count, sizeof *to->linked);
    to->id = lower_allocate((size_t)count, sizeof *to->id);
    for (int i = 1; i < count; i++) {
        if (take(words[i], "--headers=", &folder))
            to->headers[to->header_count++] = folder;
        else if (!strcmp(words[i], "--text"))
            to->text = true;
        else if (!strcmp(words[i], "--watched"))
            to->watched = true;
        else if (!strcmp(words[i], "--strip-lines"))
            to->strips_lines = true;
        else if (!strcmp(words[i], "-o") && i + 1 < count)
            to->output = words[++i];
        else if (!strcmp(words[i], "--link"))
            to->link = true;
        else if (take(words[i], "--id=", &to->id[to->id_count]))
            to->id_count++;
        else if (words[i][0] != '-' && to->id_count == to->linked_count + 1)
            to->linked[to->linked_count++] = words[i];
        else if (words[i][0] != '-' && !to->input)
            to->input = words[i];
        else if (!take(words[i], "--copy=", &to->copy) && !take(words[i], "--file=", &to->file) &&
                 !take(words[i], "--descriptors=", &to->descriptors))
            return false;
    }
    if (to->link)
        return to->output && !to->copy && !to->input && to->linked_count && to->linked_count == to->id_count;
    return to->input && to->output && to->copy && !to->id_count;
}

static bool find_copy(const char *name, lower_copy *copy)
{
    static const char *const names[] = {"fiber", "fused", "checked"};
    for (int i = 0; i < LOWER_COPIES; i++)
        if (!strcmp(name, names[i])) {
            *copy = (lower_copy)i;
            return true;
        }
    return false;
}

static LLVMModuleRef read(LLVMContextRef context, const char *path)
{
    LLVMMemoryBufferRef buffer = NULL;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        fail(path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    bool bad = LLVMParseBitcodeInContext2(context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    if (bad || !lower_starts(LLVMGetTarget(module), "nvptx64")) {
        fail(path, "it is no bitcode of clang's CUDA mode for nvptx64");
        return NULL;
    }
    return module;
}

/* Lists that concern the device's linker and loader. */
static void drop_lists(LLVMModuleRef module)
{
    static const char *const names[] = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef list = LLVMGetNamedGlobal(module, names[i]);
        if (list)
            LLVMDeleteGlobal(list);
    }
}

/* Drops functions that no kernel reaches, so that what they cannot do is no error. */
static void drop_unused(lowering *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f)) {
        bool is_kernel = false;
        for (size_t i = 0; i < of->kernel_count && !is_kernel; i++)
            is_kernel = of->kernel[i].function == f;
        if (!is_kernel && !LLVMIsDeclaration(f)) {
            LLVMSetComdat(f, NULL);
            LLVMSetLinkage(f, LLVMInternalLinkage);
        }
    }
    /* The host may be the only one to read a managed variable. */
    for (LLVMValueRef g = LLVMGetFirstGlobal(of->module); g; g = LLVMGetNextGlobal(g))
        if (lower_is_managed(g) && !LLVMIsDeclaration(g))
            LLVMSetLinkage(g, LLVMExternalLinkage);
    lower_run_passes(of, "globaldce");
}

/* False: an error was printed. */
static bool lower(lowering *of, bool watched)
{
    drop_lists(of->module);
    lower_find_kernels(of);
    lower_use_grid_constants(of);
    drop_unused(of);
    if (of->failed)
        return false;
    LLVMModuleRef vocabulary = lower_vocabulary(of->context, of->copy);
    of->layout = LLVMGetModuleDataLayout(vocabulary); /* until it is linked */
    lower_replace_launches(of);
    lower_remove_bounds(of);
    lower_describe_variables(of, watched);
    lower_define_results(of);
    lower_replace_assembly(of, vocabulary);
    lower_replace_exits(of);
    lower_inline_headers(of);
    lower_replace_intrinsics(of);
    if (of->failed)
        return false;
    lower_link_vocabulary(of, vocabulary);
    if (of->failed)
        return false;
    of->layout = LLVMGetModuleDataLayout(of->module);
    lower_make_entries(of);
    lower_remove_address_spaces(of);
    lower_set_linkage(of);
    return !of->failed;
}

static int write(lowering *of, const options *how)
{
    char *message = NULL;
    if (how->descriptors && lower_write_descriptors(of, how->descriptors))
        return 1;
    if (how->strips_lines)
        LLVMStripModuleDebugInfo(of->module);
    lower_run_passes(of, "globaldce");
    if (of->failed)
        return 1;
    if (LLVMVerifyModule(of->module, LLVMReturnStatusAction, &message))
        return fail(of->input, message ? message : "LLVM failed");
    LLVMDisposeMessage(message);
    message = NULL;
    bool bad = how->text ? LLVMPrintModuleToFile(of->module, how->output, &message)
                         : LLVMWriteBitcodeToFile(of->module, how->output) != 0;
    return bad ? fail(how->output, message ? message : "it cannot be written") : 0;
}

/* The lists go first: they would keep what no kernel reaches. */
static int link_files(lowering *of, const options *how)
{
    LLVMModuleRef *module = lower_allocate(how->linked_count, sizeof *module);
    for (size_t i = 0; i < how->linked_count; i++) {
        if (!(module[i] = read(of->context, how->linked[i])))
            return 1;
        drop_lists(module[i]);
        lower_export_annotated(module[i]);
    }
    lower_link(of, module, how->id, how->linked_count);
    free(module);
    if (of->failed)
        return 1;
    return LLVMWriteBitcodeToFile(of->module, how->output) ? fail(how->output, "it cannot be written") : 0;
}

int main(int count, char **words)
{
    options how = {0};
    lowering of = {0};
    if (count == 2 && !strcmp(words[1], "--help"))
        return fputs(help, stdout) < 0;
    if (!read_options(&how, count, words) || (!how.link && !find_copy(how.copy, &of.copy))) {
        fputs(help, stderr);
        return 1;
    }
    of.context = LLVMContextCreate();
    of.input = how.file ? how.file : how.input;
    of.headers = how.headers;
    of.header_count = how.header_count;
    of.builder = LLVMCreateBuilderInContext(of.context);
    of.pointer = LLVMPointerTypeInContext(of.context, 0);
    of.word = LLVMInt32TypeInContext(of.context);
    of.size = LLVMInt64TypeInContext(of.context);
    if (how.link)
        return link_files(&of, &how);
    of.module = read(of.context, how.input);
    return !of.module || !lower(&of, how.watched) || write(&of, &how);
}
