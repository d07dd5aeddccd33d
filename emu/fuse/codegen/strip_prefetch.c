/* Prefetches for later strips. A strip's regions do much between two loads, and a processor that waits for one does
 * not reach the next. So if warps exchange what they have loaded, lines are fetched some blocks ahead. In a matrix
 * product the next strip's lines are fetched while its sums are computed: they are of rows that lie far apart. A
 * prefetch reads nothing, so it may be for addresses that no thread accesses. */
#include "strip_prefetch.h"

#include "../../fused/fused.h"
#include "../analysis/graph.h"
#include "../support/ir.h"
#include "../support/map.h"
#include "access_group.h"
#include "emission.h"
#include "launch_arguments.h"
#include "strip.h"
#include "thread_stride.h"

enum { LINE_BITS = 6, MOST_LINES = 64, AHEAD = 1024 }; /* threads */

typedef struct line {
    symbol base;
    int64_t times, number;
} line;

/* Whether steps of register tiles are among the strip's regions: they give the memory time. */
static bool multiplies(const emission *e)
{
    for (int s = 0; s < e->kernel->slots; s++)
        for (int r = 0; e->kernel->slot[s].tile && r < e->kernel->regions; r++)
            if (e->strips->member[r] && e->kernel->slot[s].used[r])
                return true;
    return false;
}

/* How many threads ahead; 0: nothing is fetched. */
static unsigned distance(const emission *e)
{
    const strips *set = e->strips;
    if (multiplies(e))
        return set->width / set->rows;
    for (int r = 0; r < e->kernel->regions; r++)
        if (set->member[r] && r != set->head && e->region == set->head &&
            e->kernel->block[e->kernel->region[r]].sync.kind == EMU_FUSED_COLLECTIVE)
            return AHEAD;
    return 0;
}

/* Whether the address is in the kernel's arrays, if it is `far`: shared memory is in the cache. */
static bool is_fetched(const emission *e, LLVMValueRef at, bool far)
{
    if (!LLVMIsALoadInst(at) || LLVMIsAAllocaInst(LLVMGetOperand(at, 0)) || map_get(&e->tiles.made, at) ||
        !fuse_is_divergent(e->kernel, LLVMGetOperand(at, 0)))
        return false;
    LLVMValueRef base = LLVMGetOperand(at, 0);
    while (LLVMIsAGetElementPtrInst(base))
        base = LLVMGetOperand(base, 0);
    return !far || (LLVMIsALoadInst(base) && emission_is_argument(e, LLVMGetOperand(base, 0)));
}

static void fetch(emission *e, const stride *at, line here)
{
    LLVMValueRef by = emission_number(e, e->i64, (uint64_t)here.number << LINE_BITS);
    if (at->factor) {
        LLVMValueRef rows = LLVMBuildMul(e->builder, emission_strip_factor(e, at),
                                         emission_number(e, e->i64, (uint64_t)here.times), "");
        by = LLVMBuildAdd(e->builder, by, rows, "");
    }
    fuse_build_prefetch(e->builder, LLVMBuildGEP2(e->builder, e->i8, emission_strip_base(e, at), &by, 1, ""));
}

static unsigned fetch_all(emission *e, LLVMValueRef load, line *lines, unsigned count)
{
    const stride *at = emission_strip_stride(e, LLVMGetOperand(load, 0));
    for (unsigned t = 0; at && t < e->strips->width; t++) {
        line here = {at->base, at->times[t], at->offset[t] >> LINE_BITS};
        unsigned i = 0;
        while (i < count &&
               (lines[i].base != here.base || lines[i].times != here.times || lines[i].number != here.number))
            i++;
        if (i < count || count == MOST_LINES)
            continue;
        lines[count++] = here;
        fetch(e, at, here);
    }
    return count;
}

void emission_prefetch_next(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    unsigned threads = distance(e);
    if (!threads)
        return;
    strips next = *e->strips;
    emission ahead = *e;
    next.x = LLVMBuildAdd(e->builder, next.x, emission_number(e, e->i64, threads), "");
    ahead.strips = &next;
    ahead.hoisted.possible = ahead.hoisted.values = ahead.accesses.group = (map){0};
    ahead.accesses.strides = NULL;
    line lines[MOST_LINES];
    unsigned count = 0;
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (is_fetched(e, at, threads == AHEAD))
                count = fetch_all(&ahead, at, lines, count);
    map_free(&ahead.hoisted.possible);
    map_free(&ahead.hoisted.values);
    emission_free_access_groups(&ahead);
}
