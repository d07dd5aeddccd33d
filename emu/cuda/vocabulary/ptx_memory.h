/* Accesses of inline PTX with an order and a scope: CUDA's numbers of both. The emulator orders more than requested, as for
 * `__nv_atomic_load()` and its kin; checked mode gets what was requested. */
#ifndef VOCABULARY_PTX_MEMORY_H
#define VOCABULARY_PTX_MEMORY_H

#include "vocabulary.h"

typedef struct ptx_words {
    unsigned long long low, high;
} ptx_words;

WORD unsigned long long lw_ptx_load(const void *address, size_t size, int order, int scope)
{
    unsigned long long value = 0;
    LW_CPU_NEXT_ATOMIC(order, order, scope);
    emu_atomic_load(address, &value, size);
    return value;
}

WORD ptx_words lw_ptx_load_128(const void *address, size_t size, int order, int scope)
{
    ptx_words value = {0, 0};
    LW_CPU_NEXT_ATOMIC(order, order, scope);
    emu_atomic_load(address, &value, size);
    return value;
}

WORD void lw_ptx_store(void *address, size_t size, unsigned long long low, unsigned long long high, int order,
                       int scope)
{
    ptx_words value = {low, high};
    LW_CPU_NEXT_ATOMIC(order, order, scope);
    emu_atomic_store(address, &value, size);
}

#define PTX_ATOMIC(name, type, word)                                                                                   \
    WORD type lw_ptx_atom_##name(type *address, type value, int order, int scope)                                      \
    {                                                                                                                  \
        LW_CPU_FENCE_UNLESS_RELAXED(order);                                                                            \
        LW_CPU_NEXT_ATOMIC(order, order, scope);                                                                       \
        type old = word(address, value);                                                                               \
        LW_CPU_FENCE_UNLESS_RELAXED(order);                                                                            \
        return old;                                                                                                    \
    }
/* A comparison that fails acquires, if the success does. */
#define PTX_COMPARE(name, type, word)                                                                                  \
    WORD type lw_ptx_atom_##name(type *address, type compare, type value, int order, int scope)                        \
    {                                                                                                                  \
        int failure = order == __NV_ATOMIC_RELEASE   ? __NV_ATOMIC_RELAXED                                             \
                      : order == __NV_ATOMIC_ACQ_REL ? __NV_ATOMIC_ACQUIRE                                             \
                                                     : order;                                                          \
        (void)failure;                                                                                                 \
        LW_CPU_FENCE_UNLESS_RELAXED(order);                                                                            \
        LW_CPU_NEXT_ATOMIC(order, failure, scope);                                                                     \
        type old = word(address, compare, value);                                                                      \
        LW_CPU_FENCE_UNLESS_RELAXED(order);                                                                            \
        return old;                                                                                                    \
    }
PTX_ATOMIC(add_s32, int, emu_atomic_add_i32)
PTX_ATOMIC(add_u32, unsigned, emu_atomic_add_u32)
PTX_ATOMIC(add_s64, long long, emu_atomic_add_i64)
PTX_ATOMIC(add_u64, unsigned long long, emu_atomic_add_u64)
PTX_ATOMIC(add_f32, float, emu_atomic_add_f32)
PTX_ATOMIC(add_f64, double, emu_atomic_add_f64)
PTX_ATOMIC(min_s32, int, emu_atomic_min_i32)
PTX_ATOMIC(min_u32, unsigned, emu_atomic_min_u32)
PTX_ATOMIC(min_s64, long long, emu_atomic_min_i64)
PTX_ATOMIC(min_u64, unsigned long long, emu_atomic_min_u64)
PTX_ATOMIC(max_s32, int, emu_atomic_max_i32)
PTX_ATOMIC(max_u32, unsigned, emu_atomic_max_u32)
PTX_ATOMIC(max_s64, long long, emu_atomic_max_i64)
PTX_ATOMIC(max_u64, unsigned long long, emu_atomic_max_u64)
PTX_ATOMIC(and_b32, unsigned, emu_atomic_and_u32)
PTX_ATOMIC(and_b64, unsigned long long, emu_atomic_and_u64)
PTX_ATOMIC(or_b32, unsigned, emu_atomic_or_u32)
PTX_ATOMIC(or_b64, unsigned long long, emu_atomic_or_u64)
PTX_ATOMIC(xor_b32, unsigned, emu_atomic_xor_u32)
PTX_ATOMIC(xor_b64, unsigned long long, emu_atomic_xor_u64)
PTX_ATOMIC(exch_b32, unsigned, emu_atomic_exch_u32)
PTX_ATOMIC(exch_b64, unsigned long long, emu_atomic_exch_u64)
PTX_ATOMIC(inc_u32, unsigned, emu_atomic_inc_u32)
PTX_ATOMIC(dec_u32, unsigned, emu_atomic_dec_u32)
PTX_COMPARE(cas_b16, unsigned short, emu_atomic_cas_u16)
PTX_COMPARE(cas_b32, unsigned, emu_atomic_cas_u32)
PTX_COMPARE(cas_b64, unsigned long long, emu_atomic_cas_u64)
#undef PTX_ATOMIC
#undef PTX_COMPARE

