/* Variables in CUDA's memory spaces: shared, dynamic shared, constant and global. */
#ifndef LW_CPU_STORAGE_H
#define LW_CPU_STORAGE_H

#include "../../../emu/device/device.h"
#include "module.h"
#include "place.h"
#include "qualifiers.h"

/* LW_SHARED(type, name, dims), in a kernel or a device function: each block has one object, with undefined contents at
 * first. It declares a pointer to the first element, on every target: LW_SHARED(float, tile, [32][33]) declares
 * `float (*const tile)[33]`, LW_SHARED(int, count) declares `int *const count`. CUDA: __shared__ type name dims. */
#define LW_SHARED(type, ...) LW_PP_CAT(LW_CPU_SHARED_, LW_PP_MORE(__VA_ARGS__))(type, __VA_ARGS__)
#ifndef LW_CPU_SCALARS_AS_ARRAYS
#define LW_CPU_SHARED_0(type, name) LW_CPU_SHARED_1(type, name, [1])
#else /* only for warnings about conditions that are the pointer itself: api/cc/pointer_tests.c */
#define LW_CPU_SHARED_0(type, name) static type name[1]
#endif
#define LW_CPU_SHARED_1(type, name, dims)                                                                              \
    LW_CPU_IN_FUNCTION("LW_SHARED");                                                                                   \
    LW_CPU_CONSTANT_SIZE(type dims);                                                                                   \
    LW_CPU_MOST_ALIGNMENT("LW_SHARED", type);                                                                          \
    LW_CPU_RECORD("lw_shared")                                                                                         \
    static lw_shared_variable name##__shared = {                                                                       \
        &lw__module,        #name, LW_CPU_SIZE(type dims), LW_CPU_ALIGNMENT(type),     __LINE__,                       \
        LW_CPU_KERNEL_LINE, 0,     LW_CPU_ENGINE,          __extension__ __FUNCTION__, __FILE__};                      \
    __typeof__(&(*(type(*) dims)0)[0]) const name =                                                                    \
        (__typeof__(&(*(type(*) dims)0)[0]))(void *)LW_CPU_WHERE(LW_CPU_SHARED_AT(name##__shared))

/* LW_DYNAMIC_SHARED(type, name) declares `type *const name`: the launch's dynamic shared memory, aligned to 16 or, if a type's
 * alignment is larger, to that. All of a kernel's declarations are the same memory. CUDA: extern __shared__ type name[]. */
#define LW_DYNAMIC_SHARED(type, name)                                                                                  \
    LW_CPU_IN_FUNCTION("LW_DYNAMIC_SHARED");                                                                           \
    LW_CPU_MOST_ALIGNMENT("LW_DYNAMIC_SHARED", type);                                                                  \
    LW_CPU_DYNAMIC_RECORD(type, name);                                                                                 \
    type *const name = (type *)(void *)LW_CPU_WHERE(LW_CPU_DYNAMIC_AT)

/* Two mistakes get one assertion each; the code after them compiles, so that no other errors follow. At file scope
 * __FUNCTION__ is empty, and the pointer gets a null initialiser instead of the block's memory. */
#define LW_CPU_IN_FUNCTION(macro)                                                                                      \
    LW_PP_ASSERT(!!LW_CPU_HAS_FUNCTION, macro ": write it inside a kernel or a __device__ function, not at file scope")
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpredefined-identifier-outside-function"
#endif
#define LW_CPU_HAS_FUNCTION (sizeof __extension__ __FUNCTION__ > 1)
#ifdef __cplusplus
#define LW_CPU_WHERE(address) (address)
#define LW_CPU_CONSTANT_SIZE(...) LW_PP_ASSERT(1, "")
#define LW_CPU_SIZE(...) sizeof(__VA_ARGS__)
#define LW_CPU_ALIGNMENT(type) __alignof__(type)
#else
#define LW_CPU_WHERE(address) __builtin_choose_expr(LW_CPU_HAS_FUNCTION, address, (char *)0)
#define LW_CPU_CONSTANT_SIZE(...)                                                                                      \
    LW_PP_ASSERT(!!__builtin_constant_p(sizeof(__VA_ARGS__)),                                                          \
                 "LW_SHARED: the size must be a constant (#define or enum); where only the launch knows it, write "    \
                 "LW_DYNAMIC_SHARED(type, name)")
/* The alignment as a member: clang ignores __align__() in a type name, gcc does not, and the copies' records must
 * agree. */
#define LW_CPU_ALIGNMENT(type) __alignof__(struct { type lw__member; })
#define LW_CPU_SIZE(...) __builtin_choose_expr(__builtin_constant_p(sizeof(__VA_ARGS__)), sizeof(__VA_ARGS__), 1)
#endif

#define LW_CPU_MOST_ALIGNMENT(macro, type)                                                                             \
    LW_PP_ASSERT(LW_CPU_ALIGNMENT(type) <= 4096, macro ": the alignment is at most 4096 bytes")

/* A record of size 0 says how dynamic shared memory is aligned. The fiber copy's counts for the fused copies. */
#ifdef LW_CPU_FUSED
#define LW_CPU_DYNAMIC_RECORD(type, name) LW_PP_ASSERT(1, "")
#else
#define LW_CPU_DYNAMIC_RECORD(type, name)                                                                              \
    LW_CPU_RECORD("lw_shared")                                                                                         \
    static lw_shared_variable name##__shared = {&lw__module,                                                           \
                                                #name,                                                                 \
                                                0,                                                                     \
                                                LW_CPU_ALIGNMENT(type),                                                \
                                                __LINE__,                                                              \
                                                LW_CPU_KERNEL_LINE,                                                    \
                                                0,                                                                     \
                                                LW_CPU_ENGINE,                                                         \
                                                __extension__ __FUNCTION__,                                            \
                                                __FILE__}
#endif

#ifdef LW_CPU_FUSED
__attribute__((const, nothrow)) char *lw_fused_shared(const lw_shared_variable *variable);
__attribute__((const, nothrow)) char *lw_fused_dynamic_shared(void);
#define LW_CPU_SHARED_AT(record) lw_fused_shared(&(record))
#define LW_CPU_DYNAMIC_AT lw_fused_dynamic_shared()
#elif defined(LW_CPU_CHECKED)
#define LW_CPU_SHARED_AT(record) emu_checked_shared(&(record))
#define LW_CPU_DYNAMIC_AT emu_checked_dynamic_shared()
#else
#define LW_CPU_SHARED_AT(record) (emu_here.shared + (record).offset)
#define LW_CPU_DYNAMIC_AT (emu_here.shared + emu_here.dynamic_offset)
#endif

/* LW_GLOBAL(type, name, dims): a device variable with one instance, zero or initialised (`LW_GLOBAL(int, n) = 3;`). The
 * host accesses it by LW_SYMBOL(name). CUDA: __device__ type name dims. */
#define LW_GLOBAL(type, ...) LW_PP_CAT(LW_CPU_GLOBAL_, LW_PP_MORE(__VA_ARGS__))(type, __VA_ARGS__)
#define LW_CPU_GLOBAL_0(type, name) LW_CPU_GLOBAL_1(type, name, )
#define LW_CPU_GLOBAL_1(type, name, dims)                                                                              \
    LW_DECLARE_SYMBOL(name);                                                                                           \
    extern __attribute__((visibility("hidden"))) type name dims;                                                       \
    LW_CPU_SYMBOL(name, &name, sizeof(type dims), LW_SYMBOL_GLOBAL);                                                   \
    LW_CPU_INSTANCE(type, name, name) dims

/* LW_MANAGED(type, name, dims): the same, and the host uses it directly, by the address of lw_symbol_get_address(). CUDA:
 * __managed__ type name dims. */
#define LW_MANAGED(type, ...) LW_PP_CAT(LW_CPU_MANAGED_, LW_PP_MORE(__VA_ARGS__))(type, __VA_ARGS__)
#define LW_CPU_MANAGED_0(type, name) LW_CPU_MANAGED_1(type, name, )
#define LW_CPU_MANAGED_1(type, name, dims)                                                                             \
    LW_DECLARE_SYMBOL(name);                                                                                           \
    extern __attribute__((visibility("hidden"))) type name dims;                                                       \
    LW_CPU_SYMBOL(name, &name, sizeof(type dims), LW_SYMBOL_MANAGED);                                                  \
    LW_CPU_INSTANCE(type, name, name) dims

/* LW_CONSTANT(type, name, dims): the same as LW_GLOBAL, but only the host may write it. The code's name is const; the storage is
 * not, because the host changes it between launches. CUDA: __constant__ type name dims. */
#define LW_CONSTANT(type, ...) LW_PP_CAT(LW_CPU_CONSTANT_, LW_PP_MORE(__VA_ARGS__))(type, __VA_ARGS__)
#define LW_CPU_CONSTANT_0(type, name) LW_CPU_CONSTANT_1(type, name, )
#define LW_CPU_CONSTANT_1(type, name, dims)                                                                            \
    LW_DECLARE_SYMBOL(name);                                                                                           \
    LW_CPU_STORAGE_LINKAGE __attribute__((visibility("hidden"))) type name##__storage dims;                            \
    LW_CPU_STORAGE_LINKAGE __attribute__((visibility("hidden"))) const type name dims __asm__(#name "__storage");      \
    LW_CPU_STATIC_ASSERT(sizeof(type dims) <= 65536, "constants are 65536 bytes at most");                             \
    LW_CPU_SYMBOL(name, &name##__storage, sizeof(type dims), LW_SYMBOL_CONSTANT);                                      \
    LW_CPU_INSTANCE(type, name, name##__storage) dims

#ifdef __cplusplus
#define LW_CPU_STORAGE_LINKAGE extern "C"
#else
#define LW_CPU_STORAGE_LINKAGE extern
#endif

#ifdef LW_CPU_OTHER_COPY /* only the fiber copy has the file's symbols */
#define LW_CPU_SYMBOL(name, address, size, kind) LW_CPU_STATIC_ASSERT(1, "")
#else
#define LW_CPU_SYMBOL(name, address, size, kind)                                                                       \
    LW_CPU_RECORD("lw_symbols")                                                                                        \
    __attribute__((visibility("default"))) struct lw_symbol name##__symbol = {&lw__module, #name, address, size,       \
                                                                              __LINE__,    kind,  __FILE__}
#endif

/* The definition, which an initialiser may follow. The checked copy uses the fiber copy's instance, so the compiler
 * drops this one. */
#ifdef LW_CPU_CHECKED
#define LW_CPU_INSTANCE(type, name, storage) __attribute__((unused)) static type name##__initial
#else
#define LW_CPU_INSTANCE(type, name, storage) type storage
#endif

#endif
