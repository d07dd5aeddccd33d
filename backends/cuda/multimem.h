/* multimem.ld_reduce, multimem.st and multimem.red; see api/lanewise/reference/multimem.h. Order and scope are parts of the
 * instruction: where they are constants, one case of each switch is left. */
#ifndef LW_CUDA_MULTIMEM_H
#define LW_CUDA_MULTIMEM_H

#include "ptx.h"

/* DO(".order.scope", ...) for the order and scope of the call; other numbers trap, as on the CPU. */
#define LW_CUDA_MULTIMEM_SCOPES(order, DO, ...)                                                                        \
    switch (scope) {                                                                                                   \
    case __NV_THREAD_SCOPE_THREAD:                                                                                     \
    case __NV_THREAD_SCOPE_BLOCK: DO(order ".cta", __VA_ARGS__) break;                                                 \
    case __NV_THREAD_SCOPE_CLUSTER: DO(order ".cluster", __VA_ARGS__) break;                                           \
    case __NV_THREAD_SCOPE_DEVICE: DO(order ".gpu", __VA_ARGS__) break;                                                \
    case __NV_THREAD_SCOPE_SYSTEM: DO(order ".sys", __VA_ARGS__) break;                                                \
    default: __trap();                                                                                                 \
    }
#define LW_CUDA_MULTIMEM_ORDERS(other_number, other, DO, ...)                                                          \
    if (order == __NV_ATOMIC_RELAXED) {                                                                                \
        LW_CUDA_MULTIMEM_SCOPES(".relaxed", DO, __VA_ARGS__)                                                           \
    } else if (order == (other_number)) {                                                                              \
        LW_CUDA_MULTIMEM_SCOPES(other, DO, __VA_ARGS__)                                                                \
    } else {                                                                                                           \
        __trap();                                                                                                      \
    }

/* A register of the type `word`, in which PTX has a value of the type `type`. */
template <typename To, typename From> static __device__ __forceinline__ To lw_cuda_multimem_bits(From from)
{
    static_assert(sizeof(To) == sizeof(From), "a value in a register of its size");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

/* ---- one element ---- */
#define LW_CUDA_MULTIMEM_LOADS(where, instruction, constraint)                                                         \
    LW_CUDA_PTX_90("multimem.ld_reduce" where ".global" instruction                                                    \
                   " %0, [%1];" : "=" constraint(word) : "l"(__cvta_generic_to_global(address)) : "memory");
#define LW_CUDA_MULTIMEM_LOAD(name, type, register_type, constraint, instruction)                                      \
    static __device__ __forceinline__ type lw_multimem_ld_reduce_##name(const type *address, int order,                \
                                                                        int scope = __NV_THREAD_SCOPE_SYSTEM)          \
    {                                                                                                                  \
        register_type word = 0;                                                                                        \
        LW_CUDA_MULTIMEM_ORDERS(__NV_ATOMIC_ACQUIRE, ".acquire", LW_CUDA_MULTIMEM_LOADS, instruction, constraint)      \
        return lw_cuda_multimem_bits<type>(word);                                                                      \
    }
#define LW_CUDA_MULTIMEM_STORES(where, instruction, what, constraint)                                                  \
    LW_CUDA_PTX_90("multimem." what where ".global" instruction                                                        \
                   " [%0], %1;" : : "l"(__cvta_generic_to_global(address)),                                            \
                   constraint(word) : "memory");
#define LW_CUDA_MULTIMEM_STORE(name, type, register_type, constraint, what, instruction)                               \
    static __device__ __forceinline__ void lw_multimem_##name(type *address, type value, int order,                    \
                                                              int scope = __NV_THREAD_SCOPE_SYSTEM)                    \
    {                                                                                                                  \
        register_type word = lw_cuda_multimem_bits<register_type>(value);                                              \
        LW_CUDA_MULTIMEM_ORDERS(__NV_ATOMIC_RELEASE, ".release", LW_CUDA_MULTIMEM_STORES, instruction, what,           \
                                constraint)                                                                            \
    }
