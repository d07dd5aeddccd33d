/* The kernel's emu_fused_kernel, NAME__fused_LEVEL, by which the emulator finds its regions. For a kernel that stays
 * on fibers it holds the reason.
 *
 * Invariant after: a kernel has one table a level, with all its regions or with the reason. */
#include "kernel_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../analysis/block_shape.h"
#include "../support/kernel.h"
#include "../support/memory.h"

static LLVMValueRef global_of(fuse_kernel *kernel, const char *whose, const char *suffix, LLVMTypeRef type)
{
    size_t length = strlen(whose) + strlen(suffix) + 32;
    char *name = fuse_allocate(length, 1);
    snprintf(name, length, "%s__fused_%u%s", whose, kernel->level, suffix);
    LLVMValueRef global = LLVMAddGlobal(kernel->module, type, name);
    free(name);
    return global;
}

static LLVMValueRef constant(fuse_kernel *kernel, const char *suffix, LLVMValueRef value)
{
    LLVMValueRef global = global_of(kernel, kernel->name, suffix, LLVMTypeOf(value));
    LLVMSetInitializer(global, value);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    return global;
}

/* A constant shape is also the shape of its loops. Warps, tiles and flat rows consist of neighbours by linear thread
 * id. */
static emu_fused_extents extents_of(const fuse_kernel *kernel)
{
    if (kernel->shape[0])
        return EMU_FUSED_WHOLE;
    bool by_id = kernel->has_collectives || kernel->largest_tile;
    for (int r = 0; r < kernel->regions && kernel->plan; r++)
        by_id = by_id || (kernel->plan[r].flat && kernel->plan[r].has_rows);
    return by_id ? EMU_FUSED_PREFIX : EMU_FUSED_BOX;
}

void fuse_emit_kernel_table(fuse_kernel *kernel, const LLVMValueRef *functions)
{
    LLVMContextRef context = kernel->context;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef region_fields[] = {pointer, pointer, pointer, i32, i32};
    LLVMTypeRef region_type = LLVMStructTypeInContext(context, region_fields, 5, false);
    LLVMValueRef null = LLVMConstNull(pointer), reason = null, array = null;
    unsigned regions = kernel->reason[0] ? 0 : (unsigned)kernel->regions;
    if (kernel->reason[0])
        reason = constant(kernel, "_reason",
                          LLVMConstStringInContext(context, kernel->reason, (unsigned)strlen(kernel->reason), false));
    if (regions) {
        LLVMValueRef *entries = fuse_allocate(regions, sizeof *entries);
        for (unsigned r = 0; r < regions; r++) {
            const fuse_sync_point *wait = &kernel->block[kernel->region[r]].sync;
            LLVMValueRef fields[] = {kernel->has_collectives ? functions[r] : null,
                                     kernel->has_collectives ? null : functions[r], wait->site ? wait->site : null,
                                     LLVMConstInt(i32, wait->kind, false), LLVMConstInt(i32, wait->operation, false)};
            entries[r] = LLVMConstStructInContext(context, fields, 5, false);
        }
        array = constant(kernel, "_regions", LLVMConstArray2(region_type, entries, regions));
        free(entries);
    }
    /* main.c links the module that contains it with this one. */
    const char *specialised = fuse_specialised_copy(kernel);
    LLVMValueRef next = specialised ? global_of(kernel, specialised, "", LLVMInt8TypeInContext(context)) : null,
                 shape[3];
    if (specialised)
        LLVMSetVisibility(next, LLVMHiddenVisibility);
    for (int i = 0; i < 3; i++)
        shape[i] = LLVMConstInt(i32, kernel->shape[i], false);
    LLVMValueRef fields[] = {LLVMConstInt(i32, EMU_FUSED_VERSION, false),
                             reason,
                             LLVMConstInt(i32, regions, false),
                             LLVMConstInt(i64, (uint64_t)kernel->context_size * kernel->stride, false),
                             LLVMConstInt(i32, kernel->uniform_size, false),
                             regions ? kernel->whole_block : null,
                             array,
                             LLVMConstArray2(i32, shape, 3),
                             next,
                             LLVMConstInt(i32, kernel->waits_for_blocks, false),
                             LLVMConstInt(i32, kernel->largest_tile, false),
                             LLVMConstInt(i32, extents_of(kernel), false),
                             LLVMConstInt(i32, 0, false)}; /* object.c sets the last one */
    LLVMValueRef table = constant(kernel, "", LLVMConstStructInContext(context, fields, 13, false));
    LLVMSetLinkage(table, LLVMExternalLinkage);
    LLVMSetVisibility(table, LLVMHiddenVisibility);
}
