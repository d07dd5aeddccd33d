/* A thread's loads and stores where a strip's are shuffles: its elements of the strip's arrays. */
#include "permuted_access_thread.h"

#include "../support/debug_lines.h"

static LLVMValueRef element_at(emission *e, const access *of, LLVMValueRef base)
{
    LLVMValueRef thread = e->permuted.strip->thread;
    return LLVMBuildGEP2(e->builder, of->type, base, &thread, 1,
                         ""); /* a thread that does not execute it may be out of range */
}

/* A store that not every thread executes keeps the old value. */
void permuted_access_begin_thread(emission *e)
{
    permuted_strip *plan = e->permuted.strip;
    for (int a = 0; a < plan->accesses; a++) {
        access *at = &plan->access[a];
        if (at->kind != STAGED || !at->store)
            continue;
        LLVMValueRef old = LLVMGetUndef(at->type);
        if (!at->always)
            old = emission_mark(e, LLVMBuildLoad2(e->builder, at->type, element_at(e, at, at->array), ""));
        LLVMBuildStore(e->builder, old, at->value);
    }
}

void permuted_access_end_thread(emission *e)
{
    permuted_strip *plan = e->permuted.strip;
    for (int a = 0; a < plan->accesses; a++) {
        access *at = &plan->access[a];
        if (at->kind != STAGED || !at->store)
            continue;
        LLVMValueRef value = LLVMBuildLoad2(e->builder, at->type, at->value, "");
        emission_mark(e, LLVMBuildStore(e->builder, value, element_at(e, at, at->array)));
    }
}

LLVMValueRef emission_permuted_access(emission *e, LLVMValueRef from, LLVMValueRef value)
{
    permuted_strip *plan = e->permuted.strip;
    for (int a = 0; plan && a < plan->accesses; a++) {
        access *at = &plan->access[a];
        if (at->instruction != from)
            continue;
        LLVMValueRef made;
        if (at->store && at->kind == STAGED) {
            made = LLVMBuildStore(e->builder, value, at->value);
        } else {
            LLVMValueRef place = at->kind == STAGED ? at->array : at->first;
            bool one = at->kind == DIRECT && at->stride->offset[0] == at->stride->offset[1];
            if (!one)
                place = element_at(e, at, place);
            made =
                at->store ? LLVMBuildStore(e->builder, value, place) : LLVMBuildLoad2(e->builder, at->type, place, "");
            LLVMSetAlignment(made, LLVMGetAlignment(from));
            emission_mark(e, made);
        }
        fuse_debug_line(e->kernel, e->lines, made, from);
        return made;
    }
    return NULL;
}
