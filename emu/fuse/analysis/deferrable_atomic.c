/* Atomics that may be deferred until the region's threads have left it. Then they are done for many threads at once.
 *
 * An atomic without a scope's fence is relaxed: other threads may see it in any order with other accesses. Nobody
 * uses its result. So only the thread itself, or a fence, could make the delay visible. The atomic may be deferred
 * if, after it in the region, the thread
 *   - runs no fence, barrier, volatile access or call that may use memory, and
 *   - does not load or store memory that may hold the word, nor use another atomic on it.
 * An access may forward the value instead: if its number is as wide as the word, and all threads use one word, it
 * compares the addresses at run time, and takes the thread's own atomics into account.
 *
 * Two exceptions. Atomics of one kind and type commute, if all of them are deferred. Those of different kinds are
 * done in the program's order, kind after kind for all threads, as if a barrier stood between the two kinds. In a
 * loop that order does not exist if one of them comes both before and after the other. A thread that does one of
 * them at once first does the deferred ones that precede it on the same word.
 *
 * Invariant: nothing is changed. */
#include "deferrable_atomic.h"

#include <stdlib.h>
#include <string.h>

#include "../support/map.h"
#include "../support/memory.h"
#include "atomic_operation.h"
#include "calls.h"
#include "graph.h"
#include "memory_object.h"

typedef struct search {
    const fuse_kernel *kernel;
    const bool *contains;
    const map *candidates;
    bool forwards;
} search;

/* By block of the region: whether threads may reach it from the end of `block`. */
static bool *blocks_after(const search *s, int block)
{
    const fuse_kernel *kernel = s->kernel;
    bool *after = fuse_allocate((size_t)kernel->blocks, sizeof *after);
    int *stack = fuse_allocate((size_t)kernel->blocks + 1, sizeof *stack), depth = 0;
    for (int at = block;; at = stack[--depth]) {
        for (int i = 0; i < kernel->block[at].to_count; i++) {
            int to = kernel->block[at].to[i];
            if (s->contains[to] && !kernel->block[to].start && !after[to])
                after[stack[depth++] = to] = true;
        }
        if (!depth)
            break;
    }
    free(stack);
    return after;
}

/* Whether threads may go from `from` to `to` within the region. */
static bool comes_after(const search *s, LLVMValueRef to, LLVMValueRef from)
{
    int first = fuse_block_number(s->kernel, LLVMGetInstructionParent(from));
    int second = fuse_block_number(s->kernel, LLVMGetInstructionParent(to));
    bool *after = blocks_after(s, first), comes = after[second];
    free(after);
    for (LLVMValueRef at = from; at && first == second && !comes; at = LLVMGetNextInstruction(at))
        comes = at == to && at != from;
    return comes;
}

static bool may_use(const search *s, LLVMValueRef address, const fuse_object *word)
{
    fuse_object object = fuse_object_of(s->kernel, address);
    if (object.kind == FUSE_OBJECT_PRIVATE ||
        object.kind == FUSE_OBJECT_ARGUMENTS) /* an atomic there ends the launch */
        return false;
    return fuse_may_alias(&object, word);
}

static unsigned bits_of(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    default: return 0;
    }
}

static LLVMTypeRef accessed_type(LLVMValueRef access)
{
    return LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
}

/* Whether the access is of the whole word, or of memory beside it. */
static bool is_as_wide(LLVMValueRef call, LLVMValueRef access)
{
    unsigned bits = bits_of(LLVMTypeOf(call));
    return bits_of(accessed_type(access)) == bits && LLVMGetAlignment(access) * 8 >= bits;
}

static bool is_same_operation(LLVMValueRef a, const fuse_atomic *of_a, LLVMValueRef b, const fuse_atomic *of_b)
{
    bool same_sign =
        of_a->is_signed == of_b->is_signed || (of_a->kind != FUSE_ATOMIC_MIN && of_a->kind != FUSE_ATOMIC_MAX);
    return of_a->kind == of_b->kind && same_sign && LLVMTypeOf(a) == LLVMTypeOf(b);
}

/* Whether the atomic `at`, which comes after `call`, must see its effect. */
static bool orders(const search *s, LLVMValueRef call, LLVMValueRef at, const fuse_object *word)
{
    fuse_atomic of_call, of_at;
    if (strncmp(fuse_callee_name(at), "emu_atomic_cas_", 15) == 0 && LLVMGetNumArgOperands(at) == 3)
        return may_use(s, LLVMGetOperand(at, 0), word);
    if (!fuse_find_atomic(at, &of_at) || !fuse_find_atomic(call, &of_call))
        return true;
    if (map_get(s->candidates, at) && is_same_operation(call, &of_call, at, &of_at))
        return false;
    if (!may_use(s, LLVMGetOperand(at, 0), word))
        return false;
    return !map_get(s->candidates, at) || comes_after(s, call, at);
}

