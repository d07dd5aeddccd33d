/* While a strip's sums grow, what the next strip will load is brought to the cache: rows of a matrix that lie far apart,
 * for which a processor does not see a pattern. A hint reads nothing, so it may be for places where no lane comes. */
#include "emission.h"

#include <stdlib.h>

enum { LINE = 64, MOST_LINES = 64 };

typedef struct line {
    LLVMValueRef base;
    int64_t times, number;
} line;

/* Steps of register tiles are among the strip's regions, which give the memory time. */
static bool multiplies(const emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++)
        for (int r = 0; e->kernel->slot[s].tile && r < e->kernel->regions; r++)
            if (e->strips->member[r] && e->kernel->slot[s].used[r])
                return true;
    return false;
}

static void fetch(emission *e, const strip_value *at, line here)
{
    LLVMTypeRef types[] = {e->pointer};
    LLVMValueRef hint = LLVMGetIntrinsicDeclaration(e->kernel->module, LLVMLookupIntrinsicID("llvm.prefetch", 13), types, 1);
    LLVMValueRef by = emission_number(e, e->i64, (uint64_t)(here.number * LINE)), from = here.base;
    if (at->factor)
        by = LLVMBuildAdd(e->builder, by, LLVMBuildMul(e->builder, at->factor, emission_number(e, e->i64, (uint64_t)here.times), ""), "");
    from = LLVMBuildGEP2(e->builder, e->i8, from, &by, 1, "");
    LLVMValueRef words[] = {from, emission_number(e, e->i32, 0), emission_number(e, e->i32, 3), emission_number(e, e->i32, 1)};
    LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(hint), hint, words, 4, "");
}

static unsigned fetch_all(emission *e, LLVMValueRef load, line *lines, unsigned count)
{
    const strip_value *at = emission_find_known_lanes(e, LLVMGetOperand(load, 0));
    for (unsigned t = 0; at && t < e->strips->width; t++) {
        line here = {at->base, at->times[t], at->offset[t] >= 0 ? at->offset[t] / LINE : -1};
        unsigned i = 0;
        while (i < count && (lines[i].base != here.base || lines[i].times != here.times || lines[i].number != here.number))
            i++;
        if (i < count || here.number < 0 || count == MOST_LINES)
            continue;
        lines[count++] = here;
        fetch(e, at, here);
    }
    return count;
}

void emission_prefetch_next(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    if (!multiplies(e))
        return;
    strips next = *e->strips;
    emission ahead = *e;
    next.x = LLVMBuildAdd(e->builder, next.x, emission_number(e, e->i64, next.width / next.rows), "");
    ahead.strips = &next;
    ahead.once = ahead.lanes = ahead.windows = (map){0};
    line lines[MOST_LINES];
    unsigned count = 0;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e->has[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (LLVMIsALoadInst(at) && !LLVMIsAAllocaInst(LLVMGetOperand(at, 0)) && !map_get(&e->tiled, at) &&
                fuse_varies(kernel, LLVMGetOperand(at, 0)))
                count = fetch_all(&ahead, at, lines, count);
    map_free(&ahead.once);
    emission_free_windows(&ahead);
}
