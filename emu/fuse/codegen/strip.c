/* A set of regions that run strip by strip: where a strip lies, and where it goes on. */
#include "strip.h"

#include "../../fused/fused.h"

bool emission_stays_in_strip(const fuse_kernel *kernel, const strips *set, int region)
{
    return set->member[region] &&
           (region != set->head || kernel->block[kernel->region[region]].sync.kind == EMU_FUSED_NOTHING);
}

LLVMBasicBlockRef emission_strip_block(emission *e, strips *set, unsigned state)
{
    if (state == EMU_FUSED_MIXED)
        return set->diverged = set->diverged ? set->diverged : emission_append(e);
    int to = state == EMU_FUSED_ENDED ? e->kernel->regions : (int)EMU_FUSED_REGION(state);
    if (to < e->kernel->regions && emission_stays_in_strip(e->kernel, set, to))
        return set->entry[to];
    return set->exit[to] = set->exit[to] ? set->exit[to] : emission_append(e);
}

LLVMValueRef emission_first_id(emission *e, const strips *set)
{
    return LLVMBuildAdd(e->builder, set->row, set->x, "");
}
