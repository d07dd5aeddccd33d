/* Numbers a block's instructions. */
#include "memory_order.h"

#include <stdlib.h>

#include "../support/memory.h"

typedef struct memory_place {
    unsigned order, writes, accesses;
} memory_place;

/* Whether the callee is declared to use no memory. */
static bool calls_without_memory(LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetCalledValue(call);
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef memory = LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
    if (!memory && LLVMIsAFunction(function))
        memory = LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
    return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

static bool may_access(LLVMValueRef at)
{
    if (LLVMIsACallInst(at))
        return !calls_without_memory(at);
    LLVMOpcode operation = LLVMGetInstructionOpcode(at);
    return operation == LLVMLoad || operation == LLVMStore || operation == LLVMAtomicRMW ||
           operation == LLVMAtomicCmpXchg || operation == LLVMFence || operation == LLVMInvoke;
}

memory_order memory_order_of(LLVMBasicBlockRef block)
{
    unsigned count = 0, writes = 0, accesses = 0;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
        count++;
    memory_order made = {.place = fuse_allocate(count, sizeof *made.place)};
    unsigned order = 0;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at), order++) {
        made.place[order] = (memory_place){order, writes, accesses};
        map_put(&made.at, at, &made.place[order]);
        accesses += may_access(at);
        writes += may_access(at) && !(LLVMIsALoadInst(at) && memory_is_simple(at));
    }
    return made;
}

void memory_order_free(memory_order *order)
{
    map_free(&order->at);
    free(order->place);
}

static const memory_place *find(const memory_order *in, LLVMValueRef at)
{
    return map_get(&in->at, at);
}

bool memory_comes_before(const memory_order *in, LLVMValueRef a, LLVMValueRef b)
{
    return find(in, a)->order < find(in, b)->order;
}

unsigned memory_writes_before(const memory_order *in, LLVMValueRef at)
{
    return find(in, at)->writes;
}

unsigned memory_accesses_before(const memory_order *in, LLVMValueRef at)
{
    return find(in, at)->accesses;
}

bool memory_is_simple(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}
