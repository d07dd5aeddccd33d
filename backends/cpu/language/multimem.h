/* Multicast addresses: see api/lanewise/reference/multimem.h. */
#ifndef LW_CPU_MULTIMEM_H
#define LW_CPU_MULTIMEM_H

#include "../../../api/lanewise/preprocessor.h"
#include "../../../emu/device/device_multimem.h"
#include "atomic_scoped.h"
#include "bfloat16_types.h"
#include "half_types.h"
#include "qualifiers.h"
#include "refusal.h"
#include "site.h"

#ifdef __cplusplus
#include "multimem_overloads.h"
#else

/* The functions of a type: of one element, and of `count`. */
#define LW_CPU_MULTIMEM_TYPE(suffix, type, number)                                                                     \
    LW_CPU_INLINE type lw_cpu_multimem_load_##suffix(const type *address, unsigned operation, int order, int scope,    \
                                                     const emu_site *site)                                             \
    {                                                                                                                  \
        type value;                                                                                                    \
        emu_multimem_value loaded =                                                                                    \
            emu_multimem_load_reduce(address, EMU_MULTIMEM(operation, number, 1), order, scope, site);                 \
        __builtin_memcpy(&value, &loaded, sizeof value);                                                               \
        return value;                                                                                                  \
    }                                                                                                                  \
    LW_CPU_INLINE void lw_cpu_multimem_store_##suffix(type *address, type value, unsigned operation, int order,        \
                                                      int scope, const emu_site *site)                                 \
    {                                                                                                                  \
        emu_multimem_value stored = {0, 0};                                                                            \
        __builtin_memcpy(&stored, &value, sizeof value);                                                               \
        if (operation == EMU_MULTIMEM_STORE)                                                                           \
            emu_multimem_store(address, EMU_MULTIMEM(operation, number, 1), stored, order, scope, site);               \
        else                                                                                                           \
            emu_multimem_reduce(address, EMU_MULTIMEM(operation, number, 1), stored, order, scope, site);              \
    }
#define LW_CPU_MULTIMEM_VECTOR(suffix, type, number)                                                                   \
    LW_CPU_INLINE void lw_cpu_multimem_load_vector_##suffix(type *result, const type *address, unsigned count,         \
                                                            unsigned operation, int order, int scope,                  \
                                                            const emu_site *site)                                      \
    {                                                                                                                  \
        emu_multimem_value loaded =                                                                                    \
            emu_multimem_load_reduce(address, EMU_MULTIMEM(operation, number, count), order, scope, site);             \
        __builtin_memcpy(result, &loaded, count * sizeof *result);                                                     \
    }                                                                                                                  \
    LW_CPU_INLINE void lw_cpu_multimem_store_vector_##suffix(type *address, const type *values, unsigned count,        \
                                                             unsigned operation, int order, int scope,                 \
                                                             const emu_site *site)                                     \
    {                                                                                                                  \
        emu_multimem_value stored = {0, 0};                                                                            \
        __builtin_memcpy(&stored, values, count * sizeof *values);                                                     \
        if (operation == EMU_MULTIMEM_STORE)                                                                           \
            emu_multimem_store(address, EMU_MULTIMEM(operation, number, count), stored, order, scope, site);           \
        else                                                                                                           \
            emu_multimem_reduce(address, EMU_MULTIMEM(operation, number, count), stored, order, scope, site);          \
    }
LW_CPU_MULTIMEM_TYPE(int, int, EMU_MULTIMEM_I32)
LW_CPU_MULTIMEM_TYPE(unsigned, unsigned, EMU_MULTIMEM_U32)
LW_CPU_MULTIMEM_TYPE(long, long, EMU_MULTIMEM_I64)
LW_CPU_MULTIMEM_TYPE(unsigned_long, unsigned long, EMU_MULTIMEM_U64)
LW_CPU_MULTIMEM_TYPE(long_long, long long, EMU_MULTIMEM_I64)
LW_CPU_MULTIMEM_TYPE(unsigned_long_long, unsigned long long, EMU_MULTIMEM_U64)
LW_CPU_MULTIMEM_TYPE(float, float, EMU_MULTIMEM_F32)
LW_CPU_MULTIMEM_TYPE(double, double, EMU_MULTIMEM_F64)
LW_CPU_MULTIMEM_TYPE(half2, __half2, EMU_MULTIMEM_F16X2)
LW_CPU_MULTIMEM_TYPE(bfloat162, __nv_bfloat162, EMU_MULTIMEM_BF16X2)
LW_CPU_MULTIMEM_VECTOR(float, float, EMU_MULTIMEM_F32)
LW_CPU_MULTIMEM_VECTOR(half2, __half2, EMU_MULTIMEM_F16X2)
LW_CPU_MULTIMEM_VECTOR(bfloat162, __nv_bfloat162, EMU_MULTIMEM_BF16X2)
#undef LW_CPU_MULTIMEM_TYPE
#undef LW_CPU_MULTIMEM_VECTOR