/* Whether the thread could see at `at`, after the call, that the call is late. */
static bool sees(const search *s, LLVMValueRef call, LLVMValueRef at, const fuse_object *word)
{
    bool forwards = s->forwards && (fuse_deferral)(uintptr_t)map_get(s->candidates, call) == FUSE_DEFER_ALL;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMLoad:
    case LLVMStore:
        return !fuse_is_simple_access(at) || (!(forwards && is_as_wide(call, at)) &&
                                              may_use(s, LLVMGetOperand(at, LLVMIsAStoreInst(at) != NULL), word));
    case LLVMCall:
        return fuse_call_of(at, NULL) == FUSE_ATOMIC ? orders(s, call, at, word) : !fuse_touches_no_memory(at);
    case LLVMUnreachable: return false;
    default: return fuse_may_write(at);
    }
}

static bool stays_deferrable(const search *s, LLVMValueRef call)
{
    const fuse_kernel *kernel = s->kernel;
    int own = fuse_block_number(kernel, LLVMGetInstructionParent(call));
    bool *after = blocks_after(s, own), good = true;
    fuse_object word = fuse_object_of(kernel, LLVMGetOperand(call, 0));
    for (LLVMValueRef at = LLVMGetNextInstruction(call); at && good; at = LLVMGetNextInstruction(at))
        good = !sees(s, call, at, &word);
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = after[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at && good;
             at = LLVMGetNextInstruction(at))
            good = at == call || !sees(s, call, at, &word);
    free(after);
    return good && word.kind != FUSE_OBJECT_PRIVATE;
}

/* Removing a candidate may make another one illegal: repeated until nothing changes. */
void fuse_keep_deferrable_atomics(const fuse_kernel *kernel, const bool *contains, map *candidates, bool forwards)
{
    search s = {kernel, contains, candidates, forwards};
    for (bool changed = candidates->count > 0; changed;) {
        changed = false;
        for (int i = 0; i < kernel->blocks; i++)
            for (LLVMValueRef at = contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
                 at = LLVMGetNextInstruction(at))
                if (map_get(candidates, at) && !stays_deferrable(&s, at)) {
                    map_put(candidates, at, NULL);
                    changed = true;
                }
    }
}

/* Whether the thread could see at `at`, an iteration later, that the call is late; except by plain loads and stores. */
static bool sees_later(const search *s, LLVMValueRef call, LLVMValueRef at, const fuse_object *word)
{
    fuse_call kind = LLVMIsACallInst(at) ? fuse_call_of(at, NULL) : FUSE_OTHER;
    if (kind == FUSE_ATOMIC)
        return !map_get(s->candidates, at) && orders(s, call, at, word);
    return !((LLVMIsALoadInst(at) || LLVMIsAStoreInst(at)) && fuse_is_simple_access(at)) && sees(s, call, at, word);
}

bool fuse_defers_around(const fuse_kernel *kernel, const bool *contains, const map *candidates, LLVMValueRef call)
{
    search s = {.kernel = kernel, .contains = contains, .candidates = candidates};
    fuse_object word = fuse_object_of(kernel, LLVMGetOperand(call, 0));
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (at != call && sees_later(&s, call, at, &word))
                return false;
    return true;
}

bool fuse_may_meet(const fuse_kernel *kernel, LLVMValueRef call, LLVMValueRef access)
{
    search s = {.kernel = kernel};
    fuse_object word = fuse_object_of(kernel, LLVMGetOperand(call, 0));
    return may_use(&s, LLVMGetOperand(access, LLVMIsAStoreInst(access) != NULL), &word);
}

bool fuse_must_forward(const fuse_kernel *kernel, const bool *contains, LLVMValueRef atomic, LLVMValueRef access)
{
    search s = {.kernel = kernel, .contains = contains};
    fuse_object word = fuse_object_of(kernel, LLVMGetOperand(atomic, 0));
    return is_as_wide(atomic, access) && may_use(&s, LLVMGetOperand(access, LLVMIsAStoreInst(access) != NULL), &word) &&
           comes_after(&s, access, atomic);
}
