/* Warp collectives and named barriers. Each is one call of the vocabulary, also for values of 8 bytes. */
#ifndef LANEWISE_CUDA_WARP_H
#define LANEWISE_CUDA_WARP_H

/* clang-format off */
#define LW_CUDA_SHUFFLE(name, word, operand_type)                                                                      \
    LW_CUDA_WORD unsigned long long word(unsigned mask, unsigned long long bits, unsigned operand, int width);         \
    LW_CUDA_SHUFFLE_OF(name, word, operand_type, int)                                                                  \
    LW_CUDA_SHUFFLE_OF(name, word, operand_type, unsigned)                                                             \
    LW_CUDA_SHUFFLE_OF(name, word, operand_type, long)                                                                 \
    LW_CUDA_SHUFFLE_OF(name, word, operand_type, unsigned long)                                                        \
    LW_CUDA_SHUFFLE_OF(name, word, operand_type, long long)                                                            \
    LW_CUDA_SHUFFLE_OF(name, word, operand_type, unsigned long long)                                                   \
    LW_CUDA_SHUFFLE_OF(name, word, operand_type, float)                                                                \
    LW_CUDA_SHUFFLE_OF(name, word, operand_type, double)
/* clang-format on */
#define LW_CUDA_SHUFFLE_OF(name, word, operand_type, type)                                                             \
    LW_CUDA_DEVICE type name(unsigned mask, type value, operand_type operand, int width = 32)                          \
    {                                                                                                                  \
        unsigned long long bits = 0;                                                                                   \
        __builtin_memcpy(&bits, &value, sizeof value);                                                                 \
        bits = word(mask, bits, (unsigned)operand, width);                                                             \
        __builtin_memcpy(&value, &bits, sizeof value);                                                                 \
        return value;                                                                                                  \
    }
LW_CUDA_SHUFFLE(__shfl_sync, lw_cuda_shfl_idx, int)
LW_CUDA_SHUFFLE(__shfl_up_sync, lw_cuda_shfl_up, unsigned)
LW_CUDA_SHUFFLE(__shfl_down_sync, lw_cuda_shfl_down, unsigned)
LW_CUDA_SHUFFLE(__shfl_xor_sync, lw_cuda_shfl_xor, int)
#undef LW_CUDA_SHUFFLE
#undef LW_CUDA_SHUFFLE_OF

LW_CUDA_WORD unsigned lw_cuda_match_any(unsigned mask, unsigned long long bits);
LW_CUDA_WORD unsigned lw_cuda_match_all(unsigned mask, unsigned long long bits, int *predicate);
#define LW_CUDA_MATCH(type)                                                                                            \
    LW_CUDA_DEVICE unsigned __match_any_sync(unsigned mask, type value)                                                \
    {                                                                                                                  \
        unsigned long long bits = 0;                                                                                   \
        __builtin_memcpy(&bits, &value, sizeof value);                                                                 \
        return lw_cuda_match_any(mask, bits);                                                                          \
    }                                                                                                                  \
    LW_CUDA_DEVICE unsigned __match_all_sync(unsigned mask, type value, int *predicate)                                \
    {                                                                                                                  \
        unsigned long long bits = 0;                                                                                   \
        __builtin_memcpy(&bits, &value, sizeof value);                                                                 \
        return lw_cuda_match_all(mask, bits, predicate);                                                               \
    }
LW_CUDA_MATCH(int)
LW_CUDA_MATCH(unsigned)
LW_CUDA_MATCH(long)
LW_CUDA_MATCH(unsigned long)
LW_CUDA_MATCH(long long)
LW_CUDA_MATCH(unsigned long long)
LW_CUDA_MATCH(float)
LW_CUDA_MATCH(double)
#undef LW_CUDA_MATCH

#define LW_CUDA_REDUCE(name, word, type)                                                                               \
    LW_CUDA_WORD unsigned word(unsigned mask, unsigned value);                                                         \
    LW_CUDA_DEVICE type name(unsigned mask, type value)                                                                \
    {                                                                                                                  \
        return (type)word(mask, (unsigned)value);                                                                      \
    }
LW_CUDA_REDUCE(__reduce_add_sync, lw_cuda_reduce_add, int)
LW_CUDA_REDUCE(__reduce_add_sync, lw_cuda_reduce_add, unsigned)
LW_CUDA_REDUCE(__reduce_min_sync, lw_cuda_reduce_min_i32, int)
LW_CUDA_REDUCE(__reduce_min_sync, lw_cuda_reduce_min_u32, unsigned)
LW_CUDA_REDUCE(__reduce_max_sync, lw_cuda_reduce_max_i32, int)
LW_CUDA_REDUCE(__reduce_max_sync, lw_cuda_reduce_max_u32, unsigned)
LW_CUDA_REDUCE(__reduce_and_sync, lw_cuda_reduce_and, unsigned)
LW_CUDA_REDUCE(__reduce_or_sync, lw_cuda_reduce_or, unsigned)
LW_CUDA_REDUCE(__reduce_xor_sync, lw_cuda_reduce_xor, unsigned)
#undef LW_CUDA_REDUCE

LW_CUDA_DEVICE void __syncwarp(unsigned mask = 0xffffffff)
{
    __nvvm_bar_warp_sync(mask);
}
LW_CUDA_DEVICE int __all_sync(unsigned mask, int predicate)
{
    return __nvvm_vote_all_sync(mask, predicate);
}
LW_CUDA_DEVICE int __any_sync(unsigned mask, int predicate)
{
    return __nvvm_vote_any_sync(mask, predicate);
}
LW_CUDA_DEVICE int __uni_sync(unsigned mask, int predicate)
{
    return __nvvm_vote_uni_sync(mask, predicate);
}
LW_CUDA_DEVICE unsigned __ballot_sync(unsigned mask, int predicate)
{
    return __nvvm_vote_ballot_sync(mask, predicate);
}
LW_CUDA_DEVICE unsigned __activemask()
{
    return __nvvm_activemask();
}
LW_CUDA_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    return __nvvm_fns(mask, base, offset);
}
LW_CUDA_DEVICE void __barrier_sync(unsigned id)
{
    __nvvm_barrier_sync(id);
}
LW_CUDA_DEVICE void __barrier_sync_count(unsigned id, unsigned count)
{
    __nvvm_barrier_sync_cnt(id, count);
}

#endif