/* The types that an operation takes, as cases of _Generic. */
#define LW_CPU_MULTIMEM_CASE(what, suffix, type)                                                                       \
    type * : lw_cpu_multimem_##what##_##suffix, const type * : lw_cpu_multimem_##what##_##suffix
/* clang-format off */
#define LW_CPU_MULTIMEM_UNSIGNED(what)                                                                                 \
    LW_CPU_MULTIMEM_CASE(what, int, int),                                                                              \
    LW_CPU_MULTIMEM_CASE(what, unsigned, unsigned),                                                                    \
    LW_CPU_MULTIMEM_CASE(what, unsigned_long, unsigned long),                                                          \
    LW_CPU_MULTIMEM_CASE(what, unsigned_long_long, unsigned long long)
#define LW_CPU_MULTIMEM_INTEGERS(what)                                                                                 \
    LW_CPU_MULTIMEM_UNSIGNED(what),                                                                                    \
    LW_CPU_MULTIMEM_CASE(what, long, long),                                                                            \
    LW_CPU_MULTIMEM_CASE(what, long_long, long long)
#define LW_CPU_MULTIMEM_PAIRS(what)                                                                                    \
    LW_CPU_MULTIMEM_CASE(what, half2, __half2),                                                                        \
    LW_CPU_MULTIMEM_CASE(what, bfloat162, __nv_bfloat162)
#define LW_CPU_MULTIMEM_SUMS(what)                                                                                     \
    LW_CPU_MULTIMEM_UNSIGNED(what),                                                                                    \
    LW_CPU_MULTIMEM_CASE(what, float, float),                                                                          \
    LW_CPU_MULTIMEM_CASE(what, double, double),                                                                        \
    LW_CPU_MULTIMEM_PAIRS(what)
#define LW_CPU_MULTIMEM_EXTREMES(what) LW_CPU_MULTIMEM_INTEGERS(what), LW_CPU_MULTIMEM_PAIRS(what)
#define LW_CPU_MULTIMEM_ALL(what)                                                                                      \
    LW_CPU_MULTIMEM_INTEGERS(what),                                                                                    \
    LW_CPU_MULTIMEM_CASE(what, float, float),                                                                          \
    LW_CPU_MULTIMEM_CASE(what, double, double),                                                                        \
    LW_CPU_MULTIMEM_PAIRS(what)
#define LW_CPU_MULTIMEM_FLOATS(what) LW_CPU_MULTIMEM_CASE(what, float, float), LW_CPU_MULTIMEM_PAIRS(what)
/* clang-format on */

LW_CPU_REFUSAL(int, lw_multimem_has_no_such_operation_on_this_type)

/* The order, and the scope, which may be left out. */
#define LW_CPU_MULTIMEM_ORDER(...)                                                                                     \
    LW_PP_FIRST(__VA_ARGS__), LW_CPU_MULTIMEM_SCOPE(__VA_ARGS__, __NV_THREAD_SCOPE_SYSTEM, )
#define LW_CPU_MULTIMEM_SCOPE(order, scope, ...) scope

#define LW_CPU_MULTIMEM_LOAD(types, operation, what, address, ...)                                                     \
    _Generic((address), types(load), default: lw_multimem_has_no_such_operation_on_this_type)(                         \
        address, operation, LW_CPU_MULTIMEM_ORDER(__VA_ARGS__), LW_CPU_SITE(what))
#define LW_CPU_MULTIMEM_STORE(types, operation, what, address, value, ...)                                             \
    _Generic((address), types(store), default: lw_multimem_has_no_such_operation_on_this_type)(                        \
        address, value, operation, LW_CPU_MULTIMEM_ORDER(__VA_ARGS__), LW_CPU_SITE(what))
#define LW_CPU_MULTIMEM_LOAD_VECTOR(types, operation, count, what, result, address, ...)                               \
    _Generic((address), types(load_vector), default: lw_multimem_has_no_such_operation_on_this_type)(                  \
        result, address, count, operation, LW_CPU_MULTIMEM_ORDER(__VA_ARGS__), LW_CPU_SITE(what))