#define LW_CUDA_MULTIMEM_BOTH(name, type, register_type, constraint, instruction)                                      \
    LW_CUDA_MULTIMEM_LOAD(name, type, register_type, constraint, instruction)                                          \
    LW_CUDA_MULTIMEM_STORE(red_##name, type, register_type, constraint, "red", instruction)
#define LW_CUDA_MULTIMEM_INTEGER(type, register_type, constraint, number, bits)                                        \
    LW_CUDA_MULTIMEM_BOTH(min, type, register_type, constraint, ".min." number)                                        \
    LW_CUDA_MULTIMEM_BOTH(max, type, register_type, constraint, ".max." number)                                        \
    LW_CUDA_MULTIMEM_BOTH(and, type, register_type, constraint, ".and." bits)                                          \
    LW_CUDA_MULTIMEM_BOTH(or, type, register_type, constraint, ".or." bits)                                            \
    LW_CUDA_MULTIMEM_BOTH(xor, type, register_type, constraint, ".xor." bits)                                          \
    LW_CUDA_MULTIMEM_STORE(st, type, register_type, constraint, "st", "." bits)
#define LW_CUDA_MULTIMEM_PAIR(type, number)                                                                            \
    LW_CUDA_MULTIMEM_BOTH(add, type, unsigned, "r", ".add." number)                                                    \
    LW_CUDA_MULTIMEM_LOAD(add_acc_f32, type, unsigned, "r", ".add.acc::f32." number)                                   \
    LW_CUDA_MULTIMEM_LOAD(min, type, unsigned, "r", ".min." number)                                                    \
    LW_CUDA_MULTIMEM_LOAD(max, type, unsigned, "r", ".max." number)                                                    \
    LW_CUDA_MULTIMEM_STORE(st, type, unsigned, "r", "st", "." number)
LW_CUDA_MULTIMEM_INTEGER(int, unsigned, "r", "s32", "b32")
LW_CUDA_MULTIMEM_INTEGER(unsigned, unsigned, "r", "u32", "b32")
LW_CUDA_MULTIMEM_INTEGER(long, unsigned long long, "l", "s64", "b64")
LW_CUDA_MULTIMEM_INTEGER(long long, unsigned long long, "l", "s64", "b64")
LW_CUDA_MULTIMEM_INTEGER(unsigned long, unsigned long long, "l", "u64", "b64")
LW_CUDA_MULTIMEM_INTEGER(unsigned long long, unsigned long long, "l", "u64", "b64")
LW_CUDA_MULTIMEM_BOTH(add, int, unsigned, "r", ".add.s32")
LW_CUDA_MULTIMEM_BOTH(add, unsigned, unsigned, "r", ".add.u32")
LW_CUDA_MULTIMEM_BOTH(add, unsigned long, unsigned long long, "l", ".add.u64")
LW_CUDA_MULTIMEM_BOTH(add, unsigned long long, unsigned long long, "l", ".add.u64")
LW_CUDA_MULTIMEM_BOTH(add, float, float, "f", ".add.f32")
LW_CUDA_MULTIMEM_BOTH(add, double, double, "d", ".add.f64")
LW_CUDA_MULTIMEM_STORE(st, float, float, "f", "st", ".f32")
LW_CUDA_MULTIMEM_STORE(st, double, double, "d", "st", ".f64")
LW_CUDA_MULTIMEM_PAIR(__half2, "f16x2")
LW_CUDA_MULTIMEM_PAIR(__nv_bfloat162, "bf16x2")
#undef LW_CUDA_MULTIMEM_INTEGER
#undef LW_CUDA_MULTIMEM_PAIR

/* ---- two and four elements ---- */
#define LW_CUDA_MULTIMEM_LOADS_2(where, instruction, number, constraint)                                               \
    LW_CUDA_PTX_90("multimem.ld_reduce" where ".global" instruction ".v2." number                                      \
                   " {%0, %1}, [%2];" : "=" constraint(word[0]),                                                       \
                   "=" constraint(word[1]) : "l"(__cvta_generic_to_global(address)) : "memory");
#define LW_CUDA_MULTIMEM_LOADS_4(where, instruction, number, constraint)                                               \
    LW_CUDA_PTX_90("multimem.ld_reduce" where ".global" instruction ".v4." number                                      \
                   " {%0, %1, %2, %3}, [%4];" : "=" constraint(word[0]),                                               \
                   "=" constraint(word[1]), "=" constraint(word[2]),                                                   \
                   "=" constraint(word[3]) : "l"(__cvta_generic_to_global(address)) : "memory");
#define LW_CUDA_MULTIMEM_LOAD_VECTOR(name, count, type, register_type, constraint, instruction, number)                \
    static __device__ __forceinline__ void lw_multimem_ld_reduce_##name##_v##count(                                    \
        type *result, const type *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)                            \
    {                                                                                                                  \
        register_type word[count] = {};                                                                                \
        LW_CUDA_MULTIMEM_ORDERS(__NV_ATOMIC_ACQUIRE, ".acquire", LW_CUDA_MULTIMEM_LOADS_##count, instruction, number,  \
                                constraint)                                                                            \
        for (int i = 0; i < count; i++)                                                                                \
            result[i] = lw_cuda_multimem_bits<type>(word[i]);                                                          \
    }
