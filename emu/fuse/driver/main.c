/* lanewise-fuse: makes kernels in LLVM bitcode for one thread into loops over a block's threads. */
#include <llvm-c/Analysis.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/block_shape.h"
#include "../analysis/graph.h"
#include "../codegen/emit.h"
#include "../codegen/kernel_table.h"
#include "../codegen/plan.h"
#include "../codegen/register_tile.h"
#include "../post/object.h"
#include "../post/target_machine.h"
#include "../support/bitcode.h"
#include "../support/debug_lines.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "../transform/full_unroll.h"
#include "../transform/shape_specialisation.h"
#include "../transform/sum_vectors.h"
#include "crash.h"
#include "dump.h"
#include "one_thread.h"
#include "pipeline.h"
#include "report.h"

static const char usage[] =
    "Usage: lanewise-fuse [--level=0|1|2] [--shape=XxY...] [--optimize] [--report] [--object|--text] -o OUT IN\n"
    "       lanewise-fuse --until=PASS [--level=0|1|2] [--shape=XxY...] IN    prints each kernel after that pass\n"
    "       lanewise-fuse --until=PASS --object -o OUT IN                       machine code of what that pass leaves\n"
    "       lanewise-fuse --passes                                              lists the passes\n";

/* Elements between the starts of two arrays of the context: those of a block, and a cache line of floats. At a
 * distance of a power of two the arrays would compete for the same few lines of the cache. */
enum { MOST_THREADS = 1024, PADDING = 16 };

typedef struct kernels {
    fuse_kernel *kernel;
    bool *runs; /* no check of a pass has failed */
    size_t count;
} kernels;

static void free_kernel(fuse_kernel *kernel)
{
    for (size_t i = 0; i < kernel->sync_points.capacity; i++)
        free(kernel->sync_points.value[i]);
    map_free(&kernel->sync_points);
    map_free(&kernel->divergent);
    for (int i = 0; i < kernel->slots; i++) {
        free(kernel->slot[i].live_in);
        free(kernel->slot[i].written);
        free(kernel->slot[i].used);
    }
    free(kernel->slot);
    fuse_free_register_tiles(kernel);
    fuse_forget_dominance(kernel);
    fuse_free_plan(kernel);
    free(kernel->region);
    free(kernel->note);
    free(kernel->name);
    fuse_graph_free(kernel);
    LLVMDisposeBuilder(kernel->builder);
}

static void free_kernels(kernels *of)
{
    for (size_t i = 0; i < of->count; i++)
        free_kernel(&of->kernel[i]);
    free(of->kernel);
    free(of->runs);
}

static void add_name(fuse_names *to, const char *name)
{
    to->name = realloc(to->name, (to->count + 1) * sizeof *to->name);
    if (!to->name || !(to->name[to->count++] = strdup(name)))
        abort();
}

/* Whether it is a specialised copy that is not kept: it does not pay, or would stay on fibers. */
static bool is_dropped(const fuse_kernel *kernel)
{
    return kernel->compilation->shape && kernel->reason[0];
}

static void begin_kernel(fuse_kernel *kernel, fuse_compilation *compilation, LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    *kernel = (fuse_kernel){.compilation = compilation,
                            .module = compilation->module,
                            .context = LLVMGetModuleContext(compilation->module),
                            .function = function,
                            .name = strndup(name, length - strlen("__fiber")),
                            .level = compilation->level};
    if (!kernel->name)
        abort();
    kernel->builder = LLVMCreateBuilderInContext(kernel->context);
    unsigned most = fuse_declared_shape(function, kernel->shape);
    kernel->stride = ((most ? most : MOST_THREADS) + 63) / 64 * 64 + PADDING;
}

/* Runs passes up to the plan, or `until`. */
static kernels plan_all(fuse_compilation *compilation, const fuse_pass *until)
{
    kernels all = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(compilation->module); f; f = LLVMGetNextFunction(f))
        all.count += fuse_is_kernel(f);
    all.kernel = fuse_allocate(all.count, sizeof *all.kernel);
    all.runs = fuse_allocate(all.count, sizeof *all.runs);
    size_t i = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(compilation->module); f; f = LLVMGetNextFunction(f))
        if (fuse_is_kernel(f))
            begin_kernel(&all.kernel[i++], compilation, f);
    for (i = 0; i < all.count; i++) {
        fuse_kernel *kernel = &all.kernel[i];
        all.runs[i] = fuse_run_kernel(kernel, until);
        if (!is_dropped(kernel) && fuse_unrolled_in_vain(kernel))
            add_name(&compilation->unrolled_in_vain, kernel->name);
        if (is_dropped(kernel) || !fuse_wants_sum_vectors(kernel))
            continue;
        bool tried = fuse_is_among(kernel->name, &compilation->sum_vectors);
        if (!fuse_is_among(kernel->name, &compilation->sums_in_vain))
            add_name(tried ? &compilation->sums_in_vain : &compilation->sum_vectors, kernel->name);
    }
    return all;
}

