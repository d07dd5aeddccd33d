/* Loads, stores and reductions at multicast addresses: each does the same to the copies of all devices. An element is one atomic
 * access of a copy. Copies are reduced in the order in which the devices were added to the object. */
#include <string.h>

#include "../check/check.h"
#include "../host/multicast.h"
#include "../machine/yield_budget.h"
#include "multimem.h"

/* CUDA's numbers of orders and scopes. */
enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, MOST_SCOPE = 4 };

typedef struct access {
    unsigned operation, type, count, size; /* size: of an element */
    emu_multicast_copies copies;
    uintptr_t by; /* in checked mode: the place in code; else 0 */
    unsigned scope;
} access;

/* For functions that kernels call. */
#define HERE (emu_self->check ? (uintptr_t)__builtin_return_address(0) - 1 : 0)

static __attribute__((noreturn)) void refuse(const access *a, emu_multicast_result result, const void *address,
                                             const emu_site *site)
{
    switch (result) {
    case EMU_MULTICAST_REFUSED:
        emu_fail_saying(emu_self, LW_ERROR_ILLEGAL_ADDRESS, site,
                        "illegal address: %s at %#zx, a multicast address to which device cpu:%u has no access "
                        "(lw_virtual_memory_set_access)",
                        site->what, (size_t)address, emu_self->grid->device);
    case EMU_MULTICAST_UNBOUND:
        emu_fail_saying(
            emu_self, LW_ERROR_ILLEGAL_ADDRESS, site,
            "illegal address: %s at %#zx, byte %zu of a multicast object, where no memory of device cpu:%u is bound",
            site->what, (size_t)address, a->copies.offset, a->copies.device);
    default:
        emu_fail_saying(emu_self, LW_ERROR_ILLEGAL_ADDRESS, site,
                        "illegal address: %s at %#zx; expected a multicast address (lw_multicast_map)", site->what,
                        (size_t)address);
    }
}

/* Finds the copies, or ends the launch. `order_allowed`: beside relaxed. */
static void begin(access *a, const void *address, unsigned what, int order, int order_allowed, int scope, uintptr_t by,
                  const emu_site *site)
{
    *a = (access){.operation = what & 15, .type = what >> 4 & 15, .count = what >> 8, .by = by};
    a->size = (unsigned)emu_multimem_size(a->type);
    if ((order != RELAXED && order != order_allowed) || scope < 0 || scope > MOST_SCOPE)
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site,
                        "%s: order is %d, scope %d; expected __NV_ATOMIC_RELAXED or __NV_ATOMIC_%s, and a scope",
                        site->what, order, scope, order_allowed == ACQUIRE ? "ACQUIRE" : "RELEASE");
    unsigned bytes = a->count * a->size;
    if ((uintptr_t)address % bytes)
        emu_fail_saying(emu_self, LW_ERROR_MISALIGNED_ADDRESS, site, "misaligned address: %s of %u bytes at %#zx",
                        site->what, bytes, (size_t)address);
    emu_multicast_result result = emu_multicast_find((uintptr_t)address, emu_self->grid->device, by != 0, &a->copies);
    if (result != EMU_MULTICAST_FOUND)
        refuse(a, result, address, site);
    enum { THREAD, BLOCK };
    a->scope = scope == THREAD || scope == BLOCK ? EMU_SCOPE_BLOCK : EMU_SCOPE_SYSTEM;
}

static void fence(const access *a)
{
    if (a->by)
        emu_check_fence(emu_self, a->scope);
    atomic_thread_fence(memory_order_seq_cst);
}

/* Whether the copy may be accessed. */
static bool is_allowed(const access *a, unsigned copy, unsigned element, emu_multimem_use use)
{
    return !a->by || emu_check_multimem(a->copies.known[copy] + element * a->size, a->size, use, a->scope, a->by);
}

/* ---- elements ---- */
static uint64_t load(const void *at, unsigned size)
{
    return size == 8 ? __atomic_load_n((const uint64_t *)at, __ATOMIC_RELAXED)
                     : __atomic_load_n((const uint32_t *)at, __ATOMIC_RELAXED);
}

static void store(void *at, unsigned size, uint64_t value)
{
    if (size == 8)
        __atomic_store_n((uint64_t *)at, value, __ATOMIC_RELAXED);
    else
        __atomic_store_n((uint32_t *)at, (uint32_t)value, __ATOMIC_RELAXED);
}

static bool replace(void *at, unsigned size, uint64_t old, uint64_t next)
{
    uint32_t word = (uint32_t)old;
    return size == 8
               ? __atomic_compare_exchange_n((uint64_t *)at, &old, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
               : __atomic_compare_exchange_n((uint32_t *)at, &word, (uint32_t)next, false, __ATOMIC_RELAXED,
                                             __ATOMIC_RELAXED);
}

static uint64_t element_of(const emu_multimem_value *value, const access *a, unsigned i)
{
    uint64_t element = 0;
    memcpy(&element, (const char *)value + i * a->size, a->size);
    return element;
}

/* ---- the functions ---- */
emu_multimem_value emu_multimem_load_reduce(const void *address, unsigned what, int order, int scope,
                                            const emu_site *site)
{
    access a;
    emu_multimem_value result = {0, 0};
    begin(&a, address, what, order, ACQUIRE, scope, HERE, site);
    for (unsigned i = 0; i < a.count; i++) {
        uint64_t elements[EMU_MOST_DEVICES], reduced;
        for (unsigned copy = 0; copy < a.copies.count; copy++)
            elements[copy] =
                is_allowed(&a, copy, i, EMU_MULTIMEM_READS) ? load(a.copies.at[copy] + i * a.size, a.size) : 0;
        if (a.operation == EMU_MULTIMEM_ADD_ACC_F32) {
            reduced = emu_multimem_sum_wide(a.type, elements, a.copies.count);
        } else {
            reduced = elements[0];
            for (unsigned copy = 1; copy < a.copies.count; copy++)
                reduced = emu_multimem_combine(a.operation, a.type, reduced, elements[copy]);
        }
        memcpy((char *)&result + i * a.size, &reduced, a.size);
    }
    if (order != RELAXED)
        fence(&a);
    emu_spend_yield_budget();
    return result;
}

void emu_multimem_store(void *address, unsigned what, emu_multimem_value value, int order, int scope,
                        const emu_site *site)
{
    access a;
    begin(&a, address, what, order, RELEASE, scope, HERE, site);
    if (order != RELAXED)
        fence(&a);
    for (unsigned copy = 0; copy < a.copies.count; copy++)
        for (unsigned i = 0; i < a.count; i++)
            if (is_allowed(&a, copy, i, EMU_MULTIMEM_WRITES))
                store(a.copies.at[copy] + i * a.size, a.size, element_of(&value, &a, i));
    emu_spend_yield_budget();
}

void emu_multimem_reduce(void *address, unsigned what, emu_multimem_value value, int order, int scope,
                         const emu_site *site)
{
    access a;
    begin(&a, address, what, order, RELEASE, scope, HERE, site);
    if (order != RELAXED)
        fence(&a);
    for (unsigned copy = 0; copy < a.copies.count; copy++)
        for (unsigned i = 0; i < a.count; i++) {
            char *at = a.copies.at[copy] + i * a.size;
            uint64_t old, next, operand = element_of(&value, &a, i);
            if (!is_allowed(&a, copy, i, EMU_MULTIMEM_REDUCES))
                continue;
            do {
                old = load(at, a.size);
                next = emu_multimem_combine(a.operation, a.type, old, operand);
            } while (!replace(at, a.size, old, next));
        }
    emu_spend_yield_budget();
}