#define LW_CUDA_MULTIMEM_STORES_2(where, what, number, constraint)                                                     \
    LW_CUDA_PTX_90("multimem." what where ".global" number                                                             \
                   " [%0], {%1, %2};" : : "l"(__cvta_generic_to_global(address)),                                      \
                   constraint(word[0]), constraint(word[1]) : "memory");
#define LW_CUDA_MULTIMEM_STORES_4(where, what, number, constraint)                                                     \
    LW_CUDA_PTX_90("multimem." what where ".global" number                                                             \
                   " [%0], {%1, %2, %3, %4};" : : "l"(__cvta_generic_to_global(address)),                              \
                   constraint(word[0]), constraint(word[1]), constraint(word[2]), constraint(word[3]) : "memory");
#define LW_CUDA_MULTIMEM_STORE_VECTOR(name, count, type, register_type, constraint, what, number)                      \
    static __device__ __forceinline__ void lw_multimem_##name##_v##count(type *address, const type *values, int order, \
                                                                         int scope = __NV_THREAD_SCOPE_SYSTEM)         \
    {                                                                                                                  \
        register_type word[count];                                                                                     \
        for (int i = 0; i < count; i++)                                                                                \
            word[i] = lw_cuda_multimem_bits<register_type>(values[i]);                                                 \
        (void)word[0];                                                                                                 \
        LW_CUDA_MULTIMEM_ORDERS(__NV_ATOMIC_RELEASE, ".release", LW_CUDA_MULTIMEM_STORES_##count, what, number,        \
                                constraint)                                                                            \
    }
#define LW_CUDA_MULTIMEM_VECTOR(count, type, register_type, constraint, number)                                        \
    LW_CUDA_MULTIMEM_LOAD_VECTOR(add, count, type, register_type, constraint, ".add", number)                          \
    LW_CUDA_MULTIMEM_STORE_VECTOR(st, count, type, register_type, constraint, "st", ".v" #count "." number)            \
    LW_CUDA_MULTIMEM_STORE_VECTOR(red_add, count, type, register_type, constraint, "red", ".add.v" #count "." number)
#define LW_CUDA_MULTIMEM_PAIRS(count, type, number)                                                                    \
    LW_CUDA_MULTIMEM_VECTOR(count, type, unsigned, "r", number)                                                        \
    LW_CUDA_MULTIMEM_LOAD_VECTOR(add_acc_f32, count, type, unsigned, "r", ".add.acc::f32", number)                     \
    LW_CUDA_MULTIMEM_LOAD_VECTOR(min, count, type, unsigned, "r", ".min", number)                                      \
    LW_CUDA_MULTIMEM_LOAD_VECTOR(max, count, type, unsigned, "r", ".max", number)
LW_CUDA_MULTIMEM_VECTOR(2, float, float, "f", "f32")
LW_CUDA_MULTIMEM_VECTOR(4, float, float, "f", "f32")
LW_CUDA_MULTIMEM_PAIRS(2, __half2, "f16x2")
LW_CUDA_MULTIMEM_PAIRS(4, __half2, "f16x2")
LW_CUDA_MULTIMEM_PAIRS(2, __nv_bfloat162, "bf16x2")
LW_CUDA_MULTIMEM_PAIRS(4, __nv_bfloat162, "bf16x2")
#undef LW_CUDA_MULTIMEM_VECTOR
#undef LW_CUDA_MULTIMEM_PAIRS

#endif