/* Returns the names of the kernels made for compilation->shape. */
static fuse_names finish_all(const kernels *all, const fuse_pass *until)
{
    fuse_names kept = {0};
    for (size_t i = 0; i < all->count; i++) {
        fuse_kernel *kernel = &all->kernel[i];
        if (all->runs[i])
            fuse_finish_kernel(kernel, until);
        if (is_dropped(kernel))
            continue;
        if (kernel->reason[0])
            fuse_emit_kernel_table(kernel, NULL);
        if (kernel->compilation->reports || (until && kernel->reason[0]))
            fuse_report(kernel);
        if (kernel->compilation->shape)
            add_name(&kept, kernel->name);
    }
    for (size_t i = 0; i < all->count; i++)
        if (!all->kernel[i].compilation->keeps_one_thread ||
            fuse_is_kernel(all->kernel[i].function)) /* a function that was kept has another name */
            LLVMDeleteFunction(all->kernel[i].function);
    return kept;
}

static void keep(LLVMModuleRef module, const char *list, LLVMValueRef *kept, size_t count)
{
    if (!count)
        return;
    LLVMValueRef array = LLVMConstArray2(LLVMTypeOf(kept[0]), kept, count);
    LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(array), list);
    LLVMSetInitializer(global, array);
    LLVMSetLinkage(global, LLVMAppendingLinkage);
    LLVMSetSection(global, "llvm.metadata");
}

/* Keeps the records of shared variables unchanged, whichever of their fields are read; drops those that no fused
 * kernel uses. */
static void keep_records(LLVMModuleRef module)
{
    size_t count = 0;
    LLVMValueRef *kept = NULL;
    for (LLVMValueRef next, global = LLVMGetFirstGlobal(module); global; global = next) {
        next = LLVMGetNextGlobal(global);
        const char *section = LLVMGetSection(global);
        if (!section || strcmp(section, "lw_shared") != 0)
            continue;
        if (!LLVMGetFirstUse(global)) {
            LLVMDeleteGlobal(global);
            continue;
        }
        LLVMValueRef *more = realloc(kept, (count + 1) * sizeof *more);
        if (!more)
            abort();
        kept = more;
        kept[count++] = global;
    }
    keep(module, "llvm.used", kept, count);
    free(kept);
}

/* Makes the module's loops over threads, with the options in `compilation`. Null: an error was reported. A second
 * attempt reads the module again: LLVM 19's LLVMCloneModule loses blocks' addresses. */
static LLVMModuleRef make(LLVMContextRef context, const char *input, fuse_compilation *compilation,
                          const fuse_pass *until, FILE *reports)
{
    const fuse_compilation start = *compilation;
    fuse_names vain = {0}, sum_vectors = {0}, sums_in_vain = {0};
    kernels all;
    bool fixes_irreducible = until && until->prepare == fuse_fix_irreducible, again;
    do { /* again without unrolling that does not pay, or with loops of several entries made reducible */
        LLVMModuleRef module = fuse_read(context, input);
        if (!module)
            return NULL;
        fuse_specialise_shape(module, start.shape);
        *compilation = start;
        compilation->module = module;
        fuse_find_target_features(compilation);
        if (!fuse_run_prepare(&(fuse_preparation){module, &vain, &sum_vectors, &sums_in_vain, fixes_irreducible},
                              until))
            return NULL;
        if (until && until->prepare) {
            if (compilation->keeps_one_thread) {
                fuse_keep_all_one_thread(module);
                fuse_drop_attributes(module);
                keep_records(module);
            } else {
                fuse_dump_module(module, until);
            }
            return module;
        }
        size_t tried = vain.count + sum_vectors.count + sums_in_vain.count;
        compilation->unrolled_in_vain = vain;
        compilation->sum_vectors = sum_vectors;
        compilation->sums_in_vain = sums_in_vain;
        compilation->makes_sum_vectors = until && until->run == fuse_vectorise_sums;
        all = plan_all(compilation, until);
        vain = compilation->unrolled_in_vain;
        sum_vectors = compilation->sum_vectors;
        sums_in_vain = compilation->sums_in_vain;
        again = (vain.count + sum_vectors.count + sums_in_vain.count > tried ||
                 (compilation->irreducible && !fixes_irreducible)) &&
                (!until || fuse_is_after(until, "plan"));
        fixes_irreducible = fixes_irreducible || compilation->irreducible;
        if (again) {
            free_kernels(&all);
            LLVMDisposeModule(module);
        }
    } while (again);
    compilation->reports = reports;
    fuse_debug_begin(compilation);
    fuse_names kept = finish_all(&all, until);
    free_kernels(&all);
    for (size_t i = 0; i < kept.count; i++)
        add_name(compilation->specialised, kept.name[i]);
    if (until && !until->post && until->run != fuse_emit && !compilation->keeps_one_thread)
        return compilation->module;
    fuse_debug_end(compilation);
    fuse_drop_attributes(compilation->module);
    keep_records(compilation->module);
    /* until the vectoriser has run */
    keep(compilation->module, "llvm.compiler.used", compilation->vector, compilation->vector_count);
    free(compilation->vector);
    return compilation->module;
}