/* ---- fences ---- */
#define PTX_FENCE(name, order, scope)                                                                                  \
    WORD void lw_ptx_##name(void)                                                                                      \
    {                                                                                                                  \
        scope();                                                                                                       \
    }
#define PTX_FENCES(kind)                                                                                               \
    PTX_FENCE(fence_##kind##_cta, , emu_threadfence_block)                                                             \
    PTX_FENCE(fence_##kind##_cluster, , emu_threadfence)                                                               \
    PTX_FENCE(fence_##kind##_gpu, , emu_threadfence)                                                                   \
    PTX_FENCE(fence_##kind##_sys, , emu_threadfence_system)
PTX_FENCES(sc)
PTX_FENCES(acq_rel)
PTX_FENCE(membar_cta, , emu_threadfence_block)
PTX_FENCE(membar_gl, , emu_threadfence)
PTX_FENCE(membar_sys, , emu_threadfence_system)
PTX_FENCE(fence_mbarrier_init_release_cluster, , emu_threadfence_block)
PTX_FENCE(fence_proxy_async, , emu_threadfence_block)
PTX_FENCE(fence_proxy_async_shared__cta, , emu_threadfence_block)
PTX_FENCE(fence_proxy_async_shared__cluster, , emu_threadfence_block)
PTX_FENCE(fence_proxy_async_global, , emu_threadfence_block)
#undef PTX_FENCES
#undef PTX_FENCE

/* ---- spaces of addresses ---- */
#define PTX_SPACE(name, word)                                                                                          \
    WORD bool lw_ptx_isspacep_##name(const void *pointer)                                                              \
    {                                                                                                                  \
        return word(pointer);                                                                                          \
    }
PTX_SPACE(global, __isGlobal)
PTX_SPACE(shared, __isShared)
PTX_SPACE(shared__cta, __isShared)
PTX_SPACE(const, __isConstant)
PTX_SPACE(local, __isLocal)
PTX_SPACE(param, __isGridConstant)
PTX_SPACE(param__entry, __isGridConstant)
#undef PTX_SPACE

WORD unsigned long long lw_ptx_cvta_to_shared_u64(const void *pointer)
{
    return __cvta_generic_to_shared(pointer);
}
WORD unsigned long long lw_ptx_cvta_shared_u64(unsigned long long address)
{
    return (unsigned long long)(uintptr_t)__cvta_shared_to_generic(address);
}
WORD unsigned long long lw_ptx_cvta_to_global_u64(unsigned long long address)
{
    return address;
}
WORD unsigned long long lw_ptx_cvta_global_u64(unsigned long long address)
{
    return address;
}

/* ---- caches, which have no instructions here ---- */
#define PTX_HINT(name)                                                                                                 \
    WORD void lw_ptx_##name(const void *pointer)                                                                       \
    {                                                                                                                  \
        (void)pointer;                                                                                                 \
    }
PTX_HINT(prefetch_L1)
PTX_HINT(prefetch_L2)
PTX_HINT(prefetch_global_L1)
PTX_HINT(prefetch_global_L2)
PTX_HINT(prefetch_global_L2__evict_last)
PTX_HINT(prefetch_global_L2__evict_normal)
#undef PTX_HINT

#endif
