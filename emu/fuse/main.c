/* lanewise-fuse: kernels in LLVM bitcode, one lane each, made into loops over a block's lanes. */
#include "dump.h"
#include "report.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] = "usage: lanewise-fuse [--level=0|1|2] [--report] [--text] -o OUT IN\n"
                            "       lanewise-fuse --until=STEP IN\n";

/* Arrays of what lanes keep lie a cache line of floats apart from a power of two: else they would share the same few lines. */
enum { MOST_LANES = 1024, APART = 16 };

void *fuse_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fputs("lanewise-fuse: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

bool fuse_refuse(fuse_kernel *kernel, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(kernel->reason, sizeof kernel->reason, format, arguments);
    va_end(arguments);
    return false;
}

/* LLVM-C makes no distinct node; a line of text read in the same context does. */
LLVMValueRef fuse_new_group(fuse_kernel *kernel)
{
    static const char text[] = "!g = !{!0}\n!0 = distinct !{}\n";
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "group");
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMParseIRInContext(kernel->context, buffer, &module, &message)) {
        fprintf(stderr, "lanewise-fuse: %s\n", message);
        exit(1);
    }
    LLVMValueRef group;
    LLVMGetNamedMetadataOperands(module, "g", &group);
    LLVMDisposeModule(module);
    return group;
}

/* `until`: the step after which the kernel is printed, and no more is done; null: none. */
static void fuse(fuse_kernel *kernel, const char *until)
{
    kernel->size = fuse_count(kernel->function);
    if (!fuse_cut(kernel) || fuse_dump(kernel, until, "cut") || !fuse_graph(kernel) ||
        fuse_dump(kernel, until, "graph") || !fuse_fit(kernel) || fuse_dump(kernel, until, "fit"))
        return;
    static const struct {
        const char *name;
        void (*run)(fuse_kernel *);
    } steps[] = {{"rank", fuse_rank},         {"uniform", fuse_uniform}, {"crowd", fuse_crowd},
                 {"part", fuse_part},         {"affine", fuse_affine},   {"boundary", fuse_boundary},
                 {"again", fuse_again},       {"slots", fuse_slots},     {"emit", fuse_emit}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        steps[i].run(kernel);
        if (fuse_dump(kernel, until, steps[i].name))
            return;
    }
}

static void free_kernel(fuse_kernel *kernel)
{
    for (size_t i = 0; i < kernel->waits.capacity; i++)
        free(kernel->waits.value[i]);
    map_free(&kernel->waits);
    map_free(&kernel->varies);
    for (int i = 0; i < kernel->slots; i++) {
        free(kernel->slot[i].alive);
        free(kernel->slot[i].written);
        free(kernel->slot[i].used);
    }
    free(kernel->slot);
    free(kernel->region);
    free(kernel->strip);
    free(kernel->note);
    free(kernel->resident);
    free(kernel->name);
    fuse_graph_free(kernel);
}

static void add_name(fuse_names *to, const char *name)
{
    to->name = realloc(to->name, (to->count + 1) * sizeof *to->name);
    if (!to->name || !(to->name[to->count++] = strdup(name)))
        abort();
}

