/* The thread's place, and its processor's registers. */
#ifndef VOCABULARY_PLACE_H
#define VOCABULARY_PLACE_H

#include "vocabulary.h"

#define PLACE(axis)                                                                                                    \
    WORD unsigned nvvm_read_ptx_sreg_tid_##axis(void)                                                                  \
    {                                                                                                                  \
        return LW_CPU_THREAD(axis);                                                                                    \
    }                                                                                                                  \
    WORD unsigned nvvm_read_ptx_sreg_ctaid_##axis(void)                                                                \
    {                                                                                                                  \
        return LW_CPU_BLOCK_AT(axis);                                                                                  \
    }                                                                                                                  \
    WORD unsigned nvvm_read_ptx_sreg_ntid_##axis(void)                                                                 \
    {                                                                                                                  \
        return LW_CPU_BLOCK_DIM(axis);                                                                                 \
    }                                                                                                                  \
    WORD unsigned nvvm_read_ptx_sreg_nctaid_##axis(void)                                                               \
    {                                                                                                                  \
        return LW_CPU_GRID_DIM(axis);                                                                                  \
    }
PLACE(x)
PLACE(y)
PLACE(z)
#undef PLACE

/* A register that is a number of the thread's lane. */
#define REGISTER(name, type, value)                                                                                    \
    WORD type nvvm_read_ptx_sreg_##name(void)                                                                          \
    {                                                                                                                  \
        return value;                                                                                                  \
    }
REGISTER(warpsize, unsigned, 32)
REGISTER(laneid, unsigned, LW_CPU_RANK % 32)
REGISTER(warpid, unsigned, LW_CPU_RANK / 32)
REGISTER(smid, unsigned, emu_multiprocessor())
REGISTER(nsmid, unsigned, emu_multiprocessors())
REGISTER(lanemask_eq, unsigned, 1u << LW_CPU_RANK % 32)
REGISTER(lanemask_lt, unsigned, (1u << LW_CPU_RANK % 32) - 1)
REGISTER(lanemask_le, unsigned, (2u << LW_CPU_RANK % 32) - 1)
REGISTER(lanemask_ge, unsigned, ~((1u << LW_CPU_RANK % 32) - 1))
REGISTER(lanemask_gt, unsigned, ~((2u << LW_CPU_RANK % 32) - 1))
REGISTER(clock, int, (int)emu_clock64())
REGISTER(clock64, long long, emu_clock64())
REGISTER(globaltimer, unsigned long long, emu_globaltimer())
#undef REGISTER

WORD char *lw_cuda_shared(lw_shared_variable *record)
{
    return LW_CPU_SHARED_AT(*record);
}

WORD char *lw_cuda_dynamic_shared(void)
{
    return LW_CPU_DYNAMIC_AT;
}

/* Where a __grid_constant__ parameter is. */
WORD const void *lw_cuda_argument(size_t offset)
{
    return (const char *)emu_arguments() + offset;
}

/* Spaces of addresses. */
#define SPACE(name, kernel_name)                                                                                       \
    WORD bool nvvm_isspacep_##name(const void *pointer)                                                                \
    {                                                                                                                  \
        return kernel_name(pointer);                                                                                   \
    }                                                                                                                  \
    WORD unsigned lw_cuda_is_##name(const void *pointer)                                                               \
    {                                                                                                                  \
        return kernel_name(pointer);                                                                                   \
    }
SPACE(global, __isGlobal)
SPACE(shared, __isShared)
SPACE(const, __isConstant)
SPACE(local, __isLocal)
SPACE(param, __isGridConstant)
#undef SPACE

WORD size_t lw_cuda_to_shared(const void *pointer)
{
    return __cvta_generic_to_shared(pointer);
}

WORD void *lw_cuda_from_shared(size_t address)
{
    return __cvta_shared_to_generic(address);
}

#endif