#define LW_CPU_MULTIMEM_STORE_VECTOR(types, operation, count, what, address, values, ...)                              \
    _Generic((address), types(store_vector), default: lw_multimem_has_no_such_operation_on_this_type)(                 \
        address, values, count, operation, LW_CPU_MULTIMEM_ORDER(__VA_ARGS__), LW_CPU_SITE(what))

#define lw_multimem_ld_reduce_add(address, ...)                                                                        \
    LW_CPU_MULTIMEM_LOAD(LW_CPU_MULTIMEM_SUMS, EMU_MULTIMEM_ADD, "lw_multimem_ld_reduce_add", address, __VA_ARGS__)
#define lw_multimem_ld_reduce_add_acc_f32(address, ...)                                                                \
    LW_CPU_MULTIMEM_LOAD(LW_CPU_MULTIMEM_PAIRS, EMU_MULTIMEM_ADD_ACC_F32, "lw_multimem_ld_reduce_add_acc_f32",         \
                         address, __VA_ARGS__)
#define lw_multimem_ld_reduce_min(address, ...)                                                                        \
    LW_CPU_MULTIMEM_LOAD(LW_CPU_MULTIMEM_EXTREMES, EMU_MULTIMEM_MIN, "lw_multimem_ld_reduce_min", address, __VA_ARGS__)
#define lw_multimem_ld_reduce_max(address, ...)                                                                        \
    LW_CPU_MULTIMEM_LOAD(LW_CPU_MULTIMEM_EXTREMES, EMU_MULTIMEM_MAX, "lw_multimem_ld_reduce_max", address, __VA_ARGS__)
#define lw_multimem_ld_reduce_and(address, ...)                                                                        \
    LW_CPU_MULTIMEM_LOAD(LW_CPU_MULTIMEM_INTEGERS, EMU_MULTIMEM_AND, "lw_multimem_ld_reduce_and", address, __VA_ARGS__)
#define lw_multimem_ld_reduce_or(address, ...)                                                                         \
    LW_CPU_MULTIMEM_LOAD(LW_CPU_MULTIMEM_INTEGERS, EMU_MULTIMEM_OR, "lw_multimem_ld_reduce_or", address, __VA_ARGS__)
#define lw_multimem_ld_reduce_xor(address, ...)                                                                        \
    LW_CPU_MULTIMEM_LOAD(LW_CPU_MULTIMEM_INTEGERS, EMU_MULTIMEM_XOR, "lw_multimem_ld_reduce_xor", address, __VA_ARGS__)

#define lw_multimem_ld_reduce_add_v2(result, address, ...)                                                             \
    LW_CPU_MULTIMEM_LOAD_VECTOR(LW_CPU_MULTIMEM_FLOATS, EMU_MULTIMEM_ADD, 2, "lw_multimem_ld_reduce_add_v2", result,   \
                                address, __VA_ARGS__)
#define lw_multimem_ld_reduce_add_v4(result, address, ...)                                                             \
    LW_CPU_MULTIMEM_LOAD_VECTOR(LW_CPU_MULTIMEM_FLOATS, EMU_MULTIMEM_ADD, 4, "lw_multimem_ld_reduce_add_v4", result,   \
                                address, __VA_ARGS__)
#define lw_multimem_ld_reduce_add_acc_f32_v2(result, address, ...)                                                     \
    LW_CPU_MULTIMEM_LOAD_VECTOR(LW_CPU_MULTIMEM_PAIRS, EMU_MULTIMEM_ADD_ACC_F32, 2,                                    \
                                "lw_multimem_ld_reduce_add_acc_f32_v2", result, address, __VA_ARGS__)
#define lw_multimem_ld_reduce_add_acc_f32_v4(result, address, ...)                                                     \
    LW_CPU_MULTIMEM_LOAD_VECTOR(LW_CPU_MULTIMEM_PAIRS, EMU_MULTIMEM_ADD_ACC_F32, 4,                                    \
                                "lw_multimem_ld_reduce_add_acc_f32_v4", result, address, __VA_ARGS__)
#define lw_multimem_ld_reduce_min_v2(result, address, ...)                                                             \
    LW_CPU_MULTIMEM_LOAD_VECTOR(LW_CPU_MULTIMEM_PAIRS, EMU_MULTIMEM_MIN, 2, "lw_multimem_ld_reduce_min_v2", result,    \
                                address, __VA_ARGS__)