/* Whether LLVM's verifier accepts the module; false: an error was reported. */
static bool is_valid(LLVMModuleRef module, const char *input)
{
    char *message;
    bool valid = !LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (!valid)
        fprintf(stderr, "lanewise-fuse: %s: what was made of it: %.*s\n", input, (int)strcspn(message, "\n"), message);
    LLVMDisposeMessage(message);
    return valid;
}

enum { MOST_SHAPES = 8 };

/* Whether the shape is not among `shapes`, in any spelling: 256x1 is 256. */
static bool is_new(const char *text, const char *const *shapes, size_t count)
{
    unsigned shape[3], other[3];
    fuse_read_shape(text, shape);
    for (size_t i = 0; i < count; i++)
        if (fuse_read_shape(shapes[i], other) && memcmp(shape, other, sizeof shape) == 0)
            return false;
    return true;
}

int main(int count, char **word)
{
    unsigned level = 0, shape[3];
    bool reports = false, text = false, object = false, optimizes = false;
    const char *input = NULL, *output = NULL, *shapes[MOST_SHAPES + 1] = {NULL};
    const fuse_pass *until = NULL;
    size_t shape_count = 0;
    for (int i = 1; i < count; i++) {
        if (strcmp(word[i], "--report") == 0)
            reports = true;
        else if (strcmp(word[i], "--text") == 0)
            text = true;
        else if (strcmp(word[i], "--object") == 0)
            object = true;
        else if (strcmp(word[i], "--optimize") == 0)
            optimizes = true;
        else if (strncmp(word[i], "--level=", 8) == 0 && word[i][8] >= '0' && word[i][8] <= '2' && !word[i][9])
            level = (unsigned)(word[i][8] - '0');
        else if (strncmp(word[i], "--shape=", 8) == 0 && shape_count < MOST_SHAPES &&
                 fuse_read_shape(word[i] + 8, shape))
            shape_count += is_new(shapes[shape_count] = word[i] + 8, shapes, shape_count);
        else if (strncmp(word[i], "--until=", 8) == 0 && fuse_find_pass(word[i] + 8))
            until = fuse_find_pass(word[i] + 8);
        else if (strcmp(word[i], "--passes") == 0)
            return fuse_print_passes(), 0;
        else if (strcmp(word[i], "-o") == 0 && i + 1 < count)
            output = word[++i];
        else if (word[i][0] != '-' && !input)
            input = word[i];
        else
            return fprintf(stderr, "lanewise-fuse: %s is not understood\n%s", word[i], usage), 1;
    }
    if (!input || (!output && (!until || object)))
        return fputs(usage, stderr), 1;
    fuse_crash_begin(input);
    bool one_thread = until && !until->post && until->run != fuse_emit;
    if (one_thread && object)
        shape_count = 0;
    shapes[shape_count] = NULL;
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef made[MOST_SHAPES + 1], module = NULL;
    size_t before[MOST_SHAPES + 2] = {0};
    fuse_names kept = {0};
    fuse_compilation compilation = {.level = level, .specialised = &kept};
    for (size_t i = 0; i <= shape_count; i++) { /* the copy for any shape comes last: its tables name those before */
        compilation = (fuse_compilation){.level = level,
                                         .specialised = &kept,
                                         .shape = shapes[i],
                                         .loops = compilation.loops,
                                         .keeps_one_thread = one_thread && object};
        if (!(module = made[i] = make(context, input, &compilation, until, reports ? stdout : NULL)))
            return 1;
        before[i + 1] = kept.count;
    }
    if (one_thread && !object)
        return 0; /* already printed */
    for (size_t i = 0; i < shape_count; i++)
        if (before[i + 1] == before[i])
            LLVMDisposeModule(made[i]);
        else if (LLVMLinkModules2(module, made[i]))
            return fuse_fail(input, "its specialised copies cannot be linked");
    bool runs_post = until ? until->post != NULL : optimizes;
    if (!is_valid(module, input) ||
        (runs_post && (!fuse_run_post(&compilation, reports ? stdout : NULL, until) || !is_valid(module, input))))
        return 1;
    if (until && !object)
        return fuse_dump_module(module, until), 0;
    int status = object ? fuse_write_object(&compilation, output) : fuse_write(module, output, text);
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return status;
}