static void fuse_all(fuse_module *whole, const char *until)
{
    LLVMModuleRef module = whole->module;
    size_t count = 0, length;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        count += fuse_is_kernel(f);
    LLVMValueRef *function = fuse_allocate(count, sizeof *function);
    count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (fuse_is_kernel(f))
            function[count++] = f;
    for (size_t i = 0; i < count; i++) {
        fuse_kernel kernel = {.whole = whole, .module = module, .context = LLVMGetModuleContext(module),
                              .function = function[i], .level = whole->level};
        kernel.builder = LLVMCreateBuilderInContext(kernel.context);
        const char *name = LLVMGetValueName2(function[i], &length);
        kernel.name = strndup(name, length - strlen("__fiber"));
        if (!kernel.name)
            abort();
        unsigned most = fuse_find_shape(function[i], kernel.shape);
        kernel.stride = ((most ? most : MOST_LANES) + 63) / 64 * 64 + APART;
        fuse(&kernel, until);
        if (fuse_turned_in_vain(&kernel))
            add_name(&whole->vain, kernel.name);
        if (kernel.reason[0])
            fuse_table(&kernel, NULL);
        if (whole->reports || (until && kernel.reason[0]))
            fuse_report(&kernel);
        LLVMDisposeBuilder(kernel.builder);
        free_kernel(&kernel);
    }
    for (size_t i = 0; i < count; i++)
        LLVMDeleteFunction(function[i]);
    free(function);
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

/* The records of shared variables stay as they are, whatever of them is read; those of no fused kernel go. */
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

/* One line. LLVM's message may begin with the file, too, and show the place in further lines. */
static int fail(const char *file, const char *message)
{
    size_t length = strlen(file);
    if (strncmp(message, file, length) == 0 && message[length] == ':')
        message += length + 1 + (message[length + 1] == ' ');
    fprintf(stderr, "lanewise-fuse: %s: %.*s\n", file, (int)strcspn(message, "\n"), message);
    return 1;
}

static int write_module(LLVMModuleRef module, const char *output, bool text)
{
    char *printed = text ? LLVMPrintModuleToString(module) : NULL;
    LLVMMemoryBufferRef buffer = text ? NULL : LLVMWriteBitcodeToMemoryBuffer(module);
    const char *from = text ? printed : LLVMGetBufferStart(buffer);
    size_t size = text ? strlen(printed) : LLVMGetBufferSize(buffer);
    FILE *file = fopen(output, "wbe");
    bool written = file && fwrite(from, 1, size, file) == size;
    if (file && fclose(file) != 0)
        written = false;
    int status = written ? 0 : fail(output, strerror(errno));
    LLVMDisposeMessage(printed);
    if (buffer)
        LLVMDisposeMemoryBuffer(buffer);
    return status;
}

/* Null: it has said why not. */
static LLVMModuleRef read_module(LLVMContextRef context, const char *input)
{
    LLVMMemoryBufferRef buffer = NULL;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(input, &buffer, &message))
        return fail(input, message), NULL;
    if (LLVMGetBufferSize(buffer) == 0)
        return fail(input, "it is empty"), NULL;
    if (LLVMParseIRInContext(context, buffer, &module, &message) ||
        LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        return fail(input, message), NULL;
    LLVMDisposeMessage(message);
    return module;
}

int main(int count, char **word)
{
    unsigned level = 0;
    bool reports = false, text = false;
    const char *input = NULL, *output = NULL, *until = NULL;
    for (int i = 1; i < count; i++) {
        if (strcmp(word[i], "--report") == 0)
            reports = true;
        else if (strcmp(word[i], "--text") == 0)
            text = true;
        else if (strncmp(word[i], "--level=", 8) == 0 && word[i][8] >= '0' && word[i][8] <= '2' && !word[i][9])
            level = (unsigned)(word[i][8] - '0');
        else if (strncmp(word[i], "--until=", 8) == 0 && fuse_dump_knows(word[i] + 8))
            until = word[i] + 8;
        else if (strcmp(word[i], "-o") == 0 && i + 1 < count)
            output = word[++i];
        else if (word[i][0] != '-' && !input)
            input = word[i];
        else
            return fprintf(stderr, "lanewise-fuse: %s is not understood\n%s", word[i], usage), 1;
    }
    if (!input || (!output && !until))
        return fputs(usage, stderr), 1;
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module;
    fuse_module whole;
    fuse_names vain = {0};
    char *said = NULL, *message;
    size_t tried, length;
    do { /* once more where loops were unrolled in vain: without that */
        if (!(module = read_module(context, input)) || !fuse_prepare(module, &vain))
            return 1;
        tried = vain.count;
        whole = (fuse_module){.module = module, .level = level, .vain = vain,
                              .vectors = strncmp(LLVMGetTarget(module), "x86_64", 6) == 0};
        free(said);
        whole.reports = reports ? open_memstream(&said, &length) : NULL;
        fuse_debug_begin(&whole);
        fuse_all(&whole, until);
        if (whole.reports)
            fclose(whole.reports);
        vain = whole.vain;
    } while (vain.count > tried && !until);
    fputs(said ? said : "", stdout);
    free(said);
    if (until)
        return 0;
    fuse_debug_end(&whole);
    fuse_drop_attributes(module);
    keep_records(module);
    keep(module, "llvm.compiler.used", whole.vector, whole.vector_count); /* until the vectoriser has looked */
    free(whole.vector);
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        return fail("what it made", message);
    LLVMDisposeMessage(message);
    int status = write_module(module, output, text);
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return status;
}
