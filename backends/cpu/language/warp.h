/* Warp collectives: votes, matches, shuffles, reductions. Every lane of `mask` that has not returned must call the same
 * one with the same mask; the calls may be at different places in the source. */
#ifndef LW_CPU_WARP_H
#define LW_CPU_WARP_H

#include "../../../api/lanewise/preprocessor.h"
#include "../../../emu/device/device.h"
#include "half_hooks.h"
#include "qualifiers.h"
#include "site.h"

/* As in CUDA the mask is optional: LW_CPU_MASK() is the full mask. An argument list is empty if it does not start with
 * a parenthesis, but does when `()` is appended. */
#define __syncwarp(...) emu_syncwarp(LW_CPU_MASK(__VA_ARGS__), LW_CPU_SITE("__syncwarp"))
#define LW_CPU_MASK(...) LW_PP_CAT(LW_CPU_MASK_, LW_CPU_HAS_PAREN(__VA_ARGS__))(__VA_ARGS__)
#define LW_CPU_MASK_1(...) (__VA_ARGS__)
#define LW_CPU_MASK_0(...) LW_PP_CAT(LW_CPU_MASK_EMPTY_, LW_CPU_HAS_PAREN(__VA_ARGS__()))(__VA_ARGS__)
#define LW_CPU_MASK_EMPTY_1(...) 0xffffffffu
#define LW_CPU_MASK_EMPTY_0(...) (__VA_ARGS__)
#define LW_CPU_HAS_PAREN(...) LW_PP_SECOND(LW_CPU_PAREN_PROBE __VA_ARGS__, 0)
#define LW_CPU_PAREN_PROBE(...) ~, 1,

/* Only the caller, or all lanes that reach this call: LANEWISE_ACTIVEMASK chooses. */
#define __activemask() emu_activemask(LW_CPU_SITE("__activemask"))
#define __all_sync(mask, predicate) emu_all(mask, predicate, LW_CPU_SITE("__all_sync"))
#define __any_sync(mask, predicate) emu_any(mask, predicate, LW_CPU_SITE("__any_sync"))
#define __uni_sync(mask, predicate) emu_uni(mask, predicate, LW_CPU_SITE("__uni_sync"))
#define __ballot_sync(mask, predicate) emu_ballot(mask, predicate, LW_CPU_SITE("__ballot_sync"))

/* The value as 64 bits. `+` promotes as arguments of CUDA's overloads are promoted, and rejects structures and
 * pointers; 16-bit floating-point numbers and pairs are not promoted. */
#ifdef __cplusplus
#define LW_CPU_VALUE_TYPE(value) __typeof__(+(value))
#else
#define LW_CPU_VALUE_TYPE(value)                                                                                       \
    __typeof__(_Generic((value)LW_CPU_IF_HALF(, __half : (value), __half2 : (value))                                   \
                            LW_CPU_IF_BFLOAT16(, __nv_bfloat16 : (value), __nv_bfloat162 : (value)),                   \
                   default: +_Generic((value)LW_CPU_IF_HALF(, __half : 0, __half2 : 0)                                 \
                                          LW_CPU_IF_BFLOAT16(, __nv_bfloat16 : 0, __nv_bfloat162 : 0),                 \
                       default: (value))))
#endif
#define LW_CPU_BITS(value)                                                                                             \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(sizeof(LW_CPU_VALUE_TYPE(value)) <= 8, "a warp exchanges values of at most 8 bytes"); \
        LW_CPU_VALUE_TYPE(value) lw__value = (value);                                                                  \
        uint64_t lw__bits = 0;                                                                                         \
        __builtin_memcpy(&lw__bits, &lw__value, sizeof lw__value);                                                     \
        lw__bits;                                                                                                      \
    })

#define __match_any_sync(mask, value) emu_match_any(mask, LW_CPU_BITS(+(value)), LW_CPU_SITE("__match_any_sync"))
#define __match_all_sync(mask, value, predicate)                                                                       \
    emu_match_all(mask, LW_CPU_BITS(+(value)), predicate, LW_CPU_SITE("__match_all_sync"))

/* The width is optional, as in CUDA. */
#define __shfl_sync(mask, value, ...) LW_CPU_SHUFFLE(EMU_SHUFFLE_INDEX, "__shfl_sync", mask, value, __VA_ARGS__, 32, )
#define __shfl_up_sync(mask, value, ...)                                                                               \
    LW_CPU_SHUFFLE(EMU_SHUFFLE_UP, "__shfl_up_sync", mask, value, __VA_ARGS__, 32, )
#define __shfl_down_sync(mask, value, ...)                                                                             \
    LW_CPU_SHUFFLE(EMU_SHUFFLE_DOWN, "__shfl_down_sync", mask, value, __VA_ARGS__, 32, )
#define __shfl_xor_sync(mask, value, ...)                                                                              \
    LW_CPU_SHUFFLE(EMU_SHUFFLE_XOR, "__shfl_xor_sync", mask, value, __VA_ARGS__, 32, )
#define LW_CPU_SHUFFLE(kind, what, mask, value, operand, width, ...)                                                   \
    __extension__({                                                                                                    \
        uint64_t lw__bits = emu_shfl(kind, mask, LW_CPU_BITS(value), (unsigned)(operand), width, LW_CPU_SITE(what));   \
        LW_CPU_VALUE_TYPE(value) lw__value;                                                                            \
        __builtin_memcpy(&lw__value, &lw__bits, sizeof lw__value);                                                     \
        lw__value;                                                                                                     \
    })

/* As in CUDA, for 32-bit integers only; the value's signedness chooses the operation. */
#define __reduce_add_sync(mask, value) LW_CPU_REDUCE("__reduce_add_sync", ADD, ADD, mask, value)
#define __reduce_min_sync(mask, value) LW_CPU_REDUCE("__reduce_min_sync", MIN_I32, MIN_U32, mask, value)
#define __reduce_max_sync(mask, value) LW_CPU_REDUCE("__reduce_max_sync", MAX_I32, MAX_U32, mask, value)
#define __reduce_and_sync(mask, value) emu_reduce(EMU_REDUCE_AND, mask, value, LW_CPU_SITE("__reduce_and_sync"))
#define __reduce_or_sync(mask, value) emu_reduce(EMU_REDUCE_OR, mask, value, LW_CPU_SITE("__reduce_or_sync"))
#define __reduce_xor_sync(mask, value) emu_reduce(EMU_REDUCE_XOR, mask, value, LW_CPU_SITE("__reduce_xor_sync"))
#define LW_CPU_REDUCE(what, operation, unsigned_operation, mask, value)                                                \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(_Generic(+(value), int: 1, unsigned: 1, default: 0), what " takes int and unsigned"); \
        (LW_CPU_VALUE_TYPE(value))                                                                                     \
            emu_reduce((LW_CPU_VALUE_TYPE(value)) - 1 > 0 ? EMU_REDUCE_##unsigned_operation : EMU_REDUCE_##operation,  \
                       mask, (unsigned)(value), LW_CPU_SITE(what));                                                    \
    })

#endif
