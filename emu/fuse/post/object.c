/* Machine code of the module: the object that clang -O3 -ffp-contract=off would make of the same bitcode, without
 * the passes it would run. It is made here, since starting clang alone takes a tenth of the time of a
 * small file. */
#include "object.h"

#include <llvm-c/Object.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../support/bitcode.h"
#include "../support/kernel.h"
#include "../support/memory.h"
#include "target_machine.h"

/* Loop strength reduction, early tail duplication and the reassignment of masks take time, for large kernels most of
 * it, and gain nothing; nor do tables of names for debuggers. */
static void disable_passes(const fuse_compilation *compilation)
{
    static const char *const options[] = {"lanewise-fuse", "-accel-tables=Disable", "-disable-lsr",
                                          "-disable-early-taildup", "-disable-x86-domain-reassignment"};
    LLVMParseCommandLineOptions(4 + fuse_is_x86(compilation), options, NULL);
}

/* The scheduler of instructions takes a time that grows with the square of a block: minutes for those of unrolled libraries. */
static void bound_scheduling(const fuse_compilation *compilation)
{
    enum { LARGE_BLOCK = 4000 };
    static const char *const options[] = {"lanewise-fuse", "-pre-RA-sched=fast"};
    unsigned largest = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(compilation->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            unsigned size = 0;
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                size++;
            largest = size > largest ? size : largest;
        }
    if (largest > LARGE_BLOCK)
        LLVMParseCommandLineOptions(2, options, NULL);
}

/* ---- large frames ---- */
/* Vectors of unrolled loops outgrow the registers and lie in the function's frame. The emulator's stacks must be
 * larger for a kernel with such frames: its table says by how much. The size is known only after the machine code
 * was made, so it is written into the object. */
enum { LARGE_FRAME = 16384 };

typedef struct frame {
    char *table; /* the table's symbol */
    uint32_t size;
    struct frame *next;
} frame;

typedef struct making {
    bool failed;
    frame *frames;
} making;

/* For the function NAME__region_WHICH_LEVEL; the kernel's table is NAME__fused_LEVEL. */
static void add_frame(making *to, const char *function, uint32_t size)
{
    const char *region = strstr(function, "__region_"), *level = strrchr(function, '_');
    if (!region)
        return;
    frame *made = fuse_allocate(1, sizeof *made);
    size_t length = strlen(function) + sizeof "__fused";
    *made = (frame){.table = fuse_allocate(length, 1), .size = size, .next = to->frames};
    snprintf(made->table, length, "%.*s__fused%s", (int)(region - function), function, level);
    to->frames = made;
}

/* LLVM reports the size of a frame above a bound in a warning: "WHERE: stack frame size (N) exceeds limit (M) in
 * function 'F'". */
static void on_diagnostic(LLVMDiagnosticInfoRef information, void *with)
{
    static const char says[] = "stack frame size (";
    making *to = with;
    char *text = LLVMGetDiagInfoDescription(information), *end = strrchr(text, '\'');
    const char *size = strstr(text, says);
    if (LLVMGetDiagInfoSeverity(information) == LLVMDSError) {
        to->failed = fuse_fail("its machine code", text);
    } else if (size && end) {
        *end = '\0';
        add_frame(to, strrchr(text, '\'') + 1, (uint32_t)strtoul(size + sizeof says - 1, NULL, 10));
    }
    LLVMDisposeMessage(text);
}

static void ask_for_frames(LLVMModuleRef module)
{
    static const char key[] = "warn-stack-size";
    char value[16];
    int length = snprintf(value, sizeof value, "%d", LARGE_FRAME);
    LLVMAttributeRef attribute =
        LLVMCreateStringAttribute(LLVMGetModuleContext(module), key, sizeof key - 1, value, (unsigned)length);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute);
}

static uint32_t largest(const frame *frames, const char *table)
{
    uint32_t most = 0;
    for (const frame *at = frames; at; at = at->next)
        if (strcmp(at->table, table) == 0 && at->size > most)
            most = at->size;
    return most;
}

/* Writes the sizes into the object's tables. These are constants, and LLVM gives their addresses in the buffer. */
static void write_frames(LLVMMemoryBufferRef object, const frame *frames)
{
    char *message = NULL;
    LLVMBinaryRef binary = frames ? LLVMCreateBinary(object, NULL, &message) : NULL;
    LLVMDisposeMessage(message);
    if (!binary)
        return;
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
    LLVMSymbolIteratorRef symbol = LLVMObjectFileCopySymbolIterator(binary);
    for (; !LLVMObjectFileIsSymbolIteratorAtEnd(binary, symbol); LLVMMoveToNextSymbol(symbol)) {
        uint32_t size = largest(frames, LLVMGetSymbolName(symbol));
        if (!size)
            continue;
        LLVMMoveToContainingSection(section, symbol);
        char *table = (char *)(uintptr_t)LLVMGetSectionContents(section) + LLVMGetSymbolAddress(symbol);
        memcpy(table + offsetof(emu_fused_kernel, stack_size), &size, sizeof size);
    }
    LLVMDisposeSymbolIterator(symbol);
    LLVMDisposeSectionIterator(section);
    LLVMDisposeBinary(binary);
}

static void free_frames(frame *first)
{
    for (frame *next; first; first = next) {
        next = first->next;
        free(first->table);
        free(first);
    }
}

int fuse_write_object(const fuse_compilation *compilation, const char *output)
{
    disable_passes(compilation);
    bound_scheduling(compilation);
    LLVMTargetMachineRef machine = fuse_create_target_machine(compilation);
    if (!machine)
        return 1;
    LLVMInitializeAllAsmPrinters();
    LLVMInitializeAllAsmParsers(); /* for assembly in the module */
    making made = {0};
    ask_for_frames(compilation->module);
    LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(compilation->module), on_diagnostic, &made);
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, compilation->module, LLVMObjectFile, &message, &buffer))
        made.failed = fuse_fail("its machine code", message);
    LLVMDisposeMessage(message);
    if (!made.failed)
        write_frames(buffer, made.frames);
    free_frames(made.frames);
    int status = made.failed || fuse_save(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), output);
    if (buffer)
        LLVMDisposeMemoryBuffer(buffer);
    LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(compilation->module), NULL, NULL);
    LLVMDisposeTargetMachine(machine);
    return status;
}