#define lw_multimem_ld_reduce_min_v4(result, address, ...)                                                             \
    LW_CPU_MULTIMEM_LOAD_VECTOR(LW_CPU_MULTIMEM_PAIRS, EMU_MULTIMEM_MIN, 4, "lw_multimem_ld_reduce_min_v4", result,    \
                                address, __VA_ARGS__)
#define lw_multimem_ld_reduce_max_v2(result, address, ...)                                                             \
    LW_CPU_MULTIMEM_LOAD_VECTOR(LW_CPU_MULTIMEM_PAIRS, EMU_MULTIMEM_MAX, 2, "lw_multimem_ld_reduce_max_v2", result,    \
                                address, __VA_ARGS__)
#define lw_multimem_ld_reduce_max_v4(result, address, ...)                                                             \
    LW_CPU_MULTIMEM_LOAD_VECTOR(LW_CPU_MULTIMEM_PAIRS, EMU_MULTIMEM_MAX, 4, "lw_multimem_ld_reduce_max_v4", result,    \
                                address, __VA_ARGS__)

#define lw_multimem_st(address, value, ...)                                                                            \
    LW_CPU_MULTIMEM_STORE(LW_CPU_MULTIMEM_ALL, EMU_MULTIMEM_STORE, "lw_multimem_st", address, value, __VA_ARGS__)
#define lw_multimem_st_v2(address, values, ...)                                                                        \
    LW_CPU_MULTIMEM_STORE_VECTOR(LW_CPU_MULTIMEM_FLOATS, EMU_MULTIMEM_STORE, 2, "lw_multimem_st_v2", address, values,  \
                                 __VA_ARGS__)
#define lw_multimem_st_v4(address, values, ...)                                                                        \
    LW_CPU_MULTIMEM_STORE_VECTOR(LW_CPU_MULTIMEM_FLOATS, EMU_MULTIMEM_STORE, 4, "lw_multimem_st_v4", address, values,  \
                                 __VA_ARGS__)

#define lw_multimem_red_add(address, value, ...)                                                                       \
    LW_CPU_MULTIMEM_STORE(LW_CPU_MULTIMEM_SUMS, EMU_MULTIMEM_ADD, "lw_multimem_red_add", address, value, __VA_ARGS__)
#define lw_multimem_red_min(address, value, ...)                                                                       \
    LW_CPU_MULTIMEM_STORE(LW_CPU_MULTIMEM_INTEGERS, EMU_MULTIMEM_MIN, "lw_multimem_red_min", address, value,           \
                          __VA_ARGS__)
#define lw_multimem_red_max(address, value, ...)                                                                       \
    LW_CPU_MULTIMEM_STORE(LW_CPU_MULTIMEM_INTEGERS, EMU_MULTIMEM_MAX, "lw_multimem_red_max", address, value,           \
                          __VA_ARGS__)
#define lw_multimem_red_and(address, value, ...)                                                                       \
    LW_CPU_MULTIMEM_STORE(LW_CPU_MULTIMEM_INTEGERS, EMU_MULTIMEM_AND, "lw_multimem_red_and", address, value,           \
                          __VA_ARGS__)
#define lw_multimem_red_or(address, value, ...)                                                                        \
    LW_CPU_MULTIMEM_STORE(LW_CPU_MULTIMEM_INTEGERS, EMU_MULTIMEM_OR, "lw_multimem_red_or", address, value, __VA_ARGS__)
#define lw_multimem_red_xor(address, value, ...)                                                                       \
    LW_CPU_MULTIMEM_STORE(LW_CPU_MULTIMEM_INTEGERS, EMU_MULTIMEM_XOR, "lw_multimem_red_xor", address, value,           \
                          __VA_ARGS__)
#define lw_multimem_red_add_v2(address, values, ...)                                                                   \
    LW_CPU_MULTIMEM_STORE_VECTOR(LW_CPU_MULTIMEM_FLOATS, EMU_MULTIMEM_ADD, 2, "lw_multimem_red_add_v2", address,       \
                                 values, __VA_ARGS__)
#define lw_multimem_red_add_v4(address, values, ...)                                                                   \
    LW_CPU_MULTIMEM_STORE_VECTOR(LW_CPU_MULTIMEM_FLOATS, EMU_MULTIMEM_ADD, 4, "lw_multimem_red_add_v4", address,       \
                                 values, __VA_ARGS__)

#endif

#endif
